"""What a Sichuan hand remembers besides the table itself, folded from the events."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.engine.events import Drew, Event, Melded, Noted, Paid
from bot.engine.evolve import set_at
from bot.engine.melds import is_gang, tiles_of
from bot.engine.money import Transfer
from bot.engine.state import State
from bot.engine.tiles import Seat, Tile, lower, rank_of
from bot.rules.sichuan.scoring import real_waits


class Note(StrEnum):
    """The facts that these rules note in the log."""

    DIRECTION = "exchange_direction"
    RECEIVED = "exchange_received"
    VOID_M = "void_m"
    VOID_P = "void_p"
    VOID_S = "void_s"
    PASSED = "passed_win"
    BARRED = "barred_win"
    SING = "sing"
    DANCE = "dance"
    BET = "horse_bought"
    HORSE = "horse_shown"
    PIG = "pig"
    READY = "ready"
    NOT_READY = "not_ready"


class Pay(StrEnum):
    """What a transfer is for (RULES.md, Payments)."""

    WIN_SELF = "win_self"
    WIN_DISCARD = "win_discard"
    WIN_ROB = "win_rob"
    GANG_DIRECT = "gang_direct"
    GANG_ADDED = "gang_added"
    GANG_CONCEALED = "gang_concealed"
    TRANSFER = "gang_transfer"
    RETURN = "gang_return"
    REFUND = "gang_refund"
    READY = "ready_check"
    PIG = "pig"
    FORFEIT = "forfeit"
    HORSE_WIN = "horse_win"
    HORSE_GANG = "horse_gang"
    HORSE_TRANSFER = "horse_transfer"
    HORSE_REFUND = "horse_refund"
    HORSE_READY = "horse_ready"
    HORSE_PIG = "horse_pig"


VOID_NOTES: Final = (Note.VOID_M, Note.VOID_P, Note.VOID_S)
"""By suit."""
GANG_PAY: Final = frozenset((Pay.GANG_DIRECT, Pay.GANG_ADDED, Pay.GANG_CONCEALED))
MOVED: Final = frozenset((Pay.TRANSFER, Pay.RETURN))


@dataclass(frozen=True, slots=True)
class Passed:
    """A win that was let go: on which kind, and what it was worth (RULES.md S14)."""

    tile: Tile
    fan: int


@dataclass(frozen=True, slots=True)
class Announced:
    """A ready hand that was announced and is locked; only a dancer's ``waits`` are shown (RULES.md S16)."""

    dancing: bool
    waits: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Income:
    """What a gang has brought its seat and still lies with it, payment by payment (RULES.md S6, S10)."""

    seat: Seat
    tile: Tile
    paid: tuple[Transfer, ...] = ()


@dataclass(frozen=True, slots=True)
class Bet:
    """A bettor, the position of the undealt wall that they picked, and the tile that lies there (RULES.md S22)."""

    name: str
    position: int
    tile: Tile
    seat: Seat


PassedWins = tuple[tuple[Passed, ...], tuple[Passed, ...], tuple[Passed, ...], tuple[Passed, ...]]
Voids = tuple[int | None, int | None, int | None, int | None]
Announcements = tuple[Announced | None, Announced | None, Announced | None, Announced | None]


@dataclass(frozen=True, slots=True)
class Extra:
    """Declared suits, wins let go since each seat's last draw, announced hands, gang incomes and bets."""

    void: Voids = (None, None, None, None)
    passed: PassedWins = ((), (), (), ())
    announced: Announcements = (None, None, None, None)
    incomes: tuple[Income, ...] = ()
    bets: tuple[Bet, ...] = ()


def begin(_state: State) -> Extra:
    """A new hand: nothing has happened."""
    return Extra()


def extra_of(state: State) -> Extra:
    """The rule set's own part of the state."""
    if not isinstance(state.extra, Extra):
        raise TypeError(f"this is no hand of these rules: {state.extra!r}")
    return state.extra


def void_of(state: State, seat: Seat) -> int | None:
    """The suit that the seat has declared, None where it has not."""
    return extra_of(state).void[seat]


def track(state: State, event: Event) -> Extra:
    """The own part after an event; ``state`` is the table after it, with the own part from before."""
    if not isinstance(state.extra, Extra):
        return Extra()
    extra = state.extra
    match event:
        case Drew(seat=seat) if extra.passed[seat]:
            return replace(extra, passed=set_at(extra.passed, seat, ()))
        case Melded(seat=seat, meld=meld) if is_gang(meld):
            return replace(extra, incomes=(*extra.incomes, Income(seat, tiles_of(meld)[0])))
        case Paid(transfers=transfers):
            return _paid(state, extra, transfers)
        case Noted():
            return _noted(state, extra, event)
        case _:
            return extra


def _paid(state: State, extra: Extra, transfers: tuple[Transfer, ...]) -> Extra:
    reasons = {transfer.reason for transfer in transfers}
    if reasons & GANG_PAY:
        *before, last = extra.incomes
        return replace(extra, incomes=(*before, replace(last, paid=transfers)))
    if reasons & MOVED:
        moved = moving(state, transfers[0].payer)
        rest = tuple(replace(each, paid=()) if each in moved else each for each in extra.incomes)
        return replace(extra, incomes=rest)
    return extra


def moving(state: State, seat: object) -> tuple[Income, ...]:
    """The gang incomes of a seat that move on when the discard after its gang is won (RULES.md S10)."""
    own = tuple(income for income in extra_of(state).incomes if income.seat == seat)
    return own if state.options["gang_then_discard"] == "all_to_winner" else own[-1:]


def _noted(state: State, extra: Extra, event: Noted) -> Extra:
    seat = event.seat
    match event.name:
        case Note.VOID_M | Note.VOID_P | Note.VOID_S as note if seat is not None:
            return replace(extra, void=set_at(extra.void, seat, VOID_NOTES.index(note)))
        case Note.PASSED if seat is not None and event.number is not None:
            passed = (*extra.passed[seat], Passed(event.tiles[0], event.number))
            return replace(extra, passed=set_at(extra.passed, seat, passed))
        case Note.SING | Note.DANCE if seat is not None:
            announced = Announced(event.name == Note.DANCE, real_waits(state.hands[seat], extra.void[seat]))
            return replace(extra, announced=set_at(extra.announced, seat, announced))
        case Note.BET if event.number is not None:
            tile = state.undealt[event.number]
            bet = Bet(event.word, event.number, tile, lower(state.dealer, rank_of(tile) - 1))
            return replace(extra, bets=(*extra.bets, bet))
        case _:
            return extra
