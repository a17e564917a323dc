"""Clocks: every wait has an end, whatever is asked; slow tables and fast ones; a press in the moment it strikes."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from bot.engine.actions import Discard
from bot.engine.events import Discarded
from bot.rules import REGISTRY
from bot.tables.api import Done, Refused
from bot.tables.clock import LoopClock
from bot.tables.deadline import thought_out
from bot.tables.ports import TableStatus
from tests.support.clock import settle
from tests.tables.world import ANN, BOB, GUILD, World, done

WEEK = 7 * 24 * 3600


@pytest.mark.parametrize("rules", REGISTRY)
async def test_every_wait_of_a_match_has_an_end(w: World, rules: str) -> None:
    """Nobody ever does anything: every turn, claim, choice and pause ends by itself, and so does the table."""
    table = await w.match(ANN, BOB, rules=rules)
    for _ in range(3000):
        board = w.tables.board(table)
        if board is None:
            break
        assert board.meta.due is not None
        assert board.meta.due - w.clock.now() <= WEEK
        await w.clock.fire_next()
    assert w.tables.board(table) is None
    assert w.heard.boards[-1].status is TableStatus.ENDED
    assert w.heard.faults == []


@pytest.mark.parametrize(
    ("pace", "left", "thought"), [(1.2, 8, 1.2), (4, 8, 4), (20, 8, 4), (20, 45, 20), (20, -1, 0), (20, None, 20)]
)
def test_computer_players_think_less_than_their_clock_lasts(pace: float, left: float | None, thought: float) -> None:
    assert thought_out(pace, None if left is None else 1000 + left, 1000) == 1000 + thought


async def test_a_press_and_the_clock_in_one_moment_act_once(w: World) -> None:
    won = set()
    for first in ("press", "clock") * 3:
        table = await w.match(ANN)
        screen = await w.until_turn(table, ANN)
        own = screen.view.own
        assert own is not None
        tile = next(each for each in own.asked if isinstance(each, Discard))
        before = sum(isinstance(event, Discarded) and event.seat == screen.seat for event in w.heard.events)
        w.clock.time = screen.due or 0.0
        timers = [timer for timer in w.clock.timers if not timer.cancelled and timer.due <= w.clock.time]
        if first == "clock":
            for timer in timers:
                timer.call()
        press = asyncio.create_task(w.tables.act(table, ANN, tile, prompt=screen.prompt, confirmed=True))
        if first == "press":
            await asyncio.sleep(0)
            for timer in timers:
                timer.call()
        await settle()
        reply = press.result()
        after = sum(isinstance(event, Discarded) and event.seat == screen.seat for event in w.heard.events)
        assert after == before + 1
        assert isinstance(reply, Done) or reply == Refused("stale", (), "")
        won.add(isinstance(reply, Done))
        done(await w.tables.abandon(table))
        w.heard.events.clear()
    assert won == {True, False}


async def test_a_clock_of_seven_days(w: World) -> None:
    table = await w.match(ANN, turn_seconds=WEEK, claim_seconds=WEEK)
    screen = await w.until_turn(table, ANN)
    await w.clock.advance(WEEK - 60)
    assert w.screen(table, ANN).prompt == screen.prompt
    await w.clock.advance(61)
    assert w.tables.screen(table, ANN) is None or w.screen(table, ANN).prompt != screen.prompt


async def test_a_clock_of_ten_seconds(w: World) -> None:
    table = await w.match(ANN, turn_seconds=10, claim_seconds=10)
    screen = await w.until_turn(table, ANN)
    await w.clock.advance(9)
    assert w.screen(table, ANN).prompt == screen.prompt
    await w.clock.advance(2)
    assert w.screen(table, ANN).prompt != screen.prompt


@pytest.mark.parametrize("jump", [-3600.0, -30.0, 30.0, 3600.0])
async def test_a_clock_on_the_wall_that_jumps_stops_no_table(w: World, jump: float) -> None:
    table = await w.match(ANN)
    screen = await w.until_turn(table, ANN)
    (timer,) = (each for each in w.clock.timers if not each.cancelled and each.due == screen.due)
    w.clock.time += jump
    timer.call()
    await settle()
    assert w.screen(table, ANN).prompt != screen.prompt


async def test_a_timer_of_a_moment_that_was_put_off_does_nothing(w: World) -> None:
    """The near miss: the question is the same, and has got another end meanwhile."""
    table = await w.match(ANN, turn_seconds=WEEK, claim_seconds=WEEK)
    screen = await w.until_turn(table, ANN)
    (timer,) = (each for each in w.clock.timers if not each.cancelled and each.due == screen.due)
    await w.store.settings.change_server(GUILD, lambda _text: '{"quiet_hours": "22-08"}')
    await w.tables.server_changed(GUILD)
    assert w.screen(table, ANN).due != screen.due
    timer.call()
    await settle()
    assert w.screen(table, ANN).prompt == screen.prompt


@pytest.mark.parametrize("jump", [0.0, -3600.0, -365 * 24 * 3600.0])
async def test_a_clock_that_was_put_back_while_the_bot_was_away_makes_nobody_wait_longer(w: World, jump: float) -> None:
    table = await w.match(ANN)
    screen = await w.until_turn(table, ANN)
    w.clock.time += jump
    await w.restart()
    due = w.screen(table, ANN).due
    assert due is not None
    assert w.screen(table, ANN).prompt == screen.prompt
    assert 0 < due - w.clock.now() <= 45
    assert (due == screen.due) == (jump == 0)


@dataclass(eq=False)
class Due:
    """What a loop has been asked to call."""

    at: float
    call: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


class SteppedLoop:
    """The part of an event loop that a timer knows, with a clock of its own, and one on the wall that may jump."""

    def __init__(self) -> None:
        self.at, self.jump = 0.0, 0.0
        self.calls: list[Due] = []

    def time(self) -> float:
        return self.at

    def wall(self) -> float:
        return self.at + self.jump

    def call_later(self, seconds: float, call: Callable[[], None]) -> Due:
        self.calls.append(Due(self.at + seconds, call))
        return self.calls[-1]

    def run_until(self, end: float) -> None:
        while waiting := [each for each in self.calls if not each.cancelled and each.at <= end]:
            due = min(waiting, key=lambda each: each.at)
            self.calls.remove(due)
            self.at = due.at
            due.call()
        self.at = end


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> SteppedLoop:
    stepped = SteppedLoop()
    monkeypatch.setattr("bot.tables.clock.asyncio.get_running_loop", lambda: stepped)
    return stepped


@pytest.mark.parametrize(("jump", "fires"), [(0.0, 300.0), (-3600.0, 300.0), (3600.0, 60.0), (100.0, 200.0)])
def test_a_timer_of_the_loop_goes_by_the_clock_that_is_ahead(loop: SteppedLoop, jump: float, fires: float) -> None:
    """It looks every minute; a clock that is put forward past its end is seen at the next look."""
    fired: list[float] = []
    LoopClock(loop.wall, check=60.0).later(300.0, lambda: fired.append(loop.at))
    loop.jump = jump
    loop.run_until(1000.0)
    assert fired == [fires]


def test_a_timer_of_the_loop_that_is_cancelled_between_two_looks_never_fires(loop: SteppedLoop) -> None:
    fired: list[float] = []
    timer = LoopClock(loop.wall, check=60.0).later(300.0, lambda: fired.append(loop.at))
    loop.run_until(150.0)
    timer.cancel()
    loop.run_until(1000.0)
    assert fired == []


async def test_a_timer_of_the_loop_fires_in_a_real_loop_too() -> None:
    fired = asyncio.Event()
    loop = asyncio.get_running_loop()
    start = loop.time()
    LoopClock(loop.time, check=0.01).later(0.03, fired.set)
    await fired.wait()
    assert loop.time() - start >= 0.03
