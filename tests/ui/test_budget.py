"""The one budget of all requests: never more than Discord allows, who is asked first, boards last."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise
from random import Random

import pytest

from bot.ui.budget import KEPT, MOST, Budget, Priority

ALLOWED = 50
"""Discord's requests a second."""

TABLES = 300


class Clock:
    """Seconds that pass as the budget's timers ask for them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        self._timers: list[tuple[float, Callable[[], None]]] = []
        loop = asyncio.get_running_loop()
        monkeypatch.setattr(loop, "call_later", self._later)

    def _later(self, seconds: float, call: Callable[[], None]) -> object:
        self._timers.append((self.now + seconds, call))
        return object()

    async def until(self, moment: float) -> None:
        """Let time pass up to a moment, with all that falls due."""
        await tick()
        while self._timers and min(self._timers)[0] <= moment:
            first = min(self._timers, key=lambda timer: timer[0])
            self._timers.remove(first)
            self.now = first[0]
            first[1]()
            await tick()
        self.now = max(self.now, moment)


async def tick() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


@pytest.fixture
async def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def most_in_a_second(moments: list[float]) -> int:
    return max(sum(first <= each < first + 1.0 for each in moments) for first in moments)


async def test_a_burst_of_many_tables_stays_within_the_limit_and_asks_first(clock: Clock) -> None:
    """Every table has two questions, two other hands and a board at the same moment, the boards first of all."""
    budget = Budget(lambda: clock.now)
    sent: list[tuple[float, Priority]] = []

    async def request(priority: Priority) -> None:
        await budget.take(priority)
        sent.append((clock.now, priority))

    wanted = [Priority.BOARD, Priority.PRIVATE, Priority.ASKED, Priority.PRIVATE, Priority.ASKED]
    tasks = [asyncio.ensure_future(request(priority)) for _ in range(TABLES) for priority in wanted]
    start = clock.now
    await clock.until(start + 60)
    await asyncio.gather(*tasks)
    moments = [at for at, _ in sent]
    assert most_in_a_second(moments) <= MOST < ALLOWED
    assert max(moments) - start < 5 * TABLES / (ALLOWED * 0.75)
    last = {priority: max(at for at, each in sent if each is priority) for priority in Priority if priority in wanted}
    first_board_that_waited = min(at for at, each in sent if each is Priority.BOARD and at > start)
    assert last[Priority.ASKED] < last[Priority.PRIVATE] < first_board_that_waited


async def test_no_second_has_more_than_are_allowed_whatever_comes_when(clock: Clock) -> None:
    random = Random(7)
    budget = Budget(lambda: clock.now)
    moments: list[float] = []

    async def request(priority: Priority) -> None:
        await budget.take(priority)
        moments.append(clock.now)

    tasks = []
    for _ in range(120):
        some = random.choices(list(Priority), k=random.choice((0, 1, 5, 30, 60)))
        tasks += [asyncio.ensure_future(request(priority)) for priority in some]
        await clock.until(clock.now + random.choice((0.05, 0.4, 1.0, 2.0)))
    await clock.until(clock.now + 120)
    await asyncio.gather(*tasks)
    assert len(moments) > 1000
    assert most_in_a_second(moments) <= MOST


async def test_boards_leave_room_for_whoever_is_asked(clock: Clock) -> None:
    budget = Budget(lambda: clock.now)
    boards = [asyncio.ensure_future(budget.take(Priority.BOARD)) for _ in range(2 * MOST)]
    await tick()
    assert sum(each.done() for each in boards) == MOST - KEPT
    asked = [asyncio.ensure_future(budget.take(Priority.ASKED)) for _ in range(KEPT + 1)]
    await tick()
    assert [each.done() for each in asked] == [True] * KEPT + [False]
    await clock.until(clock.now + 10)
    await asyncio.gather(*boards, *asked)


async def test_those_who_wait_go_by_priority_then_in_their_order(clock: Clock) -> None:
    budget = Budget(lambda: clock.now, most=1, kept=0)
    await budget.take(Priority.BOARD)
    served: list[str] = []

    async def request(priority: Priority, name: str) -> None:
        await budget.take(priority)
        served.append(name)

    waiting = ((Priority.BOARD, "board"), (Priority.RESULT, "result"), (Priority.ASKED, "a"), (Priority.ASKED, "b"))
    tasks = [asyncio.ensure_future(request(priority, name)) for priority, name in waiting]
    await tick()
    assert budget.waiting == 4
    await clock.until(clock.now + 10)
    await asyncio.gather(*tasks)
    assert served == ["a", "b", "result", "board"]


async def test_a_request_that_is_given_up_takes_nothing(clock: Clock) -> None:
    budget = Budget(lambda: clock.now, most=1, kept=0)
    await budget.take(Priority.BOARD)
    given_up: Awaitable[None] = asyncio.ensure_future(budget.take(Priority.ASKED))
    await tick()
    assert isinstance(given_up, asyncio.Task)
    given_up.cancel()
    kept = asyncio.ensure_future(budget.take(Priority.BOARD))
    await clock.until(clock.now + 1.5)
    assert kept.done()


async def test_a_steady_trickle_never_waits(clock: Clock) -> None:
    budget = Budget(lambda: clock.now)
    moments = []
    for _ in range(200):
        await budget.take(Priority.BOARD)
        moments.append(clock.now)
        await clock.until(clock.now + 0.05)
    assert all(later - earlier < 0.06 for earlier, later in pairwise(moments))
