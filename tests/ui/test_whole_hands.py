"""How many requests a whole hand of four people costs, kind by kind; what an idle table and a slow board cost."""

import asyncio
from collections import Counter
from typing import Any

import discord
import pytest
from simcord import Env

from bot.engine.actions import Action, Special, action_text
from bot.engine.events import EVERYBODY, Discarded, Event, Noted
from bot.players import choose
from bot.rules import REGISTRY
from bot.tables.api import Board
from bot.ui.boardpost import board_post
from bot.ui.budget import Budget, Priority
from bot.ui.desk import Desk
from bot.ui.post import Post
from bot.ui.sheets import BoardSheet
from tests.ui.dealt import PEOPLE, sit_down
from tests.ui.world import World, world_of

pytestmark = [pytest.mark.slow, pytest.mark.simcord(strict_sync=True, settle_timeout=5)]

SITTING_DOWN = 5
"""The table is opened, three more sit down, and it begins: each is answered once."""

A_DISCARD = 7
"""Edits of the board and of three or four hands, and a new message to whoever is asked."""

KINDS = ("answer", "board post", "board edit", "open private", "private post", "private edit")

SLOW_SECONDS = 120.0


@pytest.fixture
def world(simcord_env: Env) -> World:
    return world_of(simcord_env, *PEOPLE)


class Counted:
    """Counts what happens at the table, and what is asked of the budget."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        self.world = world
        self.presses = self.taken = self.questions = 0
        self.moments: Counter[str] = Counter()
        self._since = len(world.env.http_requests)
        self._prompts = dict.fromkeys(PEOPLE, "")
        take, changed = Budget.take, Desk.changed

        async def counted(budget: Budget, priority: Priority) -> None:
            self.taken += 1
            await take(budget, priority)

        def heard(desk: Desk, board: Board, events: tuple[Event, ...]) -> None:
            self.moments["changes"] += 1
            self.moments["discards"] += sum(isinstance(event, Discarded) for event in events)
            self.moments["called"] += sum(isinstance(event, Noted) and event.audience == EVERYBODY for event in events)
            changed(desk, board, events)

        monkeypatch.setattr(Budget, "take", counted)
        monkeypatch.setattr(Desk, "changed", heard)

    def look(self) -> None:
        """Count the questions that are put now."""
        for name in PEOPLE:
            screen = self.world.screen(name)
            if screen.asked and screen.prompt != self._prompts[name]:
                self._prompts[name] = screen.prompt
                self.questions += 1

    def made(self) -> Counter[str]:
        channels = {self.world.handles[name].dm_channel.id for name in PEOPLE}
        made = self.world.env.http_requests[self._since :]
        return Counter(kind(each.method, each.path, self.world.channel.id, channels) for each in made)


def kind(method: str, path: str, channel: int, private: set[int]) -> str:
    if path.startswith(("/interactions/", "/webhooks/")):
        return "answer"
    if path == "/users/@me/channels":
        return "open private"
    where = "board" if path.startswith(f"/channels/{channel}/") else "private"
    assert where == "board" or int(path.split("/")[2]) in private, path
    return f"{where} {({'PATCH': 'edit', 'POST': 'post', 'DELETE': 'delete'})[method]}"


async def press(world: World, name: str, action: Action) -> None:
    """Somebody presses the button of a move, or picks its tiles."""
    hand = world.private(name)[-1]
    found = [each for each in hand.ids if each.endswith(f":{action_text(action)}")]
    if found:
        await world.press(world.handles[name], hand, found[0][found[0].index(":") :])
    else:
        assert isinstance(action, Special)
        await world.members[name].slash(world.channel, "act", action=action_text(action))


async def a_hand(world: World, counted: Counted) -> None:
    """Everybody does what a computer player would, a second after the one before."""
    for _ in range(600):
        counted.look()
        asked = [name for name in PEOPLE if world.screen(name).asked]
        view = world.screen("ann").view
        if not view.running:
            return
        if asked:
            counted.presses += 1
            await press(world, asked[0], choose(world.screen(asked[0]).view))
        await world.env.advance_time(1.0)
    raise AssertionError("the hand never ends")


@pytest.mark.parametrize("rules", REGISTRY)
async def test_a_whole_hand_of_four_people_costs_few_requests(
    world: World, rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = Counted(world, monkeypatch)
    await sit_down(world, rules)
    await world.env.advance_time(1.0)
    await a_hand(world, counted)
    made, moments = counted.made(), counted.moments
    assert moments["discards"] > 20
    assert made["answer"] == counted.presses + SITTING_DOWN
    assert made["board edit"] <= moments["changes"]
    assert made["board post"] <= 2 + moments["called"]
    assert made["board delete"] == 0
    assert made["open private"] == len(PEOPLE)
    assert made["private post"] <= counted.questions + len(PEOPLE)
    assert made["private edit"] <= (len(PEOPLE) - 1) * moments["changes"]
    assert made["private delete"] == 0
    assert set(made) <= set(KINDS)
    others = made.total() - made["answer"]
    assert others <= A_DISCARD * moments["discards"]
    assert others <= counted.taken


# ---------------------------------------------------------------------- when nothing happens


async def without_clocks(world: World, rules: str) -> None:
    """Four people at a table that waits for them as long as they like."""
    await world.opened(rules, turn=0, claim=0)
    for name in PEOPLE[1:]:
        await world.press(world.members[name], world.in_channel()[-1], "::join")
    await world.press(world.members["ann"], world.in_channel()[-1], "::start")
    await world.env.advance_time(1.0)


@pytest.mark.parametrize("rules", REGISTRY)
async def test_an_idle_table_makes_no_requests(world: World, rules: str) -> None:
    await without_clocks(world, rules)
    await world.env.advance_time(60.0)
    before = len(world.env.http_requests)
    view = world.board().view
    await world.env.advance_time(6 * 3600.0)
    assert world.env.http_requests[before:] == []
    assert world.board().view == view


async def test_what_changes_nothing_that_is_shown_edits_nothing(world: World) -> None:
    """However often a table is said to have changed."""
    await sit_down(world, "lishui")
    await world.env.advance_time(1.0)
    world.bot.desk.changed(world.board(), ())
    await world.env.settle()
    before = len(world.env.http_requests)
    for _ in range(5):
        world.bot.desk.changed(world.board(), ())
        await world.env.advance_time(1.0)
    assert world.env.http_requests[before:] == []


# ---------------------------------------------------------------------- a slow channel


class SlowBoard:
    """Edits in one channel take a minute; which are on their way, and what each has shown."""

    def __init__(self, channel: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.edits: list[dict[str, Any]] = []
        self.under_way = self.most = self.done = 0
        usual = discord.PartialMessage.edit

        async def slow(message: discord.PartialMessage, **more: Any) -> Any:
            if message.channel.id != channel:
                return await usual(message, **more)
            self.edits.append(more)
            self.under_way += 1
            self.most = max(self.most, self.under_way)
            await asyncio.sleep(SLOW_SECONDS)
            self.under_way -= 1
            self.done += 1
            return await usual(message, **more)

        monkeypatch.setattr(discord.PartialMessage, "edit", slow)


async def test_a_slow_board_has_one_edit_on_its_way_and_one_waiting(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await without_clocks(world, "lishui")
    built = 0

    def counted(house: Any, board: Board) -> Post:
        nonlocal built
        built += 1
        return board_post(house, board)

    monkeypatch.setattr("bot.ui.sheets.board_post", counted)
    slow = SlowBoard(world.channel.id, monkeypatch)
    for _ in range(6):
        asked = next(name for name in PEOPLE if world.screen(name).asked)
        await press(world, asked, choose(world.screen(asked).view))
        await world.env.advance_time(6.0)
    assert (len(slow.edits), slow.done, built) == (1, 0, 1)
    first = slow.edits[0]["content"]
    await world.env.advance_time(SLOW_SECONDS)
    assert (len(slow.edits), slow.done, built) == (2, 1, 2)
    await world.env.advance_time(SLOW_SECONDS)
    assert (len(slow.edits), slow.done, slow.most) == (2, 2, 1)
    newest = board_post(world.bot.house, world.board())
    assert slow.edits[1]["content"] == newest.content != first
    await world.env.advance_time(3 * SLOW_SECONDS)
    assert len(slow.edits) == 2


async def test_two_edits_at_once_would_be_found(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def eager(sheet: BoardSheet) -> None:
        sheet.last = None
        asyncio.get_running_loop().create_task(sheet.update())

    await sit_down(world, "lishui")
    await world.env.advance_time(1.0)
    slow = SlowBoard(world.channel.id, monkeypatch)
    monkeypatch.setattr(BoardSheet, "touch", eager)
    for _ in range(2):
        asked = next(name for name in PEOPLE if world.screen(name).asked)
        await press(world, asked, choose(world.screen(asked).view))
        await world.env.advance_time(1.0)
    assert slow.most > 1
    await world.env.advance_time(2 * SLOW_SECONDS)
