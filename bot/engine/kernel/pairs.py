"""Seven pairs: 14 concealed tiles, four alike being two pairs.

Only two numbers of a hand matter: its pairs, and the single tiles left over. ``PAIRS[key]`` holds both for a suit.
"""

from typing import Final

from bot.engine.hand import Keys, changed, count_in, drawable, kinds_in
from bot.engine.tiles import Tile

Discards = tuple[tuple[Tile, tuple[Tile, ...]], ...]
"""Discards in canonical order, each with the kinds that then are useful."""

_SINGLE: Final = 16
_NUMBERS: Final = 1024
_NEVER: Final = -1


def _counted(held: int) -> bytes:
    """The translation that adds the pairs and the single tile of a rank; it wraps where no hand has so many."""
    more = held // 2 + held % 2 * _SINGLE
    return bytes((number + more) % 256 for number in range(256))


def _pairs(ranks: int) -> bytes:
    numbers = b"\0"
    for _ in range(ranks):
        numbers = b"".join(numbers.translate(_counted(held)) for held in range(5))
    return numbers


PAIRS: Final = _pairs(9)
"""The pairs of a suit key, plus 16 for each single tile; for the honours too."""


def _missing(number: int) -> int:
    """The tiles that are missing to seven pairs: one for each single, two for each pair of which there is none."""
    singles, pairs = divmod(number, _SINGLE)
    return 7 - pairs + max(0, 7 - pairs - singles)


def _completing(number: int) -> int:
    """How many wild tiles, making 14 with the others, complete seven pairs; -1 where they don't."""
    singles, pairs = divmod(number, _SINGLE)
    wilds = 14 - 2 * pairs - singles
    return wilds if wilds >= singles else _NEVER


_MISSING: Final = tuple(_missing(number) for number in range(_NUMBERS))
_COMPLETING: Final = tuple(_completing(number) for number in range(_NUMBERS))


def size_of(keys: Keys) -> int:
    """How many tiles the keys of a hand hold."""
    m, p, s, z = keys
    singles, pairs = divmod(PAIRS[m] + PAIRS[p] + PAIRS[s] + PAIRS[z], _SINGLE)
    return 2 * pairs + singles


def is_seven_pairs(keys: Keys, wilds: int = 0) -> bool:
    """Whether 14 tiles, wild ones counted, are seven pairs; four alike are two pairs."""
    m, p, s, z = keys
    return _COMPLETING[PAIRS[m] + PAIRS[p] + PAIRS[s] + PAIRS[z]] == wilds


def seven_pairs_shanten(keys: Keys, wilds: int = 0) -> int:
    """How many tiles of 13 or 14 to exchange until one more completes seven pairs; -1 is a complete hand."""
    m, p, s, z = keys
    return _MISSING[PAIRS[m] + PAIRS[p] + PAIRS[s] + PAIRS[z]] - wilds - 1


def seven_pairs_waits(keys: Keys, wilds: int = 0) -> tuple[Tile, ...]:
    """The kinds that complete seven pairs from 13 tiles, wild ones counted; empty for another number.

    A kind that is held four times is none.
    """
    return seven_pairs_useful(keys, wilds) if seven_pairs_shanten(keys, wilds) == 0 else ()


def seven_pairs_useful(keys: Keys, wilds: int = 0) -> tuple[Tile, ...]:
    """The kinds that bring 13 tiles, wild ones counted, a step nearer to seven pairs; empty for another number.

    Every single tile wants its second; other kinds help as long as there are not seven kinds to pair. A kind that
    is held four times is none.
    """
    m, p, s, z = keys
    singles, pairs = divmod(PAIRS[m] + PAIRS[p] + PAIRS[s] + PAIRS[z], _SINGLE)
    if 2 * pairs + singles + wilds != 13:
        return ()
    if singles + pairs < 7:
        return tuple(drawable(keys))
    return tuple(tile for tile in kinds_in(keys) if count_in(keys, tile) % 2)


def seven_pairs_best_discards(keys: Keys, wilds: int = 0) -> Discards:
    """From 14 tiles: the discards that leave the lowest shanten for seven pairs. Wild tiles are kept."""
    rests = {tile: changed(keys, tile, -1) for tile in kinds_in(keys)}
    depths = {tile: seven_pairs_shanten(rest, wilds) for tile, rest in rests.items()}
    best = min(depths.values(), default=0)
    return tuple((tile, seven_pairs_useful(rests[tile], wilds)) for tile in rests if depths[tile] == best)
