"""Painting: files, caches, threads, films, emojis, and a few pictures compared with those that were looked at."""

import asyncio
import threading
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.engine.tiles import CODES, KINDS, Seat, Tile
from bot.render import Back, Cloth, FilmTooLarge, HandPicture, Mark, Painter, Style, TileSet, emoji_files, text
from bot.render.art import classic, contrast
from bot.render.art.pen import ASSETS, HEIGHT, WIDTH
from bot.render.draw import DrawList, Pose
from bot.render.emoji import PREFIX
from bot.render.film import film
from bot.render.layout import layout
from bot.render.paint import png
from bot.render.sprites import LIGHT, face, inset, sprite
from tests.render import samples
from tests.render.golden.make import GOLDEN, PICTURES


def opened(data: bytes) -> Image.Image:
    """A picture from its file."""
    with Image.open(BytesIO(data)) as picture:
        picture.load()
        return picture


def distance(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of a channel, 0..255."""
    return max(ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB"))).mean)


def changed(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that are another colour; what smoothing does to edges doesn't count."""
    difference = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).convert("L")
    return sum(difference.histogram()[60:]) / (one.width * one.height)


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_look_as_they_did(name: str) -> None:
    """A change that is meant: look at the new pictures and run ``python -m tests.render.golden.make``."""
    with Image.open(GOLDEN / f"{name}.png") as golden:
        made = opened(png(layout(PICTURES[name]())))
        assert made.size == golden.size
        assert changed(made, golden) < 0.001, f"{name} looks different: python -m tests.render.golden.make"


def test_the_comparison_sees_one_other_tile() -> None:
    picture = samples.dealt()
    other = replace(picture, concealed=(*picture.concealed[:5], samples.shown("9m"), *picture.concealed[6:]))
    assert changed(opened(png(layout(picture))), opened(png(layout(other)))) > 0.002


def test_a_file_is_a_png_of_one_palette() -> None:
    data = png(layout(samples.middle()))
    picture = opened(data)
    assert (picture.format, picture.mode) == ("PNG", "P")
    assert picture.size == (960, layout(samples.middle()).height)
    assert len(data) < 200_000
    assert data == png(layout(samples.middle()))


@pytest.mark.parametrize("tiles", TileSet)
@pytest.mark.parametrize("back", Back)
@pytest.mark.parametrize("cloth", Cloth)
def test_every_style_is_painted(tiles: TileSet, back: Back, cloth: Cloth) -> None:
    style = Style(tiles, back, cloth, labels=True)
    looked = opened(png(layout(replace(samples.ready(), style=style))))
    plain = opened(png(layout(samples.ready())))
    assert looked.size == plain.size
    assert distance(looked, plain) > 0.2


def test_labels_change_the_picture_of_a_tile() -> None:
    picture = HandPicture(samples.row("E"))
    labelled = replace(picture, style=Style(labels=True))
    assert png(layout(picture)) != png(layout(labelled))


@pytest.mark.parametrize("tiles", TileSet)
def test_labels_stand_clear_of_the_faces(tiles: TileSet) -> None:
    """In the columns of a label there is a row without ink between it and the face, even under the tail of a p."""
    size = 98
    for kind in range(KINDS):
        picture = sprite(Style(tiles, labels=True), Tile(kind), size, Pose.UPRIGHT, frozenset(), (0, 0, 0))
        wide = text.width(CODES[kind], round(size * 0.29))
        part = picture.crop((10, 8, 12 + wide, 2 + round(size * 0.45))).convert("L")
        darkest = [min(part.crop((0, y, part.width, y + 1)).tobytes()) for y in range(part.height)]
        first = next(y for y, dark in enumerate(darkest) if dark < 150)
        assert any(dark > 225 for dark in darkest[first:]), CODES[kind]


def test_a_tile_that_lies_on_another_has_round_corners() -> None:
    small = inset(Style(), Tile(13), 45)
    corners = [(x, y) for x in (0, small.width - 1) for y in (0, small.height - 1)]
    opaque = [small.getchannel("A").getpixel(place) for place in (*corners, (small.width // 2, 0))]
    assert opaque == [0, 0, 0, 0, 255]


@pytest.mark.parametrize("mark", [Mark.WILD, Mark.VOID])
def test_a_corner_carries_a_sign_and_not_a_colour_alone(mark: Mark) -> None:
    plain, marked = (
        sprite(Style(), Tile(33), 98, Pose.UPRIGHT, found, (0, 0, 0))
        for found in (frozenset[Mark](), frozenset({mark}))
    )
    colour = marked.getpixel((60, 5))
    assert colour != plain.getpixel((60, 5))
    white = [marked.getpixel((x, y)) == LIGHT for x in range(65, 98) for y in range(4, 30)]
    assert sum(white) > 30


def test_a_tile_casts_a_shadow_on_its_own_ground() -> None:
    ground = (20, 92, 72)
    picture = sprite(Style(), Tile(31), 98, Pose.UPRIGHT, frozenset(), ground)
    assert picture.getpixel((0, 0)) == ground
    below = picture.getpixel((picture.width // 2, picture.height - 1))
    assert isinstance(below, tuple)
    assert sum(below) < 0.7 * sum(ground)


@pytest.mark.parametrize("mark", Mark)
def test_every_mark_can_be_seen(mark: Mark) -> None:
    plain = opened(png(layout(HandPicture(samples.row("5m 5m")))))
    marked = opened(png(layout(HandPicture(samples.row("5m 5m", mark)))))
    if mark is Mark.READY:
        marked = marked.crop((0, 0, plain.width, plain.height))
    assert distance(plain, marked) > 0.5


def test_every_tile_can_be_told_from_every_other_on_a_phone() -> None:
    """At the size of a discard on a picture that is shown 400 pixels wide."""
    for tiles in TileSet:
        faces = []
        for kind in range(KINDS):
            small = face(tiles, Tile(kind), 65, 87).resize((28, 37), Image.Resampling.LANCZOS)
            ground = Image.new("RGB", small.size, (252, 247, 232))
            ground.paste(small, mask=small)
            faces.append(ground)
        closest = min((distance(faces[k], faces[n]), CODES[k], CODES[n]) for k in range(KINDS) for n in range(k))
        assert closest[0] > 4.0, closest


def test_coins_keep_their_colour_on_a_phone() -> None:
    """Rings and petals that are too wide leave a pale blot of a coin at the size of a discard."""
    for kind in range(10, 18):
        small = face(TileSet.CLASSIC, Tile(kind), 65, 87).resize((28, 37), Image.Resampling.LANCZOS)
        ground = Image.new("RGB", small.size, (252, 247, 232))
        ground.paste(small, mask=small)
        ink = [strength for strength in ground.convert("HSV").getchannel("S").tobytes() if strength > 60]
        assert sum(ink) > 128 * len(ink), CODES[kind]


def test_the_sheets_are_what_the_script_draws() -> None:
    for name, draw in (("classic", classic.face), ("contrast", contrast.face)):
        for kind in (0, 12, 18, 25, 32, 35):
            drawn = draw(kind).image
            assert drawn.size == (WIDTH * 4, HEIGHT * 4)
            small = drawn.resize((108, 144), Image.Resampling.LANCZOS)
            stored = face(TileSet(name), Tile(kind), 108, 144)
            grounds = [Image.new("RGB", (108, 144), "white") for _ in range(2)]
            grounds[0].paste(small, mask=small)
            grounds[1].paste(stored, mask=stored)
            assert distance(*grounds) < 1.5, f"{name} {CODES[kind]}: python -m bot.render.art"


def test_the_assets_stay_modest() -> None:
    assert sum(path.stat().st_size for path in ASSETS.rglob("*") if path.is_file()) < 15_000_000


# painter


async def test_painting_runs_off_the_loop() -> None:
    threads = []

    def paint(drawing: DrawList) -> bytes:
        threads.append(threading.current_thread())
        return b"%d" % drawing.width

    painter = Painter(paint)
    try:
        assert await painter.paint(samples.dealt()) == b"800"
    finally:
        painter.close()
    assert threads
    assert threads[0] is not threading.main_thread()


async def test_the_loop_stays_free_while_a_picture_is_painted() -> None:
    started, release = threading.Event(), threading.Event()

    def paint(drawing: DrawList) -> bytes:
        started.set()
        release.wait(5)
        return b"%d" % drawing.width

    painter = Painter(paint)
    try:
        task = asyncio.create_task(painter.paint(samples.dealt()))
        while not started.is_set():
            await asyncio.sleep(0.001)
        assert not task.done()
        release.set()
        assert await task == b"800"
    finally:
        release.set()
        painter.close()


async def test_a_picture_is_painted_once() -> None:
    painted = []

    def paint(drawing: DrawList) -> bytes:
        painted.append(drawing)
        return b"x" * len(painted)

    painter = Painter(paint, kept=2)
    try:
        one = await asyncio.gather(*(painter.paint(samples.dealt()) for _ in range(5)))
        assert one == [b"x"] * 5
        await painter.paint(samples.ready())
        assert len(painted) == 2
        await painter.paint(samples.dealt())
        await painter.paint(samples.middle())
        await painter.paint(samples.dealt())
        assert len(painted) == 3
        await painter.paint(samples.ready())
        assert len(painted) == 4
    finally:
        painter.close()


async def test_a_fault_reaches_the_caller_and_is_not_kept() -> None:
    faults = [OSError("no font")]

    def paint(drawing: DrawList) -> bytes:
        if faults:
            raise faults.pop()
        return b"%d" % drawing.width

    painter = Painter(paint)
    try:
        with pytest.raises(OSError, match="no font"):
            await painter.paint(samples.dealt())
        assert await painter.paint(samples.dealt()) == b"800"
    finally:
        painter.close()


async def test_a_painter_paints_and_films() -> None:
    painter = Painter()
    try:
        await painter.warm()
        assert (await painter.paint(samples.dealt())).startswith(b"\x89PNG")
        assert (await painter.film((samples.middle(),), (1.0,))).startswith(b"GIF89a")
    finally:
        painter.close()


# film


def test_a_film_shows_every_table_for_its_time() -> None:
    first = samples.middle()
    seats = (replace(first.seats[0], discards=samples.river(20)), *first.seats[1:])
    data = film([first, replace(first, seats=seats)], [0.5, 2.0])
    with Image.open(BytesIO(data)) as picture:
        assert getattr(picture, "n_frames", 1) == 2
        assert picture.info["duration"] == 500
        before = picture.convert("RGB")
        picture.seek(1)
        assert picture.info["duration"] == 2000
        assert picture.size == before.size
        assert distance(before, picture.convert("RGB")) > 0.5
    assert len(data) < 8_000_000


def test_a_film_that_cannot_be_small_enough_says_so() -> None:
    with pytest.raises(FilmTooLarge):
        film([samples.middle()], [1.0], limit=1000)
    with pytest.raises(ValueError, match="at least one"):
        film([], [])
    with pytest.raises(ValueError, match="a time for each"):
        film([samples.middle()], [])


def test_a_film_of_a_whole_hand_stays_small() -> None:
    base = samples.middle()
    tables = []
    for k in range(20):
        east, south, west, north = (replace(seat, discards=samples.river(k + 1)) for seat in base.seats)
        tables.append(replace(base, seats=(east, south, west, north), turn=Seat(k % 4)))
    assert len(film(tables, [0.7] * len(tables))) < 600_000


# emojis


def test_emojis_are_small_pictures_named_by_what_they_show() -> None:
    files = emoji_files()
    kinds = [Tile(kind) for kind in range(KINDS)]
    assert [entry.tile for entry in files] == [*kinds, None, *kinds]
    assert [entry.tiles for entry in files] == [TileSet.CLASSIC] * (KINDS + 1) + [TileSet.CONTRAST] * KINDS
    names = [entry.name for entry in files]
    assert len(set(names)) == 2 * KINDS + 1
    for entry in files:
        assert entry.name.startswith(PREFIX)
        assert entry.name.replace("_", "").isalnum()
        assert 2 <= len(entry.name) <= 32
        assert len(entry.png) < 256 * 1024
        assert opened(entry.png).size == (128, 128)
    assert [names[place].split("_")[1] for place in (4, KINDS + 1 + 4)] == ["5m", "c5m"]


def test_emojis_can_be_told_from_each_other_on_a_button() -> None:
    """At 22 pixels, as Discord shows them; the sets never stand side by side."""
    for tiles in TileSet:
        shown = []
        for entry in emoji_files():
            if entry.tiles is tiles:
                small = opened(entry.png).convert("RGBA").resize((22, 22), Image.Resampling.LANCZOS)
                ground = Image.new("RGB", small.size, (78, 80, 88))
                ground.paste(small, mask=small)
                shown.append((ground, entry.name))
        closest = min(
            (distance(one, other), name, second) for k, (one, name) in enumerate(shown) for other, second in shown[:k]
        )
        assert closest[0] > 2.5, closest
