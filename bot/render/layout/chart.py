"""Running totals over time: one line a person, named where it ends."""

from typing import Final

from bot.render import text
from bot.render.draw import DrawList
from bot.render.inputs import ChartPicture, SeriesPicture
from bot.render.layout.board import Align, Board
from bot.render.layout.payments import MINUS
from bot.render.theme import SERIES, Ink

WIDTH: Final = 960
HEIGHT: Final = 560
LEFT: Final = 84
RIGHT: Final = 250
TOP: Final = 78
BOTTOM: Final = 52
LABEL: Final = 34
TICKS: Final = 5


def chart_layout(picture: ChartPicture) -> DrawList:
    """The draw list of a chart, 960 by 560 pixels."""
    board = Board()
    board.words((20, 10, WIDTH - 40, 44), picture.title, 32, Ink.TEXT, Ink.CLOTH)
    taken = text.width(text.fit(picture.title, 32, WIDTH - 40), 32)
    board.words((20 + taken + 16, 14, WIDTH - 56 - taken, 40), picture.subtitle, 24, Ink.SOFT, Ink.CLOTH)
    board.fill((LEFT, TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM), Ink.PANEL, Ink.CLOTH)
    steps = max((len(series.values) for series in picture.series), default=1)
    low, high, step = scale([value for series in picture.series for value in series.values])
    _grid(board, low, high, step)
    for at, label in picture.labels:
        x = LEFT + round((WIDTH - LEFT - RIGHT) * at / max(1, steps - 1))
        wide = text.width(label, 22)
        left = max(LEFT, min(x - wide // 2, WIDTH - RIGHT - wide))
        board.words((left, HEIGHT - BOTTOM + 12, wide, 34), label, 22, Ink.SOFT, Ink.CLOTH)
    ranked = sorted(enumerate(picture.series), key=lambda entry: entry[1].values[-1] if entry[1].values else 0)
    for number, series in ranked:
        _line(board, series, SERIES[number % len(SERIES)], (low, high, steps))
    _labels(board, ranked[::-1], (low, high))
    return board.drawing(WIDTH, HEIGHT, picture.style)


def scale(values: list[int]) -> tuple[int, int, int]:
    """The lowest and highest mark of the axis, and the step between marks: 1, 2 or 5 times a power of ten."""
    low, high = min(0, *values, 0), max(0, *values, 1)
    span = high - low
    step = 1
    while step * TICKS < span:
        digits = str(step)[0]
        step = step * 5 // 2 if digits == "2" else step * 2
    return (low // step * step, -(-high // step) * step, step)


def _height(value: float, low: int, high: int) -> float:
    return (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low)


def _grid(board: Board, low: int, high: int, step: int) -> None:
    for mark in range(low, high + 1, step):
        y = TOP + round(_height(mark, low, high))
        ink = Ink.SOFT if mark == 0 else Ink.FAINT
        board.fill((LEFT, min(y, HEIGHT - BOTTOM - 2), WIDTH - LEFT - RIGHT, 2), ink, Ink.PANEL)
        label = str(mark).replace("-", MINUS)
        board.words((6, y - 17, LEFT - 16, 34), label, 22, Ink.SOFT, Ink.CLOTH, Align.RIGHT)


def _line(board: Board, series: SeriesPicture, ink: Ink, frame: tuple[int, int, int]) -> None:
    low, high, steps = frame
    if not series.values:
        return
    wide = WIDTH - LEFT - RIGHT
    points = tuple((wide * k / max(1, steps - 1), _height(value, low, high)) for k, value in enumerate(series.values))
    if len(points) == 1:
        points = (points[0], (points[0][0] + 1, points[0][1]))
    board.stroke((LEFT, TOP, wide, HEIGHT - TOP - BOTTOM), points, 4, ink, Ink.PANEL)


def spread(wanted: list[float], room: int, step: int) -> list[int]:
    """Places at least ``step`` apart and as near as can be to those wanted (ascending), within 0..room."""
    step = min(step, room // max(1, len(wanted)))
    places: list[int] = []
    for want in wanted:
        places.append(max(round(want), places[-1] + step if places else 0))
    limit = room - step
    for k in range(len(places) - 1, -1, -1):
        places[k] = min(places[k], limit)
        limit = places[k] - step
    return places


def _labels(board: Board, ranked: list[tuple[int, SeriesPicture]], frame: tuple[int, int]) -> None:
    """Names and totals at the right, from the highest down, in the colours of the lines."""
    low, high = frame
    shown = [(number, series) for number, series in ranked if series.values]
    wanted = [_height(series.values[-1], low, high) for _, series in shown]
    places = [y + TOP - LABEL // 2 for y in spread(wanted, HEIGHT - TOP - BOTTOM + LABEL, LABEL)]
    x = WIDTH - RIGHT + 14
    for (number, series), y in zip(shown, places, strict=True):
        ink = SERIES[number % len(SERIES)]
        value = str(series.values[-1]).replace("-", MINUS)
        wide = text.width(value, 24)
        board.fill((x - 8, y + LABEL // 2 - 6, 12, 12), ink, Ink.CLOTH, 6)
        board.words((x + 12, y, RIGHT - 44 - wide, LABEL), text.visible(series.name), 24, ink, Ink.CLOTH)
        board.words((WIDTH - 12 - wide, y, wide, LABEL), value, 24, ink, Ink.CLOTH, Align.RIGHT)
