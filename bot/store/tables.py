"""Tables, their logs and what belongs to them: the port ``TableStore`` on SQLite."""

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

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

_STORED: Final = (
    "SELECT t.number, t.id, t.guild, t.channel, t.thread, t.status, t.meta, t.revision, p.seq, p.deadlines"
    " FROM tables t JOIN progress p ON p.table_number = t.number"
)
_NUMBER: Final = "(SELECT number FROM tables WHERE id = ?)"
_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


class SqliteTables:
    """Writes through the one writer, reads on a connection of its own."""

    def __init__(self, writer: Writer, reader: Connection) -> None:
        self._writer = writer
        self._reader = reader

    async def commit(self, unit: Unit) -> Outcome:
        return await self._writer.write(lambda conn: write_unit(conn, unit))

    async def open_tables(self) -> tuple[StoredTable, ...]:
        return await self._reader.run(lambda conn: _tables(conn, "t.status <> 'ended' ORDER BY t.number"))

    async def table(self, table: TableId) -> StoredTable | None:
        found = await self._reader.run(lambda conn: _tables(conn, "t.id = ?", table))
        return found[0] if found else None

    async def tables_in(self, guild: int | None, *, limit: int = 25) -> tuple[StoredTable, ...]:
        where = "t.guild IS ? ORDER BY t.status = 'ended', t.number DESC LIMIT ?"
        return await self._reader.run(lambda conn: _tables(conn, where, guild, limit))

    async def log(self, table: TableId, since: int = 0) -> tuple[str, ...]:
        return await self._reader.run(lambda conn: read_log(conn, table, since))

    async def hands(self, table: TableId) -> tuple[HandInfo, ...]:
        sql = f"SELECT hand, first, last FROM hands WHERE table_number = {_NUMBER} ORDER BY first"
        return await self._reader.run(lambda conn: tuple(HandInfo(table, *row) for row in conn.execute(sql, (table,))))

    async def hand(self, table: TableId, number: int) -> tuple[str, ...] | None:
        sql = f"SELECT hand, first, last, packed FROM hands WHERE table_number = {_NUMBER} AND hand = ?"

        def read(conn: sqlite3.Connection) -> tuple[str, ...] | None:
            row = conn.execute(sql, (table, number)).fetchone()
            return None if row is None else _unpacked(table, row)

        return await self._reader.run(read)

    async def forget_interactions(self, before: float) -> None:
        await self._writer.write(lambda conn: conn.execute("DELETE FROM interactions WHERE at < ?", (before,)).close())


def write_unit(conn: sqlite3.Connection, unit: Unit) -> Outcome:
    """All of a unit, inside a transaction of the caller's. Raises Refusal where nothing may be written."""
    if unit.interaction is not None and not _claim(conn, unit.interaction, unit.at):
        raise Refusal(Repeated(unit.interaction))
    place = _place(conn, unit)
    if unit.record is not None:
        place = _write_record(conn, unit.record, place)
    end = place.seq + len(unit.events)
    if unit.events or unit.deadlines is not None:
        deadlines = None if unit.deadlines is None else _deadlines_text(unit.deadlines)
        conn.execute(
            "UPDATE progress SET seq = ?, deadlines = coalesce(?, deadlines) WHERE table_number = ?",
            (end, deadlines, place.number),
        )
    events = [(place.number, seq, body) for seq, body in enumerate(unit.events, place.seq)]
    if unit.hand is None:
        conn.executemany("INSERT INTO events (table_number, seq, body) VALUES (?, ?, ?)", events)
    else:
        _pack_hand(conn, place.number, unit.hand, events)
    _write_messages(conn, place.number, unit.messages)
    booked = tuple(book(conn, booking) for booking in unit.bookings)
    return Committed(end, place.revision, booked)


def read_log(conn: sqlite3.Connection, table: TableId, since: int) -> tuple[str, ...]:
    """Packed and live events from ``since`` on. Raises StoreError where a number is missing."""
    packed = f"SELECT hand, first, last, packed FROM hands WHERE table_number = {_NUMBER} AND last >= ? ORDER BY first"
    live = f"SELECT seq, body FROM events WHERE table_number = {_NUMBER} AND seq >= ? ORDER BY seq"
    conn.execute("BEGIN")
    try:
        log: list[tuple[int, str]] = []
        for row in conn.execute(packed, (table, since)):
            log += enumerate(_unpacked(table, row), row[1])
        log += conn.execute(live, (table, since))
        end = conn.execute(f"SELECT seq FROM progress WHERE table_number = {_NUMBER}", (table,)).fetchone()
    finally:
        conn.execute("ROLLBACK")
    kept = sorted(entry for entry in log if entry[0] >= since)
    expected = range(since, end[0]) if end is not None else range(0)
    if [number for number, _ in kept] != list(expected):
        raise StoreError(StoreReason.DAMAGED, detail=f"the log of table {table} has a gap")
    return tuple(body for _, body in kept)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a table stands: its row, how many events it has, how often its record was written."""

    number: int
    seq: int
    revision: int


_NOWHERE: Final = _Place(-1, -1, -1)


def _claim(conn: sqlite3.Connection, interaction: int, at: float) -> bool:
    sql = "INSERT INTO interactions (id, at) VALUES (?, ?) ON CONFLICT (id) DO NOTHING"
    return conn.execute(sql, (interaction, at)).rowcount == 1


def _place(conn: sqlite3.Connection, unit: Unit) -> _Place:
    """Where the unit goes. Raises Refusal where another writer was first; from here on none can be."""
    found = conn.execute(
        "SELECT t.number, p.seq, t.revision FROM tables t JOIN progress p ON p.table_number = t.number WHERE t.id = ?",
        (unit.table,),
    ).fetchone()
    place = _NOWHERE if found is None else _Place(*found)
    opens = unit.record is not None and unit.record.revision == 0
    if opens and place is _NOWHERE and not unit.seq:
        return place
    lost = unit.seq is not None and unit.seq != place.seq
    outdated = unit.record is not None and unit.record.revision != place.revision
    if place is _NOWHERE or lost or outdated:
        raise Refusal(Conflict(place.seq, place.revision))
    return place


def _write_record(conn: sqlite3.Connection, record: TableRecord, place: _Place) -> _Place:
    columns = (record.guild, record.channel, record.thread, record.status.value, record.meta)
    if place is not _NOWHERE:
        conn.execute(
            "UPDATE tables SET guild = ?, channel = ?, thread = ?, status = ?, meta = ?, revision = revision + 1"
            " WHERE number = ?",
            (*columns, place.number),
        )
        return _Place(place.number, place.seq, place.revision + 1)
    (number,) = conn.execute(
        "INSERT INTO tables (id, guild, channel, thread, status, meta, revision) VALUES (?, ?, ?, ?, ?, ?, 1)"
        " RETURNING number",
        (record.id, *columns),
    ).fetchone()
    conn.execute("INSERT INTO progress (table_number, seq, deadlines) VALUES (?, 0, '[]')", (number,))
    return _Place(number, 0, 1)


def _pack_hand(conn: sqlite3.Connection, table: int, hand: HandEnd, fresh: Iterable[tuple[int, int, str]]) -> None:
    """The rows of a hand and the events that end it become one record."""
    live = "SELECT seq, body FROM events WHERE table_number = ? AND seq >= ? ORDER BY seq"
    rows = [*conn.execute(live, (table, hand.first)), *((seq, body) for _, seq, body in fresh)]
    if not rows or [seq for seq, _ in rows] != list(range(hand.first, hand.first + len(rows))):
        raise ValueError(f"hand {hand.number} is not in the log of its table from event {hand.first} on")
    conn.execute(
        "INSERT INTO hands (table_number, hand, first, last, packed) VALUES (?, ?, ?, ?, ?)",
        (table, hand.number, hand.first, rows[-1][0], pack([body for _, body in rows])),
    )
    conn.execute("DELETE FROM events WHERE table_number = ? AND seq >= ?", (table, hand.first))


def _write_messages(conn: sqlite3.Connection, table: int, messages: Iterable[Message]) -> None:
    for message in messages:
        if message.message is None:
            conn.execute("DELETE FROM messages WHERE table_number = ? AND key = ?", (table, message.key))
            continue
        conn.execute(
            "INSERT INTO messages (table_number, key, channel, message, prompt) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (table_number, key) DO UPDATE"
            " SET channel = excluded.channel, message = excluded.message, prompt = excluded.prompt",
            (table, message.key, message.channel, message.message, message.prompt),
        )


def _tables(conn: sqlite3.Connection, where: str, *values: str | int | None) -> tuple[StoredTable, ...]:
    rows = conn.execute(f"{_STORED} WHERE {where}", values).fetchall()
    return tuple(_stored(conn, row) for row in rows)


def _stored(conn: sqlite3.Connection, row: tuple[Any, ...]) -> StoredTable:
    number, table, guild, channel, thread, status, meta, revision, seq, deadlines = row
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
        "SELECT key, channel, message, prompt FROM messages WHERE table_number = ? ORDER BY key", (number,)
    )
    return StoredTable(record, seq, _deadlines(deadlines), tuple(Message(*message) for message in messages))


def _deadlines_text(deadlines: Iterable[Deadline]) -> str:
    return _ENCODER.encode([[one.key, one.due, one.data] for one in deadlines])


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
