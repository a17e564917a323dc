"""The command line (``queguan``, ``python -m bot``). Nothing imports it."""

import asyncio
import os
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Coroutine
from importlib import metadata
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final, NoReturn

from bot import logs
from bot.cli import COMMANDS, CliError
from bot.cli.common import FAILED, OK, USAGE, Asked, Context, one_line
from bot.playground import PlaygroundError
from bot.settings import TOKEN, Settings, SettingsError, load
from bot.tables.ports import StoreError
from bot.texts import Language, text

PROGRAM: Final = "queguan"
PORT: Final = 8765
PORTS: Final = range(65536)
RUN: Final = "run"
PLAY: Final = "play"


_COMPLAINTS: Final = {
    "needed": re.compile(r"the following arguments are required: (?P<names>.+)"),
    "choice": re.compile(r"argument (?P<name>.+?): invalid choice: (?P<value>.+) \(choose from (?P<known>.+)\)"),
    "number": re.compile(r"argument (?P<name>.+?): invalid int value: (?P<value>.+)"),
    "value": re.compile(r"argument (?P<name>.+?): expected (?:one|at least one) argument"),
    "surplus": re.compile(r"unrecognized arguments: (?P<value>.+)"),
}
"""What argparse finds wrong, which it says in English alone, by the key of the sentence for it."""


class OneLine(ArgumentParser):
    """A parser that speaks one language, and says what is wrong in one line."""

    def __init__(self, prog: str, *, language: Language, **more: Any) -> None:
        super().__init__(prog, add_help=False, **more)
        self._language = language
        self._positionals.title = text(language, "cli.words.arguments")
        self._optionals.title = text(language, "cli.words.options")
        self.add_argument("-h", "--help", action="help", help=text(language, "cli.words.help"))

    def format_help(self) -> str:
        """The help, with its first word in the language too."""
        return super().format_help().replace("usage: ", text(self._language, "cli.words.usage"), 1)

    def error(self, message: str) -> NoReturn:
        """Say it and exit."""
        self.exit(USAGE, f"{PROGRAM}: {one_line(self._complaint(message))}\n")

    def _complaint(self, message: str) -> str:
        for key, form in _COMPLAINTS.items():
            if (found := form.fullmatch(message)) is not None:
                return text(self._language, f"cli.words.{key}", **found.groupdict())
        return message


def parser_for(language: Language) -> ArgumentParser:
    """All commands and their arguments, explained in one language."""
    parser = OneLine(PROGRAM, language=language, description=text(language, "cli.about"))
    version = f"{PROGRAM} {metadata.version(PROGRAM)}"
    parser.add_argument("--version", action="version", version=version, help=text(language, "cli.words.version"))
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def added(name: str) -> ArgumentParser:
        about = text(language, f"cli.{name}.about")
        return commands.add_parser(name, language=language, help=about, description=about)

    added(RUN)
    playing = added(PLAY)
    playing.add_argument("--bots", type=int, choices=(1, 2, 3), help=text(language, "cli.play.bots"))
    playing.add_argument("--port", type=int, default=PORT, help=text(language, "cli.play.port"))
    for command in COMMANDS:
        command.add(added(command.name), language)
    return parser


def main(argv: list[str] | None = None) -> int:
    """Run one command; the exit code is 0, 1 (it failed) or 2 (it was asked for wrongly)."""
    language: Language = "en"
    _write_whatever()
    try:
        settings = load()
        language = settings.language
        code = _command(parser_for(language).parse_args(argv), settings)
        sys.stdout.flush()
        return code
    except SettingsError as error:
        return _failed(str(error), USAGE)
    except CliError as error:
        return _failed(error.sentence(language), error.code)
    except StoreError as error:
        return _failed(text(language, f"store.{error.reason}", path=error.path))
    except PlaygroundError as error:
        return _failed(str(error))
    except BrokenPipeError:
        _print_no_more()
        return OK
    except OSError as error:
        _print_no_more()
        path = error.filename or text(language, "cli.error.output")
        return _failed(text(language, "cli.error.system", path=path, why=error.strerror or str(error)))
    except KeyboardInterrupt:
        return OK


def _command(args: Namespace, settings: Settings) -> int:
    match args.command:
        case "run":
            return _run(load(required=[TOKEN]))
        case "play":
            return _play(args, settings)
        case name:
            command = next(command for command in COMMANDS if command.name == name)
            return command.run(Context(args, settings.language, Path(settings.database), _discord(settings.language)))


def _discord(language: Language) -> Callable[[str], Asked]:
    def ask(token: str) -> Asked:
        from bot import compose  # a hand is scored without loading Discord

        return asyncio.run(compose.examine(token, language))

    return ask


def _play(args: Namespace, settings: Settings) -> int:
    from bot import compose  # a hand is scored without loading Discord

    if args.port not in PORTS:
        raise CliError("cli.error.port", code=USAGE, value=args.port)
    logs.set_up(settings.log_level, settings.log_format, None)
    return _finished(compose.play(settings, args.port, args.bots, _announce))


def _run(settings: Settings) -> int:
    from bot import compose  # a hand is scored without loading Discord

    logs.set_up(settings.log_level, settings.log_format, settings.token)
    try:
        return _finished(compose.run(settings))
    except compose.LoginFailure:
        return _failed(text(settings.language, "run.bad_token", name=TOKEN))
    except compose.Unreachable as error:
        return _failed(text(settings.language, "run.unreachable", why=str(error)))


def _finished(work: Coroutine[Any, Any, None]) -> int:
    asyncio.run(work)
    return OK


def _announce(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _write_whatever() -> None:
    """Standard output takes every character: as an escape where its encoding hasn't got it."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _print_no_more() -> None:
    """Where the output has nowhere to go, Python would complain once more when it closes it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _failed(sentence: str, code: int = FAILED) -> int:
    sys.stderr.write(f"{PROGRAM}: {one_line(sentence)}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
