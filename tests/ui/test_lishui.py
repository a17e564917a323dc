"""Lishui as it is shown and played: 白板 in runs, wild tiles kept or paid for, fines, 听, robbed gangs, bound seats."""

import pytest
from simcord import Env

from tests.ui.dealt import PEOPLE, Walls, asked, board, hand, plays, result, scores, sit_down, tells
from tests.ui.world import World, answered, said, world_of

pytestmark = [pytest.mark.slow, pytest.mark.simcord(strict_sync=True, settle_timeout=5)]


@pytest.fixture
def world(simcord_env: Env) -> World:
    return world_of(simcord_env, *PEOPLE, "eve", "fay")


@pytest.fixture
def walls(monkeypatch: pytest.MonkeyPatch) -> Walls:
    made = Walls("lishui")
    monkeypatch.setattr("bot.tables.draft.chance_of", made.chance_of)
    return made


def told(world: World, name: str) -> str:
    """What the board and the latest private message of somebody say."""
    shown = board(world)
    return "\n".join((shown.content, *shown.words, hand(world, name)))


# ---------------------------------------------------------------------- claims

CLAIMS = """wild: 5p
deal 0: 6p 147m 258s 369s ESWC
deal 1: 4p P 78p 123m 99s EE 5m F
deal 2: 46m 11m 22s 33s 44s SS W
deal 3: CC 99p 17s ESWN FF 8m
"""


async def test_white_stands_in_runs_for_the_wild_face(world: World, walls: Walls) -> None:
    walls.use(CLAIMS)
    await sit_down(world, "lishui")
    assert "白 plays as 5p" in told(world, "ann")
    assert "One tile is meant" in await tells(world, "ann", "discard", tile="六饼 七饼")
    await tells(world, "ann", "discard", tile="6 circles")
    assert asked(world, "bob") == ["chi 4pP", "chi 78p", "chi 7pP", "pass"]
    assert "Which one?" in await tells(world, "bob", "chi")
    assert "done" in await tells(world, "bob", "chi", **{"with": "四饼 白板"})
    assert "bob chi 4p P 6p" in told(world, "cat")


@pytest.mark.parametrize(("bob", "complete"), [("C C 123m 456m 789s 88p", True), ("C C 123m 456m 78s 3s 88p", False)])
async def test_a_claim_wins_nothing_and_says_so_where_it_would(
    world: World, walls: Walls, bob: str, complete: bool
) -> None:
    walls.use(f"wild: 9p\ndeal 0: C 1223m 446p 337s FF W\ndeal 1: {bob}\n")
    await sit_down(world, "lishui")
    await plays(world, "0 discard C\n1 peng")
    assert "hu" not in asked(world, "bob")
    assert ("No win: You can't win by yourself right after" in hand(world, "bob")) == complete


ROBBED = """wild: 9p
deal 0: C 1223m 446p 337s FF W
deal 1: CC 22m 55p 88s 33p 66m 1s
deal 2: 159m 159m 28p 45s 77s N
deal 3: 147m 258p 369s ESWN
wall: 9s 9s 8m C
"""


async def test_who_is_robbed_pays_for_all(world: World, walls: Walls) -> None:
    walls.use(ROBBED)
    await sit_down(world, "lishui")
    await plays(world, "0 discard C\n1 peng\n1 discard 1s\n2 discard 9s\n3 discard 9s\n0 discard 8m\n1 bugang C\n3 hu")
    assert "Robbed gang ×4" in "\n".join(result(world).words)
    assert "Robbed: pays for all" in "\n".join(result(world).words)
    assert scores(world) == [0, -30, 0, 30]


BOUND = """wild: N
deal 0: 1m 4m 7m 123p 258p ESWCE
deal 1: 23m 56m 89m 23p 99p 147s
deal 2: 234s 567s 888s 258m F
deal 3: 1478m 369p ESWPFF
wall: 8p 7p 8p 7p 8p 8m 1p
"""
CHIS = """0 discard 1m
1 chi 23m
1 discard 1s
2 discard F
3 discard E
0 discard 4m
1 chi 56m
1 discard 4s
2 discard 8p
3 discard S
0 discard 7m"""


async def test_after_three_chi_two_are_bound(world: World, walls: Walls) -> None:
    walls.use(BOUND)
    await sit_down(world, "lishui")
    await plays(world, CHIS)
    assert "Bound" not in told(world, "bob")
    await plays(world, "1 chi 89m")
    assert "E ann (0): Bound to bob" in told(world, "cat")
    await plays(world, "1 discard 7s\n2 discard 1p\n1 hu")
    words = "\n".join(result(world).words)
    assert "Bound: pays for all: -2, +2, 0, 0" in words
    assert "Fed the winner: 0, +1, -1, 0" in words
    assert scores(world) == [-5, 6, -1, 0]


# ---------------------------------------------------------------------- fines

WILDS = """wild: 5p
deal 0: 55p 147m 258s 369s ESC
deal 1: 46p 1478m 258s 369s S
deal 2: 46m 11m 99p 33s 44s WW N
"""


async def test_a_wild_tile_is_kept(world: World, walls: Walls) -> None:
    walls.use(WILDS)
    await sit_down(world, "lishui")
    assert "5p: A wild tile can't be discarded" in hand(world, "ann")
    assert "can't be discarded" in await tells(world, "ann", "discard", tile="五饼")
    assert "discard 5p" not in asked(world, "ann")


async def test_or_costs_a_point_to_each_after_a_question(world: World, walls: Walls) -> None:
    walls.use(WILDS)
    await sit_down(world, "lishui", discarding_wild="fine", stake=2)
    question = await world.members["ann"].slash(world.channel, "discard", tile="五饼")
    assert "costs you a point to each player" in said(question)
    assert "Discarded a wild" not in told(world, "bob")
    shown = answered(question)
    (yes,) = [each["custom_id"] for row in shown.components for each in row["components"] if each["label"] == "Yes"]
    await world.members["ann"].click(shown, custom_id=yes)
    await world.env.advance_time(1.2)
    assert "Discarded a wild: ann -6, bob +2, cat +2, dan +2" in told(world, "bob")
    assert "E ann (-6): 5p" in told(world, "bob")
    assert asked(world, "bob")[0].startswith("discard")


FOLLOWED = """wild: 5p
deal 0: E 147m 258s 369s 12p SC
deal 1: E 1478m 258s 369s S 9p
deal 2: E 46m 11m 99p 33s 44s WW
deal 3: E CC 99m 17s WN FF 8m 2p
wall: 1p 2p 3p 6s
"""


async def test_who_is_followed_by_three_is_told_of(world: World, walls: Walls) -> None:
    walls.use(FOLLOWED)
    await sit_down(world, "lishui")
    await plays(world, "0 discard E\n1 discard E\n2 discard E")
    assert "Followed" not in told(world, "bob")
    await plays(world, "3 discard E")
    assert "dan: East · Followed by three: ann -3, bob +1, cat +1, dan +1" in told(world, "bob")
    assert "E ann (-3): E" in told(world, "ann")


# ---------------------------------------------------------------------- flowers

FLOWERS = """wild: 9p
deal 0: H1 123m 456m 789m 11p 2s C
deal 1: 147m 258p 369s WW S H2
wall: H3 1s .
tail: H4 3s 7p 5s
"""


async def test_flowers_lie_open_before_their_owner_in_the_words_too(world: World, walls: Walls) -> None:
    walls.use(FLOWERS, "flowers=on")
    await sit_down(world, "lishui", flowers="on")
    assert "E ann (0): H1H4\nS bob (0): H2\n" in "\n".join(board(world).words)
    await plays(world, "0 discard C")
    assert "E ann (0): C | H1H4\nS bob (0): H2H3\n" in "\n".join(board(world).words)
    await plays(world, "1 discard S\n2 discard 1s\n0 hu")
    assert "ann: 123456789m11p" in "\n".join(result(world).words)
    assert "H1H4" in "\n".join(result(world).words)


# ---------------------------------------------------------------------- 听

READY = """wild: 9p
deal 0: 1478m 258s 369s 12p SC
deal 1: 123m 456m 789m 55p 67p
deal 2: E 46m 11m 88p 33s 44s WW
deal 3: E CC 99m 17s WN FF 8m 2p
wall: N 2p 3p 6s 8p
"""


async def test_whoever_has_declared_plays_by_the_drawn_tile_and_wins(world: World, walls: Walls) -> None:
    walls.use(READY)
    await sit_down(world, "lishui")
    assert "not ready" in await tells(world, "ann", "ting")
    assert "done" in await tells(world, "bob", "ting")
    assert "· Ting" in hand(world, "bob")
    assert "· Ting" not in told(world, "ann")
    await plays(world, "0 discard S")
    assert "bob: North" in told(world, "cat")
    await plays(world, "2 discard 8p")
    assert "bob: on 8p discarded by cat" in result(world).content
    assert scores(world) == [-3, 6, -2, -1]


async def test_taken_back_it_is_gone(world: World, walls: Walls) -> None:
    walls.use(READY)
    await sit_down(world, "lishui")
    await tells(world, "bob", "act", action="听")
    assert "· Ting" in hand(world, "bob")
    await tells(world, "bob", "act", action="unting")
    assert "· Ting" not in hand(world, "bob")
    await plays(world, "0 discard S")
    assert "discard N" in asked(world, "bob")
