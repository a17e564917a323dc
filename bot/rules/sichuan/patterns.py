"""The table of what a hand is worth (RULES.md S12): one row a pattern, options already applied."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from bot.engine.options import Options
from bot.engine.patterns import Contained, Row, fitting, once
from bot.rules.sichuan import traits as has
from bot.rules.sichuan.facts import NOT_JIANG, TERMINALS, Facts, all_hold_terminals
from bot.rules.sichuan.options import cap_of

UNCAPPED_HEAVEN: Final = 5

_SINGLE: Final[Contained[Facts]] = Contained("single")
_CLOSED: Final[Contained[Facts]] = Contained("closed")
_TRIPLETS: Final[Contained[Facts]] = Contained("all_triplets")
_ONE_ROOT: Final[Contained[Facts]] = Contained("root", lambda _facts: 1)

Table = tuple[Row[Facts], ...]


def _row(
    slug: str,
    fan: int,
    needs: int,
    count: Callable[[Facts], int] = once,
    *,
    contains: tuple[Contained[Facts], ...] = (),
) -> Row[Facts]:
    return Row(slug, fan, count, "S12", contains, needs)


SHAPES: Final[Table] = (
    _row("plain", 0, has.PLAIN),
    _row("all_triplets", 1, has.TRIPLETS),
    _row("single_tile", 2, has.TRIPLETS | has.ALL_LAID, contains=(_TRIPLETS, _SINGLE)),
    _row("one_suit", 2, has.ONE_SUIT),
    _row("seven_pairs", 2, has.PAIRS, contains=(_SINGLE,)),
    _row("dragon_seven_pairs", 3, has.PAIRS | has.ROOTS, contains=(Contained("seven_pairs"), _SINGLE, _ONE_ROOT)),
    _row("root", 1, has.ROOTS, lambda facts: facts.roots),
)
WAYS: Final[Table] = (
    _row("gang_bloom", 1, has.REPLACEMENT),
    _row("gang_shot", 1, has.AFTER_GANG),
    _row("robbed_gang", 1, has.ROBBED),
    _row("last_tile", 1, has.LAST_TILE),
)
WAITS: Final[Table] = (
    _row("edge", 1, has.EDGE, contains=(_CLOSED, _SINGLE)),
    _row("closed", 1, has.CLOSED, contains=(_SINGLE,)),
    _row("single", 1, has.SINGLE),
)
EXTRAS: Final[Table] = (
    _row("concealed", 1, has.CONCEALED),
    _row("middle", 1, 0, lambda facts: not facts.kinds & TERMINALS),
)


@lru_cache(maxsize=256)
def rows(options: Options) -> Table:
    """Every row that these options know, in the order of the table."""
    table = list(_of_the_hand(options))
    if options["self_draw"] == "fan":
        table.append(_row("self_draw", 1, has.SELF_DRAWN))
    worth = cap_of(options) or UNCAPPED_HEAVEN
    table += WAYS
    table.append(_row("heavenly", worth, has.DEALT))
    table.append(_row("earthly", worth, has.FIRST_DRAW))
    if options["edge_closed_single"] == "on":
        table += WAITS
    return tuple(table)


@lru_cache(maxsize=256)
def check_rows(options: Options) -> Table:
    """The rows that count when readiness is paid: those of the hand itself (RULES.md S17)."""
    return _of_the_hand(options)


def _of_the_hand(options: Options) -> Table:
    table = list(SHAPES)
    if options["jiang"] != "off":
        table.append(_row("jiang", options.number("jiang"), has.TRIPLETS, _jiang, contains=(_TRIPLETS,)))
    if options["terminals"] != "off":
        table.append(_row("terminals", options.number("terminals"), has.SETS, all_hold_terminals))
    if options["extras"] == "on":
        table += EXTRAS
    return tuple(table)


def _jiang(facts: Facts) -> bool:
    return not facts.kinds & NOT_JIANG


@lru_cache(maxsize=1 << 12)
def fitting_rows(table: Callable[[Options], Table], options: Options, traits: int) -> Table:
    """The rows of one of the two tables that facts with these traits can count."""
    return fitting(table(options), traits)
