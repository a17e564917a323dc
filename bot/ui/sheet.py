"""One message that is kept up to date: changes are merged, one request in flight and one change waiting."""

import asyncio
import logging
import secrets
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final

import aiohttp
import discord

from bot.tables.ports import Message, StoreError, TableId, Unit
from bot.ui.budget import Priority
from bot.ui.errors import what
from bot.ui.house import House
from bot.ui.post import Post, develop, mentions, view_of

CLOSED: Final = frozenset((50007, 50278, 40003))
"""Private messages are closed (to the bot, to this server), or opened too fast."""

LOST: Final = frozenset((10003, 10004, 10008, 30046, 50001, 50005, 50013, 50083, 160005))
"""A message or channel is gone, can't be seen, can't be written to, is locked, can't be edited any more."""

TRANSIENT: Final = (discord.RateLimited, aiohttp.ClientError, TimeoutError, OSError)
"""Faults after which the same request may be made again."""

SERVER_FAULTS: Final = 500
"""From this status on it was Discord's fault."""

TOO_MANY: Final = 429
"""The status where a channel has been asked too often."""

FAULTS: Final = (discord.HTTPException, *TRANSIENT)
"""Whatever can go wrong with a request."""

REFUSED_TRIES: Final = 5
"""So often is sent what Discord refuses as it is: likely it refuses it again, but somebody may be waiting for it."""

RETRY_SECONDS: Final = 3.0
LONGEST_WAIT_SECONDS: Final = 60.0

log = logging.getLogger("queguan.ui")


class Sheet(ABC):
    """A message of a table. ``update`` is what is done about a change; it reads the table as it is then."""

    def __init__(self, house: House, table: TableId, key: str, priority: Priority) -> None:
        self.house = house
        self.table = table
        self.key = key
        self.priority = priority
        self.channel: int | None = None
        self.message: int | None = None
        self.prompt = ""
        self.last: Post | None = None
        self._unsure: tuple[int, Post, str | int] | None = None
        self._dirty = False
        self._held = 0
        self._tries = 0
        self._refused = 0
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    @abstractmethod
    async def update(self) -> None:
        """Bring the message up to date."""

    # ------------------------------------------------------------------ when

    @property
    def busy(self) -> bool:
        """Whether something is being sent, or will be."""
        return self._task is not None or self._timer is not None

    def touch(self) -> None:
        """Something has changed: bring the message up to date, soon and once; after a fault when its time has come."""
        self._dirty = True
        if self._task is None and self._timer is None and not self._held:
            self._task = asyncio.get_running_loop().create_task(self._work())
            self._task.add_done_callback(self._ended)

    @property
    def sending(self) -> bool:
        """Whether a request is under way."""
        return self._task is not None

    def doubt(self) -> None:
        """Nobody knows what the message shows: a request about it failed, or two may have passed each other."""
        self.last = None
        self.touch()

    @contextmanager
    def held(self) -> Iterator[None]:
        """While an answer to a press is being made, which may make an update unnecessary."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
            if self._dirty and not self._held:
                self.touch()

    async def _work(self) -> None:
        while self._dirty and not self._held:
            self._dirty = False
            try:
                await self.update()
            except (*FAULTS, StoreError) as fault:
                self._again(fault)
                return
            self._tries = self._refused = 0

    def _again(self, fault: Exception) -> None:
        """It couldn't be sent: once more in a while, and then less and less often."""
        self._tries += 1
        log.warning("table %s, %s: not sent (try %d): %s", self.table, self.key, self._tries, what(fault))
        self._refused = self._refused + 1 if isinstance(fault, discord.HTTPException) and not is_passing(fault) else 0
        if self._refused >= REFUSED_TRIES:
            log.error("table %s, %s: given up until something changes: %s", self.table, self.key, fault)
            self._tries = self._refused = 0
            return
        if self._timer is not None:
            return
        wait = min(LONGEST_WAIT_SECONDS, RETRY_SECONDS * 2 ** min(self._tries - 1, 10))
        self._timer = asyncio.get_running_loop().call_later(wait, self._retry)

    def _retry(self) -> None:
        self._timer = None
        self.touch()

    def hurry(self) -> None:
        """Discord is there again: what waits for its time is sent now."""
        if self._timer is not None:
            self._timer.cancel()
            self._tries = 0
            self._retry()

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if task.cancelled():
            return
        error = task.exception()
        if error is not None:
            log.error("table %s, %s: could not be shown", self.table, self.key, exc_info=error)
        if self._dirty:
            self.touch()

    async def close(self) -> None:
        """Send nothing more."""
        self._dirty = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # ------------------------------------------------------------------ sending

    async def send(
        self,
        channel: discord.DMChannel | discord.PartialMessageable,
        post: Post,
        *,
        prompt: str = "",
        silent: bool = False,
        nonce: str = "",
    ) -> discord.Message:
        """A new message, which this sheet then stands for; a ``silent`` one notifies nobody.

        Of several with one ``nonce`` (25 characters at most) within some minutes Discord takes the first.
        """
        content, files = await develop(self.house.painter, post)
        await self.house.budget.take(self.priority)
        self._unsure = (channel.id, post, nonce or self._nonce_of(channel.id, post))
        sent = await channel.send(
            content,
            files=files,
            view=view_of(post.controls) if post.controls else discord.utils.MISSING,
            allowed_mentions=mentions(post),
            silent=silent,
            nonce=self._unsure[-1],
        )
        self._unsure = None
        self.channel, self.message, self.prompt, self.last = sent.channel.id, sent.id, prompt, post
        await self.remember()
        return sent

    def _nonce_of(self, place: int, post: Post) -> str | int:
        """A new one; but that of the same message where nobody knows whether Discord has it already."""
        if self._unsure is not None and self._unsure[:2] == (place, post):
            return self._unsure[2]
        return secrets.randbits(64)

    async def edit(self, post: Post) -> bool:
        """Change the message; False where it can't be changed any more. Pictures that stay are not sent again."""
        if self.channel is None or self.message is None:
            return False
        if post == self.last:
            return True
        same = self.last is not None and self.last.shots == post.shots
        content, files = await develop(self.house.painter, Post(post.content) if same else post)
        await self.house.budget.take(self.priority)
        try:
            await self.partial(self.channel, self.message).edit(
                content=content,
                attachments=discord.utils.MISSING if same else files,
                view=view_of(post.controls) if post.controls else None,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except FAULTS as fault:
            self.last = None
            if not isinstance(fault, discord.HTTPException) or not is_lost(fault):
                raise
            return False
        self.last = post
        return True

    async def strip(self, channel: int | None, message: int | None) -> None:
        """Take the buttons off a message."""
        if channel is not None and message is not None:
            await self.quietly(lambda: self.partial(channel, message).edit(view=None))

    async def drop(self, channel: int | None, message: int | None) -> None:
        """Delete a message that another one has replaced."""
        if channel is not None and message is not None:
            await self.quietly(lambda: self.partial(channel, message).delete())

    async def quietly(self, request: Callable[[], Awaitable[object]]) -> None:
        """A request that may come too late: the message can be gone."""
        await self.house.budget.take(self.priority)
        try:
            await request()
        except discord.HTTPException as fault:
            if not is_lost(fault):
                raise
            log.debug("table %s, %s: %s", self.table, self.key, fault)

    def partial(self, channel: int, message: int) -> discord.PartialMessage:
        """A message known by its ids alone."""
        return self.house.bot.get_partial_messageable(channel).get_partial_message(message)

    async def remember(self) -> None:
        """Write down where the message stands, so that it is found again after a restart."""
        where = Message(self.key, self.channel or 0, self.message, self.prompt)
        try:
            await self.house.store.tables.commit(Unit(table=self.table, at=self.house.now(), messages=(where,)))
        except StoreError as fault:
            log.error("table %s, %s: where it stands is not written down: %s", self.table, self.key, fault)

    def recall(self, message: Message) -> None:
        """The message as it was written down before a restart."""
        self.channel, self.message, self.prompt = message.channel, message.message, message.prompt

    def forget(self) -> None:
        """The message is gone."""
        self.message, self.last = None, None


def is_passing(fault: discord.HTTPException) -> bool:
    """Whether the same request may be made again in a while."""
    return fault.status >= SERVER_FAULTS or fault.status == TOO_MANY


def is_lost(fault: discord.HTTPException) -> bool:
    """Whether its place can't be used, or the message is not there to be changed."""
    return fault.code in LOST or fault.status in (403, 404)
