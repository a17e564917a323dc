"""What a seat may do at a Riverside table (RULES.md R1, R3)."""

from typing import Final

from bot.engine.actions import HU, PASS, Action, ChiClaim, Discard, Special
from bot.engine.events import EVERYBODY, Event, Noted
from bot.engine.moves import can_hu, discards, hu_if, own_gangs, peng_and_gang, waiting_hand, with_pass
from bot.engine.ruleset import Moves
from bot.engine.situation import SELF, By, NoWin, Situation, Verdict
from bot.engine.state import FROM_CLAIM, Claims, State, Turn
from bot.engine.tiles import Seat, Tile

from .flow import offer, outside, river
from .scoring import ANCHORED, evaluate, waits

ANCHOR: Final = Special("anchor")


def judge(state: State, seat: Seat, tile: Tile, by: By, source: Seat | None) -> Verdict:
    """The verdict on completing the seat's hand with this tile; a claimed tile completes nothing in one's turn."""
    phase = state.phase
    if isinstance(phase, Turn) and phase.source is FROM_CLAIM:
        return NoWin("after_claim")
    hand = state.hands[seat].minus(tile) if by is SELF else state.hands[seat]
    return evaluate(state.options, Situation(hand, tile, by, seat, source, flags=_flags(state, seat)))


def situation(state: State, seat: Seat) -> Situation | None:
    """The seat's tiles as they wait."""
    hand = waiting_hand(state, seat)
    return None if hand is None else Situation(hand, Tile(0), SELF, seat, flags=_flags(state, seat))


def _flags(state: State, seat: Seat) -> frozenset[str]:
    return frozenset((ANCHORED,)) if seat in river(state).anchored else frozenset()


def turn(state: State, seat: Seat) -> tuple[Action, ...]:
    """Hu, gangs, any discard."""
    return hu_if(state, seat) + own_gangs(state, seat) + discards(state.hands[seat])


def claims(state: State, seat: Seat) -> tuple[Action, ...]:
    """Hu, peng and gang; at anchor hu alone."""
    calls = () if seat in river(state).anchored else peng_and_gang(state, seat)
    return with_pass(hu_if(state, seat) + calls)


def standing(state: State, seat: Seat) -> tuple[Special, ...]:
    """Dropping anchor, in one's own turn and ready without the drawn tile."""
    phase = state.phase
    if not isinstance(phase, Turn) or phase.seat != seat or seat in river(state).anchored:
        return ()
    waiting = situation(state, seat)
    return (ANCHOR,) if waiting is not None and waits(state.options, waiting) else ()


def forced(state: State, seat: Seat) -> Action | None:
    """At anchor the table plays on."""
    if seat not in river(state).anchored:
        return None
    match state.phase:
        case Turn(drawn=drawn) if drawn is not None:
            return HU if can_hu(state, seat) else Discard(drawn)
        case Claims():
            return HU if can_hu(state, seat) else PASS
        case _:
            return None


def why_not(state: State, seat: Seat, action: Action) -> str:
    """What these rules alone refuse."""
    match action:
        case ChiClaim():
            return "no_chi"
        case Special(name="anchor"):
            return "at_anchor" if seat in river(state).anchored else "no_anchor"
        case _:
            return ""


def perform(_state: State, seat: Seat, _action: Special) -> tuple[Event, ...]:
    """Everybody sees who drops anchor."""
    return (Noted("anchored", seat, audience=EVERYBODY),)


def run(_state: State, tiles: tuple[Tile, Tile, Tile]) -> tuple[Tile, Tile, Tile]:
    """The tiles of a chi in order."""
    low, middle, high = sorted(tiles)
    return (low, middle, high)


MOVES: Final = Moves(
    judge=judge,
    turn=turn,
    claims=claims,
    standing=standing,
    why_not=why_not,
    perform=perform,
    outside=outside,
    forced=forced,
    confirm=lambda _state, _seat, action: "anchor" if action == ANCHOR else "",
    run=run,
    situation=situation,
    habits=lambda state, seat: next(iter(standing(state, seat)), None),
    offer=offer,
)
