"""Totals: from the kept balances where they answer, from the entries for spans of time."""

import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any, Final

from bot.store.ledger_read import Where, bookings_of, numbered
from bot.store.ledger_write import ALL_RULES, ALL_SEASONS
from bot.tables.ledger import Step, running_totals
from bot.tables.ledger_values import (
    AccountId,
    AllTime,
    Measure,
    Scope,
    Season,
    SeasonRecord,
    Series,
    SeriesQuery,
    Span,
    Totals,
    TotalsPage,
    TotalsQuery,
)

_FIGURES: Final = "t.earned, t.balance, t.hands, t.wins, t.self_draws, t.deal_ins, t.won, t.biggest"
_SUMS: Final = """
    SELECT e.account, sum(CASE b.settles WHEN 0 THEN e.points ELSE 0 END) AS earned, sum(e.points) AS balance,
           sum(e.hands) AS hands, sum(e.wins) AS wins, sum(e.self_draws) AS self_draws,
           sum(e.deal_ins) AS deal_ins, sum(e.won) AS won,
           max(CASE WHEN NOT EXISTS (SELECT 1 FROM bookings r WHERE r.reverses = b.id) THEN e.biggest END) AS biggest
    FROM bookings b JOIN entries e ON e.booking = b.id WHERE {} GROUP BY e.account
"""


def totals(conn: sqlite3.Connection, query: TotalsQuery) -> TotalsPage:
    """A page of an order that is the same for every page: by points, then by account."""
    rows, (count, points) = _summed(conn, query) if isinstance(query.scope, Span) else _kept(conn, query)
    return TotalsPage(tuple(Totals(*row) for row in rows), count, points)


def totals_of(conn: sqlite3.Connection, query: TotalsQuery, account: AccountId) -> Totals | None:
    source, where = _rows(query)
    mine = where.also("a.guild = ?", query.guild).also("a.account = ?", account)
    row = conn.execute(f"SELECT a.account, {_FIGURES} FROM {source} WHERE {mine.sql()}", mine.values).fetchone()
    if row is None:
        return None
    return Totals(row[0], _rank(conn, query, _points(row, query.measure)), *row[1:])


def _summed(conn: sqlite3.Connection, query: TotalsQuery) -> tuple[list[tuple[Any, ...]], tuple[int, int]]:
    """One pass over the entries for the page, the ranks, the count and the sum."""
    source, where = _rows(query)
    measure = query.measure.value
    rows = conn.execute(
        f"SELECT count(*) OVER (), sum(t.{measure}) OVER (), a.account,"
        f" rank() OVER (ORDER BY t.{measure} DESC), {_FIGURES}"
        f" FROM {source} WHERE {where.sql()} ORDER BY t.{measure} DESC, t.account LIMIT ? OFFSET ?",
        (*where.values, query.limit, query.offset),
    ).fetchall()
    return [row[2:] for row in rows], rows[0][:2] if rows else _count(conn, query)


def _kept(conn: sqlite3.Connection, query: TotalsQuery) -> tuple[list[tuple[Any, ...]], tuple[int, int]]:
    """From the index of the balances: no more rows are ordered than are shown."""
    source, where = _rows(query)
    rows = conn.execute(
        f"SELECT a.account, {_FIGURES} FROM {source} WHERE {where.sql()}"
        f" ORDER BY t.{query.measure.value} DESC, t.account LIMIT ? OFFSET ?",
        (*where.values, query.limit, query.offset),
    ).fetchall()
    out: list[tuple[Any, ...]] = []
    rank, best = 0, None
    for place, row in enumerate(rows, query.offset + 1):
        points = _points(row, query.measure)
        if points != best:
            rank = _rank(conn, query, points) if best is None else place
            best = points
        out.append((row[0], rank, *row[1:]))
    return out, _count(conn, query)


def _count(conn: sqlite3.Connection, query: TotalsQuery) -> tuple[int, int]:
    """How many accounts there are, and the sum of their points."""
    source, where = _rows(query)
    figures = f"count(*), coalesce(sum(t.{query.measure.value}), 0)"
    count, points = conn.execute(f"SELECT {figures} FROM {source} WHERE {where.sql()}", where.values).fetchone()
    return count, points


def balances(conn: sqlite3.Connection, guild: int, scope: Scope) -> Mapping[AccountId, int]:
    query = TotalsQuery(guild=guild, scope=scope)
    source, where = _source(query)
    where = where.also("t.balance <> 0")
    sql = f"SELECT a.account, t.balance FROM {source} WHERE {where.sql()} ORDER BY t.balance, a.account"
    return dict(conn.execute(sql, where.values))


def series(conn: sqlite3.Connection, query: SeriesQuery) -> Series:
    """The steps are summed by SQLite; what happened in one step is one point of the line."""
    where = bookings_of(query.guild, query.scope, query.rules)
    if query.measure is Measure.EARNED:
        where = where.also("b.settles = 0")
    first, last = conn.execute(
        f"SELECT min(b.at), max(b.at) FROM bookings b WHERE {where.sql()}", where.values
    ).fetchone()
    if first is None:
        return running_totals((), query.accounts, 0.0, 0.0, 0)
    width = max((last - first) / query.steps, 1e-3)
    names = {numbered(conn, query.guild, account): account for account in query.accounts}
    marks = ", ".join("?" * len(names))
    rows = conn.execute(
        "SELECT e.account, CAST((b.at - ?) / ? AS INTEGER) AS step, sum(e.points)"
        " FROM bookings b JOIN entries e ON e.booking = b.id"
        f" WHERE {where.sql()} AND e.account IN ({marks}) GROUP BY e.account, step",
        (first, width, *where.values, *names),
    )
    steps = [Step(names[account], step, points) for account, step, points in rows]
    return running_totals(steps, query.accounts, first, width, query.steps)


def seasons(conn: sqlite3.Connection, guild: int) -> tuple[SeasonRecord, ...]:
    ended = conn.execute("SELECT number, name, ended FROM seasons WHERE guild = ? ORDER BY number", (guild,)).fetchall()
    started: float | None = None
    records = []
    for number, name, end in ended:
        records.append(SeasonRecord(number, name, started, end))
        started = end
    return (*records, SeasonRecord(len(records) + 1, "", started, None))


def end_season(conn: sqlite3.Connection, guild: int, number: int, name: str, at: float) -> bool:
    conn.execute("INSERT INTO servers (guild) VALUES (?) ON CONFLICT (guild) DO NOTHING", (guild,))
    ended = conn.execute(
        "UPDATE servers SET season = season + 1 WHERE guild = ? AND season = ?", (guild, number)
    ).rowcount
    if ended == 0:
        return False
    conn.execute("INSERT INTO seasons (guild, number, name, ended) VALUES (?, ?, ?, ?)", (guild, number, name, at))
    return True


def guilds(conn: sqlite3.Connection) -> tuple[int, ...]:
    """One step through the index a server."""
    found: list[int] = []
    row = conn.execute("SELECT min(guild) FROM bookings").fetchone()
    while row[0] is not None:
        found.append(row[0])
        row = conn.execute("SELECT min(guild) FROM bookings WHERE guild > ?", row).fetchone()
    return tuple(found)


def _points(row: tuple[Any, ...], measure: Measure) -> int:
    return int(row[1] if measure is Measure.EARNED else row[2])


def _rank(conn: sqlite3.Connection, query: TotalsQuery, points: int) -> int:
    source, where = _rows(query)
    where = where.also(f"t.{query.measure.value} > ?", points)
    return 1 + int(conn.execute(f"SELECT count(*) FROM {source} WHERE {where.sql()}", where.values).fetchone()[0])


def _rows(query: TotalsQuery) -> tuple[str, Where]:
    """The rows of a query, restricted to its kinds of accounts."""
    source, where = _source(query)
    kinds: Iterable[str] = sorted(query.kinds)
    return source, where.also(f"a.kind IN ({', '.join('?' * len(query.kinds))})", *kinds)


def _source(query: TotalsQuery) -> tuple[str, Where]:
    """A table ``t`` of totals with its accounts ``a``, and what its rows must satisfy."""
    joined = "JOIN accounts a ON a.id = t.account"
    match query.scope:
        case AllTime() | Season() as scope:
            season = scope.number if isinstance(scope, Season) else ALL_SEASONS
            key = Where(("t.guild = ?", "t.season = ?", "t.rules = ?"), (query.guild, season, query.rules or ALL_RULES))
            return f"balances t {joined}", key
        case Span():
            where = bookings_of(query.guild, query.scope, query.rules)
            return f"({_SUMS.format(where.sql())}) t {joined}", Where(("TRUE",), where.values)
