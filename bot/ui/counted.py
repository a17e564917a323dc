"""What a winning hand counts, in words: each line with its parts, and the row that its worth is read from."""

from typing import Final

from bot.engine.situation import Line
from bot.texts import LANGUAGES, Language, rule_text
from bot.ui.words import rule_set

FROM: Final = "{}+"
"""A row without an end."""


def line_name(language: Language, rules: str, line: Line) -> str:
    """What a counted line is called, with its details in brackets."""
    parts = part_names(language, rules, line)
    return f"{line_title(language, rules, line)} ({', '.join(parts)})" if parts else line_title(language, rules, line)


def line_title(language: Language, rules: str, line: Line) -> str:
    """What a counted line is called and how often it counts; of a line with parts how many they are, and its row."""
    name = _name(language, rules, f"pattern.{line.id}")
    row = rule_set(rules).scoring.row(line)
    count = sum(part.count for part in line.parts) or line.count
    if row is not None:
        return rule_text(language, rules, "line.row", name=name, count=count, row=_row(*row))
    if line.parts:
        return rule_text(language, rules, "line.parts", name=name, count=count)
    return name if count == 1 else f"{name} ×{count}"


def part_names(language: Language, rules: str, line: Line) -> list[str]:
    """The parts of a line, each with its count where it is more than one."""
    names = [(_name(language, rules, f"part.{part.id}"), part.count) for part in line.parts]
    return [name if count == 1 else f"{name} ×{count}" for name, count in names]


def _name(language: Language, rules: str, key: str) -> str:
    """A name as the rule set wants it read: in the reader's language, or in both."""
    (other,) = (each for each in LANGUAGES if each != language)
    own, foreign = rule_text(language, rules, key), rule_text(other, rules, key)
    return rule_text(language, rules, "line.name", name=own, other=foreign)


def _row(least: int, most: int | None) -> str:
    if most is None:
        return FROM.format(least)
    return str(least) if least == most else f"{least}–{most}"
