"""Whole hands as a table plays them, walls from secrets, and their records."""

from random import Random

from bot.engine.actions import StartHand
from bot.engine.options import Options
from bot.engine.ruleset import RuleSet
from bot.engine.state import Idle, Over, State, Windows, start_match
from bot.rules import REGISTRY
from bot.tables.codec import Entry, Proof
from bot.tables.fairness import chance_of, commitment
from bot.tables.records import HandRecord, digest_of
from tests.support.random_play import apply, next_command

TABLE = "1a2b3c4d"


def match(rules: RuleSet, options: Options, *, length: int | None = None, windows: Windows = Windows.SHORT) -> State:
    """A table before its first hand; who deals is thrown for."""
    state = start_match(rules, options, length=length, windows=windows)
    first = chance_of(proof_of(Random(0), 0), ())
    return state._replace(dealer=rules.first_dealer(first.dice[0]))


def proof_of(rng: Random, number: int) -> Proof:
    """A secret and four throws; a computer player throws nothing."""
    throws = (*(str(rng.randrange(10**18, 2 * 10**18)) for _ in range(3)), "-")
    return Proof(TABLE, number, rng.randbytes(32).hex(), (throws[0], throws[1], throws[2], throws[3]))


def played(
    state: State, rng: Random, *, sense: float = 0.85, bettors: tuple[str, ...] = (), proof: Proof | None = None
) -> tuple[State, tuple[Entry, ...]]:
    """The next hand to its end, and its entries in the log."""
    proof = proof or proof_of(Random(0) if state.number == 0 else rng, state.number + 1)
    entries: list[Entry] = [proof]
    state, events = apply(state, StartHand(chance_of(proof, state.rules.tiles(state.options))))
    entries += events
    for _ in range(2000):
        if isinstance(state.phase, Idle | Over):
            return state, tuple(entries)
        state, events = apply(state, next_command(state, rng, sense, bettors))
        entries += events
    raise AssertionError("the hand never ends")


def record(state: State, entries: tuple[Entry, ...]) -> HandRecord:
    """The record of a hand that was played to ``state``."""
    proof = entries[0]
    assert isinstance(proof, Proof)
    return HandRecord(
        table=TABLE,
        number=proof.number,
        rules=state.rules.id,
        options=dict(state.options),
        length=state.length,
        windows=state.windows,
        commitment=commitment(TABLE, proof.number, proof.secret),
        entries=entries,
        digest=digest_of(entries),
    )


def rule_sets() -> list[str]:
    """The ids of all rule sets."""
    return list(REGISTRY)
