"""The start page: the channel and the private messages of one person side by side, and everybody to switch to."""

import json
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from socket import socket
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from aiohttp import web

from bot.playground.live import LiveEnv, LivePreview
from bot.playground.texts import LOCALES, texts
from bot.playground.world import Person

HOST: Final = "127.0.0.1"

_STATIC: Final = Path(__file__).with_name("static")
_FILES: Final = {
    "/": ("index.html", "text/html"),
    "/index.css": ("index.css", "text/css"),
    "/index.js": ("index.js", "text/javascript"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
_HEADERS: Final = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": f"default-src 'self'; frame-src http://{HOST}:*; frame-ancestors 'none'",
}


@dataclass(frozen=True, slots=True)
class Seat:
    """What one person has on the start page."""

    person: Person
    colour: str
    channel: LivePreview
    direct: LivePreview


class Site:
    """Serves the start page on 127.0.0.1. ``run`` tells one start from the next, so that open pages load themselves
    again; the addresses of the panes let whoever knows them act as these people, so only this machine is answered."""

    def __init__(self, env: LiveEnv, seats: tuple[Seat, ...]) -> None:
        self._env = env
        self._seats = seats
        self._run = secrets.token_urlsafe(8)
        self._received = {seat.direct.channel.id: 0 for seat in seats}
        self._runner: web.AppRunner | None = None
        self._hosts: frozenset[str] = frozenset()
        env.backend.subscribers.append(self._count)

    async def open(self, door: socket) -> str:
        """Serves on ``door``, which listens already; gives the address."""
        app = web.Application(middlewares=[self._guard])
        for path in _FILES:
            app.router.add_get(path, self._file)
        app.router.add_get("/texts.json", self._texts)
        app.router.add_get("/world.json", self._world)
        app.router.add_post("/reader", self._reader)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        self._runner = runner
        await web.SockSite(runner, door).start()
        bound = door.getsockname()[1]
        self._hosts = frozenset({f"{HOST}:{bound}", f"localhost:{bound}"})
        return f"http://{HOST}:{bound}/"

    async def close(self) -> None:
        """Stops serving."""
        if self._runner is not None:
            await self._runner.cleanup()

    @web.middleware
    async def _guard(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        # A page of some other site may reach this port under a name of its own.
        if request.headers.get("Host") not in self._hosts:
            raise web.HTTPForbidden
        response = await handler(request)
        response.headers.update(_HEADERS)
        return response

    async def _file(self, request: web.Request) -> web.Response:
        name, kind = _FILES[request.path]
        return web.Response(text=(_STATIC / name).read_text("utf-8"), content_type=kind)

    async def _texts(self, _request: web.Request) -> web.Response:
        return web.json_response({language: texts()[language]["page"] for language in LOCALES})

    async def _world(self, _request: web.Request) -> web.Response:
        people = [
            {
                "id": str(seat.person.user.id),
                "name": seat.person.name,
                "colour": seat.colour,
                "channel": seat.channel.url,
                "direct": seat.direct.url,
                "received": self._received[seat.direct.channel.id],
            }
            for seat in self._seats
        ]
        return web.json_response({"run": self._run, "people": people})

    async def _reader(self, request: web.Request) -> web.Response:
        """Takes the reader's language and time zone: what the Discord clients of these people are set to."""
        # Another site's form could send anything but this type without being asked for leave.
        if request.content_type != "application/json":
            raise web.HTTPUnsupportedMediaType
        try:
            wanted = await request.json()
            locale, zone = LOCALES[wanted["language"]], ZoneInfo(wanted["timezone"]).key
        except (json.JSONDecodeError, TypeError, KeyError, ValueError, ZoneInfoNotFoundError) as fault:
            raise web.HTTPBadRequest from fault
        self._env.read_by(locale, zone)
        return web.Response(status=204)

    def _count(self, event: str, payload: Mapping[str, Any]) -> None:
        if event == "MESSAGE_CREATE" and int(payload["author"]["id"]) == self._env.backend.bot_user.id:
            channel = int(payload["channel_id"])
            if channel in self._received:
                self._received[channel] += 1
