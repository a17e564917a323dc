"""Every rule set is played by pressing whatever is shown: each legal button and menu of a private message works."""

from random import Random
from typing import Any

import pytest
from simcord import Env

from bot.rules import REGISTRY
from bot.tables.meta import Presence
from bot.tables.ports import TableStatus
from tests.ui.world import STEP_SECONDS, Shown, World, said, world_of

pytestmark = [pytest.mark.simcord(strict_sync=True, settle_timeout=5), pytest.mark.slow]


@pytest.fixture
def world(simcord_env: Env) -> World:
    return world_of(simcord_env, "ann")


def moves(hand: Shown) -> list[dict[str, Any]]:
    """The buttons and menus of a hand that answer what is asked."""
    return [each for each in hand.controls if each["custom_id"][0] in "qs" and "::" not in each["custom_id"]]


@pytest.mark.parametrize("rules", REGISTRY)
@pytest.mark.parametrize("seed", [1, 2])
async def test_whatever_is_shown_can_be_pressed(world: World, rules: str, seed: int) -> None:
    await world.opened(rules, bots=3)
    random, ann, hands, presses = Random(seed), world.handles["ann"], 0, 0
    for _ in range(600):
        if hands == 2 or world.board().status is not TableStatus.RUNNING:
            break
        hand = world.private("ann")[-1]
        shown = moves(hand)
        if shown:
            presses += 1
            before = world.screen("ann")
            await press_any(world, hand, shown, random)
            assert world.screen("ann").prompt != before.prompt or world.screen("ann") != before
        elif any(each.endswith("::ready") for each in hand.ids):
            hands += 1
            assert hand.files == ["result.png"]
            await world.press(ann, hand, "::ready")
        else:
            await world.env.advance_time(STEP_SECONDS)
    assert presses > 5
    assert hands == 2


async def press_any(world: World, hand: Shown, shown: list[dict[str, Any]], random: Random) -> None:
    control = random.choice([each for each in shown if each["custom_id"].endswith(":hu")] or shown)
    ann = world.handles["ann"]
    if control["type"] == 2:
        (result,) = await world.press_together((ann, hand, control["custom_id"]))
    else:
        values = [each["value"] for each in control["options"]]
        result = await world.pick(ann, hand, control["custom_id"], *suited(values, control["max_values"], random))
    if result.followups:
        raise AssertionError(f"{control['custom_id']}: {said(result)}")
    question = world.private("ann")[-1]
    confirm = [each for each in question.ids if ":!" in each]
    if confirm:
        await world.press_together((ann, question, confirm[0]))


def suited(values: list[str], count: int, random: Random) -> list[str]:
    """So many values; of several tiles they are of one suit."""
    if count == 1:
        return [random.choice(values)]
    suits = {value.split(".")[0][-1] for value in values}
    fitting = [each for suit in suits if len(each := [v for v in values if v.split(".")[0][-1] == suit]) >= count]
    return random.sample(random.choice(fitting), count)


async def test_who_is_played_for_has_a_button_to_end_it(world: World) -> None:
    await world.playing()
    for _ in range(60):
        if any(each.endswith("::back") for each in world.private("ann")[-1].ids):
            break
        await world.env.advance_time(20.0)
    hand = world.private("ann")[-1]
    assert world.board().meta.chairs[0].presence is Presence.AUTO  # type: ignore[union-attr]
    await world.press(world.handles["ann"], hand, "::back")
    assert world.board().meta.chairs[0].presence is Presence.HERE  # type: ignore[union-attr]
    await world.turn("ann")
    assert not any(each.endswith("::back") for each in world.private("ann")[-1].ids)
