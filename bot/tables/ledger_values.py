"""What goes into the ledger and what comes out of it: plain values, the same for every store."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NewType

AccountId = NewType("AccountId", str)
"""A Discord user id as text, ``BOTS``, a table's pot, or the pseudonym of somebody whose name was removed."""

BOTS: Final = AccountId("bots")
MOST_POINTS: Final = 10**12

_POT: Final = "pot:"
_GONE: Final = "gone:"


class AccountKind(StrEnum):
    """Whose account it is; a person whose name was removed stays a person."""

    PERSON = "person"
    BOTS = "bots"
    POT = "pot"


def account_of(user: int) -> AccountId:
    """The account of a Discord user; the same text in every server, whose ledgers are apart."""
    return AccountId(str(user))


def pot_of(table: str) -> AccountId:
    """The account of a table's pot."""
    return AccountId(f"{_POT}{table}")


def pseudonym(word: str) -> AccountId:
    """The account that takes the place of one whose name was removed."""
    return AccountId(f"{_GONE}{word}")


def is_pseudonym(account: AccountId) -> bool:
    return account.startswith(_GONE)


def kind_of(account: AccountId) -> AccountKind:
    """Raises ValueError for a text that is no account."""
    if account == BOTS:
        return AccountKind.BOTS
    if account.startswith(_POT):
        return AccountKind.POT
    if account.startswith(_GONE) or (account.isascii() and account.isdigit()):
        return AccountKind.PERSON
    raise ValueError(f"not an account: {account!r}")


class BookingKind(StrEnum):
    """Why points moved. A reversal takes back another booking, whichever kind that was."""

    HAND = "hand"
    FORFEIT = "forfeit"
    CORRECTION = "correction"
    SETTLE_UP = "settle_up"
    REVERSAL = "reversal"


@dataclass(frozen=True, slots=True)
class Line:
    """``points`` (1 to ``MOST_POINTS``) from one account to another.

    ``reason`` is a slug that the texts name, ``detail`` a JSON text which holds no user ids: names can be removed from
    accounts, not from details. One account may pay itself (two computer players): shown, and worth nothing.
    """

    payer: AccountId
    payee: AccountId
    points: int
    reason: str
    detail: str = "{}"

    def __post_init__(self) -> None:
        if not 1 <= self.points <= MOST_POINTS:
            raise ValueError(f"a line moves 1 to {MOST_POINTS} points, not {self.points}")
        kind_of(self.payer)
        kind_of(self.payee)


@dataclass(frozen=True, slots=True)
class Tally:
    """What one account did in a hand. ``won`` is the sum of what its wins brought, ``biggest`` the largest of them."""

    account: AccountId
    hands: int = 1
    wins: int = 0
    self_draws: int = 0
    deal_ins: int = 0
    won: int = 0
    biggest: int | None = None

    def __post_init__(self) -> None:
        kind_of(self.account)
        if min(self.hands, self.wins, self.self_draws, self.deal_ins) < 0:
            raise ValueError(f"counts are not negative: {self}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Booking:
    """All that is written to the ledger under one ``key``, however often it is handed in.

    It sums to zero because it is made of lines. ``key`` says what it is for: ``hand:<table>:<hand>``,
    ``forfeit:<table>:<seq>``, ``correction:<interaction>``, ``settleup:<interaction>``. ``rules`` is the id of a rule
    set or None, ``at`` seconds since 1970 UTC, ``author`` who asked for it where that is a person's doing, ``detail`` a
    JSON text without user ids. Accounts with a tally and no line take part with nothing.
    """

    key: str
    guild: int
    kind: BookingKind
    at: float
    lines: tuple[Line, ...] = ()
    tallies: tuple[Tally, ...] = ()
    rules: str | None = None
    table: str | None = None
    hand: int | None = None
    author: AccountId | None = None
    reason: str = ""
    detail: str = "{}"

    def __post_init__(self) -> None:
        if not self.key:
            raise ValueError("a booking has a key")
        if self.kind is BookingKind.REVERSAL:
            raise ValueError("a reversal is made from what it reverses")
        if self.rules == "":
            raise ValueError("no rule set is None")
        if len({tally.account for tally in self.tallies}) != len(self.tallies):
            raise ValueError("one tally for each account")
        if self.author is not None:
            kind_of(self.author)


def net_of(lines: Iterable[Line]) -> dict[AccountId, int]:
    """What each account that occurs gains (positive) or loses; the values sum to zero."""
    net: Counter[AccountId] = Counter()
    for line in lines:
        net[line.payer] -= line.points
        net[line.payee] += line.points
    return dict(net)


@dataclass(frozen=True, slots=True)
class Reversal:
    """Takes back the booking ``reverses`` by a new one under ``key``; a reversal can be reversed in turn."""

    key: str
    guild: int
    reverses: str
    at: float
    author: AccountId | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Booked:
    """The booking is in the ledger. ``fresh`` is False where it was there before, word for word."""

    key: str
    fresh: bool


@dataclass(frozen=True, slots=True)
class NotBooked:
    """The reversal is refused: the server has no such booking, or it has been reversed by ``reversed_by``."""

    key: str
    reversed_by: str | None


class KeyReused(ValueError):
    """A booking's key is in the ledger with other contents; nothing was written."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One account's share of a booking; the points of all shares sum to zero. In a reversal counts are negative."""

    account: AccountId
    points: int
    hands: int
    wins: int
    self_draws: int
    deal_ins: int
    won: int
    biggest: int | None


@dataclass(frozen=True, slots=True)
class BookedItem:
    """A booking as the ledger holds it. ``cursor`` grows with each booking of the store."""

    cursor: int
    key: str
    guild: int
    kind: BookingKind
    at: float
    season: int
    rules: str | None
    table: str | None
    hand: int | None
    author: AccountId | None
    reason: str
    detail: str
    reverses: str | None
    reversed_by: str | None
    lines: tuple[Line, ...]
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class AllTime:
    """Everything since the ledger began."""


@dataclass(frozen=True, slots=True)
class Season:
    """What was booked in the season with this number; a server's first is 1."""

    number: int


@dataclass(frozen=True, slots=True)
class Span:
    """From ``start`` up to, not including, ``end``: seconds since 1970 UTC, None for open."""

    start: float | None
    end: float | None


Scope = AllTime | Season | Span
ALWAYS: Final = AllTime()


class Measure(StrEnum):
    """``EARNED``: what was won and lost. ``BALANCE``: that, and what was settled up since: who owes whom now."""

    EARNED = "earned"
    BALANCE = "balance"


PLAYERS: Final = frozenset((AccountKind.PERSON, AccountKind.BOTS))


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalsQuery:
    """Which totals: highest ``measure`` first, ``limit`` of them after ``offset``. ``rules`` None is all rule sets."""

    guild: int
    scope: Scope = AllTime()
    rules: str | None = None
    measure: Measure = Measure.EARNED
    kinds: frozenset[AccountKind] = PLAYERS
    offset: int = 0
    limit: int = 10


@dataclass(frozen=True, slots=True)
class Totals:
    """One account's figures. ``rank`` counts from 1; equal points share the better rank."""

    account: AccountId
    rank: int
    earned: int
    balance: int
    hands: int
    wins: int
    self_draws: int
    deal_ins: int
    won: int
    biggest: int | None

    @property
    def average_win(self) -> float | None:
        """Points a win, None without one."""
        return self.won / self.wins if self.wins > 0 else None


@dataclass(frozen=True, slots=True)
class TotalsPage:
    """Some rows in their order, how many accounts there are in all, and the sum of all their points.

    Where pots are left out, as they are of ``PLAYERS``, they hold what that sum lacks to zero.
    """

    rows: tuple[Totals, ...]
    count: int
    sum: int = 0


class Way(StrEnum):
    """Which way a page lies from its cursor."""

    OLDER = "older"
    NEWER = "newer"


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryQuery:
    """Which bookings, newest first: ``limit`` of them beyond ``cursor`` (None: from the newest)."""

    guild: int
    scope: Scope = AllTime()
    account: AccountId | None = None
    rules: str | None = None
    table: str | None = None
    kinds: frozenset[BookingKind] = frozenset(BookingKind)
    cursor: int | None = None
    way: Way = Way.OLDER
    limit: int = 10


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Bookings, newest first; ``older`` and ``newer`` are the cursors of the next pages, None at an end."""

    items: tuple[BookedItem, ...]
    older: int | None
    newer: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesQuery:
    """Running totals of some accounts of a server, in ``steps`` equal steps of time."""

    guild: int
    accounts: tuple[AccountId, ...]
    scope: Scope = AllTime()
    rules: str | None = None
    measure: Measure = Measure.EARNED
    steps: int = 200


@dataclass(frozen=True, slots=True)
class Series:
    """``totals[account][i]`` is the running total at ``times[i]`` (seconds since 1970 UTC), from 0 before the first."""

    times: tuple[float, ...]
    totals: dict[AccountId, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class SeasonRecord:
    """A season of a server; the running one has no end."""

    number: int
    name: str
    started: float | None
    ended: float | None
