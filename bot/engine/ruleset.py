"""What a rule set is: a frozen value of data and typed functions. Rule sets are composed, never subclassed.

Every function gets the whole frozen state and returns a value; none of them changes anything. The engine calls them
at the moments that their names say; ``bot.engine.moves`` has the usual answers to compose them from.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from bot.engine.actions import Action, Special
from bot.engine.events import Carry, Event
from bot.engine.money import Transfer
from bot.engine.options import Options, OptionSpec, Value
from bot.engine.situation import By, Line, Situation, Verdict, Win
from bot.engine.state import State
from bot.engine.tiles import Seat, Tile


@dataclass(frozen=True, slots=True)
class Rejected:
    """An action that is not legal now: the slug of the reason, which the texts explain, and its details."""

    reason: str
    details: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class OutsideOffer:
    """What somebody who does not play may do now: a special action with one of these numbers."""

    name: str
    numbers: tuple[int, ...]


class When(StrEnum):
    """Where in a hand a stage stands."""

    BEFORE_DEAL = "before_deal"
    AFTER_DEAL = "after_deal"
    AFTER_HAND = "after_hand"


class Patience(StrEnum):
    """What ends a stage: the last answer, or its time (``Elapsed``).

    ``WINDOW`` is for a stage in which nobody may see who is asked: its end is that of a claim window, the last answer
    or, at a table whose windows last equally long, its time, and there it is held where nobody is asked, too.
    """

    ANSWERS = "answers"
    TIME = "time"
    WINDOW = "window"


@dataclass(frozen=True, slots=True)
class Stage:
    """A question of the rule set to some seats at the same time, outside the ordinary turns.

    ``applies``: whether it is held in this hand. ``asked``: who has to answer (a stage that waits for answers and
    asks nobody is left out). ``actions``: what an asked seat may answer, the likeliest first. ``usual``: the answer for
    a seat that gives none. ``close``: what follows once all have answered or the time is up. ``seconds``: its clock,
    None for a turn's.
    """

    name: str
    when: When
    patience: Patience
    applies: Callable[[State], bool]
    asked: Callable[[State], tuple[Seat, ...]]
    actions: Callable[[State, Seat], tuple[Action, ...]]
    usual: Callable[[State, Seat], Action]
    close: Callable[[State, Mapping[Seat, Action]], tuple[Event, ...]]
    seconds: int | None = None


RESEAT: Final = ("reseat", 1)


@dataclass(frozen=True, slots=True)
class NextHand:
    """Who deals next, how many hands running that will be, how far the match has come, and what goes along.

    A ``carry`` that holds ``RESEAT`` has the seats drawn anew before the next hand.
    """

    dealer: Seat
    streak: int
    passes: int
    carry: Carry = ()


@dataclass(frozen=True, slots=True)
class Badge:
    """Something a rule set wants shown: beside a seat, or in the middle of the table.

    ``key`` is the text; ``tiles`` are shown as tiles where they can be.
    """

    key: str
    seat: Seat | None = None
    tiles: tuple[Tile, ...] = ()
    params: tuple[tuple[str, str | int], ...] = ()


@dataclass(frozen=True, slots=True)
class Profile:
    """What a computer player (and a sorted hand) must know of the rules, as numbers.

    ``wild`` stands for any tile; ``plays_as`` maps a tile to the one it counts as. ``kinds`` are in play.
    ``max_suits`` is how many suits a winning hand may hold, ``dropped`` one that has to go. The weights say what a
    shape is worth beside a plain win, in plain wins: 0 for a shape that does not exist. ``mixed_suit`` is one suit and
    honours, ``absent`` each of the five classes (the suits, winds, dragons) that is not in the hand, ``gang`` what a
    gang brings, ``ready`` what being ready is worth once the wall is empty. ``avoid`` are kinds whose discard may cost
    far more than usual, by what everybody can see.
    """

    kinds: tuple[Tile, ...]
    wild: Tile | None = None
    plays_as: tuple[tuple[Tile, Tile], ...] = ()
    max_suits: int = 4
    dropped: int | None = None
    seven_pairs: float = 0.0
    one_suit: float = 0.0
    mixed_suit: float = 0.0
    triplets: float = 0.0
    absent: float = 0.0
    gang: float = 0.0
    concealed: float = 0.0
    ready: float = 0.0
    avoid: tuple[Tile, ...] = ()


class GangShown(StrEnum):
    """What others see of a concealed gang."""

    OPEN = "open"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class Scoring:
    """The value of a hand and its price, the same for a table and for ``queguan score``.

    ``evaluate``: the best reading of a complete situation, or why it is no win. ``payments``: who pays whom for it.
    ``waits``: the kinds that complete the situation's hand by their shape (``tile`` and ``by`` of it are ignored).
    ``check``: the slug of what is impossible about the situation under these rules, "" where nothing is.
    ``patterns``: the ids of all lines that these options know, in the order of the table.
    ``dealt``: the verdict on thirteen dealt tiles that win without a fourteenth, None where that is not asked.
    ``flags``: what may be true of a situation here besides ``Flag``, by slugs of the rule set's own.
    ``row``: the least and the most counts (None: no most) of the row of a table that a line's worth is read from; None
    of a line whose worth is read from no table.
    """

    unit: str
    evaluate: Callable[[Options, Situation], Verdict]
    payments: Callable[[Options, Situation, Win], tuple[Transfer, ...]]
    waits: Callable[[Options, Situation], tuple[Tile, ...]]
    check: Callable[[Options, Situation], str]
    patterns: Callable[[Options], tuple[str, ...]]
    dealt: Callable[[Options, Situation], Verdict | None] = field(default=lambda _options, _situation: None)
    flags: tuple[str, ...] = ()
    row: Callable[[Line], tuple[int, int | None] | None] = field(default=lambda _line: None)


@dataclass(frozen=True, slots=True)
class Flow:
    """How a hand runs.

    ``break_at``: the index in the built wall at which the deal begins. ``deal_order``: whom each dealt tile goes to.
    ``begin``: the rule set's own state of a new hand. ``track``: that state after an event. ``react``: what follows
    from an event at once (payments, marks, a turned tile). ``winners``: who of the claimants wins, in order of
    settlement. ``holds``: whether settled claims rest for a moment first (``hold_seconds``). ``plays_on``: whose turn
    it is after the wins so far, None where the hand is over. ``next_hand``: after the hand. ``leave_price``: what
    leaving costs now. ``called_off``: what goes back to the seats where the match ends here, with this hand unplayed
    or between two hands. ``undone``: what goes along into the next hand once the points of this one are taken back.
    """

    stages: tuple[Stage, ...]
    break_at: Callable[[State], int]
    deal_order: Callable[[State], tuple[Seat, ...]]
    begin: Callable[[State], object]
    track: Callable[[State, Event], object]
    react: Callable[[State, Event], tuple[Event, ...]]
    winners: Callable[[State, tuple[Seat, ...]], tuple[Seat, ...]]
    holds: Callable[[State], bool]
    plays_on: Callable[[State], Seat | None]
    next_hand: Callable[[State], NextHand]
    leave_price: Callable[[State, Seat], tuple[Transfer, ...]]
    called_off: Callable[[State], tuple[Transfer, ...]] = field(default=lambda _state: ())
    undone: Callable[[State], Carry] = field(default=lambda state: state.carry)
    hold_seconds: int = 2


@dataclass(frozen=True, slots=True)
class Moves:
    """What a seat may do.

    ``judge``: the verdict on completing the hand with this tile, bars of the rule set included. ``turn`` and
    ``claims``: what is legal in one's turn and on an offered tile (with ``Pass`` where passing is). ``standing``:
    what is legal for the seat at any time. ``why_not``: the reason slug of an action that is not legal, "" to leave
    it to the engine. ``perform``: what a special action does. ``outside``: the same for somebody who does not play.
    ``offer``: what such a person may do now, None for nothing. ``forced``: what the table does for a seat by itself.
    ``confirm``: the slug of a warning to be confirmed first, "". ``run``: the three tiles of a chi in the order of its
    run. ``situation``: the seat's tiles as they wait now, for any tile and any way to win, from what the seat may know;
    None while it waits for nothing. ``habits``: the standing action that a computer player takes of its own accord now,
    from what it may know; nobody does it for a person. ``brief``: the names of standing actions for which there is a
    moment only, so that they have a button besides their line of a menu; whoever sees it learns nothing by it.
    """

    judge: Callable[[State, Seat, Tile, By, Seat | None], Verdict]
    turn: Callable[[State, Seat], tuple[Action, ...]]
    claims: Callable[[State, Seat], tuple[Action, ...]]
    standing: Callable[[State, Seat], tuple[Special, ...]]
    why_not: Callable[[State, Seat, Action], str]
    perform: Callable[[State, Seat, Special], tuple[Event, ...]]
    outside: Callable[[State, str, Special], tuple[Event, ...] | Rejected]
    forced: Callable[[State, Seat], Action | None]
    confirm: Callable[[State, Seat, Action], str]
    run: Callable[[State, tuple[Tile, Tile, Tile]], tuple[Tile, Tile, Tile]]
    situation: Callable[[State, Seat], Situation | None]
    habits: Callable[[State, Seat], Special | None] = field(default=lambda _state, _seat: None)
    offer: Callable[[State], OutsideOffer | None] = field(default=lambda _state: None)
    brief: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class RuleSet:
    """One regional game. ``presets`` name partial choices of options; the first is the default."""

    id: str
    options: tuple[OptionSpec, ...]
    presets: Mapping[str, Mapping[str, Value]]
    tiles: Callable[[Options], tuple[Tile, ...]]
    scoring: Scoring
    flow: Flow
    moves: Moves
    badges: Callable[[State, Seat | None], tuple[Badge, ...]]
    profile: Callable[[State, Seat], Profile]
    first_dealer: Callable[[tuple[int, int]], Seat]
    gangs_shown: GangShown = GangShown.OPEN


TING: Final = "ting"
UNTING: Final = "unting"
"""What the house calls declaring a ready hand and taking that back: actions of these names are what ``/ting`` does,
and the badge ``TING`` tells of it, in red."""
WILD: Final = "wild"
PROXY: Final = "proxy"
"""Badges whose tile is the wild one, and the one that 白板 plays as: pictures mark and place such tiles."""
READY: Final = "ready"
"""What is noted of a seat that is ready when the wall is empty; ``number`` is what that is worth."""

CORE_REASONS: Final = (
    "no_hand",
    "not_your_turn",
    "not_held",
    "nothing_offered",
    "no_shape",
    "not_possible",
    "already_answered",
    "own_discard",
    "rob_only",
    "nothing_to_pass",
    "no_pair",
    "no_three",
    "no_four",
    "chi_from_upper",
    "no_run_with_it",
    "wall_empty",
    "no_outsiders",
    "players_cannot_bet",
    "hand_running",
)
