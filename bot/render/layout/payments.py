"""The small table of who pays whom."""

from typing import Final

from bot.render import text
from bot.render.inputs import PayRow, PayTable, RowTone
from bot.render.layout.board import Align, Board
from bot.render.script import clean
from bot.render.theme import Ink

ROW: Final = 40
NAME: Final = 23
NAME_SMALLEST: Final = 19
"""Letters in which a name still has one line; one that is longer has two, of the usual size unless it breaks a word."""
NAME_LINE: Final = 32
LABEL: Final = 23
LABELS: Final = (120, 260)
"""The least and the most room for what a payment is for."""
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
    label = max(text.width(row.label, LABEL) for row in table.rows) + 16 if table.rows else 0
    label = min(max(label, LABELS[0]), LABELS[1])
    column = (width - 2 * INNER - label) // len(table.names)
    names = [_name(text.visible(name), column - 10) for name in table.names]
    head = NAME_LINE * max(len(lines) for _, lines in names) + 12
    board.fill((x, y, width, head + 4 + ROW * len(table.rows) + 8), Ink.BAND, Ink.CLOTH, 16)
    for number, (size, lines) in enumerate(names):
        left = x + INNER + label + number * column
        for line, part in enumerate(reversed(lines), 1):
            place = (left + 6, y + head - line * NAME_LINE, column - 6, NAME_LINE)
            board.words(place, part, size, Ink.SOFT, Ink.BAND, Align.RIGHT)
    y += head + 4
    for row in table.rows:
        _row(board, row, (x + INNER, y), (label, column))
        y += ROW
    return y + 8


def _name(name: str, room: int) -> tuple[int, list[str]]:
    """A name and the size of its letters: in one line where it fits, or in two, the second cut where it must be."""
    for size in range(NAME, NAME_SMALLEST - 1, -1):
        if text.width(name, size) <= room:
            return size, [name]
    word = clean(name).partition(" ")[0]
    size = next((size for size in range(NAME, NAME_SMALLEST - 1, -1) if text.width(word, size) <= room), NAME)
    first = text.wrap(name, size, room)[0]
    return size, [first, text.fit(clean(name)[len(first) :].strip(), size, room)]


def _row(board: Board, row: PayRow, corner: tuple[int, int], widths: tuple[int, int]) -> None:
    x, y = corner
    label, column = widths
    size = 24 if row.tone is RowTone.PAYMENT else 27
    if row.tone is RowTone.SUM:
        board.fill((x, y - 2, label + column * len(row.amounts), 2), Ink.FAINT, Ink.BAND)
    ink = Ink.TEXT if row.tone is RowTone.SUM else Ink.SOFT
    board.words((x, y + 3, label - 4, ROW - 4), row.label, LABEL, ink, Ink.BAND)
    for number, points in enumerate(row.amounts):
        if points is None:
            continue
        left = x + label + number * column
        shade = Ink.SOFT if points == 0 else Ink.GAIN if points > 0 else Ink.LOSS
        shade = Ink.GOLD if row.tone is RowTone.TOTAL else shade
        shown = str(points).replace("-", MINUS) if row.tone is RowTone.TOTAL else amount(points)
        board.number((left + 8, y + 3, column - 8, ROW - 4), shown, size, shade, Ink.BAND)
