"""What a Lishui table shows beside its tiles, and what a computer player must know of the rules."""

from bot.engine.ruleset import RESEAT, Badge, Profile
from bot.engine.state import Idle, Over, State
from bot.engine.tiles import ALL_TILES, Seat
from bot.rules.lishui.flow import bonds, ting_seats
from bot.rules.lishui.scoring import base
from bot.rules.lishui.wilds import proxies, wild_of


def badges(state: State, viewer: Seat | None) -> tuple[Badge, ...]:
    """The base; whether seats are drawn anew (a new 版); the 财神 and what plays as it; who is bound to whom (统包); 听
    to the seat that declared it alone."""
    shown = [Badge("base", params=(("points", base(state.options, state.streak)),))]
    if RESEAT in state.carry and not isinstance(state.phase, Over):
        shown.append(Badge("reseat" if isinstance(state.phase, Idle) else "reseated"))
    wild = wild_of(state)
    if wild is not None:
        shown.append(Badge("wild", tiles=(wild,)))
        shown += [Badge("proxy", tiles=(face,)) for face in proxies(wild).values()]
    for taker, giver in bonds(state):
        shown += [Badge("bound", one, params=(("seat", other),)) for one, other in ((taker, giver), (giver, taker))]
    if viewer is not None and viewer in ting_seats(state) and not isinstance(state.phase, Idle | Over):
        shown.append(Badge("ting", viewer))
    return tuple(shown)


def profile(state: State, _seat: Seat) -> Profile:
    """Every kind is in play and nothing has to go; weights are the multipliers of a win from a discard."""
    wild = wild_of(state)
    return Profile(
        kinds=ALL_TILES,
        wild=wild,
        plays_as=tuple(proxies(wild).items()),
        seven_pairs=2.0,
        one_suit=4.0,
        triplets=2.0,
    )
