"""Small round pictures, so that one sees at a glance who says what."""

from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

COLOURS: Final = ("#b3271e", "#24618f", "#1f7a53", "#8a5a14", "#6b3f8f", "#2b7d86", "#9c3f6e", "#5c6b2b")
"""A colour a person, in their order; after the last the first again."""

_SIDE: Final = 96
_FINE: Final = 4
_TABLE: Final = "#1b4735"
_BACK: Final = "#2f8f64"
_IVORY: Final = "#f6f1df"
_RED: Final = "#b3271e"


def person(colour: str) -> bytes:
    """Head and shoulders on ``colour``, as PNG."""
    image, draw = _blank(colour)
    draw.ellipse(_scaled(34, 20, 62, 48), fill=_IVORY)
    draw.ellipse(_scaled(18, 54, 78, 122), fill=_IVORY)
    return _png(image)


def house() -> bytes:
    """A tile with one dot on the green of the table: the bot, as PNG."""
    image, draw = _blank(_TABLE)
    draw.rounded_rectangle(_scaled(31, 18, 73, 80), 8 * _FINE, fill=_BACK)
    draw.rounded_rectangle(_scaled(27, 15, 69, 77), 8 * _FINE, fill=_IVORY)
    for radius, colour in ((15, _BACK), (11, _IVORY), (7, _RED), (3, _IVORY)):
        draw.ellipse(_scaled(48 - radius, 46 - radius, 48 + radius, 46 + radius), fill=colour)
    return _png(image)


def _blank(colour: str) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGB", (_SIDE * _FINE, _SIDE * _FINE), colour)
    return image, ImageDraw.Draw(image)


def _scaled(*box: int) -> tuple[int, ...]:
    return tuple(_FINE * edge for edge in box)


def _png(image: Image.Image) -> bytes:
    stream = BytesIO()
    image.resize((_SIDE, _SIDE), Image.Resampling.LANCZOS).save(stream, "PNG")
    return stream.getvalue()
