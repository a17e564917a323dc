"""``queguan replay``: runs a game script, or a table's stored log once more, and prints every hand's result."""

from argparse import ArgumentParser
from typing import Any

from bot.cli.common import FAILED, OK, USAGE, CliError, Command, Context, dump, out, read_input, why
from bot.cli.stored import Audited, audited
from bot.cli.verify import sentence
from bot.engine.options import OptionError
from bot.engine.replay import HandResult, result_json, run_script
from bot.engine.script import Script, ScriptError, parse_script
from bot.rules import REGISTRY
from bot.tables.booking import unlike
from bot.tables.proving import difference_details
from bot.texts import Language, line_names, rule_text, text


def _add(parser: ArgumentParser, language: Language) -> None:
    parser.add_argument("input", nargs="?", default="-", help=text(language, "cli.replay.input"))
    parser.add_argument("--table", help=text(language, "cli.replay.table"))
    parser.add_argument("--hand", type=int, help=text(language, "cli.replay.hand"))
    parser.add_argument("--json", action="store_true", help=text(language, "cli.json"))


def _run(context: Context) -> int:
    if context.args.table is not None:
        return _stored(context)
    if context.args.hand is not None:
        raise CliError("cli.error.hand_of_table", code=USAGE)
    for number, result in enumerate(results(read_input(context.args.input)), 1):
        if context.args.json:
            out(dump(result_json(result, line_names)))
        else:
            out("\n".join(sentences(number, result, context.language)))
    return OK


def _stored(context: Context) -> int:
    """The hands of a table, decided once more; 1 where the log or the ledger says something else."""
    found = audited(context, context.args.table, context.args.hand)
    for each in found:
        if context.args.json:
            out(dump(_audited_json(each)))
        else:
            out("\n".join(_audited_sentences(each, context.language)))
    return OK if all(each.holds for each in found) else FAILED


COMMAND = Command("replay", _add, _run)


def _audited_json(each: Audited) -> dict[str, Any]:
    difference = each.difference
    return {
        "hand": each.record.number,
        **result_json(each.result, line_names),
        "difference": None if difference is None else {"what": difference.what, **dict(difference_details(difference))},
        "booked": None if each.booked is None else each.booked_alike,
        "unproved": [{"claim": check.claim.value, **dict(check.details)} for check in each.unproved],
    }


def _audited_sentences(each: Audited, language: Language) -> list[str]:
    lines = sentences(each.record.number, each.result, language)
    if each.difference is None:
        lines.append(text(language, "replay.audited"))
    else:
        details = dict(difference_details(each.difference))
        lines.append(text(language, f"proof.play.{each.difference.what}", **details))
    if each.booked is not None and each.booked_alike:
        lines.append(text(language, "replay.booked"))
    elif each.booked is not None:
        booked, paid = unlike(each.booked.lines, each.result.state.paid)
        lines.append(text(language, "replay.not_booked", booked=booked, paid=paid))
    return [*lines, *(sentence(language, check) for check in each.unproved)]


def results(source: str) -> list[HandResult]:
    """Every hand of a script; ``CliError`` names the line that cannot be read or set up."""
    try:
        script = parse_script(source)
        return _run_script(script)
    except ScriptError as error:
        known = ", ".join(REGISTRY)
        raise CliError(f"script.{error.reason}", line=error.number, text=error.text, known=known) from error


def _run_script(script: Script) -> list[HandResult]:
    try:
        return run_script(REGISTRY, script)
    except OptionError as error:
        key = "script.option" if error.allowed else "script.no_option"
        line = script.lines.get(f"option {error.option}", 1)
        value = str(error.value)
        raise CliError(key, line=line, option=error.option, value=value, allowed=error.allowed) from error


def sentences(number: int, result: HandResult, language: Language) -> list[str]:
    """A hand's result as lines for a person."""
    rules = result.state.rules
    data = result_json(result, line_names)
    lines = [text(language, "replay.hand", number=number, dealer=data["dealer"], streak=data["streak"])]
    for won in data["winners"]:
        counted = ", ".join(f"{line[language]} {line['worth']}" for line in won["lines"])
        total = f"{won['total']} {rule_text(language, rules.id, 'unit')}"
        lines.append(text(language, "replay.won", seat=won["seat"], tile=won["tile"], lines=counted, total=total))
    if data["drawn"]:
        lines.append(text(language, "replay.drawn"))
    for each in data["settlement"]:
        reason = _reason(language, rules.id, each["reason"])
        lines.append(f"  {each['from']} → {each['to']}: {each['points']} ({reason})")
    lines.append(text(language, "score.payments", payments=_net(data["payments"], data.get("accounts", {}))))
    for each in result.refused:
        words = why(language, rules.id, each.reason)
        lines.append(text(language, "replay.refused", line=each.step.number, action=each.step.text, why=words))
    return lines


def _net(payments: list[int], accounts: dict[str, int]) -> str:
    seats = [f"{seat}: {points:+d}" for seat, points in enumerate(payments)]
    return "  ".join([*seats, *(f"{name}: {points:+d}" for name, points in accounts.items())])


def _reason(language: Language, rules: str, reason: str) -> str:
    return rule_text(language, rules, f"pay.{reason}")
