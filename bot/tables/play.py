"""Playing: what a draft of a table becomes when somebody acts, is ready, or lets time run out."""

from dataclasses import replace

from bot.engine.actions import Act, Action, Outside, Special
from bot.engine.legal import legal, standing
from bot.engine.ruleset import Rejected
from bot.engine.state import Idle, Over
from bot.engine.tiles import Seat
from bot.tables.api import Confirm, Done, Refused, Reply
from bot.tables.draft import Draft
from bot.tables.meta import Chair, Presence
from bot.tables.ports import TableStatus
from bot.tables.prompts import prompt_of
from bot.tables.seated import begin_if_ready, came_back, close
from bot.tables.snapshot import question


def act(draft: Draft, user: int, action: Action, prompt: str | None, *, confirmed: bool) -> Reply:
    """A player acts on the question that ``prompt`` names; standing actions need only be of the same hand."""
    refused = _may_play(draft, user)
    if refused is not None:
        return refused
    seat = draft.seat_of(user)
    if seat is None:
        return Refused("no_chair")
    state = draft.state
    stands = isinstance(action, Special) and action in standing(state, seat)
    if prompt is not None and not _current(draft, seat, prompt, standing=stands):
        return Refused("stale")
    if not confirmed and action in legal(state, seat):
        warning = state.rules.moves.confirm(state, seat, action)
        if warning:
            return Confirm(warning, rules=state.rules.id)
    rejected = draft.command(Act(seat, action))
    if rejected is not None:
        return _refusal(draft, rejected)
    came_back(draft, user)
    return Done(draft.before.id)


def _current(draft: Draft, seat: Seat, prompt: str, *, standing: bool) -> bool:
    if standing:
        return prompt.split(".")[0] == str(draft.state.number)
    return prompt == prompt_of(draft.state, seat)


def _may_play(draft: Draft, user: int) -> Refused | None:
    chair = _chair(draft, user)
    if chair is None or chair.presence is Presence.LEFT:
        return Refused("no_chair")
    if draft.status is not TableStatus.RUNNING or isinstance(draft.state.phase, Idle | Over):
        return Refused("no_hand")
    return Refused("paused") if draft.meta.paused else None


def _chair(draft: Draft, user: int) -> Chair | None:
    number = draft.meta.chair_of(user)
    return None if number is None else draft.meta.chairs[number]


def _refusal(draft: Draft, rejected: Rejected) -> Refused:
    return Refused(rejected.reason, rejected.details, draft.state.rules.id)


def back(draft: Draft, user: int) -> Reply:
    """A player whose seat plays by itself takes over."""
    chair = _chair(draft, user)
    if chair is None or chair.presence is Presence.LEFT:
        return Refused("no_chair")
    came_back(draft, user)
    return Done(draft.before.id)


def outside(draft: Draft, user: int, action: Special) -> Reply:
    """Somebody who does not play at this table acts."""
    if draft.meta.chair_of(user) is not None:
        return Refused("players_cannot_bet")
    if draft.status is not TableStatus.RUNNING or draft.meta.paused:
        return Refused("no_hand")
    draft.meta = draft.meta.with_bettor(user)
    rejected = draft.command(Outside(draft.meta.bettor_name(user), action))
    return Done(draft.before.id) if rejected is None else _refusal(draft, rejected)


def ready(draft: Draft, user: int, throw: str) -> Reply:
    """A player is ready for the next hand; with the last one it begins."""
    if draft.status is not TableStatus.RUNNING or not isinstance(draft.state.phase, Idle):
        return Refused("hand_running" if draft.status is TableStatus.RUNNING else "not_running")
    number = draft.meta.chair_of(user)
    chair = _chair(draft, user)
    if number is None or chair is None or chair.presence is Presence.LEFT:
        return Refused("no_chair")
    if chair.throw:
        return Refused("ready_already")
    draft.set_chair(number, replace(chair, throw=throw))
    came_back(draft, user)
    draft.meta = replace(draft.meta, paused=False)
    begin_if_ready(draft)
    return Done(draft.before.id)


def computers(draft: Draft, waiting_for: str) -> Reply:
    """The computer players answer the question that was put, if it still is, and do what nobody asks them for."""
    if question(draft.before) != waiting_for or draft.meta.paused or draft.status is not TableStatus.RUNNING:
        return Refused("stale")
    draft.play_habits()
    draft.play_computers()
    return Done(draft.before.id) if draft.entries else Refused("stale")


def time_out(draft: Draft, waiting_for: str, *, due: float | None) -> Reply:
    """Time is up for what the table waited for, if it still does until that moment.

    That the moment has come was the timer's to say: the clock on the wall may have been put back since.
    """
    if question(draft.before) != waiting_for or draft.meta.due != due:
        return Refused("stale")
    if draft.status is TableStatus.LOBBY or draft.meta.paused or isinstance(draft.state.phase, Over):
        close(draft)
    elif isinstance(draft.state.phase, Idle):
        _nobody_came(draft)
    else:
        draft.play_time_out()
    return Done(draft.before.id)


def _nobody_came(draft: Draft) -> None:
    """The next hand begins without those who are not ready; where nobody is, the table rests."""
    if any(chair is not None and chair.is_person and chair.throw for chair in draft.meta.chairs):
        draft.start_hand()
    else:
        draft.meta = replace(draft.meta, paused=True)
