"""What a seat may do under Mawan rules."""

from typing import Final

from bot.engine.actions import PASS, Action, ChiClaim, PengClaim, Special
from bot.engine.events import Answered, Event, Noted
from bot.engine.hand import changed
from bot.engine.moves import ANYTHING, WANTED, all_melds, discards, hu_if, no_outsiders, own_gangs, with_pass
from bot.engine.ruleset import Moves
from bot.engine.situation import SELF, By, NoWin, Verdict, Win
from bot.engine.state import FROM_CLAIM, Claims, Idle, Moving, Over, Staged, State, Turn
from bot.engine.tiles import Seat, Tile, lower
from bot.rules.mawan import pot
from bot.rules.mawan.flow import SETTLING, pots_played
from bot.rules.mawan.happened import claims_now, situation_of, takes_trousers, waiting_situation
from bot.rules.mawan.names import BREAK_POT, KNOCK, TROUSERS, WITHDRAW
from bot.rules.mawan.scoring import evaluate, is_complete

NO_SHAPE: Final = NoWin("no_shape")


def judge(state: State, seat: Seat, tile: Tile, by: By, source: Seat | None) -> Verdict:
    """The verdict on completing the seat's hand with this tile; a claimed tile completes nothing in one's turn."""
    keys, own = state.hands[seat].keys, by is SELF
    if WANTED[changed(keys, tile, -1) if own else keys] is not ANYTHING:
        return NO_SHAPE
    if not is_complete(keys if own else changed(keys, tile, 1)):
        return NO_SHAPE
    verdict, phase = evaluate(state.options, situation_of(state, seat, tile, by, source)), state.phase
    claimed = isinstance(phase, Turn) and phase.source is FROM_CLAIM
    return NoWin("after_claim") if claimed and isinstance(verdict, Win) else verdict


def turn(state: State, seat: Seat) -> tuple[Action, ...]:
    """Hu after a draw, gangs also in the turn of a claim (RULES.md M3), and any discard."""
    return hu_if(state, seat) + own_gangs(state, seat) + discards(state.hands[seat])


def claims(state: State, seat: Seat) -> tuple[Action, ...]:
    """Hu, gang, peng and, from the upper seat, chi (RULES.md M3, M4)."""
    phase, kinds = state.phase, WANTED[state.hands[seat].keys]
    if not isinstance(phase, Claims) or not kinds[(phase.source + 1) % 4 == seat] >> phase.tile & 1:
        return ()
    melds = all_melds(state, seat)
    return with_pass(hu_if(state, seat) + melds if kinds is ANYTHING else melds)


def standing(state: State, seat: Seat) -> tuple[Special, ...]:
    """Knocking, whatever stands or happens (RULES.md M16), and taking back the peng that one has called (M15)."""
    if not pots_played(state) or isinstance(state.phase, Idle | Over | Moving):
        return ()
    withdraw = (Special(WITHDRAW),) if _has_called_peng(state, seat) and pot.pot_of(state) is None else ()
    return (Special(KNOCK), *withdraw)


def _has_called_peng(state: State, seat: Seat) -> bool:
    offered = claims_now(state)
    return offered is not None and any(who == seat and isinstance(action, PengClaim) for who, action in offered.answers)


def perform(state: State, seat: Seat, action: Special) -> tuple[Event, ...]:
    """Knock, which only the seat itself learns of; withdraw, which breaks the pot."""
    if action.name == WITHDRAW:
        return (Answered(seat, PASS), *pot.broken_by(state, seat))
    return (Noted(KNOCK, seat, audience=frozenset((seat,))),)


def habits(state: State, seat: Seat) -> Special | None:
    """A computer player that has won knocks before the pot is settled (RULES.md M16); nobody else knocks for it."""
    settling = isinstance(state.phase, Staged) and state.phase.name == SETTLING
    if not settling or not state.is_out(seat) or pot.pot_of(state) is None or seat in pot.knocked(state):
        return None
    return Special(KNOCK)


def why_not(state: State, seat: Seat, action: Action) -> str:
    """The reason of these rules, "" where the engine's own says it."""
    phase = state.phase
    match action:
        case Special(name=name) if name in (KNOCK, WITHDRAW, BREAK_POT):
            return _why_no_pot_action(state, seat, name)
        case ChiClaim() if isinstance(phase, Claims) and lower(phase.source) != seat:
            return "chi_from_upper"
        case _:
            return ""


def _why_no_pot_action(state: State, seat: Seat, name: str) -> str:
    if not pots_played(state):
        return "pot_off"
    if name == WITHDRAW and not _has_called_peng(state, seat):
        return "no_peng_called"
    if pot.pot_of(state) is not None:
        return "pot_stands"
    return "not_thrower" if name == BREAK_POT else ""


def _nothing_by_itself(_state: State, _seat: Seat) -> Action | None:
    return None


def confirm(state: State, seat: Seat, action: Action) -> str:
    """RULES.md M13: a chi that would be 脱裤子 is asked about first, where it costs anything."""
    if not isinstance(action, ChiClaim) or state.options["responsible"] not in ("both", "trousers"):
        return ""
    return TROUSERS if takes_trousers(state, seat, action) else ""


def run(_state: State, tiles: tuple[Tile, Tile, Tile]) -> tuple[Tile, Tile, Tile]:
    """The tiles of a chi in order."""
    low, middle, high = sorted(tiles)
    return (low, middle, high)


MOVES: Final = Moves(
    judge=judge,
    turn=turn,
    claims=claims,
    standing=standing,
    why_not=why_not,
    perform=perform,
    outside=no_outsiders,
    forced=_nothing_by_itself,
    confirm=confirm,
    run=run,
    situation=waiting_situation,
    habits=habits,
    brief=frozenset({WITHDRAW}),
)
