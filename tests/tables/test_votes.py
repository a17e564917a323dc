"""Votes next to each other, and what becomes of them when somebody goes or comes back."""

import pytest

from bot.tables.api import Board, Refused
from bot.tables.meta import Vote, VoteKind
from bot.tables.ports import TableId, TableStatus
from tests.tables.world import ANN, BOB, CAT, DAN, World, done

LONG = 11 * 60.0


def board(w: World, table: TableId) -> Board:
    found = w.tables.board(table)
    assert found is not None
    return found


async def test_a_vote_leaves_one_of_another_kind_as_it_is(w: World) -> None:
    table = await w.match(ANN, BOB, CAT)
    done(await w.tables.vote(table, ANN, VoteKind.END))
    done(await w.tables.vote(table, CAT, VoteKind.PAUSE))
    assert board(w, table).meta.votes == (Vote(VoteKind.END, (ANN,)), Vote(VoteKind.PAUSE, (CAT,)))
    assert await w.tables.vote(table, ANN, VoteKind.END) == Refused("voted")
    done(await w.tables.vote(table, BOB, VoteKind.PAUSE))
    assert board(w, table).meta.paused
    assert board(w, table).meta.votes == (Vote(VoteKind.END, (ANN,)),)
    done(await w.tables.vote(table, CAT, VoteKind.END))
    assert w.tables.board(table) is None


@pytest.mark.parametrize(("leaver", "ends"), [(DAN, True), (BOB, False)])
async def test_who_leaves_is_counted_no_more(w: World, leaver: int, ends: bool) -> None:
    table = await w.match(ANN, BOB, CAT, DAN)
    for user in (ANN, BOB):
        done(await w.tables.vote(table, user, VoteKind.END))
    assert board(w, table).status is TableStatus.RUNNING
    done(await w.tables.leave(table, leaver, confirmed=True))
    # Two of the three who stay are enough; one is not.
    assert (w.tables.board(table) is None) is ends
    if not ends:
        assert board(w, table).meta.votes == (Vote(VoteKind.END, (ANN,)),)


async def test_a_vote_for_which_nobody_is_left_is_gone(w: World) -> None:
    table = await w.match(ANN, BOB, CAT)
    done(await w.tables.vote(table, CAT, VoteKind.PAUSE))
    done(await w.tables.leave(table, CAT, confirmed=True))
    assert board(w, table).meta.votes == ()
    assert not board(w, table).meta.paused


@pytest.mark.parametrize("comes", [True, False])
async def test_nobody_is_voted_absent_who_has_come_back(w: World, comes: bool) -> None:
    table = await w.match(ANN, BOB, CAT, DAN, turn_seconds=None, claim_seconds=8)
    view = board(w, table).view
    assert view is not None
    assert view.turn is not None
    absent = board(w, table).user_at(view.turn)
    assert absent is not None
    first = next(user for user in (ANN, BOB) if user != absent)
    await w.clock.advance(LONG)
    done(await w.tables.kick(table, first, absent))
    assert [each.target for each in board(w, table).meta.votes] == [absent]
    done(await w.tables.back(table, absent if comes else first))
    assert [each.target for each in board(w, table).meta.votes] == ([] if comes else [absent])
