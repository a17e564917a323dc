"""The built wall: four sides, where it is broken, and whom each dealt tile goes to.

Tiles are taken clockwise while play runs counter-clockwise, so behind the side of a seat comes that of its upper
seat. ``Chance.wall`` lists the tiles in the order of taking, beginning with the first tile of the dealer's side.
"""

from functools import cache

from bot.engine.tiles import SEATS, Seat, distance, lower


def side_start(dealer: Seat, seat: Seat, sides: tuple[int, int, int, int]) -> int:
    """The index in the built wall of the first tile in front of a seat.

    ``sides`` are the lengths in tiles, the dealer's first, then in the order of taking.
    """
    return sum(sides[: distance(seat, dealer)])


def break_index(dealer: Seat, seat: Seat, tiles: int, sides: tuple[int, int, int, int]) -> int:
    """The index at which the deal begins: after ``tiles`` tiles of the side in front of a seat."""
    return (side_start(dealer, seat, sides) + tiles) % sum(sides)


def counted(start: Seat, pips: int) -> Seat:
    """The seat that a throw points at, counted from ``start`` (which is 1) in the order of play."""
    return lower(start, pips - 1)


@cache
def jump_order(dealer: Seat) -> tuple[Seat, ...]:
    """Whom each of the 53 dealt tiles goes to: three times four each, then the dealer takes the 1st and the 5th of the
    next five (the jump), the others one each between."""
    turn = tuple(lower(dealer, step) for step in range(len(SEATS)))
    blocks = tuple(seat for _ in range(3) for seat in turn for _ in range(4))
    return (*blocks, *turn, dealer)
