"""Painting off the event loop, and never the same picture twice."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from bot.render.draw import DrawList
from bot.render.film import film
from bot.render.inputs import Picture, Style, TablePicture
from bot.render.layout import layout
from bot.render.paint import png, warm

KEPT: Final = 96


class Painter:
    """Turns pictures into PNG files in a thread of its own; finished ones are kept by their draw list.

    One thread paints (a picture takes milliseconds), so two requests for one picture never paint it twice.
    """

    def __init__(self, paint: Callable[[DrawList], bytes] = png, kept: int = KEPT) -> None:
        self._paint = paint
        self._kept = kept
        self._done: OrderedDict[DrawList, bytes] = OrderedDict()
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="painter")
        self._films = ThreadPoolExecutor(max_workers=1, thread_name_prefix="film")

    async def paint(self, picture: Picture) -> bytes:
        """The picture as a PNG file. Whatever goes wrong while painting is raised here."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._work, picture)

    async def film(self, frames: tuple[TablePicture, ...], seconds: tuple[float, ...]) -> bytes:
        """The replay of a hand as an animated GIF (``film.film``)."""
        return await asyncio.get_running_loop().run_in_executor(self._films, film, frames, seconds)

    async def warm(self, style: Style | None = None) -> None:
        """Prepares palette and tiles of a style, so that the first picture is as quick as the rest."""
        await asyncio.get_running_loop().run_in_executor(self._pool, warm, style or Style())

    def close(self) -> None:
        """Ends the threads; what is being painted is finished first."""
        self._pool.shutdown()
        self._films.shutdown()

    def _work(self, picture: Picture) -> bytes:
        drawing = layout(picture)
        found = self._done.get(drawing)
        if found is None:
            found = self._paint(drawing)
            self._done[drawing] = found
            while len(self._done) > self._kept:
                self._done.popitem(last=False)
        self._done.move_to_end(drawing)
        return found
