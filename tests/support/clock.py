"""A clock that stands still until it is told to move."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class ManualTimer:
    """A call that falls due at a moment."""

    due: float
    call: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


@dataclass
class ManualClock:
    """Seconds since 1970 as the test says; timers fire in order when time passes over them."""

    time: float = 1_800_000_000.0
    timers: list[ManualTimer] = field(default_factory=list)

    def now(self) -> float:
        return self.time

    def later(self, seconds: float, call: Callable[[], None]) -> ManualTimer:
        timer = ManualTimer(self.time + max(0.0, seconds), call)
        self.timers.append(timer)
        return timer

    def next_due(self) -> float | None:
        """When the next timer fires."""
        return min((timer.due for timer in self.timers if not timer.cancelled), default=None)

    async def advance(self, seconds: float) -> None:
        """Let time pass, with everything that happens meanwhile."""
        until = self.time + seconds
        while (due := self.next_due()) is not None and due <= until:
            await self.fire_next()
        self.time = until

    async def fire_next(self) -> None:
        """Go to the next timer and let it do its work."""
        live = [timer for timer in self.timers if not timer.cancelled]
        timer = min(live, key=lambda each: each.due)
        self.timers = [each for each in live if each is not timer]
        self.time = max(self.time, timer.due)
        timer.call()
        await settle()


async def settle() -> None:
    """Let every task that can run do so, those that wait for the disk included."""
    me = asyncio.current_task()
    while others := [task for task in asyncio.all_tasks() if task is not me and not task.done()]:
        await asyncio.wait(others, timeout=5)
