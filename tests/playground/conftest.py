"""A playground with the toy bot on a free port, and a client that speaks to its panes as their script does."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import aiohttp
import pytest

from bot.playground import Opening, serve
from tests.playground.toybot import ToyBot

PEOPLE = ("Ann", "小白", "Cat", "Dan")
PATIENCE_SECONDS = 60.0


@dataclass
class Pane:
    """One open page of one pane. ``state`` is what it was last sent."""

    http: aiohttp.ClientSession
    url: str
    capability: str
    state: dict[str, Any]
    sequence: int = 0

    @property
    def headers(self) -> dict[str, str]:
        return {"X-Simcord-Capability": self.capability, "X-Simcord-Context": self.state["context"]["id"]}

    @property
    def messages(self) -> list[dict[str, Any]]:
        return [self.state["messages"][key] for key in self.state["timeline"]]

    def buttons(self) -> dict[str, str]:
        """Label to control key, of the newest message that has any."""
        for message in reversed(self.messages):
            rows = message["components"]
            found = {button["label"]: button["control_key"] for row in rows for button in row["components"]}
            if found:
                return found
        return {}

    async def refresh(self) -> None:
        async with self.http.get(f"{self.url}api/state", headers=self.headers) as answer:
            answer.raise_for_status()
            self.state = await answer.json()

    async def until(self, seen: Callable[["Pane"], bool]) -> None:
        """Reads the page as its script does until ``seen`` holds; nothing but reading, so it has to be published."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not seen(self):
                await asyncio.sleep(0.05)
                await self.refresh()

    async def says(self, content: str) -> None:
        await self.until(lambda pane: any(message["content"] == content for message in pane.messages))

    async def act(self, kind: str, *, revision: int | None = None, **body: Any) -> dict[str, Any]:
        """One action; ``revision`` is what the page showed, by default what it was last sent."""
        body |= {
            "protocol_version": 3,
            "sequence": self.sequence + 1,
            "request_id": str(uuid4()),
            "generation": self.state["context"]["generation"],
            "bot_generation": self.state["botGeneration"],
            "published_revision": self.state["publishedRevision"] if revision is None else revision,
            "kind": kind,
        }
        async with self.http.post(f"{self.url}api/action", json=body, headers=self.headers) as answer:
            answer.raise_for_status()
            receipt: dict[str, Any] = await answer.json()
        self.sequence = receipt["expectedSequence"]
        await self.refresh()
        return receipt

    async def press(self, label: str, **more: Any) -> dict[str, Any]:
        return await self.press_control(self.buttons()[label], **more)

    async def press_control(self, control: str, **more: Any) -> dict[str, Any]:
        return await self.act("click", control_key=control, target_id=control.split(":")[1], **more)

    async def slash(self, command: str, **options: str) -> dict[str, Any]:
        entry = await self._entry(command)
        return await self.act("run_command", **entry, options=options)

    async def suggestions(self, command: str, option: str, value: str) -> list[str]:
        entry = await self._entry(command)
        receipt = await self.act("autocomplete_command", **entry, options={}, focused=option, value=value)
        return [choice["value"] for choice in receipt["result"]["choices"]]

    def newest_picture(self) -> str:
        """The id of the newest picture."""
        found: str = next(m["attachments"][0]["asset_id"] for m in reversed(self.messages) if m["attachments"])
        return found

    async def picture(self, asset: str = "") -> bytes:
        """The bytes of a picture, by default of the newest."""
        asset = asset or self.newest_picture()
        async with self.http.get(f"{self.url}api/assets/{asset}?download=1", headers=self.headers) as answer:
            answer.raise_for_status()
            return await answer.read()

    async def offered(self, command: str) -> dict[str, Any]:
        """A command as the picker offers it."""
        async with self.http.get(f"{self.url}api/commands", headers=self.headers) as answer:
            entries: list[dict[str, Any]] = (await answer.json())["entries"]
        return next(entry for entry in entries if entry["invocation"] == command)

    async def _entry(self, command: str) -> dict[str, Any]:
        entry = await self.offered(command)
        return {
            "command_id": entry["commandId"],
            "path": entry["path"],
            "schema_fingerprint": entry["schemaFingerprint"],
        }


@dataclass
class Playground:
    """A running playground as a reader of the start page sees it."""

    http: aiohttp.ClientSession
    url: str
    bot: ToyBot
    world: dict[str, Any]
    stop: asyncio.Event
    said: list[str] = field(default_factory=list)

    async def open(self, name: str, side: str) -> Pane:
        """A new page of ``name``'s pane ``side``: channel or direct."""
        person = next(person for person in self.world["people"] if person["name"] == name)
        url, capability = person[side].split("#")
        headers = {"X-Simcord-Capability": capability}
        async with self.http.post(f"{url}api/pages", json={}, headers=headers) as answer:
            answer.raise_for_status()
            return Pane(self.http, url, capability, await answer.json())


Starter = Callable[..., AbstractAsyncContextManager[Playground]]


@pytest.fixture
def start(tmp_path: Path) -> Starter:
    """Starts a playground on the database of this test, as often as asked."""

    @asynccontextmanager
    async def started(**more: Any) -> AsyncIterator[Playground]:
        bots: list[ToyBot] = []
        said: list[str] = []
        stop = asyncio.Event()

        def factory() -> ToyBot:
            bots.append(ToyBot(tmp_path / "toy.db"))
            return bots[-1]

        opening: tuple[Opening, ...] = more.pop("opening", ())
        serving = asyncio.create_task(
            serve(factory, port=0, people=PEOPLE, announce=said.append, opening=opening, stop=stop)
        )
        async with asyncio.timeout(PATIENCE_SECONDS):
            while len(said) < 3 and not serving.done():
                await asyncio.sleep(0.01)
        if serving.done():
            await serving
        found = re.search(r"http://127\.0\.0\.1:\d+/", said[0])
        assert found is not None
        async with aiohttp.ClientSession() as http:
            async with http.get(f"{found[0]}world.json") as answer:
                world = await answer.json()
            try:
                yield Playground(http, found[0], bots[0], world, stop, said)
            finally:
                stop.set()
                await serving

    return started


@pytest.fixture
async def playground(start: Starter) -> AsyncIterator[Playground]:
    async with start() as running:
        yield running
