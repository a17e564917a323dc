"""The classic faces: dots with rings, bamboo with nodes, brushed characters."""

from typing import Final

from bot.engine.tiles import CODES, KINDS
from bot.render.art.bird import bird
from bot.render.art.flowers import flower
from bot.render.art.pen import BLACK, BLUE, GOLD, GREEN, IVORY, RED, Colour, Pen, Point, darker, lighter, oval, turned

BRUSH: Final = "brush.ttf"
NUMERALS: Final = "一二三四五六七八九"


def face(kind: int) -> Pen:
    """The face of a kind of tile (0..41)."""
    pen = Pen()
    code = CODES[kind]
    if kind < 9:
        characters(pen, kind + 1)
    elif kind < 18:
        dots(pen, kind - 8)
    elif kind == 18:
        bird(pen)
        pen.shrink(0.92)
    elif kind < 27:
        bamboo(pen, kind - 17)
    elif kind < KINDS - 8:
        honour(pen, code)
    else:
        flower(pen, kind - 33)
    return pen


NUMERAL_BOXES: Final[tuple[tuple[float, float, float, float], ...]] = (
    (42, 88, 216, 44),
    (44, 50, 212, 114),
    (42, 32, 216, 138),
    (52, 38, 196, 132),
    (46, 28, 208, 148),
    (44, 26, 212, 150),
    (44, 26, 212, 150),
    (40, 32, 220, 142),
    (46, 26, 208, 150),
)


def characters(pen: Pen, rank: int) -> None:
    """A numeral over 萬."""
    pen.glyph(NUMERALS[rank - 1], BRUSH, NUMERAL_BOXES[rank - 1], BLACK, weight=13)
    pen.glyph("萬", BRUSH, (48, 192, 204, 186), RED, weight=8)


def honour(pen: Pen, code: str) -> None:
    """A wind, 中, 發, or the frame of 白."""
    match code:
        case "C":
            pen.glyph("中", BRUSH, (52, 44, 196, 312), RED, weight=16)
        case "F":
            pen.glyph("發", BRUSH, (32, 48, 236, 304), GREEN, weight=8)
        case "P":
            frame(pen)
        case _:
            character = dict(zip("ESWN", "東南西北", strict=True))[code]
            pen.glyph(character, BRUSH, (34, 58, 232, 284), BLACK, weight=10)


def frame(pen: Pen) -> None:
    """白: a double frame with cut corners, nothing in it."""
    pen.box(38, 44, 224, 312, BLUE, 26)
    pen.clear(56, 62, 188, 276, 14)
    pen.box(68, 74, 164, 252, BLUE, 10)
    pen.clear(76, 82, 148, 236, 6)
    for x, y in ((72, 78), (228, 78), (72, 322), (228, 322)):
        pen.disc((x, y), 17, BLUE)
        pen.disc((x, y), 9, IVORY)


def dot(pen: Pen, centre: Point, radius: float, colour: Colour) -> None:
    """One coin: a rim, a ring and a flower of eight petals."""
    pen.disc(centre, radius, colour)
    pen.disc(centre, radius * 0.83, IVORY)
    pen.disc(centre, radius * 0.765, colour)
    x, y = centre
    for step in range(8):
        petal = oval((x, y - radius * 0.40), radius * 0.072, radius * 0.15, 20)
        pen.shape(turned(petal, centre, step * 45 + 22.5), IVORY)
    pen.disc(centre, radius * 0.11, IVORY)


def great_dot(pen: Pen) -> None:
    """一筒: one great coin of many rings."""
    centre = (150.0, 200.0)
    pen.disc(centre, 126, GREEN)
    pen.disc(centre, 116, IVORY)
    pen.disc(centre, 109, GREEN)
    for step in range(20):
        bead = oval((150, 200 - 92), 7, 12, 20)
        pen.shape(turned(bead, centre, step * 18), IVORY)
    pen.disc(centre, 74, IVORY)
    pen.disc(centre, 66, RED)
    for step in range(12):
        petal = oval((150, 200 - 45), 8, 16, 20)
        pen.shape(turned(petal, centre, step * 30), lighter(RED, 0.86))
    pen.disc(centre, 27, IVORY)
    pen.disc(centre, 19, GREEN)
    pen.disc(centre, 7, GOLD)


def dots(pen: Pen, rank: int) -> None:
    """The dots of 1p..9p."""
    if rank == 1:
        great_dot(pen)
        return
    for x, y, radius, colour in DOTS[rank]:
        dot(pen, (x, y), radius, colour)


DOTS: Final[dict[int, tuple[tuple[float, float, float, Colour], ...]]] = {
    2: ((150, 110, 68, GREEN), (150, 290, 68, BLUE)),
    3: ((82, 90, 55, BLUE), (150, 200, 55, RED), (218, 310, 55, GREEN)),
    4: ((86, 108, 57, BLUE), (214, 108, 57, GREEN), (86, 292, 57, GREEN), (214, 292, 57, BLUE)),
    5: (
        (80, 88, 50, BLUE),
        (220, 88, 50, GREEN),
        (150, 200, 50, RED),
        (80, 312, 50, GREEN),
        (220, 312, 50, BLUE),
    ),
    6: tuple((x, y, 51.0, colour) for y, colour in ((74, GREEN), (206, RED), (318, RED)) for x in (90, 210)),
    7: (
        (62, 62, 39, GREEN),
        (150, 98, 39, GREEN),
        (238, 134, 39, GREEN),
        *((x, y, 46.0, RED) for y in (236, 334) for x in (96, 204)),
    ),
    8: tuple((x, y, 42.0, BLUE) for y in (64, 154.7, 245.3, 336) for x in (96, 204)),
    9: tuple((x, y, 42.0, colour) for y, colour in ((76, GREEN), (200, RED), (324, BLUE)) for x in (56, 150, 244)),
}


def stick(pen: Pen, centre: Point, length: float, colour: Colour, slant: float = 0, thick: float = 38) -> None:
    """One bamboo stick: two joints with rounded knots, a light along the middle."""
    x, y = centre
    half = length / 2
    knot = thick * 0.5
    waist = thick * 0.36
    outline = []
    for side in (1, -1):
        edge = [
            (x + side * knot * 0.62, y - half),
            (x + side * knot, y - half + length * 0.05),
            (x + side * knot, y - half + length * 0.10),
            (x + side * waist, y - half + length * 0.17),
            (x + side * waist, y - length * 0.10),
            (x + side * knot, y - length * 0.045),
            (x + side * knot, y + length * 0.045),
            (x + side * waist, y + length * 0.10),
            (x + side * waist, y + half - length * 0.17),
            (x + side * knot, y + half - length * 0.10),
            (x + side * knot, y + half - length * 0.05),
            (x + side * knot * 0.62, y + half),
        ]
        outline += edge if side == 1 else edge[::-1]
    pen.shape(turned(outline, centre, slant), colour)
    shine = lighter(colour, 0.78)
    for start, end in ((-0.36, -0.13), (0.13, 0.36)):
        light = oval((x, y + length * (start + end) / 2), thick * 0.10, length * (end - start) / 2, 24)
        pen.shape(turned(light, centre, slant), shine)
    joint = oval((x, y), knot * 0.66, length * 0.012, 24)
    pen.shape(turned(joint, centre, slant), shine)


def bamboo(pen: Pen, rank: int) -> None:
    """The sticks of 2s..9s."""
    for x, y, length, colour, slant in STICKS[rank]:
        stick(pen, (x, y), length, colour, slant, THICK[rank])


THICK: Final = {2: 58, 3: 56, 4: 54, 5: 52, 6: 50, 7: 46, 8: 44, 9: 48}
Stick = tuple[float, float, float, Colour, float]


def row(y: float, length: float, xs: tuple[float, ...], colours: tuple[Colour, ...]) -> tuple[Stick, ...]:
    """Upright sticks side by side."""
    return tuple((x, y, length, colour, 0.0) for x, colour in zip(xs, colours, strict=True))


PAIR: Final = (90.0, 210.0)
TRIPLE: Final = (62.0, 150.0, 238.0)
DEEP: Final = darker(GREEN, 0.05)
STICKS: Final[dict[int, tuple[Stick, ...]]] = {
    2: (*row(112, 160, (150,), (BLUE,)), *row(288, 160, (150,), (DEEP,))),
    3: (*row(112, 160, (150,), (BLUE,)), *row(288, 160, PAIR, (DEEP, DEEP))),
    4: (*row(112, 160, PAIR, (BLUE, DEEP)), *row(288, 160, PAIR, (DEEP, BLUE))),
    5: (
        *row(112, 156, (66, 234), (DEEP, BLUE)),
        *row(200, 164, (150,), (RED,)),
        *row(288, 156, (66, 234), (BLUE, DEEP)),
    ),
    6: (*row(112, 160, TRIPLE, (DEEP,) * 3), *row(288, 160, TRIPLE, (BLUE,) * 3)),
    7: (
        *row(78, 104, (150,), (RED,)),
        *row(200, 112, TRIPLE, (DEEP, BLUE, DEEP)),
        *row(322, 112, TRIPLE, (DEEP, BLUE, DEEP)),
    ),
    8: (
        (50, 112, 160, DEEP, 0),
        (250, 112, 160, DEEP, 0),
        (115, 118, 148, DEEP, -38),
        (185, 118, 148, DEEP, 38),
        (50, 288, 160, BLUE, 0),
        (250, 288, 160, BLUE, 0),
        (115, 282, 148, BLUE, 38),
        (185, 282, 148, BLUE, -38),
    ),
    9: tuple(stick_ for y in (80, 200, 320) for stick_ in row(y, 112, TRIPLE, (DEEP, RED, BLUE))),
}
