"""A stored hand against its proof, its wall and the ledger: what a changed record gives away under any rules."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.engine.events import Dealt, Drew, End, Turned
from bot.engine.notation import print_tile, print_tiles
from bot.engine.ruleset import RuleSet
from bot.engine.state import State
from bot.engine.tiles import Tile
from bot.tables.booking import books_alike, unlike
from bot.tables.ledger_values import BookedItem
from bot.tables.proving import Checked, proved
from bot.tables.records import FIRST_EVENT, HandRecord, RecordError, before, states


@dataclass(frozen=True, slots=True)
class Astray:
    """Tiles that are not those of the wall: the line of the record, and the codes of both."""

    line: int
    found: str
    expected: str


@dataclass(frozen=True, slots=True)
class Unpaid:
    """The first payment in which the ledger and the hand differ, as each of them says it."""

    booked: str
    paid: str


Fault = Checked | RecordError | Astray | Unpaid


def faults(rules: RuleSet, record: HandRecord, booked: BookedItem | None) -> Iterator[Fault]:
    """Whatever shows that the record of a hand, or its booking (None: not counted), is not what it was.

    Raises OptionError where these rules don't know the hand's options.
    """
    try:
        yield from (claim for claim in proved(rules, record) if not claim.holds)
        played = states(rules, record)
    except RecordError as error:
        yield error
        return
    yield from _astray(before(rules, record), played, record)
    if booked is not None and not books_alike(booked.lines, played[-1].paid):
        yield Unpaid(*unlike(booked.lines, played[-1].paid))


def _astray(first: State, played: tuple[State, ...], record: HandRecord) -> Iterator[Astray]:
    """The first tiles that did not come from where the wall has them."""
    for line, (event, state, after) in enumerate(
        zip(record.events, (first, *played[:-1]), played, strict=True), FIRST_EVENT
    ):
        match event:
            case Dealt(hands=hands):
                pair = _codes([tile for hand in hands for tile in hand]), _codes(after.wall[: after.head])
            case Turned(tile=tile):
                pair = _codes([tile]), _codes(after.turned[-1:])
            case Drew(tile=tile, end=end):
                pair = _codes([tile]), _codes(_next(state, end))
            case _:
                continue
        if pair[0] != pair[1]:
            yield Astray(line, *pair)
            return


def _next(state: State, end: End) -> tuple[Tile, ...]:
    left = state.wall[state.head : state.tail]
    return left[:1] if end is End.HEAD else left[-1:]


def _codes(tiles: list[Tile] | tuple[Tile, ...]) -> str:
    return print_tile(tiles[0]) if len(tiles) == 1 else print_tiles(sorted(tiles))
