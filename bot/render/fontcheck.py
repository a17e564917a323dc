"""Whether the fonts of an installation can be used."""

from pathlib import Path
from typing import Final

from PIL import ImageFont

_SIZE: Final = 20


def unreadable_fonts(folder: Path) -> tuple[Path, ...]:
    """The font files of a folder that can't be read, by name."""
    return tuple(path for path in sorted(folder.glob("*.[ot]tf")) if not _readable(path))


def _readable(path: Path) -> bool:
    try:
        ImageFont.truetype(str(path), _SIZE)
    except OSError:
        return False
    return True
