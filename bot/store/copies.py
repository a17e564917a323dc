"""Backup and restore, with the bot running or not. Everything here blocks and raises StoreError."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Final

from bot.store import connection
from bot.store.connection import Use, connect
from bot.store.errors import translated
from bot.store.schema import applied, create, new_epoch, prepare, require_known, sync_folder
from bot.tables.ports import StoreError, StoreReason

_BESIDE: Final = ("-wal", "-shm", "-journal")


def back_up(path: str, target: str) -> None:
    """A complete copy of a database, as of one moment, in one new file. ``EXISTS`` where there is a file already."""
    with opened(path, Use.READ) as source:
        _require_ours(source, path)
        _copy(source, path, target)


def restore(source: str, path: str) -> str | None:
    """Put the copy ``source`` in the place of the database ``path``, all at once.

    What was there is kept beside it; the answer is the name of that file, None where nothing was. A bot that runs on
    the database gets ``REPLACED`` from then on. A copy with an older schema is brought up to today's, a newer or
    damaged one is refused before anything is changed.
    """
    with opened(source, Use.READ) as conn:
        _require_ours(conn, source)
        _require_sound(conn, source)
        fresh = _free_name(path, "restoring")
        try:
            _copy(conn, source, fresh)
            prepare(fresh)
            with opened(fresh, Use.WRITE) as copy:
                copy.execute("PRAGMA journal_mode = DELETE")
                new_epoch(copy)
            return _replace(fresh, path)
        finally:
            _remove(fresh)


def _replace(fresh: str, path: str) -> str | None:
    if not os.path.exists(path):
        _rename(fresh, path)
        return None
    kept = _free_name(path, "before-restore")
    try:
        back_up(path, kept)
    except StoreError as error:
        if error.reason not in (StoreReason.DAMAGED, StoreReason.NOT_OURS, StoreReason.EMPTY):
            raise
        _set_aside(path, kept)
        _rename(fresh, path)
        return kept
    try:
        with opened(fresh, Use.READ) as copy, opened(path, Use.WRITE) as live, translated(path):
            _all_pages(copy, live, path)
    except StoreError:
        _remove(kept)
        raise
    return kept


def _set_aside(path: str, kept: str) -> None:
    """A file that can't be copied is moved, with what lies beside it."""
    for ending in _BESIDE:
        if os.path.exists(path + ending):
            _rename(path + ending, kept + ending)
    _rename(path, kept)


def _copy(source: sqlite3.Connection, path: str, target: str) -> None:
    """The database of ``path``, in a single step, so that writers who go on don't make it begin again."""
    create(target)
    try:
        with opened(target, Use.WRITE) as copy, translated(target):
            _all_pages(source, copy, path)
            copy.execute("PRAGMA journal_mode = DELETE")
            _require_sound(copy, path)
    except BaseException:
        _remove(target)
        raise
    sync_folder(target)


def _all_pages(source: sqlite3.Connection, target: sqlite3.Connection, path: str) -> None:
    """Copy; where somebody keeps ``path`` locked, not for ever."""
    until = time.monotonic() + connection.BUSY_SECONDS

    def progress(status: int, _remaining: int, _count: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > until:
            raise StoreError(StoreReason.LOCKED, path)

    source.backup(target, progress=progress)


@contextmanager
def opened(path: str, use: Use) -> Iterator[sqlite3.Connection]:
    """A connection to a file that is there, for a block."""
    with translated(path):
        conn = connect(path, use)
    with closing(conn):
        yield conn


def _require_ours(conn: sqlite3.Connection, path: str) -> None:
    with translated(path):
        done = applied(conn, path)
    require_known(done, path)
    if not done:
        raise StoreError(StoreReason.EMPTY, path)


def _require_sound(conn: sqlite3.Connection, path: str) -> None:
    with translated(path):
        (answer,) = conn.execute("PRAGMA integrity_check(1)").fetchone()
    if answer != "ok":
        raise StoreError(StoreReason.DAMAGED, path, answer)


def _free_name(path: str, word: str) -> str:
    return next(name for number in count(1) if not os.path.exists(name := f"{path}.{word}-{number}"))


def _rename(old: str, new: str) -> None:
    try:
        os.replace(old, new)
        sync_folder(new)
    except OSError as error:
        raise StoreError(StoreReason.CANNOT_OPEN, new, str(error)) from error


def _remove(path: str) -> None:
    for name in (path, *(path + ending for ending in _BESIDE)):
        if os.path.exists(name):
            Path(name).unlink()
