"""Masks of kinds against counting tiles."""

from random import Random

import pytest

from bot.engine.hand import Hand, tiles_in
from bot.engine.masks import added, all_keys, kinds_and_fours, mask_of
from bot.engine.melds import AnGang, BuGang, Chi, Gang, Meld, Peng
from bot.engine.tiles import ALL_TILES, SEATS, Tile


def kinds_of(mask: int) -> list[Tile]:
    return [tile for tile in ALL_TILES if mask >> tile & 1]


@pytest.mark.parametrize("seed", range(40))
def test_kinds_and_fours(seed: int) -> None:
    rng = Random(seed)
    deck = rng.sample(ALL_TILES, 6) * 4
    tiles = rng.sample(deck, 14)
    kinds, fours = kinds_and_fours(Hand.of(tiles).keys)
    assert kinds_of(kinds) == sorted(set(tiles))
    assert kinds_of(fours) == [tile for tile in sorted(set(tiles)) if tiles.count(tile) == 4]


def test_a_mask_holds_each_kind_once() -> None:
    assert mask_of([Tile(3), Tile(0), Tile(3)]) == 0b1001
    assert mask_of([]) == 0


@pytest.mark.parametrize(
    "melds",
    [
        (),
        (Chi((Tile(0), Tile(1), Tile(2)), SEATS[3]),),
        (Peng(Tile(9), SEATS[1]), Gang(Tile(27), SEATS[2])),
        (BuGang(Tile(33), SEATS[1]), AnGang(Tile(8)), Peng(Tile(2), SEATS[1])),
    ],
)
def test_all_keys_hold_concealed_tiles_and_melds(melds: tuple[Meld, ...]) -> None:
    hand = Hand.of([Tile(2), Tile(20), Tile(20)], melds)
    assert tiles_in(all_keys(hand)) == tuple(sorted(hand.all_tiles()))
    assert added(hand.keys, Hand().keys) == hand.keys
