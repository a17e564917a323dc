"""What ``/waits`` shows: lists of shapes by what they wait on, and the questions of the trainer."""

import re
from dataclasses import dataclass, replace
from typing import Final

import discord

from bot.engine.shapes import Shape, shapes
from bot.engine.tiles import SUIT_TILES, Suit, Tile, tile_at
from bot.render import (
    BadgePicture,
    HandPicture,
    HandShown,
    PayTable,
    ResultPicture,
    Rows,
    Style,
    TilePicture,
    Tone,
    WaitPicture,
)
from bot.texts import Language, text
from bot.ui.ids import QUIZ_MENU, waits_id
from bot.ui.post import Button, Choice, Control, Menu, Post, Shot
from bot.ui.words import tile_name, tiles_text

KINDS: Final = range(3, 10)
"""On how many kinds the shapes of the lists wait."""
TILES: Final = (4, 7, 10, 13)
SMALLEST: Final = {3: 4, 4: 7, 5: 7, 6: 10, 7: 10, 8: 10, 9: 13}
"""The fewest tiles with which so many kinds can be waited on."""
ON_A_PAGE: Final = 5
LEAP: Final = 10
"""How many pages the outer two buttons turn."""
SUIT: Final = Suit.P
"""The suit of the lists: its tiles can be counted without knowing the characters."""
_ASKED: Final = re.compile(r"(?P<right>\d+)-(?P<asked>\d+)-(?P<kinds>\d+)-(?P<tiles>\d+)-(?P<suit>[mps])(?P<shape>\d+)")


@dataclass(frozen=True, slots=True)
class Listing:
    """A page of a list, from 0. ``cores`` leaves out what only has a set more than another shape of the same waits."""

    kinds: int
    tiles: int
    cores: bool = False
    page: int = 0


@dataclass(frozen=True, slots=True)
class Quiz:
    """How the trainer stands: what it asks for, and how many of how many answers were right."""

    kinds: int
    tiles: int
    right: int = 0
    asked: int = 0


@dataclass(frozen=True, slots=True)
class Asked:
    """One question of the trainer."""

    quiz: Quiz
    suit: Suit
    ranks: tuple[int, ...]

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that are shown."""
        return tuple(tile_at(self.suit, rank) for rank in self.ranks)


def listed(listing: Listing) -> tuple[Shape, ...]:
    """The shapes of a list. Takes seconds the first time: never on the event loop."""
    return tuple(shape for shape in shapes(listing.tiles, listing.kinds) if shape.core or not listing.cores)


# ---------------------------------------------------------------------- lists


def list_post(language: Language, listing: Listing, found: tuple[Shape, ...], style: Style) -> Post:
    """One page of a list, with buttons to the others."""
    pages = max(1, -(-len(found) // ON_A_PAGE))
    listing = replace(listing, page=min(max(listing.page, 0), pages - 1))
    title = text(language, "waits.title", tiles=listing.tiles, kinds=listing.kinds)
    where = text(language, "waits.page", page=listing.page + 1, pages=pages, found=len(found))
    controls = _list_controls(language, listing, pages)
    if not found:
        return Post(f"**{title}**\n{text(language, 'waits.none')}", controls=controls)
    first = listing.page * ON_A_PAGE
    shown = tuple(enumerate(found[first : first + ON_A_PAGE], first + 1))
    picture = ResultPicture(
        title=title,
        subtitle=where,
        hands=tuple(_shown(language, number, shape) for number, shape in shown),
        payments=PayTable((), ()),
        style=style,
    )
    words = "\n".join(_in_words(language, number, shape) for number, shape in shown)
    return Post(f"**{title}** · {where}", (Shot("waits.png", picture, words),), controls)


def _shown(language: Language, number: int, shape: Shape) -> HandShown:
    return HandShown(
        name=str(number),
        concealed=tuple(TilePicture(tile) for tile in shape.tiles(SUIT)),
        waits_title=text(language, "waits.on"),
        waits=tuple(WaitPicture(tile) for tile in shape.waiting(SUIT)),
        badges=(BadgePicture(text(language, "waits.is_core"), Tone.GOLD),) if shape.core else (),
    )


def _in_words(language: Language, number: int, shape: Shape) -> str:
    tiles, waits = tiles_text(language, shape.tiles(SUIT)), tiles_text(language, shape.waiting(SUIT))
    return f"{number}. {text(language, 'waits.line', tiles=tiles, waits=waits)}"


def _list_controls(language: Language, listing: Listing, pages: int) -> tuple[Control, ...]:
    def turn(label: str, by: int) -> Button:
        to = listing.page + by
        off = not (0 <= to < pages)
        return Button(label, waits_id("list", *_parts(replace(listing, page=max(to, 0))), by), 0, disabled=off)

    buttons = (
        turn(f"−{LEAP}", -LEAP),
        turn(text(language, "button.previous"), -1),
        turn(text(language, "button.next"), 1),
        turn(f"+{LEAP}", LEAP),
    )
    other = replace(listing, cores=not listing.cores, page=0)
    cores = text(language, "waits.every" if listing.cores else "waits.cores")
    more = (
        Button(cores, waits_id("list", *_parts(other), "cores"), 1),
        Button(
            text(language, "waits.ask"), waits_id("quiz", 0, 0, listing.kinds, listing.tiles), 1,
            discord.ButtonStyle.primary,
        ),
    )  # fmt: skip
    choices = tuple(
        Choice(
            text(language, "waits.title", tiles=tiles, kinds=kinds),
            f"{kinds}-{tiles}",
            chosen=(kinds, tiles) == (listing.kinds, listing.tiles),
        )
        for kinds in KINDS
        for tiles in TILES
        if tiles >= SMALLEST[kinds]
    )
    return (*buttons, *more, Menu(f"{QUIZ_MENU}:list", text(language, "waits.pick"), choices, 2))


def _parts(listing: Listing) -> tuple[int, int, int, int]:
    return listing.kinds, listing.tiles, int(listing.cores), listing.page


# ---------------------------------------------------------------------- trainer


def read_asked(words: str) -> Asked | None:
    """The question that the id of a menu holds, None for another id."""
    found = _ASKED.fullmatch(words)
    if found is None:
        return None
    right, asked, kinds, tiles = (int(found[name]) for name in ("right", "asked", "kinds", "tiles"))
    suit = Suit("mps".index(found["suit"]))
    return Asked(Quiz(kinds, tiles, right, asked), suit, tuple(int(digit) for digit in found["shape"]))


def question_post(language: Language, asked: Asked, style: Style) -> Post:
    """What does this wait on?"""
    quiz = asked.quiz
    shape = "".join(map(str, asked.ranks))
    value = f"{quiz.right}-{quiz.asked}-{quiz.kinds}-{quiz.tiles}-{'mps'[asked.suit]}{shape}"
    kinds = SUIT_TILES[9 * asked.suit : 9 * asked.suit + 9]
    choices = tuple(Choice(tile_name(language, tile), str(rank)) for rank, tile in enumerate(kinds, 1))
    menu = Menu(f"{QUIZ_MENU}:{value}", text(language, "waits.pick_waits"), choices, 0, len(choices), least=1)
    words = tiles_text(language, asked.tiles)
    picture = HandPicture(tuple(TilePicture(tile) for tile in asked.tiles), rows=Rows.ONE, style=style)
    head = [f"**{text(language, 'waits.question')}**", _score(language, quiz)]
    return Post("\n".join(line for line in head if line), (Shot("waits.png", picture, words),), (menu,))


def answer_post(
    language: Language, asked: Asked, picked: tuple[int, ...], waits: tuple[int, ...], style: Style
) -> Post:
    """Whether it was right, what the tiles do wait on, and a way to the next question."""
    right = picked == waits
    before = asked.quiz
    quiz = replace(before, right=before.right + right, asked=before.asked + 1)
    waiting = tuple(tile_at(asked.suit, rank) for rank in waits)
    lines = [f"**{text(language, 'waits.right' if right else 'waits.wrong', waits=tiles_text(language, waiting))}**"]
    missed = [tile_at(asked.suit, rank) for rank in waits if rank not in picked]
    surplus = [tile_at(asked.suit, rank) for rank in picked if rank not in waits]
    if missed:
        lines.append(text(language, "waits.missed", tiles=tiles_text(language, missed)))
    if surplus:
        lines.append(text(language, "waits.surplus", tiles=tiles_text(language, surplus)))
    lines.append(_score(language, quiz))
    picture = HandPicture(
        tuple(TilePicture(tile) for tile in asked.tiles),
        waits_title=text(language, "waits.on"),
        waits=tuple(WaitPicture(tile) for tile in waiting),
        rows=Rows.ONE,
        style=style,
    )
    words = text(language, "waits.line", tiles=tiles_text(language, asked.tiles), waits=tiles_text(language, waiting))
    controls = (
        Button(
            text(language, "waits.next"), waits_id("quiz", quiz.right, quiz.asked, quiz.kinds, quiz.tiles), 0,
            discord.ButtonStyle.primary,
        ),
        Button(text(language, "waits.list"), waits_id("list", quiz.kinds, quiz.tiles, 0, 0, "from_quiz"), 0),
    )  # fmt: skip
    return Post("\n".join(lines), (Shot("waits.png", picture, words),), controls)


def _score(language: Language, quiz: Quiz) -> str:
    return text(language, "waits.score", right=quiz.right, asked=quiz.asked) if quiz.asked else ""
