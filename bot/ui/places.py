"""Where a table stands, in words: server, channel, rule set, hand."""

from bot.tables.api import Board
from bot.texts import Language, text
from bot.ui.names import shown
from bot.ui.words import rules_name


def place_title(language: Language, board: Board, server: str, channel: str) -> str:
    """The line over the picture of a hand."""
    hand = text(language, "place.hand", number=max(1, board.meta.number))
    parts = (server, f"#{channel}" if channel else "", rules_name(language, board.meta.rules), hand)
    return " · ".join(part for part in parts if part)


def place_line(language: Language, board: Board, server: str, channel: str, link: str) -> str:
    """The small line under a private message, with a link to the board where there is one."""
    title = place_title(language, board, shown(server) if server else "", shown(channel) if channel else "")
    tail = f" · {text(language, 'place.table', id=board.id)}"
    where = f" · [{text(language, 'place.board')}](<{link}>)" if link else ""
    return f"-# {title}{tail}{where}"


def board_link(board: Board, message: int | None) -> str:
    """The address of a table's board, "" where it has none."""
    if board.where.guild is None or message is None:
        return ""
    channel = board.where.thread or board.where.channel
    return f"https://discord.com/channels/{board.where.guild}/{channel}/{message}"
