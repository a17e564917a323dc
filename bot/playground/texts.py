"""What the playground says, in Chinese and English, out of ``texts.json``."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

LANGUAGES: Final = ("zh", "en")
LOCALES: Final = {"zh": "zh-CN", "en": "en-US"}
"""A language of the page, and what Discord calls it."""


@cache
def texts() -> dict[str, Any]:
    """``world``: the names in it. A language: section (``console``, ``page``) to key to sentence."""
    found: dict[str, Any] = json.loads(Path(__file__).with_name("texts.json").read_text("utf-8"))
    return found


def both(key: str, /, **values: str | int) -> str:
    """The sentence ``key`` of the console, Chinese first, a line a language."""
    return "\n".join(texts()[language]["console"][key].format_map(values) for language in LANGUAGES)


def complaint(key: str, /, **values: str | int) -> str:
    """The same in one line, for whoever can't play."""
    return " / ".join(both(key, **values).splitlines())


def named(key: str, /) -> str:
    """The name that the world gives to ``bot``, ``guild`` or ``channel``."""
    name: str = texts()["world"][key]
    return name
