"""Text forms: what is printed is read as the same again (docs/notation.md)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.hand import Hand
from bot.engine.melds import AnGang, BuGang, Chi, Gang, Meld, Peng
from bot.engine.notation import (
    NotationError,
    parse_hand,
    parse_meld,
    parse_spoken,
    parse_tile,
    parse_tiles,
    print_hand,
    print_meld,
    print_tile,
    print_tiles,
)
from bot.engine.tiles import ALL_TILES, FLOWERS, SEATS, SUIT_TILES

TILES = st.sampled_from(ALL_TILES)
FROM = st.sampled_from(SEATS)
RUNS = st.sampled_from([tile for tile in SUIT_TILES if tile % 9 < 7])


@st.composite
def chis(draw: Any) -> Chi:
    low = draw(RUNS)
    return Chi((low, low + 1, low + 2), draw(FROM))


MELDS: st.SearchStrategy[Meld] = st.one_of(
    chis(), *(st.builds(kind, TILES, FROM) for kind in (Peng, Gang, BuGang)), st.builds(AnGang, TILES)
)


@pytest.mark.parametrize("tile", [*ALL_TILES, *FLOWERS])
def test_a_tile_is_read_as_it_is_printed(tile: Any) -> None:
    assert parse_tile(print_tile(tile)) == tile


@given(st.lists(st.sampled_from([*ALL_TILES, *FLOWERS]), max_size=20))
def test_tiles_are_read_as_they_are_printed(tiles: list[Any]) -> None:
    assert parse_tiles(print_tiles(tiles)) == tuple(tiles)
    assert parse_spoken(print_tiles(tiles)) == tuple(tiles)


@given(MELDS)
def test_a_meld_is_read_as_it_is_printed(meld: Meld) -> None:
    assert parse_meld(print_meld(meld)) == meld


@given(st.permutations([tile for tile in ALL_TILES for _ in range(4)]), st.lists(MELDS, max_size=4))
def test_a_hand_is_read_as_it_is_printed(tiles: list[Any], melds: list[Meld]) -> None:
    hand = Hand.of(tiles[: 13 - 3 * len(melds)], tuple(melds))
    assert parse_hand(print_hand(hand)) == hand


@pytest.mark.parametrize(
    "text",
    ["0m", "10m", "m", "1x", "H9", "1m2", "chi(12m<0)", "peng(556p<0)", "peng(555p<4)", "angang(EEE)"],
)
def test_what_is_neither_tile_nor_meld_is_refused(text: str) -> None:
    read = parse_meld if "(" in text else parse_tiles
    with pytest.raises(NotationError):
        read(text)
    with pytest.raises(NotationError):
        parse_hand(f"123m {text}")
