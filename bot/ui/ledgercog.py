"""``/ledger``: who has won and lost how much, why, and how to settle it."""

from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.tables.ledger import Period
from bot.tables.ledger_values import Season, account_of
from bot.ui.answer import Answer, Audience
from bot.ui.bookingpost import booking_post
from bot.ui.commanding import command
from bot.ui.errors import Sorry, language_for, suggests
from bot.ui.exporting import export_post
from bot.ui.house import House, HouseBot, house_of
from bot.ui.ledgerask import (
    ASK,
    LedgerView,
    Question,
    When,
    chosen_when,
    read_question,
    running_season,
    shared_servers,
)
from bot.ui.ledgerposts import BOOKING, chart_post, history_post, totals_post
from bot.ui.names import plain
from bot.ui.post import OPTIONS, Post
from bot.ui.press import Pressed, handles
from bot.ui.settling import settle_post
from bot.ui.tablecog import rule_choices
from bot.ui.translate import choice

VIEWS: Final[Mapping[LedgerView, Callable[[Question], Awaitable[Post]]]] = MappingProxyType(
    {
        LedgerView.TOTALS: totals_post,
        LedgerView.HISTORY: history_post,
        LedgerView.CHART: chart_post,
        LedgerView.SETTLE: settle_post,
        LedgerView.EXPORT: export_post,
    }
)
"""What ``view:`` can be."""


class LedgerCog(commands.Cog):
    """``/ledger``."""

    def __init__(self, bot: HouseBot) -> None:
        self.bot = bot

    @command("ledger")
    @app_commands.choices(
        view=[choice(f"ledger_view.{view.value}", view.value) for view in LedgerView],
        rules=rule_choices(),
        period=[choice(f"ledger_period.{period.value}", period.value) for period in Period],
    )
    async def ledger(
        self,
        interaction: discord.Interaction,
        view: str = LedgerView.TOTALS.value,
        person: discord.User | None = None,
        rules: str | None = None,
        period: str | None = None,
        season: app_commands.Range[int, 1] | None = None,
        since: str | None = None,
        until: str | None = None,
        public: bool | None = None,
        server: str | None = None,
    ) -> None:
        """The points of a server; in private one says which. What is owed is shown to all unless asked not to."""
        shown = LedgerView(view)
        for_all = interaction.guild_id is not None and (shown is LedgerView.SETTLE if public is None else public)
        async with Answer(interaction, Audience.CHANNEL if for_all else Audience.ASKER) as answer:
            guild = await _server(interaction, server)
            question = Question(
                house=answer.house,
                guild=guild,
                language=await language_for(interaction),
                when=await _when(answer.house, guild, chosen_when(period, season, since, until)),
                rules=rules,
                person=None if person is None else account_of(person.id),
            )
            await answer.show(await VIEWS[shown](question))

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


async def _when(house: House, guild: int, when: When) -> When:
    """The time as it is. Raises ``Sorry`` for a season that has not come yet."""
    if isinstance(when, Season):
        running = await running_season(house, guild)
        if when.number > running:
            raise Sorry("sorry.no_season", number=when.number, running=running)
    return when


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


@handles(ASK)
async def asked(pressed: Pressed) -> None:
    """Another page, or another view of the same question; files come as a message of their own."""
    async with Answer(pressed.interaction) as answer:
        question = read_question(answer.house, await language_for(pressed.interaction), pressed.parts)
        view = LedgerView(pressed.parts["view"])
        post = await VIEWS[view](question)
        await (answer.show(post) if view is LedgerView.EXPORT else answer.edit(post))


@handles(BOOKING)
async def opened(pressed: Pressed) -> None:
    """One booking, line by line."""
    interaction = pressed.interaction
    async with Answer(interaction) as answer:
        guild = int(pressed.parts["guild"])
        item = await answer.house.store.ledger.item(pressed.values[0])
        if item is None or item.guild != guild:
            raise Sorry("sorry.old_button")
        question = Question(answer.house, guild, await language_for(interaction), Period.ALL, None, None)
        reader = await answer.house.private_reader(interaction.user.id, interaction.locale.value)
        await answer.show(await booking_post(question, item, reader))
