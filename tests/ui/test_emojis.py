"""The bot's own tile emojis: put up once, replaced when they change, and never in the way."""

import logging
import re
from dataclasses import replace

import discord
import pytest
from simcord import Env

from bot.engine.tiles import Tile
from bot.render import EmojiFile, TileSet, emoji_files
from bot.ui.budget import Budget
from bot.ui.emojis import Emojis
from bot.ui.post import Button, Choice, Menu, view_of
from tests.ui.conftest import MakeBot
from tests.ui.world import World, world_of

pytestmark = pytest.mark.simcord(strict_sync=True, settle_timeout=5)
SOON = 3.0


@pytest.fixture
def emojis() -> list[EmojiFile]:
    """A few: with all of them the budget lets some wait, for a clock that stands still in these tests."""
    return list(emoji_files()[:9])


@pytest.fixture
def world(simcord_env: Env) -> World:
    return world_of(simcord_env, "ann")


def put_up(env: Env) -> list[str]:
    return sorted(emoji.name for emoji in env.backend.application_emojis.values())


def asked_for(env: Env, method: str) -> int:
    return sum(each.method == method and each.path.endswith("/emojis") for each in env.http_requests)


async def test_they_are_put_up_once(world: World, new_bot: MakeBot, emojis: list[EmojiFile]) -> None:
    await world.env.advance_time(SOON)
    assert put_up(world.env) == sorted(file.name for file in emojis)
    assert asked_for(world.env, "POST") == 9
    await world.env.restart_bot(new_bot())
    await world.env.advance_time(SOON)
    assert asked_for(world.env, "POST") == 9


async def test_a_changed_picture_replaces_the_old_one_and_nothing_else(
    world: World, new_bot: MakeBot, emojis: list[EmojiFile]
) -> None:
    await world.env.advance_time(SOON)
    world.env.backend.create_application_emoji("somebodys_own")
    old = emojis[0].name
    emojis[0] = replace(emojis[0], name="qg_1m_00000000")
    await world.env.restart_bot(new_bot())
    await world.env.advance_time(SOON)
    names = put_up(world.env)
    assert old not in names
    assert {"qg_1m_00000000", "somebodys_own", emojis[1].name} <= set(names)
    assert asked_for(world.env, "POST") == 10


async def test_buttons_show_them_beside_their_words(world: World, emojis: list[EmojiFile]) -> None:
    await world.env.advance_time(SOON)
    await world.playing()
    buttons = [each for each in world.private("ann")[-1].controls if ":discard " in each.get("custom_id", "")]
    codes = {file.name.split("_")[1]: file.name for file in emojis}
    assert any(button.get("emoji") for button in buttons)
    for button in buttons:
        expected = codes.get(button["custom_id"].split()[-1])
        assert (button.get("emoji") or {"name": None})["name"] == expected
        assert button["label"]


@pytest.mark.parametrize("emojis", [[]])
async def test_without_them_the_words_serve(world: World, emojis: list[EmojiFile]) -> None:
    await world.playing()
    buttons = [each for each in world.private("ann")[-1].controls if ":discard " in each.get("custom_id", "")]
    assert buttons
    assert all(button["label"] and not button.get("emoji") for button in buttons)
    assert put_up(world.env) == [file.name for file in emojis]
    assert asked_for(world.env, "GET") == 0


async def test_a_refusal_is_said_once_and_stops_nothing(
    world: World, new_bot: MakeBot, caplog: pytest.LogCaptureFixture
) -> None:
    await world.env.advance_time(SOON)
    world.env.backend.application_emojis.clear()
    world.env.inject_error("POST", "/applications/*/emojis", status=400, code=30008, times=None)
    with caplog.at_level(logging.WARNING):
        await world.env.restart_bot(new_bot())
        await world.env.advance_time(SOON)
    assert len([each for each in caplog.messages if "emojis" in each]) == 1
    await world.playing()
    assert not any(each.get("emoji") for each in world.private("ann")[-1].controls)


async def test_what_can_not_be_read_stops_nothing(caplog: pytest.LogCaptureFixture) -> None:
    def missing() -> tuple[EmojiFile, ...]:
        raise FileNotFoundError("emoji/1m.png")

    emojis = Emojis(missing, Budget())
    with caplog.at_level(logging.WARNING):
        await emojis.put_up(discord.Client(intents=discord.Intents.none()))
    assert "1m.png" in caplog.text
    assert emojis.of(TileSet.CLASSIC)(Tile(0)) == ""


async def test_every_tile_and_a_back_have_one() -> None:
    """As Discord takes them: 2 to 32 letters, digits and underscores, no file above 256 KiB."""
    files = emoji_files()
    every = list(map(Tile, range(42)))
    assert [file.tile for file in files if file.tiles is TileSet.CLASSIC] == [*every, None]
    assert [file.tile for file in files if file.tiles is TileSet.CONTRAST] == every
    assert len({file.name for file in files}) == len({file.png for file in files}) == 85
    assert all(re.fullmatch(r"\w{2,32}", file.name) and len(file.png) <= 256 * 1024 for file in files)


async def test_each_set_has_its_own_and_no_others(world: World, new_bot: MakeBot, emojis: list[EmojiFile]) -> None:
    await world.env.advance_time(SOON)
    tile = Tile(4)
    assert world.bot.house.emojis.of(TileSet.CLASSIC)(tile).startswith("<:qg_5m_")
    assert world.bot.house.emojis.of(TileSet.CONTRAST)(tile) == ""
    emojis += [file for file in emoji_files() if file.tiles is TileSet.CONTRAST and file.tile == tile]
    await world.env.restart_bot(new_bot())
    await world.env.advance_time(SOON)
    assert world.bot.house.emojis.of(TileSet.CLASSIC)(tile).startswith("<:qg_5m_")
    assert world.bot.house.emojis.of(TileSet.CONTRAST)(tile).startswith("<:qg_c5m_")
    assert world.bot.house.emojis.of(TileSet.CONTRAST)(Tile(5)) == ""


async def test_an_emoji_stands_on_a_button_and_in_a_menu() -> None:
    shown = "<:qg_5m_00000000:1234567890123456789>"
    view = view_of((
        Button("5m", "g:t:1.1:a", 0, emoji=shown),
        Button("6m", "g:t:1.1:b", 0),
        Menu("s:t:1.1:-", "…", (Choice("5m", "5m", emoji=shown), Choice("6m", "6m")), 1),
    ))  # fmt: skip
    first, second, menu = (row for each in view.to_components() for row in each["components"])
    assert (str(first["emoji"]["id"]), first["label"]) == ("1234567890123456789", "5m")
    assert not second.get("emoji")
    assert [bool(each.get("emoji")) for each in menu["options"]] == [True, False]
