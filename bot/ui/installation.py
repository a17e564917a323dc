"""What Discord says of the bot's installation: who it is, where it lacks permissions, whether it has its commands.

Asked over REST alone: no gateway, nothing changed, one short wait in all.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any, Final

import aiohttp
import discord
from discord.http import Route

from bot import __version__
from bot.settings import TOKEN
from bot.texts import Language, text
from bot.ui.client import COGS
from bot.ui.verbs import NEEDED, NEEDED_IN_THREADS

SECONDS: Final = 15.0
_PAGE: Final = 200
_NEEDED: Final = (*NEEDED, *NEEDED_IN_THREADS)
_PERMISSIONS: Final = discord.Permissions(**dict.fromkeys(_NEEDED, True))
_INVITE: Final = "https://discord.com/oauth2/authorize?client_id={id}&scope=bot+applications.commands&permissions={all}"

Found = tuple[Mapping[str, Any], tuple[str, ...]]
"""Who the bot is (``id``, ``name``, ``servers``; empty where Discord did not say), and a sentence for each problem."""


class _Unanswered(Exception):
    """Discord did not answer as it should: the key of a sentence and its values."""

    def __init__(self, key: str, **values: str | int) -> None:
        super().__init__(key)
        self.key, self.values = key, values


async def examine(token: str, language: Language) -> Found:
    """Ask Discord. The token is in no sentence."""
    headers = {"Authorization": f"Bot {token}", "User-Agent": f"DiscordBot (queguan, {__version__})"}
    try:
        async with asyncio.timeout(SECONDS), aiohttp.ClientSession(headers=headers) as session:
            me = await _get(session, "/users/@me")
            servers = [server async for server in _servers(session)]
            application = await _get(session, "/applications/@me")
            commands = await _get(session, f"/applications/{application['id']}/commands")
            facts = {"id": str(me["id"]), "name": str(me["username"]), "servers": len(servers)}
            lacks = tuple(_lacking(language, str(application["id"]), servers))
            return facts, (*lacks, *_unregistered(language, {command["name"] for command in commands}))
    except _Unanswered as error:
        return {}, (text(language, error.key, **error.values),)
    except TimeoutError:
        return {}, (text(language, "doctor.discord_slow", seconds=int(SECONDS)),)
    except aiohttp.ClientError as error:
        return {}, (text(language, "run.unreachable", why=str(error) or type(error).__name__),)
    except (ValueError, LookupError, TypeError):
        return {}, (text(language, "doctor.discord_strange"),)


async def _get(session: aiohttp.ClientSession, path: str) -> Any:
    async with session.get(f"{Route.BASE}{path}", allow_redirects=False) as response:
        match response.status:
            case 200:
                return await response.json(content_type=None)
            case 401:
                raise _Unanswered("run.bad_token", name=TOKEN)
            case status:
                raise _Unanswered("doctor.discord_status", status=status)


async def _servers(session: aiohttp.ClientSession) -> AsyncIterator[Mapping[str, Any]]:
    """All servers that the bot is in, each with the permissions that its roles give it."""
    after = "0"
    while True:
        page = await _get(session, f"/users/@me/guilds?limit={_PAGE}&after={after}")
        for server in page:
            yield server
        if len(page) < _PAGE:
            return
        after = page[-1]["id"]


def _lacking(language: Language, application: str, servers: list[Mapping[str, Any]]) -> Iterator[str]:
    if not servers:
        yield text(language, "doctor.no_server", address=_INVITE.format(id=application, all=_PERMISSIONS.value))
    for server in servers:
        has = discord.Permissions(int(server["permissions"]))
        missing = [name.replace("_", " ") for name in _NEEDED if not getattr(has, name)]
        if missing and not has.administrator:
            name = "".join(letter if letter.isprintable() else "?" for letter in str(server["name"]))
            yield text(language, "doctor.permissions", server=name, id=server["id"], names=", ".join(missing))


def _unregistered(language: Language, registered: set[str]) -> Iterator[str]:
    missing = sorted(_ours() - registered)
    if missing:
        yield text(language, "doctor.commands", names=", ".join(f"/{name}" for name in missing))


def _ours() -> set[str]:
    """The names of the bot's commands; of a group, the group's."""
    names: set[str] = set()
    for cog in COGS:
        if getattr(cog, "__cog_is_app_commands_group__", False):
            names.add(str(getattr(cog, "__cog_group_name__", "")))
        else:
            names |= {command.name for command in getattr(cog, "__cog_app_commands__", ()) if command.parent is None}
    return names
