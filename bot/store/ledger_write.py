"""Writing to the ledger: a booking once, its shares, the balances that follow; all in the caller's transaction."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final

from bot.store.writer import Refusal
from bot.tables.ledger_values import (
    AccountId,
    Booked,
    Booking,
    BookingKind,
    KeyReused,
    Line,
    NotBooked,
    Reversal,
    Tally,
    kind_of,
    net_of,
)
from bot.tables.ports import Owed

ALL_SEASONS: Final = 0
ALL_RULES: Final = ""


@dataclass(frozen=True, slots=True)
class Share:
    """One account's share of a booking, the account by its number."""

    account: int
    points: int
    hands: int
    wins: int
    self_draws: int
    deal_ins: int
    won: int
    biggest: int | None

    def row(self) -> tuple[int | None, ...]:
        return (
            *(self.account, self.points, self.hands, self.wins),
            *(self.self_draws, self.deal_ins, self.won, self.biggest),
        )


@dataclass(frozen=True, slots=True)
class Payment:
    """A line, its accounts by their numbers."""

    payer: int
    payee: int
    points: int
    reason: str
    detail: str

    def row(self) -> tuple[int | str, ...]:
        return self.payer, self.payee, self.points, self.reason, self.detail


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A booking as it is stored, before it has a number."""

    key: str
    guild: int
    season: int
    kind: str
    settles: bool
    rules: str | None
    table: str | None
    hand: int | None
    at: float
    author: int | None
    reason: str
    detail: str
    reverses: int | None
    payments: tuple[Payment, ...]
    shares: tuple[Share, ...]

    def digest(self) -> bytes:
        """Over everything that was said, not over the season: the same booking handed in later is the same."""
        said = [
            *(self.key, self.guild, self.kind, self.settles, self.rules, self.table, self.hand, self.at),
            *(self.author, self.reason, self.detail, self.reverses),
            [payment.row() for payment in self.payments],
            [share.row() for share in self.shares],
        ]
        return digest_of(said)


def digest_of(said: Sequence[Any]) -> bytes:
    return blake2b(json.dumps(said, ensure_ascii=True).encode(), digest_size=16).digest()


def book(conn: sqlite3.Connection, booking: Booking) -> Booked:
    """Write a booking and what follows from it; once. Raises KeyReused where its key has other contents."""
    accounts = {
        account: account_number(conn, booking.guild, account)
        for line in booking.lines
        for account in (line.payer, line.payee)
    }
    for tally in booking.tallies:
        accounts[tally.account] = account_number(conn, booking.guild, tally.account)
    author = None if booking.author is None else account_number(conn, booking.guild, booking.author)
    draft = Draft(
        key=booking.key,
        guild=booking.guild,
        season=running_season(conn, booking.guild),
        kind=booking.kind.value,
        settles=booking.kind is BookingKind.SETTLE_UP,
        rules=booking.rules,
        table=booking.table,
        hand=booking.hand,
        at=float(booking.at),
        author=author,
        reason=booking.reason,
        detail=booking.detail,
        reverses=None,
        payments=tuple(_payment(line, accounts) for line in booking.lines),
        shares=_shares(booking.lines, booking.tallies, accounts),
    )
    return _write(conn, draft)


def settle(conn: sqlite3.Connection, booking: Booking, owed: Owed) -> Booked | None:
    """Write a booking where it is ``owed`` as the balances stand now; None where it isn't. One that is there stays."""
    if conn.execute("SELECT 1 FROM bookings WHERE key = ?", (booking.key,)).fetchone() is not None:
        return Booked(booking.key, fresh=False)
    rows = conn.execute(
        "SELECT a.account, t.earned, t.balance FROM balances t JOIN accounts a ON a.id = t.account"
        " WHERE t.guild = ? AND t.season = ? AND t.rules = ?",
        (booking.guild, ALL_SEASONS, ALL_RULES),
    ).fetchall()
    if not owed({row[0]: row[1] for row in rows}, {row[0]: row[2] for row in rows}):
        return None
    return book(conn, booking)


def reverse(conn: sqlite3.Connection, reversal: Reversal) -> Booked | NotBooked:
    """Write the opposite of a booking. Raises KeyReused as ``book``."""
    old = conn.execute(
        "SELECT id, settles, rules, table_id, hand, kind FROM bookings WHERE key = ? AND guild = ?",
        (reversal.reverses, reversal.guild),
    ).fetchone()
    if old is None:
        raise Refusal(NotBooked(reversal.key, None))
    number, settles, rules, table, hand, kind = old
    by = conn.execute("SELECT key FROM bookings WHERE reverses = ?", (number,)).fetchone()
    if by is not None and by[0] != reversal.key:
        raise Refusal(NotBooked(reversal.key, by[0]))
    draft = Draft(
        key=reversal.key,
        guild=reversal.guild,
        season=running_season(conn, reversal.guild),
        kind=BookingKind.REVERSAL.value,
        settles=bool(settles),
        rules=rules,
        table=table,
        hand=hand,
        at=float(reversal.at),
        author=None if reversal.author is None else account_number(conn, reversal.guild, reversal.author),
        reason=reversal.reason,
        detail="{}",
        reverses=number,
        payments=_reversed_payments(conn, number),
        shares=_reversed_shares(conn, number, kind),
    )
    booked = _write(conn, draft)
    if booked.fresh:
        _renew_biggest(conn, number)
    return booked


def account_number(conn: sqlite3.Connection, guild: int, account: AccountId) -> int:
    """The number of a server's account, which is opened where there is none."""
    found = conn.execute("SELECT id FROM accounts WHERE guild = ? AND account = ?", (guild, account)).fetchone()
    if found is None:
        found = conn.execute(
            "INSERT INTO accounts (guild, account, kind) VALUES (?, ?, ?) RETURNING id",
            (guild, account, kind_of(account).value),
        ).fetchone()
    return int(found[0])


def running_season(conn: sqlite3.Connection, guild: int) -> int:
    found = conn.execute("SELECT season FROM servers WHERE guild = ?", (guild,)).fetchone()
    return 1 if found is None else int(found[0])


def _write(conn: sqlite3.Connection, draft: Draft) -> Booked:
    digest = draft.digest()
    there = conn.execute("SELECT digest FROM bookings WHERE key = ?", (draft.key,)).fetchone()
    if there is not None:
        if there[0] != digest:
            raise KeyReused(f"the ledger has another booking {draft.key!r}")
        return Booked(draft.key, fresh=False)
    (number,) = conn.execute("SELECT coalesce(max(id), 0) + 1 FROM bookings").fetchone()
    conn.executemany(
        "INSERT INTO lines (booking, number, payer, payee, points, reason, detail) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(number, place, *payment.row()) for place, payment in enumerate(draft.payments)],
    )
    conn.executemany(
        "INSERT INTO entries (booking, account, points, hands, wins, self_draws, deal_ins, won, biggest)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(number, *share.row()) for share in draft.shares],
    )
    conn.execute(
        "INSERT INTO bookings (id, key, guild, season, kind, settles, rules, table_id, hand, at, author, reason,"
        " detail, reverses, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(number, draft.key, draft.guild, draft.season, draft.kind, draft.settles, draft.rules, draft.table),
            *(draft.hand, draft.at, draft.author, draft.reason, draft.detail, draft.reverses, digest),
        ),
    )
    _add_to_balances(conn, number)
    return Booked(draft.key, fresh=True)


def _payment(line: Line, accounts: dict[AccountId, int]) -> Payment:
    return Payment(accounts[line.payer], accounts[line.payee], line.points, line.reason, line.detail)


def _shares(lines: Iterable[Line], tallies: Iterable[Tally], accounts: dict[AccountId, int]) -> tuple[Share, ...]:
    net = net_of(lines)
    tallied = {tally.account: tally for tally in tallies}
    shares = []
    for account, number in sorted(accounts.items(), key=lambda item: item[1]):
        tally = tallied.get(account, Tally(account, hands=0))
        counts = (tally.hands, tally.wins, tally.self_draws, tally.deal_ins, tally.won, tally.biggest)
        shares.append(Share(number, net.get(account, 0), *counts))
    return tuple(shares)


def _reversed_payments(conn: sqlite3.Connection, booking: int) -> tuple[Payment, ...]:
    sql = "SELECT payee, payer, points, reason, detail FROM lines WHERE booking = ? ORDER BY number"
    return tuple(Payment(*row) for row in conn.execute(sql, (booking,)))


def _reversed_shares(conn: sqlite3.Connection, booking: int, kind: str) -> tuple[Share, ...]:
    """The opposite of each share. Where it was a reversal itself, the biggest wins of what it took back return."""
    shares = []
    sql = (
        "SELECT account, points, hands, wins, self_draws, deal_ins, won FROM entries WHERE booking = ? ORDER BY account"
    )
    for account, points, hands, wins, self_draws, deal_ins, won in conn.execute(sql, (booking,)).fetchall():
        biggest = None
        if kind == BookingKind.REVERSAL.value:
            biggest = _biggest_taken_back(conn, booking, account)
        shares.append(Share(account, -points, -hands, -wins, -self_draws, -deal_ins, -won, biggest))
    return tuple(shares)


def _biggest_taken_back(conn: sqlite3.Connection, reversal: int, account: int) -> int | None:
    sql = "SELECT biggest FROM entries WHERE account = ? AND booking = (SELECT reverses FROM bookings WHERE id = ?)"
    found = conn.execute(sql, (account, reversal)).fetchone()
    return None if found is None else found[0]


_SCOPES: Final = f"""
    (SELECT {ALL_SEASONS} AS season, '{ALL_RULES}' AS rules
     UNION ALL SELECT b.season, '{ALL_RULES}' FROM bookings b WHERE b.id = :booking
     UNION ALL SELECT {ALL_SEASONS}, b.rules FROM bookings b WHERE b.id = :booking AND b.rules IS NOT NULL
     UNION ALL SELECT b.season, b.rules FROM bookings b WHERE b.id = :booking AND b.rules IS NOT NULL)
"""

_ADD: Final = f"""
    INSERT INTO balances (guild, season, rules, account, earned, balance,
                          hands, wins, self_draws, deal_ins, won, biggest)
    SELECT b.guild, scope.season, scope.rules, e.account, CASE b.settles WHEN 0 THEN e.points ELSE 0 END, e.points,
           e.hands, e.wins, e.self_draws, e.deal_ins, e.won, e.biggest
    FROM entries e JOIN bookings b ON b.id = e.booking CROSS JOIN {_SCOPES} scope
    WHERE e.booking = :booking
    ON CONFLICT (guild, season, rules, account) DO UPDATE SET
        earned = earned + excluded.earned,
        balance = balance + excluded.balance,
        hands = hands + excluded.hands,
        wins = wins + excluded.wins,
        self_draws = self_draws + excluded.self_draws,
        deal_ins = deal_ins + excluded.deal_ins,
        won = won + excluded.won,
        biggest = max(coalesce(biggest, excluded.biggest), coalesce(excluded.biggest, biggest))
"""


def _add_to_balances(conn: sqlite3.Connection, booking: int) -> None:
    """Onto four sums an account: of all seasons and the running one, of all rule sets and the booking's."""
    conn.execute(_ADD, {"booking": booking})


_RENEW: Final = f"""
    UPDATE balances SET biggest = (
        SELECT e.biggest FROM entries e JOIN bookings b ON b.id = e.booking
        WHERE e.account = balances.account AND e.biggest IS NOT NULL
          AND (balances.season = {ALL_SEASONS} OR b.season = balances.season)
          AND (balances.rules = '{ALL_RULES}' OR b.rules = balances.rules)
          AND NOT EXISTS (SELECT 1 FROM bookings r WHERE r.reverses = b.id)
        ORDER BY e.biggest DESC LIMIT 1
    )
    WHERE guild = (SELECT guild FROM bookings WHERE id = :booking)
      AND account IN (SELECT account FROM entries WHERE booking = :booking AND biggest IS NOT NULL)
"""


def _renew_biggest(conn: sqlite3.Connection, taken_back: int) -> None:
    """A biggest win that was taken back makes room for the next."""
    conn.execute(_RENEW, {"booking": taken_back})
