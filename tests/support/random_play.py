"""A table that plays by itself, for any rule set: legal moves at random, or moves that lead somewhere.

``play_hand`` checks at every step what always holds: tiles are conserved, folding the events gives the state,
and at the end of the hand the points sum to zero.
"""

from collections.abc import Mapping
from random import Random

from bot.engine.actions import (
    HU,
    PASS,
    Act,
    Action,
    Chance,
    Command,
    DeclareAnGang,
    DeclareBuGang,
    Discard,
    Elapsed,
    GangClaim,
    Hu,
    Outside,
    PengClaim,
    Special,
    StartHand,
)
from bot.engine.decide import decide
from bot.engine.events import Dealt, Event
from bot.engine.evolve import evolve, tile_count
from bot.engine.hand import changed
from bot.engine.kernel import shanten
from bot.engine.legal import asked_seats, decisions, legal, waits_for_time
from bot.engine.money import Settlement
from bot.engine.options import choose
from bot.engine.ruleset import Rejected, RuleSet
from bot.engine.state import Idle, Over, State, start_match
from bot.engine.tiles import ALL_TILES, SEATS, Seat, Tile, suit_of

MOST_STEPS = 2000


def random_chance(state: State, rng: Random) -> Chance:
    """A shuffled wall, three throws, and the winds of drawing seats."""
    wall = list(state.rules.tiles(state.options))
    rng.shuffle(wall)
    a, b, c = ((rng.randint(1, 6), rng.randint(1, 6)) for _ in range(3))
    winds = rng.sample(range(4), 4)
    return Chance(tuple(wall), (a, b, c), (winds[0], winds[1], winds[2], winds[3]))


def random_options(rules: RuleSet, rng: Random) -> dict[str, object]:
    """A value for every option that lists its values."""
    return {spec.id: rng.choice(spec.values) for spec in rules.options if hasattr(spec, "values")}


def new_match(rules: RuleSet, chosen: Mapping[str, object], *, length: int | None = None) -> State:
    """A match with these options before its first hand."""
    return start_match(rules, choose(rules.options, chosen), length=length)


def apply(state: State, command: Command) -> tuple[State, tuple[Event, ...]]:
    """The state after a command that must be legal, and what happened."""
    events = decide(state, command)
    assert not isinstance(events, Rejected), f"{command} refused: {events}"
    for event in events:
        state = evolve(state, event)
    return state, events


def play_hand(state: State, rng: Random, *, sense: float = 0.8, bettors: tuple[str, ...] = ()) -> State:
    """The next hand, to its end. ``sense`` is how often a seat moves towards a win instead of at random."""
    state, _ = apply(state, StartHand(random_chance(state, rng)))
    tiles = len(state.rules.tiles(state.options))
    for _ in range(MOST_STEPS):
        check(state, tiles)
        if isinstance(state.phase, Idle | Over):
            return state
        state, _ = apply(state, next_command(state, rng, sense, bettors))
    raise AssertionError(f"no end after {MOST_STEPS} steps: {state.phase}")


def check(state: State, tiles: int) -> None:
    """What holds at every step."""
    if any(isinstance(event, Dealt) for event in state.history):
        assert tile_count(state) == tiles
    net = Settlement(state.paid).net
    assert sum(net.values()) == 0
    for seat in SEATS:
        assert len(set(decisions(state, seat))) == len(decisions(state, seat))


def next_command(state: State, rng: Random, sense: float, bettors: tuple[str, ...]) -> Command:
    """Somebody's move: a bettor's, a seat's that is asked, now and then one that stands open, or time passing."""
    if bettors and (bet := _bet(state, rng, bettors)) is not None:
        return bet
    seats = asked_seats(state)
    if not seats or waits_for_time(state):
        return Elapsed()
    if rng.random() < 0.05:
        standing = [Act(seat, action) for seat in SEATS for action in state.rules.moves.standing(state, seat)]
        if standing:
            return rng.choice(standing)
    seat = rng.choice(seats)
    actions = decisions(state, seat)
    if rng.random() < sense:
        return Act(seat, sensible(state, seat, actions, rng))
    return Act(seat, rng.choice(actions))


def _bet(state: State, rng: Random, bettors: tuple[str, ...]) -> Command | None:
    offer = state.rules.moves.offer(state)
    if offer is None:
        return None
    command = Outside(rng.choice(bettors), Special(offer.name, number=rng.choice(offer.numbers)))
    return None if isinstance(decide(state, command), Rejected) else command


def sensible(state: State, seat: Seat, actions: tuple[Action, ...], rng: Random) -> Action:
    """Hu where it is possible, then gangs, then the discard that leaves the hand nearest to winning."""
    for kind in (Hu, GangClaim, DeclareAnGang, DeclareBuGang, PengClaim):
        chosen = next((action for action in actions if isinstance(action, kind)), None)
        if chosen is not None and (kind in (Hu, GangClaim) or rng.random() < 0.7):
            return chosen
    discards = [action for action in actions if isinstance(action, Discard)]
    if not discards:
        return rng.choice(actions)
    suits = _scarce(state, seat)
    return min(discards, key=lambda each: (suit_of(each.tile) not in suits, _distance(state, seat, each.tile)))


def _scarce(state: State, seat: Seat) -> frozenset[int]:
    """The shortest suit where fewer may be held than are."""
    tiles = [suit_of(tile) for tile in state.hands[seat].all_tiles()]
    held = sorted(set(tiles), key=tiles.count)
    return frozenset(held[:1] if len(held) > state.rules.profile(state, seat).max_suits else ())


def _distance(state: State, seat: Seat, tile: Tile) -> int:
    return shanten(changed(state.hands[seat].keys, tile, -1))


ANY: tuple[Action, ...] = (
    HU,
    PASS,
    PengClaim(),
    GangClaim(),
    *(maker(tile) for maker in (Discard, DeclareAnGang, DeclareBuGang) for tile in ALL_TILES),
)


def check_legal(state: State) -> None:
    """What is legal is accepted, and nothing else of what anybody could ask for is."""
    for seat in SEATS:
        allowed = set(legal(state, seat))
        for action in (*allowed, *ANY):
            accepted = not isinstance(decide(state, Act(seat, action)), Rejected)
            assert accepted == (action in allowed), (seat, action, accepted)
