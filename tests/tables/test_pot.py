"""What lies in a pot goes back where a match is not played out, and undoing a hand leaves no pot without points."""

from typing import Any

import pytest

from bot.engine.actions import HU, Chance, Discard, Special
from bot.engine.events import HandBegan, Noted
from bot.engine.notation import parse_tile
from bot.tables.ledger_values import AllTime
from bot.tables.meta import VoteKind
from bot.tables.ports import TableId
from tests.rules.mawan.play import READY, results
from tests.tables.world import ANN, BOB, CAT, DAN, GUILD, World, done

PEOPLE = (ANN, BOB, CAT, DAN)
BREAK = Special("break_pot")


async def broken(w: World, **settings: Any) -> tuple[TableId, int]:
    """A Mawan table of four people whose first dealer has broken a pot of 3, and who that is."""
    table = await w.match(*PEOPLE, rules="mawan", **settings)
    breaker = next(user for user in PEOPLE if w.screen(table, user).asked)
    done(await w.tables.act(table, breaker, BREAK))
    return table, breaker


async def drawn(w: World, table: TableId) -> None:
    """Nobody does anything until the hand is over."""
    for _ in range(2000):
        board = w.tables.board(table)
        assert board is not None
        assert board.view is not None
        if not board.view.running:
            assert not board.view.wins
            return
        await w.clock.fire_next()
    raise AssertionError("the hand never ends")


async def ready(w: World, table: TableId) -> None:
    for user in PEOPLE:
        done(await w.tables.ready(table, user, f"r{user}"))


def pot(w: World, table: TableId) -> dict[str, int | str] | None:
    """What the board says of the pot: its points, and which of its hands this (or the next) one is."""
    board = w.tables.board(table)
    assert board is not None
    assert board.view is not None
    return next((dict(badge.params) for badge in board.view.badges if badge.key == "pot"), None)


def scores(w: World, table: TableId) -> dict[int, int]:
    board = w.tables.board(table)
    assert board is not None
    return {chair.user: chair.score for chair in board.meta.chairs if chair is not None and chair.user is not None}


async def balances(w: World) -> dict[str, int]:
    found = await w.store.ledger.balances(GUILD, AllTime())
    return {str(account): points for account, points in found.items() if points}


async def test_a_pot_that_stands_between_two_hands_goes_back_when_the_table_ends(w: World) -> None:
    table, breaker = await broken(w)
    await drawn(w, table)
    assert await balances(w) == {str(breaker): -3, f"pot:{table}": 3}
    assert scores(w, table)[breaker] == -3
    done(await w.tables.end(table, ANN, manager=True, confirmed=True))
    assert await balances(w) == {}
    assert all(chair is not None and chair.score == 0 for chair in w.heard.boards[-1].meta.chairs)
    await w.restart()
    assert await balances(w) == {}
    assert not await w.store.check()


async def test_a_pot_of_the_hand_before_goes_back_when_a_hand_is_called_off(w: World) -> None:
    table, _ = await broken(w)
    await drawn(w, table)
    await ready(w, table)
    for user in PEOPLE[:3]:
        done(await w.tables.vote(table, user, VoteKind.END))
    assert w.tables.board(table) is None
    assert await balances(w) == {}
    assert all(chair is not None and chair.score == 0 for chair in w.heard.boards[-1].meta.chairs)
    assert not await w.store.check()


async def test_a_pot_that_was_broken_in_the_hand_that_is_called_off_was_never_paid(w: World) -> None:
    table, _ = await broken(w)
    done(await w.tables.end(table, ANN, manager=True, confirmed=True))
    assert await balances(w) == {}
    assert all(chair is not None and chair.score == 0 for chair in w.heard.boards[-1].meta.chairs)


async def test_a_pot_goes_back_when_everybody_has_left(w: World) -> None:
    table, _ = await broken(w)
    await drawn(w, table)
    await ready(w, table)
    for user in PEOPLE:
        done(await w.tables.leave(table, user, confirmed=True))
    for _ in range(2000):
        if w.tables.board(table) is None:
            break
        await w.clock.fire_next()
    found = await balances(w)
    assert f"pot:{table}" not in found
    assert sum(found.values()) == 0
    assert not await w.store.check()


async def test_undoing_the_hand_in_which_a_pot_was_broken_leaves_no_pot(w: World) -> None:
    table, breaker = await broken(w)
    await drawn(w, table)
    assert pot(w, table) is not None
    for user in PEOPLE[:3]:
        done(await w.tables.vote(table, user, VoteKind.UNDO))
    assert pot(w, table) is None
    assert scores(w, table)[breaker] == 0
    assert await balances(w) == {}
    await w.restart()
    assert pot(w, table) is None
    await ready(w, table)
    assert any(BREAK in (own.asked if (own := w.screen(table, user).view.own) else ()) for user in PEOPLE)


async def test_undoing_a_later_hand_leaves_the_pot_as_it_was_before_it(w: World) -> None:
    table, breaker = await broken(w)
    await drawn(w, table)
    before = pot(w, table)
    await ready(w, table)
    await drawn(w, table)
    later = pot(w, table)
    assert (before, later) == ({"points": 3, "hand": 2}, {"points": 3, "hand": 3})
    for user in PEOPLE[:3]:
        done(await w.tables.vote(table, user, VoteKind.UNDO))
    assert pot(w, table) == before
    await w.restart()
    assert pot(w, table) == before
    assert await balances(w) == {str(breaker): -3, f"pot:{table}": 3}
    done(await w.tables.end(table, ANN, manager=True, confirmed=True))
    assert await balances(w) == {}


async def test_undoing_the_last_hand_of_a_match_gives_the_pot_back(w: World) -> None:
    """The pot went back with the last hand of the match; where that hand is taken back, it goes back all the same."""
    table = await w.match(*PEOPLE, rules="mawan", length=1)
    for _ in range(2):
        await drawn(w, table)
        await ready(w, table)
    breaker = next(user for user in PEOPLE if w.screen(table, user).asked)
    done(await w.tables.act(table, breaker, BREAK))
    for _ in range(2):
        await drawn(w, table)
        board = w.tables.board(table)
        if board is not None and board.view is not None and not board.view.over:
            await ready(w, table)
    assert pot(w, table) is None
    assert await balances(w) == {}
    for user in PEOPLE[:3]:
        done(await w.tables.vote(table, user, VoteKind.UNDO))
    assert await balances(w) == {}
    assert set(scores(w, table).values()) == {0}
    await w.restart()
    done(await w.tables.end(table, ANN, confirmed=True))
    assert await balances(w) == {}
    assert not await w.store.check()


# ---------------------------------------------------------------------- knocking of its own accord

FEEDS = f"== hand\ndeal 0: 147m258p1479sESW5p\ndeal 1: {READY}\n0 break_pot\n0 discard 5p\n1 hu\n"


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 0 deals; seat 1 is ready for 5p, which seat 0 holds."""
    began = results(FEEDS)[0].events[0]
    assert isinstance(began, HandBegan)
    dealer = Chance((), ((1, 4), (1, 1), (1, 1)))
    monkeypatch.setattr("bot.tables.draft.chance_of", lambda proof, _tiles: began.chance if proof.number else dealer)


async def fed(w: World, table: TableId) -> None:
    """Seat 0 breaks the pot and feeds seat 1, which wins; then time passes until the hand is over."""
    done(await w.tables.act(table, ANN, BREAK))
    done(await w.tables.act(table, ANN, Discard(parse_tile("5p"))))
    screen = w.tables.screen(table, BOB)
    if screen is not None and screen.view.own is not None and HU in screen.view.own.asked:
        done(await w.tables.act(table, BOB, HU))
    while (board := w.tables.board(table)) is not None and board.view is not None and board.view.running:
        await w.clock.fire_next()


def ends(w: World) -> list[tuple[str, int | None]]:
    """What has become of the pot, and by whom."""
    pots = ("pot_taken", "pot_doubled")
    return [(event.name, event.seat) for event in w.heard.events if isinstance(event, Noted) and event.name in pots]


@pytest.mark.usefixtures("scripted")
async def test_a_computer_player_that_has_won_knocks(w: World) -> None:
    table = await w.match(ANN, rules="mawan")
    await fed(w, table)
    assert ends(w) == [("pot_taken", 1)]
    assert f"pot:{table}" not in await balances(w)


@pytest.mark.usefixtures("scripted")
async def test_the_computer_player_of_somebody_who_has_left_knocks(w: World) -> None:
    table = await w.match(*PEOPLE, rules="mawan")
    done(await w.tables.leave(table, BOB, confirmed=True))
    await fed(w, table)
    assert ends(w) == [("pot_taken", 1)]


@pytest.mark.usefixtures("scripted")
async def test_nobody_knocks_for_a_person_even_one_who_is_away(w: World) -> None:
    table = await w.match(*PEOPLE, rules="mawan")
    await fed(w, table)
    assert ends(w) == [("pot_doubled", 1)]
