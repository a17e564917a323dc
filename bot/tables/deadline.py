"""How long a table waits for what it waits for: the one place where it is decided when time is out and who is told."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bot.engine.ruleset import Patience
from bot.engine.state import Claims, Held, Idle, Over, Staged, State, Windows
from bot.tables.meta import TableMeta
from bot.tables.ports import Deadline, TableStatus
from bot.tables.quiet import QuietHours
from bot.tables.snapshot import Snapshot, question

NO_CLOCK: Final = 30 * 24 * 3600.0
READY_SECONDS: Final = 60.0
LOBBY_SECONDS: Final = 30 * 60.0
OVER_SECONDS: Final = 15 * 60.0
SLOWLY_OVER_SECONDS: Final = 24 * 3600.0
PAUSED_SECONDS: Final = 7 * 24 * 3600.0

SLOW_SECONDS: Final = 3600.0
"""A table whose turns take so long is slow: people look in now and then. Only its clocks know quiet hours."""

REMINDED_SECONDS: Final = 5 * 60.0
"""Shorter clocks have no reminder: the question itself has notified its player a moment ago."""

LAST_PART: Final = 5
"""The last fifth of a clock begins with the reminder."""

EARLIEST_REMINDER: Final = 24 * 3600.0
"""So long before the end of very long clocks, where a fifth would be more."""

SPARE_SECONDS: Final = 1.0
"""A clock that is read again may seem to end so much later than one that begins now."""

_TABLE, _REMINDER = "table", "reminder"
"""The keys of a table's deadlines in the store."""


def seconds_for(snapshot: Snapshot) -> float:
    """How long the table waits for what it waits for."""
    meta, state = snapshot.meta, snapshot.state
    if snapshot.status is TableStatus.LOBBY:
        return LOBBY_SECONDS
    if meta.paused:
        return PAUSED_SECONDS
    turn = NO_CLOCK if meta.turn_seconds is None else float(meta.turn_seconds)
    claim = NO_CLOCK if meta.claim_seconds is None else float(meta.claim_seconds)
    match state.phase:
        case Claims():
            return claim
        case Held():
            return float(state.rules.flow.hold_seconds)
        case Staged(name=name):
            stage = next(stage for stage in state.rules.flow.stages if stage.name == name)
            usual = claim if stage.patience is Patience.WINDOW and state.windows is Windows.EVEN else turn
            return usual if stage.seconds is None else float(stage.seconds)
        case Idle():
            return max(READY_SECONDS, turn)
        case Over():
            return SLOWLY_OVER_SECONDS if has_slow_clock(meta) else OVER_SECONDS
        case _:
            return turn


def clocked(snapshot: Snapshot, now: float) -> Snapshot:
    """The table, its clock set anew where it waits for something else than before."""
    waiting_for, meta = question(snapshot), snapshot.meta
    if waiting_for == meta.due_for:
        return snapshot
    if not waiting_for:
        return replace(snapshot, meta=replace(meta, due=None, due_for="", remind=None))
    seconds, quiet = seconds_for(snapshot), _quiet(snapshot)
    due = _after(quiet, now, seconds)
    if snapshot.state.windows is Windows.EVEN and isinstance(snapshot.state.phase, Held):
        due = _end_of_window(snapshot.state, due, _window(snapshot, now))
    remind = None
    if _is_asked(snapshot) and seconds >= REMINDED_SECONDS:
        remind = _after(quiet, now, seconds - min(seconds / LAST_PART, EARLIEST_REMINDER))
    return replace(snapshot, meta=replace(meta, due=due, due_for=waiting_for, remind=remind))


def _window(snapshot: Snapshot, now: float) -> float:
    """When the window of the claims that are all in ends: its clock runs on, or it has been opened and answered just
    now, by what people have said beforehand, and the table's clock is still that of the question before."""
    meta, state = snapshot.meta, snapshot.state
    if meta.due is not None and meta.due_for == f"{state.number}.{state.prompt - 1}":
        return meta.due
    return _after(_quiet(snapshot), now, float(meta.claim_seconds or 0))


def _end_of_window(state: State, rested: float, window: float) -> float:
    """When claims that are all in are settled at a table whose windows last equally long: never earlier than if
    nobody could have claimed, and later (``rested``) only where a claim rests that everybody will hear of."""
    return max(rested, window) if state.rules.flow.holds(state) else window


def thought_out(pace: float, due: float | None, now: float) -> float:
    """When computer players answer that think for ``pace`` seconds: sooner where half of what is left is less."""
    return now + (pace if due is None else min(pace, max(0.0, due - now) / 2))


def requieted(snapshot: Snapshot, quiet: QuietHours | None, now: float) -> Snapshot:
    """The table with other quiet hours (or none): whatever time is left on its clock is left afterwards."""
    before, meta = _quiet(snapshot), snapshot.meta
    after = replace(snapshot, meta=replace(meta, quiet=quiet))

    def moved(moment: float | None) -> float | None:
        if moment is None or moment <= now:
            return moment
        left = moment - now if before is None else before.between(now, moment)
        return _after(_quiet(after), now, left)

    return replace(after, meta=replace(after.meta, due=moved(meta.due), remind=moved(meta.remind)))


def waited(snapshot: Snapshot, now: float) -> float:
    """For how long the table has waited for what it waits for, without quiet hours."""
    quiet, due = _quiet(snapshot), snapshot.meta.due
    if due is None or due <= now:
        return seconds_for(snapshot)
    return seconds_for(snapshot) - (due - now if quiet is None else quiet.between(now, due))


def _after(quiet: QuietHours | None, now: float, seconds: float) -> float:
    return now + seconds if quiet is None else quiet.after(now, seconds)


def _is_asked(snapshot: Snapshot) -> bool:
    """Whether the clock is that of players who are asked something."""
    idle = isinstance(snapshot.state.phase, Idle | Over)
    return snapshot.status is TableStatus.RUNNING and not snapshot.meta.paused and not idle


def _quiet(snapshot: Snapshot) -> QuietHours | None:
    """The quiet hours in which the clock that runs now stands still: those of play at a slow table, no others."""
    meta, playing = snapshot.meta, _is_asked(snapshot) or isinstance(snapshot.state.phase, Idle)
    running = snapshot.status is TableStatus.RUNNING and not meta.paused and playing
    return meta.quiet if running and is_slow(meta) and seconds_for(snapshot) >= SLOW_SECONDS else None


# ---------------------------------------------------------------------- who is told


def is_slow(meta: TableMeta) -> bool:
    """Whether a turn may take an hour or more."""
    return meta.turn_seconds is None or meta.turn_seconds >= SLOW_SECONDS


def has_slow_clock(meta: TableMeta) -> bool:
    """Whether turns have a clock of an hour or more, so that whoever sits there looks in now and then.

    Without a clock people may as well sit together, who need not be told of everything.
    """
    return meta.turn_seconds is not None and meta.turn_seconds >= SLOW_SECONDS


def quiet_until(meta: TableMeta, now: float) -> float | None:
    """Until when nobody is notified of what happens at a table; None where people are."""
    return meta.quiet.until(now) if meta.quiet is not None and is_slow(meta) else None


def next_notice(snapshot: Snapshot, now: float) -> float | None:
    """When people are to be told of what they are asked without anything having happened; None for never."""
    if snapshot.status is not TableStatus.RUNNING or snapshot.meta.paused:
        return None
    remind, quiet = snapshot.meta.remind, quiet_until(snapshot.meta, now)
    return min((at for at in (remind, quiet) if at is not None and at > now), default=None)


# ---------------------------------------------------------------------- in the store


def deadlines_of(meta: TableMeta) -> tuple[Deadline, ...]:
    """A table's clock as the store keeps it."""
    due = () if meta.due is None else (Deadline(_TABLE, meta.due, meta.due_for),)
    return due if meta.remind is None else (*due, Deadline(_REMINDER, meta.remind))


def without_deadlines(meta: TableMeta) -> TableMeta:
    """What is stored of a table besides its clock."""
    return replace(meta, due=None, due_for="", remind=None)


def with_deadlines(snapshot: Snapshot, stored: Iterable[Deadline], now: float) -> Snapshot:
    """A table with the clock that the store has kept; one that was lost is set anew.

    So is one that ends later than it can: the clock on the wall was put back since.
    """
    kept = {deadline.key: deadline for deadline in stored}
    table, reminder = kept.get(_TABLE), kept.get(_REMINDER)
    bare = without_deadlines(snapshot.meta)
    if table is not None and table.due <= _latest(snapshot, now):
        remind = None if reminder is None else reminder.due
        bare = replace(bare, due=table.due, due_for=table.data, remind=remind)
    return clocked(replace(snapshot, meta=bare), now)


def _latest(snapshot: Snapshot, now: float) -> float:
    """When the clock of what the table waits for ends at the latest, had it begun now."""
    seconds = seconds_for(snapshot)
    if isinstance(snapshot.state.phase, Held) and snapshot.meta.claim_seconds is not None:
        seconds = max(seconds, float(snapshot.meta.claim_seconds))
    return _after(_quiet(snapshot), now, seconds) + SPARE_SECONDS
