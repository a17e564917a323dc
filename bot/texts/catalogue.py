"""Reads the TOML catalogues and looks sentences up by key.

The core's files stand in this folder, those of a rule set in its own (``bot/rules/<id>/texts``), where every key gets
the rule set's id in front. Nested tables are flattened to dotted keys: ``[table] full = "…"`` is ``table.full``.
``zh-TW.toml`` holds the names and descriptions of commands only.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter
from types import MappingProxyType
from typing import Final, Literal

Language = Literal["zh", "en"]
LANGUAGES: Final[tuple[Language, ...]] = ("zh", "en")
TRADITIONAL: Final = "zh-TW"

_CORE: Final = Path(__file__).parent
_RULES: Final = _CORE.parent / "rules"


class MissingText(LookupError):
    """A key, or a value that its sentence needs, is not there: always a fault of the caller."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """``sentences``: a language to its keys and sentences; ``commands``: the keys that zh-TW has of its own."""

    sentences: Mapping[Language, Mapping[str, str]]
    commands: Mapping[str, str]

    def text(self, language: Language, key: str, /, **values: str | int | float) -> str:
        """The sentence of ``key`` with its named values filled in; MissingText without the key or a value."""
        try:
            return self.sentences[language][key].format_map(values)
        except KeyError as fault:
            raise MissingText(f"{language}: {key}: {fault.args[0]} is missing") from fault

    def rule_text(self, language: Language, rules: str, key: str, /, **values: str | int | float) -> str:
        """As ``text``, where the rule set ``rules`` has its own sentence for ``key``; otherwise the core's."""
        own = f"{rules}.{key}"
        return self.text(language, own if own in self.sentences[language] else key, **values)

    def command_text(self, locale: str, key: str, /) -> str | None:
        """A command's name or description for a Discord locale; None where Discord's default (English) serves."""
        match locale:
            case "zh-CN":
                return self.text("zh", key)
            case "zh-TW":
                return self.commands.get(key)
            case "en-US" | "en-GB":
                return self.text("en", key)
            case _:
                return None


def language_of(locale: str) -> Language:
    """The language to speak to somebody whose client or system says ``locale``: ``zh-CN``, ``zh_TW.UTF-8``, ``de``."""
    return "zh" if locale.lower().startswith("zh") else "en"


def fields(sentence: str) -> frozenset[str]:
    """The names of the values that a sentence needs; ValueError unless all of them are plain names."""
    names = set()
    for _, name, spec, _ in Formatter().parse(sentence):
        if name is None:
            continue
        if not name.isidentifier() or "{" in (spec or ""):
            raise ValueError(f"only named values can stand in a sentence, not {{{name}}}: {sentence!r}")
        names.add(name)
    return frozenset(names)


def load(core: Path = _CORE, rules: Path = _RULES) -> Catalogue:
    """Reads every catalogue; ValueError (naming the file) for what is no sentence, is there twice or can't be read."""
    return Catalogue(
        MappingProxyType({language: _language(language, core, rules) for language in LANGUAGES}),
        MappingProxyType(dict(_file(core / f"{TRADITIONAL}.toml", ""))),
    )


@cache
def catalogue() -> Catalogue:
    """The project's own catalogue, read once."""
    return load()


def text(language: Language, key: str, /, **values: str | int | float) -> str:
    """``Catalogue.text`` of the project's catalogue."""
    return catalogue().text(language, key, **values)


def rule_text(language: Language, rules: str, key: str, /, **values: str | int | float) -> str:
    """``Catalogue.rule_text`` of the project's catalogue."""
    return catalogue().rule_text(language, rules, key, **values)


def line_names(rules: str, line: str) -> tuple[str, str]:
    """The Chinese and the English name of a counted line or of one of its parts; MissingText where it has none."""
    kind = "pattern" if f"{rules}.pattern.{line}" in catalogue().sentences["en"] else "part"
    return rule_text("zh", rules, f"{kind}.{line}"), rule_text("en", rules, f"{kind}.{line}")


def command_text(locale: str, key: str, /) -> str | None:
    """``Catalogue.command_text`` of the project's catalogue."""
    return catalogue().command_text(locale, key)


def _language(language: Language, core: Path, rules: Path) -> Mapping[str, str]:
    files = [(core / f"{language}.toml", "")]
    files += [(path, f"{path.parent.parent.name}.") for path in sorted(rules.glob(f"*/texts/{language}.toml"))]
    sentences: dict[str, str] = {}
    for path, prefix in files:
        for key, sentence in _file(path, prefix):
            if key in sentences:
                raise ValueError(f"{path}: {key} is there twice")
            sentences[key] = sentence
    return MappingProxyType(sentences)


def _file(path: Path, prefix: str) -> Iterator[tuple[str, str]]:
    try:
        for key, sentence in _flat(tomllib.loads(path.read_text("utf-8")), prefix):
            fields(sentence)
            yield key, sentence
    except ValueError as fault:
        raise ValueError(f"{path}: {fault}") from fault


def _flat(table: Mapping[str, object], prefix: str) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        elif isinstance(value, str):
            yield f"{prefix}{key}", value
        else:
            raise ValueError(f"{prefix}{key} is no sentence: {value!r}")
