"""Riverside 河边 (RULES.md): a game of no town, with an action, a state, a unit and a flag of its own."""

from typing import Final

from bot.engine.ruleset import Badge, Profile, RuleSet
from bot.engine.state import State
from bot.engine.tiles import ALL_TILES, SEATS, Seat
from bot.engine.wall import counted

from .flow import FLOW, river
from .moves import MOVES
from .options import OPTIONS, PRESETS
from .scoring import SCORING


def badges(state: State, _viewer: Seat | None) -> tuple[Badge, ...]:
    """What each seat has laid, and who lies at anchor."""
    own = river(state)
    fares = (Badge("fare", seat, params=(("points", own.fares[seat]),)) for seat in SEATS if own.fares[seat])
    return (*fares, *(Badge("anchored", seat) for seat in sorted(own.anchored)))


RIVERSIDE: Final = RuleSet(
    id="riverside",
    options=OPTIONS,
    presets=PRESETS,
    tiles=lambda _options: tuple(tile for tile in ALL_TILES for _ in range(4)),
    scoring=SCORING,
    flow=FLOW,
    moves=MOVES,
    badges=badges,
    profile=lambda _state, _seat: Profile(kinds=ALL_TILES, seven_pairs=3.0),
    first_dealer=lambda throw: counted(SEATS[0], sum(throw)),
)
