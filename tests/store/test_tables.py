"""Commits of units: all or nothing, each number once, each interaction once; logs packed and live."""

import asyncio
from dataclasses import replace

import pytest

from bot.store.store import SqliteStore, opened_store
from bot.tables.ledger_values import AllTime, KeyReused, TotalsQuery
from bot.tables.ports import (
    Committed,
    Conflict,
    Deadline,
    HandEnd,
    HandInfo,
    Message,
    Repeated,
    StoredTable,
    TableId,
    TableStatus,
    Unit,
)
from tests.store.samples import ANN, GUILD, PEOPLE, TABLE, event, hand, opened, record


async def test_a_unit_is_written_whole(store: SqliteStore) -> None:
    unit = Unit(
        table=TABLE,
        at=5.0,
        seq=0,
        events=(event(0), event(1)),
        record=record(),
        deadlines=(Deadline("turn", 45.123456789, "seat 2"), Deadline("lobby", 1e9)),
        messages=(Message("hand:0", 11, 12, "p1"), Message("board", 901, 13)),
        bookings=(hand(1),),
        interaction=77,
    )
    done = await store.tables.commit(unit)
    assert isinstance(done, Committed)
    assert (done.seq, done.revision, [booked.fresh for booked in done.booked]) == (2, 1, [True])
    assert await store.tables.table(TABLE) == StoredTable(
        replace(record(), revision=1),
        2,
        (Deadline("turn", 45.123456789, "seat 2"), Deadline("lobby", 1e9)),
        (Message("board", 901, 13), Message("hand:0", 11, 12, "p1")),
    )
    assert await store.tables.log(TABLE) == (event(0), event(1))
    assert await store.ledger.balances(GUILD, AllTime()) == dict(zip(PEOPLE, (12, -4, -4, -4), strict=True))


@pytest.mark.parametrize("seq", [0, 2, 4])
async def test_an_append_at_another_number_conflicts_and_leaves_nothing(store: SqliteStore, seq: int) -> None:
    await opened(store)
    await store.tables.commit(Unit(table=TABLE, at=1.0, seq=0, events=(event(0), event(1), event(2))))
    unit = Unit(
        table=TABLE,
        at=2.0,
        seq=seq,
        events=(event(9),),
        deadlines=(Deadline("turn", 9.0),),
        messages=(Message("board", 1, 2),),
        bookings=(hand(1),),
        interaction=78,
    )
    assert await store.tables.commit(unit) == Conflict(3, 1)
    table = await store.tables.table(TABLE)
    assert table is not None
    assert (table.seq, table.deadlines, table.messages) == (3, (), ())
    assert await store.ledger.item("hand:K7QX:1") is None
    assert isinstance(await store.tables.commit(replace(unit, seq=3)), Committed)


async def test_a_record_loses_to_a_newer_revision(store: SqliteStore) -> None:
    first = await opened(store)
    ended = replace(first, status=TableStatus.ENDED)
    assert await store.tables.commit(Unit(table=TABLE, at=1.0, record=ended)) == Committed(0, 2)
    assert await store.tables.commit(Unit(table=TABLE, at=1.0, record=first)) == Conflict(0, 2)
    assert await store.tables.commit(Unit(table=TABLE, at=1.0, record=record())) == Conflict(0, 2)
    found = await store.tables.table(TABLE)
    assert found is not None
    assert found.record == replace(ended, revision=2)


async def test_a_unit_of_an_unknown_table_conflicts(store: SqliteStore) -> None:
    unit = Unit(table=TableId("none"), at=1.0, seq=0, events=(event(0),))
    assert await store.tables.commit(unit) == Conflict(-1, -1)
    assert await store.tables.table(TableId("none")) is None


async def test_of_two_writers_one_wins(path: str) -> None:
    async with opened_store(path) as one, opened_store(path) as two:
        await opened(one)
        units = [Unit(table=TABLE, at=1.0, seq=0, events=(event(number),)) for number in range(2)]
        answers = await asyncio.gather(*(s.tables.commit(u) for s, u in zip((one, two), units, strict=True)))
        assert sorted(map(repr, answers)) == [repr(Committed(1, 1)), repr(Conflict(1, 1))]
        won = next(number for number, answer in enumerate(answers) if isinstance(answer, Committed))
        assert await one.tables.log(TABLE) == await two.tables.log(TABLE) == (event(won),)


async def test_units_that_wait_together_fail_apart(store: SqliteStore) -> None:
    tables = [TableId(f"t{number}") for number in range(20)]
    await asyncio.gather(*(opened(store, table) for table in tables))
    units = [Unit(table=table, at=1.0, seq=0, events=(event(1),)) for table in tables]
    units[3] = replace(units[3], seq=5)
    units[7] = replace(units[7], hand=HandEnd(1, 9))
    units[9] = replace(units[9], events=("\ud800",))
    answers = await asyncio.gather(*map(store.tables.commit, units), return_exceptions=True)
    assert answers[3] == Conflict(0, 1)
    assert isinstance(answers[7], ValueError)
    assert isinstance(answers[9], UnicodeEncodeError)
    rest = [answer for number, answer in enumerate(answers) if number not in (3, 7, 9)]
    assert rest == [Committed(1, 1)] * 17
    lengths = [len(await store.tables.log(table)) for table in tables]
    assert lengths == [0 if number in (3, 7, 9) else 1 for number in range(20)]


async def test_an_interaction_counts_once(store: SqliteStore) -> None:
    await opened(store)
    unit = Unit(table=TABLE, at=1.0, seq=0, events=(event(0),), interaction=5)
    both = await asyncio.gather(store.tables.commit(unit), store.tables.commit(unit))
    assert list(both) == [Committed(1, 1), Repeated(5)]
    again = replace(unit, seq=1)
    assert await store.tables.commit(again) == Repeated(5)
    assert await store.tables.commit(replace(again, interaction=6)) == Committed(2, 1)


async def test_interactions_are_forgotten_by_age(store: SqliteStore) -> None:
    await opened(store)
    first = Unit(table=TABLE, at=10.0, seq=0, events=(event(0),), interaction=1)
    second = Unit(table=TABLE, at=20.0, seq=1, events=(event(1),), interaction=2)
    assert [await store.tables.commit(unit) for unit in (first, second)] == [Committed(1, 1), Committed(2, 1)]
    await store.tables.forget_interactions(20.0)
    assert await store.tables.commit(replace(second, seq=2)) == Repeated(2)
    assert await store.tables.commit(replace(first, seq=2)) == Committed(3, 1)


async def test_deadlines_stay_unless_they_are_given(store: SqliteStore) -> None:
    await opened(store)
    await store.tables.commit(Unit(table=TABLE, at=1.0, deadlines=(Deadline("turn", 3.5),)))
    await store.tables.commit(Unit(table=TABLE, at=1.0, seq=0, events=(event(0),)))
    found = await store.tables.table(TABLE)
    assert found is not None
    assert found.deadlines == (Deadline("turn", 3.5),)
    await store.tables.commit(Unit(table=TABLE, at=1.0, deadlines=()))
    found = await store.tables.table(TABLE)
    assert found is not None
    assert found.deadlines == ()


async def test_messages_are_kept_one_by_one(store: SqliteStore) -> None:
    await opened(store)
    await store.tables.commit(Unit(table=TABLE, at=1.0, messages=(Message("a", 1, 2), Message("b", 3, 4, "p"))))
    await store.tables.commit(Unit(table=TABLE, at=1.0, messages=(Message("a", 1, None), Message("b", 3, 5, "q"))))
    found = await store.tables.table(TABLE)
    assert found is not None
    assert found.messages == (Message("b", 3, 5, "q"),)


async def test_a_finished_hand_is_packed_and_the_log_stays(store: SqliteStore) -> None:
    await opened(store)
    events = [event(number) for number in range(30)]
    await store.tables.commit(Unit(table=TABLE, at=1.0, seq=0, events=tuple(events[:12])))
    done = await store.tables.commit(Unit(table=TABLE, at=1.0, seq=12, events=tuple(events[12:20]), hand=HandEnd(1, 2)))
    assert done == Committed(20, 1)
    await store.tables.commit(Unit(table=TABLE, at=1.0, seq=20, events=tuple(events[20:25])))
    await store.tables.commit(Unit(table=TABLE, at=1.0, seq=25, hand=HandEnd(2, 22)))
    await store.tables.commit(Unit(table=TABLE, at=1.0, seq=25, events=tuple(events[25:])))
    for since in (0, 1, 2, 5, 19, 20, 21, 24, 25, 29, 30):
        assert await store.tables.log(TABLE, since) == tuple(events[since:])
    assert await store.tables.hands(TABLE) == (HandInfo(TABLE, 1, 2, 19), HandInfo(TABLE, 2, 22, 24))
    assert await store.tables.hand(TABLE, 1) == tuple(events[2:20])
    assert await store.tables.hand(TABLE, 3) is None


@pytest.mark.parametrize("end", [HandEnd(2, 3), HandEnd(2, 9), HandEnd(2, 8)])
async def test_a_hand_that_is_not_in_the_log_is_refused(store: SqliteStore, end: HandEnd) -> None:
    await opened(store)
    await store.tables.commit(Unit(table=TABLE, at=1.0, seq=0, events=tuple(map(event, range(6))), hand=HandEnd(1, 0)))
    await store.tables.commit(Unit(table=TABLE, at=1.0, seq=6, events=tuple(map(event, range(6, 8)))))
    with pytest.raises(ValueError, match="is not in the log"):
        await store.tables.commit(Unit(table=TABLE, at=1.0, seq=8, hand=end))
    assert len(await store.tables.log(TABLE)) == 8


async def test_open_tables_leave_out_what_has_ended(store: SqliteStore) -> None:
    for table in ("a", "b", "c"):
        await opened(store, TableId(table))
    await store.tables.commit(
        Unit(table=TableId("b"), at=1.0, record=replace(record(TableId("b"), status=TableStatus.ENDED), revision=1))
    )
    practice = record(TableId("p"), guild=None, status=TableStatus.LOBBY)
    await store.tables.commit(Unit(table=TableId("p"), at=1.0, seq=0, record=practice))
    assert [found.record.id for found in await store.tables.open_tables()] == ["a", "c", "p"]
    assert [found.record.id for found in await store.tables.tables_in(GUILD)] == ["c", "a", "b"]
    assert [found.record.id for found in await store.tables.tables_in(GUILD, limit=2)] == ["c", "a"]
    assert [found.record.id for found in await store.tables.tables_in(None)] == ["p"]


async def test_what_was_committed_is_there_after_opening_anew(path: str) -> None:
    async with opened_store(path) as store:
        await opened(store)
        await store.tables.commit(Unit(table=TABLE, at=1.0, seq=0, events=(event(0),), deadlines=(Deadline("t", 2.5),)))
        before = await store.tables.open_tables()
    async with opened_store(path) as store:
        assert await store.tables.open_tables() == before
        assert await store.tables.log(TABLE) == (event(0),)
        assert await store.tables.commit(Unit(table=TABLE, at=1.0, seq=1, events=(event(1),))) == Committed(2, 1)


async def test_a_booking_handed_in_twice_is_written_once(store: SqliteStore) -> None:
    await opened(store)
    one = await store.tables.commit(Unit(table=TABLE, at=1.0, seq=0, events=(event(0),), bookings=(hand(1),)))
    two = await store.tables.commit(Unit(table=TABLE, at=2.0, seq=1, events=(event(1),), bookings=(hand(1),)))
    assert isinstance(one, Committed)
    assert isinstance(two, Committed)
    assert [booked.fresh for booked in (*one.booked, *two.booked)] == [True, False]
    assert (await store.ledger.balances(GUILD, AllTime()))[ANN] == 12
    with pytest.raises(KeyReused):
        await store.tables.commit(Unit(table=TABLE, at=3.0, seq=2, events=(event(2),), bookings=(hand(1, points=5),)))
    assert len(await store.tables.log(TABLE)) == 2
    assert (await store.ledger.balances(GUILD, AllTime()))[ANN] == 12


async def test_eight_tables_settle_at_one_moment(store: SqliteStore) -> None:
    tables = [TableId(f"t{number}") for number in range(8)]
    await asyncio.gather(*(opened(store, table) for table in tables))
    log = tuple(map(event, range(120)))
    units = [
        Unit(
            table=table,
            at=1.0,
            seq=0,
            events=log,
            bookings=(hand(1, table, winner=PEOPLE[number % 4]),),
            hand=HandEnd(1, 0),
        )
        for number, table in enumerate(tables)
    ]
    answers = await asyncio.gather(*map(store.tables.commit, units + units))
    assert [type(answer) for answer in answers] == [Committed] * 8 + [Conflict] * 8
    assert await store.ledger.balances(GUILD, AllTime()) == {}
    assert [await store.tables.hand(table, 1) for table in tables] == [log] * 8
    page = await store.ledger.totals(TotalsQuery(guild=GUILD))
    assert {(row.account, row.hands, row.wins) for row in page.rows} == {(one, 8, 2) for one in PEOPLE}


def test_a_unit_with_events_needs_their_number() -> None:
    with pytest.raises(ValueError, match="at a number"):
        Unit(table=TABLE, at=1.0, events=(event(0),))
    with pytest.raises(ValueError, match="the record of other"):
        Unit(table=TABLE, at=1.0, record=record(TableId("other")))
