"""Whole hands by players who choose at random, beside other engines: ``python -m bench.games [--seed N] [--rounds N]``.

Ours are the real thing: every command is checked, every hand leaves its events and its payments. There is no second,
unchecked engine. The peers:

- ``rlcard``: its game of mahjong (no wild tiles, flowers or payments) as its documentation runs it: ``env.run`` with
  its random agents. The goal is for this one.
- ``rlcard bare``: the same game without environment, agents and observations.
- ``riichienv``: a riichi engine in Rust with its own random agent, one hand a game.

All take turns in one process, ``ROUNDS`` times; what is compared is the processor time of a hand, by the median of the
rounds.
"""

import random
from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Final

import numpy as np
import riichienv
import riichienv.agents
import rlcard
from rlcard.agents import RandomAgent
from rlcard.games.mahjong import Game

from bot.engine.actions import Act, Command, Elapsed, StartHand
from bot.engine.decide import advance
from bot.engine.legal import asked_seats, decisions
from bot.engine.options import choose
from bot.engine.ruleset import Rejected, RuleSet
from bot.engine.state import Idle, Over, State, start_match
from bot.players.selfplay import random_chance
from bot.rules import REGISTRY

ROUNDS: Final = 9
HANDS: Final = 100
"""How many hands a side plays in a round; the slow ones play a part of them."""
ONE_HAND: Final = "4p-red-single"
GOAL: Final = 10


@dataclass(frozen=True, slots=True)
class Played:
    """What a side has played: hands, and decisions that were asked for."""

    hands: int
    decisions: int


Play = Callable[[int], Played]
"""Plays so many hands."""


# ---------------------------------------------------------------------- ours


def own(rules: RuleSet, seed: int) -> Play:
    options = choose(rules.options, {})
    dice = random.Random(seed)
    match = [start_match(rules, options)]

    def play(hands: int) -> Played:
        asked = 0
        for _ in range(hands):
            state = _told(match[0], StartHand(random_chance(rules.tiles(options), dice)))
            while not isinstance(state.phase, Idle | Over):
                asked += 1
                state = _told(state, _any_command(state, dice))
            match[0] = state
        return Played(hands, asked)

    return play


def _any_command(state: State, dice: random.Random) -> Command:
    asked = asked_seats(state)
    if not asked:
        return Elapsed()
    allowed = decisions(state, asked[0])
    return Act(asked[0], allowed[int(dice.random() * len(allowed))])


def _told(state: State, command: Command) -> State:
    advanced = advance(state, command)
    assert not isinstance(advanced, Rejected)
    return advanced.state


# ---------------------------------------------------------------------- peers


def rlcard_run(seed: int) -> Play:
    env = rlcard.make("mahjong", config={"seed": seed})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play(hands: int) -> Played:
        asked = 0
        for _ in range(hands):
            trajectories, _ = env.run(is_training=False)
            asked += sum(len(steps) // 2 for steps in trajectories)
        return Played(hands, asked)

    return play


def rlcard_bare(seed: int) -> Play:
    dice = random.Random(seed)
    game = Game()
    game.np_random = np.random.RandomState(seed)

    def play(hands: int) -> Played:
        asked = 0
        for _ in range(hands):
            state, _ = game.init_game()
            while not game.is_over():
                asked += 1
                state, _ = game.step(dice.choice(game.get_legal_actions(state)))
        return Played(hands, asked)

    return play


def riichi(seed: int) -> Play:
    agent = riichienv.agents.RandomAgent(seed)

    def play(hands: int) -> Played:
        asked = 0
        for _ in range(hands):
            env = riichienv.RiichiEnv(game_mode=ONE_HAND)
            seen = env.reset()
            while not env.done():
                asked += len(seen)
                seen = env.step({seat: agent.act(view) for seat, view in seen.items()})
        return Played(hands, asked)

    return play


# ---------------------------------------------------------------------- measuring


@dataclass(slots=True)
class Side:
    """One that plays: how many hands a round, and what came of the rounds so far."""

    name: str
    play: Play
    hands: int
    times: list[float]
    asked: int = 0

    def round(self) -> None:
        """Play a round; its time goes down as seconds a hand."""
        start = process_time()
        played = self.play(self.hands)
        self.times.append((process_time() - start) / played.hands)
        self.asked += played.decisions

    def line(self, peers: list["Side"]) -> str:
        """Hands a second, decisions a hand, and how many times as fast as each peer, round by round."""
        per_hand = self.asked / (self.hands * len(self.times))
        ratios = (median(slow / fast for slow, fast in zip(peer.times, self.times, strict=True)) for peer in peers)
        return f"{self.name:<14} {1 / median(self.times):>9.1f} {per_hand:>10.0f}" + "".join(
            f" {ratio:>12.3g}" for ratio in ratios
        )


def main() -> None:
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    arguments = parser.parse_args()
    seed = arguments.seed
    peers = [
        Side("rlcard", rlcard_run(seed), HANDS // 10, []),
        Side("rlcard bare", rlcard_bare(seed), HANDS // 5, []),
        Side("riichienv", riichi(seed), HANDS, []),
    ]
    sides = [Side(rules.id, own(rules, seed), HANDS, []) for rules in REGISTRY.values()]
    for side in (*peers, *sides):
        side.play(side.hands)
    for _ in range(arguments.rounds):
        for side in (*peers, *sides):
            side.round()
    print(f"{'':<14} {'hands/s':>9} {'decisions':>10}" + "".join(f" {'/ ' + peer.name:>12}" for peer in peers))
    for side in (*peers, *sides):
        print(side.line(peers if side in sides else []))
    print(f"The goal: {GOAL} times rlcard.")


if __name__ == "__main__":
    main()
