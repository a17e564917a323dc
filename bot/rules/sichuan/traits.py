"""Traits: what a row of the table of patterns can ask of a hand with yes or no, one bit each.

Some belong to the whole hand, some to a reading of it. ``facts`` finds each of them once.
"""

from typing import Final

_BIT: Final = tuple(1 << place for place in range(18))

# how it was won
SELF_DRAWN, ROBBED, DEALT, FIRST_DRAW, REPLACEMENT, AFTER_GANG, LAST_TILE = _BIT[0:7]
# the whole hand: one suit, four alike, nothing but gangs of one's own laid, four sets laid
ONE_SUIT, ROOTS, CONCEALED, ALL_LAID = _BIT[7:11]
# what it is read as: seven pairs, or sets, which are all triplets or not
PAIRS, SETS, TRIPLETS, PLAIN = _BIT[11:15]
# where the winning tile can stand if nothing else was waited for
EDGE, CLOSED, SINGLE = _BIT[15:18]
