"""The table of patterns (RULES.md L17)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.engine.options import Options
from bot.engine.patterns import Contained, Row
from bot.engine.situation import By
from bot.rules.lishui.facts import Facts
from bot.rules.lishui.options import ALL_HONOURS_NEEDS_SHAPE, THREE_WILDS
from bot.rules.lishui.shapes import Shape

PLAIN: Final = "plain"
WINS_LOOSE: Final = frozenset({"all_honours", "three_wilds"})
"""What wins without a shape, wherever the options let it count without one."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A line of the table: its multiplier by self-draw and otherwise, 0 where there is none that way."""

    id: str
    self_drawn: int
    otherwise: int
    holds: Callable[[Facts], bool]
    section: str = "L17"


TABLE: Final = (
    Pattern("one_suit", 8, 4, lambda facts: facts.one_suit and facts.shaped),
    Pattern("all_honours", 8, 4, lambda facts: facts.honours and facts.shaped),
    Pattern("seven_pairs", 4, 2, lambda facts: facts.shape is Shape.PAIRS, "L16 b, L17"),
    Pattern("all_triplets", 4, 2, lambda facts: facts.shape is Shape.TRIPLETS),
    Pattern("scattered", 4, 2, lambda facts: facts.shape is Shape.SCATTERED, "L16 c, L17"),
    Pattern("heavenly", 8, 0, lambda facts: facts.dealt),
    Pattern("earthly", 4, 0, lambda facts: facts.first_draw),
    Pattern("gang_bloom", 4, 0, lambda facts: facts.replacement),
    Pattern("three_wilds", 4, 0, lambda facts: facts.three_wilds, "L16 d, L17"),
    Pattern("robbed_gang", 0, 4, lambda facts: facts.by is By.ROB, "L10, L17"),
)
LOOSE_ALL_HONOURS: Final = Pattern("all_honours", 8, 4, lambda facts: facts.honours)
SHAPED_THREE_WILDS: Final = Pattern("three_wilds", 4, 0, lambda facts: facts.three_wilds and facts.shaped, "L16 d, L17")
BESIDE_NOTHING: Final = Pattern(PLAIN, 2, 1, lambda facts: facts.shaped, "L16 a, L17")


@cache
def patterns(options: Options) -> tuple[Pattern, ...]:
    """The table that these options play with, the plain win last."""
    changed = {
        pattern.id: pattern
        for pattern, chosen in (
            (LOOSE_ALL_HONOURS, options[ALL_HONOURS_NEEDS_SHAPE] == "no"),
            (SHAPED_THREE_WILDS, options[THREE_WILDS] == "needs_shape"),
        )
        if chosen
    }
    return (*(changed.get(pattern.id, pattern) for pattern in TABLE), BESIDE_NOTHING)


@cache
def rows(options: Options, by: By) -> tuple[Row[Facts], ...]:
    """The table as the resolver takes it, for a win that came about in this way."""
    return tuple(
        _row(pattern, worth)
        for pattern in patterns(options)
        if (worth := pattern.self_drawn if by is By.SELF else pattern.otherwise)
    )


def _row(pattern: Pattern, worth: int) -> Row[Facts]:
    contains: tuple[Contained[Facts], ...] = () if pattern.id == PLAIN else (Contained(PLAIN),)
    return Row(pattern.id, worth, pattern.holds, pattern.section, contains)


def pattern_ids(options: Options) -> tuple[str, ...]:
    """The ids of all lines, in the order of the table."""
    return tuple(pattern.id for pattern in patterns(options))
