"""The proof of a hand: everything that its record claims about wall, dice and play, checked one by one."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest

from bot.engine.actions import Chance
from bot.engine.notation import print_tile
from bot.engine.ruleset import RuleSet
from bot.engine.tiles import Tile
from bot.tables.audit import Difference, audit
from bot.tables.codec import Proof, entry_text
from bot.tables.fairness import chance_of, commitment
from bot.tables.records import FIRST_EVENT, HandRecord, digest_of


class Claim(StrEnum):
    """What is checked.

    ``PUBLISHED``: the record's commitment is the one that was published (only where that is known). ``DEALER``: who
    deals the first hand of a match. ``PLAY``: every event follows from the ones before under today's rules.
    """

    IDENTITY = "identity"
    PUBLISHED = "published"
    COMMITMENT = "commitment"
    WALL = "wall"
    DICE = "dice"
    WINDS = "winds"
    DEALER = "dealer"
    DIGEST = "digest"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class Checked:
    """One claim, and whether it holds. ``details`` are what a sentence about it needs, by name."""

    claim: Claim
    holds: bool
    details: tuple[tuple[str, str | int], ...] = ()
    difference: Difference | None = None


def verify(rules: RuleSet, record: HandRecord, published: str | None = None) -> tuple[Checked, ...]:
    """Everything that can be checked about a hand. Raises RecordError where it has no proof or no beginning."""
    return (*proved(rules, record, published), _play(rules, record))


def proved(rules: RuleSet, record: HandRecord, published: str | None = None) -> tuple[Checked, ...]:
    """What holds of a hand whatever becomes of the rules: all but its play. Raises RecordError as ``verify``."""
    proof, began = record.proof, record.began
    made = chance_of(proof, rules.tiles(record.chosen(rules)))
    checks = [_identity(record, proof)]
    if published is not None:
        checks.append(_same(Claim.PUBLISHED, published.strip().lower(), record.commitment))
    checks.append(_same(Claim.COMMITMENT, commitment(proof.table, proof.number, proof.secret), record.commitment))
    checks.append(_wall(made, began.chance))
    checks.append(_same(Claim.DICE, _pips(made), _pips(began.chance)))
    checks.append(_same(Claim.WINDS, _numbers(made.winds), _numbers(began.chance.winds)))
    if record.number == 1:
        checks.append(_same(Claim.DEALER, str(first_dealer(rules, proof)), str(began.dealer)))
    if record.digest:
        checks.append(_same(Claim.DIGEST, digest_of(record.entries), record.digest))
    return tuple(checks)


def first_dealer(rules: RuleSet, proof: Proof) -> int:
    """Who deals the first hand of a match: thrown from the secret and the throws of that hand, as hand 0."""
    throw = Proof(proof.table, 0, proof.secret, proof.throws)
    return rules.first_dealer(chance_of(throw, ()).dice[0])


def _identity(record: HandRecord, proof: Proof) -> Checked:
    """The head, the proof and the hand itself speak of the same table and hand."""
    expected = f"{proof.table}/{proof.number}"
    named = (f"{record.table}/{record.number}", f"{record.table}/{record.began.number}")
    return _same(Claim.IDENTITY, expected, next((name for name in named if name != expected), expected))


def _same(claim: Claim, expected: str, found: str) -> Checked:
    return Checked(claim, expected == found, (("expected", expected), ("found", found)))


def _wall(made: Chance, began: Chance) -> Checked:
    """The first place (from 1) at which the recorded wall is another than the one recomputed."""
    for place, (expected, found) in enumerate(zip_longest(made.wall, began.wall), 1):
        if expected != found:
            details = (("place", place), ("expected", _code(expected)), ("found", _code(found)))
            return Checked(Claim.WALL, holds=False, details=details)
    return Checked(Claim.WALL, holds=True, details=(("count", len(made.wall)),))


def _code(tile: Tile | None) -> str:
    return "-" if tile is None else print_tile(tile)


def _pips(chance: Chance) -> str:
    return " / ".join(_numbers(throw) for throw in chance.dice)


def _numbers(values: tuple[int, ...]) -> str:
    return " ".join(str(value) for value in values)


def _play(rules: RuleSet, record: HandRecord) -> Checked:
    difference = audit(rules, record)
    if difference is None:
        return Checked(Claim.PLAY, holds=True, details=(("count", len(record.events)),))
    return Checked(Claim.PLAY, holds=False, details=tuple(difference_details(difference)), difference=difference)


def difference_details(difference: Difference) -> Iterator[tuple[str, str | int]]:
    """What a sentence about a difference says: which line of a record, what stands there, what would have to."""
    yield "line", FIRST_EVENT + difference.number - 1
    yield "event", difference.number
    yield "logged", "-" if difference.logged is None else entry_text(difference.logged)
    yield "decided", "-" if difference.decided is None else entry_text(difference.decided)
    yield "reason", difference.reason
