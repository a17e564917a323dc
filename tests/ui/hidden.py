"""Tables in the middle of a hand, and the same table with everything different that somebody can't know."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from bot.engine.actions import HU, PASS, Action, GangClaim, PengClaim, StartHand
from bot.engine.events import (
    BYSTANDER,
    Answered,
    ClaimsHeld,
    ClaimsOpened,
    Dealt,
    Drew,
    Event,
    HandBegan,
    Melded,
    Noted,
    Paid,
)
from bot.engine.evolve import set_at
from bot.engine.hand import Hand
from bot.engine.melds import AnGang, Meld
from bot.engine.ruleset import GangShown
from bot.engine.state import Claims, Held, Idle, Over, Staged, State, Turn, Windows
from bot.engine.tiles import SEATS, Seat, Tile, is_flower
from bot.rules import REGISTRY
from bot.rules.sichuan.extra import Extra
from tests.support.random_play import apply, new_match, next_command, random_chance, random_options

STEPS = 90
SECRET_ANSWERS: tuple[Action, ...] = (PASS, PengClaim(), GangClaim(), HU)


def states(rules: str, seed: int, windows: Windows = Windows.EVEN) -> Iterator[State]:
    """The states of a hand that is played at random."""
    random = Random(seed)
    state = new_match(REGISTRY[rules], random_options(REGISTRY[rules], random))._replace(windows=windows)
    state, _ = apply(state, StartHand(random_chance(state, random)))
    for _ in range(STEPS):
        if isinstance(state.phase, Idle | Over):
            return
        yield state
        state, _ = apply(state, next_command(state, random, 0.8, ("out0", "out1")))


def otherwise(state: State, viewer: Seat | None, random: Random) -> State:
    """The state in which all is different that a seat (None: a bystander) does not know: tiles, gangs that are face
    down, secret answers, who is asked, what others were told, how many questions there have been."""
    hidden = [seat for seat in SEATS if seat != viewer and not state.is_out(seat)]
    state = _gangs(state, hidden, random)
    state = _tiles(state, hidden, random)
    state = state._replace(prompt=state.prompt + random.randrange(5))
    state = _phase(state, viewer, random)
    state = _extra(state, hidden, random)
    return state._replace(history=tuple(_history(state, viewer, random)))


# ---------------------------------------------------------------------- tiles


def _undealt(state: State) -> list[int]:
    return [at for at in range(state.head, state.tail) if not is_flower(state.wall[at])]


def _tiles(state: State, hidden: list[Seat], random: Random) -> State:
    undealt = _undealt(state)
    pool = [tile for seat in hidden for tile in state.hands[seat].tiles()] + [state.wall[at] for at in undealt]
    random.shuffle(pool)
    hands = list(state.hands)
    for seat in hidden:
        size = state.hands[seat].size()
        hands[seat] = Hand.of(pool[:size], state.hands[seat].melds)
        pool = pool[size:]
    wall = list(state.wall)
    for at, tile in zip(undealt, pool, strict=True):
        wall[at] = tile
    return state._replace(hands=(hands[0], hands[1], hands[2], hands[3]), wall=tuple(wall))


def _gangs(state: State, hidden: list[Seat], random: Random) -> State:
    """Concealed gangs that are face down change their kind, as far as four alike are still unseen."""
    if state.rules.gangs_shown is not GangShown.HIDDEN:
        return state
    for seat in hidden:
        for old in [meld for meld in state.hands[seat].melds if isinstance(meld, AnGang)]:
            state = _another_gang(state, hidden, seat, old, random)
    return state


def _another_gang(state: State, hidden: list[Seat], seat: Seat, old: AnGang, random: Random) -> State:
    unseen = [tile for each in hidden for tile in state.hands[each].tiles()]
    unseen += [state.wall[at] for at in _undealt(state)]
    kinds = sorted(tile for tile in set(unseen) if unseen.count(tile) == 4)
    if not kinds:
        return state
    new = AnGang(random.choice(kinds))

    def turned(tile: Tile) -> Tile:
        return old.tile if tile == new.tile else tile

    def remade(meld: Meld) -> Meld:
        return new if meld == old else meld

    hands = list(state.hands)
    for each in hidden:
        hands[each] = Hand.of(map(turned, hands[each].tiles()), hands[each].melds)
    hands[seat] = Hand(hands[seat].keys, tuple(map(remade, hands[seat].melds)))
    undealt = set(_undealt(state))
    wall = tuple(turned(tile) if at in undealt else tile for at, tile in enumerate(state.wall))
    history = tuple(
        Melded(seat, new) if isinstance(event, Melded) and event == Melded(seat, old) else event
        for event in state.history
    )
    return state._replace(hands=(hands[0], hands[1], hands[2], hands[3]), wall=wall, history=history)


# ---------------------------------------------------------------------- who is asked, and what has been answered


def _phase(state: State, viewer: Seat | None, random: Random) -> State:
    phase = state.phase
    match phase:
        case Turn(seat=seat, drawn=drawn) if seat != viewer and drawn is not None:
            return state._replace(phase=phase._replace(drawn=random.choice(state.hands[seat].tiles())))
        case Claims():
            return state._replace(phase=_claims(state, phase, viewer, random))
        case Held(claims=claims):
            return state._replace(phase=_claims(state, claims, viewer, random))
        case Staged(name=name, waiting=waiting, answers=answers):
            own = frozenset((viewer,)) & waiting if viewer is not None else frozenset[Seat]()
            others = frozenset(seat for seat in SEATS if seat != viewer and random.random() < 0.5)
            known = tuple(answer for answer in answers if answer[0] == viewer)
            return state._replace(phase=Staged(name, own | others, known))
        case _:
            return state


def _claims(state: State, claims: Claims, viewer: Seat | None, random: Random) -> Claims | Held:
    others = [seat for seat in state.playing() if seat not in (claims.source, viewer)]
    own = {viewer} & claims.waiting if viewer is not None else set[Seat]()
    asked = {seat for seat in others if random.random() < 0.4}
    known = [answer for answer in claims.answers if answer[0] == viewer]
    answers = [(seat, random.choice(SECRET_ANSWERS)) for seat in others if seat not in asked and random.random() < 0.4]
    other = claims._replace(waiting=frozenset(own | asked), answers=(*known, *answers))
    rests = not other.waiting and bool(other.answers) and random.random() < 0.5
    return Held(other) if rests else other


# ---------------------------------------------------------------------- what others know


def _extra(state: State, hidden: list[Seat], random: Random) -> State:
    match state.extra:
        case frozenset() as ready:
            kept = {seat for seat in ready if seat not in hidden}
            return state._replace(extra=frozenset(kept | {seat for seat in hidden if random.random() < 0.5}))
        case Extra() as extra:
            for seat in hidden:
                extra = replace(extra, passed=set_at(extra.passed, seat, ()))
                sings = extra.announced[seat]
                if sings is not None and not sings.dancing:
                    waits = (Tile(random.randrange(27)),)
                    extra = replace(extra, announced=set_at(extra.announced, seat, replace(sings, waits=waits)))
            bets = tuple(replace(bet, tile=Tile(random.randrange(27)), seat=random.choice(SEATS)) for bet in extra.bets)
            return state._replace(extra=replace(extra, bets=bets))
        case _:
            return state


def _history(state: State, viewer: Seat | None, random: Random) -> Iterator[Event]:
    """The events with what the viewer does not know of them changed or left out."""
    for event in state.history:
        if isinstance(event, HandBegan | Dealt | Drew):
            yield _with_other_tiles(event, viewer, random)
        elif isinstance(event, ClaimsOpened | ClaimsHeld):
            yield from _other_questions(event, viewer, random)
        elif not isinstance(event, Noted | Paid | Answered) or _who(viewer) in event.audience:
            yield event


def _who(viewer: Seat | None) -> int:
    return BYSTANDER if viewer is None else viewer


def _with_other_tiles(event: HandBegan | Dealt | Drew, viewer: Seat | None, random: Random) -> Event:
    match event:
        case HandBegan(chance=chance):
            wall = random.sample(chance.wall, len(chance.wall))
            return replace(event, chance=replace(chance, wall=tuple(wall)))
        case Dealt(hands=hands):
            a, b, c, d = (hands[seat] if seat == viewer else _others(hands[seat], random) for seat in SEATS)
            return replace(event, hands=(a, b, c, d))
        case Drew(tile=tile):
            return event if _who(viewer) in event.audience else replace(event, tile=_others((tile,), random)[0])


def _other_questions(event: ClaimsOpened | ClaimsHeld, viewer: Seat | None, random: Random) -> Iterator[Event]:
    if isinstance(event, ClaimsOpened) and viewer is not None and viewer in event.asked:
        yield ClaimsOpened((viewer,))
    elif random.random() < 0.5:
        yield event


def _others(tiles: tuple[Tile, ...], random: Random) -> tuple[Tile, ...]:
    return tuple(tile if is_flower(tile) else Tile(random.randrange(34)) for tile in tiles)
