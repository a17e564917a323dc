"""``/correct`` and ``/season``: what managers, and a role they name, do to a ledger: new entries, which all can see."""

from typing import Final

import discord
from discord import ButtonStyle, app_commands
from discord.ext import commands

from bot.tables.ledger_values import (
    Booked,
    BookedItem,
    Booking,
    BookingKind,
    HistoryQuery,
    KeyReused,
    Line,
    NotBooked,
    Reversal,
    account_of,
)
from bot.texts import text
from bot.ui.answer import Answer, Audience
from bot.ui.bookingpost import quoted
from bot.ui.commanding import command
from bot.ui.errors import Sorry, language_for, suggests
from bot.ui.house import HouseBot, house_of
from bot.ui.ledgerask import account_names, moment, zone_of
from bot.ui.ledgerposts import booking_line, what_it_is
from bot.ui.names import plain, shown
from bot.ui.post import OPTIONS, Button, Post
from bot.ui.press import Pressed, handles
from bot.ui.translate import about, name_of
from bot.ui.verbs import answers_for_server
from bot.ui.words import points as signed

REASON: Final = "correction"
MOST: Final = 1_000_000_000
LONGEST_REASON: Final = 200
LONGEST_NAME: Final = 40
END: Final = r"e:(?P<guild>\d+):(?P<number>\d+):(?P<name>.*)"


async def allowed(interaction: discord.Interaction) -> int:
    """The server whose ledger somebody may correct. Raises ``Sorry`` for everybody else."""
    guild = interaction.guild_id
    if guild is None:
        raise Sorry("sorry.server_only")
    if not await answers_for_server(interaction):
        raise Sorry("sorry.correctors_only")
    return guild


class CorrectCog(commands.GroupCog, group_name=name_of("correct"), group_description=about("correct")):
    """``/correct``."""

    def __init__(self, bot: HouseBot) -> None:
        self.bot = bot

    @command("correct.points")
    async def points(
        self,
        interaction: discord.Interaction,
        payer: discord.User,
        payee: discord.User,
        points: app_commands.Range[int, 1, MOST],
        reason: app_commands.Range[str, 1, LONGEST_REASON],
    ) -> None:
        """Move points from one person to another."""
        guild = await allowed(interaction)
        if payer == payee or payer.bot or payee.bot:
            raise Sorry("sorry.two_people")
        async with Answer(interaction, Audience.CHANNEL) as answer:
            house = answer.house
            await house.store.ledger.book(
                Booking(
                    key=f"correction:{interaction.id}",
                    guild=guild,
                    kind=BookingKind.CORRECTION,
                    at=house.now(),
                    lines=(Line(account_of(payer.id), account_of(payee.id), points, REASON),),
                    author=account_of(interaction.user.id),
                    reason=reason,
                )
            )
            for user in (payer, payee):
                await house.people.met_elsewhere(guild, user.id, user.display_name)
            words = text(
                await language_for(interaction),
                "corrected.done",
                author=shown(interaction.user.display_name),
                payer=shown(payer.display_name),
                payee=shown(payee.display_name),
                points=points,
                reason=quoted(reason),
            )
            await answer.show(Post(words))

    @command("correct.undo")
    async def undo(
        self,
        interaction: discord.Interaction,
        booking: str,
        reason: app_commands.Range[str, 1, LONGEST_REASON],
    ) -> None:
        """Take a booking back by a new one; a booking that takes back can be taken back in turn."""
        guild = await allowed(interaction)
        async with Answer(interaction, Audience.CHANNEL) as answer:
            house, language = answer.house, await language_for(interaction)
            item = await house.store.ledger.item(booking)
            if item is None or item.guild != guild:
                raise Sorry("sorry.no_booking")
            await _reversed(interaction, item, reason)
            name = await account_names(house, guild, language, [entry.account for entry in item.entries])
            words = text(
                language,
                "corrected.undone",
                author=shown(interaction.user.display_name),
                booking=booking_line(language, item, lambda account: shown(name(account))),
                reason=quoted(reason),
            )
            await answer.show(Post(words))

    @undo.autocomplete("booking")
    @suggests
    async def _bookings(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        guild = interaction.guild_id
        if guild is None:
            return []
        house, language = house_of(interaction), await language_for(interaction)
        page = await house.store.ledger.history(HistoryQuery(guild=guild, limit=100))
        zone = await zone_of(house, guild)
        accounts = [entry.account for item in page.items for entry in item.entries]
        name = await account_names(house, guild, language, accounts)
        found = []
        for item in page.items:
            shares = " ".join(f"{plain(name(entry.account))} {signed(entry.points)}" for entry in item.entries)
            label = f"{moment(item.at, zone):%m-%d %H:%M} {what_it_is(language, item)} {shares}"[:100]
            if item.reversed_by is None and len(item.key) <= 100 and current.casefold() in label.casefold():
                found.append(app_commands.Choice(name=label, value=item.key))
        return found[:OPTIONS]


async def _reversed(interaction: discord.Interaction, item: BookedItem, reason: str) -> None:
    house = house_of(interaction)
    reversal = Reversal(
        key=f"reversal:{interaction.id}",
        guild=item.guild,
        reverses=item.key,
        at=house.now(),
        author=account_of(interaction.user.id),
        reason=reason,
    )
    try:
        done = await house.store.ledger.reverse(reversal)
    except KeyReused as fault:
        raise Sorry("sorry.taken_back") from fault
    match done:
        case NotBooked():
            raise Sorry("sorry.taken_back")
        case Booked():
            pass


class SeasonCog(commands.GroupCog, group_name=name_of("season"), group_description=about("season")):
    """``/season``."""

    def __init__(self, bot: HouseBot) -> None:
        self.bot = bot

    @command("season.list")
    async def list(self, interaction: discord.Interaction) -> None:
        """All seasons of the server."""
        guild = interaction.guild_id
        if guild is None:
            raise Sorry("sorry.server_only")
        async with Answer(interaction) as answer:
            language = await language_for(interaction)
            lines = [f"**{text(language, 'seasons.title')}**"]
            seasons = await answer.house.store.ledger.seasons(guild)
            for season in seasons[-OPTIONS:]:
                ended = text(language, "seasons.runs") if season.ended is None else f"<t:{int(season.ended)}:d>"
                started = text(language, "seasons.first") if season.started is None else f"<t:{int(season.started)}:d>"
                name = quoted(season.name)
                row = text(language, "seasons.row", number=season.number, name=name, started=started, ended=ended)
                lines.append(row.rstrip())
            await answer.show(Post("\n".join(lines)))

    @command("season.end")
    async def end(self, interaction: discord.Interaction, title: app_commands.Range[str, 1, LONGEST_NAME]) -> None:
        """Put a line under the running season; asked once more, because it can't be taken back."""
        guild = await allowed(interaction)
        async with Answer(interaction) as answer:
            language = await language_for(interaction)
            seasons = await answer.house.store.ledger.seasons(guild)
            number = seasons[-1].number if seasons else 1
            yes = Button(text(language, "seasons.yes"), f"e:{guild}:{number}:{plain(title)}", 0, ButtonStyle.danger)
            words = text(language, "seasons.confirm", number=number, name=quoted(title))
            await answer.show(Post(words, controls=(yes,)))


@handles(END)
async def ended(pressed: Pressed) -> None:
    """The season ends; everybody is told."""
    interaction, number = pressed.interaction, int(pressed.parts["number"])
    guild = await allowed(interaction)
    if guild != int(pressed.parts["guild"]):
        raise Sorry("sorry.old_button")
    async with Answer(interaction, Audience.CHANNEL) as answer:
        house, language = answer.house, await language_for(interaction)
        name = pressed.parts["name"]
        if not await house.store.ledger.end_season(guild, number, name, house.now()):
            raise Sorry("sorry.season_over")
        words = text(
            language,
            "seasons.ended",
            author=shown(interaction.user.display_name),
            number=number,
            name=quoted(name),
        )
        await answer.show(Post(words))
