"""A bot with a real store and real tables on a simulated Discord."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.compose import make_bot
from bot.settings import Settings, load
from bot.ui.client import Queguan

MakeBot = Callable[[], Queguan]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return replace(load({}, tmp_path / "none"), database=tmp_path / "queguan.db", bot_pace=1.0)


@pytest.fixture
def new_bot(settings: Settings) -> MakeBot:
    return lambda: make_bot(settings)


@pytest.fixture
def simcord_bot(new_bot: MakeBot) -> Queguan:
    return new_bot()
