"""Buttons and menus that survive a restart: what they do is read from their custom ids (``bot.ui.ids``)."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, Self

import discord

from bot.ui.errors import Sorry, guarded

Handler = Callable[["Pressed"], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press: the interaction, the parts of the custom id by name, and the values picked in a menu."""

    interaction: discord.Interaction
    parts: dict[str, str]
    values: tuple[str, ...] = ()


_handlers: Final[dict[re.Pattern[str], Handler]] = {}


def handles(template: str) -> Callable[[Handler], Handler]:
    """Say what presses of the custom ids of this template do."""

    def register(handler: Handler) -> Handler:
        _handlers[re.compile(template)] = handler
        return handler

    return register


def find(custom_id: str) -> tuple[Handler, dict[str, str]] | None:
    """What a custom id does, and its parts."""
    for pattern, handler in _handlers.items():
        found = pattern.fullmatch(custom_id)
        if found is not None:
            return handler, found.groupdict()
    return None


def stands_on(message: discord.Message | None, custom_id: str) -> bool:
    """Whether a message has a button or menu of this id, without which discord.py does nothing about a press of it."""
    rows = [] if message is None else [row for row in message.components if isinstance(row, discord.ActionRow)]
    return any(getattr(child, "custom_id", None) == custom_id for row in rows for child in row.children)


async def _run(interaction: discord.Interaction, custom_id: str, values: tuple[str, ...]) -> None:
    async with guarded(interaction):
        found = find(custom_id)
        if found is not None:
            handler, parts = found
            await handler(Pressed(interaction, parts, values))


def _let_go(view: discord.ui.View | discord.ui.LayoutView | None) -> None:
    """Part the controls of the message that was pressed from what holds them: nothing else would, once it is done."""
    if view is not None:
        view.clear_items()


class PressButton(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"(?![mos]:)[a-z]:.+"):
    """Any button of the bot."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, item: discord.ui.Item[Any], _match: re.Match[str], /
    ) -> Self:
        assert isinstance(item, discord.ui.Button)
        return cls(item)

    async def callback(self, interaction: discord.Interaction) -> None:
        await _run(interaction, self.custom_id, ())
        _let_go(self.view)


class PickMenu(discord.ui.DynamicItem[discord.ui.Select[discord.ui.View]], template=r"[mos]:.+"):
    """Any menu of the bot."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, item: discord.ui.Item[Any], _match: re.Match[str], /
    ) -> Self:
        assert isinstance(item, discord.ui.Select)
        return cls(item)

    async def callback(self, interaction: discord.Interaction) -> None:
        values = tuple(self.item.values)
        async with guarded(interaction):
            if not _offered(self.item, values):
                raise Sorry("sorry.old_button")
            await _run(interaction, self.custom_id, values)
        _let_go(self.view)


def _offered(menu: discord.ui.Select[discord.ui.View], values: tuple[str, ...]) -> bool:
    """Whether a menu lets somebody pick these: as many as it asks for, and nothing that isn't in it."""
    known = {option.value for option in menu.options}
    return known.issuperset(values) and menu.min_values <= len(values) <= menu.max_values


ITEMS: Final = (PressButton, PickMenu)
