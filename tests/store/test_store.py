"""A store as a whole: opened, and dropped."""

import asyncio
import gc
from pathlib import Path

import pytest

from bot.store.store import open_store


@pytest.mark.filterwarnings("ignore::ResourceWarning")
async def test_a_store_that_is_dropped_leaves_nobody_waiting(tmp_path: Path) -> None:
    before = asyncio.all_tasks()
    dropped: list[object] = [await open_store(str(tmp_path / "q.db"))]
    dropped.append(dropped)
    del dropped
    gc.collect()
    await asyncio.sleep(0.2)
    assert asyncio.all_tasks() == before
