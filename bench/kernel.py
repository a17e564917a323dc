"""What reading a hand costs, beside the package ``mahjong``: ``python -m bench.kernel [--seed N] [--hands N]``.

The hands: complete ones with one tile replaced, and 13-tile ones that wait (one tile taken away). Both sides get them
in the form that they are made for: ours the engine's ``Hand``, the peer lists of counts (or of tile numbers).

Every line is measured twice. *New*: each hand comes up for the first time in this run; the median of the single calls.
*Again*: the whole set in turn with the peer, ``ROUNDS`` times; the median of the rounds, a call. The goals are for the
latter.
"""

import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from time import perf_counter_ns, process_time_ns
from typing import Final, TypeVar

from mahjong.agari import Agari
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.meld import Meld as PeerMeld
from mahjong.shanten import Shanten

from bot.engine.hand import Hand
from bot.engine.kernel import best_discards, is_win, shanten, useful, waits
from bot.engine.melds import Chi, Meld, Peng, tiles_of
from bot.engine.options import Options, choose
from bot.engine.ruleset import RuleSet
from bot.engine.situation import By, Situation, Win
from bot.engine.tiles import ALL_TILES, SEATS, SUIT_TILES, Tile
from bot.rules import REGISTRY

ROUNDS: Final = 7
SCORED: Final = 500
"""Scoring is so much slower that fewer hands will do."""

Counts = list[int]


@dataclass(frozen=True, slots=True)
class Case:
    """A hand in both forms; ``tile`` is the one that completes it or was put in its place."""

    tiles: tuple[Tile, ...]
    tile: Tile
    melds: tuple[Meld, ...] = ()

    def hand(self, wilds: int = 0) -> Hand:
        """The hand; that many of its tiles are left out, and wild instead."""
        return Hand.of(self.tiles[wilds:], self.melds)

    def counts(self) -> Counts:
        """The copies of each of the 34 kinds."""
        return [self.tiles.count(tile) for tile in ALL_TILES]


def parted(random: Random, kinds: Sequence[Tile], runs: float) -> list[list[Tile]]:
    """A pair and four sets; ``runs`` is how likely each is a run."""
    lows = [tile for tile in kinds if tile < 27 and tile % 9 < 7]
    while True:
        parts = [[random.choice(kinds)] * 2]
        for _ in range(4):
            run = random.random() < runs
            low = random.choice(lows if run else kinds)
            parts.append([low, Tile(low + 1), Tile(low + 2)] if run else [low] * 3)
        if possible(parts):
            return parts


def possible(parts: Sequence[Sequence[Tile]]) -> bool:
    """Whether no kind is there more than four times."""
    tiles = [tile for part in parts for tile in part]
    return all(tiles.count(tile) <= 4 for tile in tiles)


def complete(random: Random, kinds: Sequence[Tile], runs: float = 0.75) -> list[Tile]:
    """Four sets, three of four of them runs, and a pair; in random order."""
    tiles = [tile for part in parted(random, kinds, runs) for tile in part]
    random.shuffle(tiles)
    return tiles


def replaced(random: Random, kinds: Sequence[Tile] = ALL_TILES) -> Case:
    """A complete hand with one tile replaced."""
    tiles = complete(random, kinds)
    tile = random.choice([tile for tile in kinds if tile != tiles[-1] and tiles.count(tile) < 4])
    return Case((*tiles[:-1], tile), tile)


def waiting(random: Random, kinds: Sequence[Tile] = ALL_TILES) -> Case:
    """A complete hand without one tile."""
    return without_one(complete(random, kinds))


def without_one(tiles: list[Tile], melds: tuple[Meld, ...] = ()) -> Case:
    """Shuffled tiles without the last."""
    return Case(tuple(tiles[:-1]), tiles[-1], melds)


def of_triplets(random: Random, kinds: Sequence[Tile]) -> Case:
    """Four triplets and a pair without one tile."""
    return without_one(complete(random, kinds, runs=0))


def of_pairs(random: Random, kinds: Sequence[Tile]) -> Case:
    """Seven pairs without one tile."""
    tiles = random.sample(kinds, 7) * 2
    random.shuffle(tiles)
    return without_one(tiles)


def with_melds(random: Random, kinds: Sequence[Tile], runs: float) -> Case:
    """A hand of which two sets are laid open, without one tile of the others."""
    *held, first, second = parted(random, kinds, runs)
    tiles = [tile for part in held for tile in part]
    random.shuffle(tiles)
    return without_one(tiles, (laid(first), laid(second)))


def laid(part: Sequence[Tile]) -> Meld:
    """A set as a meld, claimed from the first seat."""
    low, middle, high = part
    return Peng(low, SEATS[0]) if low == high else Chi((low, middle, high), SEATS[0], low)


# ---------------------------------------------------------------------- measuring

A = TypeVar("A")
B = TypeVar("B")
Loop = Callable[[Sequence[A]], object]
"""Does what is measured with each of its arguments."""


def empty(arguments: Sequence[object]) -> None:
    for _ in arguments:
        pass


def singly(loop: Loop[A], arguments: Sequence[A]) -> list[float]:
    """The microseconds of single calls, what the clock and the loop take left out."""
    times = []
    for argument in arguments:
        alone = (argument,)
        start = perf_counter_ns()
        empty(alone)
        middle = perf_counter_ns()
        loop(alone)
        times.append(max(1, perf_counter_ns() - 2 * middle + start) / 1000)
    return times


def together(loop: Loop[A], arguments: Sequence[A]) -> float:
    """The microseconds of a call when all are made in a row: processor time, so that others don't count."""
    start = process_time_ns()
    loop(arguments)
    return (process_time_ns() - start) / len(arguments) / 1000


def compare(what: str, goal: str, peer: Loop[A], theirs: Sequence[A], own: Loop[B], ours: Sequence[B]) -> None:
    """One line of the table."""
    new_peer, new_own = singly(peer, theirs), singly(own, ours)
    rounds = [(together(peer, theirs), together(own, ours)) for _ in range(ROUNDS)]
    ratio = median(slow / fast for slow, fast in rounds)
    slow, fast = (median(times) for times in zip(*rounds, strict=True))
    new = f"{median(new_peer):>9.2f} {median(new_own):>9.2f} {median(new_peer) / median(new_own):>7.1f}"
    whole = f"{sum(new_peer) / sum(new_own):>7.1f}"
    print(f"{what:<36} {slow:>9.2f} {fast:>9.3f} {ratio:>7.1f} {goal:>6}   {new} {whole}", flush=True)


# ---------------------------------------------------------------------- what is measured


def agari(hands: Sequence[Counts]) -> None:
    for counts in hands:
        Agari.is_agari(counts)


def agari_34(hands: Sequence[Counts]) -> None:
    for counts in hands:
        for kind in range(34):
            if counts[kind] < 4:
                counts[kind] += 1
                Agari.is_agari(counts)
                counts[kind] -= 1


def their_shanten(hands: Sequence[Counts]) -> None:
    for counts in hands:
        Shanten.calculate_shanten_for_regular_hand(counts)


def their_useful(hands: Sequence[Counts]) -> None:
    for counts in hands:
        now = Shanten.calculate_shanten_for_regular_hand(counts)
        for kind in range(34):
            if counts[kind] < 4:
                counts[kind] += 1
                assert Shanten.calculate_shanten_for_regular_hand(counts) >= now - 1
                counts[kind] -= 1


def wins(wilds: int) -> Loop[Hand]:
    def loop(hands: Sequence[Hand]) -> None:
        for hand in hands:
            is_win(hand.keys, wilds)

    return loop


def all_waits(hands: Sequence[Hand]) -> None:
    for hand in hands:
        waits(hand.keys)


def own_shanten(wilds: int) -> Loop[Hand]:
    def loop(hands: Sequence[Hand]) -> None:
        for hand in hands:
            shanten(hand.keys, wilds)

    return loop


def all_useful(hands: Sequence[Hand]) -> None:
    for hand in hands:
        useful(hand.keys)


def all_discards(hands: Sequence[Hand]) -> None:
    for hand in hands:
        best_discards(hand.keys)


def read(number: int, seed: int) -> None:
    random = Random(seed)
    near = [replaced(random) for _ in range(number)]
    near_counts = [case.counts() for case in near]
    ready = [waiting(random) for _ in range(number)]
    ready_counts = [case.counts() for case in ready]
    for wilds in range(5):
        hands = [case.hand(wilds) for case in near]
        compare(f"win, {wilds} wild / is_agari", ">= 12", agari, near_counts, wins(wilds), hands)
    hands = [case.hand() for case in ready]
    compare("waits / 34 is_agari", ">= 80", agari_34, ready_counts, all_waits, hands)
    compare("shanten of 13 / Shanten", ">= 40", their_shanten, ready_counts, own_shanten(0), hands)
    hands = [case.hand() for case in near]
    compare("shanten of 14 / Shanten", ">= 40", their_shanten, near_counts, own_shanten(0), hands)
    for wilds in (1, 4):
        hands = [case.hand(wilds) for case in near]
        compare(f"shanten, {wilds} wild / Shanten", "-", their_shanten, near_counts, own_shanten(wilds), hands)
    some = slice(number // 10)
    hands = [case.hand() for case in ready[some]]
    compare("useful tiles / 34 Shanten", "-", their_useful, ready_counts[some], all_useful, hands)
    hands = [case.hand() for case in near[some]]
    compare("best discards / Shanten", "-", their_shanten, near_counts[some], all_discards, hands)


# ---------------------------------------------------------------------- scoring

Scored = tuple[list[int], int, list[PeerMeld], HandConfig]
"""The peer's form: the numbers of 14 single tiles, four to a kind, that of the winning one, the melds, how it came."""
TSUMO: Final = HandConfig(is_tsumo=True)
HAITEI: Final = HandConfig(is_tsumo=True, is_haitei=True)
"""By the last tile: without it most hands with melds would have no yaku, and not be scored to the end."""


def estimated(hands: Sequence[Scored]) -> None:
    for tiles, tile, melds, config in hands:
        HandCalculator.estimate_hand_value(tiles, tile, melds=melds, config=config)


def scored(rules: RuleSet, options: Options) -> Loop[Situation]:
    def loop(situations: Sequence[Situation]) -> None:
        for situation in situations:
            verdict = rules.scoring.evaluate(options, situation)
            assert isinstance(verdict, Win)
            rules.scoring.payments(options, situation, verdict)

    return loop


def physical(case: Case) -> Scored:
    """The hand as the peer wants it."""
    numbers: list[int] = []

    def numbered(tile: Tile) -> int:
        numbers.append(4 * tile + sum(number // 4 == tile for number in numbers))
        return numbers[-1]

    melds = [
        PeerMeld(PeerMeld.CHI if isinstance(meld, Chi) else PeerMeld.PON, [numbered(tile) for tile in tiles_of(meld)])
        for meld in case.melds
    ]
    for tile in case.tiles:
        numbered(tile)
    won = numbered(case.tile)
    return sorted(numbers), won, melds, HAITEI if melds else TSUMO


def situation(case: Case, wilds: int = 0) -> Situation:
    """The case drawn by the second seat; a tile that the hand does not hold stands in for so many of its tiles."""
    hand = case.hand(wilds)
    if not wilds:
        return Situation(hand, case.tile, By.SELF, SEATS[1])
    wild = next(tile for tile in ALL_TILES if tile not in (*case.tiles, case.tile))
    return Situation(hand.plus(wild, wilds), case.tile, By.SELF, SEATS[1], wild=wild)


def score(seed: int) -> None:
    random = Random(seed)
    for rules in REGISTRY.values():
        kinds = SUIT_TILES[:18] if rules.id == "sichuan" else ALL_TILES
        runs = 0 if rules.id == "sichuan" else 0.75
        wins = {
            "a win": [waiting(random, kinds) for _ in range(SCORED)],
            "all triplets": [of_triplets(random, kinds) for _ in range(SCORED)],
            "seven pairs": [of_pairs(random, kinds) for _ in range(SCORED)],
            "two melds": [with_melds(random, kinds, runs) for _ in range(SCORED)],
        }
        loop = scored(rules, choose(rules.options, {}))
        for name, cases in wins.items():
            peer, own = [physical(case) for case in cases], [situation(case) for case in cases]
            compare(f"{name}, {rules.id} / estimate", ">= 2", estimated, peer, loop, own)
        cases = wins["a win"]
        peer = [physical(case) for case in cases]
        for wilds in (1, 2, 3) if rules.id == "lishui" else ():
            own = [situation(case, wilds) for case in cases]
            compare(f"a win, {wilds} wild, {rules.id} / estimate", ">= 2", estimated, peer, loop, own)


# ---------------------------------------------------------------------- tables

TIME: Final = """
import time
import bot.engine.hand
start = time.process_time()
import bot.engine.kernel
print((time.process_time() - start) * 1000)
"""
MEMORY: Final = """
import tracemalloc
import bot.engine.hand
tracemalloc.start()
import bot.engine.kernel
print(tracemalloc.get_traced_memory()[0] / 1e6)
"""


def said_by(program: str) -> float:
    """The number that a program prints in a process of its own."""
    return float(subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout)


def tables() -> None:
    took = median(said_by(TIME) for _ in range(ROUNDS))
    print(f"import of the kernel: {took:.0f} ms (goal < 100), {said_by(MEMORY):.1f} MB (goal < 20)")


HEAD: Final = f"{'microseconds a call':<36} {'peer':>9} {'again':>9} {'ratio':>7} {'goal':>6}   "


def main() -> None:
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--hands", type=int, default=3000)
    arguments = parser.parse_args()
    tables()
    print(f"{HEAD}{'peer':>9} {'new':>9} {'ratio':>7} {'total':>7}")
    read(arguments.hands, arguments.seed)
    score(arguments.seed)


if __name__ == "__main__":
    main()
