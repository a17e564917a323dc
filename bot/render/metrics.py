"""The measures of a tile of a given width."""

from dataclasses import dataclass
from functools import lru_cache

from bot.render.draw import Pose


@dataclass(frozen=True, slots=True)
class Metrics:
    """All in pixels. A cell is the tile with its depth and half a gap on every side."""

    size: int
    height: int
    depth: int
    gap: int
    radius: int

    def cell(self, pose: Pose) -> tuple[int, int]:
        """Width and height of a cell."""
        if pose is Pose.STANDING:
            return (self.size + self.gap, self.thickness + self.gap)
        across, up = (self.size, self.height) if pose is Pose.UPRIGHT else (self.height, self.size)
        return (across + self.gap, up + self.depth + self.gap)

    @property
    def thickness(self) -> int:
        """From the face to the back, in pixels."""
        return round(self.size * 0.62)


@lru_cache(maxsize=256)
def metrics(size: int) -> Metrics:
    """The measures of a tile ``size`` pixels wide."""
    return Metrics(
        size=size,
        height=round(size * 4 / 3),
        depth=max(2, round(size * 0.11)),
        gap=max(2, round(size * 0.06)),
        radius=max(2, round(size * 0.11)),
    )
