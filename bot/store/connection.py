"""A connection with a thread of its own, set up the way every part of the store relies on."""

import os
import sqlite3
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Final, TypeVar

import aiosqlite

from bot.store.errors import translated
from bot.tables.ports import StoreError, StoreReason

APPLICATION_ID: Final = 0x71756567
"""Marks a database file as ours ("queg")."""

BUSY_SECONDS: Final = 5.0
_STATEMENTS: Final = 256
_AT_REST: Final = "mode=ro&immutable=1"
_NO_ROOM: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)

T = TypeVar("T")


class Use(Enum):
    """What a connection is for; only one of them writes.

    ``RESCUE`` reads a file that was cut short, too; ``ALONE`` does so without the log that lies beside it.
    """

    WRITE = "write"
    READ = "read"
    RESCUE = "rescue"
    ALONE = "alone"


class Connection(aiosqlite.Connection):
    """Runs whole functions on its thread: one hop for a job of many statements."""

    def __init__(self, path: str, use: Use, before: Callable[[str], None] | None = None) -> None:
        """``before`` is done to the file on the connection's thread, which then opens it."""

        def opening() -> sqlite3.Connection:
            if before is not None:
                before(path)
            return connect(path, use)

        super().__init__(opening, iter_chunk_size=64)
        # A store that nobody has closed keeps no process from ending; to the file that is a kill, which it survives.
        self._thread.daemon = True
        self.path = path

    async def run(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """What the job returns or raises; SQLite's complaints about the file as StoreError."""
        if self._connection is None:
            raise StoreError(StoreReason.CLOSED, self.path)
        with translated(self.path):
            result: T = await self._execute(job, self._connection)  # type: ignore[no-untyped-call]
        return result

    async def opened(self) -> "Connection":
        """Raises StoreError where the file can't be opened."""
        with translated(self.path):
            try:
                await self
            except Exception:
                # Its thread ends at once, but not without a word to the event loop, which may be about to close.
                self._thread.join()
                raise
        return self


def connect(path: str, use: Use) -> sqlite3.Connection:
    """A connection in autocommit mode: transactions begin where the code says so. The file has to be there."""
    if not os.path.isfile(path):
        raise StoreError(StoreReason.CANNOT_OPEN, path, "no such file")
    if use is Use.WRITE and not all(os.access(place, os.W_OK) for place in (path, Path(path).absolute().parent)):
        raise StoreError(StoreReason.READ_ONLY, path, "the file and its folder must be writable")
    try:
        return _connected(path, use, _mode(path, use))
    except sqlite3.OperationalError as error:
        # A full disk has no room for what readers share either; a file at rest can be read without it.
        if use is Use.WRITE or has_log(path) or error.sqlite_errorcode & 0xFF not in _NO_ROOM:
            raise
        return _connected(path, use, _AT_REST)


def _connected(path: str, use: Use, mode: str) -> sqlite3.Connection:
    uri = f"{Path(path).absolute().as_uri()}?{mode}"
    conn = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=BUSY_SECONDS, cached_statements=_STATEMENTS)
    try:
        if use in (Use.RESCUE, Use.ALONE):
            # Otherwise SQLite does not open a file that has fewer pages than it says.
            conn.execute("PRAGMA writable_schema = ON")
        conn.execute("PRAGMA foreign_keys = ON")
        conn.execute("PRAGMA synchronous = FULL")
        if use is not Use.WRITE:
            conn.execute("PRAGMA query_only = ON")
    except BaseException:
        conn.close()
        raise
    return conn


def has_log(path: str) -> bool:
    """Whether a log lies beside the file that is not taken in yet: of a process that runs, or that was killed."""
    return any(os.path.isfile(path + ending) and os.path.getsize(path + ending) for ending in ("-wal", "-journal"))


def _mode(path: str, use: Use) -> str:
    """How SQLite opens the file. Whoever only reads leaves a log beside it as it is: it may not belong to the file."""
    if use is Use.WRITE:
        return "mode=rw"
    if use is Use.ALONE:
        return _AT_REST
    if has_log(path):
        return "mode=ro"
    return "mode=rw" if os.access(Path(path).absolute().parent, os.W_OK) else _AT_REST
