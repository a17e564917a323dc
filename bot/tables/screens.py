"""A table as it may be seen: by everybody, and by one of its players."""

from dataclasses import replace
from functools import lru_cache

from bot.engine.actions import HU, Action, Discard
from bot.engine.events import EVERYBODY, Discarded, HandBegan, WallEmptied
from bot.engine.evolve import evolve
from bot.engine.legal import as_known, asked_now, decisions, why_not
from bot.engine.moves import verdict_now
from bot.engine.options import Options
from bot.engine.ruleset import RuleSet
from bot.engine.score import Wait, waits_of
from bot.engine.situation import Situation, Win
from bot.engine.state import Claims, Idle, Over, State, Turn
from bot.engine.tiles import SEATS, Seat
from bot.engine.view import View, view
from bot.players import unseen
from bot.tables.api import Awaited, Board, ReadyBy, ReadySeat, Screen
from bot.tables.fairness import commitment
from bot.tables.meta import Presence
from bot.tables.ports import TableStatus
from bot.tables.prompts import prompt_of
from bot.tables.snapshot import Snapshot


def board_of(snapshot: Snapshot) -> Board:
    """A table as everybody may see it."""
    looks = snapshot.looks
    if looks.board is None:
        looks.board = _board(snapshot)
    return looks.board


def screen_of(snapshot: Snapshot, user: int) -> Screen | None:
    """A table as one of its players sees it; None for anybody else, and while no hand has been dealt."""
    screens = snapshot.looks.screens
    if user not in screens:
        screens[user] = _screen(snapshot, user)
    return screens[user]


def _board(snapshot: Snapshot) -> Board:
    state, meta = snapshot.state, snapshot.meta
    dealt = state.number > 0
    coming = snapshot.status is TableStatus.LOBBY or isinstance(state.phase, Idle | Over)
    return Board(
        id=snapshot.id,
        where=snapshot.where,
        status=snapshot.status,
        meta=replace(meta, secret=""),
        view=view(state, None) if dealt else None,
        commitment=commitment(snapshot.id, meta.number + 1 if coming else meta.number, meta.secret),
        events=tuple(event for event in state.history if event.audience == EVERYBODY),
        ready=ready_seats(state),
    )


def ready_seats(state: State) -> tuple[ReadySeat, ...]:
    """Who was ready when the wall ran out, of those who had not won; nobody before, or where it did not run out."""
    if not isinstance(state.phase, Idle | Over) or not any(isinstance(event, WallEmptied) for event in state.history):
        return ()
    began = next(event for event in state.history if isinstance(event, HandBegan))
    played = state._replace(dealer=began.dealer, streak=began.streak, passes=began.passes, carry=began.carry)
    hands = ((seat, state.rules.moves.situation(played, seat)) for seat in state.playing())
    waiting = ((seat, _waits(state.rules, state.options, hand)) for seat, hand in hands if hand is not None)
    return tuple(ReadySeat(seat, waits) for seat, waits in waiting if waits)


def ready_by(snapshot: Snapshot, user: int) -> tuple[ReadyBy, ...]:
    """The discards of a player that leave their tiles ready. Takes long: never on the event loop."""
    state, number = snapshot.state, snapshot.meta.chair_of(user)
    seat = next((seat for seat in SEATS if state.number and state.seating[seat] == number), None)
    if seat is None:
        return ()
    open_to = {action.tile for action in decisions(state, seat) if isinstance(action, Discard)}
    drawn = state.phase.drawn if isinstance(state.phase, Turn) else None
    after = ((tile, evolve(state, Discarded(seat, tile, tile == drawn))) for tile in sorted(open_to))
    found = ((tile, _awaited(then, view(then, seat))) for tile, then in after)
    return tuple(ReadyBy(tile, awaited) for tile, awaited in found if awaited)


def _screen(snapshot: Snapshot, user: int) -> Screen | None:
    state, meta = as_known(snapshot.state), snapshot.meta
    number = meta.chair_of(user)
    chair = None if number is None else meta.chairs[number]
    if chair is None or chair.presence is Presence.LEFT or state.number == 0:
        return None
    seat = next(seat for seat in SEATS if state.seating[seat] == number)
    seen = view(state, seat)
    return Screen(
        board=board_of(snapshot),
        view=seen,
        seat=seat,
        prompt=prompt_of(state, seat),
        standing=f"{state.number}",
        asked=seat in asked_now(state) and not meta.paused,
        due=meta.due,
        awaited=_awaited(state, seen) if seen.running else (),
        events=tuple(event for event in state.history if seat in event.audience),
        barred=(*_barred_discards(state, seat), *_barred_win(state, seat)),
    )


def _barred_discards(state: State, seat: Seat) -> tuple[tuple[Action, str], ...]:
    """The held kinds that the seat may not discard though it is to discard one."""
    allowed = {action.tile for action in decisions(state, seat) if isinstance(action, Discard)}
    held = state.hands[seat].kinds() if allowed else ()
    barred = (Discard(tile) for tile in held if tile not in allowed)
    return tuple((action, why_not(state, seat, action).reason) for action in barred)


def _barred_win(state: State, seat: Seat) -> tuple[tuple[Action, str], ...]:
    """A complete hand that does not win now, the seat's own or with the tile that is offered."""
    phase = state.phase
    if not isinstance(phase, Claims) and not (isinstance(phase, Turn) and phase.seat == seat):
        return ()
    verdict = verdict_now(state, seat)
    plain = isinstance(verdict, Win) or verdict.reason in ("no_shape", "nothing_offered")
    return () if plain else ((HU, why_not(state, seat, HU).reason),)


def _awaited(state: State, seen: View) -> tuple[Awaited, ...]:
    situation = None if seen.own is None else state.rules.moves.situation(state, seen.own.seat)
    if situation is None:
        return ()
    left = unseen(seen)
    return tuple(Awaited(wait, left[wait.tile]) for wait in _waits(state.rules, state.options, situation))


@lru_cache(maxsize=512)
def _waits(rules: RuleSet, options: Options, situation: Situation) -> tuple[Wait, ...]:
    """A hand is shown far more often than it changes."""
    return waits_of(rules, options, situation)
