"""Patterns as rows of a table, and the one resolver that counts them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.engine.situation import Line

F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class Contained(Generic[F]):
    """What falls away beside a row: all of ``id``, or as many as ``count`` says."""

    id: str
    count: Callable[[F], int] | None = None


@dataclass(frozen=True, slots=True)
class Row(Generic[F]):
    """One pattern: what it is worth each time, how often it is there, and where the rules say so.

    ``contains`` lists what it makes impossible to count besides; of the rows of one ``group`` only the best counts.
    """

    id: str
    worth: int
    count: Callable[[F], int]
    section: str
    contains: tuple[Contained[F], ...] = ()
    group: str = ""


def resolve(rows: Sequence[Row[F]], facts: F) -> tuple[Line, ...]:
    """The lines that count, in the order of the table, after what is contained and what a group beats is dropped."""
    counted = [(row, int(count)) for row in rows if (count := row.count(facts)) > 0]
    present = _unbeaten(counted)
    left = {row.id: count for row, count in present}
    for row, _ in present:
        for part in row.contains:
            if part.id in left:
                left[part.id] -= left[part.id] if part.count is None else part.count(facts)
    return tuple([_line(row, left[row.id]) for row, _ in present if left[row.id] > 0])


def _line(row: Row[F], count: int) -> Line:
    return Line(row.id, row.worth * count, count)


def _unbeaten(counted: list[tuple[Row[F], int]]) -> list[tuple[Row[F], int]]:
    """The counted rows without those that another of their group beats; of equals the one that stands first stays."""
    best: dict[str, tuple[Row[F], int]] = {}
    for row, count in counted:
        if row.group and (row.group not in best or row.worth * count > best[row.group][0].worth * best[row.group][1]):
            best[row.group] = (row, count)
    if not best:
        return counted
    return [(row, count) for row, count in counted if not row.group or best[row.group][0] is row]


def total_of(lines: Sequence[Line]) -> int:
    """The sum of the lines' worths."""
    return sum([line.worth for line in lines])
