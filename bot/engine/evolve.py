"""State after an event. Nothing is decided here: every event already says what came of it."""

from typing import Final, TypedDict, TypeVar, assert_never

from bot.engine.actions import Action
from bot.engine.events import (
    HEAD,
    Answered,
    BuGangDeclared,
    Carry,
    ClaimsHeld,
    ClaimsOpened,
    Dealt,
    Discarded,
    Drew,
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
from bot.engine.history import began
from bot.engine.melds import AnGang, BuGang, Chi, Gang, Peng
from bot.engine.money import Transfer
from bot.engine.situation import DISCARD, ROB
from bot.engine.state import (
    FROM_CLAIM,
    FROM_WALL,
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
from bot.engine.values import made

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


def evolve(state: State, event: Event) -> State:
    """The state in which ``event`` has happened, the rule set's own part included."""
    after = _after(state, event)
    extra = state.rules.flow.track(after, event)
    return after if extra is after.extra else after._replace(extra=extra)


_STEADY: Final = State._fields.index("head")
"""How many fields of the state, the first ones, hardly any event changes."""


def _moved(
    state: State, event: Event, head: int, tail: int, hands: Hands, discards: Discards, phase: Phase, prompt: int
) -> State:
    """The state with these values and the event in its history: by places, because ``_replace`` takes four times as
    long, and most of what an event costs is this."""
    history = state.history + (event,)  # noqa: RUF005 - an unpacking copies twice
    changed = (head, tail, hands, discards, phase, prompt, history)
    return made(State, state[:_STEADY] + changed)


def _with(state: State, event: Event, changes: Changes) -> State:
    return state._replace(history=(*state.history, event), **changes)


def _after(state: State, event: Event) -> State:  # noqa: C901 - one flat arm an event
    match event:
        case Drew():
            return _drew(state, event)
        case Discarded():
            return _discarded(state, event)
        case ClaimsOpened():
            return _opened(state, event)
        case Answered():
            return _answered(state, event)
        case Melded():
            return _melded(state, event)
        case ClaimsHeld():
            return _with(state, event, _held(state))
        case BuGangDeclared(seat=seat, tile=tile):
            return _with(state, event, {"phase": Claims(tile, seat, ROB)})
        case Won():
            return _with(state, event, _won(state, event))
        case Paid(transfers=transfers):
            return _with(state, event, {"paid": (*state.paid, *transfers)})
        case Noted() | WallEmptied() | Forfeited():
            return _with(state, event, {})
        case HandBegan():
            return _with(_begun(state, event), event, {})
        case Turned(place=place):
            return _with(state, event, _turned(state, place))
        case Exchanged():
            return _with(state, event, {"hands": _exchanged(state, event)})
        case TurnCame(seat=seat):
            first = Turn(seat, _dealt_last(state, seat), Source.DEAL)
            return _with(state, event, {"phase": first, "prompt": state.prompt + 1})
        case StageOpened(name=name, asked=asked):
            return _with(state, event, {"phase": Staged(name, frozenset(asked)), "prompt": state.prompt + 1})
        case StageClosed():
            return _with(state, event, {"phase": Moving()})
        case Dealt():
            return _with(state, event, _dealt(state, event))
        case HandEnded():
            return _with(state, event, _ended(state, event))
        case HandCalledOff(transfers=transfers):
            return _with(state, event, {"phase": Over(), "prompt": state.prompt + 1, "paid": transfers})
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
    built = began(state).chance.wall
    wall = built[event.break_at :] + built[: event.break_at]
    a, b, c, d = (Hand(keys_of([tile for tile in tiles if not is_flower(tile)])) for tiles in event.hands)
    e, f, g, h = (tuple([tile for tile in tiles if is_flower(tile)]) for tiles in event.hands)
    head = sum(len(tiles) for tiles in event.hands)
    return {"hands": (a, b, c, d), "flowers": (e, f, g, h), "wall": wall, "head": head, "tail": len(wall)}


def _drew(state: State, event: Drew) -> State:
    seat, tile, from_head = event.seat, event.tile, event.end is HEAD
    head, tail, hands, phase, prompt = state.head, state.tail, state.hands, state.phase, state.prompt
    if from_head:
        head += 1
    else:
        tail -= 1
    if is_flower(tile):
        state = state._replace(flowers=set_at(state.flowers, seat, (*state.flowers[seat], tile)))
        return _moved(state, event, head, tail, hands, state.discards, phase, prompt)
    hands = set_at(hands, seat, hands[seat].plus(tile))
    if isinstance(phase, Claims) or TurnCame in map(type, state.history):
        source = FROM_WALL if from_head or _after_flower(state) else Source.REPLACEMENT
        phase, prompt = made(Turn, (seat, tile, source)), prompt + 1
    return _moved(state, event, head, tail, hands, state.discards, phase, prompt)


def _after_flower(state: State) -> bool:
    """Whether the draw replaces a flower that was itself drawn from the head of the wall."""
    for event in reversed(state.history):
        if not isinstance(event, Drew) or not is_flower(event.tile):
            return False
        if event.end is HEAD:
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


def _exchanged(state: State, event: Exchanged) -> Hands:
    hands = state.hands
    for seat in SEATS:
        for tile in event.gives[seat]:
            hands = set_at(hands, seat, hands[seat].minus(tile))
    for seat in SEATS:
        for tile in event.gives[seat]:
            hands = set_at(hands, event.to[seat], hands[event.to[seat]].plus(tile))
    return hands


def _discarded(state: State, event: Discarded) -> State:
    seat, tile = event.seat, event.tile
    hands = set_at(state.hands, seat, state.hands[seat].minus(tile))
    laid = made(Laid, (tile, event.drawn, None))
    discards = set_at(state.discards, seat, (*state.discards[seat], laid))
    offered = made(Claims, (tile, seat, DISCARD, frozenset(), ()))
    return _moved(state, event, state.head, state.tail, hands, discards, offered, state.prompt)


def _opened(state: State, event: ClaimsOpened) -> State:
    phase = state.phase
    if not isinstance(phase, Claims):
        raise ValueError("nothing is offered")
    opened = Claims(phase.tile, phase.source, phase.by, frozenset(event.asked), phase.answers)
    return _moved(state, event, state.head, state.tail, state.hands, state.discards, opened, state.prompt + 1)


def _answered(state: State, event: Answered) -> State:
    phase = _phase_with(state.phase, event)
    return _moved(state, event, state.head, state.tail, state.hands, state.discards, phase, state.prompt)


def _phase_with(phase: Phase, event: Answered) -> Phase:
    match phase:
        case Claims(tile=tile, source=source, by=by):
            return Claims(tile, source, by, *_with_answer(phase, event))
        case Staged(name=name):
            return Staged(name, *_with_answer(phase, event))
        case Held(claims=Claims(tile=tile, source=source, by=by) as claims):
            return Held(Claims(tile, source, by, *_with_answer(claims, event)))
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


def _melded(state: State, event: Melded) -> State:
    seat, meld = event.seat, event.meld
    hand = state.hands[seat]
    match meld:
        case Chi() | Peng() | Gang():
            return _claimed(state, event, meld)
        case AnGang(tile=tile):
            hand = hand.minus(tile, 4).with_meld(meld)
        case BuGang(tile=tile):
            melds = tuple(meld if isinstance(each, Peng) and each.tile == tile else each for each in hand.melds)
            hand = Hand(hand.minus(tile).keys, melds)
        case _:
            assert_never(meld)
    hands = set_at(state.hands, seat, hand)
    return _moved(state, event, state.head, state.tail, hands, state.discards, Moving(), state.prompt)


def _claimed(state: State, event: Melded, meld: Chi | Peng | Gang) -> State:
    seat = event.seat
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
    hands = set_at(state.hands, seat, hand.with_meld(meld))
    discards = set_at(state.discards, meld.source, taken)
    phase = Moving() if isinstance(meld, Gang) else Turn(seat, None, FROM_CLAIM)
    return _moved(state, event, state.head, state.tail, hands, discards, phase, state.prompt + 1)


def without(tiles: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """The tiles less one copy of ``tile``."""
    at = tiles.index(tile)
    return tiles[:at] + tiles[at + 1 :]


def _won(state: State, event: Won) -> Changes:
    changes: Changes = {"wins": (*state.wins, event), "phase": Moving(), "prompt": state.prompt + 1}
    if event.by is ROB and event.source is not None and event.seat == event.together[0]:
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
