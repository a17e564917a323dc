"""The ledger's arithmetic: periods, settling up, running totals, exports."""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tables.ledger import (
    COLUMNS,
    EXACT_PARTIES,
    Debt,
    Period,
    Step,
    among_people,
    csv_header,
    csv_rows,
    day_of,
    days,
    fewest_debts,
    json_line,
    running_totals,
    scope_of,
    to_settle,
)
from bot.tables.ledger_values import (
    BOTS,
    AccountId,
    AllTime,
    BookedItem,
    BookingKind,
    Entry,
    Line,
    Season,
    Series,
    Span,
    net_of,
    pot_of,
)

SHANGHAI = ZoneInfo("Asia/Shanghai")
BERLIN = ZoneInfo("Europe/Berlin")
A, B, C, D, E, F = (AccountId(str(number)) for number in range(1, 7))


def at(text: str, zone: ZoneInfo = SHANGHAI) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=zone).timestamp()


@pytest.mark.parametrize(
    ("now", "day"),
    [
        ("2026-03-05T05:59:59", date(2026, 3, 4)),
        ("2026-03-05T06:00:00", date(2026, 3, 5)),
        ("2026-03-05T23:59:59", date(2026, 3, 5)),
        ("2026-03-01T00:30:00", date(2026, 2, 28)),
    ],
)
def test_a_night_is_one_day(now: str, day: date) -> None:
    assert day_of(at(now), SHANGHAI) == day


@pytest.mark.parametrize(
    ("period", "now", "first", "after"),
    [
        (Period.TONIGHT, "2026-03-05T21:00", "2026-03-05T06:00", "2026-03-06T06:00"),
        (Period.TONIGHT, "2026-03-06T02:00", "2026-03-05T06:00", "2026-03-06T06:00"),
        (Period.WEEK, "2026-03-05T21:00", "2026-03-02T06:00", "2026-03-09T06:00"),
        (Period.WEEK, "2026-03-09T05:00", "2026-03-02T06:00", "2026-03-09T06:00"),
        (Period.WEEK, "2026-03-09T06:00", "2026-03-09T06:00", "2026-03-16T06:00"),
        (Period.MONTH, "2026-03-01T05:00", "2026-02-01T06:00", "2026-03-01T06:00"),
        (Period.MONTH, "2028-02-29T20:00", "2028-02-01T06:00", "2028-03-01T06:00"),
        (Period.MONTH, "2026-12-31T20:00", "2026-12-01T06:00", "2027-01-01T06:00"),
    ],
)
def test_periods_begin_at_six(period: Period, now: str, first: str, after: str) -> None:
    assert scope_of(period, at(now), SHANGHAI, 3) == Span(at(first), at(after))


def test_seasons_and_all_time_are_no_spans() -> None:
    assert scope_of(Period.SEASON, 0.0, SHANGHAI, 3) == Season(3)
    assert scope_of(Period.ALL, 0.0, SHANGHAI, 3) == AllTime()


def test_days_of_23_and_25_hours() -> None:
    spring = days(date(2026, 3, 28), date(2026, 3, 28), BERLIN)
    autumn = days(date(2026, 10, 24), date(2026, 10, 24), BERLIN)
    plain = days(date(2026, 7, 1), date(2026, 7, 1), BERLIN)
    assert [(span.end or 0) - (span.start or 0) for span in (spring, autumn, plain)] == [
        23 * 3600,
        25 * 3600,
        24 * 3600,
    ]


def test_the_same_moment_is_another_day_elsewhere() -> None:
    now = at("2026-03-05T08:00")
    assert day_of(now, SHANGHAI) == date(2026, 3, 5)
    assert day_of(now, BERLIN) == date(2026, 3, 4)


def test_from_and_to_are_both_included() -> None:
    assert days(date(2026, 3, 1), date(2026, 3, 3), SHANGHAI) == Span(at("2026-03-01T06:00"), at("2026-03-04T06:00"))
    with pytest.raises(ValueError, match="2026-03-03 is after"):
        days(date(2026, 3, 3), date(2026, 3, 2), SHANGHAI)


@given(st.floats(0, 4e9), st.sampled_from(["Asia/Shanghai", "Europe/Berlin", "America/St_Johns", "Pacific/Apia"]))
def test_every_moment_is_in_its_periods(now: float, name: str) -> None:
    zone = ZoneInfo(name)
    for period in (Period.TONIGHT, Period.WEEK, Period.MONTH):
        span = scope_of(period, now, zone, 1)
        assert isinstance(span, Span)
        assert span.start is not None
        assert span.end is not None
        assert span.start <= now < span.end


def settled(balances: Mapping[AccountId, int], debts: tuple[Debt, ...]) -> dict[AccountId, int]:
    after = Counter(balances)
    for line in (debt.line("settle_up") for debt in debts):
        after[line.payer] -= line.points
        after[line.payee] += line.points
    return {account: points for account, points in after.items() if points}


def divisions(rest: list[int]) -> Iterator[list[int]]:
    """Every way to divide numbers into groups, as the groups' sums."""
    if not rest:
        yield []
        return
    first, *others = rest
    for sums in divisions(others):
        yield [first, *sums]
        for place, total in enumerate(sums):
            yield [*sums[:place], total + first, *sums[place + 1 :]]


def fewest(balances: Mapping[AccountId, int]) -> int:
    """By trying every division into groups: n balances and k groups that sum to zero need n - k payments."""
    rest = [points for points in balances.values() if points]
    return len(rest) - max(len(sums) for sums in divisions(rest) if not any(sums))


@pytest.mark.parametrize(
    ("balances", "debts"),
    [
        ({}, ()),
        ({A: 0, B: 0}, ()),
        ({A: 5, B: -5, C: 0}, (Debt(B, A, 5),)),
        ({A: 12, B: -4, C: -8}, (Debt(C, A, 8), Debt(B, A, 4))),
        ({A: 5, B: 7, C: -5, D: -7}, (Debt(D, B, 7), Debt(C, A, 5))),
        ({A: 4, B: 3, C: -1, D: -3, E: -3}, (Debt(D, B, 3), Debt(E, A, 3), Debt(C, A, 1))),
    ],
)
def test_settling_up(balances: Mapping[AccountId, int], debts: tuple[Debt, ...]) -> None:
    assert fewest_debts(balances) == debts
    assert settled(balances, debts) == {}


@st.composite
def zero_sums(draw: st.DrawFn, most: int, size: int = 8) -> dict[AccountId, int]:
    points = draw(st.lists(st.integers(-size, size), max_size=most - 1))
    points.append(-sum(points))
    return {AccountId(str(number)): value for number, value in enumerate(points)}


@settings(deadline=None)
@given(zero_sums(8))
def test_nobody_finds_fewer_payments(balances: dict[AccountId, int]) -> None:
    debts = fewest_debts(balances)
    assert settled(balances, debts) == {}
    assert len(debts) == fewest(balances)


@settings(deadline=None)
@given(zero_sums(EXACT_PARTIES, 1000) | zero_sums(60, 10**6))
def test_everybody_comes_to_zero(balances: dict[AccountId, int]) -> None:
    debts = fewest_debts(balances)
    assert settled(balances, debts) == {}
    assert len(debts) <= max(0, sum(points != 0 for points in balances.values()) - 1)
    assert all(debt.points > 0 and balances[debt.debtor] < 0 < balances[debt.creditor] for debt in debts)
    assert debts == fewest_debts(dict(reversed(balances.items())))


def test_the_groups_among_twelve_are_found() -> None:
    points = (10, -4, 20, -1, -8, 30, -3, -2, -5, -18, -7, -12)
    balances = {AccountId(str(number)): value for number, value in enumerate(points)}
    assert len(fewest_debts(balances)) == 9


FIRST = AccountId("0")


@settings(deadline=None)
@given(zero_sums(20, 1000))
def test_people_settle_no_more_than_they_stand_at(balances: dict[AccountId, int]) -> None:
    """The first of the accounts is the computer players'."""
    mixed = {BOTS if account == FIRST else account: points for account, points in balances.items()}
    due = among_people(mixed)
    people = {account: points for account, points in mixed.items() if account != BOTS}
    assert sum(due.values()) == 0
    assert all(0 < points * people[account] <= people[account] ** 2 for account, points in due.items())
    won, lost = (sum(max(0, sign * points) for points in people.values()) for sign in (1, -1))
    assert sum(points for points in due.values() if points > 0) == min(won, lost)


def test_who_has_paid_is_asked_for_no_more() -> None:
    earned = {A: -20, B: -20, C: 20, BOTS: 20}
    assert to_settle(earned, earned) == {A: -10, B: -10, C: 20}
    assert to_settle(earned, {A: -10, B: -20, C: 10, BOTS: 20}) == {B: -10, C: 10}
    assert to_settle(earned, {A: -10, B: -10, BOTS: 20}) == {}
    assert among_people({A: -2, B: -1, C: 2, BOTS: 1}) == {A: -1, B: -1, C: 2}
    assert among_people({A: 3, pot_of("t"): -3}) == {}


def test_what_does_not_sum_to_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="sum to zero"):
        fewest_debts({A: 5, B: -4})


def test_a_debt_gives_the_points_back() -> None:
    assert net_of([Debt(debtor=A, creditor=B, points=5).line("settle_up")]) == {A: 5, B: -5}


def test_running_totals_keep_their_level_between_steps() -> None:
    series = running_totals([Step(A, 0, 5), Step(B, 1, -5), Step(A, 3, -2), Step(A, 4, 1)], (A, B), 100.0, 10.0, 4)
    assert series == Series((110.0, 120.0, 130.0, 140.0), {A: (5, 5, 5, 4), B: (0, -5, -5, -5)})


ITEM = BookedItem(
    cursor=7,
    key="correction:1",
    guild=1,
    kind=BookingKind.CORRECTION,
    at=1767225600.25,
    season=2,
    rules=None,
    table=None,
    hand=None,
    author=A,
    reason='=HYPERLINK("x"), "quoted"\nand more',
    detail='{"x":1}',
    reverses=None,
    reversed_by="undo:1",
    lines=(Line(A, B, 5, "correction", '{"why":"雀"}'),),
    entries=(Entry(A, -5, 0, 0, 0, 0, 0, None), Entry(B, 5, 1, 1, 0, 0, 5, 5)),
)


def test_csv_can_be_read_and_begins_no_formula() -> None:
    names = {A: "@SUM(1)", B: "+1, 雀"}
    rows = list(csv.DictReader(io.StringIO(csv_header() + csv_rows(ITEM, names))))
    assert [tuple(row) for row in rows] == [COLUMNS] * 2
    assert [(row["account"], row["points"], row["biggest"]) for row in rows] == [("1", "-5", ""), ("2", "5", "5")]
    assert [row["name"] for row in rows] == ["'@SUM(1)", "'+1, 雀"]
    assert rows[0]["reason"] == '\'=HYPERLINK("x"), "quoted"\nand more'
    assert rows[0]["at"] == "2026-01-01T00:00:00.250+00:00"


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@x", "\t=1", "\n=1", " =1", "＝1", "\u3000＋1", "－1", "＠x"])
def test_no_spreadsheet_takes_a_name_for_a_formula(name: str) -> None:
    rows = list(csv.DictReader(io.StringIO(csv_header() + csv_rows(ITEM, {A: name}), newline="")))
    assert rows[0]["name"] == f"'{name}"


def test_a_line_feed_of_any_kind_stays_in_its_cell() -> None:
    rows = list(csv.DictReader(io.StringIO(csv_header() + csv_rows(ITEM, {A: "a\rb\r\nc"}), newline="")))
    assert [row["name"] for row in rows] == ["a\nb\nc", ""]


@pytest.mark.parametrize("name", ["a=1", "雀+", "1-2", "x@y", "~", "’=", "#1"])
def test_other_names_stay_as_they_are(name: str) -> None:
    rows = list(csv.DictReader(io.StringIO(csv_header() + csv_rows(ITEM, {A: name}))))
    assert rows[0]["name"] == name


def test_json_lines_hold_everything() -> None:
    line = json_line(ITEM, {A: "ann"})
    assert line.endswith("}\n")
    whole = json.loads(line)
    assert whole["lines"] == [
        {"payer": "1", "payee": "2", "points": 5, "reason": "correction", "detail": {"why": "雀"}}
    ]
    assert [(share["account"], share["name"], share["points"]) for share in whole["entries"]] == [
        ("1", "ann", -5),
        ("2", None, 5),
    ]
    assert (whole["key"], whole["reversed_by"], whole["detail"]) == ("correction:1", "undo:1", {"x": 1})
