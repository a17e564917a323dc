"""A game is one folder and one line in ``REGISTRY``: one that the house does not know is added to a copy and played."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.project.source import ROOT

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
GAME = HERE / "newgame"
LISTED = "(LISHUI, SICHUAN, MAWAN)"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project in which docs/adding-a-game.md has been followed."""
    home = tmp_path_factory.mktemp("house")
    junk = shutil.ignore_patterns("__pycache__")
    for part in ("bot", "tests"):
        shutil.copytree(ROOT / part, home / part, ignore=junk)
    (home / "assets").symlink_to(ROOT / "assets")
    shutil.copy(ROOT / "pyproject.toml", home)
    shutil.copytree(GAME / "rules", home / "bot" / "rules" / "riverside", ignore=junk)
    shutil.copytree(GAME / "cases", home / "tests" / "rules" / "riverside", ignore=junk)
    (home / "tests" / "rules" / "riverside" / "__init__.py").touch()
    registry = home / "bot" / "rules" / "__init__.py"
    before = registry.read_text("utf-8")
    assert LISTED in before
    after = before.replace(LISTED, "(LISHUI, SICHUAN, MAWAN, RIVERSIDE)")
    after = after.replace("from bot.rules.sichuan", "from bot.rules.riverside import RIVERSIDE\nfrom bot.rules.sichuan")
    registry.write_text(after, "utf-8")
    return home


def run(house: Path, *words: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
    """A module of the copy, with nothing of this project on its path."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST", "QUEGUAN"))}
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, cwd=house, env=clean, input=given, capture_output=True, text=True, check=False)


def answered(house: Path, *words: str, given: str | None = None) -> list[dict[str, Any]]:
    """What a command of the bot answers as JSON, an object a line."""
    done = run(house, "bot", *words, "--json", given=given)
    assert done.returncode == 0, done.stdout + done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def passes(house: Path, *words: str) -> None:
    """These tests of the copy pass."""
    done = run(house, "pytest", "-q", "-p", "no:cacheprovider", *words)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr


def test_it_is_simulated(house: Path) -> None:
    (report,) = answered(house, "simulate", "--rules", "riverside", "--hands", "30", "--options", "watchers=on")
    assert report["hands"] == 30
    assert report["faults"] == []
    assert {*report["patterns"], *report["unseen"]} == {"plain", "seven_pairs", "anchored"}
    assert report["patterns"]["anchored"]


def test_a_hand_of_it_is_judged_by_a_flag_of_its_own(house: Path) -> None:
    question = {"rules": "riverside", "hand": "123m456m789p11s23s", "tile": "4s", "flags": ["anchored"]}
    asked = "\n".join(json.dumps(each) for each in (question, {**question, "rules": "lishui"}))
    done = run(house, "bot", "score", "-", given=asked)
    assert "Total 3 shells" in done.stdout
    assert "no flag 'anchored'" in done.stdout, "a flag belongs to its game alone"


def test_it_keeps_the_contract_and_its_cases(house: Path) -> None:
    """What tests/rules asks of every game, and of its tables and scripts; the imports and texts of the whole house."""
    passes(house, "tests/rules", "-k", "riverside")
    house_rules = "no_import_runs_up or both_languages or no_chinese_in_code or no_english_for_users"
    passes(house, "tests/project/test_imports.py", "tests/project/test_texts.py", "-k", house_rules)


@pytest.mark.parametrize(
    ("where", "which"),
    [
        ("tests/ui/test_every_game.py", "1-riverside"),
        ("tests/ui/test_marks.py", "riverside"),
        ("tests/tables/test_records.py", "riverside"),
    ],
)
def test_it_is_played_shown_and_kept_like_the_others(house: Path, where: str, which: str) -> None:
    passes(house, where, "-k", which)
