"""How a hand begins: who sits where, and whom each tile of the wall goes to."""

from bot.engine.actions import Chance
from bot.engine.events import Dealt, HandBegan
from bot.engine.history import began
from bot.engine.ruleset import RESEAT
from bot.engine.state import State
from bot.engine.tiles import Seat, Tile, lower

HAND_SIZE = 13


def beginning(state: State, chance: Chance) -> HandBegan:
    """The next hand with this chance; the seats are drawn anew first where the last hand said so."""
    seating = _drawn_anew(state, chance) if RESEAT in state.carry else state.seating
    return HandBegan(state.number + 1, state.dealer, state.streak, state.passes, state.carry, chance, seating)


def _drawn_anew(state: State, chance: Chance) -> tuple[int, int, int, int]:
    """Who sits where after each player has drawn a wind: the dealer's place is East, then in the order of play."""
    places: list[int] = [0, 0, 0, 0]
    for step, wind in enumerate(chance.winds):
        places[lower(state.dealer, wind)] = state.seating[lower(state.dealer, step)]
    a, b, c, d = places
    return (a, b, c, d)


def dealt(state: State) -> Dealt:
    """The four hands from the wall that has been built, in the order and from the place that the rules name."""
    flow, built = state.rules.flow, began(state).chance.wall
    break_at = flow.break_at(state) % len(built)
    hands: tuple[list[Tile], ...] = ([], [], [], [])
    for tile, seat in zip(built[break_at:] + built[:break_at], flow.deal_order(state), strict=False):
        hands[seat].append(tile)
    a, b, c, d = (tuple(hand) for hand in hands)
    return Dealt(break_at, (a, b, c, d))


def lacks_tiles(state: State, seat: Seat) -> bool:
    """Whether a dealt hand is too small, because flowers have been laid, and there is a tile to fill it with."""
    full = HAND_SIZE + (seat == state.dealer)
    return state.left > 0 and state.hands[seat].size() < full
