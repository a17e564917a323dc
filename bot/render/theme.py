"""The colours of the pictures, and one shared palette of 256 for each style."""

from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from typing import Final

from bot.render.inputs import Cloth, Tone

Rgb = tuple[int, int, int]


class Ink(Enum):
    """Every colour that layout may name."""

    CLOTH = auto()
    PANEL = auto()
    LIT = auto()
    """The panel of the seat whose turn it is."""
    BAND = auto()
    TEXT = auto()
    SOFT = auto()
    FAINT = auto()
    GOLD = auto()
    DARK = auto()
    RED = auto()
    BLUE = auto()
    GREEN = auto()
    GAIN = auto()
    LOSS = auto()
    CHIP = auto()
    VIOLET = auto()
    ORANGE = auto()
    TEAL = auto()
    PINK = auto()
    LIME = auto()
    SKY = auto()
    CORAL = auto()
    SAND = auto()


COMMON: Final[dict[Ink, Rgb]] = {
    Ink.TEXT: (246, 244, 234),
    Ink.GOLD: (250, 200, 76),
    Ink.DARK: (22, 26, 28),
    Ink.RED: (214, 58, 52),
    Ink.BLUE: (52, 110, 196),
    Ink.GREEN: (46, 158, 92),
    Ink.GAIN: (128, 226, 140),
    Ink.LOSS: (255, 150, 128),
    Ink.VIOLET: (178, 132, 240),
    Ink.ORANGE: (246, 146, 52),
    Ink.TEAL: (70, 200, 206),
    Ink.PINK: (244, 134, 184),
    Ink.LIME: (186, 214, 74),
    Ink.SKY: (112, 178, 255),
    Ink.CORAL: (255, 108, 96),
    Ink.SAND: (206, 170, 128),
}
INKS: Final[dict[Cloth, dict[Ink, Rgb]]] = {
    Cloth.JADE: {
        **COMMON,
        Ink.CLOTH: (14, 74, 58),
        Ink.PANEL: (20, 92, 72),
        Ink.LIT: (30, 116, 90),
        Ink.BAND: (9, 54, 43),
        Ink.SOFT: (176, 214, 198),
        Ink.FAINT: (54, 122, 102),
        Ink.CHIP: (11, 62, 49),
    },
    Cloth.INK: {
        **COMMON,
        Ink.CLOTH: (30, 34, 44),
        Ink.PANEL: (41, 46, 59),
        Ink.LIT: (58, 66, 86),
        Ink.BAND: (20, 23, 31),
        Ink.SOFT: (182, 190, 208),
        Ink.FAINT: (84, 92, 112),
        Ink.CHIP: (26, 29, 38),
    },
}
GROUNDS: Final = (Ink.CLOTH, Ink.PANEL, Ink.LIT, Ink.BAND, Ink.CHIP)
SERIES: Final = (
    Ink.GOLD, Ink.SKY, Ink.PINK, Ink.LIME, Ink.ORANGE, Ink.VIOLET, Ink.TEXT, Ink.CORAL, Ink.TEAL, Ink.SAND, Ink.GAIN,
    Ink.SOFT,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class BadgeInks:
    """Ground and letters of a badge."""

    ground: Ink
    letters: Ink


BADGES: Final[dict[Tone, BadgeInks]] = {
    Tone.PLAIN: BadgeInks(Ink.CHIP, Ink.TEXT),
    Tone.GOLD: BadgeInks(Ink.GOLD, Ink.DARK),
    Tone.RED: BadgeInks(Ink.RED, Ink.TEXT),
    Tone.BLUE: BadgeInks(Ink.BLUE, Ink.TEXT),
    Tone.GREEN: BadgeInks(Ink.GREEN, Ink.TEXT),
    Tone.MUTED: BadgeInks(Ink.FAINT, Ink.TEXT),
}


def mix(ground: Rgb, colour: Rgb, share: float) -> Rgb:
    """The ground with a share (0..1) of the colour laid over it."""
    red, green, blue = (round(g + (c - g) * share) for g, c in zip(ground, colour, strict=True))
    return (red, green, blue)


@lru_cache(maxsize=8)
def interface_colours(cloth: Cloth) -> tuple[Rgb, ...]:
    """The named colours of a cloth and the steps that smooth letters and corners need."""
    inks = INKS[cloth]
    found = dict.fromkeys(inks.values())
    smooth = [
        (ground, letters, steps)
        for ground in GROUNDS
        for letters, steps in ((Ink.TEXT, 4), (Ink.SOFT, 2), (Ink.GOLD, 3), (Ink.GAIN, 1), (Ink.LOSS, 1))
    ]
    smooth += [(badge.ground, badge.letters, 3) for badge in BADGES.values()]
    for ground, letters, steps in smooth:
        for step in range(1, steps + 1):
            found[mix(inks[ground], inks[letters], step / (steps + 1))] = None
    return tuple(found)
