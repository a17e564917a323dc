"""``/help``, ``/rules`` and ``/score``."""

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.score import ScoreError, answer, read_request
from bot.rules import REGISTRY
from bot.texts import Language, line_names, rule_text, text
from bot.ui.answer import Answer
from bot.ui.commanding import command
from bot.ui.errors import Sorry, language_for
from bot.ui.house import HouseBot, house_of
from bot.ui.post import Post
from bot.ui.rulespost import rules_post
from bot.ui.scoring import hand_request, scored
from bot.ui.tablecog import rule_choices
from bot.ui.words import has_text

HELP_PAGES = 4


class HelpCog(commands.Cog):
    """What somebody asks who wants to know."""

    def __init__(self, bot: HouseBot) -> None:
        self.bot = bot

    @command("help")
    async def help(self, interaction: discord.Interaction) -> None:
        """How to play here."""
        async with Answer(interaction) as answer_:
            await answer_.show(help_post(await language_for(interaction)))

    @command("rules")
    @app_commands.choices(rules=rule_choices())
    async def rules(self, interaction: discord.Interaction, rules: str | None = None) -> None:
        """The rules of a game; without one those of the table here, with its options."""
        async with Answer(interaction) as answer_:
            language = await language_for(interaction)
            tables = house_of(interaction).tables
            boards = (*tables.in_channel(interaction.channel_id or 0), *tables.of_user(interaction.user.id))
            if rules is None and boards:
                await answer_.show(rules_post(language, boards[0].meta.rules, 0, boards[0]))
            else:
                await answer_.show(rules_post(language, rules or next(iter(REGISTRY)), 0))

    @command("score")
    @app_commands.choices(rules=rule_choices())
    async def score(
        self,
        interaction: discord.Interaction,
        rules: str,
        hand: str,
        tile: str | None = None,
        by: Literal["self", "discard", "rob"] = "self",
        wild: str | None = None,
        dealer: bool = False,
        streak: app_commands.Range[int, 1, 99] = 1,
        flags: str | None = None,
        options: str | None = None,
    ) -> None:
        """What a hand would be worth, and who would pay; without a winning tile what it waits for."""
        async with Answer(interaction) as answer_:
            language = await language_for(interaction)
            data = hand_request(
                rules, hand, tile=tile, by=by, wild=wild, dealer=dealer, streak=streak, flags=flags, options=options
            )
            try:
                request = read_request(REGISTRY, data)
            except ScoreError as fault:
                raise Sorry("sorry.score", reason=score_fault(language, fault)) from fault
            found = answer(request, line_names)
            await answer_.show(Post(scored(language, request, found)))


def score_fault(language: Language, fault: ScoreError) -> str:
    """What is impossible about a hand, in words where there are any."""
    key = f"score.{fault.reason}"
    if has_text(language, "", key):
        return text(language, key, **fault.details)
    rules, _, slug = fault.reason.partition(".")
    own = f"reason.{slug}"
    if slug and has_text(language, rules, own):
        return rule_text(language, rules, own, **fault.details)
    return text(language, "scored.impossible")


def help_post(language: Language) -> Post:
    """How to play here."""
    pages = [text(language, f"help.{number}") for number in range(1, HELP_PAGES + 1)]
    return Post("\n\n".join(pages))
