"""Discord fails in every way: the table waits, repeats what is safe, and says what people can do."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from typing import Any

import aiohttp
import pytest
from simcord import Env

from bot.engine.actions import PASS, Discard
from bot.engine.notation import print_tile
from bot.tables.ports import TableStatus
from tests.ui.world import STEP_SECONDS, Shown, World, said, world_of

pytestmark = [pytest.mark.slow, pytest.mark.simcord(strict_sync=True, settle_timeout=2.5)]

EVERY_ROUTE = {
    "answers": ("POST", "/interactions/*/*/callback"),
    "edited answers": ("PATCH", "/webhooks/*/*/messages/@original"),
    "later answers": ("POST", "/webhooks/*/*"),
    "new messages": ("POST", "/channels/*/messages"),
    "edits": ("PATCH", "/channels/*/messages/*"),
    "deletions": ("DELETE", "/channels/*/messages/*"),
    "opening private messages": ("POST", "/users/@me/channels"),
}
LONG = 400.0
"""Longer than the longest wait between two tries."""


@pytest.fixture
def world(simcord_env: Env) -> World:
    return world_of(simcord_env, "ann", "bob")


def boards(world: World) -> list[Shown]:
    return [each for each in world.in_channel() if each.files == ["table.png"]]


async def shown_as_it_is(world: World) -> None:
    """The board and ann's newest message show the table as it is."""
    await world.env.advance_time(1)
    view = world.board().view
    assert view is not None
    assert len(boards(world)) == 1
    assert boards(world)[0].words[0].startswith(f"{view.left} left")
    prompt = world.screen("ann").prompt
    if world.asked("ann"):
        assert any(f":{prompt}:" in each for each in world.private("ann")[-1].ids)


async def round_of_play(world: World) -> None:
    """Ann discards, however it is answered, and her next turn comes."""
    tiles = [action.tile for action in world.asked("ann") if isinstance(action, Discard)]
    if tiles:
        await world.handles["ann"].slash("discard", tile=print_tile(tiles[0]))
    for _ in range(100):
        asked = world.asked("ann")
        if PASS in asked:
            await world.handles["ann"].slash("pass")
        elif asked or not world.screen("ann").view.running:
            return
        else:
            await world.env.advance_time(STEP_SECONDS)
    raise AssertionError("ann's turn does not come")


async def emitted(world: World, event: str, **payload: str) -> None:
    """Something arrives over the gateway."""
    world.env.backend.emit(event, payload)
    await world.env.settle()
    await world.env.advance_time(1)


@pytest.mark.parametrize("status", [500, 503])
@pytest.mark.parametrize("route", EVERY_ROUTE)
async def test_a_route_that_fails_for_a_while(world: World, route: str, status: int) -> None:
    await world.playing(turn=0)
    method, path = EVERY_ROUTE[route]
    world.env.inject_error(method, path, status=status, times=None)
    await round_of_play(world)
    assert world.board().status is TableStatus.RUNNING
    world.env.backend.faults.clear()
    await world.env.advance_time(LONG)
    await shown_as_it_is(world)


@pytest.fixture
def hangs(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[type[Exception]], None]]:
    """Let every request of the bot fail before it gets anywhere."""
    real = world.bot.http.request
    fault: list[type[Exception]] = []

    async def request(route: Any, **more: Any) -> Any:
        if fault:
            raise fault[0]()
        return await real(route, **more)

    monkeypatch.setattr(world.bot.http, "request", request)

    def fail(kind: type[Exception]) -> None:
        fault[:] = [kind] if kind is not Exception else []

    yield fail
    fault.clear()


@pytest.mark.parametrize(
    "fault", [asyncio.TimeoutError, aiohttp.ServerDisconnectedError, aiohttp.ClientPayloadError, ConnectionResetError]
)
async def test_nothing_gets_through_for_a_while(
    world: World, hangs: Callable[[type[Exception]], None], fault: type[Exception]
) -> None:
    await world.playing(turn=0)
    hangs(fault)
    await round_of_play(world)
    await world.env.advance_time(LONG)
    hangs(Exception)
    await world.env.advance_time(LONG)
    await shown_as_it_is(world)


async def test_an_answer_that_is_not_taken_is_done_once_and_said(world: World) -> None:
    await world.playing(turn=0)
    hand = world.private("ann")[-1]
    world.env.inject_error("POST", "/interactions/*/*/callback", status=500, times=1)
    first = next(each for each in hand.ids if ":discard " in each)
    (result,) = await world.press_together((world.handles["ann"], hand, first))
    assert world.laid("ann") == [first.split()[-1]]
    assert "may be done" in said(result)
    (again,) = await world.press_together((world.handles["ann"], hand, first))
    assert "Too late" in said(again)
    assert world.laid("ann") == [first.split()[-1]]
    await shown_as_it_is(world)


async def test_an_answer_that_comes_too_late_changes_the_message_all_the_same(world: World) -> None:
    await world.playing(turn=0)
    hand = world.private("ann")[-1]
    world.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062, times=None)
    first = next(each for each in hand.ids if ":discard " in each)
    await world.press_together((world.handles["ann"], hand, first))
    world.env.backend.faults.clear()
    await world.env.advance_time(1)
    assert world.laid("ann") == [first.split()[-1]]
    assert first not in world.private("ann")[-1].ids
    await shown_as_it_is(world)


async def test_a_channel_s_limit_slows_that_channel_alone(world: World) -> None:
    await world.playing(turn=0)
    world.env.inject_error("PATCH", f"/channels/{world.channel.id}/messages/*", status=429, times=2)
    before = len(world.private("ann"))
    await round_of_play(world)
    assert len(world.private("ann")) > before
    await world.env.advance_time(LONG)
    await shown_as_it_is(world)


async def test_a_connection_that_comes_back_shows_what_was_missed(world: World) -> None:
    await world.playing(turn=0)
    world.env.inject_error("*", "/channels/*", status=403, code=50013, times=None)
    await round_of_play(world)
    world.env.backend.faults.clear()
    await world.env.advance_time(LONG)
    await emitted(world, "RESUMED")
    await shown_as_it_is(world)


@pytest.mark.parametrize("event", ["RESUMED", None])
async def test_a_connection_that_comes_back_waits_for_no_retry(world: World, event: str | None) -> None:
    """After minutes of faults the next try is up to a minute away, longer than a turn may last."""
    await world.playing(turn=0)
    world.env.inject_error("*", "/channels/*", status=503, times=None)
    await round_of_play(world)
    await world.env.advance_time(LONG)
    world.env.backend.faults.clear()
    if event is not None:
        await emitted(world, event)
    await world.env.advance_time(0.5)
    if event is None:
        assert world.bot.desk.waiting
    else:
        assert not world.bot.desk.waiting
        await shown_as_it_is(world)


async def test_a_channel_that_cannot_be_used_is_not_asked_again_and_again(world: World) -> None:
    await world.playing(turn=0)
    world.env.inject_error("*", f"/channels/{world.channel.id}/messages*", status=403, code=50001, times=None)
    await round_of_play(world)
    before = len(world.env.http_requests)
    for _ in range(3):
        await round_of_play(world)
    vain = [
        entry for entry in world.env.http_requests[before:] if f"/channels/{world.channel.id}/messages" in entry.path
    ]
    assert len(vain) <= 4, vain
    notes = [each for each in world.private("ann") if "/table status" in each.content]
    assert len(notes) == 1


@pytest.mark.parametrize(("jump", "left_alone"), [(0.0, True), (-3600.0, False), (3600.0, False)])
async def test_a_clock_that_jumps_leaves_no_channel_alone_for_longer(
    world: World, jump: float, left_alone: bool
) -> None:
    await world.playing(turn=0)
    world.env.inject_error("*", f"/channels/{world.channel.id}/messages*", status=403, code=50001, times=None)
    await round_of_play(world)
    assert world.bot.desk.is_homeless(world.board())
    world.env.backend.faults.clear()
    house, now = world.bot.house, world.bot.house.now
    house.now = lambda: now() + jump
    await round_of_play(world)
    await world.env.advance_time(1)
    assert world.bot.desk.is_homeless(world.board()) == left_alone


# ---------------------------------------------------------------------- what is gone for good


async def test_a_deleted_channel_ends_its_lobbies_and_matches_move(world: World) -> None:
    other = world.guild.create_text_channel("other")
    await world.members["bob"].slash(world.channel, "table open")
    await world.playing(turn=0)
    world.env.backend.delete_channel(world.channel.id)
    await world.env.settle()
    (board,) = world.bot.house.tables.open_tables()
    assert board.status is TableStatus.RUNNING
    assert "/table status" in world.private("ann")[-1].content
    await world.members["ann"].slash(other, "table status", table=str(board.id))
    assert world.board().where.channel == other.id


async def test_a_deleted_thread_is_noticed_too(world: World) -> None:
    await world.opened(thread=True)
    thread = world.board().where.thread
    assert thread is not None
    await world.opened()
    world.env.backend.delete_channel(thread)
    await world.env.settle()
    (left,) = world.bot.house.tables.open_tables()
    assert left.where.thread is None


async def test_another_channel_is_no_loss(world: World) -> None:
    await world.opened()
    world.env.backend.delete_channel(world.guild.create_text_channel("other").id)
    await world.env.settle()
    assert len(world.bot.house.tables.open_tables()) == 1


async def test_removed_from_a_server_its_tables_end_and_players_are_free(world: World) -> None:
    await world.playing(turn=0)
    table = world.board().id
    other = world.env.create_guild("Elsewhere")
    await emitted(world, "GUILD_DELETE", id=str(other.id))
    assert len(world.bot.house.tables.open_tables()) == 1
    await emitted(world, "GUILD_DELETE", id=str(world.guild.id))
    assert world.bot.house.tables.of_user(world.handles["ann"].id) == ()
    assert any("removed from the server" in each.content for each in world.private("ann"))
    stored = await world.bot.house.store.tables.table(table)
    assert stored is not None
    assert stored.record.status is TableStatus.ENDED


async def test_a_table_is_ended_from_private_messages(world: World) -> None:
    await world.playing(turn=0)
    table = str(world.board().id)
    world.env.inject_error("*", f"/channels/{world.channel.id}/messages*", status=404, code=10003, times=None)
    await round_of_play(world)
    ask = await world.handles["ann"].slash("table end", table=table)
    assert "End the table?" in said(ask)
    assert ask.response is not None
    await world.handles["ann"].click(ask.response, custom_id=f"q:{table}::end!")
    assert world.bot.house.tables.open_tables() == ()
    left = await world.handles["ann"].slash("table leave")
    assert "don't play at a table" in said(left)


# ---------------------------------------------------------------------- private messages


async def test_who_can_not_be_written_to_is_called_once_a_turn_and_never_for_a_claim(world: World) -> None:
    await world.playing(turn=0)
    private = world.handles["ann"].dm_channel.id
    world.env.inject_error("POST", f"/channels/{private}/messages", status=403, code=50007, times=None)
    seen = set()
    for _ in range(3):
        await round_of_play(world)
        await world.env.advance_time(1)
        calls = [each for each in world.in_channel() if f"<@{world.handles['ann'].id}>" in each.content]
        assert len(calls) <= 1
        seen |= {each.id for each in calls}
    view = world.screen("ann").view
    assert 1 <= len(seen) <= len(view.seats[world.screen("ann").seat].discards) + 1


async def test_logs_say_which_table_and_hold_no_token(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "queguan")
    await world.playing(turn=0)
    world.env.inject_error("PATCH", "/channels/*", status=500, times=3)
    await round_of_play(world)
    await world.env.advance_time(LONG)
    lines = [record.getMessage() for record in caplog.records if record.name.startswith("queguan")]
    assert any(str(world.board().id) in line for line in lines)
    hand = world.private("ann")[-1].words[0]
    assert hand
    assert not any(hand in line or "secret" in line for line in lines)
