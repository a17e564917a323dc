"""What is true of one reading of a winning hand: the only thing that the table of patterns looks at."""

from collections import Counter
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, assert_never

from bot.engine.hand import Hand
from bot.engine.kernel import seven_pairs_waits, waits
from bot.engine.melds import AnGang, BuGang, Chi, Gang, Meld, Peng, is_gang, is_open, tiles_of
from bot.engine.readings import InPair, InRun, InTriplet, PairsReading, Placement, Reading, Run, SetsReading, TileSet
from bot.engine.situation import By, Flag, Situation
from bot.engine.tiles import WINDS, Suit, Tile, distance, is_honour, is_terminal, rank_of, suit_of


class Made(Enum):
    """How a set came about; ``FINISHED`` is a concealed one that another's tile completed."""

    HELD = auto()
    FINISHED = auto()
    CHI = auto()
    PENG = auto()
    GANG = auto()
    BUGANG = auto()
    ANGANG = auto()


QUADS: Final = frozenset((Made.GANG, Made.BUGANG, Made.ANGANG))
OPEN: Final = frozenset((Made.CHI, Made.PENG, Made.GANG, Made.BUGANG))
OWN: Final = frozenset((Made.HELD, Made.ANGANG))


class Place(Enum):
    """Where the winning tile stands in the hand as it is read, as far as it matters (坎, 边, 吊)."""

    MIDDLE = auto()
    EDGE = auto()
    PAIR = auto()
    ELSEWHERE = auto()


@dataclass(frozen=True, slots=True)
class Block:
    """A 句: the run that begins with ``low``, or three or four of ``low``, and how it was made."""

    low: Tile
    run: bool
    made: Made


@dataclass(frozen=True, slots=True)
class Finish:
    """How a hand was won.

    ``last_of`` is the number of kinds that were waited for, where the winning tile was the last copy of them all
    that did not lie open (M10), otherwise 0.
    """

    by: By
    gang_claimed: bool
    last_tile: bool
    replacement: bool
    ready_at_deal: bool
    first_discard: bool
    last_of: int


@dataclass(frozen=True, slots=True)
class Whole:
    """What is the same for every reading of a hand: the tiles that occur (``counts``), the melds, and the finish."""

    tile: Tile
    counts: Counter[Tile]
    suits: frozenset[Suit]
    winds: bool
    dragons: bool
    melded: tuple[Block, ...]
    round_wind: Tile
    seat_wind: Tile
    finish: Finish


@dataclass(frozen=True, slots=True)
class Facts:
    """One reading with the winning tile in one place; without sets and without a pair it is seven pairs.

    ``starts`` counts the runs by their lowest tile. ``yao_sets`` is how many of the four sets hold a 幺.
    """

    whole: Whole
    runs: tuple[Block, ...]
    triplets: tuple[Block, ...]
    pair: Tile | None
    place: Place
    starts: Counter[Tile]
    yao_sets: int


def whole_of(situation: Situation) -> Whole:
    """What every reading of a complete situation shares."""
    complete = situation.complete
    counts = Counter(complete.all_tiles())
    suits = {suit_of(tile) for tile in counts}
    return Whole(
        tile=situation.tile,
        counts=counts,
        suits=frozenset(suits - {Suit.HONOUR}),
        winds=any(tile in WINDS for tile in counts),
        dragons=any(tile > WINDS[-1] for tile in counts),
        melded=tuple(_melded(meld) for meld in complete.melds),
        round_wind=situation.round_wind,
        seat_wind=WINDS[distance(situation.dealer, situation.seat)],
        finish=_finish(situation),
    )


def _finish(situation: Situation) -> Finish:
    """How the hand was won; a flag that cannot apply to it is left out."""
    melds, flags, by = situation.hand.melds, situation.flags, situation.by
    drawn = by is By.SELF and Flag.DEALT not in flags
    of_the_dealer = by is By.DISCARD and situation.source == situation.dealer
    return Finish(
        by=by,
        gang_claimed=by is By.DISCARD and Flag.GANG_CLAIMED in flags,
        last_tile=drawn and Flag.LAST_TILE in flags,
        replacement=drawn and Flag.REPLACEMENT in flags and any(is_gang(meld) for meld in melds),
        ready_at_deal=Flag.READY_AT_DEAL in flags and Flag.DEALT not in flags and not melds,
        first_discard=Flag.FIRST_DISCARD in flags and of_the_dealer and not melds,
        last_of=_last_of(situation),
    )


def waits_of(hand: Hand) -> tuple[Tile, ...]:
    """The kinds that complete a hand, less those of which it holds all four itself (RULES.md M10)."""
    kinds = set(waits(hand.keys))
    if not hand.melds:
        kinds.update(seven_pairs_waits(hand.keys))
    held = Counter(hand.all_tiles())
    return tuple(tile for tile in sorted(kinds) if held[tile] < 4)


def _last_of(situation: Situation) -> int:
    """RULES.md M10: how many kinds were waited for, if all their other copies lie open; otherwise 0."""
    if situation.by is not By.DISCARD:
        return 0
    lying = Counter(situation.seen)
    lying.update(tile for meld in situation.hand.melds if is_open(meld) for tile in tiles_of(meld))
    if lying[situation.tile] != 3:
        return 0
    kinds = waits_of(situation.hand)
    others_lie = all(lying[kind] == 4 for kind in kinds if kind != situation.tile)
    return len(kinds) if others_lie and len(kinds) <= 2 else 0


# ---------------------------------------------------------------------- readings to facts


def facts_of(whole: Whole, reading: Reading, placement: Placement) -> Facts:
    """The facts of one reading, the winning tile placed there."""
    match reading:
        case PairsReading():
            return Facts(whole, (), (), None, Place.ELSEWHERE, Counter(), 0)
        case SetsReading(sets=sets, pair=pair):
            blocks = (*whole.melded, *_concealed(sets, whole.finish.by, placement))
            runs = tuple(each for each in blocks if each.run)
            return Facts(
                whole,
                runs=runs,
                triplets=tuple(each for each in blocks if not each.run),
                pair=pair.low,
                place=_place(placement),
                starts=Counter([each.low for each in runs]),
                yao_sets=sum(map(has_yao, blocks)),
            )
        case _:
            assert_never(reading)


def _melded(meld: Meld) -> Block:
    low = min(tiles_of(meld))
    match meld:
        case Chi():
            return Block(low, True, Made.CHI)
        case Peng():
            return Block(low, False, Made.PENG)
        case Gang():
            return Block(low, False, Made.GANG)
        case BuGang():
            return Block(low, False, Made.BUGANG)
        case AnGang():
            return Block(low, False, Made.ANGANG)
        case _:
            assert_never(meld)


def _concealed(sets: tuple[TileSet, ...], by: By, placement: Placement) -> tuple[Block, ...]:
    """The concealed sets; the one that another's tile completed is marked, one only where two are alike."""
    completed = None if by is By.SELF else _set_of(placement)
    at = None if completed is None else sets.index(completed)
    return tuple(
        Block(each.low, isinstance(each, Run), Made.FINISHED if index == at else Made.HELD)
        for index, each in enumerate(sets)
    )


def _set_of(placement: Placement) -> TileSet | None:
    match placement:
        case InRun(run=run):
            return run
        case InTriplet(triplet=triplet):
            return triplet
        case InPair():
            return None
        case _:
            assert_never(placement)


def _place(placement: Placement) -> Place:
    match placement:
        case InPair():
            return Place.PAIR
        case InTriplet():
            return Place.ELSEWHERE
        case InRun(position=1):
            return Place.MIDDLE
        case InRun(run=run, position=position):
            at_the_edge = (rank_of(run.low), position) in ((1, 2), (7, 0))
            return Place.EDGE if at_the_edge else Place.ELSEWHERE
        case _:
            assert_never(placement)


def is_yao(tile: Tile) -> bool:
    """幺: 1, 9, winds and dragons (RULES.md M1)."""
    return is_honour(tile) or is_terminal(tile)


def has_yao(block: Block) -> bool:
    """Whether a set holds a 幺."""
    return rank_of(block.low) in (1, 7) if block.run else is_yao(block.low)
