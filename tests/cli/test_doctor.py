"""What the doctor hears from Discord: a server on this machine answers in its place."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from typing import Any

import discord
import pytest
from aiohttp import web
from discord.http import Route

from bot.__main__ import main
from bot.settings import TOKEN
from bot.ui import installation
from tests.project.source import ROOT

SECRET = "t0ken." + "x" * 50
ALL = 309237746688
"""The permissions that the README's address asks for."""

ADMINISTRATOR = 8


class Answering:
    """Discord, as far as the doctor asks it. ``instead`` answers the path that it names in another way."""

    def __init__(self) -> None:
        self.servers = [self.server(1)]
        self.commands = sorted(installation._ours())
        self.asked: list[str] = []
        self.tokens: set[str] = set()
        self.instead: dict[str, Callable[[], web.Response]] = {}

    @staticmethod
    def server(number: int, permissions: int = ALL, name: str = "Rivendale") -> dict[str, Any]:
        return {"id": str(number), "name": name, "permissions": str(permissions)}

    async def handle(self, request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix("/api/v10")
        self.asked.append(path)
        self.tokens.add(request.headers["Authorization"])
        if path in self.instead:
            return self.instead[path]()
        match path:
            case "/users/@me":
                return web.json_response({"id": "7", "username": "queguan"})
            case "/applications/@me":
                return web.json_response({"id": "8"})
            case "/users/@me/guilds":
                after, most = int(request.query["after"]), int(request.query["limit"])
                page = [server for server in self.servers if int(server["id"]) > after]
                return web.json_response(page[:most])
            case "/applications/8/commands":
                return web.json_response([{"name": name} for name in self.commands])
            case _:
                return web.Response(status=404)


@pytest.fixture
async def answering(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> AsyncIterator[Answering]:
    made = Answering()
    app = web.Application()
    app.router.add_route("GET", "/{path:.*}", made.handle)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{runner.addresses[0][1]}/api/v10")
    monkeypatch.setenv("QUEGUAN_DB", str(tmp_path / "q.db"))
    monkeypatch.setenv(TOKEN, SECRET)
    try:
        yield made
    finally:
        await runner.cleanup()


async def doctor(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    """The problems; the token is never among what is printed, and the exit code says whether there are any."""
    code = await asyncio.to_thread(main, ["doctor", "--json", *words])
    printed = capsys.readouterr()
    assert SECRET not in printed.out + printed.err
    assert printed.err == ""
    answer = json.loads(printed.out)
    assert code == (1 if answer["problems"] else 0)
    problems: list[str] = answer["problems"]
    assert all("\n" not in problem for problem in problems)
    return problems


async def test_all_is_well(answering: Answering, capsys: pytest.CaptureFixture[str]) -> None:
    assert await doctor(capsys) == []
    assert answering.tokens == {f"Bot {SECRET}"}
    assert await asyncio.to_thread(main, ["doctor"]) == 0
    words = capsys.readouterr().out
    assert "queguan (7)" in words
    assert SECRET not in words


async def test_a_server_in_which_permissions_are_missing(
    answering: Answering, capsys: pytest.CaptureFixture[str]
) -> None:
    without = ALL & ~discord.Permissions(attach_files=True, view_channel=True).value
    answering.servers = [
        answering.server(1),
        answering.server(2, ADMINISTRATOR),
        answering.server(3, without, "Bree\n\x1b[31m"),
        answering.server(4, ALL | ADMINISTRATOR),
    ]
    (problem,) = await doctor(capsys)
    assert "Bree??[31m (3)" in problem
    assert re.search(r"lack: (.*);", problem)[1].split(", ") == ["view channel", "attach files"]  # type: ignore[index]


async def test_many_servers_are_all_looked_at(answering: Answering, capsys: pytest.CaptureFixture[str]) -> None:
    answering.servers = [answering.server(number) for number in range(1, 402)]
    answering.servers[400] = answering.server(401, 0)
    (problem,) = await doctor(capsys)
    assert "(401)" in problem
    assert answering.asked.count("/users/@me/guilds") == 3


async def test_a_bot_in_no_server_is_told_how_to_be_invited(
    answering: Answering, capsys: pytest.CaptureFixture[str]
) -> None:
    answering.servers = []
    (problem,) = await doctor(capsys)
    address = re.search(r"https://\S+", problem)
    assert address is not None
    assert address[0].replace("client_id=8", "client_id=APPLICATION_ID") in (ROOT / "README.md").read_text("utf-8")


async def test_commands_that_are_not_registered(answering: Answering, capsys: pytest.CaptureFixture[str]) -> None:
    answering.commands = [name for name in answering.commands if name not in ("table", "waits")] + ["old"]
    (problem,) = await doctor(capsys)
    assert "/table, /waits;" in problem


@pytest.mark.parametrize(
    ("status", "says"), [(401, TOKEN), (500, "(500)"), (503, "(503)"), (429, "(429)"), (403, "(403)"), (302, "(302)")]
)
@pytest.mark.parametrize("path", ["/users/@me", "/users/@me/guilds"])
async def test_discord_refuses(
    answering: Answering, capsys: pytest.CaptureFixture[str], path: str, status: int, says: str
) -> None:
    answering.instead[path] = lambda: web.Response(status=status, headers={"Location": "/elsewhere"})
    (problem,) = await doctor(capsys)
    assert says in problem
    assert "/elsewhere" not in answering.asked


@pytest.mark.parametrize("body", ["<html>Please log in</html>", "[]", "null", '{"id": 1}', "{"])
async def test_something_else_answers(answering: Answering, capsys: pytest.CaptureFixture[str], body: str) -> None:
    answering.instead["/users/@me"] = lambda: web.Response(text=body, content_type="text/html")
    (problem,) = await doctor(capsys)
    assert "is not Discord" in problem


@pytest.mark.usefixtures("answering")
async def test_discord_does_not_answer(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(_: web.Request) -> web.Response:
        await asyncio.sleep(60)
        raise AssertionError

    monkeypatch.setattr(installation, "SECONDS", 0.3)
    app = web.Application()
    app.router.add_route("GET", "/{path:.*}", never)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{port}/api/v10")
    (slow,) = await doctor(capsys)
    assert "did not answer" in slow
    await runner.cleanup()
    (nobody,) = await doctor(capsys)
    assert "cannot be reached" in nobody


async def test_offline_and_without_a_token_nothing_is_asked(
    answering: Answering, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await doctor(capsys, "--offline") == []
    monkeypatch.delenv(TOKEN)
    (missing,) = await doctor(capsys)
    assert TOKEN in missing
    assert answering.asked == []
