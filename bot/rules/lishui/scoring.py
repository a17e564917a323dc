"""What a hand is worth and who pays for it (RULES.md L16–L22)."""

from typing import Final

from bot.engine.hand import Keys
from bot.engine.kernel import is_seven_pairs, is_win
from bot.engine.melds import Chi
from bot.engine.money import Transfer, transfer
from bot.engine.options import Options
from bot.engine.patterns import total_of
from bot.engine.ruleset import Scoring
from bot.engine.score import held as copies_held
from bot.engine.situation import DISCARD, ROB, Line, NoWin, Situation, Verdict, Win
from bot.engine.tiles import ALL_TILES, SEATS, Seat, Tile
from bot.rules.lishui import traits as has
from bot.rules.lishui.facts import Held, sorted_out, traits_of, wild_offered
from bot.rules.lishui.options import ALL_HONOURS_NEEDS_SHAPE, BASE_CAP, STAKE
from bot.rules.lishui.patterns import lines, pattern_ids
from bot.rules.lishui.shapes import LOOSE, is_scattered, lay_out
from bot.rules.lishui.wilds import COPIES, as_played, holds_wild, is_run, without_wilds

NO_SHAPE: Final = NoWin("no_shape")
_NOTHING: Final[tuple[Line, ...]] = ()
FIRST_BASE: Final = 3
BASE_STEP: Final = 2


def evaluate(options: Options, situation: Situation) -> Verdict:
    """The shape that pays most, of equals the one that ``shapes`` names first; or why it is no win (RULES.md L17)."""
    if wild_offered(situation):
        return NoWin("wild_unclaimed")
    held = sorted_out(situation.complete, situation.wild)
    traits = traits_of(situation, held)
    most, best, counted = 0, LOOSE, _NOTHING
    for shape in held.shapes() or (LOOSE,):
        found = lines(options, situation.by, traits | has.OF_SHAPE[shape])
        total = total_of(found)
        if total > most:
            most, best, counted = total, shape, found
    if not most:
        return NO_SHAPE
    tiles, stands_for = lay_out(best, held.tiles, held.played, held.wilds, held.home)
    return Win(counted, most, tiles, stands_for)


def may_win(keys: Keys, melds: int, wild: Tile | None, missing: int = 0) -> bool:
    """Whether tiles, complete or one too few (``missing``), may win; nearly all are turned away here.

    They have a shape, with a wild tile for the one that is missing, or there is what may win without one. A 财神 as the
    missing tile is left out.
    """
    tiles, held = without_wilds(keys, wild)
    played = as_played(tiles, wild)
    wilds = held + missing
    if is_win(played, wilds) or held == COPIES or not any(tiles[:3]):
        return True
    return melds == 0 and (is_seven_pairs(played, wilds) or is_scattered(tiles, wilds))


def waits(options: Options, situation: Situation) -> tuple[Tile, ...]:
    """The kinds that complete the hand by its shape; never one of which the player holds all that are in play."""
    if not _near(options, situation):
        return ()
    return tuple(
        tile
        for tile in ALL_TILES
        if copies_held(situation, tile) < (COPIES if tile == situation.wild else 4)
        and _complete(options, sorted_out(situation.hand.plus(tile), situation.wild))
    )


def is_ready(options: Options, situation: Situation) -> bool:
    """Whether any kind completes the hand by its shape, 财神会 left out (``RULES.md L14``)."""
    if not _near(options, situation):
        return False
    wild = situation.wild
    return (wild is not None and situation.hand.count(wild) < COPIES) or bool(waits(options, situation))


def _near(options: Options, situation: Situation) -> bool:
    """Whether one wild tile more would complete the hand; where it does not, no tile does."""
    return _complete(options, sorted_out(situation.hand, situation.wild), 1)


def _complete(options: Options, held: Held, more: int = 0) -> bool:
    """Whether the tiles and so many more wild ones win by what they are, without 财神会."""
    return bool(held.shapes(more)) or (held.honours and options[ALL_HONOURS_NEEDS_SHAPE] == "no")


# ---------------------------------------------------------------------- payments


def base(options: Options, streak: int) -> int:
    """What the dealer wins and loses by, before the multiplier: 3, 5, 7, 9 and so on (``RULES.md L18``)."""
    points = FIRST_BASE + BASE_STEP * (streak - 1)
    return points if options[BASE_CAP] == "open" else min(points, options.number(BASE_CAP))


def payments(options: Options, situation: Situation, win: Win) -> tuple[Transfer, ...]:
    """A share from each other seat, and the fine of whoever discarded the winning tile (``RULES.md L19–L22``)."""
    winner, stake = situation.seat, options.number(STAKE)
    answering, reason = _answering(situation)
    transfers = []
    dealers_share = win.total * stake * base(options, situation.streak)
    for seat in SEATS:
        if seat == winner:
            continue
        points = dealers_share if situation.dealer in (seat, winner) else win.total * stake
        if answering is None or answering == seat:
            transfers.append(transfer(seat, winner, points, "share"))
        else:
            transfers.append(transfer(answering, winner, points, reason))
    if situation.by is DISCARD and situation.source is not None:
        transfers.append(transfer(situation.source, winner, stake, "fed"))
    return tuple(transfers)


def _answering(situation: Situation) -> tuple[Seat | None, str]:
    """Who pays all three shares, and why: the robbed seat before the one that is bound (``RULES.md L21, L22``)."""
    if situation.by is ROB:
        return situation.source, "robbed"
    return situation.liable, "bound"


def check(_options: Options, situation: Situation) -> str:
    """What is impossible about a hand: a 财神 in a meld, a chi that is no run, a winner that answers for itself."""
    wild = situation.wild
    for meld in situation.hand.melds:
        if wild is not None and holds_wild(meld, wild):
            return "wild_in_meld"
        if isinstance(meld, Chi) and not is_run(meld, wild):
            return "no_run"
    return "liable_wins" if situation.liable == situation.seat else ""


SCORING: Final = Scoring(
    unit="times",
    evaluate=evaluate,
    payments=payments,
    waits=waits,
    check=check,
    patterns=pattern_ids,
)
