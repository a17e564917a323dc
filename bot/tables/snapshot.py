"""A table at one moment, and what it waits for then."""

from dataclasses import dataclass, field

from bot.engine.state import State
from bot.tables.api import Board, Screen
from bot.tables.meta import TableMeta, Where
from bot.tables.ports import TableId, TableStatus


@dataclass(slots=True)
class Looks:
    """What has been made of a table to be looked at: it is looked at more often than it changes."""

    board: Board | None = None
    screens: dict[int, Screen | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table at one moment. ``first`` is the number in the log of the running (or last) hand's first entry."""

    id: TableId
    where: Where
    status: TableStatus
    meta: TableMeta
    state: State
    seq: int = 0
    revision: int = 0
    first: int = 0
    looks: Looks = field(default_factory=Looks, init=False, repr=False, compare=False)


def question(snapshot: Snapshot) -> str:
    """What the table waits for, so that a clock can be bound to it."""
    match snapshot.status:
        case TableStatus.LOBBY:
            return "lobby"
        case TableStatus.ENDED:
            return ""
        case TableStatus.RUNNING:
            if snapshot.meta.paused:
                return "paused"
            return f"{snapshot.state.number}.{snapshot.state.prompt}"
