"""No hand that wins is turned away by the first quick look (RULES.md L16)."""

from random import Random

import pytest

from bot.engine.situation import Win
from bot.rules.lishui.scoring import evaluate, may_win
from tests.rules.lishui.test_oracle import OPTIONS, random_situation


@pytest.mark.parametrize("seed", range(4))
def test_a_winning_hand_may_win(seed: int) -> None:
    random = Random(seed)
    wins = away = 0
    for _ in range(2500):
        situation = random_situation(random, 3)
        hand, wild, melds = situation.hand, situation.wild, len(situation.hand.melds)
        allowed = may_win(situation.complete.keys, melds, wild)
        if isinstance(evaluate(random.choice(OPTIONS), situation), Win):
            wins += 1
            assert allowed
            assert situation.tile == wild or may_win(hand.keys, melds, wild, 1)
        away += not allowed
    assert wins > 500
    assert away > 200
