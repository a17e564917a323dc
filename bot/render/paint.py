"""Painting a draw list: pictures of palette indices, composed from cached sprites and letters.

Everything lies on a ground whose ink is known, so a sprite is quantised once for its ground and pasted without
blending, and the PNG holds one byte a pixel.
"""

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import Final, assert_never

from PIL import Image, ImageChops, ImageDraw

from bot.engine.tiles import KINDS, Tile
from bot.render import text
from bot.render.draw import DrawList, Fill, Item, Outline, Pose, Shape, Stroke, TileItem, Words
from bot.render.inputs import Back, Cloth, Mark, Style, TileSet
from bot.render.sprites import inset, sprite
from bot.render.theme import INKS, Ink, Rgb, interface_colours, mix

COLOURS: Final = 256
LEVEL: Final = 3
"""zlib's effort: more costs time and saves little on flat cloth."""
SMOOTH: Final = 4


@dataclass(frozen=True, slots=True)
class Look:
    """The part of a style that a palette depends on."""

    tiles: TileSet
    back: Back
    cloth: Cloth


@lru_cache(maxsize=16)
def palette(look: Look) -> tuple[Rgb, ...]:
    """The 256 colours of all pictures of a look: those of the interface, and the best for its tiles."""
    fixed = interface_colours(look.cloth)
    style = Style(look.tiles, look.back, look.cloth)
    cloth = INKS[look.cloth][Ink.PANEL]
    samples = [sprite(style, Tile(kind), 48, Pose.UPRIGHT, frozenset(), cloth) for kind in range(KINDS)]
    for mark in (Mark.WILD, Mark.CLAIMED, Mark.DIM, Mark.READY, Mark.LAST):
        samples += [sprite(style, Tile(kind), 48, Pose.UPRIGHT, frozenset({mark}), cloth) for kind in (4, 13, 22, 31)]
    samples.append(sprite(style, None, 48, Pose.UPRIGHT, frozenset(), cloth))
    width, height = samples[0].size
    sheet = Image.new("RGB", (width * len(samples), height))
    for place, sample in enumerate(samples):
        sheet.paste(sample, (place * width, 0))
    room = COLOURS - len(fixed)
    found = sheet.quantize(room, Image.Quantize.MEDIANCUT, kmeans=2, dither=Image.Dither.NONE).getpalette() or []
    tiles = [(found[k], found[k + 1], found[k + 2]) for k in range(0, min(len(found), room * 3), 3)]
    return (*fixed, *tiles, *([(0, 0, 0)] * (room - len(tiles))))


@lru_cache(maxsize=16)
def _palette_picture(look: Look) -> Image.Image:
    picture = Image.new("P", (1, 1))
    picture.putpalette([part for colour in palette(look) for part in colour])
    return picture


def indexed(look: Look, picture: Image.Image) -> Image.Image:
    """A full-colour picture as palette indices (mode L)."""
    found = picture.quantize(palette=_palette_picture(look), dither=Image.Dither.NONE)
    return Image.frombytes("L", found.size, found.tobytes())


@lru_cache(maxsize=4096)
def nearest(look: Look, colour: Rgb) -> int:
    """The index of the palette's colour that is closest."""
    red, green, blue = colour
    colours = palette(look)
    return min(
        range(COLOURS),
        key=lambda k: (
            (colours[k][0] - red) ** 2 * 3 + (colours[k][1] - green) ** 2 * 4 + (colours[k][2] - blue) ** 2 * 2
        ),
    )


@lru_cache(maxsize=1024)
def _ramp(look: Look, ink: Ink, on: Ink) -> list[int]:
    """For each strength of a smooth edge (0..255) the index of the mixed colour."""
    inks = INKS[look.cloth]
    steps = [nearest(look, mix(inks[on], inks[ink], step / 16)) for step in range(17)]
    return [steps[(strength * 16 + 127) // 255] for strength in range(256)]


def _look(style: Style) -> Look:
    return Look(style.tiles, style.back, style.cloth)


@lru_cache(maxsize=6000)
def _tile(style: Style, item: TileItem) -> Image.Image:
    """A tile in its cell as indices; ``item`` stands at the origin."""
    ground = INKS[style.cloth][item.on]
    picture = sprite(style, item.tile, item.size, item.pose, item.marks, ground)
    if item.plays_as is not None:
        small = round(item.size * (0.46 if item.size >= 50 else 0.60))
        mini = inset(style, item.plays_as, small)
        picture.paste(mini, (picture.width - mini.width, picture.height - mini.height), mini)
    return indexed(_look(style), picture)


@lru_cache(maxsize=3000)
def _words(look: Look, content: str, size: int, ink: Ink, on: Ink) -> Image.Image:
    """A line of text as indices."""
    return text.mask(content, size).point(_ramp(look, ink, on))


@lru_cache(maxsize=512)
def _corner(look: Look, radius: int, ink: Ink, on: Ink) -> Image.Image:
    """A quarter disc, upper left, as indices."""
    large = Image.new("L", (radius * SMOOTH, radius * SMOOTH), 0)
    reach = 2 * radius * SMOOTH
    ImageDraw.Draw(large).ellipse((0, 0, reach, reach), fill=255)
    return large.resize((radius, radius), Image.Resampling.BOX).point(_ramp(look, ink, on))


FAINT: Final = [0, *([255] * 255)]
STRONG: Final = [255 if strength > 110 else 0 for strength in range(256)]
"""Smooth edges are laid only on the bare ground; over other lines the stronger half of a stroke covers."""


def _only(index: int) -> list[int]:
    """White for one index, black for all others."""
    return [255 if value == index else 0 for value in range(256)]


class Canvas:
    """A picture of palette indices in the making."""

    def __init__(self, drawing: DrawList) -> None:
        self.style = drawing.style
        self.look = _look(drawing.style)
        self.image = Image.new("L", (drawing.width, drawing.height), self.index(Ink.CLOTH))

    def index(self, ink: Ink) -> int:
        """The index of a named colour."""
        return nearest(self.look, INKS[self.look.cloth][ink])

    def put(self, item: Item) -> None:
        """Paints one item."""
        match item:
            case Fill():
                self.fill(item)
            case Outline():
                self.outline(item)
            case TileItem():
                x, y, width, height = item.area
                plain = TileItem(
                    (0, 0, width, height), item.size, item.tile, item.on, item.pose, item.marks, item.plays_as
                )
                self.image.paste(_tile(self.style, plain), (x, y))
            case Words():
                x, y, _, _ = item.area
                self.image.paste(_words(self.look, item.text, item.size, item.ink, item.on), (x, y))
            case Shape():
                self.polygon(item)
            case Stroke():
                self.stroke(item)
            case _:
                assert_never(item)

    def fill(self, item: Fill) -> None:
        """A rectangle with rounded corners."""
        x, y, width, height = item.area
        self.image.paste(self.index(item.ink), (x, y, x + width, y + height))
        if item.radius:
            corner = _corner(self.look, item.radius, item.ink, item.on)
            self._corners(corner, item)

    def _corners(self, corner: Image.Image, item: Fill | Outline) -> None:
        x, y, width, height = item.area
        right, bottom = x + width - corner.width, y + height - corner.height
        self.image.paste(corner, (x, y))
        self.image.paste(corner.transpose(Image.Transpose.FLIP_LEFT_RIGHT), (right, y))
        self.image.paste(corner.transpose(Image.Transpose.FLIP_TOP_BOTTOM), (x, bottom))
        self.image.paste(corner.transpose(Image.Transpose.ROTATE_180), (right, bottom))

    def outline(self, item: Outline) -> None:
        """The border of a rectangle; its rounded corners lie on one ground inside and outside."""
        x, y, width, height = item.area
        index = self.index(item.ink)
        thick = item.thick
        self.image.paste(index, (x, y, x + width, y + thick))
        self.image.paste(index, (x, y + height - thick, x + width, y + height))
        self.image.paste(index, (x, y, x + thick, y + height))
        self.image.paste(index, (x + width - thick, y, x + width, y + height))
        if item.radius:
            ramp = _ramp(self.look, item.ink, item.on)
            size = item.radius * SMOOTH
            large = Image.new("L", (size, size), 0)
            ImageDraw.Draw(large).ellipse((0, 0, 2 * size, 2 * size), outline=255, width=thick * SMOOTH)
            small = large.resize((item.radius, item.radius), Image.Resampling.BOX)
            self._corners(small.point(ramp), item)

    def _masked(self, mask: Image.Image, item: Shape | Stroke) -> None:
        x, y, width, height = item.area
        small = mask.resize((width, height), Image.Resampling.BOX)
        ramp = _ramp(self.look, item.ink, item.on)
        bare = self.image.crop((x, y, x + width, y + height)).point(_only(self.index(item.on)))
        faint = ImageChops.multiply(small.point(FAINT), bare)
        self.image.paste(small.point(ramp), (x, y), ImageChops.lighter(faint, small.point(STRONG)))

    def polygon(self, item: Shape) -> None:
        """A filled polygon."""
        _, _, width, height = item.area
        mask = Image.new("L", (width * SMOOTH, height * SMOOTH), 0)
        ImageDraw.Draw(mask).polygon([(px * SMOOTH, py * SMOOTH) for px, py in item.points], fill=255)
        self._masked(mask, item)

    def stroke(self, item: Stroke) -> None:
        """A polyline with round ends."""
        _, _, width, height = item.area
        mask = Image.new("L", (width * SMOOTH, height * SMOOTH), 0)
        draw = ImageDraw.Draw(mask)
        points = [(px * SMOOTH, py * SMOOTH) for px, py in item.points]
        draw.line(points, fill=255, width=item.thick * SMOOTH, joint="curve")
        reach = item.thick * SMOOTH / 2
        for px, py in (points[0], points[-1]):
            draw.ellipse((px - reach, py - reach, px + reach, py + reach), fill=255)
        self._masked(mask, item)


def colours(style: Style) -> tuple[Rgb, ...]:
    """The 256 colours of a style's pictures."""
    return palette(_look(style))


def compose(drawing: DrawList) -> Image.Image:
    """The picture in palette mode."""
    canvas = Canvas(drawing)
    for item in drawing.items:
        canvas.put(item)
    picture = canvas.image
    picture.putpalette([part for colour in palette(canvas.look) for part in colour])
    return picture


def png(drawing: DrawList) -> bytes:
    """The picture as a PNG file. Takes milliseconds: call it off the event loop (``painter.Painter``)."""
    out = BytesIO()
    compose(drawing).save(out, "PNG", compress_level=LEVEL)
    return out.getvalue()


def warm(style: Style) -> None:
    """Fills the caches that every picture of a style needs."""
    palette(_look(style))
    _palette_picture(_look(style))
