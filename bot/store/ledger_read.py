"""Reading bookings: one by one, in pages, and as a stream."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.tables.ledger_values import (
    AccountId,
    AllTime,
    BookedItem,
    BookingKind,
    Entry,
    HistoryPage,
    HistoryQuery,
    Line,
    Scope,
    Season,
    Span,
    Way,
)

_ITEM: Final = (
    "SELECT b.id, b.key, b.guild, b.kind, b.at, b.season, b.rules, b.table_id, b.hand, author.account, b.reason,"
    " b.detail, old.key, new.key"
    " FROM bookings b LEFT JOIN accounts author ON author.id = b.author"
    " LEFT JOIN bookings old ON old.id = b.reverses LEFT JOIN bookings new ON new.reverses = b.id"
)
_LINES: Final = (
    "SELECT payer.account, payee.account, l.points, l.reason, l.detail FROM lines l"
    " JOIN accounts payer ON payer.id = l.payer JOIN accounts payee ON payee.id = l.payee"
    " WHERE l.booking = ? ORDER BY l.number"
)
_ENTRIES: Final = (
    "SELECT a.account, e.points, e.hands, e.wins, e.self_draws, e.deal_ins, e.won, e.biggest FROM entries e"
    " JOIN accounts a ON a.id = e.account WHERE e.booking = ? ORDER BY e.account"
)


@dataclass(frozen=True, slots=True)
class Where:
    """Conditions that all hold, and the values of their place-holders."""

    conditions: tuple[str, ...]
    values: tuple[Any, ...]

    def also(self, condition: str, *values: Any) -> "Where":
        return Where((*self.conditions, condition), (*self.values, *values))

    def sql(self) -> str:
        return " AND ".join(self.conditions)


def bookings_of(guild: int, scope: Scope, rules: str | None) -> Where:
    """The bookings ``b`` of a server, a scope, a rule set."""
    where = Where(("b.guild = ?",), (guild,))
    match scope:
        case AllTime():
            pass
        case Season(number):
            where = where.also("b.season = ?", number)
        case Span(start, end):
            where = where if start is None else where.also("b.at >= ?", start)
            where = where if end is None else where.also("b.at < ?", end)
    return where if rules is None else where.also("b.rules = ?", rules)


def numbered(conn: sqlite3.Connection, guild: int, account: AccountId) -> int | None:
    """The number of an account, None where the server doesn't know it."""
    found = conn.execute("SELECT id FROM accounts WHERE guild = ? AND account = ?", (guild, account)).fetchone()
    return None if found is None else int(found[0])


def item(conn: sqlite3.Connection, key: str) -> BookedItem | None:
    found = conn.execute(f"{_ITEM} WHERE b.key = ?", (key,)).fetchone()
    return None if found is None else _whole(conn, found)


def last_hand(conn: sqlite3.Connection, table: str) -> BookedItem | None:
    found = conn.execute(
        f"{_ITEM} WHERE b.table_id = ? AND b.kind = 'hand' AND new.id IS NULL ORDER BY b.id DESC LIMIT 1", (table,)
    ).fetchone()
    return None if found is None else _whole(conn, found)


def biggest(
    conn: sqlite3.Connection, guild: int, account: AccountId, rules: str | None, scope: Scope
) -> BookedItem | None:
    """A reversed reversal carries the win of the hand that counts again; the hand is what is shown."""
    where = bookings_of(guild, scope, rules)
    where = where.also("a.guild = ?", guild).also("a.account = ?", account).also("e.biggest IS NOT NULL")
    found = conn.execute(
        "SELECT b.id FROM accounts a JOIN entries e ON e.account = a.id JOIN bookings b ON b.id = e.booking"
        f" WHERE {where.sql()} AND NOT EXISTS (SELECT 1 FROM bookings r WHERE r.reverses = b.id)"
        " ORDER BY e.biggest DESC, b.id LIMIT 1",
        where.values,
    ).fetchone()
    if found is None:
        return None
    root = conn.execute(
        "WITH RECURSIVE back (id, reverses) AS (SELECT id, reverses FROM bookings WHERE id = ?"
        " UNION ALL SELECT b.id, b.reverses FROM bookings b JOIN back ON b.id = back.reverses)"
        " SELECT id FROM back WHERE reverses IS NULL",
        found,
    ).fetchone()
    return _whole(conn, conn.execute(f"{_ITEM} WHERE b.id = ?", root).fetchone())


def history(conn: sqlite3.Connection, query: HistoryQuery) -> HistoryPage:
    where = bookings_of(query.guild, query.scope, query.rules)
    if query.table is not None:
        where = where.also("b.table_id = ?", query.table)
    if query.kinds != frozenset(BookingKind):
        marks = ", ".join("?" * len(query.kinds))
        where = where.also(f"b.kind IN ({marks})", *sorted(query.kinds))
    if query.account is not None:
        account = numbered(conn, query.guild, query.account)
        where = where.also("EXISTS (SELECT 1 FROM entries e WHERE e.booking = b.id AND e.account = ?)", account)
    newer = query.way is Way.NEWER and query.cursor is not None
    beyond = where
    if query.cursor is not None:
        beyond = where.also("b.id > ?" if newer else "b.id < ?", query.cursor)
    sql = f"{_ITEM} WHERE {beyond.sql()} ORDER BY b.id {'ASC' if newer else 'DESC'} LIMIT ?"
    rows = conn.execute(sql, (*beyond.values, query.limit)).fetchall()
    items = tuple(_whole(conn, row) for row in (reversed(rows) if newer else rows))
    if not items:
        return HistoryPage((), None, None)
    return HistoryPage(
        items,
        items[-1].cursor if _any(conn, where.also("b.id < ?", items[-1].cursor)) else None,
        items[0].cursor if _any(conn, where.also("b.id > ?", items[0].cursor)) else None,
    )


def oldest_after(
    conn: sqlite3.Connection, wanted: Where, account: int | None, after: int, upto: int, limit: int
) -> tuple[BookedItem, ...]:
    """The next of the ``wanted`` bookings: numbers above ``after`` up to ``upto``, oldest first."""
    where = wanted.also("b.id > ?", after).also("b.id <= ?", upto)
    if account is not None:
        where = where.also("b.id IN (SELECT booking FROM entries WHERE account = ? AND booking > ?)", account, after)
    rows = conn.execute(f"{_ITEM} WHERE {where.sql()} ORDER BY b.id LIMIT ?", (*where.values, limit)).fetchall()
    return tuple(_whole(conn, row) for row in rows)


def last_number(conn: sqlite3.Connection) -> int:
    return int(conn.execute("SELECT coalesce(max(id), 0) FROM bookings").fetchone()[0])


def _any(conn: sqlite3.Connection, where: Where) -> bool:
    return bool(
        conn.execute(f"SELECT EXISTS (SELECT 1 FROM bookings b WHERE {where.sql()})", where.values).fetchone()[0]
    )


def _whole(conn: sqlite3.Connection, row: Sequence[Any]) -> BookedItem:
    number, key, guild, kind, at, season, rules, table, hand, author, reason, detail, reverses, reversed_by = row
    return BookedItem(
        cursor=number,
        key=key,
        guild=guild,
        kind=BookingKind(kind),
        at=at,
        season=season,
        rules=rules,
        table=table,
        hand=hand,
        author=author,
        reason=reason,
        detail=detail,
        reverses=reverses,
        reversed_by=reversed_by,
        lines=tuple(Line(*line) for line in conn.execute(_LINES, (number,))),
        entries=tuple(Entry(*entry) for entry in conn.execute(_ENTRIES, (number,))),
    )
