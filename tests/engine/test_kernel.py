"""Wins, waits and distances against brute force, the package ``mahjong`` and their own definitions."""

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from itertools import count
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mahjong.agari import Agari
from mahjong.shanten import Shanten

from bot.engine.hand import Keys, changed, count_in, keys_of, kinds_in
from bot.engine.kernel import (
    best_discards,
    is_win,
    shanten,
    size_of,
    useful,
    waits,
)
from bot.engine.notation import parse_tiles, print_tiles
from bot.engine.tiles import ALL_TILES, HONOURS, SUIT_TILES, Tile
from tests.engine.hands import ONE_SUIT, by_trying, drawable, keys, quick
from tests.engine.oracle import SHORT_DECK, completed, completes, counts_of, dealt, distance

DECKS = (ALL_TILES, SUIT_TILES, SUIT_TILES[:18], ONE_SUIT, (*ONE_SUIT, *HONOURS), SHORT_DECK)
WAITING = (1, 4, 7, 10, 13)


def near(random: Random, size: int = 14) -> list[Tile]:
    """Tiles of a complete hand, one or two of them replaced by others or none."""
    deck = random.choice(DECKS)
    tiles = completed(random, 4, deck)[:size]
    for _ in range(random.randrange(3) if tiles else 0):
        others = [kind for kind in deck if tiles.count(kind) < 4]
        tiles[random.randrange(size)] = random.choice(others)
    return tiles


def by_mahjong(tiles: list[int]) -> bool:
    """Whether the package finds sets and a pair; its ``is_agari`` knows other hands of 14 tiles as well."""
    if sum(held == 2 for held in tiles) == 7 or all(tiles[kind] for kind in ORPHANS):
        return Shanten.calculate_shanten_for_regular_hand(tiles) == Shanten.AGARI_STATE
    return bool(Agari.is_agari(tiles))


ORPHANS = (0, 8, 9, 17, 18, 26, *range(27, 34))


# ---------------------------------------------------------------------- wins


@pytest.mark.parametrize(
    ("text", "wilds", "wins"),
    [
        ("123m456p789s111p EE", 0, True),
        ("123m456p789s112p EE", 0, False),
        ("EE", 0, True),
        ("ES", 0, False),
        ("ES", 1, False),
        ("E", 1, True),
        ("", 2, True),
        ("", 3, False),
        ("", 5, True),
        ("111m", 0, False),
        ("1112345678999m 5m", 0, True),
        ("1112345678999m 1p", 0, False),
        ("EEEE 123m 456p", 1, True),
        ("EEEE 123m 456p", 0, False),
        ("EEEE SSSS", 3, True),
        ("EEEE SSSS", 0, False),
        ("13m 79p 11s", 2, True),
        ("14m 79p 11s", 2, False),
        ("ESW CC", 0, False),
        ("89m 1p CC", 0, False),
    ],
)
def test_what_is_a_win(text: str, wilds: int, wins: bool) -> None:
    assert is_win(keys(text), wilds) is wins


def test_wins_are_those_of_mahjong() -> None:
    random = Random(1)
    found = 0
    for _ in range(20_000):
        tiles = near(random)
        found += by_mahjong(counts_of(tiles))
        assert is_win(keys_of(tiles)) == by_mahjong(counts_of(tiles)), print_tiles(tiles)
    assert 5_000 < found < 15_000


def short_hands(random: Random, wilds: int, sets: int) -> Iterator[list[Tile]]:
    """Hands that are complete but for so many wild tiles, and others that are not quite."""
    for number in count():
        deck = random.choice(DECKS)
        tiles = completed(random, sets, deck)[wilds:]
        if number % 3:
            others = [kind for kind in deck if tiles.count(kind) < 4]
            tiles[0] = random.choice(others)
        yield tiles


def check_wild_wins(seed: int, wilds: int, sets: int, number: int) -> None:
    hands = short_hands(Random(seed), wilds, sets)
    for tiles, _ in zip(hands, range(number), strict=False):
        expected = completes(counts_of(tiles), wilds)
        assert is_win(keys_of(tiles), wilds) == expected, f"{print_tiles(tiles)}, {wilds} wild"


@pytest.mark.parametrize(("wilds", "sets", "number"), [(1, 4, 400), (2, 3, 60), (3, 2, 8)])
def test_wins_with_wild_tiles_are_those_of_trying_them_all(wilds: int, sets: int, number: int) -> None:
    check_wild_wins(2, wilds, sets, number)


@pytest.mark.slow
@pytest.mark.parametrize(("wilds", "sets", "number"), [(1, 4, 4000), (2, 4, 400), (3, 4, 40), (4, 3, 6)])
def test_wins_with_wild_tiles_at_length(wilds: int, sets: int, number: int) -> None:
    check_wild_wins(3, wilds, sets, number)


@pytest.mark.slow
def test_the_tables_are_made_in_no_time() -> None:
    program = (
        "import time, bot.engine.hand; start = time.process_time(); import bot.engine.kernel; "
        "print(time.process_time() - start)"
    )
    said = [subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout for _ in range(5)]
    assert min(map(float, said)) < 0.1


# ---------------------------------------------------------------------- waits


@pytest.mark.parametrize(
    ("text", "wilds", "waited"),
    [
        ("23m 456p 789s 111p EE", 0, "14m"),
        ("12m 456p 789s 111p EE", 0, "3m"),
        ("13m 456p 789s 111p EE", 0, "2m"),
        ("15m 456p 789s 111p EE", 0, ""),
        ("1112345678999m", 0, "123456789m"),
        ("123m 11p EE", 0, "1p E"),
        ("1111m", 0, ""),
        ("1111m 1p", 0, ""),
        ("E", 0, "E"),
        ("1111m 44p 99s", 0, ""),
        ("EEEE 123m 456p", 0, ""),
        ("EEEE 1m", 2, "123m"),
        ("123m 456p 789s 111p", 1, "123456789m 123456789p 123456789s ESWNCFP"),
        ("123m 4p", 1, ""),
    ],
)
def test_what_completes_a_hand(text: str, wilds: int, waited: str) -> None:
    assert waits(keys(text), wilds) == parse_tiles(waited)


def test_waits_are_the_tiles_that_win() -> None:
    random = Random(4)
    ready = 0
    for _ in range(6_000):
        wilds = random.randrange(5)
        size = random.choice([size for size in WAITING if size >= wilds]) - wilds
        tiles = near(random, size)
        expected = by_trying(keys_of(tiles), partial(is_win, wilds=wilds))
        ready += bool(expected)
        assert waits(keys_of(tiles), wilds) == expected, f"{print_tiles(tiles)}, {wilds} wild"
    assert 1_000 < ready < 5_500


def test_waits_are_those_of_mahjong() -> None:
    random = Random(5)
    for _ in range(1_500):
        tiles = near(random, 13)
        held = counts_of(tiles)
        expected = tuple(
            kind
            for kind in ALL_TILES
            if held[kind] < 4 and by_mahjong([copies + (kind == other) for other, copies in enumerate(held)])
        )
        assert waits(keys_of(tiles)) == expected, print_tiles(tiles)


# ---------------------------------------------------------------------- shanten


@pytest.mark.parametrize(
    ("text", "wilds", "number"),
    [
        ("123m456p789s111p EE", 0, -1),
        ("123m456p789s11p EE", 0, 0),
        ("123m456p789s11p ES", 0, 1),
        ("147m258p369s ESWN", 0, 8),
        ("147m258p369s ESWN C", 0, 8),
        ("147m258p369s ESW", 1, 7),
        ("1111m", 0, 1),
        ("1111m", 1, -1),
        ("111m 2m", 0, 0),
        ("EEEE SSSS WWWW N", 0, 3),
        ("EEEE SSSS WWWW", 1, 2),
        ("EEE SSS WWW N", 0, 0),
        ("E", 0, 0),
        ("", 4, 0),
    ],
)
def test_how_far_a_hand_is(text: str, wilds: int, number: int) -> None:
    assert shanten(keys(text), wilds) == number


@pytest.mark.parametrize(("text", "wilds"), [("123m", 0), ("", 0), ("12m", 1), ("123m 45p", 4)])
def test_three_n_tiles_are_no_hand(text: str, wilds: int) -> None:
    with pytest.raises(ValueError, match="neither wait nor are complete"):
        shanten(keys(text), wilds)


@pytest.mark.parametrize(("seed", "hands"), [(6, 6_000), pytest.param(12, 40_000, marks=pytest.mark.slow)])
def test_shanten_is_that_of_mahjong(seed: int, hands: int) -> None:
    random = Random(seed)
    seen: set[int] = set()
    for number in range(hands):
        size = random.choice((13, 14, 14, 11, 10, 8, 7, 5, 4, 2))
        tiles = near(random, size) if number % 2 else dealt(random, size, random.choice(DECKS))
        expected = Shanten.calculate_shanten_for_regular_hand(counts_of(tiles))
        seen.add(expected)
        assert shanten(keys_of(tiles)) == expected, print_tiles(tiles)
    assert seen >= set(range(-1, 7))


def check_distances(seed: int, sizes: tuple[int, ...], number: int) -> None:
    random = Random(seed)
    for _ in range(number):
        wilds = random.randrange(5)
        size = random.choice([size for size in sizes if size >= wilds]) - wilds
        kinds = random.sample(SHORT_DECK, random.randrange(4, 12))
        tiles = dealt(random, size, kinds)
        expected = distance(counts_of(tiles), wilds)
        assert shanten(keys_of(tiles), wilds) == expected, f"{print_tiles(tiles)}, {wilds} wild"


def test_shanten_is_the_distance_from_every_complete_hand() -> None:
    check_distances(7, (1, 2, 4, 5, 7, 8, 10), 150)


@pytest.mark.slow
def test_shanten_is_the_distance_at_length() -> None:
    check_distances(8, (8, 10, 11, 13, 14), 300)


# ---------------------------------------------------------------------- properties

WALLS = st.sampled_from([[kind for kind in deck for _ in range(4)] for deck in DECKS])


@st.composite
def hands(draw: st.DrawFn, remainder: int) -> tuple[Keys, int]:
    """The keys of 3n+``remainder`` tiles with the wild ones, and the number of wild ones."""
    wilds = draw(st.integers(0, 4))
    size = draw(st.sampled_from([3 * sets + remainder for sets in range(5) if 3 * sets + remainder >= wilds]))
    wall = draw(WALLS)
    places = draw(st.lists(st.integers(0, len(wall) - 1), min_size=size - wilds, max_size=size - wilds, unique=True))
    return keys_of(wall[place] for place in places), wilds


@quick
@given(hands(1))
def test_useful_are_the_tiles_that_lower_shanten_by_one(hand: tuple[Keys, int]) -> None:
    held, wilds = hand
    now = shanten(held, wilds)
    after = {kind: shanten(changed(held, kind, 1), wilds) for kind in drawable(held)}
    assert set(after.values()) <= {now, now - 1}
    assert useful(held, wilds) == tuple(kind for kind in after if after[kind] < now)


@quick
@given(hands(1))
def test_a_hand_waits_when_nothing_else_is_lacking(hand: tuple[Keys, int]) -> None:
    held, wilds = hand
    assert bool(waits(held, wilds)) == (shanten(held, wilds) == 0)
    if shanten(held, wilds) == 0:
        assert useful(held, wilds) == waits(held, wilds)


@quick
@given(hands(2))
def test_a_complete_hand_is_one_that_lacks_nothing(hand: tuple[Keys, int]) -> None:
    held, wilds = hand
    assert is_win(held, wilds) == (shanten(held, wilds) == -1)


@quick
@given(hands(2))
def test_best_discards_leave_the_least_to_do(hand: tuple[Keys, int]) -> None:
    held, wilds = hand
    left = {kind: shanten(changed(held, kind, -1), wilds) for kind in kinds_in(held)}
    best = min(left.values(), default=0)
    expected = tuple((kind, useful(changed(held, kind, -1), wilds)) for kind in left if left[kind] == best)
    assert best_discards(held, wilds) == expected


@quick
@given(hands(1), st.permutations(range(3)))
def test_suits_can_change_places(hand: tuple[Keys, int], order: list[int]) -> None:
    held, wilds = hand
    swapped = (held[order[0]], held[order[1]], held[order[2]], held[3])
    moved = sorted(kind if kind >= 27 else Tile(9 * order.index(kind // 9) + kind % 9) for kind in waits(held, wilds))
    assert shanten(swapped, wilds) == shanten(held, wilds)
    assert list(waits(swapped, wilds)) == moved


@quick
@given(hands(1))
def test_ranks_can_be_counted_from_the_other_end(hand: tuple[Keys, int]) -> None:
    held, wilds = hand

    def mirrored(kinds: tuple[Tile, ...]) -> tuple[Tile, ...]:
        return tuple(sorted(kind if kind >= 27 else Tile(kind + 8 - 2 * (kind % 9)) for kind in kinds))

    turned = keys_of(mirrored(tuple(kind for kind in ALL_TILES for _ in range(count_in(held, kind)))))
    assert useful(turned, wilds) == mirrored(useful(held, wilds))


# ---------------------------------------------------------------------- besides


def test_tiles_are_counted() -> None:
    random = Random(11)
    for size in range(15):
        assert size_of(keys_of(dealt(random, size))) == size


def test_threads_can_ask_at_the_same_time() -> None:
    """Fresh tables in a process of its own; every thread meets the same hands in another order."""
    program = """
import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random
from bot.engine.kernel import shanten
from tests.engine.oracle import counts_of, dealt
from bot.engine.hand import keys_of
from mahjong.shanten import Shanten

sys.setswitchinterval(1e-6)
hands = [dealt(Random(number), 13) for number in range(300)]

def asked(seed):
    order = Random(seed).sample(range(300), 300)
    return {number: shanten(keys_of(hands[number])) for number in order}

with ThreadPoolExecutor(8) as pool:
    answers = list(pool.map(asked, range(8)))
right = {n: Shanten.calculate_shanten_for_regular_hand(counts_of(hand)) for n, hand in enumerate(hands)}
assert all(answer == right for answer in answers)
"""
    subprocess.run([sys.executable, "-c", program], check=True)
