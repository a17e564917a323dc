"""``queguan replay``: runs a game script and prints every hand's result."""

from argparse import ArgumentParser

from bot.cli.common import OK, CliError, Command, Context, dump, names, option_fault, out, read_input
from bot.engine.options import OptionError
from bot.engine.replay import HandResult, result_json, run_script
from bot.engine.script import ScriptError, parse_script
from bot.rules import REGISTRY
from bot.texts import Language, MissingText, rule_text, text


def _add(parser: ArgumentParser, language: Language) -> None:
    parser.add_argument("input", nargs="?", default="-", help=text(language, "cli.replay.input"))
    parser.add_argument("--json", action="store_true", help=text(language, "cli.json"))


def _run(context: Context) -> int:
    for number, result in enumerate(results(read_input(context.args.input)), 1):
        if context.args.json:
            out(dump(result_json(result, names)))
        else:
            out("\n".join(sentences(number, result, context.language)))
    return OK


COMMAND = Command("replay", _add, _run)


def results(source: str) -> list[HandResult]:
    """Every hand of a script; ``CliError`` names the line that cannot be read or set up."""
    try:
        return run_script(REGISTRY, parse_script(source))
    except ScriptError as error:
        known = ", ".join(REGISTRY)
        raise CliError(f"script.{error.reason}", line=error.number, text=error.text, known=known) from error
    except OptionError as error:
        raise option_fault(error) from error


def sentences(number: int, result: HandResult, language: Language) -> list[str]:
    """A hand's result as lines for a person."""
    rules = result.state.rules
    data = result_json(result, names)
    lines = [text(language, "replay.hand", number=number, dealer=data["dealer"], streak=data["streak"])]
    for won in data["winners"]:
        counted = ", ".join(f"{line[language]} {line['worth']}" for line in won["lines"])
        total = f"{won['total']} {text(language, f'unit.{rules.scoring.unit}')}"
        lines.append(text(language, "replay.won", seat=won["seat"], tile=won["tile"], lines=counted, total=total))
    if data["drawn"]:
        lines.append(text(language, "replay.drawn"))
    for each in data["settlement"]:
        reason = _reason(language, rules.id, each["reason"])
        lines.append(f"  {each['from']} → {each['to']}: {each['points']} ({reason})")
    lines.append(text(language, "score.payments", payments=_net(data["payments"], data.get("accounts", {}))))
    for each in result.refused:
        why = _why(language, rules.id, each.reason)
        lines.append(text(language, "replay.refused", line=each.step.number, action=each.step.text, why=why))
    return lines


def _net(payments: list[int], accounts: dict[str, int]) -> str:
    seats = [f"{seat}: {points:+d}" for seat, points in enumerate(payments)]
    return "  ".join([*seats, *(f"{name}: {points:+d}" for name, points in accounts.items())])


def _reason(language: Language, rules: str, reason: str) -> str:
    return rule_text(language, rules, f"pay.{reason}")


def _why(language: Language, rules: str, reason: str) -> str:
    try:
        return rule_text(language, rules, f"reason.{reason}")
    except MissingText:
        return reason
