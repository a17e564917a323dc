"""The doctor finds what was changed behind the store's back, and names it."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bot.store import schema
from bot.store.check import check_file, rebuild_balances
from bot.store.packing import pack
from bot.store.schema import Migration, migrations, prepare
from bot.store.store import opened_store
from bot.tables.ports import Check, HandEnd, StoreError, StoreReason, Unit
from tests.store.hands import hand_log
from tests.store.samples import TABLE, event, hand, opened

TRIGGERS = (
    *("entries_stay", "entries_remain", "entries_are_sealed", "lines_stay", "lines_remain", "lines_are_sealed"),
    *("bookings_stay", "bookings_remain"),
)


@pytest.fixture
async def played(path: str) -> str:
    """A file with a packed hand, a running one, and three bookings."""
    async with opened_store(path) as store:
        await opened(store)
        log = hand_log(Random(1))
        await store.tables.commit(Unit(table=TABLE, at=1.0, seq=0, events=log, bookings=(hand(1),), hand=HandEnd(1, 0)))
        await store.tables.commit(Unit(table=TABLE, at=1.0, seq=len(log), events=tuple(map(event, range(5)))))
        await store.ledger.book(hand(2))
        await store.ledger.book(hand(3))
    return path


def tampered(path: str, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as conn:
        for trigger in TRIGGERS:
            conn.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            conn.execute(statement)
        conn.commit()


def found(path: str) -> set[tuple[Check, str]]:
    return {(finding.check, finding.where) for finding in check_file(path)}


def test_a_sound_file(played: str) -> None:
    assert check_file(played) == ()


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        (
            "UPDATE entries SET points = 13 WHERE booking = 2 AND account = 1",
            {Check.SUMS, Check.CONTENTS, Check.BALANCES},
        ),
        ("UPDATE entries SET wins = 2 WHERE booking = 2 AND account = 1", {Check.CONTENTS, Check.BALANCES}),
        ("UPDATE lines SET points = 5 WHERE booking = 2 AND number = 0", {Check.SUMS, Check.CONTENTS}),
        ("UPDATE lines SET reason = 'gang' WHERE booking = 2 AND number = 0", {Check.CONTENTS}),
        ("UPDATE lines SET payee = 1 WHERE booking = 2 AND number = 1", {Check.SUMS, Check.CONTENTS}),
        ("UPDATE bookings SET at = at + 1 WHERE id = 2", {Check.CONTENTS}),
        ("UPDATE bookings SET digest = x'00' WHERE id = 2", {Check.CONTENTS}),
        ("DELETE FROM entries WHERE booking = 2", {Check.SUMS, Check.CONTENTS, Check.BALANCES}),
    ],
)
def test_a_changed_booking_is_named(played: str, statement: str, expected: set[Check]) -> None:
    tampered(played, statement)
    findings = found(played)
    assert {check for check, _ in findings} == expected
    assert {where for check, where in findings if check is not Check.BALANCES} <= {"hand:K7QX:2"}


def test_a_lost_booking_is_missed_by_its_parts(played: str) -> None:
    tampered(played, "DELETE FROM bookings WHERE id = 2")
    checks = {check for check, _ in found(played)}
    assert checks == {Check.REFERENCES, Check.BALANCES}


@pytest.mark.parametrize(
    ("statement", "where"),
    [
        ("UPDATE balances SET earned = earned + 1 WHERE season = 0 AND rules = '' AND account = 1", "900/0/-/1"),
        ("UPDATE balances SET biggest = NULL WHERE season = 1 AND rules = 'lishui' AND account = 2", "900/1/lishui/2"),
        ("DELETE FROM balances WHERE season = 0 AND rules = 'lishui' AND account = 3", "900/0/lishui/3"),
        ("UPDATE balances SET season = 7 WHERE season = 1 AND rules = '' AND account = 4", "900/7/-/4"),
    ],
)
def test_a_wrong_balance_is_named_and_mended(played: str, statement: str, where: str) -> None:
    tampered(played, statement)
    assert (Check.BALANCES, where) in found(played)
    with closing(sqlite3.connect(played)) as conn:
        rebuild_balances(conn)
        conn.commit()
    assert check_file(played) == ()


def test_a_balance_of_nobody_s(played: str) -> None:
    tampered(played, "UPDATE balances SET hands = 9 WHERE account = 2")
    assert {check for check, _ in found(played)} == {Check.BALANCES}
    assert len(found(played)) == 4


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("UPDATE hands SET packed = substr(packed, 1, 40)", (Check.HANDS, "K7QX/1")),
        ("UPDATE hands SET packed = x''", (Check.HANDS, "K7QX/1")),
        ("UPDATE hands SET packed = CAST(x'63' || substr(packed, 2) AS BLOB)", (Check.HANDS, "K7QX/1")),
        ("UPDATE hands SET last = last + 1", (Check.LOGS, "K7QX")),
        ("DELETE FROM hands", (Check.LOGS, "K7QX")),
        ("DELETE FROM events WHERE seq = (SELECT max(seq) - 1 FROM events)", (Check.LOGS, "K7QX")),
        ("UPDATE progress SET seq = seq + 1", (Check.LOGS, "K7QX")),
        ("UPDATE tables SET number = 9", (Check.REFERENCES, "events")),
        ("DELETE FROM progress", (Check.LOGS, "K7QX")),
    ],
)
def test_a_damaged_log_is_named(played: str, statement: str, expected: tuple[Check, str]) -> None:
    tampered(played, statement)
    assert expected in found(played)


def test_a_hand_of_another_length_is_named(played: str) -> None:
    with closing(sqlite3.connect(played)) as conn:
        conn.execute("UPDATE hands SET packed = ?", (pack([event(1)]),))
        conn.commit()
    assert found(played) == {(Check.HANDS, "K7QX/1")}


async def test_a_log_with_a_gap_is_not_read_as_if_it_had_none(played: str) -> None:
    tampered(played, "DELETE FROM events WHERE seq = (SELECT max(seq) - 1 FROM events)")
    async with opened_store(played) as store:
        with pytest.raises(StoreError, match="has a gap") as caught:
            await store.tables.log(TABLE)
        assert caught.value.reason is StoreReason.DAMAGED
        assert await store.tables.hand(TABLE, 1) == hand_log(Random(1))


async def test_a_damaged_hand_is_not_read_as_if_it_were_sound(played: str) -> None:
    tampered(played, "UPDATE hands SET packed = substr(packed, 1, 40)")
    async with opened_store(played) as store:
        for reading in (store.tables.log(TABLE), store.tables.hand(TABLE, 1)):
            with pytest.raises(StoreError, match="hand 1 of table K7QX") as caught:
                await reading
            assert caught.value.reason is StoreReason.DAMAGED


def test_pages_of_garbage_are_found(played: str) -> None:
    with closing(sqlite3.connect(played)) as conn:
        (size,) = conn.execute("PRAGMA page_size").fetchone()
        (page,) = conn.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'entries'").fetchone()
    with Path(played).open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xee" * size)
    checks = {finding.check for finding in check_file(played)}
    assert {Check.FILE, Check.BALANCES} <= checks


def test_only_todays_schema_is_checked(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    later = Migration(len(migrations()) + 1, "later", "CREATE TABLE later (x);")
    prepare(path, ())
    with pytest.raises(StoreError) as empty:
        check_file(path)
    prepare(path)
    with monkeypatch.context() as patched:
        patched.setattr(schema, "migrations", lambda: (*migrations(), later))
        with pytest.raises(StoreError) as older:
            check_file(path)
    prepare(path, (*migrations(), later))
    with pytest.raises(StoreError) as newer:
        check_file(path)
    assert empty.value.reason is StoreReason.EMPTY
    assert (older.value.reason, newer.value.reason) == (StoreReason.OLDER_SCHEMA, StoreReason.NEWER_SCHEMA)
