"""Traits: what a row of the table of patterns can ask of a hand with yes or no, one bit each.

Some belong to the whole hand, some to a reading of it, some to the place of the winning tile. ``facts`` finds each of
them once.
"""

from typing import Final

_BIT: Final = tuple(1 << place for place in range(48))

# how it was won
SELF_DRAWN, NOT_DRAWN, DISCARDED, ROBBED, ROBBED_OR_CLAIMED, LAST_TILE, REPLACEMENT = _BIT[0:7]
READY_AT_DEAL, FIRST_DISCARD, LAST_COPY, LAST_OF_TWO = _BIT[7:11]
# the tiles of the whole hand
NO_TERMINALS, NO_YAO, CLASS_MISSING, FIVE_CLASSES, HALF_FLUSH, ONE_SUIT, ALL_HONOURS, FOUR_ALIKE = _BIT[11:19]
# the melds
CONCEALED, ALL_CLAIMED, FOUR_PENGS, ADDED_GANG, OWN_GANG, THREE_OPEN_GANGS, FOUR_OPEN_GANGS, CHI = _BIT[19:27]
# the runs: how many; two alike, two of the same ranks in different suits, 123 and 789 of a suit
TWO_RUNS, THREE_RUNS, FOUR_RUNS, TWINS, ACROSS_SUITS, ENDS = _BIT[27:33]
# the triplets, gangs among them
TRIPLETS, THREE_TRIPLETS, FOUR_TRIPLETS, HONOUR_SETS = _BIT[33:37]
# how many sets hold a 幺, and what the pair is
NO_YAO_SET, ONE_YAO_SET, THREE_YAO_SETS, FOUR_YAO_SETS, YAO_PAIR, PLAIN_PAIR, GOOD_PAIR = _BIT[37:44]
SEVEN_PAIRS = _BIT[44]
# the place of the winning tile (坎, 边, 吊)
MIDDLE, EDGE, IN_PAIR = _BIT[45:48]

BY_RUNS: Final = (
    TRIPLETS | THREE_TRIPLETS | FOUR_TRIPLETS,
    TRIPLETS | THREE_TRIPLETS,
    TRIPLETS | TWO_RUNS,
    TRIPLETS | TWO_RUNS | THREE_RUNS,
    TWO_RUNS | THREE_RUNS | FOUR_RUNS,
)
"""The traits of four sets by how many of them are runs."""
BY_YAO_SETS: Final = (NO_YAO_SET, ONE_YAO_SET, 0, THREE_YAO_SETS, FOUR_YAO_SETS)
"""The traits of four sets by how many of them hold a 幺."""
