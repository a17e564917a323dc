"""What a hand is worth under Mawan rules, and who pays it."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from bot.engine.hand import Keys
from bot.engine.kernel import is_seven_pairs, is_win
from bot.engine.melds import Chi
from bot.engine.money import Transfer, transfer
from bot.engine.options import Options
from bot.engine.patterns import Row, line, tally, total_of
from bot.engine.readings import Reading, parts_of, readings
from bot.engine.ruleset import Scoring
from bot.engine.situation import SELF, Flag, Line, NoWin, Part, Situation, Verdict, Win
from bot.engine.tiles import SEATS, Seat, Tile, is_suited, suit_of
from bot.rules.mawan.facts import Facts, facts_of, waits_of, whole_of
from bot.rules.mawan.patterns import CHARACTERS, FULL_RUNS, PARTS, SCATTERED, line_ids, rows

SCATTERED_TAI: Final = 100
FULL_RUNS_TAI: Final = 100
LONE_MISSING_TAI: Final = 50
TAI: Final = (0, *(10,) * 4, *(20,) * 4, *(30,) * 3, 40)
"""The 台 of so many 字; more than the last count as the last (RULES.md M7)."""
MOST_CHARACTERS: Final = len(TAI) - 1
ROWS: Final = ((1, 1), (2, 4), (5, 8), (9, 11), (MOST_CHARACTERS, None))
"""The rows of that table: the least and the most 字 of each; the last has no most."""
MEETING: Final = line("three_suit_runs", 50)
FULL_RUNS_NEED: Final = {"all_runs": 1, "no_terminals": 1, "good_pair": 2, "missing_class": 2}


def evaluate(options: Options, situation: Situation) -> Verdict:
    """The reading of a complete situation that has the most 台, then the most 字 (RULES.md M7), or why it is no win.

    ``Win.tiles`` are the concealed sets and the pair of that reading, or its seven pairs.
    """
    complete = situation.complete
    found = readings(complete.keys)
    if not found:
        return NoWin("no_shape")
    whole = whole_of(situation, complete)
    best: tuple[int, int, tuple[Line, ...], Reading] = (-1, 0, (), found[0])
    for reading in found:
        for facts in facts_of(whole, reading):
            counted = tally(rows(options, facts.traits), facts)
            tai, characters, lines = _lines(tuple(counted))
            if tai > best[0] or (tai == best[0] and characters > best[1]):
                best = (tai, characters, lines, reading)
    total, _, lines, reading = best
    return Win(lines, total, tuple([part.tiles for part in parts_of(reading)]))


def is_complete(keys: Keys) -> bool:
    """Whether concealed tiles are sets and a pair, or seven pairs."""
    return is_win(keys) or is_seven_pairs(keys)


@lru_cache(maxsize=1 << 12)
def _lines(counted: tuple[tuple[Row[Facts], int], ...]) -> tuple[int, int, tuple[Line, ...]]:
    """台, 字, and the lines: that of the 字 and those of the items; under M8 the first takes in 喜相逢."""
    parts = tuple([Part(row.id, row.worth * count) for row, count in counted if row.id in PARTS])
    items = [line(row.id, row.worth * count, count) for row, count in counted if row.id not in PARTS]
    characters = sum([part.count for part in parts])
    if MEETING in items and _is_full(parts):
        items.remove(MEETING)
        items.insert(0, Line(FULL_RUNS, FULL_RUNS_TAI, parts=parts))
    elif characters:
        items.insert(0, Line(CHARACTERS, _tai_of(characters, parts), characters, parts))
    return total_of(items), characters, tuple(items)


def _is_full(parts: tuple[Part, ...]) -> bool:
    """RULES.md M8: 平 断 将将 缺缺 are there, with or without more."""
    counts = {part.id: part.count for part in parts}
    return all(counts.get(slug, 0) >= needed for slug, needed in FULL_RUNS_NEED.items())


def _tai_of(characters: int, parts: tuple[Part, ...]) -> int:
    """The row of the small table; a single 字 that is a 缺 has its own (RULES.md M7)."""
    if characters == 1 and parts[0].id == "missing_class":
        return LONE_MISSING_TAI
    return TAI[min(characters, MOST_CHARACTERS)]


def row(line: Line) -> tuple[int, int | None] | None:
    """The row of the small table that the line of the 字 falls in; None of an item (RULES.md M7)."""
    if line.id != CHARACTERS:
        return None
    return next((least, most) for least, most in ROWS if most is None or line.count <= most)


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
    if liable is None:
        paid = [transfer(payer, winner, share * shares, "win") for payer, shares in owed]
    else:
        paid = [
            transfer(liable, winner, share * shares, "win" if payer == liable else "covered") for payer, shares in owed
        ]
    if side:
        paid += [transfer(payer, winner, side, "side_stake") for payer, _ in owed]
    return tuple(paid)


def _shares(options: Options, situation: Situation, win: Win) -> list[tuple[Seat, int]]:
    """How many shares each payer owes; 十三散 is paid as a self-draw."""
    winner, source = situation.seat, situation.source
    if situation.by is SELF or [line for line in win.lines if line.id == SCATTERED]:
        return [(seat, 1) for seat in SEATS if seat != winner]
    match options["discard_pays"]:
        case "discarder_double":
            return [(seat, 2 if seat == source else 1) for seat in SEATS if seat != winner]
        case "discarder_only":
            return [(seat, 1) for seat in SEATS if seat == source]
        case _:
            return [(seat, 1) for seat in SEATS if seat != winner]


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
    row=row,
)
