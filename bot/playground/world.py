"""The server with its channel and its people, with the same ids at every start: what the bot has stored refers to them.

simcord makes an id of the instant at which something is created, on a calendar that begins at the same date in every
environment. Each thing here therefore gets an instant of its own, and no id depends on how many people there are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from simcord import ChannelHandle, Env, GuildHandle, MemberActor, UserHandle

_BOT: Final = 0.0
_GUILD: Final = 60.0
_CHANNEL: Final = 120.0
_PEOPLE: Final = 3600.0
_A_PERSON: Final = 60.0


@dataclass(frozen=True, slots=True)
class Person:
    """``member`` acts in the server, ``user`` in private messages."""

    name: str
    user: UserHandle
    member: MemberActor


@dataclass(frozen=True, slots=True)
class World:
    """``people[0]`` owns the server."""

    guild: GuildHandle
    channel: ChannelHandle
    people: tuple[Person, ...]


def build(env: Env, *, bot: str, guild: str, channel: str, people: Sequence[str]) -> World:
    """Names the bot and makes the server, its channel and ``people`` (at least one name), before ``env`` starts."""
    clock = env.backend.clock
    env.backend.bot_user.name = bot
    users = []
    for place, name in enumerate(people):
        clock.elapsed = _PEOPLE + place * _A_PERSON
        user = env.create_user(name)
        # Made now, because otherwise its id would be that of the first private message.
        _ = user.dm_channel
        users.append(user)
    clock.elapsed = _GUILD
    server = env.create_guild(guild, owner=users[0])
    members = [server.add_member(user) for user in users]
    clock.elapsed = _CHANNEL
    room = server.create_text_channel(channel)
    clock.elapsed = _BOT
    return World(
        server,
        room,
        tuple(Person(name, user, member) for name, user, member in zip(people, users, members, strict=True)),
    )
