"""What a suit lacks for 0..4 sets, without and with the pair. Tiles that serve none of them are left over.

A suit is taken apart from its lowest kind on. A tile of it is left over, or it begins a set or the pair, alone or with
others; whichever it is, the rest is a smaller suit. Sets of which no tile is held cost three and such a pair two, in
whatever suit. Honours have no runs: their costs are those of their kinds, put together like the costs of suits.

A tile that is still to be drawn is never the fifth copy of its kind, but a wild tile can stand for one. It makes a
difference only where four alike are held; then there is one row of costs for each number of fifth copies that is
allowed. In a suit (not so among honours) one fifth copy is as good as any number.

The suits of a hand have some 230 different answers, so a byte can name one.
"""

from functools import cache, lru_cache, reduce
from operator import add
from typing import Final, NamedTuple

from bot.engine.hand import UNIT
from bot.engine.kernel.numbers import Numbers
from bot.engine.tiles import HONOURS

MOST_SETS: Final = 4
_SETS: Final = range(MOST_SETS + 1)


class Costs(NamedTuple):
    """The tiles lacking for 0, 1, 2, 3, 4 sets, without and with the pair."""

    bare: tuple[int, ...]
    paired: tuple[int, ...]


class Answer(NamedTuple):
    """A number of tiles and what they lack; ``rows[n]`` with ``n`` fifth copies, the last row with more, too."""

    size: int
    rows: tuple[Costs, ...]

    def allowing(self, fifths: int) -> Costs:
        """The costs where so many fifth copies are allowed."""
        return self.rows[min(fifths, len(self.rows) - 1)]


NO_TILES: Final = Costs(tuple(3 * sets for sets in _SETS), tuple(3 * sets + 2 for sets in _SETS))


def _lower(one: Costs, other: Costs) -> Costs:
    """The lower of each cost."""
    return Costs(tuple(map(min, one.bare, other.bare)), tuple(map(min, one.paired, other.paired)))


def _distinct(rows: list[Costs]) -> tuple[Costs, ...]:
    """The rows without those at the end that repeat."""
    while len(rows) > 1 and rows[-1] == rows[-2]:
        rows.pop()
    return tuple(rows)


# ---------------------------------------------------------------------- two parts of a hand


def _share(left: tuple[int, ...], right: tuple[int, ...], sets: int) -> int:
    """The lowest cost of so many sets, some of them in one part and some in the other."""
    lowest: int = min(map(add, left[: sets + 1], right[sets::-1]))
    return lowest


def _share_paired(left: Costs, right: Costs, sets: int) -> int:
    """The same with the pair, which is in either part."""
    return min(_share(left.bare, right.paired, sets), _share(left.paired, right.bare, sets))


def _shared(left: Costs, right: Costs) -> Costs:
    """The lowest costs of two parts together: some of the sets are in one part and some in the other."""
    (_, a, b, c, d), (v, w, x, y, z) = left
    (_, e, f, g, h), (p, q, r, s, t) = right
    bare = (0, min(a, e), min(b, a + e, f), min(c, b + e, a + f, g), min(d, c + e, b + f, a + g, h))
    paired = (
        min(v, p),
        min(w, v + e, q, p + a),
        min(x, w + e, v + f, r, q + a, p + b),
        min(y, x + e, w + f, v + g, s, r + a, q + b, p + c),
        min(z, y + e, x + f, w + g, v + h, t, s + a, r + b, q + c, p + d),
    )
    return Costs(bare, paired)


def together(left: Answer, right: Answer) -> Answer:
    """What the tiles of two suits, or of two kinds of honours, lack together."""
    rows = [
        reduce(_lower, [_shared(left.allowing(own), right.allowing(fifths - own)) for own in range(fifths + 1)])
        for fifths in range(len(left.rows) + len(right.rows) - 1)
    ]
    return Answer(left.size + right.size, _distinct(rows))


def lacking(left: Answer, right: Answer, sets: int, fifths: int) -> int:
    """How many tiles two answers lack for so many sets and the pair, with so many fifth copies."""
    return min(_share_paired(left.allowing(own), right.allowing(fifths - own), sets) for own in range(fifths + 1))


# ---------------------------------------------------------------------- numbers of answers

_ANSWERS: Final = Numbers[Answer](start=1)
"""0 stands for a suit that has not been asked."""
ANSWERS: Final = _ANSWERS.things
"""The answers by number."""
SUITED_ANSWERS: Final = bytearray(5**9)
"""The number of each suit key's answer, once ``answer_suited`` has been asked for it."""
HONOUR_ANSWERS: Final = bytearray(5 ** len(HONOURS))
"""The number of each honour key's answer, once ``answer_honours`` has been asked for it."""


def answer_suited(key: int) -> int:
    """The number of a suit's answer."""
    if not SUITED_ANSWERS[key]:
        counts = _counts(key)
        rows = [_suit_costs(key)]
        if 4 in counts:
            fours = tuple([rank for rank, held in enumerate(counts) if held == 4])
            rows.insert(0, _without_fifths(key, fours))
        SUITED_ANSWERS[key] = _number_of(sum(counts), tuple(rows))
    return SUITED_ANSWERS[key]


@cache
def _number_of(size: int, rows: tuple[int, ...]) -> int:
    return _ANSWERS.of(Answer(size, _distinct([_COSTS.things[row] for row in rows])))


def answer_honours(key: int) -> int:
    """The number of the honours' answer."""
    if not HONOUR_ANSWERS[key]:
        HONOUR_ANSWERS[key] = _kinds_together(tuple(sorted(_counts(key))))
    return HONOUR_ANSWERS[key]


def _counts(key: int) -> list[int]:
    """How many are held of each rank, up to the highest that is held."""
    counts = []
    while key:
        counts.append(key % 5)
        key //= 5
    return counts


# ---------------------------------------------------------------------- taking a suit apart


class _Use(NamedTuple):
    """What tiles are used for: a set or the pair (1) or neither (0), and how many tiles it still lacks."""

    sets: int
    pairs: int
    lacking: int


_USES: Final = (
    _Use(1, 0, 0),
    _Use(1, 0, 1),
    _Use(1, 0, 2),
    _Use(0, 1, 0),
    _Use(0, 1, 1),
    _Use(0, 0, 0),
)
_SET, _SET_BUT_ONE, _SET_BUT_TWO, _PAIR, _PAIR_BUT_ONE, _LEFT_OVER = range(len(_USES))
_STEP: Final = len(_USES)
"""Costs are numbered in such steps: the number of the costs of a rest plus a use is the number of a *way*."""
_COSTS: Final = Numbers[Costs](step=_STEP)
_NO_TILES: Final = _COSTS.of(NO_TILES)


@cache
def _costs_of(way: int) -> Costs:
    """The costs of a rest and of tiles with a use."""
    use = way % _STEP
    bare, paired = _COSTS.things[way - use]
    sets, pairs, lacks = _USES[use]
    if sets:
        bare, paired = (bare[0], *bare[:-1]), (paired[0], *paired[:-1])
    bare = tuple([cost + lacks for cost in bare])
    return Costs(NO_TILES.bare, bare) if pairs else Costs(bare, tuple([cost + lacks for cost in paired]))


def _best(*ways: int) -> int:
    """The number of the lowest costs that some ways lead to."""
    return reduce(_better, ways, _NO_TILES)


@lru_cache(maxsize=1 << 13)
def _better(costs: int, way: int) -> int:
    """The number of the lower of some costs and those that a way leads to."""
    return _COSTS.of(_lower(_COSTS.things[costs], _costs_of(way)))


def _suit_costs(key: int, full: tuple[int, ...] = ()) -> int:
    """The number of a suit's costs, none of the tiles lacking being of the ``full`` ranks (0..8).

    Where no rank is full every tile can have others beside it, on one side or the other: the costs are those of the
    same tiles in lower ranks.
    """
    if not full:
        while key and not key % 5:
            key //= 5
    return _taken_apart(key, full)


@lru_cache(maxsize=1 << 13)
def _taken_apart(key: int, full: tuple[int, ...]) -> int:
    """The same, each use of the lowest tile tried."""
    if not key:
        return _NO_TILES
    low, above = 0, key
    while not above % 5:
        low, above = low + 1, above // 5
    unit, held, second, third = UNIT[low], above % 5, above // 5 % 5, above // 25 % 5
    fillable = _fillable(low, full)
    one = _suit_costs(key - unit, full)
    ways = [one + _LEFT_OVER]
    if fillable.alone:
        ways.append(one + _SET_BUT_TWO)
    if fillable.same:
        ways.append(one + _PAIR_BUT_ONE)
    if held >= 2:
        two = _suit_costs(key - 2 * unit, full)
        ways += [two + _PAIR, two + _SET_BUT_ONE] if fillable.same else [two + _PAIR]
    if held >= 3:
        ways.append(_suit_costs(key - 3 * unit, full) + _SET)
    if second and fillable.outside:
        ways.append(_suit_costs(key - 6 * unit, full) + _SET_BUT_ONE)
    if third and fillable.between:
        ways.append(_suit_costs(key - 26 * unit, full) + _SET_BUT_ONE)
    if second and third:
        ways.append(_suit_costs(key - 31 * unit, full) + _SET)
    return _best(*ways)


class _Fillable(NamedTuple):
    """What can be added to a tile to make a set: the same kind, the two others of a run (``alone``: or the same kind
    twice), the one outside of it and the next rank, the one between it and the next but one."""

    same: bool
    alone: bool
    outside: bool
    between: bool


@cache
def _fillable(rank: int, full: tuple[int, ...]) -> _Fillable:
    def free(*ranks: int) -> bool:
        return all(0 <= each < 9 and each not in full for each in ranks)

    return _Fillable(
        same=free(rank),
        alone=free(rank) or free(rank - 2, rank - 1) or free(rank - 1, rank + 1) or free(rank + 1, rank + 2),
        outside=free(rank - 1) or free(rank + 2),
        between=free(rank + 1),
    )


def _without_fifths(key: int, fours: tuple[int, ...]) -> int:
    """The costs without fifth copies of these ranks: one of the four is left over, or all are used and none lacks."""
    if not fours:
        return _suit_costs(key)
    ways = [_suit_costs(key, fours) + _LEFT_OVER]
    for rank in fours:
        others = tuple(other for other in fours if other != rank)
        ways.append(_without_fifths(key - UNIT[rank], others) + _LEFT_OVER)
    return _best(*ways)


# ---------------------------------------------------------------------- honours


def _kind(held: int) -> Answer:
    """What so many copies of one honour lack. A fifth copy adds a pair to a triplet, two make it two triplets."""
    rest = _NO_TILES
    as_set = rest + max(_SET, 3 - held)
    rows = [_best(as_set, rest + _PAIR + max(0, 2 - held)) if held else rest]
    if held == 4:
        triplet = _best(rest + _SET)
        rows.append(_best(rows[0] + _LEFT_OVER, triplet + _PAIR_BUT_ONE))
        rows.append(_best(rows[1] + _LEFT_OVER, triplet + _SET_BUT_TWO))
    return Answer(held, tuple([_COSTS.things[row] for row in rows]))


_KINDS: Final = tuple(_kind(held) for held in range(5))


@cache
def _kinds_together(counts: tuple[int, ...]) -> int:
    return _ANSWERS.of(reduce(together, [_KINDS[held] for held in counts], _KINDS[0]))
