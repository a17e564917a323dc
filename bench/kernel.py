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
from mahjong.shanten import Shanten

from bot.engine.hand import Hand
from bot.engine.kernel import best_discards, is_win, shanten, useful, waits
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

    def hand(self, wilds: int = 0) -> Hand:
        """The hand; that many of its tiles are left out, and wild instead."""
        return Hand.of(self.tiles[wilds:])

    def counts(self) -> Counts:
        """The copies of each of the 34 kinds."""
        return [self.tiles.count(tile) for tile in ALL_TILES]


def complete(random: Random, kinds: Sequence[Tile], runs: float = 0.75) -> list[Tile]:
    """Four sets, three of four of them runs, and a pair; in random order."""
    lows = [tile for tile in kinds if tile < 27 and tile % 9 < 7]
    while True:
        tiles = [random.choice(kinds)] * 2
        for _ in range(4):
            run = random.random() < runs
            low = random.choice(lows if run else kinds)
            tiles += [low, Tile(low + 1), Tile(low + 2)] if run else [low] * 3
        if all(tiles.count(tile) <= 4 for tile in tiles):
            random.shuffle(tiles)
            return tiles


def replaced(random: Random, kinds: Sequence[Tile] = ALL_TILES) -> Case:
    """A complete hand with one tile replaced."""
    tiles = complete(random, kinds)
    tile = random.choice([tile for tile in kinds if tile != tiles[-1] and tiles.count(tile) < 4])
    return Case((*tiles[:-1], tile), tile)


def waiting(random: Random, kinds: Sequence[Tile] = ALL_TILES) -> Case:
    """A complete hand without one tile."""
    *tiles, tile = complete(random, kinds)
    return Case(tuple(tiles), tile)


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
    print(f"{what:<34} {slow:>9.2f} {fast:>9.3f} {ratio:>7.1f} {goal:>6}   {new} {whole}", flush=True)


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

Scored = tuple[list[int], int]


def estimated(hands: Sequence[Scored]) -> None:
    for tiles, tile in hands:
        HandCalculator.estimate_hand_value(tiles, tile, config=TSUMO)


TSUMO: Final = HandConfig(is_tsumo=True)


def scored(rules: RuleSet, options: Options) -> Loop[Situation]:
    def loop(situations: Sequence[Situation]) -> None:
        for situation in situations:
            verdict = rules.scoring.evaluate(options, situation)
            assert isinstance(verdict, Win)
            rules.scoring.payments(options, situation, verdict)

    return loop


def physical(case: Case) -> Scored:
    """The 14 tiles as the peer wants them: numbers of single tiles, four to a kind."""
    tiles = sorted((*case.tiles, case.tile))
    numbers = [4 * tile + tiles[:place].count(tile) for place, tile in enumerate(tiles)]
    return numbers, 4 * case.tile


def situation(case: Case, wild: Tile | None = None) -> Situation:
    return Situation(case.hand(), case.tile, By.SELF, SEATS[1], wild=wild)


def score(seed: int) -> None:
    random = Random(seed)
    for rules in REGISTRY.values():
        kinds = SUIT_TILES[:18] if rules.id == "sichuan" else ALL_TILES
        cases = [waiting(random, kinds) for _ in range(SCORED)]
        loop = scored(rules, choose(rules.options, {}))
        name = f"a win of {rules.id} / estimate"
        goal = ">= 2"
        compare(name, goal, estimated, [physical(case) for case in cases], loop, [situation(case) for case in cases])


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


HEAD: Final = f"{'microseconds a call':<34} {'peer':>9} {'again':>9} {'ratio':>7} {'goal':>6}   "


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
