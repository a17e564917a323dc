"""What is true of a complete hand in one of its shapes: all that the patterns ask (RULES.md L16, L17)."""

from dataclasses import dataclass

from bot.engine.hand import Hand, Keys
from bot.engine.melds import Chi, Meld, is_gang, tiles_of
from bot.engine.situation import By, Flag, Situation
from bot.engine.tiles import Suit, Tile, is_honour, suit_of
from bot.rules.lishui.shapes import SUITS, Shape, shapes
from bot.rules.lishui.wilds import COPIES, as_played, plays_as, without_wilds


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
    def suits(self) -> frozenset[Suit]:
        """The suits of concealed tiles and melds together, as they play and without 财神."""
        concealed = {suit for suit, key in zip(SUITS, self.played, strict=True) if key}
        laid = {suit_of(plays_as(tile, self.wild)) for meld in self.melds for tile in tiles_of(meld)}
        return frozenset(concealed | laid)

    @property
    def honours(self) -> bool:
        """Whether concealed tiles and melds are honours, 财神 left out."""
        return self.tiles[:3] == (0, 0, 0) and all(is_honour(tile) for meld in self.melds for tile in tiles_of(meld))

    @property
    def home(self) -> Suit:
        """The suit in which tiles that could be anything stand."""
        return Suit.HONOUR if self.honours else min(self.suits, default=Suit.M)


@dataclass(frozen=True, slots=True)
class Facts:
    """A complete hand in one shape, and how it came about."""

    shape: Shape
    one_suit: bool
    honours: bool
    three_wilds: bool
    by: By
    dealt: bool
    first_draw: bool
    replacement: bool

    @property
    def shaped(self) -> bool:
        """Whether the hand has a shape at all."""
        return self.shape is not Shape.LOOSE


def sorted_out(hand: Hand, wild: Tile | None) -> Held:
    """The tiles of a hand, complete or not, sorted out."""
    tiles, wilds = without_wilds(hand.keys, wild)
    return Held(tiles, as_played(tiles, wild), wilds, hand.melds, wild)


def facts_of(situation: Situation, held: Held, shape: Shape) -> Facts:
    """The facts of one shape; flags that cannot apply to such a hand count for nothing."""
    melds = situation.hand.melds
    own = situation.by is By.SELF
    dealer = situation.seat == situation.dealer
    untouched = own and not melds
    suits = held.suits
    return Facts(
        shape=shape,
        one_suit=len(suits) == 1 and Suit.HONOUR not in suits,
        honours=held.honours,
        three_wilds=own and held.wilds == COPIES,
        by=situation.by,
        dealt=untouched and dealer and Flag.DEALT in situation.flags,
        first_draw=untouched and not dealer and Flag.FIRST_DRAW in situation.flags,
        replacement=own and Flag.REPLACEMENT in situation.flags and any(is_gang(meld) for meld in melds),
    )


def wild_offered(situation: Situation) -> bool:
    """Whether the hand would be completed by another's 财神, which nobody can claim (``RULES.md L7``)."""
    return situation.by is not By.SELF and situation.tile == situation.wild
