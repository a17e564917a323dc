"""What the channel is asked by one button: the button goes as soon as an answer would no longer count."""

import pytest
from simcord import Env

from bot.ui.asksheet import AskSheet
from tests.ui.conftest import MakeBot
from tests.ui.world import Shown, World, said, world_of

pytestmark = [pytest.mark.slow, pytest.mark.simcord(strict_sync=True, settle_timeout=5)]


@pytest.fixture
def world(simcord_env: Env) -> World:
    return world_of(simcord_env, "ann", "bob", "cat", "dan")


def calls(world: World) -> list[Shown]:
    return [each for each in world.in_channel() if "looking for players" in each.content]


def wishes(world: World) -> list[Shown]:
    return [each for each in world.in_channel() if "would like to take over" in each.content]


async def called(world: World) -> Shown:
    """A lobby with two free seats, for which people have been called."""
    lobby = await world.opened(bots=1)
    await world.press(world.members["ann"], lobby, "::call")
    assert [len(each.ids) for each in calls(world)] == [1]
    return lobby


async def test_a_new_call_takes_the_place_of_the_one_before(world: World) -> None:
    lobby = await called(world)
    (first,) = calls(world)
    await world.env.advance_time(61)
    await world.press(world.members["ann"], lobby, "::call")
    (second,) = calls(world)
    assert second.id != first.id
    await world.press(world.members["bob"], second, "::join")
    # One seat is still free.
    assert [len(each.ids) for each in calls(world)] == [1]
    await world.press(world.members["cat"], second, "::join")
    assert [len(each.ids) for each in calls(world)] == [0]


async def test_a_call_made_while_the_one_before_closes_closes_too(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await called(world)
    await world.press(world.members["bob"], lobby, "::join")
    real = AskSheet.strip

    async def crossed(sheet: AskSheet, channel: int | None, message: int | None) -> None:
        monkeypatch.setattr(AskSheet, "strip", real)
        await real(sheet, channel, message)
        await world.bot.desk.call(world.board(), "ann", 1)

    monkeypatch.setattr(AskSheet, "strip", crossed)
    await world.press(world.members["cat"], lobby, "::join")
    assert [len(each.ids) for each in calls(world)] == [1]
    await world.press(world.members["cat"], lobby, "::leave")
    await world.press(world.members["cat"], lobby, "::join")
    assert [len(each.ids) for each in calls(world)] == [0]


@pytest.mark.parametrize("end", ["::start", "::end", "expired"])
@pytest.mark.parametrize("restarted", [False, True])
async def test_a_call_closes_with_its_lobby(world: World, new_bot: MakeBot, end: str, restarted: bool) -> None:
    lobby = await called(world)
    if restarted:
        await world.env.restart_bot(new_bot())
        assert [len(each.ids) for each in calls(world)] == [1]
    if end == "expired":
        await world.env.advance_time(31 * 60)
    elif end == "::start":
        question = await world.press(world.members["ann"], lobby, end)
        assert question.response is not None
        await world.members["ann"].click(question.response, custom_id=f"q:{world.board().id}::fill")
    else:
        await world.press(world.members["ann"], lobby, end)
    (call,) = calls(world)
    assert call.ids == []


async def test_a_call_in_a_match_counts_down_its_seats(world: World) -> None:
    await world.playing()
    hand = world.private("ann")[-1]
    (menu,) = [each for each in hand.controls if each["custom_id"].startswith("m:")]
    await world.pick(world.handles["ann"], hand, menu["custom_id"], "call")
    for name, left in (("bob", 1), ("cat", 1), ("dan", 0)):
        await world.press(world.members[name], calls(world)[0], "::join")
        assert [len(each.ids) for each in calls(world)] == [left]


@pytest.mark.parametrize("restarted", [False, True])
async def test_whoever_asked_for_a_seat_of_a_table_that_has_ended(
    world: World, new_bot: MakeBot, restarted: bool
) -> None:
    await world.playing()
    for name in ("bob", "cat"):
        await world.members[name].slash(world.channel, "table join")
    assert [len(each.ids) for each in wishes(world)] == [1, 1]
    if restarted:
        await world.env.restart_bot(new_bot())
    await world.press(world.members["ann"], wishes(world)[0], wishes(world)[0].ids[0])
    # The one who was let in plays; the other one still asks.
    (other,) = wishes(world)
    assert len(other.ids) == 1
    for name in ("ann", "bob"):
        said(await world.members[name].slash(world.channel, "table end"))
    assert [each.ids for each in wishes(world)] == [[]]
