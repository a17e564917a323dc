"""``python -m bot.render.art``: draws every tile anew into ``assets/tiles`` and ``assets/emoji``."""

from collections.abc import Callable
from typing import Final

from PIL import Image

from bot.engine.tiles import CODES, KINDS
from bot.render.art import bold, classic, contrast
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
    """Writes one sheet for each set, and one file for each emoji."""
    folder = ASSETS / "tiles"
    folder.mkdir(parents=True, exist_ok=True)
    for name, face in SETS.items():
        sheet(face).save(folder / f"{name}.png", optimize=True)
    folder = ASSETS / "emoji"
    folder.mkdir(parents=True, exist_ok=True)
    for prefix, draw in (("", bold.bold_face), ("c", contrast.face)):
        for kind, code in enumerate(CODES):
            bold.picture(draw(kind)).quantize(255).save(folder / f"{prefix}{code}.png", optimize=True)
    bold.back().quantize(255).save(folder / "back.png", optimize=True)


if __name__ == "__main__":
    main()
