"""Where the seats of a table have their places, and the measures that its parts share."""

from dataclasses import dataclass
from typing import Final

WIDTH: Final = 960
PAD: Final = 10
PANEL: Final = (WIDTH - 3 * PAD) // 2
LINE: Final = 44
"""The height of a line of badges."""
BADGE: Final = 36


@dataclass(frozen=True, slots=True)
class Corner:
    """Where a seat's panel is: its column and whether it lies under the band."""

    column: int
    below: bool


CORNERS: Final = (Corner(0, True), Corner(1, True), Corner(1, False), Corner(0, False))
