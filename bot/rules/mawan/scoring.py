"""What a hand is worth under Mawan rules, and who pays it."""

from collections.abc import Iterator
from typing import Final

from bot.engine.hand import Keys
from bot.engine.kernel import is_seven_pairs, is_win
from bot.engine.melds import Chi
from bot.engine.money import Transfer
from bot.engine.options import Options
from bot.engine.patterns import resolve
from bot.engine.readings import parts_of, placements, readings, tiles_of_part
from bot.engine.ruleset import Scoring
from bot.engine.situation import By, Flag, Line, NoWin, Part, Situation, Verdict, Win
from bot.engine.tiles import SEATS, Seat, Tile, is_suited, suit_of
from bot.rules.mawan.facts import Facts, facts_of, waits_of, whole_of
from bot.rules.mawan.patterns import CHARACTERS, FULL_RUNS, PARTS, SCATTERED, line_ids, table

SCATTERED_TAI: Final = 100
FULL_RUNS_TAI: Final = 100
LONE_MISSING_TAI: Final = 50
SMALL_TABLE: Final = ((12, 40), (9, 30), (5, 20), (1, 10), (0, 0))
"""字 from this number on, and their 台 (RULES.md M7)."""
FULL_RUNS_NEED: Final = {"all_runs": 1, "no_terminals": 1, "good_pair": 2, "missing_class": 2}


def evaluate(options: Options, situation: Situation) -> Verdict:
    """The reading of a complete situation that has the most 台, then the most 字 (RULES.md M7), or why it is no win.

    ``Win.tiles`` are the concealed sets and the pair of that reading, or its seven pairs.
    """
    best: Win | None = None
    most = (-1, 0)
    found = readings(situation.complete.keys)
    if not found:
        return NoWin("no_shape")
    whole = whole_of(situation)
    for reading in found:
        shape = tuple(tiles_of_part(part) for part in parts_of(reading))
        for placement in placements(reading, situation.tile):
            lines = _lines(options, facts_of(whole, reading, placement))
            counted = (sum(line.worth for line in lines), sum(part.count for line in lines for part in line.parts))
            if counted > most:
                best, most = Win(lines, counted[0], shape), counted
    return NoWin("no_shape") if best is None else best


def is_complete(keys: Keys) -> bool:
    """Whether concealed tiles are sets and a pair, or seven pairs."""
    return is_win(keys) or is_seven_pairs(keys)


def _lines(options: Options, facts: Facts) -> tuple[Line, ...]:
    """The line of the 字 and the lines of the items; under M8 the first takes in 喜相逢."""
    found = resolve(table(options), facts)
    parts = tuple(Part(line.id, line.worth) for line in found if line.id in PARTS)
    items = tuple(line for line in found if line.id not in PARTS)
    counts = {part.id: part.count for part in parts}
    if any(line.id == "three_suit_runs" for line in items) and _is_full(counts):
        items = tuple(line for line in items if line.id != "three_suit_runs")
        return (Line(FULL_RUNS, FULL_RUNS_TAI, parts=parts), *items)
    characters = sum(counts.values())
    if characters == 0:
        return items
    return (Line(CHARACTERS, _tai_of(characters, counts), characters, parts), *items)


def _is_full(counts: dict[str, int]) -> bool:
    """RULES.md M8: 平 断 将将 缺缺 are there, with or without more."""
    return all(counts.get(slug, 0) >= needed for slug, needed in FULL_RUNS_NEED.items())


def _tai_of(characters: int, counts: dict[str, int]) -> int:
    """The row of the small table; a single 字 that is a 缺 has its own (RULES.md M7)."""
    if characters == 1 and "missing_class" in counts:
        return LONE_MISSING_TAI
    return next(tai for least, tai in SMALL_TABLE if characters >= least)


# ---------------------------------------------------------------------- dealt hands (M18)


def dealt(options: Options, situation: Situation) -> Verdict | None:
    """RULES.md M18: the verdict on dealt tiles as 十三散, None where the situation is not about dealt ones."""
    if Flag.DEALT not in situation.flags:
        return None
    return scattered(options, situation.hand.keys if not situation.hand.melds else (0, 0, 0, 0))


def scattered(options: Options, keys: Keys) -> Verdict:
    """RULES.md M18: thirteen tiles of which no two could meet in a set; of fourteen, some thirteen."""
    if options["scattered"] != "on":
        return NoWin("scattered_off")
    tiles = [list(_kinds(key)) for key in keys]
    held = sum(len(kinds) for kinds in tiles)
    if held not in (13, 14) or not _is_scattered(tiles, spare=held - 13):
        return NoWin("not_scattered")
    return Win((Line(SCATTERED, SCATTERED_TAI),), SCATTERED_TAI)


def _kinds(key: int) -> Iterator[int]:
    rank = 0
    while key:
        key, copies = divmod(key, 5)
        yield from (rank,) * copies
        rank += 1


def _is_scattered(suits: list[list[int]], spare: int) -> bool:
    """Whether no two tiles could meet once ``spare`` of them are left out: a chain is thinned greedily."""
    apart = (3, 3, 3, 1)
    kept = 0
    for ranks, least in zip(suits, apart, strict=True):
        last = -least
        for rank in ranks:
            if rank - last >= least:
                last = rank
                kept += 1
    return sum(len(ranks) for ranks in suits) - kept <= spare


# ---------------------------------------------------------------------- payments


def payments(options: Options, situation: Situation, win: Win) -> tuple[Transfer, ...]:
    """Who pays the winner what (RULES.md M11, M12); ``liable`` pays all shares, but not the side stakes (M13, M14)."""
    winner = situation.seat
    share = options.number("stake") * (10 + win.total) // 10
    liable = situation.liable if options["responsible"] != "off" else None
    side = options.number("side_stake")
    owed = _shares(options, situation, win)
    transfers = []
    for payer, shares in owed:
        covered = liable is not None and liable != payer
        who = liable if liable is not None else payer
        transfers.append(Transfer(who, winner, share * shares, "covered" if covered else "win"))
    if side:
        transfers += [Transfer(payer, winner, side, "side_stake") for payer, _ in owed]
    return tuple(transfers)


def _shares(options: Options, situation: Situation, win: Win) -> tuple[tuple[Seat, int], ...]:
    """How many shares each payer owes; 十三散 is paid as a self-draw."""
    others = tuple(seat for seat in SEATS if seat != situation.seat)
    source = situation.source
    if situation.by is By.SELF or any(line.id == SCATTERED for line in win.lines):
        return tuple((seat, 1) for seat in others)
    match options["discard_pays"]:
        case "discarder_double":
            return tuple((seat, 2 if seat == source else 1) for seat in others)
        case "discarder_only":
            return tuple((seat, 1) for seat in others if seat == source)
        case _:
            return tuple((seat, 1) for seat in others)


# ---------------------------------------------------------------------- the rest of what scoring is


def waits(_options: Options, situation: Situation) -> tuple[Tile, ...]:
    """The kinds that complete the hand; a kind of which it holds all four is none (RULES.md M10)."""
    return waits_of(situation.hand)


def check(_options: Options, situation: Situation) -> str:
    """The slug of what is impossible under these rules: a wild tile, a winner who is liable, a chi that is no run."""
    if situation.wild is not None:
        return "no_wild"
    if situation.liable == situation.seat:
        return "liable_wins"
    chis = (meld for meld in situation.hand.melds if isinstance(meld, Chi))
    return "" if all(_is_run(meld.tiles) for meld in chis) else "no_run"


def _is_run(tiles: tuple[Tile, Tile, Tile]) -> bool:
    low, middle, high = sorted(tiles)
    return is_suited(low) and suit_of(low) == suit_of(high) and (middle, high) == (low + 1, low + 2)


SCORING: Final = Scoring(
    unit="tai",
    evaluate=evaluate,
    payments=payments,
    waits=waits,
    check=check,
    patterns=line_ids,
    dealt=dealt,
)
