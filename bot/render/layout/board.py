"""The builder that every layout uses: it collects items and knows how wide things are."""

from collections.abc import Sequence
from enum import Enum, auto
from typing import Final

from bot.engine.tiles import Tile
from bot.render import text
from bot.render.draw import Area, DrawList, Fill, Item, Outline, Pose, Shape, Stroke, TileItem, Words
from bot.render.inputs import BadgePicture, Mark, Style
from bot.render.metrics import metrics
from bot.render.theme import BADGES, Ink


class Align(Enum):
    """Where a text stands in its room."""

    LEFT = auto()
    CENTRE = auto()
    RIGHT = auto()


SMALLEST: Final = 11
"""Letters that can just be read."""
NO_MARKS: Final[frozenset[Mark]] = frozenset()


class Board:
    """Items in painting order."""

    def __init__(self) -> None:
        self.items: list[Item] = []

    def drawing(self, width: int, height: int, style: Style) -> DrawList:
        """The finished draw list."""
        return DrawList(width, height, style, tuple(self.items))

    def fill(self, area: Area, ink: Ink, on: Ink, radius: int = 0) -> None:
        """A filled rectangle."""
        self.items.append(Fill(area, ink, on, radius))

    def outline(self, area: Area, ink: Ink, on: Ink, thick: int, radius: int = 0) -> None:
        """The border of a rectangle."""
        self.items.append(Outline(area, ink, on, thick, radius))

    def shape(self, area: Area, points: tuple[tuple[float, float], ...], ink: Ink, on: Ink) -> None:
        """A polygon."""
        self.items.append(Shape(area, points, ink, on))

    def stroke(self, area: Area, points: tuple[tuple[float, float], ...], thick: int, ink: Ink, on: Ink) -> None:
        """A polyline."""
        self.items.append(Stroke(area, points, thick, ink, on))

    def tile(
        self,
        x: int,
        y: int,
        size: int,
        tile: Tile | None,
        on: Ink,
        pose: Pose = Pose.UPRIGHT,
        marks: frozenset[Mark] = NO_MARKS,
        plays_as: Tile | None = None,
    ) -> int:
        """A tile whose cell starts at x, y; returns the width of the cell."""
        width, height = metrics(size).cell(pose)
        self.items.append(TileItem((x, y, width, height), size, tile, on, pose, marks, plays_as))
        return width

    def words(self, area: Area, content: str, size: int, ink: Ink, on: Ink, align: Align = Align.LEFT) -> int:
        """A text of one line, cut to the area's width and centred on its height; returns the width it takes."""
        x, y, room, high = area
        shown = text.fit(content, size, max(0, room))
        if not shown:
            return 0
        wide = text.width(shown, size)
        tall = text.height(size)
        if align is Align.CENTRE:
            x += (room - wide) // 2
        elif align is Align.RIGHT:
            x += room - wide
        self.items.append(Words((x, y + (high - tall) // 2, wide, tall), shown, size, ink, on))
        return wide

    def number(self, area: Area, content: str, size: int, ink: Ink, on: Ink) -> None:
        """A number at the right of its area, in smaller letters where it is too long: it is never cut."""
        room = area[2]
        while size > SMALLEST and text.width(content, size) > room:
            size -= 1
        self.words(area, content, size, ink, on, Align.RIGHT)

    def badge(self, x: int, y: int, height: int, badge: BadgePicture, on: Ink, room: int) -> int:
        """A badge, cut to the room; returns its width (0: no room)."""
        width = min(room, badge_width(badge, height))
        if width < height:
            return 0
        inks = BADGES[badge.tone]
        self.fill((x, y, width, height), inks.ground, on, height // 3)
        size = letter_size(height)
        pad = height // 3
        self.words((x + pad, y, width - 2 * pad, height), badge.text, size, inks.letters, inks.ground, Align.CENTRE)
        return width

    def badges(self, area: Area, badges: tuple[BadgePicture, ...], on: Ink, align: Align = Align.LEFT) -> int:
        """Badges side by side in one line; returns the width they take."""
        x, y, room, height = area
        space = height // 4
        widths = [badge_width(badge, height) for badge in badges]
        total = row_width(badges, height)
        start = x + max(0, room - total) if align is Align.RIGHT else x
        end = x + room
        place = start
        for badge, wide in zip(badges, widths, strict=True):
            if self.badge(place, y, height, badge, on, min(wide, end - place)) == 0:
                break
            place += wide + space
        return min(total, room)


def letter_size(height: int) -> int:
    """The letters of a badge of this height."""
    return round(height * 0.66)


def badge_width(badge: BadgePicture, height: int) -> int:
    """How wide a badge is, in pixels."""
    return text.width(badge.text, letter_size(height)) + 2 * (height // 3)


def row_width(badges: Sequence[BadgePicture], height: int) -> int:
    """How wide badges side by side are."""
    return sum(badge_width(badge, height) for badge in badges) + height // 4 * max(0, len(badges) - 1)


def wrapped(badges: tuple[BadgePicture, ...], height: int, room: int) -> list[tuple[BadgePicture, ...]]:
    """Badges in lines that fit the room; one that is wider than the room has a line of its own."""
    rows: list[tuple[BadgePicture, ...]] = []
    for badge in badges:
        if rows and row_width((*rows[-1], badge), height) <= room:
            rows[-1] = (*rows[-1], badge)
        else:
            rows.append((badge,))
    return rows
