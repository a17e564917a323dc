"""A checker written from docs/fairness.md alone, held against the product: both must find the same."""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.engine.options import choose
from bot.rules import REGISTRY
from bot.tables.proving import verify
from bot.tables.records import HandRecord, digest_of, record_json, record_text
from tests.project.source import ROOT
from tests.tables.hands import match, played, record

PAGE = (ROOT / "docs" / "fairness.md").read_text("utf-8")
SIDES = {"sichuan": (28, 26, 28, 26), "mawan": (34, 34, 34, 34)}


# ---------------------------------------------------------------------- the checker


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def numbers(seed: bytes) -> Iterator[int]:
    i = 0
    while True:
        block = sha(seed + i.to_bytes(8, "big"))
        yield from (int.from_bytes(block[4 * word : 4 * word + 4], "big") for word in range(8))
        i += 1


class Chances:
    """What a hand takes from the sequence."""

    def __init__(self, table: str, number: int, secret: str, throws: list[str]) -> None:
        self.seed = sha("|".join(["queguan-wall-1", table, str(number), secret, *throws]).encode())
        self.sequence = numbers(self.seed)

    def below(self, n: int) -> int:
        while True:
            x = next(self.sequence)
            if x < 2**32 - 2**32 % n:
                return x % n

    def shuffled(self, items: list[int]) -> list[int]:
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items

    def dice(self) -> list[list[int]]:
        return [[1 + self.below(6), 1 + self.below(6)] for _ in range(3)]


def tile_set(rules: str, options: dict[str, Any]) -> list[int]:
    kinds = 27 if rules == "sichuan" else 34
    flowers = range(34, 42) if rules == "lishui" and options["flowers"] == "on" else range(0)
    return [*(kind for kind in range(kinds) for _ in range(4)), *flowers]


def check(head: dict[str, Any], entries: list[dict[str, Any]], published: str) -> list[str]:
    """What does not match, by the numbers of the page's list."""
    proof, began = entries[0], entries[1]
    wrong = []
    own = sha(f"queguan-wall-1|{proof['table']}|{proof['number']}|{proof['secret']}".encode()).hex()
    if not head["commitment"] == published == own:
        wrong.append("1 commitment")
    if not (head["table"] == proof["table"] and head["hand"] == proof["number"] == began["number"]):
        wrong.append("2 identity")
    chances = Chances(proof["table"], proof["number"], proof["secret"], proof["throws"])
    wall = chances.shuffled(tile_set(head["rules"], head["options"]))
    dice = chances.dice()
    winds = chances.shuffled([0, 1, 2, 3])
    chance = began["chance"]
    if (chance["wall"], chance["dice"], chance.get("winds", [0, 1, 2, 3])) != (wall, dice, winds):
        wrong.append("3 chance")
    a, b = Chances(proof["table"], 0, proof["secret"], proof["throws"]).dice()[0]
    if head["hand"] == 1 and began["dealer"] != (a + b - 1) % 4:
        wrong.append("4 dealer")
    return wrong + tiles_that_differ(head["rules"], entries)


def break_of(rules: str, dealer: int, dice: list[list[int]], tiles: int, pips: dict[str, int]) -> int:
    first, second = sum(dice[0]) + pips["first_throw"], sum(dice[1]) + pips["second_throw"]
    thrower = (dealer + first - 1) % 4
    sides = SIDES.get(rules, (tiles // 4,) * 4)
    before = sum(sides[: (dealer - thrower) % 4])
    stacks = {"lishui": first + second, "sichuan": 2 * min(dice[0]), "mawan": 2 * (first + second)}
    return (before + stacks[rules]) % tiles


def tiles_that_differ(rules: str, entries: list[dict[str, Any]]) -> list[str]:
    began = entries[1]
    wall: list[int] = []
    pips = {"first_throw": 0, "second_throw": 0}
    for number, entry in enumerate(entries):
        match entry["e"]:
            case "Noted" if entry["name"] == "pips":
                pips[entry["word"]] += entry["number"]
            case "Dealt":
                built, cut = began["chance"]["wall"], entry["break_at"]
                if cut != break_of(rules, began["dealer"], began["chance"]["dice"], len(built), pips):
                    return [f"5 break {number}"]
                wall = built[cut:] + built[:cut]
                hands: list[list[int]] = [[], [], [], []]
                order = [(began["dealer"] + step) % 4 for step in range(4)]
                for seat in [*(each for _ in range(3) for each in order for _ in range(4)), *order, order[0]]:
                    hands[seat].append(wall.pop(0))
                if hands != entry["hands"]:
                    return [f"5 deal {number}"]
            case "Turned":
                if wall.pop(-entry["place"]) != entry["tile"]:
                    return [f"5 turned {number}"]
            case "Drew":
                if wall.pop(0 if entry["end"] == "head" else -1) != entry["tile"]:
                    return [f"5 drew {number}"]
            case _:
                pass
    return []


def check_text(text: str, published: str) -> list[str]:
    """The same for a record in either form, the digest of its lines included."""
    try:
        head = json.loads(text)
        return check(head, head["entries"], published)
    except ValueError:
        first, *lines = text.splitlines(keepends=True)
    head = json.loads(first)
    wrong = check(head, [json.loads(line) for line in lines], published)
    return wrong if sha("".join(lines).encode()).hex() == head["digest"] else [*wrong, "5 digest"]


# ---------------------------------------------------------------------- against the page


EXAMPLE = PAGE.split("## A worked example")[1]


def example(name: str, part: str = EXAMPLE) -> list[str]:
    found = re.search(rf"^{re.escape(name)} +(.+)$", part, re.MULTILINE)
    assert found is not None, name
    return found[1].split()


def test_the_worked_example() -> None:
    table, number, secret = example("table")[0], int(example("number")[0]), example("secret")[0]
    throws = [example(f"throw{chair}")[0] for chair in range(4)]
    assert sha(f"queguan-wall-1|{table}|{number}|{secret}".encode()).hex() == example("commitment")[0]
    chances = Chances(table, number, secret, throws)
    assert chances.seed.hex() == example("seed")[0]
    assert sha(chances.seed + bytes(8)).hex() == example("block(0)")[0]
    assert [next(chances.sequence) for _ in range(5)] == [int(each) for each in example("numbers")]


@pytest.mark.parametrize(("rules", "marker"), [("mawan", "With the 136"), ("sichuan", "With the 108")])
def test_the_worked_walls(rules: str, marker: str) -> None:
    part = PAGE.split(marker)[1]
    throws = [example(f"throw{chair}")[0] for chair in range(4)]
    chances = Chances(example("table")[0], int(example("number")[0]), example("secret")[0], throws)
    wall = chances.shuffled(tile_set(rules, {}))
    dice = chances.dice()
    begins = [int(tile) for tile in example("wall begins", part)]
    assert wall[: len(begins)] == begins
    assert " / ".join(f"{a} {b}" for a, b in dice) == " ".join(example("dice", part))
    assert chances.shuffled([0, 1, 2, 3]) == [int(wind) for wind in example("winds", part)]
    if rules == "mawan":
        assert wall[-5:] == [int(tile) for tile in example("wall ends", part)]


# ---------------------------------------------------------------------- against the product


@pytest.fixture(
    scope="module",
    params=[("lishui", {}), ("lishui", {"flowers": "on"}), ("sichuan", {"exchange_three": "on"}), ("mawan", {})],
    ids=lambda param: "-".join((param[0], *param[1])),
)
def hand(request: pytest.FixtureRequest) -> HandRecord:
    """A first hand under each of these rules."""
    rules_id, options = request.param
    rules = REGISTRY[rules_id]
    state, entries = played(match(rules, choose(rules.options, options)), Random(11), sense=0.3)
    return record(state, entries)


def test_both_find_that_an_honest_hand_matches(hand: HandRecord) -> None:
    assert check_text(record_text(hand), hand.commitment) == []
    assert check_text(record_json(hand), hand.commitment) == []
    assert all(each.holds for each in verify(REGISTRY[hand.rules], hand, hand.commitment))


def test_both_find_another_secret(hand: HandRecord) -> None:
    entries = (replace(hand.proof, secret=hand.proof.secret[::-1]), *hand.entries[1:])
    other = replace(hand, entries=entries, digest=digest_of(entries))
    assert {"1 commitment", "3 chance"} <= set(check_text(record_text(other), hand.commitment))
    failing = [each.claim.value for each in verify(REGISTRY[hand.rules], other) if not each.holds]
    assert {"commitment", "wall"} <= set(failing)


def test_both_find_a_tile_that_was_exchanged(hand: HandRecord) -> None:
    text = record_text(hand)
    place = next(n for n, line in enumerate(text.splitlines()) if '"e":"Drew"' in line)
    lines = text.splitlines(keepends=True)
    drew = json.loads(lines[place])
    lines[place] = json.dumps({**drew, "tile": (drew["tile"] + 1) % 27}, separators=(",", ":")) + "\n"
    found = check_text("".join(lines), hand.commitment)
    assert found == [f"5 drew {place - 1}", "5 digest"]


def test_another_published_commitment_is_found(hand: HandRecord) -> None:
    assert check_text(record_text(hand), "0" * 64) == ["1 commitment"]
