"""The rules of L16 and L17 once more, by trying every tile for every wild one: slow, and sharing nothing with the bot.

A tile is a pair: what it plays as, and what it is. They differ for 白 alone.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product

from bot.engine.melds import Chi, is_gang, tiles_of
from bot.engine.options import Options
from bot.engine.situation import By, Flag, Situation
from bot.engine.tiles import ALL_TILES, WHITE, Tile

Face = tuple[int, int]


def best_total(options: Options, situation: Situation) -> int:
    """The most that the hand is worth, 0 where it is no win."""
    if situation.by is not By.SELF and situation.tile == situation.wild:
        return 0
    hand = (*situation.hand.tiles(), situation.tile)
    wilds = hand.count(situation.wild) if situation.wild is not None else 0
    real = [_face(tile, situation.wild) for tile in hand if tile != situation.wild]
    faces = [_face(tile, situation.wild) for tile in ALL_TILES]
    if situation.wild is not None and situation.wild != WHITE:
        faces.append((situation.wild, situation.wild))
    totals = (
        _total(options, situation, [*real, *chosen], wilds)
        for chosen in combinations_with_replacement(sorted(set(faces)), wilds)
    )
    return max(totals)


def _face(tile: Tile, wild: Tile | None) -> Face:
    return (wild if wild is not None and tile == WHITE else tile, tile)


def _total(options: Options, situation: Situation, concealed: list[Face], wilds: int) -> int:
    melds = [[_face(tile, situation.wild) for tile in tiles_of(meld)] for meld in situation.hand.melds]
    faces = [*concealed, *(face for meld in melds for face in meld)]
    own = situation.by is By.SELF
    played = Counter(face[0] for face in concealed)
    chi = any(isinstance(meld, Chi) for meld in situation.hand.melds)
    worths = [
        *(4 * (not runs and not chi) for runs in _standard(played)),
        *([4] if not melds and _pairs(played) else []),
        *([4] if not melds and _apart([face[1] for face in concealed]) else []),
    ]
    honours = all(face[1] >= 27 for face in faces)
    suit = faces[0][0] // 9
    one_suit = suit < 3 and all(face[0] // 9 == suit for face in faces)
    happened = _happened(situation, bool(melds))
    three = 4 if own and wilds == 3 else 0
    found = []
    for worth in worths:
        bonus = worth + 8 * one_suit + 8 * honours
        total = bonus if own else bonus // 2
        found.append((total + three + happened) or (2 if own else 1))
    if not worths:
        loose_honours = (8 if own else 4) if honours and options["all_honours_needs_shape"] == "no" else 0
        loose_three = three if options["three_wilds"] == "any_shape" else 0
        found.append(loose_honours + loose_three and loose_honours + loose_three + happened)
    return max(found)


def _happened(situation: Situation, melded: bool) -> int:
    if situation.by is not By.SELF:
        return 4 if situation.by is By.ROB else 0
    dealer = situation.seat == situation.dealer
    gang = any(is_gang(meld) for meld in situation.hand.melds)
    return (
        8 * (Flag.DEALT in situation.flags and dealer and not melded)
        + 4 * (Flag.FIRST_DRAW in situation.flags and not dealer and not melded)
        + 4 * (Flag.REPLACEMENT in situation.flags and gang)
    )


def _standard(tiles: Counter[int]) -> Iterator[bool]:
    """For every way to part the tiles into sets and a pair: whether there is a run among them."""
    for pair in [kind for kind, copies in tiles.items() if copies >= 2]:
        rest = tiles.copy()
        rest[pair] -= 2
        yield from _sets(rest)


def _sets(tiles: Counter[int]) -> Iterator[bool]:
    low = min((kind for kind, copies in tiles.items() if copies), default=None)
    if low is None:
        yield False
        return
    for part, run in (((low,) * 3, False), ((low, low + 1, low + 2), True)):
        if run and (low >= 27 or low % 9 > 6):
            continue
        rest = tiles.copy()
        rest.subtract(part)
        if all(copies >= 0 for copies in rest.values()):
            for runs in _sets(rest):
                yield runs or run


def _pairs(tiles: Counter[int]) -> bool:
    return sum(tiles.values()) == 14 and all(copies % 2 == 0 for copies in tiles.values())


def _apart(tiles: list[int]) -> bool:
    meets = (
        one == two or (one < 27 and two < 27 and one // 9 == two // 9 and abs(one - two) < 3)
        for one, two in combinations(tiles, 2)
    )
    return len(tiles) == 14 and not any(meets)


def every_option() -> Iterator[dict[str, object]]:
    """Each choice of the two options that change what a hand is worth."""
    for honours, three in product(("yes", "no"), ("any_shape", "needs_shape")):
        yield {"all_honours_needs_shape": honours, "three_wilds": three}
