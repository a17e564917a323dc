"""A hand's settlement as a booking of the ledger: whose account a seat's points go to."""

import json
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from bot.engine.events import Noted, Paid, Won
from bot.engine.money import POT, Account, Outsider, Transfer, net_of
from bot.engine.situation import By
from bot.engine.state import State
from bot.engine.tiles import SEATS, Seat
from bot.tables.ledger_values import BOTS, AccountId, Booking, BookingKind, Line, Tally, account_of, pot_of
from bot.tables.meta import TableMeta
from bot.tables.ports import TableId


@dataclass(frozen=True, slots=True)
class Book:
    """What a booking needs to know of its table."""

    table: TableId
    guild: int
    at: float
    meta: TableMeta
    seating: tuple[int, int, int, int]

    def account(self, account: Account) -> AccountId:
        """The ledger account of a seat (its person's while the hand counts for them), a bettor, or the pot."""
        if isinstance(account, Outsider):
            return pot_of(self.table) if account == POT else self._bettor(account.name)
        chair = self.meta.chairs[self.seating[account]]
        return account_of(chair.user) if chair is not None and chair.user is not None and chair.counts else BOTS

    def _bettor(self, name: str) -> AccountId:
        user = self.meta.bettor_of(name)
        if user is None:
            raise ValueError(f"{self.table}: nobody there is called {name}")
        return account_of(user)

    def lines(self, transfers: tuple[Transfer, ...]) -> tuple[Line, ...]:
        """The transfers as lines of the ledger; ``detail`` keeps the seats, so that a line can be explained."""
        return tuple(
            Line(
                self.account(each.payer),
                self.account(each.payee),
                each.points,
                each.reason,
                json.dumps(_detail(each)),
            )
            for each in transfers
        )


def side_of(account: Account) -> int | str:
    """An account as the ledger's details have it: a seat's number, the pot, or a bettor without their name."""
    if isinstance(account, Outsider):
        return "pot" if account == POT else "bettor"
    return int(account)


def books_alike(lines: tuple[Line, ...], transfers: tuple[Transfer, ...]) -> bool:
    """Whether the lines of a booking say what these transfers say: who to whom, how much and what for."""
    return _booked(lines) == _paid(transfers)


def unlike(lines: tuple[Line, ...], transfers: tuple[Transfer, ...]) -> tuple[str, str]:
    """The first payment in which a booking and transfers differ, as each of them says it; ``-`` for none.

    Raises StopIteration where they are alike.
    """
    booked, paid = next(pair for pair in zip_longest(_booked(lines), _paid(transfers)) if pair[0] != pair[1])
    return _saying(booked), _saying(paid)


_QUOTED: Final = 40
"""So many letters are told of a detail that is none."""

_Payment = tuple[int, str, object]
"""Points, what for, and the detail of a line: ``_detail`` unless somebody has changed it."""


def _booked(lines: tuple[Line, ...]) -> list[_Payment]:
    return [(each.points, each.reason, _read(each.detail)) for each in lines]


def _paid(transfers: tuple[Transfer, ...]) -> list[_Payment]:
    return [(each.points, each.reason, _detail(each)) for each in transfers]


def _read(detail: str) -> object:
    try:
        return json.loads(detail)
    except (ValueError, RecursionError):
        return detail


def _saying(payment: _Payment | None) -> str:
    if payment is None:
        return "-"
    points, reason, detail = payment
    match detail:
        case {"from": payer, "to": payee, "for": about}:
            return f"{payer} → {payee}: {points} ({reason}{f' {about}' if about else ''})"
        case _:
            return f"{str(detail)[:_QUOTED]}: {points} ({reason})"


def _detail(transfer: Transfer) -> dict[str, int | str]:
    return {"from": side_of(transfer.payer), "to": side_of(transfer.payee), "for": transfer.about}


def hand_key(table: str, number: int) -> str:
    """The key under which a hand of a table is booked."""
    return f"hand:{table}:{number}"


def hand_booking(book: Book, state: State) -> Booking:
    """The one settlement of a hand that has just ended; its key is the table's and the hand's."""
    return Booking(
        key=hand_key(book.table, state.number),
        guild=book.guild,
        kind=BookingKind.HAND,
        at=book.at,
        lines=book.lines(state.paid),
        tallies=_tallies(book, state),
        rules=state.rules.id,
        table=book.table,
        hand=state.number,
    )


def forfeit_booking(book: Book, seq: int, seat: Seat, transfers: tuple[Transfer, ...]) -> Booking:
    """What leaving cost, apart from any hand."""
    return Booking(
        key=f"forfeit:{book.table}:{seq}",
        guild=book.guild,
        kind=BookingKind.FORFEIT,
        at=book.at,
        lines=book.lines(transfers),
        rules=book.meta.rules,
        table=book.table,
        detail=json.dumps({"seat": int(seat)}),
    )


def called_off_booking(book: Book, number: int, transfers: tuple[Transfer, ...]) -> Booking:
    """What goes back to the seats where a match ends after ``number`` hands, the last of them perhaps unplayed."""
    return Booking(
        key=f"called_off:{book.table}:{number}",
        guild=book.guild,
        kind=BookingKind.FORFEIT,
        at=book.at,
        lines=book.lines(transfers),
        rules=book.meta.rules,
        table=book.table,
    )


def _tallies(book: Book, state: State) -> tuple[Tally, ...]:
    tallies: dict[AccountId, Tally] = {}
    for seat in SEATS:
        account = book.account(seat)
        gains = _gains(state, seat)
        before = tallies.get(account, Tally(account, hands=0))
        biggest = max((*gains.values(), *(() if before.biggest is None else (before.biggest,))), default=None)
        tallies[account] = Tally(
            account,
            hands=before.hands + 1,
            wins=before.wins + len(gains),
            self_draws=before.self_draws + sum(won.by is By.SELF for won in gains),
            deal_ins=before.deal_ins + _deal_ins(state, seat),
            won=before.won + sum(gains.values()),
            biggest=biggest,
        )
    return tuple(tallies.values())


def _deal_ins(state: State, seat: Seat) -> int:
    return sum(won.source == seat and won.seat == won.together[0] for won in state.wins)


def _gains(state: State, seat: Seat) -> dict[Won, int]:
    """What each win of a seat brought it: the payments that follow the win at once."""
    gains: dict[Won, int] = {}
    current: list[Won] = []
    for event in state.history:
        match event:
            case Won():
                current = [*current, event] if current and current[-1].together == event.together else [event]
                if event.seat == seat:
                    gains[event] = 0
            case Paid(transfers=transfers):
                for won in current:
                    if won.seat == seat:
                        gains[won] += net_of(transfers).get(seat, 0)
            case Noted():
                pass
            case _:
                current = []
    return gains
