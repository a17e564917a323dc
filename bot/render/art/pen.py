"""A supersampled pen for tile faces: everything is drawn in units of a face of 300 by 400."""

from collections.abc import Sequence
from math import cos, pi, sin
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

Colour = tuple[int, int, int]
Point = tuple[float, float]

WIDTH: Final = 300
HEIGHT: Final = 400
SCALE: Final = 4
ASSETS: Final = Path(__file__).parents[3] / "assets"

RED: Final[Colour] = (196, 22, 32)
GREEN: Final[Colour] = (0, 112, 62)
BLUE: Final[Colour] = (18, 58, 148)
BLACK: Final[Colour] = (24, 26, 34)
IVORY: Final[Colour] = (252, 247, 231)
GOLD: Final[Colour] = (226, 160, 24)


def lighter(colour: Colour, share: float) -> Colour:
    """The colour with a share (0..1) of white."""
    red, green, blue = (round(part + (255 - part) * share) for part in colour)
    return (red, green, blue)


def darker(colour: Colour, share: float) -> Colour:
    """The colour with a share (0..1) of black."""
    red, green, blue = (round(part * (1 - share)) for part in colour)
    return (red, green, blue)


def curve(points: Sequence[Point], steps: int = 24) -> list[Point]:
    """A cubic Bézier path through 4, 7, 10 … points (each segment shares its ends), flattened."""
    path = [points[0]]
    for start in range(0, len(points) - 1, 3):
        a, b, c, d = points[start : start + 4]
        for step in range(1, steps + 1):
            t = step / steps
            u = 1 - t
            weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
            path.append(
                (
                    sum(w * p[0] for w, p in zip(weights, (a, b, c, d), strict=True)),
                    sum(w * p[1] for w, p in zip(weights, (a, b, c, d), strict=True)),
                )
            )
    return path


def turned(points: Sequence[Point], centre: Point, degrees: float) -> list[Point]:
    """The points rotated clockwise (y points down) about a centre."""
    angle = degrees * pi / 180
    x0, y0 = centre
    return [
        (
            x0 + (x - x0) * cos(angle) - (y - y0) * sin(angle),
            y0 + (x - x0) * sin(angle) + (y - y0) * cos(angle),
        )
        for x, y in points
    ]


def oval(centre: Point, rx: float, ry: float, steps: int = 72) -> list[Point]:
    """An ellipse as a polygon."""
    return [(centre[0] + rx * cos(2 * pi * k / steps), centre[1] + ry * sin(2 * pi * k / steps)) for k in range(steps)]


class Pen:
    """Draws one face on a transparent ground."""

    def __init__(self) -> None:
        self.image = Image.new("RGBA", (WIDTH * SCALE, HEIGHT * SCALE), (*IVORY, 0))
        self._draw = ImageDraw.Draw(self.image)

    def shape(self, points: Sequence[Point], colour: Colour) -> None:
        """Fills a polygon."""
        self._draw.polygon([(x * SCALE, y * SCALE) for x, y in points], fill=colour)

    def disc(self, centre: Point, radius: float, colour: Colour) -> None:
        """Fills a circle."""
        x, y = centre
        box = ((x - radius) * SCALE, (y - radius) * SCALE, (x + radius) * SCALE, (y + radius) * SCALE)
        self._draw.ellipse(box, fill=colour)

    def line(self, points: Sequence[Point], width: float, colour: Colour) -> None:
        """A stroke with round ends and joints."""
        self._draw.line(
            [(x * SCALE, y * SCALE) for x, y in points], fill=colour, width=round(width * SCALE), joint="curve"
        )
        for point in (points[0], points[-1]):
            self.disc(point, width / 2, colour)

    def box(self, x: float, y: float, width: float, height: float, colour: Colour, radius: float = 0) -> None:
        """Fills a rectangle with rounded corners."""
        area = (x * SCALE, y * SCALE, (x + width) * SCALE, (y + height) * SCALE)
        self._draw.rounded_rectangle(area, radius * SCALE, fill=colour)

    def clear(self, x: float, y: float, width: float, height: float, radius: float = 0) -> None:
        """Makes a rectangle with rounded corners transparent again."""
        area = (x * SCALE, y * SCALE, (x + width) * SCALE, (y + height) * SCALE)
        self._draw.rounded_rectangle(area, radius * SCALE, fill=(*IVORY, 0))

    def shrink(self, share: float) -> None:
        """Makes what was drawn so far smaller about the middle."""
        width, height = self.image.size
        small = self.image.resize((round(width * share), round(height * share)), Image.Resampling.LANCZOS)
        self.image.paste((*IVORY, 0), (0, 0, width, height))
        self.image.paste(small, ((width - small.width) // 2, (height - small.height) // 2))

    def glyph(
        self,
        text: str,
        font: str,
        box: tuple[float, float, float, float],
        colour: Colour,
        weight: float = 0,
    ) -> None:
        """One or more characters stretched to fill ``box`` (x, y, width, height); ``weight`` thickens them."""
        face = ImageFont.truetype(ASSETS / "fonts" / font, 900)
        stroke = weight * 900 / 400
        left, top, right, bottom = face.getbbox(text, stroke_width=stroke)
        mask = Image.new("L", (round(right - left) + 4, round(bottom - top) + 4), 0)
        ImageDraw.Draw(mask).text((2 - left, 2 - top), text, font=face, fill=255, stroke_width=stroke)
        mask = mask.crop(mask.getbbox())
        x, y, width, height = (round(part * SCALE) for part in box)
        mask = mask.resize((width, height), Image.Resampling.LANCZOS)
        self.image.paste(colour, (x, y), mask)
