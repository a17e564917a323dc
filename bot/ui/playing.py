"""What presses and commands of play have in common: one door, one way to answer."""

from collections.abc import Iterable, Sequence

import discord

from bot.engine.actions import Action, Discard
from bot.tables.api import Board, Confirm, Done, ReadyBy, Refused, Reply, Screen
from bot.tables.ports import TableId
from bot.texts import Language, text
from bot.ui.answer import Answer
from bot.ui.errors import UNANSWERED, Sorry, language_for
from bot.ui.handbuttons import MENU_ROW
from bot.ui.house import House, house_of
from bot.ui.ids import Verb, play_id, verb_id
from bot.ui.post import Button, Control, Post
from bot.ui.sheets import HandSheet
from bot.ui.words import action_label, refusal


def screen_of(house: House, table: TableId, user: int) -> Screen:
    """The hand of a player. Raises ``Sorry`` for somebody who doesn't play there, and before the first deal."""
    screen = house.tables.screen(table, user)
    if screen is not None:
        return screen
    board = house.tables.board(table)
    if board is None:
        raise Sorry("sorry.table_gone")
    raise Sorry("sorry.not_dealt" if user in board.meta.people() else "sorry.not_your_table")


async def hand_now(interaction: discord.Interaction, screen: Screen, ready_by: Sequence[ReadyBy] | None = None) -> Post:
    """The hand as it is shown now, in the reader's language; ``ready_by`` where it is asked for."""
    house = house_of(interaction)
    await house.people.load_names(screen.board.where.guild, screen.board.meta.everybody())
    sheet = house.desk.hand(screen.board, interaction.user.id)
    return await sheet.post(screen, interaction.locale.value, ready_by)


async def act_by_command(interaction: discord.Interaction, board: Board, action: Action) -> None:
    """A command that acts: it answers the question at the moment of its arrival."""
    async with Answer(interaction) as answer:
        house = answer.house
        reply = await house.tables.act(board.id, interaction.user.id, action, interaction=interaction.id)
        language = await language_for(interaction)
        match reply:
            case Done():
                await _did(answer, board, action, language)
            case Confirm():
                screen = screen_of(house, board.id, interaction.user.id)
                prompt = screen.prompt if action in _asked(screen) else screen.standing
                words = refusal(language, reply, board.meta.rules)
                await answer.show(Post(words, controls=yes_no(language, board.id, prompt, action)))
            case Refused():
                await answer.say(refusal(language, reply, board.meta.rules))
        if not isinstance(reply, Confirm) and house.tables.board(board.id) is not None:
            await house.desk.hand(board, interaction.user.id).only_answer(interaction)


async def _did(answer: Answer, board: Board, action: Action, language: Language) -> None:
    house, user = answer.house, answer.interaction.user.id
    screen = house.tables.screen(board.id, user)
    if screen is not None and house.desk.hand(board, user).closed:
        await answer.show(await hand_now(answer.interaction, screen))
        return
    await answer.say(text(language, "say.did", action=action_label(language, board.meta.rules, action)))


async def act_by_press(
    interaction: discord.Interaction, table: TableId, prompt: str, action: Action, *, confirmed: bool
) -> None:
    """A press of a button of a hand: it answers the question that stood over the button."""
    house, user = house_of(interaction), interaction.user.id
    screen = screen_of(house, table, user)
    sheet = house.desk.hand(screen.board, user)
    async with Answer(interaction) as answer:
        language = await language_for(interaction)
        if await _asks_first(house, user, screen, prompt, action) and not confirmed:
            words = text(language, "confirm.discard", tile=action_label(language, screen.view.rules, action))
            await _ask(answer, sheet, Post(words, controls=yes_no(language, table, prompt, action)))
            return
        with sheet.held():
            reply = await house.tables.act(
                table, user, action, prompt=prompt, interaction=interaction.id, confirmed=confirmed
            )
            match reply:
                case Done():
                    await refreshed(answer, table)
                case Confirm():
                    words = refusal(language, reply, screen.view.rules)
                    await _ask(answer, sheet, Post(words, controls=yes_no(language, table, prompt, action)))
                case Refused():
                    await refused(answer, reply, language, screen)


async def _ask(answer: Answer, sheet: HandSheet, post: Post) -> None:
    """Put a question in the place of the hand's words; the next change shows the hand again."""
    message = answer.interaction.message
    if message is not None and message.id == sheet.message:
        sheet.last = None
    await answer.edit_text(post)


async def refused(answer: Answer, reply: Refused, language: Language, screen: Screen) -> None:
    """Say why not. An old message loses its buttons; the newest one is shown as it is now."""
    message = answer.interaction.message
    house, user = answer.house, answer.interaction.user.id
    sheet = house.desk.hand(screen.board, user)
    words = refusal(language, reply, screen.view.rules)
    if message is None or reply.reason != "stale":
        await answer.say(words)
        return
    if message.flags.ephemeral or message.id == sheet.message:
        await refreshed(answer, screen.board.id)
    else:
        await answer.edit_text(Post(message.content))
    await answer.say(words)


async def refreshed(answer: Answer, table: TableId) -> None:
    """The message of the button shows the hand as it is now."""
    house, user, message = answer.house, answer.interaction.user.id, answer.interaction.message
    screen = house.tables.screen(table, user)
    if screen is None:
        await answer.done()
        return
    sheet = house.desk.hand(screen.board, user)
    post = await hand_now(answer.interaction, screen)
    ephemeral = message is not None and message.flags.ephemeral
    if message is not None and message.id != sheet.message and not ephemeral:
        await answer.edit_text(Post(message.content))
        return
    if ephemeral:
        await answer.edit(post)
    else:
        await _edited(answer, sheet, screen, post)


async def _edited(answer: Answer, sheet: HandSheet, screen: Screen, post: Post) -> None:
    """The sheet's own message is changed by the answer, perhaps while the sheet changes it as well."""
    crossed = sheet.sending
    try:
        await answer.edit(post)
    except UNANSWERED:
        sheet.doubt()
        raise
    await sheet.answered(screen, post)
    if crossed or sheet.sending:
        sheet.doubt()


async def _asks_first(house: House, user: int, screen: Screen, prompt: str, action: Action) -> bool:
    if not isinstance(action, Discard) or prompt != screen.prompt or action not in _asked(screen):
        return False
    return (await house.people.preferences(user)).confirm_discard


def _asked(screen: Screen) -> Sequence[Action]:
    return () if screen.view.own is None else screen.view.own.asked


def yes_no(language: Language, table: TableId, prompt: str, action: Action) -> tuple[Control, ...]:
    """The two buttons under a question whether to do it."""
    return (
        Button(
            text(language, "button.yes"), play_id(table, prompt, action, confirmed=True), 0, discord.ButtonStyle.danger
        ),
        Button(text(language, "button.no"), verb_id(table, Verb.REFRESH), 0),
    )


def choices(language: Language, screen: Screen, actions: Iterable[Action]) -> Post:
    """A question which of several moves is meant."""
    buttons = [
        Button(
            action_label(language, screen.view.rules, action),
            play_id(screen.board.id, screen.prompt, action),
            place // 5,
        )
        for place, action in enumerate(actions)
    ]
    return Post(text(language, "say.which_move"), controls=tuple(buttons[: MENU_ROW * 5]))


async def told(answer: Answer, reply: Reply, done: str, rules: str = "", **values: str | int) -> bool:
    """Say what came of something that concerns the table; True where it is done."""
    language = await language_for(answer.interaction)
    if isinstance(reply, Done):
        await answer.say(text(language, done, **values))
        return True
    await answer.say(refusal(language, reply, rules))
    return False
