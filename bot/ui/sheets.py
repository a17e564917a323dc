"""The messages of a table: its board, each player's hand, the results."""

from collections.abc import Sequence
from typing import Final

import discord

from bot.engine.tiles import Tile
from bot.tables.api import Board, ReadyBy, Screen
from bot.tables.deadline import has_slow_clock, quiet_until
from bot.tables.ports import TableId, TableStatus
from bot.texts import text
from bot.ui.boardpost import board_post
from bot.ui.budget import Priority
from bot.ui.errors import Sorry
from bot.ui.handpost import Setting, hand_post
from bot.ui.house import House
from bot.ui.ids import Verb, verb_id
from bot.ui.pictures import own_tiles
from bot.ui.places import board_link
from bot.ui.post import Button, Post, past
from bot.ui.resultpost import result_post
from bot.ui.sheet import CLOSED, FAULTS, Sheet, is_lost, log

HOMELESS_SECONDS: Final = 300.0
"""For so long a channel that could not be used is left alone: Discord shuts out who asks in vain too often."""

OVER: Final = "over"
"""In the place of a question: the hand is over."""

PUSHED: Final = 1
"""So many answers may stand under the hand of a practice before it comes anew; that to the last move always does."""

SCROLLED: Final = 15
"""After so many newer messages in the channel the board is posted anew."""


def is_practice(board: Board) -> bool:
    """Whether the table stands in somebody's private messages."""
    return board.where.guild is None


class BoardSheet(Sheet):
    """The table in its channel. ``board`` is the latest that is known of it, also when it has ended."""

    def __init__(self, house: House, board: Board) -> None:
        super().__init__(house, board.id, "board", Priority.BOARD)
        self.board = board
        self.newer = 0
        self.anew = False
        self.homeless = False
        self._homeless_at: int | None = None
        self._homeless_since = 0.0

    def knock(self) -> None:
        """The place may be usable again."""
        self._homeless_at = None

    async def update(self) -> None:
        board = self.board
        await self.house.people.load_names(board.where.guild, board.meta.everybody())
        if is_practice(board) and board.status is not TableStatus.ENDED:
            return
        place = board.where.thread or board.where.channel
        if self.channel not in (None, place):
            self.forget()
        if self._homeless_at == place and 0 <= self.house.now() - self._homeless_since < HOMELESS_SECONDS:
            return
        post = board_post(self.house, board)
        if board.status is TableStatus.ENDED and self.message is None:
            return
        stays = self.newer <= SCROLLED and not (self.anew and self.newer)
        if stays or board.status is TableStatus.ENDED:
            self.anew = False
            if await self.edit(post):
                self.homeless, self._homeless_at = False, None
                return
            if board.status is TableStatus.ENDED:
                return
        await self._post_anew(board, post)

    async def over_hand(self, *, anew: bool) -> bool:
        """The table of a practice stands over the hand, in the same private messages; whether it was posted anew."""
        post = board_post(self.house, self.board)
        if not anew and await self.edit(post):
            return False
        await self._post_anew(self.board, post)
        return True

    async def _post_anew(self, board: Board, post: Post) -> None:
        old = (self.channel, self.message)
        channel = self.house.bot.get_partial_messageable(board.where.thread or board.where.channel)
        try:
            await self.send(channel, post)
        except discord.HTTPException as fault:
            if not is_lost(fault):
                raise
            self.lost(str(fault))
            return
        self.newer, self.anew, self.homeless, self._homeless_at = 0, False, False, None
        await self.drop(*old)

    def lost(self, why: str) -> None:
        """The place can't be used: it is left alone for a while, and the players are told, once."""
        where = self.board.where
        self._homeless_at = where.thread or where.channel
        self._homeless_since = self.house.now()
        self.house.desk.homeless(self, why)


class HandSheet(Sheet):
    """One player's hand in their private messages. Only a decision of their own is a new message, at a slow table also
    that a hand is over: who looks in now and then is to be ready for the next one.

    In a practice the player looks on anyway: there the messages of a hand stay the same, the table over the tiles,
    until other answers have pushed them up.
    """

    def __init__(self, house: House, table: TableId, user: int) -> None:
        super().__init__(house, table, f"hand:{user}", Priority.PRIVATE)
        self.user = user
        self.order: Sequence[Tile] = ()
        self.closed = False
        self._closed_in_secret = False
        self.number = 0
        self.result = False
        self.below = 0
        self._answer: discord.Interaction | None = None

    async def update(self) -> None:
        screen = self.house.tables.screen(self.table, self.user)
        if screen is None:
            await self._over()
            return
        await self.house.people.load_names(screen.board.where.guild, screen.board.meta.everybody())
        if screen.board.meta.number != self.number:
            self.number, self.order, self.closed = screen.board.meta.number, (), False
        if self.closed:
            self._call(screen)
            return
        post = await self.post(screen)
        result, self.result = self.result, not screen.view.running
        practice = is_practice(screen.board)
        news = _prompt(screen) not in ("", self.prompt) and (screen.here or not screen.view.running)
        news = (news and not (practice and self.below <= PUSHED)) or (result and screen.view.running)
        fresh = news and not self._is_quiet(screen)
        fresh = fresh or self.message is None
        if practice:
            fresh = await self.house.desk.over_hand(screen.board, anew=fresh) or fresh
        if not fresh and await self.edit(post):
            return
        await self._send(screen, post)

    def _is_quiet(self, screen: Screen) -> bool:
        """Whether a question has to wait for its notice: meanwhile the message is only kept up to date."""
        return quiet_until(screen.board.meta, self.house.now()) is not None

    async def post(self, screen: Screen, locale: str | None = None, ready_by: Sequence[ReadyBy] | None = None) -> Post:
        """The hand as it is now; ``ready_by`` where it is asked for."""
        reader = await self.house.private_reader(self.user, locale)
        return hand_post(screen, reader, self.house.desk.setting(screen.board, self.order), ready_by)

    async def answered(self, screen: Screen, post: Post) -> None:
        """The message was changed by the answer to a press: the player has seen what they are asked now."""
        self.last, self.result = post, not screen.view.running
        if _prompt(screen) not in ("", self.prompt):
            self.prompt = _prompt(screen)
            await self.remember()

    async def only_answer(self, interaction: discord.Interaction) -> None:
        """The answer to a move takes the place of that to the one before: a hand played by commands leaves no pile."""
        before, self._answer = self._answer, interaction
        if before is None:
            return
        try:
            await before.delete_original_response()
            if before.channel_id == self.channel:
                self.below = max(0, self.below - 1)
        except FAULTS as fault:
            log.debug("table %s: an old answer stays: %s", self.table, fault)

    def try_again(self) -> None:
        """The player may have opened their private messages since."""
        if self.closed:
            self.closed = False
            self.touch()

    def arrange(self, screen: Screen, swap: Sequence[Tile] | None) -> None:
        """Sort the picture of the hand anew, or let two of its tiles change places."""
        own = screen.view.own
        if own is None:
            return
        tiles = list(own_tiles(own, self.order))
        if swap is None:
            self.order = ()
        elif all(tile in tiles for tile in swap):
            first, second = tiles.index(swap[0]), tiles.index(swap[1])
            tiles[first], tiles[second] = tiles[second], tiles[first]
            self.order = tuple(tiles)
        else:
            raise Sorry("reason.not_held")
        self.touch()

    async def _send(self, screen: Screen, post: Post) -> None:
        old, before = (self.channel, self.message), self.last
        quiet = self._is_quiet(screen)
        self.priority = Priority.ASKED if screen.asked and not quiet else Priority.PRIVATE
        try:
            await self.house.budget.take(self.priority)
            private = await self.house.bot.create_dm(discord.Object(self.user))
            prompt = self.prompt if quiet else _prompt(screen) or self.prompt
            self.below = 0
            await self.send(private, post, prompt=prompt, silent=quiet)
        except (discord.Forbidden, discord.NotFound) as fault:
            if fault.code not in CLOSED:
                log.warning("table %s: no private message to %s: %s", self.table, self.user, fault)
            self.closed, self._closed_in_secret = True, screen.view.offered is not None
            self._call(screen)
            return
        await self._put_away(*old, before)

    async def _put_away(self, channel: int | None, message: int | None, post: Post | None) -> None:
        """The message before the new one has nothing to press any more, and says nothing of what was still to come."""
        if channel is None or message is None or (post is not None and not post.controls):
            return
        if post is None or not post.passing:
            await self.strip(channel, message)
            return
        words = past(post).content
        await self.quietly(lambda: self.partial(channel, message).edit(content=words, view=None))

    def _call(self, screen: Screen) -> None:
        """Call the player in the channel: at first, and at each of their turns. Never where somebody may claim, for
        everybody would see who; nor right after that, where it was a claim of which they could not be told."""
        if screen.view.offered is None and not self._is_quiet(screen):
            turn = screen.asked and screen.here and screen.view.stage is None
            if self._closed_in_secret and not turn:
                return
            self._closed_in_secret = False
            self.house.desk.private_closed(screen.board, self.user, screen.prompt if turn else "")

    async def _over(self) -> None:
        """The player has left, or the table is gone: the buttons go."""
        if self.message is None:
            return
        if self.last is not None:
            await self.edit(past(self.last))
        else:
            await self.strip(self.channel, self.message)
        self.forget()


def _prompt(screen: Screen) -> str:
    """What a player is told of by a new message: what they are asked, at a slow table also that a hand is over."""
    if screen.view.running:
        return screen.prompt if screen.asked else ""
    return f"{screen.standing}.{OVER}" if has_slow_clock(screen.board.meta) else ""


class ResultSheet(Sheet):
    """The results of a table's hands, one message each; the last one has a button until the next hand begins."""

    def __init__(self, house: House, table: TableId) -> None:
        super().__init__(house, table, "result", Priority.RESULT)
        self.waiting: list[Board] = []
        self.shown: Board | None = None

    async def update(self) -> None:
        now = self.house.tables.board(self.table)
        while self.waiting:
            ended = self.waiting[0]
            await self.house.people.load_names(ended.where.guild, ended.meta.everybody())
            await self._show(ended, now)
            self.waiting.pop(0)
        if self.shown is not None:
            await self.edit(result_post(self.shown, self.house.public_reader(self.shown), now))
        elif self.message is not None and (now is None or (now.view is not None and now.view.running)):
            await self.strip(self.channel, self.message)
            self.forget()

    async def _show(self, ended: Board, now: Board | None) -> None:
        """A message of its own for each hand; what is settled a moment later goes into the same one."""
        reader, before = self.house.public_reader(ended), self.shown
        post = result_post(ended, reader, now)
        if before is not None and before.meta.number == ended.meta.number:
            self.shown = ended
            if await self.edit(post):
                return
        elif before is not None:
            await self.edit(result_post(before, reader, None))
        await self._send(ended, post)

    async def _send(self, ended: Board, post: Post) -> None:
        channel = self.house.bot.get_partial_messageable(ended.where.thread or ended.where.channel)
        try:
            await self.send(channel, post)
            self.shown = ended
        except discord.HTTPException as fault:
            if not is_lost(fault):
                raise
            log.warning("table %s: the result can't be shown: %s", self.table, fault)


class CallSheet(Sheet):
    """The one message in the channel to somebody whose private messages are closed; a new one for each turn."""

    def __init__(self, house: House, board: Board, user: int) -> None:
        super().__init__(house, board.id, f"mention:{user}", Priority.ASKED)
        self.board = board
        self.user = user
        self.turn = ""
        self.called = False

    def call(self, board: Board, turn: str) -> None:
        """Call them, for the turn of this prompt ("" for none): each turn once."""
        self.board = board
        new = turn not in ("", self.turn, self.prompt)
        if new or (self.message is None and not self.called):
            self.turn, self.called = turn, True
            self.touch()

    async def update(self) -> None:
        if self.message is not None and self.turn in ("", self.prompt):
            return
        old = (self.channel, self.message)
        language = self.board.meta.language
        words = text(language, "closed.channel", mention=f"<@{self.user}>")
        button = Button(text(language, "button.hand"), verb_id(self.table, Verb.HAND), 0, discord.ButtonStyle.primary)
        channel = self.house.bot.get_partial_messageable(self.board.where.thread or self.board.where.channel)
        try:
            await self.send(channel, Post(words, controls=(button,), ping=(self.user,)), prompt=self.turn)
        except discord.HTTPException as fault:
            if not is_lost(fault):
                raise
            log.warning("table %s: nobody can be called in the channel: %s", self.table, fault)
            return
        await self.drop(*old)


def setting_of(house: House, board: Board, message: int | None, order: Sequence[Tile]) -> Setting:
    """How the place of a table is called in a private message."""
    guild = None if board.where.guild is None else house.bot.get_guild(board.where.guild)
    place = None if guild is None else guild.get_channel_or_thread(board.where.thread or board.where.channel)
    return Setting(
        server="" if guild is None else guild.name,
        channel="" if place is None else place.name,
        link=board_link(board, message),
        order=order,
    )
