"""A world for each test, whose tables have the same names, and so walls, at each run: what fails once fails again."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from tests.tables.world import World, world


@pytest.fixture(autouse=True)
def _same_walls(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    random = Random(request.node.name)
    monkeypatch.setattr("secrets.token_hex", lambda size=32: f"{random.getrandbits(8 * size):0{2 * size}x}")


@pytest.fixture
async def w(tmp_path: Path) -> AsyncIterator[World]:
    async with world(tmp_path / "q.db") as made:
        yield made
