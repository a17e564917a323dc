"""The shapes and values of events that are common enough to have a number in every packed record.

``vocabulary_<n>.json`` is never changed once records were packed with it. When the events of the game have changed so
much that records grow, a new one is learned from logs, one event a line, and ``packing.NEWEST`` raised:

    python -m bot.store.vocabulary bot/store/vocabulary_2.json LOG...
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

HOLE: Final = "\0"
"""Stands in a shape where an event has a value; no JSON text contains it."""

MOST_VALUES: Final = 120
"""Numbers below 128 take one byte."""

_RARE: Final = 3

_VALUE: Final = re.compile(
    r'"(?:[^"\\]|\\.)*"(?=\s*:)|("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)'
)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Texts whose numbers are their places."""

    shapes: tuple[str, ...]
    values: tuple[str, ...]


@cache
def vocabulary(number: int) -> Vocabulary:
    """One that comes with the program."""
    file = resources.files("bot.store") / f"vocabulary_{number}.json"
    words = json.loads(file.read_text("utf-8"))
    return Vocabulary(tuple(words["shapes"]), tuple(words["values"]))


def split(event: str) -> tuple[str, list[str]]:
    """The shape of a text, a hole for each value, and the values in their order."""
    values: list[str] = []
    shape: list[str] = []
    end = 0
    for match in _VALUE.finditer(event):
        if match[1] is not None:
            shape.append(event[end : match.start()])
            values.append(match[1])
            end = match.end()
    shape.append(event[end:])
    return HOLE.join(shape), values


def learned(events: Iterable[str]) -> Vocabulary:
    """The shapes that are not rare and the ``MOST_VALUES`` most frequent values, common ones first."""
    shapes: Counter[str] = Counter()
    values: Counter[str] = Counter()
    for event in events:
        shape, found = split(event)
        shapes[shape] += 1
        values.update(found)
    return Vocabulary(
        tuple(shape for shape, times in _ranked(shapes) if times > _RARE),
        tuple(value for value, times in _ranked(values)[:MOST_VALUES] if times > _RARE),
    )


def _ranked(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def main(target: str, logs: Iterable[str]) -> None:
    """Write the vocabulary of some logs to a new file."""
    words = learned(line for log in logs for line in Path(log).read_text("utf-8").split("\n") if line)
    text = json.dumps({"shapes": words.shapes, "values": words.values}, ensure_ascii=False, indent=0)
    with Path(target).open("x", encoding="utf-8") as file:
        file.write(text + "\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
