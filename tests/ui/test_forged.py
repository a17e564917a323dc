"""Values that no client offers, as an old one or somebody's own program may send them: one clear sentence each."""

import logging
from typing import Any

import pytest
from simcord import Env
from simcord.interactions import base_payload
from simcord.results import InteractionResult

from tests.ui.test_ledger import balances, book, met
from tests.ui.world import Shown, World, said, world_of

pytestmark = [pytest.mark.slow, pytest.mark.simcord(strict_sync=True, settle_timeout=40)]

TEXT = 3
COMMAND = 2


@pytest.fixture
def world(simcord_env: Env) -> World:
    return world_of(simcord_env, "ann", "bob", "cat")


def option(name: str, value: str) -> dict[str, Any]:
    return {"name": name, "type": TEXT, "value": value}


async def sent(world: World, command: str, *options: dict[str, Any]) -> InteractionResult:
    """A command of ann's, with whatever options, also such as no client would let her choose."""
    (found,) = (each for each in world.bot.tree.get_commands() if each.name == command)
    data = {"id": "1", "name": found.name, "type": 1, "options": list(options)}
    record, payload = base_payload(
        world.env.backend,
        type=COMMAND,
        channel_id=world.channel.id,
        guild_id=world.guild.id,
        user_id=world.handles["ann"].id,
        data=data,
    )
    world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    return InteractionResult(world.env, record)


@pytest.mark.parametrize(
    ("command", "name"),
    [("ledger", "view"), ("ledger", "period"), ("ledger", "rules"), ("rules", "rules"), ("waits", "view")],
)
async def test_a_choice_that_is_not_listed(
    world: World, command: str, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        assert "has changed" in said(await sent(world, command, option(name, "nonsense")))
    assert not caplog.records


async def test_a_choice_that_is_listed(world: World) -> None:
    assert "Nothing has been booked yet" in said(await sent(world, "ledger", option("view", "history")))


@pytest.mark.parametrize("values", [(), ("nonsense",)])
@pytest.mark.parametrize("menu", ["m:l:", "m:d:"])
async def test_a_menu_of_the_ledger_with_a_value_that_it_does_not_have(
    world: World, menu: str, values: tuple[str, ...], caplog: pytest.LogCaptureFixture
) -> None:
    await met(world, "ann", "bob")
    ann, bob = world.handles["ann"], world.handles["bob"]
    await book(world, "hand:t:1", ann.id, bob.id, 8)
    view = {"m:l:": "history", "m:d:": "settle"}[menu]
    shown = answer_of(world, await world.members["ann"].slash(world.channel, "ledger", view=view))
    with caplog.at_level(logging.WARNING):
        result = await world.pick(world.members["bob"], shown, menu_of(shown, menu), *values)
    assert "out of date" in said(result)
    assert not caplog.records
    assert await balances(world) == {"ann": -8, "bob": 8}


@pytest.mark.parametrize("values", [(), ("nonsense",), ("end", "leave")])
async def test_the_menu_of_a_hand_with_values_that_it_does_not_have(
    world: World, values: tuple[str, ...], caplog: pytest.LogCaptureFixture
) -> None:
    await world.playing()
    hand = world.private("ann")[-1]
    with caplog.at_level(logging.WARNING):
        result = await world.pick(world.handles["ann"], hand, menu_of(hand, "m:"), *values)
    assert "out of date" in said(result)
    assert not caplog.records


def menu_of(shown: Shown, start: str) -> str:
    (found,) = (each for each in shown.ids if each.startswith(start))
    return found


def answer_of(world: World, result: InteractionResult) -> Shown:
    assert result.response is not None
    return world.shown(result.response.message)
