"""Which table somebody means."""

from collections.abc import Callable, Iterable

import discord
from discord import app_commands

from bot.tables.api import Board, Screen
from bot.tables.ports import TableId
from bot.texts import Language, text
from bot.ui.errors import Sorry, language_for
from bot.ui.house import House, house_of
from bot.ui.post import OPTIONS
from bot.ui.words import rules_name


def table_label(house: House, language: Language, board: Board) -> str:
    """A table as it is called in a list: rule set, channel, hand, id."""
    where = text(language, "place.private")
    if board.where.guild is not None:
        guild = house.bot.get_guild(board.where.guild)
        channel = None if guild is None else guild.get_channel_or_thread(board.where.thread or board.where.channel)
        where = f"#{channel.name}" if channel is not None else text(language, "place.elsewhere")
    number = board.meta.number
    hand = text(language, "place.hand", number=number) if number else text(language, "place.lobby")
    return f"{rules_name(language, board.meta.rules)} · {where} · {hand} · {board.id}"[:100]


def own_table(
    interaction: discord.Interaction, given: str | None, wants: Callable[[Screen], bool] | None = None
) -> Board:
    """The table at which somebody plays that they mean: the given one, or the one that is clear.

    Without a given one: the only one; of several that of this channel; then the only one where ``wants`` holds, or
    else where a hand is played. Without ``wants`` any will do, a lobby too.
    Raises ``Sorry`` where they have none, or several and none is clear.
    """
    house = house_of(interaction)
    mine = house.tables.of_user(interaction.user.id)
    if given:
        try:
            return _named(given, mine)
        except Sorry:
            _named(given, _of_server(house, interaction.guild_id))
            raise Sorry("sorry.not_your_table") from None
    if not mine:
        raise Sorry("sorry.no_table_of_yours")
    if len(mine) == 1:
        return mine[0]
    channel = interaction.channel_id
    here = [board for board in mine if board.where.guild is not None and channel in _places(board)]
    for some in (here, list(mine)):
        wanted = [board for board in some if _wanted(house, board, interaction.user.id, wants)]
        if len(wanted) == 1:
            return wanted[0]
    running = [board for board in mine if wants is None or (board.view is not None and board.view.running)]
    for some in (here, running):
        if len(some) == 1:
            return some[0]
    raise Sorry("sorry.which_table")


def _wanted(house: House, board: Board, user: int, wants: Callable[[Screen], bool] | None) -> bool:
    if wants is None:
        return True
    screen = house.tables.screen(board.id, user)
    return screen is not None and wants(screen)


def _places(board: Board) -> tuple[int | None, ...]:
    return (board.where.thread,) if board.where.thread else (board.where.channel,)


def any_table(interaction: discord.Interaction, given: str | None) -> Board:
    """A table that anybody may look at or join: the given one, one's own, or the only one of this channel."""
    house = house_of(interaction)
    here = house.tables.in_channel(interaction.channel_id or 0)
    mine = house.tables.of_user(interaction.user.id)
    if given:
        return _named(given, (*mine, *_of_server(house, interaction.guild_id)))
    own_here = [board for board in here if board in mine]
    for some in (own_here, here, mine):
        if len(some) == 1:
            return some[0]
        if some:
            raise Sorry("sorry.which_table")
    raise Sorry("sorry.no_table_here")


def _of_server(house: House, guild: int | None) -> tuple[Board, ...]:
    if guild is None:
        return ()
    return tuple(board for board in house.tables.open_tables() if board.where.guild == guild)


def _named(given: str, boards: Iterable[Board]) -> Board:
    wanted = given.strip().split(" · ")[-1].casefold()
    for board in boards:
        if board.id.casefold() == wanted:
            return board
    raise Sorry("sorry.unknown_table", table=given[:60].replace("`", ""))


def board_of(house: House, table: str) -> Board:
    """The table of a button. Raises ``Sorry`` where it has ended."""
    board = house.tables.board(TableId(table))
    if board is None:
        raise Sorry("sorry.table_gone")
    return board


async def suggest_own(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The tables at which somebody plays."""
    house = house_of(interaction)
    return _choices(house, await language_for(interaction), house.tables.of_user(interaction.user.id), current)


async def suggest_any(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The tables at which somebody plays, then the others of this server."""
    house = house_of(interaction)
    mine = house.tables.of_user(interaction.user.id)
    others = tuple(board for board in _of_server(house, interaction.guild_id) if board not in mine)
    return _choices(house, await language_for(interaction), (*mine, *others), current)


def _choices(house: House, language: Language, boards: Iterable[Board], current: str) -> list[app_commands.Choice[str]]:
    labels = [(table_label(house, language, board), str(board.id)) for board in boards]
    return [
        app_commands.Choice(name=label, value=value)
        for label, value in labels
        if current.casefold() in label.casefold()
    ][:OPTIONS]
