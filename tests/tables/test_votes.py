"""Votes next to each other, and what becomes of them when somebody goes or comes back."""

import pytest

from bot.tables.api import Board, Refused
from bot.tables.ledger_values import AllTime, account_of
from bot.tables.meta import Vote, VoteKind
from bot.tables.ports import TableId, TableStatus
from tests.tables.world import ANN, BOB, CAT, DAN, GUILD, World, done

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


async def match_over(w: World, *users: int) -> TableId:
    """The table of these people after the last hand of a match."""
    table = await w.match(*users, length=1)
    for _ in range(40):
        now = await w.play_hand(table, *users)
        if now.view is not None and now.view.over:
            return table
        for user in users:
            done(await w.tables.ready(table, user, "r"))
    raise AssertionError("the match never ends")


@pytest.mark.parametrize(("leaver", "undone"), [(DAN, True), (BOB, False)])
async def test_the_last_hand_can_be_taken_back_when_somebody_has_left(w: World, leaver: int, undone: bool) -> None:
    table = await match_over(w, ANN, BOB, CAT, DAN)
    for user in (ANN, BOB):
        done(await w.tables.vote(table, user, VoteKind.UNDO))
    done(await w.tables.leave(table, leaver))
    now = board(w, table).meta
    assert (now.undone == now.number) is undone
    assert now.votes == (() if undone else (Vote(VoteKind.UNDO, (ANN,)),))
    if not undone:
        done(await w.tables.vote(table, CAT, VoteKind.UNDO))
    assert w.heard.faults == []
    after = {account_of(chair.user): chair.score for chair in board(w, table).meta.chairs if chair and chair.user}
    balances = await w.store.ledger.balances(GUILD, AllTime())
    assert {account: balances.get(account, 0) for account in after} == after


async def test_who_left_after_a_match_is_not_among_those_who_play_again(w: World) -> None:
    table = await match_over(w, ANN, BOB, CAT, DAN)
    done(await w.tables.leave(table, DAN))
    assert board(w, table).meta.people() == (ANN, BOB, CAT)
    following = done(await w.tables.again(table, ANN, "again"))
    assert board(w, following).status is TableStatus.LOBBY
    assert board(w, following).meta.people() == (ANN, BOB, CAT)


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
