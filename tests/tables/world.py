"""A service with a real store on a disk, a clock that stands still, and secrets that repeat."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any

from bot.engine.actions import PASS
from bot.engine.events import Event
from bot.players import choose
from bot.rules import REGISTRY
from bot.store.store import SqliteStore, open_store
from bot.tables.api import Board, Done, NewTable, Reply, Screen
from bot.tables.meta import Where
from bot.tables.ports import TableId
from bot.tables.service import TableService
from tests.support.clock import ManualClock

GUILD, CHANNEL = 10, 20
ANN, BOB, CAT, DAN, EVE = 101, 102, 103, 104, 105


@dataclass
class Heard:
    """A listener that writes down what it is told."""

    events: list[Event] = field(default_factory=list)
    boards: list[Board] = field(default_factory=list)
    faults: list[TableId] = field(default_factory=list)
    lost: int = 0

    def changed(self, board: Board, events: tuple[Event, ...]) -> None:
        self.boards.append(board)
        self.events += events

    def faulted(self, board: Board) -> None:
        self.faults.append(board.id)

    def store_lost(self) -> None:
        self.lost += 1


@dataclass
class World:
    """A bot's tables without the bot; ``restart`` is a new process on the same disk."""

    path: Path
    clock: ManualClock
    store: SqliteStore
    tables: TableService
    heard: Heard
    secrets: "count[int]"

    async def restart(self) -> None:
        """The process ends and another begins."""
        await self.tables.stop()
        await self.store.close()
        self.clock.timers.clear()
        self.store = await open_store(str(self.path))
        self.tables = self._service()
        await self.tables.recover()

    def _service(self) -> TableService:
        service = TableService(
            REGISTRY, self.store, self.clock, choose, pace=1.0, secret=lambda: f"{next(self.secrets):064x}"
        )
        self.heard = Heard()
        service.listen(self.heard)
        return service

    async def lobby(self, *users: int, **settings: Any) -> TableId:
        """A lobby, of Lishui unless the settings say otherwise, in which these people sit."""
        host, *others = users
        new = replace(NewTable(Where(GUILD, CHANNEL), host, "lishui", throw=f"t{host}"), **settings)
        table = done(await self.tables.open(new))
        for user in others:
            done(await self.tables.join(table, user, f"t{user}"))
        return table

    async def match(self, *users: int, **settings: Any) -> TableId:
        """A running match of these people and computer players."""
        table = await self.lobby(*users, **settings)
        done(await self.tables.start(table, users[0], fill=True))
        return table

    def screen(self, table: TableId, user: int) -> Screen:
        """What somebody sees, who must see something."""
        screen = self.tables.screen(table, user)
        assert screen is not None
        return screen

    async def until_turn(self, table: TableId, user: int) -> Screen:
        """Let the others play, and somebody claim nothing, until it is their turn; fails where that never happens."""
        for _ in range(400):
            screen = self.tables.screen(table, user)
            if screen is None or not screen.asked or screen.view.own is None:
                await self.clock.fire_next()
            elif PASS in screen.view.own.asked:
                done(await self.tables.act(table, user, PASS))
            else:
                return screen
        raise AssertionError(f"{user} never has a turn")

    async def play_hand(self, table: TableId, *users: int) -> Board:
        """Play on, everybody as a computer player would, until the hand has ended."""
        for _ in range(2000):
            board = self.tables.board(table)
            assert board is not None
            assert board.view is not None
            if not board.view.running:
                return board
            acted = False
            for user in users:
                screen = self.tables.screen(table, user)
                if screen is not None and screen.asked:
                    done(await self.tables.act(table, user, choose(screen.view), prompt=screen.prompt))
                    acted = True
                    break
            if not acted:
                await self.clock.fire_next()
        raise AssertionError("the hand never ends")


def done(reply: Reply) -> TableId:
    """The table of a reply that says it is done."""
    assert isinstance(reply, Done), reply
    return reply.table


@asynccontextmanager
async def world(path: Path) -> AsyncIterator[World]:
    """A world of one test."""
    clock = ManualClock()
    store = await open_store(str(path))
    secrets = count(1)
    service = TableService(REGISTRY, store, clock, choose, pace=1.0, secret=lambda: f"{next(secrets):064x}")
    heard = Heard()
    service.listen(heard)
    made = World(path, clock, store, service, heard, secrets)
    try:
        yield made
    finally:
        await made.tables.stop()
        await made.store.close()
