"""The database fails under running tables: nothing is lost, everybody gets one clear answer, the clocks try again."""

from pathlib import Path

import pytest

from bot.engine.actions import Discard
from bot.tables.api import Refused
from bot.tables.meta import VoteKind
from bot.tables.ports import Outcome, StoreError, StoreReason, TableId, Unit
from bot.texts import LANGUAGES
from bot.ui.words import refusal as sentence
from tests.tables.world import ANN, BOB, GUILD, World, done

WHILE_RUNNING = (
    StoreReason.DISK_FULL, StoreReason.LOCKED, StoreReason.READ_ONLY, StoreReason.DAMAGED, StoreReason.FAILED,
)  # fmt: skip


class Failing:
    """The store's commit, which fails while ``reason`` is set."""

    def __init__(self, w: World, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reason: StoreReason | None = None
        self._real = w.store.tables.commit
        monkeypatch.setattr(w.store.tables, "commit", self._commit)

    async def _commit(self, unit: Unit) -> Outcome:
        if self.reason is not None:
            raise StoreError(self.reason, "q.db")
        return await self._real(unit)


def tile(w: World, table: TableId) -> Discard:
    own = w.screen(table, ANN).view.own
    assert own is not None
    return next(each for each in own.asked if isinstance(each, Discard))


@pytest.mark.parametrize("reason", WHILE_RUNNING)
async def test_a_move_that_cannot_be_written_has_not_happened(
    w: World, monkeypatch: pytest.MonkeyPatch, reason: StoreReason
) -> None:
    table = await w.match(ANN)
    before = await w.until_turn(table, ANN)
    move = tile(w, table)
    failing = Failing(w, monkeypatch)
    failing.reason = reason
    told = len(w.heard.events)
    reply = await w.tables.act(table, ANN, move, confirmed=True)
    assert reply == Refused(f"store_{reason}")
    assert w.screen(table, ANN).view == before.view
    assert len(w.heard.events) == told
    failing.reason = None
    done(await w.tables.act(table, ANN, move, confirmed=True, prompt=before.prompt))


@pytest.mark.parametrize("reason", StoreReason)
def test_every_reason_is_one_sentence(reason: StoreReason) -> None:
    for language in LANGUAGES:
        words = sentence(language, Refused(f"store_{reason}"))
        assert words
        assert "store" not in words
        assert "\n" not in words


async def test_the_clock_tries_again_until_the_disk_has_room(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await w.match(ANN)
    before = await w.until_turn(table, ANN)
    failing = Failing(w, monkeypatch)
    failing.reason = StoreReason.DISK_FULL
    await w.clock.advance(120)
    assert w.screen(table, ANN).view == before.view
    failing.reason = None
    await w.clock.advance(6)
    assert w.screen(table, ANN).prompt != before.prompt


async def test_a_table_that_could_not_be_opened_is_not_there(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    failing = Failing(w, monkeypatch)
    failing.reason = StoreReason.LOCKED
    with pytest.raises(AssertionError, match="store_locked"):
        await w.lobby(ANN)
    assert w.tables.open_tables() == ()
    failing.reason = None
    await w.lobby(ANN)
    assert len(w.tables.open_tables()) == 1


@pytest.mark.parametrize("reason", [StoreReason.REPLACED, StoreReason.CLOSED])
async def test_who_listens_is_told_that_the_database_is_another_one(
    w: World, monkeypatch: pytest.MonkeyPatch, reason: StoreReason
) -> None:
    table = await w.match(ANN)
    await w.until_turn(table, ANN)
    failing = Failing(w, monkeypatch)
    failing.reason = StoreReason.LOCKED
    await w.tables.act(table, ANN, tile(w, table), confirmed=True)
    assert w.heard.lost == 0
    failing.reason = reason
    await w.tables.act(table, ANN, tile(w, table), confirmed=True)
    assert w.heard.lost == 1


async def test_an_undone_hand_is_booked_before_anything_else_happens(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await w.match(ANN, BOB)
    await w.play_hand(table, ANN, BOB)
    real = w.store.ledger.reverse
    broken = True

    async def reverse(*given: object) -> object:
        if broken:
            raise StoreError(StoreReason.LOCKED)
        return await real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(w.store.ledger, "reverse", reverse)
    done(await w.tables.vote(table, ANN, VoteKind.UNDO))
    done(await w.tables.vote(table, BOB, VoteKind.UNDO))
    assert await w.store.ledger.item(f"undo:hand:{table}:1") is None
    refused = await w.tables.ready(table, ANN, "r")
    assert refused == Refused("store_locked")
    broken = False
    done(await w.tables.ready(table, ANN, "r"))
    assert await w.store.ledger.item(f"undo:{table}:1") is not None
    assert [item.key async for item in w.store.ledger.export(GUILD)].count(f"undo:{table}:1") == 1


async def test_a_table_that_cannot_be_read_keeps_no_other_from_starting(w: World, tmp_path: Path) -> None:
    broken, sound = await w.match(ANN), await w.match(BOB)
    conn = w.store._writer._connection
    await conn.run(
        lambda db: db.execute(
            "DELETE FROM events WHERE seq = 2 AND table_number = (SELECT number FROM tables WHERE id = ?)", (broken,)
        ).close()
    )
    await w.restart()
    assert [board.id for board in w.tables.open_tables()] == [sound]
    assert w.path.parent == tmp_path
