"""The bot's own tile emojis: put up at Discord in the background, shown on buttons and in texts once they are there."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Final

import aiohttp
import discord

from bot.engine.tiles import Tile
from bot.render import EMOJI_PREFIX, EmojiFile, TileSet
from bot.ui.budget import Budget, Priority

Files = Callable[[], tuple[EmojiFile, ...]]
EmojiOf = Callable[[Tile], str]

FAULTS: Final = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)
"""Discord refuses, can't be reached or has no room left; or a picture can't be read."""

log = logging.getLogger("queguan.ui")


def no_emoji(_tile: Tile) -> str:
    """Nothing: the words serve."""
    return ""


class Emojis:
    """The emojis of the tiles as far as they stand at Discord; without them the words serve."""

    def __init__(self, files: Files, budget: Budget) -> None:
        self._files = files
        self._budget = budget
        self._known: dict[TileSet, dict[Tile, str]] = {tiles: {} for tiles in TileSet}
        self._task: asyncio.Task[None] | None = None

    def of(self, tiles: TileSet) -> EmojiOf:
        """What shows a tile to whoever has chosen this set: ``<:name:id>``, "" where there is no such emoji."""
        return lambda tile: self._known[tiles].get(tile, "")

    def start(self, client: discord.Client) -> None:
        """Begin to put up what has changed; returns at once."""
        self._task = asyncio.get_running_loop().create_task(self.put_up(client))

    async def close(self) -> None:
        """Put up nothing more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def put_up(self, client: discord.Client) -> None:
        """Put up the emojis that aren't there, then take down those of an earlier version; what fails is logged."""
        try:
            await self._put_up(client)
        except FAULTS as fault:
            there = sum(map(len, self._known.values()))
            log.warning("%d tile emojis are there, the others can't be put up: %s", there, fault)

    async def _put_up(self, client: discord.Client) -> None:
        files = await asyncio.to_thread(self._files)
        if not files:
            return
        await self._budget.take(Priority.EMOJI)
        there = await client.fetch_application_emojis()
        names = {emoji.name: emoji for emoji in there}
        for file in files:
            if file.name in names:
                self._keep(file, names[file.name])
        for file in files:
            if file.name not in names:
                await self._budget.take(Priority.EMOJI)
                self._keep(file, await client.create_application_emoji(name=file.name, image=file.png))
        await self._take_down(there, {file.name for file in files})

    def _keep(self, file: EmojiFile, emoji: discord.Emoji) -> None:
        if file.tile is not None:
            self._known[file.tiles][file.tile] = str(emoji)

    async def _take_down(self, there: Iterable[discord.Emoji], wanted: set[str]) -> None:
        for emoji in there:
            if emoji.name.startswith(EMOJI_PREFIX) and emoji.name not in wanted:
                await self._budget.take(Priority.EMOJI)
                await emoji.delete()
