"""Opening files: new ones, ours, older, newer, of other programs."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from bot.store.connection import APPLICATION_ID
from bot.store.schema import Migration, migrations, prepare, statements
from bot.store.store import open_store
from bot.tables.ports import StoreError, StoreReason

SECOND = Migration(
    len(migrations()) + 1, "colours", "CREATE TABLE colours (x TEXT);\nINSERT INTO colours VALUES ('red');"
)
BROKEN = Migration(len(migrations()) + 1, "broken", "CREATE TABLE half (x TEXT);\nINSERT INTO nowhere VALUES (1);")


def read(path: str, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as conn:
        return conn.execute(sql).fetchall()


def history(path: str) -> list[tuple[object, ...]]:
    return read(path, "SELECT number, name FROM migrations ORDER BY number")


def refused(path: str, steps: Sequence[Migration] | None = None) -> StoreReason:
    with pytest.raises(StoreError) as caught:
        prepare(path, steps)
    assert caught.value.path == path
    return caught.value.reason


def test_a_new_file_gets_todays_schema(path: str) -> None:
    prepare(path)
    assert history(path) == [(step.number, step.name) for step in migrations()]
    assert read(path, "PRAGMA application_id") == [(APPLICATION_ID,)]
    assert read(path, "PRAGMA journal_mode") == [("wal",)]
    assert Path(path).stat().st_mode & 0o077 == 0


def test_preparing_twice_changes_nothing(path: str) -> None:
    prepare(path)
    epoch = read(path, "SELECT value FROM meta")
    prepare(path)
    assert read(path, "SELECT value FROM meta") == epoch
    assert len(history(path)) == len(migrations())


def test_an_older_schema_is_brought_up(path: str) -> None:
    prepare(path)
    epoch = read(path, "SELECT value FROM meta")
    prepare(path, (*migrations(), SECOND))
    assert history(path)[-1] == (SECOND.number, SECOND.name)
    assert read(path, "SELECT x FROM colours") == [("red",)]
    assert read(path, "SELECT value FROM meta") != epoch


def test_a_migration_that_fails_leaves_nothing_behind(path: str) -> None:
    prepare(path)
    epoch = read(path, "SELECT value FROM meta")
    assert refused(path, (*migrations(), BROKEN)) is StoreReason.FAILED
    assert read(path, "SELECT name FROM sqlite_schema WHERE name = 'half'") == []
    assert len(history(path)) == len(migrations())
    assert read(path, "SELECT value FROM meta") == epoch
    prepare(path, (*migrations(), SECOND))


def test_a_newer_schema_is_refused_untouched(path: str) -> None:
    prepare(path, (*migrations(), SECOND))
    before = Path(path).read_bytes()
    assert refused(path) is StoreReason.NEWER_SCHEMA
    assert Path(path).read_bytes() == before


def test_a_file_of_another_history_is_refused(path: str) -> None:
    prepare(path, (*migrations(), SECOND))
    other = Migration(SECOND.number, "flavours", SECOND.script)
    assert refused(path, (*migrations(), other)) is StoreReason.NOT_OURS


def test_a_database_of_another_program_is_refused_untouched(path: str) -> None:
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("CREATE TABLE migrations (number, name)")
        conn.commit()
    before = Path(path).read_bytes()
    assert refused(path) is StoreReason.NOT_OURS
    assert Path(path).read_bytes() == before
    assert not Path(path + "-wal").exists()


def test_a_file_that_is_no_database_is_refused_untouched(path: str) -> None:
    Path(path).write_text("the accounts of the tea house\n" * 100)
    assert refused(path) is StoreReason.NOT_OURS
    assert Path(path).read_text().startswith("the accounts")


def test_an_empty_file_is_taken(path: str) -> None:
    Path(path).touch()
    prepare(path)
    assert len(history(path)) == len(migrations())


def test_places_where_no_file_can_be(tmp_path: Path) -> None:
    assert refused(str(tmp_path)) is StoreReason.CANNOT_OPEN
    assert refused(str(tmp_path / "no" / "queguan.db")) is StoreReason.CANNOT_OPEN
    assert refused("") is StoreReason.CANNOT_OPEN


async def test_odd_names_are_files_like_others(tmp_path: Path) -> None:
    for name in ("a b?c=d#e%20.db", "雀馆.db"):
        store = await open_store(str(tmp_path / name))
        await store.close()
        assert (tmp_path / name).stat().st_size > 0


def test_statements_are_kept_whole() -> None:
    table = "-- a comment; with a semicolon\nCREATE TABLE a (x);\n"
    script = f"{table}CREATE TRIGGER t BEFORE DELETE ON a BEGIN\n SELECT 1;\nEND;\n"
    assert [statement.splitlines()[-1] for statement in statements(script)] == ["CREATE TABLE a (x);", "END;"]
    with pytest.raises(ValueError, match="not a whole statement"):
        list(statements("CREATE TABLE a (x)"))
