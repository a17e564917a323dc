"""Manners: hosts who disappear, seats that play by themselves, pauses, settings that answer beforehand."""

from typing import Any

import pytest

from bot.engine.actions import HU, PASS, Action, ChiClaim, Discard, PengClaim
from bot.engine.events import Melded
from bot.engine.melds import Chi, Peng
from bot.engine.tiles import Tile
from bot.rules import REGISTRY
from bot.tables.api import Refused
from bot.tables.meta import Chair, Presence, VoteKind
from bot.tables.ports import TableId, TableStatus
from bot.tables.preferences import Preferences, reflex, write_preferences
from tests.tables.world import ANN, BOB, CAT, DAN, EVE, World, done


def refusal(reply: object) -> str:
    assert isinstance(reply, Refused), reply
    return reply.reason


def chair(w: World, table: TableId, user: int) -> Chair:
    board = w.tables.board(table)
    assert board is not None
    number = board.meta.chair_of(user)
    assert number is not None
    found = board.meta.chairs[number]
    assert found is not None
    return found


async def chosen(w: World, user: int, **settings: Any) -> None:
    """Somebody's settings."""
    wanted = Preferences(**settings)
    await w.store.settings.change_person(user, lambda text: write_preferences(text, wanted))
    await w.tables.preferences_changed(user)


# ---------------------------------------------------------------------- the host


async def test_while_the_host_is_away_the_earliest_player_removes_who_is_away(w: World) -> None:
    table = await w.match(ANN, BOB, CAT, turn_seconds=10, claim_seconds=10)
    assert refusal(await w.tables.kick(table, BOB, ANN)) == "host_only"
    for _ in range(200):
        if chair(w, table, ANN).presence is Presence.AUTO:
            break
        for user in (BOB, CAT):
            screen = w.tables.screen(table, user)
            if screen is not None and screen.asked and screen.view.own is not None:
                asked = screen.view.own.asked
                done(await w.tables.act(table, user, PASS if PASS in asked else asked[0], confirmed=True))
                break
        else:
            await w.clock.fire_next()
    assert chair(w, table, ANN).presence is Presence.AUTO
    assert refusal(await w.tables.kick(table, CAT, ANN)) == "host_only"
    done(await w.tables.kick(table, BOB, ANN))
    assert chair(w, table, ANN).presence is Presence.LEFT


async def test_a_lobby_whose_host_does_nothing_is_begun_by_the_next_one(w: World) -> None:
    table = await w.lobby(ANN, BOB, CAT)
    assert refusal(await w.tables.start(table, BOB, fill=True)) == "host_only"
    await w.clock.advance(9 * 60)
    assert refusal(await w.tables.start(table, BOB, fill=True)) == "host_only"
    await w.clock.advance(2 * 60)
    assert refusal(await w.tables.start(table, CAT, fill=True)) == "host_only"
    done(await w.tables.start(table, BOB, fill=True))


async def test_the_host_who_leaves_a_match_hands_it_on_to_the_earliest(w: World) -> None:
    table = await w.match(ANN, BOB, CAT)
    done(await w.tables.leave(table, ANN, confirmed=True))
    board = w.tables.board(table)
    assert board is not None
    assert board.meta.host == BOB


# ---------------------------------------------------------------------- played for


async def away(w: World) -> TableId:
    table = await w.match(ANN)
    await w.clock.advance(300)
    assert chair(w, table, ANN).presence is Presence.AUTO
    return table


async def next_turn(w: World, table: TableId) -> bool:
    """Let the others play until it is ann's turn, passing what she could claim; False where the hand ends first."""
    while (board := w.tables.board(table)) is not None and board.view is not None and board.view.running:
        own = w.screen(table, ANN).view.own
        asked = own.asked if own is not None and w.screen(table, ANN).asked else ()
        if PASS in asked:
            done(await w.tables.act(table, ANN, PASS))
        elif asked:
            return True
        else:
            await w.clock.fire_next()
    return False


async def test_once_out_of_time_is_not_twice_running(w: World) -> None:
    seen = 0
    for _ in range(8):
        table = await w.match(ANN)
        if not await next_turn(w, table):
            continue
        await w.clock.advance(46)
        missed = chair(w, table, ANN)
        assert (missed.missed, missed.presence) == (1, Presence.HERE)
        if await next_turn(w, table):
            own = w.screen(table, ANN).view.own
            tile = next((each for each in own.asked if isinstance(each, Discard)), None) if own else None
            if tile is not None:
                done(await w.tables.act(table, ANN, tile, confirmed=True))
                assert chair(w, table, ANN).missed == 0
                seen += 1
        if w.tables.board(table) is not None:
            done(await w.tables.abandon(table))
    assert seen


async def test_a_vote_brings_its_owner_back(w: World) -> None:
    table = await w.match(ANN, BOB)
    await w.clock.advance(300)
    assert chair(w, table, ANN).presence is Presence.AUTO
    done(await w.tables.vote(table, ANN, VoteKind.PAUSE))
    assert chair(w, table, ANN).presence is Presence.HERE
    assert chair(w, table, BOB).presence is Presence.AUTO


async def test_even_a_wrong_move_brings_its_owner_back(w: World) -> None:
    table = await away(w)
    assert isinstance(await w.tables.act(table, ANN, Discard(Tile(41))), Refused)
    assert chair(w, table, ANN).presence is Presence.HERE


async def test_what_somebody_else_does_brings_nobody_back(w: World) -> None:
    table = await away(w)
    assert refusal(await w.tables.act(table, EVE, PASS)) == "no_chair"
    assert refusal(await w.tables.vote(table, EVE, VoteKind.END)) == "no_chair"
    assert chair(w, table, ANN).presence is Presence.AUTO


async def test_who_has_left_acts_no_more_and_comes_back_to_the_same_seat(w: World) -> None:
    table = await w.match(ANN, BOB)
    board = w.tables.board(table)
    assert board is not None
    number = board.meta.chair_of(BOB)
    done(await w.tables.leave(table, BOB, confirmed=True))
    for reply in (
        await w.tables.act(table, BOB, PASS),
        await w.tables.back(table, BOB),
        await w.tables.leave(table, BOB),
        await w.tables.ready(table, BOB, "r"),
        await w.tables.vote(table, BOB, VoteKind.END),
        await w.tables.resume(table, BOB),
    ):
        assert refusal(reply) in {"no_chair", "hand_running"}
    done(await w.tables.join(table, BOB, "b"))
    board = w.tables.board(table)
    assert board is not None
    assert board.meta.chair_of(BOB) == number
    assert chair(w, table, BOB).presence is Presence.HERE


# ---------------------------------------------------------------------- together


async def test_a_pause_stops_the_clock_and_is_ended_by_one_player(w: World) -> None:
    table = await w.match(ANN, BOB)
    prompt = w.screen(table, ANN).prompt
    done(await w.tables.vote(table, ANN, VoteKind.PAUSE))
    assert refusal(await w.tables.vote(table, ANN, VoteKind.PAUSE)) == "voted"
    done(await w.tables.vote(table, BOB, VoteKind.PAUSE))
    await w.clock.advance(3600)
    assert w.screen(table, ANN).prompt == prompt
    assert refusal(await w.tables.resume(table, EVE)) == "no_chair"
    done(await w.tables.resume(table, BOB))
    assert refusal(await w.tables.resume(table, BOB)) == "not_paused"
    board = w.tables.board(table)
    assert board is not None
    assert board.meta.due is not None
    assert board.meta.due > w.clock.now()


async def test_a_pause_that_nobody_ends_ends_the_table_after_a_week(w: World) -> None:
    table = await w.match(ANN)
    done(await w.tables.vote(table, ANN, VoteKind.PAUSE))
    await w.clock.advance(6.9 * 24 * 3600)
    assert w.tables.board(table) is not None
    await w.clock.advance(0.2 * 24 * 3600)
    assert w.tables.board(table) is None


async def test_those_who_have_left_do_not_count_in_a_vote(w: World) -> None:
    table = await w.match(ANN, BOB, CAT, DAN)
    done(await w.tables.leave(table, CAT, confirmed=True))
    done(await w.tables.leave(table, DAN, confirmed=True))
    done(await w.tables.vote(table, ANN, VoteKind.END))
    board = w.tables.board(table)
    assert board is not None
    assert board.status is TableStatus.RUNNING
    done(await w.tables.vote(table, BOB, VoteKind.END))
    assert w.tables.board(table) is None


async def test_an_abandoned_table_ends_once(w: World) -> None:
    table = await w.match(ANN)
    done(await w.tables.abandon(table))
    assert refusal(await w.tables.abandon(table)) == "no_table"
    assert w.tables.of_user(ANN) == ()


# ---------------------------------------------------------------------- answers given beforehand


CHI = ChiClaim((Tile(1), Tile(2)))
PENG = PengClaim()


@pytest.mark.parametrize(
    ("settings", "asked", "answer"),
    [
        ({"never_chi": True}, (CHI, PASS), PASS),
        ({"never_chi": True}, (CHI, PENG, PASS), None),
        ({"never_peng": True}, (PENG, PASS), PASS),
        ({"never_peng": True}, (CHI, PENG, PASS), None),
        ({"never_chi": True, "never_peng": True}, (CHI, PENG, PASS), PASS),
        ({"never_chi": True, "never_peng": True}, (HU, PENG, PASS), None),
        ({"win_for_me": True}, (HU, PASS), HU),
        ({"win_for_me": True}, (CHI, PASS), None),
        ({"never_chi": True}, (Discard(Tile(1)),), None),
        ({}, (CHI, PASS), None),
    ],
)
def test_what_is_answered_beforehand(
    settings: dict[str, Any], asked: tuple[Action, ...], answer: Action | None
) -> None:
    assert reflex(Preferences(**settings), asked) == answer


@pytest.mark.parametrize("rules", REGISTRY)
async def test_who_never_wants_chi_or_peng_is_never_asked_for_them(w: World, rules: str) -> None:
    await chosen(w, ANN, never_chi=True, never_peng=True)
    table = await w.match(ANN, rules=rules)
    for _ in range(150):
        screen = w.tables.screen(table, ANN)
        if screen is None or not screen.view.running:
            break
        own = screen.view.own
        assert own is not None
        asked = own.asked if screen.asked else ()
        assert not asked or not all(isinstance(each, ChiClaim | PengClaim) or each == PASS for each in asked), asked
        if asked:
            done(await w.tables.act(table, ANN, PASS if PASS in asked else asked[0], confirmed=True))
        else:
            await w.clock.fire_next()
    seat = w.screen(table, ANN).seat
    melds = [event.meld for event in w.heard.events if isinstance(event, Melded) and event.seat == seat]
    assert not any(isinstance(meld, Chi | Peng) for meld in melds)


async def test_a_seat_that_is_away_answers_nothing_beforehand(w: World) -> None:
    await chosen(w, ANN, win_for_me=True)
    table = await away(w)
    before = chair(w, table, ANN).missed
    await w.clock.advance(120)
    assert chair(w, table, ANN).missed == before
