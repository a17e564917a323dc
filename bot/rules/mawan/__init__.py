"""Mawan 马湾算胡麻将 (RULES.md)."""

from typing import Final

from bot.engine.options import Options
from bot.engine.ruleset import GangShown, RuleSet
from bot.engine.tiles import ALL_TILES, SEATS, Seat, Tile
from bot.engine.wall import counted
from bot.rules.mawan.board import badges, profile
from bot.rules.mawan.flow import FLOW
from bot.rules.mawan.moves import MOVES
from bot.rules.mawan.options import OPTIONS, PRESETS
from bot.rules.mawan.scoring import SCORING


def _tiles(_options: Options) -> tuple[Tile, ...]:
    return tuple(tile for tile in ALL_TILES for _ in range(4))


def _first_dealer(throw: tuple[int, int]) -> Seat:
    return counted(SEATS[0], sum(throw))


MAWAN: Final = RuleSet(
    id="mawan",
    options=OPTIONS,
    presets=PRESETS,
    tiles=_tiles,
    scoring=SCORING,
    flow=FLOW,
    moves=MOVES,
    badges=badges,
    profile=profile,
    first_dealer=_first_dealer,
    gangs_shown=GangShown.HIDDEN,
)
