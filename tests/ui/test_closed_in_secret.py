"""What fails at a moment of which nobody may know is not to be seen later either; a channel's limit passes."""

import pytest
from simcord import Env

from tests.ui.dealt import PEOPLE, Walls, asked, board, does, sit_down
from tests.ui.world import World, world_of

pytestmark = [pytest.mark.slow, pytest.mark.simcord(strict_sync=True, settle_timeout=5)]

DEAL = """wild: 9p
deal 0: 147m 258p 1479s ESW 5s
deal 1: 258m 147p 369s NCF 1m
deal 2: 369m 258p 55s 8s ESW C
deal 3: 147m 369p 258s NFP 4m
wall: 2s 3s 9s 7p 4p 8m 8m
"""
"""Ann deals and can discard 5s, which cat can peng; bob is the next to draw."""


@pytest.fixture
def world(simcord_env: Env, monkeypatch: pytest.MonkeyPatch) -> World:
    world = world_of(simcord_env, *PEOPLE)
    walls = Walls("lishui")
    walls.use(DEAL)
    monkeypatch.setattr("bot.tables.draft.chance_of", walls.chance_of)
    return world


def calls(world: World, name: str) -> int:
    return sum(f"<@{world.handles[name].id}>" in each.content for each in world.in_channel())


async def test_who_could_claim_is_not_called_in_the_channel_right_after_it(world: World) -> None:
    await sit_down(world, "lishui")
    private = world.handles["cat"].dm_channel.id
    world.env.inject_error("POST", f"/channels/{private}/messages", status=403, code=50007, times=None)
    await world.press(world.handles["ann"], world.private("ann")[-1], ":discard 5s")
    assert "peng" in asked(world, "cat")
    await world.env.advance_time(1.0)
    assert calls(world, "cat") == 0
    await world.members["cat"].slash(world.channel, "pass")
    await world.env.advance_time(1.0)
    assert "discard 2s" in asked(world, "bob")
    assert calls(world, "cat") == 0
    await does(world, "bob", "discard 2s")
    await world.env.advance_time(1.0)
    assert "discard 3s" in asked(world, "cat")
    assert calls(world, "cat") == 1


async def test_who_has_a_turn_is_called_at_once(world: World) -> None:
    await sit_down(world, "lishui")
    private = world.handles["bob"].dm_channel.id
    await world.press(world.handles["ann"], world.private("ann")[-1], ":discard 5s")
    world.env.inject_error("POST", f"/channels/{private}/messages", status=403, code=50007, times=None)
    await world.members["cat"].slash(world.channel, "pass")
    await world.env.advance_time(1.0)
    assert "discard 2s" in asked(world, "bob")
    assert calls(world, "bob") == 1


async def test_a_channel_that_was_asked_too_often_is_brought_up_to_date_later(world: World) -> None:
    await sit_down(world, "lishui")
    world.env.inject_error("PATCH", f"/channels/{world.channel.id}/messages/*", status=429, code=0, times=1)
    before = board(world).content
    await world.press(world.handles["ann"], world.private("ann")[-1], ":discard 5s")
    assert "peng" in asked(world, "cat")
    await world.env.advance_time(4.0)
    assert board(world).content != before
