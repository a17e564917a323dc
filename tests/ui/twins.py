"""The same hand twice, with other hidden tiles: everything that one player and a bystander are sent, with its time.

Both times the whole bot runs on a simulated Discord, and everybody does the same at the same moments. What is compared
is every request that reaches the channel or the player's private messages, and every answer to what the player and the
bystander try: method, place, words, buttons, descriptions, names and bytes of pictures, and the simulated second.
"""

import hashlib
import json
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from copy import deepcopy
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
import simcord
from simcord import Env
from simcord.http import router

from bot.players import choose
from bot.render import Painter
from bot.render.draw import DrawList
from bot.rules import REGISTRY
from bot.settings import Settings
from bot.store.store import open_store
from bot.tables.clock import LoopClock
from bot.tables.ports import Store
from bot.tables.service import TableService
from bot.ui.client import Queguan, create_bot
from tests.ui.conftest import PIXEL, checker, now
from tests.ui.dealt import PEOPLE, Walls, asked
from tests.ui.world import World

VIEWER, BYSTANDER = "ann", "eve"
SETTLE_SECONDS = 5.0
ID = re.compile(r"\b\d{15,}\b")
PRIVATE_ANSWERS = ("/interactions/", "/webhooks/")

Record = tuple[float, str, str, str, tuple[tuple[str, str, str], ...]]
"""Seconds, method, place, what is said, and each file: its name, description and a digest of its bytes."""


def painted(drawing: DrawList) -> bytes:
    """A picture of one pixel that differs wherever the drawing does."""
    return PIXEL + hashlib.sha256(repr(drawing).encode()).digest()


@dataclass
class Recorder:
    """Writes down every request. ``doing`` is who acts at the moment: answers to presses belong to them."""

    env: Env
    doing: str = ""
    since: float = 0.0
    made: list[tuple[str, float, str, str, Any, tuple[tuple[str, str, str], ...]]] = field(default_factory=list)

    def note(self, method: str, path: str, said: Any, files: list[Any]) -> None:
        names = tuple(
            (each.filename, each.description or "", hashlib.sha256(each.fp.getvalue()).hexdigest()) for each in files
        )
        moment = self.env.now().timestamp() - self.since
        self.made.append((self.doing, moment, method, path, deepcopy(said), names))

    @contextmanager
    def by(self, who: str) -> Iterator[None]:
        """While somebody acts."""
        self.doing = who
        try:
            yield
        finally:
            self.doing = ""

    def seen(self, *, who: str, channels: tuple[int, ...]) -> list[Record]:
        """What reached one person: what stands in these channels, and the answers to what they did themselves.

        In each place in its order. Requests to two places in one instant have none: a picture that a thread paints
        decides it, and Discord's own network after it.
        """
        names: dict[str, str] = {}
        prefixes = [f"/channels/{each}/" for each in channels]

        def named(text: str) -> str:
            return ID.sub(lambda found: names.setdefault(found[0], f"id{len(names)}"), text)

        found = []
        for doing, at, method, path, said, files in self.made:
            own = doing == who and path.startswith(PRIVATE_ANSWERS)
            places = [number for number, prefix in enumerate(prefixes) if path.startswith(prefix)]
            if own or places:
                found.append(((round(at, 2), *places), method, path, said, files))
        return [
            (at, method, _place(named(path)), named(_said(said)), files)
            for (at, *_), method, path, said, files in sorted(found, key=lambda each: each[0])
        ]


def _place(path: str) -> str:
    """A path; all answers to what somebody did are one place."""
    return "answer" if path.startswith(PRIVATE_ANSWERS) else path


def _said(said: Any) -> str:
    """What a request says, without the mark by which Discord knows one that is repeated."""
    kept = {key: value for key, value in said.items() if key != "nonce"} if isinstance(said, dict) else said
    return json.dumps(kept, sort_keys=True, ensure_ascii=False)


@dataclass
class Twin:
    """One of the two runs."""

    world: World
    recorder: Recorder
    could: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    """In which round who else could claim: what has to be hidden."""

    def of_viewer(self) -> list[Record]:
        private = self.world.handles[VIEWER].dm_channel.id
        return self.recorder.seen(who=VIEWER, channels=(self.world.channel.id, private))

    def of_bystander(self) -> list[Record]:
        return self.recorder.seen(who=BYSTANDER, channels=(self.world.channel.id,))


@dataclass
class Stage:
    """What a twin is played on: ``walls`` are put in place of chance."""

    monkeypatch: pytest.MonkeyPatch
    settings: Settings
    folder: Path

    @asynccontextmanager
    async def twin(self, name: str, rules: str, lines: str) -> AsyncIterator[Twin]:
        """A server with people; the first hand of a table is dealt as the lines of the script say."""
        walls = Walls(rules)
        walls.use(lines)
        random = Random(rules)
        self.monkeypatch.setattr("bot.tables.draft.chance_of", walls.chance_of)
        self.monkeypatch.setattr("secrets.token_hex", lambda size=32: f"{random.getrandbits(8 * size):0{2 * size}x}")
        async with simcord.run(self._bot(name), settle_timeout=SETTLE_SECONDS, strict_sync=True) as env:
            guild = env.create_guild("Rivendale")
            world = World(env, guild, guild.create_text_channel("mahjong"))
            for person in (*PEOPLE, BYSTANDER):
                world.add(person)
            recorder = Recorder(env, since=env.now().timestamp())
            with self._recorded(recorder):
                yield Twin(world, recorder)
            found = checker()
            if found is not None:
                described, assert_clean = found
                assert_clean(described, env.http_requests)

    def _bot(self, name: str) -> Queguan:
        settings = replace(self.settings, database=self.folder / f"{name}.db")

        async def opened() -> Store:
            return await open_store(str(settings.database))

        def tables(store: Store) -> TableService:
            return TableService(REGISTRY, store, LoopClock(now), choose, pace=settings.bot_pace)

        return create_bot(opened, tables, settings, painter=Painter(paint=painted), emojis=tuple, now=now)

    @contextmanager
    def _recorded(self, recorder: Recorder) -> Iterator[None]:
        usual: Callable[..., Any] = router.dispatch

        def noted(backend: Any, method: str, path: str, **more: Any) -> Any:
            recorder.note(method, path, more.get("json"), list(more.get("files") or []))
            return usual(backend, method, path, **more)

        with self.monkeypatch.context() as patch:
            patch.setattr(router, "dispatch", noted)
            yield


# ---------------------------------------------------------------------- what is tried

TYPED = (("discard", "tile"), ("chi", "with"), ("gang", "tile"), ("act", "action"))
TABLES = ("discard", "peng", "hand", "act", "table status")
TRIED: tuple[tuple[str, dict[str, str]], ...] = (
    ("peng", {}),
    ("chi", {}),
    ("gang", {}),
    ("hu", {}),
    ("pass", {}),
    ("ting", {}),
    ("discard", {"tile": "E"}),
    ("act", {"action": "knock"}),
    ("act", {"action": "withdraw"}),
    ("act", {"action": "horse 3"}),
)
LOOKED_AT = ("hand", "table status")


async def tries(twin: Twin, who: str) -> None:
    """Somebody types into every option that suggests, and sends every command that is refused to them."""
    world = twin.world
    member = world.members[who]
    allowed = {each.split()[0] for each in asked(world, who)} if who in PEOPLE else set()
    with twin.recorder.by(who):
        for command, option in (*TYPED, *((command, "table") for command in TABLES)):
            await member.autocomplete(world.channel, command, option, "")
        for command, option in TYPED:
            await world.handles[who].autocomplete(command, option, "")
        for command, options in TRIED:
            if command not in allowed:
                await member.slash(world.channel, command, **options)
        for command in LOOKED_AT:
            await member.slash(world.channel, command)


# ---------------------------------------------------------------------- who plays


async def press(twin: Twin, who: str, end: str) -> None:
    """Somebody presses a button of their hand."""
    world = twin.world
    with twin.recorder.by(who):
        await world.press(world.handles[who], world.private(who)[-1], end)


async def until(twin: Twin, second: float) -> None:
    """Let time pass to this second of the run."""
    left = second - (twin.world.env.now().timestamp() - twin.recorder.since)
    if left > 0:
        await twin.world.env.advance_time(left)


CLAIM_SECONDS = 60
TURN_SECONDS = 600
ROUND_SECONDS = CLAIM_SECONDS + 20.0
"""Clocks are long: the simulated Discord waits for what is due within a few seconds before it goes on."""


async def window(twin: Twin, number: int, start: float, trying: bool) -> None:
    """A claim window that began at ``start``: who could claim says no, sooner, later or not at all."""
    world = twin.world
    await until(twin, start + 1)
    could = tuple(name for name in PEOPLE[1:] if "pass" in asked(world, name))
    twin.could.append((number, could))
    if trying:
        await tries(twin, VIEWER)
        await tries(twin, BYSTANDER)
    if "pass" in asked(world, VIEWER):
        await press(twin, VIEWER, ":pass")
    await until(twin, start + 10 + number % 3)
    for name in could[: number % 3]:
        await press(twin, name, ":pass")
    await until(twin, start + CLAIM_SECONDS / 2)
    if trying:
        await tries(twin, VIEWER)
        await tries(twin, BYSTANDER)
    await until(twin, start + CLAIM_SECONDS + 5)
