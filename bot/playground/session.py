"""One run of the playground, from the making of the world to the bot's farewell."""

import asyncio
import logging
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager, suppress
from itertools import cycle
from socket import create_server, socket
from typing import Final

from discord.ext import commands
from simcord import SetupError

from bot.playground import Opening, PlaygroundError
from bot.playground.avatars import COLOURS, house, person
from bot.playground.live import LiveEnv
from bot.playground.site import HOST, Seat, Site
from bot.playground.texts import both, complaint, named
from bot.playground.world import World, build

_log = logging.getLogger(__name__)

READER_SECONDS: Final = 20.0
"""For so long the opening waits for somebody to read it, in whose language it then is."""

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


async def run(
    factory: Callable[[], commands.Bot],
    port: int,
    people: Sequence[str],
    announce: Callable[[str], None],
    opening: Sequence[Opening],
    stop: asyncio.Event,
) -> None:
    """``serve``, once its arguments are known to be good and simcord to be there."""
    door = _reserved(port)
    env = LiveEnv(factory())
    world = build(env, bot=named("bot"), guild=named("guild"), channel=named("channel"), people=people)
    with _told_by_signals(stop):
        async with AsyncExitStack() as stack:
            stack.enter_context(door)
            await env.start()
            stack.push_async_callback(env.end)
            site = Site(env, await _seats(env, world))
            stack.push_async_callback(site.close)
            announce(both("ready", url=await site.open(door)))
            announce(both("first"))
            announce(both("stop"))
            await _play(env, world, opening, stop)
    announce(both("stopped"))


def _reserved(port: int) -> socket:
    """The start page's port, taken before there is a bot: a second playground mustn't touch the first one's tables."""
    try:
        return create_server((HOST, port))
    except (OSError, OverflowError) as fault:
        raise PlaygroundError(complaint("port", port=port)) from fault


async def _seats(env: LiveEnv, world: World) -> tuple[Seat, ...]:
    colours = dict(zip(world.people, cycle(COLOURS), strict=False))
    env.portray(env.backend.bot_user.id, house())
    for one, colour in colours.items():
        env.portray(one.user.id, person(colour))
    return tuple(
        [
            Seat(one, colour, await env.show(world.channel, one.member), await env.show(one.user.dm_channel, one.user))
            for one, colour in colours.items()
        ]
    )


async def _play(env: LiveEnv, world: World, opening: Sequence[Opening], stop: asyncio.Event) -> None:
    house = asyncio.create_task(env.keep_house())
    stopped = asyncio.create_task(stop.wait())
    reader = asyncio.create_task(env.reader.wait())
    try:
        if opening:
            await asyncio.wait({reader, stopped}, timeout=READER_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        for step in () if stop.is_set() else opening:
            try:
                async with env.turn:
                    await world.people[0].member.slash(world.channel, step.command, **step.options)
            except (SetupError, TimeoutError):
                _log.exception("the opening command /%s was not answered", step.command)
        await asyncio.wait({house, stopped}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (house, stopped, reader):
            task.cancel()
        with suppress(asyncio.CancelledError):
            await house


@contextmanager
def _told_by_signals(stop: asyncio.Event) -> Iterator[None]:
    """Ctrl-C ends a run as ``stop`` does; a second one, while the bot is saying farewell, breaks off."""
    loop = asyncio.get_running_loop()

    def told() -> None:
        stop.set()
        for name in _SIGNALS:
            loop.remove_signal_handler(name)

    with suppress(NotImplementedError):
        for name in _SIGNALS:
            loop.add_signal_handler(name, told)
    try:
        yield
    finally:
        with suppress(NotImplementedError):
            for name in _SIGNALS:
                loop.remove_signal_handler(name)
