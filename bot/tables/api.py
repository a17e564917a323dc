"""The narrow door to the tables: what may be asked of them, and what they answer. The UI knows nothing else of them.

Every call that changes something answers a ``Reply``: ``Done``, ``Refused`` with the slug of a sentence
(``reason.<slug>``, or the rule set's own ``<rules>.reason.<slug>``), or ``Confirm`` where the same call with
``confirmed=True`` would do something that needs a second thought (``confirm.<slug>``).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from bot.engine.actions import Action, Special
from bot.engine.events import Event
from bot.engine.options import Value
from bot.engine.score import Wait
from bot.engine.state import Windows
from bot.engine.tiles import Seat, Tile
from bot.engine.view import View
from bot.tables.meta import Points, Presence, TableMeta, VoteKind, Where
from bot.tables.ports import TableId, TableStatus
from bot.texts import Language

Details = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Done:
    """It is done and written down."""

    table: TableId


@dataclass(frozen=True, slots=True)
class Refused:
    """It is not done; the reason is a slug of the texts (of the rule set ``rules`` first, where it is given)."""

    reason: str
    details: Details = ()
    rules: str = ""


@dataclass(frozen=True, slots=True)
class Confirm:
    """It is not done yet: ask for a confirmation that says what it costs."""

    reason: str
    details: Details = ()
    rules: str = ""


Reply = Done | Refused | Confirm


@dataclass(frozen=True, slots=True)
class NewTable:
    """What a table is opened with. ``options`` are partial; what is left out is the preset's or the default.

    ``quiet`` are quiet hours of its own (``22:00-08:00``, "" for none); None goes by the server's.
    """

    where: Where
    host: int
    rules: str
    preset: str = ""
    options: Mapping[str, Value] | None = None
    length: int | None = 1
    language: Language = "en"
    turn_seconds: int | None = 45
    claim_seconds: int | None = 8
    points: Points = Points.COUNTED
    windows: Windows = Windows.SHORT
    throw: str = ""
    quiet: str | None = None


@dataclass(frozen=True, slots=True)
class Changes:
    """What the host may change in a lobby; None leaves it. Clocks: 0 for none."""

    rules: str | None = None
    preset: str | None = None
    options: Mapping[str, Value] | None = None
    length: int | None = None
    turn_seconds: int | None = None
    claim_seconds: int | None = None
    points: Points | None = None
    windows: Windows | None = None
    language: Language | None = None


@dataclass(frozen=True, slots=True)
class ReadySeat:
    """A seat that was ready when the wall ran out, and what would have completed its hand."""

    seat: Seat
    waits: tuple[Wait, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A table as everybody may see it. ``view`` is the bystander's; None in a lobby that has not dealt yet.

    ``events`` are the events of the running or last hand that everybody may see, ``commitment`` that of the next wall
    (of the running one while a hand runs). ``ready`` are the seats that were ready when the wall ran out.
    """

    id: TableId
    where: Where
    status: TableStatus
    meta: TableMeta
    view: View | None
    commitment: str
    events: tuple[Event, ...]
    ready: tuple[ReadySeat, ...] = ()

    def chair_at(self, seat: Seat) -> int:
        """The chair that sits at a place."""
        return seat if self.view is None else self.view.seating[seat]

    def user_at(self, seat: Seat) -> int | None:
        """The person at a place, None for a computer player."""
        chair = self.meta.chairs[self.chair_at(seat)]
        return None if chair is None else chair.user


@dataclass(frozen=True, slots=True)
class Awaited:
    """A kind that completes a player's tiles as they wait: what it would be worth, and how many are still unseen."""

    wait: Wait
    left: int


@dataclass(frozen=True, slots=True)
class ReadyBy:
    """A discard that leaves a player's tiles ready, and what they then wait on."""

    tile: Tile
    awaited: tuple[Awaited, ...]


@dataclass(frozen=True, slots=True)
class Screen:
    """A table as one of its players sees it. ``prompt`` binds an answer to the question that is shown.

    ``standing`` binds standing actions to the hand.
    ``asked`` is whether the table waits for this player; ``due`` when it stops waiting. ``awaited`` is what the
    player's tiles wait on, in their turn those without the drawn one; empty where they wait for nothing. ``events`` are
    those of the hand that the player may see, ``barred`` the discards and the win that their tiles would allow and the
    rules do not, each with the slug of the reason.
    """

    board: Board
    view: View
    seat: Seat
    prompt: str
    standing: str
    asked: bool
    due: float | None
    awaited: tuple[Awaited, ...] = ()
    events: tuple[Event, ...] = ()
    barred: tuple[tuple[Action, str], ...] = ()

    @property
    def here(self) -> bool:
        """Whether the player plays themselves, so that it makes sense to tell them what they are asked."""
        chair = self.board.meta.chairs[self.board.chair_at(self.seat)]
        return chair is not None and chair.presence is Presence.HERE


class Listener(Protocol):
    """Whoever shows the tables. Called after every commit, never in the middle of one; must return at once."""

    def changed(self, board: "Board", events: tuple[Event, ...]) -> None:
        """A table has changed: ``events`` are the new ones (secret ones included: look at each one's audience).

        ``board`` is the table as it is now; an ended one can't be asked for afterwards.
        """

    def faulted(self, board: "Board") -> None:
        """Something went wrong inside a table; it has been loaded anew from its log (or closed: see its status)."""

    def store_lost(self) -> None:
        """The database was replaced or closed under the tables: they have to be loaded anew from it."""


class Tables(Protocol):
    """All tables of this process."""

    async def recover(self) -> None:
        """Load every open table from the store and let it go on; call once at start."""

    async def rest(self) -> None:
        """Stop all clocks and wait for what is being written; the tables can still be looked at."""

    async def stop(self) -> None:
        """Stop all clocks; nothing is lost, and ``recover`` goes on from here."""

    # -------------------------------------------------------------- lobby

    async def open(self, new: NewTable) -> Reply:
        """A lobby with its host in the first chair; in private messages a practice table that begins at once."""

    async def change(self, table: TableId, user: int, changes: Changes) -> Reply: ...

    async def join(self, table: TableId, user: int, throw: str) -> Reply:
        """Sit down, or come back to one's chair; ``throw`` (the interaction's id) goes into the next wall.

        Where computer players have the free chairs of a running match, who sits there has to agree: the person is then
        among the table's ``guests``.
        """

    async def admit(self, table: TableId, user: int, guest: int) -> Reply:
        """Somebody at the table agrees that a guest takes over from a computer player."""

    async def call(self, table: TableId, user: int) -> Reply:
        """Somebody at the table calls for others: in a running match they may take over without being asked about."""

    async def leave(self, table: TableId, user: int, *, confirmed: bool = False) -> Reply:
        """Leave a lobby, or a running table, whose chair a computer player then takes."""

    async def add_bot(self, table: TableId, user: int) -> Reply: ...

    async def kick(self, table: TableId, user: int, target: int | None) -> Reply:
        """The host removes a person (None: a computer player) from the lobby, or a person who is away from a game.

        At a table that waits without a clock, a player is for it that the table plays for somebody who is absent.
        """

    async def start(self, table: TableId, user: int, *, fill: bool = False) -> Reply:
        """The host begins; ``Refused("seats_free")`` unless ``fill`` seats computer players in the free chairs."""

    # -------------------------------------------------------------- play

    async def act(
        self,
        table: TableId,
        user: int,
        action: Action,
        *,
        prompt: str | None = None,
        interaction: int | None = None,
        confirmed: bool = False,
    ) -> Reply:
        """A player acts. ``prompt`` is that of the screen that was pressed; None binds to the question at arrival."""

    async def outside(self, table: TableId, user: int, action: Special, *, interaction: int | None = None) -> Reply:
        """Somebody who does not play at this table acts (a bet)."""

    async def ready(self, table: TableId, user: int, throw: str) -> Reply:
        """A player is ready for the next hand."""

    async def back(self, table: TableId, user: int) -> Reply:
        """A player whose seat plays by itself takes over again."""

    # -------------------------------------------------------------- together

    async def vote(self, table: TableId, user: int, kind: VoteKind) -> Reply:
        """A player is for ending or pausing the table (or undoing its last hand); passed by more than half."""

    async def resume(self, table: TableId, user: int) -> Reply: ...

    async def end(self, table: TableId, user: int, *, manager: bool = False, confirmed: bool = False) -> Reply:
        """The host closes a lobby or a finished match; a manager ends any table, calling off its hand."""

    async def abandon(self, table: TableId) -> Reply:
        """The table's place is gone for good: it ends, and a running hand is called off."""

    async def again(self, table: TableId, user: int, throw: str) -> Reply:
        """The same seats play another match after this one; the reply names the new table."""

    async def moved(self, table: TableId, where: Where) -> Reply:
        """The table goes on in another channel or thread."""

    # -------------------------------------------------------------- looking

    def board(self, table: TableId) -> Board | None: ...

    def screen(self, table: TableId, user: int) -> Screen | None:
        """None for somebody who has no chair at the table, or while no hand has been dealt."""

    async def ready_by(self, table: TableId, user: int) -> tuple[ReadyBy, ...]:
        """The discards open to a player now that leave their tiles ready; none where they have nothing to discard."""

    def of_user(self, user: int) -> tuple[Board, ...]:
        """The open tables at which somebody has a chair, the latest first."""

    def in_channel(self, channel: int) -> tuple[Board, ...]:
        """The open tables of a channel (or thread), the latest first."""

    def open_tables(self) -> tuple[Board, ...]: ...

    async def preferences_changed(self, user: int) -> None:
        """A person's settings have changed: read them again."""

    async def server_changed(self, guild: int) -> None:
        """A server's time zone or quiet hours have changed: its tables keep the time that is left on their clocks."""
