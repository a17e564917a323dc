"""The high-contrast faces: a large numeral or letter over the shape of its suit.

The suits differ in shape as well as in colour (blue, vermilion and green that colour-blind people tell apart):
万 a solid square with the character, 筒 discs, 条 a stick. A flower carries its code.
"""

from typing import Final

from bot.engine.tiles import CODES
from bot.render.art.classic import frame
from bot.render.art.flowers import plant
from bot.render.art.pen import Colour, Pen, Point, turned

NUMERAL: Final = "dejavu-bold.ttf"
VERMILION: Final[Colour] = (190, 62, 0)
SKY: Final[Colour] = (0, 92, 168)
LEAF: Final[Colour] = (0, 118, 84)
INK: Final[Colour] = (16, 18, 24)
WHITE: Final[Colour] = (255, 252, 240)
NUMERAL_BOX: Final = (84.0, 24.0, 132.0, 200.0)


def face(kind: int) -> Pen:
    """The face of a kind of tile (0..41)."""
    pen = Pen()
    rank = kind % 9 + 1
    if kind < 27:
        colour = (VERMILION, SKY, LEAF)[kind // 9]
        numeral(pen, rank, colour)
        (square, disc, bars)[kind // 9](pen)
    elif kind < 34:
        honour(pen, CODES[kind])
    else:
        flower(pen, kind - 33)
    return pen


def flower(pen: Pen, number: int) -> None:
    """A flower: its code, a season's and a plant's in colours of their own, over the plant."""
    pen.glyph(f"H{number}", NUMERAL, (52, 26, 196, 116), VERMILION if number <= 4 else SKY, weight=3)
    plant(pen, number)


def numeral(pen: Pen, rank: int, colour: Colour) -> None:
    """A numeral; 6 and 9 are underlined, for a tile may lie on its side."""
    x, y, width, height = NUMERAL_BOX
    if rank == 1:
        x, width = x + 14, width - 28
    if rank in (6, 9):
        pen.glyph(str(rank), NUMERAL, (x, y, width, height - 30), colour, weight=3)
        pen.box(x, y + height - 17, width, 17, colour, 4)
        return
    pen.glyph(str(rank), NUMERAL, (x, y, width, height), colour, weight=3)


def square(pen: Pen) -> None:
    """The suit of 万: a solid square with the character."""
    pen.box(80, 248, 140, 130, VERMILION, 12)
    pen.glyph("万", "interface.otf", (98, 266, 104, 96), WHITE, weight=2)


def disc(pen: Pen) -> None:
    """The suit of dots: one ring."""
    pen.disc((150, 312), 70, SKY)
    pen.disc((150, 312), 38, WHITE)
    pen.disc((150, 312), 22, SKY)


def bars(pen: Pen) -> None:
    """The suit of bamboo: one long stick with knots, lying."""
    pen.box(38, 292, 224, 40, LEAF, 8)
    for x in (38, 134, 230):
        pen.box(x, 268, 32, 88, LEAF, 12)


COMPASS: Final = {"E": 90.0, "S": 180.0, "W": 270.0, "N": 0.0}
WIDTHS: Final = {"E": 122.0, "S": 138.0, "W": 216.0, "N": 152.0, "C": 146.0, "F": 120.0}
CHARACTERS: Final = {"E": "东", "S": "南", "W": "西", "N": "北", "C": "中", "F": "发"}


def honour(pen: Pen, code: str) -> None:
    """A wind: its letter, its character and a needle that points its way; a dragon: its letter and character."""
    if code == "P":
        frame(pen)
        pen.glyph("P", NUMERAL, (96, 110, 108, 180), SKY, weight=2)
        return
    letter_colour = {"C": VERMILION, "F": LEAF}.get(code, INK)
    wide = WIDTHS[code]
    pen.glyph(code, NUMERAL, (150 - wide / 2, 26, wide, 190), letter_colour, weight=3)
    if code in COMPASS:
        needle(pen, (92, 306), COMPASS[code])
        pen.glyph(CHARACTERS[code], "interface.otf", (160, 252, 108, 108), INK, weight=2)
        return
    pen.shape([(150, 236), (246, 308), (150, 380), (54, 308)], letter_colour)
    pen.glyph(CHARACTERS[code], "interface.otf", (112, 270, 76, 76), WHITE, weight=2)


def needle(pen: Pen, centre: Point, degrees: float) -> None:
    """A compass arrow."""
    x, y = centre
    arrow = [
        (x, y - 66),
        (x + 44, y + 6),
        (x + 16, y + 6),
        (x + 16, y + 60),
        (x - 16, y + 60),
        (x - 16, y + 6),
        (x - 44, y + 6),
    ]
    pen.shape(turned(arrow, centre, degrees), INK)
