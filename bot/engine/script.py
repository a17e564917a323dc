"""Game scripts as text: every situation of every rule, reproducible (docs/notation.md)."""

import re
from dataclasses import dataclass, field
from typing import Final

from bot.engine.actions import Act, Command, Elapsed, Outside, Special, parse_action
from bot.engine.events import Carry
from bot.engine.notation import NotationError, parse_spoken, spoken_tile
from bot.engine.state import Windows
from bot.engine.tiles import WINDS, Seat, Tile, is_flower

DICE: Final = ((1, 1), (1, 1), (1, 1))
FIRST_HAND_ONLY: Final = frozenset(("dealer", "streak", "round_wind", "passes", "carry"))
"""What follows from the hand before in all other hands."""
TIME: Final = "time"
SHOWN: Final = 60
"""How many characters of a text an error repeats."""
DIGITS: Final = 9
"""The longest number that is read."""
Dice = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]


class ScriptError(ValueError):
    """A script that cannot be read: the line's number and the slug of the reason."""

    def __init__(self, number: int, reason: str, text: str = "") -> None:
        super().__init__(f"line {number}: {reason} {text}".rstrip())
        self.number = number
        self.reason = reason
        self.text = text if len(text) <= SHOWN else text[:SHOWN] + "…"


@dataclass(frozen=True, slots=True)
class Play:
    """Turns in which the drawn tile is discarded and nobody claims."""

    turns: int


@dataclass(frozen=True, slots=True)
class Step:
    """One line of play: its number, its text, and what it asks for."""

    number: int
    text: str
    move: Command | Play


@dataclass(slots=True)
class HandScript:
    """One hand: what is set up, the lines that are played, and where each setting stands."""

    number: int
    dealer: Seat | None = None
    streak: int | None = None
    round_wind: Tile | None = None
    passes: int | None = None
    carry: Carry = ()
    wild: Tile | None = None
    deals: dict[Seat, tuple[Tile, ...]] = field(default_factory=dict)
    wall: tuple[Tile, ...] = ()
    wall_ends: bool = False
    tail: tuple[Tile, ...] = ()
    dice: Dice = DICE
    dice_set: bool = False
    steps: list[Step] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Script:
    """A whole script: the rule set by id, options as written, the length in 圈, and the hands.

    ``lines``: where the header's settings stand, by name; an option's as ``option stake``.
    """

    rules: str = ""
    options: dict[str, str] = field(default_factory=dict)
    length: int | None = None
    windows: Windows = Windows.SHORT
    hands: list[HandScript] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)


_SETTING: Final = re.compile(r"(?P<name>[a-z_]+)(?: (?P<seat>[0-9]+))?:\s*(?P<value>.*)")


def parse_script(text: str) -> Script:
    """The script of a text; ``ScriptError`` names the first line that cannot be read."""
    script = Script()
    for number, raw in enumerate(text.splitlines(), 1):
        line = " ".join(raw.split("#", 1)[0].split())
        if not line:
            continue
        try:
            _read_line(script, number, line)
        except NotationError as error:
            reason = error.reason if error.reason in ("one_tile", "two_tiles", "surplus") else "notation"
            raise ScriptError(number, reason, error.text) from error
    if not script.rules:
        raise ScriptError(1, "no_rules")
    if not script.hands:
        raise ScriptError(script.lines["rules"], "no_hand")
    return script


def _read_line(script: Script, number: int, line: str) -> None:
    if re.fullmatch(r"==\s*hand", line):
        script.hands.append(HandScript(number))
        return
    setting = _SETTING.fullmatch(line)
    if not script.hands:
        if setting is None or setting["seat"]:
            raise ScriptError(number, "before_first_hand", line)
        _read_header(script, number, setting["name"], setting["value"].strip())
    elif setting is not None:
        seat = None if setting["seat"] is None else _seat(number, setting["seat"])
        _read_setting(script, number, setting["name"], seat, setting["value"].strip())
    else:
        script.hands[-1].steps.append(Step(number, line, _read_move(number, line)))


def _read_header(script: Script, number: int, name: str, value: str) -> None:
    _once(script.lines, number, name)
    match name:
        case "rules":
            script.rules = value
        case "options":
            pairs = _pairs(number, value)
            script.options.update(pairs)
            script.lines.update((f"option {option}", number) for option, _ in pairs)
            if "length" in script.options:
                script.length = _count(number, script.options.pop("length"))
        case "length":
            script.length = _count(number, value)
        case "windows":
            script.windows = _windows(number, value)
        case _:
            raise ScriptError(number, "unknown_setting", name)


def _pairs(number: int, value: str) -> list[tuple[str, str]]:
    """``name=value`` pairs between commas."""
    pairs = []
    for pair in filter(None, (part.strip() for part in value.split(","))):
        name, equals, chosen = pair.partition("=")
        if not equals:
            raise ScriptError(number, "option_form", pair)
        pairs.append((name.strip(), chosen.strip()))
    return pairs


def _read_setting(script: Script, number: int, name: str, seat: Seat | None, value: str) -> None:
    hand = script.hands[-1]
    full_name = name if seat is None else f"{name} {seat}"
    if name in FIRST_HAND_ONLY and len(script.hands) > 1:
        raise ScriptError(number, "first_hand_only", name)
    if (name == "deal") != (seat is not None):
        raise ScriptError(number, "unknown_setting", full_name)
    _once(hand.lines, number, full_name)
    if name in FIRST_HAND_ONLY:
        _read_match(hand, number, name, value)
    else:
        _read_tiles(hand, number, name, seat, value)


def _read_match(hand: HandScript, number: int, name: str, value: str) -> None:
    """How the match stands before the first hand."""
    match name:
        case "dealer":
            hand.dealer = _seat(number, value)
        case "streak":
            hand.streak = _count(number, value)
        case "round_wind":
            hand.round_wind = _wind(number, value)
        case "passes":
            hand.passes = _number(number, value)
        case _:
            pairs = _pairs(number, value)
            hand.carry = tuple((key, int(word) if _is_number(word) else word) for key, word in pairs)


def _read_tiles(hand: HandScript, number: int, name: str, seat: Seat | None, value: str) -> None:
    """What is left to chance in a hand."""
    match name:
        case "deal" if seat is not None:
            hand.deals[seat] = parse_spoken(value)
        case "wall":
            hand.wall, hand.wall_ends = _wall(number, value)
        case "tail":
            hand.tail = parse_spoken(value)
        case "wild":
            hand.wild = _wild(number, value)
        case "dice":
            hand.dice, hand.dice_set = _dice(number, value), True
        case _:
            raise ScriptError(number, "unknown_setting", name)


_OUTSIDE: Final = re.compile(r"(?P<action>[a-z_]{2,})\s+(?P<name>\S+)\s+(?P<number>[0-9]+)")
"""What somebody does who does not play, ``horse ann 17``: the action, a name, a number."""


def _read_move(number: int, line: str) -> Command | Play:
    first, _, rest = line.partition(" ")
    if line == TIME:
        return Elapsed()
    if first == "play":
        return Play(_number(number, rest.strip()))
    if (outside := _OUTSIDE.fullmatch(line)) is not None:
        return Outside(outside["name"], Special(outside["action"], number=_number(number, outside["number"])))
    if not rest.strip():
        raise ScriptError(number, "no_move", line)
    return Act(_seat(number, first), parse_action(rest.strip()))


def _once(lines: dict[str, int], number: int, name: str) -> None:
    """Note where a setting stands; a second one is an error, for it would undo the first."""
    if name in lines and name != "options":
        raise ScriptError(number, "set_twice", name)
    lines[name] = number


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= DIGITS


def _number(number: int, text: str) -> int:
    if not _is_number(text):
        raise ScriptError(number, "no_number", text)
    return int(text)


def _count(number: int, text: str) -> int:
    count = _number(number, text)
    if count == 0:
        raise ScriptError(number, "no_count", text)
    return count


def _windows(number: int, text: str) -> Windows:
    if text not in list(Windows):
        raise ScriptError(number, "no_windows", text)
    return Windows(text)


def _wall(number: int, text: str) -> tuple[tuple[Tile, ...], bool]:
    """The tiles that are drawn next, and whether the wall ends with them: at a full stop, which stands once."""
    drawn, stop, more = text.partition(".")
    if more:
        raise ScriptError(number, "notation", stop + more)
    return parse_spoken(drawn), stop != ""


def _wild(number: int, text: str) -> Tile:
    tile = spoken_tile(text)
    if is_flower(tile):
        raise ScriptError(number, "flower", text)
    return tile


def _seat(number: int, text: str) -> Seat:
    if text not in ("0", "1", "2", "3"):
        raise ScriptError(number, "no_seat", text)
    return Seat(int(text))


def _wind(number: int, text: str) -> Tile:
    tile = spoken_tile(text)
    if tile not in WINDS:
        raise ScriptError(number, "no_wind", text)
    return tile


def _dice(number: int, text: str) -> Dice:
    throws = [tuple(_number(number, pip) for pip in throw.split()) for throw in text.split("/")]
    if not 1 <= len(throws) <= 3 or any(len(throw) not in (1, 2) or not _pips(throw) for throw in throws):
        raise ScriptError(number, "no_dice", text)
    first, second, third = ((*throw, 1)[:2] for throw in (*throws, *((1, 1),) * (3 - len(throws))))
    return ((first[0], first[1]), (second[0], second[1]), (third[0], third[1]))


def _pips(throw: tuple[int, ...]) -> bool:
    return all(1 <= pip <= 6 for pip in throw)
