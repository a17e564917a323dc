"""A bot with a real store and real tables on a simulated Discord; pictures are one pixel, to be quick."""

import importlib.util
import struct
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest

from bot.players import choose
from bot.render import EmojiFile, Painter
from bot.rules import REGISTRY
from bot.settings import Settings, load
from bot.store.store import open_store
from bot.tables.clock import LoopClock
from bot.tables.ports import Store
from bot.tables.service import TableService
from bot.ui.client import Queguan, create_bot
from tests.project.source import ROOT
from tests.ui.world import PACE_SECONDS

MakeBot = Callable[[], Queguan]


@pytest.fixture(autouse=True)
def _same_walls(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Every test has walls of its own, the same at each run: what fails once fails again."""
    random = Random(request.node.name)
    monkeypatch.setattr("secrets.token_hex", lambda size=32: f"{random.getrandbits(8 * size):0{2 * size}x}")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


PIXEL = b"".join(
    (
        b"\x89PNG\r\n\x1a\n",
        _chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)),
        _chunk(b"IDAT", zlib.compress(b"\x00\x00")),
        _chunk(b"IEND", b""),
    )
)


def now() -> float:
    return discord.utils.utcnow().timestamp()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return replace(load({}, tmp_path / "none"), database=tmp_path / "queguan.db", bot_pace=PACE_SECONDS)


@pytest.fixture
def painters() -> list[Painter]:
    """Put one in to have the next bot paint with it."""
    return []


@pytest.fixture
def emojis() -> list[EmojiFile]:
    """Put some in to have the bot put them up."""
    return []


@pytest.fixture
def new_bot(settings: Settings, painters: list[Painter], emojis: list[EmojiFile]) -> MakeBot:
    async def opened() -> Store:
        return await open_store(str(settings.database))

    def tables(store: Store) -> TableService:
        return TableService(REGISTRY, store, LoopClock(now), choose, pace=settings.bot_pace)

    def bot() -> Queguan:
        painter = painters.pop() if painters else Painter(paint=lambda _drawing: PIXEL)
        return create_bot(opened, tables, settings, painter=painter, emojis=lambda: tuple(emojis), now=now)

    return bot


@pytest.fixture
def simcord_bot(new_bot: MakeBot) -> Queguan:
    return new_bot()


@cache
def checker() -> Any:
    """What checks requests against Discord's own description, None where it isn't beside the repository."""
    folder = ROOT.parent / "shared" / "discord"
    if not (folder / "openapi_check.py").exists():
        return None
    spec = importlib.util.spec_from_file_location("openapi_check", folder / "openapi_check.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["openapi_check"] = module
    spec.loader.exec_module(module)
    return module.OpenAPIChecker(folder / "openapi.json"), module.assert_clean


@pytest.fixture(autouse=True)
def conforming(request: pytest.FixtureRequest) -> Iterator[None]:
    """Every request that was made is one that Discord describes."""
    yield
    env = request.node.funcargs.get("simcord_env")
    found = checker()
    if env is not None and found is not None:
        described, assert_clean = found
        assert_clean(described, env.http_requests)
