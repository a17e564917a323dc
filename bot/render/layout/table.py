"""The table: four corners in seat order, counter-clockwise from the lower left, and a band between them.

Every tile stands upright, so that a phone shows the discards half as large again as around a square table.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.engine.tiles import Seat, Tile
from bot.render import text
from bot.render.draw import DrawList, Pose
from bot.render.inputs import BadgePicture, Mark, MeldPicture, SeatPicture, TablePicture, TilePicture, Tone
from bot.render.layout.board import Align, Board, badge_width, row_width, wrapped
from bot.render.layout.melds import meld_height, meld_width, put_meld
from bot.render.layout.payments import MINUS
from bot.render.metrics import metrics
from bot.render.theme import Ink

WIDTH: Final = 960
PAD: Final = 10
INNER: Final = 12
PANEL: Final = (WIDTH - 3 * PAD) // 2
ROOM: Final = PANEL - 2 * INNER
RIVER: Final = 68
MELD: Final = 43
"""At this width two of the widest gangs fit one line; melds are larger where they take no more lines then."""
MELD_LARGEST: Final = 54
FLOWER: Final = 40
FLOWER_LINE: Final = 60
HAND: Final = 56
COLUMNS: Final = 6
ROWS_KEPT: Final = 3
"""Rows of discards that have their place from the start, so that the picture rarely changes its size."""
HEADER: Final = 46
NAME: Final = 28
NAME_SMALLEST: Final = 23
"""Letters in which a name is still whole; one that is longer is cut, in the usual size."""
POINTS: Final = 30
LINE: Final = 44
BADGE: Final = 36
SPACE: Final = 8
BAND: Final = 96
BETTORS: Final = 38
INDICATOR: Final = 54


@dataclass(frozen=True, slots=True)
class Corner:
    """Where a seat's panel is: its column and whether it lies under the band."""

    column: int
    below: bool


CORNERS: Final = (Corner(0, True), Corner(1, True), Corner(1, False), Corner(0, False))


@dataclass(frozen=True, slots=True)
class Heights:
    """The parts of a row of two panels, in pixels."""

    badges: int
    melds: int
    hand: int
    river: int

    @property
    def total(self) -> int:
        """The whole panel."""
        return INNER + HEADER + self.badges + self.melds + self.hand + self.river + INNER


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
        _heights((picture.seats[3], picture.seats[2])),
        BAND + _more_lines(picture) * LINE + (BETTORS if picture.bettors else 0),
        _heights((picture.seats[0], picture.seats[1])),
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
    return Heights(
        max(part.badges for part in heights),
        max(part.melds for part in heights),
        max(part.hand for part in heights),
        max(part.river for part in heights),
    )


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
        _Panel(board, picture.seats[seat], (x, y), heights, corner.below, ink).put()
    _band(board, picture, middle, band)
    return board.drawing(WIDTH, bottom + lower.total + PAD, picture.style)


@dataclass(frozen=True, slots=True)
class MeldBlock:
    """A seat's melds in lines, at one tile width."""

    size: int
    lines: tuple[tuple[MeldPicture, ...], ...]

    @property
    def height(self) -> int:
        """The lines together, in pixels."""
        return len(self.lines) * meld_height(self.size)


def meld_block(melds: tuple[MeldPicture, ...]) -> MeldBlock:
    """The melds at the largest width at which they take as few lines as at the smallest."""
    fewest = len(_meld_lines(melds, MELD))
    size = next(size for size in range(MELD_LARGEST, MELD - 1, -1) if len(_meld_lines(melds, size)) == fewest)
    return MeldBlock(size, tuple(tuple(line) for line in _meld_lines(melds, size)))


def _meld_lines(melds: tuple[MeldPicture, ...], size: int) -> list[list[MeldPicture]]:
    """The melds wrapped to the width of a panel."""
    lines: list[list[MeldPicture]] = []
    used = ROOM
    for meld in melds:
        wide = meld_width(meld, size) + SPACE
        if used + wide > ROOM + SPACE:
            lines.append([])
            used = 0
        lines[-1].append(meld)
        used += wide
    return lines


def _rows(tiles: tuple[TilePicture, ...], columns: int) -> list[tuple[TilePicture, ...]]:
    return [tiles[k : k + columns] for k in range(0, len(tiles), columns)]


def flowers_width(flowers: tuple[Tile, ...]) -> int:
    """How much of a line flowers take, with the space before them."""
    return len(flowers) * metrics(FLOWER).cell(Pose.UPRIGHT)[0] + (SPACE if flowers else 0)


def _head_width(seat: SeatPicture) -> int:
    """The header's wind, whole name and points, with the spaces between."""
    wind = badge_width(BadgePicture(seat.wind), HEADER - 10) + 10 if seat.wind else 0
    return wind + text.width(text.visible(seat.name), NAME) + 12 + text.width(_points(seat), POINTS)


def _points(seat: SeatPicture) -> str:
    """The points with the minus that is as wide as a plus."""
    return seat.points.replace("-", MINUS)


def badge_rows(seat: SeatPicture) -> list[tuple[BadgePicture, ...]]:
    """The badges that have lines of their own: none where they all fit the header beside the whole name."""
    if _head_width(seat) + 12 + row_width(seat.badges, BADGE) <= ROOM:
        return []
    return wrapped(seat.badges, BADGE, ROOM)


def _is_shared(seat: SeatPicture) -> bool:
    """Whether flowers stand beside the badges: where those have one line, and both fit it."""
    return len(badge_rows(seat)) == 1 and flowers_width(seat.flowers) + row_width(seat.badges, BADGE) <= ROOM


def _badge_height(seat: SeatPicture) -> int:
    """The lines of badges; flowers share the only one, or have one of their own."""
    lines = len(badge_rows(seat)) - (1 if seat.flowers and _is_shared(seat) else 0)
    return lines * LINE + (FLOWER_LINE if seat.flowers else 0)


def _heights(seats: tuple[SeatPicture, SeatPicture]) -> Heights:
    high = metrics(RIVER).cell(Pose.UPRIGHT)[1]
    melds = max(meld_block(seat.melds).height for seat in seats)
    hand = max(len(_rows(seat.hand, 7)) for seat in seats) * meld_height(HAND)
    rows = max(ROWS_KEPT, *(len(_rows(seat.discards, COLUMNS)) for seat in seats))
    badges = max(_badge_height(seat) for seat in seats)
    return Heights(
        badges=badges + (SPACE if badges else 0),
        melds=melds + (SPACE if melds else 0),
        hand=hand + (SPACE if hand else 0),
        river=rows * high + SPACE,
    )


class _Panel:
    """One seat: its name at the outer edge, then badges and melds, its discards towards the band."""

    def __init__(
        self, board: Board, seat: SeatPicture, corner: tuple[int, int], heights: Heights, below: bool, ink: Ink
    ) -> None:
        self.board = board
        self.seat = seat
        self.x, self.y = corner
        self.heights = heights
        self.below = below
        self.ink = ink

    def put(self) -> None:
        """All parts, mirrored for a seat under the band."""
        heights = self.heights
        parts = [
            (HEADER, self.header),
            (heights.badges, self.badges),
            (heights.hand, self.hand),
            (heights.melds, self.melds),
            (heights.river, self.river),
        ]
        y = self.y + INNER
        for high, put in reversed(parts) if self.below else parts:
            put(y)
            y += high

    def header(self, y: int) -> None:
        """Wind, name, badges where there is room, points."""
        seat, x = self.seat, self.x + INNER
        high = HEADER - 6
        points = text.width(_points(seat), POINTS)
        if seat.wind:
            tone = Tone.GOLD if seat.is_dealer else Tone.MUTED
            x += self.board.badge(x, y + 2, high - 4, BadgePicture(seat.wind, tone), self.ink, 120) + 10
        end = self.x + PANEL - INNER
        name, room = text.visible(seat.name), end - points - 12 - x
        size = next((size for size in range(NAME, NAME_SMALLEST - 1, -1) if text.width(name, size) <= room), NAME)
        x += self.board.words((x, y, room, high), name, size, Ink.TEXT, self.ink) + 12
        if seat.badges and not badge_rows(seat):
            self.board.badges((x, y + (high - BADGE) // 2, end - points - 12 - x, BADGE), seat.badges, self.ink)
        self.board.words((end - points, y, points, high), _points(seat), POINTS, Ink.GOLD, self.ink, Align.RIGHT)

    def badges(self, y: int) -> None:
        """Badges from the left; flowers from the right, beside them or in a line of their own."""
        seat, left = self.seat, self.x + INNER
        x = self.x + PANEL - INNER - flowers_width(seat.flowers) + SPACE
        for flower in seat.flowers:
            x += self.board.tile(x, y, FLOWER, flower, self.ink)
        shared = bool(seat.flowers) and _is_shared(seat)
        if seat.flowers and not shared:
            y += FLOWER_LINE
        high = FLOWER_LINE if shared else LINE
        for row in badge_rows(seat):
            self.board.badges((left, y + (high - BADGE) // 2, ROOM, BADGE), row, self.ink)
            y += LINE

    def melds(self, y: int) -> None:
        """Melds in lines."""
        block = meld_block(self.seat.melds)
        for line in block.lines:
            x = self.x + INNER
            for meld in line:
                x += put_meld(self.board, x, y, block.size, meld, self.ink) + SPACE
            y += meld_height(block.size)

    def hand(self, y: int) -> None:
        """Tiles laid open, seven a row."""
        self.grid(y, _rows(self.seat.hand, 7), HAND)

    def river(self, y: int) -> None:
        """Discards, six a row."""
        self.grid(y, _rows(self.seat.discards, COLUMNS), RIVER)

    def grid(self, y: int, rows: list[tuple[TilePicture, ...]], size: int) -> None:
        """Rows of tiles."""
        for row in rows:
            x = self.x + INNER
            for tile in row:
                x += self.board.tile(x, y, size, tile.tile, self.ink, marks=tile.marks, plays_as=tile.plays_as)
            y += metrics(size).cell(Pose.UPRIGHT)[1]


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


def _band(board: Board, picture: TablePicture, y: int, height: int) -> None:
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


def turn_line(picture: TablePicture, size: int, room: int) -> str:
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
        board.words((x, y + 6, left, 44), turn_line(picture, 28, left), 28, Ink.GOLD, Ink.BAND, Align.RIGHT)
        board.badges((x, y + 50, room, BADGE), _band_rows(picture)[0], Ink.BAND, Align.RIGHT)
    elif picture.turn_text and picture.until:
        board.words((x, y + 6, room, 44), turn_line(picture, 30, room), 30, Ink.GOLD, Ink.BAND, Align.RIGHT)
        board.words((x, y + 48, room, 40), picture.until, 26, Ink.TEXT, Ink.BAND, Align.RIGHT)
    elif picture.turn_text:
        board.words((x, y, room, height), turn_line(picture, 30, room), 30, Ink.GOLD, Ink.BAND, Align.RIGHT)
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
