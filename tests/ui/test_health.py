"""The figures over HTTP."""

from collections.abc import AsyncIterator

import aiohttp
import pytest
from simcord import Env

from bot.ui.client import Queguan
from bot.ui.health import Figures, Health, figures_of

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


@pytest.mark.parametrize(("seconds", "well"), [(59.0, True), (61.0, False)])
@pytest.mark.parametrize("back", ["resumed", "ready"])
@pytest.mark.simcord
async def test_a_bot_that_is_cut_off_is_not_well_after_a_minute(
    simcord_env: Env, seconds: float, well: bool, back: str
) -> None:
    bot = simcord_env.bot
    assert isinstance(bot, Queguan)
    assert figures_of(bot.house).well
    bot.dispatch("disconnect")
    await simcord_env.settle()
    await simcord_env.advance_time(seconds / 2)
    bot.dispatch("disconnect")
    await simcord_env.settle()
    await simcord_env.advance_time(seconds / 2)
    assert figures_of(bot.house).well is well
    bot.dispatch(back)
    await simcord_env.settle()
    assert figures_of(bot.house).well
    await simcord_env.advance_time(61)
    assert figures_of(bot.house).well
