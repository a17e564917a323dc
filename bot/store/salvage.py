"""What can be read of a damaged database, as a new one. Blocks and raises StoreError; the damaged file stays as it is.

Rows are read from both ends of each table up to the damage. What refers to lost rows is left out: a booking is there
with all its lines or not at all. An open table whose log has a gap can't go on and is ended; its whole hands are kept.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import Any, Final

from bot.store.check import broken_logs, is_as_written, rebuild_balances
from bot.store.connection import Use, connect
from bot.store.copies import opened
from bot.store.errors import of_the_file, translated
from bot.store.packing import BadRecord, unpack
from bot.store.schema import create, prepare, require_current
from bot.tables.ports import TableId

_KEYS: Final[Mapping[str, str]] = {
    "accounts": "rowid",
    "people": "rowid",
    "servers": "rowid",
    "presets": "guild, name",
    "seasons": "guild, number",
    "interactions": "rowid",
    "tables": "rowid",
    "progress": "rowid",
    "hands": "rowid",
    "events": "rowid",
    "messages": "table_number, key",
    "lines": "booking, number",
    "entries": "booking, account",
    "bookings": "rowid",
}
"""Every table, those that others refer to first, and the order in which its rows lie in the file."""

_LEDGER: Final = ("lines", "entries", "bookings")


@dataclass(frozen=True, slots=True)
class Salvaged:
    """Rows that were saved, by table; tables of the file that were cut short; game tables whose log has a gap."""

    rows: Mapping[str, int]
    damaged: tuple[str, ...]
    broken: tuple[TableId, ...]


def salvage(path: str, target: str) -> Salvaged:
    """Write what can be read of ``path`` to a new file. Raises StoreError where nothing can, or ``target`` exists."""
    with opened(path, Use.READ) as source:
        with translated(path):
            require_current(source, path)
        create(target)
        prepare(target)
        with translated(target), closing(connect(target, Use.WRITE)) as new:
            new.execute("BEGIN IMMEDIATE")
            damaged = tuple(name for name in _KEYS if name not in _LEDGER and not _copied(source, new, name))
            damaged += _copied_ledger(source, new)
            _drop_what_is_not_whole(new)
            broken = _end_broken_tables(new)
            rebuild_balances(new)
            rows = {name: new.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in _KEYS}
            new.execute("COMMIT")
    return Salvaged(rows, damaged, broken)


def _copied(source: sqlite3.Connection, new: sqlite3.Connection, name: str) -> bool:
    """Whether all rows could be read; those that could are in the new file, unless they refer to lost ones."""
    reading = _Reading(source, name)
    for row in reading.rows():
        with suppress(sqlite3.IntegrityError):
            new.execute(f"INSERT INTO {name} VALUES ({', '.join('?' * len(row))})", row)
    return reading.whole


class _Reading:
    """The rows of a table, from the front up to the damage and then from the back."""

    def __init__(self, conn: sqlite3.Connection, name: str) -> None:
        self._conn = conn
        self._name = name
        self.whole = False

    def rows(self) -> Iterator[tuple[Any, ...]]:
        key = _KEYS[self._name]
        yield from self._until_damage(f"SELECT * FROM {self._name} NOT INDEXED ORDER BY {key}")
        if not self.whole:
            backwards = ", ".join(f"{column} DESC" for column in key.split(", "))
            yield from self._until_damage(f"SELECT * FROM {self._name} NOT INDEXED ORDER BY {backwards}")
            self.whole = False

    def _until_damage(self, sql: str) -> Iterator[tuple[Any, ...]]:
        try:
            yield from self._conn.execute(sql)
        except sqlite3.Error as error:
            if not of_the_file(error):
                raise
        else:
            self.whole = True


def _copied_ledger(source: sqlite3.Connection, new: sqlite3.Connection) -> tuple[str, ...]:
    """Bookings that are whole, oldest first; what they consist of is read into memory before."""
    parts: dict[str, dict[int, list[tuple[Any, ...]]]] = {}
    damaged = []
    for name in _LEDGER:
        reading = _Reading(source, name)
        parts[name] = {}
        for row in reading.rows():
            rows = parts[name].setdefault(row[0], [])
            if row not in rows:
                rows.append(row)
        if not reading.whole:
            damaged.append(name)
    for number in sorted(parts["bookings"]):
        new.execute("SAVEPOINT booking")
        if not _booked(new, [(name, row) for name in _LEDGER for row in parts[name].get(number, ())], number):
            new.execute("ROLLBACK TO booking")
        new.execute("RELEASE booking")
    return tuple(damaged)


def _booked(new: sqlite3.Connection, rows: Iterable[tuple[str, tuple[Any, ...]]], number: int) -> bool:
    try:
        for name, row in rows:
            new.execute(f"INSERT INTO {name} VALUES ({', '.join('?' * len(row))})", row)
    except sqlite3.IntegrityError:
        return False
    return is_as_written(new, number)


def _drop_what_is_not_whole(new: sqlite3.Connection) -> None:
    """Packed hands that can't be unpacked; tables get their progress back, if only from nothing."""
    for row, packed in new.execute("SELECT rowid, packed FROM hands").fetchall():
        try:
            unpack(packed)
        except BadRecord:
            new.execute("DELETE FROM hands WHERE rowid = ?", (row,))
    new.execute(
        "INSERT INTO progress (table_number, seq, deadlines) SELECT number, 0, '[]' FROM tables"
        " WHERE number NOT IN (SELECT table_number FROM progress)"
    )


def _end_broken_tables(new: sqlite3.Connection) -> tuple[TableId, ...]:
    broken = tuple(TableId(table) for table in broken_logs(new))
    for table in broken:
        new.execute("UPDATE tables SET status = 'ended' WHERE id = ?", (table,))
    return broken
