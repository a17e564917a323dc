"""Running game scripts: the same decisions as at a table, with everything that is left to chance written down."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.engine.actions import (
    PASS,
    Act,
    Action,
    Chance,
    Command,
    DeclareAnGang,
    DeclareBuGang,
    Discard,
    Elapsed,
    Pass,
    StartHand,
)
from bot.engine.dealing import HAND_SIZE
from bot.engine.decide import advance, decide
from bot.engine.events import Dealt, Event, HandEnded, WallEmptied, Won
from bot.engine.legal import asked_seats, decisions, stage_of
from bot.engine.money import Account, Outsider, Settlement, Transfer
from bot.engine.notation import print_tile
from bot.engine.options import choose
from bot.engine.ruleset import Patience, Rejected, RuleSet
from bot.engine.score import Names, lines_json
from bot.engine.script import HandScript, Play, Script, ScriptError, Step
from bot.engine.state import Claims, Held, Idle, Over, Staged, State, Turn, start_match
from bot.engine.tiles import SEATS, WINDS, Seat, Tile


@dataclass(frozen=True, slots=True)
class Refused:
    """A line that was not legal: it changed nothing."""

    step: Step
    reason: str


@dataclass(frozen=True, slots=True)
class HandResult:
    """What came of one hand: its events, the state after them, and the lines that were refused."""

    dealer: Seat
    streak: int
    events: tuple[Event, ...]
    state: State
    refused: tuple[Refused, ...]

    @property
    def settlement(self) -> Settlement:
        """All transfers of the hand so far."""
        return Settlement(self.state.paid)

    @property
    def winners(self) -> tuple[Won, ...]:
        """The wins in their order."""
        return self.state.wins

    @property
    def ended(self) -> HandEnded | None:
        """How the hand ended; None where the script leaves it unfinished."""
        last = self.events[-1] if self.events else None
        return last if isinstance(last, HandEnded) else None

    @property
    def drawn(self) -> bool:
        """Whether the hand ended without a winner at an empty wall."""
        return not self.winners and any(isinstance(event, WallEmptied) for event in self.events)


def run_script(registry: Mapping[str, RuleSet], script: Script) -> list[HandResult]:
    """Every hand of a script in turn; raises ``ScriptError`` or ``OptionError`` where it sets up the impossible."""
    rules = registry.get(script.rules)
    if rules is None:
        raise ScriptError(script.lines.get("rules", 1), "unknown_rules", script.rules)
    state = start_match(rules, choose(rules.options, script.options), length=script.length, windows=script.windows)
    if script.hands:
        state = _set_up(state, script.hands[0])
    results = []
    for hand in script.hands:
        result = _run_hand(state, hand)
        results.append(result)
        state = result.state
        if not isinstance(state.phase, Idle | Over):
            state = state._replace(phase=Idle())
    return results


def _set_up(state: State, first: HandScript) -> State:
    """A match as it stands before the first hand of the script."""
    passes = first.passes
    if passes is None:
        passes = 0 if first.round_wind is None else 4 * WINDS.index(first.round_wind)
    dealer, streak = first.dealer or SEATS[0], first.streak or 1
    return state._replace(dealer=dealer, streak=streak, passes=passes, carry=first.carry)


def _run_hand(state: State, hand: HandScript) -> HandResult:
    """Run a hand; twice, because where the wall opens is known only when the dice have been thrown."""
    if not isinstance(state.phase, Idle):
        raise ScriptError(hand.number, "match_over")
    order = _order(state, hand)
    probe = _Table(state, hand)
    probe.run(Chance(order, _throws(hand, order)), until_dealt=True)
    break_at = next((event.break_at for event in probe.events if isinstance(event, Dealt)), 0)
    built = order[len(order) - break_at :] + order[: len(order) - break_at]
    table = _Table(state, hand)
    table.run(Chance(built, _throws(hand, order)), until_dealt=False)
    return HandResult(state.dealer, state.streak, tuple(table.events), table.state, tuple(table.refused))


# ---------------------------------------------------------------------- the wall of a script


def _order(state: State, hand: HandScript) -> tuple[Tile, ...]:
    """Every tile in the order in which it will be taken, the turned one in its place from the tail."""
    left = Counter(state.rules.tiles(state.options))
    fixed = [*hand.wall, *hand.tail, *(tile for deal in hand.deals.values() for tile in deal)]
    if hand.wild is not None:
        fixed.append(hand.wild)
    left.subtract(fixed)
    for tile, copies in left.items():
        if copies < 0:
            raise ScriptError(hand.number, "too_many", print_tile(tile))
    rest = sorted(left.elements())
    dealt = _dealt_order(state, hand, rest) if hand.deals else []
    undealt = [*hand.wall, *([] if hand.wall_ends else rest), *reversed(hand.tail)]
    order = [*dealt, *undealt]
    if hand.wild is not None:
        place = min(sum(_throws(hand, tuple(order))[2]), len(order) - 4 * HAND_SIZE)
        order.insert(len(order) - place + 1, hand.wild)
    if len(order) < 4 * HAND_SIZE + 1:
        raise ScriptError(hand.number, "wall_too_short")
    return tuple(order)


def _dealt_order(state: State, hand: HandScript, rest: list[Tile]) -> list[Tile]:
    """The dealt tiles in the order of dealing; hands that are left out are filled from ``rest``, which they use up."""
    hands: dict[Seat, list[Tile]] = {}
    for seat in SEATS:
        size = HAND_SIZE + (seat == state.dealer)
        tiles = list(hand.deals.get(seat, ()))
        if seat in hand.deals and len(tiles) != size:
            raise ScriptError(hand.number, "deal_size", f"deal {seat}: {len(tiles)} != {size}")
        if seat not in hand.deals:
            tiles = rest[:size]
            del rest[:size]
        hands[seat] = tiles
    return [hands[seat].pop(0) for seat in state.rules.flow.deal_order(state)]


def _throws(hand: HandScript, order: tuple[Tile, ...]) -> tuple[tuple[int, int], tuple[int, int], tuple[int, int]]:
    first, second, third = hand.dice
    if not hand.dice_set and hand.wild is not None and len(order) <= 4 * HAND_SIZE + 1:
        return (first, second, (1, 0))
    return (first, second, third)


# ---------------------------------------------------------------------- playing the lines


class _Table:
    """One hand of a script while it is played."""

    def __init__(self, state: State, hand: HandScript) -> None:
        self.state = state
        self.hand = hand
        self.events: list[Event] = []
        self.refused: list[Refused] = []

    def run(self, chance: Chance, *, until_dealt: bool) -> None:
        self._apply(StartHand(chance))
        for step in self.hand.steps:
            if until_dealt and self._dealt():
                return
            if isinstance(step.move, Play):
                self._play(step.move.turns)
            else:
                self._step(step, step.move)
        while isinstance(self.state.phase, Claims | Held | Staged):
            self._must(_unasked(self.state))

    def _dealt(self) -> bool:
        return any(isinstance(event, Dealt) for event in self.events)

    def _apply(self, command: Command) -> Rejected | None:
        decided = advance(self.state, command)
        if isinstance(decided, Rejected):
            return decided
        self.state = decided.state
        self.events += decided.events
        return None

    def _must(self, command: Command) -> None:
        rejected = self._apply(command)
        if rejected is not None:
            raise ValueError(f"the table refuses {command}: {rejected.reason}")

    def _step(self, step: Step, command: Command) -> None:
        """Do what a line asks, now or once those who have no line have passed; otherwise note that it is refused."""
        if self._apply(command) is None:
            return
        states = [self.state]
        while isinstance(states[-1].phase, Claims | Held | Staged):
            states.append(_after(states[-1], _unasked(states[-1])))
        accepted = next((n for n, state in enumerate(states) if _accepts(state, command)), None)
        if accepted is None:
            self.refused.append(Refused(step, _why(self.state, states[-1], command)))
            return
        for _ in range(accepted):
            self._must(_unasked(self.state))
        self._must(command)

    def _play(self, turns: int) -> None:
        played = 0
        while not isinstance(self.state.phase, Idle | Over):
            phase = self.state.phase
            if not isinstance(phase, Turn):
                self._must(_unasked(self.state))
                continue
            if played == turns:
                return
            played += 1
            self._must(Act(phase.seat, _drawn_or_last(self.state, phase)))


def _drawn_or_last(state: State, turn: Turn) -> Action:
    actions = decisions(state, turn.seat)
    discards: list[Action] = [action for action in actions if isinstance(action, Discard)]
    drawn = [action for action in discards if action == Discard(turn.drawn)] if turn.drawn is not None else []
    return (drawn or discards[-1:] or list(actions))[0]


def _unasked(state: State) -> Command:
    """What happens next where the script has no line: a claim passes, a stage takes its usual answer, time goes by."""
    phase = state.phase
    match phase:
        case Claims():
            asked = asked_seats(state)
            if not asked:
                return Elapsed()
            seat = asked[0]
            actions = decisions(state, seat)
            return Act(seat, PASS if any(isinstance(each, Pass) for each in actions) else actions[0])
        case Staged(name=name, waiting=waiting):
            stage = stage_of(state, name)
            if not waiting or stage.patience is Patience.TIME:
                return Elapsed()
            seat = asked_seats(state)[0]
            return Act(seat, stage.usual(state, seat))
        case _:
            return Elapsed()


def _after(state: State, command: Command) -> State:
    decided = advance(state, command)
    if isinstance(decided, Rejected):
        raise ValueError(f"the table refuses {command}: {decided.reason}")
    return decided.state


def _accepts(state: State, command: Command) -> bool:
    return not isinstance(decide(state, command), Rejected)


def _why(now: State, later: State, command: Command) -> str:
    """Why a line is refused: a move of one's own is judged when everybody without a line has passed."""
    own = isinstance(command, Act) and isinstance(command.action, Discard | DeclareAnGang | DeclareBuGang)
    rejected = decide(later if own else now, command)
    if not isinstance(rejected, Rejected):
        raise ValueError(f"the table accepts {command}")
    return rejected.reason


# ---------------------------------------------------------------------- results as JSON


def result_json(result: HandResult, names: Names) -> dict[str, Any]:
    """A hand's result as the object that ``queguan replay --json`` prints."""
    rules = result.state.rules.id
    net = result.settlement
    ended = result.ended
    answer: dict[str, Any] = {
        "winners": [
            {
                "seat": won.seat,
                "tile": print_tile(won.tile),
                "by": str(won.by),
                "from": won.source,
                "lines": lines_json(rules, won.win, names),
                "total": won.win.total,
            }
            for won in result.winners
        ],
        "payments": list(net.seats()),
        "settlement": [transfer_json(transfer) for transfer in net.transfers],
        "dealer": result.dealer,
        "next_dealer": None if ended is None else ended.dealer,
        "streak": result.streak,
        "drawn": result.drawn,
        "refused": [
            {"line": each.step.number, "action": each.step.text, "reason": each.reason} for each in result.refused
        ],
    }
    if net.accounts():
        answer["accounts"] = dict(net.accounts())
    return answer


def transfer_json(transfer: Transfer) -> dict[str, Any]:
    """A transfer as a JSON object: from, to, points, reason, and what for."""
    return {
        "from": _account(transfer.payer),
        "to": _account(transfer.payee),
        "points": transfer.points,
        "reason": transfer.reason,
        "for": transfer.about,
    }


def _account(account: Account) -> int | str:
    return account.name if isinstance(account, Outsider) else int(account)
