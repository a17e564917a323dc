"""What a seat may do now, and why not."""

from dataclasses import dataclass
from typing import Final, assert_never

from bot.engine.actions import (
    Action,
    ChiClaim,
    DeclareAnGang,
    DeclareBuGang,
    Discard,
    GangClaim,
    Hu,
    Pass,
    PengClaim,
    Special,
)
from bot.engine.events import Discarded
from bot.engine.hand import Hand
from bot.engine.moves import verdict_now
from bot.engine.ruleset import Patience, Rejected, Stage
from bot.engine.situation import By, NoWin
from bot.engine.state import Claims, Held, Idle, Over, Staged, State, Turn
from bot.engine.tiles import Seat, is_flower, lower


def stage_of(state: State, name: str) -> Stage:
    """The rule set's stage of this name."""
    return next(stage for stage in state.rules.flow.stages if stage.name == name)


def asked_now(state: State) -> frozenset[Seat]:
    """The seats from which the table waits for a decision."""
    match state.phase:
        case Turn(seat=seat):
            return frozenset((seat,))
        case Claims(waiting=waiting) | Staged(waiting=waiting):
            return waiting
        case _:
            return frozenset()


@dataclass(slots=True)
class _Latest:
    """The state that was asked about last with its answers: a player and ``decide`` ask about the same one in turn."""

    known: tuple[State | None, dict[Seat, tuple[Action, ...]]] = (None, {})


_LATEST: Final = _Latest()


def decisions(state: State, seat: Seat) -> tuple[Action, ...]:
    """The answers to the question that this seat is asked; empty where it is asked nothing."""
    latest, answers = _LATEST.known
    if latest is not state:
        answers = {}
        _LATEST.known = state, answers
    if seat not in answers:
        answers[seat] = _decisions(state, seat)
    return answers[seat]


def _decisions(state: State, seat: Seat) -> tuple[Action, ...]:
    phase = state.phase
    match phase:
        case Turn() if phase.seat == seat:
            return state.rules.moves.turn(state, seat)
        case Claims() if seat in phase.waiting:
            return state.rules.moves.claims(state, seat)
        case Staged() if seat in phase.waiting:
            return stage_of(state, phase.name).actions(state, seat)
        case _:
            return ()


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Everything that ``decide`` accepts from this seat now: decisions, then standing actions."""
    return (*decisions(state, seat), *standing(state, seat))


def standing(state: State, seat: Seat) -> tuple[Special, ...]:
    """What this seat may do besides, whatever the table waits for."""
    return state.rules.moves.standing(as_known(state), seat)


def as_known(state: State) -> State:
    """The state as far as any seat knows it: claims that rest can't be told from claims that are still awaited."""
    phase = state.phase
    return state._replace(phase=phase.claims) if isinstance(phase, Held) else state


def why_not(state: State, seat: Seat, action: Action) -> Rejected:
    """The reason why an action that is not legal is not. It tells nothing of what others have answered."""
    if isinstance(state.phase, Idle | Over):
        return Rejected("no_hand")
    state = as_known(state)
    own = "" if _names_a_flower(action) else state.rules.moves.why_not(state, seat, action)
    return Rejected(own or _usual_reason(state, seat, action))


def _names_a_flower(action: Action) -> bool:
    """Whether the action is about a flower, of which no hand and so no rule set's reason knows."""
    return isinstance(action, Discard | DeclareAnGang | DeclareBuGang) and is_flower(action.tile)


def _usual_reason(state: State, seat: Seat, action: Action) -> str:
    match action:
        case Hu():
            verdict = verdict_now(state, seat)
            return _no_win(state, seat, verdict) if isinstance(verdict, NoWin) else _busy_reason(state, seat)
        case Discard(tile=tile):
            if seat not in asked_now(state) or not isinstance(state.phase, Turn):
                return "not_your_turn"
            return "not_possible" if tile in state.hands[seat].kinds() else "not_held"
        case DeclareAnGang() | DeclareBuGang():
            if seat not in asked_now(state) or not isinstance(state.phase, Turn):
                return "not_your_turn"
            return "wall_empty" if state.left == 0 else "no_four"
        case ChiClaim() | PengClaim() | GangClaim() | Pass():
            return _claim_reason(state, seat, action)
        case Special():
            return "not_possible"
        case _:
            assert_never(action)


def _no_win(state: State, seat: Seat, verdict: NoWin) -> str:
    """Why a hand does not win; after a discard that nobody could claim also what kept it from winning on that."""
    last = next((event for event in reversed(state.history) if isinstance(event, Discarded)), None)
    if verdict.reason != "nothing_offered" or last is None or last.seat == seat or state.is_out(seat):
        return verdict.reason
    missed = state.rules.moves.judge(state, seat, last.tile, By.DISCARD, last.seat)
    return missed.reason if isinstance(missed, NoWin) and missed.reason != "no_shape" else verdict.reason


def _busy_reason(state: State, seat: Seat) -> str:
    return "already_answered" if _answered(state, seat) else "not_possible"


def _claim_reason(state: State, seat: Seat, action: ChiClaim | PengClaim | GangClaim | Pass) -> str:
    phase = state.phase
    if not isinstance(phase, Claims | Staged):
        own_gang = isinstance(action, GangClaim) and seat in asked_now(state)
        return "no_four" if own_gang else "nothing_offered"
    if _answered(state, seat):
        return "already_answered"
    if not isinstance(phase, Claims):
        return "not_possible"
    if phase.source == seat:
        return "own_discard"
    if phase.by is By.ROB and not isinstance(action, Pass):
        return "rob_only"
    return _meld_reason(state.hands[seat], seat, phase, action)


def _meld_reason(hand: Hand, seat: Seat, offer: Claims, action: ChiClaim | PengClaim | GangClaim | Pass) -> str:
    match action:
        case Pass():
            return "nothing_to_pass"
        case PengClaim():
            return "no_pair" if hand.count(offer.tile) < 2 else "not_possible"
        case GangClaim():
            return "no_three" if hand.count(offer.tile) < 3 else "not_possible"
        case ChiClaim():
            return "chi_from_upper" if lower(offer.source) != seat else "no_run_with_it"


def _answered(state: State, seat: Seat) -> bool:
    match state.phase:
        case Claims(answers=answers) | Staged(answers=answers):
            return any(who == seat for who, _ in answers)
        case _:
            return False


def waits_for_time(state: State) -> bool:
    """Whether the table waits for a moment to pass (``Elapsed``) and not for a seat."""
    phase = state.phase
    return isinstance(phase, Held) or (isinstance(phase, Claims | Staged) and not phase.waiting)


def asks_openly(state: State) -> bool:
    """Whether everybody sees whom the table waits for: not who may claim, nor who may win as dealt."""
    match state.phase:
        case Staged(name=name):
            return stage_of(state, name).patience is not Patience.WINDOW
        case phase:
            return isinstance(phase, Turn)


def asked_seats(state: State) -> tuple[Seat, ...]:
    """``asked_now`` in seat order."""
    phase = state.phase
    return (phase.seat,) if isinstance(phase, Turn) else tuple(sorted(asked_now(state)))
