"""One bot a database: the second is told so, and whoever only reads, copies or mends is kept from nothing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.store import alone as module
from bot.store import copies
from bot.store.alone import alone
from bot.store.check import check_file
from bot.store.store import opened_store
from bot.tables.ports import StoreError, StoreReason
from tests.project.source import ROOT

HOLDER = """
import sys
from bot.store.alone import alone
with alone(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 0.0)


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "queguan.db")


def refused(path: str) -> StoreReason:
    with pytest.raises(StoreError) as refusal, alone(path):
        pytest.fail("nobody else was seen")
    return refusal.value.reason


def test_a_second_one_is_refused_while_the_first_runs(path: str) -> None:
    with alone(path):
        assert refused(path) is StoreReason.IN_USE
        assert refused(path) is StoreReason.IN_USE
    with alone(path):
        pass


def test_another_database_of_the_same_folder_is_another_s_business(path: str, tmp_path: Path) -> None:
    with alone(path), alone(str(tmp_path / "other.db")):
        pass


def test_a_database_is_the_same_by_another_name(path: str, tmp_path: Path) -> None:
    Path(path).touch()
    (tmp_path / "link.db").symlink_to(path)
    with alone(str(tmp_path / "link.db")):
        assert refused(path) is StoreReason.IN_USE


def test_a_process_that_is_killed_holds_and_leaves_nothing(path: str, tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLDER, path]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        assert refused(path) is StoreReason.IN_USE
        other.kill()
        other.wait()
    assert [(each.name, each.stat().st_size) for each in tmp_path.iterdir()] == [("queguan.db.lock", 0)]
    with alone(path):
        pass


async def test_who_copies_looks_and_restores_is_kept_from_nothing(path: str, tmp_path: Path) -> None:
    with alone(path):
        async with opened_store(path):
            pass
        copies.back_up(path, str(tmp_path / "copy.db"))
        assert check_file(path) == ()
        copies.restore(str(tmp_path / "copy.db"), path)
        assert refused(path) is StoreReason.IN_USE


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_said_to_be_that(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    assert refused(str(tmp_path / "queguan.db")) is StoreReason.READ_ONLY
    tmp_path.chmod(0o755)
