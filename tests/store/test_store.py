"""A store as a whole: opened, and dropped."""

import asyncio
import gc
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from bot.store.check import check_file
from bot.store.store import open_store
from tests.project.source import ROOT


@pytest.mark.filterwarnings("ignore::ResourceWarning")
async def test_a_store_that_is_dropped_leaves_nobody_waiting(tmp_path: Path) -> None:
    tasks, threads = asyncio.all_tasks(), set(threading.enumerate())
    dropped: list[object] = [await open_store(str(tmp_path / "q.db"))]
    own = set(threading.enumerate()) - threads
    assert own
    dropped.append(dropped)
    del dropped
    gc.collect()
    async with asyncio.timeout(30):
        # Each of its threads ends by telling the loop so, which has to be there until then.
        while any(thread.is_alive() for thread in own) or asyncio.all_tasks() != tasks:
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
