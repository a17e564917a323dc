"""Quiet hours: the part of every day in which a slow table's clocks stand still and nobody is notified."""

import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

TIMEZONE: Final = "timezone"
QUIET: Final = "quiet_hours"
"""The keys of the time zone and of the quiet hours in a server's settings."""

LONGEST_MINUTES: Final = 16 * 60
"""Quiet hours are no longer, so that something of every day is left to play in."""

HOUR: Final = 60
DAY: Final = 24 * HOUR
_TIME: Final = r"\s*(\d{1,2})(?:[:.](\d{2}))?\s*"
_HOURS: Final = re.compile(rf"{_TIME}[^\d\s:.]{{1,2}}{_TIME}")


@dataclass(frozen=True, slots=True)
class QuietHours:
    """``start`` and ``end`` are minutes after midnight in ``zone``; they go over midnight where the end is smaller.

    Raises ValueError where both are the same, or lie further apart than ``LONGEST_MINUTES``.
    """

    start: int
    end: int
    zone: str

    def __post_init__(self) -> None:
        if not (0 <= self.start < DAY and 0 <= self.end < DAY and 0 < self.minutes <= LONGEST_MINUTES):
            raise ValueError(f"no quiet hours: {self.start} to {self.end}")

    @property
    def minutes(self) -> int:
        """How long they last by the clock on the wall; 0 where they begin and end at the same time."""
        return (self.end - self.start) % DAY

    @property
    def words(self) -> str:
        """``22:00-08:00``."""
        return "-".join(f"{minute // HOUR:02}:{minute % HOUR:02}" for minute in (self.start, self.end))

    def until(self, at: float) -> float | None:
        """When the quiet hours end in which a moment (seconds since 1970) lies; None for one outside of them."""
        start, end = next((start, end) for start, end in self._nights(at) if at < end)
        return end if start <= at else None

    def after(self, at: float, seconds: float) -> float:
        """The moment, outside of quiet hours, at which so many seconds outside of them have passed since ``at``."""
        for start, end in self._nights(at):
            if at < start:
                if at + seconds < start:
                    return at + seconds
                seconds -= start - at
            at = max(at, end)
        raise ValueError("the days have come to an end")

    def between(self, at: float, until: float) -> float:
        """How many seconds from one moment to a later one do not lie in quiet hours."""
        seconds = 0.0
        for start, end in self._nights(at):
            if until <= start:
                break
            seconds += max(0.0, start - at)
            at = max(at, min(end, until))
        return seconds + max(0.0, until - at)

    def _nights(self, at: float) -> Iterator[tuple[float, float]]:
        """The quiet hours of every day, from those that may still last at that moment."""
        zone = ZoneInfo(self.zone)
        day = datetime.fromtimestamp(at, zone).date() - timedelta(days=1)
        while day < date.max - timedelta(days=2):
            last = day + timedelta(days=1) if self.end < self.start else day
            # Where clocks are put forward or back in these hours, the quiet hours are the longer of what they can be.
            yield min(_moments(day, self.start, zone)), max(_moments(last, self.end, zone))
            day += timedelta(days=1)


def _moments(day: date, minute: int, zone: ZoneInfo) -> tuple[float, float]:
    """A time of a day: twice the same moment, unless clocks are changed around it."""
    local = datetime.combine(day, time(minute // HOUR, minute % HOUR), tzinfo=zone)
    first, second = (local.replace(fold=fold).astimezone(UTC).timestamp() for fold in (0, 1))
    return first, second


def parse_hours(text: str, zone: str) -> QuietHours | None:
    """What somebody has written, ``22:30-8``; None for what is no quiet hours."""
    found = _HOURS.fullmatch(unicodedata.normalize("NFKC", text))
    if found is None:
        return None
    hours, minutes = found.group(1, 3), found.group(2, 4)
    start, end = (HOUR * int(hour) + int(minute or 0) for hour, minute in zip(hours, minutes, strict=True))
    if any(int(minute or 0) >= HOUR for minute in minutes) or start > DAY or end > DAY:
        return None
    try:
        return QuietHours(start % DAY, end % DAY, zone)
    except ValueError:
        return None


def quiet_hours(server: str, zone: ZoneInfo, own: str | None = None) -> QuietHours | None:
    """The quiet hours of a server's settings (a JSON text), or a table's ``own`` ones ("" for none) in its time zone.

    ``zone`` is for a server that has chosen none.
    """
    data: dict[str, Any] = json.loads(server)
    hours = data.get(QUIET, "") if own is None else own
    return parse_hours(hours, data.get(TIMEZONE, zone.key))
