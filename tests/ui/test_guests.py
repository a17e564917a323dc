"""Newcomers at a running table, and somebody absent at one without clocks."""

import pytest
from simcord import Env

from bot.tables.meta import Presence
from tests.ui.world import STEP_SECONDS, World, said, world_of

pytestmark = pytest.mark.simcord(strict_sync=True, settle_timeout=5)


@pytest.fixture
def world(simcord_env: Env) -> World:
    return world_of(simcord_env, "ann", "bob", "cat")


async def test_a_newcomer_sits_down_when_a_player_agrees_and_not_before(world: World) -> None:
    await world.playing(turn=0)
    asked = said(await world.members["bob"].slash(world.channel, "table join"))
    assert "as soon as somebody at the table agrees" in asked
    assert "asked for a seat already" in said(await world.members["bob"].slash(world.channel, "table join"))
    line = next(each for each in world.in_channel() if "would like to take over" in each.content)
    (agree,) = line.ids
    for stranger in ("bob", "cat"):
        (result,) = await world.press_together((world.members[stranger], line, agree))
        assert "no seat" in said(result)
    assert world.handles["bob"].id not in world.board().meta.people()
    assert world.private("bob") == []
    await world.press_together((world.members["ann"], line, agree))
    assert world.handles["bob"].id in world.board().meta.people()
    assert world.private("bob")
    shown = next(each for each in world.in_channel() if each.id == line.id)
    assert "plays now" in shown.content
    assert shown.ids == []


async def test_two_players_agree_in_the_same_moment_to_one_newcomer(world: World) -> None:
    await world.opened("lishui", turn=0)
    await world.press(world.members["bob"], world.in_channel()[-1], "::join")
    await world.members["ann"].slash(world.channel, "table add-bot")
    await world.members["ann"].slash(world.channel, "table add-bot")
    await world.members["ann"].slash(world.channel, "table start")
    await world.members["cat"].slash(world.channel, "table join")
    line = next(each for each in world.in_channel() if "would like to take over" in each.content)
    await world.press_together(*((world.members[name], line, line.ids[0]) for name in ("ann", "bob")))
    chairs = [chair.user for chair in world.board().meta.chairs if chair is not None]
    assert chairs.count(world.handles["cat"].id) == 1
    assert chairs.count(None) == 1


async def test_absent_without_a_clock_the_table_plays_for_them(world: World) -> None:
    await world.opened("lishui", turn=0)
    await world.press(world.members["bob"], world.in_channel()[-1], "::join")
    for _ in range(2):
        await world.members["ann"].slash(world.channel, "table add-bot")
    await world.members["ann"].slash(world.channel, "table start")
    while not (world.asked("ann") or world.asked("bob")) or world.screen("ann").view.offered is not None:
        await world.env.advance_time(STEP_SECONDS)
    absent, present = ("ann", "bob") if world.asked("ann") else ("bob", "ann")
    kick = {"person": world.members[absent]}
    assert "after 10 minutes" in said(await world.members[present].slash(world.channel, "table kick", **kick))
    await world.env.advance_time(601)
    told = said(await world.members[present].slash(world.channel, "table kick", **kick))
    assert "plays for them" in told
    number = world.board().meta.chair_of(world.handles[absent].id)
    assert number is not None
    chair = world.board().meta.chairs[number]
    assert chair is not None
    assert chair.presence is Presence.AUTO
