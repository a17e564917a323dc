"""A seat's tiles: one small integer key per suit, and the melds.

A key holds the count of each rank as a digit in base 5: ``key = sum(count[rank] * 5**(rank - 1))``.
The honours E S W N C F P are the ranks 1..7 of the fourth key. Adding or taking a tile adds or subtracts one
power of five, so a hand is never counted again.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from bot.engine.melds import Meld, tiles_of
from bot.engine.tiles import ALL_TILES, PLAYABLE, Tile

Keys = tuple[int, int, int, int]

NO_KEYS: Final[Keys] = (0, 0, 0, 0)
UNIT: Final[tuple[int, ...]] = tuple(5 ** (kind % 9) for kind in range(PLAYABLE))
"""What one copy of a kind adds to the key of its suit."""


def keys_of(tiles: Iterable[Tile]) -> Keys:
    """The four keys of a handful of tiles, each kind at most four times."""
    keys = [0, 0, 0, 0]
    for tile in tiles:
        keys[tile // 9] += UNIT[tile]
    return (keys[0], keys[1], keys[2], keys[3])


def count_in(keys: Keys, tile: Tile) -> int:
    """How many copies of a kind the keys hold."""
    return keys[tile // 9] // UNIT[tile] % 5


def changed(keys: Keys, tile: Tile, copies: int) -> Keys:
    """The keys with ``copies`` more (or, negative, fewer) of a kind."""
    m, p, s, z = keys
    delta = UNIT[tile] * copies
    suit = tile // 9
    if suit == 0:
        return (m + delta, p, s, z)
    if suit == 1:
        return (m, p + delta, s, z)
    if suit == 2:
        return (m, p, s + delta, z)
    return (m, p, s, z + delta)


_HALF: Final = 5**5
_KEPT: Final = 1 << 14
"""Of how many suits what they hold is remembered; it is soon found again from the two halves of a suit."""


@cache
def _half_tiles(first: int, half: int) -> tuple[Tile, ...]:
    """The tiles of up to five ranks from ``first`` on, from their digits."""
    return tuple(Tile(first + rank) for rank in range(5) for _ in range(half // 5**rank % 5))


@cache
def _half_kinds(first: int, half: int) -> tuple[Tile, ...]:
    """The different kinds of up to five ranks from ``first`` on, from their digits."""
    return tuple(dict.fromkeys(_half_tiles(first, half)))


@lru_cache(maxsize=_KEPT)
def _suit_tiles(suit: int, key: int) -> tuple[Tile, ...]:
    """The tiles of one suit, from its key."""
    return _half_tiles(9 * suit, key % _HALF) + _half_tiles(9 * suit + 5, key // _HALF)


@lru_cache(maxsize=_KEPT)
def suit_kinds(suit: int, key: int) -> tuple[Tile, ...]:
    """The different kinds of one suit, from its key."""
    return _half_kinds(9 * suit, key % _HALF) + _half_kinds(9 * suit + 5, key // _HALF)


def tiles_in(keys: Keys) -> tuple[Tile, ...]:
    """The tiles of the keys in canonical order, each as often as it is held."""
    m, p, s, z = keys
    return _suit_tiles(0, m) + _suit_tiles(1, p) + _suit_tiles(2, s) + _suit_tiles(3, z)


def kinds_in(keys: Keys) -> tuple[Tile, ...]:
    """The different kinds of the keys in canonical order."""
    m, p, s, z = keys
    return suit_kinds(0, m) + suit_kinds(1, p) + suit_kinds(2, s) + suit_kinds(3, z)


@lru_cache(maxsize=_KEPT)
def _suit_quads(suit: int, key: int) -> tuple[Tile, ...]:
    """The kinds of one suit that its key holds four times."""
    return tuple([tile for tile in suit_kinds(suit, key) if key // UNIT[tile] % 5 == 4])


def quads_in(keys: Keys) -> tuple[Tile, ...]:
    """The kinds of which the keys hold all four copies, in canonical order."""
    m, p, s, z = keys
    return _suit_quads(0, m) + _suit_quads(1, p) + _suit_quads(2, s) + _suit_quads(3, z)


def drawable(keys: Keys) -> Iterator[Tile]:
    """The kinds of which the keys hold fewer than four copies, in canonical order."""
    return (tile for tile in ALL_TILES if keys[tile // 9] // UNIT[tile] % 5 < 4)


@dataclass(frozen=True, slots=True)
class Hand:
    """Concealed tiles as keys, and the melds in the order in which they were made."""

    keys: Keys = NO_KEYS
    melds: tuple[Meld, ...] = ()

    @staticmethod
    def of(tiles: Iterable[Tile], melds: tuple[Meld, ...] = ()) -> "Hand":
        """A hand of these concealed tiles and melds."""
        return Hand(keys_of(tiles), melds)

    def count(self, tile: Tile) -> int:
        """How many copies of a kind are concealed."""
        return self.keys[tile // 9] // UNIT[tile] % 5

    def plus(self, tile: Tile, copies: int = 1) -> "Hand":
        """The hand with more of a kind."""
        return Hand(changed(self.keys, tile, copies), self.melds)

    def minus(self, tile: Tile, copies: int = 1) -> "Hand":
        """The hand with fewer of a kind; ``ValueError`` where it holds too few."""
        if self.keys[tile // 9] // UNIT[tile] % 5 < copies:
            raise ValueError(f"the hand holds fewer than {copies} of tile {tile}")
        return Hand(changed(self.keys, tile, -copies), self.melds)

    def with_meld(self, meld: Meld) -> "Hand":
        """The hand with one more meld; the concealed tiles are left as they are."""
        return Hand(self.keys, (*self.melds, meld))

    def tiles(self) -> tuple[Tile, ...]:
        """The concealed tiles in canonical order."""
        return tiles_in(self.keys)

    def kinds(self) -> tuple[Tile, ...]:
        """The different concealed kinds in canonical order."""
        return kinds_in(self.keys)

    def size(self) -> int:
        """How many tiles are concealed."""
        return len(tiles_in(self.keys))

    def all_tiles(self) -> tuple[Tile, ...]:
        """Concealed tiles, then those of the melds."""
        return (*self.tiles(), *(tile for meld in self.melds for tile in tiles_of(meld)))
