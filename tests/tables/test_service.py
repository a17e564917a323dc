"""The tables behind their door: prompts, clocks, people who come and go, restarts, faults."""

import asyncio
from pathlib import Path

import pytest

from bot.engine.actions import PASS, Discard
from bot.engine.events import Discarded, Drew
from bot.engine.state import Windows
from bot.tables.api import Changes, Confirm, NewTable, Refused
from bot.tables.ledger_values import BOTS, AllTime, account_of
from bot.tables.meta import Points, Presence, VoteKind, Where
from bot.tables.ports import TableStatus
from tests.support.clock import settle
from tests.tables.world import ANN, BOB, CAT, CHANNEL, DAN, EVE, GUILD, World, done, world


def refusal(reply: object) -> str:
    assert isinstance(reply, Refused), reply
    return reply.reason


# ---------------------------------------------------------------------- lobby


async def test_a_lobby_fills_and_starts(w: World) -> None:
    table = await w.lobby(ANN, BOB)
    assert refusal(await w.tables.start(table, ANN)) == "seats_free"
    assert refusal(await w.tables.start(table, BOB, fill=True)) == "host_only"
    done(await w.tables.add_bot(table, ANN))
    done(await w.tables.join(table, CAT, "x"))
    assert refusal(await w.tables.join(table, DAN, "x")) == "table_full"
    assert refusal(await w.tables.join(table, CAT, "x")) == "seated"
    done(await w.tables.start(table, ANN))
    board = w.tables.board(table)
    assert board is not None
    assert board.status is TableStatus.RUNNING
    assert board.view is not None
    assert sum(seat.concealed for seat in board.view.seats) == 53
    assert board.view.own is None


async def test_only_the_host_changes_a_lobby(w: World) -> None:
    table = await w.lobby(ANN, BOB)
    assert refusal(await w.tables.change(table, BOB, Changes(length=2))) == "host_only"
    assert refusal(await w.tables.change(table, ANN, Changes(options={"base_cap": "seven"}))) == "option_value"
    assert refusal(await w.tables.change(table, ANN, Changes(options={"no_such": 1}))) == "unknown_option"
    done(await w.tables.change(table, ANN, Changes(options={"base_cap": "open"}, turn_seconds=0)))
    board = w.tables.board(table)
    assert board is not None
    assert board.meta.options["base_cap"] == "open"
    assert board.meta.turn_seconds is None
    done(await w.tables.start(table, ANN, fill=True))
    assert refusal(await w.tables.change(table, ANN, Changes(length=2))) == "lobby_only"


async def test_the_host_who_leaves_hands_the_lobby_on(w: World) -> None:
    table = await w.lobby(ANN, BOB)
    done(await w.tables.leave(table, ANN))
    board = w.tables.board(table)
    assert board is not None
    assert board.meta.host == BOB
    done(await w.tables.leave(table, BOB))
    assert w.tables.board(table) is None


async def test_a_lobby_that_nobody_starts_expires(w: World) -> None:
    table = await w.lobby(ANN)
    await w.clock.advance(29 * 60)
    assert w.tables.board(table) is not None
    await w.clock.advance(2 * 60)
    assert w.tables.board(table) is None


async def test_anybody_closes_a_stale_lobby(w: World) -> None:
    table = await w.lobby(ANN)
    assert refusal(await w.tables.end(table, EVE)) == "end_by_vote"
    await w.clock.advance(11 * 60)
    done(await w.tables.end(table, EVE))
    assert w.tables.board(table) is None


# ---------------------------------------------------------------------- prompts


async def test_a_press_on_an_older_question_is_stale(w: World) -> None:
    table = await w.match(ANN)
    first = await w.until_turn(table, ANN)
    action = _discard(first.view.own and first.view.own.asked)
    done(await w.tables.act(table, ANN, action, prompt=first.prompt))
    assert refusal(await w.tables.act(table, ANN, action, prompt=first.prompt)) == "stale"


async def test_two_presses_at_once_change_the_table_once(w: World) -> None:
    table = await w.match(ANN)
    screen = await w.until_turn(table, ANN)
    action = _discard(screen.view.own and screen.view.own.asked)
    before = len([event for event in w.heard.events if isinstance(event, Discarded)])
    replies = await asyncio.gather(*(w.tables.act(table, ANN, action, prompt=screen.prompt) for _ in range(3)))
    assert sorted(type(reply).__name__ for reply in replies) == ["Done", "Refused", "Refused"]
    assert len([event for event in w.heard.events if isinstance(event, Discarded)]) == before + 1


async def test_an_interaction_that_arrives_twice_counts_once(w: World) -> None:
    table = await w.match(ANN, BOB)
    screen = await w.until_turn(table, ANN)
    action = _discard(screen.view.own and screen.view.own.asked)
    done(await w.tables.act(table, ANN, action, interaction=77))
    assert isinstance(await w.tables.act(table, ANN, action, interaction=77), Refused)


async def test_whoever_has_no_chair_is_told_so(w: World) -> None:
    table = await w.match(ANN)
    assert refusal(await w.tables.act(table, EVE, PASS)) == "no_chair"
    assert w.tables.screen(table, EVE) is None
    assert refusal(await w.tables.act("nonsense", ANN, PASS)) == "no_table"  # type: ignore[arg-type]


async def test_out_of_turn_changes_nothing(w: World) -> None:
    table = await w.match(ANN, BOB, CAT, DAN)
    turn = next(user for user in (ANN, BOB, CAT, DAN) if w.screen(table, user).asked)
    other = next(user for user in (ANN, BOB, CAT, DAN) if user != turn)
    screen = w.screen(table, other)
    assert screen.view.own is not None
    tile = screen.view.own.hand.kinds()[0]
    before = len(w.heard.boards)
    assert refusal(await w.tables.act(table, other, Discard(tile))) == "not_your_turn"
    assert len(w.heard.boards) == before
    assert w.screen(table, other).view == screen.view


# ---------------------------------------------------------------------- time


async def test_out_of_time_the_drawn_tile_is_discarded(w: World) -> None:
    table = await w.match(ANN, BOB, CAT, DAN)
    user = next(user for user in (ANN, BOB, CAT, DAN) if w.screen(table, user).asked)
    screen = w.screen(table, user)
    assert screen.view.own is not None
    await w.clock.advance(44)
    assert w.screen(table, user).prompt == screen.prompt
    await w.clock.advance(1.5)
    discards = [event for event in w.heard.events if isinstance(event, Discarded)]
    assert discards[0].tile == screen.view.own.drawn
    assert discards[0].drawn


async def test_twice_out_of_time_a_seat_plays_by_itself_until_its_owner_acts(w: World) -> None:
    table = await w.match(ANN)
    await w.clock.advance(300)
    board = w.tables.board(table)
    assert board is not None
    chair = board.meta.chairs[0]
    assert chair is not None
    assert chair.presence is Presence.AUTO
    done(await w.tables.back(table, ANN))
    board = w.tables.board(table)
    assert board is not None
    assert board.meta.chairs[0] is not None
    assert board.meta.chairs[0].presence is Presence.HERE


async def test_a_clock_of_the_last_hand_does_nothing_in_the_next(w: World) -> None:
    table = await w.match(ANN)
    await w.play_hand(table, ANN)
    stale = list(w.clock.timers)
    done(await w.tables.ready(table, ANN, "r"))
    asked = w.screen(table, ANN).prompt
    for timer in stale:
        timer.call()
    await settle()
    assert w.screen(table, ANN).prompt == asked


async def test_no_clock_is_no_clock(w: World) -> None:
    table = await w.match(ANN, turn_seconds=None, claim_seconds=None)
    screen = await w.until_turn(table, ANN)
    await w.clock.advance(20 * 24 * 3600)
    assert w.screen(table, ANN).prompt == screen.prompt


async def test_claim_windows_of_even_length_last_whoever_can_claim(w: World) -> None:
    table = await w.match(ANN, BOB, CAT, DAN, windows=Windows.EVEN)
    user = next(user for user in (ANN, BOB, CAT, DAN) if w.screen(table, user).asked)
    own = w.screen(table, user).view.own
    draws = _draws(w)
    done(await w.tables.act(table, user, _discard(own and own.asked)))
    for other in (ANN, BOB, CAT, DAN):
        if w.screen(table, other).asked:
            done(await w.tables.act(table, other, PASS))
    await w.clock.advance(6)
    assert _draws(w) == draws
    await w.clock.advance(3)
    assert _draws(w) == draws + 1


def _draws(w: World) -> int:
    return sum(isinstance(event, Drew) for event in w.heard.events)


# ---------------------------------------------------------------------- coming and going


async def test_leaving_ends_nothing_and_coming_back_is_possible(w: World) -> None:
    table = await w.match(ANN, BOB)
    assert isinstance(await w.tables.leave(table, BOB), Confirm)
    done(await w.tables.leave(table, BOB, confirmed=True))
    assert w.tables.screen(table, BOB) is None
    assert w.tables.of_user(BOB) == ()
    board = await w.play_hand(table, ANN)
    entries = await w.store.ledger.balances(GUILD, AllTime())
    assert set(entries) <= {account_of(ANN), account_of(BOB), BOTS}
    item = await w.store.ledger.item(f"hand:{table}:1")
    assert item is not None
    assert account_of(BOB) in {entry.account for entry in item.entries}
    done(await w.tables.ready(table, ANN, "r"))
    await w.play_hand(table, ANN)
    item = await w.store.ledger.item(f"hand:{table}:2")
    assert item is not None
    assert account_of(BOB) not in {entry.account for entry in item.entries}
    done(await w.tables.join(table, BOB, "b"))
    assert w.tables.screen(table, BOB) is not None
    assert board.meta.host == ANN


async def test_somebody_else_takes_a_computer_players_chair(w: World) -> None:
    table = await w.match(ANN)
    done(await w.tables.join(table, EVE, "e"))
    assert w.tables.screen(table, EVE) is None
    assert refusal(await w.tables.join(table, EVE, "e")) == "asked_for_seat"
    done(await w.tables.admit(table, ANN, EVE))
    assert w.tables.screen(table, EVE) is not None
    await w.play_hand(table, ANN, EVE)
    item = await w.store.ledger.item(f"hand:{table}:1")
    assert item is not None
    assert account_of(EVE) not in {entry.account for entry in item.entries}


async def test_a_table_without_people_ends_with_its_hand(w: World) -> None:
    table = await w.match(ANN)
    done(await w.tables.leave(table, ANN, confirmed=True))
    for _ in range(600):
        if w.tables.board(table) is None:
            break
        await w.clock.fire_next()
    assert w.tables.board(table) is None
    item = await w.store.ledger.item(f"hand:{table}:1")
    assert item is not None


async def test_when_nobody_is_ready_the_table_rests(w: World) -> None:
    table = await w.match(ANN)
    await w.play_hand(table, ANN)
    await w.clock.advance(120)
    board = w.tables.board(table)
    assert board is not None
    assert board.meta.paused
    done(await w.tables.ready(table, ANN, "late"))
    board = w.tables.board(table)
    assert board is not None
    assert board.meta.number == 2


# ---------------------------------------------------------------------- together


async def test_a_vote_of_more_than_half_ends_the_table_and_pays_nothing(w: World) -> None:
    table = await w.match(ANN, BOB, CAT)
    done(await w.tables.vote(table, ANN, VoteKind.END))
    assert w.tables.board(table) is not None
    assert refusal(await w.tables.vote(table, ANN, VoteKind.END)) == "voted"
    assert refusal(await w.tables.vote(table, EVE, VoteKind.END)) == "no_chair"
    done(await w.tables.vote(table, BOB, VoteKind.END))
    assert w.tables.board(table) is None
    assert await w.store.ledger.item(f"hand:{table}:1") is None


async def test_a_paused_table_refuses_moves_until_it_goes_on(w: World) -> None:
    table = await w.match(ANN)
    screen = await w.until_turn(table, ANN)
    done(await w.tables.vote(table, ANN, VoteKind.PAUSE))
    own = screen.view.own
    assert refusal(await w.tables.act(table, ANN, _discard(own and own.asked))) == "paused"
    await w.clock.advance(3600)
    assert w.screen(table, ANN).prompt == screen.prompt
    assert refusal(await w.tables.resume(table, EVE)) == "no_chair"
    done(await w.tables.resume(table, ANN))
    done(await w.tables.act(table, ANN, _discard(own and own.asked), prompt=screen.prompt))


async def test_undoing_a_hand_takes_its_points_back_once(w: World) -> None:
    table = await w.match(ANN)
    board = await w.play_hand(table, ANN)
    scores = [chair and chair.score for chair in board.meta.chairs]
    done(await w.tables.vote(table, ANN, VoteKind.UNDO))
    board = w.tables.board(table)  # type: ignore[assignment]
    assert [chair and chair.score for chair in board.meta.chairs] == [0, 0, 0, 0] != scores
    assert not await w.store.ledger.balances(GUILD, AllTime())
    assert refusal(await w.tables.vote(table, ANN, VoteKind.UNDO)) == "nothing_to_undo"
    await w.restart()
    assert not await w.store.check()


async def test_the_same_seats_play_again(w: World) -> None:
    table = await w.match(ANN, length=1, points=Points.FRIENDLY)
    for _ in range(40):
        board = await w.play_hand(table, ANN)
        if board.view is not None and board.view.over:
            break
        done(await w.tables.ready(table, ANN, "r"))
    assert refusal(await w.tables.again(table, EVE, "x")) == "no_chair"
    following = done(await w.tables.again(table, ANN, "again"))
    assert following != table
    assert w.tables.board(table) is None
    assert w.tables.screen(following, ANN) is not None
    assert not await w.store.ledger.balances(GUILD, AllTime())


# ---------------------------------------------------------------------- practice


async def test_in_private_messages_a_practice_table_begins_at_once(w: World) -> None:
    table = done(await w.tables.open(NewTable(Where(None, 5), ANN, "lishui", throw="t")))
    assert w.tables.screen(table, ANN) is not None
    await w.play_hand(table, ANN)
    assert await w.store.ledger.guilds() == ()


# ---------------------------------------------------------------------- restarts, faults, other writers


@pytest.mark.parametrize("people", [(ANN,), (ANN, BOB, CAT, DAN)])
async def test_a_restart_after_every_action_changes_nothing(w: World, people: tuple[int, ...]) -> None:
    table = await w.match(*people)
    for _ in range(25):
        before = {user: w.tables.screen(table, user) for user in people}
        await w.restart()
        assert {user: w.tables.screen(table, user) for user in people} == before
        if w.tables.board(table) is None:
            break
        await w.clock.fire_next()


async def test_a_deadline_survives_a_restart(w: World) -> None:
    table = await w.match(ANN, BOB, CAT, DAN)
    user = next(user for user in (ANN, BOB, CAT, DAN) if w.screen(table, user).asked)
    prompt = w.screen(table, user).prompt
    await w.clock.advance(40)
    await w.restart()
    await w.clock.advance(4)
    assert w.screen(table, user).prompt == prompt
    await w.clock.advance(2)
    assert w.screen(table, user).prompt != prompt


async def test_a_restart_long_after_the_deadline_goes_on(w: World) -> None:
    table = await w.match(ANN, BOB, CAT, DAN)
    user = next(user for user in (ANN, BOB, CAT, DAN) if w.screen(table, user).asked)
    prompt = w.screen(table, user).prompt
    w.clock.time += 3600
    await w.restart()
    await w.clock.advance(1)
    assert w.screen(table, user).prompt != prompt


async def test_an_ended_table_is_not_offered_again(w: World) -> None:
    table = await w.match(ANN)
    done(await w.tables.vote(table, ANN, VoteKind.END))
    await w.restart()
    assert w.tables.board(table) is None
    assert w.tables.open_tables() == ()


async def test_a_fault_in_one_table_leaves_it_and_the_others_as_they_were(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, other = await w.match(ANN), await w.match(BOB)
    screen = await w.until_turn(table, ANN)
    own = screen.view.own

    def broken(*_args: object, **_kwargs: object) -> object:
        raise ValueError("a fault of ours")

    with monkeypatch.context() as patch:
        patch.setattr("bot.tables.play.act", broken)
        assert refusal(await w.tables.act(table, ANN, _discard(own and own.asked))) == "fault"
    assert w.heard.faults == [table]
    assert w.screen(table, ANN) == screen
    done(await w.tables.act(table, ANN, _discard(own and own.asked)))
    assert w.tables.board(other) is not None


async def test_two_processes_on_one_database_never_both_win(w: World, tmp_path: Path) -> None:
    table = await w.match(ANN, BOB, CAT, DAN)
    async with world(tmp_path / "q.db") as second:
        await second.tables.recover()
        user = next(user for user in (ANN, BOB, CAT, DAN) if w.screen(table, user).asked)
        screen = w.screen(table, user)
        own = screen.view.own
        action = _discard(own and own.asked)
        replies = await asyncio.gather(
            w.tables.act(table, user, action, prompt=screen.prompt),
            second.tables.act(table, user, action, prompt=screen.prompt),
        )
        assert sorted(type(reply).__name__ for reply in replies) == ["Done", "Refused"]
        assert {refusal(reply) for reply in replies if isinstance(reply, Refused)} == {"stale"}


async def test_four_tables_in_one_channel_do_not_meet(w: World) -> None:
    tables = [await w.match(user) for user in (ANN, BOB, CAT, DAN)]
    for table, user in zip(tables, (ANN, BOB, CAT, DAN), strict=True):
        await w.play_hand(table, user)
    assert len(w.tables.in_channel(CHANNEL)) == 4
    assert not await w.store.check()
    assert isinstance(await w.tables.ready(tables[0], BOB, "x"), Refused)


def _discard(asked: object) -> Discard:
    assert isinstance(asked, tuple)
    return next(action for action in asked if isinstance(action, Discard))
