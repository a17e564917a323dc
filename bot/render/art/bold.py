"""Bold faces for buttons and running text, where a tile is twenty pixels high: few strokes, no ornament."""

from typing import Final

from PIL import Image, ImageDraw

from bot.engine.tiles import CODES
from bot.render.art.bird import bird
from bot.render.art.classic import BRUSH, DOTS, NUMERALS, STICKS
from bot.render.art.flowers import flower
from bot.render.art.pen import BLACK, BLUE, GREEN, HEIGHT, IVORY, RED, WIDTH, Colour, Pen, Point, lighter, turned

SIDE: Final = 128
SMOOTH: Final = 4
EDGE: Final[Colour] = (120, 104, 70)


def picture(face: Pen) -> Image.Image:
    """A tile with a face as a picture of 128 by 128 pixels, transparent beside the tile."""
    large, (left, top, right, bottom) = _block(IVORY)
    size = (right - left - 2 * SMOOTH, bottom - top - 2 * SMOOTH)
    small = face.image.resize(size, Image.Resampling.LANCZOS)
    large.alpha_composite(small, (left + SMOOTH, top + SMOOTH))
    return large.resize((SIDE, SIDE), Image.Resampling.LANCZOS)


def back() -> Image.Image:
    """A tile face down."""
    large, (left, top, right, bottom) = _block(lighter(GREEN, 0.12))
    inset = 12 * SMOOTH
    box = (left + inset, top + inset, right - inset, bottom - inset)
    ImageDraw.Draw(large).rounded_rectangle(box, 8 * SMOOTH, outline=lighter(GREEN, 0.4), width=4 * SMOOTH)
    return large.resize((SIDE, SIDE), Image.Resampling.LANCZOS)


def _block(front: Colour) -> tuple[Image.Image, tuple[int, int, int, int]]:
    """A tile with an empty front, and where the front is."""
    large = Image.new("RGBA", (SIDE * SMOOTH, SIDE * SMOOTH), (*EDGE, 0))
    across = SIDE * SMOOTH * WIDTH // HEIGHT + 8 * SMOOTH
    left = (SIDE * SMOOTH - across) // 2
    draw = ImageDraw.Draw(large)
    draw.rounded_rectangle((left, 0, left + across - 1, SIDE * SMOOTH - 1), 14 * SMOOTH, fill=EDGE)
    inner = (left + 3 * SMOOTH, 3 * SMOOTH, left + across - 1 - 3 * SMOOTH, SIDE * SMOOTH - 1 - 5 * SMOOTH)
    draw.rounded_rectangle(inner, 11 * SMOOTH, fill=front)
    return large, inner


def bold_face(kind: int) -> Pen:
    """The face of a kind of tile (0..41)."""
    pen = Pen()
    rank = kind % 9 + 1
    if kind < 9:
        characters(pen, rank)
    elif kind < 18:
        dots(pen, rank)
    elif kind == 18:
        bird(pen)
    elif kind < 27:
        sticks(pen, rank)
    elif kind < 34:
        honour(pen, CODES[kind])
    else:
        flower(pen, kind - 33)
    return pen


def characters(pen: Pen, rank: int) -> None:
    """A numeral over 万, both as wide as the tile."""
    top, high = (84, 56) if rank == 1 else (34 if rank == 2 else 14, 160 if rank == 2 else 194)
    pen.glyph(NUMERALS[rank - 1], BRUSH, (18, top, 264, high), BLACK, weight=20)
    pen.glyph("万", BRUSH, (40, 226, 220, 162), RED, weight=22)


def dots(pen: Pen, rank: int) -> None:
    """Discs with a hole."""
    if rank == 1:
        for ring, shade in ((138, GREEN), (104, IVORY), (82, RED), (34, IVORY)):
            pen.disc((150, 200), ring, shade)
        return
    for x, y, radius, colour in DOTS[rank]:
        grown = radius * (1.16 if rank < 7 else 1.10)
        centre = (150 + (x - 150) * 1.06, 200 + (y - 200) * 1.05)
        pen.disc(centre, grown, colour)
        pen.disc(centre, grown * 0.34, IVORY)


def sticks(pen: Pen, rank: int) -> None:
    """Solid bars."""
    thick = 60 if rank < 7 else 52
    for x, y, length, colour, slant in STICKS[rank]:
        centre = (150 + (x - 150) * 1.08, 200 + (y - 200) * 1.09)
        bar(pen, centre, (length * 1.02, thick), colour, slant)


def bar(pen: Pen, centre: Point, size: tuple[float, float], colour: Colour, slant: float) -> None:
    """One stick, notched in the middle."""
    x, y = centre
    length, thick = size
    half, cut, notch = thick / 2, thick * 0.22, thick * 0.20
    right = [
        (x + half - cut, y - length / 2),
        (x + half, y - length / 2 + cut),
        (x + half, y - notch),
        (x + half - notch, y),
        (x + half, y + notch),
        (x + half, y + length / 2 - cut),
        (x + half - cut, y + length / 2),
    ]
    left = [(2 * x - px, py) for px, py in reversed(right)]
    pen.shape(turned([*right, *left], centre, slant), colour)


def honour(pen: Pen, code: str) -> None:
    """A character as large as the tile, or the frame of 白."""
    if code == "P":
        pen.box(24, 24, 252, 352, BLUE, 30)
        pen.clear(64, 64, 172, 272, 12)
        return
    character, colour, weight = {
        "C": ("中", RED, 26),
        "F": ("發", GREEN, 11),
        "E": ("東", BLACK, 16),
        "S": ("南", BLACK, 16),
        "W": ("西", BLACK, 18),
        "N": ("北", BLACK, 22),
    }[code]
    pen.glyph(character, BRUSH, (14, 24, 272, 352), colour, weight=weight)
