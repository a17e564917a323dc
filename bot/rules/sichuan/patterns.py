"""The table of what a hand is worth (RULES.md S12): one row a pattern, options already applied."""

from functools import lru_cache
from typing import Final

from bot.engine.options import Options
from bot.engine.patterns import Contained, Row
from bot.engine.situation import By, Flag
from bot.rules.sichuan.facts import (
    Facts,
    all_hold_terminals,
    in_the_middle,
    in_the_pair,
    on_edge,
    only_ranks,
)
from bot.rules.sichuan.options import cap_of

MIDDLE_RANKS: Final = frozenset(range(2, 9))
JIANG_RANKS: Final = frozenset((2, 5, 8))
UNCAPPED_HEAVEN: Final = 5

_SINGLE: Final[Contained[Facts]] = Contained("single")
_TRIPLETS: Final[Contained[Facts]] = Contained("all_triplets")
_ONE_ROOT: Final[Contained[Facts]] = Contained("root", lambda _facts: 1)

SHAPES: Final[tuple[Row[Facts], ...]] = (
    Row("plain", 0, lambda facts: not facts.pairs and not facts.triplets, "S12"),
    Row("all_triplets", 1, lambda facts: facts.triplets, "S12"),
    Row(
        "single_tile",
        2,
        lambda facts: facts.triplets and len(facts.hand.melds) == 4,
        "S12",
        contains=(_TRIPLETS, _SINGLE),
    ),
    Row("one_suit", 2, lambda facts: len(facts.hand.suits) == 1, "S12"),
    Row("seven_pairs", 2, lambda facts: facts.pairs, "S12", contains=(_SINGLE,)),
    Row(
        "dragon_seven_pairs",
        3,
        lambda facts: facts.pairs and facts.hand.roots > 0,
        "S12",
        contains=(Contained("seven_pairs"), _SINGLE, _ONE_ROOT),
    ),
    Row("root", 1, lambda facts: facts.hand.roots, "S12"),
)
WAYS: Final[tuple[Row[Facts], ...]] = (
    Row("gang_bloom", 1, lambda facts: Flag.REPLACEMENT in facts.hand.flags, "S12"),
    Row("gang_shot", 1, lambda facts: Flag.AFTER_GANG in facts.hand.flags, "S12"),
    Row("robbed_gang", 1, lambda facts: facts.hand.by is By.ROB, "S12"),
    Row("last_tile", 1, lambda facts: Flag.LAST_TILE in facts.hand.flags, "S12"),
)
WAITS: Final[tuple[Row[Facts], ...]] = (
    Row("edge", 1, lambda facts: on_edge(facts), "S12", contains=(Contained("closed"), _SINGLE)),
    Row("closed", 1, lambda facts: in_the_middle(facts), "S12", contains=(_SINGLE,)),
    Row("single", 1, lambda facts: in_the_pair(facts), "S12"),
)
EXTRAS: Final[tuple[Row[Facts], ...]] = (
    Row("concealed", 1, lambda facts: facts.hand.concealed, "S12"),
    Row("middle", 1, lambda facts: only_ranks(facts, MIDDLE_RANKS), "S12"),
)


@lru_cache(maxsize=256)
def rows(options: Options) -> tuple[Row[Facts], ...]:
    """Every row that these options know, in the order of the table."""
    table = list(_of_the_hand(options))
    if options["self_draw"] == "fan":
        table.append(Row("self_draw", 1, _self_drawn, "S12"))
    worth = cap_of(options) or UNCAPPED_HEAVEN
    table += WAYS
    table.append(Row("heavenly", worth, lambda facts: Flag.DEALT in facts.hand.flags, "S12"))
    table.append(Row("earthly", worth, lambda facts: Flag.FIRST_DRAW in facts.hand.flags, "S12"))
    if options["edge_closed_single"] == "on":
        table += WAITS
    return tuple(table)


@lru_cache(maxsize=256)
def check_rows(options: Options) -> tuple[Row[Facts], ...]:
    """The rows that count when readiness is paid: those of the hand itself (RULES.md S17)."""
    return _of_the_hand(options)


def _of_the_hand(options: Options) -> tuple[Row[Facts], ...]:
    table = list(SHAPES)
    if options["jiang"] != "off":
        table.append(Row("jiang", options.number("jiang"), _jiang, "S12", contains=(_TRIPLETS,)))
    if options["terminals"] != "off":
        table.append(Row("terminals", options.number("terminals"), _terminals, "S12"))
    if options["extras"] == "on":
        table += EXTRAS
    return tuple(table)


def _self_drawn(facts: Facts) -> bool:
    return facts.hand.by is By.SELF and not facts.hand.as_discard


def _jiang(facts: Facts) -> bool:
    return facts.triplets and only_ranks(facts, JIANG_RANKS)


def _terminals(facts: Facts) -> bool:
    return not facts.pairs and all_hold_terminals(facts)
