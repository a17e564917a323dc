"""What Discord does not take is sent again: nobody waits for a message that nobody sends."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import discord
import pytest
from simcord import Env

from bot.engine.actions import Discard
from bot.engine.notation import print_tile
from bot.render import Painter
from bot.tables.ports import StoreError, StoreReason
from bot.ui.pictures import own_tiles
from bot.ui.sheet import REFUSED_TRIES
from tests.ui.conftest import PIXEL
from tests.ui.world import World, said, world_of

pytestmark = [pytest.mark.slow, pytest.mark.simcord(strict_sync=True, settle_timeout=2.5)]

NEW_MESSAGES = ("POST", "/channels/*/messages")
EDITS = ("PATCH", "/channels/*/messages/*")


@pytest.fixture
def painters() -> list[Painter]:
    """Every picture is another one."""
    return [Painter(paint=lambda drawing: PIXEL + repr(drawing).encode())]


@pytest.fixture
async def world(simcord_env: Env) -> World:
    """Ann is to discard, and has as much time as she wants."""
    world = world_of(simcord_env, "ann", "bob")
    await world.playing(turn=0)
    return world


def asked_in_private(world: World) -> bool:
    """Whether the latest message to ann has the buttons of what she is asked."""
    return any(f":{world.screen('ann').prompt}:" in each for each in world.private("ann")[-1].ids)


async def next_turn(world: World) -> None:
    """Ann discards by a command, and is asked again."""
    before = world.screen("ann").prompt
    tile = next(action.tile for action in world.asked("ann") if isinstance(action, Discard))
    await world.handles["ann"].slash("discard", tile=print_tile(tile))
    await world.turn("ann")
    assert world.screen("ann").prompt != before


async def swapped(world: World) -> None:
    """Two tiles of ann's hand change places; a second time they are where they were."""
    own = world.screen("ann").view.own
    assert own is not None
    tiles = own_tiles(own, world.bot.desk.hand(world.board(), world.handles["ann"].id).order)
    await world.handles["ann"].slash("sort", swap=f"{print_tile(tiles[1])} {print_tile(tiles[2])}")


def faults(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR]


@pytest.mark.parametrize("status", [400, 405])
async def test_a_hand_that_is_refused_as_it_is_is_sent_again(world: World, status: int) -> None:
    for route in (NEW_MESSAGES, EDITS):
        world.env.inject_error(*route, status=status, code=50035, times=None)
    await next_turn(world)
    assert not asked_in_private(world)
    world.env.backend.faults.clear()
    await world.env.advance_time(60)
    assert asked_in_private(world)


async def test_it_is_not_sent_for_ever_but_with_the_next_change(world: World, caplog: pytest.LogCaptureFixture) -> None:
    for route in (NEW_MESSAGES, EDITS):
        world.env.inject_error(*route, status=400, code=50035, times=None)
    await next_turn(world)
    await world.env.advance_time(600)
    told = len(world.env.http_requests)
    await world.env.advance_time(600)
    assert len(world.env.http_requests) == told
    given_up = [each for each in faults(caplog) if "given up" in each]
    assert any("hand:" in each for each in given_up)
    assert len(given_up) <= told // REFUSED_TRIES
    world.env.backend.faults.clear()
    await next_turn(world)
    await world.env.advance_time(1)
    assert asked_in_private(world)


async def test_what_does_not_get_through_is_never_given_up(world: World, caplog: pytest.LogCaptureFixture) -> None:
    for status in (500, 503, 429, 500, 503, 429, 500, 503, 400, 400):
        world.env.inject_error(*NEW_MESSAGES, status=status, times=1)
    await swapped(world)
    world.bot.desk.hand(world.board(), world.handles["ann"].id).forget()
    await swapped(world)
    await world.env.advance_time(600)
    assert asked_in_private(world)
    assert world.env.backend.faults == []
    assert faults(caplog) == []


async def test_names_that_cannot_be_read_for_a_moment_keep_no_hand_back(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def locked(*_given: object) -> None:
        raise StoreError(StoreReason.LOCKED, "q.db")

    with monkeypatch.context() as patched:
        patched.setattr(world.bot.house.people, "load_names", locked)
        await next_turn(world)
        assert not asked_in_private(world)
    await world.env.advance_time(60)
    assert asked_in_private(world)
    assert faults(caplog) == []


@pytest.mark.parametrize("code", [10003, 10013])
async def test_who_cannot_be_found_is_called_in_the_channel_at_once(world: World, code: int) -> None:
    private = world.handles["ann"].dm_channel.id
    for method, path in (("POST", "messages"), ("PATCH", "messages/*")):
        world.env.inject_error(method, f"/channels/{private}/{path}", status=404, code=code, times=None)
    await swapped(world)
    await world.env.advance_time(1)
    called = [each for each in world.in_channel() if any(button.endswith("::hand") for button in each.ids)]
    assert any(f"<@{world.handles['ann'].id}>" in each.content for each in called)


@pytest.mark.parametrize("status", [400, 403])
async def test_a_locked_thread_is_a_place_that_cannot_be_used(
    world: World, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    for method, path in (("POST", "messages"), ("PATCH", "messages/*")):
        world.env.inject_error(method, f"/channels/{world.channel.id}/{path}", status=status, code=160005, times=None)
    await next_turn(world)
    await world.env.advance_time(60)
    assert world.bot.desk.is_homeless(world.board())
    assert any("can't be used" in each.content for each in world.private("ann"))
    assert faults(caplog) == []


# ---------------------------------------------------------------------- what has arrived all the same


@pytest.fixture
def lost_answers(world: World, monkeypatch: pytest.MonkeyPatch) -> tuple[list[Any], Callable[[bool], None]]:
    """The nonces of all messages to ann, and a way to have the answers to them get lost after they were taken."""
    real, nonces, losing = world.bot.http.request, list[Any](), [False]

    async def request(route: Any, **more: Any) -> Any:
        done = await real(route, **more)
        if route.method == "POST" and route.path == "/channels/{channel_id}/messages":
            form = more.get("form") or []
            sent = next((part["value"] for part in form if part["name"] == "payload_json"), None)
            body = more.get("json") or discord.utils._from_json(sent or "{}")
            if route.channel_id == world.handles["ann"].dm_channel.id:
                nonces.append(body["nonce"])
                assert body["enforce_nonce"]
                if losing[0]:
                    raise TimeoutError
        return done

    monkeypatch.setattr(world.bot.http, "request", request)

    def lose(value: bool) -> None:
        losing[0] = value

    return nonces, lose


async def test_a_message_of_which_nobody_knows_whether_it_arrived_is_the_same_to_discord(
    world: World, lost_answers: tuple[list[Any], Callable[[bool], None]]
) -> None:
    nonces, lose = lost_answers
    lose(True)
    await next_turn(world)
    await world.env.advance_time(20)
    assert len(nonces) > 2
    asked = nonces[-2:]
    assert asked[0] == asked[1]
    lose(False)
    await world.env.advance_time(60)
    assert nonces[-1] == asked[0]
    await next_turn(world)
    await world.env.advance_time(1)
    assert nonces[-1] not in asked


def late_edits(world: World, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """The next edit of ann's messages arrives after a while, and nobody hears of it."""
    real = world.bot.http.request

    async def request(route: Any, **more: Any) -> Any:
        if route.method != "PATCH" or route.channel_id != world.handles["ann"].dm_channel.id:
            return await real(route, **more)
        monkeypatch.setattr(world.bot.http, "request", real)
        await asyncio.sleep(seconds)
        await real(route, **more)
        raise TimeoutError

    monkeypatch.setattr(world.bot.http, "request", request)


def picture(world: World) -> bytes:
    """The picture of ann's hand."""
    shown = world.private("ann")[-1].payload["attachments"][0]
    found = world.env.backend.cdn.get(shown["url"])
    assert found is not None
    return bytes(found)


async def test_an_edit_that_may_have_arrived_is_not_taken_for_what_was_there_before(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = picture(world)
    late_edits(world, monkeypatch, seconds=0.0)
    await swapped(world)
    assert picture(world) != before
    await swapped(world)
    await world.env.advance_time(20)
    assert picture(world) == before


async def test_an_edit_that_passes_an_answer_on_its_way_is_made_good(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = picture(world)
    await world.handles["ann"].slash("settings me", confirm=True)
    await world.discard("ann")
    question = world.private("ann")[-1]
    late_edits(world, monkeypatch, seconds=5.0)
    await swapped(world)
    await swapped(world)
    await world.press(world.handles["ann"], question, "::refresh")
    assert picture(world) == before
    await world.env.advance_time(6)
    assert picture(world) != before
    await world.env.advance_time(20)
    assert picture(world) == before


# ---------------------------------------------------------------------- answers


@pytest.mark.parametrize("fault", [ConnectionResetError, BrokenPipeError])
async def test_an_answer_that_breaks_off_is_no_fault_of_ours(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: type[Exception]
) -> None:
    real = discord.InteractionResponse.send_message

    async def broken(*_given: object, **_more: object) -> None:
        monkeypatch.setattr(discord.InteractionResponse, "send_message", real)
        raise fault

    monkeypatch.setattr(discord.InteractionResponse, "send_message", broken)
    assert "Discord" in said(await world.members["ann"].slash(world.channel, "rules"))
    assert faults(caplog) == []


@pytest.mark.parametrize(
    ("fault", "level"),
    [(TimeoutError, logging.WARNING), (ConnectionResetError, logging.WARNING), (KeyError, logging.ERROR)],
)
async def test_suggestions_that_do_not_arrive_are_one_line_of_the_log(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    fault: type[Exception],
    level: int,
) -> None:
    async def lost(*_given: object, **_more: object) -> None:
        raise fault

    monkeypatch.setattr(discord.InteractionResponse, "autocomplete", lost)
    await world.members["ann"].autocomplete(world.channel, "discard", "tile", "")
    (record,) = [each for each in caplog.records if "autocomplete" in each.getMessage()]
    assert record.levelno == level
    assert (record.exc_info is None) == (level == logging.WARNING)
    if level == logging.WARNING:
        assert record.getMessage().endswith(f": {fault.__name__}")


@pytest.mark.parametrize("command", [True, False])
async def test_a_database_that_is_held_keeps_no_answer_back(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, command: bool
) -> None:
    moments: list[float] = []
    real = discord.InteractionResponse.send_message

    async def held(*_given: object) -> None:
        await asyncio.sleep(5.0)
        raise StoreError(StoreReason.LOCKED, "q.db")

    async def sent(*given: Any, **more: Any) -> Any:
        moments.append(world.env.now().timestamp())
        return await real(*given, **more)

    monkeypatch.setattr(discord.InteractionResponse, "send_message", sent)
    monkeypatch.setattr(world.bot.house.store.settings, "saw", held)
    asked = world.env.now().timestamp()
    stranger = world.add("dan")
    if command:
        await stranger.slash(world.channel, "help")
    else:
        world.presses(stranger, world.in_channel()[-1], "q:gone::nothing")
    await world.env.advance_time(1)
    assert len(moments) == 1
    assert moments[0] - asked < 1
    await world.env.advance_time(6)
    assert any("is not written down" in each for each in faults(caplog))
