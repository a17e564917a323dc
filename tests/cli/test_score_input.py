"""Whatever ``queguan score`` is given, each question gets one answer and the rest goes on."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.cli.common import CliError, read_input
from bot.cli.score import requests, respond, sentences
from bot.texts import Language

GOOD: dict[str, Any] = {"rules": "lishui", "hand": "123m456p789s11p EE", "tile": "E", "seat": 1, "wild": "5s"}


def answers(source: str) -> list[dict[str, Any]]:
    return [respond(request, "en") for request in requests(source)]


@pytest.mark.parametrize(
    "bad",
    ["{", "nonsense", "{'a': 1}", "[" * 100_000, '{"a":' * 50_000, '{"streak": ' + "9" * 5000 + "}", "[]", "null", "7"],
    ids=lambda bad: str(bad)[:12],
)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_bad_line_stops_nothing(bad: str, place: int) -> None:
    lines = [json.dumps(GOOD), json.dumps(GOOD)]
    lines.insert(place, bad)
    found = answers("\n".join(lines))
    assert ["error" in each for each in found] == [each == place for each in range(3)]


@pytest.mark.parametrize(
    "key",
    [
        "options",
        "hand",
        "melds",
        "tile",
        "by",
        "seat",
        "from",
        "dealer",
        "streak",
        "wild",
        "flags",
        "seen",
        "liable",
        "out",
    ],
)
@pytest.mark.parametrize(
    "value", [True, -1, 1.5, 10**30, "X", "🀫", "\ud800", "\nX", [[]], {"a": 1}, {"\n": 1}], ids=repr
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_a_key_cannot_hold_is_named(key: str, value: object, language: Language) -> None:
    (request,) = requests(json.dumps({**GOOD, key: value}))
    found = respond(request, language)
    assert list(found) == ["error"]
    assert found["error"].isprintable()


def test_tiles_may_be_written_as_people_say_them() -> None:
    codes = {**GOOD, "hand": "123m456p11p EE", "melds": ["chi(789s<0)"], "seen": "F 3s"}
    hand = "一二三万 四五六饼 1筒 one dot 东 east"
    said = {
        **codes,
        "hand": hand,
        "tile": "东风",
        "wild": "五条",
        "melds": ["chi(七八九条<0)"],
        "seen": "发财 3 bamboo",
    }
    one, two = answers(f"{json.dumps(codes)}\n{json.dumps(said)}")
    assert one["win"]
    assert two == one


@pytest.mark.parametrize(("said", "named"), [("5Z EE", "'5Z'"), ("红中 5z 发", "'5z'"), ("东 西红柿", "'红柿'")])
def test_of_tiles_that_cannot_be_read_the_word_is_named(said: str, named: str) -> None:
    (found,) = answers(json.dumps({**GOOD, "seen": said}))
    assert named in found["error"]


def test_an_error_repeats_only_the_beginning_of_a_long_text() -> None:
    (found,) = answers(json.dumps({**GOOD, "tile": "E" * 100_000}))
    assert len(found["error"]) < 300


def test_blocks_of_lines_are_answered_one_by_one() -> None:
    block = "rules: lishui\nhand: 123m456p789s11p EE\ntile: E"
    found = answers(f"{block}\n\n{block}\nbogus\n\n{block}\n")
    assert ["error" in each for each in found] == [False, True, False]


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "hand.json"
    path.write_text(json.dumps(GOOD), encoding="utf-8-sig")
    (found,) = answers(read_input(str(path)))
    assert found["win"]


def test_nothing_is_asked_by_an_empty_text() -> None:
    with pytest.raises(CliError):
        answers(" \n")


@pytest.mark.parametrize(
    ("more", "payments"),
    [
        ({}, [18, -6, -6, -6]),
        ({"liable": 0}, [-10, 10, 0, 0]),
        ({"by": "discard", "from": 0}, [-4, 6, -1, -1]),
        ({"by": "discard", "from": 2}, [10, -3, -4, -3]),
        ({"seat": 0}, [18, -6, -6, -6]),
    ],
)
def test_a_seat_left_out_is_the_first_that_nothing_rules_out(more: dict[str, Any], payments: list[int]) -> None:
    question = {key: value for key, value in GOOD.items() if key != "seat"} | more
    (found,) = answers(json.dumps(question))
    assert found["payments"] == payments


def test_a_meld_from_the_winner_is_impossible_only_where_the_seat_is_given() -> None:
    question = {**GOOD, "hand": "456p789s11p EE", "melds": ["chi(123m<0)"]}
    assert "error" in answers(json.dumps({**question, "seat": 0}))[0]
    del question["seat"]
    assert answers(json.dumps(question))[0]["payments"] == [-6, 10, -2, -2]


@pytest.mark.parametrize("apart", [" ", ", ", ","])
def test_lists_are_parted_by_spaces_or_commas(apart: str) -> None:
    melds, flags = apart.join(("angang(CCCC)", "peng(EEE<0)")), apart.join(("replacement", "last_tile"))
    (found,) = answers(f"rules: lishui\nhand: 123m11p23s\ntile: 4s\nmelds: {melds}\nflags: {flags}")
    assert [line["id"] for line in found["lines"]] == ["gang_bloom"]


@pytest.mark.parametrize("word", ["two", "²", "9" * 5000, "-1"])
def test_a_line_whose_number_is_none_is_refused(word: str) -> None:
    (found,) = answers(f"rules: lishui\nhand: 123m456p789s11pEE\ntile: E\nstreak: {word}")
    assert list(found) == ["error"]


def test_an_object_over_many_lines_is_one_question() -> None:
    (good,) = answers(json.dumps(GOOD, indent=2))
    assert good["win"]
    (bad,) = answers(json.dumps(GOOD, indent=2).replace("\n}", ",\n}"))
    assert "not JSON" in bad["error"]


@pytest.mark.parametrize(
    ("rules", "total"), [("lishui", "Total 2 times"), ("sichuan", "Total 1 fan"), ("mawan", "Total 60 tai")]
)
def test_a_person_reads_the_total_in_the_unit_of_the_rules(rules: str, total: str) -> None:
    request = {"rules": rules, "hand": "123m456m123p789p1p", "tile": "1p"}
    assert total in sentences(request, respond(request, "en"), "en")


def test_a_person_reads_why_a_hand_does_not_win() -> None:
    request = {**GOOD, "tile": "9s"}
    assert respond(request, "en")["reason"] == "no_shape"
    assert sentences(request, respond(request, "en"), "en") == ["No win. That is no winning hand."]
