"""Tables, their logs and what belongs to them: the port ``TableStore`` on SQLite."""

import json
import sqlite3
from collections.abc import Iterable

from bot.store.connection import Connection
from bot.store.ledger_write import book
from bot.store.packing import BadRecord, pack, unpack
from bot.store.writer import Refusal, Writer
from bot.tables.ports import (
    Committed,
    Conflict,
    Deadline,
    HandEnd,
    HandInfo,
    Message,
    Outcome,
    Repeated,
    StoredTable,
    StoreError,
    StoreReason,
    TableId,
    TableRecord,
    TableStatus,
    Unit,
)

_RECORD = "id, guild, channel, thread, status, meta, revision, seq, deadlines"


class SqliteTables:
    """Writes through the one writer, reads on a connection of its own."""

    def __init__(self, writer: Writer, reader: Connection) -> None:
        self._writer = writer
        self._reader = reader

    async def commit(self, unit: Unit) -> Outcome:
        return await self._writer.write(lambda conn: write_unit(conn, unit))

    async def open_tables(self) -> tuple[StoredTable, ...]:
        return await self._reader.run(lambda conn: _tables(conn, "status <> 'ended' ORDER BY rowid"))

    async def table(self, table: TableId) -> StoredTable | None:
        found = await self._reader.run(lambda conn: _tables(conn, "id = ?", table))
        return found[0] if found else None

    async def tables_in(self, guild: int | None, *, limit: int = 25) -> tuple[StoredTable, ...]:
        where = "guild IS ? ORDER BY status = 'ended', rowid DESC LIMIT ?"
        return await self._reader.run(lambda conn: _tables(conn, where, guild, limit))

    async def log(self, table: TableId, since: int = 0) -> tuple[str, ...]:
        return await self._reader.run(lambda conn: read_log(conn, table, since))

    async def hands(self, table: TableId) -> tuple[HandInfo, ...]:
        sql = "SELECT number, first, last FROM hands WHERE table_id = ? ORDER BY first"
        return await self._reader.run(lambda conn: tuple(HandInfo(table, *row) for row in conn.execute(sql, (table,))))

    async def hand(self, table: TableId, number: int) -> tuple[str, ...] | None:
        sql = "SELECT number, first, last, packed FROM hands WHERE table_id = ? AND number = ?"

        def read(conn: sqlite3.Connection) -> tuple[str, ...] | None:
            row = conn.execute(sql, (table, number)).fetchone()
            return None if row is None else _unpacked(table, row)

        return await self._reader.run(read)

    async def first_time(self, interaction: int, at: float) -> bool:
        return await self._writer.write(lambda conn: _claim(conn, interaction, at))

    async def forget_interactions(self, before: float) -> None:
        await self._writer.write(lambda conn: conn.execute("DELETE FROM interactions WHERE at < ?", (before,)).close())


def write_unit(conn: sqlite3.Connection, unit: Unit) -> Outcome:
    """All of a unit, inside a transaction of the caller's. Raises Refusal where nothing may be written."""
    if unit.interaction is not None and not _claim(conn, unit.interaction, unit.at):
        raise Refusal(Repeated(unit.interaction))
    seq, revision = _advance(conn, unit)
    first = seq - len(unit.events)
    if unit.hand is None:
        conn.executemany(
            "INSERT INTO events (table_id, seq, body) VALUES (?, ?, ?)",
            [(unit.table, number, body) for number, body in enumerate(unit.events, first)],
        )
    else:
        _pack_hand(conn, unit.table, unit.hand, first, unit.events)
    if unit.messages:
        _write_messages(conn, unit.table, unit.messages)
    booked = tuple(book(conn, booking) for booking in unit.bookings)
    return Committed(seq, revision, booked)


def read_log(conn: sqlite3.Connection, table: TableId, since: int) -> tuple[str, ...]:
    """Packed and live events from ``since`` on. Raises StoreError where a number is missing."""
    with_hands = "SELECT number, first, last, packed FROM hands WHERE table_id = ? AND last >= ? ORDER BY first"
    live = "SELECT seq, body FROM events WHERE table_id = ? AND seq >= ? ORDER BY seq"
    conn.execute("BEGIN")
    try:
        log: list[tuple[int, str]] = []
        for row in conn.execute(with_hands, (table, since)):
            log += enumerate(_unpacked(table, row), row[1])
        log += conn.execute(live, (table, since))
        end = conn.execute("SELECT seq FROM tables WHERE id = ?", (table,)).fetchone()
    finally:
        conn.execute("ROLLBACK")
    kept = sorted(entry for entry in log if entry[0] >= since)
    expected = range(since, end[0]) if end is not None else range(0)
    if [number for number, _ in kept] != list(expected):
        raise StoreError(StoreReason.DAMAGED, detail=f"the log of table {table} has a gap")
    return tuple(body for _, body in kept)


def _claim(conn: sqlite3.Connection, interaction: int, at: float) -> bool:
    sql = "INSERT INTO interactions (id, at) VALUES (?, ?) ON CONFLICT (id) DO NOTHING"
    return conn.execute(sql, (interaction, at)).rowcount == 1


def _advance(conn: sqlite3.Connection, unit: Unit) -> tuple[int, int]:
    """The table's row, if nobody was faster: its seq and revision afterwards."""
    deadlines = None if unit.deadlines is None else _deadlines_text(unit.deadlines)
    record = unit.record
    if record is None:
        row = conn.execute(
            "UPDATE tables SET seq = seq + ?, deadlines = coalesce(?, deadlines)"
            " WHERE id = ? AND seq = coalesce(?, seq) RETURNING seq, revision",
            (len(unit.events), deadlines, unit.table, unit.seq),
        ).fetchone()
    elif record.revision == 0:
        row = conn.execute(
            "INSERT INTO tables (id, guild, channel, thread, status, meta, deadlines, seq, revision)"
            " SELECT ?, ?, ?, ?, ?, ?, ?, ?, 1 WHERE coalesce(?, 0) = 0 ON CONFLICT (id) DO NOTHING"
            " RETURNING seq, revision",
            (*_columns(record), record.meta, deadlines or "[]", len(unit.events), unit.seq),
        ).fetchone()
    else:
        _, *columns = _columns(record)
        row = conn.execute(
            "UPDATE tables SET guild = ?, channel = ?, thread = ?, status = ?, meta = ?, seq = seq + ?,"
            " deadlines = coalesce(?, deadlines), revision = revision + 1"
            " WHERE id = ? AND seq = coalesce(?, seq) AND revision = ? RETURNING seq, revision",
            (*columns, record.meta, len(unit.events), deadlines, unit.table, unit.seq, record.revision),
        ).fetchone()
    if row is None:
        stored = conn.execute("SELECT seq, revision FROM tables WHERE id = ?", (unit.table,)).fetchone()
        raise Refusal(Conflict(*(stored or (-1, -1))))
    return row[0], row[1]


def _columns(record: TableRecord) -> tuple[str, int | None, int, int | None, str]:
    return record.id, record.guild, record.channel, record.thread, record.status.value


def _pack_hand(conn: sqlite3.Connection, table: TableId, hand: HandEnd, first: int, fresh: Iterable[str]) -> None:
    """The rows of a hand and the events that end it become one record."""
    live = "SELECT seq, body FROM events WHERE table_id = ? AND seq >= ? ORDER BY seq"
    rows = conn.execute(live, (table, hand.first)).fetchall()
    rows += enumerate(fresh, first)
    if not rows or [number for number, _ in rows] != list(range(hand.first, hand.first + len(rows))):
        raise ValueError(f"hand {hand.number} of table {table} is not in its log from event {hand.first} on")
    conn.execute(
        "INSERT INTO hands (table_id, number, first, last, packed) VALUES (?, ?, ?, ?, ?)",
        (table, hand.number, hand.first, rows[-1][0], pack([body for _, body in rows])),
    )
    conn.execute("DELETE FROM events WHERE table_id = ? AND seq >= ?", (table, hand.first))


def _write_messages(conn: sqlite3.Connection, table: TableId, messages: Iterable[Message]) -> None:
    for message in messages:
        if message.message is None:
            conn.execute("DELETE FROM messages WHERE table_id = ? AND key = ?", (table, message.key))
            continue
        conn.execute(
            "INSERT INTO messages (table_id, key, channel, message, prompt) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (table_id, key) DO UPDATE"
            " SET channel = excluded.channel, message = excluded.message, prompt = excluded.prompt",
            (table, message.key, message.channel, message.message, message.prompt),
        )


def _tables(conn: sqlite3.Connection, where: str, *values: str | int | None) -> tuple[StoredTable, ...]:
    rows = conn.execute(f"SELECT {_RECORD} FROM tables WHERE {where}", values).fetchall()
    return tuple(_stored(conn, row) for row in rows)


def _stored(
    conn: sqlite3.Connection, row: tuple[str, int | None, int, int | None, str, str, int, int, str]
) -> StoredTable:
    table, guild, channel, thread, status, meta, revision, seq, deadlines = row
    record = TableRecord(
        id=TableId(table),
        guild=guild,
        channel=channel,
        thread=thread,
        status=TableStatus(status),
        meta=meta,
        revision=revision,
    )
    messages = conn.execute(
        "SELECT key, channel, message, prompt FROM messages WHERE table_id = ? ORDER BY key", (table,)
    )
    return StoredTable(record, seq, _deadlines(deadlines), tuple(Message(*message) for message in messages))


def _deadlines_text(deadlines: Iterable[Deadline]) -> str:
    return json.dumps([[d.key, d.due, d.data] for d in deadlines], ensure_ascii=False, separators=(",", ":"))


def _deadlines(text: str) -> tuple[Deadline, ...]:
    return tuple(Deadline(key, due, data) for key, due, data in json.loads(text))


def _unpacked(table: TableId, row: tuple[int, int, int, bytes]) -> tuple[str, ...]:
    number, first, last, packed = row
    try:
        events = unpack(packed)
    except BadRecord as error:
        raise StoreError(StoreReason.DAMAGED, detail=f"hand {number} of table {table}: {error}") from error
    if len(events) != last - first + 1:
        raise StoreError(StoreReason.DAMAGED, detail=f"hand {number} of table {table} has {len(events)} events")
    return events
