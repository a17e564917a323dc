"""Seven pairs against brute force, the package ``mahjong`` and their own definition."""

from functools import partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mahjong.shanten import Shanten

from bot.engine.hand import changed, keys_of, kinds_in
from bot.engine.kernel import (
    is_seven_pairs,
    seven_pairs_best_discards,
    seven_pairs_shanten,
    seven_pairs_useful,
    seven_pairs_waits,
)
from bot.engine.notation import parse_tiles, print_tiles
from bot.engine.tiles import ALL_TILES, Tile
from tests.engine.hands import ONE_SUIT, by_trying, drawable, keys, quick, tile
from tests.engine.oracle import counts_of, dealt, filled, paired


@pytest.mark.parametrize(
    ("text", "wilds", "wins"),
    [
        ("1133m5577p99s EECC", 0, True),
        ("1133m5577p99s EECF", 0, False),
        ("1111m5577p99s EECC", 0, True),
        ("1113m5577p99s EECC", 0, False),
        ("1113m5577p99s EEC", 1, False),
        ("113m5577p99s EECC", 1, True),
        ("1135m77p99s EECC", 2, True),
        ("1111m", 4, False),
        ("1133m5577p EE", 4, True),
        ("1133m5577p EE", 3, False),
        ("1133m5577p99s EE", 0, False),
    ],
)
def test_what_are_seven_pairs(text: str, wilds: int, wins: bool) -> None:
    assert is_seven_pairs(keys(text), wilds) is wins


@pytest.mark.parametrize(
    ("text", "wilds", "number", "waited"),
    [
        ("1133m5577p99s EEC", 0, 0, "C"),
        ("1133m5577p99s ECF", 0, 1, ""),
        ("111m5577p99s EECC", 0, 0, "1m"),
        ("1111m5577p99s EEC", 0, 0, "C"),
        ("1113m5577p99s EE C", 0, 1, ""),
        ("147m258p369s ESWN", 0, 6, ""),
        ("1111222233334m", 0, 0, "4m"),
        ("113m5577p99s EEC", 1, 0, "3m C"),
    ],
)
def test_how_far_seven_pairs_are(text: str, wilds: int, number: int, waited: str) -> None:
    held = keys(text)
    assert seven_pairs_shanten(held, wilds) == number
    assert seven_pairs_waits(held, wilds) == parse_tiles(waited)


def test_one_wild_tile_waits_on_everything() -> None:
    held = keys("1133m5577p99s EE")
    assert seven_pairs_waits(held, 1) == ALL_TILES
    assert seven_pairs_waits(changed(held, tile("1m"), 2), 1) == ()


def paired_hands(random: Random, size: int) -> list[Tile]:
    kinds = random.choices(random.choice((ALL_TILES, ONE_SUIT)), k=7)
    tiles = [kind for kind in kinds for _ in range(2)]
    if max(map(tiles.count, tiles)) > 4:
        return paired_hands(random, size)
    if random.random() < 0.7:
        tiles[random.randrange(14)] = random.choice([kind for kind in ALL_TILES if tiles.count(kind) < 4])
    return random.sample(tiles, size)


def test_seven_pairs_are_those_of_trying_every_wild_tile() -> None:
    random = Random(9)
    for wilds, number in ((0, 2000), (1, 400), (2, 60), (3, 5)):
        for _ in range(number):
            tiles = paired_hands(random, 14 - wilds)
            expected = any(paired(full) for _, full in filled(counts_of(tiles), wilds))
            assert is_seven_pairs(keys_of(tiles), wilds) == expected, f"{print_tiles(tiles)}, {wilds} wild"


def test_seven_different_pairs_are_as_far_as_mahjong_says() -> None:
    random = Random(10)
    for _ in range(5_000):
        tiles = paired_hands(random, random.choice((13, 14))) if random.random() < 0.5 else dealt(random, 13)
        if max(map(tiles.count, tiles)) > 2:
            continue
        expected = Shanten.calculate_shanten_for_chiitoitsu_hand(counts_of(tiles))
        assert seven_pairs_shanten(keys_of(tiles)) == expected, print_tiles(tiles)


@quick
@given(st.integers(0, 4), st.integers())
def test_seven_pairs_by_definition(wilds: int, seed: int) -> None:
    held = keys_of(paired_hands(Random(seed), 13 - wilds))
    now = seven_pairs_shanten(held, wilds)
    after = {kind: seven_pairs_shanten(changed(held, kind, 1), wilds) for kind in drawable(held)}
    assert seven_pairs_useful(held, wilds) == tuple(kind for kind in after if after[kind] < now)
    assert seven_pairs_waits(held, wilds) == by_trying(held, partial(is_seven_pairs, wilds=wilds))
    assert bool(seven_pairs_waits(held, wilds)) == (now == 0)


@quick
@given(st.integers(0, 4), st.integers())
def test_best_discards_for_seven_pairs(wilds: int, seed: int) -> None:
    held = keys_of(paired_hands(Random(seed), 14 - wilds))
    left = {kind: seven_pairs_shanten(changed(held, kind, -1), wilds) for kind in kinds_in(held)}
    expected = tuple(
        (kind, seven_pairs_useful(changed(held, kind, -1), wilds)) for kind in left if left[kind] == min(left.values())
    )
    assert seven_pairs_best_discards(held, wilds) == expected
