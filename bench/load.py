"""Many tables in one process: ``python -m bench.load [--tables 500] [--seconds 60] [--through tables|bot]``.

One person and three computer players sit at every table, which think as long as they do for people. The people answer
what they are asked in bursts, twice over:

- ``tables``: through the door behind which the tables are. An answer is what is on the disk.
- ``bot``: by pressing buttons of the real bot, which paints all its pictures and talks to a Discord that only takes. An
  answer is the first thing that the bot says to the press.

Measured: how long an answer takes, and for how long the event loop was held up. Where other programs want the processor
too, a part of that is theirs: the system says for how long the loop's thread was ready to run and had to wait (Linux),
and for how long it ran.
Bounds: 99 of 100 answers within a second, and the loop never held up for more than 50 ms.
"""

import argparse
import asyncio
import os
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Final

from bench._silent import SilentDiscord
from bot.engine.actions import PASS, Action
from bot.memory import search_in_steps
from bot.players import choose
from bot.rules import REGISTRY
from bot.settings import load
from bot.store.store import open_store, opened_store
from bot.tables.api import Done, NewTable, Tables
from bot.tables.clock import LoopClock
from bot.tables.meta import Where
from bot.tables.ports import Store, TableId
from bot.tables.service import TableService
from bot.ui.client import create_bot
from bot.ui.ids import Verb, play_id, verb_id

GUILD: Final = 1
BURST_SECONDS: Final = 1.0
SPREAD: Final = 0.25
TICK: Final = 0.005
PACE_SECONDS: Final = 1.2
PARTS: Final = (0.5, 0.9, 0.99, 0.999, 1)
ANSWER_BOUND: Final = 1.0
HELD_BOUND: Final = 0.05
CONTENDED: Final = 0.02
"""A process that waits for a processor for this part of the time does not have the machine to itself."""
SCHEDULED: Final = Path("/proc/thread-self/schedstat")


@dataclass(slots=True)
class Figures:
    """What was measured, in seconds.

    ``ran`` are the lags without the time for which the thread had no processor, ``own`` those of its own work alone.
    """

    answers: list[float] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)
    ran: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)
    refused: int = 0
    requests: int = 0
    seconds: float = 0.0
    worked: float = 0.0
    waited: float = 0.0


@dataclass(frozen=True, slots=True, order=True)
class Person:
    """Who sits where."""

    table: TableId
    user: int


Press = Callable[[Person, Action | None, str], Awaitable[None]]
"""Somebody answers a question (None: is ready for the next hand) of this prompt; done when it is answered."""


def kept_waiting() -> float:
    """For how long this thread could have run and did not, in seconds; 0 where the system doesn't say."""
    try:
        return int(SCHEDULED.read_bytes().split()[1]) / 1e9
    except OSError:
        return 0.0


async def lagging(figures: Figures) -> None:
    """How much later than asked for the loop comes back."""
    while True:
        waited, worked, before = kept_waiting(), time.thread_time(), time.perf_counter()
        await asyncio.sleep(TICK)
        lag = time.perf_counter() - before - TICK
        figures.lags.append(lag)
        figures.ran.append(max(0.0, lag - (kept_waiting() - waited)))
        figures.own.append(min(lag, time.thread_time() - worked))


# ---------------------------------------------------------------------- people


async def opened(tables: Tables, count: int) -> list[Person]:
    """Running tables, each with its person; the games take turns."""
    found = []
    for number in range(count):
        rules = list(REGISTRY)[number % len(REGISTRY)]
        user = 1000 + number
        new = NewTable(Where(GUILD, number), user, rules, length=None, turn_seconds=600, claim_seconds=600, throw="t")
        reply = await tables.open(new)
        assert isinstance(reply, Done)
        await tables.start(reply.table, user, fill=True)
        found.append(Person(reply.table, user))
    return found


def answer_of(tables: Tables, person: Person, press: Press) -> Awaitable[None] | None:
    """What somebody does who looks at the table now: answers what they are asked, or nothing."""
    screen = tables.screen(person.table, person.user)
    if screen is None:
        return None
    if screen.asked and screen.view.own is not None and screen.view.own.asked:
        asked = screen.view.own.asked
        return press(person, PASS if PASS in asked else asked[0], screen.prompt)
    return None if screen.view.running else press(person, None, screen.prompt)


async def burst(tables: Tables, people: list[Person], press: Press, random: Random) -> None:
    """Everybody who is asked something answers within a quarter of a second.

    What they do arrives over one connection: one after another, and the loop goes round in between.
    """
    began = time.perf_counter()
    under_way = []
    for after, person in sorted((random.random() * SPREAD, person) for person in people):
        await asyncio.sleep(max(0.0, began + after - time.perf_counter()))
        answer = answer_of(tables, person, press)
        if answer is not None:
            under_way.append(asyncio.ensure_future(answer))
    await asyncio.gather(*under_way)


async def bursts(tables: Tables, people: list[Person], press: Press, seconds: float) -> None:
    """A burst a second."""
    random = Random(2)
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        began = time.perf_counter()
        await burst(tables, people, press, random)
        await asyncio.sleep(max(0.0, BURST_SECONDS - (time.perf_counter() - began)))


async def measured(tables: Tables, people: list[Person], press: Press, seconds: float, figures: Figures) -> None:
    """Let the tables be played for a while, and measure only that."""
    await asyncio.sleep(PACE_SECONDS)
    search_in_steps()
    await asyncio.sleep(0)
    watch = asyncio.create_task(lagging(figures))
    began, worked, waited = time.perf_counter(), time.process_time(), kept_waiting()
    await bursts(tables, people, press, seconds)
    figures.seconds = time.perf_counter() - began
    figures.worked, figures.waited = time.process_time() - worked, kept_waiting() - waited
    watch.cancel()


# ---------------------------------------------------------------------- through the tables


async def through_tables(count: int, seconds: float, folder: Path) -> Figures:
    """People who act through the door of the tables."""
    figures = Figures()

    async def act(person: Person, action: Action | None, prompt: str) -> None:
        began = time.perf_counter()
        if action is None:
            reply = await tables.ready(person.table, person.user, "r")
        else:
            reply = await tables.act(person.table, person.user, action, prompt=prompt, confirmed=True)
        figures.answers.append(time.perf_counter() - began)
        figures.refused += not isinstance(reply, Done)

    async with opened_store(str(folder / "load.db")) as store:
        tables = TableService(REGISTRY, store, LoopClock(time.time), choose, pace=PACE_SECONDS)
        people = await opened(tables, count)
        await measured(tables, people, act, seconds, figures)
        await tables.stop()
    return figures


# ---------------------------------------------------------------------- through the bot


async def through_bot(count: int, seconds: float, folder: Path) -> Figures:
    """People who press the buttons of the real bot."""
    figures = Figures()
    discord = SilentDiscord(figures.answers.append)
    settings = replace(load({}, folder / "none"), database=folder / "load.db", bot_pace=PACE_SECONDS)

    async def store() -> Store:
        return await open_store(str(settings.database))

    def service(store: Store) -> TableService:
        return TableService(REGISTRY, store, LoopClock(time.time), choose, pace=PACE_SECONDS)

    bot = create_bot(store, service, settings, emojis=lambda: ())

    def press(person: Person, action: Action | None, prompt: str) -> Awaitable[None]:
        ready = verb_id(person.table, Verb.READY)
        ident = ready if action is None else play_id(person.table, prompt, action, confirmed=True)
        return discord.press(bot, person.user, ident)

    await discord.log_in(bot)
    try:
        bot.desk.open()
        people = await opened(bot.house.tables, count)
        before = discord.requests
        await measured(bot.house.tables, people, press, seconds, figures)
        figures.requests = discord.requests - before
    finally:
        await bot.close()
    return figures


# ---------------------------------------------------------------------- what is said of it


def at(figures: list[float], part: float) -> float:
    """The value below which this part of all lies."""
    ranked = sorted(figures) or [0.0]
    return ranked[min(len(ranked) - 1, int(part * len(ranked)))]


def spread(figures: list[float]) -> str:
    """The values below which the parts lie, in milliseconds."""
    return ", ".join(f"p{part * 100:g} {1000 * at(figures, part):.0f} ms" for part in PARTS)


def verdict(what: str, value: float, bound: float) -> str:
    """Whether a bound is kept."""
    kept = "met" if value <= bound else "NOT met"
    return f"  {what}: {1000 * value:.0f} ms, bound {1000 * bound:.0f} ms: {kept}"


def report(through: str, tables: int, figures: Figures) -> None:
    """Print the figures of one run."""
    count, seconds = len(figures.answers), figures.seconds
    refused = f" ({figures.refused} refused)" if figures.refused else ""
    requests = f", {figures.requests / seconds:.0f} requests a second" if figures.requests else ""
    print(f"through the {through}: {tables} tables, {count} answers{refused} in {seconds:.0f} s{requests}")
    print(f"  the process worked for {figures.worked / seconds:.0%} of the time;", end=" ")
    print(f"its loop waited for a processor for {figures.waited / seconds:.0%}")
    print(f"  answer: {spread(figures.answers)}")
    print(f"  loop held up: {spread(figures.lags)}; {_long(figures.lags)}")
    print(f"  without waiting for a processor: {spread(figures.ran)}; {_long(figures.ran)}")
    print(f"  by work of its own: {spread(figures.own)}; {_long(figures.own)}")
    print(verdict("99 of 100 answers within", at(figures.answers, 0.99), ANSWER_BOUND))
    print(verdict("the loop held up at most", at(figures.lags, 1), HELD_BOUND))
    if figures.waited > CONTENDED * seconds:
        print("  Other programs wanted the processor. What can be said of this one:")
        print(verdict("the loop held up by work of its own at most", at(figures.own, 1), HELD_BOUND))


def _long(lags: list[float]) -> str:
    return f"more than 50 ms: {sum(lag > HELD_BOUND for lag in lags)} of {len(lags)}"


THROUGH: Final = {"tables": through_tables, "bot": through_bot}


def main() -> None:
    """Print the figures of a run each way."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--through", choices=tuple(THROUGH))
    args = parser.parse_args()
    print(f"{os.cpu_count()} processors, {os.getloadavg()[0]:.1f} programs that wanted one in the last minute")
    for through in (args.through,) if args.through else tuple(THROUGH):
        with tempfile.TemporaryDirectory() as folder:
            report(through, args.tables, asyncio.run(THROUGH[through](args.tables, args.seconds, Path(folder))))


if __name__ == "__main__":
    main()
