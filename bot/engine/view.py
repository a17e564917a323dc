"""What one seat, or a bystander, may see. Built up from nothing: there is no field for what it may not know."""

from dataclasses import dataclass

from bot.engine.actions import Action
from bot.engine.events import BYSTANDER, Noted, Paid, Won
from bot.engine.hand import Hand
from bot.engine.legal import as_known, decisions, legal
from bot.engine.melds import AnGang, Meld
from bot.engine.money import Transfer
from bot.engine.options import Options
from bot.engine.ruleset import Badge, GangShown, OutsideOffer, Profile
from bot.engine.state import Claims, Idle, Laid, Over, Staged, State, Turn
from bot.engine.tiles import SEATS, Seat, Tile


@dataclass(frozen=True, slots=True)
class HiddenGang:
    """A concealed gang of somebody else under rules that show nobody its tiles."""


SeenMeld = Meld | HiddenGang


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody sees of a seat. ``shown`` is its hand once it is laid open, empty before."""

    seat: Seat
    concealed: int
    shown: tuple[Tile, ...]
    melds: tuple[SeenMeld, ...]
    discards: tuple[Laid, ...]
    flowers: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class OwnView:
    """What a seat sees of itself: its concealed tiles, the one just drawn, and what it may do.

    ``asked`` answers the question that the table puts to the seat, ``legal`` adds the standing actions; ``warned`` are
    those that are to be confirmed first.
    """

    seat: Seat
    hand: Hand
    drawn: Tile | None
    asked: tuple[Action, ...]
    legal: tuple[Action, ...]
    warned: tuple[Action, ...]
    profile: Profile


@dataclass(frozen=True, slots=True)
class Offered:
    """The tile that lies on offer, and whose it is. Who may claim it is not to be seen."""

    tile: Tile
    source: Seat


@dataclass(frozen=True, slots=True)
class View:
    """A table as one seat or a bystander (``own`` is None) sees it. ``offer`` is for people who do not play."""

    rules: str
    options: Options
    number: int
    dealer: Seat
    streak: int
    passes: int
    seating: tuple[int, int, int, int]
    running: bool
    over: bool
    turn: Seat | None
    offered: Offered | None
    stage: str | None
    left: int
    turned: tuple[Tile, ...]
    seats: tuple[SeatView, SeatView, SeatView, SeatView]
    own: OwnView | None
    wins: tuple[Won, ...]
    paid: tuple[Transfer, ...]
    badges: tuple[Badge, ...]
    notes: tuple[Noted, ...]
    offer: OutsideOffer | None = None


def view(state: State, viewer: Seat | None) -> View:
    """The view of a seat, or of a bystander (None)."""
    state = as_known(state)
    east, south, west, north = (_seat(state, seat, viewer) for seat in SEATS)
    phase = state.phase
    return View(
        rules=state.rules.id,
        options=state.options,
        number=state.number,
        dealer=state.dealer,
        streak=state.streak,
        passes=state.passes,
        seating=state.seating,
        running=not isinstance(phase, Idle | Over),
        over=isinstance(phase, Over),
        turn=_turn(state),
        offered=_offered(state),
        stage=phase.name if isinstance(phase, Staged) else None,
        left=state.left,
        turned=state.turned,
        seats=(east, south, west, north),
        own=None if viewer is None else _own(state, viewer),
        wins=state.wins,
        paid=_paid(state, viewer),
        badges=state.rules.badges(state, viewer),
        notes=tuple(
            event
            for event in state.history
            if isinstance(event, Noted) and (BYSTANDER if viewer is None else viewer) in event.audience
        ),
        offer=state.rules.moves.offer(state),
    )


def _paid(state: State, viewer: Seat | None) -> tuple[Transfer, ...]:
    """What has fallen due as far as the viewer may know; all of it once the hand is over."""
    if isinstance(state.phase, Idle | Over):
        return state.paid
    who = BYSTANDER if viewer is None else viewer
    return tuple(
        transfer
        for event in state.history
        if isinstance(event, Paid) and who in event.audience
        for transfer in event.transfers
    )


def _turn(state: State) -> Seat | None:
    match state.phase:
        case Turn(seat=seat):
            return seat
        case Claims(source=source):
            return source
        case _:
            return None


def _offered(state: State) -> Offered | None:
    match state.phase:
        case Claims(tile=tile, source=source):
            return Offered(tile, source)
        case _:
            return None


def _seat(state: State, seat: Seat, viewer: Seat | None) -> SeatView:
    hand = state.hands[seat]
    ended = isinstance(state.phase, Idle | Over)
    laid_open = state.number > 0 and (ended or state.is_out(seat))
    hidden = state.rules.gangs_shown is GangShown.HIDDEN and not laid_open and seat != viewer
    return SeatView(
        seat=seat,
        concealed=hand.size(),
        shown=hand.tiles() if laid_open else (),
        melds=tuple(HiddenGang() if hidden and isinstance(meld, AnGang) else meld for meld in hand.melds),
        discards=state.discards[seat],
        flowers=state.flowers[seat],
    )


def _own(state: State, seat: Seat) -> OwnView:
    phase, moves = state.phase, state.rules.moves
    allowed = legal(state, seat)
    return OwnView(
        seat=seat,
        hand=state.hands[seat],
        drawn=phase.drawn if isinstance(phase, Turn) and phase.seat == seat else None,
        asked=decisions(state, seat),
        legal=allowed,
        warned=tuple(action for action in allowed if moves.confirm(state, seat, action)),
        profile=state.rules.profile(state, seat),
    )
