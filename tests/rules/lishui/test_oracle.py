"""Every hand is worth what trying every tile for every wild one finds (RULES.md L16, L17)."""

from collections import Counter
from random import Random

import pytest

from bot.engine.hand import Hand
from bot.engine.melds import AnGang, Chi, Gang, Meld, Peng, tiles_of
from bot.engine.options import Options, choose
from bot.engine.situation import By, Flag, Situation, Win
from bot.engine.tiles import ALL_TILES, HONOURS, SUIT_TILES, Seat, Tile, tile_at
from bot.rules.lishui import LISHUI
from bot.rules.lishui.wilds import is_run, proxies
from tests.rules.lishui.oracle import best_total, every_option

WINDOWS = (SUIT_TILES, HONOURS, SUIT_TILES[:9], ALL_TILES)
OPTIONS = [choose(LISHUI.options, chosen) for chosen in every_option()]


def random_situation(rng: Random, most_wilds: int) -> Situation:
    """A hand that is complete or nearly so: sets and pairs of few kinds, wild tiles and 白 put in, one tile changed."""
    while True:
        wild = rng.choice((None, *rng.sample(ALL_TILES, 12)))
        melds = tuple(_meld(rng, wild) for _ in range(rng.choice((0, 0, 0, 1, 2, 4))))
        tiles = _concealed(rng, 14 - 3 * len(melds))
        for _ in range(rng.randint(0, most_wilds) if wild is not None else 0):
            tiles[rng.randrange(len(tiles))] = wild if wild is not None else tiles[0]
        if wild is not None and proxies(wild):
            tiles = [Tile(33) if tile == wild and rng.random() < 0.4 else tile for tile in tiles]
        if rng.random() < 0.3:
            tiles[rng.randrange(len(tiles))] = rng.choice(ALL_TILES)
        rng.shuffle(tiles)
        if _possible(tiles, melds, wild, most_wilds):
            break
    by = rng.choice((By.SELF, By.SELF, By.DISCARD, By.ROB))
    return Situation(
        hand=Hand.of(tiles[1:], melds),
        tile=tiles[0],
        by=by,
        seat=Seat(rng.randrange(4)),
        source=None if by is By.SELF else Seat(0),
        wild=wild,
        flags=frozenset(flag for flag in Flag if rng.random() < 0.2),
    )


def _concealed(rng: Random, size: int) -> list[Tile]:
    match rng.randrange(4) if size == 14 else 0:
        case 1:
            return [tile for tile in rng.choices(rng.choice(WINDOWS), k=7) for _ in range(2)]
        case 2:
            ranks = [rng.choice(((1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 7), (2, 9))) for _ in range(3)]
            apart = [tile_at(suit, rank) for suit, each in zip((0, 1, 2), ranks, strict=True) for rank in each]  # type: ignore[arg-type]
            return (apart + rng.sample(HONOURS, 7) + [rng.choice(ALL_TILES)])[-14:]
        case 3:
            return rng.choices(HONOURS, k=14)
        case _:
            return _sets(rng, size)


def _sets(rng: Random, size: int) -> list[Tile]:
    window = rng.choice(WINDOWS)
    tiles: list[Tile] = []
    while len(tiles) + 2 < size:
        low = rng.choice(window)
        run = low < 27 and low % 9 < 7 and rng.random() < 0.5
        tiles += [low, Tile(low + 1), Tile(low + 2)] if run else [low] * 3
    return [*tiles, *[rng.choice(window)] * 2]


def _meld(rng: Random, wild: Tile | None) -> Meld:
    tile = rng.choice(rng.choice(WINDOWS))
    low = rng.choice(SUIT_TILES)
    ranks = (low, Tile(low + 1), Tile(low + 2))
    run = [Tile(33) if each == wild else each for each in ranks]
    return rng.choice((Peng(tile, Seat(1)), Gang(tile, Seat(1)), AnGang(tile), Chi((run[0], run[1], run[2]), Seat(1))))


def _possible(tiles: list[Tile], melds: tuple[Meld, ...], wild: Tile | None, most_wilds: int) -> bool:
    laid = [tile for meld in melds for tile in tiles_of(meld)]
    return (
        max(Counter([*tiles, *laid]).values()) <= 4
        and tiles.count(wild if wild is not None else Tile(99)) <= most_wilds
        and wild not in laid
        and all(is_run(meld, wild) for meld in melds if isinstance(meld, Chi))
    )


def check(options: Options, situation: Situation) -> bool:
    """Whether it is a win; fails where bot and oracle differ, or where the hand is not laid out as it counts."""
    verdict = LISHUI.scoring.evaluate(options, situation)
    total = verdict.total if isinstance(verdict, Win) else 0
    assert total == best_total(options, situation), (situation, verdict, dict(options))
    if isinstance(verdict, Win):
        check_layout(situation, verdict)
    return total > 0


def check_layout(situation: Situation, win: Win) -> None:
    """The tiles of the win are the hand's, 白 as itself or as what it plays as, and what the wild ones stand for."""
    wild = situation.wild
    real = [tile for tile in (*situation.hand.tiles(), situation.tile) if tile != wild]
    played = [proxies(wild).get(tile, tile) for tile in real]
    laid = Counter(tile for group in win.tiles for tile in group)
    laid.subtract(win.stands_for)
    assert +laid in (Counter(real), Counter(played))
    assert len(win.stands_for) in (13 + 1 - 3 * len(situation.hand.melds) - len(real), 0)


@pytest.mark.parametrize("seed", range(12))
def test_worth_of_a_hand(seed: int) -> None:
    rng = Random(f"oracle {seed}")
    wins = sum(check(rng.choice(OPTIONS), random_situation(rng, 2)) for _ in range(40))
    assert wins > 5, "a test of wins must see some"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_worth_of_a_hand_with_three_wild_tiles(seed: int) -> None:
    rng = Random(f"three {seed}")
    assert sum(check(rng.choice(OPTIONS), random_situation(rng, 3)) for _ in range(30)) > 3
