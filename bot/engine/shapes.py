"""Shapes of one suit by what they wait on: every hand of so many tiles of a suit that waits on so many kinds.

A shape is the count of each rank. Waits follow from complete hands: whatever is taken out of one completes the rest.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Final

from bot.engine.tiles import Suit, Tile, tile_at

RANKS: Final = range(9)
SIZES: Final = (1, 4, 7, 10, 13)
Counts = tuple[int, int, int, int, int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Shape:
    """Tiles of one suit as the count of each rank from 1, and the ranks (1..9) that complete them.

    ``core``: no set can be taken out of it that would leave the same waits.
    """

    counts: Counts
    waits: tuple[int, ...]
    core: bool

    def ranks(self) -> tuple[int, ...]:
        """The ranks of its tiles, 1..9, in order."""
        return tuple(index + 1 for index in RANKS for _ in range(self.counts[index]))

    def tiles(self, suit: Suit) -> tuple[Tile, ...]:
        """Its tiles in a suit."""
        return tuple(tile_at(suit, rank) for rank in self.ranks())

    def waiting(self, suit: Suit) -> tuple[Tile, ...]:
        """The tiles of a suit that complete it."""
        return tuple(tile_at(suit, rank) for rank in self.waits)


@cache
def shapes(tiles: int, waits: int) -> tuple[Shape, ...]:
    """All shapes of so many tiles (1, 4, 7, 10 or 13) that wait on exactly so many kinds, by their ranks.

    Thirteen tiles may wait for seven pairs too. A kind that is held four times is never a wait. ``ValueError`` for
    another number of tiles.
    """
    if tiles not in SIZES:
        raise ValueError(f"{tiles} tiles never wait: {', '.join(map(str, SIZES))} do")
    found = (
        Shape(counts, ranks, _is_core(counts, ranks))
        for counts, ranks in _waiting(tiles).items()
        if len(ranks) == waits
    )
    return tuple(sorted(found, key=Shape.ranks))


@cache
def _waiting(tiles: int) -> dict[Counts, tuple[int, ...]]:
    """Every shape of so many tiles that waits, and the ranks that it waits on."""
    ranks: defaultdict[Counts, set[int]] = defaultdict(set)
    for complete in _complete(tiles + 1):
        for index in RANKS:
            if complete[index]:
                ranks[_with(complete, {index: -1})].add(index + 1)
    return {counts: tuple(sorted(found)) for counts, found in ranks.items()}


@cache
def _complete(tiles: int) -> frozenset[Counts]:
    """Every hand of one suit with so many tiles that is sets and a pair, or seven pairs."""
    sets = [{index: 3} for index in RANKS] + [{low: 1, low + 1: 1, low + 2: 1} for low in range(7)]
    found: set[Counts] = set()
    for chosen in combinations_with_replacement(sets, tiles // 3):
        together = _NOTHING
        for each in chosen:
            together = _with(together, each)
        found.update(_with(together, {index: 2}) for index in RANKS)
    if tiles == 14:
        found.update(_seven_pairs())
    return frozenset(counts for counts in found if max(counts) <= 4)


def _seven_pairs() -> Iterator[Counts]:
    for chosen in combinations_with_replacement(RANKS, 7):
        counts = _NOTHING
        for index in chosen:
            counts = _with(counts, {index: 2})
        yield counts


_NOTHING: Final[Counts] = (0, 0, 0, 0, 0, 0, 0, 0, 0)


def _with(counts: Counts, more: dict[int, int]) -> Counts:
    a, b, c, d, e, f, g, h, i = (counts[index] + more.get(index, 0) for index in RANKS)
    return (a, b, c, d, e, f, g, h, i)


def _is_core(counts: Counts, ranks: tuple[int, ...]) -> bool:
    size = sum(counts)
    if size == SIZES[0]:
        return True
    smaller = _waiting(size - 3)
    triplets = [{index: -3} for index in RANKS if counts[index] >= 3]
    runs = [{low: -1, low + 1: -1, low + 2: -1} for low in range(7) if all(counts[low : low + 3])]
    return not any(smaller.get(_with(counts, each)) == ranks for each in (*triplets, *runs))
