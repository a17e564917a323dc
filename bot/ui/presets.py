"""Presets: those of a rule set, and those that a server has saved."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from discord import app_commands

from bot.engine.options import OptionError, Value, choose
from bot.rules import REGISTRY
from bot.tables.ports import Preset
from bot.texts import LANGUAGES, Language, rule_text
from bot.ui.errors import Sorry
from bot.ui.house import House
from bot.ui.names import shown
from bot.ui.post import OPTIONS
from bot.ui.words import has_text, rule_set

SAVED = "saved:"


@dataclass(frozen=True, slots=True)
class Chosen:
    """A preset of the rule set by its id, or the options of a saved one."""

    builtin: str = ""
    options: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Named:
    """A preset as it is offered: what it is called, the value that stands for it, and the options that it sets."""

    name: str
    value: str
    options: Mapping[str, Value]


def preset_name(language: Language, rules: str, preset: str) -> str:
    """What a preset of a rule set is called."""
    key = f"preset.{preset}"
    return rule_text(language, rules, key) if has_text(language, rules, key) else preset


async def saved_presets(house: House, guild: int | None, rules: str) -> list[Preset]:
    """What a server has saved for a rule set."""
    if guild is None:
        return []
    return [preset for preset in await house.store.settings.presets(guild) if preset.rules == rules]


async def find_preset(house: House, guild: int | None, rules: str, given: str | None) -> Chosen:
    """The preset that somebody has picked or written. Raises ``Sorry`` for an unknown one."""
    if not given:
        return Chosen()
    wanted = given.removeprefix(SAVED).casefold()
    for name in () if given.startswith(SAVED) else rule_set(rules).presets:
        names = (name, *(preset_name(language, rules, name) for language in LANGUAGES))
        if wanted in [each.casefold() for each in names]:
            return Chosen(builtin=name)
    for preset in await saved_presets(house, guild, rules):
        if preset.name.casefold() == wanted:
            return Chosen(options=usable_options(rules, preset.options))
    raise Sorry("sorry.unknown_preset", preset=shown(given))


async def named_presets(house: House, guild: int | None, rules: str, language: Language) -> list[Named]:
    """All presets, those of the rule set first, with the options that each sets."""
    named = [
        Named(preset_name(language, rules, name), name, options) for name, options in rule_set(rules).presets.items()
    ]
    return named + [
        Named(preset.name, f"{SAVED}{preset.name}", usable_options(rules, preset.options))
        for preset in await saved_presets(house, guild, rules)
    ]


def usable_options(rules: str, text: str) -> dict[str, Value]:
    """The saved options that the rule set still knows, one by one."""
    specs = rule_set(rules).options
    kept: dict[str, Value] = {}
    for name, value in json.loads(text).items():
        try:
            kept[name] = choose(specs, {name: value})[name]
        except OptionError:
            continue
    return kept


async def preset_choices(
    house: House, guild: int | None, rules: str, language: Language, current: str
) -> list[app_commands.Choice[str]]:
    """The presets to choose from."""
    if rules not in REGISTRY:
        return []
    return [
        app_commands.Choice(name=preset.name[:100], value=preset.value)
        for preset in await named_presets(house, guild, rules, language)
        if current.casefold() in preset.name.casefold()
    ][:OPTIONS]
