"""One hand from its text form to its worth (docs/notation.md): what ``queguan score`` and ``/score`` answer."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from bot.engine.hand import Hand
from bot.engine.melds import AnGang, Meld, tiles_of
from bot.engine.notation import NotationError, parse_meld, parse_spoken, print_meld, print_tile, spoken_tile
from bot.engine.options import OptionError, Options, choose
from bot.engine.ruleset import RuleSet
from bot.engine.situation import By, Flag, NoWin, Situation, Verdict, Win
from bot.engine.tiles import EAST, SEATS, WINDS, Seat, Tile, lower

Answer = dict[str, Any]
Names = Callable[[str, str], tuple[str, str]]
"""The Chinese and English name of a line: rule set id and line id to both."""

COPIES: Final = 4
MOST: Final = 10**9
"""The highest number that a question may hold."""
SHOWN: Final = 200
"""How many characters of a text an error repeats."""
KEYS: Final = (
    "rules", "options", "hand", "melds", "tile", "by", "seat", "from", "dealer", "streak", "wild", "round_wind",
    "flags", "seen", "liable", "out", "void", "fed_by",
)  # fmt: skip


class ScoreError(ValueError):
    """A request that cannot be answered: the slug of the reason and what it is about."""

    def __init__(self, reason: str, **details: object) -> None:
        super().__init__(f"{reason} {details}")
        self.reason = reason
        self.details = {name: _shown(str(value)) for name, value in details.items()}


def _shown(text: str) -> str:
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"


@dataclass(frozen=True, slots=True)
class Request:
    """A question about a hand: ``asks`` is ``win`` where a winning tile was given, ``ready`` where none was."""

    rules: RuleSet
    options: Options
    situation: Situation
    asks: Literal["win", "ready"]


def read_request(registry: Mapping[str, RuleSet], data: Mapping[str, Any]) -> Request:
    """The question that a JSON object asks; ``ScoreError`` names what is wrong or impossible in it."""
    for key in data:
        if key not in KEYS:
            raise ScoreError("unknown_key", key=key)
    rules = registry.get(_text(data, "rules", ""))
    if rules is None:
        raise ScoreError("unknown_rules", value=data.get("rules", ""), known=", ".join(registry))
    try:
        options = choose(rules.options, _rule_options(data))
        situation = _situation(data, (*Flag, *rules.scoring.flags))
    except OptionError as error:
        reason = "option_value" if error.allowed else "unknown_option"
        raise ScoreError(reason, option=error.option, value=error.value, allowed=error.allowed) from error
    except NotationError as error:
        raise ScoreError("notation", text=error.text) from error
    asks: Literal["win", "ready"] = "ready" if data.get("tile") is None else "win"
    _check_tiles(situation, asks)
    slug = rules.scoring.check(options, situation)
    if slug:
        raise ScoreError(f"{rules.id}.{slug}", wild="" if situation.wild is None else print_tile(situation.wild))
    return Request(rules, options, situation, asks)


def _situation(data: Mapping[str, Any], known_flags: tuple[str, ...]) -> Situation:
    by = _by(data)
    source = _seat(data, "from")
    melds = _melds(data)
    seat = _winner(data, source, melds)
    if by is not By.SELF and source is None:
        source = lower(seat)
    if by is By.SELF:
        source = None
    if source == seat:
        raise ScoreError("from_self", seat=seat)
    tile = data.get("tile")
    hand = Hand.of(_hand_tiles(data), melds)
    return Situation(
        hand=hand,
        tile=Tile(0) if tile is None else _playable(spoken_tile(_text(data, "tile", ""))),
        by=by,
        seat=seat,
        source=source,
        dealer=_seat(data, "dealer") or SEATS[0],
        streak=_count(data, "streak", 1),
        wild=None if data.get("wild") is None else _playable(spoken_tile(_text(data, "wild", ""))),
        round_wind=_wind(data),
        flags=_flags(data, known_flags),
        seen=parse_spoken(_text(data, "seen", "")),
        liable=_seat(data, "liable"),
        out=_seats(data, "out"),
        void=_void(data),
        fed_by=_seat(data, "fed_by"),
    )


def answer(request: Request, names: Names) -> Answer:
    """The answer as a JSON object: a win with its lines and payments, or readiness with its waits."""
    verdict = verdict_of(request)
    judged = {} if verdict is None else _win_answer(request, verdict, names)
    if request.asks == "win":
        return judged
    return {**judged, **readiness(request.rules, request.options, request.situation)}


def verdict_of(request: Request) -> Verdict | None:
    """What a hand comes to with its winning tile; without one as it was dealt, None where that may be no win."""
    scoring = request.rules.scoring
    judge = scoring.evaluate if request.asks == "win" else scoring.dealt
    return judge(request.options, request.situation)


@dataclass(frozen=True, slots=True)
class Wait:
    """A kind that completes a hand, and the totals by another's discard and by the own draw (None: no win)."""

    tile: Tile
    discard: int | None
    own: int | None


def waits_of(rules: RuleSet, options: Options, situation: Situation) -> tuple[Wait, ...]:
    """What a hand waits on, whichever way it may win; never a kind of which it holds all copies."""
    waits = []
    source = situation.source if situation.source is not None else lower(situation.seat)
    for tile in rules.scoring.waits(options, situation):
        if held(situation, tile) >= COPIES:
            continue
        other = situation.on(tile, By.DISCARD, source)
        discard = _total(rules.scoring.evaluate(options, other))
        own = _total(rules.scoring.evaluate(options, situation.on(tile, By.SELF, None)))
        if discard is not None or own is not None:
            waits.append(Wait(tile, discard, own))
    return tuple(waits)


def readiness(rules: RuleSet, options: Options, situation: Situation) -> Answer:
    """Which kinds complete a hand, each with its total by another's discard and by one's own draw (None: no win)."""
    waits = waits_of(rules, options, situation)
    shown = [{"tile": print_tile(wait.tile), "discard": wait.discard, "self": wait.own} for wait in waits]
    return {"ready": bool(waits), "waits": shown}


def held(situation: Situation, tile: Tile) -> int:
    """How many copies of a kind the player holds, concealed and in melds, without a winning tile."""
    melded = sum(tiles_of(meld).count(tile) for meld in situation.hand.melds)
    return situation.hand.count(tile) + melded


def _total(verdict: Verdict) -> int | None:
    return verdict.total if isinstance(verdict, Win) else None


def _win_answer(request: Request, verdict: Verdict, names: Names) -> Answer:
    if isinstance(verdict, NoWin):
        return {"win": False, "reason": verdict.reason}
    return {
        "win": True,
        "lines": lines_json(request.rules.id, verdict, names),
        "total": verdict.total,
        "unit": request.rules.scoring.unit,
        "payments": _payments(request, verdict),
    }


def _payments(request: Request, win: Win) -> list[int]:
    net = [0, 0, 0, 0]
    for transfer in request.rules.scoring.payments(request.options, request.situation, win):
        if isinstance(transfer.payer, int):
            net[transfer.payer] -= transfer.points
        if isinstance(transfer.payee, int):
            net[transfer.payee] += transfer.points
    return net


def lines_json(rules: str, win: Win, names: Names) -> list[Answer]:
    """The lines of a win as JSON objects with their names in both languages."""
    lines: list[Answer] = []
    for line in win.lines:
        zh, en = names(rules, line.id)
        entry: Answer = {"id": line.id, "zh": zh, "en": en, "worth": line.worth}
        if line.parts:
            parts = [(part, names(rules, part.id)) for part in line.parts]
            entry["parts"] = [
                {"id": part.id, "zh": both[0], "en": both[1], "count": part.count} for part, both in parts
            ]
        lines.append(entry)
    return lines


# ---------------------------------------------------------------------- reading the keys


def _text(data: Mapping[str, Any], key: str, default: str) -> str:
    value = data.get(key, default)
    if not isinstance(value, str):
        raise ScoreError("wrong_type", key=key, value=value)
    return value


def _mapping(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = data.get(key, {})
    if not isinstance(value, Mapping):
        raise ScoreError("wrong_type", key=key, value=value)
    return value


def _rule_options(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The options of the rule set; the match's ``length`` may stand among them and changes nothing about a hand."""
    options = dict(_mapping(data, "options"))
    if options.pop("length", 1) != 1:
        _count(_mapping(data, "options"), "length", 1)
    return options


def _list(data: Mapping[str, Any], key: str) -> list[Any]:
    value = data.get(key, [])
    if not isinstance(value, list):
        raise ScoreError("wrong_type", key=key, value=value)
    return value


def _count(data: Mapping[str, Any], key: str, default: int) -> int:
    value = data.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MOST:
        raise ScoreError("wrong_type", key=key, value=value)
    return value


def _seat(data: Mapping[str, Any], key: str) -> Seat | None:
    value = data.get(key)
    return None if value is None else _to_seat(key, value)


def _to_seat(key: str, value: object) -> Seat:
    if not isinstance(value, int) or isinstance(value, bool) or value not in SEATS:
        raise ScoreError("no_seat", key=key, value=value)
    return Seat(value)


def _seats(data: Mapping[str, Any], key: str) -> tuple[Seat, ...]:
    return tuple(_to_seat(key, value) for value in _list(data, key))


def _by(data: Mapping[str, Any]) -> By:
    value = data.get("by", By.SELF)
    if value not in list(By):
        raise ScoreError("no_by", value=value)
    return By(value)


def _flags(data: Mapping[str, Any], known: tuple[str, ...]) -> frozenset[str]:
    flags = _list(data, "flags")
    for flag in flags:
        if flag not in known:
            raise ScoreError("no_flag", value=flag, known=", ".join(known))
    return frozenset(known[known.index(flag)] for flag in flags)


def _wind(data: Mapping[str, Any]) -> Tile:
    if data.get("round_wind") is None:
        return EAST
    tile = spoken_tile(_text(data, "round_wind", "E"))
    if tile not in WINDS:
        raise ScoreError("no_wind", value=data["round_wind"])
    return tile


def _void(data: Mapping[str, Any]) -> int | None:
    value = data.get("void")
    if value is None:
        return None
    if value not in ("m", "p", "s"):
        raise ScoreError("no_suit", value=value)
    return "mps".index(str(value))


def _winner(data: Mapping[str, Any], source: Seat | None, melds: tuple[Meld, ...]) -> Seat:
    """The winner's seat; where none is given, the first that nothing else in the question rules out."""
    others = {source, _seat(data, "liable"), *_seats(data, "out"), *map(_source, melds)}
    seat = _seat(data, "seat")
    if seat is None:
        return next((each for each in SEATS if each not in others), SEATS[0])
    for meld in melds:
        if _source(meld) == seat:
            raise ScoreError("meld_from_self", meld=print_meld(meld))
    return seat


def _source(meld: Meld) -> Seat | None:
    return None if isinstance(meld, AnGang) else meld.source


def _melds(data: Mapping[str, Any]) -> tuple[Meld, ...]:
    melds = []
    for text in _list(data, "melds"):
        if not isinstance(text, str):
            raise ScoreError("wrong_type", key="melds", value=text)
        meld = parse_meld(text)
        for tile in tiles_of(meld):
            _playable(tile)
        melds.append(meld)
    return tuple(melds)


def _playable(tile: Tile) -> Tile:
    if tile >= 34:
        raise ScoreError("flower", tile=print_tile(tile))
    return tile


def _hand_tiles(data: Mapping[str, Any]) -> tuple[Tile, ...]:
    if "hand" not in data:
        raise ScoreError("missing_key", key="hand")
    tiles = parse_spoken(_text(data, "hand", ""))
    for tile in tiles:
        _playable(tile)
        if tiles.count(tile) > COPIES:
            raise ScoreError("five_alike", tile=print_tile(tile))
    return tiles


def _check_tiles(situation: Situation, asks: str) -> None:
    hand = situation.hand
    size, wanted = hand.size(), 13 - 3 * len(hand.melds)
    if size != wanted:
        raise ScoreError("tile_count", held=size, wanted=wanted, melds=len(hand.melds))
    tiles = Counter((*hand.all_tiles(), *situation.seen))
    if asks == "win":
        tiles[situation.tile] += 1
    if situation.wild is not None and situation.wild not in situation.seen:
        tiles[situation.wild] += 1  # the turned one lies open, whether it is listed or not
    for tile, copies in sorted(tiles.items()):
        if copies > COPIES:
            raise ScoreError("five_alike", tile=print_tile(tile))
