"""Under a player's hand: one button a tile, the other moves, a menu."""

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
from bot.engine.view import OwnView, View
from bot.tables.api import Screen
from bot.tables.meta import Presence
from bot.texts import Language, text
from bot.ui.ids import LONGEST, Verb, menu_id, play_id, tiles_id, verb_id
from bot.ui.pictures import Reader, hand_order
from bot.ui.post import Button, Choice, Control, Menu
from bot.ui.words import action_label, rule_set, special_name, tile_name

TILE_ROWS: Final = 3
IN_A_ROW: Final = 5
MENU_ROW: Final = 4
ACTS: Final = ">"
"""Before a value of the menu that is an action."""

TOO_MANY: Final = 5
"""So many actions of one name or more are picked from a menu of tiles, where they are about several tiles."""

SUGGESTED: Final = 3
"""So many of them have a button besides: the first, which are the likeliest."""

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


def hand_controls(screen: Screen, own: OwnView, reader: Reader) -> tuple[Control, ...]:
    """One button a tile in three rows, the other moves in the next, the menu in the last.

    Who is played for and not asked has the button that ends it.
    """
    language = reader.language
    standing = tuple(action for action in own.legal if action not in own.asked and isinstance(action, Special))
    menu = hand_menu(screen, language, standing)
    if not screen.asked:
        chair = screen.board.meta.chairs[screen.board.chair_at(screen.seat)]
        if chair is None or chair.presence is not Presence.AUTO or screen.board.meta.paused:
            return (*_brief(screen, language, standing), menu)
        back = Button(text(language, "button.back"), verb_id(screen.board.id, Verb.BACK), 0, ButtonStyle.success)
        return (back, menu)
    tiles = _tile_buttons(screen, own, reader)
    moves = _moves(screen, own, reader, -(-len(tiles) // IN_A_ROW))
    return (*tiles, *moves, menu)


def _brief(screen: Screen, language: Language, standing: tuple[Special, ...]) -> tuple[Button, ...]:
    """Buttons for what can be done for a moment only: a menu would take too long."""
    rules = screen.view.rules
    return tuple(
        Button(
            action_label(language, rules, action),
            play_id(screen.board.id, screen.standing, action),
            0,
            _STYLES[type(action)],
        )
        for action in standing
        if action.name in rule_set(rules).moves.brief
    )


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


def hand_menu(screen: Screen, language: Language, standing: tuple[Special, ...]) -> Menu:
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
