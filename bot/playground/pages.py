"""What the pages of the playground are made of besides simcord's own: their server, their pictures, their controls.

Beside ``live`` the only module that uses names of simcord which start with an underscore.
"""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Final

from aiohttp import web
from simcord.backend.models import Message
from simcord.preview import Preview
from simcord.preview._action_plans import _component_key, _component_paths
from simcord.preview._media import MediaInfo, MediaWorker, _process_media
from simcord.preview._server import PreviewServer

_ADDED: Final = {
    path: Path(__file__).with_name("static") / name
    for path, name in (("/preview.css", "frame.css"), ("/app.js", "frame.js"))
}

Controls = dict[str, str]
"""The name under which a page presses a control, and the custom id that the bot gave it."""


class PageServer(PreviewServer):
    """Serves a page that may stand in a frame; ``freshen`` is told whose state is asked for."""

    _SECURITY_HEADERS: ClassVar[dict[str, str]] = {
        **{name: value for name, value in PreviewServer._SECURITY_HEADERS.items() if name != "X-Frame-Options"},
        "Content-Security-Policy": PreviewServer._SECURITY_HEADERS["Content-Security-Policy"].replace(
            "frame-ancestors 'none'", "frame-ancestors http://127.0.0.1:* http://localhost:*"
        ),
    }

    def __init__(self, pane: Preview, freshen: Callable[[str | None], None]) -> None:
        super().__init__(pane)
        self._freshen = freshen

    async def _state(self, request: Any) -> Any:
        self._freshen(request.headers.get("X-Simcord-Context"))
        return await super()._state(request)

    async def _static(self, request: Any) -> Any:
        response = await super()._static(request)
        if request.path in _ADDED:
            assert isinstance(response, web.Response)
            response.text = f"{response.text}\n{_ADDED[request.path].read_text('utf-8')}"
        return response


class Decoder(MediaWorker):
    """Decodes pictures in a thread."""

    async def _decode(self, key: str, blob: bytes, media_time: float | None) -> MediaInfo:  # noqa: ARG002
        return await asyncio.to_thread(_process_media, blob, media_time)


def in_language(said: Mapping[str, Any], locale: str) -> dict[str, Any]:
    """A command, option or choice as a Discord client of this language shows it; what is typed stays as it is."""
    told = dict(said)
    shown = "name" if "value" in said else "description"
    told[shown] = (said.get(f"{shown}_localizations") or {}).get(locale, said.get(shown, ""))
    for parts in ("options", "choices"):
        if said.get(parts):
            told[parts] = [in_language(each, locale) for each in said[parts]]
    return told


def controls_of(message: Message) -> Controls:
    """The controls of a message."""
    found: Controls = {}
    for place, root in enumerate(message.components):
        for path, component in _component_paths(root, str(place)):
            key = _component_key(component, path, message.id)
            if key is not None and "custom_id" in component:
                found[key] = str(component["custom_id"])
    return found
