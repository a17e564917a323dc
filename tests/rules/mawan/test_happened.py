"""M13 and M14 in themselves: which chi breaks a run, and which open sets are warned of."""

import pytest

from bot.engine.hand import Hand
from bot.engine.melds import Meld
from bot.engine.notation import parse_meld, parse_tile, parse_tiles
from bot.engine.options import choose
from bot.engine.score import ScoreError, read_request, waits_of
from bot.engine.situation import Flag
from bot.engine.tiles import SEATS
from bot.rules import REGISTRY
from bot.rules.mawan import MAWAN
from bot.rules.mawan.happened import THREATS, breaks_run
from bot.rules.mawan.options import OPTIONS
from tests.rules.mawan.play import after


@pytest.mark.parametrize(
    ("held", "used", "claimed", "broken"),
    [
        ("345m", "45m", "6m", True),
        ("345m", "34m", "2m", True),
        ("123m", "23m", "4m", True),
        ("789s", "78s", "6s", True),
        ("345m", "45m", "3m", False),
        ("345m", "35m", "4m", False),
        ("45m", "45m", "6m", False),
        ("12m", "12m", "3m", False),
        ("9m 12p", "12p", "3p", False),
        ("89m 1p", "89m", "7m", False),
        ("33445m", "45m", "6m", True),
        ("334455m", "45m", "6m", False),
        ("2345m", "45m", "6m", True),
        ("12345m", "45m", "6m", False),
        ("3456m", "45m", "6m", True),
        ("3456m", "45m", "3m", True),
        ("345567m", "45m", "6m", True),
        ("3345m", "45m", "6m", True),
    ],
)
def test_which_chi_breaks_a_run(held: str, used: str, claimed: str, broken: bool) -> None:
    low, high = parse_tiles(used)
    assert breaks_run(Hand.of(parse_tiles(held)), (low, high), parse_tile(claimed)) is broken


def melds(text: str) -> tuple[Meld, ...]:
    return tuple(parse_meld(each) for each in text.split())


@pytest.mark.parametrize(
    ("laid", "warned"),
    [
        ("peng(222m<0) chi(345m<0) gang(8888m<0)", "one_suit"),
        ("peng(222m<0) chi(345m<0) peng(888s<0)", ""),
        ("peng(EEE<0) chi(345m<0) peng(888m<0)", ""),
        ("peng(222m<0) peng(222p<0) chi(345s<0)", "three_suit_triplets"),
        ("peng(222m<0) bugang(2222p<0) peng(777s<0)", "three_suit_triplets"),
        ("peng(222m<0) chi(123p<0) chi(123s<0)", ""),
        ("peng(222m<0) peng(222p<0) chi(345s<0) chi(678s<0)", ""),
        ("peng(222m<0) peng(222p<0) peng(222s<0) chi(678s<0)", "three_suit_triplets"),
        ("peng(CCC<0) peng(FFF<0) chi(345s<0)", "three_dragons"),
        ("peng(CCC<0) peng(EEE<0) chi(345s<0)", ""),
        ("peng(CCC<0) peng(FFF<0) chi(345s<0) chi(678s<0)", ""),
        ("peng(EEE<0) gang(SSSS<0) chi(345s<0)", "four_winds"),
        ("peng(EEE<0) peng(SSS<0) chi(345s<0) chi(345p<0)", ""),
        ("peng(EEE<0) peng(SSS<0) peng(WWW<0) chi(345p<0)", "four_winds"),
        ("peng(EEE<0) peng(SSS<0) peng(CCC<0) peng(FFF<0)", ""),
        ("peng(EEE<0) peng(SSS<0) peng(CCC<0)", "four_winds"),
    ],
)
def test_which_open_sets_are_warned_of(laid: str, warned: str) -> None:
    found = [threat.name.removeprefix("warned_") for threat in THREATS if threat.fitting(melds(laid))]
    assert found == [warned] * bool(warned)


def test_the_tiles_of_a_warning_are_those_that_would_help() -> None:
    one_suit, three_suits, dragons, winds = (threat.fitting for threat in THREATS)
    assert one_suit(melds("peng(222m<0) chi(345m<0) gang(8888m<0)")) == parse_tiles("123456789m")
    assert three_suits(melds("peng(222m<0) peng(222p<0) chi(345s<0)")) == parse_tiles("2m2p2s")
    assert dragons(melds("peng(CCC<0) peng(FFF<0) chi(345s<0)")) == parse_tiles("CFP")
    assert winds(melds("peng(EEE<0) peng(SSS<0) chi(345s<0)")) == parse_tiles("ESWN")


def test_what_is_warned_of_are_lines() -> None:
    lines = {line for threat in THREATS for line in threat.lines}
    assert lines <= set(REGISTRY["mawan"].scoring.patterns(choose(OPTIONS, {})))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"melds": ["chi(124m<3)"]}, "mawan.no_run"),
        ({"melds": ["chi(ESW<3)"]}, "mawan.no_run"),
        ({"melds": ["chi(89m1p<3)"]}, "mawan.no_run"),
        ({"wild": "5m"}, "mawan.no_wild"),
        ({"liable": 0, "seat": 0}, "mawan.liable_wins"),
        ({"melds": ["chi(312m<3)"]}, ""),
        ({"liable": 1}, ""),
    ],
)
def test_what_cannot_be_is_named(changes: dict[str, object], reason: str) -> None:
    data = {"rules": "mawan", "hand": "456p78p99s555s", "melds": ["peng(EEE<1)"], "tile": "6p", **changes}
    if not reason:
        assert read_request(REGISTRY, data).rules.id == "mawan"
        return
    with pytest.raises(ScoreError) as error:
        read_request(REGISTRY, data)
    assert error.value.reason == reason


def test_a_dealer_may_discard_first_what_a_gang_has_brought() -> None:
    """The first discard need not be one of the dealt tiles: the hand waits, and wins, but not as it was dealt (M7)."""
    lines = "deal 0: EEEE 123m456p789s9s\ntail: 7m\nwall: 1p 2p 3p 9s\n0 angang E\n0 discard 7m\n"
    situation = MAWAN.moves.situation(after(lines, options="pot=off"), SEATS[0])
    assert situation is not None
    assert Flag.READY_AT_DEAL not in situation.flags
    (won,) = after(f"{lines}play 3\n0 hu", options="pot=off").wins
    assert "ready_at_deal" not in [line.id for line in won.win.lines]


def test_a_dealer_is_told_before_the_first_discard_what_the_dealt_hand_would_be_worth() -> None:
    """M7: the thirteen without the tile dealt last are as dealt, once that one is discarded."""
    dealt = "deal 0: 123456m678s99s46p E\n"
    for lines, worth in ((dealt, 120), (f"{dealt}wall: 1p 2p 3p S\n0 discard E\nplay 3\n", 120)):
        situation = MAWAN.moves.situation(after(lines, options="pot=off"), SEATS[0])
        assert situation is not None
        (wait,) = waits_of(MAWAN, choose(OPTIONS, {}), situation)
        assert (wait.discard, wait.own) == (worth, worth)
    (won,) = after(f"{dealt}wall: 1p 2p 3p 5p\n0 discard E\nplay 3\n0 hu", options="pot=off").wins
    assert won.win.total == 120


def test_a_hand_that_has_changed_or_is_complete_as_dealt_is_not_ready_as_dealt() -> None:
    changed = "deal 0: 123456m678s99s46p E\nwall: 1p 2p 3p 9s\n0 discard E\nplay 3\n0 discard 8s\n"
    situation = MAWAN.moves.situation(after(changed, options="pot=off"), SEATS[0])
    assert situation is not None
    assert Flag.READY_AT_DEAL not in situation.flags
    (won,) = after("deal 0: 123456m678s99s46p 5p\n0 hu", options="pot=off").wins
    assert "ready_at_deal" not in [line.id for line in won.win.lines]
