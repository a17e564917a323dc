"""What can be chosen at a Lishui table (RULES.md, options)."""

from collections.abc import Mapping
from typing import Final

from bot.engine.options import Choice, Number, OptionSpec, Value

FLOWERS: Final = "flowers"
DISCARDING_WILD: Final = "discarding_wild"
ALL_HONOURS_NEEDS_SHAPE: Final = "all_honours_needs_shape"
THREE_WILDS: Final = "three_wilds"
BASE_CAP: Final = "base_cap"
BOUND_BY: Final = "bound_by"
STAKE: Final = "stake"

OPTIONS: Final[tuple[OptionSpec, ...]] = (
    Choice(FLOWERS, ("off", "on")),
    Choice(DISCARDING_WILD, ("refuse", "fine")),
    Choice(ALL_HONOURS_NEEDS_SHAPE, ("yes", "no")),
    Choice(THREE_WILDS, ("any_shape", "needs_shape")),
    Choice(BASE_CAP, (9, "open")),
    Choice(BOUND_BY, ("chi", "chi_peng")),
    Number(STAKE, 1, 1, 1000),
)

PRESETS: Final[Mapping[str, Mapping[str, Value]]] = {
    "standard": {},
    "flowers": {FLOWERS: "on"},
    "open": {BASE_CAP: "open", BOUND_BY: "chi_peng", DISCARDING_WILD: "fine"},
}
