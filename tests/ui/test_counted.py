"""What a hand counts, in words: names, counts, and the row that a worth is read from."""

from typing import Any

import pytest

from bot.engine.score import Answer, answer, read_request
from bot.engine.situation import Line, Part
from bot.rules import REGISTRY
from bot.rules.mawan.scoring import MOST_CHARACTERS, TAI, row
from bot.texts import LANGUAGES, Language, line_names, rule_text
from bot.ui.counted import line_name, line_title
from bot.ui.scoring import scored

TEN_CHARACTERS = {"hand": "234567m345678p5s", "tile": "5s", "by": "self", "seat": 0, "dealer": 1}
IN_FULL = {
    "hand": "234m24s678p88s",
    "melds": ["chi(234p<0)"],
    "tile": "3s",
    "by": "discard",
    "seat": 1,
    "from": 3,
    "dealer": 0,
}
ONE_SUIT = {"hand": "1122334466p888p", "tile": "8p", "by": "self", "seat": 0, "dealer": 1}


def judged(language: Language, rules: str, **asked: Any) -> tuple[str, Answer]:
    request = read_request(REGISTRY, {"rules": rules, **asked})
    found = answer(request, line_names)
    return scored(language, request, found), found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("asked", [TEN_CHARACTERS, IN_FULL, ONE_SUIT], ids=["characters", "in_full", "items"])
def test_mawan_names_everything_in_both_languages(language: Language, asked: dict[str, Any]) -> None:
    said, found = judged(language, "mawan", **asked)
    for line in found["lines"]:
        for each in (line, *line.get("parts", ())):
            assert each["zh"] in said, each
            assert each["en"] in said, each


def test_the_characters_are_counted_and_their_row_is_named() -> None:
    said, _ = judged("en", "mawan", **TEN_CHARACTERS)
    assert "- Characters 字 ×10, row 9–11 of the table 30 tai" in said.splitlines()
    assert "  - pair of 2, 5 or 8 将 ×3" in said.splitlines()
    assert "  - concealed 清" in said.splitlines()
    assert "you +12 · lower -4 · across -4 · upper -4" in said
    said, _ = judged("zh", "mawan", **TEN_CHARACTERS)
    assert "- 字 Characters 10 个，表中 9–11 一档 30 台" in said.splitlines()


@pytest.mark.parametrize(("hand", "told"), [("111122223333m5p", "×2 2 fan"), ("111123456m5789p", "1 fan")])
def test_what_counts_several_times_is_told_so_often(hand: str, told: str) -> None:
    said, _ = judged("en", "sichuan", hand=hand, tile="5p")
    assert f"- Four alike {told}" in said.splitlines()


def test_what_is_worth_something_of_its_own_has_no_row() -> None:
    """The printed exception counts its 字, but is worth 100 whatever they are."""
    said, _ = judged("en", "mawan", **IN_FULL)
    assert "- One run in three suits, in full 喜平断将将缺缺, characters ×7 100 tai" in said.splitlines()
    assert "row" not in said
    assert line_title("en", "mawan", Line("one_suit", 100)) == "One suit 清一色"


def test_the_picture_of_a_result_says_the_same_in_one_line() -> None:
    line = Line("characters", 20, 5, (Part("good_pair", 3), Part("missing_class", 2)))
    assert line_name("en", "mawan", line) == (
        "Characters 字 ×5, row 5–8 of the table (pair of 2, 5 or 8 将 ×3, missing class 缺 ×2)"
    )
    assert line_name("en", "mawan", Line("all_claimed", 50)) == "All claimed 全求"


def test_other_games_are_told_in_one_language() -> None:
    said, found = judged("en", "sichuan", hand="1112345678999p", tile="5p", by="self", seat=0, dealer=1)
    assert found["lines"]
    for line in found["lines"]:
        assert rule_text("en", "sichuan", f"pattern.{line['id']}") in said
        assert rule_text("zh", "sichuan", f"pattern.{line['id']}") not in said
    assert line_title("en", "sichuan", Line("root", 2, 2)).endswith(" ×2")


@pytest.mark.parametrize(
    ("characters", "expected"),
    [(1, (1, 1)), (2, (2, 4)), (4, (2, 4)), (5, (5, 8)), (8, (5, 8)), (9, (9, 11)), (11, (9, 11)), (12, (12, None))],
)
def test_rows_of_the_small_table(characters: int, expected: tuple[int, int | None]) -> None:
    assert row(Line("characters", 10, characters)) == expected


def test_all_counts_of_a_row_are_worth_the_same() -> None:
    for characters in range(1, 20):
        found = row(Line("characters", 10, characters))
        assert found is not None
        assert TAI[min(characters, MOST_CHARACTERS)] == TAI[found[0]]
    assert line_title("en", "mawan", Line("characters", 40, 15)) == "Characters 字 ×15, row 12+ of the table"
