"""Slow tables: reminders before time is out, quiet hours in which nobody is notified."""

import discord
import pytest
from simcord import Env

from bot.engine.actions import Discard
from bot.engine.notation import print_tile
from tests.ui.conftest import MakeBot
from tests.ui.dealt import PEOPLE, Walls, does
from tests.ui.world import STEP_SECONDS, Shown, World, answered, said, world_of

pytestmark = [pytest.mark.slow, pytest.mark.simcord(strict_sync=True, settle_timeout=5)]

HOUR = 3600
DAY = 24 * HOUR
TURN = 6 * HOUR
SILENT = 1 << 12
"""Discord's flag of a message that notifies nobody."""

REMINDED = TURN - TURN // 5
"""When the last fifth of the clock begins."""


CLAIMED = """wild: 8p
deal 0: 123456m 123p 9m 1s 5s 7s E
deal 1: 78m 147p 258s ESWNC
deal 2: 99m 258p 369s ESWNF
0 discard 9m
"""


async def slow(world: World) -> None:
    """The four of them at a table at which everything may take a day."""
    lobby = await world.opened("lishui", turn=DAY)
    for name in PEOPLE[1:]:
        await world.press(world.members[name], lobby, "::join")
    await world.press(world.members["ann"], lobby, "::start")


@pytest.fixture
def world(simcord_env: Env) -> World:
    return world_of(simcord_env, "ann")


def reminders(shown: list[Shown]) -> list[Shown]:
    return [each for each in shown if "move is awaited" in each.content]


def now() -> float:
    return discord.utils.utcnow().timestamp()


async def chief_says(world: World, **settings: str) -> str:
    """The server's owner chooses something for it."""
    chief = world.guild.add_member(world.guild.owner)
    return said(await chief.slash(world.channel, "settings server", **settings))


def around(before: float, after: float) -> str:
    """Quiet hours that begin and end so many hours from now, in UTC."""
    minutes = [int(now() // 60 + 60 * hours) % (24 * 60) for hours in (before, after)]
    return "-".join(f"{minute // 60:02}:{minute % 60:02}" for minute in minutes)


# ---------------------------------------------------------------------- reminders


async def test_one_reminder_before_time_is_out_which_goes_with_the_answer(world: World) -> None:
    await world.playing(turn=TURN, claim=8)
    due = world.screen("ann").due
    assert due is not None
    await world.env.advance_time(due - TURN // 5 - now() - 60)
    assert reminders(world.private("ann")) == []
    await world.env.advance_time(61)
    (line,) = reminders(world.private("ann"))
    assert f"<t:{int(due)}:R>" in line.content
    assert "Rivendale" in line.content
    assert [each for each in line.ids if each.endswith("::hand")]
    await world.env.advance_time(HOUR // 2)
    assert len(reminders(world.private("ann"))) == 1
    hand = next(each for each in reversed(world.private("ann")) if any(":discard " in end for end in each.ids))
    await world.press_together((world.handles["ann"], hand, next(each for each in hand.ids if ":discard " in each)))
    assert reminders(world.private("ann")) == []
    assert reminders(world.in_channel()) == []


async def test_no_reminder_for_an_answer_that_came_before(world: World) -> None:
    await world.playing(turn=TURN, claim=8)
    await world.env.advance_time(REMINDED - HOUR)
    await world.discard("ann")
    for _ in range(20):
        await world.env.advance_time(STEP_SECONDS)
    await world.env.advance_time(HOUR + 120)
    assert reminders(world.private("ann")) == []


@pytest.mark.parametrize(("turn", "count"), [(299, 0), (300, 1)])
async def test_clocks_under_five_minutes_have_no_reminder(world: World, turn: int, count: int) -> None:
    await world.playing(turn=turn)
    due = world.screen("ann").due
    assert due is not None
    await world.env.advance_time(due - now() - 2)
    assert len(reminders(world.private("ann"))) == count


async def test_no_reminder_where_it_is_switched_off(world: World) -> None:
    shown = said(await world.members["ann"].slash(world.channel, "settings me", reminders=False))
    assert "Reminders before a long clock runs out: off" in shown
    await world.playing(turn=TURN, claim=8)
    due = world.screen("ann").due
    assert due is not None
    await world.env.advance_time(due - now() - 2)
    assert reminders(world.private("ann")) == []


async def test_whose_seat_plays_by_itself_is_not_called_at_every_turn(world: World) -> None:
    await world.playing(turn=10)
    while "plays by itself" not in world.private("ann")[-1].content:
        await world.env.advance_time(STEP_SECONDS)
        assert world.screen("ann").view.running
    before = len(world.private("ann"))
    await world.env.advance_time(60)
    assert "plays by itself" in world.private("ann")[-1].content
    assert len(world.private("ann")) == before


async def test_a_restart_loses_no_reminder_and_repeats_none(world: World, new_bot: MakeBot) -> None:
    await world.playing(turn=TURN, claim=8)
    due = world.screen("ann").due
    assert due is not None
    await world.env.restart_bot(new_bot())
    assert world.screen("ann").due == due
    await world.env.advance_time(due - TURN // 5 - now() + 1)
    assert len(reminders(world.private("ann"))) == 1
    await world.env.restart_bot(new_bot())
    await world.env.advance_time(600)
    assert len(reminders(world.private("ann"))) == 1
    hand = next(each for each in reversed(world.private("ann")) if any(":discard " in end for end in each.ids))
    await world.press_together((world.handles["ann"], hand, next(each for each in hand.ids if ":discard " in each)))
    assert reminders(world.private("ann")) == []


async def test_a_reminder_that_discord_cannot_take_comes_after_a_restart(world: World, new_bot: MakeBot) -> None:
    await world.playing(turn=TURN, claim=8)
    due = world.screen("ann").due
    assert due is not None
    await world.env.advance_time(due - TURN // 5 - now() - 5)
    messages = f"/channels/{world.handles['ann'].dm_channel.id}/messages"
    world.env.inject_error("POST", messages, status=503, times=5)
    await world.env.advance_time(6)
    assert reminders(world.private("ann")) == []
    await world.env.restart_bot(new_bot())
    await world.env.advance_time(120)
    assert len(reminders(world.private("ann"))) == 1


async def test_a_pause_takes_the_reminder_away_and_no_question_has_two(world: World) -> None:
    await world.playing(turn=TURN, claim=8)
    due = world.screen("ann").due
    assert due is not None
    await world.env.advance_time(due - TURN // 5 - now() + 5)
    assert len(reminders(world.private("ann"))) == 1
    await world.members["ann"].slash(world.channel, "table pause")
    assert reminders(world.private("ann")) == []
    await world.members["ann"].slash(world.channel, "table resume")
    again = world.screen("ann").due
    assert again is not None
    assert again > due
    await world.env.advance_time(again - now() - 60)
    assert reminders(world.private("ann")) == []


async def test_closed_private_messages_are_reminded_of_a_turn_in_the_channel(world: World) -> None:
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await world.playing(turn=TURN, claim=8)
    due = world.screen("ann").due
    assert due is not None
    await world.env.advance_time(due - TURN // 5 - now() + 1)
    (line,) = reminders(world.in_channel())
    assert f"<@{world.handles['ann'].id}>" in line.content
    tile = next(each.tile for each in world.asked("ann") if isinstance(each, Discard))
    await world.members["ann"].slash(world.channel, "discard", tile=print_tile(tile))
    assert reminders(world.in_channel()) == []


# ---------------------------------------------------------------------- quiet hours


async def test_managers_choose_the_quiet_hours_of_a_server(world: World) -> None:
    assert "Quiet hours of slow tables: 22:00-08:00" in await chief_says(world, quiet="22 - 8")
    refused = said(await world.members["ann"].slash(world.channel, "settings server", quiet="21-9"))
    assert "may manage the server" in refused
    for wrong in ("22-22", "8", "0-24"):
        assert "16 hours at most" in await chief_says(world, quiet=wrong)
    assert "22:00-08:00" in said(await world.members["ann"].slash(world.channel, "settings server"))
    assert "Quiet hours of slow tables: off" in await chief_says(world, quiet="off")


async def test_in_quiet_hours_nobody_is_notified_and_afterwards_of_what_is_asked(world: World) -> None:
    await world.playing(turn=DAY, claim=8)
    await chief_says(world, timezone="UTC", quiet=around(-1, 8))
    before = len(world.private("ann"))
    await world.discard("ann")
    for _ in range(60):
        if world.asked("ann"):
            break
        await world.env.advance_time(STEP_SECONDS)
    assert world.asked("ann")
    assert len(world.private("ann")) == before
    assert any(f":{world.screen('ann').prompt}:" in each for each in world.private("ann")[-1].ids)
    due = world.screen("ann").due
    assert due is not None
    await world.env.advance_time(7 * HOUR + 1800)
    assert len(world.private("ann")) == before
    await world.env.advance_time(2 * HOUR)
    assert len(world.private("ann")) == before + 1
    assert due - now() > DAY - 3 * HOUR


async def test_with_closed_private_messages_nobody_is_called_before_the_quiet_hours_end(
    world: World, new_bot: MakeBot
) -> None:
    await chief_says(world, timezone="UTC", quiet=around(-1, 8))
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await world.playing(turn=DAY, claim=8)
    calls = f"<@{world.handles['ann'].id}>"
    await world.env.restart_bot(new_bot())
    await world.env.advance_time(7 * HOUR)
    assert not any(calls in each.content for each in world.in_channel())
    await world.env.advance_time(2 * HOUR)
    (call,) = [each for each in world.in_channel() if calls in each.content]
    assert [each for each in call.ids if each.endswith("::hand")]


async def test_the_first_message_in_quiet_hours_is_silent_and_comes_again_after_them(world: World) -> None:
    await chief_says(world, timezone="UTC", quiet=around(-1, 8))
    await world.playing(turn=DAY, claim=DAY)
    (quiet,) = world.private("ann")
    assert quiet.payload["flags"] & SILENT
    assert any(":discard " in each for each in quiet.ids)
    await world.env.advance_time(9 * HOUR)
    (old, new) = world.private("ann")
    assert (old.id, old.ids) == (quiet.id, [])
    assert not new.payload["flags"] & SILENT
    assert new.ids == quiet.ids


async def test_quiet_hours_do_not_touch_a_fast_table(world: World) -> None:
    await chief_says(world, timezone="UTC", quiet=around(-1, 8))
    await world.playing(turn=600, claim=8)
    due = world.screen("ann").due
    assert due is not None
    assert due - now() <= 600
    before = len(world.private("ann"))
    await world.discard("ann")
    await world.turn("ann")
    assert len(world.private("ann")) > before


# ---------------------------------------------------------------------- clocks, and what slow tables are told


async def test_claims_at_a_slow_table_have_the_clock_of_turns_unless_one_is_given(world: World) -> None:
    await world.opened("lishui", turn=DAY)
    assert (world.board().meta.turn_seconds, world.board().meta.claim_seconds) == (DAY, DAY)
    await world.members["ann"].slash(world.channel, "table end")
    await world.opened("lishui", turn=DAY, claim=8)
    assert world.board().meta.claim_seconds == 8
    await world.members["ann"].slash(world.channel, "table end")
    await world.opened("lishui", turn=600)
    assert world.board().meta.claim_seconds == 8


async def test_the_menu_takes_the_clock_for_claims_along_to_a_slow_table_and_back(world: World) -> None:
    await world.opened("lishui")
    ann, table = world.members["ann"], world.board().id
    menus = answered(await world.press(ann, world.in_channel()[-1], "::options"))
    await ann.click(menus, custom_id=f"p:{table}:1next")
    seen = []
    for clock in (DAY, 7 * DAY, 10, 0):
        await ann.select(menus, [str(clock)], custom_id=f"o:{table}:1:@turn")
        seen.append((world.board().meta.turn_seconds, world.board().meta.claim_seconds))
    assert seen == [(DAY, DAY), (7 * DAY, DAY), (10, 8), (None, 8)]


async def test_the_lobby_of_a_slow_table_names_the_quiet_hours(world: World) -> None:
    await chief_says(world, timezone="Asia/Tokyo", quiet="22-8")
    slow = await world.opened("lishui", turn=DAY)
    assert "quiet hours 22:00-08:00 (Asia/Tokyo)" in slow.content
    await world.members["ann"].slash(world.channel, "table end")
    assert "quiet" not in (await world.opened("lishui", turn=60)).content
    await world.members["ann"].slash(world.channel, "table end")
    assert "quiet" not in (await world.opened("lishui", turn=DAY, quiet="off")).content
    await world.members["ann"].slash(world.channel, "table end")
    own = await world.opened("lishui", turn=DAY, quiet="1 - 6:30")
    assert "quiet hours 01:00-06:30 (Asia/Tokyo)" in own.content
    wrong = await world.members["ann"].slash(world.channel, "table open", turn=DAY, quiet="always")
    assert "16 hours at most" in said(wrong)


async def ends(world: World) -> None:
    """Let the running hand end, ann discarding and passing."""
    while world.screen("ann").view.running:
        asked = world.asked("ann")
        if any(isinstance(each, Discard) for each in asked):
            tile = next(each.tile for each in asked if isinstance(each, Discard))
            await world.members["ann"].slash(world.channel, "discard", tile=print_tile(tile))
        elif asked:
            await world.members["ann"].slash(world.channel, "pass")
        else:
            await world.env.advance_time(20)


async def test_the_end_of_a_hand_is_told_at_a_slow_table_once(world: World, new_bot: MakeBot) -> None:
    await world.playing(turn=DAY, claim=8)
    await ends(world)
    ready = [each for each in world.private("ann") if any(end.endswith("::ready") for end in each.ids)]
    assert len(ready) == 1
    assert ready[0].id == world.private("ann")[-1].id
    count = len(world.private("ann"))
    await world.env.restart_bot(new_bot())
    await world.env.advance_time(60)
    assert len(world.private("ann")) == count


# ---------------------------------------------------------------------- what nobody else may see


async def test_who_may_claim_is_reminded_in_private_and_nobody_sees_it(
    simcord_env: Env, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, walls = world_of(simcord_env, *PEOPLE), Walls("lishui")
    monkeypatch.setattr("bot.tables.draft.chance_of", walls.chance_of)
    walls.use(CLAIMED)
    await slow(world)
    await does(world, "ann", "discard 9m")
    assert world.asked("bob")
    assert world.asked("cat")
    closed = f"/channels/{world.handles['bob'].dm_channel.id}/messages"
    world.env.inject_error("POST", closed, status=403, code=50007, times=None)
    due = world.screen("cat").due
    assert due is not None
    before, made = [each.payload for each in world.in_channel()], len(world.env.http_requests)
    await world.env.advance_time(due - now() - 60)
    assert len(reminders(world.private("cat"))) == 1
    assert any(each.path == closed and each.method == "POST" for each in world.env.http_requests[made:])
    for name in ("ann", "bob", "dan"):
        assert reminders(world.private(name)) == []
    assert [each.payload for each in world.in_channel()] == before
