"""The log knows nothing that a player may not know: no hidden tiles of a running hand, and no token."""

import io
import json
import logging

import pytest
from simcord import Env

from bot.engine.actions import Discard
from bot.engine.notation import print_tiles
from bot.logs import JsonLines, Without
from tests.ui.world import World

pytestmark = pytest.mark.simcord(strict_sync=True, settle_timeout=2.5)


@pytest.fixture
def world(simcord_env: Env) -> World:
    guild = simcord_env.create_guild("Rivendale")
    world = World(simcord_env, guild, guild.create_text_channel("mahjong"))
    world.add("ann")
    return world


@pytest.mark.parametrize("rules", ["lishui", "sichuan", "mawan"])
async def test_logs_hold_no_tiles_of_a_running_hand(world: World, caplog: pytest.LogCaptureFixture, rules: str) -> None:
    caplog.set_level(logging.DEBUG)
    await world.playing(rules, turn=0, claim=0)
    world.env.inject_error("*", "/channels/*", status=500, times=6)
    tile = next((each for each in world.asked("ann") if isinstance(each, Discard)), None)
    if tile is not None:
        await world.discard("ann")
    await world.env.advance_time(60)
    table = world.bot.house.tables
    snapshot = table._keeper.snapshot(world.board().id)  # type: ignore[attr-defined]
    hands = [print_tiles(hand.tiles()) for hand in snapshot.state.hands]
    lines = [record.getMessage() for record in caplog.records if record.name.startswith("queguan")]
    assert lines
    for line in lines:
        assert snapshot.meta.secret not in line
        assert not any(len(hand) > 4 and hand in line for hand in hands), line


def test_a_token_never_reaches_the_log_even_in_json() -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    handler.addFilter(Without("s3cret"))
    logger = logging.Logger("queguan.test")
    logger.addHandler(handler)
    logger.warning("the token is %s", "s3cret")
    logger.error("plain", extra={"table": "t1"})
    first, second = map(json.loads, stream.getvalue().splitlines())
    assert "s3cret" not in stream.getvalue()
    assert first["message"] == "the token is …"
    assert second["table"] == "t1"
