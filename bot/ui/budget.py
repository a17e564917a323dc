"""One budget for all requests: Discord stops a bot altogether that sends more than fifty a second."""

import asyncio
from collections.abc import Callable
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count
from typing import Final

A_SECOND: Final = 40
"""Requests a second; what answers interactions is not counted by Discord, and stays within the rest."""

BURST: Final = 40


class Priority(IntEnum):
    """Who goes first when there is more to send than may be sent."""

    ASKED = 0
    PRIVATE = 1
    RESULT = 2
    BOARD = 3
    EMOJI = 4


class Budget:
    """A bucket of permissions that fills steadily. Those who wait are served by priority, then in their order."""

    def __init__(
        self, now: Callable[[], float] | None = None, *, a_second: float = A_SECOND, burst: float = BURST
    ) -> None:
        self._now = now
        self._a_second = a_second
        self._burst = burst
        self._left = burst
        self._filled: float | None = None
        self._waiting: list[tuple[Priority, int, asyncio.Future[None]]] = []
        self._order = count()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> int:
        """How many requests wait."""
        return len(self._waiting)

    async def take(self, priority: Priority) -> None:
        """Wait until one request of this priority may be sent."""
        self._fill()
        if not self._waiting and self._left >= 1:
            self._left -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (priority, next(self._order), turn))
        self._wake()
        await turn

    def _fill(self) -> None:
        now = (self._now or asyncio.get_running_loop().time)()
        if self._filled is not None:
            self._left = min(self._burst, self._left + max(0.0, now - self._filled) * self._a_second)
        self._filled = now

    def _wake(self) -> None:
        if self._timer is None and self._waiting:
            missing = max(0.0, 1 - self._left)
            self._timer = asyncio.get_running_loop().call_later(missing / self._a_second + 1e-3, self._serve)

    def _serve(self) -> None:
        self._timer = None
        self._fill()
        while self._waiting and self._left >= 1:
            _, _, turn = heappop(self._waiting)
            if not turn.done():
                self._left -= 1
                turn.set_result(None)
        self._wake()
