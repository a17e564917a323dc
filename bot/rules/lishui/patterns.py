"""The table of patterns (RULES.md L17)."""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from bot.engine.options import Options
from bot.engine.patterns import Contained, Row, fitting, once, resolve
from bot.engine.situation import By, Line
from bot.rules.lishui import traits as has
from bot.rules.lishui.options import ALL_HONOURS_NEEDS_SHAPE, THREE_WILDS

PLAIN: Final = "plain"
WINS_LOOSE: Final = frozenset({"all_honours", "three_wilds"})
"""What wins without a shape, wherever the options let it count without one."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A line of the table: its multiplier by self-draw and otherwise, 0 where there is none that way.

    It is there where all the traits are that it ``needs``.
    """

    id: str
    self_drawn: int
    otherwise: int
    needs: int
    section: str = "L17"


TABLE: Final = (
    Pattern("one_suit", 8, 4, has.ONE_SUIT | has.SHAPED),
    Pattern("all_honours", 8, 4, has.HONOURS | has.SHAPED),
    Pattern("seven_pairs", 4, 2, has.PAIRS, "L16 b, L17"),
    Pattern("all_triplets", 4, 2, has.TRIPLETS),
    Pattern("scattered", 4, 2, has.SCATTERED, "L16 c, L17"),
    Pattern("heavenly", 8, 0, has.DEALT),
    Pattern("earthly", 4, 0, has.FIRST_DRAW),
    Pattern("gang_bloom", 4, 0, has.REPLACEMENT),
    Pattern("three_wilds", 4, 0, has.THREE_WILDS, "L16 d, L17"),
    Pattern("robbed_gang", 0, 4, has.ROBBED, "L10, L17"),
)
LOOSE_ALL_HONOURS: Final = Pattern("all_honours", 8, 4, has.HONOURS)
SHAPED_THREE_WILDS: Final = Pattern("three_wilds", 4, 0, has.THREE_WILDS | has.SHAPED, "L16 d, L17")
BESIDE_NOTHING: Final = Pattern(PLAIN, 2, 1, has.SHAPED, "L16 a, L17")


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
def rows(options: Options, by: By) -> tuple[Row[None], ...]:
    """The table as the resolver takes it, for a win that came about in this way."""
    return tuple(
        _row(pattern, worth)
        for pattern in patterns(options)
        if (worth := pattern.self_drawn if by is By.SELF else pattern.otherwise)
    )


def _row(pattern: Pattern, worth: int) -> Row[None]:
    contains: tuple[Contained[None], ...] = () if pattern.id == PLAIN else (Contained(PLAIN),)
    return Row(pattern.id, worth, once, pattern.section, contains, pattern.needs)


@lru_cache(maxsize=1 << 12)
def lines(options: Options, by: By, traits: int) -> tuple[Line, ...]:
    """What counts in a hand with these traits; nothing where it has no shape and no pattern wins by itself."""
    found = resolve(fitting(rows(options, by), traits), None)
    wins = traits & has.SHAPED or any(line.id in WINS_LOOSE for line in found)
    return found if wins else ()


def pattern_ids(options: Options) -> tuple[str, ...]:
    """The ids of all lines, in the order of the table."""
    return tuple(pattern.id for pattern in patterns(options))
