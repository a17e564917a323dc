"""What a seat may do, and why not (RULES.md S1, S2, S14-S16)."""

from bot.engine.actions import (
    HU,
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
from bot.engine.events import EVERYBODY, BuGangDeclared, Discarded, Drew, Event, Noted
from bot.engine.hand import Hand
from bot.engine.melds import AnGang, BuGang, Gang, Meld, Peng
from bot.engine.moves import ANYTHING, DISCARD, WANTED, can_hu, hu_if, own_gangs, peng_and_gang, with_pass
from bot.engine.ruleset import Moves
from bot.engine.state import Claims, Staged, State, Turn
from bot.engine.tiles import Seat, Tile, suit_of
from bot.rules.sichuan.extra import Announced, Note, extra_of, void_of
from bot.rules.sichuan.judging import judge, last_four, waiting
from bot.rules.sichuan.scoring import real_waits
from bot.rules.sichuan.stages import EXCHANGE, HORSE, VOID, offer, outside

SING, DANCE = "sing", "dance"


def announced_by(state: State, seat: Seat) -> Announced | None:
    """What the seat has announced, None where nothing (RULES.md S16)."""
    return extra_of(state).announced[seat]


def turn(state: State, seat: Seat) -> tuple[Action, ...]:
    """Hu, gangs, and the tiles that may be discarded."""
    gangs = [action for action in own_gangs(state, seat) if not _meld_reason(state, seat, action)]
    return (*hu_if(state, seat), *gangs, *[DISCARD[tile] for tile in may_discard(state, seat)])


def may_discard(state: State, seat: Seat) -> tuple[Tile, ...]:
    """The kinds that may be discarded: the declared suit first (RULES.md S2), none that a dancer waits on (S16)."""
    phase = state.phase
    if announced_by(state, seat) and isinstance(phase, Turn) and phase.drawn is not None:
        return (phase.drawn,)
    hand, void = state.hands[seat], void_of(state, seat)
    held = hand.kinds()
    if void is not None and hand.keys[void]:
        held = tuple(tile for tile in held if suit_of(tile) == void)
    danced = danced_waits(state, seat)
    return tuple(tile for tile in held if tile not in danced) or held if danced else held


def danced_waits(state: State, seat: Seat) -> frozenset[Tile]:
    """The kinds that the seat should keep because a dancer who is still in waits on them (RULES.md S16)."""
    return frozenset(
        tile
        for other in state.playing()
        if other != seat and (announced := announced_by(state, other)) and announced.dancing
        for tile in announced.waits
    )


def claims(state: State, seat: Seat) -> tuple[Action, ...]:
    """Hu, peng and gang of what is offered, and passing where there is any of these."""
    phase, kinds = state.phase, WANTED[state.hands[seat].keys]
    if not isinstance(phase, Claims) or not kinds[0] >> phase.tile & 1:
        return ()
    hu = hu_if(state, seat) if kinds is ANYTHING else ()
    melds = [action for action in peng_and_gang(state, seat) if not _meld_reason(state, seat, action)]
    return with_pass((*hu, *melds))


def _meld_reason(state: State, seat: Seat, action: Action) -> str:
    """Why a meld that the tiles allow is barred, "" where it is not."""
    after = _after_meld(state, seat, action)
    if after is None:
        return ""
    tile = after[0]
    if suit_of(tile) == void_of(state, seat):
        return "void_meld"
    announced = announced_by(state, seat)
    if announced is None:
        return ""
    if isinstance(action, PengClaim):
        return "locked"
    return "" if real_waits(after[1], void_of(state, seat)) == announced.waits else "wait_changes"


def _after_meld(state: State, seat: Seat, action: Action) -> tuple[Tile, Hand] | None:
    """The kind of the meld, and the hand once it is laid; None for other actions and where tiles are missing."""
    hand = state.hands[seat]
    phase = state.phase
    match action:
        case DeclareAnGang(tile=tile) if hand.count(tile) == 4:
            return tile, hand.minus(tile, 4).with_meld(AnGang(tile))
        case DeclareBuGang(tile=tile) if hand.count(tile):
            return tile, Hand(hand.minus(tile).keys, tuple(_added(meld, tile) for meld in hand.melds))
        case GangClaim() if isinstance(phase, Claims) and hand.count(phase.tile) == 3:
            return phase.tile, hand.minus(phase.tile, 3).with_meld(Gang(phase.tile, phase.source))
        case PengClaim() if isinstance(phase, Claims) and hand.count(phase.tile) >= 2:
            return phase.tile, hand.minus(phase.tile, 2).with_meld(Peng(phase.tile, phase.source))
        case _:
            return None


def _added(meld: Meld, tile: Tile) -> Meld:
    return BuGang(tile, meld.source) if isinstance(meld, Peng) and meld.tile == tile else meld


def standing(state: State, seat: Seat) -> tuple[Special, ...]:
    """Singing and dancing, with thirteen ready tiles (RULES.md S16)."""
    return () if announce_reason(state, seat) else (Special(SING), Special(DANCE))


def announce_reason(state: State, seat: Seat) -> str:
    """Why the seat cannot announce its hand now, "" where it can (RULES.md S16)."""
    if state.options["announce"] == "off":
        return "announce_off"
    if not isinstance(state.phase, Turn | Claims):
        return "not_possible"
    if state.is_out(seat):
        return "won_already"
    if announced_by(state, seat):
        return "already_announced"
    if isinstance(state.phase, Claims) and seat in state.phase.waiting:
        return "answer_first"
    hand = state.hands[seat]
    if hand.size() % 3 != 1:
        return "announce_after_discard"
    return "" if real_waits(hand, void_of(state, seat)) else "not_ready"


def perform(state: State, seat: Seat, action: Special) -> tuple[Event, ...]:
    """Announcing: singing says that the hand is ready, dancing what it waits on (RULES.md S16)."""
    waits = real_waits(state.hands[seat], void_of(state, seat))
    if action.name == DANCE:
        return (Noted(Note.DANCE, seat, waits, audience=EVERYBODY),)
    return (Noted(Note.SING, seat, audience=EVERYBODY),)


def forced(state: State, seat: Seat) -> Action | None:
    """What the table does for a seat: the win among the last four tiles (S15), a locked hand's discard (S16)."""
    if not isinstance(state.phase, Turn | Claims):
        return None
    if last_four(state) and can_hu(state, seat):
        return HU
    if isinstance(state.phase, Turn) and announced_by(state, seat):
        actions = turn(state, seat)
        return actions[0] if len(actions) == 1 else None
    return None


def why_not(state: State, seat: Seat, action: Action) -> str:
    """The reason of these rules why an action is not legal, "" to leave it to the engine."""
    if state.is_out(seat):
        return "won_already"
    match action:
        case Discard(tile=tile):
            return _discard_reason(state, seat, tile)
        case DeclareAnGang() | DeclareBuGang() | GangClaim() | PengClaim():
            return _meld_reason(state, seat, action)
        case ChiClaim():
            return "no_chi"
        case Special():
            return _special_reason(state, seat, action)
        case Hu():
            return "passed_win" if _was_barred(state, seat) else ""
        case Pass():
            return ""


def _was_barred(state: State, seat: Seat) -> bool:
    """Whether the last tile that was offered would have been the seat's, but for a win let go before."""
    for event in reversed(state.history):
        match event:
            case Noted(name=Note.BARRED, seat=barred) if barred == seat:
                return True
            case Discarded() | BuGangDeclared():
                return False
            case Drew(seat=drawer) if drawer == seat:
                return False
            case _:
                continue
    return False


def _discard_reason(state: State, seat: Seat, tile: Tile) -> str:
    phase = state.phase
    if not isinstance(phase, Turn) or phase.seat != seat or not state.hands[seat].count(tile):
        return ""
    if announced_by(state, seat):
        return "locked_discard"
    void = void_of(state, seat)
    if suit_of(tile) != void and any(suit_of(held) == void for held in state.hands[seat].kinds()):
        return "void_first"
    return "danced" if tile in danced_waits(state, seat) else ""


def _special_reason(state: State, seat: Seat, action: Special) -> str:
    if action.name in (SING, DANCE):
        return announce_reason(state, seat)
    if action.name == HORSE:
        return "players_cannot_bet"
    phase = state.phase
    if not isinstance(phase, Staged) or phase.name != action.name:
        return "not_possible"
    if seat not in phase.waiting:
        return "already_answered"
    return {EXCHANGE: "exchange_three", VOID: "void_suit"}.get(phase.name, "not_possible")


def no_warning(_state: State, _seat: Seat, _action: Action) -> str:
    """Nothing has to be confirmed."""
    return ""


def no_run(_state: State, tiles: tuple[Tile, Tile, Tile]) -> tuple[Tile, Tile, Tile]:
    """There is no chi (RULES.md S1)."""
    return tiles


MOVES = Moves(
    judge=judge,
    turn=turn,
    claims=claims,
    standing=standing,
    why_not=why_not,
    perform=perform,
    outside=outside,
    forced=forced,
    confirm=no_warning,
    run=no_run,
    situation=waiting,
    offer=offer,
)
