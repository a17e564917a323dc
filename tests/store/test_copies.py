"""Backup and restore while others work, and nothing is destroyed on the way."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.store import connection
from bot.store.check import check_file
from bot.store.copies import back_up, restore
from bot.store.schema import Migration, migrations, prepare
from bot.store.store import SqliteStore, opened_store
from bot.tables.ports import Committed, StoreError, StoreReason, TableId, Unit
from tests.store.samples import TABLE, event, hand, opened


def refused(action: object, *paths: str) -> StoreReason:
    with pytest.raises(StoreError) as caught:
        action(*paths)  # type: ignore[operator]
    return caught.value.reason


def content(folder: Path) -> dict[str, bytes]:
    """All files but those that come and go with connections."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if not file.name.endswith(("-wal", "-shm"))}


async def test_a_backup_is_one_file_with_everything(store: SqliteStore, tmp_path: Path) -> None:
    await opened(store)
    await store.tables.commit(Unit(table=TABLE, at=1.0, seq=0, events=(event(0),), bookings=(hand(1),)))
    target = str(tmp_path / "copy.db")
    await store.backup(target)
    assert not Path(target + "-wal").exists()
    assert check_file(target) == ()
    async with opened_store(target) as copy:
        assert await copy.tables.log(TABLE) == (event(0),)
        assert await copy.ledger.item("hand:K7QX:1") == await store.ledger.item("hand:K7QX:1")


async def test_work_goes_on_during_a_backup(store: SqliteStore, tmp_path: Path) -> None:
    await opened(store)
    told: list[int] = []

    async def play() -> None:
        for number in range(200):
            done = await store.tables.commit(Unit(table=TABLE, at=1.0, seq=number, events=(event(number),)))
            assert isinstance(done, Committed)
            told.append(number)

    playing = asyncio.create_task(play())
    kept = []
    for number in range(3):
        before = len(told)
        await store.backup(str(tmp_path / f"copy-{number}.db"))
        kept.append((before, len(told)))
    await playing
    for number, (before, after) in enumerate(kept):
        async with opened_store(str(tmp_path / f"copy-{number}.db")) as copy:
            assert before <= len(await copy.tables.log(TABLE)) <= after + 1


async def test_a_backup_writes_over_nothing(store: SqliteStore, path: str, tmp_path: Path) -> None:
    target = tmp_path / "notes.txt"
    target.write_text("notes")
    assert refused(back_up, path, str(target)) is StoreReason.EXISTS
    assert refused(back_up, path, path) is StoreReason.EXISTS
    assert target.read_text() == "notes"
    assert refused(back_up, path, str(tmp_path / "no" / "copy.db")) is StoreReason.CANNOT_OPEN
    assert refused(back_up, str(tmp_path / "none.db"), str(tmp_path / "copy.db")) is StoreReason.CANNOT_OPEN
    assert not (tmp_path / "copy.db").exists()
    assert not (tmp_path / "none.db").exists()
    with pytest.raises(StoreError) as caught:
        await store.backup(str(target))
    assert caught.value.reason is StoreReason.EXISTS


def test_only_our_files_are_backed_up(tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as conn:
        conn.execute("CREATE TABLE x (y)")
    assert refused(back_up, str(other), str(tmp_path / "copy.db")) is StoreReason.NOT_OURS
    assert [file.name for file in tmp_path.iterdir()] == ["other.db"]


async def test_a_restore_brings_back_and_keeps_what_was(path: str, tmp_path: Path) -> None:
    copy = str(tmp_path / "copy.db")
    async with opened_store(path) as store:
        await opened(store)
        await store.tables.commit(Unit(table=TABLE, at=1.0, seq=0, events=(event(0),)))
        await store.backup(copy)
        await store.tables.commit(Unit(table=TABLE, at=1.0, seq=1, events=(event(1),), bookings=(hand(1),)))
    kept = restore(copy, path)
    assert kept == f"{path}.before-restore-1"
    async with opened_store(path) as store:
        assert await store.tables.log(TABLE) == (event(0),)
        assert await store.ledger.item("hand:K7QX:1") is None
        assert await store.check() == ()
    async with opened_store(kept) as before:
        assert await before.tables.log(TABLE) == (event(0), event(1))
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy.db", "queguan.db", "queguan.db.before-restore-1"]
    assert restore(copy, path) == f"{path}.before-restore-2"


async def test_a_running_bot_is_told_that_its_file_was_replaced(store: SqliteStore, path: str, tmp_path: Path) -> None:
    await opened(store)
    copy = str(tmp_path / "copy.db")
    await store.backup(copy)
    await store.tables.commit(Unit(table=TABLE, at=1.0, seq=0, events=(event(0),)))
    restore(copy, path)
    unit = Unit(table=TABLE, at=1.0, seq=0, events=(event(7),))
    for _ in range(2):
        with pytest.raises(StoreError) as caught:
            await store.tables.commit(unit)
        assert caught.value.reason is StoreReason.REPLACED
    assert await store.tables.log(TABLE) == ()
    async with opened_store(path) as again:
        assert await again.tables.commit(unit) == Committed(1, 1)


async def test_a_restore_to_a_new_place(store: SqliteStore, tmp_path: Path) -> None:
    await opened(store)
    copy, place = str(tmp_path / "copy.db"), str(tmp_path / "new.db")
    await store.backup(copy)
    assert restore(copy, place) is None
    async with opened_store(place) as new:
        assert await new.tables.log(TABLE) == ()
        assert len(await new.tables.open_tables()) == 1


@pytest.mark.parametrize("damage", ["garbage", "cut", "newer", "missing", "empty"])
async def test_a_bad_copy_is_refused_untouched(path: str, tmp_path: Path, damage: str) -> None:
    copy = tmp_path / "copy.db"
    async with opened_store(path) as store:
        for number in range(40):
            await opened(store, TableId(f"t{number}"))
        await store.backup(str(copy))
    match damage:
        case "garbage":
            copy.write_bytes(b"garbage" * 1000)
        case "cut":
            copy.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])
        case "newer":
            prepare(str(copy), (*migrations(), Migration(len(migrations()) + 1, "later", "CREATE TABLE later (x);")))
        case "missing":
            copy.unlink()
        case "empty":
            copy.write_bytes(b"")
    before = content(tmp_path)
    expected = {
        "garbage": StoreReason.NOT_OURS,
        "cut": StoreReason.DAMAGED,
        "newer": StoreReason.NEWER_SCHEMA,
        "missing": StoreReason.CANNOT_OPEN,
        "empty": StoreReason.EMPTY,
    }
    assert refused(restore, str(copy), path) is expected[damage]
    assert content(tmp_path) == before


async def test_a_restore_over_a_damaged_file_sets_it_aside(path: str, tmp_path: Path) -> None:
    copy = str(tmp_path / "copy.db")
    async with opened_store(path) as store:
        await opened(store)
        await store.backup(copy)
    damaged = b"garbage" * 1000
    Path(path).write_bytes(damaged)
    kept = restore(copy, path)
    assert kept is not None
    assert Path(kept).read_bytes() == damaged
    assert check_file(path) == ()


async def test_conflicts_show_what_the_restored_file_holds(path: str, tmp_path: Path) -> None:
    copy = str(tmp_path / "copy.db")
    async with opened_store(path) as store:
        first = await opened(store)
        await store.backup(copy)
        await store.tables.commit(Unit(table=TABLE, at=1.0, record=replace(first, meta="{}")))
    restore(copy, path)
    async with opened_store(path) as store:
        assert await store.tables.commit(Unit(table=TABLE, at=1.0, record=first)) == Committed(0, 2)


async def test_a_damaged_database_is_named_not_its_copy(path: str, tmp_path: Path) -> None:
    async with opened_store(path) as store:
        await opened(store)
    whole = bytearray(Path(path).read_bytes())
    for at in range(4096 * 3, len(whole), 4096):
        whole[at : at + 12] = bytes(12)
    Path(path).write_bytes(whole)
    copy = tmp_path / "copy.db"
    with pytest.raises(StoreError) as caught:
        back_up(path, str(copy))
    assert (caught.value.reason, caught.value.path) == (StoreReason.DAMAGED, path)
    assert not copy.exists()


async def test_a_restore_waits_for_a_lock_but_not_for_ever(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = str(tmp_path / "copy.db")
    async with opened_store(path) as store:
        await opened(store)
        await store.backup(copy)
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0.2)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert refused(restore, copy, path) is StoreReason.LOCKED
        assert sorted(file.name for file in tmp_path.glob("*.db*") if "restor" in file.name) == []
        other.execute("ROLLBACK")
    assert restore(copy, path) is not None
