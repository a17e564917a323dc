"""Winds and names: which 圈 it is, what a hand is called, and the words that events and actions go by."""

from typing import Final

from bot.engine.tiles import WINDS, Tile

TROUSERS: Final = "trousers"
KNOCK: Final = "knock"
WITHDRAW: Final = "withdraw"
BREAK_POT: Final = "break_pot"

POT_BROKEN: Final = "pot_broken"
POT_DOUBLED: Final = "pot_doubled"
POT_TAKEN: Final = "pot_taken"
POT_BURNT: Final = "pot_burnt"
POT_RETURNED: Final = "pot_returned"
PIPS: Final = "pips"


def round_wind(passes: int) -> Tile:
    """The wind of the 圈, after the deal has passed on so often (RULES.md M6)."""
    return WINDS[passes // 4 % 4]


def hand_name(passes: int) -> str:
    """What a hand is called: the 圈 and the dealer's place in it, ``ee`` 东东 to ``nn`` 北北 (RULES.md M6)."""
    return "eswn"[passes // 4 % 4] + "eswn"[passes % 4]
