"""H1..H8: the seasons 春夏秋冬 and the plants 梅蘭竹菊, numbered 1 to 4 each."""

from typing import Final

from bot.render.art.pen import BLUE, GOLD, GREEN, IVORY, RED, Colour, Pen, curve, darker, lighter, oval, turned

SEASONS: Final = "春夏秋冬"
PLANTS: Final = "梅蘭竹菊"
PLUM: Final[Colour] = (205, 44, 96)
VIOLET: Final[Colour] = (112, 62, 156)
ORANGE: Final[Colour] = (214, 106, 18)


def flower(pen: Pen, number: int) -> None:
    """The flower H``number`` (1..8): its character, its number in the set, and a plant."""
    season = number <= 4
    index = (number - 1) % 4
    colour = RED if season else BLUE
    pen.glyph((SEASONS if season else PLANTS)[index], "brush.ttf", (34, 34, 132, 140), colour, weight=9)
    pen.glyph(str(index + 1), "dejavu-bold.ttf", (206, 44, 50, 84), colour, weight=0)
    plant(pen, number)


def plant(pen: Pen, number: int) -> None:
    """What grows, or falls, on the flower H``number``, in the lower half of its face."""
    (peach, lotus, maple, snow, plum, orchid, bamboo_plant, chrysanthemum)[number - 1](pen)


def blossoms(pen: Pen, centres: tuple[tuple[float, float, float], ...], petals: int, colour: Colour) -> None:
    """Round blossoms with a golden middle."""
    for x, y, size in centres:
        for step in range(petals):
            petal = oval((x, y - size * 0.58), size * 0.40, size * 0.46, 28)
            pen.shape(turned(petal, (x, y), step * 360 / petals), colour)
        pen.disc((x, y), size * 0.30, IVORY)
        pen.disc((x, y), size * 0.20, GOLD)


def branch(pen: Pen) -> None:
    """A bough from the lower left to the right."""
    wood = (92, 60, 40)
    pen.line(curve([(40, 372), (90, 330), (120, 300), (180, 280)]), 16, wood)
    pen.line(curve([(150, 290), (200, 270), (230, 220), (262, 190)]), 11, wood)


def peach(pen: Pen) -> None:
    """Peach blossom for spring."""
    branch(pen)
    blossoms(pen, ((100, 262, 52), (206, 208, 58), (214, 318, 50)), 5, (232, 118, 150))


def lotus(pen: Pen) -> None:
    """A lotus over its leaf for summer."""
    pen.shape(oval((150, 344), 118, 30), GREEN)
    pen.line([(150, 344), (150, 300)], 10, darker(GREEN, 0.2))
    for degrees, colour in (
        (-58, (222, 92, 128)),
        (58, (222, 92, 128)),
        (-30, (236, 130, 160)),
        (30, (236, 130, 160)),
        (0, (246, 168, 190)),
    ):
        petal = curve([(150, 322), (104, 290), (118, 220), (150, 190), (182, 220), (196, 290), (150, 322)])
        pen.shape(turned(petal, (150, 322), degrees), colour)


def maple(pen: Pen) -> None:
    """A maple leaf for autumn."""
    centre = (160.0, 300.0)
    for degrees, length in ((0, 118), (-52, 108), (52, 108), (-104, 78), (104, 78)):
        lobe = [
            (160, 310),
            (134, 300 - length * 0.45),
            (146, 300 - length * 0.55),
            (160, 300 - length),
            (174, 300 - length * 0.55),
            (186, 300 - length * 0.45),
        ]
        pen.shape(turned(lobe, centre, degrees), ORANGE)
        pen.line(turned([(160, 300), (160, 300 - length * 0.75)], centre, degrees), 5, lighter(ORANGE, 0.6))
    pen.line([(160, 300), (150, 374)], 9, darker(ORANGE, 0.3))


def snow(pen: Pen) -> None:
    """A snow crystal for winter."""
    centre = (158.0, 278.0)
    for step in range(6):
        for line in (
            [(158, 278), (158, 184)],
            [(158, 218), (134, 194)],
            [(158, 218), (182, 194)],
            [(158, 244), (140, 228)],
            [(158, 244), (176, 228)],
        ):
            pen.line(turned(line, centre, step * 60), 10, (40, 120, 190))
    pen.disc(centre, 16, IVORY)
    pen.disc(centre, 9, (40, 120, 190))


def plum(pen: Pen) -> None:
    """Plum blossom."""
    branch(pen)
    blossoms(pen, ((96, 256, 50), (196, 216, 60), (196, 330, 46)), 5, PLUM)


def orchid(pen: Pen) -> None:
    """An orchid with long leaves."""
    for end in ((36, 226), (70, 196), (262, 212), (232, 190), (276, 276)):
        pen.line(curve([(150, 376), (150, 320), ((150 + end[0]) / 2, 240), end]), 13, GREEN)
    for x, y in ((118, 244), (190, 262)):
        for degrees in (0, 72, 144, 216, 288):
            pen.shape(turned(oval((x, y - 26), 12, 26), (x, y), degrees), VIOLET)
        pen.disc((x, y), 10, GOLD)


def bamboo_plant(pen: Pen) -> None:
    """Two canes of bamboo with leaves."""
    for x, top in ((120, 190), (196, 216)):
        for start in range(top, 376, 54):
            end = min(start + 48, 376)
            pen.line([(x, start), (x, end)], 20, GREEN)
            pen.line([(x - 13, end + 3), (x + 13, end + 3)], 6, darker(GREEN, 0.3))
    for x, y, degrees in (
        (122, 216, 60),
        (122, 236, -62),
        (196, 250, 62),
        (196, 286, -60),
        (122, 300, -70),
        (196, 330, 66),
    ):
        leaf = curve(
            [(x, y), (x - 18, y - 40), (x - 6, y - 66), (x, y - 84), (x + 6, y - 66), (x + 18, y - 40), (x, y)]
        )
        pen.shape(turned(leaf, (x, y), degrees), lighter(GREEN, 0.12))


def chrysanthemum(pen: Pen) -> None:
    """A chrysanthemum."""
    pen.line(curve([(156, 276), (160, 320), (140, 350), (140, 380)]), 12, GREEN)
    pen.shape(turned(oval((190, 352), 16, 40), (190, 352), 60), GREEN)
    centre = (156.0, 272.0)
    for count, reach, colour in ((18, 78, ORANGE), (14, 56, GOLD), (9, 34, lighter(GOLD, 0.4))):
        for step in range(count):
            petal = oval((156, 272 - reach * 0.72), 11, reach * 0.40, 24)
            pen.shape(turned(petal, centre, step * 360 / count), colour)
    pen.disc(centre, 12, ORANGE)
