"""Shows the tables: told of every change, it lets the messages of that table be brought up to date."""

import asyncio
from collections.abc import Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import discord

from bot.engine.events import EVERYBODY, Event, HandBegan, HandCalledOff, HandEnded, Noted, WallEmptied, Won
from bot.engine.tiles import Tile
from bot.tables.api import Board
from bot.tables.ports import Message, StoredTable, TableId, TableStatus
from bot.texts import text
from bot.ui.budget import Priority
from bot.ui.handpost import Setting
from bot.ui.ids import Verb, verb_id
from bot.ui.names import shown as shown_name
from bot.ui.pictures import Reader
from bot.ui.post import Button, view_of
from bot.ui.sheet import Sheet, log
from bot.ui.sheets import BoardSheet, CallSheet, HandSheet, ResultSheet, setting_of
from bot.ui.words import call_line, has_text, rules_name

if TYPE_CHECKING:
    from bot.ui.house import House


@dataclass(slots=True)
class _Shown:
    """The messages of one table."""

    board: BoardSheet
    result: ResultSheet
    hands: dict[int, HandSheet] = field(default_factory=dict)
    calls: dict[int, CallSheet] = field(default_factory=dict)

    def sheets(self) -> list[Sheet]:
        return [self.board, self.result, *self.hands.values(), *self.calls.values()]


def _decided(board: Board, events: tuple[Event, ...]) -> bool:
    """Whether a hand has ended, or all but its last settling, which takes a moment longer."""
    rests = board.view is not None and board.view.stage is not None
    return any(
        isinstance(event, HandEnded) or (rests and isinstance(event, Won | WallEmptied)) for event in events
    )


def _calls(board: Board, events: tuple[Event, ...], reader: Reader) -> list[str]:
    """What a rule set wants everybody to notice: a message of its own, unlike all that the board says."""
    language, rules = reader.language, board.meta.rules
    return [
        call_line(language, rules, event, lambda seat: shown_name(reader.name(board, seat)))
        for event in events
        if isinstance(event, Noted) and event.audience == EVERYBODY and has_text(language, rules, f"call.{event.name}")
    ]


class Desk:
    """The listener of the tables. Everything it does, it does in tasks that end when there is nothing to show."""

    def __init__(self) -> None:
        self.house: House
        self._shown: dict[TableId, _Shown] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._remembered: dict[TableId, tuple[Message, ...]] = {}
        self._open = False

    # ------------------------------------------------------------------ told by the tables

    def changed(self, board: Board, events: tuple[Event, ...]) -> None:
        """A table has changed."""
        shown = self._of(board)
        if any(isinstance(event, HandBegan) for event in events):
            shown.board.anew = True
        if _decided(board, events) and board.where.guild is not None:
            shown.result.waiting.append(board)
        if any(isinstance(event, HandCalledOff) for event in events):
            shown.board.anew = True
        for words in _calls(board, events, self.house.public_reader(board)):
            self._spawn(self._say(board, words))
        self._touch(shown, board)

    def faulted(self, board: Board) -> None:
        """Something went wrong inside a table: say so in its channel, and show it again."""
        shown = self._of(board)
        closed = board.status is TableStatus.ENDED
        self._spawn(self._say(board, text(board.meta.language, "fault.closed" if closed else "fault.table")))
        self._touch(shown, board)

    def _touch(self, shown: _Shown, board: Board) -> None:
        shown.board.board = board
        for user in board.meta.people():
            if user not in shown.hands and board.status is TableStatus.RUNNING:
                shown.hands[user] = HandSheet(self.house, board.id, user)
        if self._open:
            for sheet in (*shown.hands.values(), shown.result, shown.board):
                sheet.touch()
            if board.status is TableStatus.ENDED:
                self._spawn(self._clear(board.id))

    def _of(self, board: Board) -> _Shown:
        if board.id not in self._shown:
            self._shown[board.id] = _Shown(BoardSheet(self.house, board), ResultSheet(self.house, board.id))
            self._recall(self._shown[board.id], board)
        return self._shown[board.id]

    async def _clear(self, table: TableId) -> None:
        """Forget an ended table once its last messages are sent."""
        shown = self._shown.get(table)
        while shown is not None and any(sheet.busy for sheet in shown.sheets()):
            await asyncio.sleep(1)
        self._shown.pop(table, None)

    # ------------------------------------------------------------------ told by the messages

    def private_closed(self, board: Board, user: int) -> None:
        """Somebody can't be written to: call them in the channel, once."""
        shown = self._of(board)
        if user not in shown.calls and board.where.guild is not None:
            shown.calls[user] = CallSheet(self.house, board, user)
            shown.calls[user].touch()

    def homeless(self, sheet: BoardSheet, fault: discord.HTTPException) -> None:
        """A table's channel is gone or closed to the bot: tell its players, once."""
        log.warning("table %s: its channel can't be used: %s", sheet.table, fault)
        if sheet.homeless:
            return
        sheet.homeless = True
        for user in sheet.board.meta.people():
            self._spawn(self._tell(user))

    async def _tell(self, user: int) -> None:
        language = await self.house.people.language(user)
        try:
            private = await self.house.bot.create_dm(discord.Object(user))
            await private.send(text(language, "closed.homeless"))
        except discord.HTTPException as fault:
            log.warning("no private message to %s: %s", user, fault)

    async def _say(self, board: Board, words: str) -> None:
        channel = self.house.bot.get_partial_messageable(board.where.thread or board.where.channel)
        try:
            await channel.send(words, allowed_mentions=discord.AllowedMentions.none())
        except discord.HTTPException as fault:
            log.warning("table %s: nothing can be said in its channel: %s", board.id, fault)

    def said(self, channel: int, message: int) -> None:
        """Somebody has written into a channel: boards there move up."""
        for shown in self._shown.values():
            if shown.board.channel == channel and shown.board.message is not None and message > shown.board.message:
                shown.board.newer += 1

    # ------------------------------------------------------------------ asked by commands

    def setting(self, board: Board, order: Sequence[Tile]) -> Setting:
        """How the place of a table is called in a private message."""
        shown = self._shown.get(board.id)
        return setting_of(self.house, board, None if shown is None else shown.board.message, order)

    def hand(self, board: Board, user: int) -> HandSheet:
        """The sheet of a player's hand."""
        shown = self._of(board)
        if user not in shown.hands:
            shown.hands[user] = HandSheet(self.house, board.id, user)
        return shown.hands[user]

    async def over_hand(self, board: Board, *, anew: bool) -> bool:
        """Show the table of a practice over the hand; whether it is a new message."""
        sheet = self._of(board).board
        sheet.board = board
        return await sheet.over_hand(anew=anew)

    def again(self, board: Board) -> None:
        """Post the board anew, unless it is the last message of its channel."""
        sheet = self._of(board).board
        sheet.board, sheet.anew = board, True
        sheet.touch()

    def is_homeless(self, board: Board) -> bool:
        """Whether a table's channel could not be used when it was last tried."""
        shown = self._shown.get(board.id)
        return shown is not None and shown.board.homeless

    async def call(self, board: Board, caller: str, free: int) -> None:
        """Tell the channel of a lobby that somebody is missing."""
        language = board.meta.language
        words = text(
            language, "lobby.call", name=shown_name(caller), rules=rules_name(language, board.meta.rules), free=free
        )
        button = Button(text(language, "button.join"), verb_id(board.id, Verb.JOIN), 0, discord.ButtonStyle.success)
        channel = self.house.bot.get_partial_messageable(board.where.thread or board.where.channel)
        await self.house.budget.take(Priority.BOARD)
        await channel.send(words, view=view_of((button,)), allowed_mentions=discord.AllowedMentions.none())

    @property
    def waiting(self) -> int:
        """How many messages are being sent or wait."""
        return sum(sheet.busy for shown in self._shown.values() for sheet in shown.sheets())

    # ------------------------------------------------------------------ start and stop

    def remember(self, stored: Iterable[StoredTable]) -> None:
        """Where the messages of these tables stood before a restart."""
        self._remembered = {table.record.id: table.messages for table in stored}

    def _recall(self, shown: _Shown, board: Board) -> None:
        for message in self._remembered.pop(board.id, ()):
            if message.message is None:
                continue
            kind, _, user = message.key.partition(":")
            match kind:
                case "board":
                    shown.board.recall(message)
                case "result":
                    shown.result.recall(message)
                case "hand":
                    shown.hands[int(user)] = HandSheet(self.house, board.id, int(user))
                    shown.hands[int(user)].recall(message)
                case "mention":
                    shown.calls[int(user)] = CallSheet(self.house, board, int(user))
                    shown.calls[int(user)].recall(message)
                case _:
                    log.warning("table %s has a message of the unknown kind %s", board.id, kind)

    def open(self) -> None:
        """Discord is there: show all tables, and from now on every change."""
        self._open = True
        for shown in list(self._shown.values()):
            self._touch(shown, shown.board.board)

    async def close(self) -> None:
        """Send nothing more."""
        self._open = False
        for shown in self._shown.values():
            for sheet in shown.sheets():
                await sheet.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _spawn(self, job: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
