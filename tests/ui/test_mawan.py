"""Mawan as it is shown and played: the pot and knocking, concealed gangs, warnings, what a ready hand is worth."""

import pytest
from simcord import Env

from bot.tables.ledger_values import AllTime, pot_of
from tests.rules.mawan.play import READY
from tests.ui.dealt import PEOPLE, Walls, asked, does, sit_down, tells
from tests.ui.world import Shown, World, world_of

pytestmark = [pytest.mark.slow, pytest.mark.simcord(strict_sync=True, settle_timeout=5)]

FEEDS = f"deal 0: 147m258p1479sESW5p\ndeal 1: {READY}\n"
"""Ann deals and can discard 5p, on which Bob wins."""


@pytest.fixture
def world(simcord_env: Env) -> World:
    return world_of(simcord_env, *PEOPLE)


@pytest.fixture
def walls(monkeypatch: pytest.MonkeyPatch) -> Walls:
    made = Walls("mawan")
    monkeypatch.setattr("bot.tables.draft.chance_of", made.chance_of)
    return made


def menu_of(shown: Shown) -> list[str]:
    """What can be picked at any time."""
    (menu,) = [each for each in shown.controls if each["custom_id"].startswith("m:")]
    return [each["value"] for each in menu["options"]]


async def knock(world: World, name: str) -> None:
    hand = world.private(name)[-1]
    (menu,) = [each for each in hand.ids if each.startswith("m:")]
    await world.pick(world.handles[name], hand, menu, ">knock")


def everything(world: World, name: str) -> str:
    """All that somebody can read in the channel and in their private messages."""
    messages = [*world.in_channel(), *world.private(name)]
    return "\n".join("\n".join((each.content, *each.words)) for each in messages)


def scores(world: World) -> list[int]:
    return [0 if chair is None else chair.score for chair in world.board().meta.chairs]


# ---------------------------------------------------------------------- the pot


async def test_a_whole_hand_with_a_pot(world: World, walls: Walls) -> None:
    walls.use(f"{FEEDS}0 break_pot\n0 discard 5p\n1 hu\n")
    await sit_down(world, "mawan")
    throw = world.private("ann")[-1]
    assert "Your choice: you throw the dice: Pass throws them as they are" in throw.content
    assert all("you throw" not in world.private(name)[-1].content for name in PEOPLE[1:])
    assert "left" not in "".join((*throw.words, *world.in_channel()[-1].words)), "there is no wall yet"
    labels = {each["label"] for each in throw.controls if "label" in each}
    assert {"Break the pot", "Break the pot +6", "Break the pot -6", "Break the pot -1 round", "Pass"} <= labels
    assert all("Your choice" not in world.private(name)[-1].content for name in PEOPLE[1:])
    await does(world, "ann", "break_pot")
    board = world.in_channel()[-1]
    assert "Pot 3 (hand 1)" in board.words[0]
    assert "East–East" in board.words[0]
    assert "Round wind East" in board.words[0]
    seats = [line.split(":")[0] for line in board.words[0].splitlines()[-4:]]
    assert seats == ["E ann (-3)", "S bob (0)", "W cat (0)", "N dan (0)"], "the wind of each seat"
    before = {name: menu_of(world.private(name)[-1]) for name in PEOPLE}
    await does(world, "ann", "discard 5p")
    await does(world, "bob", "hu")
    result = world.in_channel()[-1]
    assert "bob" in result.content
    assert "wins" in result.content
    assert "Win: -23, +69, -23, -23, 0" in result.words[0].splitlines()
    assert "the pot: 0" not in result.words[0]
    assert "Commitment" not in result.content
    assert not result.ids
    assert {name: menu_of(world.private(name)[-1]) for name in PEOPLE} == before
    assert "nock" not in world.private("bob")[-1].content + world.private("bob")[-1].words[0]
    await knock(world, "bob")
    assert world.screen("bob").view.running
    await world.env.advance_time(11.0)
    assert not world.screen("bob").view.running
    settled = next(each for each in world.in_channel() if each.id == result.id)
    assert "Takes the pot: 0, +3, 0, 0, -3" in settled.words[0].splitlines()
    assert any(each.endswith("::ready") for each in settled.ids)
    ledger = await world.bot.house.store.ledger.balances(world.guild.id, AllTime())
    assert sum(ledger.values()) == 0
    assert not ledger.get(pot_of(world.board().id), 0)
    assert scores(world) == [-26, 72, -23, -23]
    totals = await tells(world, "ann", "ledger")
    assert "bob **+72**" in totals
    assert "In pots" not in totals


async def test_who_forgets_to_knock_is_told_nothing(world: World, walls: Walls) -> None:
    walls.use(f"{FEEDS}0 break_pot\n0 discard 5p\n1 hu\n")
    await sit_down(world, "mawan")
    await does(world, "ann", "break_pot")
    await does(world, "ann", "discard 5p")
    told = len(world.private("bob"))
    await does(world, "bob", "hu")
    assert len(world.private("bob")) == told
    await world.env.advance_time(11.0)
    assert "bob won without knocking and pays in 3 more" in world.in_channel()[0].content
    assert scores(world) == [-26, 66, -23, -23]
    assert "In pots: **+6**" in await tells(world, "ann", "ledger"), "with it the totals come to zero"
    assert "Pot 6 (hand 2)" in world.in_channel()[0].words[0]


async def test_knocking_does_nothing_but_stands_there_without_a_pot(world: World, walls: Walls) -> None:
    walls.use(f"{FEEDS}0 discard 5p\n1 hu\n")
    await sit_down(world, "mawan")
    await does(world, "ann", "pass")
    for name in PEOPLE:
        assert menu_of(world.private(name)[-1])[0] == ">knock"
    await does(world, "ann", "discard 5p")
    await does(world, "bob", "hu")
    await knock(world, "bob")
    await world.env.advance_time(11.0)
    assert scores(world) == [-23, 69, -23, -23]


@pytest.mark.simcord(strict_sync=True, settle_timeout=1)
async def test_a_called_peng_can_be_taken_back_which_breaks_the_pot(world: World, walls: Walls) -> None:
    walls.use("deal 0: 147m258p1479sESWC\ndeal 2: CC 147m258p147s9p W\n0 discard C\n2 peng\n2 withdraw\n")
    await sit_down(world, "mawan")
    await does(world, "ann", "pass")
    while asked(world, "ann") == [] or "pass" in asked(world, "ann"):
        await world.env.advance_time(1.0)
    await does(world, "ann", "discard C")
    assert ">withdraw" not in menu_of(world.private("cat")[-1])
    peng = world.private("cat")[-1]
    await world.press(world.handles["cat"], peng, ":peng")
    hand = world.private("cat")[-1]
    assert menu_of(hand)[:2] == [">knock", ">withdraw"]
    # There are two seconds for it, and so a button; knocking has none, whatever happens.
    assert [each["label"] for each in hand.controls if "label" in each] == ["Take the peng back"]
    assert all(">withdraw" not in menu_of(world.private(name)[-1]) for name in ("ann", "bob", "dan"))
    await world.press(world.handles["cat"], hand, ":withdraw")
    assert "Pot 3 (hand 1)" in world.in_channel()[-1].words[0]
    await world.env.advance_time(3.0)
    assert not world.screen("cat").view.seats[2].melds


async def test_a_practice_table_shows_the_result_while_it_is_settled(world: World, walls: Walls) -> None:
    walls.use(f"{FEEDS}0 break_pot\n0 discard 5p\n1 hu\n")
    await world.handles["ann"].slash("table open", rules="mawan", claim=0)
    await does(world, "ann", "break_pot")
    await does(world, "ann", "discard 5p")
    for _ in range(40):
        if world.screen("ann").view.wins:
            break
        assert "result.png" not in world.private("ann")[-1].files
        await world.env.advance_time(1.0)
    await world.env.advance_time(0.3)
    assert world.screen("ann").view.running
    assert "result.png" in world.private("ann")[-1].files


# ---------------------------------------------------------------------- secrets


async def test_a_concealed_gang_is_hidden_until_the_hand_has_ended(world: World, walls: Walls) -> None:
    gang = f"deal 0: CCCC147m258p147s9s\ndeal 1: {READY}\ntail: 5p\n"
    walls.use(f"{gang}0 angang C\n0 discard 5p\n1 hu\n")
    await sit_down(world, "mawan")
    await does(world, "ann", "pass")
    await world.env.advance_time(11.0)
    await does(world, "ann", "angang C")
    assert "concealed gang Red" in world.private("ann")[-1].words[0]
    for name in PEOPLE[1:]:
        shown = await world.members[name].slash(world.channel, "hand")
        assert shown.response is not None
        read = everything(world, name) + shown.response.content
        assert "lays a concealed gang" in read
        assert "Red" not in read
        assert "CCCC" not in read
    await does(world, "ann", "discard 5p")
    await does(world, "bob", "hu")
    assert "Red" not in everything(world, "cat")
    await world.env.advance_time(11.0)
    assert "concealed gang Red" in everything(world, "cat")


# ---------------------------------------------------------------------- 包胡


async def test_a_big_hand_is_called_out_when_it_becomes_possible(world: World, walls: Walls) -> None:
    lines = """deal 0: 17m258p148s ESW P C 4m
deal 1: CC FF 56m PP 9s9s 147p
deal 2: 39m9p147s SWN F 234p
deal 3: 258m369p25s ESWN 9s
wall: 3s E N 6m 6s
"""
    walls.use(lines)
    await sit_down(world, "mawan")
    await does(world, "ann", "pass")
    for name, action in (
        ("ann", "discard C"), ("bob", "peng"), ("bob", "discard 1p"), ("cat", "chi 23p"), ("cat", "!chi 23p"),
        ("cat", "discard F"),
        ("bob", "peng"), ("bob", "discard 4p"), ("cat", "discard 3s"), ("dan", "discard E"), ("ann", "discard 4m"),
    ):  # fmt: skip
        await does(world, name, action)
    calls = [each.content for each in world.in_channel() if each.content.startswith("⚠")]
    assert calls == []
    await does(world, "bob", "chi 56m")
    await world.env.advance_time(1.0)
    (call,) = [each.content for each in world.in_channel() if each.content.startswith("⚠")]
    assert "bob has laid three sets that may become three dragons" in call
    assert "pays all three shares" in call


async def test_breaking_ones_own_run_is_asked_about_with_its_price(world: World, walls: Walls) -> None:
    walls.use("deal 0: 6m199m147s2p ESWNCF\ndeal 1: 345m2558s7p ESWN P\ndeal 2: 234p678p234s67s99p\n")
    await sit_down(world, "mawan")
    await does(world, "ann", "pass")
    await does(world, "ann", "discard 6m")
    await does(world, "bob", "chi 45m")
    question = world.private("bob")[-1]
    assert "you pay all three shares" in question.content
    assert not world.screen("bob").view.seats[1].melds
    await world.press(world.handles["bob"], question, ":!chi 45m")
    await does(world, "bob", "discard P")
    assert world.screen("bob").view.seats[1].melds
    assert "Broke a run" in everything(world, "bob")
    assert all("Broke a run" not in everything(world, name) for name in ("ann", "cat", "dan"))


# ---------------------------------------------------------------------- a ready hand


async def test_a_ready_hand_shows_what_it_waits_for(world: World, walls: Walls) -> None:
    walls.use(f"{FEEDS}")
    await sit_down(world, "mawan")
    await does(world, "ann", "pass")
    await world.env.advance_time(11.0)
    shown = await world.members["bob"].slash(world.channel, "hand")
    assert shown.response is not None
    assert "Ready for: 5p ×4 (120 tai)" in shown.response.content
    assert "Ready" not in everything(world, "ann").replace("Ready for the next", "")
