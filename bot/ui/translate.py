"""Names and descriptions of commands in the languages that Discord shows them in."""

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.texts import catalogue, command_text, text

KEY: Final = "key"


def name_of(command: str) -> locale_str:
    """The name of a command or of one of its options (``table.open``, ``discard.tile``)."""
    return _words(f"command.{command}.name")


def about(command: str) -> locale_str:
    """The description of a command or of one of its options."""
    return _words(f"command.{command}.description")


def _words(key: str) -> locale_str:
    return locale_str(text("en", key), key=key)


def choice(key: str, value: str) -> app_commands.Choice[str]:
    """One of the listed values of an option, named by a key of the catalogue."""
    return app_commands.Choice(name=locale_str(text("en", key), key=key), value=value)


class CommandTranslator(app_commands.Translator):
    """Looks the catalogue's own words up; what has no key (a name, a number) stays as it is."""

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002
    ) -> str | None:
        key = string.extras.get(KEY)
        if key is None or key not in catalogue().sentences["zh"] or locale.value.startswith("en"):
            return None
        if key.startswith("command."):
            return command_text(locale.value, key)
        return text("zh", key) if locale.value in ("zh-CN", "zh-TW") else None
