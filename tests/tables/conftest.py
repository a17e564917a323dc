"""Every test has tables of its own names, and so walls, the same at each run: what fails once fails again."""

from random import Random

import pytest


@pytest.fixture(autouse=True)
def _same_walls(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    random = Random(request.node.name)
    monkeypatch.setattr("secrets.token_hex", lambda size=32: f"{random.getrandbits(8 * size):0{2 * size}x}")
