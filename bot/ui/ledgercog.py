"""``/ledger``: who has won and lost how much. Other views of it are added to ``VIEWS``."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final
from zoneinfo import ZoneInfo

import discord
from discord import app_commands
from discord.ext import commands

from bot.rules import REGISTRY
from bot.tables.ledger import Period, scope_of
from bot.tables.ledger_values import (
    BOTS,
    AccountId,
    AccountKind,
    BookedItem,
    BookingKind,
    HistoryQuery,
    Totals,
    TotalsQuery,
    account_of,
    kind_of,
)
from bot.texts import Language, text
from bot.ui.answer import Answer
from bot.ui.commanding import command
from bot.ui.errors import Sorry, language_for, suggests
from bot.ui.house import House, HouseBot, house_of
from bot.ui.names import plain, shown
from bot.ui.post import OPTIONS, Post
from bot.ui.settingscog import TIMEZONE
from bot.ui.tablecog import rule_choices
from bot.ui.translate import choice
from bot.ui.words import points, rules_name

ROWS: Final = 20


@dataclass(frozen=True, slots=True)
class Question:
    """What somebody wants to see of a server's ledger."""

    house: House
    guild: int
    language: Language
    period: Period
    rules: str | None
    person: AccountId | None


class LedgerCog(commands.Cog):
    """``/ledger``."""

    def __init__(self, bot: HouseBot) -> None:
        self.bot = bot

    @command("ledger")
    @app_commands.choices(
        view=[choice("ledger_view.totals", "totals"), choice("ledger_view.history", "history")],
        rules=rule_choices(),
        period=[choice(f"ledger_period.{period.value}", period.value) for period in Period],
    )
    async def ledger(
        self,
        interaction: discord.Interaction,
        view: str = "totals",
        person: discord.User | None = None,
        rules: str | None = None,
        period: str = "all",
        public: bool = False,
        server: str | None = None,
    ) -> None:
        """The points of a server; in a private message one says which."""
        async with Answer(interaction) as answer:
            house = answer.house
            question = Question(
                house=house,
                guild=await _server(interaction, server),
                language=await language_for(interaction),
                period=Period(period),
                rules=rules,
                person=None if person is None else account_of(person.id),
            )
            post = await VIEWS[view](question)
            if public and interaction.guild_id is not None:
                await answer.show_everybody(post)
            else:
                await answer.show(post)

    @ledger.autocomplete("server")
    @suggests
    async def _servers(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        found = await shared_servers(house_of(interaction), interaction.user.id)
        said = current.casefold()
        return [
            app_commands.Choice(name=name[:100], value=str(guild))
            for guild, name in found.items()
            if said in name.casefold()
        ][:OPTIONS]


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


async def _server(interaction: discord.Interaction, given: str | None) -> int:
    if interaction.guild_id is not None:
        return interaction.guild_id
    found = await shared_servers(house_of(interaction), interaction.user.id)
    if given:
        for guild, name in found.items():
            if given in (str(guild), name):
                return guild
        raise Sorry("sorry.unknown_server", server=plain(given))
    if len(found) != 1:
        raise Sorry("sorry.which_server" if found else "sorry.no_ledger")
    return next(iter(found))


async def _zone(question: Question) -> ZoneInfo:
    data = await question.house.people.server(question.guild)
    return ZoneInfo(data[TIMEZONE]) if TIMEZONE in data else question.house.settings.timezone


async def _season(question: Question) -> int:
    seasons = await question.house.store.ledger.seasons(question.guild)
    return seasons[-1].number if seasons else 1


async def names_of(question: Question, accounts: list[AccountId]) -> Callable[[AccountId], str]:
    """How the accounts of a ledger are called."""
    known = await question.house.people.account_names(question.guild, accounts)

    def name(account: AccountId) -> str:
        if account == BOTS:
            return text(question.language, "ledger.bots")
        if kind_of(account) is AccountKind.POT:
            return text(question.language, "ledger.pot")
        return shown(known[account]) if account in known else text(question.language, "ledger.nameless")

    return name


async def totals(question: Question) -> Post:
    """The running totals, the highest first; of one person their row with more about it."""
    language = question.language
    scope = scope_of(question.period, question.house.now(), await _zone(question), await _season(question))
    query = TotalsQuery(guild=question.guild, scope=scope, rules=question.rules, limit=ROWS)
    ledger = question.house.store.ledger
    if question.person is not None:
        row = await ledger.totals_of(query, question.person)
        rows: tuple[Totals, ...] = () if row is None else (row,)
        count = len(rows)
    else:
        page = await ledger.totals(query)
        rows, count = page.rows, page.count
    name = await names_of(question, [row.account for row in rows])
    lines = [f"**{_title(question, 'ledger.totals_title')}**"]
    lines += [
        text(
            language,
            "ledger.row",
            rank=row.rank,
            name=name(row.account),
            points=points(row.earned),
            hands=row.hands,
            wins=row.wins,
            self_draws=row.self_draws,
            deal_ins=row.deal_ins,
        )
        for row in rows
    ]
    if not rows:
        lines.append(text(language, "ledger.empty"))
    if count > len(rows):
        lines.append(text(language, "ledger.more", count=count - len(rows)))
    return Post("\n".join(lines))


async def history(question: Question) -> Post:
    """The latest bookings, the newest first."""
    scope = scope_of(question.period, question.house.now(), await _zone(question), await _season(question))
    page = await question.house.store.ledger.history(
        HistoryQuery(
            guild=question.guild, scope=scope, account=question.person, rules=question.rules, limit=ROWS // 2
        )
    )
    name = await names_of(question, [entry.account for item in page.items for entry in item.entries])
    lines = [f"**{_title(question, 'ledger.history_title')}**"]
    lines += [_booked(question.language, item, name) for item in page.items]
    if not page.items:
        lines.append(text(question.language, "ledger.empty"))
    return Post("\n".join(lines))


def _booked(language: Language, item: BookedItem, name: Callable[[AccountId], str]) -> str:
    kind = text(language, f"ledger_kind.{item.kind.value}")
    if item.kind is BookingKind.HAND and item.rules in REGISTRY:
        hand = text(language, "place.hand", number=item.hand or 0)
        kind = f"{rules_name(language, str(item.rules))} {hand}"
    shares = " · ".join(f"{name(entry.account)} {points(entry.points)}" for entry in item.entries)
    line = f"<t:{int(item.at)}:f> {kind}: {shares}"
    return f"~~{line}~~" if item.reversed_by else line


def _title(question: Question, key: str) -> str:
    language = question.language
    game = text(language, "ledger.all_games") if question.rules is None else rules_name(language, question.rules)
    return text(language, key, game=game, period=text(language, f"ledger_period.{question.period.value}"))


VIEWS: Final[Mapping[str, Callable[[Question], Awaitable[Post]]]] = MappingProxyType(
    {"totals": totals, "history": history}
)
"""What ``view:`` can be."""
