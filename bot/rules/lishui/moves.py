"""What a seat may do at a Lishui table (RULES.md L6–L10, L14, L16)."""

from typing import Final

from bot.engine.actions import HU, PASS, Action, ChiClaim, Discard, GangClaim, Hu, PengClaim, Special
from bot.engine.events import Event, Noted
from bot.engine.hand import Hand, changed
from bot.engine.moves import (
    all_melds,
    can_hu,
    discards,
    hu_if,
    no_outsiders,
    own_gangs,
    waiting_hand,
    with_pass,
)
from bot.engine.ruleset import Moves
from bot.engine.situation import By, Flag, NoWin, Situation, Verdict
from bot.engine.state import Claims, Idle, Moving, Over, Source, State, Turn
from bot.engine.tiles import Seat, Tile
from bot.rules.lishui.flow import TING, UNTING, ting_seats
from bot.rules.lishui.options import DISCARDING_WILD
from bot.rules.lishui.scoring import NO_SHAPE, evaluate, is_ready, may_win
from bot.rules.lishui.wilds import all_wild, proxies, run_order, wild_of

DECLARE: Final = Special(TING)
TAKE_BACK: Final = Special(UNTING)


def judge(state: State, seat: Seat, tile: Tile, by: By, source: Seat | None) -> Verdict:
    """The verdict on the hand with this tile; a hand is never completed by its own claim (``RULES.md L16``)."""
    held, melds, wild = state.hands[seat].keys, state.hands[seat].melds, wild_of(state)
    phase, own = state.phase, by is By.SELF
    if own and isinstance(phase, Turn) and phase.source is Source.CLAIM:
        return NoWin("after_claim")
    waiting = changed(held, tile, -1) if own else held
    complete = held if own else changed(held, tile, 1)
    if tile != wild and not (may_win(waiting, len(melds), wild, 1) and may_win(complete, len(melds), wild)):
        return NO_SHAPE
    flags = _flags(state, seat) if own else frozenset[Flag]()
    hand = Hand(waiting, melds)
    return evaluate(state.options, _situation(state, seat, hand, tile, by, source, flags))


def situation(state: State, seat: Seat) -> Situation | None:
    """The tiles of a seat as they wait; None while they wait for nothing."""
    hand = waiting_hand(state, seat)
    return None if hand is None else _situation(state, seat, hand, Tile(0), By.SELF, None, frozenset())


def _flags(state: State, seat: Seat) -> frozenset[Flag]:
    """What is special about the tile that the seat has drawn (``RULES.md L17``)."""
    phase = state.phase
    if not isinstance(phase, Turn):
        return frozenset()
    match phase.source:
        case Source.DEAL:
            return frozenset((Flag.DEALT,))
        case Source.REPLACEMENT:
            return frozenset((Flag.REPLACEMENT,))
        case Source.WALL if not state.discards[seat]:
            return frozenset((Flag.FIRST_DRAW,))
        case _:
            return frozenset()


def _situation(
    state: State, seat: Seat, hand: Hand, tile: Tile, by: By, source: Seat | None, flags: frozenset[Flag]
) -> Situation:
    return Situation(
        hand=hand,
        tile=tile,
        by=by,
        seat=seat,
        source=source,
        dealer=state.dealer,
        streak=state.streak,
        wild=wild_of(state),
        flags=flags,
    )


# ---------------------------------------------------------------------- turns and claims


def turn(state: State, seat: Seat) -> tuple[Action, ...]:
    """Hu, gangs and discards; only hu where nothing but 财神 is left and they are kept (``RULES.md L7``)."""
    return hu_if(state, seat) + own_gangs(state, seat) + _discards(state, seat)


def _discards(state: State, seat: Seat) -> tuple[Discard, ...]:
    return discards(state.hands[seat], wild_of(state) if _kept(state) else None)


def _kept(state: State) -> bool:
    """Whether a 财神 can't be discarded."""
    return state.options[DISCARDING_WILD] == "refuse"


def claims(state: State, seat: Seat) -> tuple[Action, ...]:
    """Hu, peng, gang and chi; nobody claims a 财神, and none goes into a meld (``RULES.md L7, L8``)."""
    phase = state.phase
    wild = wild_of(state)
    if not isinstance(phase, Claims) or phase.tile == wild:
        return ()
    if state.extra and seat in ting_seats(state):
        return with_pass(hu_if(state, seat))
    melds = all_melds(state, seat, proxies(wild), wild)
    if melds and _kept(state):
        melds = tuple(action for action in melds if not _leaves_only_wilds(state, seat, action))
    hand = state.hands[seat]
    hu = hu_if(state, seat) if may_win(hand.keys, len(hand.melds), wild, 1) else ()
    return with_pass(hu + melds)


def _leaves_only_wilds(state: State, seat: Seat, action: Action) -> bool:
    """Whether a claim would leave nothing to discard but 财神 that are kept (``RULES.md L7``)."""
    phase = state.phase
    if not isinstance(phase, Claims) or not _kept(state):
        return False
    hand = state.hands[seat]
    match action:
        case PengClaim():
            return all_wild(hand.minus(phase.tile, 2), wild_of(state))
        case ChiClaim(tiles=(first, second)):
            return all_wild(hand.minus(first).minus(second), wild_of(state))
        case _:
            return False


def run(state: State, tiles: tuple[Tile, Tile, Tile]) -> tuple[Tile, Tile, Tile]:
    """The tiles of a chi in the order of its run, 白板 where the rank is that it plays as (``RULES.md L6``)."""
    low, middle, high = run_order(tiles, wild_of(state))
    return low, middle, high


# ---------------------------------------------------------------------- 听


def standing(state: State, seat: Seat) -> tuple[Special, ...]:
    """听 while the hand is ready by its shape, and taking it back (``RULES.md L14``)."""
    if isinstance(state.phase, Idle | Over | Moving):
        return ()
    if seat in ting_seats(state):
        return (TAKE_BACK,)
    return (DECLARE,) if _ready(state, seat) else ()


def _ready(state: State, seat: Seat) -> bool:
    """Whether the thirteen tiles are ready, in one's turn those beside the drawn one."""
    phase, hand = state.phase, state.hands[seat]
    if isinstance(phase, Turn) and phase.seat == seat:
        if phase.drawn is None:
            return False
        hand = hand.minus(phase.drawn)
    if isinstance(phase, Claims) and phase.source == seat and phase.by is By.ROB:
        hand = hand.minus(phase.tile)
    return is_ready(state.options, _situation(state, seat, hand, Tile(0), By.SELF, None, frozenset()))


def perform(_state: State, seat: Seat, action: Special) -> tuple[Event, ...]:
    """听 is between the player and the table: nobody else is told."""
    return (Noted(action.name, seat, audience=frozenset((seat,))),)


def forced(state: State, seat: Seat) -> Action | None:
    """Hu with nothing but 财神 left; for a seat that has declared 听, hu when it can and else the drawn tile
    (``RULES.md L7, L14``)."""
    phase = state.phase
    declared = state.extra and seat in ting_seats(state)
    match phase:
        case Turn() if all_wild(state.hands[seat], wild_of(state)) and _kept(state):
            return HU
        case Turn(drawn=drawn) if declared:
            return HU if can_hu(state, seat) or drawn is None else Discard(drawn)
        case Claims() if declared:
            return HU if can_hu(state, seat) else PASS
        case _:
            return None


# ---------------------------------------------------------------------- warnings and reasons


def confirm(state: State, _seat: Seat, action: Action) -> str:
    """Laying down a 财神 is asked about first, for it is fined (``RULES.md L7``)."""
    return "wild_fine" if isinstance(action, Discard) and action.tile == wild_of(state) and not _kept(state) else ""


def why_not(state: State, seat: Seat, action: Action) -> str:
    """The reason of what Lishui alone refuses; "" leaves it to the engine."""
    match action:
        case Special(name="ting"):
            return "already_ting" if seat in ting_seats(state) else "not_ready"
        case Special(name="unting"):
            return "not_ting"
        case Discard(tile=tile) if tile == wild_of(state) and state.hands[seat].count(tile):
            return "wild_kept" if _kept(state) and isinstance(state.phase, Turn) else ""
        case ChiClaim() | PengClaim() | GangClaim() | Hu():
            return _why_no_claim(state, seat, action)
        case _:
            return ""


def _why_no_claim(state: State, seat: Seat, action: Action) -> str:
    phase = state.phase
    if not isinstance(phase, Claims) or phase.source == seat:
        return ""
    if phase.tile == wild_of(state):
        return "wild_unclaimed"
    if isinstance(action, ChiClaim) and wild_of(state) in action.tiles:
        return "wild_in_meld"
    if state.left == 0 and not isinstance(action, Hu):
        return "wall_empty"
    melds = all_melds(state, seat, proxies(wild_of(state)), wild_of(state))
    return "only_wilds_left" if action in melds and _leaves_only_wilds(state, seat, action) else ""


MOVES: Final = Moves(
    judge=judge,
    turn=turn,
    claims=claims,
    standing=standing,
    why_not=why_not,
    perform=perform,
    outside=no_outsiders,
    forced=forced,
    confirm=confirm,
    run=run,
    situation=situation,
)
