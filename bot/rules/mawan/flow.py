"""How a hand runs under Mawan rules: dice, stages, what follows from what, and the next hand."""

from collections.abc import Callable, Mapping
from typing import Final

from bot.engine.actions import HU, PASS, Action, Hu, PengClaim, Special
from bot.engine.claims import settled as served
from bot.engine.events import EVERYBODY, Event, Melded, Noted, Paid, Won
from bot.engine.history import began
from bot.engine.money import Transfer
from bot.engine.ruleset import Flow, NextHand, Patience, Stage, When
from bot.engine.situation import By, Situation, Win
from bot.engine.state import State
from bot.engine.tiles import SEATS, Seat, distance, lower
from bot.engine.wall import break_index, counted, jump_order
from bot.rules.mawan import pot
from bot.rules.mawan.happened import claims_now, liable_for, melded
from bot.rules.mawan.names import BREAK_POT, PIPS
from bot.rules.mawan.scoring import payments, scattered

SIDES: Final = (34, 34, 34, 34)
ROUND_PIPS: Final = 4
"""A whole round of the table: so many pips more, and the same seat is pointed at."""
FIRST_THROW: Final = "first_throw"
SECOND_THROW: Final = "second_throw"
SCATTERED: Final = "scattered_hands"
SETTLING: Final = "settling"


# ---------------------------------------------------------------------- dice (M2) and breaking a pot with them (M15)


def throws(state: State) -> tuple[int, int]:
    """The pips of the first and of the second throw, with what was added or taken off."""
    first, second, _ = began(state).chance.dice
    added = {PIPS + word: 0 for word in (FIRST_THROW, SECOND_THROW)}
    for event in state.history:
        if isinstance(event, Noted) and event.name == PIPS and event.number is not None:
            added[PIPS + event.word] += event.number
    return sum(first) + added[PIPS + FIRST_THROW], sum(second) + added[PIPS + SECOND_THROW]


def second_thrower(state: State) -> Seat:
    """守 the dealer, 顺 the lower seat, 对 opposite, 反 the upper seat, by the first throw (RULES.md M2)."""
    return counted(state.dealer, throws(state)[0])


def break_at(state: State) -> int:
    """The wall in front of the second thrower is opened after as many stacks as both throws say (RULES.md M2)."""
    stacks = sum(throws(state))
    return break_index(state.dealer, second_thrower(state), 2 * stacks, SIDES)


def pots_played(state: State) -> bool:
    """Whether this table plays with the pot."""
    return state.options["pot"] == "on"


def _pot_can_be_broken(state: State) -> bool:
    return pots_played(state) and pot.pot_of(state) is None


def _breaking(_state: State, _seat: Seat) -> tuple[Action, ...]:
    pips = tuple(Special(BREAK_POT, number=number) for number in (*range(1, 7), *range(-1, -7, -1)))
    rounds = (Special(BREAK_POT, word="round"), Special(BREAK_POT, number=-1, word="round"))
    return (PASS, Special(BREAK_POT), *pips, *rounds)


def _pass(_state: State, _seat: Seat) -> Action:
    return PASS


def _broken_with(throw: str) -> Callable[[State, Mapping[Seat, Action]], tuple[Event, ...]]:
    def close(state: State, answers: Mapping[Seat, Action]) -> tuple[Event, ...]:
        events: list[Event] = []
        for seat, action in answers.items():
            if isinstance(action, Special):
                events += pot.broken_by(state, seat)
                pips = _pips(action)
                if pips:
                    events.append(Noted(PIPS, seat, number=pips, word=throw, audience=EVERYBODY))
        return tuple(events)

    return close


def _pips(action: Special) -> int:
    if action.word:
        return ROUND_PIPS * (1 if action.number is None else action.number)
    return action.number or 0


# ---------------------------------------------------------------------- hands that win as dealt, 十三散


def _scattered_verdict(state: State, seat: Seat) -> Win | None:
    verdict = scattered(state.options, state.hands[seat].keys)
    return verdict if isinstance(verdict, Win) else None


def _scattered_seats(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in SEATS if _scattered_verdict(state, seat) is not None)


def _hu_or_pass(_state: State, _seat: Seat) -> tuple[Action, ...]:
    return (HU, PASS)


def _won_as_dealt(state: State, answers: Mapping[Seat, Action]) -> tuple[Event, ...]:
    """The dealer first, then counter-clockwise (RULES.md M18)."""
    claimants = tuple(seat for seat, action in answers.items() if isinstance(action, Hu))
    for seat in winners(state, claimants):
        win = _scattered_verdict(state, seat)
        if win is not None:
            tile = state.hands[seat].tiles()[-1]
            return (Won(seat, tile, By.SELF, None, win, (seat,)),)
    return ()


# ---------------------------------------------------------------------- after the hand (M16)


def _nobody(_state: State) -> tuple[Seat, ...]:
    return ()


def _nothing(_state: State, _seat: Seat) -> tuple[Action, ...]:
    return ()


def _settle_pot(state: State, _answers: Mapping[Seat, Action]) -> tuple[Event, ...]:
    length = state.length
    return pot.settled(state, last=length is not None and next_hand(state).passes >= 4 * length)


def _throw(name: str, thrower: Callable[[State], Seat]) -> Stage:
    """A throw of the dice, at which a pot can be broken."""
    return Stage(
        name=name,
        when=When.BEFORE_DEAL,
        patience=Patience.ANSWERS,
        applies=_pot_can_be_broken,
        asked=lambda state: (thrower(state),),
        actions=_breaking,
        usual=_pass,
        close=_broken_with(name),
        seconds=10,
    )


STAGES: Final = (
    _throw(FIRST_THROW, lambda state: state.dealer),
    _throw(SECOND_THROW, second_thrower),
    Stage(
        name=SCATTERED,
        when=When.AFTER_DEAL,
        patience=Patience.WINDOW,
        applies=lambda state: state.options["scattered"] == "on",
        asked=_scattered_seats,
        actions=_hu_or_pass,
        usual=_pass,
        close=_won_as_dealt,
    ),
    Stage(
        name=SETTLING,
        when=When.AFTER_HAND,
        patience=Patience.TIME,
        applies=pots_played,
        asked=_nobody,
        actions=_nothing,
        usual=_pass,
        close=_settle_pot,
        seconds=10,
    ),
)


# ---------------------------------------------------------------------- the hand


def _no_state_of_its_own(_state: State) -> object:
    return None


def _unchanged(state: State, _event: Event) -> object:
    return state.extra


def react(state: State, event: Event) -> tuple[Event, ...]:
    """A win is paid at once; a meld may mark its owner or make the table warn everybody."""
    match event:
        case Won():
            return (Paid(_paid_for(state, event)),)
        case Melded():
            return melded(state, event)
        case _:
            return ()


def _paid_for(state: State, won: Won) -> tuple[Transfer, ...]:
    situation = Situation(
        hand=state.hands[won.seat],
        tile=won.tile,
        by=won.by,
        seat=won.seat,
        source=won.source,
        dealer=state.dealer,
        liable=liable_for(state, won),
    )
    return payments(state.options, situation, won.win)


def winners(state: State, claimants: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """One winner: the first counter-clockwise from the dealer, the dealer first (RULES.md M5)."""
    return tuple(sorted(claimants, key=lambda seat: distance(state.dealer, seat)))[:1]


def holds(state: State) -> bool:
    """With the pot on, every called peng that would be served rests, so that it can be taken back (RULES.md M15)."""
    claims = claims_now(state)
    best = None if claims is None else served(claims)
    return pots_played(state) and best is not None and isinstance(best[1], PengClaim)


def _nobody_plays_on(_state: State) -> Seat | None:
    return None


def next_hand(state: State) -> NextHand:
    """The dealer stays only by winning; a drawn hand passes the deal (RULES.md M6)."""
    carry = pot.carry_of(pot.pot_of(state))
    if state.is_out(state.dealer):
        return NextHand(state.dealer, state.streak + 1, state.passes, carry)
    return NextHand(lower(state.dealer), 1, state.passes + 1, carry)


def _leaving_is_free(_state: State, _seat: Seat) -> tuple[Transfer, ...]:
    return ()


def deal_order(state: State) -> tuple[Seat, ...]:
    """Whom each dealt tile goes to."""
    return jump_order(state.dealer)


FLOW: Final = Flow(
    stages=STAGES,
    break_at=break_at,
    deal_order=deal_order,
    begin=_no_state_of_its_own,
    track=_unchanged,
    react=react,
    winners=winners,
    holds=holds,
    plays_on=_nobody_plays_on,
    next_hand=next_hand,
    leave_price=_leaving_is_free,
    called_off=pot.called_off,
    undone=pot.undone,
    hold_seconds=2,
)
