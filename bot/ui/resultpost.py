"""What everybody is told at the end of a hand."""

from discord import ButtonStyle

from bot.engine.events import Won
from bot.engine.tiles import SEATS, Seat
from bot.engine.view import HiddenGang, View
from bot.tables.api import Board, ReadySeat
from bot.tables.ports import TableStatus
from bot.texts import Language, text
from bot.ui.counted import line_name
from bot.ui.ids import Verb, verb_id
from bot.ui.names import shown
from bot.ui.pictures import Reader
from bot.ui.post import Button, Control, Post, Shot
from bot.ui.replaypost import opening_id
from bot.ui.resultpicture import how_won, pay_table, read_as, result_picture, result_title, with_names
from bot.ui.words import (
    closing_lines,
    has_text,
    meld_text,
    points,
    rules_name,
    tile_name,
    tiles_text,
    worth,
)


def result_post(board: Board, reader: Reader, now: Board | None) -> Post:
    """The result of the hand that ``board`` has just ended; ``now`` is the table as it stands, None when it is gone."""
    view, language = board.view, reader.language
    if view is None:
        raise ValueError(f"{board.id}: a hand has ended that has no view")
    lines = result_lines(board, view, reader)
    waiting = (
        now is not None
        and now.status is TableStatus.RUNNING
        and now.meta.number == board.meta.number
        and now.view is not None
        and not now.view.running
    )
    controls: tuple[Control, ...] = ()
    if waiting and now is not None:
        lines += ready_lines(now, reader, over=view.over)
        verb, key = (Verb.AGAIN, "button.again") if view.over else (Verb.READY, "button.ready")
        controls = (
            Button(text(language, key), verb_id(board.id, verb), 0, ButtonStyle.success),
            Button(text(language, "button.hand"), verb_id(board.id, Verb.HAND), 0),
        )
    if not view.running:
        replay = Button(text(language, "button.replay"), opening_id(board.id, view.number), 0)
        controls = (*controls, replay)
        if not view.over:
            lines.append(text(language, "board.next_commitment", value=board.commitment))
    picture = result_picture(board, view, reader)
    return Post("\n".join(lines), (Shot("result.png", picture, result_words(board, view, reader)),), controls)


def ready_lines(board: Board, reader: Reader, *, over: bool) -> list[str]:
    """Who is still waited for, and until when."""
    language = reader.language
    if over:
        return [text(language, "result.over")]
    lines = []
    if board.meta.paused:
        lines.append(text(language, "hand.paused"))
    elif board.meta.due is not None:
        lines.append(text(language, "result.next", due=int(board.meta.due)))
    ready = [
        shown(reader.name(board, seat))
        for seat in SEATS
        if (chair := board.meta.chairs[board.chair_at(seat)]) is not None and chair.is_person and chair.throw
    ]
    if ready:
        lines.append(text(language, "result.ready", names=", ".join(ready)))
    return lines


def result_lines(board: Board, view: View, reader: Reader) -> list[str]:
    """The end of a hand in a few lines of text."""
    language = reader.language

    def name(seat: Seat) -> str:
        return shown(reader.name(board, seat))

    lines = [f"**{result_title(language, view, name)}**"]
    lines += [
        text(language, "result.line", name=name(won.seat), how=how_won(language, won, name, reader.emoji))
        for won in view.wins
    ]
    if not has_text(language, view.rules, "note.ready"):
        lines += [text(language, "result.line", name=name(each.seat), how=_waits(each, reader)) for each in board.ready]
    lines += closing_lines(language, view.rules, with_names(board.events, board, reader), name)
    totals = pay_table(board, view, reader)
    sums, running = totals.rows[-2].amounts, totals.rows[-1].amounts
    sat = ["" if total is None else f" ({points(total)})" for total in running]
    lines.append(
        " · ".join(
            f"{shown(who)} {points(change or 0)}{total}"
            for who, change, total in zip(totals.names, sums, sat, strict=True)
        )
    )
    return lines


def _waits(ready: ReadySeat, reader: Reader) -> str:
    """What a ready hand waited for, each kind with its emoji where there is one."""
    language = reader.language
    tiles = [f"{reader.emoji(wait.tile)} {tile_name(language, wait.tile)}".lstrip() for wait in ready.waits]
    return f"{text(language, 'hand.ready')} {', '.join(tiles)}"


def _reading(view: View, won: Won, language: Language) -> str:
    """What the tiles of a winner stood for that stood for others, in words."""
    read = [
        text(language, "result.reads", tile=tile_name(language, each.tile), role=tile_name(language, each.plays_as))
        for each in read_as(view, won)
        if each.tile is not None and each.plays_as is not None
    ]
    return f" ({', '.join(read)})" if read else ""


def result_words(board: Board, view: View, reader: Reader) -> str:
    """The picture of a result in words."""
    language = reader.language
    names, rules = reader.names(board), view.rules
    parts = [result_title(language, view, names), rules_name(language, rules)]
    for won in view.wins:
        lines = won.win.lines
        counted = ", ".join(
            f"{line_name(language, rules, line)} {worth(language, rules, line.worth)}" for line in lines
        )
        tiles = _shown_tiles(view, won.seat, language, _reading(view, won, language))
        parts.append(f"{names(won.seat)}: {tiles}; {how_won(language, won, names)}; {counted}")
        parts.append(text(language, "result.worth", total=worth(language, rules, won.win.total)))
    for each in board.ready:
        tiles = _shown_tiles(view, each.seat, language)
        waits = tiles_text(language, [wait.tile for wait in each.waits])
        parts.append(f"{names(each.seat)}: {text(language, 'waits.line', tiles=tiles, waits=waits)}")
    parts += [
        f"{row.label}: {', '.join('–' if amount is None else points(amount) for amount in row.amounts)}"
        for row in pay_table(board, view, reader).rows
    ]
    return "\n".join(parts)


def _shown_tiles(view: View, seat: Seat, language: Language, reading: str = "") -> str:
    """A hand that is shown: its concealed tiles, what wild ones stand for, its melds and flowers."""
    shown = view.seats[seat]
    melds = [meld_text(language, meld) for meld in shown.melds if not isinstance(meld, HiddenGang)]
    parts = (tiles_text(language, shown.shown) + reading, *melds, tiles_text(language, shown.flowers))
    return ", ".join(part for part in parts if part)
