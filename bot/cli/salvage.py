"""``queguan salvage``: what can be read of a damaged database, as a new one beside it."""

from argparse import ArgumentParser

from bot.cli.common import OK, CliError, Command, Context, dump, out
from bot.store.salvage import Salvaged, salvage
from bot.tables.ports import StoreError
from bot.texts import Language, text


def _add(parser: ArgumentParser, language: Language) -> None:
    parser.add_argument("file", help=text(language, "cli.salvage.file"))
    parser.add_argument("target", help=text(language, "cli.salvage.target"))
    parser.add_argument("--json", action="store_true", help=text(language, "cli.json"))


def _run(context: Context) -> int:
    try:
        saved = salvage(context.args.file, context.args.target)
    except StoreError as error:
        raise CliError(f"store.{error.reason}", path=error.path or context.args.file) from error
    if context.args.json:
        out(dump({"rows": dict(saved.rows), "damaged": list(saved.damaged), "ended": list(saved.broken)}))
    else:
        out("\n".join(_report(context, saved)))
    return OK


def _report(context: Context, saved: Salvaged) -> list[str]:
    lines = [context.say("salvage.done", count=sum(saved.rows.values()), path=context.args.target)]
    if saved.damaged:
        lines.append(context.say("salvage.damaged", names=", ".join(saved.damaged)))
    if saved.broken:
        lines.append(context.say("salvage.broken", tables=", ".join(saved.broken)))
    return lines


COMMAND = Command("salvage", _add, _run)
