"""A table in the middle of anything: one frozen value, folded from events.

What is made anew with every event is a named tuple, because that is several times faster than a dataclass.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from bot.engine.actions import Action
from bot.engine.events import Carry, Event, Won
from bot.engine.hand import Hand
from bot.engine.money import Transfer
from bot.engine.options import Options
from bot.engine.situation import By
from bot.engine.tiles import SEATS, Seat, Tile, lower

if TYPE_CHECKING:
    from bot.engine.ruleset import RuleSet


class Source(StrEnum):
    """How a turn came about."""

    DEAL = "deal"
    WALL = "wall"
    REPLACEMENT = "replacement"
    CLAIM = "claim"


FROM_WALL: Final = Source.WALL
FROM_CLAIM: Final = Source.CLAIM


class Windows(StrEnum):
    """Whether a claim window ends with the last answer, or lasts as long as it may, whoever can claim."""

    SHORT = "short"
    EVEN = "even"


EVEN: Final = Windows.EVEN


@dataclass(frozen=True, slots=True)
class Idle:
    """Between two hands: the next one may begin."""


@dataclass(frozen=True, slots=True)
class Over:
    """The match is over."""


@dataclass(frozen=True, slots=True)
class Moving:
    """In the middle of a decision; never seen between two decisions."""


@dataclass(frozen=True, slots=True)
class Staged:
    """A stage of the rule set: who still has to answer, and what has been answered in secret."""

    name: str
    waiting: frozenset[Seat]
    answers: tuple[tuple[Seat, Action], ...] = ()


class Turn(NamedTuple):
    """A seat has one tile too many. ``drawn`` is the tile it drew, None after a claim."""

    seat: Seat
    drawn: Tile | None
    source: Source


class Claims(NamedTuple):
    """A tile is offered: a discard, or the fourth tile of a gang that may be robbed."""

    tile: Tile
    source: Seat
    by: By
    waiting: frozenset[Seat] = frozenset()
    answers: tuple[tuple[Seat, Action], ...] = ()


@dataclass(frozen=True, slots=True)
class Held:
    """All claims are in; they are settled when the moment is over."""

    claims: Claims


Phase = Idle | Over | Moving | Staged | Turn | Claims | Held


class Laid(NamedTuple):
    """A discard where it lies: ``taken`` by a meld of that seat, or still there."""

    tile: Tile
    drawn: bool
    taken: Seat | None = None


Four = tuple[tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...]]
NOTHING: Final[Four] = ((), (), (), ())
Hands = tuple[Hand, Hand, Hand, Hand]
Discards = tuple[tuple[Laid, ...], tuple[Laid, ...], tuple[Laid, ...], tuple[Laid, ...]]


class State(NamedTuple):
    """A match under a rule set, and the hand that is being played.

    ``passes`` measures the match: four of them are a 圈 (what one is, the rule set says); ``length`` is in 圈,
    None for a match without an end. ``seating[place]`` is the player (numbered by their first place) who sits there.
    ``wall[head:tail]`` is what can still be drawn. ``history`` are the events since the hand began.
    ``prompt`` grows with every question, so that an answer can be bound to the question it was given to.
    What most events change stands last, from ``head`` on: ``evolve`` takes over all before it in one piece.
    """

    rules: "RuleSet"
    options: Options
    length: int | None = None
    windows: Windows = Windows.SHORT
    number: int = 0
    dealer: Seat = SEATS[0]
    streak: int = 1
    passes: int = 0
    carry: Carry = ()
    seating: tuple[int, int, int, int] = (0, 1, 2, 3)
    flowers: Four = NOTHING
    wall: tuple[Tile, ...] = ()
    turned: tuple[Tile, ...] = ()
    robbed: tuple[Tile, ...] = ()
    wins: tuple[Won, ...] = ()
    paid: tuple[Transfer, ...] = ()
    extra: object = None
    head: int = 0
    tail: int = 0
    hands: Hands = (Hand(), Hand(), Hand(), Hand())
    discards: Discards = ((), (), (), ())
    phase: Phase = Idle()
    prompt: int = 0
    history: tuple[Event, ...] = ()

    @property
    def left(self) -> int:
        """How many tiles can still be drawn."""
        return self.tail - self.head

    @property
    def undealt(self) -> tuple[Tile, ...]:
        """The tiles that can still be drawn, from the head."""
        return self.wall[self.head : self.tail]

    @property
    def circle(self) -> int:
        """The 圈 that is being played, from 0."""
        return self.passes // 4

    def is_out(self, seat: Seat) -> bool:
        """Whether the seat has won already in this hand."""
        return any(won.seat == seat for won in self.wins) if self.wins else False

    def playing(self) -> tuple[Seat, ...]:
        """The seats that have not won yet."""
        return tuple(seat for seat in SEATS if not self.is_out(seat)) if self.wins else SEATS

    def after(self, seat: Seat) -> Seat:
        """The next seat in the order of play that is still in."""
        following = lower(seat)
        while self.wins and following != seat and self.is_out(following):
            following = lower(following)
        return following


def start_match(
    rules: "RuleSet",
    options: Options,
    *,
    length: int | None = None,
    windows: Windows = Windows.SHORT,
    dealer: Seat = SEATS[0],
    streak: int = 1,
    passes: int = 0,
) -> State:
    """A match before its first hand."""
    return State(rules, options, length, windows, dealer=dealer, streak=streak, passes=passes)
