"""Shows the tables: told of every change, it lets the messages of that table be brought up to date."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import discord

from bot.engine.events import EVERYBODY, Event, HandBegan, HandCalledOff, HandEnded, Noted, WallEmptied, Won
from bot.engine.tiles import Tile
from bot.tables.api import Board
from bot.tables.ports import Message, StoredTable, TableId, TableStatus
from bot.texts import text
from bot.ui.asksheet import CALL, GUEST, AskSheet, ask_sheet
from bot.ui.handpost import Setting
from bot.ui.ids import Verb, admit_id, verb_id
from bot.ui.names import shown as shown_name
from bot.ui.notices import NoticeSheet, ReminderSheet, say_in_channel, tell_privately
from bot.ui.pictures import Reader
from bot.ui.post import Button
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
    notice: NoticeSheet
    hands: dict[int, HandSheet] = field(default_factory=dict)
    calls: dict[int, CallSheet] = field(default_factory=dict)
    reminders: dict[int, ReminderSheet] = field(default_factory=dict)
    asks: dict[str, AskSheet] = field(default_factory=dict)

    def sheets(self) -> list[Sheet]:
        people = (*self.hands.values(), *self.calls.values(), *self.reminders.values(), *self.asks.values())
        return [self.board, self.result, self.notice, *people]

    def messages(self) -> tuple[Message, ...]:
        """Where its messages stand."""
        return tuple(
            Message(sheet.key, sheet.channel, sheet.message, sheet.prompt)
            for sheet in self.sheets()
            if sheet.channel is not None and sheet.message is not None
        )


def _decided(board: Board, events: tuple[Event, ...]) -> bool:
    """Whether a hand has ended, or all but its last settling, which takes a moment longer."""
    rests = board.view is not None and board.view.stage is not None
    return any(isinstance(event, HandEnded) or (rests and isinstance(event, Won | WallEmptied)) for event in events)


def _calls(board: Board, events: tuple[Event, ...], reader: Reader) -> list[str]:
    """What a rule set wants everybody to notice: a message of its own, unlike all that the board says."""
    language, rules = reader.language, board.meta.rules
    return [
        call_line(language, rules, event, lambda seat: shown_name(reader.name(board, seat)))
        for event in events
        if isinstance(event, Noted) and event.audience == EVERYBODY and has_text(language, rules, f"call.{event.name}")
    ]


_YES: Final = discord.ButtonStyle.success

CALL_SECONDS: Final = 60.0
"""For so long nobody is called for again: whoever reads the channel has been told."""

FAREWELL_SECONDS: Final = 5.0
"""Whoever stops the bot doesn't wait for ever."""


class Desk:
    """The listener of the tables. Everything it does, it does in tasks that end when there is nothing to show."""

    def __init__(self) -> None:
        self.house: House
        self.reopen: Callable[[], None] = lambda: None
        self._shown: dict[TableId, _Shown] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._remembered: dict[TableId, tuple[Message, ...]] = {}
        self._called: dict[TableId, float] = {}
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

    def store_lost(self) -> None:
        """The database was replaced: the bot opens it anew."""
        self.reopen()

    def _touch(self, shown: _Shown, board: Board) -> None:
        shown.board.board = board
        for user in board.meta.people():
            if user not in shown.hands and board.status is TableStatus.RUNNING:
                shown.hands[user] = HandSheet(self.house, board.id, user)
            if user not in shown.reminders and board.meta.remind is not None:
                shown.reminders[user] = ReminderSheet(self.house, board.id, user)
        if self._open:
            for sheet in (*shown.hands.values(), shown.result, shown.board):
                sheet.touch()
            for reminder in shown.reminders.values():
                reminder.look(board)
            for ask in shown.asks.values():
                ask.look(board)
            if board.status is TableStatus.ENDED:
                self._spawn(self._clear(board.id))

    def _of(self, board: Board) -> _Shown:
        if board.id not in self._shown:
            self._shown[board.id] = _Shown(
                BoardSheet(self.house, board), ResultSheet(self.house, board.id), NoticeSheet(self.house, board)
            )
            self._recall(self._shown[board.id], board)
        return self._shown[board.id]

    async def _clear(self, table: TableId) -> None:
        """Forget an ended table once its last messages are sent."""
        shown = self._shown.get(table)
        while shown is not None and any(sheet.busy for sheet in shown.sheets()):
            await asyncio.sleep(1)
        self._shown.pop(table, None)

    # ------------------------------------------------------------------ told by the messages

    def private_closed(self, board: Board, user: int, turn: str) -> None:
        """Somebody can't be written to: call them in the channel; ``turn`` is the prompt of a turn of theirs."""
        shown = self._of(board)
        if board.where.guild is None:
            return
        if user not in shown.calls:
            shown.calls[user] = CallSheet(self.house, board, user)
        shown.calls[user].call(board, turn)

    def homeless(self, sheet: BoardSheet, why: str) -> None:
        """A table's channel is gone or closed to the bot: tell its players, once."""
        log.warning("table %s: its channel can't be used: %s", sheet.table, why)
        if sheet.homeless:
            return
        sheet.homeless = True
        self._tell(sheet.board, "closed.homeless")

    def lost_place(self, place: int) -> None:
        """A channel or thread is deleted. A lobby there ends; a match goes on in private messages, or elsewhere."""
        for shown in list(self._shown.values()):
            where = shown.board.board.where
            if where.guild is None or place not in (where.channel, where.thread):
                continue
            if shown.board.board.status is TableStatus.LOBBY:
                self._spawn(self._abandon(shown.board.board))
            else:
                shown.board.lost("it was deleted")

    def lost_server(self, guild: int) -> None:
        """The bot was removed from a server: its tables end, and their players are told."""
        for shown in list(self._shown.values()):
            if shown.board.board.where.guild == guild:
                self._tell(shown.board.board, "closed.server")
                self._spawn(self._abandon(shown.board.board))

    async def _abandon(self, board: Board) -> None:
        await self.house.tables.abandon(board.id)

    def _tell(self, board: Board, key: str) -> None:
        for user in board.meta.people():
            self._spawn(tell_privately(self.house, user, key))

    async def _say(self, board: Board, words: str) -> None:
        await say_in_channel(self.house, board, words)

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

    def pushed_up(self, channel: int | None) -> None:
        """An answer was given in this place: hands that stand there move up."""
        for shown in self._shown.values():
            for hand in shown.hands.values():
                if hand.channel == channel:
                    hand.below += 1

    async def over_hand(self, board: Board, *, anew: bool) -> bool:
        """Show the table of a practice over the hand; whether it is a new message."""
        sheet = self._of(board).board
        sheet.board = board
        return await sheet.over_hand(anew=anew)

    def again(self, board: Board) -> None:
        """Post the board anew, unless it is the last message of its channel."""
        sheet = self._of(board).board
        sheet.board, sheet.anew = board, True
        sheet.knock()
        sheet.touch()

    def is_homeless(self, board: Board) -> bool:
        """Whether a table's channel could not be used when it was last tried."""
        shown = self._shown.get(board.id)
        return shown is not None and shown.board.homeless

    def called_lately(self, board: Board) -> bool:
        """Whether somebody has been called for to this table within ``CALL_SECONDS``."""
        return board.id in self._lately_called()

    def _lately_called(self) -> dict[TableId, float]:
        """When each table was called for; a clock that is put back makes nobody wait longer."""
        return {table: at for table, at in self._called.items() if 0 <= self.house.now() - at < CALL_SECONDS}

    async def call(self, board: Board, caller: str, free: int) -> None:
        """Tell the channel of a table that somebody is missing, or wanted in place of computer players."""
        self._called = {**self._lately_called(), board.id: self.house.now()}
        language = board.meta.language
        key = "lobby.call" if board.status is TableStatus.LOBBY else "lobby.call_running"
        words = text(language, key, name=shown_name(caller), rules=rules_name(language, board.meta.rules), free=free)
        button = Button(text(language, "button.join"), verb_id(board.id, Verb.JOIN), 0, _YES)
        await self._ask(board, CALL, words, button)

    async def ask_for_seat(self, board: Board, name: str, guest: int) -> None:
        """Ask those who play at a table whether a guest may take over from a computer player."""
        language = board.meta.language
        words = text(language, "lobby.guest", name=shown_name(name))
        button = Button(text(language, "button.admit"), admit_id(board.id, guest), 0, _YES)
        await self._ask(board, f"{GUEST}:{guest}", words, button)

    async def _ask(self, board: Board, key: str, words: str, button: Button) -> None:
        asks = self._of(board).asks
        if key not in asks:
            asks[key] = ask_sheet(self.house, board.id, key)
        await asks[key].ask(board, words, button)

    @property
    def waiting(self) -> int:
        """How many messages are being sent or wait."""
        return sum(sheet.busy for shown in self._shown.values() for sheet in shown.sheets())

    # ------------------------------------------------------------------ start and stop

    def remember(self, stored: Iterable[StoredTable]) -> None:
        """Where the messages of these tables stood before a restart."""
        self._remembered = {table.record.id: table.messages for table in stored}

    async def forget(self, stored: Iterable[StoredTable]) -> None:
        """The tables are loaded anew from another database; where their messages stand is known better here."""
        known = {table: shown.messages() for table, shown in self._shown.items()}
        await self.close()
        self._shown.clear()
        self.remember(stored)
        self._remembered |= {table: messages for table, messages in known.items() if table in self._remembered}

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
                case "notice":
                    shown.notice.recall(message)
                case "hand":
                    shown.hands[int(user)] = HandSheet(self.house, board.id, int(user))
                    shown.hands[int(user)].recall(message)
                case "mention":
                    shown.calls[int(user)] = CallSheet(self.house, board, int(user))
                    shown.calls[int(user)].recall(message)
                case "reminder":
                    shown.reminders[int(user)] = ReminderSheet(self.house, board.id, int(user))
                    shown.reminders[int(user)].recall(message)
                case "call" | "guest":
                    shown.asks[message.key] = ask_sheet(self.house, board.id, message.key)
                    shown.asks[message.key].recall(message)
                case _:
                    log.warning("table %s has a message of the unknown kind %s", board.id, kind)

    def open(self) -> None:
        """Discord is there: show all tables, and from now on every change."""
        self._open = True
        for shown in list(self._shown.values()):
            for sheet in shown.sheets():
                sheet.hurry()
            for hand in shown.hands.values():
                hand.closed = False
            self._touch(shown, shown.board.board)
            shown.notice.back()

    async def farewell(self) -> None:
        """Tell every table's channel that the bot stops for a while."""
        self._open = False
        notices = [shown.notice for shown in self._shown.values() if not shown.board.homeless]
        told = [asyncio.ensure_future(notice.stopping()) for notice in notices]
        if told:
            _, late = await asyncio.wait(told, timeout=FAREWELL_SECONDS)
            for task in late:
                task.cancel()

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
