"""Nothing that a player or a bystander gets, and no moment at which they get it, tells what they can't know: a hand is
played twice, the same in all that is open, with other tiles in the hands of the others (``tests.ui.twins``)."""

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest
from discord.app_commands import Choice

from bot.engine.events import Answered, Event
from bot.engine.legal import asked_now
from bot.engine.notation import parse_tile, print_tiles
from bot.engine.state import Windows
from bot.engine.tiles import Tile
from bot.rules import REGISTRY
from bot.settings import Settings
from bot.tables.api import Board, Changes, Done
from bot.ui.desk import Desk
from bot.ui.house import house_of
from tests.support.random_play import new_match
from tests.ui.dealt import PEOPLE, asked
from tests.ui.twins import (
    CLAIM_SECONDS,
    ROUND_SECONDS,
    TURN_SECONDS,
    Record,
    Stage,
    Twin,
    press,
    tries,
    until,
    window,
)
from tests.ui.world import World

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]

WILD = parse_tile("5p")
OPTIONS: Mapping[str, Mapping[str, str | int]] = {
    "lishui": {},
    "sichuan": {"exchange_three": "off", "void_suit": "free", "horses": 0, "announce": "on"},
    "mawan": {"pot": "off", "scattered": "on"},
}
"""Without questions before the first turn, but for Mawan's, of which nobody may see to whom it is put."""

START = 100.0
"""The second at which the first tile is discarded."""


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> Stage:
    return Stage(monkeypatch, settings, tmp_path)


def shuffled(rules: str, seed: int) -> list[Tile]:
    """The tiles of a game without those that are wild, which are nobody's in these hands."""
    state = new_match(REGISTRY[rules], OPTIONS[rules])
    tiles = [tile for tile in REGISTRY[rules].tiles(state.options) if rules != "lishui" or tile != WILD]
    Random(seed).shuffle(tiles)
    return tiles


def dealt(rules: str, seed: int, turned: int) -> str:
    """Four hands and the tiles that are drawn next. ``turned`` says how far the hands of the others go round; with it
    what nobody draws changes too."""
    tiles = shuffled(rules, seed)
    others = [tiles[14 + 13 * each : 27 + 13 * each] for each in range(3)]
    hands = [tiles[:14], *(others[(each + turned) % 3] for each in range(3))]
    drawn, later = tiles[53:65], tiles[65:80]
    lines = [f"deal {seat}: {print_tiles(tiles)}" for seat, tiles in enumerate(hands)]
    if rules == "lishui":
        lines.append("wild: 5p")
    return "\n".join((*lines, f"wall: {print_tiles((*drawn, *(later[::-1] if turned else later)))}", ""))


def laid(rules: str, seed: int, rounds: int) -> list[str]:
    """What is discarded: always the tile that was drawn last."""
    tiles = shuffled(rules, seed)
    return [print_tiles([tile]) for tile in (tiles[13], *tiles[53 : 52 + rounds])]


async def seated(world: World, rules: str, options: Mapping[str, str | int], windows: Windows) -> None:
    """Four people at a table of these options; the hand is dealt."""
    await world.opened(rules)
    tables, ann = world.bot.house.tables, world.handles["ann"].id
    changes = Changes(
        options={**world.board().meta.options, **options},
        windows=windows,
        claim_seconds=CLAIM_SECONDS,
        turn_seconds=TURN_SECONDS,
    )
    assert isinstance(await tables.change(world.board().id, ann, changes), Done)
    await world.env.settle()
    for name in PEOPLE[1:]:
        await world.press(world.members[name], world.in_channel()[-1], "::join")
    await world.press(world.members["ann"], world.in_channel()[-1], "::start")


async def played(twin: Twin, rules: str, seed: int, rounds: int, tried: set[int]) -> None:
    """Everybody discards what they draw, one after the other every ten seconds; nobody claims anything."""
    await seated(twin.world, rules, OPTIONS[rules], Windows.EVEN)
    for number, tile in enumerate(laid(rules, seed, rounds)):
        start = START + ROUND_SECONDS * number
        await until(twin, start)
        if number in tried:
            await tries(twin, "ann")
            await tries(twin, "eve")
        await press(twin, PEOPLE[number % 4], f":discard {tile}")
        await window(twin, number, start, number in tried)


def compared(one: list[Record], other: list[Record]) -> None:
    """Both are the same; the first difference is shown."""
    for mine, its in zip(one, other, strict=False):
        assert mine == its
    assert len(one) == len(other)


async def two(stage: Stage, rules: str, seed: int, rounds: int, tried: set[int]) -> tuple[Twin, Twin]:
    twins = []
    for turned in (0, 1):
        async with stage.twin(f"{rules}{turned}", rules, dealt(rules, seed, turned)) as twin:
            await played(twin, rules, seed, rounds, tried)
            twins.append(twin)
    return twins[0], twins[1]


def same(one: Twin, other: Twin) -> None:
    """Neither the player nor the bystander can tell the two apart."""
    compared(one.of_bystander(), other.of_bystander())
    compared(one.of_viewer(), other.of_viewer())


@pytest.mark.parametrize(
    ("rules", "seed", "tried"), [("lishui", 1, {1, 4}), ("sichuan", 2, {1, 3}), ("mawan", 1, {1, 4})]
)
async def test_who_could_claim_is_not_to_be_seen(stage: Stage, rules: str, seed: int, tried: set[int]) -> None:
    one, other = await two(stage, rules, seed, 6, tried)
    assert [number for number, names in one.could if names] != [number for number, names in other.could if names]
    assert len(one.of_bystander()) > 100
    assert len(one.of_viewer()) > 120
    same(one, other)


# ---------------------------------------------------------------------- a gang that is face down

GANG = """deal 0: 147m 258p 1479s SWC 5p
deal 1: 2369m 36p 58s {gang} F
deal 2: 1199m 1199p 36s FPC
deal 3: 2588m 4477p 25s PPS
wall: 9s 6m 3p
tail: 7s
"""


async def test_a_gang_that_is_face_down_is_not_to_be_seen(stage: Stage) -> None:
    twins = []
    for tile in "EN":
        async with stage.twin(tile, "mawan", GANG.format(gang=4 * tile)) as twin:
            await seated(twin.world, "mawan", OPTIONS["mawan"], Windows.EVEN)
            await until(twin, START)
            await press(twin, "ann", ":discard 5p")
            await window(twin, 0, START, trying=False)
            await press(twin, "bob", f":angang {tile}")
            await until(twin, START + ROUND_SECONDS - 5)
            await tries(twin, "ann")
            await tries(twin, "eve")
            await until(twin, START + ROUND_SECONDS)
            await press(twin, "bob", ":discard 7s")
            await window(twin, 1, START + ROUND_SECONDS, trying=True)
            twins.append(twin)
    assert any("concealed gang" in said for *_, said, _ in twins[0].of_bystander())
    same(*twins)


# ---------------------------------------------------------------------- choices that are made together

DEALS = """deal 0: 1223m 158p 2468s 789s
deal 1: {one}
deal 2: {two}
deal 3: 369m 369p 147s 1m 1p 9s 5m
dice: 1 4 / 1 1 / 1 1
wall: 5s 5s 6p 7p 8p 9p 4s {bet} 3s
"""
HANDS = ("147m 258p 1379s 36m 9p", "258m 147p 258s 47m 3s 9p")
CHOICES: Mapping[str, str | int] = {"exchange_three": "on", "void_suit": "declared", "horses": 1}
SUITS = {"ann": "m", "bob": "m", "cat": "p", "dan": "s"}
BET = 7


async def chooses(twin: Twin, start: float, order: tuple[str, ...], what: dict[str, str]) -> None:
    """Three people answer in some order, then the viewer; all try before that and after it."""
    for step, name in enumerate(order):
        await until(twin, start + 5 + 7 * step)
        await press(twin, name, what[name])
        if step == 1:
            await tries(twin, "eve")
            await tries(twin, "ann")
    await until(twin, start + 30)
    await press(twin, "ann", what["ann"])


async def test_secret_choices_are_not_to_be_seen(stage: Stage) -> None:
    """The exchange (dan's tiles come to ann in both hands), suits that are shown together, and a bet."""
    twins = []
    for hands, order, bet in ((HANDS, ("bob", "cat", "dan"), "2p"), (HANDS[::-1], ("dan", "cat", "bob"), "6s")):
        lines = DEALS.format(one=hands[0], two=hands[1], bet=bet)
        async with stage.twin(bet, "sichuan", lines) as twin:
            await seated(twin.world, "sichuan", CHOICES, Windows.EVEN)
            first = {name: f":{action}" for name in PEOPLE for action in asked(twin.world, name)[:1]}
            await chooses(twin, 20, order, first)
            await chooses(twin, 60, order[::-1], {name: f":void {suit}" for name, suit in SUITS.items()})
            with twin.recorder.by("eve"):
                await twin.world.members["eve"].slash(twin.world.channel, "act", action=f"horse {BET}")
            await until(twin, 130)
            await tries(twin, "ann")
            await tries(twin, "eve")
            await press(twin, "ann", f":{asked(twin.world, 'ann')[0]}")
            await window(twin, 0, 130, trying=True)
            twins.append(twin)
    assert any("eve" in said for *_, said, _ in twins[0].of_viewer())
    same(*twins)


# ---------------------------------------------------------------------- leaks that are found


def _suggests(monkeypatch: pytest.MonkeyPatch) -> None:
    """A suggestion while the table waits for somebody else."""

    async def leaky(interaction: discord.Interaction, *_more: object) -> list[Choice[str]]:
        tables: Any = house_of(interaction).tables
        waiting = [asked_now(each.state) for each in tables._keeper.snapshots()]
        return [Choice(name=str(len(seats)), value="1") for seats in waiting]

    monkeypatch.setattr("bot.ui.play.suggest", leaky)


def _edits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that is edited whenever somebody answers, though nothing of it changes."""
    usual = Desk.changed

    def leaky(desk: Desk, board: Board, events: tuple[Event, ...]) -> None:
        if any(isinstance(event, Answered) for event in events):
            desk._of(board).board.last = None
        usual(desk, board, events)

    monkeypatch.setattr(Desk, "changed", leaky)


def _waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows that are open a little longer where somebody could claim."""
    monkeypatch.setattr("bot.tables.deadline._end_of_window", lambda _state, rested, window: max(rested, window))


@pytest.mark.parametrize("leak", [_suggests, _edits, _waits])
async def test_a_leak_is_found(
    stage: Stage, leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    one, other = await two(stage, "sichuan", 2, 4, {1})
    with pytest.raises(AssertionError):
        same(one, other)
