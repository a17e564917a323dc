"""People without a chair who bet: whose account their points go to, and that the log doesn't know who they are."""

from bot.engine.actions import Special
from bot.tables.api import Refused
from bot.tables.ledger_values import AllTime, account_of
from bot.tables.ports import TableId
from tests.tables.world import ANN, BOB, CAT, DAN, EVE, GUILD, World, done


async def betting(w: World) -> TableId:
    """A hand of Sichuan in which bets are taken."""
    table = await w.match(ANN, BOB, rules="sichuan", options={"horses": 2, "exchange_three": "off"})
    for _ in range(60):
        board = w.tables.board(table)
        assert board is not None
        assert board.view is not None
        if board.view.stage == "horses":
            return table
        await w.clock.fire_next()
    raise AssertionError("nobody ever bets")


def bet(position: int) -> Special:
    return Special("horse", number=position)


async def test_the_log_names_bettors_by_their_number(w: World) -> None:
    table = await betting(w)
    done(await w.tables.outside(table, DAN, bet(3)))
    done(await w.tables.outside(table, EVE, bet(5)))
    log = "\n".join(await w.store.tables.log(table))
    assert '"bettor1"' in log
    assert '"bettor2"' in log
    assert str(DAN) not in log
    assert str(EVE) not in log


async def test_a_refused_bet_makes_no_bettor(w: World) -> None:
    table = await betting(w)
    assert isinstance(await w.tables.outside(table, DAN, bet(999)), Refused)
    assert isinstance(await w.tables.outside(table, ANN, bet(3)), Refused)
    board = w.tables.board(table)
    assert board is not None
    assert board.meta.bettors == ()
    done(await w.tables.outside(table, CAT, bet(3)))
    assert isinstance(await w.tables.outside(table, CAT, bet(4)), Refused)
    board = w.tables.board(table)
    assert board is not None
    assert board.meta.bettors == (CAT,)


async def test_what_a_bettor_wins_is_on_their_account(w: World) -> None:
    """A bettor's seat pays or gets something sooner or later: bets on hand after hand."""
    for _ in range(4):
        table = await betting(w)
        done(await w.tables.outside(table, DAN, bet(3)))
        await w.restart()
        await w.play_hand(table, ANN, BOB)
        balances = await w.store.ledger.balances(GUILD, AllTime())
        assert sum(balances.values()) == 0
        assert not [account for account in balances if "bettor" in account]
        if balances.get(account_of(DAN)):
            return
    raise AssertionError("a bettor never wins or loses")
