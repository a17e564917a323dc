"""Makes the pictures of the READMEs: a table and one player's hand, as the bot shows them in the middle of a hand.

    python assets/build_docs.py

Four computer players play Lishui until a hand shows melds and a wild tile; every run comes to another one.
"""

import asyncio
import io
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from bot.players import choose
from bot.render import Painter, Style
from bot.rules import REGISTRY
from bot.store.store import open_store
from bot.tables.api import Done, NewTable, Screen
from bot.tables.clock import LoopClock
from bot.tables.meta import Where
from bot.tables.service import TableService
from bot.texts import Language
from bot.ui.pictures import Reader, hand_picture, table_picture, wild_of

FILES: dict[Language, str] = {"en": "table.png", "zh": "table.zh-CN.png"}
NAMES = ("Ann", "小白", "Cat", "Dan")
FOLDER = Path(__file__).parents[1] / "docs"
PERSON = 1
GAP = 12
DISCARDS, MELDS = 6, 3


def is_telling(screen: Screen) -> bool:
    """Whether the position shows what there is to see: own melds, a wild tile, a drawn tile, discards."""
    view = screen.view
    own, wild = view.own, wild_of(view)
    if own is None or own.drawn is None or wild is None or not own.hand.melds:
        return False
    melds = sum(len(seat.melds) for seat in view.seats)
    return own.hand.count(wild) > 0 and melds >= MELDS and min(len(seat.discards) for seat in view.seats) >= DISCARDS


async def telling(tables: TableService) -> Screen:
    """Matches are played until a position is telling."""
    while True:
        opened = await tables.open(NewTable(Where(None, PERSON), PERSON, "lishui", throw="docs"))
        if not isinstance(opened, Done):
            raise RuntimeError(f"no table: {opened}")
        number = 0
        while (board := tables.board(opened.table)) is not None and board.view is not None and not board.view.over:
            screen = tables.screen(opened.table, PERSON)
            if screen is not None and screen.asked:
                if is_telling(screen):
                    return screen
                await tables.act(opened.table, PERSON, choose(screen.view), prompt=screen.prompt)
            elif not board.view.running:
                number += 1
                await tables.ready(opened.table, PERSON, f"docs{number}")
            await asyncio.sleep(0.001)
        await tables.end(opened.table, PERSON, manager=True, confirmed=True)


def stacked(files: Sequence[bytes]) -> Image.Image:
    """Pictures one under the other, as wide as the first."""
    pictures = [Image.open(io.BytesIO(data)).convert("RGB") for data in files]
    width = pictures[0].width
    pictures = [picture.resize((width, round(picture.height * width / picture.width))) for picture in pictures]
    height = sum(picture.height for picture in pictures) + GAP * (len(pictures) - 1)
    sheet = Image.new("RGB", (width, height), "white")
    top = 0
    for picture in pictures:
        sheet.paste(picture, (0, top))
        top += picture.height + GAP
    return sheet


async def main() -> None:
    """Write both pictures."""
    painter = Painter()
    with TemporaryDirectory() as folder:
        store = await open_store(str(Path(folder) / "docs.db"))
        tables = TableService(REGISTRY, store, LoopClock(time.time), choose, pace=0)
        screen = await telling(tables)
        await tables.stop()
        await store.close()
    own, board = screen.view.own, screen.board
    if own is None or board.view is None:
        raise RuntimeError("the position has nothing to show")
    for language, name in FILES.items():
        reader = Reader(language, lambda _board, seat: NAMES[seat], Style())
        pictures = (table_picture(board, board.view, reader), hand_picture(screen, own, reader, "", ()))
        sheet = stacked([await painter.paint(picture) for picture in pictures])
        sheet.quantize(128).save(FOLDER / name, optimize=True)
    painter.close()


if __name__ == "__main__":
    asyncio.run(main())
