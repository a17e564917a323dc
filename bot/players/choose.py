"""The one computer player: wins when it can, goes the shortest way to the best hand, and is careful near the end."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.engine.actions import (
    HU,
    PASS,
    Action,
    ChiClaim,
    DeclareAnGang,
    DeclareBuGang,
    Discard,
    GangClaim,
    PengClaim,
    Special,
)
from bot.engine.hand import Hand
from bot.engine.melds import AnGang, BuGang, Chi, Gang, Peng, tiles_of
from bot.engine.ruleset import Profile
from bot.engine.tiles import PLAYABLE, SEATS, Tile
from bot.engine.view import HiddenGang, OwnView, View
from bot.players.appraise import Holding, best_worths, holding, steps, suits_to_go, too_many_melded, worth

CLAIM_MARGIN: Final = 1.2
"""How much better a hand must become for a claim, which opens it."""
LATE: Final = 16
"""With so few tiles left a hand that is far from ready is played safe."""
FAR: Final = 2
SPARE: Final = 2
"""How many turns are left over at least once the tiles of a suit too many are gone; with fewer they go first."""
BEARABLE: Final = 0.15
"""How much of the best discard's worth another one must have to be made where the best may cost far more."""
_SOMEBODY: Final = SEATS[0]
"""Whose tile it was makes no difference to what a hand is worth."""


def choose(view: View) -> Action:
    """What a computer player does with what it sees; it must be asked something (``view.own.asked``)."""
    own = view.own
    if own is None or not own.asked:
        raise ValueError("nothing is asked")
    own = unwarned(own)
    if HU in own.asked:
        return HU
    left = unseen(view)
    claims = [action for action in own.asked if isinstance(action, ChiClaim | PengClaim | GangClaim)]
    if claims:
        return _claim(view, own, claims, left)
    discards = [action for action in own.asked if isinstance(action, Discard)]
    if discards:
        return _turn(view, own, discards, left)
    return _stage(own, left)


def unwarned(own: OwnView) -> OwnView:
    """The same seat without the answers that a person would be asked to confirm, as long as others are left."""
    safe = tuple(action for action in own.asked if action not in own.warned)
    return replace(own, asked=safe) if safe else own


def unseen(view: View) -> Mapping[Tile, int]:
    """How many copies of each kind this seat has not seen."""
    left = dict.fromkeys((Tile(kind) for kind in range(PLAYABLE)), 4)
    own = view.own
    seen: list[Tile] = list(view.turned)
    if own is not None:
        seen += own.hand.tiles()
    for seat in view.seats:
        seen += (laid.tile for laid in seat.discards if laid.taken is None)
        for meld in seat.melds:
            if not isinstance(meld, HiddenGang):
                seen += tiles_of(meld)
    for tile in seen:
        left[tile] = max(0, left[tile] - 1)
    return left


# ---------------------------------------------------------------------- claims


def _claim(view: View, own: OwnView, claims: Sequence[Action], left: Mapping[Tile, int]) -> Action:
    """The claim that makes the hand clearly better, or none; near the end none that leads away from being ready."""
    offered = view.offered
    if offered is None:
        return PASS
    profile = own.profile
    hands = {action: _after_claim(own.hand, action, offered.tile) for action in claims}
    if _hurries(view, profile) and PASS in own.asked:
        now = steps(holding(own.hand, profile), profile)
        hands = {action: after for action, after in hands.items() if _nearest(after, profile) <= now}
    if not hands:
        return PASS
    before = worth(holding(own.hand, profile), profile, left)
    values = {action: _claimed(action, after, profile, left) for action, after in hands.items()}
    best = max(hands, key=lambda action: values[action])
    if values[best] > before * CLAIM_MARGIN or PASS not in own.asked:
        return best
    return PASS


def _after_claim(hand: Hand, action: Action, tile: Tile) -> Hand:
    match action:
        case ChiClaim(tiles=(low, high)):
            return hand.minus(low).minus(high).with_meld(Chi((low, high, tile), _SOMEBODY, tile))
        case PengClaim():
            return hand.minus(tile, 2).with_meld(Peng(tile, _SOMEBODY))
        case GangClaim():
            return hand.minus(tile, 3).with_meld(Gang(tile, _SOMEBODY))
        case _:
            raise ValueError(f"{action} is no claim")


def _claimed(action: Action, after: Hand, profile: Profile, left: Mapping[Tile, int]) -> float:
    if isinstance(action, GangClaim):
        return worth(holding(after, profile), profile, left) * (1.0 + profile.gang)
    return max(_best_discards(after, after.kinds(), profile, left).values())


def _nearest(after: Hand, profile: Profile) -> int:
    """How far from being ready a hand is after a claim, once a tile is discarded where one has to be."""
    if after.size() % 3 == 1:
        return steps(holding(after, profile), profile)
    hands = _without_each(after, after.kinds(), profile).values()
    return min((steps(held, profile) for held in hands), default=0)


def _hurries(view: View, profile: Profile) -> bool:
    """Whether being ready goes before a better hand: the wall is nearly empty, and then it is paid for."""
    return view.left <= LATE and profile.ready > 0.0


def _best_discards(
    hand: Hand, tiles: Iterable[Tile], profile: Profile, left: Mapping[Tile, int]
) -> Mapping[Tile, float]:
    """What the hand is worth without each of some tiles, as far as that may be the most; wild ones are kept."""
    return best_worths(_without_each(hand, tiles, profile), profile, left) or dict.fromkeys(tiles, 0.0)


def _all_discards(
    hand: Hand, tiles: Iterable[Tile], profile: Profile, left: Mapping[Tile, int]
) -> Mapping[Tile, float]:
    """What the hand is worth without each of some tiles; wild ones are kept."""
    hands = _without_each(hand, tiles, profile)
    return {tile: worth(held, profile, left) for tile, held in hands.items()} or dict.fromkeys(tiles, 0.0)


def _without_each(hand: Hand, tiles: Iterable[Tile], profile: Profile) -> Mapping[Tile, Holding]:
    return {tile: holding(hand.minus(tile), profile) for tile in tiles if tile != profile.wild}


# ---------------------------------------------------------------------- turns


def _turn(view: View, own: OwnView, discards: list[Discard], left: Mapping[Tile, int]) -> Action:
    profile = own.profile
    late = view.left <= LATE
    going = suits_to_go(holding(own.hand, profile), profile)
    pressed = bool(going) and (late or _to_go(own.hand, going) + SPARE >= _turns(view))
    appraised = _all_discards if late or pressed or profile.avoid else _best_discards
    values = appraised(own.hand, [action.tile for action in discards], profile, left)
    discards = [action for action in discards if action.tile in values]
    hurries = _hurries(view, profile)
    distances = _distances(own, discards) if late else {}
    gang = _gang(own, max(values.values()), left, min(distances.values()) if hurries else None)
    if gang is not None:
        return gang
    if pressed and (doomed := [action for action in discards if action.tile // 9 in going]):
        discards = doomed
    discards = _unavoided(discards, profile, values)
    if late and min(distances[action.tile] for action in discards) >= FAR:
        return min(discards, key=lambda action: (danger(view, action.tile, left), -values[action.tile]))
    return max(
        discards,
        key=lambda action: (
            -distances[action.tile] if hurries else 0,
            values[action.tile],
            action.tile // 9 in going,
            -_neighbours(own.hand, action.tile),
        ),
    )


def _to_go(hand: Hand, suits: frozenset[int]) -> int:
    """How many tiles of some suits have to be discarded."""
    return sum(tile // 9 in suits for tile in hand.tiles())


def _turns(view: View) -> int:
    """How many more turns each seat that is still in may have."""
    return view.left // (len(SEATS) - len(view.wins))


def _distances(own: OwnView, discards: list[Discard]) -> Mapping[Tile, int]:
    """How far from being ready each discard leaves the hand."""
    profile = own.profile
    return {action.tile: steps(holding(own.hand.minus(action.tile), profile), profile) for action in discards}


def _unavoided(discards: list[Discard], profile: Profile, values: Mapping[Tile, float]) -> list[Discard]:
    """Without the tiles that may cost far more than usual, as long as others are nearly as good."""
    enough = BEARABLE * max(values[action.tile] for action in discards)
    return [
        action for action in discards if action.tile not in profile.avoid and values[action.tile] >= enough
    ] or discards


def _gang(own: OwnView, without: float, left: Mapping[Tile, int], nearest: int | None) -> Action | None:
    """A gang that leaves the hand at least as good, counting what it brings, and no further than ``nearest``."""
    profile = own.profile
    for action in own.asked:
        match action:
            case DeclareAnGang(tile=tile):
                after = own.hand.minus(tile, 4).with_meld(AnGang(tile))
            case DeclareBuGang(tile=tile):
                melds = tuple(
                    BuGang(tile, meld.source) if isinstance(meld, Peng) and meld.tile == tile else meld
                    for meld in own.hand.melds
                )
                after = Hand(own.hand.minus(tile).keys, melds)
            case _:
                continue
        held = holding(after, profile)
        if too_many_melded(held, profile) or (nearest is not None and steps(held, profile) > nearest):
            continue
        if worth(held, profile, left) * (1.0 + profile.gang) >= without:
            return action
    return None


def danger(view: View, tile: Tile, left: Mapping[Tile, int]) -> float:
    """How likely a discard is to be taken: less the more of it lies open, least where it was just let go by all."""
    latest = [seat.discards[-1].tile for seat in view.seats if seat.discards]
    return 0.0 if tile in latest else float(left[tile]) + (0.5 if tile < 27 and 2 <= tile % 9 <= 6 else 0.0)


def _neighbours(hand: Hand, tile: Tile) -> int:
    """How many tiles of the hand could meet this one in a set."""
    if tile >= 27:
        return hand.count(tile)
    near = (Tile(tile + step) for step in (-2, -1, 0, 1, 2) if 0 <= tile % 9 + step <= 8)
    return sum(hand.count(each) for each in near)


# ---------------------------------------------------------------------- stages


def _stage(own: OwnView, left: Mapping[Tile, int]) -> Action:
    """The answer to a question of the rule set: tiles to give away that are missed least, the shortest suit to drop."""
    giving = [action for action in own.asked if isinstance(action, Special) and action.tiles]
    if giving:
        return max(giving, key=lambda action: _given_away(own, action.tiles, left))
    suits = [action for action in own.asked if isinstance(action, Special) and action.word in ("m", "p", "s")]
    if suits:
        return min(suits, key=lambda action: sum(tile // 9 == "mps".index(action.word) for tile in own.hand.tiles()))
    return PASS if PASS in own.asked else own.asked[0]


def _given_away(own: OwnView, tiles: tuple[Tile, ...], left: Mapping[Tile, int]) -> tuple[int, float]:
    """Fewer suits first, then tiles with few neighbours."""
    suit = tiles[0] // 9
    rest = sum(tile // 9 == suit for tile in own.hand.tiles())
    return (-rest, -float(sum(_neighbours(own.hand, tile) for tile in tiles)) + sum(left[tile] for tile in tiles) / 100)
