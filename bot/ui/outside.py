"""What people who don't play can do at a table: the button on its board, and which number they take."""

import secrets
from typing import Final

import discord

from bot.engine.actions import Special
from bot.engine.ruleset import OutsideOffer
from bot.tables.api import Board, Done
from bot.texts import Language, rule_text, text
from bot.ui import ids
from bot.ui.answer import Answer
from bot.ui.errors import Sorry, guarded, language_for
from bot.ui.house import house_of
from bot.ui.ids import outside_id, outside_menu_id
from bot.ui.post import OPTIONS, Button, Choice, Menu, Post
from bot.ui.press import Pressed, handles
from bot.ui.which import board_of
from bot.ui.words import action_label, refusal

DIGITS: Final = 4


async def take(interaction: discord.Interaction, board: Board, special: Special) -> None:
    """Do it, and say what came of it."""
    async with Answer(interaction) as answer:
        language, rules = await language_for(interaction), board.meta.rules
        reply = await answer.house.tables.outside(board.id, interaction.user.id, special, interaction=interaction.id)
        if isinstance(reply, Done):
            await answer.settle(text(language, "say.did", action=action_label(language, rules, special)))
        else:
            await answer.say(refusal(language, reply, rules))


def offer_post(language: Language, board: Board, offer: OutsideOffer) -> Post:
    """Which number it shall be: any, one of a menu, or one that is written."""
    rules, numbers = board.meta.rules, offer.numbers
    spread = numbers[:: -(-len(numbers) // OPTIONS)]
    choices = tuple(
        Choice(action_label(language, rules, Special(offer.name, number=number)), str(number)) for number in spread
    )
    return Post(
        rule_text(language, rules, f"outside.{offer.name}_how", first=numbers[0], last=numbers[-1]),
        controls=(
            Button(
                text(language, "button.any"), outside_id(board.id, offer.name, "any"), 0, discord.ButtonStyle.success
            ),
            Button(text(language, "button.number"), outside_id(board.id, offer.name, "number"), 0),
            Menu(outside_menu_id(board.id, offer.name), text(language, "outside.pick"), choices, 1),
        ),
    )


@handles(ids.OUTSIDE)
async def pressed(press: Pressed) -> None:
    """A button for people who don't play; where it comes too late, the rule set says so."""
    interaction, name = press.interaction, press.parts["name"]
    board = board_of(house_of(interaction), press.parts["table"])
    if board.meta.chair_of(interaction.user.id) is not None:
        raise Sorry("reason.players_cannot_bet")
    offer = None if board.view is None else board.view.offer
    if offer is None or press.parts["how"] == "any":
        await take(interaction, board, Special(name, number=0 if offer is None else secrets.choice(offer.numbers)))
    elif press.parts["how"] == "number":
        await interaction.response.send_modal(NumberModal(await language_for(interaction), board, offer))
    else:
        async with Answer(interaction) as answer:
            await answer.show(offer_post(await language_for(interaction), board, offer))


@handles(ids.OUTSIDE_MENU)
async def picked(press: Pressed) -> None:
    """A number of the menu."""
    board = board_of(house_of(press.interaction), press.parts["table"])
    await take(press.interaction, board, Special(press.parts["name"], number=int(press.values[0])))


class NumberModal(discord.ui.Modal):
    """Asks for a number of one's own."""

    def __init__(self, language: Language, board: Board, offer: OutsideOffer) -> None:
        title = rule_text(language, board.meta.rules, f"outside.{offer.name}")
        super().__init__(title=title[:45], timeout=600)
        self.board, self.name = board, offer.name
        self.value: discord.ui.TextInput[NumberModal] = discord.ui.TextInput(
            label=f"{offer.numbers[0]} – {offer.numbers[-1]}", max_length=DIGITS
        )
        self.add_item(self.value)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        async with guarded(interaction):
            said = self.value.value.strip()
            number = int(said) if said.isdecimal() else -1
            await take(interaction, self.board, Special(self.name, number=number))
