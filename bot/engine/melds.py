"""Sets that are fixed: laid open by a claim, or a concealed gang."""

from dataclasses import dataclass, field
from typing import assert_never

from bot.engine.tiles import Seat, Tile
from bot.engine.values import quick


@quick
@dataclass(frozen=True, slots=True)
class Chi:
    """A run claimed from the upper seat; its tiles stand in the order of the run.

    A tile that plays as another (白板 under Lishui) stands as itself in ``tiles``.
    ``claimed`` is the tile that came from ``source``, where it is known.
    """

    tiles: tuple[Tile, Tile, Tile]
    source: Seat
    claimed: Tile | None = field(default=None, compare=False)


@quick
@dataclass(frozen=True, slots=True)
class Peng:
    """A triplet claimed from ``source``."""

    tile: Tile
    source: Seat


@quick
@dataclass(frozen=True, slots=True)
class Gang:
    """Three in hand and a fourth claimed from ``source`` (直杠, 冲杠)."""

    tile: Tile
    source: Seat


@quick
@dataclass(frozen=True, slots=True)
class BuGang:
    """A peng (from ``source``) made four with a tile of one's own (补杠, 蓄杠)."""

    tile: Tile
    source: Seat


@quick
@dataclass(frozen=True, slots=True)
class AnGang:
    """Four of one's own (暗杠)."""

    tile: Tile


Meld = Chi | Peng | Gang | BuGang | AnGang


def tiles_of(meld: Meld) -> tuple[Tile, ...]:
    """The three or four tiles of a meld."""
    match meld:
        case Chi(tiles=tiles):
            return tiles
        case Peng(tile=tile):
            return (tile,) * 3
        case Gang(tile=tile) | BuGang(tile=tile) | AnGang(tile=tile):
            return (tile,) * 4
        case _:
            assert_never(meld)


def is_gang(meld: Meld) -> bool:
    """Whether the meld holds four tiles."""
    return isinstance(meld, Gang | BuGang | AnGang)


def is_open(meld: Meld) -> bool:
    """Whether the meld was made with another seat's tile."""
    return not isinstance(meld, AnGang)
