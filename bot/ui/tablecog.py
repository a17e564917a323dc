"""The commands about a table: open, join, leave, start, and all that is decided about it."""

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.rules import REGISTRY
from bot.tables.api import Board, Done, NewTable
from bot.tables.deadline import SLOW_SECONDS
from bot.tables.meta import CHAIRS, Points, Presence, VoteKind, Where
from bot.texts import text
from bot.ui import verbs
from bot.ui.answer import Answer
from bot.ui.commanding import command
from bot.ui.errors import Sorry, language_for, suggests
from bot.ui.house import HouseBot, house_of
from bot.ui.playing import told
from bot.ui.post import OPTIONS
from bot.ui.presets import find_preset, preset_choices
from bot.ui.quiethours import hours_choices, hours_of
from bot.ui.translate import about, name_of
from bot.ui.which import any_table, own_table, suggest_any, suggest_own
from bot.ui.words import rules_name

LENGTHS = (1, 2, 4, 8, 16)
NO_END = 0
MOST_SECONDS = 7 * 24 * 3600
LEAST_TURN, LEAST_CLAIM = 10, 2


def rule_choices() -> list[app_commands.Choice[str]]:
    """The rule sets to choose from."""
    return [
        app_commands.Choice(name=app_commands.locale_str(rules_name("en", rules), key=f"{rules}.name"), value=rules)
        for rules in REGISTRY
    ][:OPTIONS]


class TableCog(commands.GroupCog, group_name=name_of("table"), group_description=about("table")):
    """``/table``."""

    def __init__(self, bot: HouseBot) -> None:
        self.bot = bot

    @command("table.open")
    @app_commands.choices(rules=rule_choices())
    async def open(
        self,
        interaction: discord.Interaction,
        rules: str | None = None,
        preset: str | None = None,
        length: app_commands.Range[int, NO_END, 64] | None = None,
        turn: app_commands.Range[int, 0, MOST_SECONDS] | None = None,
        claim: app_commands.Range[int, 0, MOST_SECONDS] | None = None,
        language: Literal["zh", "en"] | None = None,
        friendly: bool = False,
        thread: bool = False,
        bots: app_commands.Range[int, 0, 3] = 0,
        quiet: str | None = None,
    ) -> None:
        """A lobby in this channel, with computer players where some are asked for; in private a practice table."""
        async with Answer(interaction) as answer:
            house = answer.house
            missing = verbs.missing_permissions(interaction, thread=thread)
            if missing:
                raise Sorry("sorry.permissions", names=", ".join(missing))
            rules = rules or next(iter(REGISTRY))
            chosen = await find_preset(house, interaction.guild_id, rules, preset)
            new = NewTable(
                where=await _where(interaction, rules, thread=thread),
                host=interaction.user.id,
                rules=rules,
                preset=chosen.builtin,
                options=chosen.options,
                length=1 if length is None else length or None,
                language=language or await language_for(interaction),
                turn_seconds=_clock(turn, house.settings.turn_seconds, LEAST_TURN),
                claim_seconds=_clock(claim, _usual_claim(turn, house.settings.claim_seconds), LEAST_CLAIM),
                points=Points.FRIENDLY if friendly or interaction.guild_id is None else Points.COUNTED,
                throw=str(interaction.id),
                quiet=None if quiet is None else hours_of(quiet),
            )
            reply = await house.tables.open(new)
            if isinstance(reply, Done) and interaction.guild_id is not None:
                for _ in range(bots):
                    await house.tables.add_bot(reply.table, interaction.user.id)
                if bots == CHAIRS - 1:
                    await house.tables.start(reply.table, interaction.user.id)
            done = "say.practice" if interaction.guild_id is None else "say.opened"
            await told(answer, reply, done, rules)

    @command("table.join")
    async def join(self, interaction: discord.Interaction, table: str | None = None) -> None:
        """Sit down, or come back."""
        await verbs.join(interaction, any_table(interaction, table))

    @command("table.leave")
    async def leave(self, interaction: discord.Interaction, table: str | None = None) -> None:
        """Get up."""
        await verbs.leave(interaction, own_table(interaction, table))

    @command("table.start")
    async def start(self, interaction: discord.Interaction, table: str | None = None) -> None:
        """Begin; with free seats it is asked first whether computer players take them. Between two hands: be ready."""
        board = any_table(interaction, table)
        between = board.view is not None and not board.view.running and not board.view.over
        if between and interaction.user.id in board.meta.people():
            await verbs.ready(interaction, board)
        else:
            await verbs.start(interaction, board)

    @command("table.add-bot")
    async def add_bot(self, interaction: discord.Interaction, table: str | None = None) -> None:
        """Seat a computer player."""
        await verbs.add_bot(interaction, any_table(interaction, table))

    @command("table.kick")
    async def kick(
        self, interaction: discord.Interaction, person: discord.User | None = None, table: str | None = None
    ) -> None:
        """Remove a person, or without one a computer player."""
        board = any_table(interaction, table)
        async with Answer(interaction) as answer:
            target = None if person is None or person == interaction.client.user else person.id
            tables = answer.house.tables
            reply = await tables.kick(board.id, interaction.user.id, target)
            now = tables.board(board.id)
            if person is not None and now is not None and any(vote.target == target for vote in now.meta.votes):
                await verbs.voted(answer, board, reply, VoteKind.AWAY, person)
            else:
                await told(answer, reply, _kicked(now, target), board.meta.rules)

    @command("table.status")
    async def status(self, interaction: discord.Interaction, table: str | None = None) -> None:
        """Show the table here, and post it anew in its channel."""
        board = any_table(interaction, table)
        async with Answer(interaction) as answer:
            board = await self._moved_here(interaction, board)
            await answer.show(await verbs.status_post(interaction, board))
            if board.where.guild is not None and interaction.guild_id == board.where.guild:
                answer.house.desk.again(board)

    async def _moved_here(self, interaction: discord.Interaction, board: Board) -> Board:
        """A table whose channel can't be used goes on where one of its players asks for it."""
        house = house_of(interaction)
        here = interaction.channel_id
        if (
            not house.desk.is_homeless(board)
            or here is None
            or interaction.guild_id != board.where.guild
            or interaction.user.id not in board.meta.people()
            or verbs.missing_permissions(interaction, thread=False)
        ):
            return board
        await house.tables.moved(board.id, Where(board.where.guild, here))
        return house.tables.board(board.id) or board

    @command("table.end")
    async def end(self, interaction: discord.Interaction, table: str | None = None) -> None:
        """End the table; a player of a running one calls a vote."""
        await verbs.end(interaction, any_table(interaction, table))

    @command("table.pause")
    async def pause(self, interaction: discord.Interaction, table: str | None = None) -> None:
        """Be for a pause."""
        await verbs.vote(interaction, own_table(interaction, table, lambda _screen: True), VoteKind.PAUSE)

    @command("table.resume")
    async def resume(self, interaction: discord.Interaction, table: str | None = None) -> None:
        """Go on after a pause."""
        await verbs.resume(interaction, own_table(interaction, table, lambda screen: screen.board.meta.paused))

    @command("table.again")
    async def again(self, interaction: discord.Interaction, table: str | None = None) -> None:
        """The same seats play another match."""
        await verbs.again(interaction, own_table(interaction, table, lambda screen: screen.view.over))

    @command("table.undo")
    async def undo(self, interaction: discord.Interaction, table: str | None = None) -> None:
        """Be for taking back the points of the last hand."""
        await verbs.vote(interaction, own_table(interaction, table, lambda _screen: True), VoteKind.UNDO)

    @command("table.options")
    async def options(self, interaction: discord.Interaction, table: str | None = None) -> None:
        """What is agreed; the host of a lobby changes it here."""
        await verbs.options(interaction, any_table(interaction, table))

    # ------------------------------------------------------------------ autocomplete

    @open.autocomplete("preset")
    @suggests
    async def _presets(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        rules = getattr(interaction.namespace, "rules", None) or ""
        language = await language_for(interaction)
        return await preset_choices(house_of(interaction), interaction.guild_id, rules, language, current)

    @open.autocomplete("quiet")
    @suggests
    async def _quiet(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return hours_choices(await language_for(interaction), current)

    @leave.autocomplete("table")
    @pause.autocomplete("table")
    @resume.autocomplete("table")
    @again.autocomplete("table")
    @undo.autocomplete("table")
    @suggests
    async def _own(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await suggest_own(interaction, current)

    @join.autocomplete("table")
    @start.autocomplete("table")
    @add_bot.autocomplete("table")
    @kick.autocomplete("table")
    @status.autocomplete("table")
    @end.autocomplete("table")
    @options.autocomplete("table")
    @suggests
    async def _any(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await suggest_any(interaction, current)


def _kicked(board: Board | None, target: int | None) -> str:
    """What came of removing somebody: the seat is free, or the table plays for them."""
    if board is None or target is None:
        return "say.kicked"
    number = board.meta.chair_of(target)
    chair = None if number is None else board.meta.chairs[number]
    return "say.played_for" if chair is not None and chair.presence is Presence.AUTO else "say.kicked"


def _clock(chosen: int | None, usual: int | None, least: int) -> int | None:
    if chosen and chosen < least:
        raise Sorry("sorry.clock", least=least)
    return usual if chosen is None else chosen or None


def _usual_claim(turn: int | None, usual: int | None) -> int | None:
    """Whoever looks in once a day can't claim within seconds: at a slow table claims may take as long as turns."""
    return turn if turn and turn >= SLOW_SECONDS else usual


async def _where(interaction: discord.Interaction, rules: str, *, thread: bool) -> Where:
    """Where the new table stands: this channel or thread, or a thread of its own in it."""
    channel = interaction.channel
    here = interaction.channel_id or 0
    if interaction.guild_id is None:
        return Where(None, here)
    if isinstance(channel, discord.Thread):
        return Where(interaction.guild_id, channel.parent_id, channel.id)
    if thread and isinstance(channel, discord.TextChannel):
        language = await language_for(interaction)
        name = text(language, "lobby.thread", rules=rules_name(language, rules), name=interaction.user.display_name)
        made = await channel.create_thread(name=name[:100], type=discord.ChannelType.public_thread)
        return Where(interaction.guild_id, here, made.id)
    return Where(interaction.guild_id, here)
