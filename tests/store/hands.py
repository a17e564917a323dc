"""Logs of hands as a table writes them, played by nobody in particular: the same events in plausible numbers."""

from random import Random

from bot.engine.actions import PASS, Action, Chance, PengClaim
from bot.engine.events import (
    Answered,
    ClaimsOpened,
    Dealt,
    Discarded,
    Drew,
    End,
    HandBegan,
    HandEnded,
    Melded,
    Paid,
    TurnCame,
    Turned,
    WallEmptied,
    Won,
)
from bot.engine.melds import Peng
from bot.engine.money import Transfer
from bot.engine.situation import By, Line, Win
from bot.engine.tiles import SEATS, Seat, Tile
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
