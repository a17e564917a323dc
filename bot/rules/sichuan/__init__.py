"""Sichuan 四川麻将: two suits, play goes on after a win, and gangs are paid at once (RULES.md)."""

from typing import Final

from bot.engine.options import Options
from bot.engine.ruleset import RuleSet
from bot.engine.tiles import SEATS, SUIT_TILES, Seat, Tile
from bot.engine.wall import counted
from bot.rules.sichuan.flow import FLOW
from bot.rules.sichuan.moves import MOVES
from bot.rules.sichuan.options import PRESETS, SPECS
from bot.rules.sichuan.scoring import SCORING
from bot.rules.sichuan.table import badges, profile


def tiles(_options: Options) -> tuple[Tile, ...]:
    """The 108 tiles of the three suits (RULES.md S1)."""
    return tuple(tile for tile in SUIT_TILES for _ in range(4))


def first_dealer(throw: tuple[int, int]) -> Seat:
    """Who deals first: two dice, counted from the thrower."""
    return counted(SEATS[0], sum(throw))


SICHUAN: Final = RuleSet(
    id="sichuan",
    options=SPECS,
    presets=PRESETS,
    tiles=tiles,
    scoring=SCORING,
    flow=FLOW,
    moves=MOVES,
    badges=badges,
    profile=profile,
    first_dealer=first_dealer,
)
