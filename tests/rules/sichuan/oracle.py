"""A second, slow opinion on what a Sichuan hand is worth: every parting of the tiles, counted by hand.

It shares no code with the rule set: hands are lists of (suit, rank), melds are lists of tiles alike.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

Card = tuple[int, int]
Parting = tuple[tuple[Card, ...], ...]


def partings(tiles: tuple[Card, ...]) -> Iterator[Parting]:
    """Every way to part the tiles into sets and one pair, the pair last."""
    counts = Counter(tiles)
    for pair, held in counts.items():
        if held >= 2:
            rest = counts - Counter({pair: 2})
            for sets in _sets(rest):
                yield (*sets, (pair, pair))


def _sets(counts: Counter[Card]) -> Iterator[Parting]:
    if not counts:
        yield ()
        return
    suit, rank = first = min(counts)
    if counts[first] >= 3:
        for rest in _sets(counts - Counter({first: 3})):
            yield ((first,) * 3, *rest)
    run = (first, (suit, rank + 1), (suit, rank + 2))
    if all(counts[card] for card in run):
        for rest in _sets(counts - Counter(run)):
            yield (run, *rest)


def is_pairs(tiles: tuple[Card, ...]) -> bool:
    """Whether fourteen tiles are seven pairs."""
    return len(tiles) == 14 and all(held % 2 == 0 for held in Counter(tiles).values())


def completes(tiles: tuple[Card, ...], melds: tuple[Parting, ...]) -> bool:
    """Whether the concealed tiles win in two suits at most."""
    suits = {suit for suit, _ in (*tiles, *(meld[0][0] for meld in melds))}
    return len(suits) <= 2 and (is_pairs(tiles) or any(partings(tiles)))


def worths(
    hand: tuple[Card, ...], melds: tuple[Parting, ...], tile: Card, options: Mapping[str, object], by_self: bool
) -> list[int]:
    """The fan before the cap, one for every parting; none where the hand does not win."""
    tiles = (*hand, tile)
    if not completes(tiles, melds):
        return []
    laid = [meld[0] for meld in melds]
    everything = [*tiles, *(card for meld in laid for card in meld)]
    roots = sum(held == 4 for held in Counter(everything).values())
    base = 2 if len({suit for suit, _ in everything}) == 1 else 0
    base += 1 if by_self and options["self_draw"] == "fan" else 0
    if options["extras"] == "on":
        base += sum((all(len(meld) == 2 for meld in melds), all(2 <= rank <= 8 for _, rank in everything)))
    lone = options["edge_closed_single"] == "on" and waits(hand, melds) == [tile]
    found = [_of(parting, laid, tile, lone, options) + roots for parting in partings(tiles)]
    if is_pairs(tiles):
        found.append(3 + roots - 1 if roots else 2)
    return [base + worth for worth in found]


def _of(parting: Parting, laid: list[tuple[Card, ...]], tile: Card, lone: bool, options: Mapping[str, object]) -> int:
    groups = [*parting, *laid]
    triplets = all(len(set(group)) == 1 for group in groups)
    worth = 0
    if triplets:
        jiang = options["jiang"] != "off" and all(rank in (2, 5, 8) for group in groups for _, rank in group)
        worth += int(str(options["jiang"])) if jiang else 0
        worth += 2 if len(laid) == 4 else 0
        worth += 1 if not jiang and len(laid) < 4 else 0
    if options["terminals"] != "off" and all(any(rank in (1, 9) for _, rank in group) for group in groups):
        worth += int(str(options["terminals"]))
    if lone and not (triplets and len(laid) == 4):
        worth += any(_lone(group, tile) for group in parting)
    return worth


def _lone(group: tuple[Card, ...], tile: Card) -> bool:
    if len(group) == 2:
        return tile in group
    low = group[0][1]
    if len(set(group)) == 1 or tile not in group:
        return False
    return tile == group[1] or (tile == group[2] and low == 1) or (tile == group[0] and low == 7)


def waits(hand: tuple[Card, ...], melds: tuple[Parting, ...]) -> list[Card]:
    """The kinds that complete the hand, those left out of which it holds all four."""
    held = Counter((*hand, *(card for meld in melds for card in meld[0])))
    kinds = [(suit, rank) for suit in range(3) for rank in range(1, 10)]
    return [kind for kind in kinds if held[kind] < 4 and completes((*hand, kind), melds)]
