"""What a game script that is not one answers, and that a refused line leaves everything as it was."""

import pytest

from bot.engine.events import Discarded
from bot.engine.notation import parse_tile
from bot.engine.replay import HandResult, run_script
from bot.engine.script import ScriptError, parse_script
from bot.engine.tiles import SEATS
from bot.rules import REGISTRY

HEAD = "rules: lishui\n== hand\n"
DEAL = "deal 0: 147m258p369s EESS C\n"
WRONG = [
    ("", 1, "no_rules"),
    ("# nothing but a comment\n", 1, "no_rules"),
    ("# of one rule set\nrules: lishui\nlength: 1\n", 2, "no_hand"),
    ("0 discard 9m\n", 1, "before_first_hand"),
    ("rules: lishui\n== Hand\n", 2, "before_first_hand"),
    ("rules: lishui\ndeal 0: 1m\n", 2, "before_first_hand"),
    ("rules: lishui\nrules: sichuan\n", 2, "set_twice"),
    ("# first\n\nrules: nowhere\n== hand\n", 3, "unknown_rules"),
    ("rules: lishui\nlength: 0\n", 2, "no_count"),
    ("rules: lishui\noptions: length=0\n", 2, "no_count"),
    (f"rules: lishui\nlength: {'9' * 5000}\n", 2, "no_number"),
    ("rules: lishui\nlength: ٣\n", 2, "no_number"),
    ("rules: lishui\nwindows: wide\n", 2, "no_windows"),
    ("rules: lishui\noptions: flowers\n", 2, "option_form"),
    (HEAD + "streak: 0\n", 3, "no_count"),
    (HEAD + "dealer: 4\n", 3, "no_seat"),
    (HEAD + "dealer 2: 1\n", 3, "unknown_setting"),
    (HEAD + "wall 2: 1m\n", 3, "unknown_setting"),
    (HEAD + "deal: 1m\n", 3, "unknown_setting"),
    (HEAD + "deal 4: 1m\n", 3, "no_seat"),
    (HEAD + "deal 10: 1m\n", 3, "no_seat"),
    (HEAD + DEAL + DEAL, 4, "set_twice"),
    (HEAD + "wall: 1m\nwall: 2m\n", 4, "set_twice"),
    (HEAD + "deal 0: 1m\n", 2, "deal_size"),
    (HEAD + "tail: 11111m\n", 2, "too_many"),
    (HEAD + "wall: 1m .\n", 2, "wall_too_short"),
    (HEAD + "wall: 1m . .\n", 3, "notation"),
    (HEAD + "wall: 1m . 2m\n", 3, "notation"),
    (HEAD + "wild: 5p6p\n", 3, "one_tile"),
    (HEAD + "wild: H1\n", 3, "flower"),
    (HEAD + "dice: 7 1\n", 3, "no_dice"),
    (HEAD + "round_wind: 5m\n", 3, "no_wind"),
    (HEAD + "carry: a\n", 3, "option_form"),
    (HEAD + DEAL + "== hand\nstreak: 2\n", 5, "first_hand_only"),
    (HEAD + "0\n", 3, "no_move"),
    (HEAD + "4 discard C\n", 3, "no_seat"),
    (HEAD + "0 discard\n", 3, "one_tile"),
    (HEAD + "0 discard CC\n", 3, "one_tile"),
    (HEAD + "0 discard 红\n", 3, "notation"),
    (HEAD + "0 discard 红中 白板\n", 3, "one_tile"),
    (HEAD + "1 chi 1m\n", 3, "two_tiles"),
    (HEAD + "1 peng C\n", 3, "surplus"),
    (HEAD + "play\n", 3, "no_number"),
    (HEAD + f"play {'9' * 5000}\n", 3, "no_number"),
    (HEAD + "horse ann\n", 3, "no_seat"),
    (HEAD + "ann discard 9m\n", 3, "no_seat"),
    (HEAD + f"horse ann {'9' * 5000}\n", 3, "no_number"),
]


def played(text: str) -> list[HandResult]:
    return run_script(REGISTRY, parse_script(text))


@pytest.mark.parametrize(("text", "line", "reason"), WRONG)
def test_a_script_that_cannot_be_run_names_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(ScriptError) as caught:
        played(text)
    assert (caught.value.number, caught.value.reason) == (line, reason)


def test_an_error_repeats_only_the_beginning_of_a_long_text() -> None:
    with pytest.raises(ScriptError) as caught:
        played(HEAD + "0 discard " + "E" * 10_000)
    assert len(caught.value.text) < 100


@pytest.mark.parametrize("gap", [" ", "   ", "\t"])
def test_white_space_is_as_long_as_one_likes(gap: str) -> None:
    text = HEAD + DEAL + "0 discard C\n"
    (result,) = played(text.replace(" ", gap).replace("\n", "  # why\r\n"))
    assert not result.refused
    assert [event.tile for event in result.events if isinstance(event, Discarded)] == [parse_tile("C")]


def test_tiles_may_be_written_as_people_say_them() -> None:
    codes = "wild: 9s\ndeal 0: 147m58p369s EESS C 5m\ndeal 1: 46m 147p 19s4s EWWNN\nwall: 9p F .\ntail: P\n"
    said = (
        "wild: 九条\ndeal 0: 一四七万 5饼 eight dots 369条 东东 南南 红中 5万\n"
        "deal 1: 46万 147筒 幺鸡 九四索 east 西西 north 北\nwall: 九筒 发财 .\ntail: 白板\n"
    )
    lines = "0 discard {}\n1 chi {}\n1 discard {}\n"
    (one,) = played(HEAD + codes + lines.format("5m", "46m", "4s"))
    (two,) = played(HEAD + said + lines.format("五万", "四六万", "4 bamboo"))
    assert not two.refused
    assert two.events == one.events


@pytest.mark.parametrize("word", ["²", "+-5", "9" * 5000])
def test_what_looks_like_a_number_and_is_none_is_refused_like_any_word(word: str) -> None:
    (result,) = played(HEAD + DEAL + f"0 ting {word}\n")
    assert [each.step.number for each in result.refused] == [4]


CLAIM = "wild: 9s\ndeal 0: 147m58p369s EESS C 5m\ndeal 1: 46m 147p 19s4s EWWNN\n0 discard 5m\n"


@pytest.mark.parametrize(("line", "reason"), [("2 discard 1m", "not_your_turn"), ("1 discard 9s", "wild_kept")])
def test_a_refused_line_leaves_a_claim_open(line: str, reason: str) -> None:
    (result,) = played(HEAD + CLAIM + f"{line}\n1 chi 46m\n1 discard 1p\n")
    assert [(each.step.number, each.reason) for each in result.refused] == [(7, reason)]
    assert len(result.state.hands[1].melds) == 1


def test_a_legal_discard_closes_the_claims_before_it() -> None:
    (result,) = played(HEAD + CLAIM + "1 discard 1p\n1 chi 46m\n")
    assert [each.step.number for each in result.refused] == [8]
    assert not result.state.hands[1].melds


def test_a_wall_that_ends_with_the_deal_turns_no_tile_up() -> None:
    (result,) = played(HEAD + DEAL + "wall: .\n0 discard C\n")
    assert result.drawn
    assert not result.refused


@pytest.mark.parametrize("rules", REGISTRY)
def test_a_flower_is_in_no_hand(rules: str) -> None:
    """Whatever stage a rule set begins with is closed by the discard, and the flower asked for in a turn."""
    lines = "".join(f"{seat} {action} H1\n" for seat in SEATS for action in ("discard", "angang", "bugang"))
    (result,) = played(f"rules: {rules}\n== hand\n0 discard 9m\n{lines}play 1\n{lines}")
    assert len(result.refused) >= 24
