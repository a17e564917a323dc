"""What gets lost on the way: closed private messages, faults of Discord, pictures that fail, restarts."""

import asyncio

import discord
import pytest
from simcord import Env

from bot.engine.actions import Discard, action_text
from bot.render import Painter, Picture
from bot.render.draw import DrawList
from bot.tables.ports import TableStatus
from bot.ui.answer import PATIENCE_SECONDS
from tests.ui.conftest import PIXEL, MakeBot
from tests.ui.world import World, said, world_of

AT_ONCE, DEFERRED = 4, 5
PAINTING_SECONDS = 4.0

pytestmark = [pytest.mark.slow, pytest.mark.simcord(strict_sync=True, settle_timeout=5)]


@pytest.fixture
def world(simcord_env: Env) -> World:
    return world_of(simcord_env, "ann", "bob", "cat", "dan")


# ---------------------------------------------------------------------- private messages


@pytest.mark.parametrize("code", [50007, 50278, 40003])
@pytest.mark.parametrize("opening", [True, False])
async def test_private_messages_are_closed(world: World, code: int, opening: bool) -> None:
    await world.opened(bots=2)
    await world.members["ann"].slash(world.channel, "table add-bot")
    table = world.board().id
    path = "/users/@me/channels" if opening else f"/channels/{world.handles['ann'].dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=code, times=None)
    await world.press(world.members["ann"], world.in_channel()[-1], "::start")
    await world.turn("ann")
    calls = [each for each in world.in_channel() if f"<@{world.handles['ann'].id}>" in each.content]
    assert len(calls) == 1
    assert world.private("ann") == []
    shown = await world.press(world.members["ann"], calls[0], "::hand")
    assert shown.response is not None
    assert shown.response.ephemeral
    button = next(action_text(action) for action in world.asked("ann") if isinstance(action, Discard))
    await world.members["ann"].click(shown.response, custom_id=f"q:{table}:{world.screen('ann').prompt}:{button}")
    assert world.laid("ann") == [button.split()[1]]
    assert "don't play" in said(await world.press(world.members["dan"], calls[0], "::hand"))


async def test_private_messages_close_in_the_middle_of_a_hand(world: World) -> None:
    await world.playing()
    private = world.handles["ann"].dm_channel.id
    world.env.inject_error("POST", f"/channels/{private}/messages", status=403, code=50007, times=None)
    await world.discard("ann")
    await world.turn("ann")
    assert any(f"<@{world.handles['ann'].id}>" in each.content for each in world.in_channel())
    tile = action_text(world.asked("ann")[0]).split()[1]
    shown = await world.members["ann"].slash(world.channel, "discard", tile=tile)
    assert shown.response is not None
    assert shown.response.attachments
    assert world.board().status is TableStatus.RUNNING


async def test_a_lost_message_is_sent_again(world: World) -> None:
    await world.opened(bots=2)
    await world.members["ann"].slash(world.channel, "table add-bot")
    private = world.handles["ann"].dm_channel.id
    world.env.inject_error("POST", f"/channels/{private}/messages", status=500, times=1)
    await world.press(world.members["ann"], world.in_channel()[-1], "::start")
    await world.env.advance_time(10)
    assert world.private("ann") != []


async def test_a_picture_that_fails_is_replaced_by_its_words(
    world: World, new_bot: MakeBot, painters: list[Painter]
) -> None:
    def broken(_drawing: DrawList) -> bytes:
        raise OSError("no paint")

    painters.append(Painter(paint=broken))
    await world.env.restart_bot(new_bot())
    await world.playing()
    hand = world.private("ann")[-1]
    assert hand.files == []
    assert "Your hand: " in hand.content
    assert any(":discard " in each for each in hand.ids)
    assert len(hand.content) <= 2000


# ---------------------------------------------------------------------- the channel


async def test_the_board_is_edited_in_place_and_posted_anew_when_it_has_scrolled_away(world: World) -> None:
    await world.playing()
    first = world.in_channel()[-1]
    for number in range(10):
        await world.members["bob"].send(world.channel, f"talk {number}")
    await world.discard("ann")
    await world.turn("ann")
    assert first.id in [each.id for each in world.in_channel()]
    for number in range(10):
        await world.members["bob"].send(world.channel, f"talk {number}")
    await world.discard("ann")
    await world.env.advance_time(1)
    boards = [each for each in world.in_channel() if each.files == ["table.png"]]
    assert len(boards) == 1
    assert boards[0].id > first.id
    assert world.in_channel()[-1].id == boards[0].id


@pytest.mark.parametrize(("status", "code"), [(400, 30046), (404, 10008), (403, 50005)])
async def test_a_board_that_cannot_be_edited_is_posted_anew(world: World, status: int, code: int) -> None:
    await world.playing()
    first = world.in_channel()[-1]
    world.env.inject_error("PATCH", f"/channels/{world.channel.id}/messages/*", status=status, code=code, times=1)
    await world.discard("ann")
    await world.env.advance_time(1)
    boards = [each for each in world.in_channel() if each.files == ["table.png"]]
    assert [each.id for each in boards] != [first.id]
    assert len(boards) == 1


async def test_the_channel_can_be_lost_and_the_table_moved(world: World) -> None:
    await world.playing()
    world.env.inject_error("*", f"/channels/{world.channel.id}/messages*", status=404, code=10003, times=None)
    world.env.inject_error("*", f"/channels/{world.channel.id}/messages/*", status=404, code=10003, times=None)
    await world.discard("ann")
    await world.turn("ann")
    notes = [each for each in world.private("ann") if "/table status" in each.content]
    assert len(notes) == 1
    assert world.asked("ann") != ()
    other = world.guild.create_text_channel("other")
    await world.members["ann"].slash(other, "table status", table=str(world.board().id))
    assert world.board().where.channel == other.id
    assert [each.files for each in world.in_channel(other)] == [["table.png"]]


async def test_a_fault_of_discord_does_not_stop_the_table(world: World) -> None:
    await world.playing()
    world.env.inject_error("PATCH", "/channels/*", status=500, times=8)
    await world.discard("ann")
    for _ in range(12):
        await world.env.advance_time(20)
    assert world.board().status is TableStatus.RUNNING
    (board,) = (each for each in world.in_channel() if each.files == ["table.png"])
    view = world.board().view
    assert view is not None
    assert board.words[0].startswith(f"{view.left} left")


# ---------------------------------------------------------------------- restarts


async def test_after_a_restart_the_same_buttons_work(world: World, new_bot: MakeBot) -> None:
    await world.playing()
    hand = world.private("ann")[-1]
    view = world.screen("ann").view
    count = len(world.private("ann"))
    await world.env.restart_bot(new_bot())
    assert world.screen("ann").view == view
    assert len(world.private("ann")) == count
    boards = [each for each in world.in_channel() if each.files == ["table.png"]]
    assert len(boards) == 1
    tile = hand.ids[0].split()[-1]
    await world.press(world.handles["ann"], hand, f":discard {tile}")
    assert world.laid("ann") == [tile]
    await world.turn("ann")
    assert len(world.private("ann")) > count


async def test_after_a_restart_a_lobby_goes_on(world: World, new_bot: MakeBot) -> None:
    lobby = await world.opened()
    await world.env.restart_bot(new_bot())
    assert "seat" in said(await world.press(world.members["bob"], lobby, "::join"))
    assert len(world.in_channel()) == 1
    assert "bob" in world.in_channel()[-1].content
    assert "ann" in world.in_channel()[-1].content


async def test_messages_that_are_gone_after_a_restart_are_sent_anew(world: World, new_bot: MakeBot) -> None:
    await world.playing()
    for channel in (world.channel, world.handles["ann"].dm_channel):
        for message in channel.history():
            world.env.backend.delete_message(channel.id, message.id)
    await world.env.restart_bot(new_bot())
    assert world.in_channel()[-1].files == ["table.png"]
    assert world.private("ann")[-1].files == ["hand.png"]
    assert any(":discard " in each for each in world.private("ann")[-1].ids)


# ---------------------------------------------------------------------- registration


async def test_commands_are_registered_once_for_servers_and_private_messages(world: World, new_bot: MakeBot) -> None:
    await world.env.restart_bot(new_bot())
    puts = [each for each in world.env.http_requests if each.method == "PUT" and "commands" in each.path]
    assert all("guilds" not in each.path for each in puts)
    payload = puts[-1].json
    assert isinstance(payload, list)
    names = [each["name"] for each in payload]
    assert len(set(names)) == len(names)
    assert set(names) >= {
        "table", "discard", "chi", "peng", "gang", "hu", "pass", "act", "ting", "hand", "sort", "ledger", "rules",
        "score", "settings", "help",
    }  # fmt: skip
    for each in payload:
        assert each["contexts"] == [0, 1], each["name"]
        assert each["integration_types"] == [0], each["name"]
    local = {each["name"]: each["name_localizations"].get("zh-CN") for each in payload}
    moves = ("discard", "chi", "peng", "gang", "hu", "pass")
    assert [local[name] for name in moves] == ["出", "吃", "碰", "杠", "胡", "过"]


def test_nothing_privileged_is_asked_for(new_bot: MakeBot) -> None:
    intents = new_bot().intents
    assert intents.value == discord.Intents(guilds=True, guild_messages=True).value


# ---------------------------------------------------------------------- slow, late and repeated


class Slow(Painter):
    """A painter that takes its time."""

    async def paint(self, picture: Picture) -> bytes:
        await asyncio.sleep(PAINTING_SECONDS)
        return await super().paint(picture)


async def test_an_answer_that_takes_long_is_deferred(world: World, new_bot: MakeBot, painters: list[Painter]) -> None:
    await world.playing()
    painters.append(Slow(paint=lambda _drawing: PIXEL))
    await world.env.restart_bot(new_bot())
    await world.env.advance_time(2 * PAINTING_SECONDS)
    before = len(world.env.http_requests)
    shown = await world.members["ann"].slash(world.channel, "hand")
    await world.env.advance_time(PATIENCE_SECONDS + PAINTING_SECONDS)
    made = [each for each in world.env.http_requests[before:] if each.path.startswith(("/interactions/", "/webhooks/"))]
    assert [each.path.rsplit("/", 1)[-1] for each in made] == ["callback", "@original"]
    assert (made[0].json or {})["type"] == DEFERRED
    assert shown.response is not None
    assert [each.filename for each in shown.response.attachments] == ["hand.png"]


async def test_an_answer_that_is_ready_is_one_request(world: World) -> None:
    await world.playing()
    before = len(world.env.http_requests)
    shown = await world.members["ann"].slash(world.channel, "hand")
    (made,) = (each for each in world.env.http_requests[before:] if "/channels/" not in each.path)
    assert (made.json or {})["type"] == AT_ONCE
    assert shown.response is not None
    assert [each.filename for each in shown.response.attachments] == ["hand.png"]


async def test_an_interaction_that_arrives_twice_is_done_once(world: World) -> None:
    await world.playing()
    hand = world.private("ann")[-1]
    first = next(each for each in hand.ids if ":discard " in each)
    sent: list[tuple[str, dict[str, object]]] = []
    usual = world.env.backend.emit

    def noted(event: str, payload: dict[str, object], *more: object) -> None:
        sent.append((event, payload))
        usual(event, payload, *more)

    world.env.backend.emit = noted  # type: ignore[method-assign, assignment]
    await world.press_together((world.handles["ann"], hand, first))
    world.env.backend.emit = usual  # type: ignore[method-assign]
    again = next(payload for event, payload in sent if event == "INTERACTION_CREATE")
    world.env.backend.emit("INTERACTION_CREATE", again)
    await world.env.settle()
    assert world.laid("ann") == [first.split()[-1]]


async def test_private_messages_that_are_open_again_are_used_after_a_look_at_the_hand(world: World) -> None:
    await world.playing()
    private = world.handles["ann"].dm_channel.id
    world.env.inject_error("POST", f"/channels/{private}/messages", status=403, code=50007, times=None)
    await world.discard("ann")
    await world.turn("ann")
    before = len(world.private("ann"))
    await world.members["ann"].slash(world.channel, "hand")
    assert len(world.private("ann")) == before
    world.env.backend.faults.clear()
    await world.members["ann"].slash(world.channel, "hand")
    assert len(world.private("ann")) == before + 1
    assert any(f":{world.screen('ann').prompt}:" in each for each in world.private("ann")[-1].ids)
