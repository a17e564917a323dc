"""The running tables behind the door: one lock a table, one transaction an action, and only then is anybody told."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.engine.actions import Action, Special
from bot.engine.events import EVERYBODY, Event
from bot.engine.evolve import evolve
from bot.engine.legal import asked_now, legal
from bot.engine.options import OptionError, choose
from bot.engine.ruleset import RuleSet
from bot.engine.state import Idle, Over, State
from bot.engine.tiles import SEATS
from bot.engine.view import view
from bot.tables import lobby, play
from bot.tables.api import Board, Changes, Done, Listener, NewTable, Refused, Reply, Screen
from bot.tables.clock import Clock, Timer
from bot.tables.codec import Proof, entry_text, meta_text, read_entry, read_meta
from bot.tables.draft import Choose, Draft, Snapshot, fresh_state, question
from bot.tables.fairness import commitment
from bot.tables.ledger_values import Reversal
from bot.tables.meta import Chair, Presence, TableMeta, VoteKind, Where
from bot.tables.ports import (
    Conflict,
    Deadline,
    Repeated,
    Store,
    StoredTable,
    StoreError,
    TableId,
    TableRecord,
    TableStatus,
    Unit,
)
from bot.tables.preferences import Preferences, read_preferences

TRIES: Final = 3
FAULTS_BEFORE_CLOSING: Final = 3
RETRY_SECONDS: Final = 5.0
_LOG: Final = logging.getLogger("queguan.tables")

Work = Callable[[Draft], Reply]


@dataclass(slots=True)
class _Live:
    """A table in memory: what is on the disk, and what is about to happen to it."""

    snapshot: Snapshot
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    clock: Timer | None = None
    clock_for: str = ""
    computers: Timer | None = None
    computers_for: str = ""
    faults: int = 0


def new_secret() -> str:
    """256 bits that nobody can guess, as 64 hex digits."""
    return secrets.token_hex(32)


class TableService:
    """All tables of this process (``bot.tables.api.Tables``).

    ``choose`` is the computer player, ``pace`` how many seconds it thinks, ``secret`` makes the secret of a wall.
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
    ) -> None:
        self._registry = dict(registry)
        self._store = store
        self._clock = clock
        self._choose = choose
        self._pace = pace
        self._secret = secret
        self._live: dict[TableId, _Live] = {}
        self._preferences: dict[int, Preferences] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._listener: Listener | None = None

    def listen(self, listener: Listener) -> None:
        """Tell this one of every change from now on."""
        self._listener = listener

    # ------------------------------------------------------------------ start and stop

    async def recover(self) -> None:
        """Load every open table from the store and let it go on."""
        for stored in await self._store.tables.open_tables():
            try:
                live = _Live(await self._load(stored))
            except (ValueError, LookupError):
                _LOG.exception("table %s cannot be read and is left as it is", stored.record.id)
                continue
            self._live[live.snapshot.id] = live
            for user in live.snapshot.meta.people():
                await self._read_preferences(user)
            await self._book_undo(live.snapshot)
            self._schedule(live)
            self._tell(live, ())

    async def stop(self) -> None:
        """Stop all clocks and wait for what is being written."""
        for live in self._live.values():
            for timer in (live.clock, live.computers):
                if timer is not None:
                    timer.cancel()
        if self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        self._live.clear()

    async def _load(self, stored: StoredTable) -> Snapshot:
        record = stored.record
        meta = read_meta(record.meta)
        where = Where(record.guild, record.channel, record.thread)
        rules = self._registry[meta.rules]
        state, first = fresh_state(rules, meta), stored.seq
        if meta.number:
            first, entries = await self._last_hand(record.id, meta.number)
            for text in entries:
                entry = read_entry(text)
                if not isinstance(entry, Proof):
                    state = evolve(state, entry)
        return Snapshot(record.id, where, record.status, meta, state, stored.seq, record.revision, first)

    async def _last_hand(self, table: TableId, number: int) -> tuple[int, tuple[str, ...]]:
        """Where the entries of the table's latest hand begin, and these entries."""
        finished = await self._store.tables.hands(table)
        if finished and finished[-1].number == number:
            first = finished[-1].first
            last = finished[-1].last
            return first, (await self._store.tables.log(table, first))[: last - first + 1]
        first = finished[-1].last + 1 if finished else 0
        entries = await self._store.tables.log(table, first)
        return first, entries

    # ------------------------------------------------------------------ the one way to change a table

    async def _change(self, table: TableId, work: Work, interaction: int | None = None) -> Reply:
        live = self._live.get(table)
        if live is None:
            return Refused("no_table")
        async with live.lock:
            try:
                reply = await self._try(live, work, interaction)
            except StoreError as error:
                _LOG.error("table %s: the store cannot write: %s", table, error)
                return self._not_written(live, error)
            except Exception:  # noqa: BLE001 - a fault inside one table must not reach the others
                _LOG.exception("table %s: a fault; it is loaded anew from its log", table)
                return await self._fault(live)
            live.faults = 0
            return reply

    def _not_written(self, live: _Live, error: StoreError) -> Reply:
        """Nothing was written and nothing has happened; the clocks try again in a while."""
        if live.snapshot.revision == 0:
            self._live.pop(live.snapshot.id, None)
        else:
            self._retry_later(live)
        return Refused(f"store_{error.reason}")

    async def _fault(self, live: _Live) -> Reply:
        """Load the table anew; where faults keep coming, close it, its points as they are in the ledger."""
        live.faults += 1
        try:
            await self._reload(live)
            if live.faults >= FAULTS_BEFORE_CLOSING:
                await self._try(live, _closed, None)
        except (StoreError, ValueError, LookupError):
            _LOG.exception("table %s cannot be read and is left as it is", live.snapshot.id)
            self._live.pop(live.snapshot.id, None)
        if live.snapshot.id in self._live:
            self._retry_later(live)
        if self._listener is not None:
            self._listener.faulted(self._board(live.snapshot))
        return Refused("fault")

    def _retry_later(self, live: _Live) -> None:
        for timer in (live.clock, live.computers):
            _cancel(timer)
        live.clock_for = live.computers_for = ""
        live.clock = self._clock.later(RETRY_SECONDS, lambda: self._schedule(live))

    async def _try(self, live: _Live, work: Work, interaction: int | None) -> Reply:
        for _ in range(TRIES):
            draft = self._draft(live.snapshot)
            reply = work(draft)
            if not isinstance(reply, Done):
                return reply
            if draft.status is TableStatus.RUNNING:
                draft.reflexes()
            after = draft.after()
            outcome = await self._store.tables.commit(_unit(draft, after, interaction))
            match outcome:
                case Conflict():
                    await self._reload(live)
                    self._schedule(live)
                case Repeated():
                    return Refused("repeated")
                case committed:
                    live.snapshot = replace(after, seq=committed.seq, revision=committed.revision)
                    await self._book_undo(live.snapshot)
                    self._after_commit(live, draft.events)
                    return reply
        return Refused("busy")

    def _draft(self, snapshot: Snapshot) -> Draft:
        now = self._clock.now()
        return Draft(snapshot, now, choose=self._choose, preferences=self._preferences, secret=self._secret)

    def _after_commit(self, live: _Live, events: tuple[Event, ...]) -> None:
        self._schedule(live)
        if live.snapshot.status is TableStatus.ENDED:
            self._live.pop(live.snapshot.id, None)
        self._tell(live, events)

    def _tell(self, live: _Live, events: tuple[Event, ...]) -> None:
        if self._listener is not None:
            self._listener.changed(self._board(live.snapshot), events)

    async def _reload(self, live: _Live) -> None:
        stored = await self._store.tables.table(live.snapshot.id)
        if stored is None:
            self._live.pop(live.snapshot.id, None)
            return
        live.snapshot = await self._load(stored)

    async def _book_undo(self, snapshot: Snapshot) -> None:
        """Write what undoing a hand means for the ledger; once, however often this is called."""
        meta = snapshot.meta
        guild = snapshot.where.guild
        if meta.undone and meta.undone == meta.number and guild is not None:
            hand = f"{snapshot.id}:{meta.undone}"
            if await self._store.ledger.item(f"hand:{hand}") is not None:
                now = self._clock.now()
                await self._store.ledger.reverse(Reversal(f"undo:{hand}", guild, f"hand:{hand}", now))

    # ------------------------------------------------------------------ clocks

    def _schedule(self, live: _Live) -> None:
        """Set the table's clock and, where computer players are asked, their moment, for what it waits for now."""
        snapshot = live.snapshot
        waiting_for = question(snapshot)
        if live.clock_for != waiting_for:
            _cancel(live.clock)
            live.clock_for = waiting_for
            live.clock = self._later(snapshot, snapshot.meta.due, play.time_out)
        if not self._computers_asked(snapshot):
            _cancel(live.computers)
            live.computers_for = ""
        elif live.computers_for != waiting_for:
            _cancel(live.computers)
            live.computers_for = waiting_for
            live.computers = self._later(snapshot, self._clock.now() + self._pace, play.computers)

    def _computers_asked(self, snapshot: Snapshot) -> bool:
        if snapshot.status is not TableStatus.RUNNING or snapshot.meta.paused:
            return False
        chairs = (snapshot.meta.chairs[snapshot.state.seating[seat]] for seat in asked_now(snapshot.state))
        return any(chair is not None and chair.plays_itself for chair in chairs)

    def _later(self, snapshot: Snapshot, due: float | None, work: Callable[[Draft, str], Reply]) -> Timer | None:
        if due is None:
            return None
        table, waiting_for = snapshot.id, question(snapshot)
        seconds = due - self._clock.now()
        return self._clock.later(seconds, lambda: self._spawn(self._on_time(table, waiting_for, work)))

    async def _on_time(self, table: TableId, waiting_for: str, work: Callable[[Draft, str], Reply]) -> None:
        live = self._live.get(table)
        if live is not None and work is play.computers and live.computers_for == waiting_for:
            live.computers_for = ""
        await self._change(table, lambda draft: work(draft, waiting_for))

    def _spawn(self, job: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

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
            created=self._clock.now(),
            points=new.points,
            windows=new.windows,
            chairs=(Chair(new.host, throw=new.throw), None, None, None),
            secret=self._secret(),
        )
        table = TableId(secrets.token_hex(4))
        empty = Snapshot(table, new.where, TableStatus.LOBBY, meta, fresh_state(rules, meta))
        live = _Live(empty)
        self._live[table] = live
        await self._read_preferences(new.host)
        begin = new.where.guild is None
        return await self._change(table, lambda draft: _opened(draft, begin=begin))

    async def change(self, table: TableId, user: int, changes: Changes) -> Reply:
        """The host changes what the lobby has agreed on."""
        return await self._change(table, lambda draft: lobby.change(draft, user, changes, self._registry))

    async def join(self, table: TableId, user: int, throw: str) -> Reply:
        """Sit down, or come back."""
        await self._read_preferences(user)
        return await self._change(table, lambda draft: lobby.join(draft, user, throw))

    async def leave(self, table: TableId, user: int, *, confirmed: bool = False) -> Reply:
        """Get up."""
        return await self._change(table, lambda draft: lobby.leave(draft, user, confirmed=confirmed))

    async def add_bot(self, table: TableId, user: int) -> Reply:
        """Seat a computer player."""
        return await self._change(table, lambda draft: lobby.add_bot(draft, user))

    async def kick(self, table: TableId, user: int, target: int | None) -> Reply:
        """Free a chair."""
        return await self._change(table, lambda draft: lobby.kick(draft, user, target))

    async def start(self, table: TableId, user: int, *, fill: bool = False) -> Reply:
        """Begin."""
        return await self._change(table, lambda draft: lobby.start(draft, user, fill=fill))

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
        live = self._live.get(table)
        bound = prompt
        if live is not None and prompt is None:
            bound = f"{live.snapshot.state.number}.{live.snapshot.state.prompt}"
        return await self._change(
            table, lambda draft: play.act(draft, user, action, bound, confirmed=confirmed), interaction
        )

    async def outside(self, table: TableId, user: int, action: Special, *, interaction: int | None = None) -> Reply:
        """Somebody who does not play acts."""
        return await self._change(table, lambda draft: play.outside(draft, user, action), interaction)

    async def ready(self, table: TableId, user: int, throw: str) -> Reply:
        """Ready for the next hand."""
        return await self._change(table, lambda draft: play.ready(draft, user, throw))

    async def back(self, table: TableId, user: int) -> Reply:
        """Take over again."""
        return await self._change(table, lambda draft: play.back(draft, user))

    # ------------------------------------------------------------------ together

    async def vote(self, table: TableId, user: int, kind: VoteKind) -> Reply:
        """Be for something."""
        return await self._change(table, lambda draft: lobby.vote(draft, user, kind))

    async def resume(self, table: TableId, user: int) -> Reply:
        """Let a paused table go on."""
        return await self._change(table, lambda draft: lobby.resume(draft, user))

    async def end(self, table: TableId, user: int, *, manager: bool = False, confirmed: bool = False) -> Reply:
        """End the table."""
        return await self._change(table, lambda draft: lobby.end(draft, user, manager=manager, confirmed=confirmed))

    async def again(self, table: TableId, user: int, throw: str) -> Reply:
        """The same seats play another match: the old table ends, and a new one begins with its chairs."""
        live = self._live.get(table)
        if live is None:
            return Refused("no_table")
        snapshot = live.snapshot
        if user not in snapshot.meta.people():
            return Refused("no_chair")
        if not isinstance(snapshot.state.phase, Over):
            return Refused("not_over")
        ended = await self._change(table, _closed)
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
            snapshot.meta, chairs=chairs, host=user, number=0, undone=0, vote=None, secret=self._secret(),
            created=self._clock.now(), due=None, due_for="",
        )  # fmt: skip
        table = TableId(secrets.token_hex(4))
        state = fresh_state(self._registry[meta.rules], meta)
        self._live[table] = _Live(Snapshot(table, snapshot.where, TableStatus.LOBBY, meta, state))
        return await self._change(table, lambda draft: _opened(draft, begin=None not in chairs))

    async def moved(self, table: TableId, where: Where) -> Reply:
        """The table goes on elsewhere."""
        return await self._change(table, lambda draft: _moved(draft, where))

    # ------------------------------------------------------------------ looking

    def board(self, table: TableId) -> Board | None:
        """A table as everybody may see it."""
        live = self._live.get(table)
        return None if live is None else self._board(live.snapshot)

    def _board(self, snapshot: Snapshot) -> Board:
        state, meta = snapshot.state, snapshot.meta
        dealt = state.number > 0
        coming = snapshot.status is TableStatus.LOBBY or isinstance(state.phase, Idle | Over)
        return Board(
            id=snapshot.id,
            where=snapshot.where,
            status=snapshot.status,
            meta=replace(meta, secret=""),
            view=view(state, None) if dealt else None,
            commitment=commitment(snapshot.id, meta.number + 1 if coming else meta.number, meta.secret),
            events=tuple(event for event in state.history if event.audience == EVERYBODY),
        )

    def screen(self, table: TableId, user: int) -> Screen | None:
        """A table as one of its players sees it."""
        live = self._live.get(table)
        if live is None:
            return None
        state, meta = live.snapshot.state, live.snapshot.meta
        number = meta.chair_of(user)
        chair = None if number is None else meta.chairs[number]
        if chair is None or chair.presence is Presence.LEFT or state.number == 0:
            return None
        seat = next(seat for seat in SEATS if state.seating[seat] == number)
        return Screen(
            board=self._board(live.snapshot),
            view=view(state, seat),
            seat=seat,
            prompt=f"{state.number}.{state.prompt}",
            standing=f"{state.number}",
            asked=seat in asked_now(state) and not meta.paused,
            due=meta.due,
            confirms=_confirms(state, seat),
        )

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
        found = [live.snapshot for live in self._live.values() if wanted(live.snapshot)]
        return tuple(self._board(snapshot) for snapshot in sorted(found, key=lambda each: -each.meta.created))

    async def preferences_changed(self, user: int) -> None:
        """Read a person's settings again."""
        await self._read_preferences(user)

    async def _read_preferences(self, user: int) -> None:
        self._preferences[user] = read_preferences(await self._store.settings.person(user))


def _cancel(timer: Timer | None) -> None:
    if timer is not None:
        timer.cancel()


def _opened(draft: Draft, *, begin: bool) -> Reply:
    if begin:
        while (free := draft.meta.free()) is not None:
            draft.set_chair(free, Chair(None))
        draft.status = TableStatus.RUNNING
        draft.start_match()
    return Done(draft.before.id)


def _closed(draft: Draft) -> Reply:
    lobby.close(draft)
    return Done(draft.before.id)


def _moved(draft: Draft, where: Where) -> Reply:
    draft.where = where
    return Done(draft.before.id)


def _confirms(state: State, seat: int) -> tuple[tuple[Action, str], ...]:
    place = SEATS[seat]
    asked = ((action, state.rules.moves.confirm(state, place, action)) for action in legal(state, place))
    return tuple((action, slug) for action, slug in asked if slug)


def _unit(draft: Draft, after: Snapshot, interaction: int | None) -> Unit:
    record = TableRecord(
        id=after.id,
        guild=after.where.guild,
        channel=after.where.channel,
        thread=after.where.thread,
        status=after.status,
        meta=meta_text(after.meta),
        revision=draft.before.revision,
    )
    due = after.meta.due
    return Unit(
        table=after.id,
        at=draft.now,
        seq=draft.before.seq,
        events=tuple(entry_text(entry) for entry in draft.entries),
        record=record,
        deadlines=() if due is None else (Deadline("table", due, after.meta.due_for),),
        bookings=tuple(draft.bookings),
        hand=draft.hand_end,
        interaction=interaction,
    )
