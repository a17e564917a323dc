"""Tiles as pictures: a body with depth, the face of its set, and the marks on it."""

from functools import lru_cache
from math import cos, pi, sin
from pathlib import Path
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from bot.engine.tiles import CODES, Tile
from bot.render import text
from bot.render.draw import Pose
from bot.render.inputs import Back, Mark, Style, TileSet
from bot.render.metrics import Metrics, metrics
from bot.render.theme import Rgb, mix

ASSETS: Final = Path(__file__).parents[2] / "assets"
COLUMNS: Final = 7
MASTER_WIDTH: Final = 216
MASTER_HEIGHT: Final = 288
SMOOTH: Final = 4
"""Supersampling of the body."""
SHADOW: Final = 0.42
"""How much darker the ground is where a tile's shadow falls."""

IVORY: Final[Rgb] = (252, 247, 232)
LIGHT: Final[Rgb] = (255, 253, 246)
RIM: Final[Rgb] = (226, 216, 190)
SIDE: Final[Rgb] = (226, 214, 184)
EDGE: Final[Rgb] = (192, 177, 141)
GILT: Final[Rgb] = (255, 226, 132)
GOLD: Final[Rgb] = (240, 168, 20)
ALERT: Final[Rgb] = (232, 62, 44)
LEAF: Final[Rgb] = (34, 170, 92)
BACKS: Final[dict[Back, tuple[Rgb, Rgb]]] = {
    Back.GREEN: ((30, 132, 82), (16, 92, 56)),
    Back.BLUE: ((46, 104, 186), (26, 66, 134)),
}


@lru_cache(maxsize=2)
def _sheet(tiles: TileSet) -> Image.Image:
    with Image.open(ASSETS / "tiles" / f"{tiles.value}.png") as picture:
        return picture.convert("RGBA")


@lru_cache(maxsize=1024)
def face(tiles: TileSet, tile: Tile, width: int, height: int) -> Image.Image:
    """The face of a tile without its body, at a size in pixels."""
    x, y = tile % COLUMNS * MASTER_WIDTH, tile // COLUMNS * MASTER_HEIGHT
    master = _sheet(tiles).crop((x, y, x + MASTER_WIDTH, y + MASTER_HEIGHT))
    return master.resize((width, height), Image.Resampling.LANCZOS)


def sprite(style: Style, tile: Tile | None, size: int, pose: Pose, marks: frozenset[Mark], ground: Rgb) -> Image.Image:
    """A tile in its cell on a flat ground, in full colour."""
    measures = metrics(size)
    cell = measures.cell(pose)
    picture = Image.new("RGB", cell, ground)
    if pose is Pose.STANDING:
        return _standing(picture, style.back, measures, ground)
    left, top = measures.gap // 2, measures.gap // 2
    across, up = (size, measures.height) if pose is Pose.UPRIGHT else (measures.height, size)
    shade = _silhouette(cell, measures, (across, up), measures.gap // 2)
    picture.paste(mix(ground, (0, 0, 0), SHADOW), (0, 0), shade)
    body = _body(style.back, tile is None, size, pose, Mark.WILD in marks)
    picture.paste(body, (left, top), body)
    if tile is not None:
        front = _front(style, tile, measures, marks)
        if pose is not Pose.UPRIGHT:
            turn = Image.Transpose.ROTATE_90 if pose is Pose.LEFT else Image.Transpose.ROTATE_270
            front = front.transpose(turn)
        picture.paste(front, (left, top), front)
    _outline(picture, measures, (left, top, across, up + measures.depth), marks)
    if Mark.CLAIMED in marks:
        return Image.blend(Image.new("RGB", cell, ground), picture, 0.34)
    if Mark.DIM in marks:
        dark = Image.new("RGB", cell, mix(ground, (0, 0, 0), 0.25))
        return Image.composite(Image.blend(dark, picture, 0.5), picture, _silhouette(cell, measures, (across, up), 0))
    return picture


def inset(style: Style, tile: Tile, size: int) -> Image.Image:
    """A tile in a golden frame, to be laid on another: transparent outside its rounded corners."""
    measures = metrics(size)
    picture = sprite(style, tile, size, Pose.UPRIGHT, frozenset({Mark.DRAWN}), GOLD).convert("RGBA")
    reach = 2 * (measures.gap // 2)
    width, height = size + reach, measures.height + measures.depth + reach
    shape = Image.new("L", (width * SMOOTH, height * SMOOTH), 0)
    box = (0, 0, width * SMOOTH - 1, height * SMOOTH - 1)
    ImageDraw.Draw(shape).rounded_rectangle(box, (measures.radius + reach // 2) * SMOOTH, fill=255)
    picture = picture.crop((0, 0, width, height))
    picture.putalpha(shape.resize((width, height), Image.Resampling.BOX))
    return picture


@lru_cache(maxsize=512)
def _silhouette(cell: tuple[int, int], measures: Metrics, extent: tuple[int, int], fall: int) -> Image.Image:
    """White where the tile is, or where its shadow falls: so many pixels down and half of them to the right."""
    shape = Image.new("L", (cell[0] * SMOOTH, cell[1] * SMOOTH), 0)
    left, top = (measures.gap + fall) // 2 * SMOOTH, (measures.gap // 2 + fall) * SMOOTH
    box = (left, top, left + extent[0] * SMOOTH - 1, top + (extent[1] + measures.depth) * SMOOTH - 1)
    ImageDraw.Draw(shape).rounded_rectangle(box, measures.radius * SMOOTH, fill=255)
    return shape.resize(cell, Image.Resampling.BOX)


def _standing(picture: Image.Image, back: Back, measures: Metrics, ground: Rgb) -> Image.Image:
    """The upper edge of a tile that stands: its back above, its ivory below, and a shadow."""
    width, height, edge = measures.size * SMOOTH, measures.thickness * SMOOTH, measures.gap // 2 * SMOOTH
    radius = measures.radius * SMOOTH
    large = picture.resize((picture.width * SMOOTH, picture.height * SMOOTH))
    draw = ImageDraw.Draw(large)
    light, deep = BACKS[back]
    middle = edge + round(height * 0.56)
    for left, top, bottom, colour in (
        (edge + SMOOTH, edge + SMOOTH, edge + height + SMOOTH, mix(ground, (0, 0, 0), SHADOW)),
        (edge, edge, edge + height, SIDE),
        (edge, edge, edge + height - SMOOTH, IVORY),
        (edge, edge, middle, deep),
        (edge, edge, middle - SMOOTH, light),
    ):
        draw.rounded_rectangle((left, top, left + width - 1, bottom - 1), radius, fill=colour)
    return large.resize(picture.size, Image.Resampling.BOX)


@lru_cache(maxsize=512)
def _body(back: Back, face_down: bool, size: int, pose: Pose, is_wild: bool) -> Image.Image:
    """The block: a front, below it the side of the ivory and the coloured back half, each with a lighter upper edge."""
    measures = metrics(size)
    across, up = (size, measures.height) if pose is Pose.UPRIGHT else (measures.height, size)
    width, height = across * SMOOTH, (up + measures.depth) * SMOOTH
    radius, depth = measures.radius * SMOOTH, measures.depth * SMOOTH
    light, deep = BACKS[back]
    block = Image.new("RGBA", (width, height), (*deep, 0))
    draw = ImageDraw.Draw(block)
    layers = (EDGE, SIDE, mix(deep, light, 0.5), deep) if face_down else (deep, light, EDGE, SIDE)
    for colour, share in zip(layers, (1.0, 0.86, 0.56, 0.40), strict=True):
        bottom = up * SMOOTH + round(depth * share)
        draw.rounded_rectangle((0, bottom - 2 * radius - up * SMOOTH // 3, width - 1, bottom - 1), radius, fill=colour)
    front: Rgb = light if face_down else GILT if is_wild else IVORY
    edge = max(SMOOTH // 2, round(size * 0.018 * SMOOTH))
    right, bottom = width - 1 - edge, up * SMOOTH - 1 - edge
    draw.rounded_rectangle((0, 0, width - 1, up * SMOOTH - 1), radius, fill=deep if face_down else RIM)
    draw.rounded_rectangle((edge, edge // 2, right, bottom), radius - edge // 2, fill=mix(front, LIGHT, 0.75))
    draw.rounded_rectangle((edge, edge // 2 + edge, right, bottom), radius - edge // 2, fill=front)
    if face_down:
        inset = size * SMOOTH // 8
        box = (inset, inset, width - 1 - inset, up * SMOOTH - 1 - inset)
        draw.rounded_rectangle(box, radius // 2, outline=mix(light, LIGHT, 0.22), width=size * SMOOTH // 26 + 1)
    return block.resize((across, up + measures.depth), Image.Resampling.BOX)


def _front(style: Style, tile: Tile, measures: Metrics, marks: frozenset[Mark]) -> Image.Image:
    """The face with its label and the marks that lie on it, upright."""
    size, height = measures.size, measures.height
    front = Image.new("RGBA", (size, height), (*IVORY, 0))
    if style.labels:
        art = face(style.tiles, tile, round(size * 0.78), round(height * 0.75))
        front.alpha_composite(art, (round(size * 0.11), round(height * 0.24)))
        _label(front, CODES[tile], size)
    else:
        art = face(style.tiles, tile, round(size * 0.96), round(height * 0.96))
        front.alpha_composite(art, (round(size * 0.02), round(height * 0.015)))
    if Mark.WILD in marks:
        _corner(front, GOLD, size, STAR)
    if Mark.VOID in marks:
        _corner(front, ALERT, size, BAR)
    return front


def _label(front: Image.Image, label: str, size: int) -> None:
    """A small code in the upper left corner."""
    letters = text.mask(label, max(9, round(size * 0.29)))
    box = letters.getbbox()
    if box is not None:
        letters = letters.crop(box)
        front.paste((28, 32, 40, 255), (round(size * 0.09), round(size * 0.075)), letters)


STAR: Final = tuple(
    (0.65 + radius * sin(step * pi / 5), 0.32 - radius * cos(step * pi / 5))
    for step, radius in enumerate((0.22, 0.095) * 5)
)
"""Of a wild tile; in widths of the corner."""
BAR: Final = ((0.47, 0.25), (0.83, 0.25), (0.83, 0.40), (0.47, 0.40))
"""Of a tile to be got rid of."""


def _corner(front: Image.Image, colour: Rgb, size: int, sign: tuple[tuple[float, float], ...]) -> None:
    """A filled upper right corner with a white sign on it."""
    scale = 6
    reach = round(size * 0.44) * scale
    patch = Image.new("RGBA", (reach, reach), (*colour, 0))
    draw = ImageDraw.Draw(patch)
    draw.polygon([(0, 0), (reach, 0), (reach, reach)], fill=(*colour, 255))
    draw.polygon([(x * reach, y * reach) for x, y in sign], fill=(*LIGHT, 255))
    small = patch.resize((reach // scale, reach // scale), Image.Resampling.BOX)
    edge = Image.new("L", front.size, 0)
    ImageDraw.Draw(edge).rounded_rectangle((1, 1, front.width - 2, front.height - 2), size * 0.1, fill=255)
    layer = Image.new("RGBA", front.size, (*colour, 0))
    layer.paste(small, (front.width - small.width, 0))
    layer.putalpha(ImageChops.multiply(layer.getchannel("A"), edge))
    front.alpha_composite(layer)


def _outline(picture: Image.Image, measures: Metrics, box: tuple[int, int, int, int], marks: frozenset[Mark]) -> None:
    """A coloured line around a tile that was drawn, discarded last, won with, or that may go."""
    colour = next(
        (
            colour
            for mark, colour in ((Mark.WINNING, GOLD), (Mark.LAST, ALERT), (Mark.READY, LEAF), (Mark.DRAWN, GOLD))
            if mark in marks
        ),
        None,
    )
    if colour is None:
        return
    x, y, width, height = box
    thick = max(2, round(measures.size * 0.07))
    reach = measures.gap // 2
    large = Image.new("L", (picture.width * SMOOTH, picture.height * SMOOTH), 0)
    area = (
        (x - reach) * SMOOTH,
        (y - reach) * SMOOTH,
        (x + width + reach) * SMOOTH - 1,
        (y + height + reach) * SMOOTH - 1,
    )
    radius = (measures.radius + reach) * SMOOTH
    ImageDraw.Draw(large).rounded_rectangle(area, radius, outline=255, width=thick * SMOOTH)
    picture.paste(colour, (0, 0), large.resize(picture.size, Image.Resampling.BOX))
