"""The composition root: what the bot is made of, against Discord and in the playground."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress

import aiohttp
import discord
from discord import LoginFailure

from bot.memory import search_in_steps, search_when_quiet
from bot.players import choose
from bot.playground import Opening, serve
from bot.render import EmojiFile, emoji_files
from bot.rules import REGISTRY
from bot.settings import Settings
from bot.store.alone import alone
from bot.store.store import open_store, opened_store
from bot.tables.clock import LoopClock
from bot.tables.ports import Store, StoreError, StoreReason
from bot.tables.service import TableService
from bot.texts import text
from bot.ui.client import Queguan, create_bot
from bot.ui.emojis import Files
from bot.ui.installation import examine

__all__ = ["LoginFailure", "Unreachable", "examine", "make_bot", "play", "run"]


class Unreachable(Exception):
    """Discord cannot be reached; as a string it says why."""


def now() -> float:
    """Seconds since 1970 UTC, as discord.py has them: in the playground its time is the simulator's."""
    return discord.utils.utcnow().timestamp()


def make_bot(settings: Settings, emojis: Files = emoji_files) -> Queguan:
    """The bot with its store and tables. ``emojis`` gives the tile emojis that it puts up."""

    async def opened() -> Store:
        _make_room(settings)
        return await open_store(str(settings.database))

    def tables(store: Store) -> TableService:
        return TableService(REGISTRY, store, LoopClock(now), choose, pace=settings.bot_pace, zone=settings.timezone)

    return create_bot(opened, tables, settings, emojis=emojis, now=now)


def _make_room(settings: Settings) -> None:
    """The folder of the database."""
    try:
        settings.database.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(StoreReason.CANNOT_OPEN, str(settings.database), str(error)) from error


@asynccontextmanager
async def _sole(settings: Settings) -> AsyncIterator[None]:
    """For a block no other bot runs on the database, which is known to be usable. Raises StoreError."""
    _make_room(settings)
    with alone(str(settings.database)):
        async with opened_store(str(settings.database)):
            pass
        yield


async def run(settings: Settings) -> None:
    """The bot against Discord, until it is stopped; ``LoginFailure`` or ``Unreachable`` where it can't begin.

    ``StoreError`` where the database can't be used: Discord is not asked for anything then.
    """
    async with _sole(settings):
        await _run(settings)


async def _run(settings: Settings) -> None:
    search_in_steps()
    searching = asyncio.create_task(search_when_quiet(), name="memory")
    try:
        with _until_terminated():
            async with make_bot(settings) as bot:
                await bot.start(settings.token or "")
    except (discord.GatewayNotFound, aiohttp.ClientError) as error:
        raise Unreachable(str(error)) from error
    finally:
        searching.cancel()


@contextmanager
def _until_terminated() -> Iterator[None]:
    """End what is around by SIGTERM as Ctrl-C does, without a fault; told once more, it goes on saying farewell."""
    loop, here = asyncio.get_running_loop(), asyncio.current_task()
    assert here is not None
    told = asyncio.Event()

    def stop() -> None:
        if not told.is_set():
            told.set()
            here.cancel()

    with suppress(NotImplementedError):
        loop.add_signal_handler(signal.SIGTERM, stop)
    try:
        yield
    except asyncio.CancelledError:
        if not told.is_set():
            raise
        here.uncancel()
    finally:
        with suppress(NotImplementedError):
            loop.remove_signal_handler(signal.SIGTERM)


def no_files() -> tuple[EmojiFile, ...]:
    """The local page has nowhere to show emojis from: there the words serve."""
    return ()


async def play(settings: Settings, port: int, bots: int | None, announce: Callable[[str], None]) -> None:
    """The same bot in a local page; with ``bots`` a table is opened at once, unless there is one to go on with."""
    async with _sole(settings):
        opening: Sequence[Opening] = ()
        if bots is not None and not await _has_tables(settings):
            opening = (Opening("table open", {"bots": bots}),)
        people = text(settings.language, "play.people").split()
        await serve(lambda: make_bot(settings, no_files), port=port, people=people, announce=announce, opening=opening)


async def _has_tables(settings: Settings) -> bool:
    """Whether the database holds a table that has not ended."""
    async with opened_store(str(settings.database)) as store:
        return bool(await store.tables.open_tables())
