"""Names of people as they may stand in messages and pictures: nothing in them is markup, a mention or invisible."""

import unicodedata
from typing import Final

from discord.utils import escape_markdown, escape_mentions

LONGEST: Final = 32
NAMELESS: Final = "?"

_INVISIBLE: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_BLANK: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")
_JOINER: Final = "\u200d"
_ISOLATE: Final = "\u2068"
_RELEASE: Final = "\u2069"


def plain(name: str) -> str:
    """The name without control, format and blank characters, on one line, at most ``LONGEST`` characters."""
    kept = []
    for place, letter in enumerate(unicodedata.normalize("NFC", name)):
        joins = letter == _JOINER and 0 < place < len(name) - 1
        if letter.isspace():
            kept.append(" ")
        elif joins or (unicodedata.category(letter) not in _INVISIBLE and letter not in _BLANK):
            kept.append(letter)
    words = " ".join("".join(kept).split())
    if not any(letter != _JOINER for letter in words):
        return NAMELESS
    return words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"


def shown(name: str) -> str:
    """The name as it may stand in a message's text, in bold or not; letters from right to left stay by themselves."""
    words = escape_mentions(escape_markdown(plain(name))).replace("<", "\\<").replace("#", "\\#")
    if any(unicodedata.bidirectional(letter) in ("R", "AL", "RLE", "RLO", "RLI") for letter in words):
        return f"{_ISOLATE}{words}{_RELEASE}"
    return words
