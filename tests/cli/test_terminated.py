"""SIGTERM ends ``queguan run`` as Ctrl-C does: with its farewells said, and without a fault."""

import asyncio
import os
import signal
import sys
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

from bot import compose
from bot.settings import Settings, load

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no signals to send")


class Bot:
    """A bot that runs until it is cancelled, and takes a while to say farewell."""

    def __init__(self) -> None:
        self.started = asyncio.Event()
        self.closing = asyncio.Event()
        self.closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.closing.set()
        await asyncio.sleep(0.1)
        self.closed = True

    async def start(self, _token: str) -> None:
        self.started.set()
        await asyncio.Event().wait()


@pytest.fixture
async def bot(monkeypatch: pytest.MonkeyPatch) -> Bot:
    made = Bot()
    monkeypatch.setattr(compose, "make_bot", lambda _settings: made)
    return made


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return replace(load({}, tmp_path / "none"), database=tmp_path / "queguan.db")


@pytest.mark.parametrize("times", [1, 3])
async def test_a_bot_that_is_terminated_closes_and_ends_well(bot: Bot, settings: Settings, times: int) -> None:
    running = asyncio.create_task(compose.run(settings))
    await bot.started.wait()
    for _ in range(times):
        os.kill(os.getpid(), signal.SIGTERM)
        await bot.closing.wait()
    await running
    assert bot.closed
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


async def test_a_bot_that_is_cancelled_by_another_hand_says_so(bot: Bot, settings: Settings) -> None:
    running = asyncio.create_task(compose.run(settings))
    await bot.started.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert bot.closed
