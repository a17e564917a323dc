"""The composition root and the command line (``queguan``, ``python -m bot``). Nothing imports it."""

import os
import sys
from argparse import ArgumentParser

from bot.cli import COMMANDS, CliError
from bot.cli.common import FAILED, OK, Context
from bot.settings import SettingsError, load
from bot.texts import Language, text

PROGRAM = "queguan"


def parser_for(language: Language) -> ArgumentParser:
    """All commands and their arguments, explained in one language."""
    parser = ArgumentParser(PROGRAM, description=text(language, "cli.about"))
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in COMMANDS:
        about = text(language, f"cli.{command.name}.about")
        command.add(commands.add_parser(command.name, help=about, description=about), language)
    return parser


def main(argv: list[str] | None = None) -> int:
    """Run one command; the exit code is 0, 1 (it failed) or 2 (it was asked for wrongly)."""
    try:
        settings = load()
    except SettingsError as error:
        return _failed(str(error))
    args = parser_for(settings.language).parse_args(argv)
    try:
        return _run(args.command, Context(args, settings.language, settings.database))
    except CliError as error:
        _failed(error.sentence(settings.language))
        return error.code
    except BrokenPipeError:
        # Whoever read the output has enough; Python would complain once more when it closes the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK


def _run(name: str, context: Context) -> int:
    command = next(command for command in COMMANDS if command.name == name)
    return command.run(context)


def _failed(sentence: str) -> int:
    sys.stderr.write(f"{PROGRAM}: {sentence}\n")
    return FAILED


if __name__ == "__main__":
    sys.exit(main())
