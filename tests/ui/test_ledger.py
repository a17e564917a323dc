"""/ledger in all its views, settling up, corrections, seasons, and what one may ask for about oneself."""

import asyncio
import csv
import io
import json
import zipfile
from typing import Any

import discord
import pytest
from simcord import Env
from simcord.results import InteractionResult

from bot.tables.ledger_values import BOTS, AllTime, Booking, BookingKind, Line, Tally, account_of
from bot.ui.answer import PATIENCE_SECONDS
from tests.ui.test_records import store_hand
from tests.ui.world import Shown, World, said, world_of

pytestmark = [pytest.mark.slow, pytest.mark.simcord(strict_sync=True, settle_timeout=40)]

DAY = 24 * 3600.0


@pytest.fixture
def world(simcord_env: Env) -> World:
    return world_of(simcord_env, "ann", "bob", "cat", "dan")


@pytest.fixture
def manager(world: World) -> str:
    """Somebody who may manage the server."""
    role = world.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    world.handles["eve"] = world.env.create_user("eve")
    world.members["eve"] = world.guild.add_member(world.handles["eve"], roles=[role])
    return "eve"


async def book(
    world: World, key: str, payer: int, payee: int, points: int, *, at: float | None = None, guild: int | None = None
) -> None:
    """A hand in which one pays another, here and now unless said otherwise."""
    accounts = (account_of(payer), account_of(payee))
    await world.bot.house.store.ledger.book(
        Booking(
            key=key,
            guild=world.guild.id if guild is None else guild,
            kind=BookingKind.HAND,
            at=world.bot.house.now() if at is None else at,
            lines=(Line(*accounts, points, "win", '{"from": 0, "to": 1, "for": ""}'),),
            tallies=(Tally(accounts[0], deal_ins=1), Tally(accounts[1], wins=1, won=points, biggest=points)),
            rules="lishui",
            table="1a2b3c4d",
            hand=1,
        )
    )


async def met(world: World, *names: str) -> None:
    """The bot has seen these people and knows what they are called."""
    for name in names:
        await world.members[name].slash(world.channel, "help")


def shown(world: World, result: InteractionResult) -> Shown:
    answer = result.followups[-1] if result.followups else result.response
    assert answer is not None, result
    return world.shown(answer.message)


async def balances(world: World) -> dict[str, int]:
    found = await world.bot.house.store.ledger.balances(world.guild.id, AllTime())
    names = {str(handle.id): name for name, handle in world.handles.items()}
    return {names.get(account, account): points for account, points in found.items()}


# ---------------------------------------------------------------------- totals and history


async def test_totals_go_on_over_pages(world: World) -> None:
    for number in range(25):
        await book(world, f"hand:t:{number}", 1000 + number, 2000 + number, number + 1)
    ann = world.members["ann"]
    first = shown(world, await ann.slash(world.channel, "ledger"))
    assert first.content.count("\n") == 10
    assert "1. somebody **+25**" in first.content
    second = shown(world, await world.press(ann, first, ":1n"))
    assert "11. somebody **+15**" in second.content
    last = second
    for page in (2, 3, 4):
        last = shown(world, await world.press(ann, last, f":{page}n"))
    assert "50. somebody **-25**" in last.content
    assert shown(world, await world.press(ann, second, ":0o")).content == first.content


async def test_one_persons_figures(world: World) -> None:
    await met(world, "ann", "bob")
    ann, bob = (world.handles[name].id for name in ("ann", "bob"))
    await book(world, "hand:t:1", ann, bob, 8)
    await book(world, "hand:t:2", bob, ann, 3)
    await book(world, "hand:t:3", ann, bob, 4)
    member = world.guild.member(world.handles["bob"]) if hasattr(world.guild, "member") else world.handles["bob"]
    found = shown(world, await world.members["ann"].slash(world.channel, "ledger", person=member))
    assert "1. bob **+9** · hands 3, won 2 (self-drawn 0), fed 1, average 6.0, biggest 8" in found.content
    assert "Still to be settled: +9" in found.content
    nobody = shown(world, await world.members["ann"].slash(world.channel, "ledger", person=world.handles["cat"]))
    assert "Nothing has been booked yet" in nobody.content


async def test_a_time_from_one_day_to_another(world: World) -> None:
    now = world.bot.house.now()
    await book(world, "hand:t:1", 1, 2, 5, at=now - 40 * DAY)
    await book(world, "hand:t:2", 1, 2, 7, at=now)
    ann = world.members["ann"]
    assert "**+12**" in said(await ann.slash(world.channel, "ledger"))
    assert "**+7**" in said(await ann.slash(world.channel, "ledger", period="week"))
    assert "**+7**" in said(await ann.slash(world.channel, "ledger", since="2025-12-26"))
    assert "**+5**" in said(await ann.slash(world.channel, "ledger", until="2025-12-25"))
    assert "is not a day" in said(await ann.slash(world.channel, "ledger", since="yesterday"))
    assert "after the last" in said(await ann.slash(world.channel, "ledger", since="2026-02-01", until="2026-01-01"))


async def test_totals_are_private_unless_asked_for(world: World) -> None:
    for public in (False, True):
        result = await world.members["ann"].slash(world.channel, "ledger", public=public)
        assert result.response is not None
        assert result.response.ephemeral is not public


@pytest.mark.parametrize("public", [False, True])
async def test_who_sees_an_answer_that_takes_long(world: World, public: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    await slowed(world, monkeypatch, "totals")
    result = await world.members["ann"].slash(world.channel, "ledger", public=public)
    await world.env.advance_time(3 * PATIENCE_SECONDS)
    assert result.response is not None
    assert "Nothing has been booked yet" in result.response.content
    assert result.response.ephemeral is not public


async def slowed(world: World, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Whatever asks this of the ledger waits longer than an answer is waited for."""
    ledger = world.bot.house.store.ledger
    at_once = getattr(ledger, name)

    async def later(*args: Any) -> Any:
        await asyncio.sleep(2 * PATIENCE_SECONDS)
        return await at_once(*args)

    monkeypatch.setattr(ledger, name, later)


async def test_in_private_one_says_which_server(world: World) -> None:
    await met(world, "ann", "bob")
    ann, bob = world.handles["ann"], world.handles["bob"]
    await book(world, "hand:t:1", ann.id, bob.id, 8)
    assert "bob **+8**" in said(await ann.slash("ledger"))
    assert "No counted hand of yours" in said(await world.handles["cat"].slash("ledger"))
    other = world.env.create_guild("Elsewhere")
    await world.bot.house.store.ledger.book(
        Booking(
            key="hand:e:1", guild=other.id, kind=BookingKind.HAND, at=world.bot.house.now(),
            lines=(Line(account_of(bob.id), account_of(ann.id), 3, "win"),), rules="lishui",
        )
    )  # fmt: skip
    assert "say which server" in said(await ann.slash("ledger"))
    found = await ann.autocomplete("ledger", "server", "else")
    assert [each["name"] for each in found] == ["Elsewhere"]
    assert "**+3**" in said(await ann.slash("ledger", server=found[0]["value"]))


async def test_every_line_of_the_history_opens(world: World) -> None:
    await met(world, "ann", "bob")
    table = await store_hand(world)
    await book(world, f"hand:{table}:1", world.handles["ann"].id, world.handles["bob"].id, 8)
    for number in range(12):
        await book(world, f"hand:u:{number}", 1, 2, 1)
    ann = world.members["ann"]
    first = shown(world, await ann.slash(world.channel, "ledger", view="history"))
    assert first.content.count("<t:") == 8
    older = shown(world, await world.press(ann, first, "o"))
    assert "ann -8 · bob +8" in older.content
    assert "1a2b3c4d/1" in older.content
    newer = next(each for each in older.ids if each.startswith("l:history:") and each.endswith("n"))
    (back,) = await world.press_together((ann, older, newer))
    assert shown(world, back).content == first.content
    opened = shown(world, await world.pick(ann, older, f"m:l:{world.guild.id}:open", f"hand:{table}:1"))
    assert "ann (seat 1) → bob (seat 2): **8**" in opened.content
    assert opened.files == ["result.png"]
    replay = await world.press(ann, opened, "0open")
    assert "step 1/" in said(replay)


async def test_the_chart(world: World) -> None:
    ann = world.members["ann"]
    empty = shown(world, await ann.slash(world.channel, "ledger", view="chart"))
    assert empty.files == []
    for number in range(6):
        await book(world, f"hand:t:{number}", 1 + number % 3, 5, number + 1, at=world.bot.house.now() - number * DAY)
    chart = shown(world, await ann.slash(world.channel, "ledger", view="chart"))
    assert chart.files == ["chart.png"]
    assert "+21" in chart.words[0]


# ---------------------------------------------------------------------- settling up


async def owing(world: World) -> Shown:
    """Ann owes bob 8 and cat owes dan 3; what the channel sees of it."""
    await met(world, "ann", "bob", "cat", "dan")
    ids = {name: handle.id for name, handle in world.handles.items()}
    await book(world, "hand:t:1", ids["ann"], ids["bob"], 8)
    await book(world, "hand:t:2", ids["cat"], ids["dan"], 3)
    result = await world.members["dan"].slash(world.channel, "ledger", view="settle")
    assert result.response is not None
    assert not result.response.ephemeral
    return shown(world, result)


def debt(world: World) -> str:
    return f"{world.handles['ann'].id}>{world.handles['bob'].id}>8"


async def test_the_fewest_payments_are_shown_to_all(world: World) -> None:
    post = await owing(world)
    assert "ann → bob: 8" in post.content
    assert "cat → dan: 3" in post.content


async def test_a_payment_counts_once_its_receiver_confirms(world: World) -> None:
    post = await owing(world)
    menu = f"m:d:{world.guild.id}:paid"
    stranger = await world.pick(world.members["cat"], post, menu, debt(world))
    assert "Only whoever pays or receives" in said(stranger)
    asked = await world.pick(world.members["ann"], post, menu, debt(world))
    assert "has been asked" in said(asked)
    question = world.in_channel()[-1]
    assert f"<@{world.handles['bob'].id}>: has ann paid you 8?" in question.content
    assert await balances(world) == {"ann": -8, "bob": 8, "cat": -3, "dan": 3}
    yes = next(each for each in question.ids if each.endswith(":8"))
    assert "Only the receiver" in said((await world.press_together((world.members["ann"], question, yes)))[0])
    await world.press_together(*[(world.members["bob"], question, yes)] * 2)
    assert "Recorded: ann → bob: 8" in world.in_channel()[-1].content
    assert await balances(world) == {"cat": -3, "dan": 3}
    again = await world.pick(world.members["bob"], post, menu, debt(world))
    assert "have changed since" in said(again)


async def test_the_receiver_records_it_at_once_or_declines(world: World) -> None:
    post = await owing(world)
    menu = f"m:d:{world.guild.id}:paid"
    await world.pick(world.members["ann"], post, menu, debt(world))
    question = world.in_channel()[-1]
    await world.press(world.members["bob"], question, ":8n")
    assert "Not confirmed: ann → bob: 8" in world.in_channel()[-1].content
    done = await world.pick(world.members["bob"], post, menu, debt(world))
    assert "Recorded" in said(done)
    assert await balances(world) == {"cat": -3, "dan": 3}
    late = next(each for each in question.ids if each.endswith(":8"))
    (answer,) = await world.press_together((world.members["bob"], question, late))
    assert "have changed since" in said(answer)


async def test_a_receiver_who_presses_twice_records_one_payment(world: World) -> None:
    post = await owing(world)
    menu = f"m:d:{world.guild.id}:paid"
    questions = []
    for _ in range(2):
        await world.pick(world.members["ann"], post, menu, debt(world))
        questions.append(world.in_channel()[-1])
    bob = world.members["bob"]
    yes = [(bob, question, next(each for each in question.ids if each.endswith(":8"))) for question in questions]
    assert yes[0][2] != yes[1][2]
    await world.press_together(*yes)
    assert sum("Recorded: ann → bob: 8" in each.content for each in world.in_channel()) == 1
    assert await balances(world) == {"cat": -3, "dan": 3}


async def test_a_receiver_who_picks_twice_records_one_payment(world: World) -> None:
    post = await owing(world)
    menu = f"m:d:{world.guild.id}:paid"
    answers = await world.pick_together(*[(world.members["bob"], post, menu, debt(world))] * 2)
    assert sorted("Recorded" in said(each) for each in answers) == [False, True]
    assert await balances(world) == {"cat": -3, "dan": 3}


async def lost_to_computers(world: World) -> Shown:
    """Ann has lost 12 and bob 6; cat has won 9 of it, the computer players the rest."""
    await met(world, "ann", "bob", "cat")
    ann, bob, cat = (account_of(world.handles[name].id) for name in ("ann", "bob", "cat"))
    lines = (Line(ann, cat, 6, "win"), Line(bob, cat, 3, "win"), Line(ann, BOTS, 6, "win"), Line(bob, BOTS, 3, "win"))
    booking = Booking(
        key="hand:t:1", guild=world.guild.id, kind=BookingKind.HAND, at=world.bot.house.now(), lines=lines,
        rules="lishui",
    )  # fmt: skip
    await world.bot.house.store.ledger.book(booking)
    return shown(world, await world.members["ann"].slash(world.channel, "ledger", view="settle"))


async def test_people_settle_among_themselves_and_computer_players_stand_apart(world: World) -> None:
    post = await lost_to_computers(world)
    assert [line for line in post.content.splitlines() if "→" in line] == ["ann → cat: 6", "bob → cat: 3"]
    assert "(computer players, pots): Computer players +9 · ann -6 · bob -3" in post.content
    for narrowed, whole in (({}, False), ({"period": "tonight"}, True), ({"rules": "mawan"}, True)):
        asked = shown(world, await world.members["ann"].slash(world.channel, "ledger", view="settle", **narrowed))
        assert ("Always of all games and of all time" in asked.content) is whole
    ann, cat = world.handles["ann"].id, world.handles["cat"].id
    pick = (f"m:d:{world.guild.id}:paid", f"{ann}>{cat}>6")
    assert "Recorded" in said(await world.pick(world.members["cat"], post, *pick))
    after = shown(world, await world.members["ann"].slash(world.channel, "ledger", view="settle"))
    assert [line for line in after.content.splitlines() if "→" in line] == ["bob → cat: 3"]
    mine = shown(world, await world.members["ann"].slash(world.channel, "ledger", person=world.handles["ann"]))
    assert "Still to be settled: 0" in mine.content
    assert sum((await world.bot.house.store.ledger.balances(world.guild.id, AllTime())).values()) == 0


async def test_nobody_pays_a_computer_player(world: World, manager: str) -> None:
    post = await lost_to_computers(world)
    ann = world.handles["ann"].id
    pick = (f"m:d:{world.guild.id}:paid", f"{ann}>bots>6")
    assert "out of date" in said(await world.pick(world.members[manager], post, *pick))
    assert not [value for value in offered(post) if "bots" in value]


def offered(post: Shown) -> list[str]:
    """What can be picked in the menus of a message."""
    return [each["value"] for control in post.controls for each in control.get("options", ())]


async def test_a_season_that_has_not_come_yet(world: World) -> None:
    ann = world.members["ann"]
    assert "no season 99" in said(await ann.slash(world.channel, "ledger", season=99))
    assert "Nothing has been booked" in said(await ann.slash(world.channel, "ledger", season=1))


# ---------------------------------------------------------------------- export


async def test_the_export_holds_every_entry(world: World) -> None:
    await met(world, "ann", "bob")
    ann, bob = (world.handles[name].id for name in ("ann", "bob"))
    await book(world, "hand:t:1", ann, bob, 8)
    await book(world, "hand:t:2", 7, 8, 2)
    result = await world.members["ann"].slash(world.channel, "ledger", view="export")
    message = result.followups[-1] if result.followups else result.response
    assert message is not None
    assert "2" in message.content
    files = {file.filename.rsplit(".", 1)[1]: (await file.read()).decode("utf-8-sig") for file in message.attachments}
    rows = list(csv.DictReader(io.StringIO(files["csv"])))
    assert [(row["name"], row["points"]) for row in rows] == [("ann", "-8"), ("bob", "8"), ("", "-2"), ("", "2")]
    booked = [json.loads(line) for line in files["jsonl"].splitlines()]
    assert [line["key"] for line in booked] == ["hand:t:1", "hand:t:2"]
    assert booked[0]["lines"][0]["points"] == 8


# ---------------------------------------------------------------------- corrections and seasons


async def test_only_managers_and_their_role_correct(world: World, manager: str) -> None:
    what = {"payer": world.handles["ann"], "payee": world.handles["bob"], "points": 5, "reason": "miscounted @everyone"}
    cat = world.members["cat"]
    assert "Only those who may manage" in said(await cat.slash(world.channel, "correct points", **what))
    result = await world.members[manager].slash(world.channel, "correct points", **what)
    assert result.response is not None
    assert not result.response.ephemeral
    assert "ann → bob: 5" in result.response.content
    assert "miscounted" in result.response.content
    assert await balances(world) == {"ann": -5, "bob": 5}
    role = world.guild.create_role("scribe")
    await world.members[manager].slash(world.channel, "settings server", role=role)
    dan = world.guild.add_member(world.env.create_user("fay"), roles=[role])
    await dan.slash(world.channel, "correct points", **what)
    assert await balances(world) == {"ann": -10, "bob": 10}
    same = {**what, "payee": world.handles["ann"]}
    assert "two different people" in said(await dan.slash(world.channel, "correct points", **same))


async def test_a_correction_is_taken_back_and_brought_back(world: World, manager: str) -> None:
    eve = world.members[manager]
    what = {"payer": world.handles["ann"], "payee": world.handles["bob"], "points": 5, "reason": "wrong"}
    await eve.slash(world.channel, "correct points", **what)
    (first, *_) = await eve.autocomplete(world.channel, "correct undo", "booking", "Correction")
    key = first["value"]
    cat = world.members["cat"]
    assert "Only those who may" in said(await cat.slash(world.channel, "correct undo", booking=key, reason="no"))
    undone = await eve.slash(world.channel, "correct undo", booking=key, reason="was right")
    assert undone.response is not None
    assert "Taken back" in undone.response.content
    assert await balances(world) == {}
    assert "taken back already" in said(await eve.slash(world.channel, "correct undo", booking=key, reason="twice"))
    assert "no such entry" in said(await eve.slash(world.channel, "correct undo", booking="hand:x:1", reason="none"))
    (back, *_) = await eve.autocomplete(world.channel, "correct undo", "booking", "")
    await eve.slash(world.channel, "correct undo", booking=back["value"], reason="after all")
    assert await balances(world) == {"ann": -5, "bob": 5}
    history = said(await eve.slash(world.channel, "ledger", view="history"))
    assert history.count("~~") == 4
    assert await world.bot.house.store.check() == ()


async def test_a_season_ends_once_and_nothing_is_lost(world: World, manager: str) -> None:
    await book(world, "hand:t:1", 1, 2, 5)
    eve = world.members[manager]
    assert "Only those" in said(await world.members["ann"].slash(world.channel, "season end", title="Spring"))
    asked = shown(world, await eve.slash(world.channel, "season end", title="Spring"))
    assert "End season 1" in asked.content
    results = await world.press_together(*[(eve, asked, asked.ids[0])] * 2)
    ended = [shown(world, result).content for result in results]
    assert sum("has ended season 1: **Spring**" in words for words in ended) == 1
    assert sum("ended already" in words for words in ended) == 1
    await book(world, "hand:t:2", 1, 2, 7)
    ann = world.members["ann"]
    assert "**+7**" in said(await ann.slash(world.channel, "ledger", period="season"))
    assert "**+5**" in said(await ann.slash(world.channel, "ledger", season=1))
    assert "**+12**" in said(await ann.slash(world.channel, "ledger"))
    listed = said(await ann.slash(world.channel, "season list"))
    assert "Spring" in listed
    assert "running" in listed
    assert "1. the beginning – <t:" in listed
    assert "…" not in listed


async def test_everybody_is_told_of_a_season_that_ended_slowly(
    world: World, manager: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    eve = world.members[manager]
    asked = shown(world, await eve.slash(world.channel, "season end", title="Spring"))
    await slowed(world, monkeypatch, "end_season")
    await world.press(eve, asked, asked.ids[0])
    await world.env.advance_time(3 * PATIENCE_SECONDS)
    told = world.channel.history(viewer=world.members["ann"])
    assert [each.content for each in told if "has ended season 1" in each.content]


# ---------------------------------------------------------------------- one's own data


async def test_own_data_and_having_ones_name_removed(world: World) -> None:
    await met(world, "ann", "bob")
    ann, bob = (world.handles[name].id for name in ("ann", "bob"))
    await book(world, "hand:t:1", ann, bob, 8)
    await book(world, "hand:t:2", 7, 8, 2)
    member = world.members["ann"]
    data = await member.slash(world.channel, "privacy data")
    message = data.followups[-1] if data.followups else data.response
    assert message is not None
    assert message.ephemeral
    files = {file.filename: (await file.read()).decode() for file in message.attachments}
    assert json.loads(files["settings.json"])["names"][0]["name"] == "ann"
    (lines,) = (text for name, text in files.items() if name.endswith(".jsonl"))
    assert "hand:t:1" in lines
    assert "hand:t:2" not in lines
    asked = shown(world, await member.slash(world.channel, "privacy forget"))
    assert "ann" in said(await world.members["bob"].slash(world.channel, "ledger"))
    await world.press(member, asked, str(ann))
    after = said(await world.members["bob"].slash(world.channel, "ledger"))
    assert "ann" not in after
    assert "somebody **-8**" in after
    assert sum((await balances(world)).values()) == 0
    assert await world.bot.house.store.check() == ()


async def test_own_data_of_many_servers_are_all_there(world: World) -> None:
    ann = world.handles["ann"]
    for guild in range(1, 13):
        await book(world, f"hand:t:{guild}", ann.id, 5, 8, guild=guild)
    data = await world.members["ann"].slash(world.channel, "privacy data")
    message = data.followups[-1] if data.followups else data.response
    assert message is not None
    assert len(message.attachments) <= 10
    names = []
    for each in message.attachments:
        with zipfile.ZipFile(io.BytesIO(await each.read())) as archive:
            names += archive.namelist()
    assert len(names) == 1 + 2 * 12


async def test_whoever_sits_at_a_table_leaves_it_first(world: World) -> None:
    await world.opened()
    asked = shown(world, await world.members["ann"].slash(world.channel, "privacy forget"))
    answer = await world.press(world.members["ann"], asked, str(world.handles["ann"].id))
    assert "is still open" in said(answer)
