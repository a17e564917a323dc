"""The settings, from the environment and ``.env``: the only place that reads either."""

import difflib
import os
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, TypeVar
from zoneinfo import ZoneInfo

from dotenv.parser import parse_stream

from bot.texts import LANGUAGES, Language, language_of, text

Back = Literal["green", "blue"]
LogFormat = Literal["text", "json"]
LogLevel = Literal["debug", "info", "warning", "error"]

TOKEN: Final = "DISCORD_TOKEN"
PREFIX: Final = "QUEGUAN_"

_LANGUAGE: Final = "QUEGUAN_LANGUAGE"
_BACKS: Final[tuple[Back, ...]] = ("green", "blue")
_LOG_FORMATS: Final[tuple[LogFormat, ...]] = ("text", "json")
_LOG_LEVELS: Final[tuple[LogLevel, ...]] = ("debug", "info", "warning", "error")
_NO_CLOCK: Final = "none"
_WEEK: Final = 7 * 24 * 3600
_SHOWN: Final = 40
_HOST: Final = re.compile(r"[A-Za-z0-9._:-]+")

_T = TypeVar("_T", bound=str)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set from outside; ``.env.example`` explains each.

    ``turn_seconds`` and ``claim_seconds`` are a new table's clocks, None for no clock. ``bot_pace`` is how many seconds
    a computer player thinks. ``timezone`` and ``language`` serve where a server or a person has chosen none.
    """

    token: str | None = field(repr=False)
    database: Path
    language: Language
    timezone: ZoneInfo
    turn_seconds: int | None
    claim_seconds: int | None
    bot_pace: float
    back: Back
    log_level: LogLevel
    log_format: LogFormat
    health_host: str
    health_port: int | None


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with the setting ``name``: the key of a sentence and the values it needs besides the name."""

    name: str
    reason: str
    details: tuple[tuple[str, str | int], ...] = ()

    def sentence(self, language: Language) -> str:
        return text(language, self.reason, name=self.name, **dict(self.details))


class SettingsError(Exception):
    """The settings can't be used. ``problems`` holds all that is wrong; as a string it is one line in ``language``."""

    def __init__(self, problems: Iterable[Problem], language: Language) -> None:
        self.problems = tuple(problems)
        self.language = language
        super().__init__(" ".join(self.sentences(language)))

    def sentences(self, language: Language) -> tuple[str, ...]:
        """One sentence a problem."""
        return tuple(problem.sentence(language) for problem in self.problems)


def load(
    environ: Mapping[str, str] | None = None, env_file: Path = Path(".env"), required: Collection[str] = ()
) -> Settings:
    """Settings from ``environ`` (the process's own by default) over ``env_file``, which may be absent.

    An empty value counts as not set. SettingsError names every problem at once: values that make no sense, variables
    that begin like a setting and are none, and the ``required`` ones that are not there.
    """
    reader = _Reader()
    values = reader.file(env_file) | dict(os.environ if environ is None else environ)
    reader.values = {name: value.strip() for name, value in values.items() if value.strip()}
    settings = _read(reader)
    reader.unknown()
    reader.missing(required)
    if reader.problems:
        raise SettingsError(reader.problems, _language_for_faults(reader.values))
    return settings


def variables() -> tuple[str, ...]:
    """The names of all settings, in the order in which Settings has them."""
    reader = _Reader()
    _read(reader)
    return tuple(reader.asked)


def _read(reader: "_Reader") -> Settings:
    return Settings(
        token=reader.secret(TOKEN),
        database=reader.file_path("QUEGUAN_DB", Path("var/queguan.db")),
        language=reader.choice(_LANGUAGE, LANGUAGES, "en"),
        timezone=reader.zone("QUEGUAN_TIMEZONE", ZoneInfo("UTC")),
        turn_seconds=reader.clock("QUEGUAN_TURN_SECONDS", 45, low=10),
        claim_seconds=reader.clock("QUEGUAN_CLAIM_SECONDS", 8, low=2),
        bot_pace=reader.decimal("QUEGUAN_BOT_PACE", 1.2, low=0, high=60),
        back=reader.choice("QUEGUAN_BACK", _BACKS, "green"),
        log_level=reader.choice("QUEGUAN_LOG_LEVEL", _LOG_LEVELS, "info"),
        log_format=reader.choice("QUEGUAN_LOG_FORMAT", _LOG_FORMATS, "text"),
        health_host=reader.host("QUEGUAN_HEALTH_HOST", "127.0.0.1"),
        health_port=reader.whole("QUEGUAN_HEALTH_PORT", None, low=1, high=65535),
    )


def _language_for_faults(values: Mapping[str, str]) -> Language:
    """The language of the report itself, which must not depend on the settings being right."""
    chosen = values.get(_LANGUAGE) or values.get("LC_ALL") or values.get("LANG") or ""
    return language_of(chosen)


class _Reader:
    """Takes values one by one, with the default in place of a bad one, and notes what was asked and what is wrong."""

    def __init__(self) -> None:
        self.values: Mapping[str, str] = {}
        self.asked: list[str] = []
        self.problems: list[Problem] = []

    def file(self, path: Path) -> dict[str, str]:
        try:
            with path.open(encoding="utf-8-sig") as stream:
                bindings = list(parse_stream(stream))
        except FileNotFoundError:
            return {}
        except OSError as fault:
            self._wrong(str(path), "settings.unreadable", why=fault.strerror or str(fault))
            return {}
        except UnicodeDecodeError:
            self._wrong(str(path), "settings.not_utf8")
            return {}
        for binding in bindings:
            if binding.error:
                self._wrong(str(path), "settings.bad_line", line=binding.original.line)
        return {binding.key: binding.value for binding in bindings if binding.key and binding.value}

    def host(self, name: str, default: str) -> str:
        value = self._get(name)
        if value is None:
            return default
        if not _HOST.fullmatch(value):
            self._wrong(name, "settings.bad_host", value=value)
        return value

    def secret(self, name: str) -> str | None:
        value = self._get(name)
        if value is not None and not (value.isascii() and value.isprintable() and " " not in value):
            self._wrong(name, "settings.bad_token")
        return value

    def file_path(self, name: str, default: Path) -> Path:
        value = self._get(name)
        if value is None:
            return default
        try:
            path = Path(value).expanduser()
            folder = path.is_dir()
        except (OSError, RuntimeError):
            self._wrong(name, "settings.bad_path", value=value)
            return default
        if folder:
            self._wrong(name, "settings.is_folder", value=value)
        return path

    def choice(self, name: str, choices: tuple[_T, ...], default: _T) -> _T:
        value = self._get(name)
        if value is None:
            return default
        for choice in choices:
            if choice == value.lower():
                return choice
        self._wrong(name, "settings.bad_choice", value=value, choices=", ".join(choices))
        return default

    def zone(self, name: str, default: ZoneInfo) -> ZoneInfo:
        value = self._get(name)
        if value is None:
            return default
        try:
            return ZoneInfo(value)
        except (OSError, ValueError, LookupError):
            self._wrong(name, "settings.bad_zone", value=value)
            return default

    def clock(self, name: str, default: int, *, low: int) -> int | None:
        value = self._get(name)
        if value is None:
            return default
        if value.lower() == _NO_CLOCK:
            return None
        seconds = _number(value, int)
        if seconds is None or not low <= seconds <= _WEEK:
            self._wrong(name, "settings.bad_clock", value=value, low=low, high=_WEEK, none=_NO_CLOCK)
            return default
        return int(seconds)

    def decimal(self, name: str, default: float, *, low: int, high: int) -> float:
        value = self._get(name)
        if value is None:
            return default
        number = _number(value, float)
        if number is None or not low <= number <= high:
            self._wrong(name, "settings.bad_decimal", value=value, low=low, high=high)
            return default
        return number

    def whole(self, name: str, default: int | None, *, low: int, high: int) -> int | None:
        value = self._get(name)
        if value is None:
            return default
        number = _number(value, int)
        if number is None or not low <= number <= high:
            self._wrong(name, "settings.bad_whole", value=value, low=low, high=high)
            return default
        return int(number)

    def unknown(self) -> None:
        for name in sorted(self.values):
            if not name.startswith(PREFIX) or name in self.asked:
                continue
            likely = difflib.get_close_matches(name, self.asked, 1, 0)[0]
            self._wrong(name, "settings.unknown", likely=likely)

    def missing(self, required: Collection[str]) -> None:
        for name in self.asked:
            if name in required and name not in self.values:
                self._wrong(name, "settings.missing")

    def _get(self, name: str) -> str | None:
        self.asked.append(name)
        return self.values.get(name)

    def _wrong(self, name: str, reason: str, **details: str | int) -> None:
        shown = {key: _short(value) if isinstance(value, str) else value for key, value in details.items()}
        self.problems.append(Problem(name, reason, tuple(shown.items())))


def _number(value: str, kind: type[int] | type[float]) -> float | None:
    try:
        return kind(value)
    except ValueError:
        return None


def _short(value: str) -> str:
    printable = "".join(letter if letter.isprintable() else "?" for letter in value)
    return printable if len(printable) <= _SHOWN else printable[: _SHOWN - 1] + "…"
