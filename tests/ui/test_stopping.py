"""A bot that is stopped: whoever has just pressed something is answered, whoever comes too late is told why."""

import asyncio
import logging
from typing import Any

import discord
import pytest
from simcord import Env

from bot.tables.ports import StoreError, StoreReason
from tests.ui.world import World, said, world_of

pytestmark = [pytest.mark.slow, pytest.mark.simcord(strict_sync=True, settle_timeout=2.5)]

ROUNDS = 50
"""So many rounds of the event loop somebody's answer is on its way."""


@pytest.fixture
async def world(simcord_env: Env) -> World:
    """Ann is to discard, and has as much time as she wants."""
    world = world_of(simcord_env, "ann", "bob")
    await world.playing(turn=0)
    return world


async def test_who_has_just_pressed_is_answered(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    closed, real, close = asyncio.Event(), discord.InteractionResponse.edit_message, world.bot.house.store.close

    async def slow(*given: Any, **more: Any) -> None:
        await closed.wait()
        for _ in range(ROUNDS):
            await asyncio.sleep(0)
        await real(*given, **more)
        done.append("answered")

    desk_closes = world.bot.desk.close

    async def desk_closing() -> None:
        closed.set()
        await desk_closes()

    async def store_closing() -> None:
        done.append("closed")
        await close()

    monkeypatch.setattr(discord.InteractionResponse, "edit_message", slow)
    monkeypatch.setattr(world.bot.desk, "close", desk_closing)
    monkeypatch.setattr(world.bot.house.store, "close", store_closing)
    hand = world.private("ann")[-1]
    first = next(each for each in hand.ids if ":discard " in each)
    world.presses(world.handles["ann"], hand, first)
    for _ in range(ROUNDS):
        await asyncio.sleep(0)
    await world.bot.close()
    assert done == ["answered", "closed"]


async def test_who_comes_too_late_is_told_that_the_bot_stops(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world.bot.desk, "reopen", lambda: None)  # which a bot that closes does not
    await world.bot.house.tables.rest()
    await world.bot.house.store.close()
    hand = world.private("ann")[-1]
    before = world.laid("ann")
    first = next(each for each in hand.ids if ":discard " in each)
    (result,) = await world.press_together((world.handles["ann"], hand, first))
    assert "is stopping" in said(result)
    assert world.laid("ann") == before
    assert [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR] == []


@pytest.mark.parametrize(
    ("reason", "said_of_it", "faulty"), [("closed", "is stopping", False), ("locked", "is held by", True)]
)
async def test_who_asks_too_late_is_no_fault_of_ours(
    world: World,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    reason: str,
    said_of_it: str,
    faulty: bool,
) -> None:
    async def refused(*_given: object, **_more: object) -> None:
        raise StoreError(StoreReason(reason), "q.db")

    monkeypatch.setattr(world.bot.house.store.ledger, "totals", refused)
    monkeypatch.setattr(world.bot.house.people, "language", refused)
    assert said_of_it in said(await world.members["bob"].slash(world.channel, "ledger"))
    assert any(each.levelno >= logging.ERROR for each in caplog.records) is faulty
