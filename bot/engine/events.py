"""What happened: the one union that the log, recovery, replays, players and tests fold.

Events hold outcomes, never random calls. ``audience`` says who may see an event as it is; the default is nobody.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from bot.engine.actions import Action, Chance
from bot.engine.melds import Meld
from bot.engine.money import Transfer
from bot.engine.situation import By, Win
from bot.engine.tiles import SEATS, Seat, Tile, is_flower
from bot.engine.values import quick

Audience = frozenset[int]
BYSTANDER: Final = -1
NOBODY: Final[Audience] = frozenset()
EVERYBODY: Final[Audience] = frozenset((*SEATS, BYSTANDER))

Carry = tuple[tuple[str, int | str], ...]
"""What a rule set takes from one hand into the next: names and plain values."""


class End(StrEnum):
    """The end of the wall that a tile is drawn from."""

    HEAD = "head"
    TAIL = "tail"


HEAD: Final = End.HEAD
TAIL: Final = End.TAIL
"""The same under names of their own: an enumeration finds its members by a call."""


@dataclass(frozen=True, slots=True)
class Secret:
    """An event that nobody is shown."""

    @property
    def audience(self) -> Audience:
        return NOBODY


@dataclass(frozen=True, slots=True)
class Public:
    """An event that everybody is shown as it is."""

    @property
    def audience(self) -> Audience:
        return EVERYBODY


@dataclass(frozen=True, slots=True)
class HandBegan(Secret):
    """A hand begins. It says all that a table needs to go on from here, whatever came before."""

    number: int
    dealer: Seat
    streak: int
    passes: int
    carry: Carry
    chance: Chance
    seating: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Dealt(Secret):
    """Four hands in the order in which they were dealt, and where in the built wall the deal began."""

    break_at: int
    hands: tuple[tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...]]


@dataclass(frozen=True, slots=True)
class Turned(Public):
    """A tile of the undealt wall is turned up and lies open; ``place`` counts from the tail, 1 the last."""

    place: int
    tile: Tile


@quick
@dataclass(frozen=True, slots=True)
class Drew:
    """A seat draws. A flower is laid open at once and everybody sees it."""

    seat: Seat
    tile: Tile
    end: End

    @property
    def audience(self) -> Audience:
        return EVERYBODY if is_flower(self.tile) else frozenset((self.seat,))


@dataclass(frozen=True, slots=True)
class Exchanged(Secret):
    """Tiles change hands all at once: what each seat gives, and to whom."""

    gives: tuple[tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...]]
    to: tuple[Seat, Seat, Seat, Seat]


@dataclass(frozen=True, slots=True)
class TurnCame(Public):
    """The dealer's first turn: fourteen tiles, nothing drawn since the deal."""

    seat: Seat


@quick
@dataclass(frozen=True, slots=True)
class Discarded(Public):
    """A seat lays a tile down; ``drawn`` where it is the one it has just drawn."""

    seat: Seat
    tile: Tile
    drawn: bool


@quick
@dataclass(frozen=True, slots=True)
class ClaimsOpened(Secret):
    """These seats may claim the tile that is offered; nobody else learns who."""

    asked: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class ClaimsHeld(Secret):
    """All have answered, and the claim rests for a moment before it is settled."""


@quick
@dataclass(frozen=True, slots=True)
class Answered:
    """A seat's answer to a claim or a stage, known to itself until all have answered."""

    seat: Seat
    action: Action

    @property
    def audience(self) -> Audience:
        return frozenset((self.seat,))


@dataclass(frozen=True, slots=True)
class StageOpened(Secret):
    """A stage of the rule set begins; these seats are asked."""

    name: str
    asked: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class StageClosed(Public):
    """A stage of the rule set is over."""

    name: str


@quick
@dataclass(frozen=True, slots=True)
class Melded(Public):
    """A seat lays a meld; what others may see of a concealed gang is the view's to say."""

    seat: Seat
    meld: Meld


@dataclass(frozen=True, slots=True)
class BuGangDeclared(Public):
    """A seat shows the fourth tile of its peng; it is laid unless it is robbed."""

    seat: Seat
    tile: Tile


@quick
@dataclass(frozen=True, slots=True)
class Won(Public):
    """A seat wins. ``together`` are all who win on this tile, in the order in which they are settled."""

    seat: Seat
    tile: Tile
    by: By
    source: Seat | None
    win: Win
    together: tuple[Seat, ...]


@quick
@dataclass(frozen=True, slots=True)
class Paid:
    """Points fall due, now. What not everybody may know yet has an audience; once the hand is over all is shown."""

    transfers: tuple[Transfer, ...]
    audience: Audience = field(default=EVERYBODY)


@quick
@dataclass(frozen=True, slots=True)
class Noted:
    """A fact of the rule set's own: its name, and whichever details that name has."""

    name: str
    seat: Seat | None = None
    tiles: tuple[Tile, ...] = ()
    number: int | None = None
    word: str = ""
    audience: Audience = field(default=NOBODY)


@dataclass(frozen=True, slots=True)
class WallEmptied(Public):
    """Nothing is left to draw and nobody has taken the last discard."""


@dataclass(frozen=True, slots=True)
class HandEnded(Public):
    """The hand is over; what the next one begins with, unless the match is over too."""

    dealer: Seat
    streak: int
    passes: int
    carry: Carry
    over: bool


@dataclass(frozen=True, slots=True)
class HandCalledOff(Public):
    """The hand is called off and nothing of it is paid; the match is over. ``transfers`` give back what a pot held."""

    transfers: tuple[Transfer, ...] = ()


@dataclass(frozen=True, slots=True)
class Forfeited(Public):
    """A player leaves and pays the price for it, apart from any hand."""

    seat: Seat
    transfers: tuple[Transfer, ...]


Event = (
    HandBegan
    | Dealt
    | Turned
    | Drew
    | Exchanged
    | TurnCame
    | Discarded
    | ClaimsOpened
    | ClaimsHeld
    | Answered
    | StageOpened
    | StageClosed
    | Melded
    | BuGangDeclared
    | Won
    | Paid
    | Noted
    | WallEmptied
    | HandEnded
    | HandCalledOff
    | Forfeited
)
