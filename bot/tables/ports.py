"""What the tables need from outside: ports, and the plain values that cross them.

A second store is one more folder that satisfies these protocols. Nothing here knows the game: events are JSON texts.
Every call raises ``StoreError`` where the store can't do its work; then nothing of what was asked for is written,
except where the reason is ``CLOSED``: what was under way may have been.
"""

from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NewType, Protocol

from bot.tables.ledger_values import (
    ALWAYS,
    AccountId,
    Booked,
    BookedItem,
    Booking,
    HistoryPage,
    HistoryQuery,
    NotBooked,
    Reversal,
    Scope,
    SeasonRecord,
    Series,
    SeriesQuery,
    Totals,
    TotalsPage,
    TotalsQuery,
)

TableId = NewType("TableId", str)


class StoreReason(StrEnum):
    """Why the store can't: the key of a sentence in the texts."""

    DAMAGED = "damaged"
    LOCKED = "locked"
    IN_USE = "in_use"
    READ_ONLY = "read_only"
    DISK_FULL = "disk_full"
    DISK_FAILS = "disk_fails"
    CANNOT_OPEN = "cannot_open"
    NOT_OURS = "not_ours"
    EMPTY = "empty"
    NEWER_SCHEMA = "newer_schema"
    OLDER_SCHEMA = "older_schema"
    REPLACED = "replaced"
    EXISTS = "exists"
    CLOSED = "closed"
    FAILED = "failed"


class StoreError(Exception):
    """The store can't do what was asked. ``path`` is the file, ``detail`` for the log, not for people.

    ``REPLACED``: the database was restored or migrated under a running bot, which must load its tables anew.
    """

    def __init__(self, reason: StoreReason, path: str = "", detail: str = "") -> None:
        self.reason = reason
        self.path = path
        self.detail = detail
        super().__init__(": ".join(part for part in (reason.value, path, detail) if part))


class TableStatus(StrEnum):
    """What a table is doing; an ended one is kept for its hands and never offered again."""

    LOBBY = "lobby"
    RUNNING = "running"
    ENDED = "ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRecord:
    """What a table is, apart from its log. ``guild`` None is a practice table in private messages.

    ``meta`` is a JSON text (seats, options, clocks, language …). It holds people by their user ids only, never by
    name. ``revision`` counts the record's writes: 0 before the first.
    """

    id: TableId
    guild: int | None
    channel: int
    thread: int | None = None
    status: TableStatus
    meta: str
    revision: int = 0


@dataclass(frozen=True, slots=True)
class Deadline:
    """Something falls due at ``due`` (seconds since 1970 UTC); ``data`` is a text that says what."""

    key: str
    due: float
    data: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """Where a table's message stands, by a ``key`` of the table's own; ``prompt`` is the prompt that it shows.

    ``message`` None forgets it.
    """

    key: str
    channel: int
    message: int | None
    prompt: str = ""


@dataclass(frozen=True, slots=True)
class HandEnd:
    """The events from ``first`` up to the last of this unit are hand ``number``: they become one packed record."""

    number: int
    first: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """All that one action writes, in one transaction.

    ``seq`` is how many events the table's log holds; the first of ``events`` gets that number. None is for units
    without events, which then can't lose to another writer. ``record`` is written whole if its revision is still that
    of the store. ``deadlines`` None leaves them, a tuple replaces them all. ``interaction`` is the id of the Discord
    interaction that asked: a unit with one that was seen before is not written.
    """

    table: TableId
    at: float
    seq: int | None = None
    events: tuple[str, ...] = ()
    record: TableRecord | None = None
    deadlines: tuple[Deadline, ...] | None = None
    messages: tuple[Message, ...] = ()
    bookings: tuple[Booking, ...] = ()
    hand: HandEnd | None = None
    interaction: int | None = None

    def __post_init__(self) -> None:
        if self.seq is None and (self.events or self.hand):
            raise ValueError("events are appended at a number")
        if self.record is not None and self.record.id != self.table:
            raise ValueError(f"the record of {self.record.id} in a unit of {self.table}")


@dataclass(frozen=True, slots=True)
class Committed:
    """The unit is on the disk. ``seq`` and ``revision`` are the table's now; ``booked`` one answer a booking."""

    seq: int
    revision: int
    booked: tuple[Booked, ...] = ()


@dataclass(frozen=True, slots=True)
class Conflict:
    """Another writer was first, nothing is written; ``seq`` and ``revision`` are the store's, -1 for no such table."""

    seq: int
    revision: int


@dataclass(frozen=True, slots=True)
class Repeated:
    """The interaction was processed before; nothing is written."""

    interaction: int


Outcome = Committed | Conflict | Repeated


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as the store holds it; ``seq`` is the length of its log."""

    record: TableRecord
    seq: int
    deadlines: tuple[Deadline, ...]
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class HandInfo:
    """Where a finished hand lies in its table's log: events ``first`` to ``last``, both included."""

    table: TableId
    number: int
    first: int
    last: int


class TableStore(Protocol):
    """Tables, their logs and what belongs to them."""

    async def commit(self, unit: Unit) -> Outcome:
        """Write all of it or nothing; when this answers ``Committed``, a power cut can't undo it.

        Raises KeyReused for a booking whose key has other contents, ValueError for a hand that isn't in the log.
        """

    async def open_tables(self) -> tuple[StoredTable, ...]:
        """All tables that have not ended."""

    async def table(self, table: TableId) -> StoredTable | None: ...

    async def tables_in(self, guild: int | None, *, limit: int = 25) -> tuple[StoredTable, ...]:
        """A server's tables that have not ended, then the ended ones, the latest first."""

    async def log(self, table: TableId, since: int = 0) -> tuple[str, ...]:
        """The events from number ``since`` on, packed and live alike, each as it was written."""

    async def hands(self, table: TableId) -> tuple[HandInfo, ...]:
        """The finished hands, the first first."""

    async def hand(self, table: TableId, number: int) -> tuple[str, ...] | None:
        """The events of one finished hand; None where there is none of that number."""

    async def forget_interactions(self, before: float) -> None:
        """Drop the ids of interactions processed before that time."""


Owed = Callable[[Mapping[AccountId, int], Mapping[AccountId, int]], bool]
"""Whether something is owed by what everybody has earned, and by the balances."""


class Ledger(Protocol):
    """The points. What is in it never changes; whatever changes is a new booking."""

    async def book(self, booking: Booking) -> Booked:
        """Write it once. Raises KeyReused where its key has other contents."""

    async def settle(self, booking: Booking, owed: Owed) -> Booked | None:
        """Write a payment where it is still ``owed`` when it is written, None where it isn't; what is there stays."""

    async def reverse(self, reversal: Reversal) -> Booked | NotBooked:
        """Take a booking back, points and counts. Raises KeyReused as ``book``."""

    async def item(self, key: str) -> BookedItem | None: ...

    async def last_hand(self, table: TableId) -> BookedItem | None:
        """The latest hand of the table that is not taken back."""

    async def totals(self, query: TotalsQuery) -> TotalsPage: ...

    async def totals_of(self, query: TotalsQuery, account: AccountId) -> Totals | None:
        """The row of one account, with its rank in that query."""

    async def balances(self, guild: int, scope: Scope) -> Mapping[AccountId, int]:
        """Everybody's balance that is not zero; they sum to zero."""

    async def history(self, query: HistoryQuery) -> HistoryPage: ...

    async def biggest(
        self, guild: int, account: AccountId, rules: str | None = None, scope: Scope = ALWAYS
    ) -> BookedItem | None:
        """The hand of an account's biggest win of that time that is not taken back."""

    async def series(self, query: SeriesQuery) -> Series: ...

    async def seasons(self, guild: int) -> tuple[SeasonRecord, ...]:
        """The first season first; the last one is running."""

    async def end_season(self, guild: int, number: int, name: str, at: float) -> bool:
        """Put a line under season ``number``, give it a name, begin the next; False where it isn't the running one."""

    async def guilds(self) -> tuple[int, ...]:
        """The servers that have bookings."""

    def export(
        self, guild: int, account: AccountId | None = None, rules: str | None = None, scope: Scope = ALWAYS
    ) -> AsyncIterator[BookedItem]:
        """The bookings of a server, or those that an account takes part in, oldest first, as of the first step."""


@dataclass(frozen=True, slots=True)
class Preset:
    """Options of a rule set that a server has saved under a name; ``options`` is a JSON text."""

    guild: int
    name: str
    rules: str
    options: str
    author: int


@dataclass(frozen=True, slots=True)
class Seen:
    """A person's name in a server (None: in private messages) when they were last seen there."""

    guild: int | None
    account: AccountId
    name: str
    at: float


@dataclass(frozen=True, slots=True)
class PersonData:
    """What is kept about a person besides bookings: settings (JSON text), names, presets, tables they sit at."""

    settings: str
    names: tuple[Seen, ...]
    presets: tuple[Preset, ...]
    open_tables: tuple[TableId, ...]
    ended_tables: tuple[TableId, ...]


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A name was removed: how many servers' accounts got a pseudonym, and the open tables that still need the id."""

    accounts: int
    open_tables: tuple[TableId, ...]


Change = Callable[[str], str]
"""From the JSON text that is stored ("{}" at first) to the new one; quick, and without side effects."""


class SettingsStore(Protocol):
    """Settings of people and servers, presets, names."""

    async def person(self, user: int) -> str: ...

    async def change_person(self, user: int, change: Change) -> str:
        """Change a person's settings in one step, whoever else does; answers with the new text."""

    async def server(self, guild: int) -> str: ...

    async def change_server(self, guild: int, change: Change) -> str: ...

    async def presets(self, guild: int) -> tuple[Preset, ...]:
        """By name."""

    async def save_preset(self, preset: Preset) -> None:
        """Write it over one of the same name."""

    async def drop_preset(self, guild: int, name: str) -> bool:
        """Whether there was one."""

    async def saw(self, people: Iterable[Seen]) -> None: ...

    async def names(self, guild: int | None, accounts: Iterable[AccountId]) -> Mapping[AccountId, str]:
        """The names last seen in that server, or else in private messages; accounts without one are left out."""

    async def person_data(self, user: int) -> PersonData: ...

    async def forget(self, user: int) -> Forgotten:
        """Remove a person: pseudonyms for their accounts, settings and names deleted, ids in ended tables replaced."""


class Check(StrEnum):
    """What the doctor looks at."""

    FILE = "file"
    REFERENCES = "references"
    LOGS = "logs"
    HANDS = "hands"
    SUMS = "sums"
    CONTENTS = "contents"
    BALANCES = "balances"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, and where: a table and hand, a booking's key, an account."""

    check: Check
    where: str
    detail: str


class Store(Protocol):
    """All of it. Closing waits for what is under way."""

    @property
    def tables(self) -> TableStore: ...

    @property
    def ledger(self) -> Ledger: ...

    @property
    def settings(self) -> SettingsStore: ...

    async def backup(self, path: str) -> None:
        """Write a complete copy to a new file while everything goes on. ``EXISTS`` where there is a file."""

    async def check(self) -> tuple[Finding, ...]:
        """Look for damage; nothing found is an empty tuple."""

    async def close(self) -> None: ...
