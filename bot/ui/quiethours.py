"""Quiet hours as people write them: ``22:00-08:00``, or that there are to be none."""

from typing import Final

from discord import app_commands

from bot.tables.quiet import parse_hours
from bot.texts import LANGUAGES, Language, text
from bot.ui.errors import Sorry

OFF: Final = "off"
USUAL: Final = ("22:00-08:00", "23:00-07:00", "23:00-08:00", "00:00-08:00")


def hours_of(said: str) -> str:
    """The quiet hours that somebody has written, "" for none. Raises ``Sorry`` for anything else."""
    if said.strip().casefold() in (OFF, *(text(language, "word.off").casefold() for language in LANGUAGES)):
        return ""
    hours = parse_hours(said, "UTC")
    if hours is None:
        raise Sorry("sorry.quiet_hours")
    return hours.words


def hours_choices(language: Language, current: str) -> list[app_commands.Choice[str]]:
    """Usual hours to choose from, and none."""
    named = [*((hours, hours) for hours in USUAL), (text(language, "word.off"), OFF)]
    said = current.strip().casefold()
    fitting = [(name, value) for name, value in named if said in (name + value).casefold()]
    return [app_commands.Choice(name=name, value=value) for name, value in fitting]
