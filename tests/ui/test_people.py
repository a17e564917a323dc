"""People press anything at any time: other people's buttons, roles, several tables, a database that is exchanged."""

from pathlib import Path

import pytest
from simcord import Env

from bot.settings import Settings
from bot.store import copies
from bot.tables.ports import StoreError, StoreReason, TableStatus, Unit
from tests.ui.conftest import MakeBot
from tests.ui.world import World, said, world_of

pytestmark = pytest.mark.simcord(strict_sync=True, settle_timeout=2.5)


@pytest.fixture
def world(simcord_env: Env) -> World:
    return world_of(simcord_env, "ann", "bob", "cat")


# ---------------------------------------------------------------------- who may


async def test_the_role_that_managers_name_ends_tables_and_nobody_else(world: World) -> None:
    role = world.guild.create_role("judges")
    other = world.guild.create_role("others")
    judge = world.guild.add_member(world.env.create_user("judge"), roles=[role])
    guest = world.guild.add_member(world.env.create_user("guest"), roles=[other])
    await world.playing(turn=0)
    table = str(world.board().id)
    assert "no seat" in said(await judge.slash(world.channel, "table end", table=table))
    owner = world.guild.owner
    chief = world.guild.add_member(owner)
    await chief.slash(world.channel, "settings server", role=role)
    assert "no seat" in said(await guest.slash(world.channel, "table end", table=table))
    assert "may manage the server" in said(await judge.slash(world.channel, "settings server", timezone="Asia/Tokyo"))
    assert "End the table?" in said(await judge.slash(world.channel, "table end", table=table))
    assert world.board().status is TableStatus.RUNNING


async def test_a_manager_elsewhere_ends_nothing_here(world: World) -> None:
    await world.playing(turn=0)
    table = str(world.board().id)
    abroad = world.env.create_guild("Elsewhere")
    chief = abroad.add_member(abroad.owner)
    answer = said(await chief.slash(abroad.create_text_channel("games"), "table end", table=table))
    assert "no table" in answer
    assert world.board().status is TableStatus.RUNNING


async def test_every_button_of_a_hand_is_its_owner_s_alone(world: World) -> None:
    await world.playing(turn=0)
    hand = world.private("ann")[-1]
    view = world.screen("ann").view
    for custom_id in hand.ids:
        if custom_id.startswith("q:"):
            (result,) = await world.press_together((world.handles["bob"], hand, custom_id))
            assert any(words in said(result) for words in ("don't play", "no seat")), custom_id
    assert world.screen("ann").view == view


async def test_two_tables_and_the_right_one_acts(world: World) -> None:
    other = world.guild.create_text_channel("other")
    await world.playing(turn=0)
    await world.members["ann"].slash(other, "table open", rules="sichuan", bots=3, turn=0)
    first, second = world.board(0), world.board(1)
    assert "which with the option table" in said(await world.handles["ann"].slash("table leave"))
    left = await world.handles["ann"].slash("table leave", table=str(second.id))
    assert "Leave" in said(left)
    assert left.response is not None
    await world.handles["ann"].click(left.response, custom_id=f"q:{second.id}::leave!")
    assert [board.id for board in world.bot.house.tables.of_user(world.handles["ann"].id)] == [first.id]


# ---------------------------------------------------------------------- the database under a running bot


async def test_a_database_that_is_restored_under_a_running_bot(
    world: World, settings: Settings, tmp_path: Path
) -> None:
    await world.playing(turn=0)
    copy = tmp_path / "copy.db"
    await world.bot.house.store.backup(str(copy))
    hand = world.private("ann")[-1]
    view, table = world.screen("ann").view, world.board().id
    laid = await world.discard("ann")
    assert world.laid("ann") == [laid]
    copies.restore(str(copy), str(settings.database))
    await world.members["bob"].slash(world.channel, "table open")
    await world.env.advance_time(1)
    assert world.bot.house.tables.board(table) is not None
    assert world.screen("ann").view == view
    newest = world.private("ann")[-1]
    assert any(":discard " in each for each in newest.ids)
    await world.press_together((world.handles["ann"], newest, next(each for each in newest.ids if ":discard " in each)))
    assert len(world.laid("ann")) == 1
    assert hand.ids
    found = await world.bot.house.store.check()
    assert found == ()


async def test_what_cannot_be_written_is_said_in_one_sentence(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.playing(turn=0)
    hand = world.private("ann")[-1]
    tables = world.bot.house.store.tables

    async def full(_unit: Unit) -> None:
        raise StoreError(StoreReason.DISK_FULL, "q.db")

    async def lost(*_given: object) -> None:
        raise StoreError(StoreReason.DISK_FULL, "q.db")

    real = tables.commit
    monkeypatch.setattr(tables, "commit", full)
    monkeypatch.setattr(world.bot.house.store.settings, "saw", lost)
    monkeypatch.setattr(world.bot.house.store.settings, "change_person", lost)
    first = next(each for each in hand.ids if ":discard " in each)
    (result,) = await world.press_together((world.handles["ann"], hand, first))
    assert "disk is full" in said(result)
    stranger = world.add("dan")
    assert "don't play" in said(await stranger.slash(world.channel, "hand"))
    assert "disk is full" in said(await stranger.slash(world.channel, "settings me", labels=True))
    assert world.laid("ann") == []
    monkeypatch.setattr(tables, "commit", real)
    await world.press_together((world.handles["ann"], hand, first))
    assert world.laid("ann") == [first.split()[-1]]


# ---------------------------------------------------------------------- stopping


async def test_tables_are_told_that_the_bot_stops_and_that_it_is_back(world: World, new_bot: MakeBot) -> None:
    await world.playing(turn=0)
    before = len(world.in_channel())
    await world.bot.desk.farewell()
    assert "stops" in world.in_channel()[-1].content
    assert len(world.in_channel()) == before + 1
    await world.env.restart_bot(new_bot())
    line = world.in_channel()[before]
    assert "back" in line.content
    await world.env.restart_bot(new_bot())
    assert len(world.in_channel()) == before + 1
