"""One bot a database: a lock beside it, which the system lifts when the process that holds it ends, however it does."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from bot.store.errors import translated
from bot.tables.ports import StoreError, StoreReason

LOCK: Final = ".lock"
"""The ending of the lock's name. The file stays, empty; it is the system's lock on it that counts."""

PATIENCE_SECONDS: Final = 1.0
"""Of two that begin in one moment each would see the other otherwise, and neither would run."""


@contextmanager
def alone(path: str) -> Iterator[None]:
    """Keep every other process from running a bot on the database of this path, for a block. Its folder has to exist.

    Nobody is kept from reading, copying or replacing the database. Raises StoreError: ``IN_USE`` where a bot runs.
    """
    lock = os.path.realpath(path) + LOCK
    if not os.access(Path(lock).parent, os.W_OK):
        raise StoreError(StoreReason.READ_ONLY, path, "the folder must be writable")
    with translated(lock):
        held = sqlite3.connect(lock, isolation_level=None, timeout=PATIENCE_SECONDS)
    with closing(held):
        _lock(held, path, lock)
        yield


def _lock(held: sqlite3.Connection, path: str, lock: str) -> None:
    try:
        with translated(lock):
            held.execute("PRAGMA journal_mode = MEMORY")
            held.execute("BEGIN EXCLUSIVE")
    except StoreError as error:
        if error.reason is StoreReason.LOCKED:
            raise StoreError(StoreReason.IN_USE, path, error.detail) from error
        raise
