"""The shapes that win, and one way to lay each of them out (RULES.md L16).

No reading is enumerated: which patterns a shape can carry follows from the tiles that are held. A suit is one suit
however its wild tiles are set, because a set of nothing but wild tiles can stand in it too; a hand is without runs
where the missing tiles of triplets and a pair are no more than its wild tiles.
"""

from enum import StrEnum
from functools import cache, lru_cache
from itertools import combinations, pairwise
from typing import Final, NamedTuple

from bot.engine.hand import UNIT, Keys, count_in, keys_of, kinds_in, tiles_in
from bot.engine.kernel import is_seven_pairs, is_win, size_of
from bot.engine.kernel.suits import BARE, PAIRED, SUITED
from bot.engine.tiles import HONOURS, SUIT_TILES, Suit, Tile, suit_of, tile_at

SUITS: Final = tuple(Suit)
HAND: Final = 14
"""How many tiles a complete hand has, a meld counted as three."""

Groups = tuple[tuple[Tile, ...], ...]
"""A hand laid out: the sets, then the pair; or seven pairs; or fourteen tiles in one group."""
Ranks = tuple[tuple[int, ...], ...]
"""Sets and a pair of one suit by their ranks, counted from 0."""


class Shape(StrEnum):
    """What a hand is complete as. ``LOOSE`` is no shape: the hand wins by what it holds alone."""

    TRIPLETS = "triplets"
    SETS = "sets"
    PAIRS = "pairs"
    SCATTERED = "scattered"
    LOOSE = "loose"


TRIPLETS: Final = Shape.TRIPLETS
SETS: Final = Shape.SETS
PAIRS: Final = Shape.PAIRS
SCATTERED: Final = Shape.SCATTERED
LOOSE: Final = Shape.LOOSE
"""The members as names: looking them up in their class takes ten times as long."""


def shapes(held: Keys, played: Keys, wilds: int, melds: int, runs_laid: bool) -> tuple[Shape, ...]:
    """Every shape of 14 tiles, a meld counted as three, the one without runs first; empty where there is none.

    ``held`` are the concealed tiles without 财神, ``played`` the same with 白板 as what it plays as, ``melds`` how
    many are laid and ``runs_laid`` whether a chi is among them.
    """
    found: list[Shape] = []
    if is_win(played, wilds):
        found.append(TRIPLETS if not runs_laid and triplets_missing(played) <= wilds else SETS)
    if melds == 0:
        if is_seven_pairs(played, wilds):
            found.append(PAIRS)
        if is_scattered(held, wilds):
            found.append(SCATTERED)
    return tuple(found)


# ---------------------------------------------------------------------- triplets

_TRIPLETS_ONLY: Final = (0, 2, 1, 0, 2)
"""Tiles missing where so many copies of a kind are to be triplets alone."""


def triplets_missing(keys: Keys) -> int:
    """How many tiles are missing to triplets and one pair; the hand holds 3n+2 tiles with its wild ones."""
    suits = [_suit_triplets(key) for key in keys]
    missing = sum([lacking for lacking, _ in suits])
    return missing - 1 if any(paired for _, paired in suits) else missing + 2


@lru_cache(maxsize=1 << 14)
def _suit_triplets(key: int) -> tuple[int, bool]:
    """How many tiles of a suit are missing to triplets alone, and whether one fewer is with the pair among them."""
    copies = [key // 5**rank % 5 for rank in range(9)]
    return sum(_TRIPLETS_ONLY[held] for held in copies), any(held in (1, 2, 4) for held in copies)


# ---------------------------------------------------------------------- 不搭

SUIT_ROOM: Final[dict[int, int]] = {}
"""The keys of a suit whose ranks are three apart, and how many tiles such a suit can hold with these among them."""
HONOUR_KEYS: Final = frozenset(
    keys_of(kinds)[3] for size in range(len(HONOURS) + 1) for kinds in combinations(HONOURS, size)
)


def _fill_suit_room() -> None:
    apart = [
        frozenset(ranks)
        for size in range(4)
        for ranks in combinations(range(9), size)
        if all(high - low >= 3 for low, high in pairwise(ranks))
    ]
    for ranks in apart:
        key = sum(5**rank for rank in ranks)
        SUIT_ROOM[key] = max(len(other) for other in apart if ranks <= other)


_fill_suit_room()


def is_scattered(held: Keys, wilds: int) -> bool:
    """Whether no two tiles could meet in a run or a set and the wild ones have a place (``RULES.md L16 c``)."""
    m, p, s, honours = held
    if honours not in HONOUR_KEYS or m not in SUIT_ROOM or p not in SUIT_ROOM or s not in SUIT_ROOM:
        return False
    size = sum(1 for _ in kinds_in(held)) + wilds
    return size == HAND and SUIT_ROOM[m] + SUIT_ROOM[p] + SUIT_ROOM[s] + len(HONOURS) >= size


# ---------------------------------------------------------------------- laying out


def lay_out(shape: Shape, held: Keys, played: Keys, wilds: int, home: Suit) -> tuple[Groups, tuple[Tile, ...]]:
    """One way to lay out the concealed tiles as this shape, and what its wild tiles stand for, both in fixed order.

    Sets and pairs of nothing but wild tiles go into the suit ``home``.
    """
    if shape is SETS or shape is TRIPLETS:
        return _sets(played, wilds, home, runs=shape is SETS)
    if shape is LOOSE:
        return (tiles_in(held),), ()
    if shape is PAIRS:
        groups, keys = _pairs(played, home), played
    else:
        groups, keys = (_scattered(held),), held
    return groups, _added(groups, keys) if wilds else ()


def _added(groups: Groups, keys: Keys) -> tuple[Tile, ...]:
    """The laid out tiles that are not among the keys, in canonical order."""
    rest = [tile for group in groups for tile in group]
    for tile in tiles_in(keys):
        rest.remove(tile)
    return tuple(sorted(rest))


def _pairs(played: Keys, home: Suit) -> Groups:
    pairs = [(tile, tile) for tile in kinds_in(played) for _ in range((count_in(played, tile) + 1) // 2)]
    spare = tile_at(home, 1)
    return tuple(sorted([*pairs, *[(spare, spare)] * (7 - len(pairs))]))


def _scattered(held: Keys) -> tuple[Tile, ...]:
    """The tiles, then the honours that are missing, then the first ranks that leave a suit all the room it had."""
    tiles = list(tiles_in(held))
    for tile in (*HONOURS, *SUIT_TILES):
        if len(tiles) < HAND and tile not in tiles and _keeps_room(tiles, tile):
            tiles.append(tile)
    return tuple(sorted(tiles))


def _keeps_room(tiles: list[Tile], more: Tile) -> bool:
    suit = suit_of(more)
    if suit is Suit.HONOUR:
        return True
    before = keys_of(tiles)[suit]
    return SUIT_ROOM.get(before + UNIT[more], 0) == SUIT_ROOM[before]


_BEGINNING_WITH: Final = tuple((home, *(suit for suit in SUITS if suit is not home)) for home in SUITS)
"""All suits, each one first."""


class _Filled(NamedTuple):
    """A suit laid out with so many wild tiles: sets in order, the pair or none, and what the wild tiles stand for."""

    suit: Suit
    wilds: int
    sets: Groups
    pair: Groups
    added: tuple[Tile, ...]


def _sets(played: Keys, wilds: int, home: Suit, *, runs: bool) -> tuple[Groups, tuple[Tile, ...]]:
    filled = _share(played, _BEGINNING_WITH[home], wilds, needs_pair=True, runs=runs)
    if filled is None:
        raise ValueError("the tiles are not complete sets and a pair")
    m, p, s, z = sorted(filled)
    groups = m.sets + p.sets + s.sets + z.sets + m.pair + p.pair + s.pair + z.pair
    return groups, m.added + p.added + s.added + z.added


def _share(
    played: Keys, suits: tuple[Suit, ...], wilds: int, *, needs_pair: bool, runs: bool
) -> tuple[_Filled, ...] | None:
    """These suits with exactly so many wild tiles, the first suits given most; None where no way is."""
    if not suits:
        return None if wilds or needs_pair else ()
    first, rest = suits[0], suits[1:]
    for filled in _fillings(first, played[first], runs, wilds):
        if filled.pair and not needs_pair:
            continue
        pair_left = needs_pair and not filled.pair
        others = _share(played, rest, wilds - filled.wilds, needs_pair=pair_left, runs=runs)
        if others is not None:
            return (filled, *others)
    return None


@lru_cache(maxsize=1 << 14)
def _fillings(suit: Suit, key: int, runs: bool, most: int) -> tuple[_Filled, ...]:
    """A suit laid out with each number of wild tiles that completes it, from ``most`` down to none."""
    parts = [(wilds, suit_parts(key, runs and suit is not Suit.HONOUR, wilds)) for wilds in range(most, -1, -1)]
    return tuple([_filled(suit, key, wilds, found) for wilds, found in parts if found is not None])


def _filled(suit: Suit, key: int, wilds: int, parts: Ranks) -> _Filled:
    groups = sorted([tuple([tile_at(suit, rank + 1) for rank in part]) for part in parts])
    sets = tuple([group for group in groups if len(group) == 3])
    pair = tuple([group for group in groups if len(group) == 2])
    keys = [0, 0, 0, 0]
    keys[suit] = key
    added = _added((*sets, *pair), (keys[0], keys[1], keys[2], keys[3])) if wilds else ()
    return _Filled(suit, wilds, sets, pair, added)


@lru_cache(maxsize=1 << 16)
def suit_parts(key: int, runs: bool, wilds: int) -> Ranks | None:
    """One way to make sets, and a pair where 3n+2 tiles ask for one, of a suit's tiles and exactly these wild ones."""
    over = (size_of((key, 0, 0, 0)) + wilds) % 3
    if over == 1 or _lacking(key, runs, pair=over == 2) > wilds:
        return None
    return _parts(key, runs, wilds, pair=over == 2)


def _lacking(key: int, runs: bool, *, pair: bool) -> int:
    """The wild tiles without which a suit's tiles are no sets, with a pair or without; more come in threes."""
    if runs:
        return (PAIRED if pair else BARE)[SUITED[key]]
    missing, paired = _suit_triplets(key)
    return missing + (-1 if paired else 2) if pair else missing


def _parts(key: int, runs: bool, wilds: int, *, pair: bool) -> Ranks:
    """The same where there is a way: no part is taken that leaves none."""
    if not key:
        return ((0, 0),) * pair + ((0, 0, 0),) * ((wilds - 2 * pair) // 3)
    low = next(rank for rank in range(9) if key // 5**rank % 5)
    for part in _parts_at(low, runs, pair=pair):
        rest = key
        missing = 0
        for rank in part:
            if rest // 5**rank % 5:
                rest -= 5**rank
            else:
                missing += 1
        pair_left = pair and len(part) == 3
        if _lacking(rest, runs, pair=pair_left) <= wilds - missing:
            return (part, *_parts(rest, runs, wilds - missing, pair=pair_left))
    raise ValueError(f"the tiles of suit key {key} and {wilds} wild ones are not complete")


@cache
def _parts_at(rank: int, runs: bool, *, pair: bool) -> Ranks:
    """Every set or pair in which the lowest tile that is held can stand."""
    begun = tuple(range(max(rank - 2, 0), min(rank, 6) + 1)) if runs else ()
    lines = tuple((low, low + 1, low + 2) for low in reversed(begun))
    return ((rank,) * 3, *lines, *(((rank,) * 2,) if pair else ()))
