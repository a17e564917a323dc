"""A finished hand as one small record.

A record begins with a byte that says how it was written, a checksum of the rest and one of its texts. Kinds of records
are never changed, only added: a later program reads them all.
"""

import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from importlib import resources
from typing import Any, Final

from bot.store.coder import Decoder, Encoder
from bot.store.model import Model, canonical, taught

PLAIN: Final = 0
"""Deflated, each text with its length before it: for texts of any form."""

MODELLED: Final = 1
"""By the model, taught with the hands of ``primer_1.json``: for canonical JSON."""

_CHECKSUM: Final = 4
_DEEPEST: Final = 50


class BadRecord(ValueError):
    """A packed record can't be read: it is damaged, or a later program wrote it."""


def pack(events: Sequence[str]) -> bytes:
    """One record of the texts, from which ``unpack`` makes the same texts."""
    kind = MODELLED if all(map(_is_canonical, events)) else PLAIN
    rest = _checksum(_joined(events)) + (_deflated(events) if kind == PLAIN else _modelled(events))
    return bytes((kind,)) + _checksum(rest) + rest


def sound(record: bytes) -> bool:
    """Whether the record is as it was written, without reading it; quick."""
    return record[:1] in _KINDS and _checksum(record[1 + _CHECKSUM :]) == record[1 : 1 + _CHECKSUM]


def unpack(record: bytes) -> tuple[str, ...]:
    """The texts of a record. Raises BadRecord."""
    kind, whole, rest = record[:1], record[1 : 1 + _CHECKSUM], record[1 + _CHECKSUM :]
    reader = _READERS.get(kind[0]) if kind else None
    if reader is None:
        raise BadRecord(f"a record of kind {kind.hex() or 'none'}; this program knows {sorted(_READERS)}")
    if _checksum(rest) != whole:
        raise BadRecord("damaged: the checksum differs")
    events = tuple(reader(rest[_CHECKSUM:]))
    if _checksum(_joined(events)) != rest[:_CHECKSUM]:
        raise BadRecord("not what was packed: the checksum of the texts differs")
    return events


@cache
def primed() -> Model:
    """The model of ``MODELLED`` records; teaching it takes a moment, once."""
    logs = json.loads((resources.files("bot.store") / "primer_1.json").read_text("utf-8"))
    return taught(logs)


def _modelled(events: Sequence[str]) -> bytes:
    encoder = Encoder()
    model = Model(encoder, primed())
    for _ in model.texts(events):
        pass
    return encoder.finish()


def _read_modelled(body: bytes) -> Iterator[str]:
    return Model(Decoder(body), primed()).texts(None)


def _deflated(events: Iterable[str]) -> bytes:
    texts = [event.encode() for event in events]
    return zlib.compress(b"".join(len(text).to_bytes(4, "big") + text for text in texts), 9)


def _read_deflated(body: bytes) -> Iterator[str]:
    data = zlib.decompress(body)
    at = 0
    while at < len(data):
        end = at + 4 + int.from_bytes(data[at : at + 4], "big")
        yield data[at + 4 : end].decode()
        at = end


_READERS: Final[dict[int, Callable[[bytes], Iterator[str]]]] = {PLAIN: _read_deflated, MODELLED: _read_modelled}
_KINDS: Final = frozenset(bytes((kind,)) for kind in _READERS)


def _is_canonical(event: str) -> bool:
    try:
        value = json.loads(event)
        return canonical(value) == event and _depth(value) <= _DEEPEST
    except (ValueError, RecursionError):
        return False


def _depth(value: Any) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(_depth, inner), default=0)


def _joined(events: Iterable[str]) -> bytes:
    return "\n".join(events).encode()


def _checksum(data: bytes) -> bytes:
    return zlib.crc32(data).to_bytes(_CHECKSUM, "big")
