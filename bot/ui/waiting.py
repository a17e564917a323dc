"""What a ready hand waits for, in words: each kind, how many are unseen, what it would be worth."""

from collections.abc import Sequence
from typing import Final

from bot.engine.score import Wait
from bot.engine.view import OwnView
from bot.tables.api import ReadyBy, Screen
from bot.texts import Language, text
from bot.ui.words import tile_name, worth

MOST_WAITS: Final = 18
"""Of a hand with wild tiles that waits for anything, so many kinds are shown."""

NAMED_WAITS: Final = 6
"""Of so many discards as there may be, each names so many kinds at most."""

NO_WIN: Final = "–"


def waits_title(screen: Screen, own: OwnView, language: Language) -> str:
    """What stands before the kinds that a hand waits for: in its turn they are those without the drawn tile."""
    if not screen.awaited:
        return ""
    return text(language, "hand.ready" if own.drawn is None else "hand.ready_without_drawn")


def wait_worth(language: Language, rules: str, wait: Wait) -> str:
    """What a wait is worth by another's discard and by the own draw, in one where it is the same."""
    if wait.discard == wait.own:
        return _worth(language, rules, wait.own)
    by_discard, by_draw = _worth(language, rules, wait.discard), _worth(language, rules, wait.own)
    return text(language, "hand.worths", discard=by_discard, draw=by_draw)


def _worth(language: Language, rules: str, total: int | None) -> str:
    return NO_WIN if total is None else worth(language, rules, total)


def waits_text(screen: Screen, own: OwnView, language: Language) -> str:
    """What a hand waits for in words: each kind, how many are unseen, what it would be worth; "" for nothing."""
    waits = [
        text(
            language,
            "hand.wait_for",
            tile=tile_name(language, each.wait.tile),
            left=each.left,
            worth=wait_worth(language, screen.view.rules, each.wait),
        )
        for each in screen.awaited[:MOST_WAITS]
    ]
    title = waits_title(screen, own, language)
    return text(language, "hand.ready_for", title=title, waits=", ".join(waits)) if waits else ""


def ready_by_lines(found: Sequence[ReadyBy], language: Language) -> list[str]:
    """Which discards leave a hand ready, and for what: each kind where they are few, or how many there are."""
    return [
        text(language, "hand.ready_by", tile=tile_name(language, each.tile), waits=_kinds(each, language))
        for each in found
    ]


def _kinds(ready: ReadyBy, language: Language) -> str:
    if len(ready.awaited) > NAMED_WAITS:
        return text(language, "hand.ready_kinds", kinds=len(ready.awaited), left=unseen_of(ready, language))
    return ", ".join(f"{tile_name(language, each.wait.tile)} ×{each.left}" for each in ready.awaited)


def unseen_of(ready: ReadyBy, language: Language) -> str:
    """How many unseen tiles would complete the hand after a discard: what stands under the tile."""
    return unseen(sum(each.left for each in ready.awaited), language)


def unseen(count: int, language: Language) -> str:
    """How many tiles are unseen, in a word: a sign would look like a worth in times."""
    return text(language, "hand.unseen", count=count)
