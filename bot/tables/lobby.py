"""Sitting down and getting up: what a draft of a table becomes when somebody joins, leaves, starts or ends it."""

from dataclasses import replace
from typing import Final

from bot.engine.actions import Leave
from bot.engine.options import OptionError, choose
from bot.engine.ruleset import RuleSet
from bot.engine.state import Idle, Over
from bot.tables.api import Changes, Confirm, Done, Refused, Reply
from bot.tables.draft import Draft, fresh_state
from bot.tables.meta import Chair, Presence
from bot.tables.ports import TableStatus
from bot.tables.seated import STALE_SECONDS, acts_as_host, begin_if_ready, came_back, chair_of, close
from bot.tables.voting import recount, vote_absent

MOST_GUESTS: Final = 4
"""So many can ask for a seat at one time."""


def change(draft: Draft, user: int, changes: Changes, registry: dict[str, RuleSet]) -> Reply:
    """The host changes what the lobby has agreed on."""
    if draft.status is not TableStatus.LOBBY:
        return Refused("lobby_only")
    if not acts_as_host(draft, user):
        return Refused("host_only")
    meta = draft.meta
    rules = registry.get(changes.rules or meta.rules)
    if rules is None:
        return Refused("unknown_rules", (("value", changes.rules or ""),))
    kept = meta.options if rules.id == meta.rules and not changes.preset else {}
    preset = rules.presets.get(changes.preset or "", {})
    try:
        options = choose(rules.options, {**kept, **preset, **(changes.options or {})})
    except OptionError as error:
        return bad_option(error)
    draft.meta = replace(
        meta,
        rules=rules.id,
        options=dict(options),
        length=_given(changes.length, meta.length),
        turn_seconds=_given(changes.turn_seconds, meta.turn_seconds),
        claim_seconds=_given(changes.claim_seconds, meta.claim_seconds),
        points=changes.points or meta.points,
        windows=changes.windows or meta.windows,
        language=changes.language or meta.language,
    )
    draft.state = fresh_state(rules, draft.meta)
    return Done(draft.before.id)


def bad_option(error: OptionError) -> Refused:
    """The refusal of an option that does not exist or cannot have that value."""
    reason = "option_value" if error.allowed else "unknown_option"
    return Refused(reason, (("option", error.option), ("value", str(error.value)), ("allowed", error.allowed)))


def _given(new: int | None, old: int | None) -> int | None:
    """The new number, 0 for none; the old one where nothing was said."""
    if new is None:
        return old
    return new or None


def join(draft: Draft, user: int, throw: str) -> Reply:
    """Sit down in a free chair, come back to one's own, or ask to take over from a computer player.

    In a running match whoever sits there agrees to a newcomer, by ``admit`` or beforehand by ``call``; where nobody
    sits, nobody is asked.
    """
    if draft.status is TableStatus.ENDED:
        return Refused("table_over")
    own = draft.meta.chair_of(user)
    if own is not None:
        chair = draft.meta.chairs[own]
        if chair is None or chair.presence is Presence.HERE:
            return Refused("seated")
        draft.set_chair(own, replace(chair, presence=Presence.HERE, missed=0))
        return Done(draft.before.id)
    free = draft.meta.free()
    if free is not None:
        draft.set_chair(free, Chair(user, throw=throw))
        return Done(draft.before.id)
    if draft.status is TableStatus.LOBBY:
        return Refused("table_full")
    if _replaceable(draft) is not None and draft.meta.called:
        return _take_over(draft, user)
    if user in draft.meta.guests:
        return Refused("asked_for_seat")
    if _replaceable(draft) is None or len(draft.meta.guests) >= MOST_GUESTS:
        return Refused("table_full")
    if draft.meta.people():
        draft.meta = replace(draft.meta, guests=(*draft.meta.guests, user))
        return Done(draft.before.id)
    return _take_over(draft, user)


def admit(draft: Draft, user: int, guest: int) -> Reply:
    """Somebody who sits at the table agrees that a guest takes over from a computer player."""
    if user not in draft.meta.people():
        return Refused("no_chair")
    if guest not in draft.meta.guests or draft.status is not TableStatus.RUNNING:
        return Refused("no_guest")
    came_back(draft, user)
    return _take_over(draft, guest)


def call(draft: Draft, user: int) -> Reply:
    """Somebody who sits here calls for others: as many as there are computer players may take over unasked."""
    if user not in draft.meta.people():
        return Refused("no_chair")
    lobby = draft.status is TableStatus.LOBBY
    free = draft.meta.chairs.count(None) if lobby else draft.meta.wanted()
    if not free:
        return Refused("table_full")
    if not lobby:
        came_back(draft, user)
        draft.meta = replace(draft.meta, called=free)
    return Done(draft.before.id)


def _take_over(draft: Draft, user: int) -> Reply:
    """Take a computer player's chair, before one that somebody has left who may come back."""
    number = _replaceable(draft)
    chair = None if number is None else draft.meta.chairs[number]
    if number is None or chair is None:
        return Refused("table_full")
    guests = tuple(each for each in draft.meta.guests if each != user)
    draft.meta = replace(draft.meta, guests=guests, called=max(0, draft.meta.called - 1))
    draft.set_chair(number, replace(chair, user=user, presence=Presence.HERE, missed=0, counts=False))
    return Done(draft.before.id)


def _replaceable(draft: Draft) -> int | None:
    chairs = [(number, chair) for number, chair in enumerate(draft.meta.chairs) if chair is not None]
    played_for = sorted((chair.user is not None, number) for number, chair in chairs if not chair.is_person)
    return played_for[0][1] if played_for else None


def leave(draft: Draft, user: int, *, confirmed: bool) -> Reply:
    """Get up. In a running match a computer player takes over, and the running hand still counts for the leaver."""
    number = draft.meta.chair_of(user)
    chair = None if number is None else draft.meta.chairs[number]
    if number is None or chair is None or chair.presence is Presence.LEFT:
        return Refused("no_chair")
    if draft.status is not TableStatus.RUNNING:
        return _get_up(draft, number, None)
    if isinstance(draft.state.phase, Over):
        return _get_up(draft, number, replace(chair, presence=Presence.LEFT, missed=0))
    seat = draft.seat_of(user)
    if seat is None:
        return Refused("no_chair")
    price = draft.state.rules.flow.leave_price(draft.state, seat)
    if not confirmed:
        cost = sum(transfer.points for transfer in price if transfer.payer == seat)
        return Confirm("leave_price" if price else "leave", (("points", str(cost)),))
    draft.must(Leave(seat))
    chair = draft.meta.chairs[number]
    if chair is not None:
        draft.set_chair(number, replace(chair, presence=Presence.LEFT, missed=0))
    _pass_on_host(draft)
    if not draft.meta.people() and isinstance(draft.state.phase, Idle):
        draft.end()
    recount(draft)
    begin_if_ready(draft)
    return Done(draft.before.id)


def _get_up(draft: Draft, number: int, chair: Chair | None) -> Reply:
    """Leave where nothing is played. After a match the chair stays theirs: its last hand may still be taken back."""
    draft.set_chair(number, chair)
    _pass_on_host(draft)
    if not draft.meta.people():
        draft.status = TableStatus.ENDED
    recount(draft)
    return Done(draft.before.id)


def _pass_on_host(draft: Draft) -> None:
    """The earliest person becomes host where the host is gone."""
    people = draft.meta.people()
    if people and draft.meta.host not in people:
        draft.meta = replace(draft.meta, host=people[0])


def add_bot(draft: Draft, user: int) -> Reply:
    """The host seats a computer player."""
    if draft.status is not TableStatus.LOBBY:
        return Refused("lobby_only")
    if not acts_as_host(draft, user):
        return Refused("host_only")
    free = draft.meta.free()
    if free is None:
        return Refused("table_full")
    draft.set_chair(free, Chair(None))
    return Done(draft.before.id)


def kick(draft: Draft, user: int, target: int | None) -> Reply:
    """The host frees a chair of the lobby; in a match, that of a person for whom the table already plays.

    Of a person for whom it does not play, all who sit at a table without clocks can say that they are absent.
    """
    present = None if target is None else chair_of(draft, target)
    if draft.status is TableStatus.RUNNING and present is not None and present.presence is Presence.HERE:
        return vote_absent(draft, user, target or 0)
    if not acts_as_host(draft, user):
        return Refused("host_only")
    if target == user:
        return Refused("kick_self")
    number = draft.meta.chair_of(target) if target is not None else _computer(draft)
    chair = None if number is None else draft.meta.chairs[number]
    if number is None or chair is None:
        return Refused("no_computer" if target is None else "not_seated")
    if draft.status is TableStatus.LOBBY:
        draft.set_chair(number, None)
        return Done(draft.before.id)
    if chair.user is None or chair.presence is Presence.HERE:
        return Refused("kick_playing")
    draft.set_chair(number, replace(chair, presence=Presence.LEFT, missed=0))
    recount(draft)
    begin_if_ready(draft)
    return Done(draft.before.id)


def _computer(draft: Draft) -> int | None:
    chairs = enumerate(draft.meta.chairs)
    return next((number for number, chair in chairs if chair is not None and chair.user is None), None)


def start(draft: Draft, user: int, *, fill: bool) -> Reply:
    """The host begins the match, with computer players in the free chairs if asked to."""
    if draft.status is not TableStatus.LOBBY:
        return Refused("started")
    if not acts_as_host(draft, user):
        return Refused("host_only")
    while (free := draft.meta.free()) is not None:
        if not fill:
            return Refused("seats_free", (("free", str(draft.meta.chairs.count(None))),))
        draft.set_chair(free, Chair(None))
    draft.status = TableStatus.RUNNING
    draft.start_match()
    return Done(draft.before.id)


def closed(draft: Draft) -> Reply:
    """End the table, whoever asks."""
    close(draft)
    return Done(draft.before.id)


def end(draft: Draft, user: int, *, manager: bool, confirmed: bool) -> Reply:
    """The host closes a lobby or a finished match, anybody a stale lobby, a manager any table."""
    if draft.status is TableStatus.ENDED:
        return Refused("table_over")
    stale = draft.status is TableStatus.LOBBY and draft.now - draft.meta.created > STALE_SECONDS
    finished = draft.status is TableStatus.LOBBY or isinstance(draft.state.phase, Over)
    alone = draft.meta.people() == (user,)
    if stale or (finished and acts_as_host(draft, user)):
        close(draft)
        return Done(draft.before.id)
    if not (manager or alone):
        return Refused("end_by_vote")
    if not confirmed:
        return Confirm("end_table")
    close(draft)
    return Done(draft.before.id)


def resume(draft: Draft, user: int) -> Reply:
    """A player lets a paused table go on."""
    if user not in draft.meta.people():
        return Refused("no_chair")
    if not draft.meta.paused:
        return Refused("not_paused")
    came_back(draft, user)
    draft.meta = replace(draft.meta, paused=False)
    return Done(draft.before.id)
