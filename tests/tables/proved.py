"""What must hold of a table that was killed again and again, from its rows and from what it has said."""

import json
import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.engine.events import HandBegan, HandCalledOff
from bot.engine.ruleset import RuleSet
from bot.engine.state import State
from bot.store import ledger_read
from bot.store.tables import read_log
from bot.tables.booking import books_alike
from bot.tables.codec import read_entry, read_meta
from bot.tables.draft import taken_back
from bot.tables.ledger_values import BookedItem, BookingKind
from bot.tables.meta import Points, TableMeta
from bot.tables.ports import TableId, TableStatus
from bot.tables.proving import verify
from bot.tables.records import HandRecord, before, finished_hands, record_of, states


@dataclass
class Said:
    """What was said: where each table stood last (None: it had ended), which walls were promised, what was undone."""

    time: float = 1_800_000_000.0
    tables: dict[TableId, tuple[int | None, int]] = field(default_factory=dict)
    promised: dict[tuple[TableId, int], str] = field(default_factory=dict)
    undone: dict[TableId, set[int]] = field(default_factory=dict)
    _read: int = 0

    def read(self, path: Path) -> None:
        """Take in what was written since the last time."""
        if not path.exists():
            return
        with path.open("rb") as file:
            file.seek(self._read)
            text = file.read()
        self._read += len(text)
        for line in text.decode().splitlines():
            table, self.time, number, commitment, undone, revision, digest = json.loads(line)
            self.tables[table] = revision, digest
            assert self.promised.setdefault((table, number), commitment) == commitment, f"{table}: another wall"
            if undone:
                self.undone.setdefault(table, set()).add(undone)


def tables_of(conn: sqlite3.Connection, *, ended: bool) -> tuple[TableId, ...]:
    """All tables, or those that have ended."""
    rows = conn.execute("SELECT id FROM tables WHERE status = ? OR NOT ?", (TableStatus.ENDED.value, ended))
    return tuple(TableId(table) for (table,) in rows)


def prove(conn: sqlite3.Connection, rules: RuleSet, table: TableId, said: Said) -> int:
    """Everything about a table's finished hands and their points; how many hands. AssertionError says what is wrong."""
    text, guild = conn.execute("SELECT meta, guild FROM tables WHERE id = ?", (table,)).fetchone()
    meta = read_meta(text)
    log = [read_entry(entry) for entry in read_log(conn, table, 0)]
    records = [record_of(table, meta, hand) for hand in finished_hands(log)]
    assert [record.number for record in records] == list(range(1, len(records) + 1)), f"{table}: hands are missing"
    for record in records:
        assert (table, record.number) in said.promised, f"{table}/{record.number}: its wall was never promised"
        failed = [each for each in verify(rules, record, said.promised[table, record.number]) if not each.holds]
        assert not failed, f"{table}/{record.number}: {failed}"
    undone = said.undone.get(table, set())
    ends = [states(rules, record)[-1] for record in records]
    _follow_on(rules, records, ends, undone)
    booked = _bookings(conn, table)
    if guild is None or meta.points is not Points.COUNTED:
        assert not booked, f"{table}: a booking that nobody counts"
        return len(records)
    _booked(table, ends, booked, undone)
    _scored(table, meta, [(seq, entry) for seq, entry in enumerate(log) if isinstance(entry, HandBegan)], booked)
    return len(records)


def _follow_on(rules: RuleSet, records: list[HandRecord], ends: list[State], undone: set[int]) -> None:
    """Each hand begins where the one before has left the table."""
    for record, end in zip(records[1:], ends, strict=False):
        left = taken_back(end) if end.number in undone else end
        assert _course(before(rules, record)) == _course(left), f"{record.table}/{record.number}"


def _course(state: State) -> tuple[Any, ...]:
    return (state.number, state.dealer, state.streak, state.passes, state.carry, state.seating)


def _bookings(conn: sqlite3.Connection, table: TableId) -> list[BookedItem]:
    keys = conn.execute("SELECT key FROM bookings WHERE table_id = ? ORDER BY id", (table,)).fetchall()
    items = [ledger_read.item(conn, key) for (key,) in keys]
    return [item for item in items if item is not None]


def _booked(table: TableId, ends: Sequence[State], booked: Sequence[BookedItem], undone: set[int]) -> None:
    """Each hand that was played out is booked once with what it paid, and taken back once where it was undone."""
    played = {end.number: end for end in ends if not isinstance(end.history[-1], HandCalledOff)}
    hands = [item for item in booked if item.kind is BookingKind.HAND]
    assert [item.hand for item in hands] == list(played), f"{table}: booked {[item.hand for item in hands]}"
    for item in hands:
        assert item.hand is not None
        assert books_alike(item.lines, played[item.hand].paid), item.key
        assert (item.reversed_by is not None) == (item.hand in undone), item.key
    reversals = [item.hand for item in booked if item.kind is BookingKind.REVERSAL]
    assert sorted(filter(None, reversals)) == sorted(undone), f"{table}: taken back {reversals}, undone {undone}"
    for item in booked:
        assert sum(entry.points for entry in item.entries) == 0, item.key


def _scored(
    table: TableId, meta: TableMeta, begun: Sequence[tuple[int, HandBegan]], booked: Sequence[BookedItem]
) -> None:
    """The points that the chairs show are those that the ledger holds. ``begun``: where in the log each hand begins."""
    points: Counter[int] = Counter()
    for item in booked:
        match item.kind:
            case BookingKind.HAND | BookingKind.REVERSAL:
                seating = next(began.seating for _, began in begun if began.number == item.hand)
            case _:
                last = int(item.key.split(":")[-1])
                after = item.key.startswith("called_off")
                seating = [began.seating for seq, began in begun if (began.number if after else seq) <= last][-1]
        # A reversal keeps what its lines are about, the seats of the hand included, and turns payer and payee round.
        way = -1 if item.kind is BookingKind.REVERSAL else 1
        for line in item.lines:
            sides = json.loads(line.detail)
            for side, change in ((sides["from"], -line.points), (sides["to"], line.points)):
                if isinstance(side, int):
                    points[seating[side]] += way * change
    for number, chair in enumerate(meta.chairs):
        assert chair is None or chair.score == points[number], f"{table}: chair {number}, {chair}, {points}"
