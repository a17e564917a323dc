"""What a seat may ask of the table, and what the table may be told. Closed unions."""

import re
from dataclasses import dataclass
from typing import Final, assert_never

from bot.engine.notation import NotationError, parse_spoken, parse_tiles, print_tiles, spoken_tile
from bot.engine.tiles import Seat, Tile
from bot.engine.values import quick


@quick
@dataclass(frozen=True, slots=True)
class Discard:
    """Lay a tile down."""

    tile: Tile


@quick
@dataclass(frozen=True, slots=True)
class ChiClaim:
    """Take the discard into a run with these two own tiles, in canonical order."""

    tiles: tuple[Tile, Tile]


@dataclass(frozen=True, slots=True)
class PengClaim:
    """Take the discard into a triplet."""


@dataclass(frozen=True, slots=True)
class GangClaim:
    """Take the discard as the fourth of three own tiles."""


@quick
@dataclass(frozen=True, slots=True)
class DeclareAnGang:
    """Lay four own tiles as a concealed gang."""

    tile: Tile


@quick
@dataclass(frozen=True, slots=True)
class DeclareBuGang:
    """Add the fourth tile to one's own peng."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Hu:
    """Win: on the own hand in one's turn, otherwise on the tile that is offered."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Claim nothing, or decline what a stage offers."""


@quick
@dataclass(frozen=True, slots=True)
class Special:
    """An action that a rule set adds: its name, and whichever arguments that name takes; tiles in canonical order."""

    name: str
    tiles: tuple[Tile, ...] = ()
    number: int | None = None
    word: str = ""


Action = Discard | ChiClaim | PengClaim | GangClaim | DeclareAnGang | DeclareBuGang | Hu | Pass | Special

PASS = Pass()
HU = Hu()


def action_text(action: Action) -> str:
    """The action as a game script writes it: ``discard 9m``, ``chi 78m``, ``void m``, ``horse 17``."""
    match action:
        case Discard(tile=tile):
            return f"discard {print_tiles((tile,))}"
        case ChiClaim(tiles=tiles):
            return f"chi {print_tiles(tiles).replace(' ', '')}"
        case PengClaim():
            return "peng"
        case GangClaim():
            return "gang"
        case DeclareAnGang(tile=tile):
            return f"angang {print_tiles((tile,))}"
        case DeclareBuGang(tile=tile):
            return f"bugang {print_tiles((tile,))}"
        case Hu():
            return "hu"
        case Pass():
            return "pass"
        case Special(name=name, tiles=tiles, number=number, word=word):
            parts = (name, print_tiles(tiles).replace(" ", ""), "" if number is None else str(number), word)
            return " ".join(part for part in parts if part)
        case _:
            assert_never(action)


_WITH_TILE: dict[str, type[Discard] | type[DeclareAnGang] | type[DeclareBuGang]] = {
    "discard": Discard,
    "angang": DeclareAnGang,
    "bugang": DeclareBuGang,
}
_PLAIN: dict[str, Action] = {"peng": PengClaim(), "gang": GangClaim(), "hu": HU, "pass": PASS}


def parse_action(text: str) -> Action:
    """The action that a script line names; any unknown first word is a rule set's own action.

    Raises ``NotationError`` where the arguments do not fit the name.
    """
    name, *words = text.split()
    if name in _PLAIN:
        if words:
            raise NotationError("surplus", " ".join(words), name)
        return _PLAIN[name]
    match name:
        case "discard" | "angang" | "bugang":
            return _WITH_TILE[name](spoken_tile(" ".join(words)))
        case "chi":
            tiles = parse_spoken(" ".join(words))
            if len(tiles) != 2:
                raise NotationError("two_tiles", " ".join(words), name)
            return ChiClaim((min(tiles), max(tiles)))
        case _:
            return _special(name, words)


_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}")


def _special(name: str, words: list[str]) -> Special:
    tiles: tuple[Tile, ...] = ()
    number: int | None = None
    rest: list[str] = []
    for word in words:
        if _NUMBER.fullmatch(word):
            number = int(word)
        elif len(word) > 1 and (said := _all_tiles(word)):
            tiles += said
        else:
            rest.append(word)
    return Special(name, tuple(sorted(tiles)), number, " ".join(rest))


def _all_tiles(word: str) -> tuple[Tile, ...]:
    """The tiles that a word is; none where it is another word, as any word in Latin letters that is no code."""
    try:
        return parse_tiles(word) if word.isascii() else parse_spoken(word)
    except NotationError:
        return ()


@dataclass(frozen=True, slots=True)
class Chance:
    """Everything in a hand that is left to chance, decided outside the engine.

    ``wall``: every tile of the set in the order in which it was built, side after side from the dealer's.
    ``dice``: the first throw, the second, and the third for what the rule set rolls after the deal.
    ``winds``: which place each seat's player draws when the seats are drawn anew (a permutation of 0..3).
    """

    wall: tuple[Tile, ...]
    dice: tuple[tuple[int, int], tuple[int, int], tuple[int, int]]
    winds: tuple[int, int, int, int] = (0, 1, 2, 3)


@dataclass(frozen=True, slots=True)
class StartHand:
    """Begin the next hand with this chance."""

    chance: Chance


@quick
@dataclass(frozen=True, slots=True)
class Act:
    """A seat acts."""

    seat: Seat
    action: Action


@dataclass(frozen=True, slots=True)
class Outside:
    """Somebody who does not play acts (a bettor)."""

    name: str
    action: Special


@dataclass(frozen=True, slots=True)
class Elapsed:
    """The time of a phase that waits for nobody in particular is up."""


@dataclass(frozen=True, slots=True)
class Leave:
    """The player of a seat leaves for good; the rule set may ask a price."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CallOff:
    """The hand is called off: nothing of it is paid."""


Command = StartHand | Act | Outside | Elapsed | Leave | CallOff
