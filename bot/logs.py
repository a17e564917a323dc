"""The log: lines for people, or one JSON object a line for machines. It never holds a token."""

import json
import logging
import sys
from typing import Final

from bot.settings import LogFormat, LogLevel

_KNOWN: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class JsonLines(logging.Formatter):
    """Every record as one JSON object, with whatever ``extra`` it was given."""

    def format(self, record: logging.LogRecord) -> str:
        """One line of JSON."""
        entry: dict[str, object] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        entry.update({name: str(value) for name, value in vars(record).items() if name not in _KNOWN})
        if record.exc_info:
            entry["trace"] = record.exc_text or self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


class Without(logging.Filter):
    """Takes a secret out of every record, wherever a library may have put it."""

    def __init__(self, secret: str) -> None:
        super().__init__()
        self._secret = secret

    def filter(self, record: logging.LogRecord) -> bool:
        """Always True; the secret is replaced."""
        message = record.getMessage()
        if self._secret in message:
            record.msg, record.args = message.replace(self._secret, "…"), ()
        if record.exc_info:
            record.exc_text = logging.Formatter().formatException(record.exc_info).replace(self._secret, "…")
        return True


def set_up(level: LogLevel, form: LogFormat, secret: str | None) -> None:
    """Log to standard error from now on."""
    handler = logging.StreamHandler(sys.stderr)
    text = logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
    handler.setFormatter(JsonLines() if form == "json" else text)
    if secret:
        handler.addFilter(Without(secret))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    logging.getLogger("discord").setLevel(max(logging.INFO, root.level))
