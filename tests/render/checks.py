"""What holds for every draw list."""

from bot.render.draw import Area, DrawList, Fill, Item, Stroke, TileItem, Words
from bot.render.theme import Ink


def meets(one: Area, other: Area) -> bool:
    """Whether two areas share a pixel."""
    x, y, width, height = one
    left, top, wide, high = other
    return x < left + wide and left < x + width and y < top + high and top < y + height


def within(inner: Area, outer: Area) -> bool:
    """Whether an area lies wholly inside another."""
    x, y, width, height = inner
    left, top, wide, high = outer
    return left <= x and top <= y and x + width <= left + wide and y + height <= top + high


def faults(drawing: DrawList) -> list[str]:
    """Items outside the picture, tiles and texts that overlap, and items that lie on another ink than they say."""
    found = []
    canvas = (0, 0, drawing.width, drawing.height)
    solid: list[Item] = []
    fills: list[Fill] = []
    for item in drawing.items:
        if not within(item.area, canvas):
            found.append(f"outside: {item}")
        ground = next((fill for fill in reversed(fills) if meets(fill.area, item.area)), None)
        if isinstance(item, TileItem | Words):
            found += [f"overlap: {item} and {other}" for other in solid if meets(item.area, other.area)]
            solid.append(item)
        under = Ink.CLOTH if ground is None else ground.ink
        if isinstance(item, Stroke):
            continue
        if under is not item.on or (ground is not None and not within(item.area, ground.area)):
            found.append(f"not on {item.on}: {item}, ground {ground}")
        if isinstance(item, Fill):
            found += [f"hidden: {other}" for other in solid if meets(item.area, other.area)]
            fills.append(item)
    return found


def tiles_of(drawing: DrawList) -> list[TileItem]:
    """The tiles in painting order."""
    return [item for item in drawing.items if isinstance(item, TileItem)]


def texts_of(drawing: DrawList) -> list[str]:
    """The texts in painting order."""
    return [item.text for item in drawing.items if isinstance(item, Words)]
