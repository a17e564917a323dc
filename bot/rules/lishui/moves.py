"""What a seat may do at a Lishui table (RULES.md L6–L10, L14, L16)."""

from typing import Final

from bot.engine.actions import HU, PASS, Action, ChiClaim, Discard, GangClaim, Hu, PengClaim, Special
from bot.engine.events import Event, Noted
from bot.engine.hand import Hand, Keys, changed, count_in
from bot.engine.masks import mask_of
from bot.engine.moves import (
    ANYTHING,
    BESIDE,
    Wanted,
    all_melds,
    can_hu,
    discards,
    for_melds,
    hu_if,
    no_outsiders,
    own_gangs,
    waiting_hand,
    with_pass,
)
from bot.engine.ruleset import Moves
from bot.engine.situation import SELF, By, Flag, NoWin, Situation, Verdict, Win
from bot.engine.state import FROM_CLAIM, Claims, Idle, Moving, Over, Source, State, Turn
from bot.engine.tiles import WHITE, Seat, Tile, is_suited
from bot.engine.values import Table
from bot.rules.lishui.flow import TING, UNTING, ting_seats
from bot.rules.lishui.options import DISCARDING_WILD
from bot.rules.lishui.scoring import NO_SHAPE, evaluate, is_ready, may_win
from bot.rules.lishui.wilds import all_wild, proxies, run_order, wild_of

DECLARE: Final = Special(TING)
TAKE_BACK: Final = Special(UNTING)
MELDS: Final = 4


def judge(state: State, seat: Seat, tile: Tile, by: By, source: Seat | None) -> Verdict:
    """The verdict on the hand with this tile; a hand is never completed by its own claim (``RULES.md L8``)."""
    held, melds = state.hands[seat]
    phase, own, wild = state.phase, by is SELF, wild_of(state)
    waiting = changed(held, tile, -1) if own else held
    if tile != wild and _WANTED[wild][waiting] is not ANYTHING:
        return NO_SHAPE
    complete = held if own else changed(held, tile, 1)
    if tile != wild and not may_win(complete, len(melds), wild):
        return NO_SHAPE
    flags = _flags(state, seat) if own else frozenset[Flag]()
    hand = Hand(waiting, melds)
    verdict = evaluate(state.options, _situation(state, seat, hand, tile, by, source, flags))
    claimed = own and isinstance(phase, Turn) and phase.source is FROM_CLAIM
    return NoWin("after_claim") if claimed and isinstance(verdict, Win) else verdict


def _wanted_with(wild: Tile | None) -> Table[Keys, Wanted]:
    """What tiles may claim, 白板 as 财神 too."""
    plays_as = proxies(wild)
    proxied = mask_of(plays_as)
    beside = mask_of(tile for face in plays_as.values() if is_suited(face) for tile in BESIDE[face])

    def find(keys: Keys) -> Wanted:
        if may_win(keys, 0, wild, 1):
            return ANYTHING
        from_any, from_upper = for_melds(keys)
        return from_any, from_upper | proxied | (beside if beside and count_in(keys, WHITE) else 0)

    return Table(find, most=1 << 9)


_WANTED: Final = Table(_wanted_with)
"""By the 财神, then by the tiles."""


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
    kinds = _WANTED[wild][state.hands[seat].keys]
    if not kinds[(phase.source + 1) % 4 == seat] >> phase.tile & 1:
        return ()
    if state.extra and seat in ting_seats(state):
        return with_pass(hu_if(state, seat))
    melds = all_melds(state, seat, proxies(wild), wild)
    if melds and _kept(state):
        melds = tuple([action for action in melds if not _leaves_only_wilds(state, seat, action)])
    return with_pass(hu_if(state, seat) + melds if kinds is ANYTHING else melds)


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
        case Turn() if _nothing_but_kept(state, seat):
            return HU
        case Turn(drawn=drawn) if declared:
            return HU if can_hu(state, seat) or drawn is None else Discard(drawn)
        case Claims() if declared:
            return HU if can_hu(state, seat) else PASS
        case _:
            return None


def _nothing_but_kept(state: State, seat: Seat) -> bool:
    """Whether only 财神 that are kept are left: they are too few to be all but less than four melds."""
    hand = state.hands[seat]
    return len(hand.melds) == MELDS and all_wild(hand, wild_of(state)) and _kept(state)


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
