"""Every way to read a complete hand: which tiles form which sets, and what each wild tile stands for.

A suit is read from rank 1 upwards: at each rank it is settled how many triplets, pairs and new runs stand
there. What these ask for beyond the tiles that are held are wild tiles. So every choice of what the wild tiles
stand for, and every way to part the tiles that result, comes up exactly once.

Copies of a kind are not told apart. Where some of them are wild, the real ones are put into the sets that come
first and the wild ones into those that come last; ``placements`` knows that they could be swapped.
"""

from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from typing import Final, assert_never

from bot.engine.hand import UNIT, Keys, suit_kinds
from bot.engine.kernel import is_seven_pairs, is_win
from bot.engine.kernel.suits import BARE, GAPS, PAIRED
from bot.engine.tiles import ALL_TILES, Suit, Tile


@dataclass(frozen=True, slots=True)
class Run:
    """Three consecutive ranks of a suit from ``low`` on; ``wilds`` are those that wild tiles stand for."""

    low: Tile
    wilds: tuple[Tile, ...] = ()
    tiles: tuple[Tile, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", (self.low, Tile(self.low + 1), Tile(self.low + 2)))


@dataclass(frozen=True, slots=True)
class Triplet:
    """Three alike; ``wilds`` holds the kind once for each wild tile."""

    low: Tile
    wilds: tuple[Tile, ...] = ()
    tiles: tuple[Tile, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", (self.low,) * 3)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two alike; ``wilds`` holds the kind once for each wild tile."""

    low: Tile
    wilds: tuple[Tile, ...] = ()
    tiles: tuple[Tile, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", (self.low,) * 2)


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
    """Where a real tile of this kind, the winning one say, can sit; empty where all copies are wild ones.

    Equal places count once.
    """
    found: list[Placement] = []
    real = False
    for part in parts_of(reading):
        tiles = part.tiles
        if tile in tiles:
            real = real or not part.wilds or part.wilds.count(tile) < tiles.count(tile)
            place = _place(part, tile - part.low)
            if place not in found:
                found.append(place)
    return tuple(found) if real else ()


def _place(part: Part, position: int) -> Placement:
    match part:
        case Run():
            return InRun(part, position)
        case Triplet():
            return InTriplet(part)
        case Pair():
            return InPair(part)
        case _:
            assert_never(part)


# ---------------------------------------------------------------------- one suit


@dataclass(frozen=True, slots=True)
class _Way:
    """The sets of a suit, and its pair if it has one."""

    sets: tuple[TileSet, ...]
    pairs: tuple[Pair, ...]


_Begun = tuple[int, int, int, int]
"""A rank (0..8) and how many runs, triplets and pairs begin there."""
_RANKS: Final = (9, 9, 9, 7)


@lru_cache(maxsize=1 << 13)
def _ways(suit: int, key: int, wilds: int) -> tuple[_Way, ...]:
    """All ways to make sets and at most one pair of all tiles of a suit and exactly these wild tiles."""
    kind = Suit.HONOUR if suit == Suit.HONOUR else Suit.M
    return tuple([_marked(suit, key, shape) for shape in _shapes(kind, key, wilds, 0)])


@lru_cache(maxsize=1 << 14)
def _shapes(suit: int, key: int, wilds: int, rank: int) -> tuple[tuple[_Begun, ...], ...]:
    """The same where nothing begins below a rank; no tile is held there either. The suits of ranks are all alike."""
    pairs = _pairs_to_make(suit, key, wilds)
    if pairs is None:
        return ()
    while rank < _RANKS[suit] and not wilds and not key // UNIT[rank] % 5:
        rank += 1
    if rank == _RANKS[suit]:
        return () if wilds else ((),)
    held = key // UNIT[rank] % 5
    found: list[tuple[_Begun, ...]] = []
    for runs in range(5 if suit != Suit.HONOUR and rank < 7 else 1):
        rest, second = _taken(key - held * UNIT[rank], rank + 1, runs)
        rest, third = _taken(rest, rank + 2, runs)
        if second + third > wilds:
            break
        for pair in range(pairs + 1):
            others = held - runs - 2 * pair
            left = wilds - second - third + others
            for triplets in range(max(0, (others + 2) // 3), left // 3 + 1):
                begun = ((rank, runs, triplets, pair),) if runs or pair or triplets else ()
                found += [begun + shape for shape in _shapes(suit, rest, left - 3 * triplets, rank + 1)]
    return tuple(found)


def _pairs_to_make(suit: int, key: int, wilds: int) -> int | None:
    """Whether (1) or not (0) a pair is to be made, as the number of tiles says; None where wild tiles are too few."""
    entry = GAPS[suit][key]
    for pairs, gap in enumerate((BARE[entry], PAIRED[entry])):
        if (wilds - gap) % 3 == 0:
            return pairs if gap <= wilds else None
    return None


def _taken(key: int, rank: int, copies: int) -> tuple[int, int]:
    """The key without so many tiles of a rank, and how many of them are lacking."""
    held = min(copies, key // UNIT[rank] % 5) if copies else 0
    return key - held * UNIT[rank], copies - held


def _marked(suit: int, key: int, shape: tuple[_Begun, ...]) -> _Way:
    """The sets and the pair of a shape; real tiles are dealt out first to the sets, then to the pair."""
    real = [key // UNIT[rank] % 5 for rank in range(9)]

    def wild(*ranks: int) -> tuple[Tile, ...]:
        found: tuple[Tile, ...] = ()
        for rank in ranks:
            if real[rank]:
                real[rank] -= 1
            else:
                found += (Tile(9 * suit + rank),)
        return found

    sets: list[TileSet] = []
    for rank, runs, triplets, _ in shape:
        low = Tile(9 * suit + rank)
        sets += [_run(low, wild(rank, rank + 1, rank + 2)) for _ in range(runs)]
        sets += [_triplet(low, wild(rank, rank, rank)) for _ in range(triplets)]
    pairs = [_pair(Tile(9 * suit + rank), wild(rank, rank)) for rank, _, _, pair in shape if pair]
    return _Way(tuple(sets), tuple(pairs))


@cache
def _run(low: Tile, wilds: tuple[Tile, ...]) -> Run:
    return Run(low, wilds)


@cache
def _triplet(low: Tile, wilds: tuple[Tile, ...]) -> Triplet:
    return Triplet(low, wilds)


@cache
def _pair(low: Tile, wilds: tuple[Tile, ...]) -> Pair:
    return Pair(low, wilds)


# ---------------------------------------------------------------------- the whole hand


@cache
def _shares(wilds: int) -> tuple[tuple[int, int, int, int], ...]:
    """All ways to share wild tiles among the suits."""
    counts = range(wilds + 1)
    return tuple((m, p, s, wilds - m - p - s) for m, p, s in product(counts, repeat=3) if m + p + s <= wilds)


def sets_readings(keys: Keys, wilds: int = 0) -> tuple[SetsReading, ...]:
    """Every way to read the tiles as sets and one pair; empty where they are no such hand."""
    if not is_win(keys, wilds):
        return ()
    found: list[SetsReading] = []
    key_m, key_p, key_s, key_z = keys
    for in_m, in_p, in_s, in_z in _shares(wilds):
        ways = _ways(0, key_m, in_m), _ways(1, key_p, in_p), _ways(2, key_s, in_s), _ways(3, key_z, in_z)
        for m, p, s, z in product(*ways):
            pairs = m.pairs + p.pairs + s.pairs + z.pairs
            if len(pairs) != 1:
                break
            found.append(SetsReading(m.sets + p.sets + s.sets + z.sets, pairs[0]))
    return tuple(found)


def pairs_readings(keys: Keys, wilds: int = 0) -> tuple[PairsReading, ...]:
    """Every way to read 14 tiles as seven pairs; empty where they are no such hand."""
    if not is_seven_pairs(keys, wilds):
        return ()
    m, p, s, z = keys
    pairs = _suit_pairs(0, m) + _suit_pairs(1, p) + _suit_pairs(2, s) + _suit_pairs(3, z)
    if len(pairs) == 7:
        return (PairsReading(pairs),)
    free = combinations_with_replacement(ALL_TILES, 7 - len(pairs))
    return tuple(_pairs_reading([*pairs, *(_pair(tile, (tile, tile)) for tile in more)]) for more in free)


@lru_cache(maxsize=1 << 13)
def _suit_pairs(suit: int, key: int) -> tuple[Pair, ...]:
    """The pairs of one suit in canonical order; a single tile has a wild one beside it."""
    pairs: list[Pair] = []
    for tile in suit_kinds(suit, key):
        held = key // UNIT[tile] % 5
        pairs += [_pair(tile, ())] * (held // 2) + [_pair(tile, (tile,))] * (held % 2)
    return tuple(pairs)


def _pairs_reading(pairs: list[Pair]) -> PairsReading:
    return PairsReading(tuple(sorted(pairs, key=lambda pair: (pair.low, len(pair.wilds)))))


def readings(keys: Keys, wilds: int = 0) -> tuple[Reading, ...]:
    """Every reading of the concealed tiles and the wild ones: first as sets and a pair, then as seven pairs.

    Empty where the tiles are no complete hand. The order is always the same.
    """
    return (*sets_readings(keys, wilds), *pairs_readings(keys, wilds))
