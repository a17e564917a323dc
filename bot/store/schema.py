"""Opening a file: whether it is ours, which schema it has, and the migrations up to today's.

Each migration is a numbered SQL file; it runs in one transaction together with its record. A file that isn't ours, or
of a newer program, is refused before anything in it is changed.
"""

import errno
import os
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from bot.store.connection import APPLICATION_ID, Use, connect, has_log
from bot.store.errors import translated
from bot.tables.ports import StoreError, StoreReason


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema: numbers count from 1 without a gap; ``name`` and ``script`` never change again."""

    number: int
    name: str
    script: str


@cache
def migrations() -> tuple[Migration, ...]:
    """All steps up to today's schema, read from the package."""
    folder = resources.files("bot.store") / "migrations"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda file: file.name)
    steps = tuple(
        Migration(int(file.name[:4]), file.name[5:].removesuffix(".sql"), file.read_text("utf-8")) for file in files
    )
    if [step.number for step in steps] != list(range(1, len(steps) + 1)):
        raise ValueError(f"migrations are numbered from 1 without a gap: {[file.name for file in files]}")
    return steps


def statements(script: str) -> Iterator[str]:
    """The single statements of an SQL script; triggers stay whole."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement.strip()
            statement = ""
    if any(line.strip() and not line.lstrip().startswith("--") for line in statement.splitlines()):
        raise ValueError(f"not a whole statement: {statement.strip()[:80]!r}")


def prepare(path: str, steps: Sequence[Migration] | None = None) -> None:
    """Make the file ready for work: create it, or bring its schema up to today's. Blocks; raises StoreError.

    ``steps`` are the program's migrations, today's where it is left out.
    """
    known = migrations() if steps is None else tuple(steps)
    created = not os.path.exists(path)
    if created:
        create(path)
    elif os.path.isdir(path):
        raise StoreError(StoreReason.CANNOT_OPEN, path, "a folder")
    if has_log(path):
        _look_first(path, known)
    with translated(path):
        conn = connect(path, Use.WRITE)
        try:
            done = applied(conn, path)
            require_known(done, path, known)
            _require_writable(conn)
            mode = conn.execute("PRAGMA journal_mode = WAL").fetchone()[0]
            if mode != "wal":
                raise StoreError(
                    StoreReason.CANNOT_OPEN, path, f"journal mode {mode}: the file system has no shared memory"
                )
            for step in known[len(done) :]:
                _apply(conn, step)
        finally:
            conn.close()
    if created:
        sync_folder(path)


def _look_first(path: str, known: Sequence[Migration]) -> None:
    """Opening for writing takes in the log beside the file for good: not before the two are known to fit."""
    with translated(path), closing(connect(path, Use.READ)) as conn:
        require_known(applied(conn, path), path, known)
        (answer,) = conn.execute("PRAGMA quick_check(1)").fetchone()
    if answer != "ok":
        raise StoreError(StoreReason.DAMAGED, path, answer)


def require_current(conn: sqlite3.Connection, path: str) -> None:
    """Raises StoreError where the file isn't ours or has another schema than today's; changes nothing."""
    done = applied(conn, path)
    require_known(done, path)
    if not done:
        raise StoreError(StoreReason.EMPTY, path)
    if len(done) < len(migrations()):
        raise StoreError(StoreReason.OLDER_SCHEMA, path, f"schema {len(done)} of {len(migrations())}")


def require_known(done: Sequence[tuple[int, str]], path: str, steps: Sequence[Migration] | None = None) -> None:
    """Raises StoreError where migrations were done that ``steps`` (today's where left out) don't begin with."""
    known = migrations() if steps is None else steps
    if len(done) > len(known):
        raise StoreError(StoreReason.NEWER_SCHEMA, path, f"schema {len(done)}, this program knows {len(known)}")
    ours = [(step.number, step.name) for step in known[: len(done)]]
    if list(done) != ours:
        raise StoreError(StoreReason.NOT_OURS, path, f"schema history {list(done)} is not {ours}")


def applied(conn: sqlite3.Connection, path: str) -> tuple[tuple[int, str], ...]:
    """Number and name of the migrations that the file has seen. Raises StoreError for a file of another program."""
    tables = {name for (name,) in conn.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if not tables:
        return ()
    if conn.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID or "migrations" not in tables:
        raise StoreError(StoreReason.NOT_OURS, path, "a database of another program")
    return tuple(conn.execute("SELECT number, name FROM migrations ORDER BY number"))


def new_epoch(conn: sqlite3.Connection) -> None:
    """From here on, stores that opened the file before refuse to write: what they remember is not what it holds."""
    conn.execute(
        "INSERT INTO meta (name, value) VALUES ('epoch', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (secrets.token_hex(8),),
    )


def epoch(conn: sqlite3.Connection) -> str:
    return str(conn.execute("SELECT value FROM meta WHERE name = 'epoch'").fetchone()[0])


def create(path: str) -> None:
    """A new empty file. Only its owner can read it: it will hold the walls of running hands. Raises StoreError."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError as error:
        raise StoreError(StoreReason.EXISTS, path) from error
    except OSError as error:
        reasons = {
            errno.EROFS: StoreReason.READ_ONLY,
            errno.EACCES: StoreReason.READ_ONLY,
            errno.ENOSPC: StoreReason.DISK_FULL,
        }
        raise StoreError(reasons.get(error.errno or 0, StoreReason.CANNOT_OPEN), path, str(error)) from error


def sync_folder(path: str) -> None:
    """A new file's name is on the disk only when its folder is."""
    folder = os.open(Path(path).absolute().parent, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _require_writable(conn: sqlite3.Connection) -> None:
    conn.execute("BEGIN IMMEDIATE")
    conn.execute("ROLLBACK")


def _apply(conn: sqlite3.Connection, step: Migration) -> None:
    """One migration and its record. References are checked at the end, so that tables can be rebuilt on the way."""
    conn.execute("PRAGMA foreign_keys = OFF")
    conn.execute("BEGIN IMMEDIATE")
    try:
        if step.number == 1:
            conn.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            conn.execute("CREATE TABLE migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, at REAL NOT NULL)")
            conn.execute("CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
        for statement in statements(step.script):
            conn.execute(statement)
        conn.execute(
            "INSERT INTO migrations (number, name, at) VALUES (?, ?, (julianday('now') - 2440587.5) * 86400.0)",
            (step.number, step.name),
        )
        new_epoch(conn)
        broken = conn.execute("PRAGMA foreign_key_check").fetchone()
        if broken is not None:
            raise sqlite3.IntegrityError(f"migration {step.number} breaks a reference of {broken[0]}")
        conn.execute("COMMIT")
    except BaseException:
        if conn.in_transaction:
            conn.execute("ROLLBACK")
        raise
    conn.execute("PRAGMA foreign_keys = ON")
