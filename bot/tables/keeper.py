"""Keeps the running tables: one lock a table, one transaction a change, and only then is anybody told."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from bot.engine.events import Event
from bot.engine.legal import asked_now
from bot.engine.ruleset import RuleSet
from bot.tables import lobby, play
from bot.tables.api import Done, Listener, Refused, Reply
from bot.tables.clock import Clock, Timer
from bot.tables.codec import entry_text, meta_text
from bot.tables.deadline import deadlines_of, next_notice, thought_out, without_deadlines
from bot.tables.draft import Choose, Draft, habit
from bot.tables.ledger_values import Reversal
from bot.tables.loading import loaded
from bot.tables.ports import (
    Conflict,
    Repeated,
    Store,
    StoredTable,
    StoreError,
    StoreReason,
    TableId,
    TableRecord,
    TableStatus,
    Unit,
)
from bot.tables.preferences import Preferences, read_preferences
from bot.tables.screens import board_of
from bot.tables.snapshot import Snapshot, question
from bot.tables.turns import Rank, Turns

TRIES: Final = 3
FAULTS_BEFORE_CLOSING: Final = 3
RETRY_SECONDS: Final = 5.0
KEPT_INTERACTIONS: Final = 24 * 3600.0
"""How long an interaction is known, so that it counts once: its token is dead long before."""
GONE: Final = frozenset((StoreReason.REPLACED, StoreReason.CLOSED))
"""The database that the tables were loaded from is not there any more."""

_LOG: Final = logging.getLogger("queguan.tables")

Work = Callable[[Draft], Reply]
"""What becomes of a table's draft; nothing is written unless the answer is ``Done``."""


@dataclass(slots=True)
class _Live:
    """A table in memory: what is on the disk, and what is about to happen to it."""

    snapshot: Snapshot
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    clock: Timer | None = None
    clock_for: str = ""
    computers: Timer | None = None
    computers_for: str = ""
    notice: Timer | None = None
    notice_at: float | None = None
    faults: int = 0


def new_secret() -> str:
    """256 bits that nobody can guess, as 64 hex digits."""
    return secrets.token_hex(32)


class Keeper:
    """The running tables in memory, what is on the disk of them, and their clocks."""

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
        self._resting = False
        self._turns = Turns()

    def listen(self, listener: Listener) -> None:
        """Tell this one of every change from now on."""
        self._listener = listener

    # ------------------------------------------------------------------ start and stop

    async def recover(self) -> None:
        """Load every open table from the store and let it go on."""
        self._resting = False
        await self._store.tables.forget_interactions(self._clock.now() - KEPT_INTERACTIONS)
        for stored in await self._store.tables.open_tables():
            try:
                live = _Live(await self._load(stored))
            except (StoreError, ValueError, LookupError) as error:
                if isinstance(error, StoreError) and error.reason is not StoreReason.DAMAGED:
                    raise
                _LOG.exception("table %s cannot be read and is left as it is", stored.record.id)
                continue
            self._live[live.snapshot.id] = live
            for user in live.snapshot.meta.people():
                await self.read_preferences(user)
            await self._book_undo(live.snapshot)
            self._schedule(live)
            self._tell(live, ())

    async def rest(self) -> None:
        """Stop all clocks and wait for what is being written; nothing changes any more by itself."""
        self._resting = True
        for live in self._live.values():
            for timer in (live.clock, live.computers, live.notice):
                if timer is not None:
                    timer.cancel()
        if self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def stop(self) -> None:
        """Rest, and forget all tables."""
        await self.rest()
        self._live.clear()

    async def _load(self, stored: StoredTable) -> Snapshot:
        return await loaded(stored, self._registry, self._store.tables, self._clock.now())

    # ------------------------------------------------------------------ the one way to change a table

    async def change(
        self, table: TableId, work: Work, interaction: int | None = None, rank: Rank = Rank.PERSON
    ) -> Reply:
        live = self._live.get(table)
        if live is None:
            return Refused("no_table")
        async with live.lock:
            if self._live.get(table) is not live:
                return Refused("no_table")
            try:
                reply = await self._try(live, work, interaction, rank)
            except StoreError as error:
                _LOG.log(_weight(error), "table %s: the store cannot write: %s", table, error)
                return self._not_written(live, error)
            except Exception:  # noqa: BLE001 - a fault inside one table must not reach the others
                _LOG.exception("table %s: a fault; it is loaded anew from its log", table)
                return await self._fault(live)
            live.faults = 0
            return reply

    def _not_written(self, live: _Live, error: StoreError) -> Reply:
        """Nothing was written and nothing has happened; the clocks try again in a while."""
        if error.reason in GONE and self._listener is not None:
            self._listener.store_lost()
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
                await self._try(live, lobby.closed, None, Rank.PERSON)
        except (StoreError, ValueError, LookupError):
            _LOG.exception("table %s cannot be read and is left as it is", live.snapshot.id)
            self._live.pop(live.snapshot.id, None)
        if live.snapshot.id in self._live:
            self._retry_later(live)
        if self._listener is not None:
            self._listener.faulted(board_of(live.snapshot))
        return Refused("fault")

    def _retry_later(self, live: _Live) -> None:
        for timer in (live.clock, live.computers):
            _cancel(timer)
        live.clock_for = live.computers_for = ""
        live.clock = self._clock.later(RETRY_SECONDS, lambda: self._schedule(live))

    async def _try(self, live: _Live, work: Work, interaction: int | None, rank: Rank) -> Reply:
        await self._book_undo(live.snapshot)
        for _ in range(TRIES):
            await self._turns.turn(rank)
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
                    await self._turns.turn(rank)
                    self._after_commit(live, draft.events)
                    await self._undo_booked(live)
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
            self._listener.changed(board_of(live.snapshot), events)

    async def _reload(self, live: _Live) -> None:
        stored = await self._store.tables.table(live.snapshot.id)
        if stored is None:
            self._live.pop(live.snapshot.id, None)
            return
        live.snapshot = await self._load(stored)

    async def _undo_booked(self, live: _Live) -> None:
        """Book an undone hand now; where that fails, it is booked before anything else happens at the table."""
        try:
            await self._book_undo(live.snapshot)
        except StoreError as error:
            _LOG.error("table %s: an undone hand is not booked yet: %s", live.snapshot.id, error)

    async def _book_undo(self, snapshot: Snapshot) -> None:
        """Write what undoing a hand means for the ledger; once, however often this is called."""
        meta = snapshot.meta
        guild = snapshot.where.guild
        if meta.undone and meta.undone == meta.number and guild is not None:
            hand = f"{snapshot.id}:{meta.undone}"
            booked = await self._store.ledger.item(f"hand:{hand}")
            if booked is not None and booked.reversed_by is None:
                now = self._clock.now()
                await self._store.ledger.reverse(Reversal(f"undo:{hand}", guild, f"hand:{hand}", now))

    # ------------------------------------------------------------------ clocks

    def _schedule(self, live: _Live) -> None:
        """Set the table's clock and, where computer players are asked, their moment, for what it waits for now."""
        if self._resting:
            return
        snapshot = live.snapshot
        waiting_for = question(snapshot)
        self._schedule_notice(live)
        if live.clock_for != (clock_for := f"{waiting_for} {snapshot.meta.due}"):
            _cancel(live.clock)
            live.clock_for = clock_for
            live.clock = self._later(snapshot, snapshot.meta.due, partial(play.time_out, due=snapshot.meta.due))
        if not self._computers_asked(snapshot):
            _cancel(live.computers)
            live.computers_for = ""
        elif live.computers_for != waiting_for:
            _cancel(live.computers)
            live.computers_for = waiting_for
            moment = thought_out(self._pace, snapshot.meta.due, self._clock.now())
            live.computers = self._later(snapshot, moment, play.computers)

    def _schedule_notice(self, live: _Live) -> None:
        """People are told of what they are asked also when nothing happens: when time runs out, or a night ends."""
        now = self._clock.now()
        at = next_notice(live.snapshot, now)
        if at != live.notice_at:
            _cancel(live.notice)
            live.notice_at = at
            live.notice = None if at is None else self._clock.later(at - now, lambda: self._notice(live))

    def _notice(self, live: _Live) -> None:
        live.notice_at = None
        if self._live.get(live.snapshot.id) is live:
            self._schedule_notice(live)
            self._tell(live, ())

    def _computers_asked(self, snapshot: Snapshot) -> bool:
        if snapshot.status is not TableStatus.RUNNING or snapshot.meta.paused:
            return False
        meta, state = snapshot.meta, snapshot.state
        chairs = (meta.chairs[state.seating[seat]] for seat in asked_now(state))
        return any(chair is not None and chair.plays_itself for chair in chairs) or habit(meta, state) is not None

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
        await self.change(table, lambda draft: work(draft, waiting_for), rank=Rank.CLOCK)

    def _spawn(self, job: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ------------------------------------------------------------------ tables and people

    def add(self, snapshot: Snapshot) -> None:
        """Keep one more table; it is on the disk with its first change."""
        self._live[snapshot.id] = _Live(snapshot)

    def snapshot(self, table: TableId) -> Snapshot | None:
        """A table as it is now; None for one that is not running."""
        live = self._live.get(table)
        return None if live is None else live.snapshot

    def snapshots(self) -> Iterator[Snapshot]:
        """All tables, the latest first."""
        kept = [live.snapshot for live in self._live.values()]
        yield from sorted(kept, key=lambda snapshot: -snapshot.meta.created)

    def now(self) -> float:
        """Seconds since 1970 UTC."""
        return self._clock.now()

    def fresh_secret(self) -> str:
        """The secret of a wall."""
        return self._secret()

    async def read_preferences(self, user: int) -> None:
        """Read a person's settings (again)."""
        self._preferences[user] = read_preferences(await self._store.settings.person(user))


def _weight(error: StoreError) -> int:
    """How much is made of it: at the end of a bot, and of a database, somebody may come too late."""
    return logging.INFO if error.reason in GONE else logging.ERROR


def _cancel(timer: Timer | None) -> None:
    if timer is not None:
        timer.cancel()


def _unit(draft: Draft, after: Snapshot, interaction: int | None) -> Unit:
    record = TableRecord(
        id=after.id,
        guild=after.where.guild,
        channel=after.where.channel,
        thread=after.where.thread,
        status=after.status,
        meta=meta_text(without_deadlines(after.meta)),
        revision=draft.before.revision,
    )
    return Unit(
        table=after.id,
        at=draft.now,
        seq=draft.before.seq,
        events=tuple(entry_text(entry) for entry in draft.entries),
        record=record,
        deadlines=deadlines_of(after.meta),
        bookings=tuple(draft.bookings),
        hand=draft.hand_end,
        interaction=interaction,
    )
