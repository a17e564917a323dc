"""kill -9 at any moment: all that was told is there, nothing is there by half, every hand is booked once."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from bot.store.check import check_file
from bot.store.store import opened_store
from bot.tables.ledger_values import BookingKind
from bot.tables.ports import Deadline, Message, TableId
from tests.store.killed import HAND, TABLES
from tests.store.samples import GUILD, event

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


def run(path: str, seed: int, statement: int, seconds: float = 20.0) -> list[list[str]]:
    """What a process told before it was killed."""
    command = [sys.executable, "-m", "tests.store.killed", path, str(seed), str(statement)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        if statement == 0:
            line = process.stdout.readline()
            time.sleep(seconds)
            process.kill()
            told = [line, *process.stdout]
        else:
            told = list(process.stdout)
        process.wait()
    assert process.returncode == -signal.SIGKILL
    return [line.split() for line in told if line.endswith("\n")]


async def checked(path: str, told: Iterable[list[str]]) -> None:
    """What is in the file is whole and holds everything that was told."""
    assert check_file(path) == ()
    told = list(told)
    async with opened_store(path) as store:
        for name in TABLES:
            table = await store.tables.table(name)
            if table is None:
                assert not any(line[:2] == ["told", name] for line in told)
                continue
            assert table.seq > max((int(line[2]) for line in told if line[:2] == ["told", name]), default=-1)
            assert await store.tables.log(name) == tuple(map(event, range(table.seq)))
            if table.seq:
                assert table.deadlines == (Deadline("turn", table.seq - 1 + 45.0),)
                assert table.messages == (Message("hand", 1, table.seq),)
            hands = [info.number for info in await store.tables.hands(name)]
            assert hands == list(range(table.seq // HAND))
        booked = [item async for item in store.ledger.export(GUILD)]
    keys = {item.key for item in booked if item.kind is BookingKind.HAND}
    async with opened_store(path) as store:
        packed = {f"hand:{name}:{info.number}" for name in TABLES for info in await store.tables.hands(TableId(name))}
    assert keys == packed
    assert {line[1] for line in told if line[0] == "undone"} <= {item.reverses for item in booked}


@pytest.mark.parametrize("seed", range(6))
async def test_killed_at_a_statement(path: str, seed: int) -> None:
    rng = Random(seed)
    told = []
    for statement in (rng.randrange(1, 12), rng.randrange(12, 200), rng.randrange(200, 1500)):
        told += run(path, seed, statement)
        await checked(path, told)


async def test_killed_from_outside(path: str) -> None:
    told = run(path, 1, 0, 0.3)
    await checked(path, told)
    assert len(told) > 20


@pytest.mark.slow
async def test_killed_again_and_again(path: str) -> None:
    rng = Random(7)
    told: list[list[str]] = []
    for round_ in range(60):
        told += run(path, round_, rng.randrange(1, 400)) if round_ % 4 else run(path, round_, 0, rng.random() / 4)
        await checked(path, told)
