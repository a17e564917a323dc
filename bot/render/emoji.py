"""Tiles as small pictures for buttons and running text, to be uploaded as the application's emojis."""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from bot.engine.tiles import CODES, KINDS, Tile

FOLDER: Final = Path(__file__).parents[2] / "assets" / "emoji"
PREFIX: Final = "qg_"
"""Every name starts with it: an emoji of this prefix that isn't in ``emoji_files`` is an old one."""


@dataclass(frozen=True, slots=True)
class EmojiFile:
    """``name`` is the code of the tile and a hash of the picture (``qg_5m_1a2b3c4d``); ``png`` is 128 by 128.

    ``tile`` is None for a back.
    """

    tile: Tile | None
    name: str
    png: bytes


@lru_cache(maxsize=1)
def emoji_files() -> tuple[EmojiFile, ...]:
    """The emojis of all 42 kinds in canonical order, then of a back. Reads files: call it off the event loop."""
    kinds: list[tuple[Tile | None, str]] = [(Tile(kind), CODES[kind]) for kind in range(KINDS)]
    return tuple(_file(tile, code) for tile, code in (*kinds, (None, "back")))


def _file(tile: Tile | None, code: str) -> EmojiFile:
    data = (FOLDER / f"{code}.png").read_bytes()
    return EmojiFile(tile, f"{PREFIX}{code}_{sha256(data).hexdigest()[:8]}", data)
