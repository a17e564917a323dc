"""Traits: all that the table of patterns asks of a hand, one bit each (RULES.md L16, L17)."""

from typing import Final

from bot.rules.lishui.shapes import Shape

_BIT: Final = tuple(1 << place for place in range(11))

# the tiles: one suit, honours alone, and all 财神 in a hand that draws its last tile itself
ONE_SUIT, HONOURS, THREE_WILDS = _BIT[0:3]
# how it was won
DEALT, FIRST_DRAW, REPLACEMENT, ROBBED = _BIT[3:7]
# what it is complete as, and whether it is complete as anything
SHAPED, PAIRS, TRIPLETS, SCATTERED = _BIT[7:11]

OF_SHAPE: Final = {
    Shape.TRIPLETS: SHAPED | TRIPLETS,
    Shape.SETS: SHAPED,
    Shape.PAIRS: SHAPED | PAIRS,
    Shape.SCATTERED: SHAPED | SCATTERED,
    Shape.LOOSE: 0,
}
