"""``/settings``: what a person chooses for themselves, and managers for the server."""

from typing import Literal, get_args
from zoneinfo import ZoneInfo, available_timezones

import discord
from discord import app_commands
from discord.ext import commands

from bot.tables.ports import Preset
from bot.tables.preferences import Preferences
from bot.tables.quiet import QUIET, TIMEZONE
from bot.texts import Language, text
from bot.ui.answer import Answer
from bot.ui.commanding import command
from bot.ui.errors import Sorry, language_for, suggests
from bot.ui.house import House, HouseBot, house_of
from bot.ui.names import shown
from bot.ui.post import OPTIONS, Post
from bot.ui.quiethours import hours_choices, hours_of
from bot.ui.translate import about, choice, name_of
from bot.ui.verbs import ROLE, is_manager

GROUP = "settings"
CLIENT = "client"

NAMES = 20
"""So many saved presets are listed; the others are among the suggestions of what can be removed."""


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
        reminders: bool | None = None,
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
                "reminders": reminders,
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
        self,
        interaction: discord.Interaction,
        timezone: str | None = None,
        role: discord.Role | None = None,
        quiet: str | None = None,
        remove_preset: str | None = None,
    ) -> None:
        """Change what is given, for those who may manage the server, and show what is chosen. A saved preset may be
        removed by whoever saved it too."""
        guild = interaction.guild_id
        if guild is None:
            raise Sorry("sorry.server_only")
        if (timezone or role or quiet) and not is_manager(interaction):
            raise Sorry("sorry.managers_only")
        async with Answer(interaction) as answer:
            people = answer.house.people
            hours = None if quiet is None else hours_of(quiet)
            zone = None if timezone is None else _zone(timezone)
            if remove_preset is not None:
                await _remove_preset(interaction, answer.house, guild, remove_preset)
            if zone is not None:
                await people.change_server(guild, TIMEZONE, zone)
            if role is not None:
                await people.change_server(guild, ROLE, None if role.is_default() else role.id)
            if hours is not None:
                await people.change_server(guild, QUIET, hours or None)
            if zone is not None or hours is not None:
                await answer.house.tables.server_changed(guild)
            await answer.show(await of_server(answer.house, guild, await language_for(interaction)))

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

    @server.autocomplete("quiet")
    @suggests
    async def _quiet(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return hours_choices(await language_for(interaction), current)

    @server.autocomplete("remove_preset")
    @suggests
    async def _presets(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        names = [each.name for each in await _presets_of(house_of(interaction), interaction.guild_id)]
        said = current.casefold()
        return [app_commands.Choice(name=name, value=name) for name in names if said in name.casefold()][:OPTIONS]


async def _presets_of(house: House, guild: int | None) -> tuple[Preset, ...]:
    """What a server has saved, for every rule set."""
    return () if guild is None else await house.store.settings.presets(guild)


async def _remove_preset(interaction: discord.Interaction, house: House, guild: int, name: str) -> None:
    """Raises ``Sorry`` where there is none of this name, or it is somebody else's."""
    found = [each for each in await _presets_of(house, guild) if each.name.casefold() == name.strip().casefold()]
    if not found:
        raise Sorry("sorry.no_saved_preset", preset=shown(name))
    if not is_manager(interaction) and any(each.author != interaction.user.id for each in found):
        raise Sorry("sorry.managers_only")
    for each in found:
        await house.store.settings.drop_preset(guild, each.name)


def _zone(name: str) -> str:
    if name not in available_timezones():
        raise Sorry("sorry.timezone", zone=name[:60].replace("`", ""))
    return ZoneInfo(name).key


async def of_server(house: House, guild: int, language: Language) -> Post:
    """Everything that is chosen for a server."""
    data = await house.people.server(guild)
    zone, hours = data.get(TIMEZONE, house.settings.timezone.key), data.get(QUIET)
    lines = [
        text(language, "settings_server.timezone", zone=zone),
        text(language, "settings_server.quiet", hours=hours or text(language, "word.off")),
    ]
    if data.get(ROLE):
        lines.append(text(language, "settings_server.role", role=f"<@&{data[ROLE]}>"))
    names = [shown(preset.name) for preset in await _presets_of(house, guild)]
    if names:
        more = ["…"] if len(names) > NAMES else []
        lines.append(text(language, "settings_server.presets", names=" · ".join([*names[:NAMES], *more])))
    return Post("\n".join(lines))


async def mine(house: House, user: int, language: Language) -> Post:
    """Everything that a person has chosen."""
    chosen = await house.people.preferences(user)
    lines = [f"**{text(language, 'mine.title')}**"]
    lines.append(text(language, "mine.language", value=text(language, f"language.{chosen.language or CLIENT}")))
    lines.append(text(language, "mine.tiles", value=text(language, f"tiles.{chosen.tiles}")))
    lines.append(text(language, "mine.back", value=text(language, f"back.{chosen.back or house.settings.back}")))
    lines += _switches(chosen, language)
    return Post("\n".join(lines))


Switch = Literal["labels", "confirm_discard", "never_chi", "never_peng", "win_for_me", "reminders"]
_SWITCHES: tuple[Switch, ...] = get_args(Switch)


def _switches(chosen: Preferences, language: Language) -> list[str]:
    return [
        text(language, f"mine.{name}", value=text(language, "word.on" if getattr(chosen, name) else "word.off"))
        for name in _SWITCHES
    ]
