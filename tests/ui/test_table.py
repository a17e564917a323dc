"""Lobbies and tables: every command and button as the host, as a player, as a bystander, twice at once."""

import discord
import pytest
from simcord import Env

from bot.tables.meta import Points, Presence
from bot.tables.ports import TableStatus
from bot.ui.resultpost import ready_lines
from tests.ui.world import STEP_SECONDS, World, answered, said, world_of

pytestmark = [pytest.mark.slow, pytest.mark.simcord(strict_sync=True, settle_timeout=5)]


@pytest.fixture
def world(simcord_env: Env) -> World:
    return world_of(simcord_env, "ann", "bob", "cat", "dan")


async def test_a_lobby_fills_and_a_match_begins(world: World) -> None:
    lobby = await world.opened()
    assert "ann" in lobby.content
    assert lobby.content.count("free") == 3
    for name in ("bob", "cat", "dan"):
        assert "seat" in said(await world.press(world.members[name], lobby, "::join"))
    assert said(await world.press(world.members["bob"], lobby, "::start")).startswith("Only the host")
    assert "begins" in said(await world.press(world.members["ann"], lobby, "::start"))
    board = world.board()
    assert board.status is TableStatus.RUNNING
    assert [chair.user for chair in board.meta.chairs if chair] == [world.handles[name].id for name in world.handles]
    assert [len(world.private(name)) for name in world.handles] == [1, 1, 1, 1]
    (message,) = world.in_channel()
    assert message.files == ["table.png"]


async def test_free_seats_are_filled_when_asked(world: World) -> None:
    lobby = await world.opened()
    asked = await world.press(world.members["ann"], lobby, "::start")
    assert "Seats free: 3" in said(asked)
    assert world.board().status is TableStatus.LOBBY
    await world.members["ann"].click(answered(asked), custom_id=f"q:{world.board().id}::fill")
    assert world.board().status is TableStatus.RUNNING


async def test_a_bystander_is_told_what_is_wrong(world: World) -> None:
    await world.playing()
    dan = world.members["dan"]
    for command in ("hand", "hu", "peng", "pass", "discard", "gang", "chi", "ting", "sort"):
        assert "You don't play at a table" in said(await dan.slash(world.channel, command)), command
    (board, *_) = world.in_channel()
    assert "don't play at this table" in said(await world.press(dan, board, "::hand"))
    assert "no seat" in said(await world.press(dan, board, "::back"))
    here = str(world.board().id)
    for command in ("table pause", "hand", "discard"):
        assert said(await dan.slash(world.channel, command, table=here)) == "You don't play at this table."
        assert "no table “nowhere”" in said(await dan.slash(world.channel, command, table="nowhere"))
    assert "Only those who sit" in said(await dan.slash(world.channel, "act", action="ting"))
    assert world.board().status is TableStatus.RUNNING


async def test_a_clock_that_nobody_could_keep_is_refused(world: World) -> None:
    ann = world.members["ann"]
    assert "at least 10" in said(await ann.slash(world.channel, "table open", rules="lishui", turn=9))
    assert "at least 2" in said(await ann.slash(world.channel, "table open", rules="lishui", claim=1))
    assert world.in_channel() == []
    await world.opened(turn=10, claim=0)
    assert (world.board().meta.turn_seconds, world.board().meta.claim_seconds) == (10, None)


async def test_the_menu_of_a_hand_offers_what_can_be_done(world: World) -> None:
    await world.playing()

    def offered() -> set[str]:
        menu = next(each for each in world.private("ann")[-1].controls if "options" in each)
        return {each["value"] for each in menu["options"]} & {"vote_pause", "resume", "back"}

    assert offered() == {"vote_pause"}
    await world.members["ann"].slash(world.channel, "table pause")
    assert world.board().meta.paused
    await world.env.advance_time(STEP_SECONDS)
    assert offered() == {"resume"}


async def test_commands_about_a_lobby_by_the_wrong_people(world: World) -> None:
    await world.opened()
    bob = world.members["bob"]
    assert "Only the host" in said(await bob.slash(world.channel, "table add-bot"))
    assert "Only the host" in said(await bob.slash(world.channel, "table kick"))
    assert "Only the host" in said(await bob.slash(world.channel, "table start"))
    assert "don't play at a table" in said(await bob.slash(world.channel, "table leave"))
    assert world.board().status is TableStatus.LOBBY


async def test_joining_twice_at_once_takes_one_seat(world: World) -> None:
    lobby = await world.opened()
    bob = world.members["bob"]
    answers = await world.press_together(*[(bob, lobby, lobby.id_of("::join"))] * 2)
    assert sorted(said(answer) for answer in answers) == ["You have a seat already.", "You have a seat."]
    assert len(world.board().meta.people()) == 2


async def test_the_last_seat_goes_to_one_of_two(world: World) -> None:
    lobby = await world.opened(bots=2)
    answers = await world.press_together(
        *((world.members[name], lobby, lobby.id_of("::join")) for name in ("bob", "cat"))
    )
    assert sorted(said(answer) for answer in answers) == ["All seats are taken.", "You have a seat."]


async def test_starting_twice_at_once_deals_once(world: World) -> None:
    await world.opened(bots=2)
    lobby = world.in_channel()[-1]
    await world.press(world.members["bob"], lobby, "::join")
    ann = world.members["ann"]
    answers = await world.press_together(*[(ann, lobby, lobby.id_of("::start"))] * 2)
    assert sorted(said(answer) for answer in answers) == ["The match begins.", "The match has begun already."]
    assert world.board().meta.number == 1
    assert len(world.private("ann")) == 1


async def test_kick_leave_and_close(world: World) -> None:
    lobby = await world.opened(bots=1)
    ann, bob = world.members["ann"], world.members["bob"]
    await world.press(bob, lobby, "::join")
    assert "free" in said(await ann.slash(world.channel, "table kick", person=bob))
    assert "Nobody like that" in said(await ann.slash(world.channel, "table kick", person=world.members["cat"]))
    assert "free" in said(await ann.slash(world.channel, "table kick"))
    assert world.board().meta.chairs[1:] == (None, None, None)
    assert "with person" in said(await ann.slash(world.channel, "table kick"))
    await world.press(bob, lobby, "::join")
    assert "left" in said(await bob.slash(world.channel, "table leave"))
    assert world.board().meta.people() == (world.handles["ann"].id,)
    await world.press(ann, lobby, "::end")
    assert world.bot.house.tables.open_tables() == ()
    (message,) = world.in_channel()
    assert "ended" in message.content
    assert message.controls == []
    assert "has ended" in said(await world.press(bob, lobby, "::join"))


async def test_leaving_a_running_table_and_coming_back(world: World) -> None:
    await world.playing()
    ann = world.members["ann"]
    asked = await ann.slash(world.channel, "table leave")
    assert "computer player takes your seat" in said(asked)
    table = world.board().id
    await ann.click(answered(asked), custom_id=f"q:{table}::nothing")
    assert world.board().meta.chairs[0].presence is Presence.HERE  # type: ignore[union-attr]
    asked = await ann.slash(world.channel, "table leave")
    await ann.click(answered(asked), custom_id=f"q:{table}::leave!")
    assert world.board().meta.chairs[0].presence is Presence.LEFT  # type: ignore[union-attr]
    assert world.private("ann")[-1].controls == []
    assert "seat" in said(await ann.slash(world.channel, "table join", table=str(table)))
    assert world.board().meta.chairs[0].presence is Presence.HERE  # type: ignore[union-attr]


async def test_the_end_names_whoever_played_the_last_hand_though_they_have_left(world: World) -> None:
    lobby = await world.opened(bots=2)
    ann, bob = world.members["ann"], world.members["bob"]
    await world.press(bob, lobby, "::join")
    await world.press(ann, lobby, "::start")
    table = world.board().id
    for member, command in ((bob, "leave"), (ann, "end")):
        asked = await member.slash(world.channel, f"table {command}")
        await member.click(answered(asked), custom_id=f"q:{table}::{command}!")
    _, *rows = world.in_channel()[-1].content.splitlines()
    assert sorted(row.rsplit(" ", 1)[0] for row in rows) == ["Bot 2", "Bot 3", "ann", "bob"]


async def test_options_are_changed_in_the_lobby_by_the_host_alone(world: World) -> None:
    lobby = await world.opened()
    table = world.board().id
    listed = await world.press(world.members["bob"], lobby, "::options")
    assert listed.response is not None
    assert listed.response.components == []
    menus = await world.press(world.members["ann"], lobby, "::options")
    assert menus.response is not None
    ann = world.members["ann"]
    await ann.select(answered(menus), ["friendly"], custom_id=f"o:{table}:0:@points")
    assert world.board().meta.points is Points.FRIENDLY
    await ann.select(answered(menus), ["4"], custom_id=f"o:{table}:0:@length")
    assert world.board().meta.length == 4
    await ann.click(answered(menus), custom_id=f"p:{table}:1next")
    await ann.select(answered(menus), ["0"], custom_id=f"o:{table}:1:@claim")
    assert world.board().meta.claim_seconds is None
    await ann.click(answered(menus), custom_id=f"p:{table}:2next")
    await ann.select(answered(menus), ["on"], custom_id=f"o:{table}:2:flowers")
    assert world.board().meta.options["flowers"] == "on"
    assert "Flowers" in world.in_channel()[-1].content


async def test_a_preset_is_saved_for_the_server_and_used_again(world: World) -> None:
    lobby = await world.opened()
    table = world.board().id
    ann = world.members["ann"]
    menus = await world.press(ann, lobby, "::options")
    await ann.click(answered(menus), custom_id=f"p:{table}:1next")
    await ann.click(answered(menus), custom_id=f"p:{table}:2next")
    await ann.select(answered(menus), ["on"], custom_id=f"o:{table}:2:flowers")
    modal = await ann.click(answered(menus), custom_id=f"p:{table}:2save")
    assert modal.modal is not None
    field = modal.modal["components"][0]["components"][0]["custom_id"]
    assert "ours" in said(await ann.submit_modal(modal, {field: "ours"}))
    choices = await ann.autocomplete(world.channel, "table open", "preset", "our", rules="lishui")
    assert [choice["value"] for choice in choices] == ["saved:ours"]
    await ann.slash(world.channel, "table open", rules="lishui", preset="saved:ours")
    assert world.board(1).meta.options["flowers"] == "on"
    assert "no preset" in said(await ann.slash(world.channel, "table open", rules="lishui", preset="theirs"))


async def test_the_lobby_shows_which_preset_is_agreed_on(world: World) -> None:
    await world.opened("sichuan", preset="modern")
    table, ann = world.board().id, world.members["ann"]
    menus = await world.press(ann, world.in_channel()[-1], "::options")

    def agreed() -> list[str]:
        controls = [each for row in answered(menus).components for each in row["components"]]
        (menu,) = [each for each in controls if each["custom_id"].endswith("@preset")]
        return [each["value"] for each in menu["options"] if each.get("default")]

    assert agreed() == ["modern"]
    await ann.select(answered(menus), ["classic"], custom_id=f"o:{table}:0:@preset")
    assert agreed() == ["classic"]
    modal = await ann.click(answered(menus), custom_id=f"p:{table}:0save")
    assert modal.modal is not None
    field = modal.modal["components"][0]["components"][0]["custom_id"]
    # One of the server's own may be called like one of the game: whichever is picked is meant.
    await ann.submit_modal(modal, {field: "modern"})
    for value, void in (("modern", "declared"), ("saved:modern", "free")):
        await ann.select(answered(menus), [value], custom_id=f"o:{table}:0:@preset")
        assert world.board().meta.options["void_suit"] == void
    await ann.select(answered(menus), ["modern"], custom_id=f"o:{table}:0:@preset")
    await ann.click(answered(menus), custom_id=f"p:{table}:1next")
    await ann.click(answered(menus), custom_id=f"p:{table}:2next")
    await ann.select(answered(menus), ["off"], custom_id=f"o:{table}:2:rain")
    await ann.click(answered(menus), custom_id=f"p:{table}:1back")
    await ann.click(answered(menus), custom_id=f"p:{table}:0back")
    assert agreed() == []


async def test_four_tables_in_one_channel(world: World) -> None:
    for _ in range(4):
        await world.opened(bots=3)
    ann = world.members["ann"]
    boards = world.bot.house.tables.in_channel(world.channel.id)
    assert len(boards) == 4
    answer = await ann.slash(world.channel, "sort")
    assert "Several tables" in said(answer)
    suggestions = await ann.autocomplete(world.channel, "hand", "table", "")
    assert {choice["value"] for choice in suggestions} == {board.id for board in boards}
    for board in boards:
        shown = await ann.slash(world.channel, "hand", table=str(board.id))
        assert str(board.id) in said(shown)
    by_label = await ann.slash(world.channel, "hand", table=suggestions[0]["name"])
    assert suggestions[0]["value"] in said(by_label)
    assert "no table “nonsense”" in said(await ann.slash(world.channel, "hand", table="nonsense"))


async def test_a_table_in_a_thread_of_its_own(world: World) -> None:
    await world.members["ann"].slash(world.channel, "table open", rules="lishui", thread=True)
    board = world.board()
    assert board.where.thread is not None
    (thread,) = world.channel.threads
    assert thread.id == board.where.thread
    assert "ann" in world.in_channel(thread)[-1].content


async def test_practice_in_a_private_message(world: World) -> None:
    ann = world.handles["ann"]
    assert "practice" in said(await ann.slash("table open", rules="lishui"))
    board = world.board()
    assert (board.where.guild, board.status) == (None, TableStatus.RUNNING)
    assert board.meta.points is Points.FRIENDLY
    for _ in range(60):
        if world.asked("ann"):
            break
        await world.env.advance_time(STEP_SECONDS)
    table, hand = world.private("ann")
    assert (table.files, hand.files) == (["table.png"], ["hand.png"])
    await world.press_together((ann, hand, next(each for each in hand.ids if each.startswith("q:"))))
    for _ in range(4):
        await world.env.advance_time(STEP_SECONDS)
    assert [each.id for each in world.private("ann")] == [table.id, hand.id]


async def test_without_permissions_nothing_is_opened(world: World) -> None:
    closed = world.guild.create_text_channel(
        "closed", overwrites={world.guild.default_role: discord.PermissionOverwrite(attach_files=False)}
    )
    answer = said(await world.members["ann"].slash(closed, "table open", rules="lishui"))
    assert "attach files" in answer
    assert world.bot.house.tables.open_tables() == ()


async def test_of_a_paused_table_no_time_is_told_at_which_the_next_hand_begins(world: World) -> None:
    await world.playing()
    reader = world.bot.house.public_reader(world.board())
    assert world.board().meta.due is not None
    (before,) = ready_lines(world.board(), reader, over=False)
    assert before.startswith("The next hand begins <t:")
    await world.members["ann"].slash(world.channel, "table pause")
    assert world.board().meta.due is not None
    assert ready_lines(world.board(), reader, over=False) == ["The table is paused"]


async def test_votes_end_and_pause(world: World) -> None:
    lobby = await world.opened(bots=2)
    await world.press(world.members["bob"], lobby, "::join")
    await world.press(world.members["ann"], lobby, "::start")
    ann, bob = world.members["ann"], world.members["bob"]
    assert "pause (1 of 2)" in said(await ann.slash(world.channel, "table pause"))
    assert "already" in said(await ann.slash(world.channel, "table pause"))
    # The table shows it, and the hands: whoever plays from there reads no channel.
    assert "Vote: pause (1 of 2)" in world.in_channel()[-1].content
    assert "Vote: pause (1 of 2)" in world.private("bob")[-1].content
    assert said(await bob.slash(world.channel, "table pause")) == "Decided: pause."
    assert "Vote" not in world.in_channel()[-1].content
    assert world.board().meta.paused
    assert "Paused" in world.in_channel()[-1].content
    await world.press(bob, world.in_channel()[-1], "::resume")
    assert not world.board().meta.paused
    await ann.slash(world.channel, "table end", table=str(world.board().id))
    await bob.slash(world.channel, "table end", table=str(world.board().id))
    assert world.bot.house.tables.open_tables() == ()


async def test_a_manager_ends_any_table(world: World) -> None:
    await world.playing()
    role = world.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    boss = world.guild.add_member(world.env.create_user("boss"), roles=[role])
    asked = await boss.slash(world.channel, "table end")
    assert "called off" in said(asked)
    await boss.click(answered(asked), custom_id=f"q:{world.board().id}::end!")
    assert world.bot.house.tables.open_tables() == ()


async def test_a_bystander_does_not_end_a_table(world: World) -> None:
    await world.playing()
    said(await world.members["dan"].slash(world.channel, "table end"))
    assert world.board().status is TableStatus.RUNNING
    assert world.board().meta.votes == ()


async def test_status_shows_the_table_to_anybody(world: World) -> None:
    await world.playing()
    shown = await world.members["dan"].slash(world.channel, "table status")
    assert shown.response is not None
    assert [each.filename for each in shown.response.attachments] == ["table.png"]


async def test_a_lobby_that_nobody_starts_expires(world: World) -> None:
    await world.opened()
    await world.env.advance_time(31 * 60)
    assert world.bot.house.tables.open_tables() == ()
    assert "ended" in world.in_channel()[-1].content


async def test_a_call_for_a_fourth(world: World) -> None:
    lobby = await world.opened(bots=2)
    assert "told" in said(await world.press(world.members["ann"], lobby, "::call"))
    call = world.in_channel()[-1]
    assert "ann is looking for players" in call.content
    assert "Somebody has just been called for" in said(await world.press(world.members["ann"], lobby, "::call"))
    assert world.in_channel()[-1].id == call.id
    await world.env.advance_time(61)
    assert "told" in said(await world.press(world.members["ann"], lobby, "::call"))
    assert world.in_channel()[-1].id != call.id
    await world.press(world.members["bob"], call, "::join")
    assert len(world.board().meta.people()) == 2
    assert "no seat" in said(await world.press(world.members["cat"], lobby, "::call"))


async def test_a_clock_that_is_put_back_makes_nobody_wait_to_call_again(world: World) -> None:
    lobby = await world.opened(bots=2)
    assert "told" in said(await world.press(world.members["ann"], lobby, "::call"))
    house, now = world.bot.house, world.bot.house.now
    house.now = lambda: now() - 3600
    assert "told" in said(await world.press(world.members["ann"], lobby, "::call"))
    assert "Somebody has just been called for" in said(await world.press(world.members["ann"], lobby, "::call"))


async def test_a_call_for_somebody_in_place_of_a_computer_player(world: World) -> None:
    await world.playing()
    hand = world.private("ann")[-1]
    (menu,) = [each for each in hand.controls if each["custom_id"].startswith("m:")]
    assert "call" in [each["value"] for each in menu["options"]]
    assert "no seat" in said(await world.pick(world.handles["bob"], hand, menu["custom_id"], "call"))
    assert "told" in said(await world.pick(world.handles["ann"], hand, menu["custom_id"], "call"))
    call = next(each for each in world.in_channel() if "computer players make room (seats: 3)" in each.content)
    for name in ("bob", "cat", "dan"):
        await world.press(world.members[name], call, "::join")
    assert len(world.board().meta.people()) == 4
    assert "All seats are taken" in said(await world.pick(world.handles["ann"], hand, menu["custom_id"], "call"))


async def test_a_lobby_is_left_where_one_is_and_a_hand_is_played_from_anywhere(world: World) -> None:
    ann = world.handles["ann"]
    await ann.slash("table open", rules="lishui")
    practice = world.board().id
    await world.opened()
    lobby = world.in_channel()[-1]
    assert "Your hand" in world.private("ann")[-1].words[0]
    assert "Several tables" not in said(await ann.slash("discard", tile="H1"))
    assert "Several tables" not in said(await world.members["ann"].slash(world.channel, "pass"))
    assert "You have left" in said(await world.members["ann"].slash(world.channel, "table leave"))
    assert [each.id for each in world.bot.house.tables.open_tables()] == [practice]
    assert lobby.content != world.in_channel()[-1].content


@pytest.mark.slow
async def test_between_two_hands_start_means_ready(world: World) -> None:
    await world.playing()
    ann, dan = world.members["ann"], world.members["dan"]
    number = world.board().meta.number
    assert "begun already" in said(await ann.slash(world.channel, "table start"))
    for _ in range(200):
        view = world.board().view
        if view is not None and not view.running:
            break
        await world.turn("ann") if "pass" in str(world.asked("ann")).lower() else await world.env.advance_time(30)
    assert "begun already" in said(await dan.slash(world.channel, "table start"))
    assert "ready" in said(await ann.slash(world.channel, "table start"))
    assert world.board().meta.number == number + 1


async def test_what_a_game_lacks_and_what_players_may_not_do(world: World) -> None:
    await world.playing("sichuan")
    ann = world.members["ann"]
    assert "no such action" in said(await ann.slash(world.channel, "ting"))
    assert "no such action" in said(await ann.slash(world.channel, "act", action="knock"))
    assert "can't bet" in said(await ann.slash(world.channel, "act", action="bet 3"))
    assert "no chi" in said(await ann.slash(world.channel, "chi"))
    assert "four alike" in said(await ann.slash(world.channel, "gang"))
