"""The answer to one interaction: one request where it is ready in time, deferred where it takes longer."""

import asyncio
from enum import Enum, auto
from types import TracebackType
from typing import Final, Self

import discord

from bot.ui.house import House, house_of
from bot.ui.post import Post, develop, view_of

PATIENCE_SECONDS: Final = 0.75
"""Everything is answered within a second; Discord gives an interaction up after three."""


class Audience(Enum):
    """Who sees what a command shows: whoever asked, or the whole channel."""

    ASKER = auto()
    CHANNEL = auto()


class Answer:
    """Used as a context: ``async with Answer(interaction) as answer``. What it shows is for its ``audience``.

    That is settled at the beginning: an answer that was deferred for one person can never be seen by others.
    """

    def __init__(self, interaction: discord.Interaction, audience: Audience = Audience.ASKER) -> None:
        self.interaction = interaction
        self._ephemeral = audience is Audience.ASKER
        self._deferred: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    @property
    def house(self) -> House:
        """The house that was asked."""
        return house_of(self.interaction)

    async def __aenter__(self) -> Self:
        self._timer = asyncio.get_running_loop().call_later(PATIENCE_SECONDS, self._late)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._settled()

    def _late(self) -> None:
        if not self.interaction.response.is_done():
            self._deferred = asyncio.get_running_loop().create_task(self.defer())

    async def defer(self) -> None:
        """Tell Discord that the answer takes a moment."""
        if self.interaction.response.is_done():
            return
        if self.interaction.type is discord.InteractionType.component:
            await self.interaction.response.defer()
        else:
            await self.interaction.response.defer(ephemeral=self._ephemeral, thinking=True)

    async def _settled(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._deferred is not None:
            task, self._deferred = self._deferred, None
            await task

    async def settle(self, words: str) -> None:
        """What came of a question that only this person saw, in the place of the question; elsewhere a message."""
        message = self.interaction.message
        if message is not None and message.flags.ephemeral:
            await self.edit_text(Post(words))
        else:
            await self.say(words)

    async def say(self, words: str) -> None:
        """One message without pictures and buttons."""
        await self.show(Post(words))

    async def show(self, post: Post) -> None:
        """A message with pictures and buttons."""
        content, files = await develop(self.house.painter, post)
        await self._settled()
        self.house.desk.pushed_up(self.interaction.channel_id)
        ephemeral, view = self._ephemeral, view_of(post.controls)
        nobody = discord.AllowedMentions.none()
        response = self.interaction.response
        if not response.is_done():
            await response.send_message(content, files=files, view=view, ephemeral=ephemeral, allowed_mentions=nobody)
        elif response.type is discord.InteractionResponseType.deferred_channel_message:
            await self.interaction.edit_original_response(
                content=content, attachments=files, view=view, allowed_mentions=nobody
            )
        else:
            await self.interaction.followup.send(
                content, files=files, view=view, ephemeral=ephemeral, allowed_mentions=nobody
            )

    async def edit(self, post: Post) -> None:
        """Put this into the message whose button was pressed."""
        content, files = await develop(self.house.painter, post)
        await self._edit(content, files, view_of(post.controls))

    async def edit_text(self, post: Post) -> None:
        """Put words and buttons into the message whose button was pressed, and leave its pictures."""
        await self._edit(post.content, None, view_of(post.controls))

    async def _edit(self, content: str, files: list[discord.File] | None, view: discord.ui.View) -> None:
        await self._settled()
        nobody = discord.AllowedMentions.none()
        attachments: list[discord.File] = discord.utils.MISSING if files is None else files
        if self.interaction.response.is_done():
            await self.interaction.edit_original_response(
                content=content, attachments=attachments, view=view, allowed_mentions=nobody
            )
        else:
            await self.interaction.response.edit_message(
                content=content, attachments=attachments, view=view, allowed_mentions=nobody
            )

    async def done(self) -> None:
        """Nothing to say: the button was heard."""
        await self._settled()
        await self.defer()
