"""A server with people, and what they press: also what is stale, and several things in the same moment."""

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Literal

import discord
from simcord import ChannelHandle, Env, GuildHandle, MemberActor, UserHandle
from simcord.backend import serializers
from simcord.interactions import base_payload
from simcord.results import InteractionResult, ResponseMessage

from bot.engine.actions import Action, action_text
from bot.engine.notation import print_tile
from bot.tables.api import Board, Screen
from bot.ui.client import Queguan

Actor = MemberActor | UserHandle
COMPONENT: Literal[3] = 3
BUTTON, MENU = 2, 3

PACE_SECONDS = 20.0
"""How long computer players think: simcord waits for every timer that is due before it gives up settling."""

STEP_SECONDS = 7.0
"""Shorter than the clock for claims."""


@dataclass(frozen=True)
class Shown:
    """A message as it was shown at some time, whatever has become of it since."""

    payload: dict[str, Any]

    @property
    def id(self) -> int:
        return int(self.payload["id"])

    @property
    def content(self) -> str:
        return str(self.payload["content"])

    @property
    def files(self) -> list[str]:
        return [each["filename"] for each in self.payload["attachments"]]

    @property
    def words(self) -> list[str]:
        """What the pictures show, in words."""
        return [each.get("description") or "" for each in self.payload["attachments"]]

    @property
    def controls(self) -> list[dict[str, Any]]:
        return [each for row in self.payload["components"] for each in row["components"]]

    @property
    def ids(self) -> list[str]:
        return [each["custom_id"] for each in self.controls if "custom_id" in each]

    def id_of(self, end: str) -> str:
        """The one custom id that ends like this."""
        found = [each for each in self.ids if each.endswith(end)]
        assert len(found) == 1, (end, self.ids)
        return found[0]


@dataclass
class World:
    """``people`` by name; the first of them opens tables."""

    env: Env
    guild: GuildHandle
    channel: ChannelHandle
    handles: dict[str, UserHandle] = field(default_factory=dict)
    members: dict[str, MemberActor] = field(default_factory=dict)

    @property
    def bot(self) -> Queguan:
        assert isinstance(self.env.bot, Queguan)
        return self.env.bot

    def add(self, name: str, **more: Any) -> MemberActor:
        self.handles[name] = self.env.create_user(name, **more)
        self.members[name] = self.guild.add_member(self.handles[name])
        return self.members[name]

    # ------------------------------------------------------------------ looking

    def shown(self, message: discord.Message) -> Shown:
        stored = self.env.backend.get_message(message.channel.id, message.id)
        return Shown(deepcopy(dict(serializers.message_payload(self.env.backend, stored))))

    def in_channel(self, channel: ChannelHandle | None = None) -> list[Shown]:
        return [self.shown(each) for each in (channel or self.channel).history()]

    def private(self, name: str) -> list[Shown]:
        return [self.shown(each) for each in self.handles[name].dm_channel.history()]

    def board(self, number: int = 0) -> Board:
        """The open tables, the first opened first."""
        return self.bot.house.tables.open_tables()[::-1][number]

    def screen(self, name: str) -> Screen:
        screen = self.bot.house.tables.screen(self.board().id, self.handles[name].id)
        assert screen is not None
        return screen

    def asked(self, name: str) -> tuple[Action, ...]:
        screen = self.screen(name)
        return screen.view.own.asked if screen.asked and screen.view.own is not None else ()

    def laid(self, name: str) -> list[str]:
        """What somebody has discarded, as codes."""
        view = self.screen(name).view
        return [print_tile(tile.tile) for tile in view.seats[self.screen(name).seat].discards]

    async def discard(self, name: str) -> str:
        """Press the first tile of somebody's hand; its code."""
        hand = self.private(name)[-1]
        first = next(each for each in hand.ids if ":discard " in each)
        await self.press_together((self.handles[name], hand, first))
        return first.split()[-1]

    # ------------------------------------------------------------------ doing

    async def press(self, actor: Actor, shown: Shown, end: str) -> InteractionResult:
        """Press a button of a message as it was shown."""
        (result,) = await self.press_together((actor, shown, shown.id_of(end)))
        return result

    async def press_together(self, *presses: tuple[Actor, Shown, str]) -> list[InteractionResult]:
        """Several presses in the same moment, before the bot has done anything about any of them."""
        records = []
        for actor, shown, custom_id in presses:
            data = {"custom_id": custom_id, "component_type": BUTTON}
            records.append(self._emit(actor, shown, data))
        await self.env.settle()
        return [InteractionResult(self.env, record) for record in records]

    def presses(self, actor: Actor, shown: Shown, custom_id: str) -> None:
        """A press of which nothing has come yet."""
        self._emit(actor, shown, {"custom_id": custom_id, "component_type": BUTTON})

    async def pick(self, actor: Actor, shown: Shown, custom_id: str, *values: str) -> InteractionResult:
        (result,) = await self.pick_together((actor, shown, custom_id, *values))
        return result

    async def pick_together(self, *picks: tuple[Actor, Shown, str, *tuple[str, ...]]) -> list[InteractionResult]:
        """Several values picked in menus in the same moment."""
        records = []
        for actor, shown, custom_id, *values in picks:
            data = {"custom_id": custom_id, "component_type": MENU, "values": values}
            records.append(self._emit(actor, shown, data))
        await self.env.settle()
        return [InteractionResult(self.env, record) for record in records]

    def _emit(self, actor: Actor, shown: Shown, data: dict[str, Any]) -> Any:
        guild = getattr(actor, "guild", None)
        record, payload = base_payload(
            self.env.backend,
            type=COMPONENT,
            channel_id=int(shown.payload["channel_id"]),
            guild_id=None if guild is None else guild.id,
            user_id=actor.id,
            data=data,
        )
        payload["message"] = deepcopy(shown.payload)
        record.source_message_id = shown.id
        self.env.backend.emit("INTERACTION_CREATE", payload)
        return record

    async def opened(self, rules: str = "lishui", **options: Any) -> Shown:
        """Ann opens a table; its lobby."""
        await self.members["ann"].slash(self.channel, "table open", rules=rules, **options)
        return self.in_channel()[-1]

    async def playing(self, rules: str = "lishui", **options: Any) -> None:
        """Ann plays with three computer players, and it is her turn."""
        await self.opened(rules, bots=3, **options)
        await self.turn("ann")

    async def turn(self, name: str) -> None:
        """Let time pass until somebody is to discard, passing what they could claim."""
        for _ in range(400):
            asked = [action_text(action) for action in self.asked(name)]
            if any(text.startswith("discard") for text in asked):
                return
            if "pass" in asked:
                await self.members[name].slash(self.channel, "pass")
            elif not self.board().view or not self.screen(name).view.running:
                await self.press(self.handles[name], self.private(name)[-1], "::ready")
            else:
                await self.env.advance_time(STEP_SECONDS)
        raise AssertionError(f"it never was {name}'s turn")


def said(result: InteractionResult) -> str:
    """The text of the answer, which nobody else sees."""
    response = result.response
    if response is None or not response.ephemeral:
        followups = [each for each in result.followups if each.ephemeral]
        assert followups, "nothing was said"
        return followups[-1].content
    return response.content


def answered(result: InteractionResult) -> ResponseMessage:
    """The message with which the bot has answered."""
    assert result.response is not None
    return result.response


def world_of(env: Env, *names: str) -> World:
    """A server with a channel and these people."""
    guild = env.create_guild("Rivendale")
    made = World(env, guild, guild.create_text_channel("mahjong"))
    for name in names:
        made.add(name)
    return made
