"""Chooses the hands that the packing model is taught with.

``primer_<n>.json`` is never changed once records were packed with it. When the events of the game have changed so much
that records grow, a new one is made, and a new kind of record with it:

    python -m bot.store.primer bot/store/primer_2.json 12 HAND...

Each file is one hand, one event a line.
"""

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

Log = tuple[str, ...]


def novel(log: Log, chosen: Sequence[Log]) -> float:
    """How much of a hand's texts the chosen hands don't have, tiles and numbers left out."""
    known = {_outline(event) for other in chosen for event in other}
    return sum(_outline(event) not in known for event in log) / len(log)


def chosen(logs: Iterable[Log], count: int) -> tuple[Log, ...]:
    """``count`` hands that show as many forms of events as they can, none of them twice."""
    left = list(logs)
    picked: list[Log] = []
    while left and len(picked) < count:
        best = max(left, key=lambda log: (novel(log, picked), len(log)))
        left.remove(best)
        picked.append(best)
    return tuple(picked)


def _outline(event: str) -> str:
    return "".join("0" if letter.isdigit() else letter for letter in event)


def main(target: str, count: int, files: Iterable[str]) -> None:
    """Write a primer to a new file."""
    logs = [tuple(line for line in Path(file).read_text("utf-8").split("\n") if line) for file in files]
    picked = chosen(logs, count)
    with Path(target).open("x", encoding="utf-8") as file:
        file.write(json.dumps(picked, ensure_ascii=False, indent=0) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3:])
