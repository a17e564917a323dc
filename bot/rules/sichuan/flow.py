"""How a hand runs: the deal, what follows from what happens, and the end (RULES.md S4-S10, S17-S21)."""

from bot.engine.actions import Hu
from bot.engine.events import (
    EVERYBODY,
    NOBODY,
    Answered,
    BuGangDeclared,
    Discarded,
    Event,
    Melded,
    Noted,
    Paid,
    WallEmptied,
    Won,
)
from bot.engine.history import began, gang_before_draw
from bot.engine.melds import is_gang
from bot.engine.money import Transfer
from bot.engine.moves import first_after
from bot.engine.ruleset import Flow, NextHand
from bot.engine.situation import By, NoWin
from bot.engine.state import Claims, Held, Over, State
from bot.engine.tiles import SEATS, Seat, Tile
from bot.engine.wall import break_index, counted, jump_order
from bot.rules.sichuan.extra import Note, Pay, begin, extra_of, track, void_of
from bot.rules.sichuan.judging import judge, let_go, situate
from bot.rules.sichuan.payments import (
    PIG_FAN,
    gang_paid,
    is_pig,
    mirrored,
    moved_on,
    pig_money,
    readiness,
    ready_money,
    refunds,
)
from bot.rules.sichuan.scoring import payments, points, real_waits
from bot.rules.sichuan.stages import STAGES

SIDES = (28, 26, 28, 26)
STACK = 2


def break_at(state: State) -> int:
    """Where the deal begins: the dealer's throw names the side, its smaller die the stacks left standing (S1)."""
    throw = began(state).chance.dice[0]
    return break_index(state.dealer, counted(state.dealer, sum(throw)), STACK * min(throw), SIDES)


def deal_order(state: State) -> tuple[Seat, ...]:
    """Four tiles at a time, then the dealer's jump (RULES.md S1)."""
    return jump_order(state.dealer)


# ---------------------------------------------------------------------- what follows at once


def react(state: State, event: Event) -> tuple[Event, ...]:
    """Payments, wins that were let go, and what the end of the hand shows."""
    match event:
        case Melded(seat=seat, meld=meld) if is_gang(meld):
            return _paid(gang_paid(state, seat, meld))
        case Paid(transfers=transfers):
            return _paid(mirrored(state, transfers), NOBODY)
        case Answered(seat=seat, action=action) if not isinstance(action, Hu):
            return _passed(state, seat)
        case Discarded(seat=seat, tile=tile):
            return _barred(state, seat, tile, By.DISCARD)
        case BuGangDeclared(seat=seat, tile=tile):
            return _barred(state, seat, tile, By.ROB)
        case Won():
            return _won(state, event)
        case WallEmptied():
            return (*_wall_emptied(state), *_horses(state))
        case _:
            return ()


def _paid(transfers: tuple[Transfer, ...], audience: frozenset[int] = EVERYBODY) -> tuple[Event, ...]:
    return (Paid(transfers, audience),) if transfers else ()


def _passed(state: State, seat: Seat) -> tuple[Event, ...]:
    """The win that a seat has just let go, known to itself (RULES.md S14)."""
    phase = state.phase
    if not isinstance(phase, Claims):
        return ()
    fan = let_go(state, seat, phase.tile, phase.by, phase.source)
    if fan is None:
        return ()
    return (Noted(Note.PASSED, seat, (phase.tile,), fan, audience=frozenset((seat,))),)


def _barred(state: State, source: Seat, tile: Tile, by: By) -> tuple[Event, ...]:
    """Who would win on this tile but for a win let go before: each of them is told why not (RULES.md S14)."""
    passed = extra_of(state).passed
    if not any(passed):
        return ()
    return tuple(
        Noted(Note.BARRED, seat, (tile,), audience=frozenset((seat,)))
        for seat in state.playing()
        if seat != source and passed[seat] and judge(state, seat, tile, by, source) == NoWin("passed_win")
    )


def _won(state: State, won: Won) -> tuple[Event, ...]:
    """The price of a win, what becomes of the gang before it, and the horses where the hand is over."""
    situation = situate(state, won.seat, won.tile, won.by, won.source)
    events = _paid(payments(state.options, situation, won.win))
    if won.seat != won.together[-1]:
        return events
    if won.by is By.DISCARD and gang_before_draw(state) is not None:
        events += _paid(moved_on(state, won))
    return events if plays_on(state) is not None else (*events, *_horses(state))


def _wall_emptied(state: State) -> tuple[Event, ...]:
    """The empty wall: gang points back, pigs, and readiness (RULES.md S9, S17, S18)."""
    ready = readiness(state)
    pigs = tuple(seat for seat in ready if is_pig(state, seat))
    notes = tuple(_standing_at_the_end(state, seat, fan, pigs) for seat, fan in ready.items())
    return (
        *notes,
        *_paid(refunds(state, ready)),
        *_paid(pig_money(state, pigs)),
        *_paid(ready_money(state, ready, pigs)),
    )


def _standing_at_the_end(state: State, seat: Seat, fan: int | None, pigs: tuple[Seat, ...]) -> Event:
    if seat in pigs:
        return Noted(Note.PIG, seat, number=PIG_FAN, audience=EVERYBODY)
    if fan is None:
        return Noted(Note.NOT_READY, seat, audience=EVERYBODY)
    waits = real_waits(state.hands[seat], void_of(state, seat))
    return Noted(Note.READY, seat, waits, fan, audience=EVERYBODY)


def _horses(state: State) -> tuple[Event, ...]:
    """The horses are turned over (RULES.md S22)."""
    return tuple(
        Noted(Note.HORSE, bet.seat, (bet.tile,), bet.position, bet.name, EVERYBODY) for bet in extra_of(state).bets
    )


# ---------------------------------------------------------------------- wins and the next hand


def winners(state: State, claimants: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """All who claim the tile win, the nearest counter-clockwise from its owner first (RULES.md S5)."""
    phase = state.phase.claims if isinstance(state.phase, Held) else state.phase
    if not isinstance(phase, Claims):
        raise ValueError("nothing is offered")
    return first_after(phase.source, claimants)


def never_holds(_state: State) -> bool:
    """Claims are settled as soon as all are in."""
    return False


def plays_on(state: State) -> Seat | None:
    """Whose turn follows the wins so far: the next seat still in after the last winner (RULES.md S4, S5)."""
    if state.options["bloody"] == "off" or len(state.playing()) < 2:
        return None
    return state.after(state.wins[-1].seat)


def next_hand(state: State) -> NextHand:
    """The deal goes to the first winner, after several first winners to who paid them (RULES.md S20, S21)."""
    dealer = state.dealer
    if state.wins:
        first = state.wins[0]
        paid_several = first.source if len(first.together) > 1 else None
        dealer = first.seat if paid_several is None else paid_several
    streak = state.streak + 1 if dealer == state.dealer else 1
    return NextHand(dealer, streak, state.passes + 1)


def leave_price(state: State, seat: Seat) -> tuple[Transfer, ...]:
    """What leaving costs before the agreed 圈 are played (RULES.md S21)."""
    if isinstance(state.phase, Over) or state.circle >= state.options.number("min_rounds"):
        return ()
    price = points(state.options, PIG_FAN)
    return tuple(Transfer(seat, other, price, Pay.FORFEIT) for other in SEATS if other != seat)


FLOW = Flow(
    stages=STAGES,
    break_at=break_at,
    deal_order=deal_order,
    begin=begin,
    track=track,
    react=react,
    winners=winners,
    holds=never_holds,
    plays_on=plays_on,
    next_hand=next_hand,
    leave_price=leave_price,
)
