"""Commands to events. A command that is not legal changes nothing and says why."""

from itertools import repeat
from operator import is_
from typing import NamedTuple, assert_never

from bot.engine.actions import (
    Act,
    Action,
    CallOff,
    Chance,
    ChiClaim,
    Command,
    DeclareAnGang,
    DeclareBuGang,
    Discard,
    Elapsed,
    GangClaim,
    Hu,
    Leave,
    Outside,
    Pass,
    PengClaim,
    Special,
    StartHand,
)
from bot.engine.claims import meld_of, settled
from bot.engine.dealing import beginning, dealt, lacks_tiles
from bot.engine.events import (
    HEAD,
    TAIL,
    Answered,
    BuGangDeclared,
    ClaimsHeld,
    ClaimsOpened,
    Discarded,
    Drew,
    End,
    Event,
    Forfeited,
    HandCalledOff,
    HandEnded,
    Melded,
    StageClosed,
    StageOpened,
    TurnCame,
    WallEmptied,
    Won,
)
from bot.engine.evolve import evolve
from bot.engine.legal import asked_now, asked_seats, decisions, stage_of, standing, why_not
from bot.engine.melds import AnGang, BuGang, Peng, is_gang
from bot.engine.moves import own_tile, verdict_now
from bot.engine.ruleset import Patience, Rejected, Stage, When
from bot.engine.situation import ROB, SELF, NoWin, Win
from bot.engine.state import EVEN, Claims, Held, Idle, Over, Staged, State, Turn
from bot.engine.tiles import SEATS, Seat, is_flower, lower
from bot.engine.values import made


class Advanced(NamedTuple):
    """What a command led to: its events, and the state in which they have happened."""

    state: State
    events: tuple[Event, ...]


def decide(state: State, command: Command) -> tuple[Event, ...] | Rejected:
    """All events that follow from a command, up to the next question; or the reason why it is refused."""
    decided = advance(state, command)
    return decided if isinstance(decided, Rejected) else decided.events


def advance(state: State, command: Command) -> Advanced | Rejected:
    """``decide`` with the state that the events lead to, which deciding has found anyway."""
    play = _Play(state)
    refused = play.do(command)
    return made(Advanced, (play.state, tuple(play.events))) if refused is None else refused


class _Play:
    """One decision in the making: the state so far and the events that led to it."""

    __slots__ = ("events", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def emit(self, *events: Event) -> None:
        """Let events happen, each with what follows from it at once."""
        for event in events:
            self.state = state = evolve(self.state, event)
            self.events.append(event)
            following = state.rules.flow.react(state, event)
            if following:
                self.emit(*following)

    def do(self, command: Command) -> Rejected | None:
        """Carry out a command, and then what the table does by itself; the reason where it is refused."""
        refused = self._command(command)
        if refused is None:
            while (forced := self._forced()) is not None:
                self._perform(*forced)
        return refused

    def _command(self, command: Command) -> Rejected | None:
        match command:
            case Act(seat=seat, action=action):
                return self._act(seat, action)
            case StartHand(chance=chance):
                return self._begin(chance)
            case Elapsed():
                return self._elapse()
            case Outside(name=name, action=action):
                return self._outside(name, action)
            case Leave(seat=seat):
                self.emit(Forfeited(seat, self.state.rules.flow.leave_price(self.state, seat)))
                return None
            case CallOff():
                return self._call_off()
            case _:
                assert_never(command)

    def _forced(self) -> tuple[Seat, Action] | None:
        state = self.state
        for seat in asked_seats(state):
            action = state.rules.moves.forced(state, seat)
            if action is not None:
                return seat, action
        return None

    # ------------------------------------------------------------------ commands

    def _act(self, seat: Seat, action: Action) -> Rejected | None:
        state = self.state
        if not _among(action, decisions(state, seat)) and action not in standing(state, seat):
            return why_not(state, seat, action)
        self._perform(seat, action)
        return None

    def _begin(self, chance: Chance) -> Rejected | None:
        state = self.state
        if not isinstance(state.phase, Idle):
            return Rejected("hand_running")
        self.emit(beginning(state, chance))
        self._stages_from(0, When.BEFORE_DEAL)
        return None

    def _outside(self, name: str, action: Special) -> Rejected | None:
        events = self.state.rules.moves.outside(self.state, name, action)
        if isinstance(events, Rejected):
            return events
        self.emit(*events)
        self._close_if_asked_none()
        return None

    def _elapse(self) -> Rejected | None:
        phase = self.state.phase
        match phase:
            case Held(claims=claims):
                self._settle_claims(claims)
            case Claims() if not phase.waiting:
                self._settle_claims(phase)
            case Staged(name=name):
                for seat in asked_seats(self.state):
                    self.emit(Answered(seat, stage_of(self.state, name).usual(self.state, seat)))
                self._close_stage()
            case _:
                return Rejected("not_possible")
        return None

    def _call_off(self) -> Rejected | None:
        if isinstance(self.state.phase, Over):
            return Rejected("no_hand")
        self.emit(HandCalledOff(self.state.rules.flow.called_off(self.state)))
        return None

    # ------------------------------------------------------------------ actions

    def _perform(self, seat: Seat, action: Action) -> None:
        if isinstance(action, Special) and action in standing(self.state, seat):
            self._special(seat, action)
            return
        match self.state.phase:
            case Turn():
                self._turn(seat, action)
            case Claims():
                self.emit(Answered(seat, action))
                self._settle_if_answered()
            case Staged(name=name):
                self.emit(Answered(seat, action))
                if not self._takes_its_time(stage_of(self.state, name)) and not asked_now(self.state):
                    self._close_stage()
            case phase:
                raise ValueError(f"no action is possible in {phase}")

    def _turn(self, seat: Seat, action: Action) -> None:
        phase = self.state.phase
        match action:
            case Discard(tile=tile):
                drawn = isinstance(phase, Turn) and phase.drawn == tile
                self.emit(Discarded(seat, tile, drawn))
                self._offer()
            case DeclareAnGang(tile=tile):
                self.emit(Melded(seat, AnGang(tile)))
                self._draw(seat, TAIL)
            case DeclareBuGang(tile=tile):
                self.emit(BuGangDeclared(seat, tile))
                self._offer()
            case Hu():
                self._win((seat,))
            case Special():
                self._special(seat, action)
            case ChiClaim() | PengClaim() | GangClaim() | Pass():
                raise ValueError(f"{action} is no action of a turn")
            case _:
                assert_never(action)

    def _special(self, seat: Seat, action: Special) -> None:
        before = self.state.phase
        self.emit(*self.state.rules.moves.perform(self.state, seat, action))
        phase = self.state.phase
        if isinstance(phase, Held) and phase != before:
            self._settle_claims(phase.claims)

    # ------------------------------------------------------------------ claims

    def _offer(self) -> None:
        """Ask everybody who may claim what is offered; go on where nobody may."""
        phase = self.state.phase
        if not isinstance(phase, Claims):
            raise ValueError("nothing is offered")
        claims = self.state.rules.moves.claims
        state, source = self.state, phase.source
        asked = tuple([seat for seat in state.playing() if seat != source and claims(state, seat)])
        if asked or state.windows is EVEN:
            self.emit(ClaimsOpened(asked))
        else:
            self._unclaimed(phase)

    def _settle_if_answered(self) -> None:
        phase = self.state.phase
        if not isinstance(phase, Claims) or phase.waiting:
            return
        if self.state.windows is EVEN or self.state.rules.flow.holds(self.state):
            self.emit(ClaimsHeld())
        else:
            self._settle_claims(phase)

    def _settle_claims(self, phase: Claims) -> None:
        hus = tuple(seat for seat, action in phase.answers if isinstance(action, Hu))
        if hus:
            self._win(self.state.rules.flow.winners(self.state, hus))
            return
        best = settled(phase)
        if best is None:
            self._unclaimed(phase)
            return
        seat, action = best
        meld = meld_of(self.state, phase, action)
        self.emit(Melded(seat, meld))
        if is_gang(meld):
            self._draw(seat, TAIL)

    def _unclaimed(self, phase: Claims) -> None:
        if phase.by is ROB:
            source = next(
                meld.source
                for meld in self.state.hands[phase.source].melds
                if isinstance(meld, Peng) and meld.tile == phase.tile
            )
            self.emit(Melded(phase.source, BuGang(phase.tile, source)))
            self._draw(phase.source, TAIL)
        else:
            self._draw(self.state.after(phase.source), HEAD)

    # ------------------------------------------------------------------ wall

    def _draw(self, seat: Seat, end: End) -> None:
        """Draw, and replace flowers from the tail; the hand ends where the wall does."""
        while (state := self.state).left:
            tile = state.wall[state.head if end is HEAD else state.tail - 1]
            self.emit(Drew(seat, tile, end))
            if not is_flower(tile):
                return
            end = TAIL
        self.emit(WallEmptied())
        self._finish()

    # ------------------------------------------------------------------ wins and ends

    def _win(self, seats: tuple[Seat, ...]) -> None:
        phase = self.state.phase
        if isinstance(phase, Held):
            phase = phase.claims
        if isinstance(phase, Turn):
            tile, by, source = own_tile(self.state, phase), SELF, None
            wins = {phase.seat: self._verdict(phase.seat)}
        elif isinstance(phase, Claims):
            tile, by, source = phase.tile, phase.by, phase.source
            judge = self.state.rules.moves.judge
            wins = {seat: _sure(judge(self.state, seat, tile, by, source)) for seat in seats}
        else:
            raise ValueError("nothing can be won here")
        self.emit(*(Won(seat, tile, by, source, wins[seat], seats) for seat in seats))
        self._after_wins()

    def _verdict(self, seat: Seat) -> Win:
        return _sure(verdict_now(self.state, seat))

    def _after_wins(self) -> None:
        following = self.state.rules.flow.plays_on(self.state)
        if following is None:
            self._finish()
        else:
            self._draw(following, HEAD)

    def _finish(self) -> None:
        self._stages_from(0, When.AFTER_HAND)

    def _end(self) -> None:
        following = self.state.rules.flow.next_hand(self.state)
        length = self.state.length
        over = length is not None and following.passes >= 4 * length
        self.emit(HandEnded(following.dealer, following.streak, following.passes, following.carry, over))

    # ------------------------------------------------------------------ stages

    def _stages_from(self, start: int, when: When) -> None:
        """Hold the stages of this part of the hand from ``start`` on; then what comes after them."""
        stages = self.state.rules.flow.stages
        for stage in stages[start:]:
            if stage.when is when and stage.applies(self.state) and self._open(stage):
                return
        match when:
            case When.BEFORE_DEAL:
                self._deal()
                self._stages_from(0, When.AFTER_DEAL)
            case When.AFTER_DEAL:
                self.emit(TurnCame(self.state.dealer))
            case When.AFTER_HAND:
                self._end()
            case _:
                assert_never(when)

    def _open(self, stage: Stage) -> bool:
        asked = stage.asked(self.state)
        if not asked and not self._takes_its_time(stage):
            return False
        self.emit(StageOpened(stage.name, asked))
        return True

    def _takes_its_time(self, stage: Stage) -> bool:
        """Whether the stage is over when its time is, not with the last answer."""
        even = stage.patience is Patience.WINDOW and self.state.windows is EVEN
        return even or stage.patience is Patience.TIME

    def _close_stage(self) -> None:
        phase = self.state.phase
        if not isinstance(phase, Staged):
            raise ValueError("no stage is open")
        stage = stage_of(self.state, phase.name)
        won_before = len(self.state.wins)
        self.emit(StageClosed(stage.name), *stage.close(self.state, dict(phase.answers)))
        if len(self.state.wins) > won_before:
            self._after_wins()
            return
        self._stages_from(self.state.rules.flow.stages.index(stage) + 1, stage.when)

    def _close_if_asked_none(self) -> None:
        """Outsiders' stages end early once nobody else may take part."""
        phase = self.state.phase
        if isinstance(phase, Staged) and not stage_of(self.state, phase.name).applies(self.state):
            self._close_stage()

    def _deal(self) -> None:
        """The four hands; then flowers are replaced from the tail, the dealer's first."""
        self.emit(dealt(self.state))
        for step in range(len(SEATS)):
            seat = lower(self.state.dealer, step)
            while lacks_tiles(self.state, seat):
                self.emit(Drew(seat, self.state.wall[self.state.tail - 1], TAIL))


def _among(action: Action, allowed: tuple[Action, ...]) -> bool:
    """``action in allowed``, at once where it is one of these very values, as a computer player's is."""
    return any(map(is_, allowed, repeat(action))) or action in allowed


def _sure(verdict: Win | NoWin) -> Win:
    if isinstance(verdict, NoWin):
        raise ValueError(f"a settled win is none: {verdict.reason}")
    return verdict
