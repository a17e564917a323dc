"""What the commands share: their form, their errors, where input comes from and where output goes."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bot.engine.options import OptionError, Options, choose
from bot.engine.ruleset import RuleSet
from bot.rules import REGISTRY
from bot.texts import Language, MissingText, rule_text, text

OK: Final = 0
FAILED: Final = 1
USAGE: Final = 2
STANDARD_INPUT: Final = "-"


class CliError(Exception):
    """A command that can't be done: the key of one sentence and its values; ``code`` is the exit code."""

    def __init__(self, key: str, /, *, code: int = FAILED, **values: str | int) -> None:
        super().__init__(key)
        self.key = key
        self.code = code
        self.values = values

    def sentence(self, language: Language) -> str:
        """The error as one line."""
        return one_line(text(language, self.key, **self.values))


def one_line(sentence: str) -> str:
    """A sentence that may repeat anything, with an escape for whatever can't be printed in a line."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in sentence)


Asked = tuple[Mapping[str, Any], tuple[str, ...]]
"""Who the bot is at Discord (empty where that is not known), and a sentence for each problem."""


@dataclass(frozen=True, slots=True)
class Context:
    """What a command gets: its arguments, the language to speak, the database of the settings.

    ``ask_discord`` asks Discord about a bot with this token.
    """

    args: Namespace
    language: Language
    database: Path
    ask_discord: Callable[[str], Asked]

    def existing(self) -> str:
        """The path of the database; ``CliError`` where there is none."""
        if not self.database.exists():
            raise CliError("cli.error.no_database", path=str(self.database))
        return str(self.database)

    def say(self, key: str, /, **values: str | int | float) -> str:
        """A sentence in the language of the command line."""
        return text(self.language, key, **values)


@dataclass(frozen=True, slots=True)
class Command:
    """One command: its name, how its arguments are declared, and what it does (the exit code)."""

    name: str
    add: Callable[[ArgumentParser, Language], None]
    run: Callable[[Context], int]


def out(line: str) -> None:
    """One line of output."""
    sys.stdout.write(line + "\n")


def dump(value: Any) -> str:
    """A value as one line of JSON."""
    return json.dumps(value, ensure_ascii=False)


def read_input(source: str) -> str:
    """The text of a file, or of standard input for ``-``; ``CliError`` where it can't be read."""
    try:
        if source == STANDARD_INPUT:
            return sys.stdin.read().removeprefix("\ufeff")
        return Path(source).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise CliError("cli.error.not_text", path=source) from error
    except OSError as error:
        raise CliError("cli.error.unreadable", path=source, why=error.strerror or "") from error


@contextmanager
def output_file(target: str) -> Iterator[Any]:
    """A file to write text to, or standard output for ``-``."""
    if target == STANDARD_INPUT:
        yield sys.stdout
        return
    try:
        with Path(target).open("w", encoding="utf-8", newline="") as file:
            yield file
    except OSError as error:
        raise CliError("cli.error.unwritable", path=target, why=error.strerror or "") from error


def rule_set(name: str) -> RuleSet:
    """The rule set of an id; ``CliError`` names those that there are."""
    if name not in REGISTRY:
        raise CliError("cli.error.rules", code=USAGE, value=name, known=", ".join(REGISTRY))
    return REGISTRY[name]


def options_of(rules: RuleSet, pairs: list[str], preset: str = "") -> Options:
    """The options of ``name=value`` words over a preset; ``CliError`` for what does not exist."""
    if preset and preset not in rules.presets:
        raise CliError("cli.error.preset", code=USAGE, value=preset, known=", ".join(rules.presets))
    chosen: dict[str, object] = dict(rules.presets.get(preset, {}))
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise CliError("cli.error.option_form", code=USAGE, value=pair)
        chosen[name] = value
    try:
        return choose(rules.options, chosen)
    except OptionError as error:
        raise option_fault(error) from error


def option_fault(error: OptionError) -> CliError:
    """An option error as one sentence."""
    if error.allowed:
        return CliError(
            "cli.error.option", code=USAGE, option=error.option, value=str(error.value), allowed=error.allowed
        )
    return CliError("cli.error.no_option", code=USAGE, option=error.option)


def why(language: Language, rules: str, reason: str) -> str:
    """The sentence for the slug of a refusal; the slug where neither the rule set nor the core has one."""
    try:
        return rule_text(language, rules, f"reason.{reason}")
    except MissingText:
        return reason
