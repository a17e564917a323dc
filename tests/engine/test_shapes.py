"""Shapes of one suit by the number of kinds they wait on."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.hand import keys_of
from bot.engine.kernel import seven_pairs_waits, waits
from bot.engine.shapes import SIZES, Shape, shapes
from bot.engine.tiles import SUIT_TILES, Suit, Tile, rank_of

ONE_SUIT = SUIT_TILES[:9]


def text(shape: Shape) -> str:
    return "".join(str(rank) for rank in shape.ranks())


def test_only_one_shape_waits_on_nine() -> None:
    (shape,) = shapes(13, 9)
    assert text(shape) == "1112345678999"
    assert shape.waits == (1, 2, 3, 4, 5, 6, 7, 8, 9)


def test_shapes_of_four_tiles_that_wait_on_three() -> None:
    assert [text(shape) for shape in shapes(4, 3)] == [
        "2223", "2333", "3334", "3444", "4445", "4555", "5556", "5666", "6667", "6777", "7778", "7888",
    ]  # fmt: skip


@pytest.mark.parametrize("size", SIZES)
def test_no_shape_is_listed_twice_and_all_are_in_order(size: int) -> None:
    for count in range(1, 10):
        listed = [shape.ranks() for shape in shapes(size, count)]
        assert listed == sorted(set(listed))
        assert all(len(ranks) == size for ranks in listed)


def test_a_size_that_never_waits_is_refused() -> None:
    with pytest.raises(ValueError, match="5 tiles never wait"):
        shapes(5, 3)


@settings(deadline=None)
@given(st.sampled_from(SIZES).flatmap(lambda size: st.lists(st.sampled_from(ONE_SUIT), min_size=size, max_size=size)))
def test_the_lists_agree_with_the_waits_of_a_hand(tiles: list[Tile]) -> None:
    held = Counter(tiles)
    if max(held.values()) > 4:
        return
    keys = keys_of(sorted(tiles))
    kinds = set(waits(keys)) | (set(seven_pairs_waits(keys)) if len(tiles) == 13 else set())
    ranks = tuple(sorted(rank_of(tile) for tile in kinds if held[tile] < 4))
    listed = {shape.ranks(): shape.waits for shape in shapes(len(tiles), len(ranks))} if ranks else {}
    assert listed.get(tuple(sorted(rank_of(tile) for tile in tiles)), ()) == ranks


def test_a_core_keeps_its_waits_to_itself() -> None:
    by_text = {text(shape): shape for shape in shapes(7, 3)}
    assert by_text["1113334"].waits == (2, 4, 5)
    assert not by_text["1113334"].core, "3334 waits on the same"
    assert by_text["2345678"].core


def test_tiles_of_a_suit() -> None:
    shape = shapes(4, 3)[0]
    assert [tile // 9 for tile in shape.tiles(Suit.S)] == [2, 2, 2, 2]
    assert [rank_of(tile) for tile in shape.waiting(Suit.P)] == list(shape.waits)
