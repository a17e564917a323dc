"""After a claim nobody wins by their own hand, and is told so only where the hand would win."""

from collections.abc import Iterator
from random import Random

import pytest

from bot.engine.actions import StartHand
from bot.engine.moves import own_tile, verdict_now
from bot.engine.situation import NoWin, Win
from bot.engine.state import FROM_CLAIM, FROM_WALL, Idle, Over, State, Turn
from bot.rules import REGISTRY
from tests.support.random_play import apply, new_match, next_command, random_chance

HANDS = 12


def turns_of_claims(rules: str) -> Iterator[tuple[State, Turn]]:
    for seed in range(HANDS):
        rng = Random(f"{rules} {seed}")
        state = new_match(REGISTRY[rules], {})
        state, _ = apply(state, StartHand(random_chance(state, rng)))
        while not isinstance(state.phase, Idle | Over):
            if isinstance(state.phase, Turn) and state.phase.source is FROM_CLAIM:
                yield state, state.phase
            state, _ = apply(state, next_command(state, rng, 0.9, ()))


@pytest.mark.parametrize("rules", ["lishui", "sichuan", "mawan"])
def test_a_claim_is_no_reason_where_the_hand_is_none(rules: str) -> None:
    told = 0
    for state, turn in turns_of_claims(rules):
        verdict = verdict_now(state, turn.seat)
        drawn = state._replace(phase=Turn(turn.seat, own_tile(state, turn), FROM_WALL))
        would = verdict_now(drawn, turn.seat)
        assert isinstance(verdict, NoWin)
        assert (verdict.reason == "after_claim") == isinstance(would, Win) or verdict == would
        told += 1
    assert told > HANDS
