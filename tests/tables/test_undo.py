"""A hand that was undone: its points are taken back once, however long the table goes on before the next hand."""

import pytest

from bot.tables.ledger_values import AllTime
from bot.tables.meta import VoteKind
from tests.tables.world import ANN, BOB, GUILD, World, done


async def test_a_table_goes_on_after_a_hand_was_undone_and_time_has_passed(w: World) -> None:
    table = await w.match(ANN, BOB, length=None)
    await w.play_hand(table, ANN, BOB)
    done(await w.tables.vote(table, ANN, VoteKind.UNDO))
    done(await w.tables.vote(table, BOB, VoteKind.UNDO))
    await w.clock.advance(5)
    done(await w.tables.vote(table, ANN, VoteKind.PAUSE))
    await w.clock.advance(3600)
    await w.restart()
    done(await w.tables.resume(table, BOB))
    await w.clock.advance(5)
    done(await w.tables.ready(table, ANN, "a"))
    done(await w.tables.ready(table, BOB, "b"))
    board = await w.play_hand(table, ANN, BOB)
    assert board.meta.number == 2
    assert w.heard.faults == []
    booked = [item async for item in w.store.ledger.export(GUILD)]
    assert [(item.key.split(":")[0], item.hand) for item in booked] == [("hand", 1), ("undo", 1), ("hand", 2)]
    balances = await w.store.ledger.balances(GUILD, AllTime())
    assert sum(balances.values()) == 0
    scores = {str(chair.user): chair.score for chair in board.meta.chairs if chair and chair.user and chair.score}
    assert {account: points for account, points in balances.items() if account in scores} == scores


async def test_an_undone_hand_that_was_not_booked_at_once_is_booked_at_the_next_start(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await w.match(ANN, BOB, length=None)
    await w.play_hand(table, ANN, BOB)

    async def not_now(_: object) -> None:
        """The process is gone between the two."""

    with monkeypatch.context() as patched:
        patched.setattr(w.store.ledger, "reverse", not_now)
        done(await w.tables.vote(table, ANN, VoteKind.UNDO))
        done(await w.tables.vote(table, BOB, VoteKind.UNDO))
    assert [item.key.split(":")[0] async for item in w.store.ledger.export(GUILD)] == ["hand"]
    await w.clock.advance(7)
    await w.restart()
    assert [item.key.split(":")[0] async for item in w.store.ledger.export(GUILD)] == ["hand", "undo"]
