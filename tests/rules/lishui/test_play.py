"""Whole hands and matches of Lishui: nothing faults, legal is what is accepted, and every refusal changes nothing."""

from collections import Counter
from random import Random

import pytest

from bot.engine.actions import Act, Action, ChiClaim, DeclareAnGang, Discard, GangClaim, Hu, PengClaim, StartHand
from bot.engine.decide import decide
from bot.engine.events import HandEnded, Noted
from bot.engine.legal import asked_seats, legal
from bot.engine.melds import tiles_of
from bot.engine.money import Settlement
from bot.engine.replay import run_script
from bot.engine.ruleset import CORE_REASONS, RESEAT, Rejected
from bot.engine.script import parse_script
from bot.engine.state import Idle, Over, State
from bot.engine.tiles import ALL_TILES, SEATS, Seat, Tile
from bot.engine.view import view
from bot.rules.lishui import LISHUI
from bot.rules.lishui.flow import ting_seats
from bot.rules.lishui.wilds import wild_of
from bot.texts import catalogue
from tests.support.random_play import apply, check, new_match, next_command, play_hand, random_chance, random_options

EVERY: tuple[Action, ...] = (
    Hu(),
    PengClaim(),
    GangClaim(),
    *(Discard(Tile(tile)) for tile in range(42)),
    *(DeclareAnGang(tile) for tile in ALL_TILES),
    *(ChiClaim((one, two)) for one in ALL_TILES for two in ALL_TILES if one <= two < one + 3 or two == 33),
)


@pytest.mark.parametrize("seed", range(4))
def test_matches_at_random(seed: int) -> None:
    """Whatever happens, one player wins at most, and a hand settles to zero (L9, L24)."""
    rng = Random(f"lishui {seed}")
    state = new_match(LISHUI, random_options(LISHUI, rng), length=1)
    ends = Counter[str]()
    while not isinstance(state.phase, Over):
        state = play_hand(state, rng)
        ends["won" if state.wins else "drawn"] += 1
        assert len(state.wins) <= 1
        assert sum(Settlement(state.paid).seats()) == 0
        assert state.left == 0 or state.wins
        follows_the_rules(state)
    assert ends.total() >= 4


def follows_the_rules(state: State) -> None:
    """What can be seen of a finished hand: no 财神 was laid, and who deals next."""
    wild = wild_of(state)
    assert all(wild not in tiles_of(meld) for hand in state.hands for meld in hand.melds)
    if state.options["discarding_wild"] == "refuse":
        assert all(laid.tile != wild for pile in state.discards for laid in pile)
    ended = state.history[-1]
    assert isinstance(ended, HandEnded)
    before = state.history[0]
    stays = any(won.seat == before.dealer for won in state.wins)  # type: ignore[union-attr]
    assert (ended.streak > 1) == stays


@pytest.mark.parametrize("seed", range(2))
def test_legal_is_accepted_and_nothing_else(seed: int) -> None:
    rng = Random(f"legal {seed}")
    state = new_match(LISHUI, random_options(LISHUI, rng))
    state, _ = apply(state, StartHand(random_chance(state, rng)))
    for _ in range(15):
        if isinstance(state.phase, Idle | Over):
            break
        for seat in SEATS:
            allowed = legal(state, seat)
            for action in {*EVERY, *allowed}:
                refused = isinstance(decide(state, Act(seat, action)), Rejected)
                assert refused == (action not in allowed), (seat, action)
        state, _ = apply(state, next_command(state, rng, 0.7, ()))


def test_every_refusal_has_a_sentence() -> None:
    rng = Random("reasons")
    reasons = set[str]()
    for discarding in ("refuse", "fine"):
        state = new_match(LISHUI, {"discarding_wild": discarding})
        state, _ = apply(state, StartHand(random_chance(state, rng)))
        while not isinstance(state.phase, Idle | Over):
            for seat in SEATS:
                for action in rng.sample(EVERY, 10):
                    refusal = decide(state, Act(seat, action))
                    reasons |= {refusal.reason} if isinstance(refusal, Rejected) else set()
            state, _ = apply(state, next_command(state, rng, 0.5, ()))
    assert "not_your_turn" in reasons
    sentences = catalogue().sentences["en"]
    assert [each for each in reasons - {*CORE_REASONS} if f"lishui.reason.{each}" not in sentences] == []


def test_what_is_declared_in_private_stays_private() -> None:
    """听 is between the player and the table (L14)."""
    state = one_ready_seat()
    quiet = [view(state, viewer) for viewer in (Seat(0), Seat(2), Seat(3), None)]
    assert any(each.name == "ting" for each in legal(state, Seat(1)) if hasattr(each, "name"))
    after, events = apply(state, Act(Seat(1), LISHUI.moves.standing(state, Seat(1))[0]))
    assert ting_seats(after) == {1}
    assert next(each for each in events if isinstance(each, Noted)).audience == {1}
    assert [view(after, viewer) for viewer in (Seat(0), Seat(2), Seat(3), None)] == quiet
    own = view(after, Seat(1))
    assert any(badge.key == "ting" for badge in own.badges)
    assert own.own is not None
    assert [str(getattr(each, "name", "")) for each in own.own.legal] == ["unting"]


def one_ready_seat() -> State:
    """A hand just dealt in which seat 1 waits for 1p and 4p."""
    script = """
        rules: lishui
        == hand
        wild: 9m
        deal 0: 1478m 258s 369p ESWN
        deal 1: 123m456m789m 23p99s
    """
    (result,) = run_script({"lishui": LISHUI}, parse_script(script))
    return result.state


def test_seats_are_drawn_anew_after_a_ban() -> None:
    """L13: whoever draws East sits where the last dealer sat; the dealer of the next hand is that seat."""
    rng = Random("winds")
    state = new_match(LISHUI, {}, length=8)
    while state.passes < 16:
        before = state.seating
        state = play_hand(state, rng)
        assert "reseated" not in drawn_anew(state)
    last = Seat(state.dealer)
    assert RESEAT in state.carry
    assert drawn_anew(state) == ["reseat"]
    assert state.streak == 1
    assert before == (0, 1, 2, 3)
    chance = random_chance(state, rng)
    state, _ = apply(state, StartHand(chance))
    assert state.dealer == last
    assert sorted(state.seating) == [0, 1, 2, 3]
    for step, wind in enumerate(chance.winds):
        player = before[(last + step) % 4]
        assert state.seating[(last + wind) % 4] == player
    assert drawn_anew(state) == ["reseated"]
    state = play_hand_on(state, rng)
    assert RESEAT not in state.carry
    assert drawn_anew(state) == []


def drawn_anew(state: State) -> list[str]:
    """What the board says of seats that are drawn."""
    return [badge.key for badge in LISHUI.badges(state, None) if badge.key.startswith("reseat")]


def play_hand_on(state: State, rng: Random) -> State:
    """The running hand, to its end."""
    tiles = len(LISHUI.tiles(state.options))
    while not isinstance(state.phase, Idle | Over):
        check(state, tiles)
        state, _ = apply(state, next_command(state, rng, 0.9, ()))
    return state


def test_a_match_of_a_ban_ends_without_drawing_seats() -> None:
    rng = Random("length")
    state = new_match(LISHUI, {}, length=4)
    while not isinstance(state.phase, Over):
        state = play_hand(state, rng)
    assert state.passes == 16
    assert state.seating == (0, 1, 2, 3)
    assert drawn_anew(state) == []


def test_a_declared_seat_is_never_asked() -> None:
    """L14: from 听 on the table plays: the hand runs on without a decision of that seat."""
    rng = Random("ting")
    state, _ = apply(one_ready_seat(), Act(Seat(1), LISHUI.moves.standing(one_ready_seat(), Seat(1))[0]))
    while not isinstance(state.phase, Idle | Over):
        assert Seat(1) not in asked_seats(state)
        command = next_command(state, rng, 0.9, ())
        if isinstance(command, Act) and command.seat != 1:
            state, _ = apply(state, command)
    assert not state.hands[1].melds
