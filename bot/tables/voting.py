"""What a table decides together: to end, to pause, to take a hand back, to play for somebody absent."""

from dataclasses import replace

from bot.engine.state import Over, Turn
from bot.tables.api import Done, Refused, Reply
from bot.tables.deadline import NO_CLOCK, seconds_for, waited
from bot.tables.draft import Draft
from bot.tables.meta import Presence, Vote, VoteKind
from bot.tables.ports import TableStatus
from bot.tables.seated import STALE_SECONDS, acts_as_host, begin_if_ready, came_back, chair_of, close


def vote(draft: Draft, user: int, kind: VoteKind) -> Reply:
    """Be for something; with more than half of the people who play it is so."""
    if user not in draft.meta.people():
        return Refused("no_chair")
    if draft.status is not TableStatus.RUNNING:
        return Refused("not_running")
    if kind is VoteKind.AWAY:
        return Refused("not_awaited")
    came_back(draft, user)
    if kind is VoteKind.UNDO and not draft.can_undo():
        return Refused("nothing_to_undo")
    return _voted(draft, user, kind, None)


def _voted(draft: Draft, user: int, kind: VoteKind, target: int | None) -> Reply:
    """Votes of several kinds, or about several people, go on next to each other."""
    running = next((each for each in draft.meta.votes if (each.kind, each.target) == (kind, target)), None)
    ayes = () if running is None else running.ayes
    if user in ayes:
        return Refused("voted")
    now = Vote(kind, (*ayes, user), target)
    draft.meta = replace(draft.meta, votes=(*(each for each in draft.meta.votes if each is not running), now))
    recount(draft)
    return Done(draft.before.id)


def recount(draft: Draft) -> None:
    """Count anew who is for what, of those who still sit here: what enough of them are for is so."""
    people = draft.meta.people()
    counted = (replace(each, ayes=tuple(user for user in each.ayes if user in people)) for each in draft.meta.votes)
    running = tuple(each for each in counted if each.ayes and each.target in (None, *people))
    draft.meta = replace(draft.meta, votes=running)
    for each in running:
        if each in draft.meta.votes and len(each.ayes) >= draft.meta.needed(each):
            draft.meta = replace(draft.meta, votes=tuple(other for other in draft.meta.votes if other is not each))
            _passed(draft, each)


def _passed(draft: Draft, vote: Vote) -> None:
    match vote.kind:
        case VoteKind.END:
            close(draft)
        case VoteKind.PAUSE:
            draft.meta = replace(draft.meta, paused=True)
        case VoteKind.UNDO:
            draft.undo_hand()
        case VoteKind.AWAY:
            _play_for(draft, vote.target)


def _play_for(draft: Draft, user: int | None) -> None:
    number = None if user is None else draft.meta.chair_of(user)
    chair = None if number is None else draft.meta.chairs[number]
    if number is not None and chair is not None:
        draft.set_chair(number, replace(chair, presence=Presence.AUTO))
        begin_if_ready(draft)


def vote_absent(draft: Draft, user: int, target: int) -> Reply:
    """Vote that the table plays for somebody for whom it has waited long without a clock."""
    if user not in draft.meta.people():
        return Refused("no_chair")
    if target == user:
        return Refused("kick_self")
    if draft.meta.paused or seconds_for(draft.before) < NO_CLOCK:
        return Refused("kick_playing" if acts_as_host(draft, user) else "host_only")
    if not _may_be_awaited(draft, target):
        return Refused("not_awaited")
    if waited(draft.before, draft.now) < STALE_SECONDS:
        return Refused("absent_early", (("minutes", str(int(STALE_SECONDS // 60))),))
    came_back(draft, user)
    return _voted(draft, user, VoteKind.AWAY, target)


def _may_be_awaited(draft: Draft, user: int) -> bool:
    """Whether the table may be waiting for somebody, as far as everybody knows: who could claim is nobody's to know."""
    chair, phase = chair_of(draft, user), draft.state.phase
    if isinstance(phase, Turn):
        return phase.seat == draft.seat_of(user)
    return not isinstance(phase, Over) and chair is not None and not chair.throw
