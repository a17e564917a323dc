"""The table of all that a hand can count (RULES.md M7), and what each option changes in it.

A row of the small table is worth 字, an item is worth 台. It needs traits (``facts``), all of them; many a row says no
more than that. The others count what they count where the traits are there. ``contains`` is the column of that name in
RULES.md. A row of three in one suit is found by laying a mask over itself: bit ``low`` of ``runs & runs >> 3`` says
that runs begin with ``low`` and three ranks above it.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final

from bot.engine.masks import mask_of
from bot.engine.options import Options, Value
from bot.engine.patterns import Contained, Row, fitting, once
from bot.engine.tiles import SUIT_TILES, WINDS, Tile, rank_of
from bot.rules.mawan import traits as has
from bot.rules.mawan.facts import ALL_DRAGONS, ALL_WINDS, ONES, YAO, Facts

Count = Callable[[Facts], int]
Table = tuple[Row[Facts], ...]

FIRST_SUIT: Final = mask_of(SUIT_TILES[:9])
THREE_FIT: Final = mask_of(tile for tile in SUIT_TILES if rank_of(tile) <= 7)
FOUR_FIT: Final = mask_of(tile for tile in SUIT_TILES if rank_of(tile) <= 6)
"""The kinds with three (two) more ranks above them in their suit."""


# ---------------------------------------------------------------------- what a row counts: the small table


def _twin_runs(facts: Facts) -> int:
    lows = facts.lows
    return sum([lows.count(low) // 2 for low in set(lows)])


def _two_suit_runs(facts: Facts) -> int:
    lows = facts.lows
    pairs = 0
    for rank in {low % 9 for low in lows}:
        copies = [lows.count(Tile(rank + suit)) for suit in (0, 9, 18)]
        pairs += min(sum(copies) // 2, sum(copies) - max(copies))
    return pairs


def _matching_ends(facts: Facts) -> int:
    lows = facts.lows
    return sum([min(lows.count(Tile(low)), lows.count(Tile(low + 6))) for low in (0, 9, 18)])


def _four_split(facts: Facts) -> int:
    whole = facts.whole
    return (facts.triplets & whole.fours & ~whole.laid.gangs).bit_count()


def _dragon_sets(facts: Facts) -> int:
    dragons = facts.triplets & ALL_DRAGONS
    return 2 * dragons.bit_count() + (dragons & facts.whole.laid.gangs).bit_count()


def _wind_sets(facts: Facts) -> int:
    whole, triplets = facts.whole, facts.triplets
    in_round = (triplets >> whole.round_wind & 1) + (whole.laid.gangs >> whole.round_wind & 1)
    return in_round + (triplets >> whole.seat_wind & 1)


def _direct_gangs(facts: Facts) -> int:
    return facts.whole.laid.direct


def _own_gangs(facts: Facts) -> int:
    return facts.whole.laid.direct + facts.whole.laid.concealed


# ---------------------------------------------------------------------- what a row counts: items


def _yao_triplet(facts: Facts) -> bool:
    return facts.triplets & YAO != 0


def _straight(facts: Facts) -> bool:
    runs = facts.runs
    return runs & runs >> 3 & runs >> 6 & ONES != 0


def _in_three_suits(mask: int) -> bool:
    """Whether one rank is there in all three suits."""
    return mask & mask >> 9 & mask >> 18 & FIRST_SUIT != 0


def _in_steps(triplets: int) -> int:
    """Four where four triplets have consecutive ranks in one suit, three where three do."""
    three = triplets & triplets >> 1 & triplets >> 2
    if not three & THREE_FIT:
        return 0
    return 4 if three & triplets >> 3 & FOUR_FIT else 3


def _seven_pairs(fours: int) -> Count:
    return lambda facts: facts.whole.fours.bit_count() == fours


def _broken_bridge(facts: Facts) -> bool:
    """断桥会: 1234 6789 of one suit held, and another's 5 in the middle of it."""
    tile, held = facts.whole.tile, facts.held
    return rank_of(tile) == 5 and tile - 4 in held and tile + 2 in held


def _sister_runs(facts: Facts) -> bool:
    return any(facts.lows.count(low) >= 3 for low in facts.whole.laid.runs)


def _small_four_winds(facts: Facts) -> bool:
    return (facts.triplets & ALL_WINDS).bit_count() == 3 and facts.pair in WINDS


def _twin_pillars(facts: Facts) -> bool:
    """双龙抱柱: the pair, and one more of its kind in each of two runs."""
    pair = facts.pair
    return pair is not None and sum([low <= pair <= low + 2 for low in facts.lows]) == 2


# ---------------------------------------------------------------------- the table


def _zi(slug: str, needs: int, count: Count = once, *, each: int = 1) -> Row[Facts]:
    return Row(slug, each, count, "M7", needs=needs)


def _item(
    slug: str,
    tai: int,
    needs: int,
    count: Count = once,
    *,
    contains: tuple[str | Contained[Facts], ...] = (),
    section: str = "M7",
) -> Row[Facts]:
    parts: list[Contained[Facts]] = [Contained(part) if isinstance(part, str) else part for part in contains]
    return Row(slug, tai, count, section, tuple(parts), needs=needs)


def _of(slug: str, count: Count) -> Contained[Facts]:
    """As many of a row as ``count`` says are contained, not all of it."""
    return Contained(slug, count)


_IN_PAIRS: Final = ("concealed", "pair_wait", "four_split")

SMALL: Final[Table] = (
    _zi("self_draw", has.SELF_DRAWN),
    _zi("concealed", has.CONCEALED),
    _zi("all_runs", has.FOUR_RUNS),
    _zi("no_terminals", has.NO_TERMINALS),
    _zi("good_pair", has.GOOD_PAIR, lambda facts: 3 if facts.pair is not None and rank_of(facts.pair) == 5 else 2),
    _zi("middle_wait", has.MIDDLE, lambda facts: 2 if rank_of(facts.whole.tile) == 5 else 1),
    _zi("twin_runs", has.TWINS, _twin_runs),
    _zi("two_suit_runs", has.ACROSS_SUITS, _two_suit_runs),
    _zi("matching_ends", has.ENDS, _matching_ends),
    _zi("missing_class", has.CLASS_MISSING, lambda facts: facts.whole.missing),
    _zi("added_gang", has.ADDED_GANG, lambda facts: facts.whole.laid.added),
    _zi("own_gang", has.OWN_GANG, _own_gangs, each=2),
    _zi("four_split", has.FOUR_ALIKE | has.TRIPLETS, _four_split, each=3),
    _zi("honour_sets", has.HONOUR_SETS, lambda facts: _dragon_sets(facts) + _wind_sets(facts)),
    _zi("edge_wait", has.EDGE),
    _zi("pair_wait", has.IN_PAIR),
)

ITEMS: Final[Table] = (
    _item("one_yao_triplet", 30, has.ONE_YAO_SET | has.TRIPLETS | has.PLAIN_PAIR, _yao_triplet),
    _item("one_plain_set", 30, has.THREE_YAO_SETS | has.YAO_PAIR),
    _item("yao_pair", 30, has.NO_YAO_SET | has.YAO_PAIR),
    _item("plain_pair", 30, has.FOUR_YAO_SETS | has.PLAIN_PAIR),
    _item("straight", 50, has.THREE_RUNS | has.ENDS, _straight, contains=("matching_ends",)),
    _item(
        "three_suit_runs",
        50,
        has.THREE_RUNS | has.ACROSS_SUITS,
        lambda facts: _in_three_suits(facts.runs),
        contains=("two_suit_runs",),
    ),
    _item("last_tile", 50, has.LAST_TILE, contains=("self_draw",)),
    _item("gang_replacement", 50, has.REPLACEMENT, contains=("self_draw",)),
    _item("last_copy", 50, has.LAST_COPY, section="M10"),
    _item("five_classes", 50, has.FIVE_CLASSES),
    _item("half_flush", 50, has.HALF_FLUSH, contains=(_of("missing_class", lambda _facts: 2),)),
    _item("all_yao", 50, has.FOUR_YAO_SETS | has.YAO_PAIR),
    _item("all_claimed", 50, has.ALL_CLAIMED | has.DISCARDED, contains=("pair_wait",)),
    _item("all_triplets", 50, has.FOUR_TRIPLETS),
    _item("robbed_gang", 50, has.ROBBED_OR_CLAIMED, section="M4"),
    _item("ready_at_deal", 100, has.READY_AT_DEAL),
    _item("first_discard", 100, has.FIRST_DISCARD),
    _item("one_suit", 100, has.ONE_SUIT, contains=("missing_class",)),
    _item("seven_pairs", 100, has.SEVEN_PAIRS, _seven_pairs(0), contains=_IN_PAIRS),
    _item("seven_pairs_one_four", 200, has.SEVEN_PAIRS | has.FOUR_ALIKE, _seven_pairs(1), contains=_IN_PAIRS),
    _item("seven_pairs_two_fours", 400, has.SEVEN_PAIRS | has.FOUR_ALIKE, _seven_pairs(2), contains=_IN_PAIRS),
    _item("seven_pairs_three_fours", 800, has.SEVEN_PAIRS | has.FOUR_ALIKE, _seven_pairs(3), contains=_IN_PAIRS),
    _item(
        "broken_bridge",
        100,
        has.MIDDLE | has.NOT_DRAWN | has.THREE_RUNS | has.ENDS,
        _broken_bridge,
        contains=("straight", "middle_wait", "matching_ends"),
    ),
    _item("three_steps", 100, has.THREE_TRIPLETS, lambda facts: _in_steps(facts.triplets) == 3),
    _item(
        "four_steps", 200, has.FOUR_TRIPLETS, lambda facts: _in_steps(facts.triplets) == 4, contains=("all_triplets",)
    ),
    _item("three_suit_triplets", 100, has.THREE_TRIPLETS, lambda facts: _in_three_suits(facts.triplets)),
    _item("sister_runs", 100, has.CHI | has.THREE_RUNS | has.TWINS, _sister_runs, contains=("twin_runs",)),
    _item("last_of_two", 100, has.LAST_OF_TWO, contains=("last_copy",), section="M10"),
    _item(
        "three_dragons",
        100,
        has.HONOUR_SETS | has.THREE_TRIPLETS,
        lambda facts: facts.triplets & ALL_DRAGONS == ALL_DRAGONS,
        contains=(_of("honour_sets", _dragon_sets),),
    ),
    _item(
        "small_four_winds",
        100,
        has.HONOUR_SETS | has.THREE_TRIPLETS | has.YAO_PAIR,
        _small_four_winds,
        contains=(_of("honour_sets", _wind_sets),),
    ),
    _item(
        "big_four_winds",
        200,
        has.HONOUR_SETS | has.FOUR_TRIPLETS,
        lambda facts: facts.triplets & ALL_WINDS == ALL_WINDS,
        contains=(_of("honour_sets", _wind_sets), "all_triplets"),
    ),
    _item(
        "all_honours",
        100,
        has.ALL_HONOURS,
        contains=("all_yao", "all_triplets", _of("missing_class", lambda _facts: 3)),
    ),
    _item("three_own_triplets", 100, has.THREE_TRIPLETS, lambda facts: facts.own_triplets == 3),
    _item(
        "four_own_triplets", 200, has.FOUR_TRIPLETS, lambda facts: facts.own_triplets == 4, contains=("all_triplets",)
    ),
    _item("three_open_gangs", 100, has.THREE_OPEN_GANGS, contains=("added_gang", _of("own_gang", _direct_gangs))),
    _item("four_open_gangs", 200, has.FOUR_OPEN_GANGS, contains=("added_gang", "own_gang", "all_triplets")),
    _item("twin_pillars", 100, has.TWO_RUNS, _twin_pillars),
    _item("four_pengs", 100, has.FOUR_PENGS, contains=("all_triplets", "all_claimed", "pair_wait")),
)

CHANGED: Final[dict[tuple[str, Value], Table]] = {
    ("simples", "no_honours_either"): (_zi("no_terminals", has.NO_YAO),),
    ("four_alike", "one_each"): (
        _zi("own_gang", has.OWN_GANG, _own_gangs),
        _zi("four_split", has.FOUR_ALIKE | has.TRIPLETS, _four_split),
    ),
    ("rob_direct_gang", "plain"): (_item("robbed_gang", 50, has.ROBBED, section="M4"),),
}
"""The rows that stand in the place of those with the same id when an option has this value."""

CHARACTERS: Final = "characters"
"""The line that holds all 字 together."""
SCATTERED: Final = "scattered"
"""十三散, which is no reading of sets and so no row (M18)."""
FULL_RUNS: Final = "three_suit_runs_full"
"""The line of the printed exception (M8)."""


@cache
def table(options: Options) -> Table:
    """The rows that count under these options, small ones first."""
    changed = {row.id: row for (option, value), new in CHANGED.items() if options[option] == value for row in new}
    return tuple(changed.get(row.id, row) for row in (*SMALL, *ITEMS))


@lru_cache(maxsize=1 << 12)
def rows(options: Options, traits: int) -> Table:
    """The rows of the table that facts with these traits can count."""
    return fitting(table(options), traits)


def line_ids(options: Options) -> tuple[str, ...]:
    """All lines that a hand can have under these options: the 字 together, then the items."""
    scattered = (SCATTERED,) if options["scattered"] == "on" else ()
    return (CHARACTERS, *(row.id for row in ITEMS), FULL_RUNS, *scattered)


PARTS: Final = frozenset(row.id for row in SMALL)
"""The ids of the 字, which are parts of the one line."""
