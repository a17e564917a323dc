"""A finished hand as one small record.

Events are texts of few shapes: the same names in the same order, other values. A record keeps, for each event, the
number of its shape, and then each shape's values column by column, as numbers too: the tiles drawn stand side by side
in the order of the wall, and deflate finds what repeats. Shapes and values that are common have their numbers in a
vocabulary that comes with the program; others are written out in the record, which is why any text can be packed.

A record begins with a byte that says how it was written and a checksum of its texts. Kinds of records are never
changed, only added: a later program reads them all.
"""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.store.vocabulary import HOLE, Vocabulary, split, vocabulary

PLAIN: Final = 0
"""Each text with its length before it; for texts that the columns can't hold."""

NEWEST: Final = 1
"""Columns by the vocabulary of that number; so are all records from 1 to this."""

_CHECKSUM: Final = 4


class BadRecord(ValueError):
    """A packed record can't be read: it is damaged, or a later program wrote it."""


def pack(events: Sequence[str]) -> bytes:
    """One record of the texts, from which ``unpack`` makes the same texts."""
    words = vocabulary(NEWEST)
    kind, body = PLAIN, b"".join(_text(event) for event in events)
    if not any(HOLE in event for event in events):
        kind, body = NEWEST, _columns(events, words)
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, zlib.DEF_MEM_LEVEL)
    return bytes((kind,)) + _checksum(events) + deflate.compress(body) + deflate.flush()


def unpack(record: bytes) -> tuple[str, ...]:
    """The texts of a record. Raises BadRecord."""
    kind, checksum = record[:1], record[1 : 1 + _CHECKSUM]
    if not kind or kind[0] > NEWEST:
        raise BadRecord(f"a record of kind {kind.hex() or 'none'}; this program knows 0 to {NEWEST}")
    try:
        body = _Body(zlib.decompress(record[1 + _CHECKSUM :], -zlib.MAX_WBITS))
        events = tuple(_plain(body) if kind[0] == PLAIN else _events(body, vocabulary(kind[0])))
    except (zlib.error, IndexError, UnicodeDecodeError) as error:
        raise BadRecord(f"damaged: {error}") from error
    if _checksum(events) != checksum:
        raise BadRecord("damaged: the checksum differs")
    return events


class _Numbers:
    """Numbers of texts: those of the vocabulary, then new ones as they come."""

    def __init__(self, known: Sequence[str]) -> None:
        self._numbers = {text: number for number, text in enumerate(known)}
        self.fresh: list[str] = []

    def of(self, text: str) -> int:
        number = self._numbers.get(text)
        if number is None:
            number = self._numbers[text] = len(self._numbers)
            self.fresh.append(text)
        return number


def _columns(events: Sequence[str], words: Vocabulary) -> bytes:
    shapes, values = _Numbers(words.shapes), _Numbers(words.values)
    order: list[int] = []
    columns: dict[int, list[list[int]]] = {}
    for event in events:
        shape, found = split(event)
        number = shapes.of(shape)
        order.append(number)
        column = columns.setdefault(number, [[] for _ in found])
        for place, value in zip(column, found, strict=True):
            place.append(values.of(value))
    parts = [_number(len(shapes.fresh)), *map(_text, shapes.fresh)]
    parts += [_number(len(values.fresh)), *map(_text, values.fresh)]
    parts += [_number(len(order)), *map(_number, order)]
    for column in columns.values():
        for place in column:
            parts += map(_number, place)
    return b"".join(parts)


def _events(body: "_Body", words: Vocabulary) -> Iterator[str]:
    shapes = [*words.shapes, *(body.text() for _ in range(body.number()))]
    values = [*words.values, *(body.text() for _ in range(body.number()))]
    order = [body.number() for _ in range(body.number())]
    columns: dict[int, list[list[str]]] = {}
    for number in dict.fromkeys(order):
        length = order.count(number)
        holes = shapes[number].count(HOLE)
        columns[number] = [[values[body.number()] for _ in range(length)] for _ in range(holes)]
    rows = {number: iter(zip(*column, strict=True)) for number, column in columns.items()}
    for number in order:
        yield _filled(shapes[number], next(rows[number], ()))


def _filled(shape: str, values: Iterable[str]) -> str:
    first, *rest = shape.split(HOLE)
    return first + "".join(value + text for value, text in zip(values, rest, strict=True))


def _plain(body: "_Body") -> Iterator[str]:
    while body.more():
        yield body.text()


class _Body:
    """The bytes of a record, read from the front."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def more(self) -> bool:
        return self._at < len(self._data)

    def number(self) -> int:
        value, shift = 0, 0
        while True:
            byte = self._data[self._at]
            self._at += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7

    def text(self) -> str:
        length = self.number()
        self._at += length
        if self._at > len(self._data):
            raise IndexError("a text is cut off")
        return self._data[self._at - length : self._at].decode()


def _number(value: int) -> bytes:
    """Seven bits a byte, the lowest first; the last byte is below 128."""
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _text(text: str) -> bytes:
    data = text.encode()
    return _number(len(data)) + data


def _checksum(events: Iterable[str]) -> bytes:
    return zlib.crc32("\n".join(events).encode()).to_bytes(_CHECKSUM, "big")
