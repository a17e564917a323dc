"""A match that is killed again and again: ``python -m tests.tables.killed FOLDER RULES SEED SPAN``.

This process forks one life after the other. A life opens the database, lets the tables recover and plays on, until it
kills itself (SIGKILL) at one of its next SPAN moments: a statement of SQL inside or between transactions, or right
after a change was told. With SPAN 0 there is one life, which plays to the end. What is decided depends on the table
alone, so that every life does what another would have done; ``told`` holds what was told after each change.
"""

import asyncio
import hashlib
import json
import os
import signal
import sqlite3
import sys
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from bot.engine.actions import Action, action_text, parse_action
from bot.engine.events import Event
from bot.engine.state import Idle, Over
from bot.players import choose
from bot.rules import REGISTRY
from bot.store.store import SqliteStore, opened_store
from bot.tables import service
from bot.tables.api import Board, Done, NewTable, Refused, Reply
from bot.tables.meta import Where
from bot.tables.ports import TableId, TableStatus
from bot.tables.service import TableService
from tests.support.clock import ManualClock

GUILD, CHANNEL = 10, 20
PEOPLE = (101, 102)
TABLE = TableId("7ab1e7ab")
BEGIN = 1_800_000_000.0
MOST_LIVES = 5000
MOSTLY = 0.8
LARGEST_CHANGE = 400
"""More statements than the end of a hand takes: some lives are long enough for it."""


class Life:
    """One process between two kills. ``left`` is how many moments it has."""

    def __init__(self, folder: Path, rules: str, store: SqliteStore, left: int) -> None:
        self.folder, self.rules, self.store, self.left = folder, rules, store, left
        self.clock = ManualClock()
        self.tables = TableService(REGISTRY, store, self.clock, choose, pace=1.0, secret=self.secret)
        self.tables.listen(self)

    # ------------------------------------------------------------------ what makes it the same every time

    def secret(self) -> str:
        board = self.tables.board(TABLE)
        number = 0 if board is None else board.meta.number
        return hashlib.sha256(f"{self.rules} {number}".encode()).hexdigest()

    def moment(self) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    async def revision(self) -> int:
        stored = await self.store.tables.table(TABLE)
        return 0 if stored is None else stored.record.revision

    def plan(self, entry: dict[str, Any]) -> None:
        """Write down what is about to be done, and when."""
        with (self.folder / "plans").open("a") as file:
            file.write(json.dumps(entry) + "\n")

    def plans(self) -> list[dict[str, Any]]:
        path = self.folder / "plans"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    # ------------------------------------------------------------------ the listener

    def changed(self, board: Board, _events: tuple[Event, ...]) -> None:
        screens = [self.tables.screen(TABLE, user) for user in PEOPLE]
        line = {
            "scores": [chair and chair.score for chair in board.meta.chairs],
            "due": board.meta.due,
            "for": board.meta.due_for,
            "commitment": board.commitment,
            "asked": [
                sorted(map(action_text, screen.view.own.asked)) if screen and screen.view.own else None
                for screen in screens
            ],
            "hands": [str(screen.view.own.hand) if screen and screen.view.own else None for screen in screens],
        }
        snapshot = self.tables._keeper.snapshot(TABLE)
        number = "end" if snapshot is None else snapshot.revision
        with (self.folder / "told").open("a") as file:
            file.write(json.dumps([number, line]) + "\n")
        self.moment()

    def faulted(self, board: Board) -> None:
        raise AssertionError(f"a fault in {board.id}")

    def store_lost(self) -> None:
        raise AssertionError("the store is lost")

    # ------------------------------------------------------------------ playing

    async def live(self) -> None:
        revision, plans = await self.revision(), self.plans()
        before = [plan for plan in plans if plan["revision"] == revision - 1]
        self.clock.time = before[-1]["time"] if before else BEGIN
        await self.tables.recover()
        if before and before[-1].get("interaction"):
            assert isinstance(await self.act(before[-1]), Refused)
        while await self.step():
            pass
        await self.tables.stop()

    async def act(self, plan: dict[str, Any]) -> Reply:
        action: Action = parse_action(plan["action"])
        return await self.tables.act(
            TABLE, plan["user"], action, prompt=plan["prompt"], interaction=plan["interaction"], confirmed=True
        )

    async def step(self) -> bool:
        """Do the next thing; False at the end."""
        board = self.tables.board(TABLE)
        if board is None:
            if await self.revision():
                return False
            self.plan({"revision": 0, "time": self.clock.time})
            new = NewTable(Where(GUILD, CHANNEL), PEOPLE[0], self.rules, length=1, throw="first")
            assert isinstance(await self.tables.open(new), Done)
            return True
        revision = await self.revision()
        if board.status is TableStatus.LOBBY or not self.hand_running():
            self.plan({"revision": revision, "time": self.clock.time})
            await self.between(board)
            return True
        for user in PEOPLE:
            screen = self.tables.screen(TABLE, user)
            if screen is None or not screen.asked or screen.view.own is None:
                continue
            digest = int(hashlib.sha256(f"{screen.prompt} {user}".encode()).hexdigest()[:8], 16)
            if digest % 9 == 0:
                continue
            plan = {
                "revision": revision, "time": self.clock.time, "user": user, "prompt": screen.prompt,
                "action": action_text(choose(screen.view)), "interaction": digest,
            }  # fmt: skip
            self.plan(plan)
            reply = await self.act(plan)
            assert isinstance(reply, Done), (plan, reply)
            return True
        due = self.clock.next_due()
        assert due is not None
        self.plan({"revision": revision, "time": max(due, self.clock.time)})
        await self.clock.fire_next()
        return True

    def hand_running(self) -> bool:
        snapshot = self.tables._keeper.snapshot(TABLE)
        return snapshot is not None and not isinstance(snapshot.state.phase, Idle | Over)

    async def between(self, board: Board) -> None:
        if board.status is TableStatus.LOBBY:
            joined = PEOPLE[1] in board.meta.people()
            reply = (
                await self.tables.start(TABLE, PEOPLE[0], fill=True)
                if joined
                else await self.tables.join(TABLE, PEOPLE[1], "second")
            )
        elif board.view is not None and board.view.over:
            reply = await self.tables.abandon(TABLE)
        else:
            waiting = [chair.user for chair in board.meta.chairs if chair and chair.user and not chair.throw]
            reply = await self.tables.ready(TABLE, waiting[0], f"{waiting[0]} {board.meta.number}")
        assert isinstance(reply, Done), reply


async def life(folder: Path, rules: str, left: int) -> None:
    async with opened_store(str(folder / "q.db")) as store:
        one = Life(folder, rules, store, left)

        def watch(conn: sqlite3.Connection) -> None:
            conn.set_trace_callback(lambda _: one.moment())

        await store._writer._connection.run(watch)
        await one.live()


def main(folder: Path, rules: str, seed: int, span: int) -> None:
    """Live until the match is over; how often it was killed."""
    setattr(service, "secrets", SimpleNamespace(token_hex=lambda _: str(TABLE)))  # noqa: B010 - a table of one name
    random = Random(seed)
    for kills in range(MOST_LIVES):
        reach = span if random.random() < MOSTLY else LARGEST_CHANGE + span
        left = random.randrange(1, reach) if span else 0
        child = os.fork()
        if not child:
            asyncio.run(life(folder, rules, left))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if os.WIFEXITED(status):
            print(kills)
            sys.exit(os.WEXITSTATUS(status))
        assert os.WTERMSIG(status) == signal.SIGKILL, status


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
