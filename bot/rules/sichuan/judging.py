"""Whether a seat may win on a tile now, bars and duties included (RULES.md S12, S14, S15)."""

from collections.abc import Iterator

from bot.engine.hand import changed
from bot.engine.history import anybody_acted, draws, fed_by, gang_before_draw
from bot.engine.kernel import is_seven_pairs, is_win
from bot.engine.moves import waiting_hand
from bot.engine.situation import By, Flag, NoWin, Situation, Verdict, Win
from bot.engine.state import Source, State, Turn
from bot.engine.tiles import Seat, Tile, suit_of
from bot.rules.sichuan.extra import extra_of, void_of
from bot.rules.sichuan.scoring import evaluate

LAST_TILES = 4


def judge(state: State, seat: Seat, tile: Tile, by: By, source: Seat | None) -> Verdict:
    """The verdict on completing the hand with this tile; a bar is a reason like any other."""
    hand = state.hands[seat]
    complete = hand.keys if by is By.SELF else changed(hand.keys, tile, 1)
    if not is_win(complete) and not is_seven_pairs(complete):
        return NoWin("no_shape")
    phase = state.phase
    if by is By.SELF and isinstance(phase, Turn) and phase.source is Source.CLAIM:
        return NoWin("after_claim")
    verdict = evaluate(state.options, situate(state, seat, tile, by, source))
    if isinstance(verdict, Win) and by is not By.SELF and is_barred(state, seat, tile, verdict.total):
        return NoWin("passed_win")
    return verdict


def situate(state: State, seat: Seat, tile: Tile, by: By, source: Seat | None) -> Situation:
    """The hand of a seat as it is judged, with all that the table knows about it."""
    hand = state.hands[seat]
    gang = gang_before_draw(state) if by is not By.ROB else None
    return Situation(
        hand=hand.minus(tile) if by is By.SELF else hand,
        tile=tile,
        by=by,
        seat=seat,
        source=source,
        dealer=state.dealer,
        streak=state.streak,
        flags=frozenset(_flags(state, seat, by, after_gang=gang is not None)),
        out=tuple(won.seat for won in state.wins if won.seat != seat),
        void=void_of(state, seat),
        fed_by=fed_by(gang) if by is By.SELF else None,
    )


def waiting(state: State, seat: Seat) -> Situation | None:
    """The tiles of a seat as they wait; None while they wait for nothing. What is special about a tile shows later."""
    hand = waiting_hand(state, seat)
    if hand is None:
        return None
    return Situation(
        hand=hand,
        tile=Tile(0),
        by=By.SELF,
        seat=seat,
        dealer=state.dealer,
        streak=state.streak,
        out=tuple(won.seat for won in state.wins if won.seat != seat),
        void=void_of(state, seat),
    )


def _flags(state: State, seat: Seat, by: By, *, after_gang: bool) -> Iterator[Flag]:
    phase = state.phase
    turn = phase if by is By.SELF and isinstance(phase, Turn) else None
    if turn is not None and turn.source is Source.DEAL:
        yield Flag.DEALT
    if turn is not None and turn.source is Source.WALL and draws(state, seat) == 1 and not anybody_acted(state):
        yield Flag.FIRST_DRAW
    if after_gang:
        yield Flag.REPLACEMENT if by is By.SELF else Flag.AFTER_GANG
    if state.left == 0:
        yield Flag.LAST_TILE


def last_four(state: State) -> bool:
    """Whether so few tiles are left that a win must be taken (RULES.md S15): before the draw, or at a discard."""
    if state.options["last_four"] == "off":
        return False
    phase = state.phase
    if isinstance(phase, Turn):
        return phase.source in (Source.WALL, Source.REPLACEMENT) and state.left < LAST_TILES
    return state.left <= LAST_TILES


def is_barred(state: State, seat: Seat, tile: Tile, fan: int) -> bool:
    """Whether a win that was let go bars this one (RULES.md S14); never among the last four tiles (S15)."""
    if last_four(state):
        return False
    return any(fan <= passed.fan and bars(state, passed.tile, tile) for passed in extra_of(state).passed[seat])


def bars(state: State, passed: Tile, tile: Tile) -> bool:
    """Whether letting the one kind go bars the other: its line (147, 258, 369 of the suit), or any (RULES.md S14)."""
    match state.options["passed_win"]:
        case "line":
            return suit_of(passed) == suit_of(tile) and (passed - tile) % 3 == 0
        case "any":
            return True
        case _:
            return False


def let_go(state: State, seat: Seat, tile: Tile, by: By, source: Seat | None) -> int | None:
    """What the win is worth that the seat could take on this tile, None where it has none to let go."""
    if state.options["passed_win"] == "off":
        return None
    verdict = judge(state, seat, tile, by, source)
    return verdict.total if isinstance(verdict, Win) else None
