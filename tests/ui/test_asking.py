"""``/settings``, ``/rules``, ``/score``, ``/help``: what people ask and choose for themselves."""

from typing import Any

import discord
import pytest
import simcord.interactions
from simcord import Env

from bot.rules import REGISTRY
from bot.tables.ports import Preset
from tests.ui.world import World, answered, said, world_of

pytestmark = [pytest.mark.slow, pytest.mark.simcord(strict_sync=True, settle_timeout=5)]


@pytest.fixture
def world(simcord_env: Env) -> World:
    return world_of(simcord_env, "ann", "bob")


@pytest.fixture
def locales(monkeypatch: pytest.MonkeyPatch) -> dict[int, str]:
    """The language of people's clients, by user id."""
    chosen: dict[int, str] = {}
    usual = simcord.interactions.base_payload

    def base_payload(*args: Any, **more: Any) -> Any:
        record, payload = usual(*args, **more)
        payload["locale"] = chosen.get(more["user_id"], "en-US")
        return record, payload

    monkeypatch.setattr(simcord.interactions, "base_payload", base_payload)
    monkeypatch.setattr("tests.ui.world.base_payload", base_payload)
    return chosen


async def test_settings_are_shown_and_changed(world: World) -> None:
    ann = world.members["ann"]
    shown = said(await ann.slash(world.channel, "settings me"))
    assert "Corner labels: off" in shown
    shown = said(await ann.slash(world.channel, "settings me", labels=True, tiles="contrast", never_chi=True))
    for line in ("Corner labels: on", "Tiles: high contrast", "Never ask me for chi: on", "Win for me: off"):
        assert line in shown
    assert "Corner labels: off" in said(await world.members["bob"].slash(world.channel, "settings me"))
    shown = said(await ann.slash(world.channel, "settings me", language="zh"))
    assert "您的设置" in shown


async def test_a_changed_setting_changes_the_hand_at_once(world: World) -> None:
    await world.playing()
    before = world.private("ann")[-1]
    await world.members["ann"].slash(world.channel, "settings me", language="zh")
    after = world.private("ann")[-1]
    assert after.id == before.id
    assert "轮到您" in after.content
    assert "Your turn" in before.content


async def test_a_server_s_settings_are_its_managers(world: World) -> None:
    bob = world.members["bob"]
    assert "Only those who may manage" in said(await bob.slash(world.channel, "settings server", timezone="Asia/Tokyo"))
    role = world.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    boss = world.guild.add_member(world.env.create_user("boss"), roles=[role])
    assert "Asia/Tokyo" in said(await boss.slash(world.channel, "settings server", timezone="Asia/Tokyo"))
    assert "no time zone" in said(await boss.slash(world.channel, "settings server", timezone="Mars/Base"))
    assert "Asia/Tokyo" in said(await bob.slash(world.channel, "settings server"))
    assert "servers" in said(await world.handles["bob"].slash("settings server"))


async def test_a_role_that_was_named_can_be_taken_back(world: World) -> None:
    role = world.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    boss = world.guild.add_member(world.env.create_user("boss"), roles=[role])
    assert f"<@&{role.id}>" in said(await boss.slash(world.channel, "settings server", role=role))
    assert "<@&" not in said(await boss.slash(world.channel, "settings server", role=world.guild.default_role))


async def test_a_saved_preset_is_removed_by_who_saved_it_or_a_manager(world: World) -> None:
    ann, bob = world.members["ann"], world.members["bob"]
    role = world.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    boss = world.guild.add_member(world.env.create_user("boss"), roles=[role])
    settings = world.bot.house.store.settings
    for name in ("ours", "*late*", "third"):
        await settings.save_preset(Preset(world.guild.id, name, "lishui", "{}", world.handles["ann"].id))
    choices = await bob.autocomplete(world.channel, "settings server", "remove_preset", "r")
    assert [choice["value"] for choice in choices] == ["ours", "third"]
    assert "Only those who may manage" in said(await bob.slash(world.channel, "settings server", remove_preset="ours"))
    assert "No preset theirs" in said(await ann.slash(world.channel, "settings server", remove_preset="theirs"))
    assert "\\*late\\* · third" in said(await ann.slash(world.channel, "settings server", remove_preset="Ours"))
    # Of several things, of which one can't be done, none is done.
    wrong = await boss.slash(world.channel, "settings server", remove_preset="third", timezone="Mars/Base")
    assert "no time zone" in said(wrong)
    assert [preset.name for preset in await settings.presets(world.guild.id)] == ["*late*", "third"]
    await boss.slash(world.channel, "settings server", remove_preset="third")
    assert [preset.name for preset in await settings.presets(world.guild.id)] == ["*late*"]
    assert await world.handles["ann"].autocomplete("settings server", "remove_preset", "") == []


async def test_each_reader_in_their_own_language(world: World, locales: dict[int, str]) -> None:
    locales[world.handles["bob"].id] = "zh-CN"
    lobby = await world.opened(bots=2)
    assert said(await world.press(world.members["bob"], lobby, "::join")) == "您已入座。"
    await world.press(world.members["ann"], lobby, "::start")
    assert "麻将" not in world.in_channel()[-1].content
    assert "Lishui" in world.private("ann")[-1].content
    assert "丽水" in world.private("bob")[-1].content


async def test_a_table_speaks_the_language_of_its_opener(world: World, locales: dict[int, str]) -> None:
    locales[world.handles["ann"].id] = "zh-TW"
    assert "等人入座" in (await world.opened()).content


@pytest.mark.parametrize("rules", REGISTRY)
async def test_rules_are_explained_page_by_page(world: World, rules: str) -> None:
    ann = world.members["ann"]
    shown = await ann.slash(world.channel, "rules", rules=rules)
    first = said(shown)
    assert len(first) <= 2000
    if answered(shown).components:
        buttons = [each for row in answered(shown).components for each in row["components"]]
        turned = await ann.click(answered(shown), custom_id=buttons[1]["custom_id"])
        assert turned.acknowledged
        assert answered(shown).content != first or turned.response is not None


async def test_help_fits_into_a_message(world: World) -> None:
    text = said(await world.members["ann"].slash(world.channel, "help"))
    assert "/table open" in text
    assert len(text) <= 2000


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"hand": "1122334455667m", "tile": "7m", "dealer": True}, ["Seven pairs", "One suit", "×12"]),
        ({"hand": "123456789m1133p", "tile": "一饼"}, ["Plain win", "×2"]),
        ({"hand": "123m1133p chi(456p<3) angang(EEEE)", "tile": "1p"}, ["Hand: 123m1133p chi(456p<3) angang(EEEE)"]),
        ({"hand": "123456789m1133p"}, ["Waits on 1p", "Waits on 3p"]),
        ({"hand": "147m258p369s ESWN", "tile": "1m"}, ["No win"]),
        ({"hand": "123m", "tile": "4m"}, ["can't be judged"]),
        ({"hand": "11111m23456789p", "tile": "4m"}, ["can't be judged"]),
        ({"hand": "boom", "tile": "4m"}, ["is no tile"]),
        ({"hand": "123456789m1133p", "tile": "1p", "options": "nonsense=3"}, ["can't be judged"]),
        ({"hand": "123456789m1133p", "tile": "1p", "flags": "nonsense"}, ["can't be judged"]),
    ],
)
async def test_a_hand_is_scored(world: World, options: dict[str, Any], words: list[str]) -> None:
    text = said(await world.members["ann"].slash(world.channel, "score", rules="lishui", **options))
    for word in words:
        assert word in text


@pytest.mark.parametrize(
    ("cap", "total"), [("4", "**Total 4 fan** (capped; the lines come to 5 fan)"), ("5", "**Total 5 fan**\n")]
)
async def test_a_capped_total_is_said_to_be_one(world: World, cap: str, total: str) -> None:
    options = {"hand": "1122334455667m", "tile": "7m", "by": "self", "options": f"cap={cap}"}
    assert total in said(await world.members["ann"].slash(world.channel, "score", rules="sichuan", **options))
