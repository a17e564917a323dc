"""What autocomplete offers to somebody who plays: what is legal now, and nothing to anybody else."""

from collections.abc import Callable

import discord
from discord import app_commands

from bot.engine.actions import Action, ChiClaim, DeclareAnGang, DeclareBuGang, Discard
from bot.engine.notation import NotationError, parse_spoken, print_tile
from bot.tables.api import Screen
from bot.texts import Language
from bot.ui.errors import Sorry, language_for
from bot.ui.house import house_of
from bot.ui.pictures import hand_order
from bot.ui.playing import screen_of
from bot.ui.post import OPTIONS
from bot.ui.said import asked
from bot.ui.which import own_table
from bot.ui.words import action_label, tile_name, tiles_text


def discard_code(action: Action, _screen: Screen) -> str:
    """The value of a tile to discard."""
    return print_tile(action.tile) if isinstance(action, Discard) else ""


def chi_code(action: Action, _screen: Screen) -> str:
    """The value of the two own tiles of a chi."""
    return "".join(print_tile(tile) for tile in action.tiles) if isinstance(action, ChiClaim) else ""


def gang_code(action: Action, screen: Screen) -> str:
    """The value of the tile of a gang, the offered one too."""
    if isinstance(action, DeclareAnGang | DeclareBuGang):
        return print_tile(action.tile)
    return "" if screen.view.offered is None else print_tile(screen.view.offered.tile)


async def suggest(
    interaction: discord.Interaction,
    current: str,
    kinds: tuple[type[Action], ...],
    value: Callable[[Action, Screen], str],
) -> list[app_commands.Choice[str]]:
    """What is legal now for somebody who plays, of these kinds; nothing for anybody else."""
    house = house_of(interaction)

    def legal(screen: Screen) -> list[Action]:
        return [action for action in asked(screen) if isinstance(action, kinds)]

    given = getattr(interaction.namespace, "table", None)
    try:
        board = own_table(interaction, given, lambda screen: bool(legal(screen)))
        screen = screen_of(house, board.id, interaction.user.id)
    except Sorry:
        return []
    language = await language_for(interaction)
    found = [
        app_commands.Choice(name=_suggestion(language, screen, action), value=value(action, screen))
        for action in _in_order(screen, legal(screen))
        if value(action, screen)
    ]
    return [choice for choice in found if _fits(choice, current)][:OPTIONS]


def _in_order(screen: Screen, actions: list[Action]) -> list[Action]:
    own = screen.view.own
    if own is None or not all(isinstance(action, Discard) for action in actions):
        return actions
    order = hand_order([action.tile for action in actions if isinstance(action, Discard)], own.profile)
    return [Discard(tile) for tile in order]


def _suggestion(language: Language, screen: Screen, action: Action) -> str:
    match action:
        case Discard(tile=tile):
            code, name = print_tile(tile), tile_name(language, tile)
            return name if code == name else f"{name} {code}"
        case ChiClaim(tiles=tiles):
            return tiles_text(language, tiles)
        case _:
            return action_label(language, screen.view.rules, action)


def _fits(choice: app_commands.Choice[str], current: str) -> bool:
    said = current.strip().casefold()
    if said in choice.name.casefold() or said in choice.value.casefold():
        return True
    try:
        tiles = parse_spoken(current)
    except NotationError:
        return False
    return "".join(print_tile(tile) for tile in tiles) == choice.value
