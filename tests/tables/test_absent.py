"""Absent at a table without clocks, newcomers at a running one: those who play decide."""

from bot.players import choose
from bot.tables.api import Board, Refused
from bot.tables.meta import Presence, VoteKind
from bot.tables.ports import TableId
from tests.tables.world import ANN, BOB, CAT, DAN, EVE, World, done

LONG = 11 * 60.0


def refusal(reply: object) -> str:
    assert isinstance(reply, Refused), reply
    return reply.reason


def board(w: World, table: TableId) -> Board:
    found = w.tables.board(table)
    assert found is not None
    return found


def presence(w: World, table: TableId, user: int) -> Presence:
    number = board(w, table).meta.chair_of(user)
    chair = None if number is None else board(w, table).meta.chairs[number]
    assert chair is not None
    return chair.presence


# ---------------------------------------------------------------------- absent


async def test_the_others_decide_that_the_table_plays_for_somebody_absent(w: World) -> None:
    table = await w.match(ANN, BOB, CAT, DAN, turn_seconds=None, claim_seconds=8)
    turn = board(w, table).view
    assert turn is not None
    assert turn.turn is not None
    absent = board(w, table).user_at(turn.turn)
    assert absent is not None
    first, second, third = (user for user in (ANN, BOB, CAT, DAN) if user != absent)
    assert refusal(await w.tables.kick(table, first, absent)) == "absent_early"
    await w.clock.advance(LONG)
    assert refusal(await w.tables.kick(table, first, second)) == "not_awaited"
    assert refusal(await w.tables.kick(table, absent, absent)) == "kick_self"
    assert refusal(await w.tables.kick(table, EVE, absent)) == "no_chair"
    done(await w.tables.kick(table, first, absent))
    assert presence(w, table, absent) is Presence.HERE
    assert refusal(await w.tables.kick(table, first, absent)) == "voted"
    (vote,) = board(w, table).meta.votes
    assert (vote.kind, vote.target, board(w, table).meta.needed(vote)) == (VoteKind.AWAY, absent, 2)
    done(await w.tables.kick(table, third, absent))
    assert presence(w, table, absent) is Presence.AUTO
    prompt = w.screen(table, absent).prompt
    await w.clock.advance(30)
    assert w.screen(table, absent).prompt != prompt
    done(await w.tables.back(table, absent))
    assert presence(w, table, absent) is Presence.HERE


async def test_with_a_clock_it_is_the_clock_that_decides(w: World) -> None:
    table = await w.match(ANN, BOB, turn_seconds=7 * 24 * 3600, claim_seconds=7 * 24 * 3600)
    await w.clock.advance(LONG)
    assert refusal(await w.tables.kick(table, ANN, BOB)) == "kick_playing"


async def test_of_two_the_one_who_is_there_goes_on_with_the_next_hand(w: World) -> None:
    table = await w.match(ANN, BOB, turn_seconds=None)
    await w.play_hand(table, ANN, BOB)
    done(await w.tables.ready(table, ANN, "r"))
    await w.clock.advance(3 * 24 * 3600)
    assert board(w, table).meta.number == 1
    done(await w.tables.kick(table, ANN, BOB))
    assert board(w, table).meta.number == 2
    assert presence(w, table, BOB) is Presence.AUTO


async def test_who_is_ready_is_not_absent(w: World) -> None:
    table = await w.match(ANN, BOB, turn_seconds=None)
    await w.play_hand(table, ANN, BOB)
    done(await w.tables.ready(table, BOB, "r"))
    await w.clock.advance(LONG)
    assert refusal(await w.tables.kick(table, ANN, BOB)) == "not_awaited"


async def test_the_last_one_to_be_waited_for_leaves_and_the_hand_begins(w: World) -> None:
    table = await w.match(ANN, BOB, turn_seconds=None)
    await w.play_hand(table, ANN, BOB)
    done(await w.tables.ready(table, ANN, "r"))
    done(await w.tables.leave(table, BOB, confirmed=True))
    assert board(w, table).meta.number == 2


async def test_without_a_clock_nobody_waits_between_hands_for_a_seat_that_plays_by_itself(w: World) -> None:
    table = await w.match(ANN, BOB, turn_seconds=None)
    await w.play_hand(table, ANN, BOB)
    await w.clock.advance(LONG)
    done(await w.tables.kick(table, ANN, BOB))
    assert board(w, table).meta.number == 1
    done(await w.tables.ready(table, ANN, "r"))
    assert board(w, table).meta.number == 2


async def test_with_a_clock_it_is_waited_for(w: World) -> None:
    table = await w.match(ANN, BOB, turn_seconds=10, claim_seconds=10)
    while presence(w, table, BOB) is not Presence.AUTO:
        if w.screen(table, ANN).asked:
            done(await w.tables.act(table, ANN, choose(w.screen(table, ANN).view), confirmed=True))
        else:
            await w.clock.fire_next()
    await w.play_hand(table, ANN)
    assert presence(w, table, BOB) is Presence.AUTO
    done(await w.tables.ready(table, ANN, "r"))
    assert board(w, table).meta.number == 1
    await w.clock.advance(61)
    assert board(w, table).meta.number == 2


# ---------------------------------------------------------------------- newcomers


async def test_a_newcomer_waits_until_somebody_who_plays_agrees(w: World) -> None:
    table = await w.match(ANN, BOB)
    done(await w.tables.join(table, EVE, "e"))
    await w.restart()
    assert board(w, table).meta.guests == (EVE,)
    assert refusal(await w.tables.admit(table, EVE, EVE)) == "no_chair"
    assert refusal(await w.tables.admit(table, DAN, EVE)) == "no_chair"
    assert refusal(await w.tables.admit(table, BOB, DAN)) == "no_guest"
    done(await w.tables.admit(table, BOB, EVE))
    assert EVE in board(w, table).meta.people()
    assert board(w, table).meta.guests == ()
    assert refusal(await w.tables.admit(table, ANN, EVE)) == "no_guest"


async def test_who_has_left_comes_back_without_being_asked_and_keeps_their_chair(w: World) -> None:
    table = await w.match(ANN, BOB)
    number = board(w, table).meta.chair_of(BOB)
    done(await w.tables.leave(table, BOB, confirmed=True))
    done(await w.tables.join(table, EVE, "e"))
    done(await w.tables.admit(table, ANN, EVE))
    assert board(w, table).meta.chair_of(EVE) != number
    done(await w.tables.join(table, BOB, "b"))
    assert board(w, table).meta.chair_of(BOB) == number
    assert presence(w, table, BOB) is Presence.HERE


async def test_there_are_no_more_guests_than_chairs_can_be_had(w: World) -> None:
    table = await w.match(ANN, BOB, CAT)
    for user in (EVE, 201, 202, 203):
        done(await w.tables.join(table, user, "x"))
    assert refusal(await w.tables.join(table, 204, "x")) == "table_full"
    done(await w.tables.admit(table, ANN, 202))
    assert refusal(await w.tables.admit(table, ANN, EVE)) == "table_full"


async def test_who_is_called_for_sits_down_unasked_and_no_more_than_were_called_for(w: World) -> None:
    table = await w.match(ANN, BOB)
    assert refusal(await w.tables.call(table, EVE)) == "no_chair"
    done(await w.tables.call(table, ANN))
    for user in (EVE, DAN):
        done(await w.tables.join(table, user, "x"))
        assert user in board(w, table).meta.people()
    done(await w.tables.leave(table, DAN, confirmed=True))
    done(await w.tables.join(table, CAT, "x"))
    assert board(w, table).meta.guests == (CAT,)


async def test_with_all_seats_taken_nobody_can_be_called_for(w: World) -> None:
    table = await w.match(ANN, BOB, CAT, DAN)
    assert refusal(await w.tables.call(table, ANN)) == "table_full"
