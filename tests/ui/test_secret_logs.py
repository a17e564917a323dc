"""The log knows nothing that a player may not know: no hidden tiles of a running hand, and no token."""

import io
import json
import logging

import pytest
from simcord import Env

from bot.engine.actions import Act, Command, Discard
from bot.engine.decide import advance
from bot.engine.notation import print_tiles
from bot.engine.ruleset import Rejected
from bot.engine.state import State, Turn
from bot.logs import JsonLines, Without
from tests.ui.world import World, world_of

pytestmark = pytest.mark.simcord(strict_sync=True, settle_timeout=2.5)


@pytest.fixture
def world(simcord_env: Env) -> World:
    return world_of(simcord_env, "ann")


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
    lines = _lines(caplog)
    assert lines
    for line in lines:
        assert snapshot.meta.secret not in line
        assert not any(len(hand) > 4 and hand in line for hand in hands), line


def _lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """All that the bot and its libraries have logged, faults with their traces."""
    layout = logging.Formatter()
    return [layout.format(record) for record in caplog.records if not record.name.startswith("simcord")]


async def test_a_fault_is_logged_without_the_tiles_that_it_is_about(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.playing("lishui", turn=0, claim=0)
    usual = advance

    def refusing(state: State, command: Command) -> object:
        drawn = isinstance(state.phase, Turn) and state.phase.seat != world.screen("ann").seat
        return Rejected("not_possible") if drawn and isinstance(command, Act) else usual(state, command)

    await world.discard("ann")
    monkeypatch.setattr("bot.tables.draft.advance", refusing)
    await world.env.advance_time(90)
    faults = [line for line in _lines(caplog) if "is refused" in line]
    assert faults
    for line in faults:
        assert "tile" not in line.split("ValueError:")[-1]
        assert "Discard of seat" in line


@pytest.mark.parametrize("form", [JsonLines(), logging.Formatter()])
def test_a_token_never_reaches_the_log_in_a_trace(form: logging.Formatter) -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(form)
    handler.addFilter(Without("s3cret"))
    logger = logging.Logger("queguan.test")
    logger.addHandler(handler)
    try:
        raise ValueError("Bot s3cret")
    except ValueError:
        logger.exception("it failed")
    assert "s3cret" not in stream.getvalue()
    assert "ValueError: Bot …" in stream.getvalue()


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
