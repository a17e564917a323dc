"""``/privacy``: what is kept about a person, and having their name removed while all sums stay."""

import dataclasses
import io
import json
from typing import Final

import discord
from discord import ButtonStyle
from discord.ext import commands

from bot.tables.ledger import Period
from bot.tables.ledger_values import AllTime, account_of
from bot.tables.ports import PersonData
from bot.texts import text
from bot.ui.answer import Answer
from bot.ui.commanding import command
from bot.ui.errors import Sorry, language_for
from bot.ui.exporting import bundled, export_papers
from bot.ui.house import HouseBot
from bot.ui.ledgerask import Question
from bot.ui.post import Button, Paper, Post
from bot.ui.press import Pressed, handles
from bot.ui.translate import about, name_of

FORGET: Final = r"y:forget:(?P<user>\d+)"


class PrivacyCog(commands.GroupCog, group_name=name_of("privacy"), group_description=about("privacy")):
    """``/privacy``."""

    def __init__(self, bot: HouseBot) -> None:
        self.bot = bot

    @command("privacy.data")
    async def data(self, interaction: discord.Interaction) -> None:
        """Everything that is kept about oneself, as files, seen by nobody else."""
        async with Answer(interaction) as answer:
            await answer.defer()
            house, user = answer.house, interaction.user.id
            language = await language_for(interaction)
            data = await house.store.settings.person_data(user)
            papers = [Paper("settings.json", _data_text(data).encode())]
            for guild in await house.store.ledger.guilds():
                question = Question(house, guild, language, Period.ALL, None, account_of(user))
                found, count = await export_papers(question, AllTime())
                if count:
                    papers += found
            await answer.show(Post(text(language, "own_data.data"), papers=bundled(papers)))

    @command("privacy.forget")
    async def forget(self, interaction: discord.Interaction) -> None:
        """Have one's name removed; asked once more, because nobody can undo it."""
        async with Answer(interaction) as answer:
            language = await language_for(interaction)
            yes = Button(text(language, "own_data.yes"), f"y:forget:{interaction.user.id}", 0, ButtonStyle.danger)
            await answer.show(Post(text(language, "own_data.confirm"), controls=(yes,)))


def _data_text(data: PersonData) -> str:
    whole = {**dataclasses.asdict(data), "settings": json.loads(data.settings)}
    out = io.StringIO()
    json.dump(whole, out, ensure_ascii=False, indent=1)
    return out.getvalue() + "\n"


@handles(FORGET)
async def forgotten(pressed: Pressed) -> None:
    """The name goes, the sums stay. Whoever still plays somewhere has to leave first."""
    interaction = pressed.interaction
    user = interaction.user.id
    async with Answer(interaction) as answer:
        house = answer.house
        if int(pressed.parts["user"]) != user:
            raise Sorry("sorry.old_button")
        if (await house.store.settings.person_data(user)).open_tables:
            raise Sorry("sorry.leave_first")
        language = await language_for(interaction)
        done = await house.store.settings.forget(user)
        house.people.forget(user)
        await house.tables.preferences_changed(user)
        await answer.edit(Post(text(language, "own_data.done", count=done.accounts)))
