"""One seat's panel at the table: name and points at the outer edge, discards towards the band."""

from dataclasses import dataclass
from typing import Final

from bot.engine.tiles import Tile
from bot.render import text
from bot.render.draw import Pose
from bot.render.inputs import BadgePicture, MeldPicture, SeatPicture, TilePicture, Tone
from bot.render.layout.board import Align, Board, badge_width, row_width, wrapped
from bot.render.layout.corners import BADGE, LINE, PANEL
from bot.render.layout.melds import meld_height, meld_width, put_meld
from bot.render.layout.payments import MINUS
from bot.render.metrics import metrics
from bot.render.theme import Ink

INNER: Final = 12
ROOM: Final = PANEL - 2 * INNER
RIVER: Final = 68
MELD: Final = 43
"""At this width two of the widest gangs fit one line; melds are larger where they take no more lines then."""
MELD_LARGEST: Final = 54
FLOWER: Final = 40
FLOWER_LINE: Final = 60
HAND: Final = 56
STANDING: Final = 28
COLUMNS: Final = 6
ROWS_KEPT: Final = 3
"""Rows of discards that have their place from the start, so that the picture rarely changes its size."""
HEADER: Final = 46
NAME: Final = 28
NAME_SMALLEST: Final = 23
"""Letters in which a name is still whole; one that is longer is cut, in the usual size."""
POINTS: Final = 30
SPACE: Final = 8


@dataclass(frozen=True, slots=True)
class Heights:
    """The parts of a row of two panels, in pixels: what the seats hold, and their discards."""

    held: int
    river: int

    @property
    def total(self) -> int:
        """The whole panel."""
        return INNER + HEADER + self.held + self.river + INNER


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


def _hand_height(seat: SeatPicture) -> int:
    """Of a hand that lies open, or of the tiles that stand."""
    if seat.hand:
        return len(_rows(seat.hand, 7)) * meld_height(HAND)
    return metrics(STANDING).cell(Pose.STANDING)[1] if seat.concealed else 0


def _held(seat: SeatPicture) -> int:
    """All that stands between the header and the discards, with the space behind each part."""
    parts = (_badge_height(seat), _hand_height(seat), meld_block(seat.melds).height)
    return sum(part + SPACE for part in parts if part)


def heights_of(seats: tuple[SeatPicture, SeatPicture]) -> Heights:
    """The room that two panels side by side take."""
    high = metrics(RIVER).cell(Pose.UPRIGHT)[1]
    rows = max(ROWS_KEPT, *(len(_rows(seat.discards, COLUMNS)) for seat in seats))
    return Heights(max(_held(seat) for seat in seats), rows * high + SPACE)


class Panel:
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
        """All parts from the outer edge on, the discards beside the band."""
        heights, seat = self.heights, self.seat
        parts = [
            (_badge_height(seat), self.badges),
            (_hand_height(seat), self.hand),
            (meld_block(seat.melds).height, self.melds),
        ]
        top, bottom = self.y + INNER, self.y + heights.total - INNER
        self.header(bottom - HEADER if self.below else top)
        self.river(top if self.below else bottom - heights.river)
        y = bottom - HEADER if self.below else top + HEADER
        for high, put in parts:
            if not high:
                continue
            put(y - high - SPACE if self.below else y)
            y += -high - SPACE if self.below else high + SPACE

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
        """Tiles laid open, seven a row, or as they stand, the drawn one apart."""
        seat, x = self.seat, self.x + INNER
        self.grid(y, _rows(seat.hand, 7), HAND)
        for place in range(0 if seat.hand else seat.concealed):
            x += SPACE if place and place == seat.concealed - 1 and seat.concealed % 3 == 2 else 0
            x += self.board.tile(x, y, STANDING, None, self.ink, Pose.STANDING)

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
