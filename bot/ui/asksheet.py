"""A question in a table's channel that anybody may answer by its one button, as long as the answer would count."""

from collections.abc import Callable
from functools import partial
from typing import Final

from bot.tables.api import Board
from bot.tables.ports import TableId, TableStatus
from bot.ui.budget import Priority
from bot.ui.house import House
from bot.ui.post import Button, Post
from bot.ui.sheet import Sheet

CALL: Final = "call"
GUEST: Final = "guest"


class AskSheet(Sheet):
    """One such message; a new one takes the place of the one before. ``counts`` says whether it still stands open."""

    def __init__(self, house: House, table: TableId, key: str, counts: Callable[[Board], bool]) -> None:
        super().__init__(house, table, key, Priority.BOARD)
        self._counts = counts

    async def ask(self, board: Board, words: str, button: Button) -> None:
        """Ask in the channel of the table."""
        old = (self.channel, self.message)
        channel = self.house.bot.get_partial_messageable(board.where.thread or board.where.channel)
        await self.send(channel, Post(words, controls=(button,)))
        await self.drop(*old)

    def look(self, board: Board) -> None:
        """The table has changed: where the question is over, its button goes."""
        if self.message is not None and not self._counts(board):
            self.touch()

    async def update(self) -> None:
        board = self.house.tables.board(self.table)
        if self.message is None or (board is not None and self._counts(board)):
            return
        over = self.message
        await self.strip(self.channel, over)
        if self.message != over:
            return
        self.forget()
        if board is not None:
            await self.remember()


def ask_sheet(house: House, table: TableId, key: str) -> AskSheet:
    """The sheet of a call for players (``call``), or of somebody who asks for a seat (``guest:`` and their id)."""
    guest = key.removeprefix(f"{GUEST}:")
    return AskSheet(house, table, key, _is_called if key == CALL else partial(_asks, guest=int(guest)))


def _is_called(board: Board) -> bool:
    if board.status is TableStatus.LOBBY:
        return board.meta.free() is not None
    return board.status is TableStatus.RUNNING and board.meta.called > 0


def _asks(board: Board, guest: int) -> bool:
    return board.status is TableStatus.RUNNING and guest in board.meta.guests
