"""A seat's tiles: one small integer key per suit, and the melds.

A key holds the count of each rank as a digit in base 5: ``key = sum(count[rank] * 5**(rank - 1))``.
The honours E S W N C F P are the ranks 1..7 of the fourth key. Adding or taking a tile adds or subtracts one
power of five, so a hand is never counted again.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from operator import add
from typing import Final, NamedTuple, TypeVar

from bot.engine.melds import Meld, tiles_of
from bot.engine.tiles import ALL_TILES, PLAYABLE, Tile
from bot.engine.values import Table, made

V = TypeVar("V")
Keys = tuple[int, int, int, int]
Tables = tuple[Table[int, V], Table[int, V], Table[int, V], Table[int, V]]

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


def by_suit(find: Callable[[int, int], V], join: Callable[[V, V], V]) -> Tables[V]:
    """For each suit a table by its key, put together from its two halves, of which there are few.

    ``find`` tells what up to five ranks hold, from the first of their kinds and their digits.
    """
    half = cache(find)

    def of_suit(first: int, key: int) -> V:
        return join(half(first, key % _HALF), half(first + 5, key // _HALF))

    m, p, s, z = (Table(partial(of_suit, 9 * suit)) for suit in range(4))
    return m, p, s, z


def held(first: int, digits: int) -> tuple[tuple[Tile, int], ...]:
    """The kinds from ``first`` on that the digits hold, and how many of each."""
    return tuple((Tile(first + rank), digits // 5**rank % 5) for rank in range(5) if digits // 5**rank % 5)


def _tiles(first: int, digits: int) -> tuple[Tile, ...]:
    return tuple(tile for tile, copies in held(first, digits) for _ in range(copies))


def _kinds(first: int, digits: int) -> tuple[Tile, ...]:
    return tuple(tile for tile, _ in held(first, digits))


def _quads(first: int, digits: int) -> tuple[Tile, ...]:
    return tuple(tile for tile, copies in held(first, digits) if copies == 4)


_TILES: Final[Tables[tuple[Tile, ...]]] = by_suit(_tiles, add)
_KINDS: Final[Tables[tuple[Tile, ...]]] = by_suit(_kinds, add)
_QUADS: Final[Tables[tuple[Tile, ...]]] = by_suit(_quads, add)
_M_TILES, _P_TILES, _S_TILES, _Z_TILES = _TILES
_M_KINDS, _P_KINDS, _S_KINDS, _Z_KINDS = _KINDS
_M_QUADS, _P_QUADS, _S_QUADS, _Z_QUADS = _QUADS


def suit_kinds(suit: int, key: int) -> tuple[Tile, ...]:
    """The different kinds of one suit, from its key."""
    return _KINDS[suit][key]


def tiles_in(keys: Keys) -> tuple[Tile, ...]:
    """The tiles of the keys in canonical order, each as often as it is held."""
    m, p, s, z = keys
    return _M_TILES[m] + _P_TILES[p] + _S_TILES[s] + _Z_TILES[z]


def kinds_in(keys: Keys) -> tuple[Tile, ...]:
    """The different kinds of the keys in canonical order."""
    m, p, s, z = keys
    return _M_KINDS[m] + _P_KINDS[p] + _S_KINDS[s] + _Z_KINDS[z]


def quads_in(keys: Keys) -> tuple[Tile, ...]:
    """The kinds of which the keys hold all four copies, in canonical order."""
    m, p, s, z = keys
    return _M_QUADS[m] + _P_QUADS[p] + _S_QUADS[s] + _Z_QUADS[z]


def drawable(keys: Keys) -> Iterator[Tile]:
    """The kinds of which the keys hold fewer than four copies, in canonical order."""
    return (tile for tile in ALL_TILES if keys[tile // 9] // UNIT[tile] % 5 < 4)


class Hand(NamedTuple):
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
        return made(Hand, (changed(self.keys, tile, copies), self.melds))

    def minus(self, tile: Tile, copies: int = 1) -> "Hand":
        """The hand with fewer of a kind; ``ValueError`` where it holds too few."""
        if self.keys[tile // 9] // UNIT[tile] % 5 < copies:
            raise ValueError(f"the hand holds fewer than {copies} of tile {tile}")
        return made(Hand, (changed(self.keys, tile, -copies), self.melds))

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
