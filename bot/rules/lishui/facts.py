"""What is true of a complete hand in one of its shapes: all that the patterns ask (RULES.md L16, L17)."""

from dataclasses import dataclass

from bot.engine.hand import Hand, Keys
from bot.engine.melds import Chi, is_gang, tiles_of
from bot.engine.situation import By, Flag, Situation
from bot.engine.tiles import Suit, Tile, is_honour, suit_of
from bot.rules.lishui.shapes import Shape, shapes
from bot.rules.lishui.wilds import COPIES, as_played, plays_as, without_wilds


@dataclass(frozen=True, slots=True)
class Held:
    """A player's tiles: concealed ones without 财神 as they are (``tiles``) and as they play, how many 财神 and melds.

    ``suits`` and ``honours`` speak of concealed tiles and melds together, 财神 left out.
    """

    tiles: Keys
    played: Keys
    wilds: int
    melds: int
    runs_laid: bool
    suits: frozenset[Suit]
    honours: bool

    def shapes(self, more: int = 0) -> tuple[Shape, ...]:
        """Every shape that the tiles and so many more wild ones have."""
        return shapes(self.tiles, self.played, self.wilds + more, self.melds, self.runs_laid)

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
    played = as_played(tiles, wild)
    laid = [tile for meld in hand.melds for tile in tiles_of(meld)]
    suits = {suit for suit in Suit if played[suit]} | {suit_of(plays_as(tile, wild)) for tile in laid}
    honours = tiles[:3] == (0, 0, 0) and all(is_honour(tile) for tile in laid)
    runs_laid = any(isinstance(meld, Chi) for meld in hand.melds)
    return Held(tiles, played, wilds, len(hand.melds), runs_laid, frozenset(suits), honours)


def facts_of(situation: Situation, held: Held, shape: Shape) -> Facts:
    """The facts of one shape; flags that cannot apply to such a hand count for nothing."""
    melds = situation.hand.melds
    own = situation.by is By.SELF
    dealer = situation.seat == situation.dealer
    untouched = own and not melds
    return Facts(
        shape=shape,
        one_suit=len(held.suits) == 1 and Suit.HONOUR not in held.suits,
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
