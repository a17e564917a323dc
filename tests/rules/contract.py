"""What every rule set owes the house: words for all that it says, a case for each row, a number for each rule."""

import ast
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from random import Random

from bot.engine.actions import Act, Special, StartHand
from bot.engine.decide import decide
from bot.engine.events import Event, Forfeited, HandCalledOff, Noted, Paid
from bot.engine.legal import legal
from bot.engine.money import Transfer
from bot.engine.options import Choice, Options
from bot.engine.ruleset import CORE_REASONS, Rejected, RuleSet
from bot.engine.state import Idle, Over, State
from bot.engine.tiles import SEATS
from tests.project.source import ROOT, shape
from tests.rules.cases import HERE, expectations
from tests.support.random_play import ANY, apply, new_match, next_command, random_chance, random_options

Values = dict[str, str | int]
BETTORS = ("701", "702")
HANDS = 4
"""So many hands are played to hear what a rule set says."""
SAMPLED = 5
"""So many actions are tried by each seat at each step, legal or not."""

SLUGS = ("pattern", "part", "reason", "confirm", "pay", "badge", "action", "numbered", "stage", "asked", "note", "call")
"""The parts of a rule set's texts whose keys are slugs of its code."""
RULE = re.compile(r"\*\*([A-Z])([0-9]+)\b")
NUMBERED = r"(?<![A-Za-z0-9]){letter}(\d{{1,2}})(?:[-–]{letter}(\d{{1,2}}))?(?![A-Za-z0-9])"


# ---------------------------------------------------------------------- what is there before anybody plays


def named(rules: RuleSet) -> Iterator[str]:
    """The keys of the texts for all that stands in the value itself."""
    yield from ("name", "summary", "unit", "worth", "rules.1")
    for preset in rules.presets:
        yield f"preset.{preset}"
    for spec in rules.options:
        yield f"option.{spec.id}.name"
        if isinstance(spec, Choice):
            yield from (f"option.{spec.id}.v_{value}" for value in spec.values)
    for stage in rules.flow.stages:
        yield f"stage.{stage.name}"


def pattern_ids(rules: RuleSet) -> set[str]:
    """The ids of every row that some choice of options knows."""
    rng = Random(rules.id)
    choices = [new_match(rules, {}).options, *(_any_options(rules, rng) for _ in range(50))]
    return {slug for options in choices for slug in rules.scoring.patterns(options)}


def _any_options(rules: RuleSet, rng: Random) -> Options:
    return new_match(rules, random_options(rules, rng)).options


# ---------------------------------------------------------------------- what is said while it is played


def said(rules: RuleSet, seed: int) -> Iterator[tuple[str, Values]]:
    """The keys of the texts that a hand asks for, with the values that come with each; a key comes often."""
    rng = Random(f"{rules.id} {seed}")
    state = new_match(rules, random_options(rules, rng))
    asked: set[Special] = set()
    state, events = apply(state, StartHand(random_chance(state, rng)))
    yield from _told(events)
    while not isinstance(state.phase, Idle | Over):
        yield from _shown(state)
        asked |= {action for seat in SEATS for action in legal(state, seat) if isinstance(action, Special)}
        yield from _refused(state, rng, asked)
        state, events = apply(state, next_command(state, rng, 0.7, BETTORS))
        yield from _told(events)
    yield from _shown(state)


def _shown(state: State) -> Iterator[tuple[str, Values]]:
    rules = state.rules
    for viewer in (*SEATS, None):
        yield from ((f"badge.{badge.key}", dict(badge.params)) for badge in rules.badges(state, viewer))
    for seat in SEATS:
        for action in legal(state, seat):
            if isinstance(action, Special):
                yield f"action.{action.name}", {}
                if action.word:
                    yield f"word.{action.word}", {}
            if slug := rules.moves.confirm(state, seat, action):
                yield f"confirm.{slug}", {}
        yield from _paid(rules.flow.leave_price(state, seat))
    yield from _paid(rules.flow.called_off(state))
    offer = rules.moves.offer(state)
    if offer is not None:
        yield f"action.{offer.name}", {}
        yield f"outside.{offer.name}", {}
        yield f"outside.{offer.name}_how", {"first": offer.numbers[0], "last": offer.numbers[-1]}


def _refused(state: State, rng: Random, asked: set[Special]) -> Iterator[tuple[str, Values]]:
    for seat in SEATS:
        for action in (*rng.sample(ANY, SAMPLED), *asked):
            refused = decide(state, Act(seat, action))
            if isinstance(refused, Rejected) and refused.reason not in CORE_REASONS:
                yield f"reason.{refused.reason}", dict(refused.details)
    for action in asked:
        refused = state.rules.moves.outside(state, "703", action)
        if isinstance(refused, Rejected) and refused.reason not in CORE_REASONS:
            yield f"reason.{refused.reason}", dict(refused.details)


def _told(events: tuple[Event, ...]) -> Iterator[tuple[str, Values]]:
    for event in events:
        match event:
            case Paid(transfers=transfers) | Forfeited(transfers=transfers) | HandCalledOff(transfers=transfers):
                yield from _paid(transfers)
            case Noted(name=name):
                yield f"note.{name}", {"name": "ann", "tiles": "1m", "number": 1, "word": "bob"}
            case _:
                pass


def _paid(transfers: tuple[Transfer, ...]) -> Iterator[tuple[str, Values]]:
    return ((f"pay.{transfer.reason}", {}) for transfer in transfers)


# ---------------------------------------------------------------------- what its folder holds


def folder(rules: RuleSet) -> Path:
    """Where the rule set's code, texts and rules are."""
    return ROOT / "bot" / "rules" / rules.id


def slugs(rules: RuleSet) -> set[str]:
    """Every string of the rule set's code; what an f-string fills in is ``*``."""
    trees = (ast.parse(path.read_text("utf-8")) for path in folder(rules).rglob("*.py"))
    return {words for tree in trees for node in ast.walk(tree) if (words := shape(node)) is not None}


def unused(keys: set[str], known: set[str]) -> list[str]:
    """The keys whose slug no string of the code is, nor any f-string can become."""
    known = known - {"*"}
    parts = (key.split(".") for key in keys)
    return sorted(
        ".".join(each) for each in parts if each[0] in SLUGS and not any(fnmatchcase(each[1], slug) for slug in known)
    )


def rule_numbers(rules: RuleSet) -> tuple[str, list[int]]:
    """The letter and the numbers of the rules of ``RULES.md``, in their order."""
    found = RULE.findall((folder(rules) / "RULES.md").read_text("utf-8"))
    letter = found[0][0]
    return letter, [int(number) for other, number in found if other == letter]


def tests() -> list[Path]:
    """Every file in which a rule may be tried."""
    return [path for path in HERE.parent.rglob("*") if path.suffix in (".hands", ".game", ".py")]


def numbers_named(paths: list[Path], letter: str) -> set[int]:
    """The rule numbers that these files speak of: ``L17``, ``RULES.md L16 c, L19–L22``."""
    found = [each for path in paths for each in re.findall(NUMBERED.format(letter=letter), path.read_text("utf-8"))]
    return {number for first, last in found for number in range(int(first), int(last or first) + 1)}


def cases_of(rules: RuleSet) -> list[Path]:
    """The files that test the rule set by name: tables of hands, scripts, and tests in its folder."""
    return [path for path in sorted((HERE / rules.id).iterdir()) if path.suffix in (".hands", ".game", ".py")]


def expected_lines(rules: RuleSet) -> set[str]:
    """Every word that the cases of a rule set expect, lines among them."""
    words: set[str] = set()
    for path in cases_of(rules):
        text = path.read_text("utf-8")
        if path.suffix == ".hands":
            words |= {word for line in text.splitlines() for word in re.findall(r"\w+", line.partition("=>")[2])}
        elif path.suffix == ".game":
            words |= {word for hand in expectations(text) for part in hand for word in part.split()}
    return words
