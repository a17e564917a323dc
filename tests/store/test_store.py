"""A store as a whole: opened, and dropped."""

import asyncio
import gc
import subprocess
import sys
from pathlib import Path

import pytest

from bot.store.check import check_file
from bot.store.store import open_store
from tests.project.source import ROOT


@pytest.mark.filterwarnings("ignore::ResourceWarning")
async def test_a_store_that_is_dropped_leaves_nobody_waiting(tmp_path: Path) -> None:
    before = asyncio.all_tasks()
    dropped: list[object] = [await open_store(str(tmp_path / "q.db"))]
    dropped.append(dropped)
    del dropped
    gc.collect()
    async with asyncio.timeout(30):
        while asyncio.all_tasks() != before:
            await asyncio.sleep(0.01)


FORGOTTEN = """
import asyncio, sys
from bot.store.store import open_store
kept = []
async def main():
    kept.append(await open_store(sys.argv[1]))
    await kept[0].settings.change_person(1, lambda _: '{"sort":1}')
asyncio.run(main())
"""


def test_a_store_that_nobody_closes_keeps_no_process_from_ending(tmp_path: Path) -> None:
    path = str(tmp_path / "q.db")
    subprocess.run([sys.executable, "-W", "ignore", "-c", FORGOTTEN, path], cwd=ROOT, check=True, timeout=60)
    assert check_file(path) == ()
