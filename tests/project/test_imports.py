"""Imports point down only: engine <- rules <- players/texts/render <- tables <- store <- ui <- playground, __main__."""

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import packages_distributions

import pytest

from tests.project.source import ROOT, Module, module, modules

RULES = {"engine"}
LOW = {"engine", "rules"}
TABLES = LOW | {"players", "texts", "render"}
STORE = TABLES | {"tables"}
UI = STORE | {"store", "settings"}
PLAYGROUND = UI | {"ui"}

BELOW = {
    "": set(),
    "engine": set(),
    "rules": RULES,
    "players": LOW,
    "texts": LOW,
    "render": LOW,
    "settings": {"texts"},
    "tables": TABLES,
    "store": STORE,
    "ui": UI,
    "playground": PLAYGROUND,
    "cli": UI,
    "logs": {"settings"},
    "memory": set(),
    "compose": PLAYGROUND | {"playground", "memory"},
    "__main__": PLAYGROUND | {"playground", "cli", "logs", "compose"},
}
"""What each part of bot/ may import besides itself. A new part of the house gets its line here."""

IMPURE = {
    "asyncio", "datetime", "logging", "os", "pathlib", "random", "secrets", "socket", "sqlite3", "subprocess",
    "threading", "time",
}  # fmt: skip

AT_HOME = {
    "aiohttp": {"ui", "playground", "compose"},
    "aiosqlite": {"store"},
    "discord": {"ui", "playground", "compose"},
    "dotenv": {"settings"},
    "PIL": {"render", "playground"},
    "simcord": {"playground"},
    "sqlite3": {"store"},
}
"""The libraries that only some parts may know."""


def imports(module: Module, known: set[str]) -> Iterator[tuple[int, str]]:
    """Line and dotted name of all that a module imports; ``from a import b`` is ``a.b`` where that is a module."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(module, node)
            for alias in node.names:
                name = f"{base}.{alias.name}"
                yield node.lineno, name if name in known or (base == "bot" and alias.name in BELOW) else base


def _absolute(module: Module, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    parts = module.name.split(".")
    home = parts[: len(parts) - node.level + module.is_package]
    return ".".join([*home, *(node.module or "").split(".")]).rstrip(".")


def faults(code: Sequence[Module]) -> list[str]:
    """Every import that goes where it must not, as one line each."""
    known = {each.name for each in code}
    return [
        f"{each.path}:{line}: {why}"
        for each in code
        for line, name in imports(each, known)
        if (why := _why_not(each, name, known))
    ]


def _why_not(module: Module, name: str, known: set[str]) -> str | None:
    top, _, rest = name.partition(".")
    if top == "bot":
        return _wrong_arrow(module, rest.split(".")[0], name, known)
    if module.part in AT_HOME.get(top, {module.part}):
        if module.part in ("engine", "rules") and (top in IMPURE or top not in sys.stdlib_module_names):
            return f"{module.part} is pure and must not import {name}"
        return None
    return f"{module.part} must not import {name}; it stays in {', '.join(sorted(AT_HOME[top]))}"


def _wrong_arrow(module: Module, part: str, name: str, known: set[str]) -> str | None:
    if module.part not in BELOW:
        return f"{module.part} is no part of the house: say in this test what it may import"
    if part and part != module.part and part not in BELOW[module.part]:
        return f"{module.part} must not import {name}"
    if module.part == "__main__" and part == "__main__":
        return "nothing imports __main__"
    own, other = _rule_set(module.name, known), _rule_set(name, known)
    if own and part == "rules" and (name == "bot.rules" or (other and other != own)):
        return f"the rule set {own} must not import {name}"
    return None


def _rule_set(name: str, known: set[str]) -> str | None:
    """The rule set that a module belongs to: the folders of bot/rules, not its files."""
    parts = name.split(".")
    if parts[:2] != ["bot", "rules"] or len(parts) < 3:
        return None
    home = ".".join(parts[:3])
    return parts[2] if any(other.startswith(home + ".") for other in known) else None


def test_no_import_runs_up() -> None:
    assert faults(modules()) == []


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("bot.engine.wall", "import random"),
        ("bot.engine.wall", "from os import path"),
        ("bot.engine.wall", "import asyncio.queues"),
        ("bot.engine.wall", "import discord"),
        ("bot.engine.wall", "import numpy"),
        ("bot.engine.wall", "from bot.rules import REGISTRY"),
        ("bot.engine.wall", "from .. import rules"),
        ("bot.engine.wall", "from ..rules.lishui import options"),
        ("bot.engine.wall", "def late():\n    from bot import settings"),
        ("bot.engine.wall", "if TYPE_CHECKING:\n    from bot.render import paint"),
        ("bot.rules.lishui.flow", "from bot.rules.sichuan import flow"),
        ("bot.rules.lishui.flow", "from bot.rules import sichuan"),
        ("bot.rules.lishui.flow", "from bot.rules import REGISTRY"),
        ("bot.rules.lishui.flow", "from bot.texts import text"),
        ("bot.rules.lishui.flow", "import time"),
        ("bot.players.sound", "from bot.tables import service"),
        ("bot.players.sound", "from bot.texts import text"),
        ("bot.texts.catalogue", "from bot import settings"),
        ("bot.tables.service", "from bot.store import events"),
        ("bot.tables.service", "import aiosqlite"),
        ("bot.tables.service", "from bot.settings import Settings"),
        ("bot.store.events", "import discord"),
        ("bot.ui.client", "from bot.playground import page"),
        ("bot.ui.client", "import simcord"),
        ("bot.ui.client", "from PIL import Image"),
        ("bot.playground.page", "from bot.__main__ import main"),
        ("bot.playground.page", "from bot import __main__"),
        ("bot.settings", "from bot.tables import service"),
        ("bot.helpers", "from bot.engine import tiles"),
    ],
)
def test_an_import_that_must_not_be_is_found(name: str, source: str) -> None:
    assert len(faults([*HOUSE, module(name, source)])) == 1


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("bot.engine.wall", "from bot.engine.tiles import Tile"),
        ("bot.engine.wall", "from . import tiles"),
        ("bot.engine.wall", "from collections import Counter"),
        ("bot.rules", "from bot.rules.lishui import LISHUI"),
        ("bot.rules.lishui.flow", "from bot.rules.lishui import options"),
        ("bot.rules.lishui.flow", "from . import options"),
        ("bot.rules.lishui.flow", "from bot.engine import tiles"),
        ("bot.rules.lishui.flow", "from bot.rules.shared import twice"),
        ("bot.tables.service", "import asyncio, time"),
        ("bot.store.events", "from bot.tables.ports import EventLog"),
        ("bot.ui.client", "from bot import __version__, settings"),
        ("bot.playground.page", "import simcord.preview"),
        ("bot.__main__", "from bot.playground import page"),
        ("bot.settings", "import os"),
    ],
)
def test_an_import_that_points_down_is_fine(name: str, source: str) -> None:
    assert faults([*HOUSE, module(name, source, is_package=name == "bot.rules")]) == []


HOUSE = [
    module(name, "")
    for name in (
        "bot.engine.tiles",
        "bot.rules.shared",
        "bot.rules.lishui",
        "bot.rules.lishui.options",
        "bot.rules.sichuan",
        "bot.rules.sichuan.flow",
        "bot.settings",
        "bot.tables.ports",
    )
]


def reads_environment(module: Module) -> list[int]:
    """The lines that read the process's environment."""
    names = {"environ", "environb", "getenv"}
    return [
        node.lineno
        for node in ast.walk(module.tree)
        if (isinstance(node, ast.Attribute) and node.attr in names)
        or (isinstance(node, ast.ImportFrom) and node.module == "os" and names & {alias.name for alias in node.names})
    ]


def test_only_settings_reads_the_environment() -> None:
    assert {each.path for each in modules() if reads_environment(each)} == {"bot/settings.py"}


def test_every_library_is_pinned() -> None:
    """A part may only use what is installed for it: the playground run.txt and play.txt, all others run.txt."""
    run, play = _pinned("run.txt"), _pinned("play.txt")
    owners = packages_distributions()
    known = {each.name for each in modules()}
    stray = []
    for each in modules():
        allowed = run | play if each.part == "playground" else run
        for line, name in imports(each, known):
            top = name.split(".")[0]
            if top == "bot" or top in sys.stdlib_module_names:
                continue
            if not {_plain(owner) for owner in owners.get(top, [top])} & allowed:
                stray.append(f"{each.path}:{line}: {top}")
    assert stray == []


def _pinned(file: str) -> set[str]:
    lines = (ROOT / "requirements" / file).read_text("utf-8").splitlines()
    return {_plain(line.split("==")[0]) for line in lines if "==" in line}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
