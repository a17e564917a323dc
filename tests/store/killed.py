"""A process that plays on a store until it is killed: ``python -m tests.store.killed PATH SEED STATEMENT``.

It tells each committed unit on standard output, as the bot would tell players. With STATEMENT above 0 it kills itself
at that statement of SQL, which may be anywhere in a transaction; at 0 it goes on until somebody else does it.
"""

import asyncio
import os
import signal
import sqlite3
import sys
from itertools import count
from random import Random

from bot.store.store import SqliteStore, opened_store
from bot.tables.ledger_values import Reversal
from bot.tables.ports import Committed, Deadline, HandEnd, Message, TableId, TableRecord, TableStatus, Unit
from tests.store.samples import GUILD, PEOPLE, event, hand

TABLES = tuple(TableId(f"t{number}") for number in range(5))
HAND = 7
"""Events a hand; the last one ends, packs and books it."""


async def play(store: SqliteStore, name: TableId, rng: Random) -> None:
    """Goes on from whatever the log holds."""
    table = await store.tables.table(name)
    if table is None:
        fresh = TableRecord(id=name, guild=GUILD, channel=1, status=TableStatus.RUNNING, meta="{}")
        done = await store.tables.commit(Unit(table=name, at=0.0, seq=0, record=fresh))
        assert isinstance(done, Committed)
        seq = 0
    else:
        seq = table.seq
    for _ in count():
        number = seq // HAND
        ends = seq % HAND == HAND - 1
        unit = Unit(
            table=name,
            at=float(seq),
            seq=seq,
            events=(event(seq),),
            deadlines=(Deadline("turn", seq + 45.0),),
            messages=(Message("hand", 1, seq + 1),),
            bookings=(hand(number, name, winner=PEOPLE[number % 4]),) if ends else (),
            hand=HandEnd(number, seq - HAND + 1) if ends else None,
        )
        done = await store.tables.commit(unit)
        assert isinstance(done, Committed), done
        print("told", name, seq, flush=True)
        seq += 1
        if ends and rng.random() < 0.2:
            key = f"hand:{name}:{number}"
            await store.ledger.reverse(Reversal(f"undo:{key}", GUILD, key, float(seq)))
            print("undone", key, flush=True)


async def main(path: str, seed: int, statement: int) -> None:
    async with opened_store(path) as store:
        left = statement

        def traced(_: str) -> None:
            nonlocal left
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        def watch(conn: sqlite3.Connection) -> None:
            conn.set_trace_callback(traced)

        await store._writer._connection.run(watch)
        rng = Random(seed)
        await asyncio.gather(*(play(store, name, rng) for name in TABLES))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
