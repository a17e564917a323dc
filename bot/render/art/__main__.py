"""``python -m bot.render.art``: draws every tile face anew into ``assets/tiles``."""

from collections.abc import Callable
from typing import Final

from PIL import Image

from bot.engine.tiles import KINDS
from bot.render.art import classic, contrast
from bot.render.art.pen import ASSETS, Pen
from bot.render.sprites import COLUMNS, MASTER_HEIGHT, MASTER_WIDTH

SETS: Final[dict[str, Callable[[int], Pen]]] = {"classic": classic.face, "contrast": contrast.face}


def sheet(face: Callable[[int], Pen]) -> Image.Image:
    """All faces of a set side by side, transparent where the ivory shows."""
    rows = -(-KINDS // COLUMNS)
    picture = Image.new("RGBA", (COLUMNS * MASTER_WIDTH, rows * MASTER_HEIGHT), (0, 0, 0, 0))
    for kind in range(KINDS):
        small = face(kind).image.resize((MASTER_WIDTH, MASTER_HEIGHT), Image.Resampling.LANCZOS)
        picture.paste(small, (kind % COLUMNS * MASTER_WIDTH, kind // COLUMNS * MASTER_HEIGHT))
    return picture


def main() -> None:
    """Writes one sheet for each set."""
    folder = ASSETS / "tiles"
    folder.mkdir(parents=True, exist_ok=True)
    for name, face in SETS.items():
        sheet(face).save(folder / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
