"""From SQLite's error codes to the reasons that the ports name."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from bot.tables.ports import StoreError, StoreReason

_BY_CODE: Final = {
    sqlite3.SQLITE_IOERR_SHMSIZE: StoreReason.DISK_FULL,
    sqlite3.SQLITE_BUSY: StoreReason.LOCKED,
    sqlite3.SQLITE_LOCKED: StoreReason.LOCKED,
    sqlite3.SQLITE_PROTOCOL: StoreReason.LOCKED,
    sqlite3.SQLITE_CORRUPT: StoreReason.DAMAGED,
    sqlite3.SQLITE_FULL: StoreReason.DISK_FULL,
    sqlite3.SQLITE_IOERR: StoreReason.DISK_FAILS,
    sqlite3.SQLITE_READONLY: StoreReason.READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: StoreReason.CANNOT_OPEN,
    sqlite3.SQLITE_PERM: StoreReason.CANNOT_OPEN,
    sqlite3.SQLITE_NOTADB: StoreReason.NOT_OURS,
}
_PRIMARY: Final = 0xFF
"""The extended codes of SQLite hold the primary one in their lowest byte."""

_OF_ONE_JOB: Final = (
    sqlite3.IntegrityError,
    sqlite3.DataError,
    sqlite3.ProgrammingError,
    sqlite3.InterfaceError,
    sqlite3.NotSupportedError,
)


def of_the_file(error: BaseException) -> bool:
    """Whether the fault lies with the file or the disk, and not with what one job tried to write."""
    return isinstance(error, sqlite3.Error) and not isinstance(error, _OF_ONE_JOB)


def store_error(error: sqlite3.Error, path: str) -> StoreError:
    code = getattr(error, "sqlite_errorcode", -1)
    reason = _BY_CODE.get(code) or _BY_CODE.get(code & _PRIMARY, StoreReason.FAILED)
    name = getattr(error, "sqlite_errorname", "")
    return StoreError(reason, path, f"{name} {error}".strip())


@contextmanager
def translated(path: str) -> Iterator[None]:
    """SQLite's complaints about the file become ``StoreError``; those about what was asked stay what they are."""
    try:
        yield
    except sqlite3.Error as error:
        if not of_the_file(error):
            raise
        raise store_error(error, path) from error
