"""Sitting down and getting up: what a draft of a table becomes when somebody joins, leaves, starts or votes."""

from dataclasses import replace
from typing import Final

from bot.engine.actions import Leave
from bot.engine.options import OptionError, choose
from bot.engine.ruleset import RuleSet
from bot.engine.state import Idle, Over, Turn
from bot.tables.api import Changes, Confirm, Done, Refused, Reply
from bot.tables.deadline import NO_CLOCK, seconds_for, waited
from bot.tables.draft import Draft, fresh_state
from bot.tables.meta import Chair, Presence, Vote, VoteKind
from bot.tables.ports import TableStatus

STALE_SECONDS: Final = 10 * 60.0
"""After so long without a start anybody may close a lobby; after so long without a move somebody counts as absent."""

MOST_GUESTS: Final = 4
"""So many can ask for a seat at one time."""


def acts_as_host(draft: Draft, user: int) -> bool:
    """Whether somebody may do what the host does: the host, and while they are away the earliest player who is not.

    In a lobby the host is away when nobody has begun for a while: nothing else shows it.
    """
    meta = draft.meta
    if user == meta.host:
        return True
    chair = _chair_of(draft, meta.host)
    here = chair is not None and chair.presence is Presence.HERE
    if here and not (draft.status is TableStatus.LOBBY and draft.now - meta.created > STALE_SECONDS):
        return False
    present = (each.user for each in meta.chairs if each is not None and each.presence is Presence.HERE and each.user)
    return user == next((each for each in present if each != meta.host), None)


def _chair_of(draft: Draft, user: int) -> Chair | None:
    number = draft.meta.chair_of(user)
    return None if number is None else draft.meta.chairs[number]


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
    if draft.status is not TableStatus.RUNNING or isinstance(draft.state.phase, Over):
        return _leave_lobby(draft, number)
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
    begin_if_ready(draft)
    return Done(draft.before.id)


def _leave_lobby(draft: Draft, number: int) -> Reply:
    draft.set_chair(number, None)
    _pass_on_host(draft)
    if not draft.meta.people():
        draft.status = TableStatus.ENDED
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
    present = None if target is None else _chair_of(draft, target)
    if draft.status is TableStatus.RUNNING and present is not None and present.presence is Presence.HERE:
        return _absent(draft, user, target or 0)
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
    begin_if_ready(draft)
    return Done(draft.before.id)


def _absent(draft: Draft, user: int, target: int) -> Reply:
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
    chair, phase = _chair_of(draft, user), draft.state.phase
    if isinstance(phase, Turn):
        return phase.seat == draft.seat_of(user)
    return not isinstance(phase, Over) and chair is not None and not chair.throw


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
    running = draft.meta.vote
    ayes = running.ayes if running is not None and (running.kind, running.target) == (kind, target) else ()
    if user in ayes:
        return Refused("voted")
    now = Vote(kind, (*ayes, user), target)
    draft.meta = replace(draft.meta, vote=now)
    if len(now.ayes) >= draft.meta.needed(now):
        _passed(draft, now)
    return Done(draft.before.id)


def _passed(draft: Draft, vote: Vote) -> None:
    match vote.kind:
        case VoteKind.END:
            close(draft)
        case VoteKind.PAUSE:
            draft.meta = replace(draft.meta, vote=None, paused=True)
        case VoteKind.UNDO:
            draft.undo_hand()
            draft.meta = replace(draft.meta, vote=None)
        case VoteKind.AWAY:
            draft.meta = replace(draft.meta, vote=None)
            _play_for(draft, vote.target)


def _play_for(draft: Draft, user: int | None) -> None:
    number = None if user is None else draft.meta.chair_of(user)
    chair = None if number is None else draft.meta.chairs[number]
    if number is not None and chair is not None:
        draft.set_chair(number, replace(chair, presence=Presence.AUTO))
        begin_if_ready(draft)


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
    draft.meta = replace(draft.meta, vote=None, paused=False)


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


def came_back(draft: Draft, user: int) -> None:
    """Whoever does anything plays for themselves again."""
    number, chair = draft.meta.chair_of(user), _chair_of(draft, user)
    if number is not None and chair is not None and (chair.missed or chair.presence is Presence.AUTO):
        draft.set_chair(number, replace(chair, presence=Presence.HERE, missed=0))
