"""The draw list: what layout decides and paint carries out. Units are pixels, the origin is the upper left.

Every item names the ink that lies under it (``on``), so that paint can smooth edges without reading back.
"""

from dataclasses import dataclass
from enum import Enum

from bot.engine.tiles import Tile
from bot.render.inputs import Mark, Style
from bot.render.theme import Ink

Area = tuple[int, int, int, int]
"""x, y, width, height."""


class Pose(Enum):
    """How a tile lies."""

    UPRIGHT = "upright"
    LEFT = "left"
    """On its side, its head to the left."""
    RIGHT = "right"
    STANDING = "standing"
    """On its edge, seen from above: nothing but its back and the side of its ivory."""


@dataclass(frozen=True, slots=True)
class Fill:
    """A rectangle, its corners rounded by ``radius``."""

    area: Area
    ink: Ink
    on: Ink
    radius: int = 0


@dataclass(frozen=True, slots=True)
class Outline:
    """The border of a rectangle, ``thick`` pixels inwards; the inside is left as it is."""

    area: Area
    ink: Ink
    on: Ink
    thick: int
    radius: int = 0


@dataclass(frozen=True, slots=True)
class TileItem:
    """A tile (None: a back) of ``size`` pixels' width; ``area`` is its cell with the gap around it."""

    area: Area
    size: int
    tile: Tile | None
    on: Ink
    pose: Pose = Pose.UPRIGHT
    marks: frozenset[Mark] = frozenset()
    plays_as: Tile | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """One line of text that fits its area; ``size`` is the letters' height in pixels."""

    area: Area
    text: str
    size: int
    ink: Ink
    on: Ink


@dataclass(frozen=True, slots=True)
class Shape:
    """A filled polygon inside its area (points relative to its corner)."""

    area: Area
    points: tuple[tuple[float, float], ...]
    ink: Ink
    on: Ink


@dataclass(frozen=True, slots=True)
class Stroke:
    """A polyline inside its area (points relative to its corner)."""

    area: Area
    points: tuple[tuple[float, float], ...]
    thick: int
    ink: Ink
    on: Ink


Item = Fill | Outline | TileItem | Words | Shape | Stroke


@dataclass(frozen=True, slots=True)
class DrawList:
    """A picture before it is painted. Equal draw lists are equal pictures."""

    width: int
    height: int
    style: Style
    items: tuple[Item, ...]
