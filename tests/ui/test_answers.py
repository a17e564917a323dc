"""What is answered in private leaves no pile of messages, and no question that has been answered."""

import discord
import pytest
from simcord import Env, InteractionResult

from bot.engine.actions import Discard, action_text
from bot.tables.ports import TableStatus
from tests.ui.world import World, said, world_of

pytestmark = [pytest.mark.slow, pytest.mark.simcord(strict_sync=True, settle_timeout=5)]


@pytest.fixture
def world(simcord_env: Env) -> World:
    return world_of(simcord_env, "ann", "bob", "cat", "dan")


async def discard(world: World, where: object = None) -> InteractionResult:
    """Ann discards by a command, in private or in the channel."""
    await world.turn("ann")
    tile = next(action for action in world.asked("ann") if isinstance(action, Discard))
    words = action_text(tile).removeprefix("discard ")
    result: InteractionResult
    if where is None:
        result = await world.handles["ann"].slash("discard", tile=words)
    else:
        result = await world.members["ann"].slash(world.channel, "discard", tile=words)
    return result


def answers(world: World) -> list[str]:
    """What Ann still sees of answers to her alone."""
    seen = world.handles["ann"].dm_channel.history(viewer=world.handles["ann"])
    seen += world.channel.history(viewer=world.members["ann"])
    return [each.content for each in seen if each.flags.ephemeral]


def in_the_end(world: World, asked: InteractionResult) -> discord.Message:
    """What has become of the question; nothing was said besides."""
    seen = [each for each in world.channel.history(viewer=world.members["ann"]) if each.flags.ephemeral]
    assert asked.response is not None
    assert seen[-1].id == asked.response.id
    return seen[-1]


@pytest.mark.parametrize("where", [None, "channel"])
async def test_moves_by_command_leave_one_answer(world: World, where: str | None) -> None:
    await world.playing()
    for _ in range(3):
        result = await discard(world, where)
        assert said(result).endswith(": done.")
        assert len([each for each in answers(world) if "done" in each]) == 1
    # Neither does a mistake stay, nor does it take anything else along.
    said(await world.handles["ann"].slash("help"))
    said(await world.handles["ann"].slash("peng"))
    await discard(world, where)
    left = answers(world)
    assert len([each for each in left if each.endswith("done.") or "nothing to claim" in each]) == 1
    assert any("Playing" in each for each in left)


async def test_the_hand_of_a_practice_comes_anew_under_other_answers(world: World) -> None:
    ann = world.handles["ann"]
    await ann.slash("table open", rules="lishui")
    await world.turn("ann")
    hand = [each.id for each in world.private("ann") if each.files == ["hand.png"]]
    assert len(hand) == 1

    async def hands() -> list[int]:
        await world.turn("ann")
        return [each.id for each in world.private("ann") if each.ids and each.files == ["hand.png"]]

    for _ in range(2):
        await discard(world)
        assert await hands() == hand
    for _ in range(2):
        await ann.slash("help")
    await discard(world)
    (fresh,) = await hands()
    assert fresh != hand[0]
    assert world.private("ann")[-1].id == fresh
    await discard(world)
    assert await hands() == [fresh]


@pytest.mark.parametrize("answer", ["fill", "call"])
async def test_free_seats_are_asked_about_once(world: World, answer: str) -> None:
    lobby = await world.opened()
    asked = await world.press(world.members["ann"], lobby, "::start")
    assert asked.response is not None
    assert "Seats free" in asked.response.content
    await world.members["ann"].click(asked.response, custom_id=f"q:{world.board().id}::{answer}")
    left = in_the_end(world, asked)
    assert left.content == ("The match begins." if answer == "fill" else "The channel has been told.")
    assert not left.components


@pytest.mark.parametrize("command", ["leave", "end"])
async def test_leaving_and_ending_are_asked_about_once(world: World, command: str) -> None:
    await world.playing()
    table = world.board().id
    asked = await world.members["ann"].slash(world.channel, f"table {command}")
    assert asked.response is not None
    assert world.board().status is TableStatus.RUNNING
    await world.members["ann"].click(asked.response, custom_id=f"q:{table}::{command}!")
    left = in_the_end(world, asked)
    assert not left.components
    assert "have left" in left.content or "has ended" in left.content
