"""Quiet hours: over midnight, with clocks that are put forward and back, in every time zone."""

from datetime import datetime
from itertools import islice, pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.quiet import DAY, LONGEST_MINUTES, QuietHours, parse_hours, quiet_hours

BERLIN, SHANGHAI = "Europe/Berlin", "Asia/Shanghai"
ZONES = (BERLIN, SHANGHAI, "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Kiritimati")
HOUR = 3600.0
NIGHT = QuietHours(22 * 60, 8 * 60, BERLIN)
NOON = QuietHours(12 * 60, 14 * 60, BERLIN)


def at(text: str, zone: str = BERLIN) -> float:
    """A local time as seconds since 1970."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


@st.composite
def hours(draw: st.DrawFn) -> QuietHours:
    start = draw(st.integers(0, DAY - 1))
    return QuietHours(start, (start + draw(st.integers(1, LONGEST_MINUTES))) % DAY, draw(st.sampled_from(ZONES)))


MOMENTS = st.floats(at("2025-01-01"), at("2028-01-01")).map(round).map(float)


@pytest.mark.parametrize(
    ("moment", "end"),
    [
        ("2026-06-10 21:59:59", None),
        ("2026-06-10 22:00", "2026-06-11 08:00"),
        ("2026-06-11 00:00", "2026-06-11 08:00"),
        ("2026-06-11 07:59:59", "2026-06-11 08:00"),
        ("2026-06-11 08:00", None),
        ("2026-03-29 01:30", "2026-03-29 08:00"),
        ("2026-10-25 03:30", "2026-10-25 08:00"),
    ],
)
def test_the_night_and_its_edges(moment: str, end: str | None) -> None:
    assert NIGHT.until(at(moment)) == (None if end is None else at(end))


def test_quiet_hours_within_a_day_do_not_go_over_midnight() -> None:
    assert NOON.until(at("2026-06-10 13:00")) == at("2026-06-10 14:00")
    assert NOON.until(at("2026-06-10 00:30")) is None


def test_what_was_left_in_the_evening_is_left_in_the_morning() -> None:
    assert NIGHT.after(at("2026-06-10 21:30"), 2 * HOUR) == at("2026-06-11 09:30")
    assert NIGHT.after(at("2026-06-10 19:00"), 2 * HOUR) == at("2026-06-10 21:00")
    assert NIGHT.after(at("2026-06-10 23:00"), 2 * HOUR) == at("2026-06-11 10:00")
    assert NIGHT.after(at("2026-06-10 20:00"), 24 * HOUR) == at("2026-06-12 16:00")


def test_a_clock_that_ends_as_the_night_begins_ends_with_the_night() -> None:
    assert NIGHT.after(at("2026-06-10 20:00"), 2 * HOUR) == at("2026-06-11 08:00")
    assert NIGHT.after(at("2026-06-10 20:00"), 2 * HOUR - 1) == at("2026-06-10 21:59:59")


def test_a_night_in_which_clocks_change_is_an_hour_shorter_or_longer() -> None:
    for evening, morning, night in (
        ("2026-03-28 21:30", "2026-03-29 09:30", 9),
        ("2026-10-24 21:30", "2026-10-25 09:30", 11),
        ("2026-06-10 21:30", "2026-06-11 09:30", 10),
    ):
        due = NIGHT.after(at(evening), 2 * HOUR)
        assert due == at(morning)
        assert due - at(evening) == (2 + night) * HOUR


@pytest.mark.parametrize(("start", "end"), [(150, 480), (1320, 150), (130, 160), (120, 180)])
def test_quiet_hours_that_begin_or_end_in_the_hour_that_does_not_exist(start: int, end: int) -> None:
    quiet = QuietHours(start, end, BERLIN)
    nights = list(islice(quiet._nights(at("2026-03-28 12:00")), 4))
    assert all(first < last for first, last in nights)
    assert all(before[1] < after[0] for before, after in pairwise(nights))


@given(hours(), MOMENTS, st.integers(1, 14 * 24 * 3600))
def test_no_clock_ends_in_quiet_hours_and_none_loses_time(quiet: QuietHours, since: float, seconds: int) -> None:
    due = quiet.after(since, seconds)
    assert due >= since + seconds
    assert quiet.until(due) is None
    assert quiet.between(since, due) == seconds


@given(hours(), MOMENTS, st.integers(0, 14 * 24 * 3600), st.integers(0, 24 * 3600))
def test_a_longer_clock_never_ends_earlier(quiet: QuietHours, since: float, seconds: int, more: int) -> None:
    assert quiet.after(since, seconds) <= quiet.after(since, seconds + more)
    assert quiet.after(quiet.after(since, seconds), more) == quiet.after(since, seconds + more)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("22:00-08:00", "22:00-08:00"), ("22-8", "22:00-08:00"), (" 22.30 – 7 ", "22:30-07:00"),
        ("0：15至6", "00:15-06:00"), ("18:00-24:00", "18:00-00:00"), ("1 to 2", "01:00-02:00"),
    ],
)  # fmt: skip
def test_what_people_write(text: str, words: str) -> None:
    quiet = parse_hours(text, BERLIN)
    assert quiet is not None
    assert quiet.words == words
    assert parse_hours(quiet.words, BERLIN) == quiet


@pytest.mark.parametrize(
    "text", ["", "8", "22:00-22:00", "0-24", "25-8", "8-7", "22:60-8", "8-24:01", "05:00-21:01", "at night", "22-8-9"]
)
def test_what_is_no_quiet_hours(text: str) -> None:
    assert parse_hours(text, BERLIN) is None


def test_sixteen_hours_are_the_most() -> None:
    assert parse_hours("05:00-21:00", BERLIN) is not None


def test_a_server_without_a_time_zone_has_the_bot_s() -> None:
    zone = ZoneInfo(SHANGHAI)
    assert quiet_hours("{}", zone) is None
    assert quiet_hours('{"quiet_hours": "22:00-08:00"}', zone) == QuietHours(1320, 480, SHANGHAI)
    assert quiet_hours('{"quiet_hours": "22:00-08:00", "timezone": "Europe/Berlin"}', zone) == NIGHT


def test_a_table_s_own_quiet_hours_are_in_the_server_s_time_zone() -> None:
    server, zone = '{"quiet_hours": "01:00-02:00", "timezone": "Europe/Berlin"}', ZoneInfo(SHANGHAI)
    assert quiet_hours(server, zone, "22:00-08:00") == NIGHT
    assert quiet_hours(server, zone, "") is None
    assert quiet_hours("{}", zone, "22:00-08:00") == QuietHours(1320, 480, SHANGHAI)
