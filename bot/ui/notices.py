"""Single lines about a table: to its players in private, into its channel, and when the bot stops and is back."""

import asyncio
from collections.abc import Awaitable, Callable
from hashlib import blake2s
from typing import Final

import discord

from bot.tables.api import Board, Screen
from bot.tables.deadline import quiet_until
from bot.tables.ports import Message, StoreError, TableId, TableStatus, Unit
from bot.texts import text
from bot.ui.budget import Priority
from bot.ui.errors import what
from bot.ui.house import House
from bot.ui.ids import Verb, verb_id
from bot.ui.places import place_line
from bot.ui.post import Button, Post
from bot.ui.sheet import CLOSED, FAULTS, Sheet, is_lost, is_passing, log

WAITS: Final = (3.0, 12.0, 48.0)
"""Seconds before a line is tried again that Discord couldn't take."""

EARLY_SECONDS: Final = 0.5
"""A timer may fire a little before the wall clock says so."""


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
            log.warning("nothing can be said %s: %s", where, what(fault))
            refused = isinstance(fault, discord.HTTPException) and not is_passing(fault)
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
        await self.house.budget.take(self.priority)
        try:
            sent = await channel.send(text(board.meta.language, "notice.stopping"))
        except FAULTS as fault:
            log.warning("table %s: nothing can be said in its channel: %s", self.table, what(fault))
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
        await over(self)


async def over(sheet: Sheet) -> None:
    """Write down that there is no message any more."""
    gone = Message(sheet.key, sheet.channel or 0, None)
    sheet.forget()
    try:
        await sheet.house.store.tables.commit(Unit(table=sheet.table, at=sheet.house.now(), messages=(gone,)))
    except StoreError as fault:
        log.error("table %s, %s: it is not written down that it is over: %s", sheet.table, sheet.key, fault)


class ReminderSheet(Sheet):
    """One line to somebody whose time runs out, once for each question; it goes when the question is over."""

    def __init__(self, house: House, table: TableId, user: int) -> None:
        super().__init__(house, table, f"reminder:{user}", Priority.ASKED)
        self.user = user

    def look(self, board: Board) -> None:
        """The table has changed, or it is time: send the line, or take it away."""
        if self.message is not None or self._is_time(board):
            self.touch()

    def _is_time(self, board: Board) -> bool:
        remind, now = board.meta.remind, self.house.now()
        return remind is not None and now >= remind - EARLY_SECONDS and quiet_until(board.meta, now) is None

    def _asked(self) -> Screen | None:
        """What the person is asked now, where they play themselves; None where they are not."""
        screen = self.house.tables.screen(self.table, self.user)
        return screen if screen is not None and screen.asked and screen.here else None

    async def update(self) -> None:
        screen = self._asked()
        if self.message is not None and (screen is None or screen.prompt != self.prompt):
            await self.drop(self.channel, self.message)
            await over(self)
        if screen is None or screen.prompt == self.prompt or not self._is_time(screen.board):
            return
        if (await self.house.people.preferences(self.user)).reminders:
            await self._remind(screen)

    async def _remind(self, screen: Screen) -> None:
        if self.house.desk.hand(screen.board, self.user).closed:
            await self._remind_in_channel(screen)
            return
        try:
            await self.house.budget.take(self.priority)
            private = await self.house.bot.create_dm(discord.Object(self.user))
            if self._asked() is not None:
                await self.send(private, await self._post(screen), prompt=screen.prompt, nonce=self._nonce(screen))
        except (discord.Forbidden, discord.NotFound) as fault:
            if fault.code not in CLOSED:
                log.warning("table %s: no reminder to %s: %s", self.table, self.user, fault)
            await self._remind_in_channel(screen)

    async def _post(self, screen: Screen) -> Post:
        language = await self.house.people.language(self.user)
        setting = self.house.desk.setting(screen.board, ())
        words = text(language, "reminder.private", due=_countdown(screen))
        where = place_line(language, screen.board, setting.server, setting.channel, setting.link)
        return Post(f"{words}\n{where}", controls=(self._button(text(language, "button.hand")),))

    async def _remind_in_channel(self, screen: Screen) -> None:
        """Private messages are closed. Only a turn is everybody's to know: nobody may see who could claim or choose."""
        self.prompt = screen.prompt
        board, view = screen.board, screen.view
        if board.where.guild is None or view.offered is not None or view.stage is not None:
            return
        language = board.meta.language
        words = text(language, "reminder.channel", mention=f"<@{self.user}>", due=_countdown(screen))
        post = Post(words, controls=(self._button(text(language, "button.hand")),), ping=(self.user,))
        channel = self.house.bot.get_partial_messageable(board.where.thread or board.where.channel)
        try:
            await self.send(channel, post, prompt=screen.prompt, nonce=self._nonce(screen))
        except discord.HTTPException as fault:
            if not is_lost(fault):
                raise
            log.warning("table %s: nobody can be reminded in the channel: %s", self.table, fault)

    def _nonce(self, screen: Screen) -> str:
        """The same after a restart: a line that was sent and not written down any more is not sent twice."""
        return blake2s(f"{self.table}:{self.user}:{screen.prompt}".encode(), digest_size=12).hexdigest()

    def _button(self, label: str) -> Button:
        return Button(label, verb_id(self.table, Verb.HAND), 0, discord.ButtonStyle.primary)


def _countdown(screen: Screen) -> str:
    """When the question is answered by the table, counted down by Discord."""
    return "" if screen.due is None else f"<t:{int(screen.due)}:R>"
