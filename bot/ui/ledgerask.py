"""What somebody wants to see of a server's ledger, and how a button remembers it."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Final
from zoneinfo import ZoneInfo

from bot.tables.ledger import Period, beginning_of, scope_of
from bot.tables.ledger_values import (
    BOTS,
    AccountId,
    AccountKind,
    Scope,
    Season,
    Span,
    TotalsQuery,
    account_of,
    kind_of,
)
from bot.tables.quiet import TIMEZONE
from bot.texts import Language, text
from bot.ui.errors import Sorry
from bot.ui.house import House
from bot.ui.names import shown
from bot.ui.words import rules_name


class LedgerView(StrEnum):
    """What ``view:`` can be."""

    TOTALS = "totals"
    HISTORY = "history"
    CHART = "chart"
    SETTLE = "settle"
    EXPORT = "export"


NONE: Final = "-"
ASK: Final = (
    r"l:(?P<view>totals|history|chart|settle|export):(?P<guild>\d+):(?P<period>[a-z0-9-]+)"
    r":(?P<rules>[a-z_-]+):(?P<person>[a-z0-9-]+):(?P<page>\d+)(?P<what>[a-z]*)"
)


DAY: Final = re.compile(r"(\d{4})\D(\d{1,2})\D(\d{1,2})\D?|(\d{4})(\d{2})(\d{2})", re.ASCII)
YEARS: Final = range(1970, 9999)
"""Those whose days begin and end in every time zone at a moment that has a number."""


@dataclass(frozen=True, slots=True)
class Days:
    """From one day to another, both included; None for open."""

    first: date | None
    last: date | None


When = Period | Season | Days


@dataclass(frozen=True, slots=True)
class Question:
    """A view of the ledger of ``guild``. ``page`` is a page's number, or in the history the cursor it lies beyond."""

    house: House
    guild: int
    language: Language
    when: When
    rules: str | None
    person: AccountId | None
    page: int = 0
    newer: bool = False

    def id(self, view: LedgerView, page: int = 0, what: str = "") -> str:
        """The id of a button that asks this, or another page of it; ``what`` keeps the ids of a message apart."""
        parts = (view.value, str(self.guild), when_text(self.when), self.rules or NONE, self.person or NONE)
        return f"l:{':'.join(parts)}:{page}{what}"

    async def zone(self) -> ZoneInfo:
        """The server's time zone."""
        return await zone_of(self.house, self.guild)

    async def scope(self) -> Scope:
        """The bookings that are asked for."""
        zone = await self.zone()
        match self.when:
            case Season():
                return self.when
            case Days(first=first, last=last):
                start = None if first is None else beginning_of(first, zone)
                end = None if last is None else beginning_of(date.fromordinal(last.toordinal() + 1), zone)
                return Span(start, end)
            case period:
                return scope_of(period, self.house.now(), zone, await running_season(self.house, self.guild))

    def title(self, key: str) -> str:
        """What is shown, of which games, from when."""
        language = self.language
        game = text(language, "ledger.all_games") if self.rules is None else rules_name(language, self.rules)
        return text(language, key, game=game, period=when_words(language, self.when))

    async def names(self, accounts: Iterable[AccountId]) -> Callable[[AccountId], str]:
        """How accounts are called in messages."""
        plain = await account_names(self.house, self.guild, self.language, accounts)
        return lambda account: shown(plain(account))


def read_question(house: House, language: Language, parts: dict[str, str]) -> Question:
    """The question of a button."""
    return Question(
        house=house,
        guild=int(parts["guild"]),
        language=language,
        when=read_when(parts["period"]),
        rules=None if parts["rules"] == NONE else parts["rules"],
        person=None if parts["person"] == NONE else AccountId(parts["person"]),
        page=int(parts["page"]),
        newer=parts["what"].startswith("n"),
    )


def when_text(when: When) -> str:
    """A time as it stands in an id: ``week``, ``s3``, ``20260105-20260111``, ``20260105-``."""
    match when:
        case Season(number=number):
            return f"s{number}"
        case Days(first=first, last=last):
            return "-".join("" if day is None else day.strftime("%Y%m%d") for day in (first, last))
        case period:
            return period.value


def read_when(written: str) -> When:
    """The time of an id. Raises ``Sorry`` where it is none."""
    try:
        if written in set(Period):
            return Period(written)
        if written.startswith("s"):
            return Season(int(written[1:]))
        first, last = (datetime.strptime(day, "%Y%m%d").date() if day else None for day in written.split("-"))
        return Days(first, last)
    except ValueError as fault:
        raise Sorry("sorry.old_button") from fault


def when_words(language: Language, when: When) -> str:
    """A time in words."""
    match when:
        case Season(number=number):
            return text(language, "ledger.season", number=number)
        case Days(first=first, last=last):
            days = ("…" if day is None else day.isoformat() for day in (first, last))
            return " – ".join(days)
        case period:
            return text(language, f"ledger_period.{period.value}")


def chosen_when(period: str | None, season: int | None, since: str | None, until: str | None) -> When:
    """The time that the options of a command mean. Raises ``Sorry`` for a day that is none."""
    if since or until:
        days = Days(_day(since), _day(until))
        if days.first is not None and days.last is not None and days.last < days.first:
            raise Sorry("sorry.days")
        return days
    if season is not None:
        return Season(season)
    return Period(period or Period.ALL.value)


def _day(written: str | None) -> date | None:
    """A day as people write it: year, month, day, with whatever between them. Raises ``Sorry``."""
    if not written:
        return None
    found = DAY.fullmatch(written.strip())
    try:
        day = None if found is None else date(*(int(part) for part in found.groups() if part))
    except ValueError:
        day = None
    if day is None or day.year not in YEARS:
        raise Sorry("sorry.day", day=written[:20].replace("`", ""))
    return day


async def zone_of(house: House, guild: int) -> ZoneInfo:
    """A server's time zone; the bot's where it has chosen none."""
    data = await house.people.server(guild)
    return ZoneInfo(data[TIMEZONE]) if TIMEZONE in data else house.settings.timezone


async def running_season(house: House, guild: int) -> int:
    """The number of the season that is running."""
    seasons = await house.store.ledger.seasons(guild)
    return seasons[-1].number if seasons else 1


async def account_names(
    house: House, guild: int, language: Language, accounts: Iterable[AccountId]
) -> Callable[[AccountId], str]:
    """How the accounts of a ledger are called in pictures and files."""
    known = await house.people.account_names(guild, tuple(dict.fromkeys(accounts)))

    def name(account: AccountId) -> str:
        if account == BOTS:
            return text(language, "ledger.bots")
        if kind_of(account) is AccountKind.POT:
            return text(language, "ledger.pot")
        return known.get(account) or text(language, "ledger.nameless")

    return name


async def shared_servers(house: House, user: int) -> dict[int, str]:
    """The servers in whose ledger somebody stands, by id, as far as the bot is there."""
    found: dict[int, str] = {}
    for guild_id in await house.store.ledger.guilds():
        guild = house.bot.get_guild(guild_id)
        if guild is None:
            continue
        if await house.store.ledger.totals_of(TotalsQuery(guild=guild_id), account_of(user)) is not None:
            found[guild_id] = guild.name
    return found


def with_page(question: Question, page: int) -> Question:
    """The same question about another page."""
    return replace(question, page=page)


def moment(at: float, zone: ZoneInfo) -> datetime:
    """A time in a server's zone."""
    return datetime.fromtimestamp(at, UTC).astimezone(zone)
