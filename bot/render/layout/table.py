"""The table: four corners in seat order, counter-clockwise from the lower left, and a band between them.

Every tile stands upright, so that a phone shows the discards half as large again as around a square table.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.render.draw import DrawList
from bot.render.inputs import TablePicture
from bot.render.layout.band import band_height, put_band
from bot.render.layout.board import Board
from bot.render.layout.corners import CORNERS, PAD, PANEL, WIDTH
from bot.render.layout.panel import Heights, Panel, heights_of
from bot.render.theme import Ink


@dataclass(frozen=True, slots=True)
class Frame:
    """The heights of a whole table (upper panels, band, lower panels), and the ground of the seat that acts."""

    upper: Heights
    band: int
    lower: Heights
    acting: Ink = Ink.LIT


def frame_of(picture: TablePicture) -> Frame:
    """The room that a table takes."""
    return Frame(
        heights_of((picture.seats[3], picture.seats[2])),
        band_height(picture),
        heights_of((picture.seats[0], picture.seats[1])),
    )


def common_frame(frames: Iterable[Frame]) -> Frame:
    """A frame that holds each of several tables, so that nothing moves from one to the next and little changes."""
    every = list(frames)
    return Frame(
        _highest([frame.upper for frame in every]),
        max(frame.band for frame in every),
        _highest([frame.lower for frame in every]),
        Ink.PANEL,
    )


def _highest(heights: list[Heights]) -> Heights:
    return Heights(max(part.held for part in heights), max(part.river for part in heights))


def table_layout(picture: TablePicture, frame: Frame | None = None) -> DrawList:
    """The draw list of a table, 960 pixels wide, in a frame of its own unless one is given."""
    board = Board()
    frame = frame or frame_of(picture)
    upper, band, lower = frame.upper, frame.band, frame.lower
    middle = PAD + upper.total + PAD
    bottom = middle + band + PAD
    for seat, corner in enumerate(CORNERS):
        heights, y = (lower, bottom) if corner.below else (upper, PAD)
        x = PAD + corner.column * (PANEL + PAD)
        acts = picture.turn == seat
        ink = frame.acting if acts else Ink.PANEL
        if acts:
            board.fill((x, y, PANEL, heights.total), Ink.GOLD, Ink.CLOTH, 16)
            board.fill((x + 4, y + 4, PANEL - 8, heights.total - 8), ink, Ink.GOLD, 12)
        else:
            board.fill((x, y, PANEL, heights.total), ink, Ink.CLOTH, 16)
        Panel(board, picture.seats[seat], (x, y), heights, corner.below, ink).put()
    put_band(board, picture, middle, band)
    return board.drawing(WIDTH, bottom + lower.total + PAD, picture.style)
