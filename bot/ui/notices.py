"""Single lines about a table: to its players in private, into its channel, and when the bot stops and is back."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import discord

from bot.tables.api import Board
from bot.tables.ports import Message, StoreError, TableStatus, Unit
from bot.texts import text
from bot.ui.budget import Priority
from bot.ui.house import House
from bot.ui.sheet import FAULTS, SERVER_FAULTS, Sheet, log

WAITS: Final = (3.0, 12.0, 48.0)
"""Seconds before a line is tried again that Discord couldn't take."""


async def tell_privately(house: House, user: int, key: str) -> None:
    """One sentence in somebody's private messages, where they are open."""
    words = text(await house.people.language(user), key)

    async def send() -> None:
        private = await house.bot.create_dm(discord.Object(user))
        await private.send(words, allowed_mentions=discord.AllowedMentions.none())

    await _tried(house, Priority.PRIVATE, send, f"to {user}")


async def say_in_channel(house: House, board: Board, words: str) -> None:
    """One line in a table's channel, where it can be used."""
    channel = house.bot.get_partial_messageable(board.where.thread or board.where.channel)

    async def send() -> None:
        await channel.send(words, allowed_mentions=discord.AllowedMentions.none())

    await _tried(house, Priority.RESULT, send, f"in the channel of table {board.id}")


async def _tried(house: House, priority: Priority, send: Callable[[], Awaitable[None]], where: str) -> None:
    for wait in (*WAITS, None):
        await house.budget.take(priority)
        try:
            await send()
            return
        except FAULTS as fault:
            log.warning("nothing can be said %s: %s", where, fault)
            refused = isinstance(fault, discord.HTTPException) and fault.status < SERVER_FAULTS
            if refused or wait is None:
                return
        await asyncio.sleep(wait)


class NoticeSheet(Sheet):
    """The line in a table's channel that says that the bot has stopped, and later that it is back."""

    def __init__(self, house: House, board: Board) -> None:
        super().__init__(house, board.id, "notice", Priority.RESULT)
        self._board = board

    async def stopping(self) -> None:
        """Say that the bot stops; a channel that can't be used stays without the line."""
        board = self.house.tables.board(self.table)
        if board is None or board.where.guild is None or board.status is TableStatus.ENDED:
            return
        channel = self.house.bot.get_partial_messageable(board.where.thread or board.where.channel)
        try:
            sent = await channel.send(text(board.meta.language, "notice.stopping"))
        except FAULTS as fault:
            log.warning("table %s: nothing can be said in its channel: %s", self.table, fault)
            return
        self.channel, self.message = sent.channel.id, sent.id
        await self.remember()

    def back(self) -> None:
        """The bot is back: where it had said that it stops, the line says so."""
        if self.message is not None:
            self.touch()

    async def update(self) -> None:
        channel, message = self.channel, self.message
        if channel is None or message is None:
            return
        words = text(self._board.meta.language, "notice.back")
        await self.quietly(lambda: self.partial(channel, message).edit(content=words))
        self.forget()
        gone = Message(self.key, channel, None)
        try:
            await self.house.store.tables.commit(Unit(table=self.table, at=self.house.now(), messages=(gone,)))
        except StoreError as fault:
            log.error("table %s, %s: it is not written down that it is over: %s", self.table, self.key, fault)
