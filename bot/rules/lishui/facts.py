"""What is true of a complete hand, whatever its shape: all else that the patterns ask (RULES.md L16, L17)."""

from dataclasses import dataclass
from typing import Final

from bot.engine.hand import Hand, Keys
from bot.engine.melds import Chi, Meld, is_gang, tiles_of
from bot.engine.situation import ROB, SELF, Flag, Situation
from bot.engine.tiles import Suit, Tile, is_honour, suit_of
from bot.rules.lishui import traits as has
from bot.rules.lishui.shapes import SUITS, Shape, shapes
from bot.rules.lishui.wilds import COPIES, as_played, plays_as, without_wilds

ONE_SUITS: Final = tuple(1 << suit for suit in SUITS if suit is not Suit.HONOUR)
"""The masks of a single suit of ranks."""


@dataclass(frozen=True, slots=True)
class Held:
    """A player's tiles: concealed ones without 财神 as they are (``tiles``) and as they play, how many 财神, and melds.

    What is true of them is found when it is asked: of most hands only that they have no shape.
    """

    tiles: Keys
    played: Keys
    wilds: int
    melds: tuple[Meld, ...]
    wild: Tile | None

    def shapes(self, more: int = 0) -> tuple[Shape, ...]:
        """Every shape that the tiles and so many more wild ones have."""
        runs_laid = any(isinstance(meld, Chi) for meld in self.melds)
        return shapes(self.tiles, self.played, self.wilds + more, len(self.melds), runs_laid)

    @property
    def suits(self) -> int:
        """The mask of the suits of concealed tiles and melds together, as they play and without 财神."""
        m, p, s, z = self.played
        suits = (m > 0) | (p > 0) << 1 | (s > 0) << 2 | (z > 0) << 3
        for meld in self.melds:
            for tile in tiles_of(meld):
                suits |= 1 << suit_of(plays_as(tile, self.wild))
        return suits

    @property
    def honours(self) -> bool:
        """Whether concealed tiles and melds are honours, 财神 left out."""
        return self.tiles[:3] == (0, 0, 0) and all(is_honour(tile) for meld in self.melds for tile in tiles_of(meld))

    @property
    def home(self) -> Suit:
        """The suit in which tiles that could be anything stand."""
        if self.honours:
            return Suit.HONOUR
        suits = self.suits
        return next((suit for suit in SUITS if suits >> suit & 1), Suit.M)


def sorted_out(hand: Hand, wild: Tile | None) -> Held:
    """The tiles of a hand, complete or not, sorted out."""
    tiles, wilds = without_wilds(hand.keys, wild)
    return Held(tiles, as_played(tiles, wild), wilds, hand.melds, wild)


def traits_of(situation: Situation, held: Held) -> int:
    """The traits of a complete hand but those of its shape; flags that cannot apply to it count for nothing."""
    traits = has.ONE_SUIT if held.suits in ONE_SUITS else 0
    if held.honours:
        traits |= has.HONOURS
    by = situation.by
    if by is SELF:
        if held.wilds == COPIES:
            traits |= has.THREE_WILDS
        return traits | _flagged(situation) if situation.flags else traits
    return traits | has.ROBBED if by is ROB else traits


def _flagged(situation: Situation) -> int:
    """The traits that the flags of a drawn tile stand for."""
    melds, flags = situation.hand.melds, situation.flags
    dealer = situation.seat == situation.dealer
    traits = 0
    if not melds and dealer and Flag.DEALT in flags:
        traits |= has.DEALT
    if not melds and not dealer and Flag.FIRST_DRAW in flags:
        traits |= has.FIRST_DRAW
    if Flag.REPLACEMENT in flags and any(is_gang(meld) for meld in melds):
        traits |= has.REPLACEMENT
    return traits


def wild_offered(situation: Situation) -> bool:
    """Whether the hand would be completed by another's 财神, which nobody can claim (``RULES.md L7``)."""
    return situation.by is not SELF and situation.tile == situation.wild
