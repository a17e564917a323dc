"""What a picture shows: plain values, with every text already in the reader's language.

Nothing here knows the rules, Discord or the clock. ``bot.render.layout`` turns these into a draw list.
"""

from dataclasses import dataclass, field
from enum import Enum, auto

from bot.engine.melds import Meld
from bot.engine.tiles import Seat, Tile


class TileSet(Enum):
    """Which faces the tiles carry."""

    CLASSIC = "classic"
    CONTRAST = "contrast"
    """Large arabic numerals and letters; the suits differ in shape."""


class Back(Enum):
    """The colour of the backs (and of the tiles' lower half)."""

    GREEN = "green"
    BLUE = "blue"


class Cloth(Enum):
    """The ground of a picture; each is opaque and stands in dark and light clients alike."""

    JADE = "jade"
    INK = "ink"


@dataclass(frozen=True, slots=True)
class Style:
    """A person's (or a table's) looks. ``labels``: small corner labels such as ``5m`` or ``E``."""

    tiles: TileSet = TileSet.CLASSIC
    back: Back = Back.GREEN
    cloth: Cloth = Cloth.JADE
    labels: bool = False


class Rows(Enum):
    """How the concealed tiles of a hand stand: two rows are far larger on a phone."""

    ONE = 1
    TWO = 2


class Mark(Enum):
    """What sets a tile apart from its like."""

    WILD = auto()
    READY = auto()
    """Discarding it would leave the hand ready."""
    DRAWN = auto()
    LAST = auto()
    """The tile that was discarded last."""
    CLAIMED = auto()
    """A discard that somebody took: shown as a ghost."""
    WINNING = auto()
    DIM = auto()
    """May not be chosen now."""
    VOID = auto()
    """Of the suit that its holder must get rid of."""


class Tone(Enum):
    """The colour of a badge, by what it says."""

    PLAIN = auto()
    GOLD = auto()
    RED = auto()
    BLUE = auto()
    GREEN = auto()
    MUTED = auto()


@dataclass(frozen=True, slots=True)
class BadgePicture:
    """A word or two on a coloured ground: 听, 唱歌, 跳舞, out 1st, void 万, pot 20."""

    text: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class TilePicture:
    """One tile; ``tile`` is None for a back. ``plays_as`` shows what a wild tile or 白板 stands for, ``note``
    is a very short text under the tile (how many tiles it would wait on)."""

    tile: Tile | None
    marks: frozenset[Mark] = frozenset()
    plays_as: Tile | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class MeldPicture:
    """A meld of the seat ``owner``. ``meld`` None is a concealed gang whose tile isn't shown: four backs.

    ``plays_as`` holds one entry for each tile of the meld, in its order, or is empty.
    """

    meld: Meld | None
    owner: Seat
    plays_as: tuple[Tile | None, ...] = ()


@dataclass(frozen=True, slots=True)
class WaitPicture:
    """A tile that would complete the hand: how many are unseen (None: not told), the same in words, and what it would
    be worth."""

    tile: Tile
    left: int | None = None
    unseen: str = ""
    worth: str = ""


@dataclass(frozen=True, slots=True)
class HandPicture:
    """One seat's own tiles.

    ``concealed`` stands in display order (wild tiles first), without ``drawn``, which is set apart.
    ``title`` and ``status`` are one line each and may be empty (``Rivendale · #mahjong · 2/8``, ``wild 5p``).
    """

    concealed: tuple[TilePicture, ...]
    drawn: TilePicture | None = None
    melds: tuple[MeldPicture, ...] = ()
    flowers: tuple[Tile, ...] = ()
    title: str = ""
    status: str = ""
    badges: tuple[BadgePicture, ...] = ()
    waits_title: str = ""
    waits: tuple[WaitPicture, ...] = ()
    rows: Rows = Rows.TWO
    style: Style = field(default_factory=Style)


@dataclass(frozen=True, slots=True)
class SeatPicture:
    """One side of the table.

    ``wind`` is the badge before the name (东, E), gold for the dealer. ``hand`` are tiles laid open (a replay,
    a hand that its owner shows). Without one the ``concealed`` tiles stand there, as many as there are; one too many
    for a hand at rest stands apart.
    """

    name: str
    points: str = ""
    wind: str = ""
    is_dealer: bool = False
    discards: tuple[TilePicture, ...] = ()
    melds: tuple[MeldPicture, ...] = ()
    flowers: tuple[Tile, ...] = ()
    badges: tuple[BadgePicture, ...] = ()
    hand: tuple[TilePicture, ...] = ()
    concealed: int = 0


@dataclass(frozen=True, slots=True)
class TablePicture:
    """The board everybody sees: four seats in seat order, and the band between them.

    ``turn`` is the seat that acts now (None: nobody), ``turn_text`` says so, ``until`` is the time it ends.
    ``bettors`` are what is said of those who bet, in a line of their own. ``indicator`` is the turned tile (wild
    indicator) with ``indicator_label`` before it; one with a label is marked as wild.
    """

    seats: tuple[SeatPicture, SeatPicture, SeatPicture, SeatPicture]
    round: str = ""
    wall: str = ""
    indicator: Tile | None = None
    indicator_label: str = ""
    badges: tuple[BadgePicture, ...] = ()
    bettors: tuple[str, ...] = ()
    turn: Seat | None = None
    turn_text: str = ""
    style: Style = field(default_factory=Style)
    until: str = ""


@dataclass(frozen=True, slots=True)
class LinePicture:
    """One thing that a hand counted and its worth (``碰碰胡``, ``×2``)."""

    text: str
    worth: str


@dataclass(frozen=True, slots=True)
class HandShown:
    """A hand laid open after the end: a winner's, with what it counted, or a ready hand without ``winning``.

    ``concealed`` carries the reading: each wild tile with ``plays_as``. ``how`` says how it was won.
    """

    name: str
    concealed: tuple[TilePicture, ...]
    winning: TilePicture | None = None
    melds: tuple[MeldPicture, ...] = ()
    flowers: tuple[Tile, ...] = ()
    how: str = ""
    lines: tuple[LinePicture, ...] = ()
    total: str = ""
    waits_title: str = ""
    waits: tuple[WaitPicture, ...] = ()
    badges: tuple[BadgePicture, ...] = ()


class RowTone(Enum):
    """What a row of the payments table is: one payment, the sum of this hand, or the running total."""

    PAYMENT = auto()
    SUM = auto()
    TOTAL = auto()


@dataclass(frozen=True, slots=True)
class PayRow:
    """What one payment (or their sum) changes for each, in the order of the table's names; None is left empty."""

    label: str
    amounts: tuple[int | None, ...]
    tone: RowTone = RowTone.PAYMENT


@dataclass(frozen=True, slots=True)
class PayTable:
    """Who pays whom: one column a person (seats first, then bettors), one row a payment."""

    names: tuple[str, ...]
    rows: tuple[PayRow, ...]


@dataclass(frozen=True, slots=True)
class ResultPicture:
    """The end of a hand: every winner, or for a drawn hand the hands that were ready."""

    title: str
    hands: tuple[HandShown, ...]
    payments: PayTable
    subtitle: str = ""
    badges: tuple[BadgePicture, ...] = ()
    style: Style = field(default_factory=Style)


@dataclass(frozen=True, slots=True)
class SeriesPicture:
    """One person's running total after each step, the first being the start."""

    name: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChartPicture:
    """Running totals over time; ``labels`` name some of the steps under the axis: (step, text)."""

    title: str
    series: tuple[SeriesPicture, ...]
    labels: tuple[tuple[int, str], ...] = ()
    subtitle: str = ""
    style: Style = field(default_factory=Style)


Picture = HandPicture | TablePicture | ResultPicture | ChartPicture
