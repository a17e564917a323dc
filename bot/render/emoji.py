"""Tiles as small pictures for buttons and running text, to be uploaded as the application's emojis."""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from bot.engine.tiles import CODES, KINDS, Tile
from bot.render.inputs import TileSet

FOLDER: Final = Path(__file__).parents[2] / "assets" / "emoji"
PREFIX: Final = "qg_"
"""Every name starts with it: an emoji of this prefix that isn't in ``emoji_files`` is an old one."""


@dataclass(frozen=True, slots=True)
class EmojiFile:
    """``name`` is the code of the tile and a hash of the picture (``qg_5m_1a2b3c4d``, in the contrast set
    ``qg_c5m_1a2b3c4d``); ``png`` is 128 by 128.

    ``tile`` is None for a back.
    """

    tiles: TileSet
    tile: Tile | None
    name: str
    png: bytes


@lru_cache(maxsize=1)
def emoji_files() -> tuple[EmojiFile, ...]:
    """The emojis of all 42 kinds in canonical order, of a back, then of all kinds in the contrast set.

    Reads files: call it off the event loop.
    """
    classic = (_file(TileSet.CLASSIC, Tile(kind), CODES[kind]) for kind in range(KINDS))
    contrast = (_file(TileSet.CONTRAST, Tile(kind), f"c{CODES[kind]}") for kind in range(KINDS))
    return (*classic, _file(TileSet.CLASSIC, None, "back"), *contrast)


def _file(tiles: TileSet, tile: Tile | None, code: str) -> EmojiFile:
    data = (FOLDER / f"{code}.png").read_bytes()
    return EmojiFile(tiles, tile, f"{PREFIX}{code}_{sha256(data).hexdigest()[:8]}", data)
