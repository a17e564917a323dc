"""Names in any script: never an empty box, never out of the line."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw, features

from bot.render import clip, text
from bot.render.script import clean, clusters, visual
from tests.render.samples import NAMES

SIZE = 30


def drawn(file: str, character: str) -> bytes:
    """What a font draws for a character."""
    picture = Image.new("L", (3 * SIZE, 2 * SIZE), 0)
    ImageDraw.Draw(picture).text((SIZE, SIZE), character, font=text.face(file, SIZE), fill=255, anchor="ls")
    return picture.tobytes()


def missing(file: str) -> bytes:
    """What a font draws for a character that it lacks."""
    return drawn(file, "\U0010fffe")


def anything(_: str) -> bool:
    """A font that has every form."""
    return True


@pytest.mark.parametrize("name", NAMES)
def test_names_show_no_empty_box(name: str) -> None:
    assert len(NAMES) > 8
    runs = text.runs_of(name)
    assert runs
    for run in runs:
        for character in run.text:
            assert text.font_of(character) is not None, (run, character)
            if not character.isspace():
                assert drawn(run.file, character) != missing(run.file), (run, character)


def test_a_missing_character_is_seen() -> None:
    assert text.font_of("\U0010fffe") is None
    assert drawn("brush.ttf", "x") == missing("brush.ttf")


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=32))
def test_any_text_is_drawn_from_fonts_that_have_it(name: str) -> None:
    for run in text.runs_of(name):
        assert all(text.font_of(character) is not None for character in run.text)
    mask = text.mask(name, SIZE)
    assert mask.size == (max(1, text.width(name, SIZE)), text.height(SIZE))


@pytest.mark.parametrize(
    ("raw", "kept"),
    [
        ("a\u200bb\u2066c\u202ed", "abcd"),
        ("a\x00\n\t b", "a b"),
        ("  a   b  ", "a b"),
        ("👋🏽", "👋"),
        ("❤\ufe0f", "❤"),
        ("e\u0301", "é"),
        ("ㅤ\u2800ㅤ", ""),
        ("`@everyone`", "`@everyone`"),
    ],
)
def test_what_has_no_shape_is_dropped(raw: str, kept: str) -> None:
    assert clean(raw) == kept


def test_a_name_of_nothing_is_a_dot() -> None:
    assert text.visible("\u200b\u200b") == "·"
    assert text.visible("ann") == "ann"


def test_unknown_characters_are_one_dot() -> None:
    assert [run.text for run in text.runs_of("a\U00012400\U00012401b")] == ["a·b"]


def test_marks_do_not_pile_up() -> None:
    pile = "a" + "\u0335\u0336\u0337\u0338" * 20
    assert clusters(pile) == ("a\u0335\u0336",)
    assert clusters("न\u093fा") == ("न\u093fा",)


def test_hebrew_is_turned_and_numbers_are_not() -> None:
    assert "".join(visual("אבג 12", anything)) == "12 גבא"
    assert "".join(visual("abc אבג 12 def", anything)) == "abc 12 גבא def"
    assert "".join(visual("abc 12 def", anything)) == "abc 12 def"
    assert "".join(visual("א(ב)", anything)) == "(ב)א"


@pytest.mark.parametrize(
    ("typed", "seen"),
    [
        ("אב (xy) 12", "12 (xy) בא"),
        ("אב (גד) x", "x (דג) בא"),
        ("xy (אב) 12", "xy (בא) 12"),
        ("אב [x] (ג)", "(ג) [x] בא"),
        ("אב (12) ג", "ג (12) בא"),
        ("אב 21:43:10", "21:43:10 בא"),
        ("אב 1,5 ג", "ג 1,5 בא"),
        ("אב 12: ג", "ג :12 בא"),
        ("אב 50% ג", "ג 50% בא"),
        ("אב 1-2 ג", "ג 1-2 בא"),
        ("אב -2 ג", "ג 2- בא"),
        ("xy 21:43 אב", "xy 21:43 בא"),
        ("xy \u0661\u0662 אב", "xy בא \u0661\u0662"),
        ("xy \u0661. \u0662", "xy \u0662 .\u0661"),
        ("א(x(y[2:בב)", "(בב:y[2)x)א"),
        ("xy (א", "xy (א"),
    ],
)
def test_brackets_and_signs_stay_with_what_they_belong_to(typed: str, seen: str) -> None:
    assert "".join(visual(typed, anything)) == seen


def test_arabic_letters_are_joined() -> None:
    shaped = visual("بيت", anything)
    assert [unicodedata.name(letter).split()[-2:] for letter in shaped] == [
        ["FINAL", "FORM"],
        ["MEDIAL", "FORM"],
        ["INITIAL", "FORM"],
    ]
    assert [unicodedata.name(letter) for letter in visual("لا", anything)] == [
        "ARABIC LIGATURE LAM WITH ALEF ISOLATED FORM"
    ]
    assert [unicodedata.name(letter).split()[-2] for letter in visual("دار", anything)] == ["ISOLATED"] * 3


@pytest.mark.parametrize("name", NAMES)
def test_a_long_name_is_cut_to_its_room(name: str) -> None:
    for room in (300, 120, 40, 5):
        shown = text.fit(name, SIZE, room)
        assert text.width(shown, SIZE) <= room
        assert shown.endswith("…") or shown in ("", name)
    assert text.fit(name, SIZE, 10_000) == name


def test_wrapped_lines_fit_and_lose_nothing() -> None:
    content = "三同 (一条 2, 发财 3) averyveryverylongwordwithoutanyspace end"
    lines = text.wrap(content, SIZE, 200)
    assert all(text.width(line, SIZE) <= 200 for line in lines)
    assert "".join(lines).replace(" ", "") == content.replace(" ", "")
    assert text.wrap("short one", SIZE, 200) == ("short one",)


STACKED = ("ที่นี่ ปู่ น้ำ", "ທີ່ນີ້", "မြန်မာ", "བོད་ སྒྲ", "ಕ್ಷ್ಮೀ", "స్త్రీ", "ប៊ឹ", "ẤǕ", "꧁꧂")


@pytest.mark.parametrize("written", ["Ägjpqy麻", *STACKED])
@pytest.mark.parametrize("size", [18, 30])
def test_letters_stay_in_their_line(written: str, size: int) -> None:
    """As much ink in the line as where there is room above it and below."""
    found, shown = text.line(written, size), text.mask(written, size)
    above = text.baseline(size)
    roomy = Image.new("L", (shown.width, 3 * size + above), 0)
    draw, x = ImageDraw.Draw(roomy), 0.0
    for run, own in found.runs:
        font = text.face(run.file, own)
        draw.text((x, size + above), run.text, font=font, fill=255, anchor="ls")
        x += font.getlength(run.text)
    line = roomy.crop((0, size, shown.width, size + text.height(size)))
    assert line.tobytes() == shown.tobytes()
    roomy.paste(0, (0, size, shown.width, size + text.height(size)))
    assert roomy.getbbox() is None


def test_only_letters_that_would_be_cut_are_smaller() -> None:
    assert {own for _, own in text.line("Ägjpqy麻 ภาษา", SIZE).runs} == {SIZE}
    assert {own for _, own in text.line("꧁꧂", SIZE).runs} < set(range(SIZE))


@pytest.mark.skipif(not features.check("raqm"), reason="marks on marks are placed by raqm")
@pytest.mark.parametrize(("plain", "toned"), [("ที", "ที่"), ("ປື", "ປື້")])
def test_a_tone_stands_over_its_vowel(plain: str, toned: str) -> None:
    tops = [(text.mask(written, SIZE).getbbox() or (0, 0))[1] for written in (plain, toned)]
    assert tops[1] < tops[0] - 2


def test_a_description_is_cut_at_a_word() -> None:
    assert clip("x" * 1024) == "x" * 1024
    assert clip("word " * 300).endswith("word…")
    assert len(clip("x" * 2000)) == 1024
    assert clip("a b c d", 5) == "a b…"
