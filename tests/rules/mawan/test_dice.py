"""M2 and M15: who throws second, where the wall is opened, and what added pips do to both."""

import pytest

from bot.engine.actions import Act, Action, Chance, Special, StartHand
from bot.engine.events import Dealt
from bot.engine.state import Staged, State, start_match
from bot.engine.tiles import ALL_TILES, Seat, lower
from bot.rules.mawan import MAWAN
from bot.rules.mawan.names import hand_name, round_wind
from tests.support.random_play import apply, new_match

WALL = tuple(tile for tile in ALL_TILES for _ in range(4))
WAYS = {0: (5, 9), 1: (2, 6, 10), 2: (3, 7, 11), 3: (4, 8, 12)}
"""守 顺 对 反: how far from the dealer a first throw points."""


def throw(pips: int) -> tuple[int, int]:
    return (min(6, pips - 1), pips - min(6, pips - 1))


def begun(first: int, second: int, dealer: Seat, **options: object) -> State:
    state = start_match(MAWAN, new_match(MAWAN, dict(options)).options, dealer=dealer)
    state, _ = apply(state, StartHand(Chance(WALL, (throw(first), throw(second), (1, 1)))))
    return state


def dealt_at(state: State) -> int:
    return next(event.break_at for event in state.history if isinstance(event, Dealt))


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize(("way", "first"), [(way, pips) for way, throws in WAYS.items() for pips in throws])
def test_the_second_thrower_s_wall_is_opened(dealer: int, way: int, first: int) -> None:
    for second in range(2, 13):
        state = begun(first, second, Seat(dealer), pot="off", scattered="off")
        side = 34 * (-way % 4)
        assert dealt_at(state) == (side + 2 * (first + second)) % 136


def answer(state: State, seat: Seat, action: Action) -> State:
    state, _ = apply(state, Act(seat, action))
    return state


def second_asked(state: State) -> Seat:
    assert isinstance(state.phase, Staged)
    assert state.phase.name == "second_throw"
    (seat,) = state.phase.waiting
    return seat


def broken(first: int, second: int, action: Special, *, by_second: bool) -> State:
    state = begun(first, second, Seat(1), scattered="off")
    if by_second:
        state = answer(state, Seat(1), MAWAN.flow.stages[0].usual(state, Seat(1)))
        return answer(state, second_asked(state), action)
    return answer(state, Seat(1), action)


@pytest.mark.parametrize(
    ("action", "pips"),
    [
        (Special("break_pot"), 0),
        (Special("break_pot", number=1), 1),
        (Special("break_pot", number=-2), -2),
        (Special("break_pot", word="round"), 4),
        (Special("break_pot", number=-1, word="round"), -4),
    ],
)
def test_added_pips_move_the_second_thrower_and_the_break(action: Special, pips: int) -> None:
    first, second = 7, 6
    way = (first + pips - 1) % 4
    assert dealt_at(broken(first, second, action, by_second=False)) == (34 * (-way % 4) + 2 * (13 + pips)) % 136
    way = (first - 1) % 4
    assert dealt_at(broken(first, second, action, by_second=True)) == (34 * (-way % 4) + 2 * (13 + pips)) % 136


def test_only_the_two_throwers_are_asked() -> None:
    state = begun(7, 6, Seat(1))
    assert MAWAN.moves.why_not(state, Seat(2), Special("break_pot")) == "not_thrower"
    state = answer(state, Seat(1), MAWAN.flow.stages[0].usual(state, Seat(1)))
    assert second_asked(state) == lower(Seat(1), 2)


def test_who_throws_for_both_is_asked_for_both() -> None:
    state = begun(5, 6, Seat(1))
    state = answer(state, Seat(1), MAWAN.flow.stages[0].usual(state, Seat(1)))
    assert second_asked(state) == Seat(1)


def test_a_broken_pot_ends_the_question() -> None:
    state = broken(7, 6, Special("break_pot"), by_second=False)
    assert any(isinstance(event, Dealt) for event in state.history)


def test_sixteen_names() -> None:
    names = [hand_name(passes) for passes in range(16)]
    assert names[:5] == ["ee", "es", "ew", "en", "se"]
    assert names[-1] == "nn"
    assert len(set(names)) == 16
    assert hand_name(16) == "ee"
    assert [round_wind(passes) for passes in (0, 3, 4, 8, 15, 16)] == [27, 27, 28, 29, 30, 27]
