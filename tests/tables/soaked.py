"""Many tables on one database in a process that is killed at random: ``python -m tests.tables.soaked RULES HANDS``.

The tables, options and people are random, service and store the real ones. One life after the other is forked and
killed (SIGKILL): after a while, which may be in the middle of a transaction or of a checkpoint, or at one of its
statements of SQL, which may be while it opens the database or recovers. What the tables say goes into a file as it is
said; after each life everything is compared with that, and every table that has ended is proved
(``tests.tables.proved``). HANDS are played in databases of SPAN hands; ``--seed`` begins elsewhere.

What is wrong ends it, with the folder kept that shows it.
"""

import asyncio
import heapq
import json
import os
import secrets
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

from bot.engine.events import Event, HandEnded
from bot.players import choose
from bot.rules import REGISTRY
from bot.store.check import check_file
from bot.store.store import SqliteStore, opened_store
from bot.tables.api import Board
from bot.tables.codec import meta_text
from bot.tables.ports import TableId, TableStatus
from bot.tables.service import TableService
from bot.tables.snapshot import Snapshot
from tests.support.clock import settle
from tests.tables.crowd import Crowd
from tests.tables.proved import Said, prove, tables_of

TABLES: Final = 16
SPAN: Final = 1000
BEGIN: Final = 1_800_000_000.0
TOGETHER: Final = 0.5
"""Timers within so many seconds fire at once, so that many tables are written in one transaction."""

BREAK: Final = (0.0, 0.0, 5.0, 100_000.0)
"""For how long nobody starts the bot again."""

PROVED: Final = 0.2
"""How often what a killed process leaves is examined before the next one takes it over."""

WRONG: Final = 70
"""The exit code of a life that saw what must not be."""


@dataclass(order=True)
class Timer:
    """A call that falls due at a moment."""

    due: float
    number: int
    call: Callable[[], None] = field(compare=False)
    cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        self.cancelled = True


class Ahead:
    """A clock that goes on as soon as there is nothing left to do."""

    def __init__(self, now: float) -> None:
        self.time = now
        self._timers: list[Timer] = []
        self._numbers = count()

    def now(self) -> float:
        return self.time

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        timer = Timer(self.time + max(0.0, seconds), next(self._numbers), call)
        heapq.heappush(self._timers, timer)
        return timer

    async def fire(self) -> None:
        """Go to the next timer; it and those that follow soon do their work."""
        until = None
        while self._timers and (until is None or self._timers[0].due <= until):
            timer = heapq.heappop(self._timers)
            if timer.cancelled:
                continue
            until = until or timer.due + TOGETHER
            self.time = max(self.time, timer.due)
            timer.call()
        await settle()


@dataclass(frozen=True, slots=True)
class Fate:
    """How a life ends: ``seconds`` after its beginning, or at its ``statement`` of SQL. Small ``pages`` of the log
    before a checkpoint make checkpoints frequent.
    """

    seconds: float | None = None
    statement: int = 0
    pages: int = 1000

    @staticmethod
    def drawn(random: Random) -> "Fate":
        pages = random.choice((1000, 1000, 4))
        match random.randrange(10):
            case 0 | 1:
                return Fate(statement=random.randrange(1, 150), pages=pages)
            case 2 | 3 | 4:
                return Fate(statement=random.randrange(1, 40_000), pages=pages)
            case _:
                return Fate(seconds=random.uniform(0.0, 8.0), pages=pages)


class Life:
    """One process. ``said`` is what the lives before have said, ``wanted`` how many hands are still to be played."""

    def __init__(self, folder: Path, rules: str, store: SqliteStore, said: Said, random: Random, wanted: int) -> None:
        self._said, self._wanted = said, wanted
        self._open: set[TableId] = set()
        self._file = os.open(folder / "said", os.O_CREAT | os.O_APPEND | os.O_WRONLY)
        self._clock = Ahead(said.time + random.choice(BREAK))
        self._crowd = Crowd(REGISTRY[rules], store, self._clock, random, self.wrong)
        self.tables = TableService(REGISTRY, store, self._clock, choose, pace=1.0)
        self._crowd.tables = self.tables
        self.tables.listen(self)

    def wrong(self, what: str) -> None:
        """Say it and die: an exception would be taken for a fault of the table."""
        sys.stderr.write(f"{what}\n")
        sys.stderr.flush()
        os._exit(WRONG)

    # ------------------------------------------------------------------ the listener

    def changed(self, board: Board, events: tuple[Event, ...]) -> None:
        snapshot = self.tables._keeper.snapshot(board.id)
        (self._open.discard if snapshot is None else self._open.add)(board.id)
        self._wanted -= sum(isinstance(event, HandEnded) for event in events)
        number = board.meta.number + (board.view is None or not board.view.running)
        line: list[Any] = [board.id, self._clock.time, number, board.commitment, board.meta.undone, *now_of(snapshot)]
        os.write(self._file, f"{json.dumps(line)}\n".encode())
        self._crowd.look(board, snapshot)

    def faulted(self, board: Board) -> None:
        self.wrong(f"a fault in {board.id}")

    def store_lost(self) -> None:
        self.wrong("the store is lost")

    # ------------------------------------------------------------------ living

    async def live(self) -> None:
        await self.tables.recover()
        self._compare()
        while self._wanted > 0:
            while len(self._open) < TABLES:
                await self._crowd.open()
            await self._clock.fire()
        await self.tables.stop()

    def _compare(self) -> None:
        """Each open table is what it was, or one change further that nobody heard of; an ended one is not open."""
        open_now = {board.id: self.tables._keeper.snapshot(board.id) for board in self.tables.open_tables()}
        for table, (revision, digest) in self._said.tables.items():
            snapshot = open_now.get(table)
            if (revision is None) and snapshot is not None:
                self.wrong(f"{table} had ended")
            if snapshot is None or revision is None:
                continue
            now, is_now = now_of(snapshot)
            if now not in (revision, revision + 1) or (now == revision and is_now != digest):
                self.wrong(f"{table} is at {now} {is_now}, it was at {revision} {digest}")
        for table, snapshot in open_now.items():
            if snapshot is not None and snapshot.status is not TableStatus.ENDED and snapshot.meta.due is None:
                self.wrong(f"{table} waits for ever")


def now_of(snapshot: Snapshot | None) -> tuple[int | None, int]:
    """How often a table was written, and a fingerprint of all that it is: wall, hands, prompt, deadline, points."""
    if snapshot is None:
        return None, 0
    return snapshot.revision, hash((meta_text(snapshot.meta), snapshot.where, snapshot.status, snapshot.state[1:]))


def fated(fate: Fate) -> None:
    """From now on every connection counts its statements, and the one that was chosen is the last."""
    left = fate.statement
    plain = sqlite3.connect

    def traced(_: str) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def connect(*args: Any, **settings: Any) -> sqlite3.Connection:
        conn: sqlite3.Connection = plain(*args, **settings)
        conn.execute(f"PRAGMA wal_autocheckpoint = {fate.pages}")
        if fate.statement:
            conn.set_trace_callback(traced)
        return conn

    sqlite3.connect = connect  # type: ignore[assignment]  # of this process alone, which is about to die


def named(random: Random) -> None:
    """From now on tables and walls are as this says: another life has others, the same life again the same."""
    setattr(secrets, "token_hex", lambda size=32: random.randbytes(size).hex())  # noqa: B010 - of this process alone


async def life(folder: Path, rules: str, said: Said, random: Random, hands: int) -> None:
    """Play until the database holds so many hands."""
    async with opened_store(str(folder / "q.db")) as store:
        played = await store._writer._connection.run(lambda conn: conn.execute("SELECT count(*) FROM hands").fetchone())
        await Life(folder, rules, store, said, random, hands - played[0]).live()


@dataclass
class Siege:
    """One database and its lives; ``fate`` draws how each ends."""

    folder: Path
    rules: str
    seed: int
    hands: int
    fate: Callable[[Random], Fate] = Fate.drawn
    kills: int = 0
    proved: int = 0
    said: Said = field(default_factory=Said)
    _proved: set[TableId] = field(default_factory=set)

    def run(self) -> None:
        """Live and die until the hands are played; then everything is proved. AssertionError says what is wrong."""
        random = Random(self.seed)
        while self._live(self.fate(random), random.getrandbits(32)):
            self.kills += 1
            self.said.read(self.folder / "said")
            if random.random() < PROVED:
                self._prove(whole=False)
        self.said.read(self.folder / "said")
        self._prove(whole=True)

    def _live(self, fate: Fate, seed: int) -> bool:
        """Whether it was killed."""
        child = os.fork()
        if not child:
            fated(fate)
            named(Random(seed))
            asyncio.run(life(self.folder, self.rules, self.said, Random(seed), self.hands))
            os._exit(0)
        until = None if fate.seconds is None else time.monotonic() + fate.seconds
        while True:
            done, status = os.waitpid(child, 0 if until is None else os.WNOHANG)
            if done:
                break
            if until is not None and time.monotonic() > until:
                os.kill(child, signal.SIGKILL)
                until = None
            time.sleep(0.002)
        if os.WIFSIGNALED(status):
            assert os.WTERMSIG(status) == signal.SIGKILL, status
            return True
        assert os.WEXITSTATUS(status) == 0, f"a life ended with {os.WEXITSTATUS(status)}"
        return False

    def _prove(self, *, whole: bool) -> None:
        """Read the file as another program would, which also takes in what the killed process has left of its log."""
        if not self.said.tables:
            return
        path = self.folder / "q.db"
        assert check_file(str(path)) == ()
        with closing(sqlite3.connect(path)) as conn:
            (points,) = conn.execute("SELECT coalesce(sum(points), 0) FROM entries").fetchone()
            assert points == 0, points
            for table in tables_of(conn, ended=not whole):
                if table not in self._proved:
                    self._proved.add(table)
                    self.proved += prove(conn, REGISTRY[self.rules], table, self.said)


def soak(rules: str, hands: int, seed: int, folder: Path) -> int:
    """Siege after siege until so many hands are played; how often the tables were killed."""
    kills, left, began = 0, hands, time.monotonic()
    while left > 0:
        siege = Siege(Path(tempfile.mkdtemp(prefix=f"{rules}-{seed}-", dir=folder)), rules, seed, min(SPAN, left))
        try:
            siege.run()
        except AssertionError:
            sys.stderr.write(f"{rules}, seed {seed}: see {siege.folder}\n")
            raise
        shutil.rmtree(siege.folder)
        kills, left, seed = kills + siege.kills, left - siege.hands, seed + 1
        sys.stdout.write(
            f"{rules}: {hands - left} hands, {siege.proved} proved here, killed {kills} times,"
            f" {time.monotonic() - began:.0f} s\n"
        )
        sys.stdout.flush()
    return kills


def main() -> None:
    parser = ArgumentParser()
    parser.add_argument("rules", choices=list(REGISTRY))
    parser.add_argument("hands", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()))
    args = parser.parse_args()
    soak(args.rules, args.hands, args.seed, args.folder)


if __name__ == "__main__":
    main()
