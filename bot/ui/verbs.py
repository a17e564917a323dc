"""What can be done about a table by a button: join, leave, start, ready, vote and the rest."""

from collections.abc import Awaitable, Callable

import discord

from bot.engine.actions import parse_action
from bot.engine.notation import NotationError
from bot.tables.api import Board, Confirm, Done, Refused, Reply
from bot.tables.meta import VoteKind
from bot.tables.ports import TableId, TableStatus
from bot.texts import text
from bot.ui import ids
from bot.ui.answer import Answer
from bot.ui.boardpost import board_post
from bot.ui.errors import Sorry, language_for
from bot.ui.handbuttons import ACTS
from bot.ui.handpost import table_shot
from bot.ui.house import house_of
from bot.ui.ids import Verb, verb_id
from bot.ui.names import shown
from bot.ui.optionmenu import options_post
from bot.ui.playing import act_by_press, hand_now, refreshed, screen_of, told
from bot.ui.post import Button, Post
from bot.ui.press import Pressed, handles
from bot.ui.rulespost import rules_post
from bot.ui.votelines import decision
from bot.ui.which import board_of
from bot.ui.words import refusal, rules_name

ROLE = "ledger_role"
"""The key of the role, in a server's settings, that may end tables and correct the ledger."""

NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")
NEEDED_IN_THREADS = ("create_public_threads", "send_messages_in_threads")


def missing_permissions(interaction: discord.Interaction, *, thread: bool) -> list[str]:
    """The permissions that the bot needs in the channel and hasn't got, as Discord calls them."""
    if interaction.guild_id is None:
        return []
    has = interaction.app_permissions
    inside = isinstance(interaction.channel, discord.Thread)
    needed = [name for name in NEEDED if not (inside and name == "send_messages")]
    needed += NEEDED_IN_THREADS if thread else (NEEDED_IN_THREADS[1:] if inside else ())
    return [name.replace("_", " ") for name in needed if not getattr(has, name)]


async def join(interaction: discord.Interaction, board: Board) -> None:
    """Sit down, or come back."""
    async with Answer(interaction) as answer:
        house, user = answer.house, interaction.user
        reply = await house.tables.join(board.id, user.id, str(interaction.id))
        now = house.tables.board(board.id)
        if isinstance(reply, Done) and now is not None and user.id in now.meta.guests:
            await house.desk.ask_for_seat(now, user.display_name, user.id)
            await told(answer, reply, "say.asked_for_seat", board.meta.rules)
        else:
            await told(answer, reply, "say.joined", board.meta.rules)


@handles(ids.ADMIT)
async def admitted(press: Pressed) -> None:
    """Somebody at the table agrees that a guest takes over from a computer player."""
    interaction = press.interaction
    async with Answer(interaction) as answer:
        house, guest = answer.house, int(press.parts["guest"])
        board = board_of(house, press.parts["table"])
        reply = await house.tables.admit(board.id, interaction.user.id, guest)
        if not isinstance(reply, Done):
            await answer.say(refusal(await language_for(interaction), reply, board.meta.rules))
            return
        await house.people.load_names(board.where.guild, (guest,))
        words = text(board.meta.language, "lobby.admitted", name=shown(house.person_name(board, guest)))
        await answer.edit_text(Post(words))


async def leave(interaction: discord.Interaction, board: Board, *, confirmed: bool = False) -> None:
    """Get up, after a warning where it costs something."""
    async with Answer(interaction) as answer:
        reply = await answer.house.tables.leave(board.id, interaction.user.id, confirmed=confirmed)
        await _answered(answer, board, reply, Verb.LEAVE, "say.left")


async def start(interaction: discord.Interaction, board: Board) -> None:
    """Begin; with free seats it is asked first whether computer players take them."""
    async with Answer(interaction) as answer:
        reply = await answer.house.tables.start(board.id, interaction.user.id)
        if isinstance(reply, Refused) and reply.reason == "seats_free":
            language = await language_for(interaction)
            fill = Button(text(language, "button.fill"), verb_id(board.id, Verb.FILL), 0, discord.ButtonStyle.success)
            call = Button(text(language, "button.call"), verb_id(board.id, Verb.CALL), 0)
            await answer.show(Post(refusal(language, reply, board.meta.rules), controls=(fill, call)))
            return
        await told(answer, reply, "say.started", board.meta.rules)


async def fill(interaction: discord.Interaction, board: Board) -> None:
    """Begin with computer players in the free seats."""
    async with Answer(interaction) as answer:
        reply = await answer.house.tables.start(board.id, interaction.user.id, fill=True)
        await _settled(answer, board, reply, "say.started")


async def add_bot(interaction: discord.Interaction, board: Board) -> None:
    """Seat a computer player."""
    async with Answer(interaction) as answer:
        reply = await answer.house.tables.add_bot(board.id, interaction.user.id)
        await told(answer, reply, "say.bot_added", board.meta.rules)


async def options(interaction: discord.Interaction, board: Board) -> None:
    """What is agreed."""
    async with Answer(interaction) as answer:
        await answer.show(await options_post(interaction, board, 0))


async def call(interaction: discord.Interaction, board: Board) -> None:
    """Tell the channel that somebody is missing, in a running match that a computer player would make room."""
    async with Answer(interaction) as answer:
        reply = await answer.house.tables.call(board.id, interaction.user.id)
        if isinstance(reply, Done):
            if answer.house.desk.called_lately(board):
                raise Sorry("sorry.called_lately")
            free = board.meta.wanted() if board.status is TableStatus.RUNNING else board.meta.chairs.count(None)
            await answer.house.desk.call(board, interaction.user.display_name, free)
        if board.status is TableStatus.LOBBY:
            await _settled(answer, board, reply, "say.called")
        else:
            await told(answer, reply, "say.called", board.meta.rules)


async def hand(interaction: discord.Interaction, board: Board) -> None:
    """One's own hand, seen by its owner alone."""
    async with Answer(interaction) as answer:
        screen = screen_of(answer.house, board.id, interaction.user.id)
        await answer.show(await hand_now(interaction, screen))
        answer.house.desk.hand(board, interaction.user.id).try_again()


async def table(interaction: discord.Interaction, board: Board) -> None:
    """The table as everybody sees it."""
    async with Answer(interaction) as answer:
        await answer.show(await status_post(interaction, board))


async def refresh(interaction: discord.Interaction, board: Board) -> None:
    """The message of the button shows the hand as it is now."""
    async with Answer(interaction) as answer:
        await refreshed(answer, board.id)


async def ready(interaction: discord.Interaction, board: Board) -> None:
    """Ready for the next hand."""
    async with Answer(interaction) as answer:
        reply = await answer.house.tables.ready(board.id, interaction.user.id, str(interaction.id))
        if isinstance(reply, Done) and interaction.type is discord.InteractionType.component:
            await answer.done()
        else:
            await told(answer, reply, "say.ready", board.meta.rules)


async def back(interaction: discord.Interaction, board: Board) -> None:
    """Take one's seat over again."""
    async with Answer(interaction) as answer:
        reply = await answer.house.tables.back(board.id, interaction.user.id)
        await told(answer, reply, "say.back", board.meta.rules)


async def again(interaction: discord.Interaction, board: Board) -> None:
    """The same seats play another match."""
    async with Answer(interaction) as answer:
        reply = await answer.house.tables.again(board.id, interaction.user.id, str(interaction.id))
        await told(answer, reply, "say.again", board.meta.rules)


async def resume(interaction: discord.Interaction, board: Board) -> None:
    """Go on after a pause."""
    async with Answer(interaction) as answer:
        reply = await answer.house.tables.resume(board.id, interaction.user.id)
        await told(answer, reply, "say.resumed", board.meta.rules)


async def vote(interaction: discord.Interaction, board: Board, kind: VoteKind) -> None:
    """Be for something."""
    async with Answer(interaction) as answer:
        reply = await answer.house.tables.vote(board.id, interaction.user.id, kind)
        await voted(answer, board, reply, kind)


async def voted(
    answer: Answer, board: Board, reply: Reply, kind: VoteKind, about: discord.abc.User | None = None
) -> None:
    """Say how a vote stands, or that enough are for it."""
    language, now = await language_for(answer.interaction), answer.house.tables.board(board.id)
    votes = () if now is None else now.meta.votes
    of = (kind, None if about is None else about.id)
    what = decision(language, kind, "" if about is None else about.display_name)
    for vote in votes:
        if now is not None and (vote.kind, vote.target) == of:
            ayes, needed = len(vote.ayes), now.meta.needed(vote)
            await told(answer, reply, "say.voted", board.meta.rules, what=what, ayes=ayes, needed=needed)
            return
    await told(answer, reply, "say.decided", board.meta.rules, what=what)


async def rules(interaction: discord.Interaction, board: Board) -> None:
    """The rules of the table."""
    async with Answer(interaction) as answer:
        language = await language_for(interaction)
        await answer.show(rules_post(language, board.meta.rules, 0, board))


async def _answered(answer: Answer, board: Board, reply: Reply, verb: Verb, done: str) -> None:
    if isinstance(reply, Confirm):
        await answer.show(await confirmation(answer.interaction, board, reply, verb))
    else:
        await _settled(answer, board, reply, done)


async def _settled(answer: Answer, board: Board, reply: Reply, done: str) -> None:
    """Say what came of it, in the place of the question where there was one."""
    if isinstance(reply, Done):
        await answer.settle(text(await language_for(answer.interaction), done))
    else:
        await told(answer, reply, done, board.meta.rules)


def is_manager(interaction: discord.Interaction) -> bool:
    """Whether the person may manage the server."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


async def answers_for_server(interaction: discord.Interaction) -> bool:
    """Whether the person may manage the server, or has the role that its managers named."""
    if interaction.guild_id is None:
        return False
    role = (await house_of(interaction).people.server(interaction.guild_id)).get(ROLE)
    return is_manager(interaction) or role in [each.id for each in getattr(interaction.user, "roles", ())]


async def end(interaction: discord.Interaction, board: Board, *, confirmed: bool = False) -> None:
    """End a table: the host a lobby or a finished match, a manager any; a player of a running one calls a vote."""
    async with Answer(interaction) as answer:
        user, tables = interaction.user.id, answer.house.tables
        manager = interaction.guild_id == board.where.guild and await answers_for_server(interaction)
        reply = await tables.end(board.id, user, manager=manager, confirmed=confirmed)
        if isinstance(reply, Refused) and reply.reason == "end_by_vote":
            reply = await tables.vote(board.id, user, VoteKind.END)
            await voted(answer, board, reply, VoteKind.END)
            return
        await _answered(answer, board, reply, Verb.END, "say.ended")


async def status_post(interaction: discord.Interaction, board: Board) -> Post:
    """A table as everybody sees it, for one reader."""
    house = house_of(interaction)
    await house.people.load_names(board.where.guild, board.meta.everybody())
    if board.view is None:
        return Post(board_post(house, board).content)
    reader = await house.private_reader(interaction.user.id, interaction.locale.value)
    return Post(board_post(house, board).content, (table_shot(board, board.view, reader),))


async def confirmation(interaction: discord.Interaction, board: Board, asked: Confirm, verb: Verb) -> Post:
    """A question whether to do it."""
    language = await language_for(interaction)
    return Post(
        refusal(language, asked, board.meta.rules),
        controls=(
            Button(
                text(language, "button.yes"), verb_id(board.id, verb, confirmed=True), 0, discord.ButtonStyle.danger
            ),
            Button(text(language, "button.no"), verb_id(board.id, Verb.NOTHING), 0),
        ),
    )


async def nothing(interaction: discord.Interaction, board: Board) -> None:
    """It was only a question."""
    async with Answer(interaction) as answer:
        language = await language_for(interaction)
        await answer.edit_text(Post(text(language, "say.nothing", rules=rules_name(language, board.meta.rules))))


async def _vote_end(interaction: discord.Interaction, board: Board) -> None:
    await vote(interaction, board, VoteKind.END)


async def _vote_pause(interaction: discord.Interaction, board: Board) -> None:
    await vote(interaction, board, VoteKind.PAUSE)


_VERBS: dict[Verb, Callable[[discord.Interaction, Board], Awaitable[None]]] = {
    Verb.JOIN: join,
    Verb.ADD_BOT: add_bot,
    Verb.START: start,
    Verb.FILL: fill,
    Verb.OPTIONS: options,
    Verb.CALL: call,
    Verb.HAND: hand,
    Verb.TABLE: table,
    Verb.REFRESH: refresh,
    Verb.READY: ready,
    Verb.BACK: back,
    Verb.AGAIN: again,
    Verb.RESUME: resume,
    Verb.VOTE_END: _vote_end,
    Verb.VOTE_PAUSE: _vote_pause,
    Verb.RULES: rules,
    Verb.NOTHING: nothing,
}


async def perform(interaction: discord.Interaction, table_id: str, name: str, *, confirmed: bool) -> None:
    """Do what a button about a table is for."""
    if name not in set(Verb):
        raise Sorry("sorry.old_button")
    board = board_of(house_of(interaction), table_id)
    match Verb(name):
        case Verb.LEAVE:
            await leave(interaction, board, confirmed=confirmed)
        case Verb.END:
            await end(interaction, board, confirmed=confirmed)
        case verb:
            await _VERBS[verb](interaction, board)


@handles(ids.VERB)
async def pressed(press: Pressed) -> None:
    """A button about a table."""
    confirmed = bool(press.parts["confirmed"])
    await perform(press.interaction, press.parts["table"], press.parts["option"], confirmed=confirmed)


@handles(ids.MENU)
async def chosen(press: Pressed) -> None:
    """The menu of a hand: something that the rules allow at any time, or something about the table."""
    value, table_id = press.values[0], press.parts["table"]
    if not value.startswith(ACTS):
        await perform(press.interaction, table_id, value, confirmed=False)
        return
    try:
        action = parse_action(value.removeprefix(ACTS))
    except NotationError as fault:
        raise Sorry("sorry.old_button") from fault
    await act_by_press(press.interaction, TableId(table_id), press.parts["standing"], action, confirmed=False)
