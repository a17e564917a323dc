"""What is shown where: a picture's input becomes a draw list. Pure, and the same for equal inputs."""

from functools import lru_cache
from typing import assert_never

from bot.render.draw import DrawList
from bot.render.inputs import ChartPicture, HandPicture, Picture, ResultPicture, TablePicture
from bot.render.layout.chart import chart_layout
from bot.render.layout.hand import hand_layout
from bot.render.layout.result import result_layout
from bot.render.layout.table import table_layout


@lru_cache(maxsize=128)
def layout(picture: Picture) -> DrawList:
    """The draw list of any picture."""
    match picture:
        case HandPicture():
            return hand_layout(picture)
        case TablePicture():
            return table_layout(picture)
        case ResultPicture():
            return result_layout(picture)
        case ChartPicture():
            return chart_layout(picture)
        case _:
            assert_never(picture)
