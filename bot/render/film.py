"""A hand as an animation: one table picture after the other."""

from collections.abc import Sequence
from io import BytesIO
from typing import Final

from PIL import Image

from bot.render.inputs import TablePicture
from bot.render.layout.table import common_frame, frame_of, table_layout
from bot.render.paint import compose

LIMIT: Final = 8_000_000
"""Bytes that Discord takes everywhere."""
WIDTHS: Final = (640, 480, 360, 240)
"""Tried one after the other until the film is small enough."""


class FilmTooLarge(Exception):
    """Not even the smallest film fits the limit."""


def film(frames: Sequence[TablePicture], seconds: Sequence[float], limit: int = LIMIT) -> bytes:
    """An animated GIF of the pictures, each shown for its number of seconds, then again from the start.

    Raises ``ValueError`` without a frame, ``FilmTooLarge`` where no width makes it small enough.
    Takes seconds: call it off the event loop (``painter.Painter.film``).
    """
    if not frames:
        raise ValueError("a film needs at least one frame")
    room = common_frame(frame_of(picture) for picture in frames)
    pictures = [compose(table_layout(picture, room)) for picture in frames]
    for width in WIDTHS:
        made = _gif([_smaller(picture, width) for picture in pictures], seconds)
        if len(made) <= limit:
            return made
    raise FilmTooLarge(f"{len(frames)} frames")


def _smaller(picture: Image.Image, width: int) -> Image.Image:
    """The picture at another width, in the colours of the same palette."""
    height = round(picture.height * width / picture.width)
    small = picture.convert("RGB").resize((width, height), Image.Resampling.LANCZOS)
    return small.quantize(palette=picture, dither=Image.Dither.NONE)


def _gif(pictures: list[Image.Image], seconds: Sequence[float]) -> bytes:
    out = BytesIO()
    pictures[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=pictures[1:],
        duration=[round(length * 1000) for length in seconds],
        loop=0,
        optimize=False,
        disposal=1,
    )
    return out.getvalue()
