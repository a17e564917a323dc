"""``queguan verify``: an exported hand against the commitment that was published before it."""

from argparse import ArgumentParser
from typing import Any

from bot.cli.common import (
    FAILED,
    OK,
    STANDARD_INPUT,
    CliError,
    Command,
    Context,
    dump,
    option_fault,
    out,
    read_input,
    rule_set,
)
from bot.engine.options import OptionError
from bot.tables.proving import Checked, Claim, verify
from bot.tables.records import HandRecord, RecordError, read_record
from bot.texts import Language, text


def _add(parser: ArgumentParser, language: Language) -> None:
    parser.add_argument("input", nargs="?", default=STANDARD_INPUT, help=text(language, "cli.verify.input"))
    parser.add_argument("--commitment", help=text(language, "cli.verify.commitment"))
    parser.add_argument("--json", action="store_true", help=text(language, "cli.json"))


def _run(context: Context) -> int:
    args = context.args
    try:
        record = read_record(read_input(args.input))
        checks = verify(rule_set(record.rules), record, args.commitment)
    except RecordError as error:
        raise CliError(f"record.{error.reason}", line=error.line) from error
    except OptionError as error:
        raise option_fault(error) from error
    holds = all(check.holds for check in checks)
    if args.json:
        out(dump(_answer(record, checks, holds=holds)))
    else:
        out("\n".join(sentences(context.language, checks)))
    return OK if holds else FAILED


COMMAND = Command("verify", _add, _run)


def sentences(language: Language, checks: tuple[Checked, ...]) -> list[str]:
    """One line a claim, then what they come to together."""
    lines = [f"{'✓' if check.holds else '✗'} {sentence(language, check)}" for check in checks]
    return [*lines, text(language, "proof.holds" if all(check.holds for check in checks) else "proof.fails")]


def sentence(language: Language, check: Checked) -> str:
    """What was found about one claim."""
    verdict = "holds" if check.holds else "fails"
    if check.claim is Claim.PLAY and check.difference is not None:
        verdict = check.difference.what.value
    return text(language, f"proof.{check.claim}.{verdict}", **dict(check.details))


def _answer(record: HandRecord, checks: tuple[Checked, ...], *, holds: bool) -> dict[str, Any]:
    return {
        "ok": holds,
        "table": record.table,
        "hand": record.number,
        "commitment": record.commitment,
        "checks": [
            {
                "claim": check.claim.value,
                "ok": check.holds,
                **({} if check.difference is None else {"what": check.difference.what.value}),
                **dict(check.details),
            }
            for check in checks
        ],
    }
