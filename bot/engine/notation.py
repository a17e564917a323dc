"""Text forms of tiles, melds and hands. Printing and parsing are inverse (docs/notation.md)."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final, assert_never

from bot.engine.hand import Hand
from bot.engine.melds import AnGang, BuGang, Chi, Gang, Meld, Peng
from bot.engine.tiles import CODES, Seat, Tile, is_flower, is_suited, suit_of


class NotationError(ValueError):
    """A text that is no tile, meld or hand. ``reason`` is a slug, ``text`` what could not be read."""

    def __init__(self, reason: str, text: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {text} {detail}".rstrip())
        self.reason = reason
        self.text = text
        self.detail = detail


_BY_CODE: Final = {code: Tile(kind) for kind, code in enumerate(CODES)}
_GROUP: Final = re.compile(r"(?P<ranks>[1-9]+)(?P<suit>[mps])|(?P<honours>[ESWNCFP]+)|(?P<flower>H[1-8])")


def print_tile(tile: Tile) -> str:
    """The code of a tile, ``5m``."""
    return CODES[tile]


def print_tiles(tiles: Iterable[Tile]) -> str:
    """Codes in the given order, neighbours of a suit grouped: ``123m456p EES CC``.

    A space parts honours and flowers of different kinds of group: winds, dragons, flowers.
    """
    groups: list[str] = []
    last = ""
    for tile in tiles:
        kind = _group_of(tile)
        code = CODES[tile]
        if kind != last:
            groups.append(("" if kind in "mps" and last in ("m", "p", "s", "") else " ") + code)
        elif kind in "mps":
            groups[-1] = groups[-1][:-1] + code
        else:
            groups[-1] += code
        last = kind
    return "".join(groups).strip()


def _group_of(tile: Tile) -> str:
    if is_suited(tile):
        return "mps"[suit_of(tile)]
    if is_flower(tile):
        return "flower"
    return "wind" if tile < 31 else "dragon"


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles of a text in codes, in its order; ``NotationError`` names what cannot be read."""
    tiles: list[Tile] = []
    for word in text.split():
        at = 0
        while at < len(word):
            found = _GROUP.match(word, at)
            if found is None:
                raise NotationError("no_tile", word[at:], text)
            if found["ranks"]:
                tiles += [_BY_CODE[rank + found["suit"]] for rank in found["ranks"]]
            elif found["honours"]:
                tiles += [_BY_CODE[letter] for letter in found["honours"]]
            else:
                tiles.append(_BY_CODE[found["flower"]])
            at = found.end()
    return tuple(tiles)


def parse_tile(text: str) -> Tile:
    """The one tile of a text in codes."""
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        raise NotationError("one_tile", text)
    return tiles[0]


def print_meld(meld: Meld) -> str:
    """``chi(123m<0)``, ``peng(555p<0)``, ``gang(7777s<2)``, ``bugang(5555p<0)``, ``angang(EEEE)``."""
    match meld:
        case Chi(tiles=tiles, source=source):
            return f"chi({print_tiles(tiles).replace(' ', '')}<{source})"
        case Peng(tile=tile, source=source):
            return f"peng({print_tiles((tile,) * 3)}<{source})"
        case Gang(tile=tile, source=source):
            return f"gang({print_tiles((tile,) * 4)}<{source})"
        case BuGang(tile=tile, source=source):
            return f"bugang({print_tiles((tile,) * 4)}<{source})"
        case AnGang(tile=tile):
            return f"angang({print_tiles((tile,) * 4)})"
        case _:
            assert_never(meld)


_MELD: Final = re.compile(r"(?P<name>chi|peng|gang|bugang|angang)\((?P<tiles>[^<()]+)(?:<(?P<source>[0-3]))?\)")
_SIZES: Final = {"chi": 3, "peng": 3, "gang": 4, "bugang": 4, "angang": 4}


def parse_meld(text: str) -> Meld:
    """The meld of a text; that a chi's tiles make a run is the rule set's to judge (白板 may stand in it)."""
    found = _MELD.fullmatch(text.strip())
    if found is None:
        raise NotationError("no_meld", text)
    name = found["name"]
    tiles = parse_spoken(found["tiles"])
    if len(tiles) != _SIZES[name]:
        raise NotationError("meld_size", text)
    if name != "chi" and len(set(tiles)) != 1:
        raise NotationError("meld_alike", text)
    if (found["source"] is None) != (name == "angang"):
        raise NotationError("meld_source", text)
    if name == "angang":
        return AnGang(tiles[0])
    source = Seat(int(found["source"]))
    if name == "chi":
        return Chi((tiles[0], tiles[1], tiles[2]), source)
    claimed: dict[str, type[Peng] | type[Gang] | type[BuGang]] = {"peng": Peng, "gang": Gang, "bugang": BuGang}
    return claimed[name](tiles[0], source)


def print_hand(hand: Hand) -> str:
    """Concealed tiles, then melds, parted by spaces."""
    return " ".join((print_tiles(hand.tiles()), *(print_meld(meld) for meld in hand.melds))).strip()


def parse_hand(text: str) -> Hand:
    """The hand of a text as ``print_hand`` writes it; the tiles may stand in any order."""
    melds: list[Meld] = []

    def take(found: re.Match[str]) -> str:
        melds.append(parse_meld(found[0]))
        return " "

    rest = re.sub(r"\w+\([^()]*\)", take, text)
    tiles = parse_tiles(rest)
    for tile in set(tiles):
        if tiles.count(tile) > 4 or is_flower(tile):
            raise NotationError("too_many", CODES[tile], text)
    return Hand.of(tiles, tuple(melds))


_RANKS_IN_ENGLISH: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_NUMERALS: Final = {
    **{str(rank): rank for rank in range(1, 10)},
    **{letter: rank for rank, letter in enumerate("一二三四五六七八九", 1)},
    **{letter: rank for rank, letter in enumerate("壹贰叁肆伍陆柒捌玖", 1)},
    **{word: n for n, word in enumerate(_RANKS_IN_ENGLISH, 1)},
    "两": 2, "貳": 2, "參": 3, "陸": 6, "幺": 1, "么": 1,
}  # fmt: skip
_SUIT_WORDS: Final = {
    "m": ("万子", "萬子", "万", "萬", "characters", "character", "craks", "crak", "wan", "m"),
    "p": (
        "筒子", "饼子", "餅子", "筒", "饼", "餅", "circles", "circle", "dots", "dot", "tong", "bing", "pin", "p",
    ),
    "s": ("条子", "條子", "索子", "条", "條", "索", "bamboos", "bamboo", "bams", "bam", "tiao", "suo", "sou", "s"),
}  # fmt: skip
_HONOUR_WORDS: Final = {
    "E": ("东风", "東風", "东", "東", "east wind", "east", "dong", "e"),
    "S": ("南风", "南風", "南", "south wind", "south", "nan", "s"),
    "W": ("西风", "西風", "西", "west wind", "west", "xi", "w"),
    "N": ("北风", "北風", "北", "north wind", "north", "bei", "n"),
    "C": ("红中", "紅中", "中", "red dragon", "red", "zhong", "c"),
    "F": ("发财", "發財", "发", "發", "green dragon", "green", "fa", "f"),
    "P": ("白板", "白", "white dragon", "white", "baiban", "bai", "p"),
    **{f"H{number}": (letter, f"h{number}") for number, letter in enumerate("春夏秋冬梅兰竹菊", 1)},
}
_NICKNAMES: Final = {
    "1s": ("幺鸡", "么鸡", "幺雞", "小鸡", "鸡", "雞", "麻雀", "sparrow", "bird"),
    "1p": ("大饼", "大餅"),
}
_SUITED_SIGNS: Final = tuple(f" {rank}{suit} " for suit in "msp" for rank in range(1, 10))
_SIGNS: Final = dict(
    zip(
        range(0x1F000, 0x1F02A),
        ("东风", "南风", "西风", "北风", "红中", "发财", "白板", *_SUITED_SIGNS, *"梅兰竹菊春夏秋冬"),
        strict=True,
    )
) | {0xFE0E: "", 0xFE0F: ""}
"""Unicode's own mahjong tiles, 🀀 to 🀩, as words; what chooses between emoji and plain sign says nothing."""
_SUITS_SAID: Final = {word: suit for suit, words in _SUIT_WORDS.items() for word in words}
_NAMES_SAID: Final = {
    word: code for names in (_HONOUR_WORDS, _NICKNAMES) for code, words in names.items() for word in words
}


def _any_of(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest first; Latin ones stand alone."""
    return "|".join(
        re.escape(word) + (r"(?![a-z])" if word.isascii() and len(word) > 1 else "")
        for word in sorted(words, key=lambda word: (-len(word), word))
    )


_SAID: Final = re.compile(
    rf"(?P<ranks>(?:(?:{_any_of(_NUMERALS)})\s*)+)(?P<suit>{_any_of(_SUITS_SAID)})"
    rf"|(?P<name>{_any_of(_NAMES_SAID)})"
)
_RANK_SAID: Final = re.compile(_any_of(_NUMERALS))
_BETWEEN: Final = re.compile(r"[\s,.;、，。；/|+-]+")


def parse_spoken(text: str) -> tuple[Tile, ...]:
    """The tiles of a text in codes or as people say them: ``5条``, ``三五饼``, ``幺鸡``, ``3 bamboo``, ``🀄``.

    ``NotationError`` names what cannot be read.
    """
    try:
        return parse_tiles(text)
    except NotationError:
        words = unicodedata.normalize("NFKC", text).translate(_SIGNS).casefold()
    tiles: list[Tile] = []
    at = 0
    while at < len(words):
        between = _BETWEEN.match(words, at)
        if between is not None:
            at = between.end()
            continue
        found = _SAID.match(words, at)
        if found is None:
            raise NotationError("no_tile", _unread(text, words, at), text)
        tiles += _said(found)
        at = found.end()
    return tuple(tiles)


def spoken_tile(text: str) -> Tile:
    """The one tile of a text in codes or as people say it."""
    tiles = parse_spoken(text)
    if len(tiles) != 1:
        raise NotationError("one_tile", text)
    return tiles[0]


def _unread(text: str, words: str, at: int) -> str:
    """The word that could not be read, as it was written where it stands at the same place there."""
    return (text if text.isascii() else words)[at:].split()[0]


def _said(found: re.Match[str]) -> list[Tile]:
    if found["name"]:
        return [_BY_CODE[_NAMES_SAID[found["name"]]]]
    suit = _SUITS_SAID[found["suit"]]
    return [_BY_CODE[f"{_NUMERALS[rank]}{suit}"] for rank in _RANK_SAID.findall(found["ranks"])]
