"""How near a hand is to winning, from the four suit keys alone.

A complete hand is some sets (runs and triplets) and one pair. Sets never cross suits, so each suit answers
for itself: how many tiles is it short of ``j`` sets, without and with the pair? A hand is short of what the
best way of sharing the sets and the pair among the four suits is short of.

A wild tile fills any gap, also as a fifth copy of a kind. A tile still to be drawn never is a fifth copy.
"""

from functools import cache

from bot.engine.hand import Keys, changed, count_in, kinds_in, tiles_in
from bot.engine.tiles import ALL_TILES, Tile

_FAR = 99
_Costs = tuple[tuple[int, int], ...]


@cache
def _costs(key: int, ranks: int, limit: int) -> _Costs:
    """For 0..4 sets: the tiles missing without and with a pair, no more than ``limit`` alike."""
    states: dict[tuple[int, int, int, int], int] = {(0, 0, 0, 0): 0}
    for _ in range(ranks):
        key, held = divmod(key, 5)
        grown: dict[tuple[int, int, int, int], int] = {}
        for (older, newer, sets, pair), cost in states.items():
            for new in range(5 - sets if ranks == 9 else 1):
                for triplets in range(5 - sets - new):
                    for pairs in range(2 - pair):
                        used = older + newer + new + 3 * triplets + 2 * pairs
                        if used > limit:
                            continue
                        state = (newer, new, sets + new + triplets, pair + pairs)
                        total = cost + max(0, used - held)
                        if total < grown.get(state, _FAR):
                            grown[state] = total
        states = grown
    return tuple((states.get((0, 0, sets, 0), _FAR), states.get((0, 0, sets, 1), _FAR)) for sets in range(5))


def _merge(left: _Costs, right: _Costs) -> _Costs:
    return tuple(
        (
            min(left[j][0] + right[sets - j][0] for j in range(sets + 1)),
            min(
                min(left[j][0] + right[sets - j][1], left[j][1] + right[sets - j][0]) for j in range(sets + 1)
            ),
        )
        for sets in range(5)
    )


def _missing(keys: Keys, sets: int, limit: int) -> int:
    m, p, s, z = (_costs(key, 7 if suit == 3 else 9, limit) for suit, key in enumerate(keys))
    return _merge(_merge(m, p), _merge(s, z))[sets][1]


def _size(keys: Keys) -> int:
    return sum(1 for _ in tiles_in(keys))


def is_win(keys: Keys, wilds: int = 0) -> bool:
    """Whether the concealed tiles and the wild tiles are complete sets and one pair."""
    size = _size(keys) + wilds
    return size % 3 == 2 and _missing(keys, size // 3, 16) <= wilds


def is_seven_pairs(keys: Keys, wilds: int = 0) -> bool:
    """Whether 14 tiles are seven pairs; four alike are two pairs."""
    return _size(keys) + wilds == 14 and seven_pairs_shanten(keys, wilds) == -1


def shanten(keys: Keys, wilds: int = 0) -> int:
    """Tiles to exchange until one more completes the standard shape; -1 is a complete hand.

    The concealed tiles and the wild ones are 3n+1 or 3n+2 tiles, n being the sets they are to form.
    """
    size = _size(keys) + wilds
    if size % 3 == 0:
        raise ValueError(f"a hand of {size} tiles is neither waiting nor complete")
    if wilds:
        return max(-1, _missing(keys, size // 3, 16) - wilds - 1)
    return _missing(keys, size // 3, 4) - 1


def seven_pairs_shanten(keys: Keys, wilds: int = 0) -> int:
    """Tiles to exchange until one more completes seven pairs; -1 is a complete hand of 14 tiles."""
    pairs = single = 0
    for tile in kinds_in(keys):
        held = count_in(keys, tile)
        pairs += held // 2
        single += held % 2
    missing = 7 - pairs + max(0, 7 - pairs - single)
    return missing - wilds - 1


def _drawn(keys: Keys) -> tuple[tuple[Tile, Keys], ...]:
    return tuple((tile, changed(keys, tile, 1)) for tile in ALL_TILES if count_in(keys, tile) < 4)


def waits(keys: Keys, wilds: int = 0) -> tuple[Tile, ...]:
    """The kinds that complete a hand of 3n+1 tiles; a kind held four times is none."""
    return tuple(tile for tile, more in _drawn(keys) if is_win(more, wilds))


def seven_pairs_waits(keys: Keys, wilds: int = 0) -> tuple[Tile, ...]:
    """The kinds that complete seven pairs from 13 tiles; a kind held four times is none."""
    return tuple(tile for tile, more in _drawn(keys) if is_seven_pairs(more, wilds))


def useful(keys: Keys, wilds: int = 0) -> tuple[Tile, ...]:
    """The kinds that bring a hand of 3n+1 tiles one step nearer to the standard shape."""
    now = shanten(keys, wilds)
    return tuple(tile for tile, more in _drawn(keys) if shanten(more, wilds) < now)


def seven_pairs_useful(keys: Keys, wilds: int = 0) -> tuple[Tile, ...]:
    """The kinds that bring a hand of 13 tiles one step nearer to seven pairs."""
    now = seven_pairs_shanten(keys, wilds)
    return tuple(tile for tile, more in _drawn(keys) if seven_pairs_shanten(more, wilds) < now)


def best_discards(keys: Keys, wilds: int = 0) -> tuple[tuple[Tile, tuple[Tile, ...]], ...]:
    """From 3n+2 tiles: the discards that leave the lowest shanten, each with its useful kinds.

    Wild tiles are kept.
    """
    left = {tile: changed(keys, tile, -1) for tile in kinds_in(keys)}
    depth = {tile: shanten(rest, wilds) for tile, rest in left.items()}
    best = min(depth.values(), default=0)
    return tuple((tile, useful(left[tile], wilds)) for tile in left if depth[tile] == best)


def seven_pairs_best_discards(keys: Keys, wilds: int = 0) -> tuple[tuple[Tile, tuple[Tile, ...]], ...]:
    """From 14 tiles: the discards that leave the lowest seven-pairs shanten, each with its useful kinds."""
    left = {tile: changed(keys, tile, -1) for tile in kinds_in(keys)}
    depth = {tile: seven_pairs_shanten(rest, wilds) for tile, rest in left.items()}
    best = min(depth.values(), default=0)
    return tuple((tile, seven_pairs_useful(left[tile], wilds)) for tile in left if depth[tile] == best)
