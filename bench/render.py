"""What the pictures cost, beside plain composition: ``python bench/render.py``.

Plain: the same draw list composed in RGB from cached RGBA sprites and letters, saved as Pillow saves a PNG by
default. Goals: the hand 4 times as fast at half the bytes, the table 5 times as fast at 0.4 of the bytes.
"""

from collections.abc import Callable
from functools import lru_cache
from io import BytesIO
from time import perf_counter
from typing import Final, assert_never

from PIL import Image, ImageDraw

from bot.engine.melds import BuGang, Chi, Peng
from bot.engine.tiles import CODES, Seat, Tile
from bot.render import text
from bot.render.draw import DrawList, Fill, Item, Outline, Shape, Stroke, TileItem, Words
from bot.render.inputs import (
    BadgePicture,
    HandPicture,
    Mark,
    MeldPicture,
    SeatPicture,
    Style,
    TablePicture,
    TilePicture,
    Tone,
)
from bot.render.layout import layout
from bot.render.paint import png
from bot.render.sprites import sprite
from bot.render.theme import INKS, Ink, Rgb

ROUNDS: Final = 20


def tiles(codes: str) -> tuple[TilePicture, ...]:
    """Tiles from their codes."""
    return tuple(TilePicture(Tile(CODES.index(code))) for code in codes.split())


def hand() -> HandPicture:
    """Thirteen tiles and a drawn one."""
    wild = TilePicture(Tile(13), frozenset({Mark.WILD}))
    rest = tiles("1m 2m 6m 8m 3p 7p 1s 4s 9s E E P")
    return HandPicture((wild, *rest), tiles("C")[0], title="guild · #mahjong · 2/8", status="财神 5p · 余 52")


def table() -> TablePicture:
    """The middle of a hand."""
    kinds = [(k * 7 + 3) % 34 for k in range(60)]
    melds = (
        MeldPicture(Chi((Tile(1), Tile(2), Tile(3)), Seat(3), Tile(2)), Seat(0)),
        MeldPicture(Peng(Tile(16), Seat(2)), Seat(0)),
        MeldPicture(BuGang(Tile(32), Seat(1)), Seat(0)),
    )

    def seat(number: int) -> SeatPicture:
        discards = tuple(TilePicture(Tile(kind)) for kind in kinds[number * 14 : number * 14 + 14])
        badges = (BadgePicture("听", Tone.RED), BadgePicture("唱歌", Tone.GOLD))
        name, wind = ("ann", "bob", "cat", "dan")[number], "东南西北"[number]
        held = 5 if number == 1 else 4
        return SeatPicture(name, "+36", wind, number == 0, discards, melds, badges=badges, concealed=held)

    return TablePicture(
        (seat(0), seat(1), seat(2), seat(3)),
        "东风圈 · 3/8",
        "余 52",
        Tile(13),
        "财神",
        (BadgePicture("盆 20", Tone.GOLD),),
        turn=Seat(1),
        turn_text="bob · 21:43:10",
    )


@lru_cache(maxsize=4096)
def cutout(style: Style, item: TileItem) -> Image.Image:
    """A tile as an RGBA sprite, as a plain composer would keep it."""
    return sprite(style, item.tile, item.size, item.pose, item.marks, INKS[style.cloth][item.on]).convert("RGBA")


@lru_cache(maxsize=4096)
def letters(content: str, size: int) -> Image.Image:
    """A line of text as a mask."""
    return text.mask(content, size)


def plain_item(picture: Image.Image, item: Item, style: Style, inks: dict[Ink, Rgb]) -> None:
    """One item, blended onto an RGB picture."""
    x, y, width, height = item.area
    draw = ImageDraw.Draw(picture)
    match item:
        case Fill():
            draw.rounded_rectangle((x, y, x + width - 1, y + height - 1), item.radius, fill=inks[item.ink])
        case Outline():
            box = (x, y, x + width - 1, y + height - 1)
            draw.rounded_rectangle(box, item.radius, outline=inks[item.ink], width=item.thick)
        case TileItem():
            shape = TileItem((0, 0, width, height), item.size, item.tile, item.on, item.pose, item.marks)
            tile = cutout(style, shape)
            picture.paste(tile, (x, y), tile)
        case Words():
            picture.paste(inks[item.ink], (x, y), letters(item.text, item.size))
        case Shape():
            draw.polygon([(x + px, y + py) for px, py in item.points], fill=inks[item.ink])
        case Stroke():
            draw.line([(x + px, y + py) for px, py in item.points], fill=inks[item.ink], width=item.thick)
        case _:
            assert_never(item)


def plain(drawing: DrawList) -> bytes:
    """The same picture composed in RGB and saved by default."""
    inks = INKS[drawing.style.cloth]
    picture = Image.new("RGB", (drawing.width, drawing.height), inks[Ink.CLOTH])
    for item in drawing.items:
        plain_item(picture, item, drawing.style, inks)
    out = BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def seconds(drawing: DrawList) -> tuple[float, float]:
    """The best times of plain composition and of ours, taken in turn with warm caches."""
    taken: dict[Callable[[DrawList], bytes], list[float]] = {plain: [], png: []}
    for _ in range(ROUNDS):
        for work, times in taken.items():
            start = perf_counter()
            work(drawing)
            times.append(perf_counter() - start)
    return min(taken[plain]), min(taken[png])


def main() -> None:
    """Prints the ratios."""
    for name, picture, faster, smaller in (("hand", hand(), 4, 0.5), ("table", table(), 5, 0.4)):
        drawing = layout(picture)
        plain_size, size = len(plain(drawing)), len(png(drawing))
        plain_time, time = seconds(drawing)
        print(
            f"{name}: {drawing.width}x{drawing.height}  {time * 1000:.1f} ms, {size / 1000:.0f} kB;"
            f" plain {plain_time * 1000:.1f} ms, {plain_size / 1000:.0f} kB;"
            f" {plain_time / time:.1f}x as fast (goal {faster}), {size / plain_size:.2f} of the bytes (goal {smaller})"
        )


if __name__ == "__main__":
    main()
