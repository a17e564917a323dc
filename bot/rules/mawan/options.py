"""What can be chosen under Mawan rules (RULES.md, Options)."""

from collections.abc import Mapping
from typing import Final

from bot.engine.options import Choice, Number, OptionSpec, Value

OPTIONS: Final[tuple[OptionSpec, ...]] = (
    Number("stake", default=1, low=1, high=1000),
    Choice("discard_pays", ("all_equal", "discarder_double", "discarder_only")),
    Number("side_stake", default=0, low=0, high=1000),
    Choice("responsible", ("both", "trousers", "feeder", "off")),
    Choice("rob_direct_gang", ("bonus", "plain")),
    Choice("simples", ("no_terminals", "no_honours_either")),
    Choice("four_alike", ("by_character", "one_each")),
    Choice("scattered", ("on", "off")),
    Choice("pot", ("on", "off")),
    Choice("pot_size", (3, 4, 5)),
)

PRESETS: Final[Mapping[str, Mapping[str, Value]]] = {
    "standard": {},
    "no_pot": {"pot": "off"},
    "plain": {"pot": "off", "responsible": "off", "scattered": "off"},
}
