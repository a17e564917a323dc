"""What the tests of the kernel say hands with, and ask of all tiles."""

from collections.abc import Callable

from hypothesis import settings

from bot.engine.hand import Keys, changed, count_in, keys_of
from bot.engine.notation import parse_tiles
from bot.engine.tiles import ALL_TILES, SUIT_TILES, Tile

ONE_SUIT = SUIT_TILES[:9]
quick = settings(deadline=None, max_examples=150)


def keys(text: str) -> Keys:
    return keys_of(parse_tiles(text))


def tile(text: str) -> Tile:
    (found,) = parse_tiles(text)
    return found


def drawable(held: Keys) -> list[Tile]:
    return [kind for kind in ALL_TILES if count_in(held, kind) < 4]


def by_trying(held: Keys, complete: Callable[[Keys], bool]) -> tuple[Tile, ...]:
    return tuple(kind for kind in drawable(held) if complete(changed(held, kind, 1)))
