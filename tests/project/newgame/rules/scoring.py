"""What a hand is worth and who pays for it (RULES.md R4, R5)."""

from typing import Final

from bot.engine.kernel import is_seven_pairs, is_win, seven_pairs_waits
from bot.engine.kernel import waits as sets_waits
from bot.engine.melds import Chi
from bot.engine.money import Transfer, each_pays
from bot.engine.options import Options
from bot.engine.patterns import Contained, Row, fitting, once, resolve, total_of
from bot.engine.ruleset import Scoring
from bot.engine.situation import NoWin, Situation, Verdict, Win
from bot.engine.tiles import SEATS, Tile

from .options import STAKE

ANCHORED: Final = "anchored"
"""The line, and the flag of a seat that has dropped anchor."""
PAIRS, AT_ANCHOR = 1, 2
NO_SHAPE: Final = NoWin("no_shape")

TABLE: Final[tuple[Row[None], ...]] = (
    Row("plain", 1, once, "R4"),
    Row("seven_pairs", 3, once, "R4", (Contained("plain"),), PAIRS),
    Row(ANCHORED, 2, once, "R3", (), AT_ANCHOR),
)


def evaluate(_options: Options, situation: Situation) -> Verdict:
    """The lines of a win; seven pairs count rather than sets."""
    keys, melds = situation.complete
    pairs = not melds and is_seven_pairs(keys)
    if not pairs and not is_win(keys):
        return NO_SHAPE
    traits = PAIRS * pairs + AT_ANCHOR * (ANCHORED in situation.flags)
    lines = resolve(fitting(TABLE, traits), None)
    return Win(lines, total_of(lines), (situation.complete.tiles(),))


def payments(options: Options, situation: Situation, win: Win) -> tuple[Transfer, ...]:
    """Who pays the winner, and how much."""
    payers = [seat for seat in SEATS if seat != situation.seat]
    if situation.source is not None:
        payers = [situation.source]
    return each_pays(payers, situation.seat, win.total * options.number(STAKE), "won")


def waits(_options: Options, situation: Situation) -> tuple[Tile, ...]:
    """The kinds that complete the hand."""
    keys, melds = situation.hand
    pairs = () if melds else seven_pairs_waits(keys)
    return tuple(sorted({*sets_waits(keys), *pairs}))


def check(_options: Options, situation: Situation) -> str:
    """Nobody calls chi, so none can be in a hand (RULES.md R1)."""
    return "no_chi" if any(isinstance(meld, Chi) for meld in situation.hand.melds) else ""


SCORING: Final = Scoring(
    unit="shells",
    evaluate=evaluate,
    payments=payments,
    waits=waits,
    check=check,
    patterns=lambda _options: tuple(row.id for row in TABLE),
    flags=(ANCHORED,),
)
