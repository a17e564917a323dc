"""The whole store: one file, one writer, two readers."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from bot.store import copies
from bot.store.check import check
from bot.store.connection import Connection, Use
from bot.store.ledger import SqliteLedger
from bot.store.schema import epoch, prepare, require_current
from bot.store.settings import SqliteSettings
from bot.store.tables import SqliteTables
from bot.store.writer import Writer
from bot.tables.ports import Finding


class SqliteStore:
    """The port ``Store``. Made by ``open_store``; several processes may have the same file open."""

    def __init__(
        self,
        path: str,
        connections: AsyncExitStack,
        writing: Connection,
        reading: Connection,
        scanning: Connection,
        since: str,
    ) -> None:
        self.path = path
        self._connections = connections
        self._writer = Writer(writing, since)
        self.tables = SqliteTables(self._writer, reading)
        self.ledger = SqliteLedger(self._writer, reading, scanning)
        self.settings = SqliteSettings(self._writer, reading)

    async def backup(self, path: str) -> None:
        """See ``copies.back_up``; it reads on a connection of its own, so that nobody waits for it."""
        async with AsyncExitStack() as stack:
            connection = await _opened(stack, Connection(self.path, Use.READ))
            await connection.run(lambda _: copies.back_up(self.path, path))

    async def check(self) -> tuple[Finding, ...]:
        async with AsyncExitStack() as stack:
            connection = await _opened(stack, Connection(self.path, Use.READ))
            return await connection.run(check)

    async def close(self) -> None:
        await self._writer.settled()
        await self._connections.aclose()


async def open_store(path: str) -> SqliteStore:
    """Open the database, create it where there is none, and bring its schema up to today's. Raises StoreError."""
    async with AsyncExitStack() as stack:
        writing = await _opened(stack, Connection(path, Use.WRITE, before=prepare))
        reading, scanning = [await _opened(stack, Connection(path, Use.READ)) for _ in range(2)]
        since = await writing.run(epoch)
        return SqliteStore(path, stack.pop_all(), writing, reading, scanning, since)


@asynccontextmanager
async def reading_store(path: str) -> AsyncIterator[SqliteStore]:
    """A database as it is, for a block: nothing is created, migrated or written. Raises StoreError."""
    async with AsyncExitStack() as stack:
        reading, scanning = [await _opened(stack, Connection(path, Use.READ)) for _ in range(2)]
        await reading.run(lambda conn: require_current(conn, path))
        since = await reading.run(epoch)
        store = SqliteStore(path, stack.pop_all(), reading, reading, scanning, since)
    try:
        yield store
    finally:
        await store.close()


async def _opened(stack: AsyncExitStack, connection: Connection) -> Connection:
    """Opens a connection; leaving the stack closes it. A store that is dropped without being closed waits for nothing:
    the threads of its connections end by themselves."""
    await connection.opened()
    stack.push_async_callback(connection.close)
    return connection


@asynccontextmanager
async def opened_store(path: str) -> AsyncIterator[SqliteStore]:
    """``open_store`` for a block, at whose end it is closed."""
    store = await open_store(path)
    try:
        yield store
    finally:
        await store.close()
