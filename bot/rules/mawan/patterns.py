"""The table of all that a hand can count (RULES.md M7), and what each option changes in it.

A row of the small table is worth 字, an item is worth 台. ``contains`` is the column of that name in RULES.md.
"""

from collections.abc import Callable
from functools import cache
from typing import Final

from bot.engine.options import Options, Value
from bot.engine.patterns import Contained, Row
from bot.engine.situation import By
from bot.engine.tiles import DRAGONS, SUIT_TILES, WINDS, Tile, is_suited, is_terminal, rank_of
from bot.rules.mawan.facts import OPEN, OWN, QUADS, Block, Facts, Made, Place, is_yao

Count = Callable[[Facts], int]
Table = tuple[Row[Facts], ...]


# ---------------------------------------------------------------------- what a row counts: the small table


def _concealed(facts: Facts) -> bool:
    return not any(block.made in OPEN for block in facts.whole.melded)


def _all_runs(facts: Facts) -> bool:
    return len(facts.runs) == 4


def _no_terminals(facts: Facts) -> bool:
    return not any(is_terminal(tile) for tile in facts.whole.counts)


def _no_terminals_no_honours(facts: Facts) -> bool:
    return not any(is_yao(tile) for tile in facts.whole.counts)


def _good_pair(facts: Facts) -> int:
    if facts.pair is None or not is_suited(facts.pair):
        return 0
    return {2: 2, 5: 3, 8: 2}.get(rank_of(facts.pair), 0)


def _middle(facts: Facts) -> int:
    if facts.place is not Place.MIDDLE:
        return 0
    return 2 if rank_of(facts.whole.tile) == 5 else 1


def _twin_runs(facts: Facts) -> int:
    return sum(copies // 2 for copies in facts.starts.values())


def _two_suit_runs(facts: Facts) -> int:
    starts = facts.starts
    pairs = 0
    for rank in {low % 9 for low in starts} if len(starts) > 1 else ():
        copies = [starts[Tile(low)] for low in (rank, rank + 9, rank + 18)]
        pairs += min(sum(copies) // 2, sum(copies) - max(copies))
    return pairs


def _matching_ends(facts: Facts) -> int:
    starts = facts.starts
    return sum(min(copies, starts[Tile(low + 6)]) for low, copies in starts.items() if low % 9 == 0)


def _missing(facts: Facts) -> int:
    whole = facts.whole
    return 5 - len(whole.suits) - whole.winds - whole.dragons


def _made(*ways: Made) -> Count:
    return lambda facts: sum(block.made in ways for block in facts.triplets)


def _four_split(facts: Facts) -> int:
    return sum(block.made not in QUADS and facts.whole.counts[block.low] == 4 for block in facts.triplets)


def _dragon_sets(facts: Facts) -> int:
    return sum(3 if block.made in QUADS else 2 for block in facts.triplets if block.low in DRAGONS)


def _wind_sets(facts: Facts) -> int:
    whole = facts.whole
    in_round = sum(2 if block.made in QUADS else 1 for block in facts.triplets if block.low == whole.round_wind)
    return in_round + sum(block.low == whole.seat_wind for block in facts.triplets)


# ---------------------------------------------------------------------- what a row counts: items


def _one_yao_triplet(facts: Facts) -> bool:
    """正匾: one set of 幺 alike, and no other 幺 in the hand."""
    return facts.yao_sets == 1 and _plain_pair(facts) and any(is_yao(block.low) for block in facts.triplets)


def _yao_pair(facts: Facts) -> bool:
    return facts.pair is not None and is_yao(facts.pair)


def _plain_pair(facts: Facts) -> bool:
    return facts.pair is not None and not is_yao(facts.pair)


def _straight(facts: Facts) -> bool:
    starts = facts.starts
    return any(starts[Tile(low + 3)] and starts[Tile(low + 6)] for low in starts if low % 9 == 0)


def _in_three_suits(blocks: tuple[Block, ...]) -> bool:
    """Whether blocks of one rank stand in all three suits."""
    if len(blocks) < 3:
        return False
    lows = {block.low for block in blocks}
    return any({low, low + 9, low + 18} <= lows for low in lows if low < 9)


def _five_classes(facts: Facts) -> bool:
    return _missing(facts) == 0


def _half_flush(facts: Facts) -> bool:
    return len(facts.whole.suits) == 1 and (facts.whole.winds or facts.whole.dragons)


def _one_suit(facts: Facts) -> bool:
    return len(facts.whole.suits) == 1 and not facts.whole.winds and not facts.whole.dragons


def _all_claimed(facts: Facts) -> bool:
    claimed = sum(block.made in OPEN for block in facts.whole.melded)
    return claimed == 4 and facts.whole.finish.by is By.DISCARD


def _robbed_or_claimed(facts: Facts) -> bool:
    return facts.whole.finish.by is By.ROB or facts.whole.finish.gang_claimed


def _robbed(facts: Facts) -> bool:
    return facts.whole.finish.by is By.ROB


def _seven_pairs(fours: int) -> Count:
    def count(facts: Facts) -> bool:
        return facts.pair is None and sum(copies == 4 for copies in facts.whole.counts.values()) == fours

    return count


def _broken_bridge(facts: Facts) -> bool:
    """断桥会: 1234 6789 of one suit held, and another's 5 in the middle of it."""
    tile = facts.whole.tile
    if facts.place is not Place.MIDDLE or rank_of(tile) != 5:
        return False
    held = {block.low for block in facts.runs if block.made is Made.HELD}
    finished = {block.low for block in facts.runs if block.made is Made.FINISHED}
    return tile - 1 in finished and {tile - 4, tile + 2} <= held


def _steps(facts: Facts) -> int:
    """The longest row of triplets of consecutive ranks in one suit."""
    if len(facts.triplets) < 3:
        return 0
    lows = {block.low for block in facts.triplets if is_suited(block.low)}
    best = length = 0
    for tile in SUIT_TILES:
        length = (length if rank_of(tile) > 1 else 0) + 1 if tile in lows else 0
        best = max(best, length)
    return best


def _sister_runs(facts: Facts) -> bool:
    laid = {block.low for block in facts.runs if block.made in OPEN}
    return any(copies >= 3 and low in laid for low, copies in facts.starts.items())


def _kinds_of_triplets(facts: Facts, kinds: tuple[Tile, ...]) -> int:
    return sum(block.low in kinds for block in facts.triplets)


def _small_four_winds(facts: Facts) -> bool:
    return _kinds_of_triplets(facts, WINDS) == 3 and facts.pair in WINDS


def _twin_pillars(facts: Facts) -> bool:
    """双龙抱柱: the pair, and one more of its kind in each of two runs."""
    pair = facts.pair
    if pair is None or not is_suited(pair):
        return False
    return sum(block.low <= pair <= block.low + 2 for block in facts.runs) == 2


def _exactly(number: int, count: Count) -> Count:
    return lambda facts: count(facts) == number


_own_triplets = _made(*OWN)
_open_gangs = _made(Made.GANG, Made.BUGANG)
_pengs = _made(Made.PENG, Made.BUGANG)


# ---------------------------------------------------------------------- the table


def _zi(slug: str, count: Count, *, each: int = 1) -> Row[Facts]:
    return Row(slug, each, count, "M7")


def _item(slug: str, tai: int, count: Count, *contains: str | Contained[Facts], section: str = "M7") -> Row[Facts]:
    parts: list[Contained[Facts]] = [Contained(part) if isinstance(part, str) else part for part in contains]
    return Row(slug, tai, count, section, tuple(parts))


def _of(slug: str, count: Count) -> Contained[Facts]:
    """As many of a row as ``count`` says are contained, not all of it."""
    return Contained(slug, count)


SMALL: Final[Table] = (
    _zi("self_draw", lambda facts: facts.whole.finish.by is By.SELF),
    _zi("concealed", _concealed),
    _zi("all_runs", _all_runs),
    _zi("no_terminals", _no_terminals),
    _zi("good_pair", _good_pair),
    _zi("middle_wait", _middle),
    _zi("twin_runs", _twin_runs),
    _zi("two_suit_runs", _two_suit_runs),
    _zi("matching_ends", _matching_ends),
    _zi("missing_class", _missing),
    _zi("added_gang", _made(Made.BUGANG)),
    _zi("own_gang", _made(Made.GANG, Made.ANGANG), each=2),
    _zi("four_split", _four_split, each=3),
    _zi("honour_sets", lambda facts: _dragon_sets(facts) + _wind_sets(facts)),
    _zi("edge_wait", lambda facts: facts.place is Place.EDGE),
    _zi("pair_wait", lambda facts: facts.place is Place.PAIR),
)

ITEMS: Final[Table] = (
    _item("one_yao_triplet", 30, _one_yao_triplet),
    _item("one_plain_set", 30, lambda facts: facts.yao_sets == 3 and _yao_pair(facts)),
    _item("yao_pair", 30, lambda facts: facts.yao_sets == 0 and _yao_pair(facts)),
    _item("plain_pair", 30, lambda facts: facts.yao_sets == 4 and _plain_pair(facts)),
    _item("straight", 50, _straight, "matching_ends"),
    _item("three_suit_runs", 50, lambda facts: _in_three_suits(facts.runs), "two_suit_runs"),
    _item("last_tile", 50, lambda facts: facts.whole.finish.last_tile, "self_draw"),
    _item("gang_replacement", 50, lambda facts: facts.whole.finish.replacement, "self_draw"),
    _item("last_copy", 50, lambda facts: facts.whole.finish.last_of == 1, section="M10"),
    _item("five_classes", 50, _five_classes),
    _item("half_flush", 50, _half_flush, _of("missing_class", lambda _facts: 2)),
    _item("all_yao", 50, lambda facts: facts.yao_sets == 4 and _yao_pair(facts)),
    _item("all_claimed", 50, _all_claimed, "pair_wait"),
    _item("all_triplets", 50, lambda facts: len(facts.triplets) == 4),
    _item("robbed_gang", 50, _robbed_or_claimed, section="M4"),
    _item("ready_at_deal", 100, lambda facts: facts.whole.finish.ready_at_deal),
    _item("first_discard", 100, lambda facts: facts.whole.finish.first_discard),
    _item("one_suit", 100, _one_suit, "missing_class"),
    _item("seven_pairs", 100, _seven_pairs(0), "concealed", "pair_wait", "four_split"),
    _item("seven_pairs_one_four", 200, _seven_pairs(1), "concealed", "pair_wait", "four_split"),
    _item("seven_pairs_two_fours", 400, _seven_pairs(2), "concealed", "pair_wait", "four_split"),
    _item("seven_pairs_three_fours", 800, _seven_pairs(3), "concealed", "pair_wait", "four_split"),
    _item("broken_bridge", 100, _broken_bridge, "straight", "middle_wait", "matching_ends"),
    _item("three_steps", 100, lambda facts: _steps(facts) == 3),
    _item("four_steps", 200, lambda facts: _steps(facts) == 4, "all_triplets"),
    _item("three_suit_triplets", 100, lambda facts: _in_three_suits(facts.triplets)),
    _item("sister_runs", 100, _sister_runs, "twin_runs"),
    _item("last_of_two", 100, lambda facts: facts.whole.finish.last_of == 2, "last_copy", section="M10"),
    _item(
        "three_dragons", 100, lambda facts: _kinds_of_triplets(facts, DRAGONS) == 3, _of("honour_sets", _dragon_sets)
    ),
    _item("small_four_winds", 100, _small_four_winds, _of("honour_sets", _wind_sets)),
    _item(
        "big_four_winds",
        200,
        lambda facts: _kinds_of_triplets(facts, WINDS) == 4,
        _of("honour_sets", _wind_sets),
        "all_triplets",
    ),
    _item(
        "all_honours",
        100,
        lambda facts: not facts.whole.suits,
        "all_yao",
        "all_triplets",
        _of("missing_class", lambda _facts: 3),
    ),
    _item("three_own_triplets", 100, _exactly(3, _own_triplets)),
    _item("four_own_triplets", 200, _exactly(4, _own_triplets), "all_triplets"),
    _item("three_open_gangs", 100, _exactly(3, _open_gangs), "added_gang", _of("own_gang", _made(Made.GANG))),
    _item("four_open_gangs", 200, _exactly(4, _open_gangs), "added_gang", "own_gang", "all_triplets"),
    _item("twin_pillars", 100, _twin_pillars),
    _item("four_pengs", 100, _exactly(4, _pengs), "all_triplets", "all_claimed", "pair_wait"),
)

CHANGED: Final[dict[tuple[str, Value], Table]] = {
    ("simples", "no_honours_either"): (_zi("no_terminals", _no_terminals_no_honours),),
    ("four_alike", "one_each"): (
        _zi("own_gang", _made(Made.GANG, Made.ANGANG)),
        _zi("four_split", _four_split),
    ),
    ("rob_direct_gang", "plain"): (_item("robbed_gang", 50, _robbed, section="M4"),),
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
    changed = {row.id: row for (option, value), rows in CHANGED.items() if options[option] == value for row in rows}
    return tuple(changed.get(row.id, row) for row in (*SMALL, *ITEMS))


def line_ids(options: Options) -> tuple[str, ...]:
    """All lines that a hand can have under these options: the 字 together, then the items."""
    scattered = (SCATTERED,) if options["scattered"] == "on" else ()
    return (CHARACTERS, *(row.id for row in ITEMS), FULL_RUNS, *scattered)


PARTS: Final = tuple(row.id for row in SMALL)
"""The ids of the 字, which are parts of the one line."""
