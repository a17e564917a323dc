"""The requirement files pin everything, and only that."""

import re
from importlib.metadata import PackageNotFoundError, requires, version
from itertools import chain

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.project.source import ROOT

FOLDER = ROOT / "requirements"
STACK = {
    "run.txt": ("run.txt",),
    "play.txt": ("run.txt", "play.txt"),
    "dev.txt": ("run.txt", "play.txt", "dev.txt"),
}
"""What each file stands on; bench.txt and build.txt are not always installed, so their sets can't be looked into."""
EXTRAS: dict[str, dict[str, tuple[str, ...]]] = {
    "play.txt": {"simcord": ("preview",)},
    "dev.txt": {"simcord": ("preview", "pytest")},
}


def pins(file: str) -> dict[str, str]:
    content = [line for line in (FOLDER / file).read_text("utf-8").splitlines() if not line.startswith("#")]
    return {canonicalize_name(name): pinned for name, _, pinned in (line.partition("==") for line in content)}


def files() -> list[str]:
    return sorted(path.name for path in FOLDER.glob("*.txt"))


@pytest.mark.parametrize("file", files())
def test_lines_are_plain_pins_in_order(file: str) -> None:
    first, *rest = (FOLDER / file).read_text("utf-8").splitlines()
    assert first.startswith("# ")
    assert [line for line in rest if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*==[0-9][A-Za-z0-9.]*", line)] == []
    assert rest == sorted(rest, key=lambda line: canonicalize_name(line.partition("==")[0]))


def test_nothing_is_pinned_twice() -> None:
    names = list(chain.from_iterable(pins(file) for file in files()))
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("file", STACK)
def test_what_is_needed_is_pinned_too(file: str) -> None:
    pinned = set(chain.from_iterable(pins(each) for each in STACK[file]))
    extras = EXTRAS.get(file, {})
    wanted = {(name, other) for name in pinned for other in needs(name, extras.get(name, ()))}
    assert [f"{name} needs {other}" for name, other in sorted(wanted) if other not in pinned] == []


def needs(name: str, extras: tuple[str, ...] = ()) -> set[str]:
    """What an installed package with its extras needs here, on this Python, by its own word."""
    wanted: set[str] = set()
    for line in requires(name) or []:
        requirement = Requirement(line)
        if requirement.marker is None or any(requirement.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            wanted.add(canonicalize_name(requirement.name))
    return wanted


@pytest.mark.parametrize("file", STACK)
def test_what_is_installed_is_what_is_pinned(file: str) -> None:
    def installed(name: str) -> str | None:
        try:
            return version(name)
        except PackageNotFoundError:
            return None

    assert {name: installed(name) for name in pins(file)} == pins(file)


def test_a_missing_pin_would_be_seen() -> None:
    assert "aiohttp" in needs("discord-py")
    assert {"av", "jsonschema"} <= needs("simcord", ("preview", "pytest"))
    assert not {"av", "jsonschema"} & needs("simcord")
    assert "pynacl" not in needs("discord-py")
