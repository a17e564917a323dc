"""A hand decided once more: do today's rules come to what the log says? And do wall and dice come from the secret?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from itertools import takewhile
from typing import Final

from bot.engine.actions import (
    HU,
    Act,
    Action,
    CallOff,
    Command,
    DeclareAnGang,
    DeclareBuGang,
    Discard,
    Elapsed,
    Leave,
    Outside,
    Special,
    StartHand,
)
from bot.engine.decide import decide
from bot.engine.events import (
    Answered,
    BuGangDeclared,
    Discarded,
    Event,
    Forfeited,
    HandBegan,
    HandCalledOff,
    HandEnded,
    Melded,
    Noted,
    Paid,
    Won,
)
from bot.engine.evolve import evolve
from bot.engine.legal import legal
from bot.engine.melds import AnGang
from bot.engine.ruleset import Rejected, RuleSet
from bot.engine.state import Claims, Held, Idle, Over, State
from bot.engine.tiles import SEATS, Seat
from bot.tables.codec import MISFITS
from bot.tables.records import HandRecord, before

BREAKS: Final = (*MISFITS, StopIteration)
"""What the rules break with where a log holds what cannot be."""


class What(StrEnum):
    """What differs first between a log and a hand that is decided anew."""

    TILE = "tile"
    PAYMENT = "payment"
    WORTH = "worth"
    BEGINNING = "beginning"
    NEXT_HAND = "next_hand"
    EVENT = "event"
    REFUSED = "refused"
    MISSING = "missing"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Difference:
    """The first difference. ``number`` counts the events from 1.

    ``logged`` is what the log says (None where it stops too early), ``decided`` what the rules come to (None where they
    refuse). ``reason`` is the slug of the refusal, or what went wrong inside the rules.
    """

    number: int
    what: What
    logged: Event | None
    decided: Event | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Followed:
    """What was asked of the table, one command after the other, each with the state it was given to.

    ``state`` is the table after the last event that the rules come to, too.
    """

    commands: tuple[tuple[State, Command], ...]
    state: State
    difference: Difference | None


def follow(state: State, events: Sequence[Event]) -> Followed:
    """Find the command behind each event, decide it anew from ``state`` on, and compare, up to the first difference."""
    commands: list[tuple[State, Command]] = []
    at = 0
    while at < len(events):
        found = _explained(state, events, at)
        if isinstance(found, Difference):
            return Followed(tuple(commands), state, found)
        command, count = found
        try:
            after = reduce(evolve, events[at : at + count], state)
        except BREAKS as error:
            return Followed(tuple(commands), state, _broken(at, events[at], error))
        commands.append((state, command))
        state = after
        at += count
    return Followed(tuple(commands), state, None)


def audit(rules: RuleSet, record: HandRecord) -> Difference | None:
    """The first difference between the record of a hand and what these rules decide; None where there is none."""
    followed = follow(before(rules, record), record.events)
    if followed.difference is None and not isinstance(followed.state.phase, Idle | Over):
        return Difference(len(record.events) + 1, What.MISSING, None)
    return followed.difference


def _explained(state: State, events: Sequence[Event], at: int) -> tuple[Command, int] | Difference:
    """The command that leads to the events from ``at`` on, and how many it leads to; or what comes nearest."""
    nearest: Difference | None = None
    refused = ""
    for command in _candidates(state, events[at]):
        try:
            decided = decide(state, command)
        except BREAKS as error:
            return _broken(at, events[at], error)
        if isinstance(decided, Rejected):
            refused = refused or decided.reason
            continue
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(decided, events[at:], strict=False)))
        if same == len(decided):
            return command, same
        if nearest is None or at + same + 1 > nearest.number:
            nearest = _difference(decided, events, at, same)
    return nearest or Difference(at + 1, What.REFUSED, events[at], reason=refused)


def _broken(at: int, logged: Event, error: Exception) -> Difference:
    return Difference(at + 1, What.BROKEN, logged, reason=f"{type(error).__name__}: {error}")


def _difference(decided: Sequence[Event], events: Sequence[Event], at: int, same: int) -> Difference:
    number = at + same + 1
    if number > len(events):
        return Difference(number, What.MISSING, None, decided[same])
    logged = events[number - 1]
    return Difference(number, what_differs(logged, decided[same]), logged, decided[same])


def what_differs(logged: Event, decided: Event) -> What:
    """In which respect two events differ."""
    match logged, decided:
        case (Paid(), Paid()) | (Forfeited(), Forfeited()):
            return What.PAYMENT
        case (Won(tile=tile), Won(tile=other)) if tile == other:
            return What.WORTH
        case HandBegan(), HandBegan():
            return What.BEGINNING
        case HandEnded(), HandEnded():
            return What.NEXT_HAND
        case _ if type(logged) is type(decided) and _tiles(logged) != _tiles(decided):
            return What.TILE
        case _:
            return What.EVENT


def _tiles(event: Event) -> tuple[object, ...]:
    return tuple(getattr(event, name, None) for name in ("tile", "tiles", "hands", "gives", "meld"))


# ---------------------------------------------------------------------- which command it was


def _candidates(state: State, event: Event) -> Iterator[Command]:
    """Commands that may have led to an event, the likeliest first."""
    likely = _likely(state, event)
    if likely is not None:
        yield likely
    offer = state.rules.moves.offer(state)
    if offer is not None and isinstance(event, Noted) and event.number is not None and event.word:
        yield Outside(event.word, Special(offer.name, number=event.number))
    if not isinstance(state.phase, Idle | Over):
        yield Elapsed()
        for seat in SEATS:
            yield from (Act(seat, action) for action in legal(state, seat) if isinstance(action, Special))


def _likely(state: State, event: Event) -> Command | None:
    match event:
        case HandBegan(chance=chance):
            return StartHand(chance)
        case Discarded(seat=seat, tile=tile):
            return _act(seat, Discard(tile))
        case Answered(seat=seat, action=action):
            return _act(seat, action)
        case Melded(seat=seat, meld=AnGang(tile=tile)):
            return _act(seat, DeclareAnGang(tile))
        case BuGangDeclared(seat=seat, tile=tile):
            return _act(seat, DeclareBuGang(tile))
        case Won(seat=seat) if not isinstance(state.phase, Claims | Held):
            return _act(seat, HU)
        case Forfeited(seat=seat) if seat in SEATS:
            return Leave(seat)
        case HandCalledOff():
            return CallOff()
        case _:
            return None


def _act(seat: Seat, action: Action) -> Command | None:
    return Act(seat, action) if seat in SEATS else None
