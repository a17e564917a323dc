"""Wins and waits: the gaps of the four suits, added up.

One suit has the pair. So a hand lacks the sum of its suits' gaps, and one less where some suit saves a wild tile by
the pair, two more where none does.

A wait is a kind that lowers this number. Which kinds lower a suit's gap, without and with the pair, is a question to
the tables too: they hold the gap of the suit with one more tile of each kind. Where one suit alone saves by the pair,
the pair is there, and the others want sets; of several such suits, or where there is none, any can have it.
"""

from functools import lru_cache
from typing import Final

from bot.engine.hand import UNIT, Keys, drawable
from bot.engine.kernel.suits import BARE, GAPS, HONOURS, PAIR_SAVES, PAIRED, SUITED
from bot.engine.tiles import PLAYABLE, Tile

MOST_WILDS: Final = 14
_MOST_GAPS: Final = 4 * PAIR_SAVES + 64


def _missing(gaps: int) -> int:
    """The wild tiles that complete a hand, from the sum of its suits' gaps."""
    savers, missing = divmod(gaps, PAIR_SAVES)
    return missing - 1 if savers else missing + 2


MISSING: Final = tuple(_missing(gaps) for gaps in range(_MOST_GAPS))
_WINS: Final = tuple(
    tuple(missing <= wilds and (wilds - missing) % 3 == 0 for missing in MISSING) for wilds in range(MOST_WILDS + 1)
)
"""``[wilds][gaps]``; wild tiles that are left over make sets of their own, three at a time."""


def is_win(keys: Keys, wilds: int = 0) -> bool:
    """Whether the concealed tiles and the wild tiles (0..14) are complete sets and one pair.

    They are 3n+2 tiles with n sets, whatever has been melded; with another number the answer is no.
    """
    m, p, s, z = keys
    return _WINS[wilds][SUITED[m] + SUITED[p] + SUITED[s] + HONOURS[z]]


_SETS, _PAIR, _EITHER = range(3)


@lru_cache(maxsize=1 << 13)
def _lowering(suit: int, key: int) -> tuple[tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...]]:
    """The kinds of a suit that lower its gap: that to sets alone, that to sets and the pair, either."""
    gaps = GAPS[suit]
    kinds = range(9 * suit, min(9 * suit + 9, PLAYABLE))
    more = [(Tile(kind), gaps[key + UNIT[kind]]) for kind in kinds if key // UNIT[kind] % 5 < 4]
    bare, paired = BARE[gaps[key]], PAIRED[gaps[key]]
    return (
        tuple([tile for tile, entry in more if BARE[entry] < bare]),
        tuple([tile for tile, entry in more if PAIRED[entry] < paired]),
        tuple([tile for tile, entry in more if BARE[entry] < bare or PAIRED[entry] < paired]),
    )


def waits(keys: Keys, wilds: int = 0) -> tuple[Tile, ...]:
    """The kinds that complete 3n+1 tiles, wild ones counted, in canonical order; empty for another number.

    A kind of which four copies are concealed is none; copies in melds are the caller's to see to.
    """
    m, p, s, z = keys
    in_m, in_p, in_s, in_z = SUITED[m], SUITED[p], SUITED[s], HONOURS[z]
    gaps = in_m + in_p + in_s + in_z
    short = MISSING[gaps] - wilds
    if short != 1:
        return () if short > 0 or short % 3 != 1 else tuple(drawable(keys))
    if gaps < PAIR_SAVES:
        return tuple(tile for suit in range(4) for tile in _lowering(suit, keys[suit])[_EITHER])
    saving = _PAIR if gaps < 2 * PAIR_SAVES else _EITHER
    found: tuple[Tile, ...] = ()
    if in_m:
        found += _lowering(0, m)[saving if in_m >= PAIR_SAVES else _SETS]
    if in_p:
        found += _lowering(1, p)[saving if in_p >= PAIR_SAVES else _SETS]
    if in_s:
        found += _lowering(2, s)[saving if in_s >= PAIR_SAVES else _SETS]
    if in_z:
        found += _lowering(3, z)[saving if in_z >= PAIR_SAVES else _SETS]
    return found
