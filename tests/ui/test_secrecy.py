"""What a seat and a bystander are sent does not depend on what they can't know: posts before and after a permutation
of everything that is hidden from them are the same."""

from collections.abc import Iterator
from random import Random

import pytest

from bot.engine.actions import StartHand
from bot.engine.events import EVERYBODY
from bot.engine.hand import Hand
from bot.engine.legal import asked_now
from bot.engine.state import Claims, Idle, Over, State
from bot.engine.tiles import SEATS, Seat, Tile, is_flower
from bot.engine.view import view
from bot.render import Style
from bot.rules import REGISTRY
from bot.tables.api import Board, Screen
from bot.tables.meta import Chair, TableMeta, Where
from bot.tables.ports import TableId, TableStatus
from bot.ui.handpost import Setting, hand_post, table_shot
from bot.ui.pictures import Reader
from tests.support.random_play import apply, new_match, next_command, random_chance, random_options

STEPS = 80


def board_of(state: State) -> Board:
    meta = TableMeta(
        rules=state.rules.id, options=dict(state.options), length=1, host=1, language="en", turn_seconds=45,
        claim_seconds=8, created=0.0, chairs=tuple(Chair(number + 1) for number in SEATS), number=state.number, due=9.0,
    )  # fmt: skip
    return Board(
        id=TableId("t"), where=Where(1, 2), status=TableStatus.RUNNING, meta=meta, view=view(state, None),
        commitment="c", events=tuple(event for event in state.history if event.audience == EVERYBODY),
    )  # fmt: skip


def screen_of(state: State, seat: Seat) -> Screen:
    return Screen(
        board=board_of(state), view=view(state, seat), seat=seat, prompt="1.1", standing="1",
        asked=seat in asked_now(state), due=9.0,
    )  # fmt: skip


def reader() -> Reader:
    return Reader("en", lambda _board, seat: f"p{seat}", Style())


def sent(state: State, seat: Seat) -> object:
    """All that a player is sent: words, pictures, buttons."""
    return hand_post(screen_of(state, seat), reader(), Setting("Rivendale", "mahjong", ""))


def public(state: State) -> object:
    board = board_of(state)
    assert board.view is not None
    return table_shot(board, board.view, reader())


def shuffled(state: State, seat: Seat | None, random: Random) -> State:
    """The state with the tiles that this seat (or a bystander) can't see dealt out anew."""
    hidden = [other for other in SEATS if other != seat and not state.is_out(other)]
    unseen = [tile for other in hidden for tile in state.hands[other].tiles()]
    undealt = [at for at in range(state.head, state.tail) if not is_flower(state.wall[at])]
    pool: list[Tile] = unseen + [state.wall[at] for at in undealt]
    random.shuffle(pool)
    hands = list(state.hands)
    for other in hidden:
        size = state.hands[other].size()
        hands[other] = Hand.of(pool[:size], state.hands[other].melds)
        pool = pool[size:]
    wall = list(state.wall)
    for at, tile in zip(undealt, pool, strict=True):
        wall[at] = tile
    return state._replace(hands=(hands[0], hands[1], hands[2], hands[3]), wall=tuple(wall))


def states(rules: str, seed: int) -> Iterator[State]:
    """The states of a hand that is played at random, at which somebody is asked something."""
    random = Random(seed)
    state = new_match(REGISTRY[rules], random_options(REGISTRY[rules], random))
    state, _ = apply(state, StartHand(random_chance(state, random)))
    for _ in range(STEPS):
        if isinstance(state.phase, Idle | Over):
            return
        yield state
        state, _ = apply(state, next_command(state, random, 0.8, ()))


@pytest.mark.parametrize("rules", REGISTRY)
@pytest.mark.parametrize("seed", range(4))
def test_nothing_that_is_sent_depends_on_hidden_tiles(rules: str, seed: int) -> None:
    random = Random(seed)
    checked = 0
    for state in states(rules, seed):
        assert public(shuffled(state, None, random)) == public(state)
        for seat in SEATS:
            assert sent(shuffled(state, seat, random), seat) == sent(state, seat)
        checked += 1
    assert checked > 10


@pytest.mark.parametrize("rules", REGISTRY)
def test_the_board_does_not_show_who_may_claim(rules: str) -> None:
    found = 0
    for seed in range(6):
        for state in states(rules, seed):
            if isinstance(state.phase, Claims) and state.phase.waiting:
                other = next(seat for seat in SEATS if seat != state.phase.source and seat not in state.phase.waiting)
                changed = state._replace(phase=state.phase._replace(waiting=frozenset((other,))))
                assert public(changed) == public(state)
                assert sent(changed, state.phase.source) == sent(state, state.phase.source)
                found += 1
    assert found > 5


def test_a_leak_would_be_found() -> None:
    state = next(state for state in states("lishui", 1) if state.hands[0].size())
    other = shuffled(state, SEATS[1], Random(5))
    assert sent(other, SEATS[2]) != sent(state, SEATS[2])
