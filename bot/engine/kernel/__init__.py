"""How near a hand is to winning, from its four suit keys (``bot.engine.hand``) and its number of wild tiles.

A complete hand is some sets and one pair; how many sets follows from the number of concealed tiles. Sets never cross
suits. So every question is put to the suits one by one, each suit key has its answer in a table, and the answers of
four suits make that of the hand.

- ``suits``: how many wild tiles complete a suit. The tables are made at import, for every key.
- ``wins``: is it a win, and which tiles would make it one. The numbers of ``suits``, added up.
- ``costs``: how many tiles a suit lacks for so many sets, with the pair or without; some tiles may be left over.
- ``distance``: shanten, useful tiles and discards. The ``costs`` of the suits, shared out in the best way.
- ``pairs``: the same questions for seven pairs.
- ``numbers``: gives the answers of ``costs`` and ``distance`` small numbers.

A wild tile stands for any kind, also as a fifth copy of one. A tile that is still to be drawn is never a fifth copy.
"""

from bot.engine.kernel.distance import best_discards, shanten, useful
from bot.engine.kernel.pairs import (
    Discards,
    is_seven_pairs,
    seven_pairs_best_discards,
    seven_pairs_shanten,
    seven_pairs_useful,
    seven_pairs_waits,
    size_of,
)
from bot.engine.kernel.wins import is_win, waits

__all__ = [
    "Discards",
    "best_discards",
    "is_seven_pairs",
    "is_win",
    "seven_pairs_best_discards",
    "seven_pairs_shanten",
    "seven_pairs_useful",
    "seven_pairs_waits",
    "shanten",
    "size_of",
    "useful",
    "waits",
]
