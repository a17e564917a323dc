"""What happened in the hand, read off its events: for rules that ask for more than a hand shows."""

from bot.engine.events import BuGangDeclared, Discarded, Drew, End, Event, HandBegan, Melded, TurnCame, Won
from bot.engine.melds import Gang, Meld, is_gang
from bot.engine.state import State
from bot.engine.tiles import Seat, is_flower


def began(state: State) -> HandBegan:
    """What the hand began with; ``ValueError`` before the first hand of a match."""
    first = state.history[0] if state.history else None
    if not isinstance(first, HandBegan):
        raise ValueError("the hand has not begun")
    return first


def since_deal(state: State) -> tuple[Event, ...]:
    """The events from the dealer's first turn on; empty before it."""
    for index, event in enumerate(state.history):
        if isinstance(event, TurnCame):
            return state.history[index:]
    return ()


def draws(state: State, seat: Seat) -> int:
    """How often the seat has drawn since the deal, replacements counted, flowers not."""
    return sum(isinstance(each, Drew) and each.seat == seat and not is_flower(each.tile) for each in since_deal(state))


def discarded(state: State) -> tuple[Discarded, ...]:
    """All discards of the hand in their order."""
    return tuple(event for event in state.history if isinstance(event, Discarded))


def melds_made(state: State) -> tuple[Melded, ...]:
    """All melds of the hand in the order in which they were made, concealed gangs included."""
    return tuple(event for event in state.history if isinstance(event, Melded))


def anybody_acted(state: State) -> bool:
    """Whether anybody has claimed, made a gang of any kind or won."""
    return any(isinstance(event, Melded | BuGangDeclared | Won) for event in state.history)


def gang_before_draw(state: State) -> tuple[Seat, Meld] | None:
    """The gang whose replacement was the last tile drawn; None where that tile was no replacement for a gang."""
    events = list(state.history)
    while events and not isinstance(events[-1], Drew):
        if isinstance(events[-1], Melded):
            return None
        events.pop()
    while events and isinstance(events[-1], Drew):
        if events[-1].end is End.HEAD:
            return None
        events.pop()
    last = next((event for event in reversed(events) if isinstance(event, Melded | TurnCame | Discarded)), None)
    if isinstance(last, Melded) and is_gang(last.meld):
        return last.seat, last.meld
    return None


def fed_by(gang: tuple[Seat, Meld] | None) -> Seat | None:
    """Who fed a gang from a discard; None for the other kinds."""
    return gang[1].source if gang is not None and isinstance(gang[1], Gang) else None
