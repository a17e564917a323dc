"""``python -m tests.render.golden.make``: keeps the pictures that the tests compare with. Look at them first."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from bot.render import Back, Cloth, Picture, Style, TileSet
from bot.render.layout import layout
from bot.render.paint import png
from tests.render import samples

GOLDEN: Final = Path(__file__).parent
PICTURES: Final[dict[str, Callable[[], Picture]]] = {
    "hand": samples.dealt,
    "ready": lambda: replace(samples.ready(), style=Style(TileSet.CONTRAST, Back.BLUE, Cloth.INK)),
    "table": samples.middle,
    "result": samples.won,
}


def main() -> None:
    """Writes every picture anew."""
    for name, make in PICTURES.items():
        (GOLDEN / f"{name}.png").write_bytes(png(layout(make())))


if __name__ == "__main__":
    main()
