"""Disks that are full, files that are locked, read-only or torn: a clear answer, and nothing of it written."""

import asyncio
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import connection
from bot.store.check import check_file
from bot.store.copies import back_up
from bot.store.salvage import salvage
from bot.store.schema import prepare
from bot.store.store import SqliteStore, open_store, opened_store, reading_store
from bot.tables.ledger_values import AllTime
from bot.tables.ports import Committed, StoreError, StoreReason, TableId, Unit
from tests.store.samples import GUILD, TABLE, event, hand, opened

PAGE = 4096
FILLING = Unit(table=TABLE, at=1.0, seq=0, events=tuple('{"x":"' + "y" * 900 + '"}' for _ in range(60)))


async def limited(store: SqliteStore, pages: int) -> None:
    """From now on the file may grow by so many pages."""

    def limit(conn: sqlite3.Connection) -> None:
        (now,) = conn.execute("PRAGMA page_count").fetchone()
        conn.execute(f"PRAGMA max_page_count = {now + pages}")

    await store._writer._connection.run(limit)


async def test_a_full_disk_loses_nothing(store: SqliteStore) -> None:
    await opened(store)
    await store.ledger.book(hand(1))
    await limited(store, 4)
    with pytest.raises(StoreError) as caught:
        await store.tables.commit(FILLING)
    assert caught.value.reason is StoreReason.DISK_FULL
    assert await store.tables.log(TABLE) == ()
    await limited(store, 1000)
    assert await store.tables.commit(FILLING) == Committed(60, 1)
    assert len(await store.ledger.balances(GUILD, AllTime())) == 4


async def test_what_still_fits_is_written(store: SqliteStore) -> None:
    tables = [TableId(f"t{number}") for number in range(6)]
    for table in (TABLE, *tables):
        await opened(store, table)
    await limited(store, 4)
    small = [Unit(table=table, at=1.0, seq=0, events=(event(1),)) for table in tables]
    answers = await asyncio.gather(
        *(store.tables.commit(unit) for unit in (*small[:3], FILLING, *small[3:])), return_exceptions=True
    )
    assert [answer for number, answer in enumerate(answers) if number != 3] == [Committed(1, 1)] * 6
    assert isinstance(answers[3], StoreError)
    assert answers[3].reason is StoreReason.DISK_FULL


async def test_a_file_that_another_program_has_locked(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0.1)
    async with opened_store(path) as store:
        await opened(store)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            units = [Unit(table=TABLE, at=1.0, seq=0, events=(event(number),)) for number in range(3)]
            answers = await asyncio.gather(*map(store.tables.commit, units), return_exceptions=True)
            assert [getattr(answer, "reason", None) for answer in answers] == [StoreReason.LOCKED] * 3
            assert await store.tables.log(TABLE) == ()
            with pytest.raises(StoreError) as caught:
                await open_store(path)
            assert caught.value.reason is StoreReason.LOCKED
        assert await store.tables.commit(units[0]) == Committed(1, 1)


async def test_who_waits_for_a_short_lock_gets_through(store: SqliteStore, path: str) -> None:
    await opened(store)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(store.tables.commit(Unit(table=TABLE, at=1.0, seq=0, events=(event(0),))))
        await asyncio.sleep(0.1)
        assert not waiting.done()
        other.execute("ROLLBACK")
        assert await waiting == Committed(1, 1)


READ_ONLY = """
import asyncio, os, sys
from bot.store.schema import migrations
from bot.store.store import open_store
from bot.tables.ports import StoreError
migrations()
if os.getuid() == 0:
    os.setuid(65534)
async def main():
    try:
        await open_store(sys.argv[1])
    except StoreError as error:
        print(error.reason)
asyncio.run(main())
"""


@pytest.mark.parametrize(
    ("name", "mode", "reason"),
    [("queguan.db", 0o555, "read_only"), ("new.db", 0o555, "read_only"), ("queguan.db", 0o600, "read_only")],
)
async def test_a_place_that_may_only_be_read(name: str, mode: int, reason: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "queguan.db")
        async with opened_store(str(path)) as store:
            await opened(store)
        before = path.read_bytes()
        path.chmod(0o444)
        Path(folder).chmod(mode)
        done = subprocess.run(
            [sys.executable, "-c", READ_ONLY, str(Path(folder, name))], capture_output=True, text=True, check=False
        )
        Path(folder).chmod(0o700)
        assert done.stdout.strip() == reason, done.stderr
        assert path.read_bytes() == before
        assert [file.name for file in Path(folder).iterdir()] == ["queguan.db"]


@pytest.mark.parametrize("kept", [0.0, 0.3, 0.6, 0.999])
async def test_a_torn_log_of_the_database_loses_only_what_was_torn(tmp_path: Path, kept: float) -> None:
    """The copy is what a power cut leaves: the file and a part of what was written ahead, without shared memory."""
    live, torn = tmp_path / "live.db", tmp_path / "torn.db"
    async with opened_store(str(live)) as store:
        await opened(store)
        sizes = [Path(f"{live}-wal").stat().st_size]
        for number in range(20):
            await store.tables.commit(
                Unit(table=TABLE, at=1.0, seq=number, events=(event(number),), bookings=(hand(number),))
            )
            sizes.append(Path(f"{live}-wal").stat().st_size)
        shutil.copy(live, torn)
        ahead = Path(f"{live}-wal").read_bytes()
    start = sizes[0]
    length = start + int((len(ahead) - start) * kept)
    Path(f"{torn}-wal").write_bytes(ahead[:length])
    whole = sum(size <= length for size in sizes[1:])
    async with opened_store(str(torn)) as store:
        assert await store.tables.log(TABLE) == tuple(map(event, range(whole)))
        assert await store.check() == ()
        assert [item.hand async for item in store.ledger.export(GUILD)] == list(range(whole))
        assert await store.tables.commit(Unit(table=TABLE, at=1.0, seq=whole, events=(event(0),))) == Committed(
            whole + 1, 1
        )


async def test_damage_in_one_place_leaves_the_rest_readable(path: str) -> None:
    """The page that is hit belongs to the log of one table."""
    long = tuple('{"x":"' + "y" * 300 + '"}' for _ in range(40))
    names = [TableId(f"t{number}") for number in range(8)]
    async with opened_store(path) as store:
        for name in names:
            await opened(store, name)
            await store.tables.commit(Unit(table=name, at=1.0, seq=0, events=long))
            await store.ledger.book(hand(1, name))
    data = bytearray(Path(path).read_bytes())
    leaf = b"\x0d"
    pages = [data[place : place + PAGE] for place in range(0, len(data), PAGE)]
    page = [number for number, one in enumerate(pages) if one[:1] == leaf and b"yyyy" in one][8]
    data[page * PAGE : (page + 1) * PAGE] = b"\xee" * PAGE
    Path(path).write_bytes(data)
    async with opened_store(path) as store:
        read = 0
        for name in names:
            (answer,) = await asyncio.gather(store.tables.log(name), return_exceptions=True)
            assert answer == long or getattr(answer, "reason", None) is StoreReason.DAMAGED
            read += answer == long
        assert 4 <= read < 8
        assert len(await store.tables.open_tables()) == 8
        assert len([item async for item in store.ledger.export(GUILD)]) == 8
    assert check_file(path) != ()


IN_A_FOLDER_THAT_CANNOT_CHANGE = """
import asyncio, concurrent.futures.thread, os, sys
from bot.store.schema import migrations
from bot.store.store import reading_store
from bot.tables.ports import StoreError
migrations()
if os.getuid() == 0:
    os.setuid(65534)
async def main():
    try:
        async with reading_store(sys.argv[1]) as store:
            print(len(await store.tables.open_tables()))
            await store.tables.forget_interactions(0.0)
    except StoreError as error:
        print(error.reason)
asyncio.run(main())
"""


async def test_what_lies_where_nothing_can_be_written_can_be_read() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "queguan.db")
        async with opened_store(str(path)) as store:
            await opened(store)
        path.chmod(0o444)
        Path(folder).chmod(0o555)
        done = subprocess.run(
            [sys.executable, "-c", IN_A_FOLDER_THAT_CANNOT_CHANGE, str(path)],
            capture_output=True,
            text=True,
            check=False,
        )
        Path(folder).chmod(0o700)
        assert done.stdout.split() == ["1", "read_only"], done.stderr
        assert [file.name for file in Path(folder).iterdir()] == ["queguan.db"]


async def test_an_opening_that_fails_leaves_no_thread_behind(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("no database " * 1000)
    before = threading.active_count()
    for _ in range(3):
        with pytest.raises(StoreError) as caught:
            await open_store(str(tmp_path / "text.db"))
        assert caught.value.reason is StoreReason.NOT_OURS
    assert threading.active_count() == before


async def killed_with_a_log(path: str) -> None:
    """A file of twenty tables, and a log beside it that was not taken in."""
    async with opened_store(path) as store:
        await opened(store)
    code = (
        "import os, sqlite3, sys; conn = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "for number in range(60): conn.execute('INSERT INTO interactions VALUES (?, 1.0)', (number,))\n"
        "conn.execute('CREATE TABLE more (x)'); os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", code, path], check=False)
    assert Path(path + "-wal").stat().st_size


async def test_who_only_reads_leaves_the_log_of_a_killed_process_as_it_is(path: str, tmp_path: Path) -> None:
    await killed_with_a_log(path)
    before = [Path(path + ending).read_bytes() for ending in ("", "-wal")]
    async with reading_store(path) as store:
        assert len(await store.tables.open_tables()) == 1
    back_up(path, str(tmp_path / "copy.db"))
    assert salvage(path, str(tmp_path / "saved.db")).rows["interactions"] == 60
    check_file(path)
    assert [Path(path + ending).read_bytes() for ending in ("", "-wal")] == before


async def test_a_log_of_another_file_destroys_nothing(path: str, tmp_path: Path) -> None:
    other = str(tmp_path / "other.db")
    await killed_with_a_log(other)
    async with opened_store(path) as store:
        await opened(store)
        await asyncio.gather(*(store.ledger.book(hand(number)) for number in range(300)))
    shutil.copy(other + "-wal", path + "-wal")
    before = [Path(path + ending).read_bytes() for ending in ("", "-wal")]
    assert check_file(path)
    for attempt in (prepare, lambda file: back_up(file, str(tmp_path / "copy.db"))):
        with pytest.raises(StoreError) as caught:
            attempt(path)
        assert caught.value.reason is StoreReason.DAMAGED
    assert salvage(path, str(tmp_path / "saved.db")).rows["bookings"] == 300
    assert [Path(path + ending).read_bytes() for ending in ("", "-wal")] == before
    Path(path + "-wal").unlink()
    assert check_file(path) == ()


NO_ROOM = """
import asyncio, resource, signal, sys
from bot.store.store import open_store, reading_store
from bot.tables.ports import StoreError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
async def main():
    async with reading_store(sys.argv[1]) as store:
        print(len(await store.tables.open_tables()))
    try:
        await open_store(sys.argv[1])
    except StoreError as error:
        print(error.reason)
asyncio.run(main())
"""


async def test_a_file_at_rest_on_a_full_disk_can_be_read(path: str) -> None:
    async with opened_store(path) as store:
        await opened(store)
    before = Path(path).read_bytes()
    done = subprocess.run([sys.executable, "-c", NO_ROOM, path], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["1", "disk_full"], done.stderr
    assert Path(path).read_bytes() == before
