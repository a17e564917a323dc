"""What the real HTTP client puts on the wire: pictures uploaded to a server on this machine, byte by byte."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import discord
import pytest
from aiohttp import web
from discord.http import Route

from bot.render import Painter
from bot.ui.post import Button, Post, Shot, develop, mentions, view_of
from tests.ui.conftest import PIXEL, checker

CHANNEL, MESSAGE = 1456074443980800027, 1456074443980800099
OTHER = 1456074443980800028
LIMITED_SECONDS = 6.0
TOO_MANY = 429


@dataclass
class Part:
    """One part of a multipart body."""

    name: str
    file: str | None
    kind: str | None
    data: bytes


@dataclass
class Taken:
    """A request as it arrived."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    parts: list[Part] = field(default_factory=list)

    @property
    def payload(self) -> dict[str, Any]:
        (part,) = (each for each in self.parts if each.name == "payload_json")
        found: dict[str, Any] = json.loads(part.data)
        return found


def answer(value: object, status: int = 200) -> web.Response:
    """JSON as Discord sends it: discord.py reads only this content type."""
    headers = {"Content-Type": "application/json", "Via": "wire"}
    return web.Response(body=json.dumps(value).encode(), status=status, headers=headers)


class Wire:
    """A server that takes what it is sent; ``answers`` are statuses to answer with before it takes anything.

    ``limited`` are channels that are asked too often: the seconds after which each may be asked again.
    """

    def __init__(self) -> None:
        self.taken: list[Taken] = []
        self.answers: list[int] = []
        self.limited: dict[int, float] = {}

    async def handle(self, request: web.Request) -> web.StreamResponse:
        body = await request.read()
        taken = Taken(request.method, request.path, dict(request.headers), body)
        if request.content_type == "multipart/form-data":
            taken.parts = _parts(body, request.headers["Content-Type"])
        self.taken.append(taken)
        if self.answers:
            status = self.answers.pop(0)
            return answer({"message": "slow down", "retry_after": 0.01, "global": False}, status)
        channel = next((each for each in self.limited if f"/channels/{each}/" in request.path), None)
        if channel is not None:
            seconds = self.limited.pop(channel)
            return answer({"message": "slow down", "retry_after": seconds, "global": False}, TOO_MANY)
        author = {"id": "1", "username": "queguan", "discriminator": "0", "avatar": None}
        if request.path.endswith("/users/@me"):
            return answer(author)
        if request.path.endswith("/applications/@me"):
            more = {"name": "q", "description": "", "icon": None, "verify_key": "", "bot_public": True}
            return answer({"id": "1", "bot_require_code_grant": False, "owner": author, **more})
        return answer(
            {
                "id": str(MESSAGE), "channel_id": str(CHANNEL), "author": author, "content": "", "timestamp":
                "2026-01-01T00:00:00+00:00", "edited_timestamp": None, "tts": False, "mention_everyone": False,
                "mentions": [], "mention_roles": [], "attachments": [], "embeds": [], "pinned": False, "type": 0,
            }
        )  # fmt: skip


def _parts(body: bytes, kind: str) -> list[Part]:
    """The parts of a body, taken apart by hand."""
    boundary = kind.split("boundary=")[1].strip('"').encode()
    first, *middle, last = body.split(b"--" + boundary)
    assert first == b""
    assert last.strip() == b"--"
    found = []
    for piece in middle:
        head, data = piece.removeprefix(b"\r\n").split(b"\r\n\r\n", 1)
        headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n"))
        fields = dict(each.strip().split("=", 1) for each in headers["Content-Disposition"].split(";")[1:])
        file = fields["filename"].strip('"') if "filename" in fields else None
        found.append(Part(fields["name"].strip('"'), file, headers.get("Content-Type"), data.removesuffix(b"\r\n")))
    return found


@pytest.fixture
async def wire(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wire]:
    made = Wire()
    app = web.Application(client_max_size=2**26)
    app.router.add_route("*", "/{path:.*}", made.handle)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{port}/api/v10")
    try:
        yield made
    finally:
        await runner.cleanup()


@pytest.fixture
async def client(wire: Wire) -> AsyncIterator[discord.Client]:
    assert wire.taken == []
    async with discord.Client(intents=discord.Intents.none()) as made:
        await made.login("t0ken")
        wire.taken.clear()
        yield made


@pytest.fixture
def post() -> Post:
    from bot.render.draw import DrawList

    picture: Any = DrawList
    shots = (Shot("table.png", picture, "左边 22 left — “ann”: 5m"), Shot("hand.png", picture, "Your hand: 1m 白"))
    return Post("**轮到** ann `x`", shots, (Button("1m", "q:t:1.1:discard 1m", 0),), ping=(7,))


async def sent(client: discord.Client, post: Post) -> None:
    content, files = await develop(_painter(), post)
    channel = client.get_partial_messageable(CHANNEL)
    await channel.send(content, files=files, view=view_of(post.controls), allowed_mentions=mentions(post))


def _painter() -> Painter:
    painter = Painter()

    async def paint(_picture: object) -> bytes:
        return PIXEL

    painter.paint = paint  # type: ignore[method-assign,assignment]
    return painter


async def test_pictures_arrive_byte_by_byte_with_their_words(wire: Wire, client: discord.Client, post: Post) -> None:
    await sent(client, post)
    (taken,) = wire.taken
    assert (taken.method, taken.path) == ("POST", f"/api/v10/channels/{CHANNEL}/messages")
    assert taken.headers["Authorization"] == "Bot t0ken"
    assert [(part.name, part.file) for part in taken.parts] == [
        ("payload_json", None), ("files[0]", "table.png"), ("files[1]", "hand.png"),
    ]  # fmt: skip
    assert [part.data for part in taken.parts[1:]] == [PIXEL, PIXEL]
    assert taken.payload["content"] == post.content
    assert [each["description"] for each in taken.payload["attachments"]] == [shot.words for shot in post.shots]
    assert [each["filename"] for each in taken.payload["attachments"]] == ["table.png", "hand.png"]
    assert taken.payload["allowed_mentions"]["users"] == [7]
    assert taken.payload["allowed_mentions"].get("parse", []) == []
    (row,) = taken.payload["components"]
    assert row["components"][0]["custom_id"] == "q:t:1.1:discard 1m"


async def test_the_payload_on_the_wire_is_what_discord_describes(
    wire: Wire, client: discord.Client, post: Post
) -> None:
    found = checker()
    if found is None:
        pytest.skip("Discord's description is not beside the repository")
    await sent(client, post)
    (taken,) = wire.taken
    path = taken.path.removeprefix("/api/v10")
    described, assert_clean = found
    assert_clean(described, [{"method": taken.method, "path": path, "params": {}, "json": taken.payload}])


async def test_an_edit_keeps_or_replaces_pictures(wire: Wire, client: discord.Client, post: Post) -> None:
    message = client.get_partial_messageable(CHANNEL).get_partial_message(MESSAGE)
    await message.edit(content="only words")
    _, files = await develop(_painter(), post)
    await message.edit(content="new pictures", attachments=files[:1])
    kept, replaced = wire.taken
    assert kept.parts == []
    assert "attachments" not in json.loads(kept.body)
    assert [part.file for part in replaced.parts] == [None, "table.png"]
    assert len(replaced.payload["attachments"]) == 1


@pytest.mark.parametrize("status", [429, 500, 502])
async def test_an_upload_that_is_tried_again_is_whole_again(
    wire: Wire, client: discord.Client, post: Post, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(_seconds: float) -> None:
        return None

    monkeypatch.setattr("discord.http.asyncio.sleep", at_once)
    wire.answers.append(status)
    await sent(client, post)
    first, second = wire.taken
    assert [part.data for part in first.parts[1:]] == [part.data for part in second.parts[1:]] == [PIXEL, PIXEL]


@pytest.mark.slow
async def test_a_channel_that_is_asked_too_often_slows_nobody_but_itself(wire: Wire, client: discord.Client) -> None:
    """Twenty edits take a fraction of a second; the limit leaves a busy machine many times that."""
    wire.limited[CHANNEL] = LIMITED_SECONDS
    loop, done = asyncio.get_running_loop(), []
    start = loop.time()

    async def edits(channel: int, count: int) -> None:
        message = client.get_partial_messageable(channel).get_partial_message(MESSAGE)
        for number in range(count):
            await message.edit(content=f"board {number}")
            done.append((channel, loop.time() - start))

    await asyncio.gather(edits(CHANNEL, 2), edits(OTHER, 20))
    slow, quick = ([at for channel, at in done if channel == each] for each in (CHANNEL, OTHER))
    assert len(quick) == 20
    assert max(quick) < min(slow)
    assert min(slow) >= LIMITED_SECONDS
