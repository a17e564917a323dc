"""What every picture keeps to, however full it is."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.melds import AnGang, BuGang, Chi, Gang, Peng
from bot.engine.tiles import ALL_TILES, FLOWERS, Seat, Tile
from bot.render import (
    BadgePicture,
    HandPicture,
    HandShown,
    Mark,
    MeldPicture,
    PayRow,
    PayTable,
    Picture,
    Rows,
    RowTone,
    SeatPicture,
    Style,
    TablePicture,
    TilePicture,
    WaitPicture,
)
from bot.render.draw import DrawList, Fill, TileItem, Words
from bot.render.layout import layout
from bot.render.theme import Ink
from tests.render import samples
from tests.render.checks import faults, texts_of

PICTURES: dict[str, Picture] = {
    "dealt": samples.dealt(),
    "ready": samples.ready(),
    "middle": samples.middle(),
    "crowded": samples.crowded(),
    "won": samples.won(),
    "drawn hand": samples.drawn_hand(),
    "blood": samples.blood(),
    "chart": samples.chart(),
}


@pytest.mark.parametrize("name", PICTURES)
def test_nothing_overlaps_or_leaves_the_picture(name: str) -> None:
    assert faults(layout(PICTURES[name])) == []


def test_the_check_sees_faults() -> None:
    tile = TileItem((10, 10, 40, 60), 36, Tile(0), Ink.CLOTH)
    words = Words((40, 20, 30, 20), "x", 15, Ink.TEXT, Ink.CLOTH)
    outside = Words((90, 90, 30, 20), "x", 15, Ink.TEXT, Ink.CLOTH)
    stranger = Words((2, 80, 9, 9), "x", 6, Ink.TEXT, Ink.BAND)
    cover = Fill((0, 0, 100, 75), Ink.PANEL, Ink.CLOTH)
    for items, fault in (
        ((tile, words), "overlap"),
        ((outside,), "outside"),
        ((stranger,), "not on"),
        ((tile, cover), "hidden"),
    ):
        assert [entry.split(":")[0].split(" Ink")[0] for entry in faults(DrawList(100, 100, Style(), items))] == [fault]


tiles = st.sampled_from(ALL_TILES)
names = st.text(max_size=32) | st.sampled_from(samples.NAMES)
marks = st.frozensets(st.sampled_from(Mark), max_size=3)
pictured = st.builds(TilePicture, tiles | st.none(), marks, st.none() | tiles, st.text(max_size=4))
badges = st.lists(st.builds(BadgePicture, st.text(min_size=1, max_size=12)), max_size=5).map(tuple)


@st.composite
def melds(draw: st.DrawFn) -> MeldPicture:
    """A meld of seat 0."""
    tile = draw(tiles)
    source = Seat(draw(st.integers(1, 3)))
    start = draw(st.sampled_from([k for k in range(27) if k % 9 < 7]))
    run = (Tile(start), Tile(start + 1), Tile(start + 2))
    kinds = (
        AnGang(tile),
        BuGang(tile, source),
        Gang(tile, source),
        Peng(tile, source),
        Chi(run, Seat(3), draw(st.sampled_from(run))),
        None,
    )
    return MeldPicture(draw(st.sampled_from(kinds)), Seat(0))


@st.composite
def hands(draw: st.DrawFn) -> HandPicture:
    """A hand of any length."""
    laid = tuple(draw(st.lists(melds(), max_size=4)))
    concealed = tuple(draw(st.lists(pictured, min_size=13 - 3 * len(laid), max_size=13 - 3 * len(laid))))
    return HandPicture(
        concealed,
        draw(st.none() | pictured),
        laid,
        tuple(draw(st.lists(st.sampled_from(FLOWERS), max_size=8))),
        draw(names),
        draw(names),
        draw(badges),
        draw(st.text(max_size=4)),
        tuple(
            draw(
                st.lists(
                    st.builds(WaitPicture, tiles, st.integers(0, 4), st.text(max_size=8), st.text(max_size=8)),
                    max_size=34,
                )
            )
        ),
        draw(st.sampled_from(Rows)),
    )


seats = st.builds(
    SeatPicture,
    names,
    st.text(max_size=8),
    st.text(max_size=4),
    st.booleans(),
    st.lists(pictured, max_size=30).map(tuple),
    st.lists(melds(), max_size=4).map(tuple),
    st.lists(st.sampled_from(FLOWERS), max_size=8).map(tuple),
    badges,
    st.lists(pictured, max_size=14).map(tuple),
    st.integers(0, 14),
)
tables = st.builds(
    TablePicture,
    st.tuples(seats, seats, seats, seats),
    names,
    names,
    st.none() | tiles,
    names,
    badges,
    st.lists(names, max_size=4).map(tuple),
    st.none() | st.sampled_from([Seat(k) for k in range(4)]),
    names,
)


@settings(max_examples=40, deadline=None)
@given(hands())
def test_any_hand_fits(picture: HandPicture) -> None:
    drawing = layout(picture)
    assert faults(drawing) == []
    assert drawing.height < 1200


@settings(max_examples=25, deadline=None)
@given(tables)
def test_any_table_fits(picture: TablePicture) -> None:
    assert faults(layout(picture)) == []


def test_only_the_row_with_a_ready_tile_has_room_under_it() -> None:
    ready = samples.shown("9m", Mark.READY, note="×4")
    above = HandPicture((*samples.row("1m 2m 3m 4m 5m"), ready, *samples.row("2p 3p 4p 5p 6p 7p 8p")))
    below = HandPicture((*samples.row("1m 2m 3m 4m 5m 2p 3p 4p 5p 6p 7p 8p"), ready))
    both = HandPicture((ready, *above.concealed[:-1], ready))
    neither = HandPicture(samples.row("1m 2m 3m 4m 5m 9m 2p 3p 4p 5p 6p 7p 8p"))
    heights = [layout(picture).height for picture in (neither, above, below, both)]
    assert heights[0] < heights[1] == heights[2] < heights[3]


@pytest.mark.parametrize(("title", "is_above"), [("听", False), ("Ready without the drawn tile", True)])
def test_a_long_title_of_the_waits_stands_above_them(title: str, is_above: bool) -> None:
    waits = (
        WaitPicture(samples.tile("5p"), 3, "3 left", "×1 / self ×2"),
        WaitPicture(samples.tile("E"), 3, "3 left", "×2"),
    )
    drawing = layout(HandPicture(samples.row("1m 2m 3m 4m"), waits_title=title, waits=waits))
    assert faults(drawing) == []
    words = next(each for each in drawing.items if isinstance(each, Words) and each.text == title)
    first = next(each for each in drawing.items if isinstance(each, TileItem) and each.tile == waits[0].tile)
    assert (first.area[0] < words.area[0] + words.area[2]) is is_above


def test_the_time_a_turn_ends_is_never_cut() -> None:
    until = "until 12-31 21:43 +0545"
    drawing = layout(replace(samples.crowded(), turn_text="W" * 40, until=until))
    assert faults(drawing) == []
    assert any(isinstance(each, Words) and each.text == until for each in drawing.items)


def test_badges_of_the_band_are_never_cut() -> None:
    few = layout(replace(samples.middle(), badges=samples.middle().badges[:1]))
    many = tuple(BadgePicture(f"骰 {number}守、10，开 19 墩") for number in range(6))
    drawing = layout(replace(samples.middle(), badges=many))
    assert faults(drawing) == []
    assert {badge.text for badge in many} <= set(texts_of(drawing))
    assert drawing.height > few.height


LONGEST = "Alexandra the Great of Mahjong and of all the tables in the world"


@pytest.mark.parametrize("said", ["{} discards 5p", "轮到 {}", "{} to play", "claims: {}!"])
def test_of_what_the_band_says_only_the_name_is_cut(said: str) -> None:
    picture = samples.middle()
    first, *others = picture.seats
    named = (replace(first, name=LONGEST), others[0], others[1], others[2])
    for band in (replace(picture, badges=(), until=""), replace(picture, until="until 21:43:10 CST")):
        told = texts_of(layout(replace(band, seats=named, turn_text=said.format(LONGEST))))
        before, after = said.split("{}")
        (line,) = (each for each in told if each.startswith(f"{before}Alex") and each.endswith(f"…{after}"))
        assert line.removeprefix(before).removesuffix(f"…{after}") in LONGEST
    assert "bob discards 5p" in texts_of(layout(replace(picture, seats=named, turn_text="bob discards 5p")))


def test_a_name_is_written_smaller_before_it_is_cut() -> None:
    picture = samples.middle()
    first, *others = picture.seats

    def sizes(name: str) -> list[int]:
        named = (replace(first, name=name), others[0], others[1], others[2])
        drawing = layout(replace(picture, seats=named, turn_text=""))
        assert faults(drawing) == []
        return [each.size for each in drawing.items if isinstance(each, Words) and each.text == name]

    plain, smaller, cut = sizes("Alexandra"), sizes("Alexandra the Great of M"), sizes(LONGEST)
    assert plain[0] > smaller[0] >= 23
    assert cut == []


def test_points_below_nothing_have_a_minus() -> None:
    picture = samples.middle()
    first, *others = picture.seats
    seats = (replace(first, points="-7"), others[0], others[1], others[2])
    told = texts_of(layout(replace(picture, seats=seats)))
    assert "−7" in told
    assert "-7" not in told


def test_three_melds_leave_the_tiles_large() -> None:
    """One above the other; side by side they took the room of the tiles."""

    def sizes(count: int) -> tuple[int, int]:
        picture = HandPicture(samples.row("1m 2m 3m 9s"), samples.shown("C", Mark.DRAWN), samples.WIDEST[:count])
        drawing = layout(picture)
        assert faults(drawing) == []
        tiles = [each for each in drawing.items if isinstance(each, TileItem)]
        assert min(each.area[0] for each in tiles[5:]) > max(each.area[0] + each.area[2] for each in tiles[:5])
        return tiles[0].size, tiles[-1].size

    assert sizes(3)[0] > 95
    assert sizes(3)[1] > 70


def test_a_title_without_room_loses_its_beginning() -> None:
    parts = ("老友记麻将俱乐部", "#麻将", "四川麻将", "第 12 局")
    badges = tuple(BadgePicture(name) for name in ("缺万", "第 1 个胡"))
    whole = replace(samples.dealt(), title=" · ".join(parts), status="余 52 张")
    assert " · ".join(parts) in texts_of(layout(whole))
    texts = texts_of(layout(replace(whole, badges=badges)))
    assert any(each.endswith(parts[-1]) and not each.startswith(parts[0]) for each in texts)


LONG = "麻将之王我最爱打麻将天天都要打一圈"


def test_how_a_hand_was_won_has_a_line_of_its_own_beside_a_long_name() -> None:
    hand = HandShown(LONG, samples.row("1m 1m 1m 2m"), how=f"{LONG} 点炮 五筒", total="88 番")
    pictures = [replace(samples.won(), hands=(each,)) for each in (hand, replace(hand, how="自摸"))]
    long, short = (layout(picture) for picture in pictures)
    assert faults(long) == faults(short) == []
    assert {hand.name, hand.how} <= set(texts_of(long))
    badges = tuple(BadgePicture(name) for name in ("East–East", "Round wind East"))
    titled = layout(replace(pictures[0], title=f"{LONG} wins", badges=badges))
    assert faults(titled) == []
    assert {f"{LONG} wins", *(badge.text for badge in badges)} <= set(texts_of(titled))
    assert long.height > short.height


def test_names_over_payments_take_two_lines_and_nothing_is_written_for_none() -> None:
    rows = (PayRow("胡", (0, 3, -3)), PayRow("累计", (None, 3, -3), RowTone.TOTAL))
    table = PayTable(("aa " * 12, "bob", "cat"), rows)
    drawing = layout(replace(samples.won(), hands=(), payments=table))
    assert faults(drawing) == []
    texts = texts_of(drawing)
    assert len([each for each in texts if each.startswith("aa aa")]) == 2
    narrow = replace(table, names=("Alexandra the Great", "b", "c", "d", "e"), rows=(PayRow("胡", (1, 0, 0, 0, -1)),))
    assert "Alexandra" in texts_of(layout(replace(samples.won(), hands=(), payments=narrow)))
    assert [each for each in texts if each in ("·", "3", "+3", "−3")] == ["·", "+3", "−3", "3", "−3"]
