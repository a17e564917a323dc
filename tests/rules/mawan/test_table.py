"""The table of patterns agrees with itself, with the rules page and with the texts."""

import re
from pathlib import Path

import bot.rules.mawan
from bot.engine.options import choose
from bot.engine.tiles import ALL_TILES
from bot.rules.mawan import MAWAN
from bot.rules.mawan.options import OPTIONS, PRESETS
from bot.rules.mawan.patterns import CHANGED, FULL_RUNS, ITEMS, PARTS, SCATTERED, SMALL, line_ids, table
from bot.texts import catalogue

PAGE = (Path(bot.rules.mawan.__file__).parent / "RULES.md").read_text("utf-8")


def test_the_set_has_136_tiles_and_no_flowers() -> None:
    """M1."""
    assert sorted(MAWAN.tiles(choose(OPTIONS, {}))) == [tile for tile in ALL_TILES for _ in range(4)]


def test_no_row_is_there_twice() -> None:
    ids = [row.id for row in (*SMALL, *ITEMS)]
    assert len(set(ids)) == len(ids) == 54


def test_what_is_contained_exists_and_is_no_row_itself() -> None:
    ids = {row.id for row in (*SMALL, *ITEMS)}
    for row in ITEMS:
        contained = {part.id for part in row.contains}
        assert contained <= ids - {row.id}, row.id
    assert not any(row.contains for row in SMALL)


def test_an_option_changes_rows_and_keeps_their_places() -> None:
    specs = {spec.id: spec for spec in OPTIONS}
    plain = table(choose(OPTIONS, {}))
    for (option, value), rows in CHANGED.items():
        specs[option].read(value)
        changed = table(choose(OPTIONS, {option: value}))
        assert [row.id for row in changed] == [row.id for row in plain]
        assert {row.id for row, before in zip(changed, plain, strict=True) if row is not before} == {
            row.id for row in rows
        }


def test_the_rules_page_lists_every_row_with_its_worth_and_what_it_contains() -> None:
    names = catalogue().sentences["zh"]
    rows = re.findall(r"^\| `(\w+)` \|(.*)\|$", PAGE, re.MULTILINE)
    listed = {slug: [cell.strip() for cell in cells.split("|")] for slug, cells in rows}
    for row in SMALL:
        assert listed[row.id][0] == names[f"mawan.part.{row.id}"]
    for row in ITEMS:
        name, worth, _, contains = listed[row.id]
        assert name == names[f"mawan.pattern.{row.id}"]
        assert int(worth) == row.worth
        for part in row.contains:
            kind = "part" if part.id in PARTS else "pattern"
            said = names[f"mawan.{kind}.{part.id}"]
            assert said in contains or contains == "as 七对", (row.id, said)
        assert bool(contains) == bool(row.contains), row.id
    for spec in OPTIONS:
        assert spec.id in listed


def test_every_line_and_option_has_a_name_in_both_languages() -> None:
    for language in ("zh", "en"):
        keys = catalogue().sentences[language]
        for line in line_ids(choose(OPTIONS, {})):
            assert f"mawan.pattern.{line}" in keys
        for part in PARTS:
            assert f"mawan.part.{part}" in keys
        for spec in OPTIONS:
            assert f"mawan.option.{spec.id}.name" in keys
            for value in getattr(spec, "values", ()):
                assert f"mawan.option.{spec.id}.v_{value}" in keys
        for preset in PRESETS:
            assert f"mawan.preset.{preset}" in keys


def test_scattered_hands_are_a_line_where_they_win() -> None:
    assert line_ids(choose(OPTIONS, {}))[-2:] == (FULL_RUNS, SCATTERED)
    assert SCATTERED not in line_ids(choose(OPTIONS, {"scattered": "off"}))


def test_presets_are_choices() -> None:
    for preset in PRESETS.values():
        choose(OPTIONS, preset)


def test_every_row_is_won_in_the_table_of_hands_and_has_a_near_miss() -> None:
    hands = (Path(__file__).parent / "mawan.hands").read_text("utf-8").splitlines()
    cases = [line.split("=>") for line in hands if "=>" in line]
    won = {word for _, expected in cases for word in re.findall(r"\w+", expected)}
    missed = {word for name, _ in cases if "near miss" in name for word in re.findall(r"\w+", name.split("::")[0])}
    rows = {row.id for row in (*SMALL, *ITEMS)} | {FULL_RUNS, SCATTERED}
    assert rows - won == set()
    assert {row.id for row in ITEMS if not row.id.startswith(("seven_pairs", "four_", "big_"))} - missed == set()
