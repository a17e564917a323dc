"""Custom ids: what a button or menu is for, written so that it can be read again after a restart.

``q:<table>:<prompt>:<option>`` answers a question of a hand: the option is an action as a game script writes it, with
``!`` before it once it has been confirmed. With an empty prompt the option is a verb that concerns the table. Menus
begin with ``m``, ``o`` or ``s``, buttons with another letter.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.engine.actions import Action, Special, action_text
from bot.engine.notation import NotationError, parse_tiles
from bot.tables.ports import TableId

LONGEST: Final = 100
"""Discord's limit for a custom id."""

CONFIRMED: Final = "!"

PLAY: Final = r"q:(?P<table>[^:]+):(?P<prompt>[^:]+):(?P<option>[^:]+)"
VERB: Final = r"q:(?P<table>[^:]+)::(?P<option>[a-z_]+)(?P<confirmed>!?)"
TILES: Final = r"s:(?P<table>[^:]+):(?P<prompt>[^:]+):(?P<option>[^:]+)"
MENU: Final = r"m:(?P<table>[^:]+):(?P<standing>[^:]+)"
PAGE: Final = r"p:(?P<table>[^:]+):(?P<page>\d+)(?P<what>[a-z_]*)"
RULES: Final = r"r:(?P<rules>[^:]+):(?P<table>[^:]*):(?P<page>\d+)[a-z]*"
OPTION: Final = r"o:(?P<table>[^:]+):(?P<page>\d+):(?P<option>[^:]+)"
OUTSIDE: Final = r"b:(?P<table>[^:]+):(?P<name>[a-z_]+):(?P<how>ask|any|number)"
OUTSIDE_MENU: Final = r"s:outside:(?P<table>[^:]+):(?P<name>[a-z_]+)"
ADMIT: Final = r"a:(?P<table>[^:]+):(?P<guest>\d+)"
WAITS: Final = r"w:(?P<what>list|quiz):(?P<numbers>\d+-\d+-\d+-\d+)[a-z_\d:-]*"
QUIZ_MENU: Final = "s:waits"
WAITS_MENU: Final = QUIZ_MENU + r":(?P<what>[^:]+)"


class Verb(StrEnum):
    """What can be done about a table by a button."""

    JOIN = "join"
    LEAVE = "leave"
    ADD_BOT = "add_bot"
    START = "start"
    FILL = "fill"
    OPTIONS = "options"
    CALL = "call"
    HAND = "hand"
    TABLE = "table"
    REFRESH = "refresh"
    READY = "ready"
    BACK = "back"
    AGAIN = "again"
    RESUME = "resume"
    VOTE_END = "vote_end"
    VOTE_PAUSE = "vote_pause"
    END = "end"
    RULES = "rules"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Option:
    """What a button of a hand asks for."""

    text: str
    confirmed: bool = False


def play_id(table: TableId, prompt: str, action: Action, *, confirmed: bool = False) -> str:
    """The id of a button that acts."""
    return f"q:{table}:{prompt}:{CONFIRMED if confirmed else ''}{action_text(action)}"


def verb_id(table: TableId, verb: Verb, *, confirmed: bool = False) -> str:
    """The id of a button that concerns the table."""
    return f"q:{table}::{verb}{CONFIRMED if confirmed else ''}"


def tiles_id(table: TableId, prompt: str, name: str) -> str:
    """The id of a menu in which the tiles of a special action are picked."""
    return f"s:{table}:{prompt}:{name}"


def menu_id(table: TableId, standing: str) -> str:
    """The id of a hand's menu of everything that isn't a move."""
    return f"m:{table}:{standing or '-'}"


def option_id(table: TableId, page: int, option: str) -> str:
    """The id of a lobby's menu for one option."""
    return f"o:{table}:{page}:{option}"


def page_id(table: TableId, page: int, what: str = "") -> str:
    """The id of a button that leads to a page of a lobby's options."""
    return f"p:{table}:{page}{what}"


def rules_id(rules: str, table: str, page: int, what: str) -> str:
    """The id of a button that leads to a page of the rules; ``what`` keeps the ids of a message apart."""
    return f"r:{rules}:{table}:{page}{what}"


def waits_id(what: str, first: int, second: int, third: int, fourth: int, apart: str | int = "") -> str:
    """The id of a button of ``/waits``; ``apart`` keeps the ids of a message apart."""
    return f"w:{what}:{first}-{second}-{third}-{fourth}:{apart}"


def outside_id(table: TableId, name: str, how: str) -> str:
    """The id of a button for people who don't play: ``ask`` them, take ``any`` number, or a ``number`` of theirs."""
    return f"b:{table}:{name}:{how}"


def admit_id(table: TableId, guest: int) -> str:
    """The id of the button by which somebody at the table agrees to a guest."""
    return f"a:{table}:{guest}"


def outside_menu_id(table: TableId, name: str) -> str:
    """The id of a menu of numbers for people who don't play."""
    return f"s:outside:{table}:{name}"


def read_option(text: str) -> Option:
    """The option of a custom id and whether it has been confirmed."""
    return Option(text.removeprefix(CONFIRMED), text.startswith(CONFIRMED))


def picked(name: str, codes: list[str]) -> Special:
    """The special action whose tiles were picked in a menu; its values are ``5m.1``: a tile and which copy of it."""
    tiles = parse_tiles(" ".join(code.split(".")[0] for code in codes))
    if not tiles:
        raise NotationError("no_tile", name)
    return Special(name, tuple(sorted(tiles)))
