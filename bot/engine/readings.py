"""Every way to read a complete hand: which tiles form which sets, and what each wild tile stands for.

A suit is read from rank 1 upwards: at each rank it is settled how many triplets, pairs and new runs stand
there. What these ask for beyond the tiles that are held are wild tiles. So every choice of what the wild tiles
stand for, and every way to part the tiles that result, comes up exactly once.

Copies of a kind are not told apart. Where some of them are wild, the real ones are put into the sets that come
first and the wild ones into those that come last; ``placements`` knows that they could be swapped.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product
from typing import assert_never

from bot.engine.hand import Keys, count_in, kinds_in
from bot.engine.kernel import is_seven_pairs, is_win
from bot.engine.tiles import ALL_TILES, Tile


@dataclass(frozen=True, slots=True)
class Run:
    """Three consecutive ranks of a suit from ``low`` on; ``wilds`` are those that wild tiles stand for."""

    low: Tile
    wilds: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Triplet:
    """Three alike; ``wilds`` holds the kind once for each wild tile."""

    low: Tile
    wilds: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Pair:
    """Two alike; ``wilds`` holds the kind once for each wild tile."""

    low: Tile
    wilds: tuple[Tile, ...] = ()


TileSet = Run | Triplet


@dataclass(frozen=True, slots=True)
class SetsReading:
    """Concealed sets in canonical order (suit, then lowest tile, runs before triplets) and the pair."""

    sets: tuple[TileSet, ...]
    pair: Pair


@dataclass(frozen=True, slots=True)
class PairsReading:
    """Seven pairs in canonical order; four alike are two equal pairs."""

    pairs: tuple[Pair, ...]


Reading = SetsReading | PairsReading
Part = Run | Triplet | Pair


@dataclass(frozen=True, slots=True)
class InRun:
    """A tile that sits in a run; ``position`` is 0, 1 or 2 from the low end."""

    run: Run
    position: int


@dataclass(frozen=True, slots=True)
class InTriplet:
    """A tile that sits in a triplet."""

    triplet: Triplet


@dataclass(frozen=True, slots=True)
class InPair:
    """A tile that sits in a pair."""

    pair: Pair


Placement = InRun | InTriplet | InPair


def tiles_of_part(part: Part) -> tuple[Tile, ...]:
    """The tiles of a set or a pair as they count, in order."""
    match part:
        case Run(low=low):
            return (low, Tile(low + 1), Tile(low + 2))
        case Triplet(low=low):
            return (low,) * 3
        case Pair(low=low):
            return (low,) * 2
        case _:
            assert_never(part)


def parts_of(reading: Reading) -> tuple[Part, ...]:
    """The sets and the pair (last), or the seven pairs."""
    match reading:
        case SetsReading(sets=sets, pair=pair):
            return (*sets, pair)
        case PairsReading(pairs=pairs):
            return pairs
        case _:
            assert_never(reading)


def stands_for(reading: Reading) -> tuple[Tile, ...]:
    """What the wild tiles stand for, in canonical order."""
    return tuple(sorted(tile for part in parts_of(reading) for tile in part.wilds))


def placements(reading: Reading, tile: Tile) -> tuple[Placement, ...]:
    """Where a real tile of this kind, the winning one say, can sit; empty where all copies are wild ones."""
    if all(part.wilds.count(tile) == tiles_of_part(part).count(tile) for part in parts_of(reading)):
        return ()
    found: dict[Placement, None] = {}
    for part in parts_of(reading):
        if tile not in tiles_of_part(part):
            continue
        match part:
            case Run(low=low):
                found[InRun(part, tile - low)] = None
            case Triplet():
                found[InTriplet(part)] = None
            case Pair():
                found[InPair(part)] = None
            case _:
                assert_never(part)
    return tuple(found)


_Maker = type[Run] | type[Triplet] | type[Pair]
_Shape = tuple[tuple[_Maker, int], ...]


@cache
def _shapes(key: int, ranks: int, wilds: int) -> tuple[_Shape, ...]:
    """All ways to make sets and at most one pair of all tiles of a suit and exactly these wild tiles."""
    held = [key // 5**rank % 5 for rank in range(ranks)]
    found: list[_Shape] = []

    def read(rank: int, older: int, newer: int, left: int, shape: _Shape) -> None:
        if rank == ranks:
            if not older and not newer and not left:
                found.append(shape)
            return
        paired = any(maker is Pair for maker, _ in shape)
        for runs in range(5 if ranks == 9 and rank < 7 else 1):
            for triplets in range(3):
                for pairs in range(1 if paired else 2):
                    short = older + newer + runs + 3 * triplets + 2 * pairs - held[rank]
                    if 0 <= short <= left:
                        added = (
                            ((Run, rank),) * runs + ((Triplet, rank),) * triplets + ((Pair, rank),) * pairs
                        )
                        read(rank + 1, newer, runs, left - short, shape + added)

    read(0, 0, 0, wilds, ())
    return tuple(found)


def _splits(wilds: int, suits: int) -> list[tuple[int, ...]]:
    """All ways to share the wild tiles among the suits."""
    if suits == 1:
        return [(wilds,)]
    return [(first, *rest) for first in range(wilds + 1) for rest in _splits(wilds - first, suits - 1)]


def _taken(real: dict[Tile, int], tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Takes real copies for the tiles as long as there are any; returns the tiles that wild ones must be."""
    wild: list[Tile] = []
    for tile in tiles:
        if real.get(tile, 0):
            real[tile] -= 1
        else:
            wild.append(tile)
    return tuple(wild)


def _reading(keys: Keys, parts: list[tuple[_Maker, Tile]]) -> SetsReading:
    """The reading of these sets and one pair, its wild tiles marked."""
    real = {tile: count_in(keys, tile) for tile in kinds_in(keys)}
    sets: list[TileSet] = []
    for maker, low in parts:
        if maker is Run:
            sets.append(Run(low, _taken(real, (low, Tile(low + 1), Tile(low + 2)))))
        elif maker is Triplet:
            sets.append(Triplet(low, _taken(real, (low,) * 3)))
    (low,) = (low for maker, low in parts if maker is Pair)
    return SetsReading(tuple(sets), Pair(low, _taken(real, (low,) * 2)))


def sets_readings(keys: Keys, wilds: int = 0) -> tuple[SetsReading, ...]:
    """Every way to read the tiles as sets and one pair; empty where they are no such hand."""
    if not is_win(keys, wilds):
        return ()
    found: list[SetsReading] = []
    for split in _splits(wilds, 4):
        ways = [_shapes(key, 7 if suit == 3 else 9, split[suit]) for suit, key in enumerate(keys)]
        for combination in product(*ways):
            parts = [
                (maker, Tile(9 * suit + rank))
                for suit, shape in enumerate(combination)
                for maker, rank in shape
            ]
            if sum(maker is Pair for maker, _ in parts) == 1:
                found.append(_reading(keys, parts))
    return tuple(found)


def pairs_readings(keys: Keys, wilds: int = 0) -> tuple[PairsReading, ...]:
    """Every way to read 14 tiles as seven pairs; empty where they are no such hand."""
    if not is_seven_pairs(keys, wilds):
        return ()
    pairs: list[Pair] = []
    for tile in kinds_in(keys):
        held = count_in(keys, tile)
        pairs += [Pair(tile)] * (held // 2) + [Pair(tile, (tile,))] * (held % 2)
    free = combinations_with_replacement([Pair(tile, (tile, tile)) for tile in ALL_TILES], 7 - len(pairs))
    return tuple(PairsReading(tuple(sorted([*pairs, *more], key=_pair_order))) for more in free)


def _pair_order(pair: Pair) -> tuple[Tile, int]:
    return (pair.low, len(pair.wilds))


def readings(keys: Keys, wilds: int = 0) -> tuple[Reading, ...]:
    """Every reading of the concealed tiles and the wild ones: first as sets and a pair, then as seven pairs.

    Empty where the tiles are no complete hand. The order is always the same.
    """
    return (*sets_readings(keys, wilds), *pairs_readings(keys, wilds))
