"""The usual answers to what a seat may do, for rule sets to compose theirs from."""

from collections.abc import Mapping
from functools import partial
from itertools import combinations
from operator import add, or_
from types import MappingProxyType
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
from bot.engine.events import Event
from bot.engine.hand import UNIT, Hand, Keys, by_suit, held, quads_in
from bot.engine.kernel import is_seven_pairs, is_win
from bot.engine.masks import mask_of
from bot.engine.melds import Peng
from bot.engine.ruleset import Rejected
from bot.engine.situation import SELF, By, NoWin, Verdict, Win
from bot.engine.state import Claims, State, Turn
from bot.engine.tiles import ALL_TILES, PLAYABLE, SUIT_TILES, Seat, Tile, is_suited
from bot.engine.values import Table


def verdict_now(state: State, seat: Seat) -> Verdict:
    """The verdict on a hu of this seat now: on its own hand in its turn, otherwise on the tile that is offered."""
    phase = state.phase
    judge = state.rules.moves.judge
    if isinstance(phase, Turn) and phase.seat == seat:
        tile = phase.drawn if phase.drawn is not None else own_tile(state, phase)
        return judge(state, seat, tile, SELF, None)
    if isinstance(phase, Claims) and phase.source != seat and not state.is_out(seat):
        return judge(state, seat, phase.tile, phase.by, phase.source)
    return NoWin("nothing_offered")


def own_tile(state: State, turn: Turn) -> Tile:
    """The tile that completes a hand in its own turn: the drawn one, otherwise its last in canonical order."""
    return turn.drawn if turn.drawn is not None else state.hands[turn.seat].tiles()[-1]


def waiting_hand(state: State, seat: Seat) -> Hand | None:
    """A seat's tiles as they wait (3n+1), in its turn without the drawn one; None where there is none to leave out."""
    hand, phase = state.hands[seat], state.phase
    if state.is_out(seat):
        return None
    match phase:
        case Turn(seat=acting, drawn=drawn) if acting == seat:
            return None if drawn is None else hand.minus(drawn)
        case Claims(tile=tile, source=source, by=By.ROB) if source == seat:
            return hand.minus(tile)
        case _:
            return hand if hand.size() % 3 == 1 else None


def can_hu(state: State, seat: Seat) -> bool:
    """Whether a hu of this seat would win now."""
    return isinstance(verdict_now(state, seat), Win)


DISCARD: Final = tuple(Discard(tile) for tile in ALL_TILES)
"""The discard of each kind, by its number."""


def _discards(first: int, digits: int) -> tuple[Discard, ...]:
    return tuple([DISCARD[tile] for tile, _ in held(first, digits)])


_M_DISCARDS, _P_DISCARDS, _S_DISCARDS, _Z_DISCARDS = by_suit(_discards, add)


def discards(hand: Hand, kept: Tile | None = None) -> tuple[Discard, ...]:
    """A discard of each kind that is held, but for one that is kept."""
    m, p, s, z = hand.keys
    found = _M_DISCARDS[m] + _P_DISCARDS[p] + _S_DISCARDS[s] + _Z_DISCARDS[z]
    return found if kept is None or not hand.count(kept) else tuple([each for each in found if each.tile != kept])


def own_gangs(state: State, seat: Seat) -> tuple[Action, ...]:
    """Concealed gangs and tiles to add to one's peng; none where no replacement is left."""
    hand = state.hands[seat]
    quads = quads_in(hand.keys)
    if (not quads and not hand.melds) or state.left == 0:
        return ()
    concealed = [DeclareAnGang(tile) for tile in quads]
    added = [DeclareBuGang(meld.tile) for meld in hand.melds if isinstance(meld, Peng) and hand.count(meld.tile) == 1]
    return (*concealed, *added)


def peng_and_gang(state: State, seat: Seat) -> tuple[Action, ...]:
    """Peng and gang of the discard that is offered; none once the wall is empty."""
    phase = state.phase
    if not isinstance(phase, Claims):
        return ()
    held = state.hands[seat].count(phase.tile)
    if held < 2 or phase.by is not By.DISCARD or state.left == 0:
        return ()
    return _OF_A_KIND[held]


_OF_A_KIND: Final[tuple[tuple[Action, ...], ...]] = ((), (), (PengClaim(),), (PengClaim(), GangClaim()))
"""What can be claimed by one who holds so many of the kind."""
_AS_THEY_ARE: Final[Mapping[Tile, Tile]] = MappingProxyType({})


def all_melds(
    state: State, seat: Seat, plays_as: Mapping[Tile, Tile] = _AS_THEY_ARE, barred: Tile | None = None
) -> tuple[Action, ...]:
    """Peng, gang and, for the lower seat, every chi of the discard that is offered; none once the wall is empty.

    ``plays_as`` maps honours to the tiles that they count as in a run; ``barred`` never stands in a run.
    """
    phase = state.phase
    if not isinstance(phase, Claims):
        return ()
    hand = state.hands[seat]
    found = _OF_A_KIND[hand.count(phase.tile)]
    if (phase.source + 1) % 4 == seat:
        found += _chi(hand, phase.tile, plays_as, barred)
    return found if found and phase.by is By.DISCARD and state.left else ()


BESIDE: Final = tuple(
    frozenset(Tile(tile + step) for step in (-2, -1, 1, 2) if 0 <= tile % 9 + step <= 8) for tile in SUIT_TILES
)
"""The kinds up to two ranks from one, by its number."""
_WINDOW: Final = 5**5


def _runs_with(tile: Tile, window: int) -> tuple[Action, ...]:
    """Every chi of a tile, by the digits of its suit's key from two ranks below it to two above it."""
    steps = [step for step in (-2, -1, 1, 2) if window // 5 ** (step + 2) % 5]
    runs = [(low, high) for low, high in combinations(steps, 2) if high - low <= 2]
    return tuple(ChiClaim((Tile(tile + low), Tile(tile + high))) for low, high in runs)


_CHI: Final = tuple(Table(partial(_runs_with, tile), most=_WINDOW) for tile in SUIT_TILES)


def _chi(hand: Hand, tile: Tile, plays_as: Mapping[Tile, Tile], barred: Tile | None) -> tuple[Action, ...]:
    target = plays_as.get(tile, tile)
    if tile == barred or not is_suited(target):
        return ()
    beside = BESIDE[target]
    if barred not in beside and beside.isdisjoint(plays_as.values()):
        return _CHI[target][25 * hand.keys[target // 9] // UNIT[target] % _WINDOW]
    near = [tile for tile in beside if tile != barred and hand.count(tile)]
    near += [tile for tile, face in plays_as.items() if face in beside and hand.count(tile)]
    pairs = [
        (min(first, second), max(first, second))
        for first, second in combinations(near, 2)
        if _is_run(plays_as.get(first, first), plays_as.get(second, second), target)
    ]
    return tuple([ChiClaim(pair) for pair in sorted(pairs)])


def _is_run(one: Tile, two: Tile, three: Tile) -> bool:
    """Whether three kinds of a suit, the third none of the others, are consecutive."""
    return one != two and max(one, two, three) - min(one, two, three) == 2


def may_wait(keys: Keys) -> bool:
    """Whether some tile more may make concealed tiles sets and a pair, or seven pairs: a wild one would."""
    return is_win(keys, 1) or is_seven_pairs(keys, 1)


# ---------------------------------------------------------------------- what a hand may claim, at a glance


Wanted = tuple[int, int]
"""The kinds of which tiles may claim a discard, as masks: of anybody's, and of one by the upper seat.

Found once for a hand and asked with every discard (``[is_upper] >> tile & 1``), so that most are answered at once. A
kind that is not among them can't be claimed; of the others the rules of the table have to be asked.
"""
ANYTHING: Final[Wanted] = (mask_of(ALL_TILES), mask_of(ALL_TILES))
"""What tiles may claim that may wait for any."""
_SUITED: Final = mask_of(SUIT_TILES)


def _held_masks(first: int, digits: int) -> int:
    """The kinds that are held, and above them those that are held at least twice."""
    some = held(first, digits)
    return mask_of(tile for tile, _ in some) | mask_of(tile for tile, copies in some if copies >= 2) << PLAYABLE


_M_MASKS, _P_MASKS, _S_MASKS, _Z_MASKS = by_suit(_held_masks, or_)


def for_melds(keys: Keys) -> Wanted:
    """What concealed tiles may be claimed for as peng, gang and chi."""
    m, p, s, z = keys
    found = _M_MASKS[m] | _P_MASKS[p] | _S_MASKS[s] | _Z_MASKS[z]
    twice, once = found >> PLAYABLE, found & _SUITED
    # The 9 of one suit and the 1 of the next pass for neighbours here: a few kinds too many, but none too few.
    return twice, twice | (once << 2 & once << 1) | (once << 1 & once >> 1) | (once >> 1 & once >> 2)


WANTED: Final[Table[Keys, Wanted]] = Table(lambda keys: ANYTHING if may_wait(keys) else for_melds(keys), most=1 << 12)
"""What tiles may claim where none is wild or plays as another."""


def with_pass(claims: tuple[Action, ...]) -> tuple[Action, ...]:
    """The claims and the choice to make none; nothing where there are no claims."""
    return (*claims, PASS) if claims else ()


def hu_if(state: State, seat: Seat) -> tuple[Action, ...]:
    """Hu, where it would win."""
    return (HU,) if isinstance(verdict_now(state, seat), Win) else ()


def first_after(start: Seat, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats in the order of play after ``start`` (``start`` itself last)."""
    return tuple(sorted(seats, key=lambda seat: (seat - start - 1) % 4))


def no_outsiders(_state: State, _name: str, _action: Special) -> tuple[Event, ...] | Rejected:
    """For a rule set in which only seats act."""
    return Rejected("no_outsiders")
