"""The usual moves against their definitions: claims on random hands, and the quick looks that turn hands away."""

from itertools import combinations
from random import Random

import pytest

from bot.engine.actions import HU, PASS, Action, ChiClaim, DeclareAnGang, Discard, GangClaim, PengClaim
from bot.engine.hand import Hand, changed, count_in, keys_of, quads_in
from bot.engine.kernel import is_seven_pairs, is_win
from bot.engine.moves import WANTED, all_melds, discards, may_wait, own_gangs, peng_and_gang
from bot.engine.options import choose
from bot.engine.situation import By
from bot.engine.state import Claims, State, start_match
from bot.engine.tiles import ALL_TILES, SEATS, SUIT_TILES, WHITE, Seat, Tile
from bot.rules.lishui import LISHUI
from bot.rules.lishui.wilds import proxies
from tests.engine.oracle import completed

LOWER = SEATS[1]
WALL = ALL_TILES[:5]


def offered(hand: Hand, tile: Tile, by: By = By.DISCARD, left: int = 5, seat: Seat = LOWER) -> State:
    """Seat 0 offers a tile, and ``seat`` holds the hand."""
    state = start_match(LISHUI, choose(LISHUI.options, {}))
    hands = [Hand()] * 4
    hands[seat] = hand
    return state._replace(
        hands=(hands[0], hands[1], hands[2], hands[3]), phase=Claims(tile, SEATS[0], by), wall=WALL, tail=left
    )


def expected(hand: Hand, tile: Tile, plays_as: dict[Tile, Tile], barred: Tile | None) -> list[Action]:
    """Every pair of kinds that makes a run with the tile, found by trying them all; peng and gang before it."""
    alike: list[Action] = [PengClaim()] * (hand.count(tile) >= 2)
    alike += [GangClaim()] * (hand.count(tile) == 3)
    runs = []
    for pair in combinations(hand.kinds(), 2):
        faces = sorted(plays_as.get(each, each) for each in (*pair, tile))
        suited = all(face in SUIT_TILES for face in faces) and len({face // 9 for face in faces}) == 1
        if suited and faces == [faces[0], faces[0] + 1, faces[0] + 2] and barred not in (*pair, tile):
            runs.append(ChiClaim((min(pair), max(pair))))
    return [*alike, *sorted(runs, key=lambda run: run.tiles)]


@pytest.mark.parametrize("seed", range(4))
def test_all_melds_are_those_that_trying_every_pair_finds(seed: int) -> None:
    random = Random(seed)
    runs = with_a_white = 0
    for _ in range(1500):
        deck = random.choice((ALL_TILES, SUIT_TILES[:9], (*SUIT_TILES[6:12], WHITE)))
        barred = random.choice((None, *deck))
        plays_as = {} if barred in (None, WHITE) else {WHITE: barred}
        hand, tile = Hand.of(random.sample(deck * 3, 13)), random.choice(deck)
        claims = all_melds(offered(hand, tile), LOWER, plays_as, barred)
        assert list(claims) == expected(hand, tile, plays_as, barred)
        chis = [each for each in claims if isinstance(each, ChiClaim)]
        runs += bool(chis)
        with_a_white += any(WHITE in each.tiles for each in chis)
    assert runs > 200
    assert with_a_white > 10


@pytest.mark.parametrize("seed", range(3))
def test_the_first_look_at_a_discard_turns_away_no_claim_and_nearly_everything_else(seed: int) -> None:
    random = Random(seed)
    asked = needless = 0
    for _ in range(1500):
        deck = random.choice((SUIT_TILES, ALL_TILES))
        hand, tile = Hand.of(random.sample(deck * 3, 13)), random.choice(deck)
        kinds = WANTED[hand.keys]
        for seat in SEATS[1:]:
            wanted = kinds[seat == LOWER] >> tile & 1 == 1
            claims = all_melds(offered(hand, tile, seat=seat), seat)
            assert wanted or not (claims or is_win(changed(hand.keys, tile, 1)))
            asked += wanted
            needless += wanted and not claims
    assert asked > 500
    assert needless < asked / 5


@pytest.mark.parametrize("seed", range(3))
def test_a_lishui_hand_may_claim_what_its_melds_allow_whatever_is_wild(seed: int) -> None:
    random = Random(seed)
    with_a_white = 0
    for _ in range(1500):
        deck = random.choice((ALL_TILES, (*SUIT_TILES[6:12], WHITE)))
        wild, tile, seat = random.choice(deck), random.choice(deck), random.choice(SEATS[1:])
        state = offered(Hand.of(random.sample(deck * 3, 13)), tile, seat=seat)._replace(turned=(wild,))
        melds = all_melds(state, seat, proxies(wild), wild) if tile != wild else ()
        claims = LISHUI.moves.claims(state, seat)
        assert tuple(each for each in claims if each not in (HU, PASS)) == melds
        with_a_white += any(isinstance(each, ChiClaim) and WHITE in (*each.tiles, tile) for each in melds)
    assert with_a_white > 10


def test_a_run_is_for_the_lower_seat_alone_and_a_peng_for_everybody() -> None:
    hand = Hand.of([Tile(1), Tile(2), Tile(3), Tile(3), Tile(3)])
    alike = (PengClaim(), GangClaim())
    assert all_melds(offered(hand, Tile(3)), LOWER) == (*alike, ChiClaim((Tile(1), Tile(2))))
    assert (
        all_melds(offered(hand, Tile(3), seat=SEATS[2]), SEATS[2])
        == alike
        == peng_and_gang(offered(hand, Tile(3)), LOWER)
    )


@pytest.mark.parametrize(("by", "left"), [(By.ROB, 5), (By.DISCARD, 0)])
def test_nothing_is_melded_from_a_robbed_gang_or_once_the_wall_is_empty(by: By, left: int) -> None:
    hand = Hand.of([Tile(1), Tile(2), Tile(3), Tile(3)])
    assert all_melds(offered(hand, Tile(3)), LOWER)
    assert all_melds(offered(hand, Tile(3), by, left), LOWER) == ()
    assert peng_and_gang(offered(hand, Tile(3), by, left), LOWER) == ()


@pytest.mark.parametrize("seed", range(3))
def test_a_hand_may_wait_where_some_tile_completes_it_or_all_that_would_are_held(seed: int) -> None:
    random = Random(seed)
    waiting = 0
    for _ in range(400):
        tiles = completed(random, 4, SUIT_TILES)[:13]
        if random.random() < 0.5:
            tiles[0] = random.choice(SUIT_TILES)
        keys = keys_of(tile for tile in tiles if tiles.count(tile) <= 4)
        more = [changed(keys, tile, 1) for tile in ALL_TILES if count_in(keys, tile) < 4]
        completes = any(is_win(each) or is_seven_pairs(each) for each in more)
        assert may_wait(keys) or not completes
        if may_wait(keys) and not completes:
            assert quads_in(keys)
        waiting += completes
    assert 100 < waiting < 400


def test_quads_and_discards() -> None:
    hand = Hand.of([Tile(4)] * 4 + [Tile(33)] * 4 + [Tile(8)] * 3 + [Tile(9), Tile(27)])
    assert quads_in(hand.keys) == (Tile(4), Tile(33))
    assert [action.tile for action in discards(hand)] == [4, 8, 9, 27, 33]
    assert [action.tile for action in discards(hand, Tile(9))] == [4, 8, 27, 33]
    assert discards(hand, Tile(10)) == discards(hand)
    assert Discard(Tile(27)) in discards(hand)
    state = offered(hand, Tile(0))
    assert own_gangs(state, LOWER) == (DeclareAnGang(Tile(4)), DeclareAnGang(Tile(33)))
    assert own_gangs(offered(hand, Tile(0), left=0), LOWER) == ()
