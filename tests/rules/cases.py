"""Case tables: ``*.hands`` files (one hand a line) and ``*.game`` scripts with their expected results."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.engine.replay import HandResult, result_json
from bot.engine.score import ScoreError, answer, read_request
from bot.rules import REGISTRY

HERE = Path(__file__).parent
NUMBERS = ("seat", "from", "dealer", "streak", "liable", "fed_by")
LISTS = ("flags", "melds")


@dataclass(frozen=True)
class Case:
    """One hand: where it stands, the request, and what is expected of the answer."""

    path: Path
    number: int
    name: str
    request: dict[str, Any]
    expected: str


def no_names(_rules: str, line: str) -> tuple[str, str]:
    """Lines named by their ids: case tables speak of ids alone."""
    return line, line


def hand_cases() -> list[Case]:
    """Every case of every ``*.hands`` file below this folder."""
    return [case for path in sorted(HERE.glob("*/*.hands")) for case in _read(path)]


def _read(path: Path) -> list[Case]:
    cases = []
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = raw.split("#", 1)[0].strip()
        if line:
            name, _, rest = line.partition("::")
            request, _, expected = rest.partition("=>")
            cases.append(Case(path, number, name.strip(), _request(path.parent.name, request), expected.strip()))
    return cases


def _request(rules: str, text: str) -> dict[str, Any]:
    request: dict[str, Any] = {"rules": rules, "options": {}}
    for pair in filter(None, (part.strip() for part in text.split(";"))):
        key, _, value = (part.strip() for part in pair.partition("="))
        if key == "options":
            request[key] = dict(each.split("=", 1) for each in value.replace(",", " ").split())
        elif key in NUMBERS:
            request[key] = int(value)
        elif key in LISTS:
            request[key] = value.split()
        elif key == "out":
            request[key] = [int(seat) for seat in value.split()]
        else:
            request[key] = value
    return request


def outcome(case: Case) -> str:
    """The answer to a case in the form of its expectation, as far as that goes."""
    try:
        reply = answer(read_request(REGISTRY, case.request), no_names)
    except ScoreError as error:
        return f"error {error.reason}"
    if case.expected.startswith("waits"):
        return " ".join(["waits", *(wait["tile"] for wait in reply["waits"])])
    if "waits" in reply and "win" not in reply:
        return "ready" if reply["ready"] else "not ready"
    if not reply["win"]:
        return f"no {reply['reason']}"
    parts = [str(reply["total"]), *(_line(line) for line in reply["lines"])]
    if ":" in case.expected:
        parts += [":", *(str(points) for points in reply["payments"])]
    return " ".join(parts)


def _line(line: dict[str, Any]) -> str:
    parts = ",".join(f"{part['id']}*{part['count']}" for part in line.get("parts", ()))
    return f"{line['id']}[{parts}]" if parts else str(line["id"])


def game_files() -> list[Path]:
    """Every ``*.game`` script below this folder."""
    return sorted(HERE.glob("*/*.game"))


def expectations(text: str) -> list[list[str]]:
    """The parts that are expected of each hand: the ``=>`` lines that follow its lines."""
    hands: list[list[str]] = []
    for raw in text.splitlines():
        line = raw.split("#", 1)[0].strip()
        if re.fullmatch(r"==\s*hand", line):
            hands.append([])
        elif line.startswith("=>") and hands:
            hands[-1] += [part.strip() for part in line.removeprefix("=>").split("|")]
    return hands


def script_text(text: str) -> str:
    """The script without its expectations; every line keeps its number."""
    return "\n".join("" if raw.strip().startswith("=>") else raw for raw in text.splitlines())


def found(result: HandResult, wanted: str) -> str:
    """What a hand's result has in the place of an expected part."""
    data = result_json(result, no_names)
    words = wanted.split()
    match words[0]:
        case "winners":
            return " ".join(["winners", *(str(each["seat"]) for each in data["winners"])])
        case "total":
            return " ".join(["total", *(str(each["total"]) for each in data["winners"])])
        case "lines":
            return " ".join(["lines", *(line["id"] for each in data["winners"] for line in each["lines"])])
        case "net":
            return " ".join(["net", *(str(points) for points in data["payments"])])
        case "accounts":
            accounts = data.get("accounts", {})
            return " ".join(["accounts", *(f"{name} {points}" for name, points in sorted(accounts.items()))])
        case "refused":
            return " ".join(["refused", *(str(each["line"]) for each in data["refused"])])
        case "reasons":
            return " ".join(["reasons", *(each["reason"] for each in data["refused"])])
        case "paid":
            reasons = sorted({each["reason"] for each in data["settlement"]})
            return " ".join(["paid", *reasons])
        case "dealer":
            values = {
                "dealer": data["dealer"],
                "next": data["next_dealer"],
                "streak": data["streak"],
                "drawn": "yes" if data["drawn"] else "no",
            }
            return " ".join(f"{key} {values[key]}" for key in words[::2])
        case _:
            raise ValueError(f"no such expectation: {wanted}")
