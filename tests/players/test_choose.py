"""What the computer player does with what it sees."""

from dataclasses import replace
from random import Random

import pytest

from bot.engine.actions import PASS, Action, ChiClaim, DeclareAnGang, DeclareBuGang, Discard, GangClaim, PengClaim
from bot.engine.events import Noted
from bot.engine.evolve import evolve
from bot.engine.hand import Hand, keys_of
from bot.engine.melds import Peng
from bot.engine.notation import parse_tile, parse_tiles
from bot.engine.options import choose as options_of
from bot.engine.replay import run_script
from bot.engine.ruleset import Profile
from bot.engine.script import parse_script
from bot.engine.state import Claims, State, start_match
from bot.engine.tiles import ALL_TILES, SEATS, Seat
from bot.engine.view import OwnView, View, view
from bot.players import choose
from bot.players.selfplay import play_hand
from bot.rules import REGISTRY
from bot.rules.mawan.pot import Pot, carry_of


def after(script: str) -> State:
    """The state after the lines of one hand, none of which may be refused."""
    (result,) = run_script(REGISTRY, parse_script(script))
    assert not result.refused
    return result.state


def own_of(seen: View) -> OwnView:
    assert seen.own is not None
    return seen.own


def seeing(seen: View, **own: object) -> View:
    """The view with something else to be seen of the own seat."""
    return replace(seen, own=replace(own_of(seen), **own))  # type: ignore[arg-type]


def with_profile(seen: View, **profile: object) -> View:
    changed = replace(own_of(seen).profile, **profile)  # type: ignore[arg-type]
    return seeing(seen, profile=changed)


def offered(rules: str, lines: str, seat: Seat) -> View:
    """What a seat sees when it is first asked whether it wants what is offered."""
    (result,) = run_script(REGISTRY, parse_script(f"rules: {rules}\n{lines}"))
    state = start_match(REGISTRY[rules], result.state.options)
    for event in result.events:
        state = evolve(state, event)
        if isinstance(state.phase, Claims) and seat in state.phase.waiting:
            return view(state, seat)
    raise AssertionError(f"{seat} is never asked")


TURN = "rules: mawan\noptions: pot=off\n== hand\ndeal 0: 123m456m789s11p23p C\n"


# ---------------------------------------------------------------------- warnings


def test_a_tile_that_everybody_was_warned_of_is_kept_while_there_is_another() -> None:
    seen = view(after(TURN), SEATS[0])
    assert choose(seen) == Discard(parse_tile("C"))
    avoided = choose(with_profile(seen, avoid=(parse_tile("C"),)))
    assert isinstance(avoided, Discard)
    assert avoided.tile != parse_tile("C")


def test_where_every_tile_is_to_be_avoided_the_best_one_goes() -> None:
    seen = view(after(TURN), SEATS[0])
    assert choose(with_profile(seen, avoid=ALL_TILES)) == Discard(parse_tile("C"))


def test_the_table_says_which_tiles_would_feed_a_big_hand() -> None:
    script = """
        rules: mawan
        options: pot=off
        == hand
        deal 0: 17m258p148s ESW P C 4m
        deal 1: CC FF 56m PP 9s9s 147p
        deal 2: 39m9p147s SWN F 234p
        deal 3: 258m369p25s ESWN 9s
        wall: 3s E N 6m 6s
        0 discard C
        1 peng
        1 discard 1p
        2 chi 23p
        2 discard F
        1 peng
        1 discard 4p
        2 discard 3s
        3 discard E
        0 discard 4m
        1 chi 56m
        1 discard 7p
    """
    state = after(script)
    assert own_of(view(state, SEATS[0])).profile.avoid == parse_tiles("CFP")
    assert own_of(view(state, SEATS[1])).profile.avoid == ()


def claimed() -> tuple[View, Action]:
    """A seat that takes a claim, and the claim."""
    lines = """options: pot=off
        == hand
        deal 0: 6m199m147s2p ESWNCF
        deal 1: 66m 123p 456p 789p E P
        0 discard 6m
    """
    return offered("mawan", lines, SEATS[1]), PengClaim()


def test_a_claim_that_makes_the_hand_ready_is_taken_unless_a_person_would_be_warned() -> None:
    seen, claim = claimed()
    assert choose(seen) == claim
    assert choose(seeing(seen, warned=(claim,))) == PASS


def test_a_warned_action_is_done_where_nothing_else_is_legal() -> None:
    seen, claim = claimed()
    assert choose(seeing(seen, asked=(claim,), warned=(claim,))) == claim


@pytest.mark.parametrize(("responsible", "warns"), [("both", True), ("off", False)])
def test_the_view_says_which_claims_a_person_would_be_warned_of(responsible: str, warns: bool) -> None:
    lines = f"""options: pot=off, responsible={responsible}
        == hand
        deal 0: 6m199m147s2p ESWNCF
        deal 1: 345m2558s7p ESWN P
        0 discard 6m
    """
    trousers = ChiClaim((parse_tile("4m"), parse_tile("5m")))
    own = own_of(offered("mawan", lines, SEATS[1]))
    assert trousers in own.asked
    assert own.warned == ((trousers,) if warns else ())


# ---------------------------------------------------------------------- of its own accord


@pytest.mark.parametrize("stands", [True, False])
def test_who_has_won_knocks_while_a_pot_stands(stands: bool) -> None:
    rules = REGISTRY["mawan"]
    state = start_match(rules, options_of(rules.options, {}))
    if stands:
        state = state._replace(carry=carry_of(Pot(0, (3, 0, 0, 0))))
    for seed in range(20):
        played = play_hand(state, Random(seed), choose)
        if played.wins:
            break
    names = [(event.name, event.seat) for event in played.history if isinstance(event, Noted)]
    winner = played.wins[0].seat
    assert (("pot_taken", winner) in names) is stands
    assert (("knock", winner) in names) is stands


# ---------------------------------------------------------------------- the end of the wall


def late(hand: str, *, left: int, **profile: object) -> Action:
    """What the dealer of Sichuan discards from this hand with so many tiles left."""
    script = f"rules: sichuan\noptions: announce=off\n== hand\ndeal 0: {hand}\n"
    return choose(with_profile(replace(view(after(script), SEATS[0]), left=left), **profile))


READY_OR_RICH = "1223456m7799m555p"
"""Without 2m ready for 7m and 9m, without 5p on the way to one suit."""


def test_near_the_end_being_ready_goes_before_a_better_hand() -> None:
    assert late(READY_OR_RICH, left=40, one_suit=100.0) == Discard(parse_tile("5p"))
    assert late(READY_OR_RICH, left=8, one_suit=100.0, ready=1.0) == Discard(parse_tile("2m"))
    assert late(READY_OR_RICH, left=8, one_suit=100.0, ready=0.0) == Discard(parse_tile("5p"))


def test_a_third_suit_goes_first_near_the_end() -> None:
    """However safe another tile would be: holding three suits costs most."""
    hand = "147m 258m 36p 1479p 19s"
    assert late(hand, left=8) in (Discard(parse_tile("1s")), Discard(parse_tile("9s")))


PAIRS_IN_THREE_SUITS = "113377m 124p 15569s"
"""On the way to seven pairs, for which the dots are worth more than the single bamboo tiles."""


def test_a_third_suit_goes_while_there_are_turns_for_all_of_it() -> None:
    assert late(PAIRS_IN_THREE_SUITS, left=32) == Discard(parse_tile("1s"))
    assert late(PAIRS_IN_THREE_SUITS, left=20) == Discard(parse_tile("1p"))


PENG = "== hand\ndeal 0: 5p 258m 147s 369s 147p 9m\ndeal 1: 55p 34m 78s 147m 258s 9p\n0 discard 5p\n"


@pytest.mark.parametrize(("melds", "claims"), [("1m 9s", False), ("1m 9m", True), ("1m 9p", True), ("1m E", True)])
def test_no_third_suit_is_melded_where_two_win(melds: str, claims: bool) -> None:
    """The peng would leave four sets and a pair in sight, and never a win. Honours are no suit."""
    seen = offered("sichuan", PENG, SEATS[1])
    first, second = (Peng(parse_tile(tile), SEATS[0]) for tile in melds.split())
    action = choose(seeing(seen, hand=Hand(keys_of(parse_tiles("34m8m 33p55p")), (first, second))))
    assert isinstance(action, PengClaim) is claims


def test_no_gang_is_laid_in_a_third_suit() -> None:
    seen = view(after("rules: sichuan\n== hand\ndeal 0: 5555p 34m 78s 147m 258s\n"), SEATS[0])
    for melds, suits in (("1m 9s", False), ("1m 9m", True)):
        laid = tuple(Peng(parse_tile(tile), SEATS[2]) for tile in melds.split())
        hand = Hand(keys_of(parse_tiles("5555p34m67m")), laid)
        discards = tuple(Discard(tile) for tile in hand.kinds())
        asked = (DeclareAnGang(parse_tile("5p")), *discards)
        assert isinstance(choose(seeing(seen, hand=hand, asked=asked)), DeclareAnGang) is suits


@pytest.mark.parametrize(("left", "check", "lays"), [(40, 1.0, True), (8, 1.0, False), (8, 0.0, True)])
def test_near_the_end_no_gang_costs_a_hand_that_is_ready(left: int, check: float, lays: bool) -> None:
    """Who is not ready at the empty wall gives the gang's points back besides."""
    script = "rules: sichuan\n== hand\ndeal 0: 78m 111449s 258p 147p\n"
    seen = with_profile(replace(view(after(script), SEATS[0]), left=left), ready=check)
    melds = (Peng(parse_tile("1m"), SEATS[2]), Peng(parse_tile("8m"), SEATS[3]))
    hand = Hand(keys_of(parse_tiles("78m111449s")), melds)
    asked = (DeclareBuGang(parse_tile("8m")), *(Discard(tile) for tile in hand.kinds()))
    action = choose(seeing(seen, hand=hand, asked=asked))
    assert action == (asked[0] if lays else Discard(parse_tile("9s")))


@pytest.mark.parametrize(("left", "claims"), [(40, True), (8, False)])
def test_near_the_end_no_claim_costs_a_hand_that_is_ready(left: int, claims: bool) -> None:
    seen = replace(offered("sichuan", PENG, SEATS[1]), left=left)
    melds = (Peng(parse_tile("1m"), SEATS[2]), Peng(parse_tile("9m"), SEATS[3]))
    hand = Hand(keys_of(parse_tiles("78m34555p")), melds)
    action = choose(seeing(seen, hand=hand, asked=(GangClaim(), PASS)))
    assert isinstance(action, GangClaim) is claims


def test_profiles_of_all_games_are_sound() -> None:
    for rules in REGISTRY.values():
        state = start_match(rules, options_of(rules.options, {}))
        profile = rules.profile(state, SEATS[0])
        weights = (
            profile.seven_pairs, profile.one_suit, profile.mixed_suit, profile.triplets, profile.gang,
            profile.concealed, profile.ready, profile.absent,
        )  # fmt: skip
        assert isinstance(profile, Profile)
        assert all(weight >= 0 for weight in weights)
