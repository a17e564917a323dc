"""kill -9 at any moment of a match: it goes on with the same wall, prompts, deadlines and points, settled once."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.rules import REGISTRY
from bot.store.check import check_file
from bot.store.store import opened_store
from bot.tables.ledger_values import AllTime
from bot.tables.ports import TableStatus
from tests.project.source import ROOT
from tests.tables.killed import GUILD, TABLE


def play(folder: Path, rules: str, seed: int, span: int) -> int:
    """Play a match to its end; how often it was killed."""
    folder.mkdir()
    command = [sys.executable, "-m", "tests.tables.killed", str(folder), rules, str(seed), str(span)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    again = f"run it again: {' '.join(command)}"
    assert done.returncode == 0, f"{again}\n{done.stderr[-3000:]}"
    return int(done.stdout)


def told(folder: Path) -> Mapping[str, Any]:
    """What was told after each change; whoever is told twice is told the same."""
    found: dict[str, Any] = {}
    for line in (folder / "told").read_text().splitlines():
        number, what = json.loads(line)
        assert found.setdefault(str(number), what) == what, number
    return found


async def compared(folder: Path, undisturbed: Path) -> None:
    """Everything of the one is what it is in the other."""
    assert check_file(str(folder / "q.db")) == ()
    one, other = told(folder), told(undisturbed)
    assert {number: one[number] for number in one} == {number: other[number] for number in one}
    assert len(one) > len(other) * 0.8
    async with opened_store(str(folder / "q.db")) as store, opened_store(str(undisturbed / "q.db")) as plain:
        assert await store.tables.log(TABLE) == await plain.tables.log(TABLE)
        assert await store.tables.hands(TABLE) == await plain.tables.hands(TABLE)
        table, expected = await store.tables.table(TABLE), await plain.tables.table(TABLE)
        assert table == expected
        assert table is not None
        assert table.record.status is TableStatus.ENDED
        booked = [item async for item in store.ledger.export(GUILD)]
        assert booked == [item async for item in plain.ledger.export(GUILD)]
        hands = [item.key for item in booked]
        assert len(hands) == len(set(hands)) > 2
        assert sum((await store.ledger.balances(GUILD, AllTime())).values()) == 0


@pytest.mark.slow
@pytest.mark.parametrize("rules", REGISTRY)
async def test_killed_a_dozen_times_a_match(rules: str, tmp_path: Path) -> None:
    assert play(tmp_path / "undisturbed", rules, 0, 0) == 0
    changes = len(told(tmp_path / "undisturbed"))
    kills = play(tmp_path / "killed", rules, 1, changes * 2)
    assert kills >= 5
    await compared(tmp_path / "killed", tmp_path / "undisturbed")


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("rules", REGISTRY)
@pytest.mark.parametrize("seed", range(10))
async def test_killed_again_and_again_in_a_match(rules: str, seed: int, tmp_path: Path) -> None:
    assert play(tmp_path / "undisturbed", rules, seed, 0) == 0
    assert play(tmp_path / "killed", rules, seed, 60) >= 20
    await compared(tmp_path / "killed", tmp_path / "undisturbed")


async def test_a_difference_would_be_found(tmp_path: Path) -> None:
    for name, due in (("one", 1.0), ("other", 2.0)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "told").write_text(json.dumps([1, {"due": due}]) + "\n")
        async with opened_store(str(tmp_path / name / "q.db")):
            pass
    with pytest.raises(AssertionError):
        await compared(tmp_path / "one", tmp_path / "other")
