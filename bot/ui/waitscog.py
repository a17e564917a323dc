"""``/waits``: the shapes of one suit by what they wait on, and a trainer (Mawan's RULES.md M19)."""

import asyncio
from random import SystemRandom
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.shapes import shapes
from bot.engine.tiles import Suit
from bot.ui import ids
from bot.ui.answer import Answer
from bot.ui.commanding import command
from bot.ui.errors import Sorry
from bot.ui.house import HouseBot, house_of
from bot.ui.pictures import Reader
from bot.ui.post import Post
from bot.ui.press import Pressed, handles
from bot.ui.translate import choice
from bot.ui.waitsposts import (
    KINDS,
    SMALLEST,
    TILES,
    Asked,
    Listing,
    Quiz,
    answer_post,
    list_post,
    listed,
    question_post,
    read_asked,
)

FEWEST: Final = KINDS[0]
_RANDOM: Final = SystemRandom()
_COUNTS: Final = [app_commands.Choice(name=str(count), value=count) for count in KINDS]
_SIZES: Final = [app_commands.Choice(name=str(size), value=size) for size in TILES]


class WaitsCog(commands.Cog):
    """What there is to learn about waits."""

    def __init__(self, bot: HouseBot) -> None:
        self.bot = bot

    @command("waits")
    @app_commands.choices(count=_COUNTS, tiles=_SIZES)
    @app_commands.choices(view=[choice("waits_view.list", "list"), choice("waits_view.quiz", "quiz")])
    async def waits(
        self, interaction: discord.Interaction, count: int | None = None, tiles: int | None = None, view: str = "list"
    ) -> None:
        """A list of shapes, or a question; seen by whoever asks."""
        kinds = count if count is not None else FEWEST
        size = tiles if tiles is not None else SMALLEST[kinds]
        async with Answer(interaction) as answer:
            if view == "quiz":
                await answer.show(await _question(interaction, Quiz(kinds, max(size, SMALLEST[kinds]))))
            else:
                await answer.show(await _list(interaction, Listing(kinds, size)))


async def _reader(interaction: discord.Interaction) -> Reader:
    return await house_of(interaction).private_reader(interaction.user.id, interaction.locale.value)


async def _list(interaction: discord.Interaction, listing: Listing) -> Post:
    found = await asyncio.to_thread(listed, listing)
    reader = await _reader(interaction)
    return list_post(reader.language, listing, found, reader.style)


async def _question(interaction: discord.Interaction, quiz: Quiz) -> Post:
    found = await asyncio.to_thread(shapes, quiz.tiles, quiz.kinds)
    if not found:
        raise Sorry("sorry.old_button")
    reader = await _reader(interaction)
    asked = Asked(quiz, _RANDOM.choice((Suit.M, Suit.P, Suit.S)), _RANDOM.choice(found).ranks())
    return question_post(reader.language, asked, reader.style)


@handles(ids.WAITS)
async def pressed(press: Pressed) -> None:
    """Another page of a list, or the next question."""
    async with Answer(press.interaction) as answer:
        match press.parts["what"], [int(number) for number in press.parts["numbers"].split("-")]:
            case "list", [kinds, tiles, cores, page] if kinds in KINDS and tiles in TILES:
                await answer.edit(await _list(press.interaction, Listing(kinds, tiles, bool(cores), page)))
            case "quiz", [right, asked, kinds, tiles] if kinds in KINDS and tiles in TILES:
                await answer.edit(await _question(press.interaction, Quiz(kinds, tiles, right, asked)))
            case _:
                raise Sorry("sorry.old_button")


@handles(ids.WAITS_MENU)
async def picked(press: Pressed) -> None:
    """Another list, or the answer to a question."""
    async with Answer(press.interaction) as answer:
        if press.parts["what"] == "list":
            kinds, tiles = (int(number) for number in press.values[0].split("-"))
            await answer.edit(await _list(press.interaction, Listing(kinds, tiles)))
            return
        asked = read_asked(press.parts["what"])
        if asked is None:
            raise Sorry("sorry.old_button")
        reader = await _reader(press.interaction)
        await answer.edit(await _checked(reader, asked, tuple(sorted(int(value) for value in press.values))))


async def _checked(reader: Reader, asked: Asked, said: tuple[int, ...]) -> Post:
    quiz = asked.quiz
    found = await asyncio.to_thread(shapes, quiz.tiles, quiz.kinds)
    waits = next((shape.waits for shape in found if shape.ranks() == asked.ranks), None)
    if waits is None:
        raise Sorry("sorry.old_button")
    return answer_post(reader.language, asked, said, waits, reader.style)
