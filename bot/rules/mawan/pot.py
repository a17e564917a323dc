"""破盆 and 敲牌: the pot, folded from what went along into the hand and what has happened in it (RULES.md M15–M17)."""

from dataclasses import dataclass, replace
from typing import Final

from bot.engine.events import (
    EVERYBODY,
    BuGangDeclared,
    Carry,
    Dealt,
    Discarded,
    Drew,
    Event,
    HandBegan,
    Noted,
    Paid,
    TurnCame,
)
from bot.engine.evolve import set_at
from bot.engine.money import POT, Transfer
from bot.engine.state import Idle, Over, State
from bot.engine.tiles import SEATS, Seat
from bot.rules.mawan import names

LAST_HAND: Final = 3
"""A pot lives for at most so many hands."""


@dataclass(frozen=True, slots=True)
class Pot:
    """A pot that stands: which of its hands this is, from 1, and what each seat has paid in."""

    hand: int
    paid: tuple[int, int, int, int]

    @property
    def points(self) -> int:
        """What lies there."""
        return sum(self.paid)


def pot_of(state: State) -> Pot | None:
    """The pot that stands now, between hands the one that goes into the next; None where there is none."""
    pot = _carried(state.carry)
    for event in () if isinstance(state.phase, Idle | Over) else state.history:
        if isinstance(event, Noted):
            pot = _after(pot, event)
    return pot


def carry_of(pot: Pot | None) -> Carry:
    """What a pot takes along into the next hand."""
    if pot is None:
        return ()
    paid = tuple((f"pot_paid_{seat}", pot.paid[seat]) for seat in SEATS)
    return (("pot_hand", pot.hand + 1), *paid)


def _carried(carry: Carry) -> Pot | None:
    values = {name: int(value) for name, value in carry}
    if "pot_hand" not in values:
        return None
    a, b, c, d = (values[f"pot_paid_{seat}"] for seat in SEATS)
    return Pot(values["pot_hand"], (a, b, c, d))


def _after(pot: Pot | None, event: Noted) -> Pot | None:
    seat, points = event.seat, event.number
    match event.name:
        case names.POT_BROKEN if seat is not None and points is not None:
            return Pot(1, set_at((0, 0, 0, 0), seat, points))
        case names.POT_DOUBLED if pot is not None and seat is not None and points is not None:
            return replace(pot, paid=set_at(pot.paid, seat, pot.paid[seat] + points))
        case names.POT_TAKEN | names.POT_BURNT | names.POT_RETURNED:
            return None
        case _:
            return pot


def broken_by(state: State, seat: Seat) -> tuple[Event, ...]:
    """RULES.md M15: a seat breaks a pot and pays it in."""
    points = state.options.number("pot_size") * state.options.number("stake")
    paid = Paid((Transfer(seat, POT, points, "pot_in"),))
    return (paid, Noted(names.POT_BROKEN, seat, number=points, audience=EVERYBODY))


def settled(state: State, *, last: bool) -> tuple[Event, ...]:
    """RULES.md M16: what becomes of the pot after the hand, which is the ``last`` of the match or not."""
    pot = pot_of(state)
    if pot is None:
        return ()
    winner = state.wins[0].seat if state.wins else None
    if winner is not None and winner in knocked(state):
        paid = Paid((Transfer(POT, winner, pot.points, "pot_out"),))
        return (paid, Noted(names.POT_TAKEN, winner, number=pot.points, audience=EVERYBODY))
    if pot.hand == LAST_HAND:
        return _given_back(pot, names.POT_BURNT)
    if last:
        return _given_back(pot, names.POT_RETURNED)
    if winner is None:
        return ()
    paid = Paid((Transfer(winner, POT, pot.points, "pot_doubled"),))
    return (paid, Noted(names.POT_DOUBLED, winner, number=pot.points, audience=EVERYBODY))


def called_off(state: State) -> tuple[Transfer, ...]:
    """What lay in the pot before this hand (between hands: what lies there) goes back to those who paid it in."""
    pot = _carried(state.carry)
    return () if pot is None else _back(pot)


def undone(state: State) -> Carry:
    """The pot as it was before the hand whose points are taken back: that hand is none of its three."""
    first = state.history[0]
    return first.carry if isinstance(first, HandBegan) else state.carry


def _back(pot: Pot) -> tuple[Transfer, ...]:
    return tuple(Transfer(POT, seat, pot.paid[seat], "pot_back") for seat in SEATS if pot.paid[seat])


def _given_back(pot: Pot, name: str) -> tuple[Event, ...]:
    return (Paid(_back(pot)), Noted(name, number=pot.points, audience=EVERYBODY))


def knocked(state: State) -> frozenset[Seat]:
    """The seats that have knocked since the last tile was drawn, laid or shown: with the hu, or after it."""
    seats = set()
    for event in reversed(state.history):
        if isinstance(event, Discarded | BuGangDeclared | Drew | TurnCame | Dealt):
            break
        if isinstance(event, Noted) and event.name == names.KNOCK and event.seat is not None:
            seats.add(event.seat)
    return frozenset(seats)
