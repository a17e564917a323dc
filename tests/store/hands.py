"""Logs of hands as a table writes them: in plausible numbers by nobody in particular, or really played."""

from collections.abc import Sequence
from random import Random

from bot.engine.actions import PASS, Act, Action, Chance, Command, Elapsed, PengClaim, StartHand
from bot.engine.decide import decide
from bot.engine.events import (
    Answered,
    ClaimsOpened,
    Dealt,
    Discarded,
    Drew,
    End,
    Event,
    HandBegan,
    HandEnded,
    Melded,
    Paid,
    TurnCame,
    Turned,
    WallEmptied,
    Won,
)
from bot.engine.evolve import evolve
from bot.engine.legal import asked_seats, waits_for_time
from bot.engine.melds import Peng
from bot.engine.money import Transfer
from bot.engine.options import choose as options_of
from bot.engine.ruleset import Rejected
from bot.engine.situation import By, Line, Win
from bot.engine.state import Idle, Over, State, Windows, start_match
from bot.engine.tiles import SEATS, Seat, Tile
from bot.engine.view import view
from bot.players.choose import choose
from bot.players.selfplay import random_chance
from bot.rules import REGISTRY
from bot.tables.codec import Entry, Proof, entry_text

LINES = ("self_draw", "all_pengs", "half_flush", "seven_pairs", "out_on_gang", "no_wild", "seven_stars", "plain")
REASONS = ("hu", "gang", "follow", "liable")


class Hand:
    """One hand, tile by tile."""

    def __init__(self, rng: Random, table: str, number: int) -> None:
        self.rng = rng
        self.entries: list[Entry] = []
        self.wall = [Tile(tile) for tile in range(34) for _ in range(4)]
        rng.shuffle(self.wall)
        self.dealer = rng.choice(SEATS)
        order = [SEATS[(self.dealer + step) % 4] for step in range(4)]
        self.hands = {seat: self.wall[13 * place : 13 * place + 13] for place, seat in enumerate(order)}
        self.next = 52
        throws = tuple(str(rng.randrange(10**18, 2 * 10**18)) for _ in SEATS)
        self.entries += [Proof(table, number, rng.randbytes(32).hex(), (throws[0], throws[1], throws[2], throws[3]))]
        self.entries += [self._began(number), self._dealt(), Turned(rng.randrange(2, 13), self.wall[-1])]

    def _began(self, number: int) -> HandBegan:
        dice = [(self.rng.randrange(1, 7), self.rng.randrange(1, 7)) for _ in range(3)]
        chance = Chance(tuple(self.wall), (dice[0], dice[1], dice[2]))
        return HandBegan(
            number, self.dealer, self.rng.randrange(1, 4), self.rng.randrange(12), (), chance, (0, 1, 2, 3)
        )

    def _dealt(self) -> Dealt:
        self.hands[self.dealer].append(self.draw())
        east, south, west, north = (tuple(self.hands[seat]) for seat in SEATS)
        return Dealt(self.rng.randrange(136), (east, south, west, north))

    def draw(self) -> Tile:
        self.next += 1
        return self.wall[self.next - 1]

    def discard(self, seat: Seat, drawn: Tile | None) -> Tile:
        """The tile with the fewest neighbours goes."""
        hand = self.hands[seat]
        tile = min(hand, key=lambda one: (sum(abs(one - other) < 3 for other in hand), self.rng.random()))
        hand.remove(tile)
        self.entries.append(Discarded(seat, tile, drawn == tile))
        return tile

    def claimed(self, seat: Seat, tile: Tile) -> Seat | None:
        """Who takes the discard."""
        pairs = [
            other
            for other in SEATS
            if other != seat and len(self.hands[other]) > 4 and self.hands[other].count(tile) > 1
        ]
        lower = SEATS[(seat + 1) % 4]
        asked = tuple(other for other in SEATS if other in pairs or (other == lower and self.rng.random() < 0.3))
        asked = tuple(other for other in asked if other != seat)
        if not asked:
            return None
        self.entries.append(ClaimsOpened(asked))
        taker = None
        for other in self.rng.sample(asked, len(asked)):
            action: Action = PASS
            if other in pairs and taker is None and self.rng.random() < 0.6:
                action, taker = PengClaim(), other
            self.entries.append(Answered(other, action))
        if taker is not None:
            self.entries.append(Melded(taker, Peng(tile, seat)))
            self.hands[taker] = [one for one in self.hands[taker] if one != tile]
        return taker

    def end(self, seat: Seat | None) -> None:
        """A self-drawn win of ``seat``, or nobody's."""
        if seat is None:
            self.entries.append(WallEmptied())
        else:
            lines = tuple(
                Line(name, self.rng.randrange(1, 9)) for name in self.rng.sample(LINES, self.rng.randrange(1, 5))
            )
            tiles = tuple(tuple(sorted(self.rng.choices(self.hands[seat], k=3))) for _ in range(4))
            win = Win(lines, sum(line.worth for line in lines), tiles)
            tile = self.draw()
            self.entries += [Drew(seat, tile, End.HEAD), Won(seat, tile, By.SELF, None, win, (seat,))]
            others = (other for other in SEATS if other != seat)
            points = self.rng.randrange(1, 60)
            self.entries.append(
                Paid(tuple(Transfer(other, seat, points, self.rng.choice(REASONS)) for other in others))
            )
        self.entries.append(HandEnded(self.dealer, 1, 3, (), self.rng.random() < 0.1))


def hand_log(rng: Random, table: str = "K7QX", number: int = 1) -> tuple[str, ...]:
    """The texts of one hand, from the proof of its wall to its end."""
    hand = Hand(rng, table, number)
    seat, drawn, winner = hand.dealer, None, None
    hand.entries.append(TurnCame(seat))
    while hand.next < 118 and winner is None:
        taker = hand.claimed(seat, hand.discard(seat, drawn))
        if taker is not None:
            seat, drawn = taker, None
            continue
        seat = SEATS[(seat + 1) % 4]
        if rng.random() < 0.015:
            winner = seat
            break
        drawn = hand.draw()
        hand.hands[seat].append(drawn)
        hand.entries.append(Drew(seat, drawn, End.HEAD))
    hand.end(winner)
    return tuple(entry_text(entry) for entry in hand.entries)


def played_logs(rules: str, seed: int, hands: int, windows: Windows = Windows.SHORT) -> list[tuple[str, ...]]:
    """The logs of hands that computer players play, one after the other; a second or two each."""
    rng = Random(seed)
    state = _match(rules, windows)
    logs = []
    for number in range(1, hands + 1):
        throws = tuple(str(rng.randrange(10**18, 2 * 10**18)) for _ in SEATS)
        proof = Proof("K7QX", number, rng.randbytes(32).hex(), (throws[0], throws[1], throws[2], throws[3]))
        chance = random_chance(state.rules.tiles(state.options), rng)
        state, events = _told(state, StartHand(chance))
        log: list[Entry] = [proof, *events]
        while not isinstance(state.phase, Idle | Over):
            state, events = _told(state, _next(state))
            log += events
        logs.append(tuple(map(entry_text, log)))
        if isinstance(state.phase, Over):
            state = _match(rules, windows)
    return logs


def _match(rules: str, windows: Windows) -> State:
    return start_match(REGISTRY[rules], options_of(REGISTRY[rules].options, {}), windows=windows)


def _next(state: State) -> Command:
    if waits_for_time(state):
        return Elapsed()
    seat = asked_seats(state)[0]
    return Act(seat, choose(view(state, seat)))


def _told(state: State, command: Command) -> tuple[State, Sequence[Event]]:
    events = decide(state, command)
    assert not isinstance(events, Rejected), f"{command} is refused: {events}"
    for event in events:
        state = evolve(state, event)
    return state, events
