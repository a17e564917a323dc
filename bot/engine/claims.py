"""Claims on an offered tile: which one is served, and the meld that it makes."""

from typing import assert_never

from bot.engine.actions import (
    Action,
    ChiClaim,
    DeclareAnGang,
    DeclareBuGang,
    Discard,
    GangClaim,
    Hu,
    Pass,
    PengClaim,
    Special,
)
from bot.engine.melds import Chi, Gang, Meld, Peng
from bot.engine.state import Claims, State
from bot.engine.tiles import Seat


def rank(action: Action) -> int:
    """The order of claims: hu before peng and gang before chi before passing."""
    match action:
        case Hu():
            return 3
        case PengClaim() | GangClaim():
            return 2
        case ChiClaim():
            return 1
        case Pass() | Discard() | DeclareAnGang() | DeclareBuGang() | Special():
            return 0
        case _:
            assert_never(action)


def settled(phase: Claims) -> tuple[Seat, Action] | None:
    """The claim that is served when nobody wins; None where everybody passed.

    Four copies of a kind leave room for one peng or gang, and chi belongs to one seat, so there is never a tie.
    """
    best = max(phase.answers, key=lambda answer: rank(answer[1]), default=None)
    return None if best is None or rank(best[1]) == 0 else best


def meld_of(state: State, phase: Claims, action: Action) -> Meld:
    """The meld that a claim makes of the offered tile."""
    match action:
        case PengClaim():
            return Peng(phase.tile, phase.source)
        case GangClaim():
            return Gang(phase.tile, phase.source)
        case ChiClaim(tiles=tiles):
            return Chi(state.rules.moves.run(state, (*tiles, phase.tile)), phase.source, phase.tile)
        case Hu() | Pass() | Discard() | DeclareAnGang() | DeclareBuGang() | Special():
            raise ValueError(f"{action} makes no meld")
        case _:
            assert_never(action)
