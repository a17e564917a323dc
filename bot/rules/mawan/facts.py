"""What is true of one reading of a winning hand: the only thing that the table of patterns looks at.

Kinds are held as masks: bit ``tile`` is set where the kind is there. Traits are masks too: a bit for each.
"""

from collections import Counter
from functools import lru_cache
from typing import Final, NamedTuple, assert_never

from bot.engine.hand import Hand, Keys, count_in, keys_of
from bot.engine.kernel import seven_pairs_waits, waits
from bot.engine.masks import added, kinds_and_fours, mask_of
from bot.engine.melds import AnGang, BuGang, Chi, Gang, Meld, Peng, is_gang, is_open, tiles_of
from bot.engine.readings import PairsReading, Reading, Run, SetsReading, TileSet
from bot.engine.situation import DISCARD, SELF, By, Flag, Situation
from bot.engine.tiles import ALL_TILES, DRAGONS, SUIT_TILES, WINDS, Tile, distance, is_honour, is_terminal, rank_of
from bot.rules.mawan import traits as has


def is_yao(tile: Tile) -> bool:
    """幺: 1, 9, winds and dragons (RULES.md M1)."""
    return is_honour(tile) or is_terminal(tile)


ALL_WINDS: Final = mask_of(WINDS)
ALL_DRAGONS: Final = mask_of(DRAGONS)
HONOUR_KINDS: Final = ALL_WINDS | ALL_DRAGONS
TERMINALS: Final = mask_of(tile for tile in ALL_TILES if is_terminal(tile))
YAO: Final = mask_of(tile for tile in ALL_TILES if is_yao(tile))
ONES: Final = mask_of(SUIT_TILES[::9])
HAS_YAO_RUN: Final = tuple(rank_of(tile) in (1, 7) for tile in SUIT_TILES)
"""By the lowest tile of a run whether it holds a 幺."""
GOOD_RANKS: Final = (2, 5, 8)
PAIR_TRAITS: Final = tuple(
    has.YAO_PAIR if is_yao(tile) else has.PLAIN_PAIR | (has.GOOD_PAIR if rank_of(tile) in GOOD_RANKS else 0)
    for tile in ALL_TILES
)
"""By the tile of the pair what it is."""


# ---------------------------------------------------------------------- the whole hand


class Laid(NamedTuple):
    """The melds: the lowest tiles of their runs, the masks of all triplets and of the gangs among them, how they came.

    ``keys`` are their tiles; ``direct`` and ``concealed`` gangs were made at once, ``added`` ones from a peng.
    """

    traits: int
    keys: Keys
    runs: tuple[Tile, ...]
    triplets: int
    gangs: int
    direct: int
    added: int
    concealed: int


class Whole(NamedTuple):
    """What is the same for every reading of a hand; ``missing`` of the five classes, ``fours`` the mask of four alike.

    Like ``Facts`` a plain tuple: they are made for each hand that is scored.
    """

    traits: int
    tile: Tile
    by: By
    missing: int
    fours: int
    laid: Laid
    round_wind: Tile
    seat_wind: Tile


class Facts(NamedTuple):
    """One reading with the winning tile in one place; without sets and without a pair it is seven pairs.

    ``lows`` are the lowest tiles of the runs, melds first, ``held`` those of the concealed ones; ``runs`` and
    ``triplets`` are the masks of the sets by their lowest tiles. ``own_triplets`` counts the concealed ones that no
    tile of another's completed.
    """

    traits: int
    whole: Whole
    lows: tuple[Tile, ...]
    runs: int
    held: tuple[Tile, ...]
    triplets: int
    pair: Tile | None
    own_triplets: int


def whole_of(situation: Situation, complete: Hand) -> Whole:
    """What every reading of a complete situation shares."""
    laid = laid_out(complete.melds)
    keys = added(complete.keys, laid.keys) if complete.melds else complete.keys
    kinds, fours = kinds_and_fours(keys)
    m, p, s, _ = keys
    suits = (m > 0) + (p > 0) + (s > 0)
    missing = 5 - suits - (kinds & ALL_WINDS != 0) - (kinds & ALL_DRAGONS != 0)
    traits = laid.traits | _won(situation, laid) | _tiles(kinds, suits, missing)
    if fours:
        traits |= has.FOUR_ALIKE
    seat_wind = WINDS[distance(situation.dealer, situation.seat)]
    return Whole(traits, situation.tile, situation.by, missing, fours, laid, situation.round_wind, seat_wind)


def _tiles(kinds: int, suits: int, missing: int) -> int:
    """The traits of the kinds of a hand, melds included."""
    traits = has.CLASS_MISSING if missing else has.FIVE_CLASSES
    if not kinds & TERMINALS:
        traits |= has.NO_TERMINALS if kinds & YAO else has.NO_TERMINALS | has.NO_YAO
    if suits == 0:
        return traits | has.ALL_HONOURS
    if suits == 1:
        return traits | (has.ONE_SUIT if missing == 4 else has.HALF_FLUSH)
    return traits


@lru_cache(maxsize=1 << 12)
def laid_out(melds: tuple[Meld, ...]) -> Laid:
    """The melds of a hand as the patterns see them."""
    runs: list[Tile] = []
    made: Counter[type[Meld]] = Counter()
    triplets = gangs = 0
    for meld in melds:
        low = min(tiles_of(meld))
        made[type(meld)] += 1
        match meld:
            case Chi():
                runs.append(low)
            case Peng():
                triplets |= 1 << low
            case Gang() | BuGang() | AnGang():
                triplets |= 1 << low
                gangs |= 1 << low
            case _:
                assert_never(meld)
    direct, added, concealed = made[Gang], made[BuGang], made[AnGang]
    traits = _melds(len(melds) - concealed, made[Peng] + added, direct + added)
    traits |= (has.ADDED_GANG if added else 0) | (has.OWN_GANG if direct or concealed else 0) | (has.CHI if runs else 0)
    keys = keys_of(tile for meld in melds for tile in tiles_of(meld))
    return Laid(traits, keys, tuple(runs), triplets, gangs, direct, added, concealed)


def _melds(claimed: int, pengs: int, open_gangs: int) -> int:
    """The traits of melds of which so many are open."""
    traits = has.CONCEALED if claimed == 0 else has.ALL_CLAIMED if claimed == 4 else 0
    if pengs == 4:
        traits |= has.FOUR_PENGS
    if open_gangs >= 3:
        traits |= has.THREE_OPEN_GANGS if open_gangs == 3 else has.FOUR_OPEN_GANGS
    return traits


# ---------------------------------------------------------------------- how it was won


def _won(situation: Situation, laid: Laid) -> int:
    """The traits of how the hand was won."""
    by = situation.by
    if by is SELF:
        traits = has.SELF_DRAWN
    elif by is DISCARD:
        traits = has.NOT_DRAWN | has.DISCARDED | _last_of(situation, laid)
    else:
        traits = has.NOT_DRAWN | has.ROBBED | has.ROBBED_OR_CLAIMED
    return traits | _flagged(situation) if situation.flags else traits


def _flagged(situation: Situation) -> int:
    """The traits that flags stand for; a flag that cannot apply to the hand is left out."""
    melds, flags, by = situation.hand.melds, situation.flags, situation.by
    drawn = by is SELF and Flag.DEALT not in flags
    of_the_dealer = by is DISCARD and situation.source == situation.dealer
    applying = {
        has.ROBBED_OR_CLAIMED: by is DISCARD and Flag.GANG_CLAIMED in flags,
        has.LAST_TILE: drawn and Flag.LAST_TILE in flags,
        has.REPLACEMENT: drawn and Flag.REPLACEMENT in flags and any(is_gang(meld) for meld in melds),
        has.READY_AT_DEAL: Flag.READY_AT_DEAL in flags and Flag.DEALT not in flags and not melds,
        has.FIRST_DISCARD: Flag.FIRST_DISCARD in flags and of_the_dealer and not melds,
    }
    return sum(trait for trait, applies in applying.items() if applies)


def waits_of(hand: Hand) -> tuple[Tile, ...]:
    """The kinds that complete a hand, less those of which it holds all four itself (RULES.md M10)."""
    if hand.melds:
        held = Counter(hand.all_tiles())
        return tuple(tile for tile in waits(hand.keys) if held[tile] < 4)
    return tuple(sorted({*waits(hand.keys), *seven_pairs_waits(hand.keys)}))


def _last_of(situation: Situation, laid: Laid) -> int:
    """RULES.md M10: the trait where all other copies of the one or two kinds that were waited for lie open."""
    tile = situation.tile
    if situation.seen.count(tile) + count_in(laid.keys, tile) != 3:
        return 0
    lying = Counter(situation.seen)
    lying.update(each for meld in situation.hand.melds if is_open(meld) for each in tiles_of(meld))
    kinds = waits_of(situation.hand)
    if not all(lying[kind] == 4 for kind in kinds if kind != tile):
        return 0
    return {1: has.LAST_COPY, 2: has.LAST_OF_TWO}.get(len(kinds), 0)


# ---------------------------------------------------------------------- readings to facts


def facts_of(whole: Whole, reading: Reading) -> list[Facts]:
    """The facts of one reading, once for each place of the winning tile that makes a difference."""
    match reading:
        case SetsReading(sets=sets, pair=pair):
            return _of_sets(whole, sets, pair.low)
        case PairsReading():
            return [Facts(whole.traits | has.SEVEN_PAIRS, whole, (), 0, (), 0, None, 0)]
        case _:
            assert_never(reading)


def _of_sets(whole: Whole, sets: tuple[TileSet, ...], pair: Tile) -> list[Facts]:
    laid = whole.laid
    held: list[Tile] = []
    concealed = 0
    for each in sets:
        if isinstance(each, Run):
            held.append(each.low)
        else:
            concealed |= 1 << each.low
    held_runs = tuple(held)
    lows = laid.runs + held_runs
    triplets = laid.triplets | concealed
    runs = 0
    yao_sets = (triplets & YAO).bit_count()
    for low in lows:
        runs |= 1 << low
        yao_sets += HAS_YAO_RUN[low]
    traits = whole.traits | has.BY_RUNS[len(lows)] | has.BY_YAO_SETS[yao_sets] | PAIR_TRAITS[pair]
    if triplets & HONOUR_KINDS:
        traits |= has.HONOUR_SETS
    if runs.bit_count() < len(lows):
        traits |= has.TWINS
    if runs & (runs >> 9 | runs >> 18):
        traits |= has.ACROSS_SUITS
    if runs & runs >> 6 & ONES:
        traits |= has.ENDS
    own = laid.concealed + len(sets) - len(held)
    return [
        Facts(traits | place, whole, lows, runs, held_runs, triplets, pair, own - finished)
        for place, finished in _places(whole, held_runs, concealed, pair)
    ]


def _places(whole: Whole, held: tuple[Tile, ...], triplets: int, pair: Tile) -> list[tuple[int, int]]:
    """Where the winning tile can stand: the trait of the place, and how many triplets another's tile completes there.

    ``held`` are the lowest tiles of the concealed runs, ``triplets`` is the mask of the concealed ones.
    """
    tile = whole.tile
    rank = rank_of(tile)
    places: list[tuple[int, int]] = []
    if tile - 2 in held:
        places.append((has.EDGE if rank == 3 else 0, 0))
    if tile - 1 in held:
        places.append((has.MIDDLE, 0))
    if tile in held:
        places.append((has.EDGE if rank == 7 else 0, 0))
    if triplets >> tile & 1:
        places.append((0, 0 if whole.by is SELF else 1))
    if pair == tile:
        places.append((has.IN_PAIR, 0))
    return places if len(places) < 2 else list(dict.fromkeys(places))
