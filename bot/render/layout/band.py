"""The band between the seats of a table: round, wall, the turned tile, announcements, whose turn it is."""

from typing import Final

from bot.engine.tiles import Seat, Tile
from bot.render import text
from bot.render.draw import Pose
from bot.render.inputs import BadgePicture, Mark, TablePicture
from bot.render.layout.board import Align, Board, wrapped
from bot.render.layout.corners import BADGE, CORNERS, LINE, PAD, PANEL, WIDTH
from bot.render.metrics import metrics
from bot.render.theme import Ink

BAND: Final = 96
BETTORS: Final = 38
INDICATOR: Final = 54


def band_height(picture: TablePicture) -> int:
    """The height that the band takes, in pixels."""
    return BAND + _more_lines(picture) * LINE + (BETTORS if picture.bettors else 0)


def _left(picture: TablePicture) -> int:
    """The width of what stands at the left of the band."""
    return min(max(text.width(picture.round, 30), text.width(picture.wall, 26)), 300)


def _band_rows(picture: TablePicture) -> list[tuple[BadgePicture, ...]]:
    """The badges of the band in lines: those that fit beside what stands at its left, the others below."""
    room = WIDTH - 2 * PAD - 32 - _left(picture) - 24
    if picture.indicator is not None:
        label = min(130, text.width(picture.indicator_label, 26))
        room -= label + 10 + metrics(INDICATOR).cell(Pose.UPRIGHT)[0] + 20
    return wrapped(picture.badges, BADGE, room)


def _more_lines(picture: TablePicture) -> int:
    return max(0, len(_band_rows(picture)) - 1)


def put_band(board: Board, picture: TablePicture, y: int, height: int) -> None:
    """Round, wall, the turned tile, announcements and whose turn it is."""
    board.fill((PAD, y, WIDTH - 2 * PAD, height), Ink.BAND, Ink.CLOTH, 16)
    x, end = PAD + 16, WIDTH - PAD - 16
    left = _left(picture)
    board.words((x, y + 6, left, 44), picture.round, 30, Ink.TEXT, Ink.BAND)
    board.words((x, y + 48, left, 40), picture.wall, 26, Ink.SOFT, Ink.BAND)
    x += left + 24
    if picture.indicator is not None:
        x += _indicator(board, picture.indicator_label, picture.indicator, x, y) + 20
    _announce(board, picture, (x, y, end - x, BAND))
    under = y + BAND + _more_lines(picture) * LINE
    for line, row in enumerate(_band_rows(picture)[1:]):
        room = WIDTH - 2 * PAD - 32
        board.badges((PAD + 16, y + BAND - 4 + line * LINE, room, BADGE), row, Ink.BAND, Align.RIGHT)
    if picture.turn is not None:
        _pointer(board, picture.turn, y, height)
    if picture.bettors:
        names = "  ".join(picture.bettors)
        board.words((PAD + 16, under - 8, WIDTH - 2 * PAD - 32, BETTORS), names, 24, Ink.SOFT, Ink.BAND)


def _indicator(board: Board, label: str, tile: Tile, x: int, y: int) -> int:
    wide = board.words((x, y, 130, BAND), label, 26, Ink.GOLD, Ink.BAND)
    x += wide + 10
    cell, high = metrics(INDICATOR).cell(Pose.UPRIGHT)
    marks = frozenset({Mark.WILD}) if label else frozenset[Mark]()
    board.tile(x, y + (BAND - high) // 2, INDICATOR, tile, Ink.BAND, marks=marks)
    return wide + 10 + cell


def _turn_line(picture: TablePicture, size: int, room: int) -> str:
    """Who is to act, or what was discarded: where it is too long, only the name in it is cut."""
    content = picture.turn_text
    if text.width(content, size) <= room:
        return content
    names = (seat.name for seat in picture.seats if seat.name and seat.name in content)
    for name in sorted(names, key=len, reverse=True):
        before, _, after = content.partition(name)
        others = text.width(before + text.ELLIPSIS + after, size) - text.width(text.ELLIPSIS, size)
        shorter = text.fit(name, size, room - others)
        if shorter:
            return before + shorter + after
    return content


def _announce(board: Board, picture: TablePicture, area: tuple[int, int, int, int]) -> None:
    """Whose turn it is, until when, and the badges: one above the other, or what there is alone in the middle."""
    x, y, room, height = area
    if picture.turn_text and picture.badges:
        time = board.words((x, y + 8, room, 44), picture.until, 24, Ink.TEXT, Ink.BAND, Align.RIGHT)
        left = room - time - (12 if time else 0)
        board.words((x, y + 6, left, 44), _turn_line(picture, 28, left), 28, Ink.GOLD, Ink.BAND, Align.RIGHT)
        board.badges((x, y + 50, room, BADGE), _band_rows(picture)[0], Ink.BAND, Align.RIGHT)
    elif picture.turn_text and picture.until:
        board.words((x, y + 6, room, 44), _turn_line(picture, 30, room), 30, Ink.GOLD, Ink.BAND, Align.RIGHT)
        board.words((x, y + 48, room, 40), picture.until, 26, Ink.TEXT, Ink.BAND, Align.RIGHT)
    elif picture.turn_text:
        board.words((x, y, room, height), _turn_line(picture, 30, room), 30, Ink.GOLD, Ink.BAND, Align.RIGHT)
    else:
        rows = _band_rows(picture)
        board.badges((x, y + (height - 40) // 2, room, 40), rows[0] if rows else (), Ink.BAND, Align.RIGHT)


def _pointer(board: Board, turn: Seat, y: int, height: int) -> None:
    """A small arrow between the band and the panel of the seat that acts."""
    corner = CORNERS[turn]
    x = PAD + corner.column * (PANEL + PAD) + PANEL // 2 - 18
    if corner.below:
        board.shape((x, y + height, 36, PAD), ((0, 0), (36, 0), (18, PAD)), Ink.GOLD, Ink.CLOTH)
    else:
        board.shape((x, y - PAD, 36, PAD), ((18, 0), (36, PAD), (0, PAD)), Ink.GOLD, Ink.CLOTH)
