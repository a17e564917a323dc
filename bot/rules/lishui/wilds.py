"""The 财神 that is turned up, and the 白板 that plays in its place (RULES.md L5–L7)."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from bot.engine.hand import NO_KEYS, Hand, Keys, changed, count_in
from bot.engine.melds import Chi, Meld, tiles_of
from bot.engine.state import State
from bot.engine.tiles import WHITE, Tile, is_suited

COPIES: Final = 3
"""How many 财神 are in play: the fourth copy lies open."""


def wild_of(state: State) -> Tile | None:
    """The face that is wild in this hand; None before it is turned up."""
    return state.turned[0] if state.turned else None


@cache
def proxies(wild: Tile | None) -> Mapping[Tile, Tile]:
    """What plays as another tile: 白板 as the 财神's face, nothing while 白板 is the 财神 (``RULES.md L6``)."""
    return MappingProxyType({} if wild is None or wild == WHITE else {WHITE: wild})


def plays_as(tile: Tile, wild: Tile | None) -> Tile:
    """The tile that a real one counts as in runs, triplets and suits."""
    return wild if tile == WHITE and wild is not None else tile


def without_wilds(keys: Keys, wild: Tile | None) -> tuple[Keys, int]:
    """The keys with the 财神 taken out, every other tile as itself, and how many were taken out."""
    if wild is None:
        return keys, 0
    wilds = count_in(keys, wild)
    return (changed(keys, wild, -wilds), wilds) if wilds else (keys, 0)


def as_played(keys: Keys, wild: Tile | None) -> Keys:
    """Keys without 财神 in which every 白板 has become the tile it plays as."""
    if wild is None or wild == WHITE:
        return keys
    whites = count_in(keys, WHITE)
    return changed(changed(keys, WHITE, -whites), wild, whites) if whites else keys


def run_order(tiles: tuple[Tile, ...], wild: Tile | None) -> tuple[Tile, ...]:
    """The tiles in the order of the ranks that they play as."""
    return tuple(sorted(tiles, key=lambda tile: plays_as(tile, wild)))


def is_run(meld: Chi, wild: Tile | None) -> bool:
    """Whether the tiles of a chi are three consecutive ranks of a suit, in any order."""
    low, middle, high = sorted(plays_as(tile, wild) for tile in meld.tiles)
    return is_suited(high) and low // 9 == high // 9 and (low + 1, low + 2) == (middle, high)


def holds_wild(meld: Meld, wild: Tile | None) -> bool:
    """Whether a 财神 stands in the meld, which it never may (``RULES.md L7``)."""
    return wild in tiles_of(meld)


def all_wild(hand: Hand, wild: Tile | None) -> bool:
    """Whether nothing but 财神 is concealed."""
    if wild is None:
        return False
    held = hand.count(wild)
    return held > 0 and changed(hand.keys, wild, -held) == NO_KEYS
