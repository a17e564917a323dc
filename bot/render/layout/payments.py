"""The small table of who pays whom."""

from typing import Final

from bot.render import text
from bot.render.inputs import PayRow, PayTable, RowTone
from bot.render.layout.board import Align, Board
from bot.render.theme import Ink

ROW: Final = 40
HEAD: Final = 42
INNER: Final = 14
MINUS: Final = "−"


def amount(points: int) -> str:
    """``+12``, ``−12`` or a dot for nothing."""
    if points == 0:
        return "·"
    return f"+{points}" if points > 0 else f"{MINUS}{-points}"


def payments(board: Board, table: PayTable, area: tuple[int, int, int]) -> int:
    """The table at x, y with a width; returns where it ends."""
    x, y, width = area
    if not table.names:
        return y
    height = HEAD + ROW * len(table.rows) + 12
    board.fill((x, y, width, height), Ink.BAND, Ink.CLOTH, 16)
    label = min(230, width // 3)
    column = (width - 2 * INNER - label) // len(table.names)
    for number, name in enumerate(table.names):
        left = x + INNER + label + number * column
        board.words((left + 6, y + 4, column - 6, HEAD), text.visible(name), 23, Ink.SOFT, Ink.BAND, Align.RIGHT)
    y += HEAD + 4
    for row in table.rows:
        _row(board, row, (x + INNER, y), (label, column))
        y += ROW
    return y + 8


def _row(board: Board, row: PayRow, corner: tuple[int, int], widths: tuple[int, int]) -> None:
    x, y = corner
    label, column = widths
    size = 24 if row.tone is RowTone.PAYMENT else 27
    if row.tone is RowTone.SUM:
        board.fill((x, y - 2, label + column * len(row.amounts), 2), Ink.FAINT, Ink.BAND)
    ink = Ink.TEXT if row.tone is RowTone.SUM else Ink.SOFT
    board.words((x, y + 3, label - 4, ROW - 4), row.label, 23, ink, Ink.BAND)
    for number, points in enumerate(row.amounts):
        left = x + label + number * column
        shade = Ink.SOFT if points == 0 else Ink.GAIN if points > 0 else Ink.LOSS
        shade = Ink.GOLD if row.tone is RowTone.TOTAL else shade
        shown = str(points).replace("-", MINUS) if row.tone is RowTone.TOTAL else amount(points)
        board.number((left + 8, y + 3, column - 8, ROW - 4), shown, size, shade, Ink.BAND)
