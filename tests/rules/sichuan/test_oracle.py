"""The rule set against the oracle, on hands that are put together at random."""

from collections.abc import Callable
from random import Random

import pytest

from bot.engine.hand import Hand
from bot.engine.melds import AnGang, Meld, Peng
from bot.engine.notation import print_hand, print_tile
from bot.engine.options import Options, choose
from bot.engine.situation import By, Situation, Win
from bot.engine.tiles import Seat, Tile
from bot.rules.sichuan.options import SPECS
from bot.rules.sichuan.patterns import rows
from bot.rules.sichuan.scoring import evaluate, ready_fan
from tests.rules.sichuan import oracle

HANDS = 80
VARIED = ("self_draw", "edge_closed_single", "terminals", "jiang", "extras")


def random_options(rng: Random, check_ready: str = "big") -> Options:
    """A value for every option that the oracle knows, and no cap."""
    chosen: dict[str, object] = {"cap": "none", "check_ready": check_ready}
    for spec in SPECS:
        if spec.id in VARIED and hasattr(spec, "values"):
            chosen[spec.id] = rng.choice(spec.values)
    return choose(SPECS, chosen)


def random_win(rng: Random) -> tuple[list[Tile], tuple[Meld, ...]]:
    """Fourteen tiles that win, the melded ones apart: mostly near to what the table of patterns asks for."""
    while True:
        suits = rng.sample(range(3), rng.choice((1, 2, 2)))
        ranks = rng.choice((range(9), range(9), (1, 4, 7), (0, 1, 2, 6, 7, 8)))
        kinds = [Tile(9 * suit + rank) for suit in suits for rank in ranks]
        if rng.random() < 0.25:
            tiles = [tile for tile in rng.choices(kinds, k=7) for _ in range(2)]
            melds: tuple[Meld, ...] = ()
        else:
            tiles, melds = _sets_and_pair(rng, kinds)
        everything = [*tiles, *(tile for meld in melds for tile in Hand((0, 0, 0, 0), (meld,)).all_tiles())]
        if all(everything.count(tile) <= 4 for tile in everything):
            return tiles, melds


def _sets_and_pair(rng: Random, kinds: list[Tile]) -> tuple[list[Tile], tuple[Meld, ...]]:
    tiles = [rng.choice(kinds)] * 2
    melds: list[Meld] = []
    runs = rng.random()
    for _ in range(4):
        low = rng.choice(kinds)
        if rng.random() < runs and low % 9 < 7:
            tiles += [low, Tile(low + 1), Tile(low + 2)]
        elif rng.random() < 0.5:
            melds.append(rng.choice((Peng(low, Seat(1)), AnGang(low))))
        else:
            tiles += [low] * 3
    return tiles, tuple(melds)


def cards(tiles: tuple[Tile, ...]) -> tuple[oracle.Card, ...]:
    """The oracle's form of tiles."""
    return tuple((tile // 9, tile % 9 + 1) for tile in tiles)


def laid(melds: tuple[Meld, ...]) -> tuple[oracle.Parting, ...]:
    """The oracle's form of melds: the tiles, and a second part where the meld is concealed."""
    found: list[oracle.Parting] = []
    for meld in melds:
        tiles = cards(Hand((0, 0, 0, 0), (meld,)).all_tiles())
        found.append((tiles, tiles) if isinstance(meld, AnGang) else (tiles,))
    return tuple(found)


@pytest.mark.parametrize("seed", range(HANDS))
def test_the_oracle_agrees(seed: int) -> None:
    rng = Random(seed)
    for _ in range(4):
        options = random_options(rng)
        tiles, melds = random_win(rng)
        rng.shuffle(tiles)
        tile = tiles.pop()
        by = rng.choice((By.SELF, By.DISCARD))
        hand = Hand.of(tiles, melds)
        source = None if by is By.SELF else Seat(1)
        verdict = evaluate(options, Situation(hand, tile, by, Seat(0), source))
        worths = oracle.worths(cards(hand.tiles()), laid(hand.melds), cards((tile,))[0], options, by is By.SELF)
        got = verdict.total if isinstance(verdict, Win) else None
        assert got == max(worths, default=None), (print_hand(hand), print_tile(tile), by, dict(options), verdict)


@pytest.mark.parametrize(("check_ready", "choice"), [("big", max), ("small", min)])
def test_readiness_is_the_best_or_the_worst_of_all(check_ready: str, choice: Callable[[list[int]], int]) -> None:
    rng = Random(check_ready)
    for _ in range(60):
        options = random_options(rng, check_ready=check_ready)
        plain = {**options, "edge_closed_single": "off"}
        tiles, melds = random_win(rng)
        rng.shuffle(tiles)
        tiles.pop()
        hand = Hand.of(tiles, melds)
        concealed, meld_cards = cards(hand.tiles()), laid(hand.melds)
        found = [
            worth
            for card in oracle.waits(concealed, meld_cards)
            for worth in oracle.worths(concealed, meld_cards, card, plain, by_self=False)
        ]
        assert ready_fan(options, hand, None) == (choice(found) if found else None), print_hand(hand)


def test_every_row_has_an_id_of_its_own() -> None:
    options = choose(SPECS, {"terminals": 2, "jiang": 3, "extras": "on"})
    ids = [row.id for row in rows(options)]
    assert len(ids) == len(set(ids)) == 21
