"""Whole hands under many options, and what has to hold at every step of them."""

from collections.abc import Mapping
from random import Random

import pytest

from bot.engine.actions import HU, Act, Special, StartHand
from bot.engine.decide import decide
from bot.engine.events import HandEnded, Noted
from bot.engine.legal import decisions
from bot.engine.melds import tiles_of
from bot.engine.ruleset import Rejected
from bot.engine.state import Claims, Idle, Over, Source, Staged, State, Turn
from bot.engine.tiles import SEATS, suit_of
from bot.engine.view import view
from bot.rules.sichuan import SICHUAN
from bot.rules.sichuan.options import PRESETS
from tests.support.random_play import (
    apply,
    check,
    check_legal,
    new_match,
    next_command,
    play_hand,
    random_chance,
    random_options,
)

TABLES: Mapping[str, Mapping[str, object]] = {
    "classic": PRESETS["classic"],
    "modern": PRESETS["modern"],
    "no rain": {"rain": "off", "terminals": 2, "jiang": 3, "extras": "on"},
    "one win": {"bloody": "off", "void_suit": "declared", "cap": "none", "self_draw": "base"},
    "bets": {"horses": 2, "gang_then_discard": "all_to_winner", "pig": "stack", "check_ready": "small"},
    "bets apart": {**PRESETS["modern"], "horses": 1, "horse_eats_horse": "off", "gang_then_discard": "refund"},
}


def dealt(options: Mapping[str, object], rng: Random) -> State:
    """A hand of a new match, as far as it comes by itself."""
    state = new_match(SICHUAN, options)
    return apply(state, StartHand(random_chance(state, rng)))[0]


@pytest.mark.parametrize("name", TABLES)
def test_hands_come_to_their_end(name: str) -> None:
    rng = Random(name)
    state = new_match(SICHUAN, TABLES[name], length=1)
    for _ in range(4):
        state = play_hand(state, rng, bettors=("ann", "bob", "cat"))
    assert isinstance(state.phase, Over)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_hands_of_any_options_come_to_their_end(seed: int) -> None:
    rng = Random(seed)
    state = new_match(SICHUAN, random_options(SICHUAN, rng), length=1)
    for _ in range(4):
        state = play_hand(state, rng, sense=rng.random(), bettors=("ann", "bob", "cat"))
    assert isinstance(state.phase, Over)


@pytest.mark.parametrize("name", TABLES)
def test_what_is_legal_is_accepted_and_nothing_else(name: str) -> None:
    rng = Random(name)
    state = dealt(TABLES[name], rng)
    while not isinstance(state.phase, Idle):
        if rng.random() < 0.08:
            check_legal(state)
        state, _ = apply(state, next_command(state, rng, 0.8, ("ann",)))


@pytest.mark.parametrize("seed", range(6))
def test_rules_of_every_step(seed: int) -> None:
    rng = Random(seed)
    options: Mapping[str, object] = {**PRESETS["modern"], "announce": "on", "horses": 2} if seed % 2 else {"horses": 1}
    state = dealt(options, rng)
    while not isinstance(state.phase, Idle):
        state, _ = apply(state, next_command(state, rng, 0.9, ("ann", "bob")))
        check(state, 108)
        _melds(state)
        _choices(state)
        _views(state)
    assert isinstance(state.history[-1], HandEnded)


def _melds(state: State) -> None:
    """A declared suit makes no melds."""
    for note in state.history:
        if isinstance(note, Noted) and note.name.startswith("void_") and note.seat is not None:
            suit = "mps".index(note.name[-1])
            assert all(suit_of(tiles_of(meld)[0]) != suit for meld in state.hands[note.seat].melds)


def _choices(state: State) -> None:
    """Whoever has won is asked nothing more; nobody is left a choice about a win among the last four tiles."""
    for seat in SEATS:
        actions = decisions(state, seat)
        assert not (actions and state.is_out(seat))
        last = state.left <= 4 if isinstance(state.phase, Claims) else state.left < 4
        if last and isinstance(state.phase, Claims | Turn):
            assert HU not in actions or state.phase.source == Source.DEAL


def _views(state: State) -> None:
    """No view holds a horse's tile or a bettor's payment before the hand is over."""
    if isinstance(state.phase, Idle | Over):
        return
    for viewer in (*SEATS, None):
        seen = view(state, viewer)
        assert not any(transfer.reason.startswith("horse_") for transfer in seen.paid)
        assert all(not note.tiles for note in seen.notes if note.name.startswith("horse"))


def test_the_answers_of_a_stage_are_secret_until_it_closes() -> None:
    state = dealt(PRESETS["modern"], Random(5))
    for _ in ("exchange", "void"):
        assert isinstance(state.phase, Staged)
        stage = next(each for each in SICHUAN.flow.stages if each.name == state.phase.name)
        for seat in SEATS[:3]:
            others = [other for other in SEATS if other != seat]
            before = [view(state, other) for other in (*others, None)]
            state, _ = apply(state, Act(seat, stage.usual(state, seat)))
            assert [view(state, other) for other in (*others, None)] == before
        state, _ = apply(state, Act(SEATS[3], stage.usual(state, SEATS[3])))
    assert isinstance(state.phase, Turn)
    shown = [badge.key for badge in view(state, None).badges]
    assert sum(key.startswith("void_") for key in shown) == 4


def test_a_stage_takes_one_answer_from_each() -> None:
    state = dealt({"void_suit": "declared"}, Random(6))
    state, _ = apply(state, Act(SEATS[0], Special("void", word="m")))
    assert decide(state, Act(SEATS[0], Special("void", word="p"))) == Rejected("already_answered")
    assert decide(state, Act(SEATS[1], Special("void", word="x"))) == Rejected("void_suit")
