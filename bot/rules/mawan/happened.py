"""What happened in the hand, read off its events: flags, open tiles, 包胡 (RULES.md M7, M10, M13, M14)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from bot.engine.actions import ChiClaim, GangClaim
from bot.engine.events import EVERYBODY, Dealt, Event, Melded, Noted, Won
from bot.engine.hand import Hand, keys_of
from bot.engine.history import discarded
from bot.engine.melds import Chi, Meld, is_open, tiles_of
from bot.engine.moves import waiting_hand
from bot.engine.situation import By, Flag, Situation
from bot.engine.state import Claims, Held, Source, State, Turn
from bot.engine.tiles import DRAGONS, SEATS, SUIT_TILES, WINDS, Seat, Suit, Tile, suit_of, tile_at
from bot.rules.mawan.names import TROUSERS, round_wind


def situation_of(state: State, seat: Seat, tile: Tile, by: By, source: Seat | None) -> Situation:
    """The seat's hand completed by this tile now, with all that a hand alone cannot show.

    ``liable`` is left open: who answers for everybody depends on the win (``liable_for``).
    """
    hand = state.hands[seat]
    if by is By.SELF:
        hand = hand.minus(tile)
    return Situation(
        hand=hand,
        tile=tile,
        by=by,
        seat=seat,
        source=source,
        dealer=state.dealer,
        streak=state.streak,
        round_wind=round_wind(state.passes),
        flags=frozenset(_flags(state, seat, hand, by)),
        seen=_seen(state, seat, tile if by is By.DISCARD else None),
    )


def waiting_situation(state: State, seat: Seat) -> Situation | None:
    """The tiles of a seat as they wait, with what the seat knows already; None while they wait for nothing.

    Whatever lies open counts as seen, but for the tile that is offered, which may be the one that is won on.
    """
    hand = waiting_hand(state, seat)
    if hand is None:
        return None
    claims = claims_now(state)
    offered = claims is not None and claims.by is By.DISCARD
    return Situation(
        hand=hand,
        tile=Tile(0),
        by=By.SELF,
        seat=seat,
        dealer=state.dealer,
        streak=state.streak,
        round_wind=round_wind(state.passes),
        flags=frozenset((Flag.READY_AT_DEAL,)) if _as_dealt(state, seat, hand) else frozenset(),
        seen=_seen(state, seat, claims.tile if claims is not None and offered else None),
    )


def claims_now(state: State) -> Claims | None:
    """The claims on the tile that is offered, also while they rest; None where nothing is."""
    match state.phase:
        case Claims() as claims:
            return claims
        case Held(claims=claims):
            return claims
        case _:
            return None


def _flags(state: State, seat: Seat, hand: Hand, by: By) -> Iterator[Flag]:
    if _as_dealt(state, seat, hand):
        yield Flag.READY_AT_DEAL
    match by:
        case By.SELF:
            yield from _draw_flags(state)
        case By.DISCARD:
            if len(discarded(state)) == 1:
                yield Flag.FIRST_DISCARD
            claims = claims_now(state)
            if claims is not None and any(isinstance(action, GangClaim) for _, action in claims.answers):
                yield Flag.GANG_CLAIMED
        case By.ROB:
            return


def _draw_flags(state: State) -> Iterator[Flag]:
    phase = state.phase
    if not isinstance(phase, Turn):
        return
    if phase.source is Source.DEAL:
        yield Flag.DEALT
    if phase.source is Source.REPLACEMENT:
        yield Flag.REPLACEMENT
    if state.left == 0:
        yield Flag.LAST_TILE


def _as_dealt(state: State, seat: Seat, hand: Hand) -> bool:
    """Whether the thirteen tiles are those that were dealt, for the dealer less the first discard (举手听).

    Before that discard they are any thirteen of the fourteen.
    """
    if hand.melds:
        return False
    tiles = next((list(event.hands[seat]) for event in state.history if isinstance(event, Dealt)), [])
    if seat == state.dealer:
        first = discarded(state)[:1]
        if not first:
            return True
        tiles.remove(first[0].tile)
    return hand.keys == keys_of(tiles)


def _seen(state: State, seat: Seat, offered: Tile | None) -> tuple[Tile, ...]:
    """The discards and the open melds of the others (RULES.md M10), less the tile that is offered."""
    lying = [laid.tile for pile in state.discards for laid in pile if laid.taken is None]
    if offered is not None:
        lying.remove(offered)
    melds = (meld for other in SEATS if other != seat for meld in state.hands[other].melds)
    return (*lying, *(tile for meld in melds if is_open(meld) for tile in tiles_of(meld)))


# ---------------------------------------------------------------------- breaking an own run, 脱裤子


def takes_trousers(state: State, seat: Seat, action: ChiClaim) -> bool:
    """RULES.md M13: whether a chi of the offered tile would break a run of one's own to lay its neighbour."""
    claims = claims_now(state)
    return claims is not None and breaks_run(state.hands[seat], action.tiles, claims.tile)


def breaks_run(hand: Hand, used: tuple[Tile, Tile], claimed: Tile) -> bool:
    """Whether ``used`` stood in a run with a third tile of ``hand`` that stands in none once they are gone.

    The run that is laid is another one than the run that is broken: the third tile is not of the claimed kind.
    """
    low, high = used
    if high != low + 1:
        return False
    third = low - 1 if claimed == high + 1 else high + 1
    if third not in range(27) or third // 9 != low // 9 or not hand.count(Tile(third)):
        return False
    return not _stands_in_run(hand.minus(low).minus(high), Tile(third))


def _stands_in_run(hand: Hand, tile: Tile) -> bool:
    starts = (start for start in range(tile - 2, tile + 1) if start // 9 == (start + 2) // 9 == tile // 9)
    return any(all(hand.count(Tile(start + step)) for step in range(3)) for start in starts)


def marks(state: State) -> tuple[Seat, ...]:
    """The seats that have been marked for 脱裤子, in the order of it."""
    return tuple(
        event.seat
        for event in state.history
        if isinstance(event, Noted) and event.name == TROUSERS and event.seat is not None
    )


def _mark(state: State, event: Melded) -> tuple[Event, ...]:
    meld = event.meld
    if not isinstance(meld, Chi) or meld.claimed is None:
        return ()
    used = sorted(meld.tiles)
    used.remove(meld.claimed)
    low, high = used
    before = state.hands[event.seat].plus(low).plus(high)
    if not breaks_run(before, (low, high), meld.claimed):
        return ()
    return (Noted(TROUSERS, event.seat, meld.tiles, audience=frozenset((event.seat,))),)


# ---------------------------------------------------------------------- big hands that everybody is warned of


@dataclass(frozen=True, slots=True)
class Threat:
    """A big hand that open sets may become: the name of its warning, and the lines that are meant by it.

    ``fitting`` are the kinds that would bring it nearer, empty where the sets do not point to it.
    """

    name: str
    lines: tuple[str, ...]
    fitting: Callable[[tuple[Meld, ...]], tuple[Tile, ...]]


def _fits_one_suit(laid: tuple[Meld, ...]) -> tuple[Tile, ...]:
    suits = {suit_of(tile) for meld in laid for tile in tiles_of(meld)}
    tile = tiles_of(laid[0])[0]
    return tuple(each for each in SUIT_TILES if suit_of(each) == suit_of(tile)) if len(suits) == 1 else ()


def _triplets(laid: tuple[Meld, ...]) -> frozenset[Tile]:
    return frozenset(tiles_of(meld)[0] for meld in laid if not isinstance(meld, Chi))


def _room(laid: tuple[Meld, ...], needed: int) -> bool:
    """Whether a hand with these sets laid has room for as many more."""
    return len(laid) + needed <= 4


def _fits_three_suits(laid: tuple[Meld, ...]) -> tuple[Tile, ...]:
    triplets = _triplets(laid)
    for rank in range(1, 10):
        kinds = tuple(tile_at(suit, rank) for suit in (Suit.M, Suit.P, Suit.S))
        held = [kind for kind in kinds if kind in triplets]
        if len(held) >= 2 and _room(laid, 3 - len(held)):
            return kinds
    return ()


def _fits_dragons(laid: tuple[Meld, ...]) -> tuple[Tile, ...]:
    held = len(_triplets(laid) & set(DRAGONS))
    return tuple(DRAGONS) if held >= 2 and _room(laid, 3 - held) else ()


def _fits_winds(laid: tuple[Meld, ...]) -> tuple[Tile, ...]:
    held = len(_triplets(laid) & set(WINDS))
    return tuple(WINDS) if held >= 2 and _room(laid, max(0, 3 - held)) else ()


THREATS: Final = (
    Threat("warned_one_suit", ("one_suit",), _fits_one_suit),
    Threat("warned_three_suit_triplets", ("three_suit_triplets",), _fits_three_suits),
    Threat("warned_three_dragons", ("three_dragons",), _fits_dragons),
    Threat("warned_four_winds", ("small_four_winds", "big_four_winds"), _fits_winds),
)
LAID_FOR_WARNING: Final = 3


def warnings(state: State) -> tuple[Noted, ...]:
    """The warnings that the table has given so far."""
    names = {threat.name for threat in THREATS}
    return tuple(event for event in state.history if isinstance(event, Noted) and event.name in names)


def _warn(state: State, seat: Seat) -> tuple[Event, ...]:
    """RULES.md M14: the warnings that have become due, each big hand of a seat once."""
    laid = tuple(meld for meld in state.hands[seat].melds if is_open(meld))
    if len(laid) < LAID_FOR_WARNING:
        return ()
    given = {event.name for event in warnings(state) if event.seat == seat}
    due = ((threat, threat.fitting(laid)) for threat in THREATS if threat.name not in given)
    return tuple(Noted(threat.name, seat, tiles, audience=EVERYBODY) for threat, tiles in due if tiles)


# ---------------------------------------------------------------------- who answers for everybody


def melded(state: State, event: Melded) -> tuple[Event, ...]:
    """What a meld brings about: a mark that only its owner sees, a warning for everybody."""
    responsible = state.options["responsible"]
    mark = _mark(state, event) if responsible in ("both", "trousers") else ()
    warning = _warn(state, event.seat) if responsible in ("both", "feeder") else ()
    return (*mark, *warning)


def liable_for(state: State, won: Won) -> Seat | None:
    """Who pays for everybody: who fed a hand that was warned of (M14), else who was marked last (M13)."""
    lines = {line.id for line in won.win.lines}
    warned = {event.name for event in warnings(state) if event.seat == won.seat}
    fed = any(threat.name in warned and lines.intersection(threat.lines) for threat in THREATS)
    if fed and won.by is By.DISCARD:
        return won.source
    return next((seat for seat in reversed(marks(state)) if seat != won.seat), None)
