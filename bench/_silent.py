"""A Discord that takes whatever it is sent, and presses buttons: the real bot without a network."""

import asyncio
import time
from collections.abc import Callable
from itertools import count
from typing import Any, Final

import discord
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter

TRIP_SECONDS: Final = 0.1
"""How long a request is under way."""
BUTTON: Final = 2
COMPONENT: Final = 3
PRIVATE: Final = 1
BOT: Final = {"id": "1", "username": "queguan", "discriminator": "0", "avatar": None}


def message(ident: int, channel: int) -> dict[str, Any]:
    """A message as Discord describes it, with nothing in it."""
    return {
        "id": str(ident), "channel_id": str(channel), "author": BOT, "content": "", "timestamp":
        "2026-01-01T00:00:00+00:00", "edited_timestamp": None, "tts": False, "mention_everyone": False, "mentions": [],
        "mention_roles": [], "attachments": [], "embeds": [], "pinned": False, "type": 0, "components": [],
    }  # fmt: skip


class SilentDiscord:
    """Answers every request of a bot after a moment. ``answered`` is told how long each press waited for its answer."""

    def __init__(self, answered: Callable[[float], None]) -> None:
        self.requests = 0
        self._answered = answered
        self._ids = count(10**18)
        self._pressed: dict[str, tuple[float, asyncio.Future[None]]] = {}

    async def log_in(self, bot: discord.Client) -> None:
        """Let the bot begin with nothing but this to talk to."""
        bot.http.request = self._request  # type: ignore[method-assign]
        AsyncWebhookAdapter.request = self._webhook  # type: ignore[method-assign,assignment]
        await bot.login("no-token")

    async def _request(self, route: Route, **more: Any) -> Any:
        self.requests += 1
        await asyncio.sleep(TRIP_SECONDS)
        path = route.path
        if path == "/users/@me":
            return BOT
        if path.endswith("applications/@me"):
            return {"id": "1", "name": "q", "description": "", "icon": None, "verify_key": "", "bot_public": True,
                    "bot_require_code_grant": False, "owner": BOT}  # fmt: skip
        if path == "/users/@me/channels":
            user = int(more["json"]["recipient_id"])
            return {"id": str(private(user)), "type": PRIVATE, "recipients": [person(user)]}
        if path.endswith("/commands"):
            return []
        return message(next(self._ids), int(route.channel_id or 0))

    async def _webhook(self, route: Route, _session: object = None, **_more: Any) -> Any:
        token = str(route.webhook_token)
        pressed = self._pressed.pop(token, None)
        if pressed is not None:
            began, answer = pressed
            self._answered(time.perf_counter() - began)
            answer.set_result(None)
        await asyncio.sleep(TRIP_SECONDS)
        if route.path.endswith("/callback"):
            return {"interaction": {"id": str(route.webhook_id), "type": COMPONENT}}
        return message(next(self._ids), 0)

    def press(self, bot: discord.Client, user: int, custom_id: str) -> asyncio.Future[None]:
        """Somebody presses a button in their private messages; done when the bot has answered."""
        ident = next(self._ids)
        token = f"t{ident}"
        channel = private(user)
        button = {"type": BUTTON, "style": 1, "label": "x", "custom_id": custom_id}
        pressed_on = message(ident, channel) | {"components": [{"type": 1, "components": [button]}]}
        answer = asyncio.get_running_loop().create_future()
        self._pressed[token] = time.perf_counter(), answer
        bot._connection.parse_interaction_create(  # what the gateway calls
            {
                "id": str(ident), "application_id": "1", "type": COMPONENT, "token": token, "version": 1,
                "data": {"custom_id": custom_id, "component_type": BUTTON}, "channel_id": str(channel),
                "channel": {"id": str(channel), "type": PRIVATE, "recipients": []}, "user": person(user),
                "message": pressed_on, "locale": "zh-CN", "entitlements": [], "context": 1,
                "authorizing_integration_owners": {}, "attachment_size_limit": 0,
            }  # type: ignore[arg-type]
        )  # fmt: skip
        return answer


def private(user: int) -> int:
    """The channel of somebody's private messages."""
    return 10**9 + user


def person(user: int) -> dict[str, Any]:
    """Somebody as Discord describes them."""
    return {"id": str(user), "username": f"user{user}", "discriminator": "0", "avatar": None}
