"""What can be read of a damaged database, as a new one. Blocks and raises StoreError; the damaged file stays as it is.

Rows are read from both ends of each table up to the damage, and between damaged pages. What refers to lost rows is left
out: a booking is there with all its lines or not at all. An open table whose log has a gap can't go on and is ended;
its whole hands are kept.
"""

import sqlite3
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from bot.store.check import broken_logs, is_as_written, rebuild_balances
from bot.store.connection import Use, connect, has_log
from bot.store.copies import opened
from bot.store.errors import of_the_file, translated
from bot.store.packing import sound
from bot.store.schema import create, prepare, require_current
from bot.tables.ports import StoreError, TableId

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

_LEAST: Final = -(2**63)
_MOST: Final = 2**63 - 1
_TRIES: Final = 2000
"""So many gaps of a table are looked into; a lost page of rows needs some dozens, a lost page of pages has no end."""


class _Way(Enum):
    """Which way rows are read."""

    ON = "ASC"
    BACK = "DESC"


_LEDGER: Final = ("lines", "entries", "bookings")


@dataclass(frozen=True, slots=True)
class Salvaged:
    """Rows that were saved, by table; tables of the file that were cut short; game tables whose log has a gap."""

    rows: Mapping[str, int]
    damaged: tuple[str, ...]
    broken: tuple[TableId, ...]


def salvage(path: str, target: str) -> Salvaged:
    """Write what can be read of ``path`` to a new file. Raises StoreError where nothing can, or ``target`` exists."""
    with opened(path, _best(path)) as source:
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


def _best(path: str) -> Use:
    """How the file is read best: without the log beside it where it is whole alone and not with it."""
    if has_log(path) and not _whole(path, Use.RESCUE) and _whole(path, Use.ALONE):
        return Use.ALONE
    return Use.RESCUE


def _whole(path: str, use: Use) -> bool:
    try:
        with opened(path, use) as conn, translated(path):
            require_current(conn, path)
            return bool(conn.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except StoreError:
        return False


def _copied(source: sqlite3.Connection, new: sqlite3.Connection, name: str) -> bool:
    """Whether all rows could be read; those that could are in the new file, unless they refer to lost ones."""
    reading = _Reading(source, name)
    for row in reading.rows():
        with suppress(sqlite3.IntegrityError):
            new.execute(f"INSERT INTO {name} VALUES ({', '.join('?' * len(row))})", row)
    return reading.whole


class _Reading:
    """The rows of a table, some of them twice: from the front and the back up to the damage, then what lies between.

    Between two damaged pages the middle is tried, and then the middles of what is left, the largest gaps first.
    """

    def __init__(self, conn: sqlite3.Connection, name: str) -> None:
        self._conn = conn
        self._name = name
        self._key, *_ = _KEYS[name].split(", ")
        self.whole = False

    def rows(self) -> Iterator[tuple[Any, ...]]:
        low, self.whole = yield from self._scan(_Way.ON, _LEAST, _MOST)
        if self.whole:
            return
        high, _ = yield from self._scan(_Way.BACK, low, _MOST)
        gaps = deque([(low, high)])
        for _ in range(_TRIES):
            if not gaps:
                return
            low, high = gaps.popleft()
            middle = (low + high) // 2
            if high - low < 2:
                continue
            left, whole = yield from self._scan(_Way.BACK, low, middle)
            gaps += [] if whole else [(low, left)]
            right, whole = yield from self._scan(_Way.ON, middle, high)
            gaps += [] if whole else [(right, high)]

    def _scan(self, way: "_Way", low: int, high: int) -> Generator[tuple[Any, ...], None, tuple[int, bool]]:
        """Rows whose keys are not outside these; up to which key there were some, and whether these were all."""
        order = ", ".join(f"{column} {way.value}" for column in _KEYS[self._name].split(", "))
        sql = f"SELECT {self._key}, * FROM {self._name} NOT INDEXED WHERE {self._key} BETWEEN ? AND ? ORDER BY {order}"
        last = low if way is _Way.ON else high
        try:
            for key, *row in self._conn.execute(sql, (low, high)):
                yield tuple(row)
                last = key
        except sqlite3.Error as error:
            if not of_the_file(error):
                raise
            return last, False
        return last, True


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
    """Packed hands that are damaged; tables get their progress back, if only from nothing."""
    for row, packed in new.execute("SELECT rowid, packed FROM hands").fetchall():
        if not sound(packed):
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
