"""What is known about people: their names in a server, the language they read, what they have chosen."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from bot.tables.ledger_values import AccountId, account_of
from bot.tables.ports import Seen, SettingsStore
from bot.tables.preferences import Preferences, read_preferences, write_preferences
from bot.texts import Language, language_of
from bot.ui.names import plain

LOCALE: Final = "locale"
_FRESH_SECONDS: Final = 24 * 3600.0


class People:
    """Names and settings, read once and kept. A name is written down when it is new, a locale when it changes."""

    def __init__(self, store: SettingsStore, default: Language, now: Callable[[], float]) -> None:
        self._store = store
        self._default = default
        self._now = now
        self._names: dict[tuple[int | None, int], str] = {}
        self._written: dict[tuple[int | None, int], float] = {}
        self._texts: dict[int, str] = {}
        self._servers: dict[int, str] = {}

    # ------------------------------------------------------------------ names

    async def met(self, guild: int | None, user: int, name: str, locale: str) -> None:
        """Somebody has done something: their name there and the language of their client."""
        self._names[(guild, user)] = name
        now = self._now()
        key = (guild, user)
        known = await self._known_name(guild, user)
        if known != name or now - self._written.get(key, 0.0) > _FRESH_SECONDS:
            self._written[key] = now
            await self._store.saw((Seen(guild, account_of(user), name, now),))
        data = json.loads(await self._text(user))
        if data.get(LOCALE) != locale:
            self._texts[user] = await self._store.change_person(user, lambda text: _with(text, LOCALE, locale))

    async def met_elsewhere(self, guild: int, user: int, name: str) -> None:
        """Somebody was named by another person: their name there, if it is new."""
        self._names[(guild, user)] = name
        await self._store.saw((Seen(guild, account_of(user), name, self._now()),))

    def forget(self, user: int) -> None:
        """Keep nothing of a person in memory; names and settings are read anew."""
        for known in (self._names, self._written):
            for key in [key for key in known if key[1] == user]:
                del known[key]
        self._texts.pop(user, None)

    async def load_names(self, guild: int | None, users: Iterable[int]) -> None:
        """Read the names of people who have not been met since the start."""
        missing = [user for user in users if (guild, user) not in self._names]
        if not missing:
            return
        found = await self._store.names(guild, [account_of(user) for user in missing])
        for user in missing:
            self._names[(guild, user)] = found.get(account_of(user), "")

    async def account_names(self, guild: int | None, accounts: Iterable[AccountId]) -> Mapping[AccountId, str]:
        """The names of accounts of a ledger, as far as they are known."""
        return await self._store.names(guild, accounts)

    def name(self, guild: int | None, user: int) -> str:
        """A person's name there, without markup or invisible characters."""
        return plain(self._names.get((guild, user)) or self._names.get((None, user)) or "")

    async def _known_name(self, guild: int | None, user: int) -> str | None:
        if (guild, user) in self._written:
            return self._names.get((guild, user))
        found = await self._store.names(guild, [account_of(user)])
        return found.get(account_of(user))

    # ------------------------------------------------------------------ settings

    async def preferences(self, user: int) -> Preferences:
        """What a person has chosen."""
        return read_preferences(await self._text(user))

    async def change(self, user: int, **chosen: Any) -> Preferences:
        """Choose something; answers with all that is chosen now."""

        def changed(text: str) -> str:
            return write_preferences(text, replace(read_preferences(text), **chosen))

        self._texts[user] = await self._store.change_person(user, changed)
        return await self.preferences(user)

    async def language(self, user: int, locale: str | None = None) -> Language:
        """The language to speak to a person in private."""
        text = await self._text(user)
        chosen = read_preferences(text).language
        if chosen is not None:
            return chosen
        known = locale or json.loads(text).get(LOCALE)
        return self._default if known is None else language_of(known)

    async def _text(self, user: int) -> str:
        if user not in self._texts:
            self._texts[user] = await self._store.person(user)
        return self._texts[user]

    # ------------------------------------------------------------------ servers

    async def server(self, guild: int) -> dict[str, Any]:
        """A server's settings."""
        if guild not in self._servers:
            self._servers[guild] = await self._store.server(guild)
        data: dict[str, Any] = json.loads(self._servers[guild])
        return data

    async def change_server(self, guild: int, key: str, value: str | int | None) -> None:
        """Change one of a server's settings; None takes it away."""
        self._servers[guild] = await self._store.change_server(guild, lambda text: _with(text, key, value))


def _with(text: str, key: str, value: str | int | None) -> str:
    data = json.loads(text)
    if value is None:
        data.pop(key, None)
    else:
        data[key] = value
    return json.dumps(data, ensure_ascii=False)
