"""Rows that need traits, rows that count, and rows that fall away beside others."""

from dataclasses import dataclass
from typing import Final

import pytest

from bot.engine.patterns import Contained, Row, fitting, once, resolve, tally, total_of
from bot.engine.situation import Line
from bot.rules.lishui import traits as lishui
from bot.rules.mawan import traits as mawan
from bot.rules.sichuan import traits as sichuan

WIDE, LONG = 1, 2


@dataclass(frozen=True, slots=True)
class Facts:
    """What the rows of this page ask for."""

    sides: int


TABLE: Final[tuple[Row[Facts], ...]] = (
    Row("wide", 3, once, "T1", (Contained("sides", lambda _facts: 1),), WIDE),
    Row("both", 5, once, "T1", (Contained("wide"), Contained("nowhere")), WIDE | LONG),
    Row("sides", 2, lambda facts: facts.sides, "T1"),
    Row("square", 7, lambda facts: facts.sides == 4, "T1"),
)


def ids(rows: tuple[Row[Facts], ...]) -> list[str]:
    return [row.id for row in rows]


@pytest.mark.parametrize(
    ("traits", "expected"),
    [
        (0, ["sides", "square"]),
        (WIDE, ["wide", "sides", "square"]),
        (LONG, ["sides", "square"]),
        (WIDE | LONG | 4, ["wide", "both", "sides", "square"]),
    ],
)
def test_a_row_fits_where_all_its_traits_are(traits: int, expected: list[str]) -> None:
    assert ids(fitting(TABLE, traits)) == expected


def test_rows_count_as_often_as_they_say_and_yes_is_once() -> None:
    assert resolve(fitting(TABLE, 0), Facts(4)) == (Line("sides", 8, 4), Line("square", 7, 1))
    assert [type(line.count) for line in resolve(fitting(TABLE, 0), Facts(4))] == [int, int]
    assert resolve(fitting(TABLE, 0), Facts(0)) == ()


def test_some_of_a_row_is_contained_in_another() -> None:
    assert resolve(fitting(TABLE, WIDE), Facts(3)) == (Line("wide", 3), Line("sides", 4, 2))
    assert resolve(fitting(TABLE, WIDE), Facts(1)) == (Line("wide", 3),)


def test_a_contained_row_still_contains() -> None:
    assert resolve(fitting(TABLE, WIDE | LONG), Facts(2)) == (Line("both", 5), Line("sides", 2))


def test_the_tally_keeps_the_order_of_the_table() -> None:
    counted = tally(fitting(TABLE, WIDE), Facts(4))
    assert [(row.id, count) for row, count in counted] == [("wide", 1), ("sides", 3), ("square", 1)]
    assert total_of(resolve(fitting(TABLE, WIDE), Facts(4))) == 3 + 6 + 7


@pytest.mark.parametrize("traits", [lishui, mawan, sichuan])
def test_every_trait_is_a_bit_of_its_own(traits: object) -> None:
    bits = [value for name, value in vars(traits).items() if name.isupper() and isinstance(value, int)]
    assert len(bits) >= 11
    assert sum(bits) == (1 << len(bits)) - 1
