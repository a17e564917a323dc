"""What each picture shows, and where."""

from dataclasses import replace
from itertools import pairwise

import pytest

from bot.engine.melds import AnGang, BuGang, Chi, Gang, Peng
from bot.engine.tiles import CODES, Seat
from bot.render import (
    BadgePicture,
    HandPicture,
    LinePicture,
    Mark,
    PayRow,
    PayTable,
    Rows,
    SeatPicture,
    Tone,
    WaitPicture,
)
from bot.render.draw import Fill, Outline, Pose, Shape, Stroke, TileItem, Words
from bot.render.layout import layout
from bot.render.layout.chart import scale, spread
from bot.render.layout.melds import laid
from bot.render.layout.payments import amount
from bot.render.layout.result import reading_of
from bot.render.theme import Ink
from tests.render import samples
from tests.render.checks import faults, meets, texts_of, tiles_of
from tests.render.samples import meld, river, row, tile


def codes(items: list[TileItem]) -> list[str]:
    """Tiles as codes, backs as ``--``."""
    return ["--" if item.tile is None else CODES[item.tile] for item in items]


# melds


@pytest.mark.parametrize(
    ("kind", "owner", "expected"),
    [
        (Peng(tile("8p"), Seat(3)), 0, ["L8p", "8p", "8p"]),
        (Peng(tile("8p"), Seat(2)), 0, ["8p", "L8p", "8p"]),
        (Peng(tile("8p"), Seat(1)), 0, ["8p", "8p", "R8p"]),
        (Peng(tile("8p"), Seat(1)), 2, ["L8p", "8p", "8p"]),
        (Gang(tile("E"), Seat(3)), 0, ["LE", "E", "E", "E"]),
        (Gang(tile("E"), Seat(2)), 0, ["E", "LE", "E", "E"]),
        (Gang(tile("E"), Seat(1)), 0, ["E", "E", "E", "RE"]),
        (BuGang(tile("C"), Seat(3)), 0, ["LC", "LC", "C", "C"]),
        (BuGang(tile("C"), Seat(1)), 0, ["C", "C", "RC", "RC"]),
        (AnGang(tile("9p")), 0, ["--", "9p", "9p", "--"]),
        (None, 0, ["--", "--", "--", "--"]),
        (samples.CHI, 0, ["L3m", "2m", "4m"]),
        (Chi(samples.CHI.tiles, Seat(3)), 0, ["2m", "3m", "4m"]),
    ],
)
def test_the_claimed_tile_lies_towards_its_seat(kind: Chi | Peng | None, owner: int, expected: list[str]) -> None:
    letters = {Pose.UPRIGHT: "", Pose.LEFT: "L", Pose.RIGHT: "R"}
    found = [letters[one.pose] + ("--" if one.tile is None else CODES[one.tile]) for one in laid(meld(kind, owner))]
    assert found == expected


def test_a_tile_that_plays_as_another_keeps_its_mark_in_a_run() -> None:
    run = Chi((tile("4p"), tile("6p"), tile("P")), Seat(3), tile("6p"))
    picture = replace(meld(run), plays_as=(None, None, tile("5p")))
    assert [(one.tile, one.plays_as) for one in laid(picture)] == [
        (tile("6p"), None),
        (tile("4p"), None),
        (tile("P"), tile("5p")),
    ]


# hand


def test_the_hand_stands_in_order_with_the_drawn_tile_apart() -> None:
    picture = samples.dealt()
    items = tiles_of(layout(picture))
    assert codes(items) == ["5p", "5p", "1m", "2m", "6m", "8m", "3p", "7p", "1s", "4s", "9s", "E", "P", "C"]
    assert [Mark.WILD in item.marks for item in items] == [True] * 2 + [False] * 12
    assert [item.plays_as for item in items if item.plays_as is not None] == [tile("5p")]
    assert len({item.area[1] for item in items}) == 2
    last, drawn = items[-2], items[-1]
    assert drawn.area[0] - (last.area[0] + last.area[2]) > last.area[2] // 5
    first, second = items[0], items[1]
    assert second.area[0] == first.area[0] + first.area[2]


def test_nothing_moves_when_the_drawn_tile_comes() -> None:
    picture = samples.dealt()
    before = tiles_of(layout(replace(picture, drawn=None)))
    assert before == tiles_of(layout(picture))[:-1]


def test_two_rows_are_far_larger_than_one() -> None:
    picture = samples.dealt()
    two = tiles_of(layout(picture))[0].size
    one = tiles_of(layout(replace(picture, rows=Rows.ONE)))
    assert len({item.area[1] for item in one}) == 1
    assert two > 1.8 * one[0].size
    assert two * 400 // 800 >= 44


def test_melds_stand_at_the_right() -> None:
    items = tiles_of(layout(samples.ready()))
    concealed = [item for item in items if item.size == items[0].size]
    melds = [item for item in items if item.size not in (items[0].size, 44, 50)]
    assert codes(melds) == ["3m", "2m", "4m", "F", "F", "F", "F"]
    assert min(item.area[0] for item in melds) > max(item.area[0] + item.area[2] for item in concealed)


def test_ready_marks_and_waits_are_told() -> None:
    drawing = layout(samples.ready())
    assert [text for text in texts_of(drawing) if text.startswith("听")] == ["听", "听3", "听2", "听"]
    assert {"余3", "4番", "余0", "2番"} <= set(texts_of(drawing))
    assert sum(isinstance(item, Shape) and item.ink is Ink.GREEN for item in drawing.items) == 2
    spent = [item for item in tiles_of(drawing) if Mark.DIM in item.marks]
    assert codes(spent) == ["8p"]


def test_an_untold_count_is_not_shown() -> None:
    picture = HandPicture(row("E"), waits_title="听", waits=(WaitPicture(tile("E")),))
    assert texts_of(layout(picture)) == ["听"]


# table


def test_the_table_keeps_its_corners() -> None:
    drawing = layout(samples.middle())
    where = {item.text: item.area for item in drawing.items if isinstance(item, Words)}
    middle_x, middle_y = drawing.width // 2, where["东风圈 · 3/8"][1]
    corners = {name: (where[name][0] > middle_x, where[name][1] > middle_y) for name in ("ann", "cat", "dan")}
    assert corners == {"ann": (False, True), "cat": (True, False), "dan": (False, False)}
    assert where["bob 麻将"][0] > middle_x
    assert where["bob 麻将"][1] > middle_y


def test_discards_stand_six_a_row_with_ghosts_and_the_last_marked() -> None:
    picture = samples.middle()
    seats = (replace(picture.seats[0], discards=river(14, 2, last=True)), *picture.seats[1:])
    items = [item for item in tiles_of(layout(replace(picture, seats=seats))) if item.size == 68][:14]
    rows = sorted({item.area[1] for item in items})
    assert [sum(item.area[1] == y for item in items) for y in rows] == [6, 6, 2]
    assert [Mark.CLAIMED in item.marks for item in items] == [k == 2 for k in range(14)]
    assert [Mark.LAST in item.marks for item in items] == [k == 13 for k in range(14)]


def test_the_acting_seat_is_framed_and_pointed_at() -> None:
    picture = samples.middle()
    drawing = layout(picture)
    lit = [item for item in drawing.items if isinstance(item, Fill) and item.ink is Ink.LIT]
    name = next(item for item in drawing.items if isinstance(item, Words) and item.text == "bob 麻将")
    assert len(lit) == 1
    assert meets(lit[0].area, name.area)
    assert name.on is Ink.LIT
    assert "bob · 21:43:10" in texts_of(drawing)
    nobody = layout(replace(picture, turn=None, turn_text=""))
    assert not any(isinstance(item, Fill | Shape) and item.ink in (Ink.LIT,) for item in nobody.items)
    assert not any(isinstance(item, Shape) for item in nobody.items)


def test_badges_points_wall_and_indicator_are_told() -> None:
    told = texts_of(layout(samples.middle()))
    for words in ("听", "跳舞", "盆 20", "连庄 3", "+36", "−24", "余 52", "财神", "东", "eve → bob"):
        assert words in told
    assert codes([item for item in tiles_of(layout(samples.middle())) if item.on is Ink.BAND]) == ["5p"]
    for label, marks in (("财神", {Mark.WILD}), ("", set())):
        turned = tiles_of(layout(replace(samples.middle(), indicator_label=label)))
        assert [set(item.marks) for item in turned if item.on is Ink.BAND] == [marks]
    bare = layout(replace(samples.middle(), indicator=None, indicator_label="财神"))
    assert [item for item in tiles_of(bare) if item.on is Ink.BAND] == []


def test_the_dealer_is_golden() -> None:
    drawing = layout(samples.middle())
    winds = {item.text: item.on for item in drawing.items if isinstance(item, Words) and item.text in "东南西北"}
    assert winds == {"东": Ink.GOLD, "南": Ink.FAINT, "西": Ink.FAINT, "北": Ink.FAINT}


def test_the_size_stays_while_the_rivers_are_short() -> None:
    picture = samples.middle()

    def height(count: int) -> int:
        first, *others = picture.seats
        seats = (replace(first, discards=river(count)), others[0], others[1], others[2])
        return layout(replace(picture, seats=seats)).height

    assert height(0) == height(18) < height(19)


def test_a_gang_that_is_not_shown_looks_like_any_other() -> None:
    picture = samples.middle()
    seats = (replace(picture.seats[0], melds=(meld(None),)), *picture.seats[1:])
    backs = [item for item in tiles_of(layout(replace(picture, seats=seats))) if item.tile is None]
    assert sum(item.pose is not Pose.STANDING for item in backs) == 4 + 2 * 2


def test_what_a_seat_holds_stays_at_its_edge_beside_a_neighbour_with_more() -> None:
    picture = samples.middle()
    bare = [replace(seat, melds=(), flowers=(), badges=(), discards=(), concealed=10) for seat in picture.seats]
    full = replace(bare[0], melds=samples.WIDEST, hand=row("1m " * 13), flowers=samples.FLOWERS)

    def held(seats: tuple[SeatPicture, SeatPicture, SeatPicture, SeatPicture], column: int) -> list[tuple[int, int]]:
        drawing = layout(replace(picture, seats=seats, turn=None, indicator=None))
        where = [item.area for item in tiles_of(drawing) if item.area[0] // (drawing.width // 2) == column]
        return [(top, drawing.height - top - high) for _, top, _, high in where]

    plain = (replace(bare[0], melds=(meld(samples.CHI),)), bare[1], bare[2], bare[3])
    crowded = (plain[0], full, bare[2], full)
    left = [min(edges) for edges in held(plain, 0)]
    assert [min(edges) for edges in held((plain[0], full, bare[2], bare[3]), 0)] == left
    assert len(held(crowded, 1)) == len(held(plain, 1)) - 10 + 13 + 16 + 8


def test_tiles_stand_in_front_of_whoever_holds_them() -> None:
    picture = samples.middle()

    def stand(count: int, hand: str = "") -> list[int]:
        alone = [replace(seat, concealed=0) for seat in picture.seats[1:]]
        seats = (replace(picture.seats[0], concealed=count, hand=row(hand)), alone[0], alone[1], alone[2])
        items = [item for item in tiles_of(layout(replace(picture, seats=seats))) if item.pose is Pose.STANDING]
        assert all(item.tile is None and not item.marks for item in items)
        return [item.area[0] for item in items]

    for count, has_drawn in ((13, False), (14, True), (5, True), (4, False), (2, True), (1, False)):
        places = stand(count)
        gaps = {right - left for left, right in pairwise(places)}
        assert (len(places), len(gaps)) == (count, (2 if has_drawn and count > 2 else 1 if count > 1 else 0))
    assert stand(14)[-1] - stand(14)[-2] > stand(14)[1] - stand(14)[0]
    assert stand(0) == []
    assert stand(13, "1m 2m 3m") == []


# result


def test_the_reading_is_told_for_every_wild_tile() -> None:
    hand = samples.won().hands[0]
    assert [(CODES[t.tile or 0], CODES[role]) for t, role in reading_of(hand)] == [("5p", "3s"), ("P", "5p")]
    plain = replace(hand, concealed=row("1m 2m 3m"))
    assert reading_of(plain) == ()


def test_the_winning_tile_is_marked_and_every_line_told() -> None:
    drawing = layout(samples.won())
    winning = [item for item in tiles_of(drawing) if Mark.WINNING in item.marks]
    assert codes(winning) == ["6p"]
    told = texts_of(drawing)
    for number in range(1, 8):
        assert f"第{number}条规则" in told
        assert f"×{number}" in told
    assert "128 倍" in told
    assert "自摸" in told


def test_flowers_of_a_winner_stand_in_one_line() -> None:
    for melds in (samples.WIDEST[:1], samples.WIDEST[:3], samples.WIDEST):
        hand = replace(samples.won().hands[0], concealed=row("1m 2m 3m 4p"), melds=melds, flowers=samples.FLOWERS)
        drawing = layout(replace(samples.won(), hands=(hand,)))
        assert faults(drawing) == []
        flowers = [item for item in tiles_of(drawing) if item.tile in samples.FLOWERS]
        assert (len(flowers), len({item.area[1] for item in flowers})) == (8, 1)


def test_long_lines_are_wrapped_and_not_cut() -> None:
    picture = samples.won()
    long = LinePicture(" ".join(f"part{k}" for k in range(30)), "30")
    hand = replace(picture.hands[0], lines=(long, *picture.hands[0].lines))
    told = " ".join(texts_of(layout(replace(picture, hands=(hand,)))))
    assert long.text in told
    assert "…" not in told


def test_payments_and_totals_are_told() -> None:
    told = texts_of(layout(samples.won()))
    assert {"+96", "−32", "−2", "+6", "+94", "−34", "134", "−80"} <= set(told)
    assert amount(0) == "·"


def test_a_number_is_never_cut() -> None:
    table = PayTable(tuple("abcdefgh"), (PayRow("x", tuple(1234567 * (-1) ** k for k in range(8))),))
    told = texts_of(layout(replace(samples.won(), payments=table)))
    assert told.count("+1234567") == 4
    assert told.count("−1234567") == 4


def test_all_winners_are_shown() -> None:
    told = texts_of(layout(samples.blood()))
    assert told.count("3 番") == 3
    assert told.count("点炮: dan") == 3


# chart


def test_one_line_a_person_named_in_its_colour() -> None:
    drawing = layout(samples.chart())
    strokes = [item.ink for item in drawing.items if isinstance(item, Stroke)]
    assert len(strokes) == len(set(strokes)) == 12
    names = {item.ink for item in drawing.items if isinstance(item, Words) and item.size == 24}
    assert set(strokes) <= names
    assert not any(isinstance(item, Outline) for item in drawing.items)


def test_one_step_is_still_a_line() -> None:
    picture = samples.chart()
    alone = replace(picture, series=(replace(picture.series[0], values=(5,)), replace(picture.series[1], values=())))
    assert sum(isinstance(item, Stroke) for item in layout(alone).items) == 1


@pytest.mark.parametrize(
    ("values", "expected"),
    [([0], (0, 1, 1)), ([-5, 12], (-5, 15, 5)), ([241, -136], (-200, 300, 100)), ([3], (0, 3, 1)), ([], (0, 1, 1))],
)
def test_the_axis_has_round_marks(values: list[int], expected: tuple[int, int, int]) -> None:
    assert scale(values) == expected


def test_labels_are_spread() -> None:
    assert spread([10.0, 12.0, 14.0, 390.0], 400, 30) == [10, 40, 70, 370]
    assert spread([50.0, 200.0], 400, 30) == [50, 200]


def test_badges_carry_their_tone() -> None:
    picture = replace(samples.ready(), badges=(BadgePicture("x", Tone.RED), BadgePicture("y")))
    grounds = {item.text: item.on for item in layout(picture).items if isinstance(item, Words) and item.text in "xy"}
    assert grounds == {"x": Ink.RED, "y": Ink.CHIP}
