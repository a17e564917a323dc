"""The hand: concealed tiles in one or two rows, the drawn tile apart, melds at the right, waits below."""

from dataclasses import dataclass
from typing import Final

from bot.engine.tiles import Tile
from bot.render import text
from bot.render.draw import DrawList, Pose
from bot.render.inputs import HandPicture, Mark, MeldPicture, Rows, TilePicture, WaitPicture
from bot.render.layout.board import Align, Board
from bot.render.layout.melds import meld_height, meld_width, put_meld
from bot.render.metrics import metrics
from bot.render.theme import Ink

WIDTH: Final = 800
PAD: Final = 18
LARGEST: Final = 104
HEADER: Final = 40
FOOT: Final = 37
MELD_SHARE: Final = 0.80
APART: Final = 0.30
"""The space before the drawn tile and the melds, in tile widths."""
STACK_GAP: Final = 10
WAIT_SIZE: Final = 50
TITLE: Final = 42
BESIDE: Final = 240
"""A wider title of the waits stands above them, not beside."""
SEPARATOR: Final = " · "
STACKED: Final = 3
"""So many melds stand one above the other: side by side they would make the tiles small."""


@dataclass(frozen=True, slots=True)
class Grid:
    """How the concealed tiles are split: tiles a row, and the drawn tile at the end of the last."""

    rows: tuple[tuple[TilePicture, ...], ...]
    drawn: TilePicture | None
    columns: float
    """The longest row in tile widths, the place of a drawn tile included."""


def grid_of(picture: HandPicture) -> Grid:
    """The rows; a place for the drawn tile is always kept, so that nothing moves when it comes.

    Four tiles stand in one row, but beside three melds, which take the room at their right, in two.
    """
    tiles = picture.concealed
    if picture.rows is Rows.ONE or len(tiles) <= (2 if len(picture.melds) == STACKED else 4):
        return Grid((tiles,), picture.drawn, len(tiles) + 1 + APART)
    first = (len(tiles) + 2) // 2
    return Grid((tiles[:first], tiles[first:]), picture.drawn, max(first, len(tiles) - first + 1 + APART))


def meld_columns(melds: tuple[MeldPicture, ...], rows: int) -> list[tuple[MeldPicture, ...]]:
    """The melds in columns of as many as there are rows."""
    return [melds[k : k + rows] for k in range(0, len(melds), rows)]


def _meld_rows(picture: HandPicture) -> int:
    """How many melds stand one above the other."""
    if picture.rows is Rows.ONE:
        return 1
    return STACKED if len(picture.melds) == STACKED else 2


def _columns_width(columns: list[tuple[MeldPicture, ...]], size: int) -> int:
    return sum(max(meld_width(meld, size) for meld in column) for column in columns)


def _size(picture: HandPicture, grid: Grid) -> int:
    """The largest tile width at which everything fits the picture."""
    columns = meld_columns(picture.melds, _meld_rows(picture))
    for size in range(LARGEST, 12, -1):
        cell = metrics(size).cell(Pose.UPRIGHT)[0]
        wide = round(grid.columns * cell) + _columns_width(columns, round(size * MELD_SHARE))
        if wide + round(len(columns) * size * APART) <= WIDTH - 2 * PAD:
            return size
    return 12


def hand_layout(picture: HandPicture) -> DrawList:
    """The draw list of a hand, 800 pixels wide."""
    board = Board()
    y = _header(board, picture)
    y = _tiles(board, picture, y)
    y = _flowers(board, picture.flowers, y)
    y = _waits(board, picture.waits_title, picture.waits, y)
    return board.drawing(WIDTH, y + PAD - 6, picture.style)


def _header(board: Board, picture: HandPicture) -> int:
    y = PAD - 6
    if not (picture.title or picture.status or picture.badges):
        return y
    room = WIDTH - 2 * PAD
    taken = board.badges((PAD, y + 4, room * 2 // 3, HEADER - 8), picture.badges, Ink.CLOTH, Align.LEFT)
    start = PAD + (taken + 12 if taken else 0)
    status = min(text.width(picture.status, 26), (WIDTH - PAD - start) * 2 // 3)
    left = WIDTH - PAD - start - status - (16 if status else 0)
    board.words((start, y, left, HEADER), _ending(picture.title, 24, left), 24, Ink.SOFT, Ink.CLOTH)
    board.words((WIDTH - PAD - status, y, status, HEADER), picture.status, 26, Ink.TEXT, Ink.CLOTH, Align.RIGHT)
    return y + HEADER + 6


def _tiles(board: Board, picture: HandPicture, top: int) -> int:
    grid = grid_of(picture)
    size = _size(picture, grid)
    cell, high = metrics(size).cell(Pose.UPRIGHT)
    last = len(grid.rows) - 1
    ends = ((grid.drawn,) if grid.drawn is not None and number == last else () for number in range(last + 1))
    feet = [_foot((*row, *end)) for row, end in zip(grid.rows, ends, strict=True)]
    small = round(size * MELD_SHARE)
    columns = meld_columns(picture.melds, _meld_rows(picture))
    wide = round(grid.columns * cell) + _columns_width(columns, small) + round(len(columns) * size * APART)
    left = (WIDTH - wide) // 2
    foot = feet[last]
    height = high * len(grid.rows) + sum(feet)
    stack = max((len(column) for column in columns), default=0)
    y = top + max(0, stack * (meld_height(small) + STACK_GAP) - STACK_GAP + foot - height)
    for number, row in enumerate(grid.rows):
        x = left
        for tile in row:
            x += _tile(board, x, y, size, tile)
        if grid.drawn is not None and number == last:
            _tile(board, x + round(cell * APART), y, size, grid.drawn)
        y += high + feet[number]
    _melds(board, columns, left + round(grid.columns * cell), y - foot, small, size)
    return y


def _foot(row: tuple[TilePicture, ...]) -> int:
    """The room under a row of tiles: more where something stands there."""
    return FOOT if any(tile.note or Mark.READY in tile.marks for tile in row) else 4


def _melds(board: Board, columns: list[tuple[MeldPicture, ...]], x: int, bottom: int, small: int, size: int) -> None:
    """Melds in columns, the first of each column above."""
    high = meld_height(small)
    for column in columns:
        x += round(size * APART)
        for number, meld in enumerate(column):
            y = bottom - (len(column) - number) * high - (len(column) - 1 - number) * STACK_GAP
            put_meld(board, x, y, small, meld, Ink.CLOTH)
        x += max(meld_width(meld, small) for meld in column)


def _tile(board: Board, x: int, y: int, size: int, tile: TilePicture) -> int:
    width = board.tile(x, y, size, tile.tile, Ink.CLOTH, marks=tile.marks, plays_as=tile.plays_as)
    below = y + metrics(size).cell(Pose.UPRIGHT)[1]
    if Mark.READY in tile.marks:
        board.shape((x + width // 2 - 11, below + 1, 22, 12), ((11, 0), (22, 12), (0, 12)), Ink.GREEN, Ink.CLOTH)
        board.words((x, below + 13, width, 24), tile.note, 18, Ink.TEXT, Ink.CLOTH, Align.CENTRE)
    elif tile.note:
        board.words((x, below, width, FOOT), tile.note, 20, Ink.SOFT, Ink.CLOTH, Align.CENTRE)
    return width


def _flowers(board: Board, flowers: tuple[Tile, ...], y: int) -> int:
    if not flowers:
        return y
    x = PAD
    for flower in flowers:
        x += board.tile(x, y + 6, 44, flower, Ink.CLOTH)
    return y + 6 + meld_height(44)


def _ending(title: str, size: int, room: int) -> str:
    """The title without as many of its first parts as there is no room for: the last ones say most."""
    while text.width(title, size) > room and SEPARATOR in title:
        title = title.partition(SEPARATOR)[2]
    return title


def _waits(board: Board, title: str, waits: tuple[WaitPicture, ...], y: int) -> int:
    """A band of the tiles that complete the hand, wrapped where they are many."""
    if not waits and not title:
        return y
    top = y + 10
    cells = [_wait_width(wait) for wait in waits]
    beside = text.width(title, 28) + 14 if title else 0
    above = TITLE if beside > BESIDE else 0
    start = PAD + 8 if above else PAD + 14 + beside
    end = WIDTH - PAD - 10
    row_height = metrics(WAIT_SIZE).cell(Pose.UPRIGHT)[1] + 8
    places: list[tuple[int, int]] = []
    x, row = start, 0
    for wide in cells:
        if x + wide > end and x > start:
            x, row = start, row + 1
        places.append((x, row))
        x += wide
    height = above + (row + 1) * row_height + 10
    board.fill((PAD - 8, top, WIDTH - 2 * PAD + 16, height), Ink.BAND, Ink.CLOTH, 14)
    room = (end - PAD - 8, above) if above else (beside, height)
    board.words((PAD + 8, top + (4 if above else 0), *room), title, 28, Ink.GOLD, Ink.BAND)
    for wait, (left, line) in zip(waits, places, strict=True):
        _wait(board, left, top + above + 8 + line * row_height, wait)
    return top + height


def _wait_width(wait: WaitPicture) -> int:
    letters = max(text.width(wait.unseen, 26), text.width(wait.worth, 22)) if wait.unseen or wait.worth else 0
    return metrics(WAIT_SIZE).cell(Pose.UPRIGHT)[0] + letters + 22


def _wait(board: Board, x: int, y: int, wait: WaitPicture) -> None:
    marks = frozenset({Mark.DIM}) if wait.left == 0 else frozenset[Mark]()
    x += board.tile(x, y, WAIT_SIZE, wait.tile, Ink.BAND, marks=marks) + 6
    high = metrics(WAIT_SIZE).cell(Pose.UPRIGHT)[1]
    half = high // 2 if wait.unseen and wait.worth else high
    ink = Ink.SOFT if wait.left == 0 else Ink.TEXT
    if wait.unseen:
        board.words((x, y, 200, half), wait.unseen, 26, ink, Ink.BAND)
    if wait.worth:
        board.words((x, y + high - half, 200, half), wait.worth, 22, Ink.GOLD, Ink.BAND)
