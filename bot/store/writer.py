"""Group commit: whatever waits to be written goes to the disk in one transaction.

A write is durable when its transaction is, and the costly part of that, the flush, is the same for one and for many.
So while one transaction is under way, jobs queue; then all of them go together, each in a savepoint of its own, and are
answered after the commit. The task that does it lives only while there are jobs: a bot at rest has no task that waits.
"""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from bot.store.connection import Connection
from bot.store.errors import of_the_file, store_error
from bot.store.schema import epoch
from bot.tables.ports import StoreError, StoreReason

MOST_TOGETHER: Final = 512

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], T]
_Waiting = tuple[Job[Any], asyncio.Future[Any]]


class Refusal(Exception):
    """Raised by a job that must leave nothing behind; ``answer`` is what its caller gets."""

    def __init__(self, answer: object) -> None:
        self.answer = answer
        super().__init__(answer)


@dataclass(frozen=True, slots=True)
class _Done:
    answer: Any


@dataclass(frozen=True, slots=True)
class _Failed:
    error: Exception


_Result = _Done | _Failed


class Writer:
    """The one way to write. ``since`` is the epoch of the file when it was opened."""

    def __init__(self, connection: Connection, since: str) -> None:
        self._connection = connection
        self._since = since
        self._waiting: deque[_Waiting] = deque()
        self._batch: list[_Waiting] = []
        self._drain: asyncio.Task[None] | None = None

    async def write(self, job: Job[T]) -> T:
        """What the job returns, once that is on the disk; what it raises, with nothing of it written.

        A job may be run more than once and must have no other effects than those on the database.
        """
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((job, future))
        if self._drain is None:
            self._drain = asyncio.create_task(self._work(), name="store writes")
            self._drain.add_done_callback(self._interrupted)
        return await future

    async def settled(self) -> None:
        """Wait until nothing is under way."""
        while self._drain is not None:
            await asyncio.wait((self._drain,))

    async def _work(self) -> None:
        while self._waiting:
            self._batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), MOST_TOGETHER))]
            await self._write_together(self._batch)
        self._drain = None

    def _interrupted(self, work: asyncio.Task[None]) -> None:
        """Where the work was cancelled, perhaps before it began, nobody may wait for ever."""
        if not work.cancelled():
            return
        self._drain = None
        for _, future in (*self._batch, *self._waiting):
            if not future.done():
                future.set_exception(StoreError(StoreReason.CLOSED, self._connection.path))
        self._waiting.clear()

    async def _write_together(self, batch: Sequence[_Waiting]) -> None:
        jobs = [job for job, _ in batch]
        try:
            results = await self._connection.run(lambda conn: self._transactions(conn, jobs))
        except Exception as error:  # noqa: BLE001  # each of those who wait gets it
            results = [_Failed(error)] * len(batch)
        for (_, future), result in zip(batch, results, strict=True):
            if future.done():
                continue
            if isinstance(result, _Failed):
                future.set_exception(result.error)
            else:
                future.set_result(result.answer)

    def _transactions(self, conn: sqlite3.Connection, jobs: Sequence[Job[Any]]) -> list[_Result]:
        """All in one transaction; where a job hits damage, each in its own, so that it fails alone."""
        try:
            return self._transaction(conn, jobs)
        except _Spoilt as spoilt:
            if len(jobs) == 1:
                return [_Failed(store_error(spoilt.error, self._connection.path))]
            return [result for job in jobs for result in self._transactions(conn, [job])]

    def _transaction(self, conn: sqlite3.Connection, jobs: Sequence[Job[Any]]) -> list[_Result]:
        conn.execute("BEGIN IMMEDIATE")
        try:
            if epoch(conn) != self._since:
                raise StoreError(StoreReason.REPLACED, self._connection.path)
            results = [_isolated(conn, job) for job in jobs]
            conn.execute("COMMIT")
        except BaseException:
            if conn.in_transaction:
                conn.execute("ROLLBACK")
            raise
        return results


class _Spoilt(Exception):
    """A job ran into damage or a full disk: the transaction may be gone, and is not to be trusted."""

    def __init__(self, error: sqlite3.Error) -> None:
        self.error = error
        super().__init__(error)


def _isolated(conn: sqlite3.Connection, job: Job[Any]) -> _Result:
    conn.execute("SAVEPOINT job")
    result: _Result
    try:
        result = _Done(job(conn))
    except Refusal as refusal:
        result = _Done(refusal.answer)
    except sqlite3.Error as error:
        if of_the_file(error):
            raise _Spoilt(error) from error
        result = _Failed(error)
    except Exception as error:  # noqa: BLE001  # whatever it is, it is this job's, and its caller gets it
        result = _Failed(error)
    else:
        conn.execute("RELEASE job")
        return result
    conn.execute("ROLLBACK TO job")
    conn.execute("RELEASE job")
    return result
