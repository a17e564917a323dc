"""Time as the tables see it: a port, and the event loop's."""

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

CHECK_SECONDS: Final = 60.0
"""So often a longer timer looks at the clock on the wall."""


class Timer(Protocol):
    """Something that will happen, unless it is cancelled."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """``now`` in seconds since 1970 UTC; ``later`` calls once after so many seconds."""

    def now(self) -> float: ...

    def later(self, seconds: float, call: Callable[[], None]) -> Timer: ...


class LoopClock:
    """The running event loop's timers; ``now`` is given, so that simulated time can be used.

    A timer fires when its seconds have passed by the loop's clock or by ``now``, whichever says so first: the loop's
    stands still while the machine sleeps, and the other may be put forward or back.
    """

    def __init__(self, now: Callable[[], float], *, check: float = CHECK_SECONDS) -> None:
        self._now = now
        self._check = check

    def now(self) -> float:
        return self._now()

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        return _LoopTimer(self._now, max(0.0, seconds), call, self._check)


class _LoopTimer:
    """A timer of the loop, in steps of ``check`` seconds."""

    def __init__(self, now: Callable[[], float], seconds: float, call: Callable[[], None], check: float) -> None:
        self._loop = asyncio.get_running_loop()
        self._now = now
        self._call = call
        self._check = check
        self._loop_due = self._loop.time() + seconds
        self._due = now() + seconds
        self._handle = self._wait(seconds)

    def cancel(self) -> None:
        self._handle.cancel()

    def _wait(self, seconds: float) -> asyncio.TimerHandle:
        if seconds <= self._check:
            return self._loop.call_later(seconds, self._call)
        return self._loop.call_later(self._check, self._look)

    def _look(self) -> None:
        left = min(self._loop_due - self._loop.time(), self._due - self._now())
        self._handle = self._wait(max(0.0, left))
