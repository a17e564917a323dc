"""What a hand is worth to a computer player: how near it is to each shape, and what that shape would bring."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.engine.hand import Hand, Keys, changed, keys_of, tiles_in
from bot.engine.kernel import seven_pairs_shanten, seven_pairs_useful, shanten, useful
from bot.engine.melds import Chi, Meld, tiles_of
from bot.engine.ruleset import Profile
from bot.engine.tiles import HONOURS, Tile, is_suited, suit_of

STEP: Final = 0.3
"""What a hand that is one tile further away is worth, beside one that is nearer."""
PAIRS_STEP: Final = 0.12
"""The same for seven pairs, of which each step has to be drawn: no claim helps."""
ROOM: Final = 40.0
"""How many useful tiles double the worth of a hand."""
READY: Final = 3.0
"""What a ready hand is worth that waits for no end of tiles, beside a hand that is one tile away."""
HALF: Final = 8.0
"""How many tiles a ready hand waits for that is worth half of it."""
MOST_FOREIGN: Final = len(HONOURS)


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
        if copies and copies + _count(keys, target) <= 4:
            keys = changed(changed(keys, tile, -copies), target, copies)
    return Holding(keys, wilds, hand.melds)


def _count(keys: Keys, tile: Tile) -> int:
    return sum(each == tile for each in tiles_in(keys))


def worth(held: Holding, profile: Profile, left: Mapping[Tile, int]) -> float:
    """The best prospect of a hand of 3n+1 tiles; ``left`` is how many copies of a kind have not been seen."""
    prospects = [_standard(held, profile, left)]
    if profile.seven_pairs and not held.melds:
        prospects.append(_seven_pairs(held, profile, left))
    if profile.one_suit:
        prospects += [_one_suit(held, profile, left, suit) for suit in range(3)]
    if profile.mixed_suit:
        prospects += [_mixed_suit(held, profile, left, suit) for suit in range(3)]
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
    if any(not is_suited(tile) or suit_of(tile) != suit for meld in held.melds for tile in tiles_of(meld)):
        return 0.0
    keys = _replaced(held.keys, [tile for tile in tiles_in(held.keys) if not is_suited(tile) or suit_of(tile) != suit])
    if keys is None:
        return 0.0
    own = tuple(tile for tile in useful(keys, held.wilds) if is_suited(tile) and suit_of(tile) == suit)
    return _prospect(shanten(keys, held.wilds), own, left, 1.0 + profile.one_suit)


def _mixed_suit(held: Holding, profile: Profile, left: Mapping[Tile, int], suit: int) -> float:
    """The prospect of keeping one suit and the honours."""
    if any(is_suited(tile) and suit_of(tile) != suit for meld in held.melds for tile in tiles_of(meld)):
        return 0.0
    honours = {tile for tile in tiles_in(held.keys) if not is_suited(tile)}
    keys = _replaced(held.keys, [tile for tile in tiles_in(held.keys) if is_suited(tile) and suit_of(tile) != suit])
    if keys is None:
        return 0.0
    own = tuple(
        tile for tile in useful(keys, held.wilds) if tile in honours or (is_suited(tile) and suit_of(tile) == suit)
    )
    return _prospect(shanten(keys, held.wilds), own, left, 1.0 + profile.mixed_suit)


def _prospect(
    distance: int, tiles: tuple[Tile, ...], left: Mapping[Tile, int], value: float, step: float = STEP
) -> float:
    room = sum(left[tile] for tile in tiles)
    if distance <= 0:
        return float(value * (READY * room / (room + HALF)))
    return float(value * step**distance * (1.0 + room / ROOM))


def _triplets_near(held: Holding) -> float:
    """1 for a hand that has nothing but pairs and triplets in sight, 0 for one with runs or few of them."""
    if any(isinstance(meld, Chi) for meld in held.melds):
        return 0.0
    kinds = set(tiles_in(held.keys))
    blocks = len(held.melds) + held.wilds + sum(_count(held.keys, tile) >= 2 for tile in kinds)
    return 1.0 if blocks >= 5 else 0.0


def _without_suits(held: Holding, profile: Profile) -> Keys:
    """The keys with the tiles that must go anyway made useless: a dropped suit, or the suits above what is allowed."""
    suits = suits_to_go(held, profile)
    if not suits:
        return held.keys
    doomed = [tile for tile in tiles_in(held.keys) if is_suited(tile) and suit_of(tile) in suits]
    replaced = _replaced(held.keys, doomed)
    return held.keys if replaced is None else replaced


def suits_to_go(held: Holding, profile: Profile) -> frozenset[int]:
    """The suits whose tiles have to be discarded: the dropped one, or the shortest of too many."""
    if profile.dropped is not None:
        return frozenset((profile.dropped,))
    melded = {int(suit_of(tile)) for meld in held.melds for tile in tiles_of(meld) if is_suited(tile)}
    counts = {suit: sum(1 for tile in tiles_in(held.keys) if tile // 9 == suit) for suit in range(3)}
    present = [suit for suit in range(3) if counts[suit] or suit in melded]
    surplus = len(present) - profile.max_suits
    if surplus <= 0:
        return frozenset()
    loose = sorted((suit for suit in present if suit not in melded), key=lambda suit: counts[suit])
    return frozenset(loose[:surplus])


def _replaced(keys: Keys, doomed: list[Tile]) -> Keys | None:
    """The keys with these tiles turned into single honours, which fit nothing; None where they are too many."""
    free = [tile for tile in HONOURS if not _count(keys, tile) or tile in doomed]
    if len(doomed) > min(len(free), MOST_FOREIGN):
        return None
    left = list(tiles_in(keys))
    for tile in doomed:
        left.remove(tile)
    return keys_of([*left, *free[: len(doomed)]])
