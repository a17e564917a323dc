"""The door to the tables (``bot.tables.api.Tables``): every call is a change of one table's draft, or a look at it."""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Final
from zoneinfo import ZoneInfo

from bot.engine.actions import Action, Special
from bot.engine.options import OptionError, choose
from bot.engine.ruleset import RuleSet
from bot.engine.state import Over
from bot.engine.tiles import SEATS
from bot.tables import lobby, play, voting
from bot.tables.api import Board, Changes, Done, Listener, NewTable, ReadyBy, Refused, Reply, Screen
from bot.tables.clock import Clock
from bot.tables.deadline import requieted
from bot.tables.draft import Choose, Draft, fresh_state
from bot.tables.keeper import Keeper, new_secret
from bot.tables.meta import Chair, Presence, TableMeta, VoteKind, Where
from bot.tables.ports import Store, TableId, TableStatus
from bot.tables.prompts import prompt_of
from bot.tables.quiet import QuietHours, quiet_hours
from bot.tables.screens import board_of, ready_by, screen_of
from bot.tables.snapshot import Snapshot

_UTC: Final = ZoneInfo("UTC")


class TableService:
    """All tables of this process.

    ``choose`` is the computer player, ``pace`` how many seconds it thinks, ``secret`` makes the secret of a wall,
    ``zone`` is the time zone of servers that have chosen none.
    """

    def __init__(
        self,
        registry: Mapping[str, RuleSet],
        store: Store,
        clock: Clock,
        choose: Choose,
        *,
        pace: float,
        secret: Callable[[], str] = new_secret,
        zone: ZoneInfo = _UTC,
    ) -> None:
        self._registry = dict(registry)
        self._settings = store.settings
        self._zone = zone
        self._keeper = Keeper(registry, store, clock, choose, pace=pace, secret=secret)

    def listen(self, listener: Listener) -> None:
        """Tell this one of every change from now on."""
        self._keeper.listen(listener)

    async def recover(self) -> None:
        """Load every open table from the store and let it go on."""
        await self._keeper.recover()
        for guild in {snapshot.where.guild for snapshot in self._keeper.snapshots()}:
            if guild is not None:
                await self.server_changed(guild)

    async def rest(self) -> None:
        """Stop all clocks; the tables can still be looked at."""
        await self._keeper.rest()

    async def stop(self) -> None:
        """Stop all clocks and wait for what is being written."""
        await self._keeper.stop()

    # ------------------------------------------------------------------ lobby

    async def open(self, new: NewTable) -> Reply:
        """A lobby with its host in the first chair; in private messages a practice table that begins at once."""
        rules = self._registry.get(new.rules)
        if rules is None:
            return Refused("unknown_rules", (("value", new.rules),))
        try:
            options = choose(rules.options, {**rules.presets.get(new.preset, {}), **(new.options or {})})
        except OptionError as error:
            return lobby.bad_option(error)
        meta = TableMeta(
            rules=rules.id,
            options=dict(options),
            length=new.length,
            host=new.host,
            language=new.language,
            turn_seconds=new.turn_seconds,
            claim_seconds=new.claim_seconds,
            created=self._keeper.now(),
            points=new.points,
            windows=new.windows,
            chairs=(Chair(new.host, throw=new.throw), None, None, None),
            secret=self._keeper.fresh_secret(),
            quiet=await self._quiet_hours(new.where.guild, new.quiet),
            own_quiet=new.quiet,
        )
        table = TableId(secrets.token_hex(4))
        self._keeper.add(Snapshot(table, new.where, TableStatus.LOBBY, meta, fresh_state(rules, meta)))
        await self._keeper.read_preferences(new.host)
        begin = new.where.guild is None
        return await self._keeper.change(table, lambda draft: _opened(draft, begin=begin))

    async def change(self, table: TableId, user: int, changes: Changes) -> Reply:
        """The host changes what the lobby has agreed on."""
        return await self._keeper.change(table, lambda draft: lobby.change(draft, user, changes, self._registry))

    async def join(self, table: TableId, user: int, throw: str) -> Reply:
        """Sit down, or come back."""
        await self._keeper.read_preferences(user)
        return await self._keeper.change(table, lambda draft: lobby.join(draft, user, throw))

    async def admit(self, table: TableId, user: int, guest: int) -> Reply:
        """Agree to a guest."""
        return await self._keeper.change(table, lambda draft: lobby.admit(draft, user, guest))

    async def call(self, table: TableId, user: int) -> Reply:
        """Call for others."""
        return await self._keeper.change(table, lambda draft: lobby.call(draft, user))

    async def leave(self, table: TableId, user: int, *, confirmed: bool = False) -> Reply:
        """Get up."""
        return await self._keeper.change(table, lambda draft: lobby.leave(draft, user, confirmed=confirmed))

    async def add_bot(self, table: TableId, user: int) -> Reply:
        """Seat a computer player."""
        return await self._keeper.change(table, lambda draft: lobby.add_bot(draft, user))

    async def kick(self, table: TableId, user: int, target: int | None) -> Reply:
        """Free a chair."""
        return await self._keeper.change(table, lambda draft: lobby.kick(draft, user, target))

    async def start(self, table: TableId, user: int, *, fill: bool = False) -> Reply:
        """Begin."""
        return await self._keeper.change(table, lambda draft: lobby.start(draft, user, fill=fill))

    # ------------------------------------------------------------------ play

    async def act(
        self,
        table: TableId,
        user: int,
        action: Action,
        *,
        prompt: str | None = None,
        interaction: int | None = None,
        confirmed: bool = False,
    ) -> Reply:
        """A player acts. Without a prompt it is the question at the moment of arrival that is answered."""
        bound = self._prompt(table, user) if prompt is None else prompt
        reply = await self._keeper.change(
            table, lambda draft: play.act(draft, user, action, bound, confirmed=confirmed), interaction
        )
        if not isinstance(reply, Done) and self._is_played_for(table, user):
            await self.back(table, user)
        return reply

    def _prompt(self, table: TableId, user: int) -> str | None:
        """The question that is put to somebody now."""
        snapshot = self._keeper.snapshot(table)
        number = None if snapshot is None else snapshot.meta.chair_of(user)
        if snapshot is None or number is None:
            return None
        state = snapshot.state
        return prompt_of(state, next(seat for seat in SEATS if state.seating[seat] == number))

    def _is_played_for(self, table: TableId, user: int) -> bool:
        """Whether somebody's seat plays by itself, which it does until they do anything, a wrong move included."""
        snapshot = self._keeper.snapshot(table)
        number = None if snapshot is None else snapshot.meta.chair_of(user)
        chair = None if snapshot is None or number is None else snapshot.meta.chairs[number]
        return chair is not None and chair.presence is Presence.AUTO

    async def outside(self, table: TableId, user: int, action: Special, *, interaction: int | None = None) -> Reply:
        """Somebody who does not play acts."""
        return await self._keeper.change(table, lambda draft: play.outside(draft, user, action), interaction)

    async def ready(self, table: TableId, user: int, throw: str) -> Reply:
        """Ready for the next hand."""
        return await self._keeper.change(table, lambda draft: play.ready(draft, user, throw))

    async def back(self, table: TableId, user: int) -> Reply:
        """Take over again."""
        return await self._keeper.change(table, lambda draft: play.back(draft, user))

    # ------------------------------------------------------------------ together

    async def vote(self, table: TableId, user: int, kind: VoteKind) -> Reply:
        """Be for something."""
        return await self._keeper.change(table, lambda draft: voting.vote(draft, user, kind))

    async def resume(self, table: TableId, user: int) -> Reply:
        """Let a paused table go on."""
        return await self._keeper.change(table, lambda draft: lobby.resume(draft, user))

    async def end(self, table: TableId, user: int, *, manager: bool = False, confirmed: bool = False) -> Reply:
        """End the table."""
        return await self._keeper.change(
            table, lambda draft: lobby.end(draft, user, manager=manager, confirmed=confirmed)
        )

    async def abandon(self, table: TableId) -> Reply:
        """End a table whose place is gone."""
        return await self._keeper.change(table, lobby.closed)

    async def again(self, table: TableId, user: int, throw: str) -> Reply:
        """The same seats play another match: the old table ends, and a new one begins with its chairs."""
        snapshot = self._keeper.snapshot(table)
        if snapshot is None:
            return Refused("no_table")
        if user not in snapshot.meta.people():
            return Refused("no_chair")
        if not isinstance(snapshot.state.phase, Over):
            return Refused("not_over")
        ended = await self._keeper.change(table, lobby.closed)
        if not isinstance(ended, Done):
            return ended
        return await self._reopen(snapshot, user, throw)

    async def _reopen(self, snapshot: Snapshot, user: int, throw: str) -> Reply:
        chairs = tuple(
            Chair(chair.user, throw=throw if chair.user == user else "")
            if chair is not None and chair.presence is not Presence.LEFT
            else None
            for chair in snapshot.meta.chairs
        )
        meta = replace(
            snapshot.meta, chairs=chairs, host=user, guests=(), called=0, number=0, undone=0, votes=(),
            secret=self._keeper.fresh_secret(), created=self._keeper.now(), due=None, due_for="", remind=None,
        )  # fmt: skip
        table = TableId(secrets.token_hex(4))
        state = fresh_state(self._registry[meta.rules], meta)
        self._keeper.add(Snapshot(table, snapshot.where, TableStatus.LOBBY, meta, state))
        return await self._keeper.change(table, lambda draft: _opened(draft, begin=None not in chairs))

    async def moved(self, table: TableId, where: Where) -> Reply:
        """The table goes on elsewhere."""
        return await self._keeper.change(table, lambda draft: _moved(draft, where))

    # ------------------------------------------------------------------ looking

    def board(self, table: TableId) -> Board | None:
        """A table as everybody may see it."""
        snapshot = self._keeper.snapshot(table)
        return None if snapshot is None else board_of(snapshot)

    def screen(self, table: TableId, user: int) -> Screen | None:
        """A table as one of its players sees it."""
        snapshot = self._keeper.snapshot(table)
        return None if snapshot is None else screen_of(snapshot, user)

    async def ready_by(self, table: TableId, user: int) -> tuple[ReadyBy, ...]:
        """The discards that leave a player's tiles ready."""
        snapshot = self._keeper.snapshot(table)
        return () if snapshot is None else await asyncio.to_thread(ready_by, snapshot, user)

    def of_user(self, user: int) -> tuple[Board, ...]:
        """The open tables at which somebody has a chair."""
        return self._boards(lambda snapshot: user in snapshot.meta.people())

    def in_channel(self, channel: int) -> tuple[Board, ...]:
        """The open tables of a channel."""
        return self._boards(lambda snapshot: channel in (snapshot.where.channel, snapshot.where.thread))

    def open_tables(self) -> tuple[Board, ...]:
        """All of them."""
        return self._boards(lambda _snapshot: True)

    def _boards(self, wanted: Callable[[Snapshot], bool]) -> tuple[Board, ...]:
        return tuple(board_of(snapshot) for snapshot in self._keeper.snapshots() if wanted(snapshot))

    async def preferences_changed(self, user: int) -> None:
        """Read a person's settings again."""
        await self._keeper.read_preferences(user)

    async def server_changed(self, guild: int) -> None:
        """Let the tables of a server go by its quiet hours as they are now."""
        for snapshot in tuple(self._keeper.snapshots()):
            if snapshot.where.guild == guild:
                quiet = await self._quiet_hours(guild, snapshot.meta.own_quiet)
                if quiet != snapshot.meta.quiet:
                    await self._keeper.change(snapshot.id, partial(_requieted, quiet=quiet))

    async def _quiet_hours(self, guild: int | None, own: str | None) -> QuietHours | None:
        return None if guild is None else quiet_hours(await self._settings.server(guild), self._zone, own)


def _requieted(draft: Draft, *, quiet: QuietHours | None) -> Reply:
    draft.meta = requieted(draft.before, quiet, draft.now).meta
    return Done(draft.before.id)


def _opened(draft: Draft, *, begin: bool) -> Reply:
    if begin:
        while (free := draft.meta.free()) is not None:
            draft.set_chair(free, Chair(None))
        draft.status = TableStatus.RUNNING
        draft.start_match()
    return Done(draft.before.id)


def _moved(draft: Draft, where: Where) -> Reply:
    draft.where = where
    return Done(draft.before.id)
