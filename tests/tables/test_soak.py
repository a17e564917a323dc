"""Many tables on one database, killed at random and proved: short sieges here, long ones with ``make soak``."""

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.rules import REGISTRY
from bot.tables.ports import StoreError
from tests.store.test_check import tampered
from tests.tables.proved import Said, prove, tables_of
from tests.tables.soaked import Fate, Siege, soak

pytestmark = pytest.mark.slow


def at_a_statement(random: Random) -> Fate:
    """Soon, so that a few hands are enough for many lives; often in the middle of a checkpoint's log."""
    return Fate(statement=random.randrange(1, 3000), pages=random.choice((1000, 4)))


def never(_: Random) -> Fate:
    return Fate()


@pytest.mark.parametrize("rules", REGISTRY)
def test_a_short_siege(rules: str, tmp_path: Path) -> None:
    siege = Siege(tmp_path, rules, 1, 24, at_a_statement)
    siege.run()
    assert siege.kills >= 4
    assert siege.proved >= 24


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("rules", REGISTRY)
def test_a_siege(rules: str, tmp_path: Path) -> None:
    assert soak(rules, 1000, 1, tmp_path) > 20


def proved(folder: Path, siege: Siege) -> int:
    """How many hands of the database in a folder are proved, measured by what that siege has said."""
    with closing(sqlite3.connect(folder / "q.db")) as conn:
        tables = tables_of(conn, ended=False)
        return sum(prove(conn, REGISTRY[siege.rules], table, siege.said) for table in tables)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Siege:
    """A siege in which nobody was killed."""
    siege = Siege(tmp_path_factory.mktemp("played"), "mawan", 5, 16, never)
    siege.run()
    return siege


def test_what_nobody_touched_is_proved(played: Siege) -> None:
    assert played.kills == 0
    assert proved(played.folder, played) >= 16


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("DELETE FROM bookings WHERE id = (SELECT min(id) FROM bookings WHERE kind = 'hand')", "booked"),
        (
            "UPDATE lines SET points = points + 1 WHERE booking IN (SELECT id FROM bookings WHERE kind = 'hand')",
            "hand:",
        ),
        ("UPDATE tables SET meta = replace(meta, '\"score\":-', '\"score\":-1')", "chair"),
        ("DELETE FROM hands WHERE hand = 1", "gap"),
    ],
)
def test_what_was_changed_is_found(played: Siege, sql: str, says: str, tmp_path: Path) -> None:
    shutil.copy(played.folder / "q.db", tmp_path)
    tampered(str(tmp_path / "q.db"), "PRAGMA foreign_keys = OFF", sql)
    with pytest.raises((AssertionError, StoreError), match=says):
        proved(tmp_path, played)


def test_another_wall_than_was_promised_is_found(played: Siege) -> None:
    promised = dict.fromkeys(played.said.promised, "0" * 64)
    said = Said(tables=played.said.tables, promised=promised, undone=played.said.undone)
    with pytest.raises(AssertionError, match="published"):
        proved(played.folder, replace(played, said=said))
