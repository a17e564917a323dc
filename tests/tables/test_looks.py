"""What is looked at of a table is made once for each of its changes, and for each player."""

from bot.engine.actions import PASS
from tests.tables.world import ANN, BOB, EVE, World, done


async def test_the_same_until_the_table_changes(w: World) -> None:
    table = await w.match(ANN, BOB)
    screen, board = await w.until_turn(table, ANN), w.tables.board(table)
    assert w.tables.screen(table, ANN) is screen
    assert w.tables.board(table) is board
    assert screen.board is board
    assert screen.view.own is not None
    action = next(each for each in screen.view.own.asked if each != PASS)
    done(await w.tables.act(table, ANN, action, confirmed=True))
    assert w.tables.board(table) is not board
    assert w.screen(table, ANN) is not screen
    assert w.screen(table, ANN).view != screen.view


async def test_everybody_has_their_own(w: World) -> None:
    table = await w.match(ANN, BOB)
    ann, bob = w.screen(table, ANN), w.screen(table, BOB)
    assert ann.view.own is not None
    assert bob.view.own is not None
    assert ann.view.own.hand != bob.view.own.hand
    assert w.tables.screen(table, EVE) is None
    assert w.tables.screen(table, ANN) is ann


async def test_who_sits_down_later_is_not_told_what_they_saw_before(w: World) -> None:
    table = await w.lobby(ANN)
    assert w.tables.screen(table, BOB) is None
    done(await w.tables.join(table, BOB, "t"))
    done(await w.tables.start(table, ANN, fill=True))
    assert w.tables.screen(table, BOB) is not None
