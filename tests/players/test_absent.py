"""Computer players and 缺: a class of tiles that is not in the hand counts, so its last tile goes first."""

import pytest

from bot.engine.actions import Discard
from bot.engine.notation import parse_tile
from bot.engine.tiles import SEATS
from bot.engine.view import View, view
from bot.players import choose
from tests.players.test_choose import after, with_profile

SINGLES = "rules: mawan\noptions: pot=off\n== hand\ndeal 0: {}\n"
"""Hands in which two tiles go equally well; one of them is the last of its class."""


def seen(hand: str) -> View:
    return view(after(SINGLES.format(hand)), SEATS[0])


@pytest.mark.parametrize(
    ("hand", "goes"),
    [
        ("12m456m23p67p99s E CF", "E"),
        ("12m456m23p67p99s C EW", "C"),
        ("1346m1455779s N PP", "N"),
        ("3778m134689p8s ESW", "8s"),
    ],
)
def test_the_last_tile_of_a_class_goes_first(hand: str, goes: str) -> None:
    there = seen(hand)
    assert choose(there) == Discard(parse_tile(goes))


@pytest.mark.parametrize("hand", ["1346m1455779s N PP", "3778m134689p8s ESW"])
def test_where_it_counts_for_nothing_another_tile_goes(hand: str) -> None:
    there = seen(hand)
    assert choose(with_profile(there, absent=0.0)) != choose(there)


def test_a_class_is_not_worth_the_way_to_a_win() -> None:
    """The pair of 9s is all there is of its suit, and the hand needs it."""
    assert choose(seen("12m456m23p67p99s E CF")) != Discard(parse_tile("9s"))
    assert choose(seen("123m456m789m23p99s C")) == Discard(parse_tile("C"))
