"""How many requests are made, and that each is one that Discord describes."""

from collections import Counter

import pytest
from simcord import Env

from tests.ui.conftest import checker
from tests.ui.world import STEP_SECONDS, World, world_of

pytestmark = pytest.mark.simcord(strict_sync=True, settle_timeout=5)

PER_DISCARD = 2
"""One edit of the board and one of the hand of each person: here one."""


@pytest.fixture
def world(simcord_env: Env) -> World:
    return world_of(simcord_env, "ann")


def test_requests_are_checked() -> None:
    if checker() is None:
        pytest.skip("Discord's description is not beside the repository: no request is checked against it")


async def test_a_press_is_answered_through_its_interaction(world: World) -> None:
    await world.playing(claim=60)
    before = len(world.env.http_requests)
    await world.discard("ann")
    made = Counter(_kind(entry.method, entry.path) for entry in world.env.http_requests[before:])
    assert made == {"answer": 1, "edit": 1}


async def test_a_round_costs_few_requests(world: World) -> None:
    await world.playing()
    await world.discard("ann")
    before = len(world.env.http_requests)
    view = world.board().view
    assert view is not None
    laid = sum(len(seat.discards) for seat in view.seats)
    for _ in range(12):
        await world.env.advance_time(STEP_SECONDS)
        if world.asked("ann"):
            break
    made = world.env.http_requests[before:]
    view = world.board().view
    assert view is not None
    more = sum(len(seat.discards) for seat in view.seats) - laid
    assert more > 0
    assert len(made) <= more * PER_DISCARD * 2 + 3


async def test_nothing_is_sent_when_nothing_changes(world: World) -> None:
    await world.playing()
    before = len(world.env.http_requests)
    world.bot.desk.open()
    await world.env.settle()
    assert len(world.env.http_requests) == before


def _kind(method: str, path: str) -> str:
    if path.endswith("/callback") or path.startswith("/webhooks/"):
        return "answer"
    return {"PATCH": "edit", "POST": "send", "DELETE": "delete"}.get(method, method)
