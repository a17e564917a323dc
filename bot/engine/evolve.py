"""State after an event. Nothing is decided here: every event already says what came of it."""

from collections.abc import Mapping
from typing import Final, TypedDict, TypeVar, assert_never

from bot.engine.actions import Action
from bot.engine.events import (
    Answered,
    BuGangDeclared,
    Carry,
    ClaimsHeld,
    ClaimsOpened,
    Dealt,
    Discarded,
    Drew,
    End,
    Event,
    Exchanged,
    Forfeited,
    HandBegan,
    HandCalledOff,
    HandEnded,
    Melded,
    Noted,
    Paid,
    StageClosed,
    StageOpened,
    TurnCame,
    Turned,
    WallEmptied,
    Won,
)
from bot.engine.hand import Hand, keys_of
from bot.engine.melds import AnGang, BuGang, Chi, Gang, Meld, Peng
from bot.engine.money import Transfer
from bot.engine.situation import By
from bot.engine.state import (
    Claims,
    Discards,
    Four,
    Hands,
    Held,
    Idle,
    Laid,
    Moving,
    Over,
    Phase,
    Source,
    Staged,
    State,
    Turn,
)
from bot.engine.tiles import SEATS, Seat, Tile, is_flower

T = TypeVar("T")


class Changes(TypedDict, total=False):
    """The fields of the state that an event changes."""

    dealer: Seat
    streak: int
    passes: int
    carry: Carry
    phase: Phase
    prompt: int
    hands: Hands
    discards: Discards
    flowers: Four
    wall: tuple[Tile, ...]
    head: int
    tail: int
    turned: tuple[Tile, ...]
    robbed: tuple[Tile, ...]
    wins: tuple[Won, ...]
    paid: tuple[Transfer, ...]
    history: tuple[Event, ...]


def evolve(state: State, event: Event) -> State:
    """The state in which ``event`` has happened, the rule set's own part included."""
    if isinstance(event, HandBegan):
        state = _begun(state, event)
    changes = _changes(state, event)
    changes["history"] = state.history + (event,)  # noqa: RUF005 - an unpacking copies twice
    after = _with(state, changes)
    extra = state.rules.flow.track(after, event)
    return after if extra is after.extra else after._replace(extra=extra)


_PLACES: Final = {name: place for place, name in enumerate(State._fields)}


def _with(state: State, changes: Mapping[str, object]) -> State:
    """``state._replace(**changes)`` without its detours: most of what an event costs is this."""
    values: list[object] = list(state)
    for name, value in changes.items():
        values[_PLACES[name]] = value
    return tuple.__new__(State, values)


def _changes(state: State, event: Event) -> Changes:  # noqa: C901 - one flat arm an event
    match event:
        case Drew():
            return _drew(state, event)
        case Discarded():
            return _discarded(state, event)
        case ClaimsOpened(asked=asked):
            return _opened(state, asked)
        case Answered():
            return _answered(state, event)
        case ClaimsHeld():
            return _held(state)
        case Melded(seat=seat, meld=meld):
            return _melded(state, seat, meld)
        case BuGangDeclared(seat=seat, tile=tile):
            return {"phase": Claims(tile, seat, By.ROB)}
        case Won():
            return _won(state, event)
        case Paid(transfers=transfers):
            return {"paid": (*state.paid, *transfers)}
        case Noted() | WallEmptied() | Forfeited() | HandBegan():
            return {}
        case Turned(place=place):
            return _turned(state, place)
        case Exchanged():
            return _exchanged(state, event)
        case TurnCame(seat=seat):
            return {"phase": Turn(seat, _dealt_last(state, seat), Source.DEAL), "prompt": state.prompt + 1}
        case StageOpened(name=name, asked=asked):
            return {"phase": Staged(name, frozenset(asked)), "prompt": state.prompt + 1}
        case StageClosed():
            return {"phase": Moving()}
        case Dealt():
            return _dealt(state, event)
        case HandEnded():
            return _ended(state, event)
        case HandCalledOff(transfers=transfers):
            return {"phase": Over(), "prompt": state.prompt + 1, "paid": transfers}
        case _:
            assert_never(event)


def set_at(four: tuple[T, T, T, T], seat: Seat, value: T) -> tuple[T, T, T, T]:
    """The four with one seat's value replaced."""
    a, b, c, d = four
    match seat:
        case 0:
            return (value, b, c, d)
        case 1:
            return (a, value, c, d)
        case 2:
            return (a, b, value, d)
        case _:
            return (a, b, c, value)


def _begun(state: State, event: HandBegan) -> State:
    """The table cleared for a new hand."""
    fresh = State(
        state.rules,
        state.options,
        state.length,
        state.windows,
        number=event.number,
        dealer=event.dealer,
        streak=event.streak,
        passes=event.passes,
        carry=event.carry,
        seating=event.seating,
        phase=Moving(),
        prompt=1,
    )
    return fresh._replace(extra=state.rules.flow.begin(fresh))


def _dealt(state: State, event: Dealt) -> Changes:
    built = _began_by(state).chance.wall
    wall = built[event.break_at :] + built[: event.break_at]
    a, b, c, d = (Hand(keys_of(tile for tile in tiles if not is_flower(tile))) for tiles in event.hands)
    e, f, g, h = (tuple(tile for tile in tiles if is_flower(tile)) for tiles in event.hands)
    head = sum(len(tiles) for tiles in event.hands)
    return {"hands": (a, b, c, d), "flowers": (e, f, g, h), "wall": wall, "head": head, "tail": len(wall)}


def _began_by(state: State) -> HandBegan:
    first = state.history[0] if state.history else None
    if not isinstance(first, HandBegan):
        raise ValueError("a hand is dealt that has not begun")
    return first


def _drew(state: State, event: Drew) -> Changes:
    seat, tile = event.seat, event.tile
    changes: Changes = {"head": state.head + 1} if event.end is End.HEAD else {"tail": state.tail - 1}
    if is_flower(tile):
        changes["flowers"] = set_at(state.flowers, seat, (*state.flowers[seat], tile))
        return changes
    changes["hands"] = set_at(state.hands, seat, state.hands[seat].plus(tile))
    if TurnCame in map(type, state.history):
        source = Source.WALL if event.end is End.HEAD or _after_flower(state) else Source.REPLACEMENT
        changes["phase"] = Turn(seat, tile, source)
        changes["prompt"] = state.prompt + 1
    return changes


def _after_flower(state: State) -> bool:
    """Whether the draw replaces a flower that was itself drawn from the head of the wall."""
    for event in reversed(state.history):
        if not isinstance(event, Drew) or not is_flower(event.tile):
            return False
        if event.end is End.HEAD:
            return True
    return False


def _dealt_last(state: State, seat: Seat) -> Tile | None:
    """The tile that the dealer got last before the first turn, if it is still held."""
    last: Tile | None = None
    for event in state.history:
        if isinstance(event, Dealt):
            last = event.hands[seat][-1]
        elif isinstance(event, Drew) and event.seat == seat:
            last = event.tile
        elif isinstance(event, Exchanged):
            last = None if last in event.gives[seat] else last
    return last if last is not None and not is_flower(last) and state.hands[seat].count(last) else None


def _turned(state: State, place: int) -> Changes:
    at = state.tail - place
    tile = state.wall[at]
    wall = state.wall[:at] + state.wall[at + 1 :]
    return {"wall": wall, "tail": state.tail - 1, "turned": (*state.turned, tile)}


def _exchanged(state: State, event: Exchanged) -> Changes:
    hands = state.hands
    for seat in SEATS:
        for tile in event.gives[seat]:
            hands = set_at(hands, seat, hands[seat].minus(tile))
    for seat in SEATS:
        for tile in event.gives[seat]:
            hands = set_at(hands, event.to[seat], hands[event.to[seat]].plus(tile))
    return {"hands": hands}


def _discarded(state: State, event: Discarded) -> Changes:
    seat, tile = event.seat, event.tile
    pile = (*state.discards[seat], Laid(tile, event.drawn))
    return {
        "hands": set_at(state.hands, seat, state.hands[seat].minus(tile)),
        "discards": set_at(state.discards, seat, pile),
        "phase": Claims(tile, seat, By.DISCARD),
    }


def _opened(state: State, asked: tuple[Seat, ...]) -> Changes:
    phase = state.phase
    if not isinstance(phase, Claims):
        raise ValueError("nothing is offered")
    opened = Claims(phase.tile, phase.source, phase.by, frozenset(asked), phase.answers)
    return {"phase": opened, "prompt": state.prompt + 1}


def _answered(state: State, event: Answered) -> Changes:
    match state.phase:
        case Claims(tile=tile, source=source, by=by) as phase:
            return {"phase": Claims(tile, source, by, *_with_answer(phase, event))}
        case Staged(name=name) as phase:
            return {"phase": Staged(name, *_with_answer(phase, event))}
        case Held(claims=Claims(tile=tile, source=source, by=by) as claims):
            return {"phase": Held(Claims(tile, source, by, *_with_answer(claims, event)))}
        case _:
            raise ValueError("nothing was asked")


Answers = tuple[tuple[Seat, Action], ...]


def _with_answer(phase: Claims | Staged, event: Answered) -> tuple[frozenset[Seat], Answers]:
    """Who still has to answer, and all answers; a later answer of a seat takes the place of its earlier one."""
    others = tuple(answer for answer in phase.answers if answer[0] != event.seat)
    return phase.waiting - {event.seat}, (*others, (event.seat, event.action))


def _held(state: State) -> Changes:
    if not isinstance(state.phase, Claims):
        raise ValueError("there are no claims to hold")
    return {"phase": Held(state.phase), "prompt": state.prompt + 1}


def _melded(state: State, seat: Seat, meld: Meld) -> Changes:
    hand = state.hands[seat]
    match meld:
        case Chi() | Peng() | Gang():
            return _claimed(state, seat, meld)
        case AnGang(tile=tile):
            hand, phase = hand.minus(tile, 4).with_meld(meld), Moving()
        case BuGang(tile=tile):
            melds = tuple(meld if isinstance(each, Peng) and each.tile == tile else each for each in hand.melds)
            hand, phase = Hand(hand.minus(tile).keys, melds), Moving()
        case _:
            assert_never(meld)
    return {"hands": set_at(state.hands, seat, hand), "phase": phase}


def _claimed(state: State, seat: Seat, meld: Chi | Peng | Gang) -> Changes:
    hand = state.hands[seat]
    match meld:
        case Chi():
            claimed = meld.claimed if meld.claimed is not None else state.discards[meld.source][-1].tile
            for tile in without(meld.tiles, claimed):
                hand = hand.minus(tile)
            meld = Chi(meld.tiles, meld.source, claimed)
        case Peng(tile=tile):
            hand = hand.minus(tile, 2)
        case Gang(tile=tile):
            hand = hand.minus(tile, 3)
    pile = state.discards[meld.source]
    taken = (*pile[:-1], Laid(pile[-1].tile, pile[-1].drawn, seat))
    return {
        "hands": set_at(state.hands, seat, hand.with_meld(meld)),
        "discards": set_at(state.discards, meld.source, taken),
        "phase": Moving() if isinstance(meld, Gang) else Turn(seat, None, Source.CLAIM),
        "prompt": state.prompt + 1,
    }


def without(tiles: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """The tiles less one copy of ``tile``."""
    at = tiles.index(tile)
    return tiles[:at] + tiles[at + 1 :]


def _won(state: State, event: Won) -> Changes:
    changes: Changes = {"wins": (*state.wins, event), "phase": Moving(), "prompt": state.prompt + 1}
    if event.by is By.ROB and event.source is not None and event.seat == event.together[0]:
        hand = state.hands[event.source].minus(event.tile)
        changes["hands"] = set_at(state.hands, event.source, hand)
        changes["robbed"] = (*state.robbed, event.tile)
    return changes


def _ended(state: State, event: HandEnded) -> Changes:
    return {
        "dealer": event.dealer,
        "streak": event.streak,
        "passes": event.passes,
        "carry": event.carry,
        "phase": Over() if event.over else Idle(),
        "prompt": state.prompt + 1,
    }


def tile_count(state: State) -> int:
    """How many tiles the table holds in all places together: conserved from the deal on."""
    held = sum(len(hand.all_tiles()) for hand in state.hands)
    lying = sum(laid.taken is None for pile in state.discards for laid in pile)
    flowers = sum(len(laid) for laid in state.flowers)
    return held + lying + flowers + state.left + len(state.turned) + len(state.robbed)


