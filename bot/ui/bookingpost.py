"""One booking of a ledger, line by line: who paid whom how much for what, and the hand behind it."""

import json

from bot.engine.tiles import SEATS
from bot.tables.ledger_values import BookedItem, BookingKind, Line
from bot.tables.ports import TableId
from bot.texts import Language, rule_text, text
from bot.ui.errors import Sorry
from bot.ui.house import House
from bot.ui.ledgerask import Question
from bot.ui.ledgerposts import what_it_is
from bot.ui.library import of_table
from bot.ui.names import shown
from bot.ui.pictures import Reader
from bot.ui.post import CONTENT, Button, Control, Post, Shot
from bot.ui.recordcog import past_result
from bot.ui.replaypost import opening_id, proving_id
from bot.ui.words import has_text


async def booking_post(question: Question, item: BookedItem, reader: Reader) -> Post:
    """Everything about a booking; of a hand its result picture too, as long as its record is kept."""
    language = question.language
    name = await question.names([*(entry.account for entry in item.entries), *([item.author] if item.author else [])])
    lines = [f"**{what_it_is(language, item)}** · <t:{int(item.at)}:f>"]
    if item.author is not None:
        lines.append(text(language, "booking.by", name=name(item.author)))
    if item.reason:
        lines.append(text(language, "booking.reason", reason=quoted(item.reason)))
    if item.reverses is not None:
        reversed_item = await question.house.store.ledger.item(item.reverses)
        what = item.reverses if reversed_item is None else what_it_is(language, reversed_item)
        lines.append(text(language, "booking.reverses", what=what))
    if item.reversed_by is not None:
        lines.append(text(language, "booking.reversed"))
    lines += [
        text(
            language,
            "booking.line",
            payer=_side(language, line, "from", name(line.payer)),
            payee=_side(language, line, "to", name(line.payee)),
            points=line.points,
            reason=line_reason(language, item, line),
        )
        for line in item.lines
    ]
    shots, controls = await _hand(question.house, item, reader)
    return Post("\n".join(_fitting(language, lines)), shots, controls)


def _fitting(language: Language, lines: list[str]) -> list[str]:
    """As many lines as a message holds, and how many are missing."""
    kept: list[str] = []
    room = CONTENT - 100
    for number, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            return [*kept, text(language, "ledger.more", count=len(lines) - number)]
        kept.append(line)
    return kept


def quoted(words: str) -> str:
    """What somebody has written, on one line and without markup."""
    return " ".join(shown(word) for word in words.split())


def line_reason(language: Language, item: BookedItem, line: Line) -> str:
    """What a line was paid for."""
    if item.rules is not None and has_text(language, item.rules, f"pay.{line.reason}"):
        return rule_text(language, item.rules, f"pay.{line.reason}")
    return text(language, f"ledger_kind.{item.kind.value}")


def _side(language: Language, line: Line, side: str, name: str) -> str:
    """A name; where several computer players share an account, with the seat."""
    seat = json.loads(line.detail).get(side)
    return f"{name}{text(language, 'booking.seat', number=seat + 1)}" if seat in SEATS else name


async def _hand(house: House, item: BookedItem, reader: Reader) -> tuple[tuple[Shot, ...], tuple[Control, ...]]:
    if item.kind is not BookingKind.HAND or item.table is None or item.hand is None:
        return (), ()
    stored = await house.store.tables.table(TableId(item.table))
    if stored is None:
        return (), ()
    try:
        shots = (await past_result(await of_table(house, stored, item.hand), reader)).shots
    except Sorry:
        return (), ()
    language = reader.language
    return shots, (
        Button(text(language, "button.replay"), opening_id(item.table, item.hand), 0),
        Button(text(language, "replay_button.proof"), proving_id(item.table, item.hand), 0),
    )
