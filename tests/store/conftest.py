from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.store import SqliteStore, opened_store


@pytest.fixture
def path(tmp_path: Path) -> str:
    """Where the database of the test is."""
    return str(tmp_path / "queguan.db")


@pytest.fixture
async def store(path: str) -> AsyncIterator[SqliteStore]:
    """A store that is empty at first and sound at the end."""
    async with opened_store(path) as store:
        yield store
        assert await store.check() == ()
