"""Text in pictures: a chain of packaged fonts, so that a name in any script never shows an empty box.

A text is cleaned, cut into runs of one font each, put into visual order and measured; nothing here depends on
fonts or shaping libraries of the machine, except that scripts whose letters change places or carry marks on marks
(Devanagari, Thai) are shaped by raqm where it is there.
"""

import json
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Final

from PIL import Image, ImageDraw, ImageFont, features

from bot.render.script import clean, clusters, visual

ASSETS: Final = Path(__file__).parents[2] / "assets"
UNKNOWN: Final = "·"
ELLIPSIS: Final = "…"
EMOJI: Final = "emoji.ttf"
SHRUNK: Final = {EMOJI: 0.92, "egyptianhieroglyphs.ttf": 0.9}
MAIN: Final = "interface.otf"
LEAST: Final = 0.45
"""How small letters may become that would climb out of the line, or hang out of it."""
_LOCK: Final = Lock()


@dataclass(frozen=True, slots=True)
class Run:
    """Text of one font."""

    file: str
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A text ready to be painted: its runs from left to right with their sizes, its width in pixels."""

    runs: tuple[tuple[Run, int], ...]
    width: int


@lru_cache(maxsize=1)
def coverage() -> tuple[list[int], list[int], list[str]]:
    """Starts and ends of the covered ranges, ascending, and the font of each."""
    rows: list[tuple[int, int, str]] = []
    for entry in json.loads((ASSETS / "fonts" / "coverage.json").read_text()):
        ranges = entry["ranges"]
        rows += [(first, last, entry["file"]) for first, last in zip(ranges[::2], ranges[1::2], strict=True)]
    rows.sort()
    return ([row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows])


@lru_cache(maxsize=8192)
def font_of(character: str) -> str | None:
    """The file of the first font of the chain that has the character."""
    starts, ends, files = coverage()
    point = ord(character)
    place = bisect_right(starts, point) - 1
    return files[place] if place >= 0 and point <= ends[place] else None


@lru_cache(maxsize=256)
def face(file: str, size: int) -> ImageFont.FreeTypeFont:
    """A packaged font at a size in pixels."""
    shaped = file.startswith(("sans", "serif")) and features.check("raqm")
    engine = ImageFont.Layout.RAQM if shaped else ImageFont.Layout.BASIC
    return ImageFont.truetype(ASSETS / "fonts" / file, size * SHRUNK.get(file, 1), layout_engine=engine)


def runs_of(text: str) -> tuple[Run, ...]:
    """The text in visual order, cut where the font changes; what no font has becomes one middle dot."""
    runs: list[list[str]] = []
    for cluster in visual(text, lambda character: font_of(character) is not None):
        file = font_of(cluster[0])
        if file is None:
            file, cluster = MAIN, UNKNOWN
            if runs and runs[-1][1].endswith(UNKNOWN):
                continue
        shown = cluster[0] + "".join(mark for mark in cluster[1:] if font_of(mark) is not None)
        if len(shown) > 1:
            file = next((f for f in map(font_of, shown[1:]) if f and f.startswith("dejavu")), file)
            shown = shown if file == font_of(shown[0]) or font_of(shown[0]) != EMOJI else shown[0]
        if runs and runs[-1][0] == file:
            runs[-1][1] += shown
        else:
            runs.append([file, shown])
    return tuple(Run(file, shown) for file, shown in runs)


def _size(run: Run, size: int) -> int:
    """The size of a run's letters: smaller where tall letters, stacked ones or their marks would be cut."""
    if run.file == MAIN:
        return size
    above, below = baseline(size), height(size) - baseline(size)
    for smaller in range(size, round(size * LEAST), -1):
        _, top, _, bottom = face(run.file, smaller).getbbox(run.text, anchor="ls")
        if -top <= above and bottom <= below:
            return smaller
    return round(size * LEAST)


@lru_cache(maxsize=4096)
def line(text: str, size: int) -> Line:
    """A text of one line at a size in pixels."""
    with _LOCK:
        runs = tuple((run, _size(run, size)) for run in runs_of(text))
        wide = sum(face(run.file, own).getlength(run.text) for run, own in runs)
    return Line(runs, round(wide + 0.49))


def width(text: str, size: int) -> int:
    """How wide a text is, in pixels."""
    return line(text, size).width


def height(size: int) -> int:
    """The height of a line of text, in pixels."""
    return round(size * 1.36)


def baseline(size: int) -> int:
    """How far below the top of a line of text its letters stand, in pixels."""
    return round(size * 1.03)


@lru_cache(maxsize=4096)
def fit(text: str, size: int, room: int) -> str:
    """The text, cut to the room (pixels) with an ellipsis where it is too long."""
    if width(text, size) <= room:
        return text
    pieces = clusters(text)
    low, high = 0, len(pieces)
    while low < high:
        middle = (low + high + 1) // 2
        if width("".join(pieces[:middle]).rstrip() + ELLIPSIS, size) <= room:
            low = middle
        else:
            high = middle - 1
    return "".join(pieces[:low]).rstrip() + ELLIPSIS if low else ""


def wrap(text: str, size: int, room: int) -> tuple[str, ...]:
    """The text in as many lines as it takes, broken at spaces, or inside a word that is wider than the room."""
    lines = [""]
    for word in clean(text).split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if width(longer, size) <= room:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for cluster in clusters(word):
            if lines[-1] and width(lines[-1] + cluster, size) > room:
                lines.append("")
            lines[-1] += cluster
    return tuple(lines)


def visible(text: str) -> str:
    """The text, or a middle dot where nothing of it can be seen (a name of zero-width characters)."""
    return text if runs_of(text) else UNKNOWN


def mask(text: str, size: int) -> Image.Image:
    """The letters in white on black, as wide as ``width`` and as high as ``height`` say."""
    found = line(text, size)
    picture = Image.new("L", (max(1, found.width), height(size)), 0)
    draw = ImageDraw.Draw(picture)
    x = 0.0
    with _LOCK:
        for run, own in found.runs:
            font = face(run.file, own)
            draw.text((x, baseline(size)), run.text, font=font, fill=255, anchor="ls")
            x += font.getlength(run.text)
    return picture


def clip(text: str, limit: int = 1024) -> str:
    """The text cut to ``limit`` characters for an attachment description, at a line or word where one is near."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    cut = max(head.rfind("\n"), head.rfind(" "))
    return (head[:cut] if cut > limit * 3 // 4 else head).rstrip() + ELLIPSIS
