"""Group commit: many writes in one transaction, answered after it; no task that waits while there is nothing to do."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable

import pytest

from bot.store.connection import Connection, Use
from bot.store.schema import epoch, prepare
from bot.store.writer import Refusal, Writer
from bot.tables.ports import StoreError, StoreReason


@pytest.fixture
async def connection(path: str) -> AsyncIterator[Connection]:
    connection = await Connection(path, Use.WRITE, before=prepare).opened()
    await connection.run(lambda conn: conn.execute("CREATE TABLE t (x INTEGER PRIMARY KEY)").close())
    yield connection
    await connection.close()


@pytest.fixture
async def writer(connection: Connection) -> Writer:
    return Writer(connection, await connection.run(epoch))


def insert(conn: sqlite3.Connection, number: int) -> int:
    conn.execute("INSERT INTO t VALUES (?)", (number,))
    return number


def inserting(number: int) -> Callable[[sqlite3.Connection], int]:
    return lambda conn: insert(conn, number)


async def rows(connection: Connection) -> list[int]:
    return await connection.run(lambda conn: [x for (x,) in conn.execute("SELECT x FROM t ORDER BY x")])


async def traced(connection: Connection) -> list[str]:
    """Every statement from now on."""
    statements: list[str] = []
    await connection.run(lambda conn: conn.set_trace_callback(statements.append))
    return statements


async def test_what_is_told_survives_a_power_cut(connection: Connection) -> None:
    """Written ahead, flushed at every commit, references checked."""
    sql = "SELECT * FROM pragma_journal_mode, pragma_synchronous, pragma_foreign_keys"
    found = await connection.run(lambda conn: conn.execute(sql).fetchone())
    assert found == ("wal", 2, 1)


async def test_what_waits_together_is_one_transaction(connection: Connection, writer: Writer) -> None:
    statements = await traced(connection)
    answers = await asyncio.gather(*(writer.write(inserting(n)) for n in range(100)))
    assert answers == list(range(100))
    assert statements.count("COMMIT") == 1
    assert await rows(connection) == list(range(100))


async def test_one_after_the_other_is_one_transaction_each(connection: Connection, writer: Writer) -> None:
    statements = await traced(connection)
    for number in range(5):
        await writer.write(inserting(number))
    assert statements.count("COMMIT") == 5


async def test_what_comes_during_a_transaction_goes_into_the_next(connection: Connection, writer: Writer) -> None:
    statements = await traced(connection)
    first = asyncio.create_task(writer.write(inserting(0)))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    rest = [asyncio.create_task(writer.write(inserting(n))) for n in range(1, 9)]
    await asyncio.gather(first, *rest)
    assert statements.count("COMMIT") == 2


async def test_the_answer_comes_after_the_commit(writer: Writer, path: str) -> None:
    async def write_and_look(number: int) -> int:
        await writer.write(inserting(number))
        with sqlite3.connect(path) as other:
            return int(other.execute("SELECT count(*) FROM t WHERE x = ?", (number,)).fetchone()[0])

    assert await asyncio.gather(*map(write_and_look, range(10))) == [1] * 10


async def test_nothing_is_left_of_a_job_that_fails(connection: Connection, writer: Writer) -> None:
    def half(conn: sqlite3.Connection) -> int:
        insert(conn, 50)
        return insert(conn, 1)

    def refused(conn: sqlite3.Connection) -> str:
        insert(conn, 60)
        raise Refusal("no")

    def broken(conn: sqlite3.Connection) -> int:
        insert(conn, 70)
        raise ZeroDivisionError

    answers = await asyncio.gather(
        writer.write(inserting(1)),
        writer.write(half),
        writer.write(refused),
        writer.write(broken),
        writer.write(inserting(2)),
        return_exceptions=True,
    )
    assert answers[0] == 1
    assert isinstance(answers[1], sqlite3.IntegrityError)
    assert answers[2] == "no"
    assert isinstance(answers[3], ZeroDivisionError)
    assert answers[4] == 2
    assert await rows(connection) == [1, 2]


async def test_a_job_that_meets_damage_fails_alone(connection: Connection, writer: Writer) -> None:
    def damaged(conn: sqlite3.Connection) -> int:
        insert(conn, 99)
        conn.execute("SELECT * FROM no_such_table")
        return 99

    answers = await asyncio.gather(
        writer.write(inserting(1)),
        writer.write(damaged),
        writer.write(inserting(2)),
        return_exceptions=True,
    )
    assert (answers[0], answers[2]) == (1, 2)
    assert isinstance(answers[1], StoreError)
    assert await rows(connection) == [1, 2]


async def test_no_task_is_left_when_there_is_nothing_to_write(writer: Writer) -> None:
    before = asyncio.all_tasks()
    await asyncio.gather(*(writer.write(inserting(n)) for n in range(3)))
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == before


async def test_a_caller_that_gives_up_harms_nobody(connection: Connection, writer: Writer) -> None:
    lost = asyncio.create_task(writer.write(inserting(1)))
    kept = asyncio.create_task(writer.write(inserting(2)))
    await asyncio.sleep(0)
    lost.cancel()
    assert await kept == 2
    with pytest.raises(asyncio.CancelledError):
        await lost
    assert await writer.write(inserting(3)) == 3
    assert 2 in await rows(connection)


async def test_when_the_work_is_cancelled_everybody_learns_it(writer: Writer) -> None:
    waiting = [asyncio.create_task(writer.write(inserting(n))) for n in range(3)]
    await asyncio.sleep(0)
    (work,) = (task for task in asyncio.all_tasks() if task.get_name() == "store writes")
    work.cancel()
    answers = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(answer, StoreError) and answer.reason is StoreReason.CLOSED for answer in answers)
    assert await writer.write(inserting(7)) == 7


async def test_a_closed_store_says_so(connection: Connection, writer: Writer) -> None:
    await connection.close()
    with pytest.raises(StoreError) as caught:
        await writer.write(inserting(1))
    assert caught.value.reason is StoreReason.CLOSED


async def test_a_replaced_file_is_not_written_to(connection: Connection, writer: Writer) -> None:
    await connection.run(lambda conn: conn.execute("UPDATE meta SET value = 'other' WHERE name = 'epoch'").close())
    with pytest.raises(StoreError) as caught:
        await writer.write(inserting(1))
    assert caught.value.reason is StoreReason.REPLACED
    assert await rows(connection) == []
