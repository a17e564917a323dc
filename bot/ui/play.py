"""The commands and buttons with which a hand is played."""

from collections.abc import Callable

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.actions import (
    HU,
    PASS,
    Action,
    ChiClaim,
    DeclareAnGang,
    DeclareBuGang,
    Discard,
    GangClaim,
    PengClaim,
    Special,
    action_text,
    parse_action,
)
from bot.engine.notation import NotationError
from bot.engine.ruleset import TING, UNTING
from bot.engine.tiles import EAST
from bot.tables.api import Board, Screen
from bot.tables.ports import TableId
from bot.ui import ids
from bot.ui.answer import Answer
from bot.ui.commanding import command
from bot.ui.errors import Sorry, language_for, suggests
from bot.ui.house import HouseBot, house_of
from bot.ui.ids import read_option
from bot.ui.outside import take
from bot.ui.playing import act_by_command, act_by_press, choices, hand_now, refreshed, screen_of
from bot.ui.press import Pressed, handles
from bot.ui.said import asked, id_said, just, known, meant, special_said, tile_said, tiles_said
from bot.ui.suggest import chi_code, discard_code, gang_code, suggest
from bot.ui.which import any_table, own_table, suggest_any, suggest_own

NO_RUN = (EAST, EAST)
"""What is asked for where somebody says chi, names no tiles and has none: the table says why not."""


class PlayCog(commands.Cog):
    """Discard, claim, declare, win, and look at one's hand."""

    def __init__(self, bot: HouseBot) -> None:
        self.bot = bot

    # ------------------------------------------------------------------ the moves

    @command("discard")
    async def discard(
        self, interaction: discord.Interaction, tile: str | None = None, table: str | None = None
    ) -> None:
        """Discard a tile; without one where there is only one to discard."""
        wanted = None if tile is None else tile_said(tile)
        await self._move(
            interaction,
            table,
            lambda screen: [
                action for action in asked(screen) if isinstance(action, Discard) and wanted in (None, action.tile)
            ],
            None if wanted is None else Discard(wanted),
        )

    @command("chi")
    async def chi(self, interaction: discord.Interaction, with_: str | None = None, table: str | None = None) -> None:
        """Claim the discard for a run with two own tiles."""
        wanted = None if with_ is None else tuple(sorted(tiles_said(with_)))
        if wanted is not None and len(wanted) != 2:
            raise Sorry("sorry.two_tiles", text=(with_ or "")[:40].replace("`", ""))
        await self._move(
            interaction,
            table,
            lambda screen: [
                action
                for action in asked(screen)
                if isinstance(action, ChiClaim) and wanted in (None, tuple(sorted(action.tiles)))
            ],
            ChiClaim(NO_RUN if wanted is None else (wanted[0], wanted[1])),
        )

    @command("peng")
    async def peng(self, interaction: discord.Interaction, table: str | None = None) -> None:
        """Claim the discard for a triplet."""
        await self._move(interaction, table, just(PengClaim()), PengClaim())

    @command("gang")
    async def gang(self, interaction: discord.Interaction, tile: str | None = None, table: str | None = None) -> None:
        """Lay out four of a kind: with the discard, added to a peng, or concealed."""
        wanted = None if tile is None else tile_said(tile)

        def gangs(screen: Screen) -> list[Action]:
            offered = screen.view.offered
            return [
                action
                for action in asked(screen)
                if (isinstance(action, DeclareAnGang | DeclareBuGang) and wanted in (None, action.tile))
                or (isinstance(action, GangClaim) and wanted in (None, offered and offered.tile))
            ]

        await self._move(interaction, table, gangs, GangClaim() if wanted is None else DeclareAnGang(wanted))

    @command("hu")
    async def hu(self, interaction: discord.Interaction, table: str | None = None) -> None:
        """Win."""
        await self._move(interaction, table, just(HU), HU)

    @command("pass")
    async def pass_(self, interaction: discord.Interaction, table: str | None = None) -> None:
        """Claim nothing."""
        await self._move(interaction, table, just(PASS), PASS)

    @command("ting")
    async def ting(self, interaction: discord.Interaction, table: str | None = None) -> None:
        """Declare that the hand is ready, or take that back."""

        def declarations(screen: Screen) -> list[Action]:
            return [action for action in asked(screen) if isinstance(action, Special) and action.name in (TING, UNTING)]

        await self._move(interaction, table, declarations, Special(TING))

    async def _move(
        self,
        interaction: discord.Interaction,
        table: str | None,
        candidates: Callable[[Screen], list[Action]],
        otherwise: Action | None,
    ) -> None:
        """Do the only candidate; ask which of several; let the table refuse ``otherwise`` where there is none."""
        house = house_of(interaction)
        board = own_table(interaction, table, lambda screen: bool(candidates(screen)))
        screen = screen_of(house, board.id, interaction.user.id)
        found = candidates(screen)
        if len(found) == 1:
            await act_by_command(interaction, board, found[0])
        elif found:
            async with Answer(interaction) as answer:
                await answer.show(choices(await language_for(interaction), screen, found))
        elif otherwise is not None:
            refused = known(screen.view.rules, otherwise) if isinstance(otherwise, Special) else otherwise
            await act_by_command(interaction, board, refused)
        else:
            raise Sorry("reason.not_your_turn")

    # ------------------------------------------------------------------ what a rule set adds

    @command("act")
    async def act(
        self, interaction: discord.Interaction, action: str, tiles: str | None = None, table: str | None = None
    ) -> None:
        """Everything else that the rules of the table allow; bets too, for those who don't play there."""
        house, user = house_of(interaction), interaction.user.id
        if not house.tables.of_user(user) or (table and house.tables.screen(TableId(id_said(table)), user) is None):
            board = any_table(interaction, table)
            await take(interaction, board, special_said(board.meta.rules, action, tiles))
            return
        board = own_table(interaction, table, lambda screen: meant(screen, action, tiles) in asked(screen))
        screen = screen_of(house, board.id, user)
        await act_by_command(interaction, board, meant(screen, action, tiles))

    # ------------------------------------------------------------------ looking at one's hand

    @command("hand")
    async def hand(self, interaction: discord.Interaction, table: str | None = None) -> None:
        """The hand, seen by its owner alone, anywhere, with the discards that leave it ready."""
        board = own_table(interaction, table, lambda screen: screen.asked)
        async with Answer(interaction) as answer:
            before = screen_of(answer.house, board.id, interaction.user.id)
            ready_by = await answer.house.tables.ready_by(board.id, interaction.user.id)
            screen = screen_of(answer.house, board.id, interaction.user.id)
            await answer.show(await hand_now(interaction, screen, ready_by if screen.prompt == before.prompt else None))
            answer.house.desk.hand(board, interaction.user.id).try_again()

    @command("sort")
    async def sort(self, interaction: discord.Interaction, swap: str | None = None, table: str | None = None) -> None:
        """Sort one's picture of the hand, or let two of its tiles change places."""
        two = None if swap is None else tiles_said(swap)
        if two is not None and len(two) != 2:
            raise Sorry("sorry.two_tiles", text=(swap or "")[:40].replace("`", ""))
        board = own_table(interaction, table, lambda screen: screen.view.running)
        async with Answer(interaction) as answer:
            screen = screen_of(answer.house, board.id, interaction.user.id)
            sheet = answer.house.desk.hand(screen.board, interaction.user.id)
            sheet.arrange(screen, two)
            await answer.show(await hand_now(interaction, screen))

    # ------------------------------------------------------------------ autocomplete

    @discard.autocomplete("tile")
    @suggests
    async def _discards(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await suggest(interaction, current, (Discard,), discard_code)

    @gang.autocomplete("tile")
    @suggests
    async def _gangs(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await suggest(interaction, current, (DeclareAnGang, DeclareBuGang, GangClaim), gang_code)

    @chi.autocomplete("with_")
    @suggests
    async def _chis(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await suggest(interaction, current, (ChiClaim,), chi_code)

    @act.autocomplete("action")
    @suggests
    async def _actions(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await suggest(interaction, current, (Special,), lambda action, _screen: action_text(action))

    @discard.autocomplete("table")
    @chi.autocomplete("table")
    @peng.autocomplete("table")
    @gang.autocomplete("table")
    @hu.autocomplete("table")
    @pass_.autocomplete("table")
    @ting.autocomplete("table")
    @hand.autocomplete("table")
    @sort.autocomplete("table")
    @suggests
    async def _own(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await suggest_own(interaction, current)

    @act.autocomplete("table")
    @suggests
    async def _any(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await suggest_any(interaction, current)


# ---------------------------------------------------------------------- presses


@handles(ids.PLAY)
async def pressed(press: Pressed) -> None:
    """A button of a hand."""
    option = read_option(press.parts["option"])
    await act_by_press(
        press.interaction,
        TableId(press.parts["table"]),
        press.parts["prompt"],
        _read_action(option.text),
        confirmed=option.confirmed,
    )


@handles(ids.TILES)
async def picked(press: Pressed) -> None:
    """A menu of tiles, or of moves where there are too many for buttons."""
    name = press.parts["option"]
    action = _read_action(press.values[0]) if name == "-" else ids.picked(name, list(press.values))
    table, prompt = TableId(press.parts["table"]), press.parts["prompt"]
    await act_by_press(press.interaction, table, prompt, action, confirmed=False)


def _read_action(words: str) -> Action:
    try:
        return parse_action(words)
    except NotationError as fault:
        raise Sorry("sorry.old_button") from fault


async def refresh(interaction: discord.Interaction, board: Board) -> None:
    """Show the hand in the message of the button as it is now."""
    async with Answer(interaction) as answer:
        await refreshed(answer, board.id)
