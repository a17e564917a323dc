"""Small values that the tests of the store write."""

from dataclasses import replace
from typing import Final

from bot.tables.ledger_values import AccountId, Booking, BookingKind, Line, Tally
from bot.tables.ports import Committed, Store, TableId, TableRecord, TableStatus, Unit

GUILD: Final = 900
ANN, BOB, CAT, DAN = (AccountId(str(10**17 + number)) for number in range(4))
PEOPLE: Final = (ANN, BOB, CAT, DAN)
TABLE: Final = TableId("K7QX")


def record(
    table: TableId = TABLE, *, guild: int | None = GUILD, status: TableStatus = TableStatus.RUNNING
) -> TableRecord:
    return TableRecord(id=table, guild=guild, channel=901, status=status, meta='{"rules":"lishui"}')


async def opened(store: Store, table: TableId = TABLE) -> TableRecord:
    """A table with an empty log, in the store."""
    fresh = record(table)
    done = await store.tables.commit(Unit(table=table, at=1.0, seq=0, record=fresh))
    assert done == Committed(0, 1)
    return replace(fresh, revision=1)


def event(number: int) -> str:
    return f'{{"e":"Drew","seat":{number % 4},"tile":{number % 34}}}'


def hand(number: int, table: TableId = TABLE, *, winner: AccountId = ANN, points: int = 4, at: float = 0.0) -> Booking:
    """The others pay the winner, each the same."""
    return Booking(
        key=f"hand:{table}:{number}",
        guild=GUILD,
        kind=BookingKind.HAND,
        at=at or 1000.0 + number,
        lines=tuple(Line(other, winner, points, "hu") for other in PEOPLE if other != winner),
        tallies=tuple(
            Tally(one, wins=1, self_draws=1, won=3 * points, biggest=3 * points) if one == winner else Tally(one)
            for one in PEOPLE
        ),
        rules="lishui",
        table=table,
        hand=number,
    )
