"""Much later: tokens of interactions are dead, and nobody was told anything twice."""

import pytest
from simcord import Env

from tests.ui.world import STEP_SECONDS, World, world_of

pytestmark = pytest.mark.simcord(strict_sync=True, settle_timeout=2.5)


@pytest.fixture
def world(simcord_env: Env) -> World:
    return world_of(simcord_env, "ann")


async def test_after_twenty_minutes_without_tokens_the_table_is_still_shown(world: World) -> None:
    await world.playing(turn=0)
    await world.env.advance_time(20 * 60)
    world.env.inject_error("*", "/webhooks/*", status=401, code=50027, times=None)
    count = len(world.private("ann"))
    await world.discard("ann")
    await world.turn("ann")
    await world.env.advance_time(1)
    assert len(world.private("ann")) > count
    view = world.board().view
    assert view is not None
    (board,) = (each for each in world.in_channel() if each.files == ["table.png"])
    assert board.words[0].startswith(f"{view.left} left")


async def test_one_notice_a_question_and_none_for_what_is_over(world: World) -> None:
    await world.playing(turn=0, claim=0)
    asked_again = 0
    for _ in range(3):
        count = len(world.private("ann"))
        await world.discard("ann")
        for _ in range(40):
            if world.asked("ann"):
                break
            await world.env.advance_time(STEP_SECONDS)
        if not world.asked("ann"):
            break  # the hand ended before ann was asked once more
        asked_again += 1
        await world.env.advance_time(600)
        assert len(world.private("ann")) == count + 1
        newest = world.private("ann")[-1]
        assert any(f":{world.screen('ann').prompt}:" in each for each in newest.ids)
        assert all(not each.controls for each in world.private("ann")[:-1])
        if not any("discard" in each for each in newest.ids):
            await world.turn("ann")
    assert asked_again
