"""``/score``: from what somebody types to a request, and from the answer to a text."""

import re
from typing import Any, Final

from bot.engine.notation import NotationError, parse_spoken, parse_tile, print_hand, print_tiles
from bot.engine.score import Answer, Request, verdict_of
from bot.engine.situation import Win
from bot.tables.api import Refused
from bot.texts import Language, text
from bot.ui.counted import line_title, part_names
from bot.ui.errors import Sorry
from bot.ui.words import points, refusal, tile_name, worth

_MELD: Final = re.compile(r"(?:chi|peng|gang|bugang|angang)\([^()]*\)")
_FALLBACK: Final = "-"


def hand_request(
    rules: str,
    hand: str,
    *,
    tile: str | None,
    by: str,
    wild: str | None,
    dealer: bool,
    streak: int,
    flags: str | None,
    options: str | None,
) -> dict[str, Any]:
    """The request as ``queguan score`` reads it. Raises ``Sorry`` for tiles that can't be read."""
    melds = _MELD.findall(hand)
    data: dict[str, Any] = {
        "rules": rules,
        "hand": _codes(_MELD.sub(" ", hand)),
        "melds": melds,
        "by": by,
        "seat": 0,
        "dealer": 0 if dealer else 1,
        "streak": streak,
    }
    if by != "self":
        data["from"] = 3
    if tile:
        data["tile"] = _codes(tile)
    if wild:
        data["wild"] = _codes(wild)
    if flags:
        data["flags"] = flags.replace(",", " ").split()
    if options:
        pairs = (part.partition("=") for part in options.split(","))
        data["options"] = {name.strip(): value.strip() for name, _, value in pairs}
    return data


def _codes(words: str) -> str:
    try:
        return print_tiles(parse_spoken(words))
    except NotationError as fault:
        raise Sorry("sorry.tile", text=fault.text[:40].replace("`", "")) from fault


def scored(language: Language, request: Request, found: Answer) -> str:
    """The answer in words: what the hand counts and who pays, or what it waits for."""
    lines = [text(language, "scored.hand", hand=print_hand(request.situation.hand))]
    if "win" in found:
        lines += _win(language, request, found)
    if "waits" in found:
        lines += _waits(language, request, found)
    return "\n".join(lines)


def _win(language: Language, request: Request, found: Answer) -> list[str]:
    if not found["win"]:
        reason = refusal(language, Refused(found["reason"], rules=request.rules.id))
        return [text(language, "scored.no_win", reason=reason)]
    rules, verdict = request.rules.id, verdict_of(request)
    lines = [text(language, "scored.tile", tile=tile_name(language, request.situation.tile))]
    for line in verdict.lines if isinstance(verdict, Win) else ():
        lines.append(f"- {line_title(language, rules, line)} {worth(language, rules, line.worth)}")
        lines += [f"  - {part}" for part in part_names(language, rules, line)]
    counted = sum(line["worth"] for line in found["lines"])
    key = "scored.capped" if counted > found["total"] else "scored.total"
    total, uncapped = worth(language, rules, found["total"]), worth(language, rules, counted)
    lines.append(text(language, key, total=total, sum=uncapped))
    payments = found["payments"]
    names = ("scored.you", "scored.lower", "scored.across", "scored.upper")
    lines.append(
        " · ".join(f"{text(language, name)} {points(value)}" for name, value in zip(names, payments, strict=True))
    )
    return lines


def _waits(language: Language, request: Request, found: Answer) -> list[str]:
    if not found["waits"]:
        return [text(language, "scored.not_ready")]

    def total(value: int | None) -> str:
        return _FALLBACK if value is None else worth(language, request.rules.id, value)

    return [
        text(
            language,
            "scored.wait",
            tile=tile_name(language, parse_tile(wait["tile"])),
            own=total(wait["self"]),
            discard=total(wait["discard"]),
        )
        for wait in found["waits"]
    ]
