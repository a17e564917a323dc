"""What a table is besides its log: who sits where, what was agreed, what is due. Frozen, and written whole."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.engine.options import Value
from bot.engine.state import Windows
from bot.tables.quiet import QuietHours
from bot.texts import Language

CHAIRS: Final = 4
MISSES_BEFORE_AUTO: Final = 2
BETTOR: Final = "bettor"


class Presence(StrEnum):
    """Whether the person of a chair plays, is played for until they do something, or has left."""

    HERE = "here"
    AUTO = "auto"
    LEFT = "left"


class Points(StrEnum):
    """Whether a table's hands go into the server's ledger."""

    COUNTED = "counted"
    FRIENDLY = "friendly"


class VoteKind(StrEnum):
    """What a table can decide together."""

    END = "end"
    PAUSE = "pause"
    UNDO = "undo"
    AWAY = "away"


@dataclass(frozen=True, slots=True)
class Chair:
    """One of the four. ``user`` None is a computer player. ``throw`` is what it adds to the next wall, "" nothing yet.

    ``counts`` says whose account the running hand is: the person's, or that of the server's computer players.
    """

    user: int | None
    presence: Presence = Presence.HERE
    missed: int = 0
    throw: str = ""
    counts: bool = True
    score: int = 0

    @property
    def is_person(self) -> bool:
        """Whether a person sits here who has not left."""
        return self.user is not None and self.presence is not Presence.LEFT

    @property
    def plays_itself(self) -> bool:
        """Whether the computer decides for this chair."""
        return self.user is None or self.presence is not Presence.HERE


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote under way and who is for it; ``target`` is the person for whom the table is to play."""

    kind: VoteKind
    ayes: tuple[int, ...]
    target: int | None = None


@dataclass(frozen=True, slots=True)
class TableMeta:
    """Everything about a table that is not in its log.

    ``chairs`` stand in the order of the first seating; the state's ``seating`` says which of them sits at a place now.
    ``undone`` is the hand whose points were taken back last. ``secret`` decides the next wall and is published (as
    ``commitment``) before anybody throws. Clocks are seconds, None for none. ``due`` is when the running question is
    answered by the table, in seconds since 1970, ``remind`` when those who are asked are reminded; both are kept with
    the deadlines. ``quiet`` are its quiet hours, the server's unless ``own_quiet`` says others ("" none). ``bettors``
    are people without a chair who have bet at this table; the log knows them as ``bettor1``, ``bettor2`` …, so that
    their names can be removed from it. ``guests`` have asked for the chair of a computer player; so many as were
    ``called`` for need not ask.
    """

    rules: str
    options: Mapping[str, Value]
    length: int | None
    host: int
    language: Language
    turn_seconds: int | None
    claim_seconds: int | None
    created: float
    points: Points = Points.COUNTED
    windows: Windows = Windows.SHORT
    chairs: tuple[Chair | None, ...] = (None, None, None, None)
    number: int = 0
    secret: str = ""
    votes: tuple[Vote, ...] = ()
    paused: bool = False
    undone: int = 0
    due: float | None = None
    due_for: str = ""
    remind: float | None = None
    quiet: QuietHours | None = None
    own_quiet: str | None = None
    bettors: tuple[int, ...] = ()
    guests: tuple[int, ...] = ()
    called: int = 0

    @property
    def kept_windows(self) -> Windows:
        """How its windows last: without a clock for claims they have no length that could be even."""
        return self.windows if self.claim_seconds is not None else Windows.SHORT

    def with_bettor(self, user: int) -> "TableMeta":
        """The table with somebody among its bettors."""
        return self if user in self.bettors else replace(self, bettors=(*self.bettors, user))

    def bettor_name(self, user: int) -> str:
        """How the log calls one of the bettors."""
        return f"{BETTOR}{self.bettors.index(user) + 1}"

    def bettor_of(self, name: str) -> int | None:
        """The person whom the log calls so; None for a name of another kind."""
        number = name.removeprefix(BETTOR)
        known = name.startswith(BETTOR) and number.isdecimal() and 1 <= int(number) <= len(self.bettors)
        return self.bettors[int(number) - 1] if known else None

    def chair_of(self, user: int) -> int | None:
        """The index of a person's chair, None where they have none."""
        return next((n for n, chair in enumerate(self.chairs) if chair is not None and chair.user == user), None)

    def free(self) -> int | None:
        """The first free chair."""
        return next((n for n, chair in enumerate(self.chairs) if chair is None), None)

    def wanted(self) -> int:
        """How many chairs somebody can take over from a computer player."""
        return sum(chair is not None and not chair.is_person for chair in self.chairs)

    def people(self) -> tuple[int, ...]:
        """The persons who sit here and have not left, in the order of the chairs."""
        return tuple(chair.user for chair in self.chairs if chair is not None and chair.is_person and chair.user)

    def needed(self, vote: Vote) -> int:
        """How many have to be for something: more than half of those who sit here, without whoever it is about.

        Whether somebody is away is decided by those who are not.
        """
        if vote.target is None:
            return len(self.people()) // 2 + 1
        here = [chair for chair in self.chairs if chair is not None and not chair.plays_itself]
        return sum(chair.user != vote.target for chair in here) // 2 + 1

    def everybody(self) -> tuple[int, ...]:
        """The persons who sit here or did until they left, and those who have bet at this table."""
        return (*(chair.user for chair in self.chairs if chair is not None and chair.user), *self.bettors)


@dataclass(frozen=True, slots=True)
class Where:
    """Where a table stands: ``guild`` None for a practice table in private messages."""

    guild: int | None
    channel: int
    thread: int | None = None
