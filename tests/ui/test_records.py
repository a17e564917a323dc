"""/replay and /verify: a hand that is over, gone through by whoever may, and never one that is being played."""

from random import Random

import pytest
from simcord import Env
from simcord.results import InteractionResult

from bot.engine.options import choose as chosen
from bot.engine.replay import run_script
from bot.engine.script import parse_script
from bot.engine.view import view
from bot.rules import REGISTRY
from bot.tables.booking import hand_key
from bot.tables.codec import entry_text, meta_text
from bot.tables.ledger_values import BOTS, Booking, BookingKind, Line, account_of
from bot.tables.meta import Chair, TableMeta
from bot.tables.ports import HandEnd, TableId, TableRecord, TableStatus, Unit
from bot.tables.proving import verify
from bot.tables.records import read_record
from bot.ui.library import of_table
from bot.ui.post import Button, view_of
from bot.ui.replaypost import opening_id
from bot.ui.resultpost import result_post
from tests.tables.hands import TABLE, match, played
from tests.ui.world import Shown, World, said, world_of

pytestmark = [pytest.mark.slow, pytest.mark.simcord(strict_sync=True, settle_timeout=40)]


@pytest.fixture
def world(simcord_env: Env) -> World:
    return world_of(simcord_env, "ann", "bob", "eve")


async def store_hand(
    world: World, rules_id: str = "lishui", *, hands: int = 1, private: bool = False, running: bool = False
) -> TableId:
    """A table of ann, bob and two computer players, with hands as they were played; the next one may be running."""
    rules = REGISTRY[rules_id]
    state = match(rules, chosen(rules.options, {}))
    chairs = (Chair(world.handles["ann"].id), Chair(world.handles["bob"].id), Chair(None), Chair(None))
    meta = TableMeta(
        rules=rules_id, options=dict(state.options), length=None, host=world.handles["ann"].id, language="en",
        turn_seconds=45, claim_seconds=8, created=1.0, chairs=chairs, number=hands + running,
    )  # fmt: skip
    where = None if private else world.guild.id
    table, revision, seq = TableId(TABLE), 0, 0
    for number in range(1, hands + 1):
        state, entries = played(state, Random(number), sense=1.0)
        status = TableStatus.ENDED if number == hands and not running else TableStatus.RUNNING
        row = TableRecord(
            id=table, guild=where, channel=world.channel.id, status=status, meta=meta_text(meta), revision=revision
        )
        lines = tuple(entry_text(entry) for entry in entries)
        await world.bot.house.store.tables.commit(
            Unit(table=table, at=1.0, seq=seq, events=lines, record=row, hand=HandEnd(number, seq))
        )
        revision, seq = revision + 1, seq + len(lines)
    return table


def shown(world: World, result: InteractionResult) -> Shown:
    """The message that an answer is; for a press that changes its message, that one."""
    answer = result.followups[-1] if result.followups else result.response
    assert answer is not None, result
    return world.shown(answer.message)


async def paper(result: InteractionResult) -> tuple[str, bytes]:
    """The file of an answer."""
    message = result.followups[-1] if result.followups else result.response
    assert message is not None
    (file,) = message.attachments
    return file.filename, await file.read()


# ---------------------------------------------------------------------- who may


async def test_a_running_hand_is_not_shown(world: World) -> None:
    await world.playing()
    ann, table = world.members["ann"], str(world.board().id)
    for command in ("replay", "verify"):
        assert "No hand has ended here" in said(await ann.slash(world.channel, command))
        assert "still being played" in said(await ann.slash(world.channel, command, table=table))
        assert "still being played" in said(await ann.slash(world.channel, command, table=table, hand=1))
        assert "no finished hand 2" in said(await ann.slash(world.channel, command, table=table, hand=2))
        assert "no table" in said(await ann.slash(world.channel, command, table="ffffffff"))


async def test_a_hand_that_has_ended_is_shown_and_the_next_one_is_not(world: World) -> None:
    await store_hand(world, running=True)
    ann = world.members["ann"]
    for more in ({}, {"hand": 1}):
        assert "hand 1" in said(await ann.slash(world.channel, "replay", **more))
    for command in ("replay", "verify"):
        assert "still being played" in said(await ann.slash(world.channel, command, hand=2))


async def test_a_result_leads_to_its_replay_and_names_the_next_wall(world: World) -> None:
    table = await store_hand(world)
    house = world.bot.house
    stored = await house.store.tables.table(table)
    assert stored is not None
    found = await of_table(house, stored, 1)
    state = (await found.states())[-1]
    board = found.board(view(state, None), state)
    post = result_post(board, house.public_reader(board), None)
    assert f"Commitment to the next wall (SHA-256): `{board.commitment}`" in post.content
    assert [control.id for control in post.controls if isinstance(control, Button)] == [opening_id(table, 1)]
    sent = await house.bot.get_partial_messageable(world.channel.id).send("-", view=view_of(post.controls))
    opened = await world.press(world.members["eve"], world.shown(sent), "0open")
    assert "step 1/" in said(opened)
    assert shown(world, opened).files == ["replay.png"]


async def test_a_practice_table_is_shown_to_those_who_sat_there(world: World) -> None:
    table = await store_hand(world, private=True)
    assert "no table" in said(await world.members["eve"].slash(world.channel, "replay", table=str(table)))
    found = await world.members["bob"].slash(world.channel, "replay", table=str(table))
    assert shown(world, found).files == ["replay.png"]


async def test_another_server_sees_nothing(world: World) -> None:
    table = await store_hand(world)
    other = world.env.create_guild("Elsewhere")
    channel = other.create_text_channel("x")
    eve = other.add_member(world.handles["eve"])
    assert "no table" in said(await eve.slash(channel, "replay", table=str(table)))
    assert "No hand has ended here" in said(await eve.slash(channel, "verify"))


# ---------------------------------------------------------------------- replay


async def test_a_hand_step_by_step(world: World) -> None:
    await store_hand(world)
    first = shown(world, await world.members["ann"].slash(world.channel, "replay"))
    assert "step 1/" in first.content
    assert first.files == ["replay.png"]
    second = shown(world, await world.press(world.members["ann"], first, "r"))
    assert "step 2/" in second.content
    later = shown(world, await world.press(world.members["ann"], second, ":11n"))
    assert "step 12/" in later.content
    last = shown(world, await world.press(world.members["ann"], later, "e"))
    count = last.content.split("step ")[1].split("/")[0]
    assert f"step {count}/{count}" in last.content
    assert "The hand is over" in last.content
    back = shown(world, await world.press(world.members["ann"], last, ":0f"))
    assert back.content == first.content


async def test_the_eyes_of_a_seat_see_its_own_draws_only(world: World) -> None:
    await store_hand(world)
    ann = world.members["ann"]
    first = shown(world, await ann.slash(world.channel, "replay"))
    draws: dict[str, int] = {}
    for eyes in ("a", "b", "0"):
        at = shown(world, await world.pick(ann, first, first.id_of(":0"), eyes))
        hidden = 0
        for _ in range(12):
            at = shown(world, await world.press(ann, at, "r"))
            hidden += "draws a tile" in at.content
        draws[eyes] = hidden
    assert draws["a"] == 0
    assert draws["b"] > draws["0"] > 0


async def test_the_script_runs_to_the_same_settlement(world: World) -> None:
    await store_hand(world, "sichuan")
    first = shown(world, await world.members["ann"].slash(world.channel, "replay"))
    name, data = await paper(await world.press(world.members["ann"], first, "script"))
    assert name == f"hand-{TABLE}-1.game"
    (result,) = run_script(REGISTRY, parse_script(data.decode()))
    assert result.refused == ()
    assert result.ended is not None


async def test_the_animation(world: World) -> None:
    await store_hand(world)
    first = shown(world, await world.members["ann"].slash(world.channel, "replay"))
    name, data = await paper(await world.press(world.members["ann"], first, "film"))
    assert name.endswith(".gif")
    assert data.startswith(b"GIF89a")


async def test_the_result_of_long_ago(world: World) -> None:
    await store_hand(world)
    first = shown(world, await world.members["ann"].slash(world.channel, "replay"))
    assert shown(world, await world.press(world.members["ann"], first, "result")).files == ["result.png"]


async def test_a_hand_names_those_who_sat_there_then(world: World) -> None:
    """Eve and a computer player sat where ann and bob sit now; of the two others nothing was booked."""
    table = await store_hand(world)
    line = Line(account_of(world.handles["eve"].id), BOTS, 3, "win", '{"from": 0, "to": 1, "for": ""}')
    booking = Booking(key=hand_key(table, 1), guild=world.guild.id, kind=BookingKind.HAND, at=1.0, lines=(line,))
    await world.bot.house.store.ledger.book(booking)
    for name in ("ann", "bob", "eve"):
        await world.members[name].slash(world.channel, "help")
    look = shown(world, await world.members["ann"].slash(world.channel, "replay"))
    (menu,) = [each for each in look.controls if each.get("custom_id", "").startswith("m:v:")]
    assert isinstance(menu["options"], list)
    labels = " ".join(each["label"] for each in menu["options"])
    assert "eve" in labels
    assert "ann" not in labels
    assert "bob" not in labels


async def test_hands_are_suggested_the_latest_first(world: World) -> None:
    table = await store_hand(world, hands=2)
    ann = world.members["ann"]
    assert [each["value"] for each in await ann.autocomplete(world.channel, "replay", "hand", "")] == [2, 1]
    (found,) = await ann.autocomplete(world.channel, "verify", "table", "lishui")
    assert found["value"] == str(table)
    assert "hand 2" in shown(world, await ann.slash(world.channel, "replay")).content
    assert "hand 1" in shown(world, await ann.slash(world.channel, "replay", hand=1)).content


# ---------------------------------------------------------------------- verify


async def test_the_proof_is_shown_to_all_and_its_file_proves_it(world: World) -> None:
    await store_hand(world, "mawan")
    result = await world.members["eve"].slash(world.channel, "verify")
    assert result.response is not None
    assert not result.response.ephemeral
    post = shown(world, result)
    assert "❌" not in post.content
    assert post.content.count("✅") >= 7
    name, data = await paper(result)
    assert name == f"hand-{TABLE}-1.jsonl"
    record = read_record(data.decode())
    assert record.commitment in post.content
    assert record.proof.secret in post.content
    assert all(throw in post.content for throw in record.proof.throws)
    assert all(check.holds for check in verify(REGISTRY["mawan"], record, record.commitment))


async def test_a_record_that_was_changed_is_found(world: World) -> None:
    table = await store_hand(world)
    store = world.bot.house.store
    lines = await store.tables.hand(table, 1)
    assert lines is not None
    place = next(number for number, line in enumerate(lines) if '"e":"Paid"' in line)
    forged = (*lines[:place], lines[place].replace('"points":', '"points":1'), *lines[place + 1 :])
    stored = await store.tables.table(table)
    assert stored is not None
    copy = TableRecord(
        id=TableId("feedbeef"), guild=world.guild.id, channel=world.channel.id, status=TableStatus.ENDED,
        meta=stored.record.meta,
    )  # fmt: skip
    await store.tables.commit(Unit(table=copy.id, at=1.0, seq=0, events=forged, record=copy, hand=HandEnd(1, 0)))
    post = shown(world, await world.members["ann"].slash(world.channel, "verify", table="feedbeef"))
    assert "a payment is not the one that is due" in post.content
    assert "feedbeef" in post.content
