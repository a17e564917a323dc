"""Pictures of hands, tables, results and ledgers.

A caller fills one of the inputs, in the reader's language, and asks a ``Painter`` for the PNG file:
``png = await painter.paint(HandPicture(...))``. Knows tiles and melds, and nothing of rules or Discord.
"""

from bot.render.emoji import PREFIX as EMOJI_PREFIX
from bot.render.emoji import EmojiFile, emoji_files
from bot.render.film import FilmTooLarge
from bot.render.inputs import (
    Back,
    BadgePicture,
    ChartPicture,
    Cloth,
    HandPicture,
    HandShown,
    LinePicture,
    Mark,
    MeldPicture,
    PayRow,
    PayTable,
    Picture,
    ResultPicture,
    Rows,
    RowTone,
    SeatPicture,
    SeriesPicture,
    Style,
    TablePicture,
    TilePicture,
    TileSet,
    Tone,
    WaitPicture,
)
from bot.render.painter import Painter
from bot.render.text import clip

__all__ = [
    "EMOJI_PREFIX",
    "Back",
    "BadgePicture",
    "ChartPicture",
    "Cloth",
    "EmojiFile",
    "FilmTooLarge",
    "HandPicture",
    "HandShown",
    "LinePicture",
    "Mark",
    "MeldPicture",
    "Painter",
    "PayRow",
    "PayTable",
    "Picture",
    "ResultPicture",
    "RowTone",
    "Rows",
    "SeatPicture",
    "SeriesPicture",
    "Style",
    "TablePicture",
    "TilePicture",
    "TileSet",
    "Tone",
    "WaitPicture",
    "clip",
    "emoji_files",
]
