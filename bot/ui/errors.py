"""What happens when something goes wrong: the details go into the log, one clear sentence to the person."""

import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any, Final

import aiohttp
import discord
from discord import app_commands

from bot.tables.ports import StoreError, StoreReason
from bot.texts import Language, MissingText, language_of, text

_GONE: Final = 10062
_ANSWERED: Final = 40060

OUTDATED: Final = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)
"""Somebody's Discord still has the commands as they were before an update of the bot."""

UNANSWERED: Final = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, TimeoutError, ConnectionError)
"""Whatever can go wrong with an answer on its way to Discord."""

log = logging.getLogger(__name__)


def what(fault: BaseException) -> str:
    """A fault in a line of the log: many that have to do with time say nothing of themselves."""
    return str(fault) or type(fault).__name__


class Sorry(app_commands.AppCommandError):
    """Something that can't be done, and the sentence that says so: its key and values."""

    def __init__(self, key: str, **values: str | int) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


async def language_for(interaction: discord.Interaction) -> Language:
    """The language of the person who asked."""
    from bot.ui.house import house_of

    try:
        return await house_of(interaction).people.language(interaction.user.id, interaction.locale.value)
    except StoreError as fault:
        log.log(_weight(fault), "the settings of %s can't be read: %s", interaction.user.id, fault)
        return language_of(interaction.locale.value)


async def report(interaction: discord.Interaction, error: BaseException) -> None:
    """Log what went wrong, and tell the person."""
    cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
    if isinstance(cause, Sorry):
        await tell(interaction, text(await language_for(interaction), cause.key, **cause.values))
        return
    where = (interaction.id, interaction.guild_id, interaction.channel_id, interaction.user.id)
    language = language_of(interaction.locale.value)
    match cause:
        case discord.HTTPException(code=code) if code in (_GONE, _ANSWERED):
            log.warning("interaction %s (server %s, channel %s, user %s) was over before it was answered", *where)
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            log.warning("interaction %s (server %s, channel %s, user %s): an older command", *where)
            await tell(interaction, text(language, "sorry.old_command"))
        case app_commands.CheckFailure() | app_commands.TransformerError():
            await tell(interaction, text(language, "sorry.refused"))
        case StoreError(reason=reason):
            words = "interaction %s (server %s, channel %s, user %s): the store failed"
            log.log(_weight(cause), words, *where, exc_info=cause)
            await tell(interaction, store_text(language, reason))
        case _ if isinstance(cause, UNANSWERED):
            log.warning("interaction %s (server %s, channel %s, user %s): not answered: %s", *where, what(cause))
            await tell(interaction, text(language, "sorry.discord"))
        case _:
            log.error("interaction %s (server %s, channel %s, user %s) failed", *where, exc_info=cause)
            await tell(interaction, text(language, "sorry.fault", id=str(interaction.id)))


def _weight(fault: StoreError) -> int:
    """How much is made of it: at the end of a bot somebody may come too late."""
    return logging.INFO if fault.reason is StoreReason.CLOSED else logging.ERROR


def store_text(language: Language, reason: str) -> str:
    """What a person is told where the store can't do its work, by the ``StoreReason``."""
    try:
        return text(language, f"store_said.{reason}")
    except MissingText:
        return text(language, "store_said.failed")


async def tell(interaction: discord.Interaction, words: str) -> None:
    """Say one sentence to the person who asked; where even that can't be done it is logged."""
    nobody = discord.AllowedMentions.none()
    try:
        if not interaction.response.is_done():
            await interaction.response.send_message(words, ephemeral=True, allowed_mentions=nobody)
        elif interaction.response.type is discord.InteractionResponseType.deferred_channel_message:
            await interaction.edit_original_response(content=words, allowed_mentions=nobody)
        else:
            await interaction.followup.send(words, ephemeral=True, allowed_mentions=nobody)
    except UNANSWERED as fault:
        log.warning("interaction %s could not be answered: %s", interaction.id, what(fault))


@asynccontextmanager
async def guarded(interaction: discord.Interaction) -> AsyncIterator[None]:
    """Whatever goes wrong inside is reported; the bot goes on."""
    try:
        yield
    except Exception as error:
        if not isinstance(error, Sorry):
            log.debug("interaction %s", interaction.id, exc_info=True)
        await report(interaction, error)


class Unsuggested(logging.Filter):
    """Of suggestions that did not reach Discord discord.py logs a whole trace; one line is enough, nobody waits."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always True; what is no fault of ours is made brief."""
        fault = record.exc_info[1] if record.exc_info else None
        if isinstance(fault, UNANSWERED):
            record.msg, record.args = f"{record.getMessage()}: {what(fault)}", ()
            record.exc_info = None
            record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        return True


BRIEFLY: Final = Unsuggested()
"""For the logger of ``SUGGESTING``."""

SUGGESTING: Final = "discord.app_commands.tree"


Suggest = Callable[[Any, discord.Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]


def suggests(suggest: Suggest) -> Suggest:
    """An autocomplete that suggests nothing where something goes wrong."""

    @wraps(suggest)
    async def safely(self: Any, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            return await suggest(self, interaction, current)
        except Exception:
            log.exception("autocomplete %s (user %s) failed", interaction.id, interaction.user.id)
            return []

    return safely
