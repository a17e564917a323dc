"""The figures over HTTP."""

import asyncio
import math
from collections.abc import AsyncIterator
from unittest.mock import MagicMock

import aiohttp
import pytest

from bot.ui import client
from bot.ui.client import Queguan
from bot.ui.health import Figures, Health, figures_of
from bot.ui.house import House

WELL = Figures(well=True, tables=3, players=7, waiting_requests=2, latency=0.05)


class Bot:
    """A bot whose figures can be set."""

    figures = WELL


@pytest.fixture
async def served(unused_tcp_port: int) -> AsyncIterator[tuple[str, Bot]]:
    bot = Bot()
    health = Health(lambda: bot.figures)
    await health.start("127.0.0.1", unused_tcp_port)
    yield f"http://127.0.0.1:{unused_tcp_port}", bot
    await health.stop()


async def test_a_bot_that_is_well_says_so_with_its_counts(served: tuple[str, Bot]) -> None:
    address, _ = served
    async with aiohttp.ClientSession() as session, session.get(f"{address}/healthz") as answer:
        assert answer.status == 200
        body = await answer.json()
    assert body == {"ok": True, "tables": 3, "players": 7, "waiting_requests": 2, "latency_ms": 50}


async def test_a_bot_that_is_not_answers_with_an_error(served: tuple[str, Bot]) -> None:
    address, bot = served
    bot.figures = Figures(well=False, tables=0, players=0, waiting_requests=0, latency=None)
    async with aiohttp.ClientSession() as session, session.get(f"{address}/healthz") as answer:
        assert answer.status == 503
        assert (await answer.json())["latency_ms"] is None


async def test_metrics_are_what_prometheus_reads(served: tuple[str, Bot]) -> None:
    address, _ = served
    async with aiohttp.ClientSession() as session, session.get(f"{address}/metrics") as answer:
        text = await answer.text()
    assert "queguan_tables 3.0" in text
    assert "queguan_up 1.0" in text


@pytest.fixture
def new(simcord_bot: Queguan, monkeypatch: pytest.MonkeyPatch) -> Queguan:
    """A bot that counts as cut off after a moment, not yet started."""
    monkeypatch.setattr(client, "STALE_SECONDS", 0.05)
    return simcord_bot


async def test_a_bot_is_cut_off_when_the_connection_has_been_lost_for_a_while(new: Queguan) -> None:
    await new.on_disconnect()
    await new.on_disconnect()
    assert not new.cut_off
    await asyncio.sleep(0.1)
    assert new.cut_off
    await new.on_disconnect()
    await new.on_resumed()
    assert not new.cut_off
    await asyncio.sleep(0.1)
    assert not new.cut_off


async def test_a_connection_that_comes_back_in_time_was_never_lost(new: Queguan) -> None:
    await new.on_disconnect()
    await new.on_resumed()
    await asyncio.sleep(0.1)
    assert not new.cut_off


@pytest.mark.parametrize("cut_off", [False, True])
@pytest.mark.parametrize(("latency", "answers"), [(0.05, True), (math.inf, True), (math.nan, True), (60.0, False)])
def test_a_bot_is_well_while_discord_answers(cut_off: bool, latency: float, answers: bool) -> None:
    house = MagicMock(spec=House)
    house.tables.open_tables.return_value = ()
    house.bot = MagicMock(spec=Queguan, latency=latency, cut_off=cut_off)
    house.bot.is_ready.return_value, house.bot.is_closed.return_value = True, False
    figures = figures_of(house)
    assert figures.well == (answers and not cut_off)
    assert figures.latency == (latency if math.isfinite(latency) else None)
