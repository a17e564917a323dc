"""Many tables in one process: ``python -m bench.load [--tables 500] [--seconds 60]``.

One person and three computer players sit at every table, which think as long as they do for people. The people answer
what they are asked in bursts, through the same door as Discord's interactions. Measured: how long an answer takes from
the press to what is on the disk, and for how long the event loop was held up. Goal: 99 of 100 answers within a second,
and the loop never held up for more than 50 ms.
"""

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from random import Random

from bot.compose import seldom_collected
from bot.engine.actions import PASS
from bot.players import choose
from bot.rules import REGISTRY
from bot.store.store import opened_store
from bot.tables.api import Done, NewTable
from bot.tables.clock import LoopClock
from bot.tables.meta import Where
from bot.tables.ports import TableId
from bot.tables.service import TableService

GUILD = 1
BURST_SECONDS = 1.0
SPREAD = 0.25
TICK = 0.005
PACE_SECONDS = 1.2
PARTS = (0.5, 0.9, 0.99, 0.999, 1)


class Figures:
    """What was measured."""

    def __init__(self) -> None:
        self.answers: list[float] = []
        self.lags: list[float] = []
        self.refused = 0


async def lagging(figures: Figures) -> None:
    """How much later than asked for the loop comes back."""
    while True:
        before = time.perf_counter()
        await asyncio.sleep(TICK)
        figures.lags.append(time.perf_counter() - before - TICK)


async def opened(tables: TableService, count: int) -> list[tuple[TableId, int]]:
    """Running tables, each with its person; the games take turns."""
    found = []
    for number in range(count):
        rules = list(REGISTRY)[number % len(REGISTRY)]
        user = 1000 + number
        new = NewTable(Where(GUILD, number), user, rules, length=None, turn_seconds=600, claim_seconds=600, throw="t")
        reply = await tables.open(new)
        assert isinstance(reply, Done)
        await tables.start(reply.table, user, fill=True)
        found.append((reply.table, user))
    return found


async def pressed(tables: TableService, table: TableId, user: int, after: float, figures: Figures) -> None:
    """One person answers what they are asked, a moment after the burst began."""
    await asyncio.sleep(after)
    screen = tables.screen(table, user)
    board = tables.board(table)
    if screen is None or board is None or board.view is None:
        return
    began = time.perf_counter()
    if screen.asked and screen.view.own is not None and screen.view.own.asked:
        asked = screen.view.own.asked
        action = PASS if PASS in asked else asked[0]
        reply = await tables.act(table, user, action, prompt=screen.prompt, confirmed=True)
    elif not board.view.running:
        reply = await tables.ready(table, user, "r")
    else:
        return
    figures.answers.append(time.perf_counter() - began)
    figures.refused += not isinstance(reply, Done)


async def bursts(tables: TableService, people: list[tuple[TableId, int]], seconds: float, figures: Figures) -> None:
    """Once a second everybody who is asked something answers, within a quarter of it."""
    random = Random(2)
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        began = time.perf_counter()
        presses = (pressed(tables, table, user, random.random() * SPREAD, figures) for table, user in people)
        await asyncio.gather(*presses)
        await asyncio.sleep(max(0.0, BURST_SECONDS - (time.perf_counter() - began)))


def at(figures: list[float], part: float) -> float:
    """The value below which this part of all lies, in milliseconds."""
    ranked = sorted(figures) or [0.0]
    return 1000 * ranked[min(len(ranked) - 1, int(part * len(ranked)))]


async def measured(count: int, seconds: float) -> Figures:
    """Open the tables, let them be played for a while, and measure only that."""
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder:
        async with opened_store(str(Path(folder, "load.db"))) as store:
            tables = TableService(REGISTRY, store, LoopClock(time.time), choose, pace=PACE_SECONDS)
            people = await opened(tables, count)
            await asyncio.sleep(PACE_SECONDS)
            seldom_collected()
            watch = asyncio.create_task(lagging(figures))
            await bursts(tables, people, seconds, figures)
            watch.cancel()
            await tables.stop()
    return figures


def main() -> None:
    """Print the figures of one run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60.0)
    args = parser.parse_args()
    figures = asyncio.run(measured(args.tables, args.seconds))
    print(f"tables: {args.tables}, answers: {len(figures.answers)} (refused: {figures.refused})")
    for name, measured_ones in (("answer", figures.answers), ("loop", figures.lags)):
        print(f"{name}: " + ", ".join(f"p{part * 100:g} {at(measured_ones, part):.0f} ms" for part in PARTS))
    held = sum(lag > 0.05 for lag in figures.lags)
    print(f"held up for more than 50 ms: {held} of {len(figures.lags)}")


if __name__ == "__main__":
    main()
