"""What of L1–L5, L13, L15 no script shows: the set of tiles, the first dealer, the break, warnings, badges."""

from pathlib import Path

import pytest

from bot.engine.actions import Chance, Discard, StartHand
from bot.engine.events import Dealt, Turned
from bot.engine.options import OptionError, choose
from bot.engine.replay import run_script
from bot.engine.script import parse_script
from bot.engine.tiles import Seat, Tile
from bot.engine.view import view
from bot.players import choose as choose_move
from bot.rules.lishui import LISHUI
from bot.rules.lishui.shapes import HONOUR_KEYS, SUIT_ROOM
from tests.rules.cases import script_text
from tests.support.random_play import apply, new_match

Dice = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]


def chance(dice: Dice, *, flowers: str = "off") -> Chance:
    """The tiles in canonical order and these throws."""
    return Chance(LISHUI.tiles(choose(LISHUI.options, {"flowers": flowers})), dice)


def test_the_set_has_136_tiles_and_144_with_flowers() -> None:
    for flowers, size in (("off", 136), ("on", 144)):
        tiles = LISHUI.tiles(choose(LISHUI.options, {"flowers": flowers}))
        assert len(tiles) == size
        assert {tiles.count(Tile(tile)) for tile in range(34)} == {4}


@pytest.mark.parametrize(("throw", "dealer"), [((1, 1), 1), ((1, 2), 2), ((2, 2), 3), ((2, 3), 0), ((6, 6), 3)])
def test_the_first_dealer_is_counted_from_the_thrower(throw: tuple[int, int], dealer: int) -> None:
    """L2: seat 0 throws and is 1, 5, 9."""
    assert LISHUI.first_dealer(throw) == dealer


@pytest.mark.parametrize(
    ("dealer", "dice", "at"),
    [
        (0, ((2, 3), (1, 1), (1, 1)), 7),  # five counts back to the dealer: 5 + 2 tiles of its own side
        (0, ((1, 1), (1, 1), (1, 1)), 3 * 34 + 4),  # two is the lower seat, whose side is the last but three
        (0, ((1, 2), (1, 1), (1, 1)), 2 * 34 + 5),
        (0, ((1, 3), (1, 1), (1, 1)), 34 + 6),
        (2, ((1, 3), (6, 6), (1, 1)), 34 + 16),
    ],
)
def test_the_wall_is_broken_by_two_throws(dealer: int, dice: Dice, at: int) -> None:
    """L3: the first throw finds the side, both together the tiles of it that stay."""
    state = new_match(LISHUI, {})
    state = type(state)(LISHUI, state.options, dealer=Seat(dealer))
    _, events = apply(state, StartHand(chance(dice)))
    dealt = next(event for event in events if isinstance(event, Dealt))
    assert dealt.break_at == at


def test_the_sides_are_longer_with_flowers() -> None:
    state = new_match(LISHUI, {"flowers": "on"})
    _, events = apply(state, StartHand(chance(((1, 3), (1, 1), (1, 1)), flowers="on")))
    assert next(event for event in events if isinstance(event, Dealt)).break_at == 36 + 6


@pytest.mark.parametrize("pips", [(1, 1), (3, 4), (6, 6)])
def test_the_wild_tile_is_counted_from_the_tail(pips: tuple[int, int]) -> None:
    state, events = apply(new_match(LISHUI, {}), StartHand(chance(((2, 3), (1, 1), pips))))
    turned = next(event for event in events if isinstance(event, Turned))
    built = chance(((1, 1), (1, 1), (1, 1))).wall
    wall = built[7:] + built[:7]
    assert turned.place == sum(pips)
    assert turned.tile == wall[-sum(pips)]
    assert state.turned == (turned.tile,)
    assert state.left == 136 - 53 - 1


def test_discarding_a_wild_tile_is_asked_about_only_where_it_is_possible() -> None:
    for chosen, warning in (("fine", "wild_fine"), ("refuse", "")):
        state, _ = apply(new_match(LISHUI, {"discarding_wild": chosen}), StartHand(chance(((2, 3), (1, 1), (3, 4)))))
        wild = state.turned[0]
        other = next(tile for tile in state.hands[0].kinds() if tile != wild)
        assert LISHUI.moves.confirm(state, Seat(0), Discard(wild)) == warning
        assert LISHUI.moves.confirm(state, Seat(0), Discard(other)) == ""


def test_a_computer_player_keeps_its_wild_tiles() -> None:
    """Nobody can claim a 财神, so it would be the safest discard of a hopeless hand; but it is fined (L7)."""
    script = """
        rules: lishui
        options: discarding_wild=fine
        == hand
        wild: 5p
        deal 0: 5p 1478m 258s 369p ESW
        wall: 9s 9s .
    """
    (result,) = run_script({"lishui": LISHUI}, parse_script(script))
    asked = view(result.state, Seat(0))
    assert asked.own is not None
    assert Discard(Tile(13)) in asked.own.asked
    assert choose_move(asked) != Discard(Tile(13))


def test_the_table_shows_the_wild_tile_and_what_plays_as_it() -> None:
    state, _ = apply(new_match(LISHUI, {}), StartHand(chance(((2, 3), (1, 1), (3, 4)))))
    shown = {badge.key: badge for badge in LISHUI.badges(state, None)}
    wild = state.turned[0]
    assert shown["wild"].tiles == (wild,)
    assert shown["proxy"].tiles == (wild,)
    assert dict(shown["base"].params) == {"points": 3}
    profile = LISHUI.profile(state, Seat(0))
    assert profile.wild == wild
    assert dict(profile.plays_as) == {33: wild}


def test_the_table_shows_who_is_bound_to_whom() -> None:
    text = (Path(__file__).parent / "L22_two_chi.game").read_text(encoding="utf-8")
    (two,) = run_script({"lishui": LISHUI}, parse_script(script_text(text)))
    assert [badge for badge in LISHUI.badges(two.state, None) if badge.key == "bound"] == []
    text = (Path(__file__).parent / "L22_taker_wins.game").read_text(encoding="utf-8")
    (three,) = run_script({"lishui": LISHUI}, parse_script(script_text(text)))
    bound = [badge for badge in LISHUI.badges(three.state, None) if badge.key == "bound"]
    assert [(badge.seat, dict(badge.params)) for badge in bound] == [(1, {"seat": 0}), (0, {"seat": 1})]


def test_options_take_their_values_alone() -> None:
    assert choose(LISHUI.options, {"base_cap": "open", "stake": "5", "flowers": True})["stake"] == 5
    for wrong in ({"base_cap": 11}, {"stake": 0}, {"flowers": "eight"}, {"colour": "red"}):
        with pytest.raises(OptionError):
            choose(LISHUI.options, wrong)


def test_presets_choose_options_that_exist() -> None:
    assert next(iter(LISHUI.presets)) == "standard"
    for chosen in LISHUI.presets.values():
        choose(LISHUI.options, chosen)


def test_ranks_that_never_meet() -> None:
    """The table of L16 c: nothing, nine single ranks, 21 pairs and 10 triples three apart, and what fits beside."""
    assert len(SUIT_ROOM) == 1 + 9 + 21 + 10
    assert len(HONOUR_KEYS) == 2**7
    assert SUIT_ROOM[5**2 + 5**6] == 2
    assert SUIT_ROOM[5**2 + 5**5] == 3
    assert SUIT_ROOM[5**4] == 3
