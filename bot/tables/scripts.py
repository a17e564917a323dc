"""A record of a hand as a game script: run again, it comes to the same settlement (docs/notation.md)."""

from collections.abc import Iterator

from bot.engine.actions import Act, CallOff, Command, Elapsed, Leave, Outside, StartHand, action_text
from bot.engine.decide import decide
from bot.engine.events import Dealt, HandBegan, Turned
from bot.engine.notation import print_tile, print_tiles
from bot.engine.ruleset import Rejected, RuleSet
from bot.engine.script import TIME
from bot.engine.state import State, Windows
from bot.engine.tiles import SEATS
from bot.tables.audit import Followed, follow
from bot.tables.records import FIRST_EVENT, HandRecord, RecordError, before


def script_text(rules: RuleSet, record: HandRecord) -> str:
    """The hand as a script. Raises RecordError where today's rules decide it differently: then no script can be it."""
    followed = follow(before(rules, record), record.events)
    if followed.difference is not None:
        raise RecordError("differs", FIRST_EVENT + followed.difference.number - 1)
    lines = [*_head(rules, record), *_setting(record), *_play(followed)]
    return "".join(f"{line}\n" for line in lines)


def _head(rules: RuleSet, record: HandRecord) -> Iterator[str]:
    yield f"# table: {record.table}, hand: {record.number}"
    yield f"rules: {rules.id}"
    yield "options: " + ", ".join(f"{name}={value}" for name, value in record.chosen(rules).items())
    if record.length is not None:
        yield f"length: {record.length}"
    if record.windows is not Windows.SHORT:
        yield f"windows: {record.windows}"


def _setting(record: HandRecord) -> Iterator[str]:
    began = record.began
    yield "== hand"
    yield f"dealer: {began.dealer}"
    yield f"streak: {began.streak}"
    yield f"passes: {began.passes}"
    if began.carry:
        yield "carry: " + ", ".join(f"{name}={value}" for name, value in began.carry)
    yield "dice: " + " / ".join(" ".join(str(pip) for pip in throw) for throw in began.chance.dice)
    yield from _tiles(record, began)


def _tiles(record: HandRecord, began: HandBegan) -> Iterator[str]:
    """The four hands and the whole undealt wall, the turned tile in its place; or the wall alone before the deal."""
    built = began.chance.wall
    dealt = next((event for event in record.events if isinstance(event, Dealt)), None)
    if dealt is None:
        yield f"wall: {print_tiles(built)} ."
        return
    for seat in SEATS:
        yield f"deal {seat}: {print_tiles(dealt.hands[seat])}"
    wall = built[dealt.break_at :] + built[: dealt.break_at]
    yield f"wall: {print_tiles(wall[sum(len(hand) for hand in dealt.hands) :])} ."
    for event in record.events:
        if isinstance(event, Turned):
            yield f"# turned: {print_tile(event.tile)}"


def _play(followed: Followed) -> Iterator[str]:
    for index, (state, command) in enumerate(followed.commands):
        match command:
            case Act(seat=seat, action=action):
                yield f"{seat} {action_text(action)}"
            case Outside(name=name, action=action):
                yield f"{action.name} {name} {action.number}"
            case Elapsed():
                if _jumps_ahead(state, followed.commands[index + 1 :]):
                    yield TIME
            case Leave(seat=seat):
                yield f"# leaves: {seat}"
            case StartHand() | CallOff():
                pass


def _jumps_ahead(state: State, later: tuple[tuple[State, Command], ...]) -> bool:
    """Whether what is asked next could be done before the moment that passes here, too."""
    following = next((command for _, command in later if not isinstance(command, Leave)), None)
    if following is None or isinstance(following, StartHand | CallOff):
        return False
    return isinstance(following, Elapsed) or not isinstance(decide(state, following), Rejected)
