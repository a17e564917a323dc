"""Who sits at a table, who counts as its host, and what follows when all that it waited for is there."""

from dataclasses import replace
from typing import Final

from bot.engine.state import Idle
from bot.tables.draft import Draft
from bot.tables.meta import Chair, Presence
from bot.tables.ports import TableStatus

STALE_SECONDS: Final = 10 * 60.0
"""After so long without a start anybody may close a lobby; after so long without a move somebody counts as absent."""


def acts_as_host(draft: Draft, user: int) -> bool:
    """Whether somebody may do what the host does: the host, and while they are away the earliest player who is not.

    In a lobby the host is away when nobody has begun for a while: nothing else shows it.
    """
    meta = draft.meta
    if user == meta.host:
        return True
    chair = chair_of(draft, meta.host)
    here = chair is not None and chair.presence is Presence.HERE
    if here and not (draft.status is TableStatus.LOBBY and draft.now - meta.created > STALE_SECONDS):
        return False
    present = (each.user for each in meta.chairs if each is not None and each.presence is Presence.HERE and each.user)
    return user == next((each for each in present if each != meta.host), None)


def chair_of(draft: Draft, user: int) -> Chair | None:
    """The chair of somebody who sits here."""
    number = draft.meta.chair_of(user)
    return None if number is None else draft.meta.chairs[number]


def begin_if_ready(draft: Draft) -> None:
    """Between two hands the next one begins when everybody is ready; without a clock nobody waits for who is away."""
    if draft.status is not TableStatus.RUNNING or not isinstance(draft.state.phase, Idle) or draft.meta.paused:
        return
    chairs = [chair for chair in draft.meta.chairs if chair is not None and chair.is_person]
    clock = draft.meta.turn_seconds is not None
    waiting = any(not chair.throw and (clock or not chair.plays_itself) for chair in chairs)
    if any(chair.throw for chair in chairs) and not waiting:
        draft.start_hand()


def close(draft: Draft) -> None:
    """End the table; a running hand is called off."""
    draft.end()
    draft.meta = replace(draft.meta, votes=(), paused=False)


def came_back(draft: Draft, user: int) -> None:
    """Whoever does anything plays for themselves again."""
    number, chair = draft.meta.chair_of(user), chair_of(draft, user)
    if number is not None and chair is not None and (chair.missed or chair.presence is Presence.AUTO):
        draft.set_chair(number, replace(chair, presence=Presence.HERE, missed=0))
    draft.meta = replace(draft.meta, votes=tuple(each for each in draft.meta.votes if each.target != user))
