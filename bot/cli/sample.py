"""The doctor's look at some of the hands that were played: does anything in them show that they were changed?"""

from collections.abc import Iterator
from typing import Final

from bot.cli.common import CliError, Context, option_fault, rule_set
from bot.cli.verify import sentence
from bot.engine.options import OptionError
from bot.store.sampling import Kept, sampled_hands
from bot.tables.codec import CodecError, read_meta
from bot.tables.keeping import Astray, Fault, Unpaid, faults
from bot.tables.proving import Checked
from bot.tables.records import HandRecord, RecordError, read_entries, record_of
from bot.texts import Language, text

HANDS: Final = 100
"""So many are looked at; each takes some hundredths of a second."""


def changed_hands(context: Context, path: str) -> Iterator[str]:
    """A sentence for each hand that is not what was played. Raises StoreError where the file can't be read."""
    for kept in sampled_hands(path, HANDS):
        detail = _wrong(kept, context.language)
        if detail:
            yield context.say("doctor.record", where=f"{kept.table}/{kept.hand}", detail=detail)


def _wrong(kept: Kept, language: Language) -> str:
    try:
        record = _record(kept)
        found = list(faults(rule_set(record.rules), record, kept.booked))
    except RecordError as error:
        found = [error]
    except OptionError as error:
        return option_fault(error).sentence(language)
    except CliError as error:
        return error.sentence(language)
    return " ".join(_sentence(language, fault) for fault in found)


def _record(kept: Kept) -> HandRecord:
    """The hand, its lines counted as in an export. Raises RecordError where it can't be read."""
    try:
        meta = read_meta(kept.meta)
    except CodecError as error:
        raise RecordError("no_head", 1) from error
    return record_of(kept.table, meta, read_entries(kept.entries, 2))


def _sentence(language: Language, fault: Fault) -> str:
    match fault:
        case Checked():
            return sentence(language, fault)
        case RecordError(reason=reason, line=line):
            return text(language, f"record.{reason}", line=line)
        case Astray(line=line, found=found, expected=expected):
            return text(language, "doctor.astray", line=line, found=found, expected=expected)
        case Unpaid(booked=booked, paid=paid):
            return text(language, "replay.not_booked", booked=booked, paid=paid)
