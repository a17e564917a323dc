"""A hand as an animation: one table picture after the other."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from typing import Final

from PIL import Image, ImageChops

from bot.render.inputs import Style, TablePicture
from bot.render.layout.table import common_frame, frame_of, table_layout
from bot.render.paint import colours, compose

LIMIT: Final = 8_000_000
"""Bytes that Discord takes everywhere."""
SHRUNK: Final = (2, 3, 4)
"""How many times smaller than the table's picture a film is; tried until it is small enough."""
KEPT: Final = 255
"""Colours of a film; the index after them says that a pixel stays as it was."""


class FilmTooLarge(Exception):
    """Not even the smallest film fits the limit."""


def film(frames: Sequence[TablePicture], seconds: Sequence[float], limit: int = LIMIT) -> bytes:
    """An animated GIF of the pictures, each shown for its number of seconds, then again from the start.

    All frames are painted in the style of the first. Raises ``ValueError`` without a frame or where there aren't as
    many times as frames, ``FilmTooLarge`` where no size makes it small enough. Takes seconds: call it off the event
    loop (``painter.Painter.film``).
    """
    if not frames or len(frames) != len(seconds):
        raise ValueError("a film needs at least one frame, and a time for each")
    style = replace(frames[0].style, labels=False)
    room = common_frame(frame_of(picture) for picture in frames)
    pictures = [compose(table_layout(replace(picture, style=style), room)) for picture in frames]
    for shrunk in SHRUNK:
        made = _gif(_smaller(pictures, style, shrunk), seconds)
        if len(made) <= limit:
            return made
    raise FilmTooLarge(f"{len(frames)} frames")


def _smaller(pictures: Iterable[Image.Image], style: Style, shrunk: int) -> list[Image.Image]:
    """The pictures at a fraction of their size, in the colours of one palette."""
    sample = Image.new("P", (1, 1))
    sample.putpalette([part for colour in colours(style)[:KEPT] for part in colour])
    return [
        picture.convert("RGB").reduce(shrunk).quantize(palette=sample, dither=Image.Dither.NONE) for picture in pictures
    ]


def _changes(pictures: Sequence[Image.Image]) -> list[Image.Image]:
    """The first picture, then of each following one only what differs from the one before."""
    found = [pictures[0]]
    for before, picture in pairwise(pictures):
        same = ImageChops.difference(_indices(before), _indices(picture)).point([255, *([0] * 255)])
        change = picture.copy()
        change.paste(KEPT, mask=same)
        found.append(change)
    return found


def _indices(picture: Image.Image) -> Image.Image:
    return Image.frombytes("L", picture.size, picture.tobytes())


def _gif(pictures: Sequence[Image.Image], seconds: Sequence[float]) -> bytes:
    out = BytesIO()
    first, *others = _changes(pictures)
    first.save(
        out,
        "GIF",
        save_all=True,
        append_images=others,
        duration=[round(length * 1000) for length in seconds],
        loop=0,
        optimize=False,
        disposal=1,
        transparency=KEPT,
    )
    return out.getvalue()
