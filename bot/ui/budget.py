"""One budget for all requests: Discord stops a bot altogether that sends more than fifty a second."""

import asyncio
from collections import deque
from collections.abc import Callable
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count
from typing import Final

MOST: Final = 45
"""Requests in any ``SECONDS``; what answers interactions is not counted by Discord."""

SECONDS: Final = 1.1
"""A little more than a second: on their way some requests catch up with those before them."""

KEPT: Final = 10
"""So many of them are kept for private messages: boards that were first leave room for whoever is asked."""


class Priority(IntEnum):
    """Who goes first when there is more to send than may be sent."""

    ASKED = 0
    PRIVATE = 1
    RESULT = 2
    BOARD = 3
    EMOJI = 4


class Budget:
    """At most ``most`` requests in any ``seconds``. Those who wait are served by priority, then in their order."""

    def __init__(
        self,
        now: Callable[[], float] | None = None,
        *,
        most: int = MOST,
        seconds: float = SECONDS,
        kept: int = KEPT,
    ) -> None:
        self._now = now
        self._most = most
        self._seconds = seconds
        self._kept = kept
        self._given: deque[float] = deque()
        self._waiting: list[tuple[Priority, int, asyncio.Future[None]]] = []
        self._order = count()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> int:
        """How many requests wait."""
        return len(self._waiting)

    async def take(self, priority: Priority) -> None:
        """Wait until one request of this priority may be sent."""
        now = self._clock()
        first = not self._waiting or priority < self._waiting[0][0]
        if first and self._room(priority, now):
            self._given.append(now)
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (priority, next(self._order), turn))
        self._wake(now)
        await turn

    def _clock(self) -> float:
        return (self._now or asyncio.get_running_loop().time)()

    def _room(self, priority: Priority, now: float) -> bool:
        """Whether one more of this priority may be sent now."""
        while self._given and not 0 <= now - self._given[0] < self._seconds:
            self._given.popleft()
        return len(self._given) < self._limit(priority)

    def _limit(self, priority: Priority) -> int:
        return self._most if priority <= Priority.PRIVATE else max(1, self._most - self._kept)

    def _wake(self, now: float) -> None:
        """Look again when enough of what was sent is long enough ago for the first of those who wait."""
        if self._timer is not None or not self._waiting:
            return
        over = len(self._given) - self._limit(self._waiting[0][0])
        wait = 0.0 if over < 0 else self._given[over] + self._seconds - now
        self._timer = asyncio.get_running_loop().call_later(max(0.0, wait) + 1e-3, self._serve)

    def _serve(self) -> None:
        self._timer = None
        now = self._clock()
        while self._waiting and (self._waiting[0][2].done() or self._room(self._waiting[0][0], now)):
            _, _, turn = heappop(self._waiting)
            if not turn.done():
                self._given.append(now)
                turn.set_result(None)
        self._wake(now)
