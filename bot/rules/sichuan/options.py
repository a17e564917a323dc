"""What a table can choose (RULES.md, Options). The first value of each is the preset ``classic``."""

from collections.abc import Mapping
from typing import Final

from bot.engine.options import Choice, Number, Options, OptionSpec, Value

SPECS: Final[tuple[OptionSpec, ...]] = (
    Choice("rain", ("on", "off")),
    Choice("bloody", ("on", "off")),
    Choice("exchange_three", ("off", "on")),
    Choice("void_suit", ("free", "declared")),
    Number("stake", 1, 1, 10_000),
    Choice("cap", (4, 3, 5, "none")),
    Choice("self_draw", ("fan", "base", "none")),
    Choice("after_direct_gang", ("self_draw", "discard")),
    Choice("edge_closed_single", ("on", "off")),
    Choice("terminals", ("off", 2, 3)),
    Choice("jiang", ("off", 3, 4)),
    Choice("extras", ("off", "on")),
    Choice("late_bugang", ("free", "pays")),
    Choice("gang_then_discard", ("last_to_winner", "all_to_winner", "refund", "off")),
    Choice("refund_rain", ("on", "off")),
    Choice("passed_win", ("line", "any", "off")),
    Choice("last_four", ("on", "off")),
    Choice("announce", ("on", "off")),
    Choice("check_ready", ("big", "small", "off")),
    Choice("pig", ("only", "stack")),
    Number("min_rounds", 0, 0, 8),
    Choice("horses", (0, 1, 2)),
    Choice("horse_eats_horse", ("on", "off")),
)

PRESETS: Final[Mapping[str, Mapping[str, Value]]] = {
    "classic": {},
    "modern": {"exchange_three": "on", "void_suit": "declared", "edge_closed_single": "off", "announce": "off"},
}


def cap_of(options: Options) -> int | None:
    """The most fan that are paid; None without a cap (RULES.md S11)."""
    cap = options["cap"]
    return None if cap == "none" else int(cap)
