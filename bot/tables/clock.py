"""Time as the tables see it: a port, and the event loop's."""

import asyncio
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """Something that will happen, unless it is cancelled."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """``now`` in seconds since 1970 UTC; ``later`` calls once after so many seconds."""

    def now(self) -> float: ...

    def later(self, seconds: float, call: Callable[[], None]) -> Timer: ...


class LoopClock:
    """The running event loop's timers; ``now`` is given, so that simulated time can be used."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now

    def now(self) -> float:
        return self._now()

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        return asyncio.get_running_loop().call_later(max(0.0, seconds), call)
