"""What the store costs, beside the plain way of doing it: ``python -m bench.store``.

1. Events a second at 100 tables: units committed in groups, against one transaction (five executes and a commit) an
   action, both through aiosqlite with WAL and synchronous=FULL. Goal: 10 times.
2. A balance and the top ten of a server with a million entries, against sums over a covering index. Goal: 20 times.
3. A finished hand as one record, against one JSON text an event, and the same texts deflated. Goal: a tenth.

What is compared is measured in turn, in the same run; times are medians.
"""

import asyncio
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

import aiosqlite

from bot.rules import REGISTRY
from bot.store.check import check_file, rebuild_balances
from bot.store.connection import Use, connect
from bot.store.ledger_totals import totals, totals_of
from bot.store.packing import pack, unpack
from bot.store.schema import prepare
from bot.store.store import SqliteStore, opened_store
from bot.tables.ledger_values import TotalsQuery, account_of
from bot.tables.ports import Committed, Deadline, Message, TableId, Unit
from tests.store.hands import played_logs

TABLES: Final = tuple(TableId(f"t{number}") for number in range(100))
ACTIONS: Final = 30
ROUNDS: Final = 5
EVENTS: Final = ('{"seat":1,"tile":12,"drawn":false,"e":"Discarded"}', '{"seat":2,"tile":30,"end":"head","e":"Drew"}')

GUILD: Final = 900
PEOPLE: Final = 16
BOOKINGS: Final = 250_000
QUERIES: Final = 15
HANDS: Final = 3


def said(what: str, peer: str, ours: str, ratio: float, goal: str) -> None:
    print(f"{what:<28} {peer:>28} {ours:>28} {ratio:>9.3g} {goal:>8}")


def fresh(folder: Path, name: str) -> str:
    """A new database with 100 running tables."""
    path = str(folder / name)
    prepare(path)
    with closing(connect(path, Use.WRITE)) as conn:
        conn.execute("BEGIN")
        conn.executemany(
            "INSERT INTO tables (number, id, channel, status, meta, revision) VALUES (?, ?, 1, 'running', ?, 1)",
            [(number, table, '{"chairs":"' + "x" * 800 + '"}') for number, table in enumerate(TABLES)],
        )
        conn.execute("INSERT INTO progress (table_number, seq, deadlines) SELECT number, 0, '[]' FROM tables")
        conn.execute("COMMIT")
    return path


async def in_groups(store: SqliteStore, seq: int, interactions: Iterator[int]) -> None:
    """Every table plays its actions, each as soon as the one before is on the disk."""

    async def play(table: TableId) -> None:
        for action in range(ACTIONS):
            at = seq + 2 * action
            unit = Unit(
                table=table,
                at=1.0,
                seq=at,
                events=EVENTS,
                deadlines=(Deadline("turn", 45.0 + at),),
                messages=(Message("hand:1", 5, at, "p1"),),
                interaction=next(interactions),
            )
            done = await store.tables.commit(unit)
            assert isinstance(done, Committed)

    await asyncio.gather(*map(play, TABLES))


async def one_by_one(conn: aiosqlite.Connection, seq: int, interactions: Iterator[int]) -> None:
    """The same rows in a transaction of their own for each action."""
    turn = asyncio.Lock()

    async def play(table: int) -> None:
        for action in range(ACTIONS):
            at = seq + 2 * action
            async with turn:
                await conn.execute("INSERT INTO interactions (id, at) VALUES (?, ?)", (next(interactions), 1.0))
                await conn.execute(
                    "UPDATE progress SET seq = ?, deadlines = ? WHERE table_number = ? AND seq = ?",
                    (at + 2, f'[["turn",{45.0 + at},""]]', table, at),
                )
                for number, event in enumerate(EVENTS, at):
                    await conn.execute(
                        "INSERT INTO events (table_number, seq, body) VALUES (?, ?, ?)", (table, number, event)
                    )
                await conn.execute(
                    "INSERT INTO messages (table_number, key, channel, message, prompt)"
                    " VALUES (?, 'hand:1', 5, ?, 'p1') ON CONFLICT (table_number, key)"
                    " DO UPDATE SET message = excluded.message",
                    (table, at),
                )
                await conn.commit()

    await asyncio.gather(*map(play, range(len(TABLES))))


async def commits(folder: Path) -> None:
    theirs: list[float] = []
    ours: list[float] = []
    interactions = count(1)
    async with opened_store(fresh(folder, "ours.db")) as store, aiosqlite.connect(fresh(folder, "peer.db")) as conn:
        await conn.execute("PRAGMA journal_mode = WAL")
        await conn.execute("PRAGMA synchronous = FULL")
        await conn.execute("PRAGMA foreign_keys = ON")
        for number in range(ROUNDS):
            seq = number * 2 * ACTIONS
            for times, play in (
                (theirs, one_by_one(conn, seq, interactions)),
                (ours, in_groups(store, seq, interactions)),
            ):
                begun = perf_counter()
                await play
                times.append(perf_counter() - begun)
    events = 2 * ACTIONS * len(TABLES)
    peer, mine = events / median(theirs), events / median(ours)
    said("events a second", f"{peer:,.0f} one by one", f"{mine:,.0f} in groups", mine / peer, ">= 10")
    assert not check_file(str(folder / "ours.db"))


def filled(folder: Path) -> sqlite3.Connection:
    """A server of ``PEOPLE`` with a million entries, and for the peer the same entries under a covering index."""
    path = str(folder / "ledger.db")
    prepare(path)
    rng = Random(1)
    conn = connect(path, Use.WRITE)
    conn.execute("BEGIN")
    conn.executemany(
        "INSERT INTO accounts (id, guild, account, kind) VALUES (?, ?, ?, 'person')",
        [(number, GUILD, account_of(10**17 + number)) for number in range(1, PEOPLE + 1)],
    )
    lines: list[tuple[int, ...]] = []
    entries: list[tuple[int | None, ...]] = []
    bookings: list[tuple[int, str, int, float]] = []
    for booking in range(1, BOOKINGS + 1):
        winner, *others = rng.sample(range(1, PEOPLE + 1), 4)
        points = rng.randrange(1, 30)
        lines += [(booking, place, other, winner, points) for place, other in enumerate(others)]
        entries += [(booking, other, -points, 0, 0, None) for other in others]
        entries.append((booking, winner, 3 * points, 1, 3 * points, 3 * points))
        bookings.append((booking, f"hand:t:{booking}", GUILD, float(booking)))
    conn.executemany("INSERT INTO lines VALUES (?, ?, ?, ?, ?, 'hu', '{}')", lines)
    conn.executemany("INSERT INTO entries VALUES (?, ?, ?, 1, ?, 0, 0, ?, ?)", entries)
    conn.executemany(
        "INSERT INTO bookings (id, key, guild, season, kind, settles, rules, at, reason, detail, digest)"
        " VALUES (?, ?, ?, 1, 'hand', 0, 'lishui', ?, '', '{}', x'')",
        bookings,
    )
    rebuild_balances(conn)
    conn.execute("CREATE TABLE peer (guild INTEGER NOT NULL, account INTEGER NOT NULL, points INTEGER NOT NULL)")
    conn.executemany(
        "INSERT INTO peer VALUES (?, ?, ?)", [(GUILD, account, points) for _, account, points, *_ in entries]
    )
    conn.execute("CREATE INDEX peer_covers ON peer (guild, account, points)")
    conn.execute("COMMIT")
    conn.execute("ANALYZE peer")
    return conn


def timed(*jobs: Callable[[], object]) -> list[float]:
    """The median seconds of each, measured in turn."""
    times: list[list[float]] = [[] for _ in jobs]
    for _ in range(QUERIES):
        for job, row in zip(jobs, times, strict=True):
            begun = perf_counter()
            job()
            row.append(perf_counter() - begun)
    return [median(row) for row in times]


def ledger(folder: Path) -> None:
    top = "SELECT account, sum(points) FROM peer WHERE guild = ? GROUP BY account ORDER BY 2 DESC LIMIT 10"
    one = "SELECT sum(points) FROM peer WHERE guild = ? AND account = ?"
    query = TotalsQuery(guild=GUILD)
    account = account_of(10**17 + 7)
    with closing(filled(folder)) as conn:
        page, row = totals(conn, query), totals_of(conn, query, account)
        assert [total.earned for total in page.rows] == [points for _, points in conn.execute(top, (GUILD,))]
        assert row is not None
        assert row.earned == conn.execute(one, (GUILD, 7)).fetchone()[0]
        summed, kept = timed(lambda: conn.execute(top, (GUILD,)).fetchall(), lambda: totals(conn, query))
        said(
            "top ten of a million", f"{summed * 1e3:.2f} ms summed", f"{kept * 1e3:.3f} ms kept", summed / kept, ">= 20"
        )
        summed, kept = timed(lambda: conn.execute(one, (GUILD, 7)).fetchone(), lambda: totals_of(conn, query, account))
        said(
            "a balance of a million",
            f"{summed * 1e3:.2f} ms summed",
            f"{kept * 1e3:.3f} ms kept",
            summed / kept,
            ">= 20",
        )


def packed(logs: Sequence[tuple[str, ...]], rules: str) -> None:
    rows = sum(len(event.encode()) for log in logs for event in log)
    records = [pack(log) for log in logs]
    deflated = sum(len(zlib.compress("\n".join(log).encode(), 9)) for log in logs)
    assert [unpack(record) for record in records] == list(logs)
    size = sum(map(len, records))
    hands = len(logs)
    peer = f"{rows // hands} B rows, {deflated / rows:.3f} deflated"
    said(f"a hand of {rules}", peer, f"{size // hands} B packed", size / rows, "<= 0.1")


def main() -> None:
    print(f"{'':<28} {'peer':>28} {'store':>28} {'ratio':>9} {'goal':>8}")
    with TemporaryDirectory() as name:
        asyncio.run(commits(Path(name)))
        ledger(Path(name))
    for rules in REGISTRY:
        packed(played_logs(rules, 7, HANDS), rules)


if __name__ == "__main__":
    main()
