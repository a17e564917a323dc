"""M6 and M16 over many hands: a whole 风 with 挽庄, the pot from hand to hand, and play at random."""

from collections import Counter
from random import Random

import pytest

from bot.engine.actions import Act, Action, Hu, Pass, PengClaim, Special, StartHand
from bot.engine.decide import decide
from bot.engine.legal import legal
from bot.engine.money import POT, Settlement
from bot.engine.ruleset import CORE_REASONS, Rejected
from bot.engine.state import Idle, Over, State
from bot.engine.tiles import DRAGONS, SEATS, Seat
from bot.rules.mawan import MAWAN
from bot.rules.mawan.pot import pot_of
from bot.texts import catalogue
from tests.rules.mawan.play import READY, results, states
from tests.support.random_play import apply, new_match, next_command, play_hand, random_chance, random_options

STAYING = (2, 15)
"""After how many passes of the deal the dealer wins a hand first."""


def hand(dealer: int, *, stays: bool) -> str:
    """One hand: the dealer wins as dealt, or the lower seat on the dealer's first discard."""
    lower = (dealer + 1) % 4
    if stays:
        return f"== hand\ndeal {dealer}: {READY}5p\n{dealer} hu\n"
    return f"== hand\ndeal {dealer}: 147m258p1479sESW5p\ndeal {lower}: {READY}\n{dealer} discard 5p\n{lower} hu\n"


def a_wind() -> tuple[str, list[tuple[int, int, str]]]:
    """A script of sixteen named hands, two of them twice; what is expected of each: dealer, streak, name."""
    text = ""
    wanted = []
    for passed in range(16):
        name = "eswn"[passed // 4] + "eswn"[passed % 4]
        streaks = (1, 2) if passed in STAYING else (1,)
        for streak in streaks:
            text += hand(passed % 4, stays=streak < len(streaks))
            wanted.append((passed % 4, streak, name))
    return text, wanted


def name_of(state: State) -> str:
    return next(badge.key for badge in MAWAN.badges(state, None) if badge.key.startswith("hand_"))


def test_a_whole_wind_of_sixteen_named_hands() -> None:
    """M6."""
    text, wanted = a_wind()
    found = results(text, options="pot=off, scattered=off", length=4)
    assert len(found) == 18
    for result, (dealer, streak, name) in zip(found, wanted, strict=True):
        assert (result.dealer, result.streak) == (dealer, streak)
        assert name_of(next(states(result))) == name_of(result.state) == f"hand_{name}"
    assert isinstance(found[-1].state.phase, Over)
    assert all(isinstance(result.state.phase, Idle) for result in found[:-1])
    assert found[-1].state.passes == 16


def test_the_round_wind_counts_in_its_round_alone() -> None:
    east = "== hand\ndeal 0: 147m258p1479sFCP5p\ndeal 1: 123m456p46p99sEEE\n0 discard 5p\n1 hu\n"
    (in_east,) = results(east, options="pot=off, scattered=off")
    (in_south,) = results(east.replace("== hand\n", "== hand\nround_wind: S\n"), options="pot=off, scattered=off")
    parts = [{part.id: part.count for part in result.winners[0].win.lines[0].parts} for result in (in_east, in_south)]
    assert parts[0].pop("honour_sets") == 1
    assert parts[0] == parts[1]


@pytest.mark.parametrize("seed", range(6))
def test_matches_at_random(seed: int) -> None:
    rng = Random(f"mawan {seed}")
    state = new_match(MAWAN, random_options(MAWAN, rng), length=1)
    pot = 0
    ends = Counter[str]()
    while not isinstance(state.phase, Over):
        state = play_hand(state, rng)
        ends["won" if state.wins else "drawn"] += 1
        assert len(state.wins) <= 1
        assert state.left == 0 or state.wins
        settlement = Settlement(state.paid)
        assert sum(settlement.net.values()) == 0
        pot += settlement.net.get(POT, 0)
        standing = pot_of(state)
        assert pot == (0 if standing is None else standing.points)
    assert pot == 0, "a match ends without a pot"
    assert ends.total() >= 4


@pytest.mark.parametrize("seed", range(2))
def test_legal_is_accepted_and_nothing_else(seed: int) -> None:
    rng = Random(f"legal {seed}")
    state = new_match(MAWAN, {})
    state, _ = apply(state, StartHand(random_chance(state, rng)))
    asked: tuple[Action, ...] = (Hu(), Pass(), PengClaim(), Special("knock"), Special("withdraw"), Special("break_pot"))
    steps = 0
    while not isinstance(state.phase, Idle | Over):
        for seat in SEATS:
            for action in {*asked, *legal(state, seat)}:
                answer = decide(state, Act(seat, action))
                assert isinstance(answer, Rejected) == (action not in legal(state, seat))
        state, _ = apply(state, next_command(state, rng, 0.8, ()))
        steps += 1
    assert steps > 20


def test_every_refusal_has_a_sentence() -> None:
    rng = Random("refusals")
    state = new_match(MAWAN, {"pot": "on"})
    front = "mawan.reason."
    known = {key.removeprefix(front) for key in catalogue().sentences["zh"] if key.startswith(front)}
    reasons = set()
    state, _ = apply(state, StartHand(random_chance(state, rng)))
    while not isinstance(state.phase, Idle | Over):
        for action in (Hu(), Special("withdraw"), Special("break_pot"), Special("dance")):
            for seat in SEATS:
                answer = decide(state, Act(seat, action))
                if isinstance(answer, Rejected):
                    reasons.add(answer.reason)
        state, _ = apply(state, next_command(state, rng, 0.5, ()))
    assert {"no_peng_called", "not_thrower", "no_shape", "not_possible"} <= reasons
    assert reasons <= known | set(CORE_REASONS)


FEEDING = """== hand
deal 0: 17m258p258sESWNC4m
deal 1: CCFF56mPP99s147p
deal 2: 369m28p1369sWNEF
deal 3: 258m369p147sESWP
wall: 2m 3s E N
0 discard C
1 peng
1 discard 1p
2 discard F
1 peng
1 discard 4p
2 discard 3s
3 discard E
0 discard 4m
"""


def test_what_was_warned_of_is_to_be_avoided_by_the_others() -> None:
    (before,) = results(FEEDING, options="scattered=off")
    (after,) = results(f"{FEEDING}1 chi 56m\n", options="scattered=off")
    assert MAWAN.profile(before.state, Seat(3)).avoid == ()
    assert MAWAN.profile(after.state, Seat(3)).avoid == tuple(DRAGONS)
    assert MAWAN.profile(after.state, Seat(1)).avoid == ()
    assert "warned_three_dragons" in [badge.key for badge in MAWAN.badges(after.state, None)]
