"""Hands that a table has played, read from the database."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.cli.common import CliError, Context, option_fault, rule_set
from bot.engine.options import OptionError
from bot.engine.replay import HandResult
from bot.engine.ruleset import RuleSet
from bot.engine.state import Idle, State
from bot.engine.tiles import SEATS
from bot.store.store import reading_store
from bot.tables.audit import Difference, follow
from bot.tables.booking import books_alike
from bot.tables.codec import CodecError, read_meta
from bot.tables.draft import taken_back
from bot.tables.ledger_values import BookedItem
from bot.tables.ports import Store, StoreError, StoreReason, TableId
from bot.tables.proving import Checked, first_dealer, proved
from bot.tables.records import HandRecord, RecordError, before, finished_hands, read_entries, record_of, states


@dataclass(frozen=True, slots=True)
class Audited:
    """A stored hand: what came of it, where today's rules differ first, and its booking (None: not counted).

    ``unproved`` is what its proof does not bear out.
    """

    record: HandRecord
    result: HandResult
    difference: Difference | None
    booked: BookedItem | None
    unproved: tuple[Checked, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing about it differs."""
        return self.difference is None and self.booked_alike and not self.unproved

    @property
    def booked_alike(self) -> bool:
        """Whether the ledger holds what the hand paid, where it holds anything."""
        return self.booked is None or books_alike(self.booked.lines, self.result.state.paid)


def audited(context: Context, table: str, only: int | None) -> tuple[Audited, ...]:
    """The finished hands of a table, or one of them, each decided once more; ``CliError`` where there is none."""
    return asyncio.run(_from_store(context, TableId(table), only))


async def _from_store(context: Context, table: TableId, only: int | None) -> tuple[Audited, ...]:
    try:
        async with reading_store(context.existing()) as store:
            records = await records_of(store, table)
            booked = {each.number: await store.ledger.item(f"hand:{table}:{each.number}") for each in records}
    except StoreError as error:
        raise CliError(f"store.{error.reason}", path=str(context.database)) from error
    if not records:
        raise CliError("replay.no_hands", table=table)
    if only is not None and only not in booked:
        raise CliError("cli.error.no_hand", table=table, hand=only)
    try:
        found = [
            Audited(record, result, difference, booked[record.number], unproved)
            for record, result, difference, unproved in _decided_anew(rule_set(records[0].rules), records, booked)
        ]
    except RecordError as error:
        raise CliError(f"record.{error.reason}", line=error.line) from error
    except OptionError as error:
        raise option_fault(error) from error
    return tuple(each for each in found if only in (None, each.record.number))


async def records_of(store: Store, table: TableId) -> tuple[HandRecord, ...]:
    """The records of a table's finished hands.

    ``CliError`` where there is no such table, or where a line of its log is none; StoreError where the table can't be
    read.
    """
    stored = await store.tables.table(table)
    if stored is None:
        raise CliError("cli.error.no_table", table=table)
    try:
        meta = read_meta(stored.record.meta)
    except CodecError as error:
        raise StoreError(StoreReason.DAMAGED, "", str(error)) from error
    try:
        log = read_entries(await store.tables.log(table))
    except RecordError as error:
        raise CliError(f"record.{error.reason}", line=error.line) from error
    return tuple(record_of(table, meta, entries) for entries in finished_hands(log))


def _decided_anew(
    rules: RuleSet, records: Sequence[HandRecord], booked: Mapping[int, BookedItem | None]
) -> list[tuple[HandRecord, HandResult, Difference | None, tuple[Checked, ...]]]:
    """One hand after the other, each from where the one before has left the table."""
    first = records[0]
    state = before(rules, first)._replace(dealer=SEATS[first_dealer(rules, first.proof)])
    found: list[tuple[HandRecord, HandResult, Difference | None, tuple[Checked, ...]]] = []
    for record in records:
        if found and _undone(state, booked.get(record.number - 1), record):
            state = taken_back(state)
        difference = follow(state, record.events).difference
        state = states(rules, record)[-1]
        result = HandResult(record.began.dealer, record.began.streak, record.events, state, ())
        unproved = tuple(claim for claim in proved(rules, record) if not claim.holds)
        found.append((record, result, difference, unproved))
        state = state._replace(phase=Idle())
    return found


def _undone(state: State, booked: BookedItem | None, following: HandRecord) -> bool:
    """Whether the points of a hand were taken back, which no log says: the ledger does, and what the next hand had."""
    if booked is not None and booked.reversed_by is None:
        return False
    return state.carry != following.began.carry == taken_back(state).carry
