"""Points that fall due in the middle and at the end of a hand (RULES.md S6-S10, S17-S18, S23)."""

from bot.engine.events import Discarded, Drew, Melded, Won
from bot.engine.melds import AnGang, BuGang, Gang, Meld
from bot.engine.money import Account, Outsider, Transfer, each_pays
from bot.engine.notation import print_tile
from bot.engine.state import State
from bot.engine.tiles import SEATS, Seat, Tile
from bot.rules.sichuan.extra import Income, Pay, extra_of, moving, void_of
from bot.rules.sichuan.facts import suits_of
from bot.rules.sichuan.scoring import MAX_SUITS, points, ready_fan

DIRECT, ADDED, CONCEALED = 2, 1, 2
PIG_FAN = 4

MIRRORED = {
    Pay.WIN_SELF: Pay.HORSE_WIN,
    Pay.WIN_DISCARD: Pay.HORSE_WIN,
    Pay.WIN_ROB: Pay.HORSE_WIN,
    Pay.GANG_DIRECT: Pay.HORSE_GANG,
    Pay.GANG_ADDED: Pay.HORSE_GANG,
    Pay.GANG_CONCEALED: Pay.HORSE_GANG,
    Pay.TRANSFER: Pay.HORSE_TRANSFER,
    Pay.RETURN: Pay.HORSE_REFUND,
    Pay.REFUND: Pay.HORSE_REFUND,
    Pay.READY: Pay.HORSE_READY,
    Pay.PIG: Pay.HORSE_PIG,
}
"""What the bettors' copy of a payment is called; what is not here has none."""


def others_in(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The other seats that have not won yet, in seat order."""
    return tuple(other for other in state.playing() if other != seat)


def gang_paid(state: State, seat: Seat, meld: Meld) -> tuple[Transfer, ...]:
    """What a gang that has just been laid brings (RULES.md S6, S7)."""
    if state.options["rain"] == "off":
        return ()
    stake = state.options.number("stake")
    match meld:
        case Gang(tile=tile, source=source):
            return (Transfer(source, seat, DIRECT * stake, Pay.GANG_DIRECT, print_tile(tile)),)
        case BuGang(tile=tile):
            if state.options["late_bugang"] == "free" and not added_at_once(state, seat, tile):
                return ()
            return each_pays(others_in(state, seat), seat, ADDED * stake, Pay.GANG_ADDED, print_tile(tile))
        case AnGang(tile=tile):
            return each_pays(others_in(state, seat), seat, CONCEALED * stake, Pay.GANG_CONCEALED, print_tile(tile))
        case _:
            return ()


def added_at_once(state: State, seat: Seat, tile: Tile) -> bool:
    """Whether the fourth tile of a peng is laid in the turn that drew it (RULES.md S7)."""
    for event in reversed(state.history):
        match event:
            case Drew():
                return event.seat == seat and event.tile == tile
            case Melded(meld=BuGang(tile=added)) if added == tile:
                continue
            case Melded() | Discarded():
                return False
            case _:
                continue
    return False


def moved_on(state: State, won: Won) -> tuple[Transfer, ...]:
    """What becomes of the gang income when the discard after the gang is won (RULES.md S10).

    ``won`` is the last win on that discard. Several winners share alike, and what does not divide goes to the first.
    """
    discarder = won.source
    if discarder is None:
        return ()
    income = moving(state, discarder)
    match state.options["gang_then_discard"]:
        case "off":
            return ()
        case "refund":
            return given_back(income, Pay.RETURN)
        case _:
            return _shared(discarder, income, won.together)


def _shared(discarder: Seat, income: tuple[Income, ...], winners: tuple[Seat, ...]) -> tuple[Transfer, ...]:
    total = sum(transfer.points for each in income for transfer in each.paid)
    share, rest = divmod(total, len(winners))
    shares = [share + (rest if place == 0 else 0) for place in range(len(winners))]
    about = print_tile(income[-1].tile) if len(income) == 1 else ""
    return tuple(
        Transfer(discarder, winner, amount, Pay.TRANSFER, about)
        for winner, amount in zip(winners, shares, strict=True)
        if amount
    )


def given_back(income: tuple[Income, ...], reason: Pay) -> tuple[Transfer, ...]:
    """Every payment of these incomes the other way round."""
    return tuple(
        Transfer(paid.payee, paid.payer, paid.points, reason, paid.about) for each in income for paid in each.paid
    )


def is_pig(state: State, seat: Seat) -> bool:
    """Whether the seat holds three suits, or still the one it has declared (RULES.md S18)."""
    suits = suits_of(state.hands[seat])
    return len(suits) > MAX_SUITS or void_of(state, seat) in suits


def readiness(state: State) -> dict[Seat, int | None]:
    """For each seat that has not won: the fan of its ready hand, None where it is not ready (RULES.md S17)."""
    return {seat: ready_fan(state.options, state.hands[seat], void_of(state, seat)) for seat in state.playing()}


def refunds(state: State, ready: dict[Seat, int | None]) -> tuple[Transfer, ...]:
    """The gang points that those who are not ready give back at the empty wall (RULES.md S9)."""
    if state.options["refund_rain"] == "off":
        return ()
    income = tuple(each for each in extra_of(state).incomes if each.seat in ready and ready[each.seat] is None)
    return given_back(income, Pay.REFUND)


def pig_money(state: State, pigs: tuple[Seat, ...]) -> tuple[Transfer, ...]:
    """What each pig pays each other seat that is none, winners included; the cap does not matter (RULES.md S18)."""
    owed = points(state.options, PIG_FAN)
    return tuple(Transfer(pig, seat, owed, Pay.PIG) for pig in pigs for seat in SEATS if seat not in pigs)


def ready_money(state: State, ready: dict[Seat, int | None], pigs: tuple[Seat, ...]) -> tuple[Transfer, ...]:
    """What those who are not ready pay those who are (RULES.md S17)."""
    if state.options["check_ready"] == "off":
        return ()
    spared = pigs if state.options["pig"] == "only" else ()
    payers = tuple(seat for seat, fan in ready.items() if fan is None and seat not in spared)
    return tuple(
        transfer
        for seat, fan in ready.items()
        if fan is not None
        for transfer in each_pays(payers, seat, points(state.options, fan), Pay.READY)
    )


def mirrored(state: State, transfers: tuple[Transfer, ...]) -> tuple[Transfer, ...]:
    """The bettors' copies of payments between seats (RULES.md S23).

    A bettor pays and is paid as the seat does; with ``horse_eats_horse`` bettors on both sides settle it as well.
    """
    return tuple(copy for transfer in transfers for copy in _copies(state, transfer))


def _copies(state: State, transfer: Transfer) -> list[Transfer]:
    reason = MIRRORED.get(Pay(transfer.reason))
    if reason is None or isinstance(transfer.payer, Outsider) or isinstance(transfer.payee, Outsider):
        return []
    payers, payees = (_bettors(state, side) for side in (transfer.payer, transfer.payee))
    pairs: list[tuple[Account, Account]] = [(transfer.payer, payee) for payee in payees]
    pairs += [(payer, transfer.payee) for payer in payers]
    if state.options["horse_eats_horse"] == "on":
        pairs += [(payer, payee) for payer in payers for payee in payees]
    return [Transfer(payer, payee, transfer.points, reason, transfer.about) for payer, payee in pairs]


def _bettors(state: State, seat: Account) -> list[Outsider]:
    return [Outsider(bet.name) for bet in extra_of(state).bets if bet.seat == seat]
