"""What everybody sees of a table in its channel: the lobby, the board of a running hand, the end."""

from dataclasses import replace

from discord import ButtonStyle

from bot.engine.options import Options
from bot.engine.state import Windows
from bot.tables.api import Board
from bot.tables.deadline import is_slow
from bot.tables.meta import CHAIRS, Points, Presence
from bot.tables.ports import TableStatus
from bot.texts import Language, rule_text, text
from bot.ui.handpost import table_shot
from bot.ui.house import House
from bot.ui.ids import Verb, outside_id, verb_id
from bot.ui.names import shown
from bot.ui.pictures import Reader, due_of, turn_text
from bot.ui.post import Button, Control, Post
from bot.ui.resultpicture import with_names
from bot.ui.votelines import vote_lines
from bot.ui.words import duration, has_text, last_lines, points, rule_set, rules_name


def board_post(house: House, board: Board) -> Post:
    """The message of a table."""
    reader = house.public_reader(board)
    match board.status:
        case TableStatus.LOBBY:
            return lobby_post(house, board, reader)
        case TableStatus.RUNNING:
            return running_post(house, board, reader)
        case TableStatus.ENDED:
            return ended_post(house, board, reader)


# ---------------------------------------------------------------------- lobby


def lobby_post(house: House, board: Board, reader: Reader) -> Post:
    """A table that waits for players: who sits there, what is agreed."""
    language, meta = reader.language, board.meta
    lines = [f"## {text(language, 'lobby.title', rules=rules_name(language, meta.rules))}"]
    for number in range(CHAIRS):
        chair = meta.chairs[number]
        who = text(language, "lobby.free") if chair is None else shown(house.chair_name(language, board, number))
        host = text(language, "lobby.host") if chair is not None and chair.user == meta.host else ""
        lines.append(f"{number + 1}. {who}{host}")
    # Without the gap, what is agreed would count as part of the fourth line of the list.
    lines += ["", agreed(language, board)]
    changed = changed_options(language, meta.rules, Options(meta.options))
    if changed:
        lines.append(text(language, "lobby.options", options=" · ".join(changed)))
    if meta.due is not None:
        lines.append(text(language, "lobby.expires", due=int(meta.due)))
    lines.append(text(language, "board.commitment", value=board.commitment))
    return Post("\n".join(lines), controls=_lobby_controls(board, language))


def _lobby_controls(board: Board, language: Language) -> tuple[Control, ...]:
    full = board.meta.free() is None

    def button(verb: Verb, row: int, style: ButtonStyle = ButtonStyle.secondary, *, off: bool = False) -> Button:
        return Button(text(language, f"button.{verb.value}"), verb_id(board.id, verb), row, style, off)

    return (
        button(Verb.JOIN, 0, ButtonStyle.success, off=full),
        button(Verb.LEAVE, 0),
        button(Verb.ADD_BOT, 0, off=full),
        button(Verb.START, 0, ButtonStyle.primary),
        button(Verb.OPTIONS, 1),
        button(Verb.CALL, 1, off=full),
        button(Verb.RULES, 1),
        button(Verb.END, 1),
    )


def agreed(language: Language, board: Board) -> str:
    """What the players have agreed on, in one line."""
    meta = board.meta
    parts = [
        length_text(language, meta.length),
        text(language, f"points.{'counted' if meta.points is Points.COUNTED else 'friendly'}"),
        text(language, "lobby.turn_clock", clock=duration(language, meta.turn_seconds)),
        text(language, "lobby.claim_clock", clock=duration(language, meta.claim_seconds)),
    ]
    if meta.kept_windows is Windows.EVEN:
        parts.append(text(language, "windows.even"))
    if meta.quiet is not None and is_slow(meta):
        parts.append(text(language, "lobby.quiet", hours=meta.quiet.words, zone=meta.quiet.zone))
    return " · ".join(parts)


def length_text(language: Language, length: int | None) -> str:
    """How long a match is, in 圈."""
    return text(language, "length.open") if length is None else text(language, "length.rounds", count=length)


def option_text(language: Language, rules: str, option: str, value: str | int) -> str:
    """The value of an option, as the rule set calls it."""
    key = f"option.{option}.v_{value}"
    return rule_text(language, rules, key) if has_text(language, rules, key) else str(value)


def option_name(language: Language, rules: str, option: str) -> str:
    """What an option is called."""
    key = f"option.{option}.name"
    return rule_text(language, rules, key) if has_text(language, rules, key) else option


def option_line(language: Language, rules: str, option: str, value: str | int) -> str:
    """An option and its value."""
    words = option_text(language, rules, option, value)
    return text(language, "lobby.option", name=option_name(language, rules, option), value=words)


def changed_options(language: Language, rules: str, options: Options) -> list[str]:
    """The options that differ from the rule set's defaults."""
    return [
        option_line(language, rules, spec.id, options[spec.id])
        for spec in rule_set(rules).options
        if options[spec.id] != spec.default
    ]


# ---------------------------------------------------------------------- running


def running_post(house: House, board: Board, reader: Reader) -> Post:
    """A table at which a hand is played, or has just ended. Nothing in it depends on who may claim."""
    language, view = reader.language, board.view
    if view is None:
        raise ValueError(f"{board.id}: a running table has no view")
    name = reader.names(board)
    told = replace(reader, name=lambda board, seat: shown(reader.name(board, seat)))
    lines = [f"**{status_text(board, told)}**{_until(board)}"]
    events = with_names(board.events, board, reader)
    moments = last_lines(language, view.rules, events, lambda seat: shown(name(seat)))
    if moments:
        lines.append(" · ".join(moments))
    lines += _notices(house, board, language)
    if not view.over:
        lines.append(text(language, "board.commitment", value=board.commitment))
    controls: tuple[Control, ...] = (
        Button(text(language, "button.hand"), verb_id(board.id, Verb.HAND), 0, ButtonStyle.primary),
        Button(text(language, "button.back"), verb_id(board.id, Verb.BACK), 0),
        Button(text(language, "button.rules"), verb_id(board.id, Verb.RULES), 0),
        *(
            (Button(text(language, "button.resume"), verb_id(board.id, Verb.RESUME), 0, ButtonStyle.success),)
            if board.meta.paused
            else ()
        ),
    )
    if view.offer is not None:
        label = rule_text(language, view.rules, f"outside.{view.offer.name}")
        ident = outside_id(board.id, view.offer.name, "ask")
        controls = (*controls, Button(label, ident, 0, ButtonStyle.success))
    shots = (table_shot(board, view, reader),)
    return Post("\n".join(lines), shots, controls if board.where.guild is not None else ())


def status_text(board: Board, reader: Reader) -> str:
    """Who is to act, as far as everybody may know."""
    language, view = reader.language, board.view
    if board.meta.paused:
        return text(language, "board.paused")
    if view is None or not view.running:
        return text(language, "board.over" if view is not None and view.over else "board.between")
    return turn_text(board, view, reader)


def _until(board: Board) -> str:
    """The same for everybody, counted down by Discord."""
    due = due_of(board)
    return "" if due is None else f" · <t:{int(due)}:R>"


def _notices(house: House, board: Board, language: Language) -> list[str]:
    meta = board.meta
    lines = []
    away = [
        shown(house.chair_name(language, board, number))
        for number, chair in enumerate(meta.chairs)
        if chair is not None and chair.presence is Presence.AUTO
    ]
    if away:
        lines.append(text(language, "board.auto", names=", ".join(away)))
    return lines + vote_lines(board, language, house.person_name)


# ---------------------------------------------------------------------- over


def ended_post(house: House, board: Board, reader: Reader) -> Post:
    """A table that has ended: the points of the match."""
    language, meta = reader.language, board.meta
    lines = [f"**{text(language, 'board.ended', rules=rules_name(language, meta.rules))}**"]
    if meta.number:
        lines += [
            f"{shown(_counted_for(house, board, language, number))} {points(chair.score)}"
            for number, chair in enumerate(meta.chairs)
            if chair is not None
        ]
    return Post("\n".join(lines))


def _counted_for(house: House, board: Board, language: Language, number: int) -> str:
    """Whose the points of a chair are: also somebody's who has left since the last hand."""
    chair = board.meta.chairs[number]
    if chair is not None and chair.user is not None and chair.counts:
        return house.person_name(board, chair.user)
    return house.chair_name(language, board, number)
