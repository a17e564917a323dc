"""What can be chosen at a Riverside table."""

from collections.abc import Mapping
from typing import Final

from bot.engine.options import Choice, Number, OptionSpec, Value

FARE: Final = "fare"
WATCHERS: Final = "watchers"
STAKE: Final = "stake"

OPTIONS: Final[tuple[OptionSpec, ...]] = (
    Choice(FARE, ("on", "off")),
    Choice(WATCHERS, ("off", "on")),
    Number(STAKE, 1, 1, 100),
)
PRESETS: Final[Mapping[str, Mapping[str, Value]]] = {"quiet": {}, "market": {WATCHERS: "on", STAKE: 2}}
