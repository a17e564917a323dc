"""The parts that need no Discord: ids, names, tiles as people say them, order of a hand."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.actions import ChiClaim, DeclareAnGang, Discard, Hu, Special, parse_action
from bot.engine.events import EVERYBODY, Discarded, Event, Noted, Paid, WallEmptied, Won
from bot.engine.money import POT, Transfer
from bot.engine.notation import NotationError, parse_spoken, parse_tiles, print_tiles
from bot.engine.ruleset import Profile
from bot.engine.situation import DISCARD, Win
from bot.engine.tiles import ALL_TILES, Seat, Tile
from bot.render.layout.payments import LABEL, LABELS
from bot.render.text import width
from bot.rules import REGISTRY
from bot.tables.ports import TableId
from bot.texts import LANGUAGES, Language, catalogue
from bot.ui import ids, press
from bot.ui.ids import Verb
from bot.ui.names import LONGEST, NAMELESS, plain, shown
from bot.ui.pictures import arranged, hand_order
from bot.ui.words import closing_lines, last_lines

T = TableId("a1b2c3d4")


def tiles(text: str) -> tuple[Tile, ...]:
    return parse_tiles(text)


# ---------------------------------------------------------------------- what is said at the end of a hand


def test_notes_after_the_last_tile_close_a_hand() -> None:
    ann, bob = Seat(0), Seat(1)
    ready = Noted("ready", ann, tiles("3m"), 2, audience=EVERYBODY)
    pig = Noted("pig", bob, audience=EVERYBODY)
    hidden = Noted("unheard_of", bob, audience=EVERYBODY)
    events = (pig, Discarded(ann, tiles("5m")[0], drawn=False), WallEmptied(), hidden, pig, ready)

    def said(*some: Event) -> tuple[str, ...]:
        return closing_lines("en", "sichuan", some, lambda seat: ("ann", "bob")[seat])

    assert said(*events) == ("bob is a pig.", "ann is ready: 3m, 2 fan.")
    assert said(*events[:3]) == ()
    assert said() == ()


# ---------------------------------------------------------------------- what falls due while a hand is played


def test_what_falls_due_is_told_with_what_it_is_for() -> None:
    ann, bob, cat = Seat(0), Seat(1), Seat(2)
    fines = Paid((Transfer(ann, bob, 2, "followed", "E"), Transfer(ann, cat, 2, "followed", "E")))
    two = Paid((Transfer(ann, bob, 1, "wild_discarded"), *fines.transfers))
    won = Won(bob, tiles("5m")[0], DISCARD, ann, Win((), 1, (), ()), (bob,))
    paid = Paid((Transfer(ann, bob, 3, "share"),))

    def said(*some: Event) -> tuple[str, ...]:
        return last_lines("en", "lishui", some, lambda seat: ("ann", "bob", "cat")[seat])

    assert said(fines) == ("Followed by three: ann -4, bob +2, cat +2",)
    assert said(two) == ("Discarded a wild: ann -1, bob +1 · Followed by three: ann -4, bob +2, cat +2",)
    assert said(won, paid) == ("bob wins on 5m",)
    assert said(Paid((Transfer(ann, POT, 3, "share"),))) == ()


# ---------------------------------------------------------------------- tiles as people say them


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("一万", "1m"), ("5条", "5s"), ("东", "E"), ("红中", "C"), ("白板", "P"), ("五饼", "5p"), ("五筒", "5p"),
        ("east", "E"), ("3 bamboo", "3s"), ("5M", "5m"), ("123万", "123m"), ("三五饼", "35p"), ("White Dragon", "P"),
        ("５筒", "5p"), ("發財", "F"), ("東風", "E"), ("西 北", "WN"), ("5m, 6p", "5m6p"), ("春", "H1"), ("菊", "H8"),
        ("east 3 bamboo 红中", "E 3s C"), ("两条", "2s"), ("seven dots", "7p"), ("e", "E"), ("s", "S"), ("3s", "3s"),
        ("幺鸡", "1s"), ("一条 幺鸡", "11s"), ("幺九条", "19s"), ("bird", "1s"), ("大饼", "1p"), ("🀄", "C"),
        ("🀄\ufe0f🀀", "C E"), ("🀇🀏🀐🀘🀙🀡", "19m19s19p"), ("🀢🀩", "H5 H4"), ("5🀁", None), ("🀫", None), ("幺", None),
        ("索子", None), ("10m", None), ("5z", None), ("ninth", None), ("0m", None), ("万", None), ("hello", None),
    ],
)  # fmt: skip
def test_tiles_are_read_as_people_say_them(said: str, code: str | None) -> None:
    if code is None:
        with pytest.raises(NotationError):
            parse_spoken(said)
    else:
        assert parse_spoken(said) == tiles(code)


@given(st.lists(st.sampled_from(ALL_TILES), min_size=1, max_size=14))
def test_codes_are_read_as_they_are_printed(some: list[Tile]) -> None:
    assert parse_spoken(print_tiles(some)) == tuple(some)


@given(st.text(max_size=30))
def test_any_text_is_tiles_or_refused(text: str) -> None:
    with suppress(NotationError):
        assert all(0 <= tile < 42 for tile in parse_spoken(text))


# ---------------------------------------------------------------------- ids


@pytest.mark.parametrize(
    "action",
    [Discard(Tile(4)), ChiClaim((Tile(2), Tile(3))), DeclareAnGang(Tile(27)), Hu(), Special("void", word="m")],
)
@pytest.mark.parametrize("confirmed", [False, True])
def test_a_button_says_after_any_time_what_it_is_for(action: object, confirmed: bool) -> None:
    custom_id = ids.play_id(T, "12.345", action, confirmed=confirmed)  # type: ignore[arg-type]
    assert len(custom_id) <= ids.LONGEST
    found = press.find(custom_id)
    assert found is not None
    parts = found[1]
    option = ids.read_option(parts["option"])
    assert (parts["table"], parts["prompt"], option.confirmed) == (T, "12.345", confirmed)
    assert parse_action(option.text) == action


def test_every_verb_is_read_again() -> None:
    for verb in Verb:
        for confirmed in (False, True):
            found = press.find(ids.verb_id(T, verb, confirmed=confirmed))
            assert found is not None
            assert (found[1]["option"], bool(found[1]["confirmed"])) == (verb, confirmed)


@pytest.mark.parametrize("custom_id", ["q:", "q:x", "x:a:b:c", "q:a:b", "", "q:a:b:c:d:e"])
def test_other_ids_belong_to_nothing(custom_id: str) -> None:
    assert press.find(custom_id) is None


def test_picked_tiles_become_an_action() -> None:
    assert ids.picked("exchange", ["3m.0", "1m.0", "1m.1"]) == Special("exchange", tiles("113m"))
    with pytest.raises(NotationError):
        ids.picked("exchange", ["boom"])


# ---------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("ann", "ann"), ("小白", "小白"), ("a\u200bb", "ab"), ("\u202eevil", "evil"), ("\u200d", NAMELESS),
        ("", NAMELESS), (" \u3164 ", NAMELESS), ("a\nb", "a b"),
        ("👩\u200d👩", "👩\u200d👩"), ("x" * 40, "x" * (LONGEST - 1) + "…"),
    ],
)  # fmt: skip
def test_names_hold_nothing_invisible(name: str, clean: str) -> None:
    assert plain(name) == clean


@pytest.mark.parametrize("name", ["@everyone", "<@123>", "**b**", "`x`", "||s||", "# t", "[a](http://b)", "<#1>"])
def test_names_are_no_markup_and_mention_nobody(name: str) -> None:
    text = shown(name)
    assert "@everyone" not in text
    assert not text.startswith(("<", "#", "**", "`", "||"))
    assert shown("ann_b") == "ann\\_b"


@given(st.text(max_size=60))
def test_any_name_can_be_shown(name: str) -> None:
    assert 1 <= len(plain(name)) <= LONGEST
    assert "\n" not in shown(name)


# ---------------------------------------------------------------------- order of a hand


def test_wild_tiles_stand_leftmost_and_a_proxy_where_it_plays() -> None:
    profile = Profile(ALL_TILES, wild=Tile(13), plays_as=((Tile(33), Tile(13)),))
    assert print_tiles(hand_order(tiles("1m55p9pP"), profile)) == "55p1m P 9p"
    assert print_tiles(hand_order(tiles("1m55p9pP"), Profile(ALL_TILES))) == "1m559p P"


def test_an_order_of_one_s_own_is_kept_as_far_as_it_goes() -> None:
    profile = Profile(ALL_TILES, wild=Tile(13))
    order = tiles("9m1m5m")
    assert print_tiles(arranged(tiles("159m"), order, profile)) == "915m"
    assert print_tiles(arranged(tiles("1459m5p"), order, profile)) == "5p4915m"
    assert print_tiles(arranged(tiles("15m"), order, profile)) == "15m"


# ---------------------------------------------------------------------- words in pictures


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_paid_for_has_room_in_a_result(language: Language) -> None:
    fronts = tuple(f"{rules}.pay." for rules in REGISTRY)
    words = [said for key, said in catalogue().sentences[language].items() if key.startswith(fronts)]
    assert words
    assert [said for said in words if width(said, 23) > 226] == []


@pytest.mark.parametrize(("language", "widest"), [("en", "9m"), ("zh", "九万")])
def test_a_gang_that_was_paid_for_has_room_with_its_tile(language: Language, widest: str) -> None:
    words = [said for key, said in catalogue().sentences[language].items() if key.startswith("sichuan.pay.")]
    assert words
    assert [said for said in words if width(f"{said} {widest}", LABEL) > LABELS[1] - 4] == []
