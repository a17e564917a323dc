"""A hand that is over, as one record: what it can be replayed, exported, audited and proved from. Pure.

The exported form is JSON Lines: a head, then the entries of the hand as the table's log holds them (docs/fairness.md).
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.engine.events import Event, HandBegan, HandCalledOff, HandEnded
from bot.engine.evolve import evolve
from bot.engine.options import Options, Value, choose
from bot.engine.ruleset import RESEAT, RuleSet
from bot.engine.state import State, Windows, start_match
from bot.engine.tiles import lower
from bot.tables.codec import MISFITS, CodecError, Entry, Proof, entry_text, read_entry
from bot.tables.fairness import commitment
from bot.tables.meta import TableMeta

FORMAT: Final = "queguan-hand-1"
FIRST_EVENT: Final = 3
"""The line of a record at which the events begin, after the head and the proof."""


class RecordError(ValueError):
    """A text that is no record of a hand, or a record that can't be used: the slug of the reason, and its line."""

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(f"{reason} {line}")
        self.reason = reason
        self.line = line


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRecord:
    """One hand and what it was played under. ``entries`` begin with the proof of the wall, then the events.

    ``commitment`` is what was published before the deal, ``digest`` the fingerprint of the entries as they were handed
    out ("" where none is given).
    """

    table: str
    number: int
    rules: str
    options: Mapping[str, Value]
    length: int | None
    windows: Windows
    commitment: str
    entries: tuple[Entry, ...]
    digest: str = ""

    @property
    def proof(self) -> Proof:
        """What the wall was made of. Raises RecordError where the record doesn't hold it."""
        first = self.entries[0] if self.entries else None
        if not isinstance(first, Proof):
            raise RecordError("no_proof")
        return first

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, from the beginning of the hand to its end."""
        return tuple(entry for entry in self.entries if not isinstance(entry, Proof))

    @property
    def began(self) -> HandBegan:
        """How the hand began. Raises RecordError where the record doesn't say."""
        first = self.events[0] if self.events else None
        if not isinstance(first, HandBegan):
            raise RecordError("no_beginning")
        return first

    def chosen(self, rules: RuleSet) -> Options:
        """The options of the hand. Raises OptionError for what these rules don't know."""
        return choose(rules.options, self.options)


def record_of(table: str, meta: TableMeta, entries: Sequence[Entry]) -> HandRecord:
    """The record of a finished hand of a table; ``entries`` are those of this hand alone."""
    proof = entries[0] if entries else None
    if not isinstance(proof, Proof):
        raise RecordError("no_proof")
    return HandRecord(
        table=table,
        number=proof.number,
        rules=meta.rules,
        options=dict(meta.options),
        length=meta.length,
        windows=meta.kept_windows,
        commitment=commitment(proof.table, proof.number, proof.secret),
        entries=tuple(entries),
        digest=digest_of(entries),
    )


def finished_hands(log: Iterable[Entry]) -> tuple[tuple[Entry, ...], ...]:
    """The hands of a table's log that have ended or were called off, each from its proof on; what runs is left out."""
    hands: list[tuple[Entry, ...]] = []
    current: list[Entry] = []
    for entry in log:
        if isinstance(entry, Proof):
            current = [entry]
        elif current:
            current.append(entry)
        if current and isinstance(entry, HandEnded | HandCalledOff):
            hands.append(tuple(current))
            current = []
    return tuple(hands)


def digest_of(entries: Iterable[Entry]) -> str:
    """SHA-256 over the lines of the entries, a line feed after each."""
    digest = hashlib.sha256()
    for entry in entries:
        digest.update(f"{entry_text(entry)}\n".encode())
    return digest.hexdigest()


# ---------------------------------------------------------------------- replay


def before(rules: RuleSet, record: HandRecord) -> State:
    """The match as it stood before the hand, as far as the hand depends on it."""
    began = record.began
    seating = _seated_before(began) if RESEAT in began.carry else began.seating
    fresh = start_match(rules, record.chosen(rules), length=record.length, windows=record.windows)
    return fresh._replace(
        number=began.number - 1,
        dealer=began.dealer,
        streak=began.streak,
        passes=began.passes,
        carry=began.carry,
        seating=seating,
    )


def _seated_before(began: HandBegan) -> tuple[int, int, int, int]:
    """Who sat where before the seats were drawn anew."""
    places = [0, 0, 0, 0]
    for step, wind in enumerate(began.chance.winds):
        places[lower(began.dealer, step)] = began.seating[lower(began.dealer, wind)]
    return (places[0], places[1], places[2], places[3])


def states(rules: RuleSet, record: HandRecord) -> tuple[State, ...]:
    """The table after each event of the hand: ``states[i]`` is the one after ``record.events[i]``.

    Nothing is decided anew, so a hand stays as it was played whatever becomes of the rules. Raises RecordError where
    the events don't follow from one another.
    """
    state = before(rules, record)
    found = []
    for line, event in enumerate(record.events, FIRST_EVENT):
        try:
            state = evolve(state, event)
        except (*MISFITS, StopIteration) as error:
            raise RecordError("impossible", line) from error
        found.append(state)
    return tuple(found)


# ---------------------------------------------------------------------- text


def record_text(record: HandRecord) -> str:
    """The record as JSON Lines."""
    lines = [json.dumps(_head(record), ensure_ascii=False, separators=(",", ":"))]
    lines += [entry_text(entry) for entry in record.entries]
    return "".join(f"{line}\n" for line in lines)


def record_json(record: HandRecord) -> str:
    """The record as one JSON object: the head, and the entries in a list."""
    whole = {**_head(record), "entries": [json.loads(entry_text(entry)) for entry in record.entries]}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def _head(record: HandRecord) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "table": record.table,
        "hand": record.number,
        "rules": record.rules,
        "options": dict(record.options),
        "length": record.length,
        "windows": record.windows.value,
        "commitment": record.commitment,
        "digest": record.digest,
    }


def read_record(text: str) -> HandRecord:
    """The record of a text in either form. Raises RecordError, which names the line that can't be read."""
    head, bodies = _parts(text)
    if head.get("format") != FORMAT:
        raise RecordError("no_record", 1)
    entries = read_entries(bodies, 2)
    try:
        return HandRecord(
            table=str(head["table"]),
            number=int(head["hand"]),
            rules=str(head["rules"]),
            options=dict(head["options"]),
            length=None if head["length"] is None else int(head["length"]),
            windows=Windows(head["windows"]),
            commitment=str(head["commitment"]),
            entries=entries,
            digest=str(head.get("digest", "")),
        )
    except MISFITS as error:
        raise RecordError("no_head", 1) from error


def read_entries(lines: Iterable[str], first: int = 1) -> tuple[Entry, ...]:
    """The entries of lines, counted from ``first`` on. Raises RecordError, which names the line that is none."""
    entries = []
    for number, line in enumerate(lines, first):
        try:
            entries.append(read_entry(line))
        except CodecError as error:
            raise RecordError("no_entry", number) from error
    return tuple(entries)


def _parts(text: str) -> tuple[dict[str, Any], list[str]]:
    """The head and the texts of the entries."""
    lines = [line for line in text.splitlines() if line.strip()]
    whole = _object(text)
    if whole is not None and isinstance(whole.get("entries"), list):
        return whole, [json.dumps(entry, ensure_ascii=False) for entry in whole["entries"]]
    head = _object(lines[0]) if lines else None
    if head is None:
        raise RecordError("no_record", 1)
    return head, lines[1:]


def _object(text: str) -> dict[str, Any] | None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
