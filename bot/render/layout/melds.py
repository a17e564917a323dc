"""How a meld lies: which tile is turned, which is face down."""

from dataclasses import dataclass
from typing import Final, assert_never

from bot.engine.melds import AnGang, BuGang, Chi, Gang, Peng
from bot.engine.tiles import Seat, Tile, distance
from bot.render.draw import Pose
from bot.render.inputs import MeldPicture
from bot.render.layout.board import Board
from bot.render.metrics import metrics
from bot.render.theme import Ink


@dataclass(frozen=True, slots=True)
class Laid:
    """One tile of a meld as it lies; None is a back."""

    tile: Tile | None
    pose: Pose = Pose.UPRIGHT
    plays_as: Tile | None = None


FACE_DOWN: Final = Laid(None)


def laid(picture: MeldPicture) -> tuple[Laid, ...]:
    """The tiles of a meld from left to right.

    The claimed tile lies on its side at the place of the seat it came from: left for the upper seat, in the
    middle for the opposite one, right for the lower one. The fourth tile of an added gang lies beside it.
    """
    meld = picture.meld
    match meld:
        case None:
            return (FACE_DOWN,) * 4
        case AnGang(tile=tile):
            return (FACE_DOWN, Laid(tile), Laid(tile), FACE_DOWN)
        case Chi():
            return _chi(meld, picture)
        case Peng(tile=tile, source=source):
            return _claimed(tile, source, picture.owner, 3)
        case Gang(tile=tile, source=source):
            return _claimed(tile, source, picture.owner, 4)
        case BuGang(tile=tile, source=source):
            row = _claimed(tile, source, picture.owner, 3)
            place = next(k for k, one in enumerate(row) if one.pose is not Pose.UPRIGHT)
            return (*row[:place], row[place], *row[place:])
        case _:
            assert_never(meld)


def _side(source: Seat, owner: Seat) -> Pose:
    return Pose.RIGHT if distance(owner, source) == 1 else Pose.LEFT


def _claimed(tile: Tile, source: Seat, owner: Seat, count: int) -> tuple[Laid, ...]:
    place = {1: count - 1, 2: 1, 3: 0}[distance(owner, source)]
    turned = Laid(tile, _side(source, owner))
    return tuple(turned if k == place else Laid(tile) for k in range(count))


def _chi(meld: Chi, picture: MeldPicture) -> tuple[Laid, ...]:
    roles = picture.plays_as or (None,) * 3
    tiles = [Laid(tile, Pose.UPRIGHT, role) for tile, role in zip(meld.tiles, roles, strict=True)]
    if meld.claimed is None or meld.claimed not in meld.tiles:
        return tuple(tiles)
    place = meld.tiles.index(meld.claimed)
    first = tiles.pop(place)
    return (Laid(first.tile, _side(meld.source, picture.owner), first.plays_as), *tiles)


def meld_width(picture: MeldPicture, size: int) -> int:
    """How wide a meld is at a tile width, in pixels."""
    measures = metrics(size)
    return sum(measures.cell(one.pose)[0] for one in laid(picture))


def meld_height(size: int) -> int:
    """How high a row of melds is."""
    return metrics(size).cell(Pose.UPRIGHT)[1]


def put_meld(board: Board, x: int, y: int, size: int, picture: MeldPicture, on: Ink) -> int:
    """A meld whose upper left corner is x, y, its tiles standing on one line; returns its width."""
    measures = metrics(size)
    high = measures.cell(Pose.UPRIGHT)[1]
    start = x
    for one in laid(picture):
        low = high - measures.cell(one.pose)[1]
        x += board.tile(x, y + low, size, one.tile, on, one.pose, plays_as=one.plays_as)
    return x - start
