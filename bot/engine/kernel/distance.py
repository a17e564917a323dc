"""Shanten, useful tiles and discards: the answers of the four suits, put together in the best way.

A suit key is looked up for the number of its answer, the numbers of two suits for the number of what they lack
together, two of these for the shanten number. The tables are filled as suits and hands come up for the first time.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from bot.engine.hand import UNIT, Keys, changed
from bot.engine.kernel.costs import (
    ANSWERS,
    HONOUR_ANSWERS,
    SUITED_ANSWERS,
    Answer,
    answer_honours,
    answer_suited,
    lacking,
    together,
)
from bot.engine.kernel.numbers import Numbers
from bot.engine.kernel.pairs import Discards
from bot.engine.tiles import PLAYABLE, Suit, Tile

MOST_WILDS: Final = 4
_NUMBERS: Final = 256

_HALVES: Final = Numbers[Answer]()
"""What two suits lack together."""
_Depths = dict[int, int]
"""Shanten numbers of one half with another, by the number of the other."""
_depths: Final[list[dict[int, _Depths]]] = [{} for _ in range(MOST_WILDS + 1)]
"""``[wilds][number of the half of 万 and 筒]``."""
_sz: Final[list[dict[int, int]]] = [{} for _ in range(_NUMBERS)]
"""``[answer of 条][answer of the honours]``: the number of their half."""
_mp: Final[list[list[dict[int, _Depths]]]] = [[{} for _ in range(_NUMBERS)] for _ in range(MOST_WILDS + 1)]
"""``[wilds][answer of 万][answer of 筒]``: the shanten numbers of their half."""


def shanten(keys: Keys, wilds: int = 0) -> int:
    """Tiles to exchange until one more completes the standard shape; -1 is a complete hand.

    The concealed tiles and the wild ones (0..4) are 3n+1 or 3n+2 tiles, n being the sets they are to form;
    ``ValueError`` for another number.
    """
    m, p, s, z = keys
    try:
        return _mp[wilds][SUITED_ANSWERS[m]][SUITED_ANSWERS[p]][_sz[SUITED_ANSWERS[s]][HONOUR_ANSWERS[z]]]
    except KeyError:
        return _depth(wilds, answer_suited(m), answer_suited(p), answer_suited(s), answer_honours(z))


def _depth(wilds: int, m: int, p: int, s: int, z: int) -> int:
    """The shanten number of four answers."""
    try:
        return _mp[wilds][m][p][_sz[s][z]]
    except KeyError:
        return _depth_for_the_first_time(wilds, m, p, s, z)


def _depth_for_the_first_time(wilds: int, m: int, p: int, s: int, z: int) -> int:
    mp, sz = _half(m, p), _half(s, z)
    depths = _depths[wilds].setdefault(mp, {})
    if sz not in depths:
        left, right = _HALVES.things[mp], _HALVES.things[sz]
        size = left.size + right.size + wilds
        if size % 3 == 0:
            raise ValueError(f"{size} tiles neither wait nor are complete")
        depths[sz] = lacking(left, right, size // 3, wilds) - wilds - 1
    _sz[s][z], _mp[wilds][m][p] = sz, depths
    return depths[sz]


@lru_cache(maxsize=1 << 13)
def _half(one: int, other: int) -> int:
    """The number of what two answers lack together."""
    return _HALVES.of(together(ANSWERS[one], ANSWERS[other]))


# ---------------------------------------------------------------------- useful tiles and discards

_Groups = tuple[tuple[int, tuple[Tile, ...]], ...]
"""Answers of a suit with a tile more or less, each with the kinds that lead to it."""


def _answer(suit: int, key: int) -> int:
    return answer_honours(key) if suit == Suit.HONOUR else answer_suited(key)


def _grouped(suit: int, key: int, copies: int) -> _Groups:
    """A suit with so many copies of a kind more, for each kind of it with which that is possible."""
    groups: dict[int, list[Tile]] = {}
    for kind in range(9 * suit, min(9 * suit + 9, PLAYABLE)):
        if 0 <= key // UNIT[kind] % 5 + copies <= 4:
            groups.setdefault(_answer(suit, key + copies * UNIT[kind]), []).append(Tile(kind))
    return tuple((answer, tuple(kinds)) for answer, kinds in groups.items())


@lru_cache(maxsize=1 << 12)
def _drawn(suit: int, key: int) -> _Groups:
    """A suit with a tile more, where that lowers a cost."""
    now = ANSWERS[_answer(suit, key)].rows
    return tuple(group for group in _grouped(suit, key, 1) if ANSWERS[group[0]].rows != now)


@lru_cache(maxsize=1 << 12)
def _discarded(suit: int, key: int) -> _Groups:
    """A suit with a tile less."""
    return _grouped(suit, key, -1)


def _changed(keys: Keys, wilds: int, groups_of: Callable[[int, int], _Groups]) -> list[tuple[int, tuple[Tile, ...]]]:
    """The shanten numbers that a change of one suit leads to, with the kinds that do."""
    m, p, s, z = map(_answer, range(4), keys)
    return [
        *((_depth(wilds, each, p, s, z), kinds) for each, kinds in groups_of(0, keys[0])),
        *((_depth(wilds, m, each, s, z), kinds) for each, kinds in groups_of(1, keys[1])),
        *((_depth(wilds, m, p, each, z), kinds) for each, kinds in groups_of(2, keys[2])),
        *((_depth(wilds, m, p, s, each), kinds) for each, kinds in groups_of(3, keys[3])),
    ]


def useful(keys: Keys, wilds: int = 0) -> tuple[Tile, ...]:
    """The kinds that bring 3n+1 tiles a step nearer to the standard shape, in canonical order.

    A kind of which four copies are concealed is none; copies in melds are the caller's to see to.
    """
    now = shanten(keys, wilds)
    return tuple(sorted([kind for depth, kinds in _changed(keys, wilds, _drawn) if depth < now for kind in kinds]))


def best_discards(keys: Keys, wilds: int = 0) -> Discards:
    """From 3n+2 tiles: the discards that leave the lowest shanten number. Wild tiles are kept."""
    left = _changed(keys, wilds, _discarded)
    best = min((depth for depth, _ in left), default=0)
    tiles = sorted([kind for depth, kinds in left if depth == best for kind in kinds])
    return tuple((tile, useful(changed(keys, tile, -1), wilds)) for tile in tiles)
