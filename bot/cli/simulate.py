"""``queguan simulate``: computer players play hands, as a soak test and for measuring."""

import multiprocessing
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from tqdm import tqdm

from bot.cli.common import FAILED, OK, USAGE, CliError, Command, Context, dump, options_of, out, rule_set
from bot.engine.options import Options
from bot.engine.ruleset import RuleSet
from bot.engine.state import Over, State, start_match
from bot.players import choose
from bot.players.selfplay import SelfPlayFault, play_hand
from bot.rules import REGISTRY
from bot.texts import Language, line_names, text

CHUNK: Final = 25
MOST_FAULTS: Final = 20
LENGTH: Final = 4
"""How many 圈 a simulated match has: enough for the seats to be drawn anew in between."""


@dataclass(frozen=True, slots=True)
class Job:
    """Hands of one match, played by one process."""

    rules: str
    options: dict[str, Any]
    hands: int
    seed: int


@dataclass(slots=True)
class Summary:
    """What came of hands: how they ended, which patterns were seen, and what went wrong."""

    hands: int = 0
    wins: int = 0
    drawn: int = 0
    patterns: Counter[str] = field(default_factory=Counter)
    points: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    faults: list[str] = field(default_factory=list)

    def add(self, other: "Summary") -> None:
        """Take another's counts in."""
        self.hands += other.hands
        self.wins += other.wins
        self.drawn += other.drawn
        self.patterns.update(other.patterns)
        self.points = [mine + theirs for mine, theirs in zip(self.points, other.points, strict=True)]
        self.faults += other.faults


def _add(parser: ArgumentParser, language: Language) -> None:
    parser.add_argument("--rules", default=next(iter(REGISTRY)), help=text(language, "cli.rules"))
    parser.add_argument("--hands", type=int, default=100, help=text(language, "cli.simulate.hands"))
    parser.add_argument("--jobs", type=int, default=1, help=text(language, "cli.simulate.jobs"))
    parser.add_argument("--seed", type=int, default=1, help=text(language, "cli.simulate.seed"))
    parser.add_argument("--preset", default="", help=text(language, "cli.preset"))
    parser.add_argument("--options", nargs="*", default=[], help=text(language, "cli.options"))
    parser.add_argument("--json", action="store_true", help=text(language, "cli.json"))


def _run(context: Context) -> int:
    args = context.args
    if args.hands < 1 or args.jobs < 1:
        raise CliError("cli.error.at_least_one", code=USAGE)
    rules = rule_set(args.rules)
    options = options_of(rules, args.options, args.preset)
    summary = Summary()
    began = time.perf_counter()
    jobs = list(_jobs(rules, options, args.hands, args.seed))
    with tqdm(total=args.hands, file=sys.stderr, disable=not sys.stderr.isatty()) as progress:
        for part in _played(jobs, args.jobs):
            summary.add(part)
            progress.update(part.hands)
    report = _report(rules, options, summary, time.perf_counter() - began, args.seed)
    out(dump(report) if args.json else "\n".join(_sentences(report, rules, context.language)))
    return FAILED if summary.faults else OK


COMMAND = Command("simulate", _add, _run)


def _jobs(rules: RuleSet, options: Options, hands: int, seed: int) -> Iterator[Job]:
    for start in range(0, hands, CHUNK):
        yield Job(rules.id, dict(options), min(CHUNK, hands - start), seed * 1_000_003 + start)


def _played(jobs: list[Job], processes: int) -> Iterator[Summary]:
    if processes == 1:
        yield from map(play, jobs)
        return
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield from pool.imap_unordered(play, jobs)


def play(job: Job) -> Summary:
    """Play a job's hands; a fault is noted with the seed that shows it again, and the next hand goes on."""
    rules = REGISTRY[job.rules]
    summary = Summary()
    state = _match(rules, job)
    for hand in range(job.hands):
        random = Random(job.seed + hand)
        try:
            state = play_hand(state, random, choose)
        except (SelfPlayFault, ValueError, LookupError) as fault:
            summary.faults.append(f"{rules.id} seed {job.seed} hand {hand}: {type(fault).__name__}: {fault}")
            state = _match(rules, job)
        _count(summary, state)
        if isinstance(state.phase, Over):
            state = _match(rules, job)
    return summary


def _match(rules: RuleSet, job: Job) -> State:
    return start_match(rules, Options(job.options), length=LENGTH)


def _count(summary: Summary, state: State) -> None:
    summary.hands += 1
    summary.wins += len(state.wins)
    summary.drawn += not state.wins
    for won in state.wins:
        for line in won.win.lines:
            summary.patterns[line.id] += 1
            summary.patterns.update(part.id for part in line.parts)
    for transfer in state.paid:
        if isinstance(transfer.payer, int):
            summary.points[transfer.payer] -= transfer.points
        if isinstance(transfer.payee, int):
            summary.points[transfer.payee] += transfer.points


def _report(rules: RuleSet, options: Options, summary: Summary, seconds: float, seed: int) -> dict[str, Any]:
    patterns = {pattern: summary.patterns[pattern] for pattern in rules.scoring.patterns(options)}
    return {
        "rules": rules.id,
        "options": dict(options),
        "seed": seed,
        "hands": summary.hands,
        "hands_per_second": round(summary.hands / seconds, 1),
        "wins": summary.wins,
        "drawn": summary.drawn,
        "points": summary.points,
        "patterns": {pattern: count for pattern, count in patterns.items() if count},
        "unseen": [pattern for pattern, count in patterns.items() if not count],
        "faults": summary.faults,
    }


def _sentences(report: dict[str, Any], rules: RuleSet, language: Language) -> list[str]:
    place = 0 if language == "zh" else 1
    lines = [
        text(
            language,
            "simulate.summary",
            hands=report["hands"],
            speed=report["hands_per_second"],
            wins=report["wins"],
            drawn=report["drawn"],
        ),
        text(language, "score.payments", payments="  ".join(f"{n}: {p:+d}" for n, p in enumerate(report["points"]))),
    ]
    lines += [f"  {line_names(rules.id, pattern)[place]}  {count}" for pattern, count in report["patterns"].items()]
    unseen = ", ".join(line_names(rules.id, pattern)[place] for pattern in report["unseen"])
    lines.append(text(language, "simulate.unseen", patterns=unseen or "–"))
    lines.append(text(language, "simulate.faults", count=len(report["faults"])))
    return [*lines, *(f"  {fault}" for fault in report["faults"][:MOST_FAULTS])]
