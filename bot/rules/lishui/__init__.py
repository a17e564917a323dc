"""Lishui mahjong 丽水麻将 (RULES.md)."""

from typing import Final

from bot.engine.ruleset import RuleSet
from bot.rules.lishui.flow import FLOW, first_dealer, tiles
from bot.rules.lishui.moves import MOVES
from bot.rules.lishui.options import OPTIONS, PRESETS
from bot.rules.lishui.scoring import SCORING
from bot.rules.lishui.table import badges, profile

LISHUI: Final = RuleSet(
    id="lishui",
    options=OPTIONS,
    presets=PRESETS,
    tiles=tiles,
    scoring=SCORING,
    flow=FLOW,
    moves=MOVES,
    badges=badges,
    profile=profile,
    first_dealer=first_dealer,
)
