"""Readings against trying every tile for every wild one, and where the winning tile can sit."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.hand import keys_of
from bot.engine.kernel import is_seven_pairs, is_win
from bot.engine.notation import parse_tiles, print_tiles
from bot.engine.readings import (
    InPair,
    InRun,
    InTriplet,
    Pair,
    PairsReading,
    Reading,
    Run,
    SetsReading,
    Triplet,
    pairs_readings,
    parts_of,
    placements,
    readings,
    sets_readings,
    stands_for,
)
from bot.engine.tiles import ALL_TILES, HONOURS, SUIT_TILES, Tile
from tests.engine.oracle import Group, Groups, completed, counts_of, pair_readings, set_readings

DECKS = (ALL_TILES, SUIT_TILES[:9], (*SUIT_TILES[:9], *HONOURS[:2]))


def read(text: str, wilds: int = 0) -> tuple[Reading, ...]:
    return readings(keys_of(parse_tiles(text)), wilds)


def said(reading: Reading) -> str:
    return " ".join(print_tiles(part.tiles) for part in parts_of(reading))


def plain(found: tuple[Reading, ...]) -> list[tuple[Group, Groups]]:
    """What the wild tiles stand for and the groups of tiles, sorted: the oracle's form."""
    return [(stands_for(reading), tuple(sorted(part.tiles for part in parts_of(reading)))) for reading in found]


def tile(text: str) -> Tile:
    (found,) = parse_tiles(text)
    return found


# ---------------------------------------------------------------------- all readings


@pytest.mark.parametrize(
    ("text", "wilds", "expected"),
    [
        ("123m 456p EE", 0, ["123m 456p EE"]),
        ("123m 457p EE", 0, []),
        ("111222333m EE", 0, ["111m 222m 333m EE", "123m 123m 123m EE"]),
        ("111222334m EE", 0, []),
        ("11123m", 0, ["123m 11m"]),
        ("1112m 2m", 0, ["111m 22m"]),
        ("EE", 0, ["EE"]),
        ("E", 1, ["EE"]),
        ("ES", 1, []),
        ("13m EE", 1, ["123m EE"]),
        ("12m EE", 1, ["123m EE"]),
        ("11m EE", 1, ["111m EE", "EEE 11m"]),
        ("11m ES", 1, []),
        ("EEEE", 1, ["EEE EE"]),
        ("1133m5577p99s EECC", 0, ["11m 33m 55p 77p 99s EE CC"]),
        ("1111m5577p99s EECC", 0, ["11m 11m 55p 77p 99s EE CC"]),
        ("1133m5577p99s EECF", 0, []),
        ("112233m445566p77s", 0, ["123m 123m 456p 456p 77s", "11m 22m 33m 44p 55p 66p 77s"]),
    ],
)
def test_how_tiles_can_be_read(text: str, wilds: int, expected: list[str]) -> None:
    assert sorted(said(reading) for reading in read(text, wilds)) == sorted(expected)


def test_wild_tiles_alone_are_any_pair() -> None:
    assert {said(reading) for reading in read("", 2)} == {print_tiles((kind, kind)) for kind in ALL_TILES}


def test_three_wild_tiles_beside_a_pair_are_any_set_or_share_it() -> None:
    """55 sets, and each of 33 other pairs where one wild tile makes the held pair a triplet."""
    assert len(read("EE", 3)) == 34 + 21 + 33


def test_real_tiles_come_before_wild_ones() -> None:
    (first,) = [found for found in read("3345m", 1) if said(found) == "345m 33m"]
    assert first == SetsReading((Run(tile("3m")),), Pair(tile("3m"), (tile("3m"),)))


def test_the_marks_say_which_tiles_are_wild() -> None:
    assert read("13m EE", 1) == (SetsReading((Run(tile("1m"), (tile("2m"),)),), Pair(tile("E"))),)
    assert SetsReading((Triplet(tile("1m"), (tile("1m"),)),), Pair(tile("E"))) in read("11m EE", 1)
    (pairs,) = pairs_readings(keys_of(parse_tiles("113m5577p99s EECC")), 1)
    assert pairs == PairsReading(
        (
            Pair(tile("1m")),
            Pair(tile("3m"), (tile("3m"),)),
            *(Pair(kind) for kind in parse_tiles("57p 9s EC")),
        )
    )


def check(seed: int, wilds: int, sets: int, number: int) -> None:
    random = Random(seed)
    for _ in range(number):
        tiles = completed(random, sets, random.choice(DECKS))[wilds:]
        if random.random() < 0.2:
            tiles[0] = random.choice([kind for kind in ALL_TILES if tiles.count(kind) < 4])
        held, counts = keys_of(tiles), counts_of(tiles)
        found = plain(sets_readings(held, wilds))
        where = f"{print_tiles(tiles)}, {wilds} wild"
        assert len(found) == len(set(found)), where
        assert set(found) == set_readings(counts, wilds), where


@pytest.mark.parametrize(("wilds", "sets", "number"), [(0, 4, 600), (1, 4, 150), (2, 3, 30), (3, 1, 6)])
def test_every_choice_for_the_wild_tiles_is_read(wilds: int, sets: int, number: int) -> None:
    check(1, wilds, sets, number)


@pytest.mark.slow
@pytest.mark.parametrize(("wilds", "sets", "number"), [(0, 4, 6000), (1, 4, 1500), (2, 4, 100), (3, 4, 10), (4, 2, 3)])
def test_every_choice_for_the_wild_tiles_at_length(wilds: int, sets: int, number: int) -> None:
    check(2, wilds, sets, number)


@pytest.mark.parametrize(("wilds", "number"), [(0, 500), (1, 200), (2, 40), (3, 4)])
def test_every_choice_for_seven_pairs_is_read(wilds: int, number: int) -> None:
    random = Random(3)
    for _ in range(number):
        tiles = [kind for kind in random.choices(ALL_TILES[random.choice((0, 25)) :], k=7) for _ in range(2)]
        random.shuffle(tiles)
        tiles = tiles[wilds:]
        if max(map(tiles.count, tiles)) > 4:
            continue
        if random.random() < 0.2:
            tiles[0] = random.choice([kind for kind in ALL_TILES if tiles.count(kind) < 4])
        found = plain(pairs_readings(keys_of(tiles), wilds))
        assert len(found) == len(set(found))
        assert set(found) == pair_readings(counts_of(tiles), wilds), f"{print_tiles(tiles)}, {wilds} wild"


quick = settings(deadline=None, max_examples=150)


@quick
@given(st.integers(), st.integers(0, 4), st.integers(1, 4), st.booleans())
def test_a_reading_holds_the_hand_and_what_the_wild_tiles_stand_for(
    seed: int, wilds: int, sets: int, spoiled: bool
) -> None:
    random = Random(seed)
    tiles = completed(random, sets, random.choice(DECKS))[wilds:]
    if spoiled:
        tiles[0] = random.choice([kind for kind in ALL_TILES if tiles.count(kind) < 4])
    held = keys_of(tiles)
    found = readings(held, wilds)
    assert bool(found) == (is_win(held, wilds) or is_seven_pairs(held, wilds))
    assert found == readings(held, wilds)
    for reading in found:
        parts = [kind for part in parts_of(reading) for kind in part.tiles]
        assert Counter(parts) == Counter(tiles) + Counter(stands_for(reading))
        assert len(stands_for(reading)) == wilds
        assert all(kind in part.tiles for part in parts_of(reading) for kind in part.wilds)


# ---------------------------------------------------------------------- where the winning tile sits


POSITIONS = ("low", "middle", "high")


def places(text: str, wilds: int, groups: str, won: str) -> list[str]:
    """The placements of a tile in the reading that shows these groups, in words."""
    (reading,) = [reading for reading in read(text, wilds) if said(reading) == groups]
    words = []
    for place in placements(reading, tile(won)):
        match place:
            case InRun(run=run, position=position):
                words.append(f"{POSITIONS[position]} of {print_tiles(run.tiles)}")
            case InTriplet(triplet=triplet):
                words.append(f"in {print_tiles(triplet.tiles)}")
            case InPair(pair=pair):
                words.append(f"in {print_tiles(pair.tiles)}")
    return words


@pytest.mark.parametrize(
    ("text", "wilds", "groups", "won", "expected"),
    [
        ("123m EE", 0, "123m EE", "1m", ["low of 123m"]),
        ("123m EE", 0, "123m EE", "2m", ["middle of 123m"]),
        ("123m EE", 0, "123m EE", "3m", ["high of 123m"]),
        ("123m EE", 0, "123m EE", "E", ["in EE"]),
        ("123m EE", 0, "123m EE", "4m", []),
        ("123m EE", 0, "123m EE", "1p", []),
        ("111m EE", 0, "111m EE", "1m", ["in 111m"]),
        ("789m 1p 23p EE", 0, "789m 123p EE", "1p", ["low of 123p"]),
        ("789m 123p EE", 0, "789m 123p EE", "9m", ["high of 789m"]),
        ("123345m EE", 0, "123m 345m EE", "3m", ["high of 123m", "low of 345m"]),
        ("123123m EE", 0, "123m 123m EE", "3m", ["high of 123m"]),
        ("123m 11m", 0, "123m 11m", "1m", ["low of 123m", "in 11m"]),
        ("111m 123m EE", 0, "123m 111m EE", "1m", ["in 111m", "low of 123m"]),
        ("13m EE", 1, "123m EE", "2m", []),
        ("13m EE", 1, "123m EE", "3m", ["high of 123m"]),
        ("3345m", 1, "345m 33m", "3m", ["low of 345m", "in 33m"]),
        ("345m", 2, "345m 33m", "3m", ["low of 345m", "in 33m"]),
        ("45m", 3, "345m 33m", "3m", []),
        ("1133m5577p99s EECC", 0, "11m 33m 55p 77p 99s EE CC", "C", ["in CC"]),
        ("1111m5577p99s EECC", 0, "11m 11m 55p 77p 99s EE CC", "1m", ["in 11m"]),
    ],
)
def test_where_the_winning_tile_can_sit(text: str, wilds: int, groups: str, won: str, expected: list[str]) -> None:
    assert sorted(places(text, wilds, groups, won)) == sorted(expected)


@quick
@given(st.integers(), st.integers(0, 2))
def test_real_tiles_sit_somewhere_and_wild_ones_nowhere(seed: int, wilds: int) -> None:
    random = Random(seed)
    tiles = completed(random, 3, random.choice(DECKS))[wilds:]
    for reading in readings(keys_of(tiles), wilds)[:20]:
        assert all(placements(reading, kind) for kind in tiles)
        assert not any(placements(reading, kind) for kind in ALL_TILES if kind not in tiles)
