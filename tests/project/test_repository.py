"""What is in the repository: nothing of the machine it was written on, nothing half done, no dead link."""

import ast
import os
import re
import subprocess
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import bot
from bot.settings import Settings
from tests.project.source import ROOT, modules

LONGEST = 450
LARGEST = 5_000_000

# Put together from pieces, so that this file doesn't hold what it looks for.
PLACES = re.compile(r"(?<![\w.~$}>-])/(?:work|root|tmp|Users|home/\w+)" + "/")
HOSTS = [*((name, "org") for name in ("pypi", "pythonhosted", "npmjs", r"deb\.debian")), ("npmjs", "com")]
REGISTRIES = re.compile(
    r"\b(?:" + "|".join(rf"{name}\.{end}" for name, end in HOSTS) + r")\b"
    r"|^\s*--?(?:i|index-url|extra-index-url|find-links|trusted-host)\b"
)
UNFINISHED = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b|raise NotImplemented" "Error")
CONFLICT = re.compile(r"^(?:<{7}|>{7}|={7})(?: |$)")
UNWANTED = re.compile(
    r"(?:^|/)(?:\.env|\.venv|__pycache__|node_modules|\.DS_Store|var)(?:/|$)"
    r"|\.(?:pyc|db|db-wal|db-shm|log|orig|rej)$"
)


@cache
def tracked() -> tuple[str, ...]:
    """The files that are committed or about to be; without a checkout nothing can be said."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, env=_safe())
    return tuple(name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).exists())


def _safe() -> dict[str, str]:
    """Git reads a checkout that belongs to somebody else (a container's user) only when it is told to."""
    extra = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": str(ROOT)}
    return {**os.environ, **extra}


def lines() -> Iterator[tuple[str, str]]:
    """Place and text of every line of every text file."""
    for name in tracked():
        if (content := _content(name)) is not None:
            yield from ((f"{name}:{number}", line) for number, line in enumerate(content.splitlines(), 1))


def _content(name: str) -> str | None:
    raw = (ROOT / name).read_bytes()
    return None if b"\0" in raw[:8000] else raw.decode("utf-8")


@pytest.mark.parametrize("unwanted", [PLACES, REGISTRIES, UNFINISHED, CONFLICT], ids=lambda each: each.pattern[:24])
def test_no_line_has(unwanted: re.Pattern[str]) -> None:
    assert [f"{place}: {line.strip()}" for place, line in lines() if unwanted.search(line)] == []


@pytest.mark.parametrize(
    ("pattern", "found", "missed"),
    [
        (
            PLACES,
            ("%work%main", "see %root%.cache", "'%home%ann%x'", "open('%tmp%x')"),
            ("frame%work%er", "$HOME%work%x", "~%work%x", "%home%", "%app%data"),
        ),
        (REGISTRIES, (".".join(HOSTS[0]), "--index-url x", "-i x"), ("from pypi", "--interval=30s", "a - i")),
        (UNFINISHED, ("# TO%DO: later", "raise NotImplemented%Error"), ("todos", "NotImplemented")),
        (CONFLICT, ("<<<<<<< HEAD", "======="), ("======== ==", "a <<<<<<< b")),
        (UNWANTED, (".env", "bot/__pycache__/x", "var/queguan.db"), (".env.example", "bot/variants.py", "docs/var.md")),
    ],
    ids=["places", "registries", "unfinished", "conflict", "unwanted"],
)
def test_patterns_find_what_they_should(
    pattern: re.Pattern[str], found: tuple[str, ...], missed: tuple[str, ...]
) -> None:
    """``%`` stands for a slash in a place and for nothing elsewhere, again to keep this file clean."""
    filler = "/" if pattern is PLACES else ""
    assert [text for text in found if not pattern.search(text.replace("%", filler))] == []
    assert [text for text in missed if pattern.search(text.replace("%", filler))] == []


def test_no_unwanted_or_huge_file() -> None:
    assert [name for name in tracked() if UNWANTED.search(name)] == []
    assert [name for name in tracked() if (ROOT / name).stat().st_size > LARGEST] == []


def test_files_are_rooms_not_halls() -> None:
    sizes = {name: (ROOT / name).read_text("utf-8").count("\n") for name in tracked() if re.match(r"bot/.*\.py$", name)}
    assert {name: size for name, size in sizes.items() if size > LONGEST} == {}


def test_what_a_reader_looks_for_is_there() -> None:
    wanted = {
        "pyproject.toml", ".env.example", "Dockerfile", "README.md", "README.zh-CN.md", "LICENSE", "Makefile",
        "CHANGELOG.md", ".ci/run", ".gitignore", ".dockerignore", "docs/architecture.md",
    }  # fmt: skip
    assert wanted - set(tracked()) == set()
    assert os.access(ROOT / ".ci/run", os.X_OK)


def test_every_setting_is_used() -> None:
    read = {
        node.attr
        for module in modules()
        if module.name != "bot.settings"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Attribute)
    }
    assert [name for name in Settings.__dataclass_fields__ if name not in read] == []


# --- documents


def documents() -> list[str]:
    return [name for name in tracked() if name.endswith(".md")]


def test_links_between_documents_lead_somewhere() -> None:
    dead = []
    for name in documents():
        for target in re.findall(r"\]\(([^)\s]+)\)", _prose(name)):
            path, _, anchor = target.partition("#")
            if re.match(r"[a-z]+:", target):
                continue
            goal = (ROOT / name).parent / path if path else ROOT / name
            if not goal.exists() or (anchor and anchor not in _anchors(goal)):
                dead.append(f"{name}: {target}")
    assert dead == []


def _prose(name: str) -> str:
    return re.sub(r"```.*?```", "", (ROOT / name).read_text("utf-8"), flags=re.DOTALL)


def _anchors(path: Path) -> set[str]:
    titles = re.findall(r"^#+ +(.+?)\s*$", path.read_text("utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_commands_of_make_in_documents_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), flags=re.MULTILINE))
    used = re.compile(r"(?:`|^)make ([a-z]+)", re.MULTILINE)
    assert [(name, goal) for name in documents() for goal in used.findall(_whole(name)) if goal not in targets] == []


def _whole(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def test_both_readmes_have_the_same_sections_and_commands() -> None:
    def outline(name: str) -> list[int]:
        return [len(marks) for marks in re.findall(r"^(#+) ", _whole(name), flags=re.MULTILINE)]

    def blocks(name: str) -> list[str]:
        return [re.sub(r"\s*#.*", "", block) for block in re.findall(r"```.*?```", _whole(name), flags=re.DOTALL)]

    assert outline("README.md") == outline("README.zh-CN.md")
    assert blocks("README.md") == blocks("README.zh-CN.md")


def test_the_image_is_made_of_what_is_here() -> None:
    """Everything that the Dockerfile copies exists and is let in by .dockerignore."""
    copies = [line.split()[1:-1] for line in _whole("Dockerfile").splitlines() if line.startswith("COPY")]
    sources = {source for words in copies if not words[0].startswith("--from") for source in words}
    let_in = {line[1:] for line in _whole(".dockerignore").splitlines() if line.startswith("!")}
    assert sources == let_in
    assert {source for source in sources if not (ROOT / source).exists()} == set()


def test_the_changelog_knows_this_version() -> None:
    assert re.search(rf"^## \[?{re.escape(bot.__version__)}\b", _whole("CHANGELOG.md"), flags=re.MULTILINE)


def test_the_licence_is_the_one_of_the_package() -> None:
    project = tomllib.loads(_whole("pyproject.toml"))["project"]
    assert project["license"] == "MIT"
    assert _whole("LICENSE").startswith("MIT License\n")
