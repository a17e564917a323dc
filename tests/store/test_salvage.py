"""What can be read of a damaged file is read, and what is saved is whole."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bot.store.check import check_file
from bot.store.salvage import salvage
from bot.store.store import opened_store
from bot.tables.ledger_values import TotalsQuery
from bot.tables.ports import Check, Deadline, HandEnd, Seen, StoreError, StoreReason, TableId, TableStatus, Unit
from tests.store.samples import ANN, GUILD, PEOPLE, event, hand, opened

NAMES = tuple(TableId(f"t{number}") for number in range(12))
LONG = tuple(f'{{"number":{number},"x":"{"y" * 200}"}}' for number in range(40))


@pytest.fixture
async def played(path: str) -> str:
    """Twelve tables with a packed hand, a long running one and thirty bookings each."""
    async with opened_store(path) as store:
        await store.settings.saw([Seen(GUILD, one, f"name of {one}", 1.0) for one in PEOPLE])
        await store.settings.change_person(int(ANN), lambda _: '{"sort":1}')
        for name in NAMES:
            await opened(store, name)
            await store.tables.commit(
                Unit(table=name, at=1.0, seq=0, events=tuple(map(event, range(9))), hand=HandEnd(1, 0))
            )
            await store.tables.commit(Unit(table=name, at=1.0, seq=9, events=LONG, deadlines=(Deadline("turn", 2.5),)))
        bookings = [hand(number, name, winner=PEOPLE[number % 4]) for name in NAMES for number in range(30)]
        await asyncio.gather(*map(store.ledger.book, bookings))
    return path


def pages_of_events(path: str) -> list[int]:
    """The leaf pages of the long logs."""
    data = Path(path).read_bytes()
    pages = [data[at : at + 4096] for at in range(0, len(data), 4096)]
    return [number for number, page in enumerate(pages) if page[:1] == b"\x0d" and b"yyyyyyyy" in page]


def destroyed(path: str, page: int) -> None:
    with Path(path).open("r+b") as file:
        file.seek(page * 4096)
        file.write(b"\xee" * 4096)


async def test_all_of_a_sound_file(played: str, tmp_path: Path) -> None:
    target = str(tmp_path / "saved.db")
    saved = salvage(played, target)
    assert (saved.damaged, saved.broken) == ((), ())
    assert check_file(target) == ()
    async with opened_store(played) as old, opened_store(target) as new:
        assert await new.tables.open_tables() == await old.tables.open_tables()
        for name in NAMES:
            assert await new.tables.log(name) == await old.tables.log(name)
        assert [i async for i in new.ledger.export(GUILD)] == [i async for i in old.ledger.export(GUILD)]
        query = TotalsQuery(guild=GUILD)
        assert await new.ledger.totals(query) == await old.ledger.totals(query)
        assert await new.settings.person(int(ANN)) == '{"sort":1}'


async def test_a_lost_page_of_a_log_ends_the_tables_it_held(played: str, tmp_path: Path) -> None:
    pages = pages_of_events(played)
    destroyed(played, pages[len(pages) // 2])
    before = Path(played).read_bytes()
    target = str(tmp_path / "saved.db")
    saved = salvage(played, target)
    assert saved.damaged == ("events",)
    assert 1 <= len(saved.broken) <= 2
    assert Path(played).read_bytes() == before
    assert {finding.check for finding in check_file(target)} == {Check.LOGS}
    async with opened_store(target) as new:
        for name in NAMES:
            table = await new.tables.table(name)
            assert table is not None
            assert await new.tables.hand(name, 1) == tuple(map(event, range(9)))
            if name in saved.broken:
                assert table.record.status is TableStatus.ENDED
            else:
                assert (await new.tables.log(name))[9:] == LONG
                assert table.deadlines == (Deadline("turn", 2.5),)
        assert len([item async for item in new.ledger.export(GUILD)]) == 360


async def test_a_lost_page_of_the_ledger_loses_whole_bookings(played: str, tmp_path: Path) -> None:
    with closing(sqlite3.connect(played)) as conn:
        (root,) = conn.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'lines'").fetchone()
        data = Path(played).read_bytes()
        cells = int.from_bytes(data[(root - 1) * 4096 + 3 : (root - 1) * 4096 + 5], "big")
        assert cells > 2
        pointer = (root - 1) * 4096 + 12 + 2 * (cells // 2)
        cell = (root - 1) * 4096 + int.from_bytes(data[pointer : pointer + 2], "big")
        page = int.from_bytes(data[cell : cell + 4], "big") - 1
    destroyed(played, page)
    target = str(tmp_path / "saved.db")
    saved = salvage(played, target)
    assert saved.damaged == ("lines",)
    assert saved.broken == ()
    assert 0 < 360 - saved.rows["bookings"] < 120
    assert check_file(target) == ()


async def test_what_lies_between_two_lost_pages_is_saved(played: str, tmp_path: Path) -> None:
    pages = pages_of_events(played)
    assert len(pages) > 6
    destroyed(played, pages[1])
    destroyed(played, pages[-2])
    saved = salvage(played, str(tmp_path / "saved.db"))
    assert saved.damaged == ("events",)
    assert 2 <= len(saved.broken) <= 4
    assert saved.rows["events"] > len(NAMES) * len(LONG) * 0.6


async def test_a_file_that_was_cut_short_is_read_as_far_as_it_goes(played: str, tmp_path: Path) -> None:
    whole = Path(played).read_bytes()
    Path(played).write_bytes(whole[: len(whole) * 4 // 5 + 1000])
    target = str(tmp_path / "saved.db")
    saved = salvage(played, target)
    assert saved.damaged
    assert saved.rows["tables"] == len(NAMES)
    assert 0 < saved.rows["bookings"] < 360
    assert {finding.check for finding in check_file(target)} <= {Check.LOGS}


async def test_every_page_can_be_lost(played: str, tmp_path: Path) -> None:
    size = Path(played).stat().st_size // 4096
    rng = Random(3)
    whole = Path(played).read_bytes()
    refused = 0
    for number, page in enumerate(rng.sample(range(1, size), 12)):
        broken, target = str(tmp_path / f"broken-{number}.db"), str(tmp_path / f"saved-{number}.db")
        Path(broken).write_bytes(whole)
        destroyed(broken, page)
        try:
            salvage(broken, target)
        except StoreError:
            refused += 1
            continue
        assert {finding.check for finding in check_file(target)} <= {Check.LOGS}
    assert refused <= 3


def test_nothing_is_written_over(played: str, tmp_path: Path) -> None:
    target = tmp_path / "notes"
    target.write_text("notes")
    with pytest.raises(StoreError) as caught:
        salvage(played, str(target))
    assert caught.value.reason is StoreReason.EXISTS
    with pytest.raises(StoreError) as caught:
        salvage(str(target), str(tmp_path / "saved.db"))
    assert caught.value.reason is StoreReason.NOT_OURS
    assert not (tmp_path / "saved.db").exists()
