"""What a hand is worth to a computer player: how near it is to each shape, and what that shape would bring."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final, NamedTuple

from bot.engine.hand import UNIT, Hand, Keys, changed, count_in, suit_kinds
from bot.engine.kernel import seven_pairs_shanten, seven_pairs_useful, shanten, size_of, useful
from bot.engine.melds import Chi, Meld, tiles_of
from bot.engine.ruleset import Profile
from bot.engine.tiles import ALL_TILES, DRAGONS, HONOURS, Tile

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
_KEPT: Final = 1 << 12
_SINGLES: Final = tuple(sum(UNIT[tile] for tile in HONOURS[:count]) for count in range(MOST_FOREIGN + 1))
"""The keys of the first 0..7 honours, one of each."""
CLASS: Final = tuple(4 if tile in DRAGONS else tile // 9 for tile in ALL_TILES)
"""The class of each tile: its suit, 3 the winds, 4 the dragons."""


@dataclass(frozen=True, slots=True)
class Holding:
    """A hand of 3n+1 tiles as it plays: tiles that count as another are that other, wild ones are counted apart."""

    keys: Keys
    wilds: int
    melds: tuple[Meld, ...]


class _Goal(NamedTuple):
    """A shape to go for: what it may be worth at most, whether the hand waits for it, and the tiles that help."""

    most: float
    ready: bool
    helpful: Callable[[], tuple[Tile, ...]]


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
    """The best prospect of a hand of 3n+1 tiles; ``left`` is how many copies of a kind have not been seen.

    How far a shape is says what it may be worth at most. That is quickly found, and which tiles help is not: so it is
    asked only of the shapes that may be the best.
    """
    return _best(_ranked(held, profile), left)


def best_worths(hands: Mapping[Tile, Holding], profile: Profile, left: Mapping[Tile, int]) -> dict[Tile, float]:
    """The worth of each of some hands that may be the best of them; those that can't be are left out."""
    ranked = {tile: _ranked(held, profile) for tile, held in hands.items()}
    best, found = 0.0, {}
    for tile, goals in sorted(ranked.items(), key=lambda each: each[1][0].most, reverse=True):
        if goals[0].most < best:
            break
        found[tile] = _best(goals, left)
        best = max(best, found[tile])
    return found


def _ranked(held: Holding, profile: Profile) -> list[_Goal]:
    """The shapes to go for, those that may be worth most first."""
    return sorted(_goals(held, profile), key=_most, reverse=True)


def _best(goals: list[_Goal], left: Mapping[Tile, int]) -> float:
    best = 0.0
    for goal in goals:
        if goal.most <= best:
            break
        best = max(best, _prospect(goal, left))
    return best


def _most(goal: _Goal) -> float:
    return goal.most


def steps(held: Holding, profile: Profile) -> int:
    """How many tiles the hand is from being ready, by the nearest of the shapes; -1 is complete."""
    keys = _without_suits(held, profile)
    nearest = shanten(keys, held.wilds)
    if profile.seven_pairs and not held.melds:
        nearest = min(nearest, seven_pairs_shanten(keys, held.wilds))
    return nearest


def _goals(held: Holding, profile: Profile) -> Iterator[_Goal]:
    if too_many_melded(held, profile):
        yield _Goal(0.0, False, tuple)
        return
    keys, wilds = _without_suits(held, profile), held.wilds
    absent = profile.absent * _absent(held) if profile.absent else 0.0
    yield _goal(_standard_value(held, profile) + absent, shanten(keys, wilds), partial(useful, keys, wilds))
    if profile.seven_pairs and not held.melds:
        distance = seven_pairs_shanten(keys, wilds)
        yield _goal(1.0 + profile.seven_pairs + absent, distance, partial(seven_pairs_useful, keys, wilds), PAIRS_STEP)
    if profile.one_suit or profile.mixed_suit:
        melded = _melded(held.melds)
        sizes = [_size(key) for key in held.keys]
        for suit in SUITS:
            foreign = sum(sizes) - sizes[suit]
            if profile.one_suit and melded <= {suit}:
                yield from _one_suit(held, 1.0 + profile.one_suit, suit, foreign)
            if profile.mixed_suit and melded <= {suit, HONOUR}:
                yield from _mixed_suit(held, 1.0 + profile.mixed_suit, suit, foreign - sizes[HONOUR])


def _goal(value: float, distance: int, helpful: Callable[[], tuple[Tile, ...]], step: float = STEP) -> _Goal:
    if distance <= 0:
        return _Goal(value, True, helpful)
    return _Goal(value * AWAY * step**distance, False, helpful)


def _prospect(goal: _Goal, left: Mapping[Tile, int]) -> float:
    room = sum([left[tile] for tile in goal.helpful()])
    return goal.most * room / (room + (HALF if goal.ready else ROOM))


def _standard_value(held: Holding, profile: Profile) -> float:
    triplets = profile.triplets * _triplets_near(held) if profile.triplets else 0.0
    return 1.0 + triplets + profile.concealed * (not held.melds)


def _absent(held: Holding) -> int:
    """How many of the five classes the hand holds no tile of."""
    m, p, s, honours = held.keys
    dragons, winds = divmod(honours, UNIT[DRAGONS[0]])
    here = [m, p, s, winds, dragons]
    for meld in held.melds:
        here[CLASS[tiles_of(meld)[0]]] = 1
    return here.count(0)


def _triplets_near(held: Holding) -> float:
    """1 for a hand that has nothing but pairs and triplets in sight, 0 for one with runs or few of them."""
    if any(isinstance(meld, Chi) for meld in held.melds):
        return 0.0
    blocks = len(held.melds) + held.wilds + sum([_multiples(key) for key in held.keys])
    return 1.0 if blocks >= 5 else 0.0


@lru_cache(maxsize=_KEPT)
def _multiples(key: int) -> int:
    """How many kinds of a suit are held more than once."""
    return sum(key // UNIT[kind] % 5 >= 2 for kind in suit_kinds(0, key))


# ---------------------------------------------------------------------- one suit, with or without honours


def _one_suit(held: Holding, value: float, suit: int, foreign: int) -> Iterator[_Goal]:
    """Keeping one suit alone; nothing where too many ``foreign`` tiles would have to go."""
    if foreign <= MOST_FOREIGN:
        keys = _alone(suit, held.keys[suit], _SINGLES[foreign])
        yield _goal(value, shanten(keys, held.wilds), partial(_useful_in, suit, keys, held.wilds))


def _mixed_suit(held: Holding, value: float, suit: int, foreign: int) -> Iterator[_Goal]:
    """Keeping one suit and the honours; nothing where too many ``foreign`` tiles would have to go."""
    honours = _with_singles(held.keys[HONOUR], foreign)
    if honours is not None:
        keys = _alone(suit, held.keys[suit], honours)
        yield _goal(value, shanten(keys, held.wilds), partial(_useful_or_held, suit, keys, held))


@lru_cache(maxsize=_KEPT)
def _useful_in(suit: int, keys: Keys, wilds: int) -> tuple[Tile, ...]:
    return tuple([tile for tile in useful(keys, wilds) if tile // 9 == suit])


def _useful_or_held(suit: int, keys: Keys, held: Holding) -> tuple[Tile, ...]:
    return tuple([tile for tile in useful(keys, held.wilds) if tile // 9 == suit or count_in(held.keys, tile)])


def _alone(suit: int, key: int, honours: int) -> Keys:
    """The keys of one suit and honours."""
    return (key if suit == 0 else 0, key if suit == 1 else 0, key if suit == 2 else 0, honours)


def _size(key: int) -> int:
    """How many tiles a suit holds."""
    return size_of((key, 0, 0, 0))


@lru_cache(maxsize=_KEPT)
def _with_singles(honours: int, foreign: int) -> int | None:
    """The key of the honours with so many single ones more, which fit nothing and stand for tiles that must go.

    None where there are not so many that aren't held.
    """
    free = [tile for tile in HONOURS if not honours // UNIT[tile] % 5]
    return None if foreign > len(free) else honours + sum(UNIT[tile] for tile in free[:foreign])


# ---------------------------------------------------------------------- suits that must go


def _without_suits(held: Holding, profile: Profile) -> Keys:
    """The keys with the tiles that must go anyway made useless: a dropped suit, or the suits above what is allowed."""
    suits = suits_to_go(held, profile)
    foreign = sum([_size(held.keys[suit]) for suit in suits])
    honours = _with_singles(held.keys[HONOUR], foreign)
    if not foreign or honours is None:
        return held.keys
    m, p, s = (0 if suit in suits else held.keys[suit] for suit in SUITS)
    return (m, p, s, honours)


def suits_to_go(held: Holding, profile: Profile) -> frozenset[int]:
    """The suits whose tiles have to be discarded: the dropped one, or the shortest of too many."""
    if profile.dropped is not None:
        return frozenset((profile.dropped,))
    if profile.max_suits >= len(SUITS):
        return frozenset()
    melded = _melded(held.melds)
    sizes = [_size(held.keys[suit]) for suit in SUITS]
    present = [suit for suit in SUITS if sizes[suit] or suit in melded]
    surplus = len(present) - profile.max_suits
    if surplus <= 0:
        return frozenset()
    loose = sorted([suit for suit in present if suit not in melded], key=sizes.__getitem__)
    return frozenset(loose[:surplus])


def too_many_melded(held: Holding, profile: Profile) -> bool:
    """Whether the melds alone hold more suits than a winning hand may: nothing comes of it any more."""
    return profile.max_suits < len(SUITS) and len(_melded(held.melds) - {HONOUR}) > profile.max_suits


def _melded(melds: tuple[Meld, ...]) -> set[int]:
    """The suits of the melds, ``HONOUR`` among them."""
    return {min(tiles_of(meld)) // 9 for meld in melds}
