"""Takes turns on the event loop: however much there is to decide at once, other things get their time in between."""

import asyncio
from collections import deque
from enum import IntEnum
from typing import Final

AT_ONCE: Final = 3
"""So many decisions are made in one round of the event loop: each takes a millisecond, and showing it some more."""


class Rank(IntEnum):
    """Who goes first where many wait."""

    PERSON = 0
    CLOCK = 1


class Turns:
    """Lets a few through in each round of the event loop: people first, then clocks, each in their order."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._at_once = at_once
        self._left = at_once
        self._waiting: dict[Rank, deque[asyncio.Future[None]]] = {rank: deque() for rank in Rank}
        self._due = False

    async def turn(self, rank: Rank) -> None:
        """Wait for a turn; at once where few have had theirs in this round."""
        loop = asyncio.get_running_loop()
        if not self._due:
            self._due = True
            loop.call_soon(self._next_round)
        if self._left and not any(self._waiting[other] for other in Rank if other <= rank):
            self._left -= 1
            return
        mine: asyncio.Future[None] = loop.create_future()
        self._waiting[rank].append(mine)
        await mine

    def _next_round(self) -> None:
        self._left = self._at_once
        for waiting in self._waiting.values():
            while waiting and self._left:
                first = waiting.popleft()
                if not first.done():
                    self._left -= 1
                    first.set_result(None)
        self._due = self._left < self._at_once
        if self._due:
            asyncio.get_running_loop().call_soon(self._next_round)
