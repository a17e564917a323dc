"""``/settings``: what a person chooses for themselves, and managers for the server."""

from typing import Literal
from zoneinfo import ZoneInfo, available_timezones

import discord
from discord import app_commands
from discord.ext import commands

from bot.tables.preferences import Preferences
from bot.texts import Language, text
from bot.ui.answer import Answer
from bot.ui.commanding import command
from bot.ui.errors import Sorry, language_for, suggests
from bot.ui.house import House, HouseBot
from bot.ui.post import OPTIONS, Post
from bot.ui.translate import about, choice, name_of
from bot.ui.verbs import ROLE, is_manager

GROUP = "settings"
CLIENT = "client"
TIMEZONE = "timezone"


class SettingsCog(commands.GroupCog, group_name=name_of(GROUP), group_description=about(GROUP)):
    """``/settings``."""

    def __init__(self, bot: HouseBot) -> None:
        self.bot = bot

    @command(f"{GROUP}.me")
    @app_commands.choices(
        language=[choice("language.zh", "zh"), choice("language.en", "en"), choice("language.client", CLIENT)],
        tiles=[choice("tiles.classic", "classic"), choice("tiles.contrast", "contrast")],
        back=[choice("back.green", "green"), choice("back.blue", "blue")],
    )
    async def me(
        self,
        interaction: discord.Interaction,
        language: str | None = None,
        tiles: str | None = None,
        back: str | None = None,
        labels: bool | None = None,
        confirm: bool | None = None,
        never_chi: bool | None = None,
        never_peng: bool | None = None,
        win_for_me: bool | None = None,
    ) -> None:
        """Change what is given, and show everything that is chosen."""
        async with Answer(interaction) as answer:
            chosen: dict[str, str | bool | None] = {
                "tiles": tiles,
                "back": back,
                "labels": labels,
                "confirm_discard": confirm,
                "never_chi": never_chi,
                "never_peng": never_peng,
                "win_for_me": win_for_me,
            }
            changes: dict[str, str | bool | None] = {name: value for name, value in chosen.items() if value is not None}
            if language is not None:
                changes["language"] = None if language == CLIENT else language
            house, user = answer.house, interaction.user.id
            if changes:
                await house.people.change(user, **changes)
                await house.tables.preferences_changed(user)
                for board in house.tables.of_user(user):
                    house.desk.hand(board, user).touch()
            await answer.show(await mine(house, user, await language_for(interaction)))

    @command(f"{GROUP}.server")
    async def server(
        self, interaction: discord.Interaction, timezone: str | None = None, role: discord.Role | None = None
    ) -> None:
        """Change what is given, for those who may manage the server, and show what is chosen."""
        guild = interaction.guild_id
        if guild is None:
            raise Sorry("sorry.server_only")
        if (timezone or role) and not is_manager(interaction):
            raise Sorry("sorry.managers_only")
        async with Answer(interaction) as answer:
            people = answer.house.people
            if timezone is not None:
                await people.change_server(guild, TIMEZONE, _zone(timezone))
            if role is not None:
                await people.change_server(guild, ROLE, role.id)
            data = await people.server(guild)
            language = await language_for(interaction)
            zone = data.get(TIMEZONE, answer.house.settings.timezone.key)
            lines = [text(language, "settings_server.timezone", zone=zone)]
            if data.get(ROLE):
                lines.append(text(language, "settings_server.role", role=f"<@&{data[ROLE]}>"))
            await answer.show(Post("\n".join(lines)))

    @server.autocomplete("timezone")
    @suggests
    async def _zones(
        self,
        interaction: discord.Interaction,  # noqa: ARG002
        current: str,
    ) -> list[app_commands.Choice[str]]:
        said = current.casefold().replace(" ", "_")
        names = sorted(zone for zone in available_timezones() if said in zone.casefold())
        return [app_commands.Choice(name=name, value=name) for name in names[:OPTIONS]]


def _zone(name: str) -> str:
    if name not in available_timezones():
        raise Sorry("sorry.timezone", zone=name[:60].replace("`", ""))
    return ZoneInfo(name).key


async def mine(house: House, user: int, language: Language) -> Post:
    """Everything that a person has chosen."""
    chosen = await house.people.preferences(user)
    lines = [f"**{text(language, 'mine.title')}**"]
    lines.append(text(language, "mine.language", value=text(language, f"language.{chosen.language or CLIENT}")))
    lines.append(text(language, "mine.tiles", value=text(language, f"tiles.{chosen.tiles}")))
    lines.append(text(language, "mine.back", value=text(language, f"back.{chosen.back or house.settings.back}")))
    lines += _switches(chosen, language)
    return Post("\n".join(lines))


Switch = Literal["labels", "confirm_discard", "never_chi", "never_peng", "win_for_me"]
_SWITCHES: tuple[Switch, ...] = ("labels", "confirm_discard", "never_chi", "never_peng", "win_for_me")


def _switches(chosen: Preferences, language: Language) -> list[str]:
    return [
        text(language, f"mine.{name}", value=text(language, "word.on" if getattr(chosen, name) else "word.off"))
        for name in _SWITCHES
    ]
