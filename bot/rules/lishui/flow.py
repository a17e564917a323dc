"""How a hand of Lishui runs: break, 财神, fines, who pays, who deals next (RULES.md L2–L5, L11–L14, L22, L23)."""

from functools import cache
from typing import Final

from bot.engine.events import Dealt, Discarded, Drew, Event, Melded, Noted, Paid, Turned, Won
from bot.engine.history import began, melds_made
from bot.engine.melds import Chi, Gang, Peng
from bot.engine.money import Transfer
from bot.engine.moves import first_after
from bot.engine.notation import print_tile
from bot.engine.options import Options
from bot.engine.ruleset import RESEAT, Flow, NextHand
from bot.engine.situation import Situation
from bot.engine.state import Claims, Held, State
from bot.engine.tiles import ALL_TILES, FLOWERS, SEATS, Seat, Tile, is_flower, lower
from bot.engine.wall import break_index, counted, jump_order
from bot.rules.lishui import options as chosen
from bot.rules.lishui.scoring import payments
from bot.rules.lishui.wilds import wild_of

TING: Final = "ting"
UNTING: Final = "unting"
BINDING: Final = 3
"""How many sets taken from one seat bind the two."""
BAN: Final = 16
"""How often the deal passes in a 版: four 圈 of four."""


@cache
def tiles(options: Options) -> tuple[Tile, ...]:
    """Every tile of the set: four of each kind, and eight flowers where they are played (``RULES.md L1``)."""
    flowers = FLOWERS if options[chosen.FLOWERS] == "on" else ()
    return (*(tile for tile in ALL_TILES for _ in range(4)), *flowers)


def first_dealer(throw: tuple[int, int]) -> Seat:
    """The dealer of the first hand, counted from seat 0, who throws (``RULES.md L2``)."""
    return counted(SEATS[0], sum(throw))


def break_at(state: State) -> int:
    """Where the deal begins: the second thrower's side, after both throws' pips (``RULES.md L3``)."""
    chance = began(state).chance
    side = len(chance.wall) // 4
    first, second, _ = chance.dice
    thrower = counted(state.dealer, sum(first))
    return break_index(state.dealer, thrower, sum(first) + sum(second), (side, side, side, side))


def deal_order(state: State) -> tuple[Seat, ...]:
    """Four each three times, then the dealer's jump (``RULES.md L4``)."""
    return jump_order(state.dealer)


# ---------------------------------------------------------------------- what follows at once


def react(state: State, event: Event) -> tuple[Event, ...]:
    """The turned 财神 after the deal, fines on a discard, and what a win pays."""
    match event:
        case Drew():
            return ()
        case Discarded():
            fines = _wild_fine(state, event) + _followed(state)
            return (Paid(fines),) if fines else ()
        case Dealt():
            return (_turned(state),) if state.left else ()
        case Won():
            return (Paid(_won(state, event)),)
        case _:
            return ()


def _turned(state: State) -> Turned:
    """The n-th tile from the tail, n by the dealer's throw, past flowers towards the head (``RULES.md L5``)."""
    place = min(sum(began(state).chance.dice[2]), state.left)
    while place < state.left and is_flower(state.wall[state.tail - place]):
        place += 1
    return Turned(place, state.wall[state.tail - place])


def _wild_fine(state: State, event: Discarded) -> tuple[Transfer, ...]:
    """误打财神: one point to each other player (``RULES.md L7``)."""
    if event.tile != wild_of(state):
        return ()
    stake = state.options.number(chosen.STAKE)
    others = (seat for seat in SEATS if seat != event.seat)
    return tuple(Transfer(event.seat, seat, stake, "wild_discarded", print_tile(event.tile)) for seat in others)


def _followed(state: State) -> tuple[Transfer, ...]:
    """被跟: four discards alike, one by each player and no claim between, cost the first one (``RULES.md L23``)."""
    last = state.history[-1]
    if not isinstance(last, Discarded) or not _laid_last(state, lower(last.seat, -1), last.tile):
        return ()
    row: list[Discarded] = []
    for event in reversed(state.history):
        if isinstance(event, Discarded):
            row.append(event)
            if event.tile != row[0].tile:
                return ()
            if len(row) == len(SEATS):
                break
        elif isinstance(event, Melded) and isinstance(event.meld, Chi | Peng | Gang):
            return ()
    if len(row) < len(SEATS):
        return ()
    stake = state.options.number(chosen.STAKE)
    first = row[-1]
    others = (seat for seat in SEATS if seat != first.seat)
    return tuple(Transfer(first.seat, seat, stake, "followed", print_tile(first.tile)) for seat in others)


def _laid_last(state: State, seat: Seat, tile: Tile) -> bool:
    """Whether a seat's last discard is of this kind."""
    pile = state.discards[seat]
    return bool(pile) and pile[-1].tile == tile


def _won(state: State, event: Won) -> tuple[Transfer, ...]:
    situation = Situation(
        hand=state.hands[event.seat],
        tile=event.tile,
        by=event.by,
        seat=event.seat,
        source=event.source,
        dealer=state.dealer,
        streak=state.streak,
        liable=bound_to(state, event.seat),
    )
    return payments(state.options, situation, event.win)


# ---------------------------------------------------------------------- 统包


def bonds(state: State) -> tuple[tuple[Seat, Seat], ...]:
    """Every pair bound so far, the taker first and the giver second, in the order of binding (``RULES.md L22``)."""
    counting = Chi if state.options[chosen.BOUND_BY] == "chi" else Chi | Peng
    taken: dict[tuple[Seat, Seat], int] = {}
    found = []
    for event in melds_made(state):
        if isinstance(event.meld, counting):
            pair = (event.seat, event.meld.source)
            taken[pair] = taken.get(pair, 0) + 1
            if taken[pair] == BINDING:
                found.append(pair)
    return tuple(found)


def bound_to(state: State, winner: Seat) -> Seat | None:
    """Who answers for everybody when this seat wins: of several the one that was bound last (``RULES.md L22``)."""
    for taker, giver in reversed(bonds(state)):
        if winner in (taker, giver):
            return giver if winner == taker else taker
    return None


# ---------------------------------------------------------------------- 听 and the end of a hand


def nobody_ready(_state: State) -> object:
    """The rule set's own state of a new hand: no seat has declared 听."""
    return frozenset[Seat]()


def track(state: State, event: Event) -> object:
    """The seats that have declared 听 (``RULES.md L14``)."""
    if not isinstance(event, Noted) or event.seat is None:
        return state.extra
    match event.name:
        case "ting":
            return ting_seats(state) | {event.seat}
        case "unting":
            return ting_seats(state) - {event.seat}
        case _:
            return state.extra


def ting_seats(state: State) -> frozenset[Seat]:
    """The seats whose hands the table plays on because they have declared 听."""
    return state.extra if isinstance(state.extra, frozenset) else frozenset()


def winners(state: State, claimants: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The first claimant counter-clockwise from the discarder (``RULES.md L9``)."""
    phase = state.phase.claims if isinstance(state.phase, Held) else state.phase
    if not isinstance(phase, Claims):
        raise ValueError("nothing is offered")
    return first_after(phase.source, claimants)[:1]


def next_hand(state: State) -> NextHand:
    """The dealer stays only by winning; after a 版 the seats are drawn anew and the dealer's place is East
    (``RULES.md L12, L13``)."""
    if state.is_out(state.dealer):
        return NextHand(state.dealer, state.streak + 1, state.passes)
    passes = state.passes + 1
    if passes % BAN == 0:
        return NextHand(state.dealer, 1, passes, (RESEAT,))
    return NextHand(lower(state.dealer), 1, passes)


def _settled_at_once(_state: State) -> bool:
    return False


def _nobody_plays_on(_state: State) -> Seat | None:
    return None


def _leaving_is_free(_state: State, _seat: Seat) -> tuple[Transfer, ...]:
    return ()


FLOW: Final = Flow(
    stages=(),
    break_at=break_at,
    deal_order=deal_order,
    begin=nobody_ready,
    track=track,
    react=react,
    winners=winners,
    holds=_settled_at_once,
    plays_on=_nobody_plays_on,
    next_hand=next_hand,
    leave_price=_leaving_is_free,
)
