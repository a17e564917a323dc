"""Small helpers to play Mawan hands from script lines and look at any moment of them."""

from collections.abc import Iterator

from bot.engine.evolve import evolve
from bot.engine.replay import HandResult, run_script
from bot.engine.script import parse_script
from bot.engine.state import State, start_match
from bot.rules import REGISTRY
from bot.rules.mawan import MAWAN

READY = "123456m678s99s46p"
"""A dealt hand that waits for 5p."""


def results(lines: str, *, options: str = "", length: int | None = None) -> list[HandResult]:
    """The hands of a script without its header; no line of it may be refused."""
    header = f"rules: {MAWAN.id}\noptions: {options}\n" + ("" if length is None else f"length: {length}\n")
    found = run_script(REGISTRY, parse_script(header + lines))
    assert [each.refused for each in found if each.refused] == []
    return found


def after(lines: str, *, options: str = "") -> State:
    """The state after the lines of one hand."""
    (result,) = results(f"== hand\n{lines}", options=options)
    return result.state


def moments(lines: str, *, options: str = "") -> Iterator[State]:
    """The states of one hand, event by event."""
    (result,) = results(f"== hand\n{lines}", options=options)
    yield from states(result)


def states(result: HandResult) -> Iterator[State]:
    """The states of a hand that has been played, event by event."""
    state = start_match(MAWAN, result.state.options, length=result.state.length)
    for event in result.events:
        state = evolve(state, event)
        yield state
