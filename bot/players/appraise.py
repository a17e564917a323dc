"""What a hand is worth to a computer player: how near it is to each shape, and what that shape would bring."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.engine.hand import Hand, Keys, changed, count_in, keys_of, kinds_in, tiles_in
from bot.engine.kernel import seven_pairs_shanten, seven_pairs_useful, shanten, useful
from bot.engine.melds import Chi, Meld, tiles_of
from bot.engine.ruleset import Profile
from bot.engine.tiles import HONOURS, Tile

HALF: Final = 8.0
"""How many tiles a ready hand waits for that wins every other time."""
STEP: Final = 0.4
"""What a hand that is one tile further away is worth, beside one that is nearer."""
PAIRS_STEP: Final = 0.2
"""The same for seven pairs, of which each step has to be drawn: no claim helps."""
AWAY: Final = 0.75
"""What a hand that is not ready loses besides: others are faster."""
ROOM: Final = 10.0
"""How many tiles bring a hand nearer that comes nearer every other time."""
MOST_FOREIGN: Final = len(HONOURS)
SUITS: Final = range(3)
HONOUR: Final = 3
"""The numbers of the suits, and that of the honours beside them (a tile's code by nine)."""


@dataclass(frozen=True, slots=True)
class Holding:
    """A hand of 3n+1 tiles as it plays: tiles that count as another are that other, wild ones are counted apart."""

    keys: Keys
    wilds: int
    melds: tuple[Meld, ...]


def holding(hand: Hand, profile: Profile) -> Holding:
    """The hand as it plays under a profile."""
    keys, wilds = hand.keys, 0
    if profile.wild is not None:
        wilds = hand.count(profile.wild)
        keys = changed(keys, profile.wild, -wilds)
    for tile, target in profile.plays_as:
        copies = hand.count(tile)
        if copies and copies + count_in(keys, target) <= 4:
            keys = changed(changed(keys, tile, -copies), target, copies)
    return Holding(keys, wilds, hand.melds)


def worth(held: Holding, profile: Profile, left: Mapping[Tile, int]) -> float:
    """The best prospect of a hand of 3n+1 tiles; ``left`` is how many copies of a kind have not been seen."""
    prospects = [_standard(held, profile, left)]
    if profile.seven_pairs and not held.melds:
        prospects.append(_seven_pairs(held, profile, left))
    if profile.one_suit:
        prospects += [_one_suit(held, profile, left, suit) for suit in SUITS]
    if profile.mixed_suit:
        prospects += [_mixed_suit(held, profile, left, suit) for suit in SUITS]
    return max(prospects)


def steps(held: Holding, profile: Profile) -> int:
    """How many tiles the hand is from being ready, by the nearest of the shapes; -1 is complete."""
    nearest = shanten(_without_suits(held, profile), held.wilds)
    if profile.seven_pairs and not held.melds:
        nearest = min(nearest, seven_pairs_shanten(_without_suits(held, profile), held.wilds))
    return nearest


def _standard(held: Holding, profile: Profile, left: Mapping[Tile, int]) -> float:
    keys = _without_suits(held, profile)
    value = 1.0 + profile.triplets * _triplets_near(held) + profile.concealed * (not held.melds)
    return _prospect(shanten(keys, held.wilds), useful(keys, held.wilds), left, value)


def _seven_pairs(held: Holding, profile: Profile, left: Mapping[Tile, int]) -> float:
    keys = _without_suits(held, profile)
    distance = seven_pairs_shanten(keys, held.wilds)
    return _prospect(distance, seven_pairs_useful(keys, held.wilds), left, 1.0 + profile.seven_pairs, PAIRS_STEP)


def _one_suit(held: Holding, profile: Profile, left: Mapping[Tile, int], suit: int) -> float:
    """The prospect of keeping one suit alone."""
    if any(min(tiles_of(meld)) // 9 != suit for meld in held.melds):
        return 0.0
    keys = _replaced(held.keys, [tile for tile in tiles_in(held.keys) if tile // 9 != suit])
    if keys is None:
        return 0.0
    own = tuple(tile for tile in useful(keys, held.wilds) if tile // 9 == suit)
    return _prospect(shanten(keys, held.wilds), own, left, 1.0 + profile.one_suit)


def _mixed_suit(held: Holding, profile: Profile, left: Mapping[Tile, int], suit: int) -> float:
    """The prospect of keeping one suit and the honours."""
    kept = (suit, HONOUR)
    if any(min(tiles_of(meld)) // 9 not in kept for meld in held.melds):
        return 0.0
    keys = _replaced(held.keys, [tile for tile in tiles_in(held.keys) if tile // 9 not in kept])
    if keys is None:
        return 0.0
    own = tuple(tile for tile in useful(keys, held.wilds) if tile // 9 == suit or count_in(held.keys, tile))
    return _prospect(shanten(keys, held.wilds), own, left, 1.0 + profile.mixed_suit)


def _prospect(
    distance: int, tiles: tuple[Tile, ...], left: Mapping[Tile, int], value: float, step: float = STEP
) -> float:
    room = sum(left[tile] for tile in tiles)
    if distance <= 0:
        return value * room / (room + HALF)
    return float(value * AWAY * step**distance * room / (room + ROOM))


def _triplets_near(held: Holding) -> float:
    """1 for a hand that has nothing but pairs and triplets in sight, 0 for one with runs or few of them."""
    if any(isinstance(meld, Chi) for meld in held.melds):
        return 0.0
    blocks = len(held.melds) + held.wilds + sum(count_in(held.keys, tile) >= 2 for tile in kinds_in(held.keys))
    return 1.0 if blocks >= 5 else 0.0


def _without_suits(held: Holding, profile: Profile) -> Keys:
    """The keys with the tiles that must go anyway made useless: a dropped suit, or the suits above what is allowed."""
    suits = suits_to_go(held, profile)
    if not suits:
        return held.keys
    doomed = [tile for tile in tiles_in(held.keys) if tile // 9 in suits]
    replaced = _replaced(held.keys, doomed)
    return held.keys if replaced is None else replaced


def suits_to_go(held: Holding, profile: Profile) -> frozenset[int]:
    """The suits whose tiles have to be discarded: the dropped one, or the shortest of too many."""
    if profile.dropped is not None:
        return frozenset((profile.dropped,))
    if profile.max_suits >= len(SUITS):
        return frozenset()
    melded = {min(tiles_of(meld)) // 9 for meld in held.melds}
    counts = Counter(tile // 9 for tile in tiles_in(held.keys))
    present = [suit for suit in SUITS if counts[suit] or suit in melded]
    surplus = len(present) - profile.max_suits
    if surplus <= 0:
        return frozenset()
    loose = sorted((suit for suit in present if suit not in melded), key=lambda suit: counts[suit])
    return frozenset(loose[:surplus])


def _replaced(keys: Keys, doomed: list[Tile]) -> Keys | None:
    """The keys with these tiles turned into single honours, which fit nothing; None where they are too many."""
    if not doomed:
        return keys
    if len(doomed) > MOST_FOREIGN:
        return None
    free = [tile for tile in HONOURS if not count_in(keys, tile) or tile in doomed]
    if len(doomed) > len(free):
        return None
    left = list(tiles_in(keys))
    for tile in doomed:
        left.remove(tile)
    return keys_of([*left, *free[: len(doomed)]])
