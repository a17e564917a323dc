"""Whole hands without people: for measuring, and for looking for faults."""

from collections.abc import Callable
from random import Random

from bot.engine.actions import Act, Action, Chance, Command, Elapsed, StartHand
from bot.engine.decide import advance
from bot.engine.evolve import tile_count
from bot.engine.legal import asked_seats, waits_for_time
from bot.engine.money import Settlement
from bot.engine.ruleset import Rejected
from bot.engine.state import Idle, Over, State
from bot.engine.tiles import SEATS, Tile
from bot.engine.view import View, view


class SelfPlayFault(RuntimeError):
    """Something that must always hold does not; the message says what."""


def random_chance(tiles: tuple[Tile, ...], random: Random) -> Chance:
    """A shuffled wall and thrown dice."""
    wall = list(tiles)
    random.shuffle(wall)
    dice = [(random.randint(1, 6), random.randint(1, 6)) for _ in range(3)]
    winds = [0, 1, 2, 3]
    random.shuffle(winds)
    return Chance(tuple(wall), (dice[0], dice[1], dice[2]), (winds[0], winds[1], winds[2], winds[3]))


def play_hand(state: State, random: Random, choose: Callable[[View], Action]) -> State:
    """The state after one more hand; ``SelfPlayFault`` where tiles get lost or points don't sum to zero."""
    tiles = state.rules.tiles(state.options)
    state = told(state, StartHand(random_chance(tiles, random)))
    while not isinstance(state.phase, Idle | Over):
        state = told(state, _next(state, choose))
        if state.wall and tile_count(state) != len(tiles):
            raise SelfPlayFault(f"{tile_count(state)} tiles instead of {len(tiles)}")
    if sum(Settlement(state.paid).net.values()):
        raise SelfPlayFault(f"a settlement that does not sum to zero: {state.paid}")
    return state


def _next(state: State, choose: Callable[[View], Action]) -> Command:
    for seat in SEATS:
        habit = state.rules.moves.habits(state, seat)
        if habit is not None:
            return Act(seat, habit)
    if waits_for_time(state):
        return Elapsed()
    seat = asked_seats(state)[0]
    return Act(seat, choose(view(state, seat)))


def told(state: State, command: Command) -> State:
    """The state after a command that must be legal."""
    decided = advance(state, command)
    if isinstance(decided, Rejected):
        raise SelfPlayFault(f"{command} is refused: {decided.reason}")
    return decided.state
