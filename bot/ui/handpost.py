"""What one player is sent of their own hand: words, picture, one button a tile, the other moves, a menu."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from discord import ButtonStyle

from bot.engine.actions import (
    Action,
    ChiClaim,
    DeclareAnGang,
    DeclareBuGang,
    Discard,
    GangClaim,
    Hu,
    Pass,
    PengClaim,
    Special,
    action_text,
)
from bot.engine.notation import print_tile
from bot.engine.tiles import Tile
from bot.engine.view import HiddenGang, OwnView, View
from bot.tables.api import Board, ReadyBy, Refused, Screen
from bot.tables.meta import Presence
from bot.texts import Language, rule_text, text
from bot.ui.ids import LONGEST, Verb, menu_id, play_id, tiles_id, verb_id
from bot.ui.names import shown
from bot.ui.pictures import (
    Reader,
    badge_text,
    bettor_names,
    hand_order,
    hand_picture,
    own_tiles,
    standing,
    table_picture,
    turn_text,
    until_text,
    wall_text,
)
from bot.ui.places import place_line, place_title
from bot.ui.post import Button, Choice, Control, Menu, Post, Shot
from bot.ui.resultpicture import result_picture, with_names
from bot.ui.resultpost import result_lines, result_words
from bot.ui.votelines import vote_lines
from bot.ui.waiting import ready_by_lines, waits_text
from bot.ui.words import (
    NameOf,
    action_label,
    has_text,
    last_lines,
    meld_text,
    refusal,
    special_name,
    tile_name,
    tiles_text,
    wind_name,
)

TILE_ROWS: Final = 3
IN_A_ROW: Final = 5
MENU_ROW: Final = 4
ACTS: Final = ">"
"""Before a value of the menu that is an action."""

TOO_MANY: Final = 5
"""So many actions of one name or more are picked from a menu of tiles, where they are about several tiles."""

SUGGESTED: Final = 3
"""So many of them have a button besides: the first, which are the likeliest."""

FEW: Final = 4
"""So many barred tiles are named one by one."""

_STYLES: Final[dict[type[Action], ButtonStyle]] = {
    Hu: ButtonStyle.success,
    ChiClaim: ButtonStyle.primary,
    PengClaim: ButtonStyle.primary,
    GangClaim: ButtonStyle.primary,
    DeclareAnGang: ButtonStyle.primary,
    DeclareBuGang: ButtonStyle.primary,
    Pass: ButtonStyle.secondary,
    Special: ButtonStyle.primary,
}
_ORDER: Final = (Hu, GangClaim, DeclareAnGang, DeclareBuGang, PengClaim, ChiClaim, Special, Pass)
_MENU: Final = (
    Verb.REFRESH, Verb.TABLE, Verb.RULES, Verb.BACK, Verb.CALL, Verb.VOTE_PAUSE, Verb.RESUME, Verb.VOTE_END, Verb.LEAVE
)  # fmt: skip


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
    controls: tuple[Control, ...] = (button, _menu(screen, language, ()))
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
        line = text(language, "hand.stage", what=_stage_words(view, language, "asked"))
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


def _stage_words(view: View, language: Language, *sections: str) -> str:
    """What a stage is about, in the words of the first of these sections that has any, else in those for everybody."""
    keys = (f"{section}.{view.stage}" for section in (*sections, "stage"))
    return next((rule_text(language, view.rules, key) for key in keys if has_text(language, view.rules, key)), "")


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
    """The picture of a table in words: what is special about each seat, its melds and discards, a winner's hand."""
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
        parts.append(
            text(
                language,
                "board.words",
                wind=wind_name(language, view.dealer, seat.seat),
                name=reader.name(board, seat.seat),
                points=standing(board, view, seat.seat),
                tiles=" | ".join(part for part in (*badges, open_hand, discards, *melds) if part) or "–",
            )
        )
    return "\n".join(parts)


# ---------------------------------------------------------------------- buttons


def hand_controls(screen: Screen, own: OwnView, reader: Reader) -> tuple[Control, ...]:
    """One button a tile in three rows, the other moves in the next, the menu in the last.

    Who is played for and not asked has the button that ends it.
    """
    language = reader.language
    standing = tuple(action for action in own.legal if action not in own.asked and isinstance(action, Special))
    menu = _menu(screen, language, standing)
    if not screen.asked:
        chair = screen.board.meta.chairs[screen.board.chair_at(screen.seat)]
        if chair is None or chair.presence is not Presence.AUTO or screen.board.meta.paused:
            return (menu,)
        back = Button(text(language, "button.back"), verb_id(screen.board.id, Verb.BACK), 0, ButtonStyle.success)
        return (back, menu)
    tiles = _tile_buttons(screen, own, reader)
    moves = _moves(screen, own, reader, -(-len(tiles) // IN_A_ROW))
    return (*tiles, *moves, menu)


def _tile_buttons(screen: Screen, own: OwnView, reader: Reader) -> tuple[Button, ...]:
    legal = {action.tile for action in own.asked if isinstance(action, Discard)}
    kinds = [tile for tile, _ in groupby(hand_order(legal, own.profile))]
    return tuple(
        Button(
            tile_name(reader.language, tile),
            play_id(screen.board.id, screen.prompt, Discard(tile)),
            place // IN_A_ROW,
            ButtonStyle.primary if tile == own.drawn else ButtonStyle.secondary,
            emoji=reader.emoji(tile),
        )
        for place, tile in enumerate(kinds[: TILE_ROWS * IN_A_ROW])
    )


def _moves(screen: Screen, own: OwnView, reader: Reader, row: int) -> tuple[Control, ...]:
    """Everything that is asked besides discards, from ``row`` on: buttons, or menus where there are too many."""
    language = reader.language
    others: list[Action] = [action for action in own.asked if not isinstance(action, Discard)]
    others.sort(key=lambda action: _ORDER.index(type(action)))
    menus, rest = _tile_menus(screen, own, reader, others)
    room = (MENU_ROW - row - len(menus)) * IN_A_ROW
    rows = row + len(menus)
    placed = [_placed(menu, row + n) for n, menu in enumerate(menus)]
    buttons = [
        Button(
            action_label(language, screen.view.rules, action),
            play_id(screen.board.id, screen.prompt, action),
            rows + place // IN_A_ROW,
            _STYLES[type(action)],
            emoji=_emoji_of(action, screen.view, reader),
        )
        for place, action in enumerate(rest)
        if len(play_id(screen.board.id, screen.prompt, action)) <= LONGEST
    ]
    if len(buttons) <= room:
        return (*placed, *buttons)
    choices = tuple(Choice(button.label, button.id.split(":", 3)[3], emoji=button.emoji) for button in buttons)
    overflow = Menu(tiles_id(screen.board.id, screen.prompt, "-"), text(language, "hand.more_moves"), choices, rows)
    return (*placed, overflow)


def _emoji_of(action: Action, view: View, reader: Reader) -> str:
    """The tile that an action is about, where it is about one."""
    match action:
        case DeclareAnGang(tile=tile) | DeclareBuGang(tile=tile) | Special(tiles=(tile,)):
            return reader.emoji(tile)
        case ChiClaim() | PengClaim() | GangClaim():
            return "" if view.offered is None else reader.emoji(view.offered.tile)
        case _:
            return ""


def _placed(menu: Menu, row: int) -> Menu:
    return Menu(menu.id, menu.placeholder, menu.choices, row, menu.count)


def _tile_menus(screen: Screen, own: OwnView, reader: Reader, actions: list[Action]) -> tuple[list[Menu], list[Action]]:
    """Menus for the actions that are about several tiles and too many for buttons; and the actions with buttons."""
    language = reader.language
    names = [action.name for action in actions if isinstance(action, Special) and len(action.tiles) > 1]
    menus, many = [], {name for name in names if names.count(name) > TOO_MANY}
    for name in sorted(many):
        of_name = [action for action in actions if isinstance(action, Special) and action.name == name]
        count = len(of_name[0].tiles)
        usable = {tile for action in of_name for tile in action.tiles}
        copies = [
            (tile, copy) for tile in hand_order(usable, own.profile) for copy in range(min(own.hand.count(tile), count))
        ]
        choices = tuple(
            Choice(tile_name(language, tile), f"{print_tile(tile)}.{copy}", emoji=reader.emoji(tile))
            for tile, copy in copies
        )
        label = text(language, "hand.pick", action=special_name(language, screen.view.rules, name), count=count)
        menus.append(Menu(tiles_id(screen.board.id, screen.prompt, name), label, choices, 0, count))
    picked = [action for action in actions if isinstance(action, Special) and action.name in many]
    likeliest = [each for name in sorted(many) for each in [a for a in picked if a.name == name][:SUGGESTED]]
    return menus, [*likeliest, *(action for action in actions if action not in picked)]


def _menu(screen: Screen, language: Language, standing: tuple[Special, ...]) -> Menu:
    """The menu in the last row: what the rule set allows at any time, then what can always be done about a table."""
    rules = screen.view.rules
    special = [Choice(action_label(language, rules, action), play_option(action)) for action in standing]
    idle = _idle(screen)
    always = [Choice(text(language, f"menu.{verb.value}"), verb.value) for verb in _MENU if verb not in idle]
    choices = (*special[: 25 - len(always)], *always)
    return Menu(menu_id(screen.board.id, screen.standing), text(language, "menu.title"), choices, MENU_ROW)


def _idle(screen: Screen) -> tuple[Verb, ...]:
    """What would change nothing: going on where nothing is paused, taking over where one plays oneself, and so on."""
    meta = screen.board.meta
    chair = meta.chairs[screen.board.chair_at(screen.seat)]
    pause = Verb.VOTE_PAUSE if meta.paused else Verb.RESUME
    back = (Verb.BACK,) if chair is not None and chair.presence is Presence.HERE else ()
    call = () if meta.wanted() and screen.board.where.guild is not None else (Verb.CALL,)
    return (pause, *back, *call)


def play_option(action: Action) -> str:
    """The value of a menu's line that acts."""
    return f"{ACTS}{action_text(action)}"
