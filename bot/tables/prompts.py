"""The id of the question that is put to a seat. It is counted from what the seat knows: how many questions the others
were asked in between can't be read off it."""

from bot.engine.events import ClaimsOpened, Drew, Event, Melded, StageOpened, TurnCame
from bot.engine.legal import asked_now
from bot.engine.state import State
from bot.engine.tiles import Seat

NOT_ASKED = 0


def prompt_of(state: State, seat: Seat) -> str:
    """The hand and, where the seat is asked something, how many events it knew when it was asked; 0 where it is not."""
    return f"{state.number}.{_known(state, seat) if seat in asked_now(state) else NOT_ASKED}"


def _known(state: State, seat: Seat) -> int:
    asked = max(place for place, event in enumerate(state.history) if _asks(event, seat))
    return 1 + sum(seat in event.audience for event in state.history[:asked])


def _asks(event: Event, seat: Seat) -> bool:
    match event:
        case TurnCame(seat=other) | Drew(seat=other) | Melded(seat=other):
            return other == seat
        case ClaimsOpened(asked=asked) | StageOpened(asked=asked):
            return seat in asked
        case _:
            return False
