"""What a tile is: a small integer that names a kind, not a copy.

``0..8`` 1m..9m 万, ``9..17`` 1p..9p 筒, ``18..26`` 1s..9s 条, ``27..30`` E S W N,
``31..33`` C F P (中发白), ``34..41`` H1..H8 flowers. The order of the integers is the canonical order.
"""

from enum import IntEnum
from typing import Final, NewType

Tile = NewType("Tile", int)
Seat = NewType("Seat", int)

SEATS: Final = (Seat(0), Seat(1), Seat(2), Seat(3))


class Suit(IntEnum):
    """The three suits of ranks 1 to 9, and the honours as a fourth."""

    M = 0
    P = 1
    S = 2
    HONOUR = 3


PLAYABLE: Final = 34
"""Kinds that a hand can hold; flowers come after them."""
KINDS: Final = 42

CODES: Final[tuple[str, ...]] = (
    *(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)),
    *"ESWNCFP",
    *(f"H{number}" for number in range(1, 9)),
)
ALL_TILES: Final = tuple(Tile(kind) for kind in range(PLAYABLE))
SUIT_TILES: Final = tuple(Tile(kind) for kind in range(27))
HONOURS: Final = tuple(Tile(kind) for kind in range(27, 34))
WINDS: Final = HONOURS[:4]
DRAGONS: Final = HONOURS[4:]
FLOWERS: Final = tuple(Tile(kind) for kind in range(34, 42))
EAST, SOUTH, WEST, NORTH = WINDS
RED, GREEN, WHITE = DRAGONS

_SUITS: Final = tuple(Suit(min(kind // 9, 3)) for kind in range(KINDS))


def suit_of(tile: Tile) -> Suit:
    """The suit of a playable tile; honours (and flowers) are ``Suit.HONOUR``."""
    return _SUITS[tile]


def rank_of(tile: Tile) -> int:
    """1..9 for a suited tile, 1..7 for E S W N C F P."""
    return tile % 9 + 1


def tile_at(suit: Suit, rank: int) -> Tile:
    """The tile of a suit and a rank (1..9, honours 1..7)."""
    return Tile(suit * 9 + rank - 1)


def is_suited(tile: Tile) -> bool:
    """Whether the tile has a rank that runs are made of."""
    return tile < 27


def is_honour(tile: Tile) -> bool:
    """Whether the tile is a wind or a dragon."""
    return 27 <= tile < PLAYABLE


def is_flower(tile: Tile) -> bool:
    """Whether the tile is a flower, which is laid open and replaced when drawn."""
    return tile >= PLAYABLE


def is_terminal(tile: Tile) -> bool:
    """Whether the tile is a 1 or a 9 of a suit."""
    return tile < 27 and tile % 9 in (0, 8)


def lower(seat: Seat, steps: int = 1) -> Seat:
    """The seat that plays ``steps`` after this one (counter-clockwise)."""
    return SEATS[(seat + steps) % 4]


def distance(start: Seat, seat: Seat) -> int:
    """How many seats after ``start`` this one plays: 0 for itself, 3 for the upper seat."""
    return (seat - start) % 4
