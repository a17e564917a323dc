"""The result: every winner's hand with what it counted, then who pays whom and the running totals."""

from typing import Final

from bot.engine.melds import tiles_of
from bot.engine.tiles import Tile
from bot.render import text
from bot.render.draw import DrawList, Pose
from bot.render.inputs import HandShown, LinePicture, Mark, ResultPicture, TilePicture, WaitPicture
from bot.render.layout.board import Align, Board, row_width
from bot.render.layout.melds import meld_height, meld_width, put_meld
from bot.render.layout.payments import payments
from bot.render.metrics import metrics
from bot.render.theme import Ink

WIDTH: Final = 800
PAD: Final = 14
INNER: Final = 14
ROOM: Final = WIDTH - 2 * PAD - 2 * INNER
LARGEST: Final = 60
SMALLEST: Final = 44
"""Below this width of a tile the melds go to a line of their own."""
ALONE: Final = 52
"""The largest tile of a hand whose melds lie below it."""
APART: Final = 12
BADGE: Final = 34
LINE: Final = 36
LETTERS: Final = 25
COLUMN_GAP: Final = 28
READING: Final = 40
WAIT: Final = 40


def result_layout(picture: ResultPicture) -> DrawList:
    """The draw list of a result, 800 pixels wide."""
    board = Board()
    y = _title(board, picture)
    for hand in picture.hands:
        y = _hand(board, hand, y) + 10
    y = payments(board, picture.payments, (PAD, y, WIDTH - 2 * PAD))
    return board.drawing(WIDTH, y + PAD, picture.style)


def _title(board: Board, picture: ResultPicture) -> int:
    room = WIDTH - 2 * PAD - 12
    beside = row_width(picture.badges, 40) + 16 + text.width(picture.title, 36) <= room
    y = PAD if beside or not picture.badges else PAD + 44
    right = board.badges((PAD + 6, y, room, 40), picture.badges, Ink.CLOTH, Align.RIGHT)
    left = room - right - (16 if right else 0)
    board.words((PAD + 6, PAD - 4, left if y == PAD else room, 48), picture.title, 36, Ink.TEXT, Ink.CLOTH)
    if not picture.subtitle and y == PAD:
        return PAD + 54
    board.words((PAD + 6, PAD + 46, room if y == PAD else left, 33), picture.subtitle, 24, Ink.SOFT, Ink.CLOTH)
    return PAD + (88 if y == PAD else 96)


def _hand(board: Board, hand: HandShown, top: int) -> int:
    """One panel; returns where it ends. The panel is put first and its height set when it is known."""
    place = len(board.items)
    y = _head(board, hand, top + 10)
    y = _tiles(board, hand, y)
    y = _reading(board, hand, y)
    y = _lines(board, hand.lines, y)
    y = _waits(board, hand.waits_title, hand.waits, y)
    end = y + 10
    ground = Board()
    ground.fill((PAD, top, WIDTH - 2 * PAD, end - top), Ink.PANEL, Ink.CLOTH, 16)
    board.items[place:place] = ground.items
    return end


def _head(board: Board, hand: HandShown, y: int) -> int:
    x = PAD + INNER
    total = min(text.width(hand.total, 36), ROOM // 2)
    board.words((x + ROOM - total, y, total, 46), hand.total, 36, Ink.GOLD, Ink.PANEL, Align.RIGHT)
    room = ROOM - total - 16
    shown = text.visible(hand.name)
    badges = row_width(hand.badges, BADGE) + 14 if hand.badges else 0
    name = board.words((x, y, max(120, room - badges - 14), 46), shown, 32, Ink.TEXT, Ink.PANEL)
    x += name + 14
    left = PAD + INNER + room
    x += board.badges((x, y + 6, left - x, BADGE), hand.badges, Ink.PANEL) + (14 if hand.badges else 0)
    if text.width(hand.how, 24) <= left - x:
        board.words((x, y, left - x, 46), hand.how, 24, Ink.SOFT, Ink.PANEL)
        return y + 52
    board.words((PAD + INNER, y + 46, ROOM, 34), hand.how, 24, Ink.SOFT, Ink.PANEL)
    return y + 86


def _tiles(board: Board, hand: HandShown, y: int) -> int:
    """Concealed tiles, the winning tile apart, melds and flowers: in one line, or the melds below."""
    tiles = len(hand.concealed) + (1 if hand.winning else 0)
    for size in range(LARGEST, SMALLEST - 1, -1):
        wide = tiles * metrics(size).cell(Pose.UPRIGHT)[0] + (APART if hand.winning else 0)
        melds = sum(meld_width(meld, size) + APART for meld in hand.melds)
        flowers = len(hand.flowers) * metrics(size).cell(Pose.UPRIGHT)[0] + (APART if hand.flowers else 0)
        if wide + melds + flowers <= ROOM:
            x = _concealed(board, hand, size, y)
            _fixed(board, hand, size, (x, y))
            return y + meld_height(size) + 8
    size = next(s for s in range(ALONE, 8, -1) if tiles * metrics(s).cell(Pose.UPRIGHT)[0] + APART <= ROOM)
    _concealed(board, hand, size, y)
    y += meld_height(size) + 6
    return _fixed(board, hand, SMALLEST, (PAD + INNER - APART, y)) + 8


def _concealed(board: Board, hand: HandShown, size: int, y: int) -> int:
    x = PAD + INNER
    for tile in hand.concealed:
        x += _put(board, x, y, size, tile)
    if hand.winning is not None:
        x += APART
        won = hand.winning
        marked = TilePicture(won.tile, won.marks | {Mark.WINNING}, won.plays_as)
        x += _put(board, x, y, size, marked)
    return x


def _put(board: Board, x: int, y: int, size: int, tile: TilePicture) -> int:
    return board.tile(x, y, size, tile.tile, Ink.PANEL, marks=tile.marks, plays_as=tile.plays_as)


def _fixed(board: Board, hand: HandShown, size: int, start: tuple[int, int]) -> int:
    """Melds, wrapped at the panel's edge, then flowers, in one line; returns where they end."""
    x, y = start
    end = PAD + INNER + ROOM
    for meld in hand.melds:
        wide = meld_width(meld, size)
        if x + APART + wide > end:
            x, y = PAD + INNER - APART, y + meld_height(size)
        x += APART + put_meld(board, x + APART, y, size, meld, Ink.PANEL)
    x += APART if hand.flowers else 0
    if hand.melds and x + len(hand.flowers) * metrics(size).cell(Pose.UPRIGHT)[0] > end:
        x, y = PAD + INNER, y + meld_height(size)
    for flower in hand.flowers:
        x += board.tile(x, y, size, flower, Ink.PANEL)
    return y + meld_height(size)


def reading_of(hand: HandShown) -> tuple[tuple[TilePicture, Tile], ...]:
    """Which tiles stood for which, each pair once."""
    every = (*hand.concealed, *((hand.winning,) if hand.winning else ()))
    pairs = [(TilePicture(tile.tile, tile.marks & {Mark.WILD}), tile.plays_as) for tile in every]
    pairs += [
        (TilePicture(tile), role)
        for meld in hand.melds
        if meld.meld is not None and meld.plays_as
        for tile, role in zip(tiles_of(meld.meld), meld.plays_as, strict=True)
    ]
    return tuple((shown, role) for shown, role in pairs if role is not None)


def _reading(board: Board, hand: HandShown, y: int) -> int:
    """What each wild tile stood for: the tile, an arrow, the other tile."""
    pairs = reading_of(hand)
    if not pairs:
        return y
    x = PAD + INNER
    cell, high = metrics(READING).cell(Pose.UPRIGHT)
    wide = 2 * cell + 34
    for shown, role in pairs:
        if x + wide > PAD + INNER + ROOM:
            x, y = PAD + INNER, y + high
        board.tile(x, y, READING, shown.tile, Ink.PANEL, marks=shown.marks)
        arrow = ((0.0, 7.0), (10.0, 7.0), (10.0, 1.0), (20.0, 10.0), (10.0, 19.0), (10.0, 13.0), (0.0, 13.0))
        board.shape((x + cell + 6, y + high // 2 - 10, 20, 20), arrow, Ink.GOLD, Ink.PANEL)
        board.tile(x + cell + 32, y, READING, role, Ink.PANEL)
        x += wide + 24
    return y + high + 8


def _lines(board: Board, lines: tuple[LinePicture, ...], y: int) -> int:
    """What was counted: two short lines side by side, others by themselves, a long one wrapped."""
    half = (ROOM - COLUMN_GAP) // 2
    waiting = list(lines)
    in_columns = False
    while waiting:
        entry = waiting.pop(0)
        beside = _fits(entry, half) and bool(waiting) and _fits(waiting[0], half)
        if beside:
            _line(board, waiting.pop(0), (PAD + INNER + half + COLUMN_GAP, y), half)
        in_columns = beside or (in_columns and _fits(entry, half))
        y = _line(board, entry, (PAD + INNER, y), half if in_columns else ROOM)
    return y


def _fits(entry: LinePicture, room: int) -> bool:
    return text.width(entry.text, LETTERS) + text.width(entry.worth, LETTERS) + 16 <= room


def _line(board: Board, entry: LinePicture, corner: tuple[int, int], room: int) -> int:
    """One thing counted, its worth at the right of its first line; returns where it ends."""
    x, y = corner
    worth = min(text.width(entry.worth, LETTERS), room // 2)
    board.words((x + room - worth, y, worth, LINE), entry.worth, LETTERS, Ink.GOLD, Ink.PANEL, Align.RIGHT)
    for part in text.wrap(entry.text, LETTERS, room - worth - 16):
        board.words((x, y, room - worth - 16, LINE), part, LETTERS, Ink.TEXT, Ink.PANEL)
        y += LINE
    return y


def _waits(board: Board, title: str, waits: tuple[WaitPicture, ...], y: int) -> int:
    if not waits:
        return y
    x = PAD + INNER
    high = metrics(WAIT).cell(Pose.UPRIGHT)[1]
    x += board.words((x, y, 200, high), title, 26, Ink.GOLD, Ink.PANEL) + 12
    first = x
    for wait in waits:
        label = " ".join(part for part in (wait.unseen, wait.worth) if part)
        wide = metrics(WAIT).cell(Pose.UPRIGHT)[0] + (text.width(label, 22) + 6 if label else 0) + 12
        if x + wide > PAD + INNER + ROOM and x > first:
            x, y = first, y + high
        cell = board.tile(x, y, WAIT, wait.tile, Ink.PANEL)
        board.words((x + cell + 4, y, 200, high), label, 22, Ink.SOFT, Ink.PANEL)
        x += wide
    return y + high + 6
