"""Playing: buttons and commands as a player, too late, twice at once, by the wrong people; autocomplete; the hand."""

from unittest.mock import MagicMock

import discord
import pytest
from discord.app_commands import Command, CommandNotFound, CommandSignatureMismatch
from simcord import Env

from bot.engine.actions import Discard, action_text
from bot.engine.notation import print_tile
from bot.tables.ports import TableStatus
from bot.ui.ids import LONGEST
from tests.ui.conftest import MakeBot
from tests.ui.world import STEP_SECONDS, Shown, World, said, world_of

pytestmark = [pytest.mark.slow, pytest.mark.simcord(strict_sync=True, settle_timeout=5)]


@pytest.fixture
def world(simcord_env: Env) -> World:
    return world_of(simcord_env, "ann", "bob", "cat", "dan")


def discards(world: World, name: str = "ann") -> list[str]:
    return [action_text(action) for action in world.asked(name) if isinstance(action, Discard)]


# ---------------------------------------------------------------------- buttons


async def test_one_button_a_tile_in_three_rows(world: World) -> None:
    await world.playing()
    hand = world.private("ann")[-1]
    buttons = [each for each in hand.ids if ":discard " in each]
    assert sorted(each.split(":", 3)[3] for each in buttons) == sorted(discards(world))
    rows = [len(row["components"]) for row in hand.payload["components"]]
    assert len(rows) <= 5
    assert all(count <= 5 for count in rows)
    assert all(len(each) <= LONGEST for each in hand.ids)
    assert len(set(hand.ids)) == len(hand.ids)


async def test_a_private_message_says_where_it_belongs(world: World) -> None:
    await world.playing()
    hand = world.private("ann")[-1]
    for word in ("Rivendale", "mahjong", "Lishui", "hand 1", str(world.board().id)):
        assert word in hand.content
    assert hand.words[0].startswith("Your hand: ")


async def test_a_press_discards_and_changes_the_message_in_place(world: World) -> None:
    await world.playing()
    hand = world.private("ann")[-1]
    count = len(world.private("ann"))
    before = len(world.env.http_requests)
    result = await world.press(world.handles["ann"], hand, f":{discards(world)[-1]}")
    assert result.acknowledged
    answered = [entry for entry in world.env.http_requests[before:] if entry.path.endswith("/callback")]
    assert [(entry.json or {})["type"] for entry in answered] == [7]
    after = world.private("ann")[count - 1]
    assert after.id == hand.id
    assert [each for each in after.ids if each.startswith("q:")] == []
    assert len(world.laid("ann")) == 1


async def test_two_presses_at_once_discard_once(world: World) -> None:
    await world.playing()
    hand, ann = world.private("ann")[-1], world.handles["ann"]
    first, second = discards(world)[:2]
    answers = await world.press_together((ann, hand, hand.id_of(f":{first}")), (ann, hand, hand.id_of(f":{second}")))
    seat = world.screen("ann").seat
    view = world.board().view
    assert view is not None
    assert [print_tile(laid.tile) for laid in view.seats[seat].discards[-1:]] == [first.split()[1]]
    assert all(answer.acknowledged for answer in answers)
    assert "Too late" in said(answers[1])


async def test_the_same_press_twice_is_done_once(world: World) -> None:
    await world.playing()
    hand, ann = world.private("ann")[-1], world.handles["ann"]
    tile = hand.id_of(f":{discards(world)[0]}")
    answers = await world.press_together((ann, hand, tile), (ann, hand, tile))
    assert "Too late" in said(answers[1])
    view = world.board().view
    assert view is not None
    assert len(view.seats[world.screen("ann").seat].discards) == 1


async def test_an_old_button_is_refused_and_does_nothing(world: World) -> None:
    await world.playing()
    hand, ann = world.private("ann")[-1], world.handles["ann"]
    first = discards(world)[0]
    await world.press(ann, hand, f":{first}")
    await world.turn("ann")
    before = world.screen("ann").view
    answer = await world.press(ann, hand, hand.ids[0].split(":", 3)[3])
    assert "Too late" in said(answer)
    assert world.screen("ann").view == before


async def test_another_person_s_button_is_refused(world: World) -> None:
    await world.playing()
    hand = world.private("ann")[-1]
    in_channel = Shown({**hand.payload, "channel_id": str(world.channel.id)})
    answer = await world.press(world.members["bob"], in_channel, f":{discards(world)[0]}")
    assert "don't play at this table" in said(answer)
    assert world.asked("ann") != ()


async def test_a_button_that_nobody_knows_any_more_is_answered(world: World) -> None:
    await world.playing()
    hand = world.private("ann")[-1]
    row = {"type": 1, "components": [{"type": 2, "style": 2, "label": "old", "custom_id": "old:form:of:id"}]}
    old = Shown({**hand.payload, "components": [row]})
    answer = await world.press(world.handles["ann"], old, "old:form:of:id")
    assert "out of date" in said(answer)


async def test_a_button_that_its_message_has_no_longer_is_answered(world: World) -> None:
    await world.playing()
    hand, before = world.private("ann")[-1], world.screen("ann").view
    bare = Shown({**hand.payload, "components": hand.payload["components"][-1:]})
    (answer,) = await world.press_together((world.handles["ann"], bare, hand.id_of(f":{discards(world)[0]}")))
    assert "out of date" in said(answer)
    assert world.screen("ann").view == before


async def test_a_command_of_an_older_version_is_answered(new_bot: MakeBot, caplog: pytest.LogCaptureFixture) -> None:
    bot, older = new_bot(), MagicMock(spec=Command)
    older.configure_mock(name="older")
    for outdated in (CommandNotFound("gone", []), CommandSignatureMismatch(older)):
        asked = MagicMock(spec=discord.Interaction, locale=discord.Locale.british_english, client=bot)
        asked.response = MagicMock(spec=discord.InteractionResponse)
        asked.type, asked.response.is_done.return_value = discord.InteractionType.application_command, False
        await bot.tree.on_error(asked, outdated)
        assert "has changed" in asked.response.send_message.await_args.args[0]
        asked.type = discord.InteractionType.autocomplete
        await bot.tree.on_error(asked, outdated)
        asked.response.send_message.assert_awaited_once()
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


async def test_confirming_a_discard_when_asked_to(world: World) -> None:
    ann = world.members["ann"]
    await ann.slash(world.channel, "settings me", confirm=True)
    await world.playing()
    hand = world.private("ann")[-1]
    first = discards(world)[0]
    await world.press(world.handles["ann"], hand, f":{first}")
    assert world.asked("ann") != ()
    question = world.private("ann")[-1]
    assert question.id == hand.id
    assert "?" in question.content
    await world.press(world.handles["ann"], question, "::refresh")
    again = world.private("ann")[-1]
    assert again.ids == hand.ids
    await world.press(world.handles["ann"], again, f":{first}")
    await world.press(world.handles["ann"], world.private("ann")[-1], f":!{first}")
    assert world.laid("ann") == [first.split()[1]]


async def test_the_menu_is_there_in_every_hand(world: World) -> None:
    await world.playing()
    hand, ann = world.private("ann")[-1], world.handles["ann"]
    menu = next(each for each in hand.ids if each.startswith("m:"))
    rules = await world.pick(ann, hand, menu, "rules")
    assert "Lishui" in said(rules)
    shown = await world.pick(ann, hand, menu, "table")
    assert shown.response is not None
    assert shown.response.attachments
    assert "table" in said(await world.pick(ann, hand, menu, "leave")).lower()


# ---------------------------------------------------------------------- commands


async def test_a_command_discards(world: World) -> None:
    await world.playing()
    tile = discards(world)[0].split()[1]
    answer = await world.members["ann"].slash(world.channel, "discard", tile=tile)
    assert "done" in said(answer)
    assert world.laid("ann") == [tile]


@pytest.mark.parametrize(
    ("written", "answer"),
    [
        ("banana", "is no tile"), ("5m 6m", "One tile is meant"), ("", "One tile"), ("<@1>`5m`", "is no tile"),
        ("春", "don't hold"), ("x" * 500, "is no tile"),
    ],
)  # fmt: skip
async def test_what_is_written_is_checked(world: World, written: str, answer: str) -> None:
    await world.playing()
    before = world.screen("ann").view
    assert answer in said(await world.members["ann"].slash(world.channel, "discard", tile=written))
    assert world.screen("ann").view == before


async def test_a_tile_that_is_not_held(world: World) -> None:
    await world.playing()
    own = world.screen("ann").view.own
    assert own is not None
    missing = next(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10) if f"discard {rank}{suit}" not in (
        discards(world)
    ) and all(print_tile(tile) != f"{rank}{suit}" for tile in own.hand.tiles()))  # fmt: skip
    assert "don't hold" in said(await world.members["ann"].slash(world.channel, "discard", tile=missing))


async def test_claims_out_of_turn_are_refused_with_a_reason(world: World) -> None:
    await world.playing()
    ann = world.members["ann"]
    for command, more in (("peng", {}), ("pass", {}), ("chi", {"with": "34m"}), ("hu", {}), ("gang", {"tile": "E"})):
        answer = said(await ann.slash(world.channel, command, **more))
        assert len(answer) > 10, command
        assert "wrong" not in answer
    assert world.asked("ann") != ()


async def test_which_tile_is_asked_when_none_is_given(world: World) -> None:
    await world.playing()
    answer = await world.members["ann"].slash(world.channel, "discard")
    assert "Which one?" in said(answer)
    assert answer.response is not None
    first = answer.response.components[0]["components"][0]["custom_id"]
    await world.members["ann"].click(answer.response, custom_id=first)
    assert world.laid("ann") == [first.split()[-1]]


async def test_commands_work_in_private_messages(world: World) -> None:
    await world.playing()
    tile = discards(world)[0].split()[1]
    answer = await world.handles["ann"].slash("discard", tile=tile)
    assert "done" in said(answer)
    assert world.laid("ann") == [tile]


async def test_actions_of_a_rule_set(world: World) -> None:
    await world.playing()
    ann = world.members["ann"]
    assert said(await ann.slash(world.channel, "act", action="dance"))
    assert said(await ann.slash(world.channel, "act", action="ting", tiles="boom boom"))
    assert "own" in said(await ann.slash(world.channel, "act", action="discard 5m"))
    assert said(await ann.slash(world.channel, "ting"))
    assert world.asked("ann") != ()


# ---------------------------------------------------------------------- the hand


async def test_the_hand_is_shown_to_its_owner_alone(world: World) -> None:
    await world.playing()
    shown = await world.members["ann"].slash(world.channel, "hand")
    assert shown.response is not None
    assert shown.response.ephemeral
    assert [each.filename for each in shown.response.attachments] == ["hand.png"]
    first = discards(world)[0]
    pressed = await world.members["ann"].click(shown.response, custom_id=f"q:{world.screen('ann').board.id}:" + (
        f"{world.screen('ann').prompt}:{first}"
    ))  # fmt: skip
    assert pressed.acknowledged
    assert world.laid("ann") == [first.split()[1]]
    assert [each for each in world.private("ann")[-1].ids if each.endswith(f":{first}")] == []


async def test_tiles_change_places_and_are_sorted_again(world: World) -> None:
    await world.playing()
    ann = world.members["ann"]
    own = world.screen("ann").view.own
    assert own is not None
    await ann.slash(world.channel, "sort")
    before = world.private("ann")[-1].words
    names = [print_tile(tile) for tile in own.hand.tiles() if tile not in (own.drawn, own.profile.wild)]
    await ann.slash(world.channel, "sort", swap=f"{names[0]} {names[-1]}")
    assert "don't hold" in said(await ann.slash(world.channel, "sort", swap="H1 H2"))
    assert "Two tiles" in said(await ann.slash(world.channel, "sort", swap="5m"))
    await ann.slash(world.channel, "sort")
    assert world.private("ann")[-1].words == before


# ---------------------------------------------------------------------- autocomplete


async def test_autocomplete_offers_what_is_legal_now(world: World) -> None:
    await world.playing()
    ann = world.members["ann"]
    choices = await ann.autocomplete(world.channel, "discard", "tile", "")
    assert {f"discard {each['value']}" for each in choices} == set(discards(world))
    assert len(choices) <= 25
    tile = choices[0]["value"]
    narrowed = await ann.autocomplete(world.channel, "discard", "tile", tile)
    assert tile in [each["value"] for each in narrowed]
    assert await ann.autocomplete(world.channel, "discard", "tile", "no such tile") == []
    assert await ann.autocomplete(world.channel, "chi", "with", "") == []


async def test_autocomplete_shows_nobody_s_tiles_to_anybody_else(world: World) -> None:
    await world.playing()
    table = str(world.board().id)
    for command, option in (("discard", "tile"), ("gang", "tile"), ("chi", "with"), ("act", "action")):
        assert await world.members["dan"].autocomplete(world.channel, command, option, "", table=table) == []
        assert await world.members["dan"].autocomplete(world.channel, command, option, "") == []
    assert await world.members["dan"].autocomplete(world.channel, "discard", "table", "") == []


# ---------------------------------------------------------------------- hands and matches


@pytest.mark.slow
async def test_a_match_from_private_messages_alone(world: World) -> None:
    await world.opened(bots=3)
    ann = world.handles["ann"]
    for _ in range(1500):
        hand = world.private("ann")[-1]
        buttons = [each for each in hand.ids if each.startswith("q:")]
        if any(each.endswith("::again") for each in buttons):
            break
        if buttons:
            wanted = [each for end in (":hu", "::ready", ":pass") for each in buttons if each.endswith(end)]
            await world.press_together((ann, hand, (wanted or buttons)[-1]))
        else:
            await world.env.advance_time(STEP_SECONDS)
    else:
        raise AssertionError("the match never ended")
    results = [each for each in world.in_channel() if each.files == ["result.png"]]
    assert len(results) >= 4
    assert [any("::" in each for each in result.ids) for result in results] == [False] * (len(results) - 1) + [True]
    # What was still to come is said as long as it is: afterwards Discord would count how long ago that was.
    told = [each.content for each in world.private("ann") if each.files == ["result.png"]]
    assert len(told) >= 4
    assert ["The next hand begins" in each or "The match is over" in each for each in told] == (
        [False] * (len(told) - 1) + [True]
    )
    scores = [chair.score for chair in world.board().meta.chairs if chair]
    assert sum(scores) == 0
    totals = await world.members["ann"].slash(world.channel, "ledger")
    assert f"{scores[0]:+d}" in said(totals)
    table = world.board().id
    await world.press(ann, world.private("ann")[-1], "::again")
    assert world.board().id != table
    assert world.board().status is TableStatus.RUNNING
    assert all(str(table) not in each for each in world.private("ann")[-1].ids)
    ended = [each.content for each in world.private("ann") if each.files == ["result.png"]][-1]
    assert told[-1].startswith(ended.split("\n")[0])
    assert "The match is over" not in ended
