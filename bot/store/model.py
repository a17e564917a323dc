"""What to expect of the next piece of JSON: the knowledge that makes a log of events small.

The tree of each text is walked, and at every step the model says how likely each answer is; a ``Coder`` turns that into
bits. Writing and reading are the same walk: where a value is ``UNKNOWN`` the coder supplies it. Nothing here knows the
game. What is expected comes from four memories: what followed the last two values of the same place (a wall is dealt in
its order), the last value of the same name (one draws and discards the same tile), what followed it at this place (seat
2 comes after seat 1), what followed one value anywhere.

The arithmetic is whole numbers throughout and must never change: records are read by the model that wrote them.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from typing import Any, Final

from bot.store.coder import ONE, Coder, Listener

UNKNOWN: Final = object()
"""The value of a text that is being read."""

Context = tuple[int, ...]

_SURE: Final = 80
"""A probability moves by the mean of so many bits at most."""

_START: Final = ONE // 2 << 8
_LEAST: Final = 64
_RATE: Final = tuple(ONE * 5 // (5 * seen + 8) for seen in range(_SURE + 1))
_KEPT: Final = 4
_LITERALS: Final = 255
_HEX: Final = re.compile(r"(?:[0-9a-f]{2}){8,}")
_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_DIGITS: Final = re.compile(r"[1-9][0-9]{9,18}")


class _Kind(IntEnum):
    """What stands at a place; the frequent ones first, each one costs a bit more."""

    SCALAR = 0
    LIST = 1
    OBJECT = 2
    HEX = 3
    DIGITS = 4


class _Use(IntEnum):
    """Keeps contexts of the same place apart."""

    KIND = 0
    LENGTH = 1
    KEYS = 2
    HIT = 3
    LITERAL = 4
    SIZE = 5
    LETTER = 6
    NUMBER = 7
    PAIR = 8
    SINGLE = 9
    AFTER = 10


def canonical(value: Any) -> str:
    """The one text of a value; texts of another form can't go through the model."""
    return _ENCODER.encode(value)


class Model:
    """Expectations, and one side of the coding. ``base`` has been taught before and stays as it is."""

    def __init__(self, coder: Coder, base: "Model | None" = None) -> None:
        self._coder = coder
        self._base = base
        self._chances: dict[Context, int] = {}
        self._followers: dict[Context, tuple[int, ...]] = {}
        self._numbers: dict[str, int] = {}
        self._tokens: list[str] = []
        self._places: dict[tuple[int, str], int] = {}
        self._begin()

    def texts(self, texts: Sequence[str] | None) -> Iterator[str]:
        """Write texts, or read as many as were written."""
        self._begin()
        for number in range(self._number((_Use.NUMBER,), -1 if texts is None else len(texts))):
            value = UNKNOWN if texts is None else json.loads(texts[number])
            self._fresh: dict[str, int] = {}
            yield canonical(self._node(0, "", value))
            self._named |= self._fresh

    def _begin(self) -> None:
        """Forget where the last log ended, not what was learned from it."""
        self._before: dict[Context, tuple[int, int]] = {}
        self._named: dict[str, int] = {}

    def _node(self, place: int, name: str, value: Any) -> Any:
        match self._kind(place, value):
            case _Kind.OBJECT:
                keys = self._keys(place, UNKNOWN if value is UNKNOWN else canonical(list(value)))
                inner = self._place(place, keys)
                return {
                    key: self._node(self._place(inner, key), key, UNKNOWN if value is UNKNOWN else value[key])
                    for key in json.loads(keys)
                }
            case _Kind.LIST:
                length = self._number((_Use.LENGTH, place), -1 if value is UNKNOWN else len(value))
                inner = self._place(place, "")
                return [
                    self._node(inner, name + "[]", UNKNOWN if value is UNKNOWN else value[at]) for at in range(length)
                ]
            case _Kind.HEX:
                length = self._number((_Use.LENGTH, place), -1 if value is UNKNOWN else len(value) // 2)
                whole = -1 if value is UNKNOWN else int(value, 16)
                return self._raw(whole, 8 * length).to_bytes(length, "big").hex()
            case _Kind.DIGITS:
                return str(self._raw(-1 if value is UNKNOWN else int(value), 64))
            case _:
                return json.loads(self._scalar(place, name, UNKNOWN if value is UNKNOWN else canonical(value)))

    def _kind(self, place: int, value: Any) -> int:
        kind = -1
        if value is not UNKNOWN:
            kind = _kind_of(value)
        return self._unary((_Use.KIND, place), kind, len(_Kind))

    def _keys(self, place: int, text: Any) -> str:
        """The names of an object, expected after those that stood here before."""
        one, two = self._before.get((_Use.KEYS, place), (0, 0))
        pair, single = (_Use.KEYS, place, one, two), (_Use.KEYS, place, one)
        token = self._token((_Use.KEYS, place), text, (*self._after(pair)[:3], *self._after(single)[:3]))
        self._remember(token, pair, single)
        self._before[_Use.KEYS, place] = (token, one)
        return self._text_of(token)

    def _scalar(self, place: int, name: str, text: Any) -> str:
        one, two = self._before.get((_Use.PAIR, place), (0, 0))
        last = self._named.get(name, 0)
        pair, single, after = (_Use.PAIR, one, two), (_Use.SINGLE, one), (_Use.AFTER, place, last)
        followers = self._after(single)[:3] if one else ()
        expected = (self._after(pair)[:1] or (0,)) if one else (0,)
        token = self._token((place,), text, (*expected, last, *_padded(self._after(after)), *followers))
        if one:
            self._remember(token, pair, single)
        self._remember(token, after)
        self._before[_Use.PAIR, place] = (token, one)
        self._fresh[name] = token
        return self._text_of(token)

    def _token(self, slot: Context, text: Any, expected: Iterable[int]) -> int:
        """A token, by asking after one expected token after the other; 0 stands for none."""
        wanted = -1 if text is UNKNOWN else self._numbered(text)
        refused = {0}
        for rank, token in enumerate(expected):
            if token in refused:
                continue
            if self._bit((_Use.HIT, *slot, rank), int(token == wanted)):
                return token
            refused.add(token)
        token = self._literal(slot, wanted)
        if token == 0:
            token = self._learned(self._letters(text))
        return token

    def _literal(self, slot: Context, wanted: int) -> int:
        """The number of a known token; 0 announces a new one."""
        short = self._tree((_Use.LITERAL, *slot), wanted if wanted < _LITERALS else _LITERALS, 8)
        if short < _LITERALS:
            return short
        return _LITERALS + self._number((_Use.NUMBER, 1), wanted - _LITERALS)

    def _letters(self, text: Any) -> str:
        data = b"" if text is UNKNOWN else text.encode()
        letters = bytearray()
        for at in range(self._number((_Use.SIZE,), -1 if text is UNKNOWN else len(data))):
            before = letters[-1] if letters else 0
            letters.append(self._tree((_Use.LETTER, before), data[at] if data else -1, 8))
        return letters.decode()

    def _raw(self, value: int, bits: int) -> int:
        """Bits of which nothing can be expected."""
        whole = 0
        for at in reversed(range(bits)):
            whole = whole << 1 | self._coder.bit(ONE // 2, value >> at & 1)
        return whole

    def _tree(self, context: Context, value: int, bits: int) -> int:
        """A number of so many bits, each expected after those above it."""
        node = 1
        for at in reversed(range(bits)):
            node = node << 1 | self._bit((*context, node), value >> at & 1)
        return node - (1 << bits)

    def _unary(self, context: Context, value: int, most: int) -> int:
        for number in range(most - 1):
            if self._bit((*context, number), int(value == number)):
                return number
        return most - 1

    def _number(self, context: Context, value: int) -> int:
        """A number from 0 on: how many bits it has, then the bits, the upper three with their own expectations."""
        size = 0
        while self._bit((*context, size), int(value + 1 >> size + 1 > 0)):
            size += 1
        whole = 1
        for at in reversed(range(size)):
            bit = value + 1 >> at & 1
            upper = whole if at > size - 4 else 0
            whole = whole << 1 | self._bit((*context, size, at, upper), bit)
        return whole - 1

    def _bit(self, context: Context, bit: int) -> int:
        state = self._chances.get(context)
        if state is None:
            state = _START if self._base is None else self._base._chances.get(context, _START)
        chance, seen = state >> 8, state & 0xFF
        bit = self._coder.bit(chance, bit)
        if bit:
            chance += (ONE - chance) * _RATE[seen] >> 16
            if chance > ONE - _LEAST:
                chance = ONE - _LEAST
        else:
            chance -= chance * _RATE[seen] >> 16
            if chance < _LEAST:
                chance = _LEAST
        self._chances[context] = chance << 8 | (seen if seen == _SURE else seen + 1)
        return bit

    def _place(self, parent: int, key: str) -> int:
        """The number of a place in the tree of a text; all entries of a list share theirs."""
        step = (parent, key)
        known = 0 if self._base is None else len(self._base._places)
        if known and (found := self._base._places.get(step)):  # type: ignore[union-attr]
            return found
        return self._places.setdefault(step, known + len(self._places) + 1)

    def _after(self, context: Context) -> tuple[int, ...]:
        found = self._followers.get(context)
        if found is None:
            found = () if self._base is None else self._base._followers.get(context, ())
        return found

    def _remember(self, token: int, *contexts: Context) -> None:
        """The latest first."""
        for context in contexts:
            self._followers[context] = (token, *(old for old in self._after(context) if old != token))[:_KEPT]

    def _numbered(self, text: str) -> int:
        """The number of a token, 0 for one that is new."""
        if self._base is not None and (found := self._base._numbers.get(text)):
            return found
        return self._numbers.get(text, 0)

    def _learned(self, text: str) -> int:
        known = 0 if self._base is None else len(self._base._tokens)
        self._tokens.append(text)
        self._numbers[text] = known + len(self._tokens)
        return self._numbers[text]

    def _text_of(self, token: int) -> str:
        known = [] if self._base is None else self._base._tokens
        return known[token - 1] if token <= len(known) else self._tokens[token - len(known) - 1]


def taught(logs: Iterable[Sequence[str]]) -> Model:
    """A base that has seen these logs."""
    model = Model(Listener())
    for log in logs:
        for _ in model.texts(log):
            pass
    return model


def _kind_of(value: Any) -> _Kind:
    if isinstance(value, dict):
        return _Kind.OBJECT
    if isinstance(value, list):
        return _Kind.LIST
    if isinstance(value, str) and _HEX.fullmatch(value):
        return _Kind.HEX
    if isinstance(value, str) and _DIGITS.fullmatch(value):
        return _Kind.DIGITS
    return _Kind.SCALAR


def _padded(followers: tuple[int, ...]) -> tuple[int, ...]:
    """Ranks keep their meaning where fewer are expected."""
    return (*followers, 0, 0, 0)[:3]
