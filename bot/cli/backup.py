"""``queguan backup`` and ``queguan restore``: the database, while the bot runs or not."""

from argparse import ArgumentParser
from pathlib import Path

from bot.cli.common import OK, CliError, Command, Context, out
from bot.store import copies
from bot.tables.ports import StoreError
from bot.texts import Language, text


def _add_backup(parser: ArgumentParser, language: Language) -> None:
    parser.add_argument("file", help=text(language, "cli.backup.file"))


def _add_restore(parser: ArgumentParser, language: Language) -> None:
    parser.add_argument("file", help=text(language, "cli.restore.file"))


def _backup(context: Context) -> int:
    database = context.existing()
    try:
        copies.back_up(database, context.args.file)
    except StoreError as error:
        raise CliError(f"store.{error.reason}", path=error.path or context.args.file) from error
    out(context.say("backup.done", path=context.args.file))
    return OK


def _restore(context: Context) -> int:
    if not Path(context.args.file).exists():
        raise CliError("cli.error.no_database", path=context.args.file)
    try:
        kept = copies.restore(context.args.file, str(context.database))
    except StoreError as error:
        raise CliError(f"store.{error.reason}", path=error.path or context.args.file) from error
    out(context.say("restore.done", path=str(context.database)))
    if kept is not None:
        out(context.say("restore.kept", path=kept))
    return OK


BACKUP = Command("backup", _add_backup, _backup)
RESTORE = Command("restore", _add_restore, _restore)
