"""People who do all that the door to the tables lets them do: play, come late, leave, return, vote, bet, press twice.

They find out from the listener's calls alone what to do next, so that they go on after a restart as well.
"""

import asyncio
import json
from collections.abc import Callable, Coroutine
from functools import partial
from random import Random
from traceback import format_exc
from typing import Any, Final

from bot.engine.actions import Special
from bot.engine.legal import asked_now
from bot.engine.options import Number, Value
from bot.engine.ruleset import RuleSet
from bot.engine.state import Windows
from bot.players import choose
from bot.store.store import SqliteStore
from bot.tables.api import Board, Changes, Confirm, Done, NewTable, Refused, Reply
from bot.tables.clock import Clock
from bot.tables.meta import Points, Presence, VoteKind, Where
from bot.tables.ports import TableId, TableStatus
from bot.tables.service import TableService
from bot.tables.snapshot import Snapshot, question

GUILDS: Final = (10, 11, None)
PEOPLE: Final = tuple(range(101, 131))
LATE: Final = 0.03
TWICE: Final = 0.03
ODD: Final = 0.012
"""How often a change of a table moves somebody to something out of the ordinary."""

CLOCKS: Final = (None, 10, 45, 300)
BROKEN: Final = ("fault", "busy")
"""Refusals that nobody may ever get here; nor those of the store."""


Deed = Callable[[], Coroutine[Any, Any, Reply | None]]
"""What somebody is going to do."""


class Crowd:
    """``random`` decides who does what; ``wrong`` is called with whatever must not be."""

    def __init__(
        self, rules: RuleSet, store: SqliteStore, clock: Clock, random: Random, wrong: Callable[[str], None]
    ) -> None:
        self._rules, self._store, self._clock, self._random, self._wrong = rules, store, clock, random, wrong
        self.tables: TableService
        self._planned: dict[TableId, str] = {}
        self._jobs: set[asyncio.Task[None]] = set()

    # ------------------------------------------------------------------ opening

    async def open(self) -> None:
        """One more table, of any options, in a server or as somebody's practice."""
        random = self._random
        guild = random.choice(GUILDS)
        new = NewTable(
            Where(guild, random.randrange(20, 30), random.choice((None, 77))),
            random.choice(PEOPLE),
            self._rules.id,
            preset=random.choice(list(self._rules.presets)),
            options=self._options() if random.random() < 0.5 else None,
            length=random.choice((1, 1, 1, 2, None)),
            turn_seconds=random.choice(CLOCKS),
            claim_seconds=random.choice(CLOCKS),
            points=Points.FRIENDLY if guild is not None and random.random() < 0.2 else Points.COUNTED,
            windows=random.choice(list(Windows)),
            throw=self._throw(),
        )
        self._heard(await self.tables.open(new))

    def _options(self) -> dict[str, Value]:
        """Any value of any option."""
        chosen: dict[str, Value] = {}
        for spec in self._rules.options:
            if isinstance(spec, Number):
                chosen[spec.id] = self._random.randint(spec.low, min(spec.high, 9))
            else:
                chosen[spec.id] = self._random.choice(spec.values)
        return chosen

    def _throw(self) -> str:
        return str(self._random.getrandbits(60))

    # ------------------------------------------------------------------ what there is to do

    def look(self, board: Board, snapshot: Snapshot | None) -> None:
        """A table has changed: those whom that concerns plan what they do, after a while."""
        if snapshot is None or not board.meta.people():
            return
        if self._random.random() < ODD:
            self._later(lambda: self._odd(board.id))
        waiting_for = question(snapshot)
        asked = [user for user in map(board.user_at, sorted(asked_now(snapshot.state))) if user in board.meta.people()]
        plan = f"{waiting_for} {asked} {board.meta.people()} {[chair and chair.throw for chair in board.meta.chairs]}"
        if self._planned.get(board.id) == plan:
            return
        self._planned[board.id] = plan
        if snapshot.status is TableStatus.LOBBY:
            self._later(lambda: self._in_lobby(board.id))
        elif board.meta.paused:
            self._later(lambda: self.tables.resume(board.id, self._random.choice(board.meta.people())))
        elif board.view is not None and board.view.over:
            self._later(lambda: self._after_match(board.id))
        elif board.view is not None and not board.view.running:
            self._later(lambda: self._ready(board.id))
        else:
            for user in filter(None, asked):
                self._later(partial(self._play, board.id, user))
            if board.view is not None and board.view.stage == "horses" and self._random.random() < 0.5:
                self._later(lambda: self._bet(board.id))

    def _later(self, deed: Deed) -> None:
        def begin() -> None:
            task = asyncio.get_running_loop().create_task(self._do(deed))
            self._jobs.add(task)
            task.add_done_callback(self._jobs.discard)

        self._clock.later(self._random.uniform(0.1, 3.0), begin)

    async def _do(self, deed: Deed) -> None:
        try:
            self._heard(await deed())
        except Exception:  # noqa: BLE001 - whatever it is, nobody may be answered with it
            self._wrong(format_exc())

    def _heard(self, reply: Reply | None) -> None:
        match reply:
            case Refused(reason=reason) if reason in BROKEN or reason.startswith("store_"):
                self._wrong(f"refused: {reason}")
            case _:
                pass

    # ------------------------------------------------------------------ what they do

    async def _play(self, table: TableId, user: int) -> Reply | None:
        if self._random.random() < LATE:
            return None
        screen = self.tables.screen(table, user)
        if screen is None or not screen.asked:
            return None
        action, press = choose(screen.view), self._random.getrandbits(60)
        reply = await self.tables.act(table, user, action, prompt=screen.prompt, interaction=press)
        if isinstance(reply, Confirm):
            reply = await self.tables.act(table, user, action, prompt=screen.prompt, confirmed=True)
        elif self._random.random() < TWICE:
            again = await self.tables.act(table, user, action, prompt=screen.prompt, interaction=press)
            if isinstance(reply, Done) and not isinstance(again, Refused):
                self._wrong(f"an interaction counts twice: {action}")
        return reply

    async def _bet(self, table: TableId) -> Reply:
        position = self._random.randrange(60)
        return await self.tables.outside(
            table,
            self._random.choice(PEOPLE),
            Special("horse", number=position),
            interaction=self._random.getrandbits(60),
        )

    async def _in_lobby(self, table: TableId) -> Reply | None:
        board = self.tables.board(table)
        if board is None:
            return None
        host, draw = board.meta.host, self._random.random()
        if draw < 0.45 and board.meta.free() is not None:
            return await self.tables.join(table, self._random.choice(PEOPLE), self._throw())
        if draw < 0.55:
            return await self.tables.change(table, host, Changes(options=self._options()))
        if draw < 0.65:
            return await self.tables.add_bot(table, host)
        if draw < 0.68:
            return await self.tables.leave(table, self._random.choice(board.meta.people()))
        return await self.tables.start(table, host, fill=True)

    async def _ready(self, table: TableId) -> Reply | None:
        board = self.tables.board(table)
        if board is None:
            return None
        if self._random.random() < 0.1:
            await self._vote(board, VoteKind.UNDO)
        reply: Reply | None = None
        for chair in board.meta.chairs:
            if chair is not None and chair.user and not chair.throw and self._random.random() > LATE:
                reply = await self.tables.ready(table, chair.user, self._throw())
        return reply

    async def _vote(self, board: Board, kind: VoteKind) -> Reply | None:
        reply: Reply | None = None
        for user in board.meta.people():
            reply = await self.tables.vote(board.id, user, kind)
            self._heard(reply)
        return reply

    async def _after_match(self, table: TableId) -> Reply | None:
        board = self.tables.board(table)
        people = () if board is None else board.meta.people()
        if board is None or not people:
            return None
        draw = self._random.random()
        if draw < 0.2:
            await self._vote(board, VoteKind.UNDO)
        if draw < 0.4:
            return await self.tables.again(table, people[0], self._throw())
        if draw < 0.9:
            return await self.tables.end(table, board.meta.host, confirmed=True)
        return None

    async def _odd(self, table: TableId) -> Reply | None:
        """What nobody needs to do."""
        board = self.tables.board(table)
        if board is None:
            return None
        random, people = self._random, board.meta.people()
        somebody, anybody = random.choice(people or PEOPLE), random.choice(PEOPLE)
        deeds: list[Deed] = [
            lambda: self.tables.leave(table, somebody, confirmed=True),
            lambda: self.tables.join(table, anybody, self._throw()),
            lambda: self.tables.join(table, anybody, self._throw()),
            lambda: self.tables.call(table, somebody),
            lambda: self._admit(board),
            lambda: self.tables.back(table, somebody),
            lambda: self.tables.vote(table, somebody, random.choice(list(VoteKind))),
            lambda: self._vote(board, VoteKind.PAUSE),
            lambda: self.tables.moved(table, Where(board.where.guild, random.randrange(20, 30))),
            lambda: self._prefer(somebody),
            lambda: self._kick(board),
            lambda: self.tables.act(table, anybody, Special("ting")),
        ]
        if random.random() < 0.05:
            deeds = [
                lambda: self.tables.end(table, anybody, manager=True, confirmed=True),
                lambda: self.tables.abandon(table),
                lambda: self._vote(board, VoteKind.END),
            ]
        return await random.choice(deeds)()

    async def _admit(self, board: Board) -> Reply | None:
        guests, people = board.meta.guests, board.meta.people() or PEOPLE
        return await self.tables.admit(board.id, people[0], self._random.choice(guests)) if guests else None

    async def _kick(self, board: Board) -> Reply | None:
        away = [chair.user for chair in board.meta.chairs if chair and chair.presence is Presence.AUTO and chair.user]
        return await self.tables.kick(board.id, board.meta.host, self._random.choice(away)) if away else None

    async def _prefer(self, user: int) -> None:
        names = ("never_chi", "never_peng", "win_for_me", "confirm_discard")
        chosen = {name: self._random.random() < 0.3 for name in names}
        await self._store.settings.change_person(user, lambda text: json.dumps({**json.loads(text), **chosen}))
        await self.tables.preferences_changed(user)
