"""One hand as it is judged: what is held, how it was completed, and what a hand alone cannot show."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.engine.hand import Hand
from bot.engine.tiles import EAST, SEATS, Seat, Tile
from bot.engine.values import quick


class By(StrEnum):
    """How the winning tile came."""

    SELF = "self"
    DISCARD = "discard"
    ROB = "rob"


SELF: Final = By.SELF
DISCARD: Final = By.DISCARD
ROB: Final = By.ROB
"""The members as names: looking them up in their class, at every win again, takes ten times as long."""


class Flag(StrEnum):
    """What happened in the hand, as far as rule sets ask for it; one may name more of its own (``Scoring.flags``)."""

    DEALT = "dealt"
    FIRST_DRAW = "first_draw"
    REPLACEMENT = "replacement"
    AFTER_GANG = "after_gang"
    LAST_TILE = "last_tile"
    READY_AT_DEAL = "ready_at_deal"
    FIRST_DISCARD = "first_discard"
    GANG_CLAIMED = "gang_claimed"


@quick
@dataclass(frozen=True, slots=True)
class Situation:
    """What a rule set needs to value a hand and to say who pays.

    ``hand`` holds the concealed tiles without the winning ``tile``. ``source`` is the discarder or the robbed
    seat, None by self-draw. ``seen`` are the tiles lying open, without the winner's own melds and winning tile.
    ``flags`` are members of ``Flag`` and the rule set's own.
    ``liable`` answers for everybody, ``out`` have won before, ``fed_by`` fed the gang before a replacement.
    """

    hand: Hand
    tile: Tile
    by: By
    seat: Seat
    source: Seat | None = None
    dealer: Seat = SEATS[0]
    streak: int = 1
    wild: Tile | None = None
    round_wind: Tile = EAST
    flags: frozenset[str] = frozenset()
    seen: tuple[Tile, ...] = ()
    liable: Seat | None = None
    out: tuple[Seat, ...] = ()
    void: int | None = None
    fed_by: Seat | None = None

    @property
    def complete(self) -> Hand:
        """The hand with the winning tile among the concealed ones."""
        return self.hand.plus(self.tile)

    def on(self, tile: Tile, by: By, source: Seat | None) -> "Situation":
        """The same hand, completed by another tile or in another way."""
        return replace(self, tile=tile, by=by, source=source)


@quick
@dataclass(frozen=True, slots=True)
class Part:
    """A counted detail of a line: how often, without a worth of its own."""

    id: str
    count: int


@quick
@dataclass(frozen=True, slots=True)
class Line:
    """One pattern that counts: ``worth`` in the rule set's unit, all its copies together."""

    id: str
    worth: int
    count: int = 1
    parts: tuple[Part, ...] = ()


@quick
@dataclass(frozen=True, slots=True)
class Win:
    """A hand that wins: its lines, their sum, and the total after a cap.

    ``tiles`` is the winning hand as it was read: one tuple a set or pair; ``stands_for`` what each wild was.
    """

    lines: tuple[Line, ...]
    total: int
    tiles: tuple[tuple[Tile, ...], ...] = ()
    stands_for: tuple[Tile, ...] = ()


@quick
@dataclass(frozen=True, slots=True)
class NoWin:
    """A hand that does not win, and the slug of the reason (a text of the rule set or of the core)."""

    reason: str


Verdict = Win | NoWin
