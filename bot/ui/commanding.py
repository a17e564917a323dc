"""How a command is made: names and descriptions from the catalogue, mistakes answered with one sentence."""

import inspect
from collections.abc import Callable, Coroutine, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.errors import Sorry, guarded
from bot.ui.translate import about, name_of

P = ParamSpec("P")
C = TypeVar("C", bound=commands.Cog)

_OWN = ("self", "interaction")


def command(
    key: str,
) -> Callable[
    [Callable[Concatenate[C, discord.Interaction, P], Coroutine[Any, Any, None]]], app_commands.Command[C, P, None]
]:
    """Make a method of a cog the command ``key`` (``discard``, ``table.open``).

    Each parameter is the option of its name; an underscore at the end is left out.
    """

    def decorate(
        method: Callable[Concatenate[C, discord.Interaction, P], Coroutine[Any, Any, None]],
    ) -> app_commands.Command[C, P, None]:
        @wraps(method)
        async def called(cog: C, interaction: discord.Interaction, /, *given: P.args, **options: P.kwargs) -> None:
            async with guarded(interaction):
                _require_listed(made, options)
                await method(cog, interaction, *given, **options)

        options = [name for name in inspect.signature(method).parameters if name not in _OWN]
        app_commands.rename(**{name: name_of(f"{key}.{name.rstrip('_')}") for name in options})(called)
        app_commands.describe(**{name: about(f"{key}.{name.rstrip('_')}") for name in options})(called)
        made: app_commands.Command[C, P, None] = app_commands.command(name=name_of(key), description=about(key))(called)
        return made

    return decorate


def _require_listed(made: app_commands.Command[Any, Any, Any], given: Mapping[str, Any]) -> None:
    """Raises ``Sorry`` for a value that is none of those its option lists: they were others before an update."""
    for parameter in made.parameters:
        value, listed = given.get(parameter.name), [each.value for each in parameter.choices]
        if listed and value is not None and value not in listed:
            raise Sorry("sorry.old_command")
