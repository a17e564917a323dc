"""What a live page needs from inside simcord, which is made for tests: every private seam is here and in ``pages``.

A test wants time to stand still and every call to wait until the bot is idle; somebody who plays wants neither. The
names used here that start with an underscore hold for the one version that ``requirements/play.txt`` pins, and the
tests of the playground fail when they don't any more. What is changed, and why:

- Time is the machine's. Otherwise deadlines that the bot stores would be wrong at the next start, and the messages of
  two starts would have the same ids, so that a stored id would name some other message (``_WallClock``). Timers
  run when they are due instead of whenever somebody advances the clock (``_schedule_timer``).
- A press waits until it is answered, not until the bot is idle, which a bot with clocks and queues never is
  (``_settle_internal``).
- One environment has many pages: one preview shows one channel, and a private message only to its owner. simcord
  allows one preview, and remembers only that one when it notes that an action has arrived (``show``,
  ``_mark_mutation``).
- One lock: simcord refuses an operation while another runs, and a page whose request was refused that way stays
  uncertain until it is loaded again (``turn``).
- A page that asks for its state gets it as it stands, where simcord waits for somebody to refresh it by hand. Only
  pages whose channel has changed are made anew, and without the list of messages that nobody sees, for that takes a
  while (``changes``, ``freshen``). Frames that are not in sight don't ask (``static/frame.js``), so pages live long
  without it.
- A press on a page that is a little older is accepted when the pressed control is still there, and refused when it is
  not (``_as_shown``). simcord names controls without an id by their position, and would show in a menu what was picked
  in another one that stood there before (``_name_controls``).
- The pages stand side by side in the start page's frames, without the test bench around them, and their picker is
  mended where it hinders play (``PageServer``, ``static/frame.js``).
- The picker describes commands, options and choices in the reader's language (``_translated``).
- Pictures are decoded in a thread, not in a new process for each (``Decoder``). The last ones that a page was told of
  can be had when the bot has put others in their place meanwhile (``_authorize_asset``, ``_reconcile_assets``).
- What a long evening leaves behind is dropped: the transcript, old messages, pictures no longer shown (``_tidy``).
"""

import asyncio
import contextvars
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final, Literal
from zlib import crc32

from discord import InteractionResponseType
from discord.ext import commands
from simcord import ChannelHandle, Env, MemberActor, UserHandle
from simcord._clock import Clock
from simcord._dpy_internals import real_monotonic
from simcord._settlement import _active_callbacks
from simcord.backend.cdn import CDN_BASE
from simcord.backend.models import Interaction
from simcord.preview import Preview
from simcord.preview._action_plans import _component_paths
from simcord.preview._pages import _Page

from bot.playground.pages import Controls, Decoder, PageServer, controls_of, in_language

ANSWER_SECONDS: Final = 3.0
"""How long Discord waits for the answer to an interaction."""

_AFTERGLOW_SECONDS: Final = 0.06
_POLL_SECONDS: Final = 0.01
_TIDY_SECONDS: Final = 2.0
_HIDDEN_SECONDS: Final = 60.0
_KEPT_MESSAGES: Final = 100
_KEPT_REVISIONS: Final = 32
_KEPT_PICTURES: Final = 8
_NO_MESSAGE: Final = "0"
_SUGGESTIONS: Final = InteractionResponseType.autocomplete_result.value
_AVATAR: Final = "avatar"


class _WallClock(Clock):
    def now(self) -> datetime:
        return datetime.now(UTC)

    def advance(self, seconds: float) -> None:
        """Nothing: nobody but the machine moves this clock."""


class LiveEnv(Env):
    """simcord's environment around one bot, in real time, with as many previews as there are panes.

    What exists before ``start`` has the ids of simcord's fixed calendar, the same at every start; everything after it
    has ids of the present. Whatever acts in the world (a press, publishing pages) holds ``turn``. ``locale`` is the
    language of everybody's Discord client, as Discord names it; ``reader`` is set once somebody reads.
    """

    def __init__(self, bot: commands.Bot) -> None:
        super().__init__(bot, check_errors=False)
        self.turn = asyncio.Lock()
        self.locale = "en-US"
        self.reader = asyncio.Event()
        self._epoch = real_monotonic()
        self._asked: Interaction | None = None
        self._panes: list[LivePreview] = []
        self._hidden: dict[str, float] = {}
        self._everywhere = 0
        self._changes: Counter[int] = Counter()
        self._avatars: dict[str, tuple[str, bytes]] = {}
        self.backend.subscribers.append(self._speak)
        self._untranslated = self.backend.visible_commands
        self.backend.visible_commands = self._translated  # type: ignore[method-assign]

    async def start(self) -> None:
        """Brings the bot to READY. What its ``setup_hook`` raises is passed on, once the bot has closed itself."""
        self.backend.clock = _WallClock()
        try:
            await super().start()
        except BaseException:
            await self.bot.close()
            raise

    def portray(self, user_id: int, picture: bytes) -> None:
        """Gives a user, or the bot, the avatar ``picture`` (PNG). Before ``show``."""
        self.backend.get_user(user_id).avatar = _AVATAR
        self._avatars[f"{CDN_BASE}/avatars/{user_id}/{_AVATAR}.png"] = (f"{_AVATAR}.png", picture)

    async def show(self, channel: ChannelHandle, viewer: MemberActor | UserHandle) -> "LivePreview":
        """One more page: ``channel`` as ``viewer`` sees it, on a port that the system chooses."""
        self._preview = None
        pane = LivePreview(self, channel, viewer, self._avatars)
        await pane.__aenter__()
        self._panes.append(pane)
        return pane

    def read_by(self, locale: str, timezone: str) -> None:
        """Sets the language and the time zone (names of Discord and of IANA) of everybody's client."""
        self.locale = locale
        for pane in self._panes:
            pane.locale, pane.timezone = locale, timezone
        self._everywhere += 1
        self.reader.set()

    def changes(self, channel_id: int) -> tuple[int, int]:
        """A value that is another one as soon as something in the channel may have changed."""
        for kind, line, payload in self.backend.transcript:
            match self._place(kind, line, payload):
                case "anywhere":
                    self._everywhere += 1
                case int() as place:
                    self._changes[place] += 1
                case "nowhere":
                    pass
        self.backend.transcript.clear()
        self.backend.http_requests.clear()
        return self._everywhere, self._changes[channel_id]

    async def keep_house(self) -> None:
        """Drops what nobody will see again, now and then; runs until it is cancelled."""
        while True:
            await asyncio.sleep(_TIDY_SECONDS)
            self._tidy()

    async def end(self) -> None:
        """Closes the pages, lets the bot close itself, and takes it out of the world."""
        try:
            for pane in self._panes:
                await pane.close()
            with self._bot_scope():
                await self.bot.close()
        finally:
            await self.shutdown()

    @property
    def _virtual_time(self) -> float:
        return real_monotonic() - self._epoch

    def _schedule_timer(
        self,
        record: Any,
        callback: Any,  # noqa: ARG002
        args: tuple[Any, ...],  # noqa: ARG002
        schedule_context: contextvars.Context | None,  # noqa: ARG002
    ) -> None:
        def fire() -> None:
            handle = record.handle
            if handle is not None and not handle.cancelled():
                handle._run()

        assert self._runtime is not None
        due = real_monotonic() + max(record.when - self._virtual_time, 0.0)
        # The handle enters the callback's own context, and no context can be entered twice.
        record.real_handle = self._runtime.call_at(due, fire, context=contextvars.Context())

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ARG002
        idle: float = 0.05,  # noqa: ARG002
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        self._last_dispatch = dispatch
        asked, self._asked = self._asked, None
        if asked is None:
            await asyncio.sleep(0)
            return
        deadline = real_monotonic() + ANSWER_SECONDS
        while not asked.responded:
            if real_monotonic() >= deadline:
                raise TimeoutError
            await asyncio.sleep(_POLL_SECONDS)
        # What follows the answer at once, the edit after a deferral above all, is then on the page with it.
        await asyncio.sleep(_AFTERGLOW_SECONDS)

    def _notify_dispatch_observers(self, interaction: Any) -> None:
        self._asked = interaction
        super()._notify_dispatch_observers(interaction)

    def _mark_mutation(self) -> None:
        for pane in self._panes:
            pane._mark_action_dispatched()

    def _speak(self, event: str, payload: Mapping[str, Any]) -> None:
        """The first to hear of an interaction, and so able to say which language it is in: simcord knows only one."""
        if event == "INTERACTION_CREATE" and isinstance(payload, dict):
            payload["locale"] = self.locale

    def _translated(self, **asked: Any) -> list[dict[str, Any]]:
        return [in_language(command, self.locale) for command in self._untranslated(**asked)]

    def _place(self, kind: str, line: str, payload: Any) -> int | Literal["nowhere", "anywhere"]:
        """The channel in which a line of the transcript may have changed something."""
        known = payload if isinstance(payload, Mapping) else {}
        match kind, line.split("/"):
            case ("GATEWAY", ["INTERACTION_CREATE"]) | ("DROPPED" | "CENSORED", _) | ("HTTP", ["GET ", *_]):
                return "nowhere"
            case "HTTP", [_, "interactions", *_] if known.get("type") == _SUGGESTIONS:
                return "nowhere"
            case "GATEWAY", _ if "channel_id" in known:
                return int(known["channel_id"])
            case "HTTP", [_, "channels", channel, *_]:
                return int(channel)
            case "HTTP", [_, "interactions", interaction, *_] if int(interaction) in self.backend.interactions:
                return self.backend.interactions[int(interaction)].channel_id
            case "HTTP", [_, "webhooks", _, token, *_] if token in self.backend.interaction_tokens:
                return self.backend.interactions[self.backend.interaction_tokens[token]].channel_id
            case _:
                return "anywhere"

    def _tidy(self) -> None:
        backend = self.backend
        self.changes(0)
        if not self.turn.locked():
            # An action looks here for what went wrong while it ran.
            self._errors.clear()
            self._error_ids.clear()
        _active_callbacks(self._settlement_state())
        for messages in backend.messages.values():
            for old in sorted(messages)[:-_KEPT_MESSAGES]:
                del messages[old]
        shown = {
            str(picture["url"])
            for messages in backend.messages.values()
            for message in messages.values()
            for picture in message.attachments
        }
        now = real_monotonic()
        hidden = {url: self._hidden.get(url, now) for url in backend.cdn._blobs if url not in shown}
        for url, since in hidden.items():
            # What somebody uploads with a command is in no message, and the bot may be about to read it.
            if now - since >= _HIDDEN_SECONDS:
                del backend.cdn._blobs[url]
        self._hidden = hidden


class LivePreview(Preview):
    """One channel as one person sees it."""

    _PAGE_LEASE_SECONDS = 24 * 3600.0

    def __init__(
        self,
        env: LiveEnv,
        channel: ChannelHandle,
        viewer: MemberActor | UserHandle,
        assets: Mapping[str, tuple[str, bytes]],
    ) -> None:
        super().__init__(
            env,
            channel,
            (viewer,),
            layout="channel",
            display="responsive",
            width=960,
            height=720,
            locale="en-US",
            timezone="UTC",
            presentation_time=None,
            assets=assets,
            port=0,
        )
        self._live = env
        self._server: PageServer = PageServer(self, self.freshen)
        self._media_worker = Decoder()
        self._shown: dict[str, dict[int, Controls]] = {}
        self._published: dict[str, tuple[int, int]] = {}

    async def __aenter__(self) -> "LivePreview":
        await super().__aenter__()
        # New pages start where this one stands, and the newest message has to be in sight.
        assert self._python is not None
        self._python.target_id = self._python.window_end_id = None
        return self

    def freshen(self, context_id: str | None) -> None:
        """Makes a page anew if its channel has changed since, and no press on it is under way."""
        page = self._pages.get(context_id or "")
        if page is None or page is self._action_page:
            return
        if self._published.get(page.id) != self._live.changes(page.channel_id):
            self._publish(page, reason="refresh")

    def _open_page(self, viewer_id: Any = None, target_id: Any = None) -> _Page:
        while len(self._pages) > self._MAX_PAGES:
            others = [page for page in self._pages.values() if page not in (self._python, self._action_page)]
            self._close_page(min(others, key=lambda page: page.last_activity).id)
        return super()._open_page(viewer_id, target_id)

    def _publish(self, page: _Page, *, reason: Any = "action") -> None:
        self._advance_presentation_time()
        self._name_controls(page)
        page.navigation_query = _NO_MESSAGE
        self._published[page.id] = self._live.changes(page.channel_id)
        super()._publish(page, reason=reason)
        messages = self.env.backend.messages.get(page.channel_id, {})
        controls: Controls = {}
        for message_id in page.snapshot.get("timeline", ()):
            controls |= controls_of(messages[int(message_id)])
        revisions = self._shown.setdefault(page.id, {})
        revisions[page.revision] = controls
        while len(revisions) > _KEPT_REVISIONS:
            del revisions[next(iter(revisions))]

    def _authorize_asset(self, page: _Page, asset_id: str, *, content: bool = True) -> Any:
        record = page.assets.get(asset_id)
        if record is not None and record.available and record.source is not None and record.source[0] == "attachment":
            return record
        return super()._authorize_asset(page, asset_id, content=content)

    def _reconcile_assets(self, page: _Page) -> None:
        replaced = [asset for asset in page.assets if asset not in page.referenced_assets]
        page.referenced_assets.update(replaced[-_KEPT_PICTURES:])
        super()._reconcile_assets(page)

    def _close_page(self, context_id: str) -> None:
        super()._close_page(context_id)
        for book in (self._shown, self._published):
            book.pop(context_id, None)

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with self._live.turn:
            return await super()._action(context_id, self._as_shown(context_id, body))

    def _as_shown(self, context_id: str | None, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """``body`` as of the newest revision, unless what was pressed is no longer what the page showed."""
        page = self._pages.get(context_id or "")
        revision = body.get("published_revision")
        if page is None or not isinstance(revision, int):
            return body
        self._name_controls(page)
        if body.get("kind") == "close":
            # A page can't end what the others stand on.
            return {**body, "kind": ""}
        if body.get("kind") in {"click", "select"}:
            shown = self._shown.get(page.id, {}).get(revision, {})
            control = str(body.get("control_key"))
            if shown.get(control) != self._standing(page, body).get(control):
                return {**body, "published_revision": -1}
        return {**body, "published_revision": page.revision}

    def _name_controls(self, page: _Page) -> None:
        """Gives the controls of a page's channel ids that follow from the custom ids that the bot gave them."""
        for message in self.env.backend.messages.get(page.channel_id, {}).values():
            for root in message.components:
                for _, component in _component_paths(root):
                    if "custom_id" in component:
                        component["id"] = crc32(str(component["custom_id"]).encode()) >> 1 | 1

    def _standing(self, page: _Page, body: Mapping[str, Any]) -> Controls:
        target = str(body.get("target_id"))
        message = self.env.backend.messages.get(page.channel_id, {}).get(int(target)) if target.isdecimal() else None
        return {} if message is None else controls_of(message)
