"""``/replay`` and ``/verify``: hands that are over."""

import asyncio
from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.options import OptionError
from bot.engine.view import view
from bot.render import FilmTooLarge
from bot.tables.ports import TableId
from bot.tables.records import RecordError
from bot.tables.scripts import script_text
from bot.ui.answer import Answer, Audience
from bot.ui.commanding import command
from bot.ui.errors import Sorry, language_for, suggests
from bot.ui.house import HouseBot, house_of
from bot.ui.library import Played, of_table, played, suggest_hands, suggest_tables
from bot.ui.pictures import Reader
from bot.ui.post import OPTIONS, Paper, Post, Shot
from bot.ui.press import Pressed, handles
from bot.ui.proofpost import proof_post
from bot.ui.replaypost import LOOK, OPEN, STEP, frames, replay_post
from bot.ui.resultpicture import result_picture
from bot.ui.resultpost import result_lines, result_words


def _audience(*, public: bool) -> Audience:
    return Audience.CHANNEL if public else Audience.ASKER


class RecordCog(commands.Cog):
    """What was played."""

    def __init__(self, bot: HouseBot) -> None:
        self.bot = bot

    @command("replay")
    async def replay(
        self,
        interaction: discord.Interaction,
        table: str | None = None,
        hand: app_commands.Range[int, 1] | None = None,
        public: bool = False,
    ) -> None:
        """Go through a finished hand, from its deal on."""
        async with Answer(interaction, _audience(public=public)) as answer:
            found = await played(interaction, table, hand)
            reader = await answer.house.private_reader(interaction.user.id, interaction.locale.value)
            post = replay_post(found, await found.states(), reader, OPEN, 0)
            await answer.show(post)

    @command("verify")
    async def verify(
        self,
        interaction: discord.Interaction,
        table: str | None = None,
        hand: app_commands.Range[int, 1] | None = None,
        public: bool = True,
    ) -> None:
        """Prove the wall of a finished hand."""
        async with Answer(interaction, _audience(public=public)) as answer:
            found = await played(interaction, table, hand)
            post = await proof_post(answer.house, await language_for(interaction), found)
            await answer.show(post)

    @replay.autocomplete("table")
    @verify.autocomplete("table")
    @suggests
    async def _tables(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await suggest_tables(interaction, current)

    @replay.autocomplete("hand")
    @verify.autocomplete("hand")
    async def _hands(self, interaction: discord.Interaction, current: int | str) -> list[app_commands.Choice[int]]:
        table = interaction.namespace.table
        numbers = await suggest_hands(interaction, table if isinstance(table, str) else None)
        said = str(current or "")
        return [app_commands.Choice(name=str(each), value=each) for each in numbers if str(each).startswith(said)][
            :OPTIONS
        ]


# ---------------------------------------------------------------------- buttons of a replay


async def _pressed(pressed: Pressed) -> tuple[Played, Reader]:
    """The hand of a button. Nobody can press one who wasn't shown it."""
    house = house_of(pressed.interaction)
    stored = await house.store.tables.table(TableId(pressed.parts["table"]))
    if stored is None:
        raise Sorry("sorry.old_button")
    found = await of_table(house, stored, int(pressed.parts["hand"]))
    reader = await house.private_reader(pressed.interaction.user.id, pressed.interaction.locale.value)
    return found, reader


@handles(STEP)
async def go(pressed: Pressed) -> None:
    """Another step, or what belongs to the whole hand."""
    async with Answer(pressed.interaction) as answer:
        found, reader = await _pressed(pressed)
        eyes = pressed.parts["eyes"]
        match pressed.parts["what"]:
            case "script":
                await answer.show(Post("", papers=(await script_paper(found),)))
            case "film":
                await answer.defer()
                await answer.show(Post("", papers=(await film_paper(answer, found, reader, eyes),)))
            case "result":
                await answer.show(await past_result(found, reader))
            case "proof":
                await answer.show(await proof_post(answer.house, reader.language, found))
            case "open":
                await answer.show(replay_post(found, await found.states(), reader, eyes, 0))
            case _:
                step = int(pressed.parts["step"])
                await answer.edit(replay_post(found, await found.states(), reader, eyes, step))


@handles(LOOK)
async def look(pressed: Pressed) -> None:
    """The same step from other eyes."""
    async with Answer(pressed.interaction) as answer:
        found, reader = await _pressed(pressed)
        step = int(pressed.parts["step"])
        await answer.edit(replay_post(found, await found.states(), reader, pressed.values[0], step))


async def script_paper(found: Played) -> Paper:
    """The hand as a game script. Raises ``Sorry`` where today's rules decide it differently."""
    try:
        words = await asyncio.to_thread(script_text, found.rules, found.record)
    except (RecordError, OptionError) as fault:
        raise Sorry("sorry.script") from fault
    return Paper(f"hand-{found.record.table}-{found.record.number}.game", words.encode())


async def film_paper(answer: Answer, found: Played, reader: Reader, eyes: str) -> Paper:
    """The hand as an animation."""
    pictures, seconds = frames(found, await found.states(), reader, eyes)
    try:
        gif = await answer.house.painter.film(pictures, seconds)
    except FilmTooLarge as fault:
        raise Sorry("sorry.film") from fault
    return Paper(f"hand-{found.record.table}-{found.record.number}.gif", gif)


async def past_result(found: Played, reader: Reader) -> Post:
    """The result of a hand as it was shown when it ended."""
    state = (await found.states())[-1]
    seen = view(state, None)
    board = found.board(seen, state)
    picture = result_picture(board, seen, reader)
    payments = replace(picture.payments, rows=picture.payments.rows[:-1])
    shot = Shot("result.png", replace(picture, payments=payments), result_words(board, seen, reader))
    return Post("\n".join(result_lines(board, seen, reader)), (shot,))
