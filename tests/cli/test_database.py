"""``backup``, ``restore``, ``salvage`` and ``doctor``: on a database in use, a damaged one, a wrong sum."""

import asyncio
import json
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli import doctor
from bot.settings import TOKEN
from bot.store.check import check_file
from bot.store.sampling import sampled_hands
from tests.store.test_check import tampered
from tests.tables.world import ANN, BOB, world


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("QUEGUAN_DB", str(tmp_path / "q.db"))
    monkeypatch.setenv(TOKEN, "x" * 60)
    return tmp_path / "q.db"


async def queguan(*words: str) -> int:
    """Another program, as far as the database is concerned."""
    return await asyncio.to_thread(main, list(words))


async def played(path: Path) -> None:
    async with world(path) as w:
        table = await w.match(ANN, BOB)
        await w.play_hand(table, ANN, BOB)


async def test_a_backup_of_tables_that_run(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    async with world(path) as w:
        table = await w.match(ANN, BOB)
        await w.until_turn(table, ANN)
        assert await queguan("backup", str(copy)) == 0
        await w.play_hand(table, ANN, BOB)
    assert check_file(str(copy)) == ()
    async with world(copy) as w:
        await w.tables.recover()
        assert [board.id for board in w.tables.open_tables()] == [table]
        await w.play_hand(table, ANN, BOB)


async def test_what_can_be_read_is_saved_beside(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await played(path)
    before = path.read_bytes()
    target = tmp_path / "saved.db"
    assert await queguan("salvage", str(path), str(target), "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["rows"]["bookings"] == 1
    assert answer["damaged"] == []
    assert path.read_bytes() == before
    assert check_file(str(target)) == ()
    assert await queguan("salvage", str(path), str(target)) == 1
    assert "exists already" in capsys.readouterr().err
    assert await queguan("salvage", str(tmp_path / "none.db"), str(tmp_path / "new.db")) == 1
    assert capsys.readouterr().err.count("\n") == 1


async def test_the_doctor_names_a_wrong_sum_and_mends_it(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await played(path)
    assert await queguan("doctor", "--offline") == 0
    tampered(str(path), "UPDATE balances SET balance = balance + 1 WHERE season = 0 AND rules = ''")
    capsys.readouterr()
    assert await queguan("doctor", "--offline") == 1
    assert "--mend" in capsys.readouterr().out
    assert await queguan("doctor", "--mend", "--offline") == 0
    assert check_file(str(path)) == ()


async def test_a_database_in_which_nothing_was_played_is_sound(path: Path) -> None:
    async with world(path):
        pass
    assert await queguan("doctor", "--offline") == 0
    assert await queguan("export", "--format", "json") == 0


async def test_the_doctor_looks_at_hands_from_first_to_last(path: Path) -> None:
    async with world(path) as w:
        for _ in range(5):
            await w.play_hand(await w.match(ANN, BOB), ANN, BOB)
    tables = [kept.table for kept in sampled_hands(str(path), 100)]
    assert len(tables) == 5
    assert [kept.table for kept in sampled_hands(str(path), 5)] == tables
    for most in (1, 2, 3, 4):
        some = [kept.table for kept in sampled_hands(str(path), most)]
        assert 1 <= len(some) <= most
        assert some == tables[:: len(tables) if most == 1 else tables.index(some[1])]


def test_the_doctor_names_a_font_that_cannot_be_read(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in ("tiles", "fonts"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.ttf").write_bytes(b"no font")
    monkeypatch.setattr(doctor, "ASSETS", tmp_path)
    assert main(["doctor", "--json", "--offline"]) == 1
    (problem,) = json.loads(capsys.readouterr().out)["problems"]
    assert "x.ttf" in problem
    assert not path.exists()


@pytest.mark.parametrize(
    "words", [["export"], ["export", "--table", "t"], ["replay", "--table", "t"], ["backup", "new.db"]]
)
async def test_what_only_reads_makes_no_database(
    words: list[str], path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert await queguan(*words) == 1
    assert "There is no database" in capsys.readouterr().err
    path.write_bytes(b"")
    assert await queguan(*words) == 1
    assert "is empty" in capsys.readouterr().err
    assert path.read_bytes() == b""
    assert [file.name for file in tmp_path.iterdir()] == ["q.db"]
    assert await queguan("doctor", "--offline") == 0


async def test_what_the_doctor_says_of_a_damaged_file_is_one_line_each(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await played(path)
    whole = bytearray(path.read_bytes())
    for at in range(4096 * 5, len(whole), 4096):
        whole[at + 8 : at + 40] = bytes(range(200, 232))
    path.write_bytes(whole)
    assert await queguan("doctor", "--offline", "--json") == 1
    problems = json.loads(capsys.readouterr().out)["problems"]
    assert problems
    assert all("\n" not in problem and " : " not in problem and "***" not in problem for problem in problems)


async def test_the_doctor_sees_that_a_database_cannot_be_made(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path.symlink_to(tmp_path / "none" / "q.db")
    assert await queguan("doctor", "--offline") == 1
    assert "cannot be opened" in capsys.readouterr().out
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("QUEGUAN_DB", str(tmp_path / "file" / "q.db"))
    assert await queguan("doctor", "--offline") == 1
    assert "cannot be opened" in capsys.readouterr().out
    monkeypatch.setenv("QUEGUAN_DB", str(tmp_path / "new" / "q.db"))
    assert await queguan("doctor", "--offline") == 0
