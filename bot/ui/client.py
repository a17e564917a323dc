"""The bot: made of a store, the tables and the settings; the same for Discord and for the playground."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, Protocol

import discord
from discord import app_commands
from discord.ext import commands

from bot.render import Painter, emoji_files
from bot.settings import Settings
from bot.tables.api import Listener, Tables
from bot.tables.ports import Store, StoreError, StoreReason
from bot.texts import text
from bot.ui import play, press
from bot.ui.budget import Budget
from bot.ui.correctcog import CorrectCog, SeasonCog
from bot.ui.desk import Desk
from bot.ui.emojis import Emojis, Files
from bot.ui.errors import BRIEFLY, OUTDATED, SUGGESTING, guarded, language_for, report, tell
from bot.ui.health import STALE_SECONDS, Health, figures_of
from bot.ui.helpcog import HelpCog
from bot.ui.house import House, HouseBot, house_of
from bot.ui.ledgercog import LedgerCog
from bot.ui.people import People
from bot.ui.privacycog import PrivacyCog
from bot.ui.recordcog import RecordCog
from bot.ui.settingscog import SettingsCog
from bot.ui.tablecog import TableCog
from bot.ui.translate import CommandTranslator
from bot.ui.waitscog import WaitsCog

LAST_ANSWERS_SECONDS: Final = 3.0
"""After so long Discord has given up an interaction."""

ANSWERING: Final = ("CommandTree-invoker", "discord-ui-")
"""What discord.py calls the tasks in which commands, buttons, menus and modals are answered."""

MEETING_SECONDS: Final = 0.5
"""For so long an answer waits until it is written down who asked."""

_meetings: Final[set[asyncio.Task[None]]] = set()
"""What is being written down meanwhile: the event loop alone would not keep it."""

log = logging.getLogger("queguan.ui")

# A bot that never speaks need not warn that it cannot; the first client of a process would, whoever makes it.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


class ToldTables(Tables, Protocol):
    """Tables that tell a listener of every change."""

    def listen(self, listener: Listener) -> None: ...


OpenStore = Callable[[], Awaitable[Store]]
MakeTables = Callable[[Store], ToldTables]

COGS: Final[tuple[Callable[[HouseBot], commands.Cog], ...]] = (
    TableCog,
    play.PlayCog,
    LedgerCog,
    SettingsCog,
    HelpCog,
    RecordCog,
    CorrectCog,
    SeasonCog,
    PrivacyCog,
    WaitsCog,
)
"""The commands of the bot."""


class Tree(app_commands.CommandTree[HouseBot]):
    """All commands, with one way to handle what goes wrong in them."""

    async def interaction_check(self, interaction: discord.Interaction) -> bool:
        await met(interaction)
        return True

    async def on_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError, /) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            if not isinstance(error, OUTDATED):
                log.error("autocomplete %s failed", interaction.id, exc_info=error)
            return
        await report(interaction, error)


async def met(interaction: discord.Interaction) -> None:
    """Keep the name and the language of whoever does something. A database that takes long holds up no answer."""
    meeting = asyncio.get_running_loop().create_task(_written_down(interaction))
    _meetings.add(meeting)
    meeting.add_done_callback(_meetings.discard)
    await asyncio.wait((meeting,), timeout=MEETING_SECONDS)


async def _written_down(interaction: discord.Interaction) -> None:
    user, people = interaction.user, house_of(interaction).people
    try:
        await people.met(interaction.guild_id, user.id, user.display_name, interaction.locale.value)
    except StoreError as fault:
        if fault.reason is not StoreReason.CLOSED:
            log.error("the name of %s is not written down: %s", user.id, fault)


class Queguan(HouseBot):
    """The bot. ``open_store`` and ``make_tables`` are called once, when it starts."""

    def __init__(
        self,
        open_store: OpenStore,
        make_tables: MakeTables,
        settings: Settings,
        *,
        painter: Painter,
        emojis: Files,
        now: Callable[[], float],
    ) -> None:
        logging.getLogger(SUGGESTING).addFilter(BRIEFLY)
        intents = discord.Intents.none()
        intents.guilds = True
        intents.guild_messages = True
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=intents,
            help_command=None,
            tree_cls=Tree,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
        )
        self._open_store = open_store
        self._make_tables = make_tables
        self._settings = settings
        self._painter = painter
        self._now = now
        self._budget = Budget()
        self.desk = Desk()
        self._reopening: asyncio.Task[None] | None = None
        self._closing = False
        self._cutting: asyncio.TimerHandle | None = None
        self._emojis = Emojis(emojis, self._budget)
        self._health = Health(lambda: figures_of(self.house))

    async def setup_hook(self) -> None:
        """Open the store, load the tables, register the commands (once, globally)."""
        store = await self._open_store()
        tables = self._make_tables(store)
        people = People(store.settings, self._settings.language, self._now)
        self.house = House(
            self, tables, store, self._settings, self._painter, people, self._budget, self.desk, self._emojis, self._now
        )
        self.desk.house, self.desk.reopen = self.house, self.reopen
        self.add_dynamic_items(*press.ITEMS)
        for cog in COGS:
            await self.add_cog(cog(self))
        self.desk.remember(await store.tables.open_tables())
        tables.listen(self.desk)
        await tables.recover()
        await self._serve_health()
        self._emojis.start(self)
        await self.tree.set_translator(CommandTranslator())
        await self.tree.sync()

    async def _serve_health(self) -> None:
        """Say how the bot is doing, where the settings name a port; a port that is taken stops nothing else."""
        port = self._settings.health_port
        if port is None:
            return
        try:
            await self._health.start(self._settings.health_host, port)
        except OSError as error:
            log.error("/healthz cannot be served on port %s: %s", port, error.strerror)

    async def on_disconnect(self) -> None:
        """The connection is lost, or could not be made once more."""
        if self._cutting is None:
            self._cutting = asyncio.get_running_loop().call_later(STALE_SECONDS, setattr, self, "cut_off", True)

    def _connected(self) -> None:
        if self._cutting is not None:
            self._cutting.cancel()
        self._cutting, self.cut_off = None, False

    async def on_ready(self) -> None:
        """Discord is there (again): everything is shown as it is now."""
        self._connected()
        self.desk.open()
        for guild in {board.where.guild for board in self.house.tables.open_tables()}:
            if guild is not None and self.get_guild(guild) is None:
                self.desk.lost_server(guild)

    async def on_resumed(self) -> None:
        """The connection was lost for a moment: whatever could not be shown meanwhile is shown now."""
        self._connected()
        self.desk.open()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server, or the server is gone."""
        self.desk.lost_server(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone."""
        self.desk.lost_place(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread is gone."""
        self.desk.lost_place(payload.thread_id)

    async def on_message(self, message: discord.Message) -> None:
        """Only counted: boards that have scrolled away are posted anew."""
        self.desk.said(message.channel.id, message.id)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """A button that nothing belongs to any more gets an answer too."""
        if interaction.type is not discord.InteractionType.component:
            return
        data: Mapping[str, object] = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        async with guarded(interaction):
            await met(interaction)
            if press.find(custom_id) is None or not press.stands_on(interaction.message, custom_id):
                await tell(interaction, text(await language_for(interaction), "sorry.old_button"))

    def reopen(self) -> None:
        """The database was replaced while it was open: load everything from the one that is there now."""
        if self._reopening is None and not self._closing:
            self._reopening = asyncio.get_running_loop().create_task(self._reopen())

    async def _reopen(self) -> None:
        log.warning("the database was replaced: it is opened anew")
        house = self.house
        await house.tables.rest()
        await house.store.close()
        store = await self._opened_again()
        tables = self._make_tables(store)
        await self.desk.forget(await store.tables.open_tables())
        house.store, house.tables = store, tables
        house.people = People(store.settings, self._settings.language, self._now)
        tables.listen(self.desk)
        await tables.recover()
        self.desk.open()
        self._reopening = None

    async def _opened_again(self) -> Store:
        wait = 1.0
        while True:
            try:
                return await self._open_store()
            except StoreError as fault:
                log.error("the database cannot be opened: %s", fault)
                await asyncio.sleep(wait)
                wait = min(60.0, 2 * wait)

    async def close(self) -> None:
        """Stop: nothing is lost, the next start goes on from here."""
        if self.is_closed() or self._closing:
            return
        self._closing = True
        if self._reopening is not None:
            self._reopening.cancel()
        await self._health.stop()
        await self._emojis.close()
        if hasattr(self, "house"):
            await self.house.tables.rest()
            if self.is_ready():
                await self.desk.farewell()
            await self.desk.close()
            await _last_answers()
            await self.house.store.close()
        self._painter.close()
        await super().close()
        if hasattr(self, "house"):
            await self.house.tables.stop()


async def _last_answers() -> None:
    """Whoever pressed or typed something in the last moment gets the answer; it is not waited for for ever."""
    answering = [task for task in asyncio.all_tasks() if task.get_name().startswith(ANSWERING)]
    if answering:
        await asyncio.wait(answering, timeout=LAST_ANSWERS_SECONDS)


def create_bot(
    open_store: OpenStore,
    make_tables: MakeTables,
    settings: Settings,
    *,
    painter: Painter | None = None,
    emojis: Files = emoji_files,
    now: Callable[[], float] = time.time,
) -> Queguan:
    """The bot, not yet started.

    ``open_store`` opens the database when the bot starts (``StoreError`` is passed on), ``make_tables`` puts the tables
    on it; the bot closes both, and the painter. ``emojis`` gives those to be put up (none: nothing is). ``now`` is the
    time in seconds since 1970 UTC.
    """
    return Queguan(open_store, make_tables, settings, painter=painter or Painter(), emojis=emojis, now=now)
