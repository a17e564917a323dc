"""The value of a hand and who pays for it (RULES.md S2, S11-S13, S17)."""

from collections.abc import Callable
from functools import lru_cache

from bot.engine.hand import Hand
from bot.engine.kernel import is_seven_pairs, is_win, seven_pairs_waits
from bot.engine.kernel import waits as sets_waits
from bot.engine.melds import Chi
from bot.engine.money import Transfer, each_pays, transfer
from bot.engine.notation import print_tile
from bot.engine.options import Options
from bot.engine.patterns import resolve, total_of
from bot.engine.readings import placements, readings
from bot.engine.ruleset import Scoring
from bot.engine.situation import SELF, By, Line, NoWin, Situation, Verdict, Win
from bot.engine.tiles import SEATS, Suit, Tile, is_suited, suit_of
from bot.rules.sichuan.facts import Facts, copies, facts_of_hand, facts_of_reading, fed_from, suits_of
from bot.rules.sichuan.options import cap_of
from bot.rules.sichuan.patterns import Table, check_rows, fitting_rows, rows

MAX_SUITS = 2
PAID_AS = {By.SELF: "win_self", By.DISCARD: "win_discard", By.ROB: "win_rob"}


def points(options: Options, fan: int) -> int:
    """What a payer owes for so many fan, the cap already applied (RULES.md S11)."""
    return options.number("stake") << fan


def capped(options: Options, fan: int) -> int:
    """The fan that are paid (RULES.md S11)."""
    cap = cap_of(options)
    return fan if cap is None else min(fan, cap)


def no_win(hand: Hand, void: int | None) -> str:
    """Why a complete hand does not win by its tiles alone: a slug, "" where it does (RULES.md S2)."""
    if not is_win(hand.keys) and not is_seven_pairs(hand.keys):
        return "no_shape"
    suits = suits_of(hand)
    if void in suits:
        return "void_held"
    return "three_suits" if len(suits) > MAX_SUITS else ""


def evaluate(options: Options, situation: Situation) -> Verdict:
    """The reading that is worth most, or why the hand does not win (RULES.md S12)."""
    complete = situation.complete
    reason = no_win(complete, situation.void)
    if reason:
        return NoWin(reason)
    lines, facts = max(_readings(options, situation, complete, rows), key=_worth)
    return Win(lines, capped(options, total_of(lines)), tuple([part.tiles for part in facts.parts]))


Read = tuple[tuple[Line, ...], Facts]
"""What counts in a reading, and its facts."""


def _worth(read: Read) -> int:
    return total_of(read[0])


def _readings(options: Options, situation: Situation, complete: Hand, table: Callable[[Options], Table]) -> list[Read]:
    """Every reading of the complete hand with what counts in it by a table."""
    shared = facts_of_hand(situation, complete, as_discard=counts_as_discard(options, situation))
    single_wait = _single_wait(options, situation)
    found = []
    for reading in readings(complete.keys):
        places = placements(reading, situation.tile) if single_wait else ()
        facts = facts_of_reading(shared, reading, places)
        found.append((resolve(fitting_rows(table, options, facts.traits), facts), facts))
    return found


def counts_as_discard(options: Options, situation: Situation) -> bool:
    """Whether a win on the replacement is settled as if it was the feeder's discard (RULES.md S12)."""
    return options["after_direct_gang"] == "discard" and fed_from(situation) is not None


def _single_wait(options: Options, situation: Situation) -> bool:
    return options["edge_closed_single"] == "on" and waits(options, situation) == (situation.tile,)


def waits(_options: Options, situation: Situation) -> tuple[Tile, ...]:
    """The kinds that would complete the hand; one whose four copies the player holds is none (RULES.md S17)."""
    return real_waits(situation.hand, situation.void)


@lru_cache(maxsize=8192)
def real_waits(hand: Hand, void: int | None) -> tuple[Tile, ...]:
    """The kinds that would complete thirteen tiles, melds counted as three, within two suits and without ``void``."""
    suits = suits_of(hand)
    if len(suits) > MAX_SUITS or void in suits:
        return ()
    found = sets_waits(hand.keys)
    if not hand.melds:
        found = tuple(sorted({*found, *seven_pairs_waits(hand.keys)}))
    return tuple([tile for tile in found if _may_hold(suits, void, suit_of(tile)) and copies(hand, tile) < 4])


def _may_hold(suits: frozenset[int], void: int | None, suit: Suit) -> bool:
    """Whether tiles of these suits may have one of this suit beside them (RULES.md S2)."""
    return suit is not Suit.HONOUR and suit != void and (suit in suits or len(suits) < MAX_SUITS)


def ready_fan(options: Options, hand: Hand, void: int | None) -> int | None:
    """The fan that a hand is paid for being ready, None where it is not (RULES.md S17).

    The largest or the smallest over all waits and all readings, as ``check_ready`` says.
    """
    fans = [
        _worth(read)
        for tile in real_waits(hand, void)
        for read in _readings(options, _on_discard(hand, tile, void), hand.plus(tile), check_rows)
    ]
    if not fans:
        return None
    return capped(options, min(fans) if options["check_ready"] == "small" else max(fans))


def _on_discard(hand: Hand, tile: Tile, void: int | None) -> Situation:
    return Situation(hand, tile, By.DISCARD, SEATS[0], void=void)


def payments(options: Options, situation: Situation, win: Win) -> tuple[Transfer, ...]:
    """Who pays whom for a win (RULES.md S13)."""
    owed = points(options, win.total)
    about = print_tile(situation.tile)
    reason = PAID_AS[situation.by]
    if situation.by is SELF and not counts_as_discard(options, situation):
        payers = [seat for seat in SEATS if seat != situation.seat and seat not in situation.out]
        owed += options.number("stake") if options["self_draw"] == "base" else 0
        return each_pays(payers, situation.seat, owed, reason, about)
    payer = situation.fed_by if situation.by is SELF else situation.source
    return () if payer is None else (transfer(payer, situation.seat, owed, reason, about),)


def check(_options: Options, situation: Situation) -> str:
    """What cannot be under these rules: honours, a chi, a win by or from somebody who is out (RULES.md S1, S5)."""
    tiles = (*situation.hand.all_tiles(), situation.tile, *situation.seen)
    if not all(is_suited(tile) for tile in tiles):
        return "honours"
    if any(isinstance(meld, Chi) for meld in situation.hand.melds):
        return "no_chi"
    if not {situation.seat, situation.source, situation.fed_by}.isdisjoint(situation.out):
        return "is_out"
    if len(situation.out) > 2:
        return "hand_over"
    return "fed_by_self" if situation.fed_by == situation.seat else ""


def patterns(options: Options) -> tuple[str, ...]:
    """The ids of all rows that these options know."""
    return tuple(row.id for row in rows(options))


SCORING = Scoring(unit="fan", evaluate=evaluate, payments=payments, waits=waits, check=check, patterns=patterns)
