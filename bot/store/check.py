"""What the doctor looks at: the file, its references, logs, packed hands, and the ledger computed anew."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any, Final

from bot.store.connection import Use, connect
from bot.store.errors import of_the_file, translated
from bot.store.ledger_write import ALL_RULES, ALL_SEASONS, digest_of
from bot.store.packing import BadRecord, sound, unpack
from bot.store.schema import require_current
from bot.tables.ports import Check, Finding

_MOST: Final = 20
"""Of each kind; a damaged file would fill pages."""

_READ: Final = 100
"""So many packed hands are read, spread over all."""

_FIGURES: Final = "earned, balance, hands, wins, self_draws, deal_ins, won, biggest"

_SUMS: Final = """
    sum(CASE b.settles WHEN 0 THEN e.points ELSE 0 END), sum(e.points), sum(e.hands), sum(e.wins),
    sum(e.self_draws), sum(e.deal_ins), sum(e.won),
    max(CASE WHEN NOT EXISTS (SELECT 1 FROM bookings r WHERE r.reverses = b.id) THEN e.biggest END)
    FROM bookings b JOIN entries e ON e.booking = b.id
"""

RECOMPUTED: Final = f"""
    SELECT b.guild, {ALL_SEASONS}, '{ALL_RULES}', e.account, {_SUMS} GROUP BY b.guild, e.account
    UNION ALL SELECT b.guild, b.season, '{ALL_RULES}', e.account, {_SUMS} GROUP BY b.guild, b.season, e.account
    UNION ALL SELECT b.guild, {ALL_SEASONS}, b.rules, e.account, {_SUMS} WHERE b.rules IS NOT NULL
              GROUP BY b.guild, b.rules, e.account
    UNION ALL SELECT b.guild, b.season, b.rules, e.account, {_SUMS} WHERE b.rules IS NOT NULL
              GROUP BY b.guild, b.season, b.rules, e.account
"""
"""Every row that the balances must have, from the entries alone."""


def check_file(path: str) -> tuple[Finding, ...]:
    """All findings about a database file, which may be in use. Blocks; raises StoreError where it can't be opened."""
    with translated(path), closing(connect(path, Use.READ)) as conn:
        require_current(conn, path)
        return check(conn)


def mend_balances(path: str) -> None:
    """Add up the balances of a database anew from its entries, also while the bot runs. Raises StoreError."""
    with translated(path), closing(connect(path, Use.WRITE)) as conn:
        require_current(conn, path)
        conn.execute("BEGIN IMMEDIATE")
        rebuild_balances(conn)
        conn.execute("COMMIT")


def check(conn: sqlite3.Connection) -> tuple[Finding, ...]:
    """All findings; a part that can't be read is one."""
    parts: tuple[tuple[Check, Callable[[sqlite3.Connection], Iterator[tuple[str, str]]]], ...] = (
        (Check.FILE, _file),
        (Check.REFERENCES, _references),
        (Check.LOGS, _logs),
        (Check.HANDS, _hands),
        (Check.SUMS, _sums),
        (Check.CONTENTS, _contents),
        (Check.BALANCES, _balances),
    )
    findings: list[Finding] = []
    conn.execute("BEGIN")
    try:
        for kind, part in parts:
            findings += _found(conn, kind, part)
    finally:
        if conn.in_transaction:
            conn.execute("ROLLBACK")
    return tuple(findings)


def _found(
    conn: sqlite3.Connection, kind: Check, part: Callable[[sqlite3.Connection], Iterator[tuple[str, str]]]
) -> list[Finding]:
    findings: list[Finding] = []
    try:
        for where, detail in part(conn):
            findings.append(Finding(kind, where, detail))
            if len(findings) == _MOST:
                break
    except sqlite3.Error as error:
        if not of_the_file(error):
            raise
        findings.append(Finding(kind, "", str(error)))
    return findings


def _file(conn: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    for (line,) in conn.execute(f"PRAGMA integrity_check({_MOST})"):
        yield from (("", each) for each in line.splitlines() if each != "ok" and not each.startswith("***"))


def _references(conn: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    for table, row, parent, _ in conn.execute("PRAGMA foreign_key_check"):
        yield table, f"row {row} refers to a missing row of {parent}"


def broken_logs(conn: sqlite3.Connection) -> dict[str, int | None]:
    """The tables whose numbers from 0 to their seq don't occur once each, packed or live; and that seq."""
    held: dict[int, list[int]] = {}
    for table, seq in conn.execute("SELECT table_number, seq FROM events"):
        held.setdefault(table, []).append(seq)
    for table, first, last in conn.execute("SELECT table_number, first, last FROM hands"):
        held.setdefault(table, []).extend(range(first, last + 1))
    rows = conn.execute("SELECT t.number, t.id, p.seq FROM tables t LEFT JOIN progress p ON p.table_number = t.number")
    return {
        table: seq for number, table, seq in rows if seq is None or sorted(held.get(number, ())) != list(range(seq))
    }


def _logs(conn: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    for table, seq in broken_logs(conn).items():
        yield table, f"the log does not hold each of its {seq} events once"


def _hands(conn: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    """All checksums are compared; of many hands only some are read, for each takes some hundredths of a second."""
    (count,) = conn.execute("SELECT count(*) FROM hands").fetchone()
    rows = conn.execute(
        "SELECT t.id, h.hand, h.first, h.last, h.packed FROM hands h JOIN tables t ON t.number = h.table_number"
    )
    for number, (table, hand, first, last, packed) in enumerate(rows):
        if number % (1 + count // _READ) and sound(packed):
            continue
        try:
            events = unpack(packed)
        except BadRecord as error:
            yield f"{table}/{hand}", str(error)
            continue
        if len(events) != last - first + 1:
            yield f"{table}/{hand}", f"{len(events)} events instead of {last - first + 1}"


def _sums(conn: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    unbalanced = """
        SELECT b.key, sum(e.points) FROM bookings b JOIN entries e ON e.booking = b.id
        GROUP BY b.id HAVING sum(e.points) <> 0
    """
    for key, points in conn.execute(unbalanced):
        yield key, f"the entries sum to {points}"
    apart = """
        SELECT b.key, x.account, sum(x.points) FROM (
            SELECT booking, payer AS account, -points AS points FROM lines
            UNION ALL SELECT booking, payee, points FROM lines
            UNION ALL SELECT booking, account, -points FROM entries
        ) x JOIN bookings b ON b.id = x.booking GROUP BY x.booking, x.account HAVING sum(x.points) <> 0
    """
    for key, account, points in conn.execute(apart):
        yield key, f"account {account}: lines and entry differ by {points}"


def _contents(conn: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    for number, key in conn.execute("SELECT id, key FROM bookings"):
        if not is_as_written(conn, number):
            yield key, "not what was written"


def is_as_written(conn: sqlite3.Connection, number: int) -> bool:
    """Whether a booking has the contents that its digest was made of."""
    digest, *said = conn.execute(
        "SELECT digest, key, guild, kind, settles, rules, table_id, hand, at, author, reason, detail, reverses"
        " FROM bookings WHERE id = ?",
        (number,),
    ).fetchone()
    said[3] = bool(said[3])
    return bool(digest_of([*said, _lines(conn, number), _entries(conn, number)]) == digest)


def _lines(conn: sqlite3.Connection, number: int) -> list[Any]:
    sql = "SELECT payer, payee, points, reason, detail FROM lines WHERE booking = ? ORDER BY number"
    return conn.execute(sql, (number,)).fetchall()


def _entries(conn: sqlite3.Connection, number: int) -> list[Any]:
    sql = (
        "SELECT account, points, hands, wins, self_draws, deal_ins, won, biggest FROM entries"
        " WHERE booking = ? ORDER BY account"
    )
    return conn.execute(sql, (number,)).fetchall()


def _balances(conn: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    kept = f"SELECT guild, season, rules, account, {_FIGURES} FROM balances"
    for row in conn.execute(f"{kept} EXCEPT SELECT * FROM ({RECOMPUTED})"):
        yield _balance_name(row), f"kept as {json.dumps(row[4:])}"
    for row in conn.execute(f"SELECT * FROM ({RECOMPUTED}) EXCEPT {kept}"):
        yield _balance_name(row), f"comes to {json.dumps(row[4:])}"


def _balance_name(row: tuple[Any, ...]) -> str:
    guild, season, rules, account = row[:4]
    return f"{guild}/{season}/{rules or '-'}/{account}"


def rebuild_balances(conn: sqlite3.Connection) -> None:
    """The balances anew from the entries, in the caller's transaction."""
    conn.execute("DELETE FROM balances")
    conn.execute(f"INSERT INTO balances (guild, season, rules, account, {_FIGURES}) {RECOMPUTED}")
