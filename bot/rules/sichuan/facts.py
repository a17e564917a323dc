"""What is true of one reading of a winning hand: all that the patterns ask for."""

from collections.abc import Mapping
from typing import Final, NamedTuple, assert_never

from bot.engine.hand import Hand
from bot.engine.masks import all_keys, kinds_and_fours, mask_of
from bot.engine.melds import Gang, Meld, is_gang, is_open, tiles_of
from bot.engine.readings import InPair, InRun, InTriplet, PairsReading, Part, Placement, Reading, Run, SetsReading
from bot.engine.situation import ROB, SELF, By, Flag, Situation
from bot.engine.tiles import SUIT_TILES, Seat, Tile, is_terminal, rank_of, suit_of
from bot.rules.sichuan import traits as has

TERMINALS: Final = mask_of(tile for tile in SUIT_TILES if is_terminal(tile))
NOT_JIANG: Final = mask_of(tile for tile in SUIT_TILES if rank_of(tile) not in (2, 5, 8))
FLAGGED: Final[Mapping[str, int]] = {
    Flag.DEALT: has.DEALT,
    Flag.FIRST_DRAW: has.FIRST_DRAW,
    Flag.REPLACEMENT: has.REPLACEMENT,
    Flag.AFTER_GANG: has.AFTER_GANG,
    Flag.LAST_TILE: has.LAST_TILE,
}


class Facts(NamedTuple):
    """One reading: its traits, what can be counted, and the tiles; a plain tuple, for it is made for every win.

    ``roots`` are the kinds held four times, ``kinds`` the mask of all kinds, ``parts`` the concealed sets and the pair.
    """

    traits: int
    roots: int
    kinds: int
    parts: tuple[Part, ...]
    melds: tuple[Meld, ...]


_SUITS: Final = tuple(frozenset(suit for suit in range(4) if mask >> suit & 1) for mask in range(16))


def suits_of(hand: Hand) -> frozenset[int]:
    """The suits that a hand holds, its melds included (RULES.md S2)."""
    m, p, s, z = hand.keys
    held = (m > 0) | (p > 0) << 1 | (s > 0) << 2 | (z > 0) << 3
    for meld in hand.melds:
        held |= 1 << suit_of(tiles_of(meld)[0])
    return _SUITS[held]


def copies(hand: Hand, tile: Tile) -> int:
    """How many copies of a kind the hand holds, its melds included."""
    return hand.count(tile) + sum(tiles_of(meld).count(tile) for meld in hand.melds)


def fed_from(situation: Situation) -> Seat | None:
    """Who fed the gang before this replacement, where that is what happened (RULES.md S12)."""
    feeder = situation.fed_by
    fed = any(isinstance(meld, Gang) and meld.source == feeder for meld in situation.hand.melds)
    return feeder if fed and Flag.REPLACEMENT in flags_of(situation) else None


def flags_of(situation: Situation) -> frozenset[str]:
    """The flags that can be true of the situation; the others are ignored."""
    flags = situation.flags
    return frozenset(flag for flag in flags if _can_apply(situation, flag)) if flags else flags


def _can_apply(situation: Situation, flag: str) -> bool:
    own = situation.by is By.SELF
    untouched = not situation.hand.melds and not situation.out
    match flag:
        case Flag.DEALT:
            return own and untouched and situation.seat == situation.dealer
        case Flag.FIRST_DRAW:
            return own and untouched and situation.seat != situation.dealer
        case Flag.REPLACEMENT:
            return own and any(is_gang(meld) for meld in situation.hand.melds)
        case Flag.AFTER_GANG:
            return situation.by is By.DISCARD
        case Flag.LAST_TILE:
            return situation.by is not By.ROB and Flag.DEALT not in situation.flags
        case _:
            return False


def facts_of_hand(situation: Situation, complete: Hand, *, as_discard: bool) -> Facts:
    """What all readings of the situation's hand share, none read yet.

    ``as_discard``: whether a self-draw is settled like a discard.
    """
    kinds, fours = kinds_and_fours(all_keys(complete))
    roots = fours.bit_count()
    melds = complete.melds
    traits = has.ROOTS if roots else 0
    if len(suits_of(complete)) == 1:
        traits |= has.ONE_SUIT
    if len(melds) == 4:
        traits |= has.ALL_LAID
    if not melds or not any(is_open(meld) for meld in melds):
        traits |= has.CONCEALED
    if situation.by is ROB:
        traits |= has.ROBBED
    elif situation.by is SELF and not as_discard:
        traits |= has.SELF_DRAWN
    for flag in flags_of(situation):
        traits |= FLAGGED[flag]
    return Facts(traits, roots, kinds, (), melds)


def facts_of_reading(hand: Facts, reading: Reading, places: tuple[Placement, ...]) -> Facts:
    """The facts of one reading; ``places`` are those of the winning tile if it was the single wait."""
    traits = hand.traits
    match reading:
        case SetsReading(sets=sets, pair=pair):
            parts: tuple[Part, ...] = (*sets, pair)
            runs = [each for each in sets if isinstance(each, Run)]
            traits |= has.SETS | (has.PLAIN if runs else has.TRIPLETS)
        case PairsReading(pairs=pairs):
            parts = pairs
            traits |= has.PAIRS
        case _:
            assert_never(reading)
    for place in places:
        traits |= _waited_for(place)
    return Facts(traits, hand.roots, hand.kinds, parts, hand.melds)


def _waited_for(place: Placement) -> int:
    """The trait of a single wait that stands there: the 3 of 123 or the 7 of 789, the middle of a run, the pair."""
    match place:
        case InPair():
            return has.SINGLE
        case InRun(position=1):
            return has.CLOSED
        case InRun(run=run, position=position):
            return has.EDGE if (position, rank_of(run.low)) in ((2, 1), (0, 7)) else 0
        case InTriplet():
            return 0
        case _:
            assert_never(place)


def all_hold_terminals(facts: Facts) -> bool:
    """Whether every set and the pair hold a 1 or a 9."""
    groups = [*(part.tiles for part in facts.parts), *map(tiles_of, facts.melds)]
    return all(is_terminal(group[0]) or is_terminal(group[-1]) for group in groups)
