"""What a table shows beside the tiles, and what a computer player must know (RULES.md S2, S12, S16, S18, S22)."""

from bot.engine.ruleset import Badge, Profile
from bot.engine.state import Idle, Over, State
from bot.engine.tiles import SEATS, SUIT_TILES, Seat
from bot.rules.sichuan.extra import extra_of
from bot.rules.sichuan.judging import bars, last_four
from bot.rules.sichuan.scoring import MAX_SUITS


def badges(state: State, viewer: Seat | None) -> tuple[Badge, ...]:
    """Declared suits, announced hands, who has won as which, bets; a seat's own bars only to itself (RULES.md S14)."""
    extra = extra_of(state) if state.number else None
    if extra is None:
        return ()
    shown: list[Badge] = []
    for seat in SEATS:
        void, announced = extra.void[seat], extra.announced[seat]
        if void is not None:
            shown.append(Badge(f"void_{'mps'[void]}", seat))
        if announced is not None:
            shown.append(Badge("dancing", seat, announced.waits) if announced.dancing else Badge("singing", seat))
    shown += [Badge("won", won.seat, (won.tile,), (("place", place),)) for place, won in enumerate(state.wins, 1)]
    if extra.bets:
        shown.append(Badge("horses", params=(("count", len(extra.bets)),)))
    if not isinstance(state.phase, Idle | Over) and last_four(state):
        shown.append(Badge("last_four"))
    if viewer is not None and extra.passed[viewer]:
        barred = tuple(
            tile for tile in SUIT_TILES if any(bars(state, passed.tile, tile) for passed in extra.passed[viewer])
        )
        shown.append(Badge("barred", viewer, barred))
    return tuple(shown)


def profile(state: State, seat: Seat) -> Profile:
    """Two suits at most, and what a shape adds to a plain win: each fan doubles it (RULES.md S11, S12, S17)."""
    return Profile(
        kinds=SUIT_TILES,
        max_suits=MAX_SUITS,
        dropped=extra_of(state).void[seat] if state.number else None,
        seven_pairs=_adds(2),
        one_suit=_adds(2),
        triplets=_adds(1),
        gang=_adds(1) + (1.0 if state.options["rain"] == "on" else 0.0),
        concealed=_adds(1) if state.options["extras"] == "on" else 0.0,
        ready=0.0 if state.options["check_ready"] == "off" else 1.0,
    )


def _adds(fan: int) -> float:
    return float((1 << fan) - 1)
