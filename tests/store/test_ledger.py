"""The ledger through its port: written once, reversible, in pages, by scope; what was booked never changes."""

import asyncio
import sqlite3
from contextlib import closing

import pytest

from bot.store.store import SqliteStore
from bot.tables.ledger_values import (
    BOTS,
    AccountId,
    AccountKind,
    AllTime,
    Booked,
    BookedItem,
    Booking,
    BookingKind,
    HistoryQuery,
    KeyReused,
    Line,
    Measure,
    NotBooked,
    Reversal,
    Scope,
    Season,
    SeasonRecord,
    SeriesQuery,
    Span,
    Tally,
    Totals,
    TotalsQuery,
    Way,
    pot_of,
)
from tests.store.samples import ANN, BOB, CAT, DAN, GUILD, PEOPLE, TABLE, hand

CORRECTION = Booking(
    key="correction:1",
    guild=GUILD,
    kind=BookingKind.CORRECTION,
    at=5000.0,
    lines=(Line(ANN, BOB, 7, "correction"),),
    author=DAN,
    reason="counted wrongly",
)
SETTLE_UP = Booking(
    key="settleup:1", guild=GUILD, kind=BookingKind.SETTLE_UP, at=6000.0, lines=(Line(ANN, BOB, 4, "settle_up"),)
)


async def earned(store: SqliteStore, query: TotalsQuery | None = None) -> dict[AccountId, int]:
    page = await store.ledger.totals(query or TotalsQuery(guild=GUILD))
    return {row.account: row.earned for row in page.rows}


async def test_a_booking_comes_back_as_it_was(store: SqliteStore) -> None:
    booking = Booking(
        key="hand:K7QX:3",
        guild=GUILD,
        kind=BookingKind.HAND,
        at=1234.5678,
        lines=(
            Line(ANN, BOB, 5, "hu", '{"by":"self"}'),
            Line(BOTS, BOTS, 2, "gang"),
            Line(pot_of(TABLE), CAT, 1, "pot"),
        ),
        tallies=(Tally(BOB, 1, 1, 1, 0, 5, 5), Tally(DAN), Tally(BOTS, hands=2)),
        rules="mawan",
        table=TABLE,
        hand=3,
        author=DAN,
        reason="because",
        detail='{"x":[1]}',
    )
    assert await store.ledger.book(booking) == Booked(booking.key, fresh=True)
    item = await store.ledger.item(booking.key)
    assert isinstance(item, BookedItem)
    assert (item.lines, item.at, item.rules, item.table, item.hand) == (booking.lines, 1234.5678, "mawan", TABLE, 3)
    assert (item.author, item.reason, item.detail, item.season) == (DAN, "because", '{"x":[1]}', 1)
    shares = {entry.account: (entry.points, entry.hands, entry.wins, entry.biggest) for entry in item.entries}
    assert shares == {
        ANN: (-5, 0, 0, None),
        BOB: (5, 1, 1, 5),
        BOTS: (0, 2, 0, None),
        pot_of(TABLE): (-1, 0, 0, None),
        CAT: (1, 0, 0, None),
        DAN: (0, 1, 0, None),
    }
    assert await store.ledger.item("hand:K7QX:4") is None


async def test_twice_at_the_same_moment_is_once(store: SqliteStore) -> None:
    answers = await asyncio.gather(*(store.ledger.book(hand(1)) for _ in range(5)))
    assert sorted(answer.fresh for answer in answers) == [False] * 4 + [True]
    assert await earned(store) == {ANN: 12, BOB: -4, CAT: -4, DAN: -4}


@pytest.mark.parametrize("other", [hand(1, points=5), hand(1, winner=BOB), hand(1, at=1001.5)])
async def test_a_key_with_other_contents_is_a_fault(store: SqliteStore, other: Booking) -> None:
    await store.ledger.book(hand(1))
    with pytest.raises(KeyReused):
        await store.ledger.book(other)
    assert await earned(store) == {ANN: 12, BOB: -4, CAT: -4, DAN: -4}


async def test_a_reversal_takes_back_points_and_counts(store: SqliteStore) -> None:
    await store.ledger.book(hand(1))
    await store.ledger.book(hand(2, points=9))
    undo = Reversal("undo:1", GUILD, "hand:K7QX:2", 3000.0, ANN, "the table agreed")
    assert await store.ledger.reverse(undo) == Booked("undo:1", fresh=True)
    assert await store.ledger.reverse(undo) == Booked("undo:1", fresh=False)
    row = await store.ledger.totals_of(TotalsQuery(guild=GUILD), ANN)
    assert row == Totals(ANN, 1, 12, 12, 1, 1, 1, 0, 12, 12)
    taken_back = await store.ledger.item("hand:K7QX:2")
    assert taken_back is not None
    assert taken_back.reversed_by == "undo:1"


async def test_a_reversal_can_be_reversed_and_nothing_twice(store: SqliteStore) -> None:
    await store.ledger.book(hand(1, points=9))
    assert await store.ledger.reverse(Reversal("undo:1", GUILD, "hand:K7QX:1", 3000.0)) == Booked("undo:1", fresh=True)
    assert await earned(store) == dict.fromkeys(PEOPLE, 0)
    assert await store.ledger.reverse(Reversal("undo:2", GUILD, "hand:K7QX:1", 3000.0)) == NotBooked("undo:2", "undo:1")
    assert await store.ledger.reverse(Reversal("redo:1", GUILD, "undo:1", 3000.0)) == Booked("redo:1", fresh=True)
    row = await store.ledger.totals_of(TotalsQuery(guild=GUILD), ANN)
    assert row == Totals(ANN, 1, 27, 27, 1, 1, 1, 0, 27, 27)
    biggest = await store.ledger.biggest(GUILD, ANN, None)
    assert biggest is not None
    assert biggest.key == "hand:K7QX:1"


@pytest.mark.parametrize(("guild", "key"), [(GUILD, "hand:K7QX:9"), (GUILD + 1, "hand:K7QX:1")])
async def test_what_is_not_there_is_not_reversed(store: SqliteStore, guild: int, key: str) -> None:
    await store.ledger.book(hand(1))
    assert await store.ledger.reverse(Reversal("undo:1", guild, key, 3000.0)) == NotBooked("undo:1", None)


async def test_the_biggest_win_makes_room_when_it_is_taken_back(store: SqliteStore) -> None:
    for number, points in ((1, 5), (2, 50), (3, 20)):
        await store.ledger.book(hand(number, points=points))
    await store.ledger.reverse(Reversal("undo:1", GUILD, "hand:K7QX:2", 3000.0))
    row = await store.ledger.totals_of(TotalsQuery(guild=GUILD), ANN)
    assert row is not None
    assert row.biggest == 60
    biggest = await store.ledger.biggest(GUILD, ANN, "lishui")
    assert biggest is not None
    assert biggest.key == "hand:K7QX:3"
    assert await store.ledger.biggest(GUILD, ANN, "mawan") is None
    assert await store.ledger.biggest(GUILD, BOB, None) is None


async def test_the_biggest_win_of_a_time_is_one_of_that_time(store: SqliteStore) -> None:
    for number, points in ((1, 5), (2, 50), (3, 20)):
        await store.ledger.book(hand(number, points=points))
        if number == 2:
            assert await store.ledger.end_season(GUILD, 1, "", 1003.0)
    for scope, key in (
        (AllTime(), "hand:K7QX:2"),
        (Season(2), "hand:K7QX:3"),
        (Span(None, 1002.0), "hand:K7QX:1"),
        (Span(1003.0, None), "hand:K7QX:3"),
    ):
        biggest = await store.ledger.biggest(GUILD, ANN, None, scope)
        row = await store.ledger.totals_of(TotalsQuery(guild=GUILD, scope=scope), ANN)
        assert biggest is not None
        assert row is not None
        assert biggest.key == key
        assert row.biggest == next(entry.biggest for entry in biggest.entries if entry.account == ANN)
    assert await store.ledger.biggest(GUILD, ANN, None, Span(1004.0, None)) is None


async def test_an_export_holds_what_is_asked_for(store: SqliteStore) -> None:
    for number in range(1, 5):
        await store.ledger.book(hand(number))
    await store.ledger.book(CORRECTION)

    async def keys(rules: str | None, scope: Scope) -> list[str]:
        return [item.key.split(":")[-1] async for item in store.ledger.export(GUILD, ANN, rules, scope)]

    assert await keys(None, Span(1002.0, 1004.0)) == ["2", "3"]
    assert await keys("lishui", Span(1004.0, None)) == ["4"]
    assert await keys("mawan", AllTime()) == []
    assert await keys(None, Season(2)) == []


async def test_corrections_count_and_belong_to_no_rule_set(store: SqliteStore) -> None:
    await store.ledger.book(hand(1))
    await store.ledger.book(CORRECTION)
    assert await earned(store) == {ANN: 5, BOB: 3, CAT: -4, DAN: -4}
    assert await earned(store, TotalsQuery(guild=GUILD, rules="lishui")) == {ANN: 12, BOB: -4, CAT: -4, DAN: -4}


async def test_settling_up_changes_balances_not_what_was_earned(store: SqliteStore) -> None:
    await store.ledger.book(hand(1))
    await store.ledger.book(SETTLE_UP)
    assert await earned(store) == {ANN: 12, BOB: -4, CAT: -4, DAN: -4}
    assert await store.ledger.balances(GUILD, AllTime()) == {ANN: 8, CAT: -4, DAN: -4}
    order = TotalsQuery(guild=GUILD, measure=Measure.BALANCE)
    assert [row.account for row in (await store.ledger.totals(order)).rows] == [ANN, BOB, CAT, DAN]
    await store.ledger.reverse(Reversal("undo:s", GUILD, "settleup:1", 7000.0))
    assert (await store.ledger.balances(GUILD, AllTime()))[BOB] == -4
    assert await earned(store) == {ANN: 12, BOB: -4, CAT: -4, DAN: -4}


async def test_a_season_ends_once_and_deletes_nothing(store: SqliteStore) -> None:
    await store.ledger.book(hand(1))
    assert await store.ledger.end_season(GUILD, 1, "spring", 2000.0)
    assert not await store.ledger.end_season(GUILD, 1, "spring", 2001.0)
    assert not await store.ledger.end_season(GUILD, 3, "autumn", 2001.0)
    await store.ledger.book(hand(2, winner=BOB))
    assert await store.ledger.seasons(GUILD) == (
        SeasonRecord(1, "spring", None, 2000.0),
        SeasonRecord(2, "", 2000.0, None),
    )
    assert await store.ledger.seasons(GUILD + 1) == (SeasonRecord(1, "", None, None),)
    assert await earned(store, TotalsQuery(guild=GUILD, scope=Season(1))) == {ANN: 12, BOB: -4, CAT: -4, DAN: -4}
    assert await earned(store, TotalsQuery(guild=GUILD, scope=Season(2))) == {ANN: -4, BOB: 12, CAT: -4, DAN: -4}
    assert await earned(store) == {ANN: 8, BOB: 8, CAT: -8, DAN: -8}
    assert await store.ledger.balances(GUILD, Season(1)) == {ANN: 12, BOB: -4, CAT: -4, DAN: -4}


async def test_a_hand_of_last_season_taken_back_counts_in_this_one(store: SqliteStore) -> None:
    await store.ledger.book(hand(1))
    await store.ledger.end_season(GUILD, 1, "spring", 2000.0)
    await store.ledger.reverse(Reversal("undo:1", GUILD, "hand:K7QX:1", 2100.0))
    assert (await earned(store, TotalsQuery(guild=GUILD, scope=Season(1))))[ANN] == 12
    assert (await earned(store, TotalsQuery(guild=GUILD, scope=Season(2))))[ANN] == -12


async def test_spans_include_their_start_and_not_their_end(store: SqliteStore) -> None:
    for number in range(1, 5):
        await store.ledger.book(hand(number))
    query = TotalsQuery(guild=GUILD, scope=Span(1002.0, 1004.0))
    row = await store.ledger.totals_of(query, ANN)
    assert row == Totals(ANN, 1, 24, 24, 2, 2, 2, 0, 24, 12)
    assert await earned(store, TotalsQuery(guild=GUILD, scope=Span(None, 1002.0))) == {
        ANN: 12,
        BOB: -4,
        CAT: -4,
        DAN: -4,
    }
    assert await earned(store, TotalsQuery(guild=GUILD, scope=Span(1005.0, None))) == {}
    assert await store.ledger.balances(GUILD, Span(1004.0, None)) == {ANN: 12, BOB: -4, CAT: -4, DAN: -4}


@pytest.mark.parametrize("scope", [AllTime(), Season(1), Span(None, None)])
async def test_equal_points_share_a_rank_on_every_page(store: SqliteStore, scope: Season) -> None:
    await store.ledger.book(hand(1))
    expected = [(ANN, 1), (BOB, 2), (CAT, 2), (DAN, 2)]
    for offset in range(5):
        page = await store.ledger.totals(TotalsQuery(guild=GUILD, scope=scope, offset=offset, limit=2))
        assert [(row.account, row.rank) for row in page.rows] == expected[offset : offset + 2]
        assert page.count == 4
    row = await store.ledger.totals_of(TotalsQuery(guild=GUILD, scope=scope), DAN)
    assert row is not None
    assert row.rank == 2
    assert await store.ledger.totals_of(TotalsQuery(guild=GUILD, scope=scope), AccountId("5")) is None


async def test_pots_hold_points_and_are_no_players(store: SqliteStore) -> None:
    pot = pot_of(TABLE)
    lines = (Line(ANN, pot, 6, "pot"), Line(BOTS, pot, 3, "pot"))
    await store.ledger.book(
        Booking(key="hand:1", guild=GUILD, kind=BookingKind.HAND, at=1.0, lines=lines, rules="mawan")
    )
    assert await earned(store) == {BOTS: -3, ANN: -6}
    assert await store.ledger.balances(GUILD, AllTime()) == {ANN: -6, BOTS: -3, pot: 9}
    for scope in (AllTime(), Season(1), Span(None, None)):
        assert (await store.ledger.totals(TotalsQuery(guild=GUILD, scope=scope, limit=1))).sum == -9
        beyond = await store.ledger.totals(TotalsQuery(guild=GUILD, scope=scope, offset=5))
        assert (beyond.count, beyond.sum) == (2, -9)
    assert (await store.ledger.totals(TotalsQuery(guild=GUILD, scope=Span(9e9, None)))).sum == 0
    people = TotalsQuery(guild=GUILD, kinds=frozenset((AccountKind.PERSON,)))
    assert await earned(store, people) == {ANN: -6}


async def test_history_goes_there_and_back(store: SqliteStore) -> None:
    for number in range(1, 8):
        await store.ledger.book(hand(number))
    await store.ledger.book(CORRECTION)
    hands = frozenset((BookingKind.HAND,))
    first = await store.ledger.history(HistoryQuery(guild=GUILD, kinds=hands, limit=3))
    assert [item.hand for item in first.items] == [7, 6, 5]
    assert first.newer is None
    second = await store.ledger.history(HistoryQuery(guild=GUILD, kinds=hands, cursor=first.older, limit=3))
    assert [item.hand for item in second.items] == [4, 3, 2]
    third = await store.ledger.history(HistoryQuery(guild=GUILD, kinds=hands, cursor=second.older, limit=3))
    assert [item.hand for item in third.items] == [1]
    assert third.older is None
    back = await store.ledger.history(
        HistoryQuery(guild=GUILD, kinds=hands, cursor=third.newer, way=Way.NEWER, limit=3)
    )
    assert back == second
    assert (
        await store.ledger.history(HistoryQuery(guild=GUILD, kinds=hands, cursor=second.newer, way=Way.NEWER, limit=3))
        == first
    )


async def test_history_of_a_person_a_table_a_rule_set_a_time(store: SqliteStore) -> None:
    await store.ledger.book(hand(1))
    await store.ledger.book(CORRECTION)
    await store.ledger.book(hand(2))

    async def keys(query: HistoryQuery) -> list[str]:
        return [item.key for item in (await store.ledger.history(query)).items]

    assert await keys(HistoryQuery(guild=GUILD, account=BOB)) == ["hand:K7QX:2", "correction:1", "hand:K7QX:1"]
    assert await keys(HistoryQuery(guild=GUILD, account=CAT)) == ["hand:K7QX:2", "hand:K7QX:1"]
    assert await keys(HistoryQuery(guild=GUILD, account=AccountId("5"))) == []
    assert await keys(HistoryQuery(guild=GUILD, table="other")) == []
    assert await keys(HistoryQuery(guild=GUILD, table=TABLE)) == ["hand:K7QX:2", "hand:K7QX:1"]
    assert await keys(HistoryQuery(guild=GUILD, rules="lishui", scope=Span(1002.0, None))) == ["hand:K7QX:2"]
    assert await keys(HistoryQuery(guild=GUILD, scope=Season(2))) == []
    assert await keys(HistoryQuery(guild=GUILD + 1)) == []


async def test_the_last_hand_is_the_last_that_counts(store: SqliteStore) -> None:
    assert await store.ledger.last_hand(TABLE) is None
    await store.ledger.book(hand(1))
    await store.ledger.book(hand(2))
    await store.ledger.reverse(Reversal("undo:1", GUILD, "hand:K7QX:2", 3000.0))
    last = await store.ledger.last_hand(TABLE)
    assert last is not None
    assert last.key == "hand:K7QX:1"


async def test_a_series_runs_up_to_the_totals(store: SqliteStore) -> None:
    for number in range(1, 11):
        await store.ledger.book(hand(number, winner=PEOPLE[number % 2]))
    await store.ledger.book(SETTLE_UP)
    series = await store.ledger.series(SeriesQuery(guild=GUILD, accounts=(ANN, CAT), steps=3))
    assert series.totals == {ANN: (4, 24, 40), CAT: (-12, -24, -40)}
    assert series.times == pytest.approx((1004.0, 1007.0, 1010.0))
    both = await store.ledger.series(SeriesQuery(guild=GUILD, accounts=(ANN,), measure=Measure.BALANCE, steps=2))
    assert both.totals == {ANN: (40, 36)}
    nothing = await store.ledger.series(SeriesQuery(guild=GUILD + 1, accounts=(ANN,)))
    assert nothing.totals == {ANN: ()}


async def test_exports_are_complete_and_as_of_their_beginning(store: SqliteStore) -> None:
    for number in range(1, 451):
        await store.ledger.book(hand(number))
    await store.ledger.book(CORRECTION)
    seen: list[str] = []
    async for item in store.ledger.export(GUILD):
        if not seen:
            await store.ledger.book(hand(451))
        seen.append(item.key)
    assert seen == [*(f"hand:K7QX:{number}" for number in range(1, 451)), "correction:1"]
    mine = [item.key async for item in store.ledger.export(GUILD, CAT)]
    assert len(mine) == 451
    assert "correction:1" not in mine
    assert [item async for item in store.ledger.export(GUILD, AccountId("5"))] == []


async def test_servers_are_apart(store: SqliteStore) -> None:
    await store.ledger.book(hand(1))
    other = Booking(key="x", guild=GUILD + 5, kind=BookingKind.CORRECTION, at=1.0, lines=(Line(ANN, BOB, 3, "c"),))
    await store.ledger.book(other)
    assert await store.ledger.guilds() == (GUILD, GUILD + 5)
    assert await earned(store) == {ANN: 12, BOB: -4, CAT: -4, DAN: -4}
    assert await earned(store, TotalsQuery(guild=GUILD + 5)) == {BOB: 3, ANN: -3}


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE entries SET points = points + 1",
        "DELETE FROM entries",
        "UPDATE lines SET points = points + 1",
        "DELETE FROM lines",
        "UPDATE bookings SET at = 0",
        "DELETE FROM bookings",
        "INSERT INTO entries VALUES (1, 3, 0, 0, 0, 0, 0, 0, NULL) ON CONFLICT DO NOTHING",
        "INSERT INTO lines VALUES (1, 99, 1, 2, 5, 'x', '{}')",
    ],
)
async def test_the_file_itself_refuses_to_change_what_was_booked(store: SqliteStore, path: str, sql: str) -> None:
    await store.ledger.book(hand(1))
    with closing(sqlite3.connect(path)) as conn, pytest.raises(sqlite3.IntegrityError, match=r"not changed|sealed"):
        conn.execute(sql)


@pytest.mark.parametrize(("points", "message"), [(4, "sum to zero"), (3, "sums of the lines")])
async def test_the_file_itself_refuses_what_does_not_sum_up(
    store: SqliteStore, path: str, points: int, message: str
) -> None:
    await store.ledger.book(hand(1))
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("INSERT INTO lines VALUES (2, 0, 1, 2, 5, 'x', '{}')")
        for account, share in ((1, -3), (2, points)):
            conn.execute("INSERT INTO entries VALUES (2, ?, ?, 0, 0, 0, 0, 0, NULL)", (account, share))
        with pytest.raises(sqlite3.IntegrityError, match=message):
            conn.execute(
                "INSERT INTO bookings (id, key, guild, season, kind, settles, at, reason, detail, digest)"
                " VALUES (2, 'k', 900, 1, 'hand', 0, 1.0, '', '{}', x'')"
            )


@pytest.mark.parametrize("points", [0, -1, 10**12 + 1])
def test_lines_move_points(points: int) -> None:
    with pytest.raises(ValueError, match="a line moves"):
        Line(ANN, BOB, points, "hu")


@pytest.mark.parametrize("account", ["", "ann", "12a", "１２", "-5"])
def test_accounts_are_ids(account: str) -> None:
    with pytest.raises(ValueError, match="not an account"):
        Line(AccountId(account), BOB, 1, "hu")
