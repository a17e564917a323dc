"""What a hand is, by trying everything: slow, and sharing nothing with the kernel but the numbers of the kinds.

Hands are lists of the copies of each of the 34 kinds.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from random import Random

from bot.engine.tiles import ALL_TILES, Tile

Group = tuple[int, ...]
Groups = tuple[Group, ...]
FAR = 99


def counts_of(tiles: Iterable[int]) -> list[int]:
    """The copies of each of the 34 kinds."""
    held = Counter(tiles)
    return [held[kind] for kind in range(34)]


def dealt(random: Random, size: int, kinds: Sequence[Tile] = ALL_TILES) -> list[Tile]:
    """Tiles from a shuffled wall of four of each of these kinds."""
    return random.sample([kind for kind in kinds for _ in range(4)], size)


def completed(random: Random, sets: int, kinds: Sequence[Tile] = ALL_TILES) -> list[Tile]:
    """So many sets and a pair in random order, no five of them alike."""
    lows = [kind for kind in kinds if kind < 27 and kind % 9 < 7 and kind + 2 in kinds]
    while True:
        tiles = [random.choice(kinds)] * 2
        for _ in range(sets):
            run = bool(lows) and random.random() < 0.7
            low = random.choice(lows if run else kinds)
            tiles += [low, Tile(low + 1), Tile(low + 2)] if run else [low] * 3
        if max(Counter(tiles).values()) <= 4:
            random.shuffle(tiles)
            return tiles


# ---------------------------------------------------------------------- complete hands


def parted(counts: list[int], pair: bool = False) -> Iterator[Groups]:
    """All ways to part tiles into runs, triplets and one pair; ``pair``: it is made already. ``counts`` is restored."""
    low = next((kind for kind in range(34) if counts[kind]), None)
    if low is None:
        if pair:
            yield ()
        return
    groups: list[Group] = [(low,) * 3]
    if low < 27 and low % 9 < 7:
        groups.append((low, low + 1, low + 2))
    if not pair:
        groups.append((low, low))
    for group in groups:
        for kind in group:
            counts[kind] -= 1
        if min(counts[kind] for kind in group) >= 0:
            for rest in parted(counts, pair or len(group) == 2):
                yield (group, *rest)
        for kind in group:
            counts[kind] += 1


def paired(counts: Sequence[int]) -> bool:
    """Whether the tiles are seven pairs."""
    return sum(counts) == 14 and all(held % 2 == 0 for held in counts)


def filled(counts: Sequence[int], wilds: int) -> Iterator[tuple[Group, list[int]]]:
    """Everything that so many wild tiles can stand for, with the hand that they make."""
    for chosen in combinations_with_replacement(range(34), wilds):
        full = list(counts)
        for kind in chosen:
            full[kind] += 1
        yield chosen, full


def completes(counts: Sequence[int], wilds: int) -> bool:
    """Whether some choice makes sets and a pair."""
    return any(next(parted(full), None) is not None for _, full in filled(counts, wilds))


def set_readings(counts: Sequence[int], wilds: int) -> set[tuple[Group, Groups]]:
    """What the wild tiles stand for and the groups, sorted, for every way to read sets and a pair."""
    return {(chosen, tuple(sorted(groups))) for chosen, full in filled(counts, wilds) for groups in set(parted(full))}


def pair_readings(counts: Sequence[int], wilds: int) -> set[tuple[Group, Groups]]:
    """The same for seven pairs."""
    return {
        (chosen, tuple((kind, kind) for kind in range(34) for _ in range(full[kind] // 2)))
        for chosen, full in filled(counts, wilds)
        if paired(full)
    }


# ---------------------------------------------------------------------- the way to a complete hand

SHORT_DECK = tuple(Tile(kind) for kind in (*range(9), 27, 28))
"""One suit and two honours: few enough to try all that a hand can become."""


@cache
def goals(sets: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every hand of so many sets and a pair: the copies of each kind of the short deck, and tiles of other kinds."""
    runs = [tuple(int(low <= place < low + 3) for place in range(11)) for low in range(7)]
    alike = [tuple(int(place == kind) for place in range(11)) for kind in range(11)]
    nothing = (0,) * 11
    choices = [*((run, 0) for run in runs), *((tuple(3 * n for n in kind), 0) for kind in alike), (nothing, 3)]
    heads = [*((tuple(2 * n for n in kind), 0) for kind in alike), (nothing, 2)]
    found = set()
    for chosen in combinations_with_replacement(choices, sets):
        for head in heads:
            parts = (*chosen, head)
            found.add((tuple(map(sum, zip(*(part[0] for part in parts), strict=True))), sum(part[1] for part in parts)))
    return tuple(found)


def distance(counts: Sequence[int], wilds: int) -> int:
    """The shanten number of tiles of the short deck, by comparing them with every complete hand.

    Only a wild tile can be the fifth copy of a kind.
    """
    held = [counts[kind] for kind in SHORT_DECK]
    best = FAR
    for wanted, elsewhere in goals((sum(held) + wilds) // 3):
        lacking = elsewhere + sum(want - have for want, have in zip(wanted, held, strict=True) if want > have)
        if lacking < best and sum(want - 4 for want in wanted if want > 4) <= wilds:
            best = lacking
    return best - wilds - 1
