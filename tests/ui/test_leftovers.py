"""What has been sent leaves nothing behind that Python would have to look for."""

import gc
from collections.abc import Iterator
from typing import Any

import pytest

from bot.render import Painter
from bot.ui.post import Button, Choice, Menu, Post, Shot, develop, view_of

pytestmark = pytest.mark.slow

CONTROLS = (Button("1m", "q:t:1.1:discard 1m", 0), Menu("m:t:1", "…", (Choice("a", "b"),), 4))


@pytest.fixture(autouse=True)
def _only_when_asked() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


async def test_buttons_go_once_they_are_written_down() -> None:
    view = view_of(CONTROLS)
    ids = [each["custom_id"] for row in view.to_components() for each in row["components"]]
    assert ids == ["q:t:1.1:discard 1m", "m:t:1"]
    gc.collect()
    del view
    assert gc.collect() == 0


async def test_buttons_that_are_never_sent_are_what_python_has_to_look_for() -> None:
    view = view_of(CONTROLS)
    gc.collect()
    del view
    assert gc.collect() > 0


async def test_pictures_go_once_they_are_closed() -> None:
    painter = Painter()

    async def paint(_picture: object) -> bytes:
        return b"png"

    painter.paint = paint  # type: ignore[method-assign,assignment]
    picture: Any = None
    _, files = await develop(painter, Post("", (Shot("hand.png", picture, "…"),)))
    painter.close()
    assert [file.fp.read() for file in files] == [b"png"]
    for file in files:
        file.close()
    del file
    gc.collect()
    files.clear()
    assert gc.collect() == 0
