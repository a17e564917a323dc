"""Stored hands of a table at which one was undone: what follows begins as if it had not been."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.tables.meta import Points, VoteKind
from bot.tables.ports import TableId
from tests.store.test_check import tampered
from tests.tables.test_pot import PEOPLE, broken, drawn, ready
from tests.tables.world import World, done, world


@pytest.fixture
async def w(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    monkeypatch.setenv("QUEGUAN_DB", str(tmp_path / "q.db"))
    monkeypatch.chdir(tmp_path)
    async with world(tmp_path / "q.db") as made:
        yield made


async def played(w: World, points: Points) -> TableId:
    """A hand in which a pot was broken is undone, and another one is played."""
    table, _ = await broken(w, points=points)
    await drawn(w, table)
    for user in PEOPLE[:3]:
        done(await w.tables.vote(table, user, VoteKind.UNDO))
    await ready(w, table)
    await drawn(w, table)
    return table


@pytest.mark.parametrize("points", Points)
async def test_what_follows_an_undone_hand_is_what_the_rules_decide(w: World, points: Points) -> None:
    table = await played(w, points)
    assert await asyncio.to_thread(main, ["replay", "--table", table]) == 0


async def test_a_hand_that_counts_cannot_be_taken_for_an_undone_one(w: World, tmp_path: Path) -> None:
    table = await played(w, Points.COUNTED)
    await w.tables.stop()
    await w.store.close()
    tampered(str(tmp_path / "q.db"), "PRAGMA ignore_check_constraints = ON", "UPDATE bookings SET reverses = NULL")
    assert await asyncio.to_thread(main, ["replay", "--table", table]) == 1
