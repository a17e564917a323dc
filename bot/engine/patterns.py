"""Patterns as rows of a table, and the one resolver that counts them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from bot.engine.situation import Line

F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class Contained(Generic[F]):
    """What falls away beside a row: all of ``id``, or as many as ``count`` says."""

    id: str
    count: Callable[[F], int] | None = None


def once(_facts: object) -> int:
    """The count of a row that is there whenever its traits are."""
    return 1


@dataclass(frozen=True, slots=True, eq=False)
class Row(Generic[F]):
    """One pattern: what it is worth each time, how often it is there (never less than 0), and where the rules say so.

    ``contains`` lists what it makes impossible to count besides.
    ``needs`` are traits that the facts must have, all of them, as bits that the rule set names: where one is lacking,
    ``count`` is not asked.
    """

    id: str
    worth: int
    count: Callable[[F], int]
    section: str
    contains: tuple[Contained[F], ...] = ()
    needs: int = 0


def fitting(rows: Iterable[Row[F]], traits: int) -> tuple[Row[F], ...]:
    """The rows whose needs these traits meet, in the order of the table."""
    return tuple([row for row in rows if row.needs & traits == row.needs])


def tally(rows: Sequence[Row[F]], facts: F) -> list[tuple[Row[F], int]]:
    """The rows that count and how often, in the order of the table; what is contained in others is left out.

    The facts have the traits that these rows need (``fitting``).
    """
    counted = [(row, int(count)) for row in rows if (count := row.count(facts))]
    contained = [part for row, _ in counted for part in row.contains]
    if not contained:
        return counted
    left = {row.id: count for row, count in counted}
    for part in contained:
        if part.id in left:
            left[part.id] -= left[part.id] if part.count is None else part.count(facts)
    return [(row, left[row.id]) for row, _ in counted if left[row.id] > 0]


def resolve(rows: Sequence[Row[F]], facts: F) -> tuple[Line, ...]:
    """The lines of what counts, as ``tally`` finds it."""
    return tuple([line(row.id, row.worth * count, count) for row, count in tally(rows, facts)])


@lru_cache(maxsize=1 << 10)
def line(slug: str, worth: int, count: int = 1) -> Line:
    """A line without parts; there are few different ones."""
    return Line(slug, worth, count)


def total_of(lines: Sequence[Line]) -> int:
    """The sum of the lines' worths."""
    return sum([line.worth for line in lines])
