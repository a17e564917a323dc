"""Events and tables as JSON texts, and back: the form in which they are stored and exported."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from cattrs import ClassValidationError, Converter
from cattrs.strategies import configure_tagged_union

from bot.engine.actions import Action
from bot.engine.events import Event
from bot.engine.melds import Meld
from bot.engine.money import Account, Outsider
from bot.engine.options import Value
from bot.engine.tiles import KINDS, Seat, Tile
from bot.tables.meta import TableMeta


@dataclass(frozen=True, slots=True)
class Proof:
    """What the wall of a hand was made of: written when the hand begins, shown when it has ended."""

    table: str
    number: int
    secret: str
    throws: tuple[str, str, str, str]


Entry = Event | Proof
"""What a table's log holds: the events of the game, and before each hand the proof of its wall."""


MISFITS: Final = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""What reading JSON that holds something else than it should comes to."""


class CodecError(ValueError):
    """A stored text that is no event or table of this version."""


def _converter() -> Converter:
    sets: dict[type, Callable[[Any], Any]] = {frozenset: sorted}
    converter = Converter(omit_if_default=True, forbid_extra_keys=True, unstruct_collection_overrides=sets)
    converter.register_unstructure_hook(Account, _account_out)
    converter.register_structure_hook(Account, lambda value, _: _account_in(value))
    converter.register_structure_hook(Value, lambda value, _: value)
    converter.register_structure_hook(int | str, lambda value, _: _number_or_word(value))
    converter.register_structure_hook(Tile, lambda value, _: _tile_in(value))
    for union, tag in ((Meld, "meld"), (Action, "do"), (Entry, "e")):
        configure_tagged_union(union, converter, tag_name=tag)
    return converter


def _account_out(account: Account) -> int | str:
    return account.name if isinstance(account, Outsider) else int(account)


def _account_in(value: object) -> Account:
    found = _number_or_word(value)
    return Outsider(found) if isinstance(found, str) else Seat(found)


def _number_or_word(value: object) -> int | str:
    if not isinstance(value, int | str):
        raise TypeError(f"neither a number nor a word: {value!r}")
    return value


def _tile_in(value: Any) -> Tile:
    if not 0 <= (kind := int(value)) < KINDS:
        raise ValueError(f"no tile: {kind}")
    return Tile(kind)


_CONVERTER: Final = _converter()


def _dump(value: Any, kind: Any) -> str:
    return json.dumps(_CONVERTER.unstructure(value, kind), ensure_ascii=False, separators=(",", ":"))


def _load(text: str, kind: Any) -> Any:
    try:
        return _CONVERTER.structure(json.loads(text), kind)
    except (*MISFITS, ClassValidationError) as error:
        raise CodecError(f"not a {kind}: {text[:200]}") from error


def entry_text(entry: Entry) -> str:
    """One line of a table's log."""
    return _dump(entry, Entry)


def read_entry(text: str) -> Entry:
    """The entry of a line; ``CodecError`` where it is none."""
    entry: Entry = _load(text, Entry)
    return entry


def meta_text(meta: TableMeta) -> str:
    """A table without its log as one JSON text."""
    return _dump(meta, TableMeta)


def read_meta(text: str) -> TableMeta:
    """The table of a text; ``CodecError`` where it is none."""
    meta: TableMeta = _load(text, TableMeta)
    return meta
