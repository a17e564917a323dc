"""Beginning and Ctrl-C, in a process of its own."""

import asyncio
import signal
import subprocess
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from pathlib import Path

import pytest

from bot.playground.texts import both
from tests.playground.conftest import PATIENCE_SECONDS

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="no signals to send")]

_ROOT = Path(__file__).parents[2]


async def _started(database: Path) -> Process:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.playground.evening", str(database), stdout=PIPE, stderr=STDOUT, cwd=_ROOT
    )
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE_SECONDS):
        while (line := await process.stdout.readline()) and "Ctrl-C ends it" not in line.decode():
            pass
    return process


@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_ends_it_cleanly(tmp_path: Path, name: signal.Signals) -> None:
    process = await _started(tmp_path / "toy.db")
    process.send_signal(name)
    said, _ = await asyncio.wait_for(process.communicate(), PATIENCE_SECONDS)
    assert process.returncode == 0, said.decode()
    assert said.decode().splitlines() == [*both("stopped").splitlines(), "closed"]


async def test_a_second_start_on_the_same_database_ends_as_cleanly(tmp_path: Path) -> None:
    for _ in range(2):
        process = await _started(tmp_path / "toy.db")
        process.send_signal(signal.SIGINT)
        await asyncio.wait_for(process.communicate(), PATIENCE_SECONDS)
        assert process.returncode == 0


def test_a_start_warns_of_nothing_that_is_not_used() -> None:
    """Whoever makes the first client, the simulator or the bot, voice isn't spoken of."""
    lines = "import logging; logging.basicConfig(); import bot.compose, simcord"
    done = subprocess.run([sys.executable, "-c", lines], cwd=_ROOT, capture_output=True, text=True, check=True)
    assert "voice" not in done.stderr
