"""What is true of one reading of a winning hand: all that the patterns ask for."""

from collections import Counter
from dataclasses import dataclass

from bot.engine.hand import Hand, quads_in
from bot.engine.melds import Gang, Meld, is_gang, is_open, tiles_of
from bot.engine.readings import (
    InPair,
    InRun,
    PairsReading,
    Part,
    Placement,
    Reading,
    Triplet,
    parts_of,
    placements,
)
from bot.engine.situation import By, Flag, Situation
from bot.engine.tiles import Seat, Tile, is_terminal, rank_of, suit_of


@dataclass(frozen=True, slots=True)
class HandFacts:
    """What does not depend on how the hand is read.

    ``roots`` are kinds held four times, ``single_wait`` whether the hand waited on the winning kind alone.
    """

    tiles: tuple[Tile, ...]
    suits: frozenset[int]
    roots: int
    melds: tuple[Meld, ...]
    concealed: bool
    by: By
    flags: frozenset[Flag]
    as_discard: bool
    single_wait: bool


@dataclass(frozen=True, slots=True)
class Facts:
    """One reading: its concealed sets and pair, and where the winning tile can sit in it if it was the single wait."""

    hand: HandFacts
    pairs: bool
    triplets: bool
    parts: tuple[Part, ...]
    places: tuple[Placement, ...]


def suits_of(hand: Hand) -> frozenset[int]:
    """The suits that a hand holds, its melds included (RULES.md S2)."""
    held = [suit for suit, key in enumerate(hand.keys) if key]
    return frozenset((*held, *(int(suit_of(tiles_of(meld)[0])) for meld in hand.melds)))


def copies(hand: Hand, tile: Tile) -> int:
    """How many copies of a kind the hand holds, its melds included."""
    return hand.count(tile) + sum(tiles_of(meld).count(tile) for meld in hand.melds)


def four_alike(hand: Hand) -> int:
    """How many kinds are held four times in hand and melds together: the roots 根 (RULES.md S12)."""
    return list(Counter(hand.all_tiles()).values()).count(4) if hand.melds else len(quads_in(hand.keys))


def fed_from(situation: Situation) -> Seat | None:
    """Who fed the gang before this replacement, where that is what happened (RULES.md S12)."""
    fed = any(isinstance(meld, Gang) for meld in situation.hand.melds)
    return situation.fed_by if fed and Flag.REPLACEMENT in flags_of(situation) else None


def flags_of(situation: Situation) -> frozenset[Flag]:
    """The flags that can be true of the situation; the others are ignored."""
    flags = situation.flags
    return frozenset(flag for flag in flags if _can_apply(situation, flag)) if flags else flags


def _can_apply(situation: Situation, flag: Flag) -> bool:
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


def hand_facts(situation: Situation, *, as_discard: bool, single_wait: bool) -> HandFacts:
    """The facts that all readings of the situation's hand share.

    ``as_discard``: whether a self-draw is settled like a discard.
    """
    hand = situation.complete
    return HandFacts(
        tiles=hand.all_tiles(),
        suits=suits_of(hand),
        roots=four_alike(hand),
        melds=hand.melds,
        concealed=not any(is_open(meld) for meld in hand.melds),
        by=situation.by,
        flags=flags_of(situation),
        as_discard=as_discard,
        single_wait=single_wait,
    )


def reading_facts(hand: HandFacts, situation: Situation, reading: Reading) -> Facts:
    """The facts of one reading of the complete hand."""
    parts = parts_of(reading)
    pairs = isinstance(reading, PairsReading)
    return Facts(
        hand=hand,
        pairs=pairs,
        triplets=not pairs and all(isinstance(part, Triplet) for part in parts[:-1]),
        parts=parts,
        places=placements(reading, situation.tile) if hand.single_wait else (),
    )


def on_edge(facts: Facts) -> bool:
    """Whether the single wait was the 3 of 123 or the 7 of 789."""
    edges = ((2, 1), (0, 7))
    return any(isinstance(place, InRun) and (place.position, rank_of(place.run.low)) in edges for place in facts.places)


def in_the_middle(facts: Facts) -> bool:
    """Whether the single wait was the middle of a run."""
    return any(isinstance(place, InRun) and place.position == 1 for place in facts.places)


def in_the_pair(facts: Facts) -> bool:
    """Whether the single wait was the pair."""
    return any(isinstance(place, InPair) for place in facts.places)


def all_hold_terminals(facts: Facts) -> bool:
    """Whether every set and the pair hold a 1 or a 9."""
    concealed = (part.tiles for part in facts.parts)
    melded = (tiles_of(meld) for meld in facts.hand.melds)
    return all(any(is_terminal(tile) for tile in group) for group in (*concealed, *melded))


def only_ranks(facts: Facts, ranks: frozenset[int]) -> bool:
    """Whether no tile of hand and melds has another rank."""
    return all(rank_of(tile) in ranks for tile in facts.hand.tiles)


