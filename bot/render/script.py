"""Characters before fonts: cleaning, clusters, joined Arabic letters and the order of right-to-left text."""

import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import Final

MARKS_KEPT: Final = 2
"""Combining marks kept on one letter; more would climb out of the line."""
BLANKS: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u034f")
SKIN: Final = range(0x1F3FB, 0x1F400)
MIRRORED: Final = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")
OPENING: Final = {"(": ")", "[": "]", "{": "}"}
MARKS: Final = frozenset({"Mn", "Me", "Mc"})
DROPPED: Final = frozenset({"Cc", "Cf", "Cs", "Co"})


def clean(text: str) -> str:
    """The text composed and without what has no shape: controls, zero width, selectors, skin tones."""
    kept: list[str] = []
    for character in unicodedata.normalize("NFC", text):
        point = ord(character)
        if character.isspace() or character == "\u2800":
            if kept and kept[-1] != " ":
                kept.append(" ")
        elif not (
            unicodedata.category(character) in DROPPED
            or character in BLANKS
            or 0xFE00 <= point <= 0xFE0F
            or 0xE0100 <= point <= 0xE01EF
            or point == 0x20E3
            or point in SKIN
        ):
            kept.append(character)
    return "".join(kept).strip()


@lru_cache(maxsize=4096)
def clusters(text: str) -> tuple[str, ...]:
    """The cleaned text as letters with the marks that belong to them."""
    found: list[str] = []
    for character in clean(text):
        if found and unicodedata.category(character) in MARKS:
            if len(found[-1]) <= MARKS_KEPT:
                found[-1] += character
        else:
            found.append(character)
    return tuple(found)


def _forms() -> dict[str, dict[str, str]]:
    """For each Arabic letter its presentation forms: isolated, initial, medial, final."""
    table: dict[str, dict[str, str]] = {}
    for point in (*range(0xFB50, 0xFBB2), *range(0xFBD3, 0xFC00), *range(0xFE80, 0xFEFD)):
        parts = unicodedata.decomposition(chr(point)).split()
        if len(parts) == 2 and parts[0].startswith("<"):
            table.setdefault(chr(int(parts[1], 16)), {}).setdefault(parts[0].strip("<>"), chr(point))
    return table


FORMS: Final = _forms()
LAM: Final = "\u0644"
LAM_ALEF: Final = {
    "\u0622": ("\ufef5", "\ufef6"),
    "\u0623": ("\ufef7", "\ufef8"),
    "\u0625": ("\ufef9", "\ufefa"),
    "\u0627": ("\ufefb", "\ufefc"),
}
TATWEEL: Final = "\u0640"


def _joins_next(letter: str) -> bool:
    return letter == TATWEEL or "initial" in FORMS.get(letter, {})


def _joins_previous(letter: str) -> bool:
    return letter == TATWEEL or "final" in FORMS.get(letter, {})


def joined(pieces: list[str], known: Callable[[str], bool]) -> list[str]:
    """Clusters with Arabic letters in the form that their neighbours ask for (where ``known`` has that form)."""
    shaped: list[str] = []
    before = False
    place = 0
    while place < len(pieces):
        letter, rest = pieces[place][0], pieces[place][1:]
        after = pieces[place + 1][0] if place + 1 < len(pieces) else ""
        if letter == LAM and after in LAM_ALEF:
            shaped.append(LAM_ALEF[after][int(before)] + rest + pieces[place + 1][1:])
            before = False
            place += 2
            continue
        ahead = _joins_next(letter) and _joins_previous(after)
        back = before and _joins_previous(letter)
        form = {(True, True): "medial", (True, False): "final", (False, True): "initial"}.get((back, ahead), "isolated")
        shape = FORMS.get(letter, {}).get(form, letter)
        shaped.append((shape if known(shape) else letter) + rest)
        before = _joins_next(letter)
        place += 1
    return shaped


def _directions(pieces: list[str]) -> list[str]:
    """For each cluster R, L, N (a number and what belongs to it), A (an Arabic one) or - (neutral)."""
    kinds = _with_separators([unicodedata.bidirectional(piece[0]) for piece in pieces])
    sides = {"R": "R", "AL": "R", "L": "L", "EN": "N", "AN": "A"}
    return [sides.get(kind, "-") for kind in kinds]


def _with_separators(kinds: list[str]) -> list[str]:
    """Signs inside a number (``21:43``) and at its ends (``50%``) are of the number, as the standard's W2 to W5 say."""
    strong, found = "", list(kinds)
    for place, kind in enumerate(kinds):
        if kind in ("R", "L", "AL"):
            strong = kind
        elif kind == "EN" and strong == "AL":
            found[place] = "AN"
    for place in range(1, len(found) - 1):
        before, kind, after = found[place - 1 : place + 2]
        if before == after and ((kind == "CS" and before in ("EN", "AN")) or (kind == "ES" and before == "EN")):
            found[place] = before
    for order in (range(1, len(found)), range(len(found) - 2, -1, -1)):
        for place in order:
            if found[place] == "ET" and found[place - order.step] == "EN":
                found[place] = "EN"
    return found


def _side(kind: str) -> str:
    """The side that what is not neutral stands for among neutrals: a number is like a letter from the right."""
    return "L" if kind == "L" else "R"


def _brackets(pieces: list[str], kinds: list[str], base: str) -> list[str]:
    """The sides with those of paired brackets settled: both take one, by what they hold and what stands before."""
    settled = list(kinds)
    waiting: list[int] = []
    for place, piece in enumerate(pieces):
        if piece in OPENING:
            waiting.append(place)
            continue
        start = next((start for start in reversed(waiting) if OPENING[pieces[start]] == piece), None)
        if start is None:
            continue
        del waiting[waiting.index(start) :]
        held = {_side(kind) for kind in kinds[start + 1 : place] if kind != "-"}
        before = next((_side(kind) for kind in reversed(settled[:start]) if kind != "-"), base)
        if held:
            settled[start] = settled[place] = base if base in held or before == base else before
    return settled


def _levels(pieces: list[str], kinds: list[str]) -> list[str]:
    """Each cluster's side (R, L, or N for a number among letters from the right), numbers and neutrals settled by what
    surrounds them."""
    base = strong = next((kind for kind in kinds if kind in "RL"), "L")
    told: list[str] = []
    for kind in kinds:
        strong = kind if kind in "RL" else strong
        told.append({"N": "N" if strong == "R" else "L", "A": "N"}.get(kind, kind))
    told = _brackets(pieces, told, base)
    settled: list[str] = []
    before = base
    for place, kind in enumerate(told):
        if kind != "-":
            before = _side(kind)
            settled.append(kind)
            continue
        following = next((_side(other) for other in told[place + 1 :] if other != "-"), base)
        settled.append(before if before == following else base)
    return settled


def visual(text: str, known: Callable[[str], bool]) -> list[str]:
    """The text's clusters from left to right, Arabic joined, right-to-left runs turned."""
    pieces = joined(list(clusters(text)), known)
    kinds = _directions(pieces)
    if "R" not in kinds and "A" not in kinds:
        return pieces
    base = next((kind for kind in kinds if kind in "RL"), "L")
    sides = _levels(pieces, kinds)
    if base == "R":
        return _reversed(pieces, sides)
    out: list[str] = []
    place = 0
    while place < len(pieces):
        end = place
        while end < len(pieces) and sides[end] != "L":
            end += 1
        if end > place:
            out += _reversed(pieces[place:end], sides[place:end])
            place = end
        else:
            out.append(pieces[place])
            place += 1
    return out


def _reversed(pieces: list[str], sides: list[str]) -> list[str]:
    """A right-to-left stretch from left to right; the left-to-right stretches and numbers in it keep their order."""
    out: list[str] = []
    place = len(pieces)
    while place > 0:
        start = place - 1
        if sides[start] == "R":
            out.append(pieces[start].translate(MIRRORED))
        else:
            while start > 0 and sides[start - 1] != "R":
                start -= 1
            out += pieces[start:place]
        place = start
    return out
