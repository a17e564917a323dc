"""What every command and button needs, in one value that the bot carries."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import discord
from discord.ext import commands

from bot.engine.tiles import Seat
from bot.render import Back, Painter, Style
from bot.settings import Settings
from bot.tables.api import Board, Tables
from bot.tables.ports import Store
from bot.texts import Language, text
from bot.ui.budget import Budget
from bot.ui.emojis import Emojis
from bot.ui.people import People
from bot.ui.pictures import Reader, style_of

if TYPE_CHECKING:
    from bot.ui.desk import Desk


@dataclass(slots=True)
class House:
    """The parts of a running bot. ``now`` is the time in seconds since 1970 UTC."""

    bot: "HouseBot"
    tables: Tables
    store: Store
    settings: Settings
    painter: Painter
    people: People
    budget: Budget
    desk: "Desk"
    emojis: Emojis
    now: Callable[[], float]

    def seat_name(self, language: Language) -> Callable[[Board, Seat], str]:
        """How the players of a table are called in this language, computer players too."""

        def name(board: Board, seat: Seat) -> str:
            return self.chair_name(language, board, board.chair_at(seat))

        return name

    def chair_name(self, language: Language, board: Board, number: int) -> str:
        """How the player of a chair is called; a computer player by the number of the chair."""
        chair = board.meta.chairs[number]
        if chair is None or not chair.is_person or chair.user is None:
            return text(language, "name.computer", number=number + 1)
        return self.people.name(board.where.guild, chair.user)

    def person_name(self, board: Board, user: int) -> str:
        """How somebody without a chair is called where a table stands."""
        return self.people.name(board.where.guild, user)

    def public_reader(self, board: Board) -> Reader:
        """Everybody in the table's channel."""
        language = board.meta.language
        return self._reader(language, style_of_table(self.settings))

    async def private_reader(self, user: int, locale: str | None = None) -> Reader:
        """One person, in their own language and with their own looks."""
        language = await self.people.language(user, locale)
        preferences = await self.people.preferences(user)
        return self._reader(language, style_of(preferences, self.settings.back))

    def _reader(self, language: Language, style: Style) -> Reader:
        name, emoji = self.seat_name(language), self.emojis.of(style.tiles)
        return Reader(language, name, style, self.person_name, self.settings.timezone, emoji)


def style_of_table(settings: Settings) -> Style:
    """The looks of what everybody sees."""
    return Style(back=Back(settings.back))


class HouseBot(commands.Bot):
    """A bot that carries its house. ``cut_off`` is whether Discord has not been there for a while."""

    house: House
    cut_off: bool = False


def house_of(interaction: discord.Interaction) -> House:
    """The house of the bot that an interaction came to."""
    return cast(HouseBot, interaction.client).house
