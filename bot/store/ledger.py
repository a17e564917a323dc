"""The port ``Ledger`` on SQLite."""

import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Final, TypeVar

from bot.store import ledger_read, ledger_totals, ledger_write
from bot.store.connection import Connection
from bot.store.writer import Writer
from bot.tables.ledger_values import (
    ALWAYS,
    AccountId,
    Booked,
    BookedItem,
    Booking,
    HistoryPage,
    HistoryQuery,
    NotBooked,
    Reversal,
    Scope,
    SeasonRecord,
    Series,
    SeriesQuery,
    Span,
    Totals,
    TotalsPage,
    TotalsQuery,
)
from bot.tables.ports import Owed, TableId

_STREAM: Final = 200

T = TypeVar("T")


class SqliteLedger:
    """Writes through the one writer; ``reader`` for what is quick, ``scanner`` for what reads many entries."""

    def __init__(self, writer: Writer, reader: Connection, scanner: Connection) -> None:
        self._writer = writer
        self._reader = reader
        self._scanner = scanner

    async def book(self, booking: Booking) -> Booked:
        return await self._writer.write(lambda conn: ledger_write.book(conn, booking))

    async def settle(self, booking: Booking, owed: Owed) -> Booked | None:
        return await self._writer.write(lambda conn: ledger_write.settle(conn, booking, owed))

    async def reverse(self, reversal: Reversal) -> Booked | NotBooked:
        return await self._writer.write(lambda conn: ledger_write.reverse(conn, reversal))

    async def item(self, key: str) -> BookedItem | None:
        return await self._reader.run(lambda conn: ledger_read.item(conn, key))

    async def last_hand(self, table: TableId) -> BookedItem | None:
        return await self._reader.run(lambda conn: ledger_read.last_hand(conn, table))

    async def totals(self, query: TotalsQuery) -> TotalsPage:
        return await self._for(query.scope).run(_at_once(lambda conn: ledger_totals.totals(conn, query)))

    async def totals_of(self, query: TotalsQuery, account: AccountId) -> Totals | None:
        return await self._for(query.scope).run(_at_once(lambda conn: ledger_totals.totals_of(conn, query, account)))

    async def balances(self, guild: int, scope: Scope) -> Mapping[AccountId, int]:
        return await self._for(scope).run(lambda conn: ledger_totals.balances(conn, guild, scope))

    async def history(self, query: HistoryQuery) -> HistoryPage:
        return await self._for(query.scope).run(_at_once(lambda conn: ledger_read.history(conn, query)))

    async def biggest(
        self, guild: int, account: AccountId, rules: str | None = None, scope: Scope = ALWAYS
    ) -> BookedItem | None:
        return await self._for(scope).run(lambda conn: ledger_read.biggest(conn, guild, account, rules, scope))

    async def series(self, query: SeriesQuery) -> Series:
        return await self._scanner.run(_at_once(lambda conn: ledger_totals.series(conn, query)))

    async def seasons(self, guild: int) -> tuple[SeasonRecord, ...]:
        return await self._reader.run(lambda conn: ledger_totals.seasons(conn, guild))

    async def end_season(self, guild: int, number: int, name: str, at: float) -> bool:
        return await self._writer.write(lambda conn: ledger_totals.end_season(conn, guild, number, name, at))

    async def guilds(self) -> tuple[int, ...]:
        return await self._reader.run(ledger_totals.guilds)

    async def export(
        self, guild: int, account: AccountId | None = None, rules: str | None = None, scope: Scope = ALWAYS
    ) -> AsyncIterator[BookedItem]:
        number = None
        if account is not None:
            number = await self._reader.run(lambda conn: ledger_read.numbered(conn, guild, account))
            if number is None:
                return
        upto = await self._reader.run(ledger_read.last_number)
        wanted = ledger_read.bookings_of(guild, scope, rules)
        after = 0
        while True:
            page = await self._scanner.run(_stretch(wanted, number, after, upto))
            for item in page:
                yield item
            if len(page) < _STREAM:
                return
            after = page[-1].cursor

    def _for(self, scope: Scope) -> Connection:
        return self._scanner if isinstance(scope, Span) else self._reader


def _at_once(job: Callable[[sqlite3.Connection], T]) -> Callable[[sqlite3.Connection], T]:
    """All statements of the job see the same moment."""

    def read(conn: sqlite3.Connection) -> T:
        conn.execute("BEGIN")
        try:
            return job(conn)
        finally:
            conn.execute("ROLLBACK")

    return read


def _stretch(
    wanted: ledger_read.Where, account: int | None, after: int, upto: int
) -> Callable[[sqlite3.Connection], tuple[BookedItem, ...]]:
    return lambda conn: ledger_read.oldest_after(conn, wanted, account, after, upto, _STREAM)
