"""Kinds as masks: bit ``tile`` is set where the kind is there. What is true of many kinds is asked at once."""

from collections.abc import Iterable
from functools import lru_cache

from bot.engine.hand import UNIT, Hand, Keys, keys_of, suit_kinds
from bot.engine.melds import Meld, tiles_of
from bot.engine.tiles import Tile


def mask_of(tiles: Iterable[Tile]) -> int:
    """The mask of these kinds."""
    mask = 0
    for tile in tiles:
        mask |= 1 << tile
    return mask


def kinds_and_fours(keys: Keys) -> tuple[int, int]:
    """The masks of the kinds that the keys hold, and of those that they hold four times."""
    m, p, s, z = keys
    in_m, fours_m = _of_suit(0, m)
    in_p, fours_p = _of_suit(1, p)
    in_s, fours_s = _of_suit(2, s)
    in_z, fours_z = _of_suit(3, z)
    return in_m | in_p | in_s | in_z, fours_m | fours_p | fours_s | fours_z


@lru_cache(maxsize=1 << 14)
def _of_suit(suit: int, key: int) -> tuple[int, int]:
    kinds = suit_kinds(suit, key)
    return mask_of(kinds), mask_of([tile for tile in kinds if key // UNIT[tile] % 5 == 4])


def added(keys: Keys, more: Keys) -> Keys:
    """The keys of the tiles of both."""
    m, p, s, z = keys
    more_m, more_p, more_s, more_z = more
    return (m + more_m, p + more_p, s + more_s, z + more_z)


def all_keys(hand: Hand) -> Keys:
    """The keys of concealed tiles and melds together."""
    return added(hand.keys, _of_melds(hand.melds)) if hand.melds else hand.keys


@lru_cache(maxsize=1 << 12)
def _of_melds(melds: tuple[Meld, ...]) -> Keys:
    return keys_of(tile for meld in melds for tile in tiles_of(meld))
