"""What one player is sent of their own hand: words, picture and buttons."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from discord import ButtonStyle

from bot.engine.actions import (
    Action,
    Discard,
)
from bot.engine.tiles import Tile
from bot.engine.view import HiddenGang, OwnView, View
from bot.tables.api import Board, ReadyBy, Refused, Screen
from bot.tables.meta import Presence
from bot.texts import Language, rule_text, text
from bot.ui.handbuttons import hand_controls, hand_menu
from bot.ui.ids import Verb, verb_id
from bot.ui.names import shown
from bot.ui.pictures import (
    Reader,
    badge_text,
    bettor_names,
    hand_picture,
    own_tiles,
    standing,
    table_picture,
    turn_text,
    until_text,
    wall_text,
)
from bot.ui.places import place_line, place_title
from bot.ui.post import Button, Control, Post, Shot
from bot.ui.resultpicture import result_picture, with_names
from bot.ui.resultpost import result_lines, result_words
from bot.ui.votelines import vote_lines
from bot.ui.waiting import ready_by_lines, waits_text
from bot.ui.words import (
    NameOf,
    has_text,
    last_lines,
    meld_text,
    refusal,
    tile_name,
    tiles_text,
    wind_name,
)

FEW: Final = 4
"""So many barred tiles are named one by one."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a hand is shown: how the server and the channel are called, and a link to the board, "" for none."""

    server: str
    channel: str
    link: str
    order: Sequence[Tile] = ()


def hand_post(screen: Screen, reader: Reader, setting: Setting, ready_by: Sequence[ReadyBy] | None = None) -> Post:
    """The message of a player's hand, between two hands the result of the last one.

    ``ready_by`` are the discards to be marked that leave the hand ready; None where nobody has asked for them.
    """
    own = screen.view.own
    if own is None:
        raise ValueError(f"{screen.board.id}: the screen of a player has no hand")
    if not screen.view.running:
        return _between(screen, reader, setting)
    language = reader.language
    title = place_title(language, screen.board, setting.server, setting.channel)
    head = [question(screen, own, reader), waits_text(screen, own, language)]
    head += _ready_by(screen, ready_by, language)
    head += _moments(screen, reader)
    head += barred_lines(screen, language)
    head += vote_lines(screen.board, language, reader.person)
    head.append(place_line(language, screen.board, setting.server, setting.channel, setting.link))
    shots: tuple[Shot, ...] = ()
    if own.hand.size():
        picture = hand_picture(screen, own, reader, title, setting.order, ready_by or ())
        words = [hand_words(screen, own, reader), *_ready_by(screen, ready_by or None, language)]
        shots = (Shot("hand.png", picture, "\n".join(words)),)
    if screen.board.where.guild is None:
        shots = (*shots, *_settling(screen, reader))
    elif has_won(screen.view):
        shots = (*shots, table_shot(screen.board, screen.view, reader))
    return Post("\n".join(line for line in head if line), shots, hand_controls(screen, own, reader))


def _settling(screen: Screen, reader: Reader) -> tuple[Shot, ...]:
    """The result as far as it is known, where it is still being settled: a practice table has no other place for it."""
    board, view = screen.board, screen.view
    if not view.wins or view.stage is None:
        return ()
    picture = result_picture(board, view, reader)
    return (Shot("result.png", picture, result_words(board, view, reader)),)


def _ready_by(screen: Screen, found: Sequence[ReadyBy] | None, language: Language) -> list[str]:
    if found is None or screen.view.own is None:
        return []
    if found or not any(isinstance(action, Discard) for action in screen.view.own.asked):
        return ready_by_lines(found, language)
    return [text(language, "hand.ready_by_none")]


def has_won(view: View) -> bool:
    """Whether the player has won and watches the rest of the hand."""
    return view.own is not None and any(won.seat == view.own.seat for won in view.wins)


def table_shot(board: Board, view: View, reader: Reader) -> Shot:
    """The picture of the table as everybody may see it. ``view`` may be a player's: nothing of their hand is taken."""
    public = board.view or view
    return Shot("table.png", table_picture(board, public, reader), table_words(board, public, reader))


def _between(screen: Screen, reader: Reader, setting: Setting) -> Post:
    board, view, language = screen.board, screen.view, reader.language
    head = result_lines(board, view, reader)
    coming = ""
    if view.over:
        coming = text(language, "result.over")
    elif board.meta.paused:
        coming = text(language, "hand.paused")
    elif board.meta.due is not None:
        coming = text(language, "result.next", due=int(board.meta.due))
    head += [coming] if coming else []
    head += vote_lines(board, language, reader.person)
    head.append(place_line(language, board, setting.server, setting.channel, setting.link))
    chair = board.meta.chairs[board.chair_at(screen.seat)]
    ready = chair is not None and bool(chair.throw)
    button = (
        Button(text(language, "button.again"), verb_id(board.id, Verb.AGAIN), 0, ButtonStyle.success)
        if view.over
        else Button(text(language, "button.ready"), verb_id(board.id, Verb.READY), 0, ButtonStyle.success, ready)
    )
    picture = result_picture(board, view, reader)
    controls: tuple[Control, ...] = (button, hand_menu(screen, language, ()))
    shot = Shot("result.png", picture, result_words(board, view, reader))
    return Post("\n".join(head), (shot,), controls, passing=coming)


# ---------------------------------------------------------------------- words


def question(screen: Screen, own: OwnView, reader: Reader) -> str:
    """What the player is asked, or who is to act, with the time at which the table stops waiting."""
    language, view, board = reader.language, screen.view, screen.board
    name = reader.names(board)
    if board.meta.paused:
        return text(language, "hand.paused")
    if has_won(view) and not screen.asked:
        return text(language, "hand.out")
    chair = board.meta.chairs[board.chair_at(screen.seat)]
    auto = chair is not None and chair.presence is Presence.AUTO
    if not screen.asked:
        return _waiting(view, language, name, text(language, "hand.auto") if auto else "")
    if view.stage is not None:
        line = text(language, "hand.stage", what=_asked_words(view, language))
    elif view.offered is not None:
        tile = tile_name(language, view.offered.tile)
        line = text(language, "hand.claim", name=shown(name(view.offered.source)), tile=tile)
    else:
        drawn = "" if own.drawn is None else tile_name(language, own.drawn)
        line = text(language, "hand.turn_drawn", tile=drawn) if drawn else text(language, "hand.turn")
    due = "" if screen.due is None else f" · <t:{int(screen.due)}:R>"
    return f"**{line}**{due}"


def _waiting(view: View, language: Language, name: NameOf, auto: str) -> str:
    if auto:
        return auto
    if view.offer is not None:
        return text(language, "hand.stage_wait", what=_stage_words(view, language))
    if view.turn is None or view.offered is not None or view.own is None or view.turn == view.own.seat:
        return text(language, "hand.wait")
    return text(language, "hand.turn_of", name=shown(name(view.turn)))


def _asked_words(view: View, language: Language) -> str:
    """What a stage asks of whoever is asked, where that needs other words than those for everybody."""
    key = f"asked.{view.stage}"
    return rule_text(language, view.rules, key) if has_text(language, view.rules, key) else _stage_words(view, language)


def _stage_words(view: View, language: Language) -> str:
    key = f"stage.{view.stage}"
    return rule_text(language, view.rules, key) if has_text(language, view.rules, key) else ""


def _moments(screen: Screen, reader: Reader) -> list[str]:
    """The latest events, also those of which only this player is told."""
    name = reader.names(screen.board)
    events = with_names(screen.events, screen.board, reader)
    lines = last_lines(reader.language, screen.view.rules, events, lambda seat: shown(name(seat)))
    return [" · ".join(lines)] if lines else []


def barred_lines(screen: Screen, language: Language) -> list[str]:
    """Why a complete hand does not win, and why there is no button for some of the tiles."""
    reasons: dict[str, list[Action]] = {}
    for action, reason in screen.barred:
        reasons.setdefault(reason, []).append(action)
    return [_barred_line(screen, language, reason, actions) for reason, actions in reasons.items()]


def _barred_line(screen: Screen, language: Language, reason: str, actions: list[Action]) -> str:
    words = refusal(language, Refused(reason, rules=screen.view.rules))
    tiles = [action.tile for action in actions if isinstance(action, Discard)]
    if not tiles:
        return text(language, "hand.barred_win", reason=words)
    return words if len(tiles) > FEW else text(language, "hand.barred", tiles=tiles_text(language, tiles), reason=words)


def hand_words(screen: Screen, own: OwnView, reader: Reader) -> str:
    """The picture of a hand in words."""
    language = reader.language
    parts = [text(language, "hand.words", tiles=tiles_text(language, own_tiles(own, ())))]
    if own.drawn is not None:
        parts.append(text(language, "hand.words_drawn", tile=tile_name(language, own.drawn)))
    parts += [meld_text(language, meld) for meld in own.hand.melds]
    waits = waits_text(screen, own, language)
    if waits:
        parts.append(waits)
    flowers = screen.view.seats[own.seat].flowers
    if flowers:
        parts.append(tiles_text(language, flowers))
    parts += [
        badge_text(badge, screen.view, reader, screen.board)
        for badge in screen.view.badges
        if badge.seat in (None, own.seat)
    ]
    return " · ".join(parts)


def table_words(board: Board, view: View, reader: Reader) -> str:
    """The picture of a table in words: what is special about each seat, its discards, melds and flowers, a winner's
    hand."""
    language = reader.language
    turn = [turn_text(board, view, reader), until_text(board, reader)] if view.running else []
    parts = [" · ".join(part for part in (wall_text(view, language), *turn) if part)]
    parts += [badge_text(badge, view, reader, board) for badge in view.badges if badge.seat is None]
    bettors = bettor_names(board, reader)
    if bettors:
        parts.append(text(language, "board.bettors", names=", ".join(bettors)))
    for seat in view.seats:
        melds = [
            text(language, "meld.hidden") if isinstance(meld, HiddenGang) else meld_text(language, meld)
            for meld in seat.melds
        ]
        discards = tiles_text(language, [laid.tile for laid in seat.discards if laid.taken is None])
        badges = [badge_text(badge, view, reader, board) for badge in view.badges if badge.seat == seat.seat]
        open_hand = tiles_text(language, seat.shown) if view.running else ""
        flowers = tiles_text(language, seat.flowers)
        parts.append(
            text(
                language,
                "board.words",
                wind=wind_name(language, view.dealer, seat.seat),
                name=reader.name(board, seat.seat),
                points=standing(board, view, seat.seat),
                tiles=" | ".join(part for part in (*badges, open_hand, discards, *melds, flowers) if part) or "–",
            )
        )
    return "\n".join(parts)
