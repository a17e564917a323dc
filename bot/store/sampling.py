"""Some of the hands that a database holds, spread over all, for whoever wants to look at them closely."""

from contextlib import closing
from dataclasses import dataclass
from math import ceil

from bot.store import ledger_read
from bot.store.connection import Use, connect
from bot.store.errors import translated
from bot.store.packing import BadRecord, unpack
from bot.store.schema import require_current
from bot.tables.ledger_values import BookedItem


@dataclass(frozen=True, slots=True)
class Kept:
    """A finished hand as it is stored: its table with what is written about that, its entries, and its booking."""

    table: str
    hand: int
    meta: str
    entries: tuple[str, ...]
    booked: BookedItem | None


def sampled_hands(path: str, most: int) -> tuple[Kept, ...]:
    """At most ``most`` hands of a database file, which may be in use; those that can't be read are left out.

    Blocks; raises StoreError where the file can't be read.
    """
    with translated(path), closing(connect(path, Use.READ)) as conn:
        require_current(conn, path)
        conn.execute("BEGIN")
        rows = [row for (row,) in conn.execute("SELECT rowid FROM hands ORDER BY rowid")]
        found = []
        for row in rows[:: max(1, ceil(len(rows) / most))]:
            table, hand, meta, packed = conn.execute(
                "SELECT t.id, h.hand, t.meta, h.packed FROM hands h JOIN tables t ON t.number = h.table_number"
                " WHERE h.rowid = ?",
                (row,),
            ).fetchone()
            try:
                entries = unpack(packed)
            except BadRecord:
                continue
            found.append(Kept(table, hand, meta, entries, ledger_read.item(conn, f"hand:{table}:{hand}")))
        conn.execute("ROLLBACK")
    return tuple(found)
