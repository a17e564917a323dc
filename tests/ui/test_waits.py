"""``/waits``: the lists page by page, and the trainer."""

from copy import deepcopy
from typing import Any

import pytest
from simcord import Env
from simcord.backend import serializers
from simcord.results import InteractionResult

from bot.engine.shapes import shapes
from bot.ui.waitsposts import ON_A_PAGE, SMALLEST
from tests.ui.world import Shown, World, said, world_of

pytestmark = pytest.mark.simcord(strict_sync=True, settle_timeout=5)


@pytest.fixture
def world(simcord_env: Env) -> World:
    return world_of(simcord_env, "ann")


def seen(world: World, result: InteractionResult) -> Shown:
    """The answer as it is now, which only Ann sees."""
    response = result.response
    assert response is not None
    assert response.ephemeral
    stored = world.env.backend.get_message(response.channel_id, response.id)
    return Shown(deepcopy(dict(serializers.message_payload(world.env.backend, stored))))


async def asked(world: World, **options: Any) -> InteractionResult:
    return await world.members["ann"].slash(world.channel, "waits", **options)


async def test_a_list_says_what_each_shape_waits_on(world: World) -> None:
    result = await asked(world, count=3)
    shown = seen(world, result)
    lines = shown.words[0].splitlines()
    assert len(lines) == ON_A_PAGE
    assert lines[0] == "1. 2223p  waits on 134p"
    assert "page 1 of 3, shapes: 12" in shown.content


async def test_pages_are_turned_and_end(world: World) -> None:
    result = await asked(world, count=3)
    first = seen(world, result)
    back = next(each for each in first.controls if each["custom_id"].endswith(":-1"))
    assert back["disabled"]
    await world.press(world.members["ann"], first, ":1")
    second = seen(world, result)
    assert second.words[0].startswith("6. ")
    await world.press(world.members["ann"], second, ":1")
    last = seen(world, result)
    assert len(last.words[0].splitlines()) == 2
    assert next(each for each in last.controls if each["custom_id"].endswith(":1"))["disabled"]


async def test_another_list_is_picked_and_cores_alone(world: World) -> None:
    result = await asked(world, count=9, tiles=13)
    shown = seen(world, result)
    assert shown.words[0] == "1. 1112345678999p  waits on 123456789p"
    await world.pick(world.members["ann"], shown, "s:waits:list", "3-7")
    every = seen(world, result)
    assert "shapes: 248" in every.content
    await world.press(world.members["ann"], every, ":cores")
    assert "shapes: 146" in seen(world, result).content


async def test_nothing_waits_on_nine_with_seven_tiles(world: World) -> None:
    shown = seen(world, await asked(world, count=9, tiles=7))
    assert "There are none" in shown.content
    assert not shown.files


def test_every_list_of_the_menu_has_shapes() -> None:
    for kinds, tiles in SMALLEST.items():
        assert shapes(tiles, kinds)
        assert tiles == 4 or not shapes(tiles - 3, kinds)


async def test_the_trainer_checks_an_answer_and_asks_on(world: World) -> None:
    result = await asked(world, count=3, view="quiz")
    question = seen(world, result)
    (menu,) = question.ids
    assert "What does this wait on?" in question.content
    ranks = tuple(int(digit) for digit in menu.rsplit("-", 1)[1][1:])
    waits = next(shape.waits for shape in shapes(4, 3) if shape.ranks() == ranks)
    await world.pick(world.members["ann"], question, menu, *(str(rank) for rank in reversed(waits)))
    right = seen(world, result)
    assert "Right!" in right.content
    assert "1 of 1 right" in right.content
    await world.press(world.members["ann"], right, ":1-1-3-4:")
    following = seen(world, result)
    (menu,) = following.ids
    ranks = tuple(int(digit) for digit in menu.rsplit("-", 1)[1][1:])
    waits = next(shape.waits for shape in shapes(4, 3) if shape.ranks() == ranks)
    surplus = next(rank for rank in range(1, 10) if rank not in waits)
    picked = sorted({*waits[1:], surplus})
    await world.pick(world.members["ann"], following, menu, *map(str, picked))
    wrong = seen(world, result)
    assert "Not quite" in wrong.content
    assert "Missed: " in wrong.content
    assert "Too many: " in wrong.content
    assert "1 of 2 right" in wrong.content


async def test_a_question_does_not_give_its_answer_away(world: World) -> None:
    question = seen(world, await asked(world, count=5, view="quiz"))
    assert "waits on" not in question.content + question.words[0]
    (control,) = question.controls
    assert (control["min_values"], control["max_values"]) == (1, 9)


async def test_a_shape_that_waits_for_nothing_is_no_question(world: World) -> None:
    """Whatever an id says: only shapes of the list are asked about."""
    question = seen(world, await asked(world, count=3, view="quiz"))
    (menu,) = question.controls
    menu["custom_id"] = "s:waits:0-0-3-4-p1111"
    answer = await world.pick(world.members["ann"], question, menu["custom_id"], "1")
    assert "button" in said(answer)
