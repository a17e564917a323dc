"""``queguan score``: what a hand is worth and who pays whom."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from bot.cli.common import FAILED, OK, CliError, Command, Context, dump, one_line, out, read_input, why
from bot.engine.score import Answer, ScoreError, answer, read_request
from bot.rules import REGISTRY
from bot.texts import Language, line_names, rule_text, text

NUMBERS = ("seat", "from", "dealer", "streak", "liable", "fed_by")
LISTS = ("melds", "flags")
SEATS = ("out",)
DIGITS = 9


def _add(parser: ArgumentParser, language: Language) -> None:
    parser.add_argument("input", nargs="?", default="-", help=text(language, "cli.score.input"))
    parser.add_argument("--json", action="store_true", help=text(language, "cli.json"))


def _run(context: Context) -> int:
    failed = False
    for request in requests(read_input(context.args.input)):
        reply = respond(request, context.language)
        failed = failed or "error" in reply
        out(dump(reply) if context.args.json else "\n".join(sentences(request, reply, context.language)))
    return FAILED if failed else OK


COMMAND = Command("score", _add, _run)


def requests(source: str) -> Iterator[Any]:
    """The questions of an input: one JSON object, JSON Lines, or blocks of ``key: value`` lines.

    What cannot be read as a question comes out as a ``CliError`` in its place.
    """
    if not source.strip():
        raise CliError("cli.error.empty_input")
    lines = [line for line in source.split("\n") if line.strip()]
    if not any(line.lstrip().startswith(("{", "[")) for line in lines):
        yield from (_block(block) for block in source.strip().split("\n\n") if block.strip())
        return
    whole = _line(source)
    if isinstance(whole, CliError) and not _is_spread_out(lines):
        yield from map(_line, lines)
    else:
        yield whole


def _is_spread_out(lines: list[str]) -> bool:
    """Whether the lines are one object and not one each."""
    return lines[0].strip() == "{" and not any(line.startswith("{") for line in lines[1:])


def _line(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        return CliError("cli.error.not_json", why=str(error))


def _block(block: str) -> Any:
    request: dict[str, Any] = {}
    for raw in block.splitlines():
        line = raw.split("#", 1)[0].strip()
        if not line:
            continue
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not colon:
            return CliError("cli.error.key_value", line=line)
        request[key] = _value(key, value)
    return request


def _value(key: str, value: str) -> Any:
    if key == "options":
        pairs = (pair.partition("=") for pair in value.replace(",", " ").split())
        return {name: chosen for name, _, chosen in pairs}
    if key in LISTS:
        return value.replace(",", " ").split()
    if key in SEATS:
        return [_number(each) for each in value.replace(",", " ").split()]
    return _number(value) if key in NUMBERS else value


def _number(word: str) -> int | str:
    """A word as the number that it is; any other word as it is, for its key to refuse."""
    return int(word) if word.isascii() and word.isdecimal() and len(word) <= DIGITS else word


def respond(request: Any, language: Language) -> Answer:
    """The answer to a question, or an object whose ``error`` says in one sentence what is wrong with it."""
    if isinstance(request, CliError):
        return {"error": request.sentence(language)}
    if not isinstance(request, dict):
        return {"error": text(language, "cli.error.not_object")}
    try:
        return answer(read_request(REGISTRY, request), line_names)
    except ScoreError as error:
        return {"error": one_line(score_fault(error, language))}


def score_fault(error: ScoreError, language: Language) -> str:
    """What is impossible about a request, in one sentence; a rule set has sentences of its own."""
    rules, dot, slug = error.reason.partition(".")
    if dot:
        return rule_text(language, rules, f"reason.{slug}", **error.details)
    return text(language, f"score.{error.reason}", **error.details)


def sentences(request: Any, reply: Answer, language: Language) -> list[str]:
    """The answer to a question as lines for a person."""
    if "error" in reply:
        return [reply["error"]]
    lines: list[str] = []
    if "win" in reply:
        lines += _win(request["rules"], reply, language)
    if "ready" in reply:
        lines += _waits(reply, language)
    return lines


def _win(rules: str, reply: Answer, language: Language) -> list[str]:
    if not reply["win"]:
        return [text(language, "score.no_win", reason=why(language, rules, reply["reason"]))]
    lines = []
    for line in reply["lines"]:
        lines.append(f"  {line[language]}  {line['worth']}")
        lines += [f"    {part[language]} × {part['count']}" for part in line.get("parts", ())]
    counted = sum(line["worth"] for line in reply["lines"])
    key = "score.capped" if counted > reply["total"] else "score.total"
    unit = rule_text(language, rules, "unit")
    lines.append(text(language, key, total=reply["total"], unit=unit, sum=counted))
    payments = "  ".join(f"{seat}: {points:+d}" for seat, points in enumerate(reply["payments"]))
    return [*lines, text(language, "score.payments", payments=payments)]


def _waits(reply: Answer, language: Language) -> list[str]:
    if not reply["ready"]:
        return [text(language, "score.not_ready")]
    return [
        text(
            language,
            "score.wait",
            tile=wait["tile"],
            discard="–" if wait["discard"] is None else wait["discard"],
            self="–" if wait["self"] is None else wait["self"],
        )
        for wait in reply["waits"]
    ]
