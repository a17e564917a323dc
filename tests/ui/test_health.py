"""The figures over HTTP."""

from collections.abc import AsyncIterator

import aiohttp
import pytest

from bot.ui.health import Figures, Health

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
