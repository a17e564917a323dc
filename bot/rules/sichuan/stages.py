"""What is asked after the deal: three tiles to exchange, a suit to drop, and bets on seats (RULES.md S2, S3, S22)."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from typing import Final

from bot.engine.actions import Action, Special
from bot.engine.events import EVERYBODY, Event, Exchanged, Noted
from bot.engine.hand import Hand
from bot.engine.history import began
from bot.engine.kernel import shanten
from bot.engine.ruleset import OutsideOffer, Patience, Rejected, Stage, When
from bot.engine.state import Four, Idle, Over, Staged, State
from bot.engine.tiles import SEATS, Seat, Tile, lower, suit_of
from bot.rules.sichuan.extra import VOID_NOTES, Note, extra_of

EXCHANGE, VOID, HORSES = "exchange", "void", "horses"
HORSE: Final = "horse"
HORSE_SECONDS: Final = 20
GIVEN: Final = 3
SUITS: Final = "mps"


def everyone(_state: State) -> tuple[Seat, ...]:
    """All four are asked at the same time."""
    return SEATS


# ---------------------------------------------------------------------- three tiles


def exchanges(state: State, seat: Seat) -> tuple[Action, ...]:
    """Every choice of three tiles of one suit, alike ones told apart by kind only (RULES.md S3).

    The best of each suit come first, the shortest suit before the others.
    """
    return _exchanges(state.hands[seat])


@lru_cache(maxsize=64)
def _exchanges(hand: Hand) -> tuple[Action, ...]:
    lengths = suit_lengths(hand)
    suits = [_choices(hand, suit) for suit in sorted(range(len(SUITS)), key=lambda each: lengths[each])]
    chosen = [choices[0] for choices in suits if choices]
    chosen += [tiles for choices in suits for tiles in choices[1:]]
    return tuple(Special(EXCHANGE, tiles) for tiles in chosen)


def _choices(hand: Hand, suit: int) -> tuple[tuple[Tile, ...], ...]:
    """Every choice of three tiles of a suit; first the one that leaves the rest of the hand nearest to winning."""
    held = tuple(tile for tile in hand.tiles() if suit_of(tile) == suit)
    choices = tuple(dict.fromkeys(combinations(held, GIVEN)))
    best = min(choices, key=lambda tiles: shanten(_without(hand, tiles).keys), default=None)
    return () if best is None else (best, *(tiles for tiles in choices if tiles != best))


def usual_exchange(state: State, seat: Seat) -> Action:
    """Three tiles of the shortest suit that has three, chosen so that the rest of the hand is nearest to winning."""
    return exchanges(state, seat)[0]


def _without(hand: Hand, tiles: tuple[Tile, ...]) -> Hand:
    for tile in tiles:
        hand = hand.minus(tile)
    return hand


def suit_lengths(hand: Hand) -> tuple[int, ...]:
    """How many concealed tiles of 万, 筒 and 条 a hand holds."""
    tiles = hand.tiles()
    return tuple(sum(suit_of(tile) == suit for tile in tiles) for suit in range(len(SUITS)))


def exchange_steps(state: State) -> tuple[int, int]:
    """The die, and how many seats on the tiles go: 1 2 lower, 3 4 opposite, 5 6 upper (RULES.md S3)."""
    die = began(state).chance.dice[2][0]
    return die, (die + 1) // 2


def close_exchange(state: State, answers: Mapping[Seat, Action]) -> tuple[Event, ...]:
    """The tiles change hands all at once; each seat learns what it got."""
    die, steps = exchange_steps(state)
    gives = _four({seat: _tiles(answers[seat]) for seat in SEATS})
    a, b, c, d = (lower(seat, steps) for seat in SEATS)
    received = tuple(
        Noted(Note.RECEIVED, lower(seat, steps), gives[seat], audience=frozenset((lower(seat, steps),)))
        for seat in SEATS
    )
    return (Noted(Note.DIRECTION, number=die, audience=EVERYBODY), Exchanged(gives, (a, b, c, d)), *received)


def _tiles(action: Action) -> tuple[Tile, ...]:
    if not isinstance(action, Special):
        raise ValueError(f"{action} gives no tiles")
    return action.tiles


def _four(given: Mapping[Seat, tuple[Tile, ...]]) -> Four:
    a, b, c, d = (given[seat] for seat in SEATS)
    return (a, b, c, d)


# ---------------------------------------------------------------------- a suit to drop


def voids(_state: State, _seat: Seat) -> tuple[Action, ...]:
    """Any of the three suits, one that is not held too (RULES.md S2)."""
    return tuple(Special(VOID, word=suit) for suit in SUITS)


def usual_void(state: State, seat: Seat) -> Action:
    """The shortest suit; of equally short ones the one whose tiles go together worst."""
    hand = state.hands[seat]
    lengths = suit_lengths(hand)
    return Special(VOID, word=SUITS[min(range(len(SUITS)), key=lambda suit: (lengths[suit], _kinship(hand, suit)))])


def _kinship(hand: Hand, suit: int) -> int:
    """How well the tiles of a suit go together: pairs of tiles at most two ranks apart."""
    held = [tile for tile in hand.tiles() if suit_of(tile) == suit]
    return sum(abs(first - second) <= 2 for first, second in combinations(held, 2))


def close_void(_state: State, answers: Mapping[Seat, Action]) -> tuple[Event, ...]:
    """All four suits are shown together."""
    words = {seat: action.word for seat, action in answers.items() if isinstance(action, Special)}
    return tuple(Noted(VOID_NOTES[SUITS.index(words[seat])], seat, audience=EVERYBODY) for seat in SEATS)


# ---------------------------------------------------------------------- bets


def free_horses(state: State) -> bool:
    """Whether a bettor can still buy in."""
    return len(extra_of(state).bets) < state.options.number("horses")


def offer(state: State) -> OutsideOffer | None:
    """The positions on which a bet can be made now (RULES.md S22)."""
    if not isinstance(state.phase, Staged) or not state.undealt or not free_horses(state):
        return None
    sold = {bet.position for bet in extra_of(state).bets}
    return OutsideOffer(HORSE, tuple(number for number in range(state.left) if number not in sold))


def outside(state: State, name: str, action: Special) -> tuple[Event, ...] | Rejected:
    """A bettor buys a horse: a position of the undealt wall, face down (RULES.md S22).

    Bets are taken from the deal until the stage for them is over; nobody buys twice, and no position is sold twice.
    """
    if action.name != HORSE or not state.options.number("horses"):
        return Rejected("no_horses")
    if isinstance(state.phase, Idle | Over):
        return Rejected("horses_closed")
    bets = extra_of(state).bets
    if any(bet.name == name for bet in bets):
        return Rejected("horse_owned")
    if not free_horses(state):
        return Rejected("horses_sold")
    if not isinstance(state.phase, Staged) or not state.undealt:
        return Rejected("horses_closed")
    if action.number is None or not 0 <= action.number < state.left:
        return Rejected("horse_position", (("last", str(state.left - 1)),))
    if any(bet.position == action.number for bet in bets):
        return Rejected("horse_taken")
    return (Noted(Note.BET, number=action.number, word=name, audience=EVERYBODY),)


def nobody(_state: State) -> tuple[Seat, ...]:
    """No seat is asked: bettors are people without one."""
    return ()


def no_actions(_state: State, _seat: Seat) -> tuple[Action, ...]:
    """No seat can answer."""
    return ()


def no_answer(_state: State, seat: Seat) -> Action:
    """No seat is asked, so none has a usual answer."""
    raise ValueError(f"seat {seat} is not asked about horses")


def close_horses(_state: State, _answers: Mapping[Seat, Action]) -> tuple[Event, ...]:
    """What was bought has been noted already."""
    return ()


STAGES: Final = (
    Stage(
        EXCHANGE,
        When.AFTER_DEAL,
        Patience.ANSWERS,
        applies=lambda state: state.options["exchange_three"] == "on",
        asked=everyone,
        actions=exchanges,
        usual=usual_exchange,
        close=close_exchange,
    ),
    Stage(
        VOID,
        When.AFTER_DEAL,
        Patience.ANSWERS,
        applies=lambda state: state.options["void_suit"] == "declared",
        asked=everyone,
        actions=voids,
        usual=usual_void,
        close=close_void,
    ),
    Stage(
        HORSES,
        When.AFTER_DEAL,
        Patience.TIME,
        applies=free_horses,
        asked=nobody,
        actions=no_actions,
        usual=no_answer,
        close=close_horses,
        seconds=HORSE_SECONDS,
    ),
)
"""In the order in which they are held. A lone ``horses`` stage ends early when every horse is sold."""
