"""A table as it stands, from what the store has kept of it."""

from collections.abc import Mapping

from bot.engine.evolve import evolve
from bot.engine.ruleset import RuleSet
from bot.engine.state import Idle, Over
from bot.tables.codec import Proof, read_entry, read_meta
from bot.tables.deadline import with_deadlines
from bot.tables.draft import fresh_state, taken_back
from bot.tables.meta import Where
from bot.tables.ports import StoredTable, TableId, TableStore
from bot.tables.snapshot import Snapshot


async def loaded(stored: StoredTable, registry: Mapping[str, RuleSet], store: TableStore, now: float) -> Snapshot:
    """The table with its latest hand folded from its log, and its clock.

    Raises StoreError where the log can't be read, ValueError (CodecError among them) or LookupError where it is not of
    this version.
    """
    record = stored.record
    meta = read_meta(record.meta)
    where = Where(record.guild, record.channel, record.thread)
    rules = registry[meta.rules]
    state, first = fresh_state(rules, meta), stored.seq
    if meta.number:
        first, entries = await _last_hand(store, record.id, meta.number)
        for text in entries:
            entry = read_entry(text)
            if not isinstance(entry, Proof):
                state = evolve(state, entry)
    if meta.undone and meta.undone == state.number and isinstance(state.phase, Idle | Over):
        state = taken_back(state)
    snapshot = Snapshot(record.id, where, record.status, meta, state, stored.seq, record.revision, first)
    return with_deadlines(snapshot, stored.deadlines, now)


async def _last_hand(store: TableStore, table: TableId, number: int) -> tuple[int, tuple[str, ...]]:
    """Where the entries of the table's latest hand begin, and these entries."""
    finished = await store.hands(table)
    if finished and finished[-1].number == number:
        first, last = finished[-1].first, finished[-1].last
        return first, (await store.log(table, first))[: last - first + 1]
    first = finished[-1].last + 1 if finished else 0
    return first, await store.log(table, first)
