"""The ledger's arithmetic: periods of a server's time zone, running totals, settling up, export lines. All pure."""

import csv
import io
import json
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from heapq import heapify, heappop, heappush
from typing import Final, assert_never
from zoneinfo import ZoneInfo

from bot.tables.ledger_values import (
    AccountId,
    AccountKind,
    AllTime,
    BookedItem,
    Entry,
    Line,
    Scope,
    Season,
    Series,
    Span,
    kind_of,
)

DAY_BEGINS: Final = 6
"""The hour of local time at which a day begins: a night's play is one day."""

EXACT_PARTIES: Final = 12
"""Up to so many people with a balance the fewest transfers are found for certain."""


class Period(StrEnum):
    """The periods that have a name."""

    TONIGHT = "tonight"
    WEEK = "week"
    MONTH = "month"
    SEASON = "season"
    ALL = "all"


def day_of(at: float, zone: ZoneInfo) -> date:
    """The day that a moment (seconds since 1970 UTC) belongs to."""
    local = datetime.fromtimestamp(at, zone)
    return local.date() if local.hour >= DAY_BEGINS else local.date() - timedelta(days=1)


def beginning_of(day: date, zone: ZoneInfo) -> float:
    """The moment at which a day begins, seconds since 1970 UTC."""
    return datetime.combine(day, time(DAY_BEGINS), tzinfo=zone).astimezone(UTC).timestamp()


def scope_of(period: Period, now: float, zone: ZoneInfo, season: int) -> Scope:
    """The bookings of a period that is running at ``now``; weeks begin on Monday. ``season`` is the running one."""
    today = day_of(now, zone)
    match period:
        case Period.TONIGHT:
            return days(today, today, zone)
        case Period.WEEK:
            monday = today - timedelta(days=today.weekday())
            return days(monday, monday + timedelta(days=6), zone)
        case Period.MONTH:
            first = today.replace(day=1)
            return days(first, (first + timedelta(days=31)).replace(day=1) - timedelta(days=1), zone)
        case Period.SEASON:
            return Season(season)
        case Period.ALL:
            return AllTime()
        case _:
            assert_never(period)


def days(first: date, last: date, zone: ZoneInfo) -> Span:
    """From one day to another, both included. Raises ValueError where they are the wrong way round."""
    if last < first:
        raise ValueError(f"{first} is after {last}")
    return Span(beginning_of(first, zone), beginning_of(last + timedelta(days=1), zone))


@dataclass(frozen=True, slots=True)
class Debt:
    """``debtor`` has lost ``points`` (at least 1) to ``creditor`` and pays for them outside the ledger."""

    debtor: AccountId
    creditor: AccountId
    points: int

    def line(self, reason: str) -> Line:
        """What paying does to the points: they go back, so that both come nearer to zero."""
        return Line(self.creditor, self.debtor, self.points, reason)


def among_people(balances: Mapping[AccountId, int]) -> dict[AccountId, int]:
    """What of the balances people settle among themselves: never more than each stands at, summing to zero.

    Nobody pays a computer player or a pot, nor is paid by one. Where people have lost more than people have won (the
    rest went to computer players), each of those who lost pays the same part of it, and the other way round; whole
    points, what is left over by the largest fraction.
    """
    people = {account: points for account, points in balances.items() if kind_of(account) is AccountKind.PERSON}
    won = {account: points for account, points in people.items() if points > 0}
    lost = {account: -points for account, points in people.items() if points < 0}
    paid = min(sum(won.values()), sum(lost.values()))
    shares = {**_shared(won, paid), **{account: -points for account, points in _shared(lost, paid).items()}}
    return {account: points for account, points in shares.items() if points}


def _shared(claims: Mapping[AccountId, int], points: int) -> dict[AccountId, int]:
    """``points`` (at most the sum of the claims) divided in proportion to the claims."""
    whole = max(1, sum(claims.values()))
    shares = {account: claim * points // whole for account, claim in claims.items()}
    left = points - sum(shares.values())
    for account in sorted(claims, key=lambda each: (-(claims[each] * points % whole), each))[:left]:
        shares[account] += 1
    return shares


def to_settle(earned: Mapping[AccountId, int], balances: Mapping[AccountId, int]) -> dict[AccountId, int]:
    """What people still have to settle, summing to zero: their part of what was ``earned``, without what was settled.

    ``balances`` are what was earned with what has been settled since. Who has paid is asked for no more, whatever
    others have still to pay.
    """
    due = among_people(earned)
    for account in {*earned, *balances}:
        due[account] = due.get(account, 0) + balances.get(account, 0) - earned.get(account, 0)
    return among_people(due)


def fewest_debts(balances: Mapping[AccountId, int]) -> tuple[Debt, ...]:
    """Payments that bring every balance to zero, the fewest there can be.

    With n balances and at most k groups among them that sum to zero, n - k payments are needed. Two opposite balances
    are always such a group; the rest is divided for certain up to ``EXACT_PARTIES`` balances. Above, the largest debtor
    pays the largest creditor until nobody is left: at most one payment fewer than there are balances. Raises ValueError
    where the balances don't sum to zero.
    """
    if sum(balances.values()) != 0:
        raise ValueError("balances sum to zero")
    rest = {account: points for account, points in sorted(balances.items()) if points != 0}
    debts = _opposites(rest)
    groups = _zero_groups(tuple(rest.items())) if len(rest) <= EXACT_PARTIES else (tuple(rest),)
    for group in groups:
        debts += _chain({account: rest[account] for account in group})
    return tuple(sorted(debts, key=lambda debt: (-debt.points, debt.debtor, debt.creditor)))


def _opposites(rest: dict[AccountId, int]) -> list[Debt]:
    """Takes out of ``rest`` everybody who has a counterpart with the opposite balance."""
    waiting: dict[int, list[AccountId]] = defaultdict(list)
    debts = []
    for account, points in list(rest.items()):
        if waiting[-points]:
            other = waiting[-points].pop()
            debtor, creditor = (account, other) if points < 0 else (other, account)
            debts.append(Debt(debtor, creditor, abs(points)))
            del rest[account], rest[other]
        else:
            waiting[points].append(account)
    return debts


def _zero_groups(parties: Sequence[tuple[AccountId, int]]) -> tuple[tuple[AccountId, ...], ...]:
    """The most groups that each sum to zero.

    ``most[s]`` is the largest number of groups that can be closed one after the other while the members of the set
    ``s`` are added in some order; each time the sum is zero one is closed.
    """
    size = 1 << len(parties)
    sums = [0] * size
    most = [0] * size
    added_last = [0] * size
    for members in range(1, size):
        low = (members & -members).bit_length() - 1
        sums[members] = sums[members & (members - 1)] + parties[low][1]
        best = -1
        for party in range(len(parties)):
            if members >> party & 1 and most[members ^ 1 << party] > best:
                best, added_last[members] = most[members ^ 1 << party], party
        most[members] = best + (sums[members] == 0)
    groups: list[list[AccountId]] = []
    members = size - 1
    while members:
        if sums[members] == 0:
            groups.append([])
        groups[-1].append(parties[added_last[members]][0])
        members ^= 1 << added_last[members]
    return tuple(tuple(group) for group in groups)


def _chain(rest: Mapping[AccountId, int]) -> list[Debt]:
    """The largest debtor pays the largest creditor, again and again: each payment brings at least one to zero."""
    debtors = [(points, account) for account, points in rest.items() if points < 0]
    creditors = [(-points, account) for account, points in rest.items() if points > 0]
    heapify(debtors)
    heapify(creditors)
    debts = []
    while debtors:
        owed, debtor = heappop(debtors)
        due, creditor = heappop(creditors)
        points = min(-owed, -due)
        debts.append(Debt(debtor, creditor, points))
        if owed + points:
            heappush(debtors, (owed + points, debtor))
        if due + points:
            heappush(creditors, (due + points, creditor))
    return debts


@dataclass(frozen=True, slots=True)
class Step:
    """What an account gained in one of the equal steps of time of a series."""

    account: AccountId
    step: int
    points: int


def running_totals(
    steps: Iterable[Step], accounts: Sequence[AccountId], start: float, width: float, count: int
) -> Series:
    """``count`` steps of ``width`` seconds from ``start``, each total as of the end of its step."""
    gains = {account: [0] * count for account in accounts}
    for step in steps:
        gains[step.account][min(step.step, count - 1)] += step.points
    totals = {}
    for account, row in gains.items():
        total, line = 0, []
        for points in row:
            total += points
            line.append(total)
        totals[account] = tuple(line)
    return Series(tuple(start + width * (step + 1) for step in range(count)), totals)


Cells = dict[str, str | int | None]

COLUMNS: Final = (
    *("guild", "key", "kind", "at", "season", "rules", "table", "hand", "author", "reason", "reverses", "reversed_by"),
    *("account", "name", "points", "hands", "wins", "self_draws", "deal_ins", "won", "biggest"),
)


def csv_header() -> str:
    """The line above those of ``csv_rows``."""
    return _csv_row(COLUMNS)


def csv_rows(item: BookedItem, names: Mapping[AccountId, str]) -> str:
    """One line an account that takes part; times are ISO 8601 in UTC. Texts never begin like a formula."""
    rows = ({**_head(item), **_share(entry, names)} for entry in item.entries)
    return "".join(_csv_row(row[column] for column in COLUMNS) for row in rows)


def json_line(item: BookedItem, names: Mapping[AccountId, str]) -> str:
    """The booking as one line of JSON, with its lines and everybody's share."""
    lines = [
        {
            "payer": line.payer,
            "payee": line.payee,
            "points": line.points,
            "reason": line.reason,
            "detail": json.loads(line.detail),
        }
        for line in item.lines
    ]
    whole = {
        **_head(item),
        "detail": json.loads(item.detail),
        "lines": lines,
        "entries": [_share(entry, names) for entry in item.entries],
    }
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")) + "\n"


def _head(item: BookedItem) -> Cells:
    return {
        "guild": item.guild,
        "key": item.key,
        "kind": item.kind.value,
        "at": _iso(item.at),
        "season": item.season,
        "rules": item.rules,
        "table": item.table,
        "hand": item.hand,
        "author": item.author,
        "reason": item.reason,
        "reverses": item.reverses,
        "reversed_by": item.reversed_by,
    }


def _share(entry: Entry, names: Mapping[AccountId, str]) -> Cells:
    return {
        "account": entry.account,
        "name": names.get(entry.account),
        "points": entry.points,
        "hands": entry.hands,
        "wins": entry.wins,
        "self_draws": entry.self_draws,
        "deal_ins": entry.deal_ins,
        "won": entry.won,
        "biggest": entry.biggest,
    }


def _iso(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")


def _csv_row(cells: Iterable[str | int | None]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow([_cell(cell) for cell in cells])
    return out.getvalue()


_SIGNS: Final = frozenset("=+-@")
_BREAKS: Final = frozenset("\t\n")


def _cell(cell: str | int | None) -> str | int:
    """A spreadsheet takes a text that begins like a formula for one, some also behind blanks or with wide signs."""
    if cell is None:
        return ""
    if isinstance(cell, int):
        return cell
    words = cell.replace("\r\n", "\n").replace("\r", "\n")
    formula = words[:1] in _BREAKS or unicodedata.normalize("NFKC", words).lstrip()[:1] in _SIGNS
    return f"'{words}" if formula else words
