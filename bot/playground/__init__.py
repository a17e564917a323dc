"""The same bot in a page of the browser: no token, no network, several people for one player to be in turn."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from discord.ext import commands

from bot.playground.texts import complaint

__all__ = ["Opening", "PlaygroundError", "serve"]


class PlaygroundError(Exception):
    """The playground can't be served; as a string it says why, in Chinese and in English."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A slash command that the first person sends in the channel once somebody has opened the page, or soon after.

    ``command`` holds the words after the slash (``table open``), ``options`` its options by name.
    """

    command: str
    options: Mapping[str, str | int | bool] = field(default_factory=dict)


async def serve(
    factory: Callable[[], commands.Bot],
    *,
    port: int,
    people: Sequence[str],
    announce: Callable[[str], None],
    opening: Sequence[Opening] = (),
    stop: asyncio.Event | None = None,
) -> None:
    """Serves the playground until Ctrl-C, SIGTERM or ``stop``; then the bot's ``close`` is awaited.

    ``factory`` makes the bot, ``port`` is the start page's on 127.0.0.1 (0 for any free one), ``people`` are the names
    of those who can be played, ``announce`` is told the address and what to do first. The ids of the server, the
    channel and the people are the same at every start. PlaygroundError for a port that is taken, names that don't
    serve and packages that are missing; what the bot raises in its ``setup_hook`` is passed on.
    """
    if not people or len(set(people)) != len(people):
        raise PlaygroundError(complaint("people"))
    # On import simcord tries a client without intents, and discord.py warns of it as if it were the bot.
    warnings = logging.getLogger("discord.state")
    warnings.disabled = True
    try:
        # simcord is an extra: a bot that is run against Discord has none of it.
        from bot.playground.session import run
    except ModuleNotFoundError as fault:
        raise PlaygroundError(complaint("missing", module=str(fault.name))) from fault
    finally:
        warnings.disabled = False
    await run(factory, port, people, announce, opening, stop or asyncio.Event())
