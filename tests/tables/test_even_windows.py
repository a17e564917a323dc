"""Claim windows of even length: when a table goes on does not depend on who could claim, nor on what they do about it.
And nobody is seen to be away because of a question that only they knew of."""

from dataclasses import dataclass, field
from random import Random

import pytest

from bot.engine.actions import PASS, Action, Discard
from bot.engine.events import EVERYBODY, BuGangDeclared, Discarded, Drew, Event, Melded, StageClosed, StageOpened, Won
from bot.engine.state import Windows
from bot.rules import REGISTRY
from bot.tables.api import Board
from bot.tables.codec import read_entry
from bot.tables.meta import Presence
from bot.tables.ports import TableId
from tests.tables.world import ANN, BOB, CAT, DAN, World, done

PEOPLE = (ANN, BOB, CAT, DAN)
CLAIM = 8
PACE = 1.0
SCATTERED = "scattered_hands"


@dataclass
class Timed:
    """A listener that writes down when it was told of what."""

    w: World
    events: list[tuple[float, Event]] = field(default_factory=list)

    def changed(self, _board: Board, events: tuple[Event, ...]) -> None:
        self.events += [(self.w.clock.now(), event) for event in events]

    def faulted(self, board: Board) -> None:
        raise AssertionError(board)

    def store_lost(self) -> None:
        raise AssertionError


def asked(w: World, table: TableId, user: int) -> tuple[Action, ...]:
    screen = w.tables.screen(table, user)
    return screen.view.own.asked if screen is not None and screen.asked and screen.view.own is not None else ()


async def played(w: World, table: TableId, random: Random, most: int = 90) -> None:
    """Everybody discards at once and claims nothing: who could, says so at once, later, or not at all."""
    for _ in range(most):
        board = w.tables.board(table)
        if board is None or board.view is None or not board.view.running:
            return
        moves = [(user, actions) for user in PEOPLE if (actions := asked(w, table, user))]
        chosen = next(((user, actions) for user, actions in moves if PASS not in actions), None)
        if chosen is not None:
            user, actions = chosen
            laid = [each for each in actions if isinstance(each, Discard)]
            done(await w.tables.act(table, user, laid[0] if laid else actions[0], confirmed=True))
        elif moves and random.random() < 0.5:
            done(await w.tables.act(table, moves[0][0], PASS))
        else:
            await w.clock.advance(random.choice((1.0, 3.0, 7.9)))


def windows(timed: Timed) -> list[float]:
    """How long each window was open: from what was offered to the next thing that others hear of."""
    found = []
    for place, (opened, event) in enumerate(timed.events):
        if not isinstance(event, Discarded | BuGangDeclared):
            continue
        following = timed.events[place + 1 :]
        told = (at for at, each in following if isinstance(each, Drew) or each.audience == EVERYBODY)
        found += [at - opened for at in told if at > opened][:1]
    return found


@pytest.mark.parametrize("rules", REGISTRY)
async def test_windows_of_even_length_are_open_equally_long(w: World, rules: str) -> None:
    w.tables.listen(timed := Timed(w))
    random = Random(rules)
    table = await w.match(*PEOPLE, rules=rules, windows=Windows.EVEN, claim_seconds=CLAIM)
    await played(w, table, random)
    found = windows(timed)
    assert len(found) > 10
    assert {round(each, 1) for each in found} == {float(CLAIM)}


@pytest.mark.parametrize("rules", REGISTRY)
async def test_windows_with_computer_players_too(w: World, rules: str) -> None:
    w.tables.listen(timed := Timed(w))
    await w.match(ANN, rules=rules, windows=Windows.EVEN, claim_seconds=CLAIM, turn_seconds=20)
    await w.clock.advance(600)
    found = windows(timed)
    assert len(found) > 10
    assert {round(each, 1) for each in found} == {float(CLAIM)}


@pytest.mark.parametrize("rules", REGISTRY)
async def test_computer_players_think_equally_long_whatever_they_hold(w: World, rules: str) -> None:
    """From their turn to what they do: the same seconds for a discard, a gang and a win."""
    w.tables.listen(timed := Timed(w))
    table = await w.match(ANN, rules=rules, turn_seconds=20)
    await w.clock.advance(600)
    seat = next(screen.seat for screen in [w.tables.screen(table, ANN)] if screen is not None)
    thought = []
    for place, (began, event) in enumerate(timed.events):
        if isinstance(event, Drew | Melded) and event.seat != seat:
            later = [at for at, each in timed.events[place + 1 :] if isinstance(each, Discarded | Melded | Won)]
            thought += [round(at - began, 1) for at in later if at > began][:1]
    assert len(thought) > 10
    assert set(thought) == {PACE}


async def test_short_windows_are_not(w: World) -> None:
    w.tables.listen(timed := Timed(w))
    table = await w.match(*PEOPLE, rules="lishui", claim_seconds=CLAIM)
    await played(w, table, Random(1))
    assert len({round(each, 1) for each in windows(timed)}) > 1


@pytest.mark.parametrize("windows", Windows)
async def test_hands_that_win_as_dealt_are_asked_for_in_every_hand_or_where_there_are_any(
    w: World, windows: Windows
) -> None:
    w.tables.listen(timed := Timed(w))
    options = {"pot": "off", "scattered": "on"}
    await w.match(*PEOPLE, rules="mawan", options=options, windows=windows, claim_seconds=CLAIM)
    await w.clock.advance(CLAIM)
    opened = [at for at, event in timed.events if isinstance(event, StageOpened) and event.name == SCATTERED]
    closed = [at for at, event in timed.events if isinstance(event, StageClosed) and event.name == SCATTERED]
    if windows is Windows.EVEN:
        assert [there - here for here, there in zip(opened, closed, strict=True)] == [CLAIM]
    else:
        assert (opened, closed) == ([], [])


async def test_nobody_is_seen_to_be_away_because_of_claims_that_they_let_pass(w: World) -> None:
    table = await w.match(*PEOPLE, claim_seconds=CLAIM)
    passed = 0
    for _ in range(120):
        board = w.tables.board(table)
        if board is None or board.view is None or not board.view.running:
            break
        moves = [(user, actions) for user in PEOPLE if (actions := asked(w, table, user))]
        user, actions = moves[0]
        if PASS in actions:
            passed += 1
            await w.clock.advance(CLAIM)
        else:
            laid = next(each for each in actions if isinstance(each, Discard))
            done(await w.tables.act(table, user, laid, confirmed=True))
        board = w.tables.board(table)
        assert board is not None
        assert [chair.presence for chair in board.meta.chairs if chair] == [Presence.HERE] * 4
        assert [chair.missed for chair in board.meta.chairs if chair] == [0] * 4
    assert passed > 5


@pytest.mark.parametrize("rules", REGISTRY)
async def test_without_a_clock_for_claims_no_window_waits_for_its_end(w: World, rules: str) -> None:
    """Nobody would play on for a month; nor is anything else waited for after a restart than before it."""
    table = await w.match(ANN, rules=rules, windows=Windows.EVEN, claim_seconds=None, turn_seconds=20)
    for _ in range(12):
        await w.clock.advance(60)
        before = w.tables.board(table)
        await w.restart()
        after = w.tables.board(table)
        assert before is not None
        assert after is not None
        assert (after.meta.due, after.meta.due_for) == (before.meta.due, before.meta.due_for)
        if not asked(w, table, ANN):
            continue
        moves = asked(w, table, ANN)
        passing = PASS if PASS in moves else moves[0]
        done(await w.tables.act(table, ANN, passing, confirmed=True))
    events = [event for event in map(read_entry, await w.store.tables.log(table)) if isinstance(event, Discarded)]
    assert len(events) > 12


@pytest.mark.parametrize("rules", REGISTRY)
async def test_a_window_that_is_answered_beforehand_is_as_long_as_the_others(w: World, rules: str) -> None:
    """The clock of the turn before is none of its business, be it longer or as good as over."""
    never = '{"never_chi": true, "never_peng": true}'
    for user in PEOPLE:
        await w.store.settings.change_person(user, lambda _: never)
    w.tables.listen(timed := Timed(w))
    random = Random(rules)
    table = await w.match(*PEOPLE, rules=rules, windows=Windows.EVEN, claim_seconds=CLAIM, turn_seconds=600)
    await played(w, table, random)
    found = windows(timed)
    assert len(found) > 10
    assert {round(each, 1) for each in found} == {float(CLAIM)}
