"""How a hand runs: fares, watchers, what is paid, who deals next (RULES.md R2, R5–R7)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.engine.actions import Action, Special
from bot.engine.events import EVERYBODY, Event, Melded, Noted, Paid, Won
from bot.engine.evolve import set_at
from bot.engine.history import began
from bot.engine.melds import AnGang
from bot.engine.money import Outsider, Transfer, each_pays
from bot.engine.moves import first_after
from bot.engine.ruleset import Flow, NextHand, OutsideOffer, Patience, Rejected, Stage, When
from bot.engine.situation import Situation
from bot.engine.state import Claims, Held, Staged, State
from bot.engine.tiles import SEATS, Seat, lower
from bot.engine.wall import break_index, counted, jump_order

from .options import FARE, STAKE, WATCHERS
from .scoring import payments

LAY_FARE: Final = "lay_fare"
BACK: Final = "back_seat"
MOST_FARE: Final = 2
LEAVING: Final = 5


@dataclass(frozen=True, slots=True)
class River:
    """What a hand remembers: the fares, who lies at anchor, and which seat each watcher backs."""

    fares: tuple[int, int, int, int] = (0, 0, 0, 0)
    anchored: frozenset[Seat] = frozenset()
    backed: tuple[tuple[str, Seat], ...] = ()


def river(state: State) -> River:
    """The game's own part of the state."""
    return state.extra if isinstance(state.extra, River) else River()


def track(state: State, event: Event) -> object:
    """The own part after an event."""
    own = river(state)
    match event:
        case Noted(name="fare_laid", seat=seat, number=number) if seat is not None and number is not None:
            return replace(own, fares=set_at(own.fares, seat, number))
        case Noted(name="anchored", seat=seat) if seat is not None:
            return replace(own, anchored=own.anchored | {seat})
        case Noted(name="backed", word=name, number=number) if number is not None:
            return replace(own, backed=(*own.backed, (name, SEATS[number - 1])))
        case _:
            return own


def react(state: State, event: Event) -> tuple[Event, ...]:
    """A concealed gang and a win are paid at once."""
    match event:
        case Melded(seat=seat, meld=AnGang()):
            others = (each for each in SEATS if each != seat)
            return (Paid(each_pays(others, seat, state.options.number(STAKE), "gang")),)
        case Won():
            return (Paid(_won(state, event)),)
        case _:
            return ()


def _won(state: State, won: Won) -> tuple[Transfer, ...]:
    own = river(state)
    situation = Situation(state.hands[won.seat], won.tile, won.by, won.seat, won.source)
    paid = payments(state.options, situation, won.win)
    fares = [
        each_pays([each.payer], won.seat, own.fares[each.payer] + own.fares[won.seat], "fare")
        for each in paid
        if not isinstance(each.payer, Outsider)
    ]
    backers = [Outsider(name) for name, seat in own.backed if seat == won.seat]
    bets = [each_pays([paid[0].payer], backer, paid[0].points, "backed") for backer in backers]
    return (*paid, *(each for group in (*fares, *bets) for each in group))


def break_at(state: State) -> int:
    """The first throw names the side, its pips the stacks that stay."""
    pips = sum(began(state).chance.dice[0])
    return break_index(state.dealer, counted(state.dealer, pips), 2 * pips, (34, 34, 34, 34))


def winners(state: State, claimants: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The first claimant after the discarder."""
    phase = state.phase.claims if isinstance(state.phase, Held) else state.phase
    if not isinstance(phase, Claims):
        raise ValueError("nothing is offered")
    return first_after(phase.source, claimants)[:1]


def next_hand(state: State) -> NextHand:
    """Who deals next (RULES.md R7)."""
    dealer = state.wins[0].seat if state.wins else lower(state.dealer)
    if dealer == state.dealer:
        return NextHand(dealer, state.streak + 1, state.passes)
    return NextHand(dealer, 1, state.passes + 1)


# ---------------------------------------------------------------------- fares and watchers


def _fares(_state: State, _seat: Seat) -> tuple[Action, ...]:
    return tuple(Special(LAY_FARE, number=number) for number in range(MOST_FARE + 1))


def _laid(_state: State, answers: Mapping[Seat, Action]) -> tuple[Event, ...]:
    return tuple(
        Noted("fare_laid", seat, number=action.number, audience=EVERYBODY)
        for seat, action in sorted(answers.items())
        if isinstance(action, Special)
    )


def _nobody_answers(_state: State, seat: Seat) -> Action:
    raise ValueError(f"seat {seat} is not asked")


STAGES: Final = (
    Stage(
        "fares",
        When.BEFORE_DEAL,
        Patience.ANSWERS,
        applies=lambda state: state.options[FARE] == "on",
        asked=lambda _state: SEATS,
        actions=_fares,
        usual=lambda _state, _seat: Special(LAY_FARE, number=0),
        close=_laid,
        seconds=12,
    ),
    Stage(
        "watching",
        When.AFTER_DEAL,
        Patience.TIME,
        applies=lambda state: state.options[WATCHERS] == "on",
        asked=lambda _state: (),
        actions=lambda _state, _seat: (),
        usual=_nobody_answers,
        close=lambda _state, _answers: (),
        seconds=15,
    ),
)


def offer(state: State) -> OutsideOffer | None:
    """The seats that can be backed now (RULES.md R6)."""
    watching = isinstance(state.phase, Staged) and state.phase.name == "watching"
    return OutsideOffer(BACK, tuple(seat + 1 for seat in SEATS)) if watching else None


def outside(state: State, name: str, action: Special) -> tuple[Event, ...] | Rejected:
    """A watcher backs a seat, once."""
    offered = offer(state)
    if offered is None or action.name != BACK:
        return Rejected("not_watching")
    if action.number not in offered.numbers or any(name == backer for backer, _ in river(state).backed):
        return Rejected("cannot_back")
    return (Noted("backed", number=action.number, word=name, audience=EVERYBODY),)


FLOW: Final = Flow(
    stages=STAGES,
    break_at=break_at,
    deal_order=lambda state: jump_order(state.dealer),
    begin=lambda _state: River(),
    track=track,
    react=react,
    winners=winners,
    holds=lambda _state: False,
    plays_on=lambda _state: None,
    next_hand=next_hand,
    leave_price=lambda _state, seat: each_pays((seat,), lower(seat), LEAVING, "left"),
)
