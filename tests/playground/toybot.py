"""A small bot with every habit of the real one: pictures by private message, edits, clocks, a queue, a database."""

import asyncio
import io
from pathlib import Path
from typing import Any

import aiosqlite
import discord
from discord import app_commands
from discord.ext import commands
from PIL import Image, ImageDraw

HAND = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "E", "S", "W", "N", "C")
BEAT_SECONDS = 0.2


def picture(tiles: list[str], *, turn: int) -> discord.File:
    """A hand as a PNG named after ``turn``, so that two pictures never have the same bytes."""
    image = Image.new("RGB", (60 * max(len(tiles), 1) + 20, 100), (31, 95, 74))
    draw = ImageDraw.Draw(image)
    for place, tile in enumerate(tiles):
        left = 10 + 60 * place
        draw.rounded_rectangle((left, 12, left + 54, 88), 8, fill=(250, 246, 230), outline=(120, 110, 80))
        draw.text((left + 14, 36), tile, fill=(20, 20, 20), font_size=22)
    draw.text((4, 0), str(turn), fill=(160, 200, 180))
    stream = io.BytesIO()
    image.save(stream, "PNG")
    stream.seek(0)
    return discord.File(stream, filename=f"hand-{turn}.png", description=" ".join(tiles))


class HandView(discord.ui.View):
    """One button a tile; every press shows a shorter hand in the same message."""

    def __init__(self, bot: "ToyBot", tiles: list[str], turn: int) -> None:
        super().__init__(timeout=None)
        self.bot, self.tiles, self.turn = bot, tiles, turn
        for tile in tiles:
            button: discord.ui.Button[HandView] = discord.ui.Button(
                label=tile, custom_id=f"toy:{turn}:{tile}", style=discord.ButtonStyle.secondary
            )
            button.callback = self.pressed(tile)  # type: ignore[method-assign]
            self.add_item(button)

    def pressed(self, tile: str):  # type: ignore[no-untyped-def]
        async def press(interaction: discord.Interaction) -> None:
            await interaction.response.defer()
            left = [held for held in self.tiles if held != tile]
            shown = await asyncio.to_thread(picture, left, turn=self.turn + 1)
            await interaction.edit_original_response(
                content=f"discarded {tile} ({interaction.locale.value})",
                attachments=[shown],
                view=HandView(self.bot, left, self.turn + 1),
            )
            self.bot.discards.put_nowait(f"{interaction.user.name}: {tile}")

        return press


CHINESE = {"Says hello to you alone": "只向您问好", "Who is greeted": "向谁问好"}


class NoteModal(discord.ui.Modal, title="A note"):
    words: discord.ui.TextInput["NoteModal"] = discord.ui.TextInput(label="Words")

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"noted: {self.words.value}", ephemeral=True)


class ChoiceView(discord.ui.View):
    @discord.ui.select(
        placeholder="rules",
        options=[discord.SelectOption(label=name, value=name) for name in ("lishui", "sichuan", "mawan")],
    )
    async def chosen(self, interaction: discord.Interaction, select: discord.ui.Select["ChoiceView"]) -> None:
        await interaction.response.send_message(f"chosen: {select.values[0]}", ephemeral=True)


class ToyBot(commands.Bot):
    """``database`` remembers the last channel and everybody who was dealt a hand; ``closed`` is set by ``close``."""

    def __init__(self, database: Path) -> None:
        intents = discord.Intents.none()
        intents.guilds = intents.guild_messages = True
        super().__init__(command_prefix=commands.when_mentioned, intents=intents, help_command=None)
        self.path = database
        self.closed = False
        self.beats = 0
        self.discards: asyncio.Queue[str] = asyncio.Queue()

    async def setup_hook(self) -> None:
        self.database = await aiosqlite.connect(self.path)
        await self.database.execute("create table if not exists place (kind text, id integer, primary key (kind, id))")
        await self.database.commit()
        for command in COMMANDS:
            self.tree.add_command(command)
        await self.tree.set_translator(_Chinese())
        await self.tree.sync()
        self.working = asyncio.create_task(self.work())
        asyncio.get_running_loop().call_later(BEAT_SECONDS, self.beat)
        self.returning = asyncio.create_task(self.recover())

    async def recover(self) -> None:
        await self.wait_until_ready()
        for kind, id_ in await self.database.execute_fetchall("select kind, id from place"):
            if kind == "channel":
                channel = self.get_channel(id_)
                assert isinstance(channel, discord.TextChannel)
                await channel.send("the table goes on")
            else:
                await (await self.fetch_user(id_)).send("your hand goes on")

    async def work(self) -> None:
        while True:
            said = await self.discards.get()
            for (id_,) in await self.database.execute_fetchall("select id from place where kind = 'channel'"):
                channel = self.get_channel(id_)
                assert isinstance(channel, discord.TextChannel)
                await channel.send(said)

    def beat(self) -> None:
        self.beats += 1
        asyncio.get_running_loop().call_later(BEAT_SECONDS, self.beat)

    async def remember(self, kind: str, id_: int) -> None:
        await self.database.execute("insert or ignore into place values (?, ?)", (kind, id_))
        await self.database.commit()

    async def close(self) -> None:
        self.working.cancel()
        self.returning.cancel()
        await self.database.close()
        await super().close()
        self.closed = True


def toy(interaction: discord.Interaction) -> ToyBot:
    assert isinstance(interaction.client, ToyBot)
    return interaction.client


@app_commands.command(description=app_commands.locale_str("Says hello to you alone"))
async def hello(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(f"hello in {interaction.locale.value}", ephemeral=True)


@app_commands.command(description="A hand by private message")
async def deal(interaction: discord.Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    bot = toy(interaction)
    if interaction.guild_id is not None and interaction.channel_id is not None:
        await bot.remember("channel", interaction.channel_id)
    await bot.remember("user", interaction.user.id)
    shown = await asyncio.to_thread(picture, list(HAND), turn=0)
    await interaction.user.send("your hand", file=shown, view=HandView(bot, list(HAND), 0))
    await interaction.edit_original_response(content="dealt")


@app_commands.command(description="Discards a tile")
async def discard(interaction: discord.Interaction, tile: str) -> None:
    await interaction.response.send_message(f"{interaction.user.name} discards {tile}")


@discard.autocomplete("tile")
async def legal(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=tile, value=tile) for tile in HAND if tile.startswith(current)]


class _Chinese(app_commands.Translator):
    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002
    ) -> str | None:
        return CHINESE.get(string.message) if locale is discord.Locale.chinese else None


@app_commands.command(description="Says good evening")
@app_commands.describe(whom=app_commands.locale_str("Who is greeted"))
async def greet(interaction: discord.Interaction, whom: str = "everybody", loudly: bool = False) -> None:
    await interaction.response.send_message(f"good evening, {whom}{'!' if loudly else ''}")


@app_commands.command(description="Plays a game")
@app_commands.choices(game=[app_commands.Choice(name=name, value=name.lower()) for name in ("Lishui", "Sichuan")])
async def game(
    interaction: discord.Interaction, game: str = "", friendly: bool = True, against: discord.User | None = None
) -> None:
    await interaction.response.send_message(f"{game or 'any'} {friendly} {against.name if against else 'nobody'}")


@app_commands.command(description="A menu")
async def choose(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("which?", view=ChoiceView(), ephemeral=True)


@app_commands.command(description="A form")
async def note(interaction: discord.Interaction) -> None:
    await interaction.response.send_modal(NoteModal())


@app_commands.command(description="Speaks after some seconds")
async def alarm(interaction: discord.Interaction, seconds: float) -> None:
    loop = asyncio.get_running_loop()
    asked = loop.time()
    channel = interaction.channel
    assert isinstance(channel, discord.abc.Messageable)

    def ring() -> None:
        waited = loop.time() - asked
        toy(interaction).ringing = loop.create_task(  # type: ignore[attr-defined]
            channel.send(f"ring after {waited:.1f} s")
        )

    loop.call_later(seconds, ring)
    await interaction.response.send_message("set")


@app_commands.command(description="Answers late")
async def slow(interaction: discord.Interaction) -> None:
    await asyncio.sleep(0.8)
    await interaction.response.send_message("at last", ephemeral=True)


COMMANDS: tuple[app_commands.Command[Any, ..., Any], ...] = (
    hello, deal, discard, greet, game, choose, note, alarm, slow,
)  # fmt: skip
