"""/replay and /verify: a hand that is over, gone through by whoever may, and never one that is being played."""

import hashlib
import json

import pytest
from simcord import Env

from bot.engine.replay import run_script
from bot.engine.script import parse_script
from bot.rules import REGISTRY
from bot.tables.proving import verify
from bot.tables.records import read_record
from tests.ui.world import Shown, World, said

pytestmark = pytest.mark.simcord(strict_sync=True, settle_timeout=40)


@pytest.fixture
def world(simcord_env: Env) -> World:
    guild = simcord_env.create_guild("Rivendale")
    world = World(simcord_env, guild, guild.create_text_channel("mahjong"))
    for name in ("ann", "bob"):
        world.add(name)
    return world


async def finished(world: World, rules: str = "lishui") -> str:
    """Ann and three computer players have played a hand; the table's id."""
    await world.playing(rules)
    table = str(world.board().id)
    for _ in range(600):
        if world.board().meta.number > 1 or not world.screen("ann").view.running:
            return table
        asked = world.asked("ann")
        if asked:
            from bot.players import choose

            reply = await world.bot.house.tables.act(
                world.board().id, world.handles["ann"].id, choose(world.screen("ann").view)
            )
            assert reply
            await world.env.settle()
        else:
            await world.env.advance_time(1.1)
    raise AssertionError("the hand never ends")


def answer(result: object) -> Shown:
    raise NotImplementedError


async def test_a_running_hand_is_not_shown(world: World) -> None:
    await world.playing()
    ann, table = world.members["ann"], str(world.board().id)
    for command in ("replay", "verify"):
        assert "No hand has ended here" in said(await ann.slash(world.channel, command))
        assert "still being played" in said(await ann.slash(world.channel, command, table=table))
        assert "still being played" in said(await ann.slash(world.channel, command, table=table, hand=1))
        assert "no finished hand 2" in said(await ann.slash(world.channel, command, table=table, hand=2))
        assert "no table" in said(await ann.slash(world.channel, command, table="ffffffff"))
