"""Points that change hands. A settlement sums to zero because it is made of transfers."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from bot.engine.tiles import SEATS, Seat


@dataclass(frozen=True, slots=True)
class Outsider:
    """An account that is no seat of the table: a bettor by name, or a pot."""

    name: str


Account = Seat | Outsider
POT = Outsider("pot")


@dataclass(frozen=True, slots=True)
class Transfer:
    """``points`` (at least 1) from one account to another.

    ``reason`` is a slug of the rule set (its texts name it), ``about`` what it was for: a tile code, or nothing.
    """

    payer: Account
    payee: Account
    points: int
    reason: str
    about: str = ""

    def __post_init__(self) -> None:
        if self.points < 1:
            raise ValueError(f"a transfer moves at least one point, not {self.points}")
        if self.payer == self.payee:
            raise ValueError("an account cannot pay itself")


@lru_cache(maxsize=1 << 12)
def transfer(payer: Account, payee: Account, points: int, reason: str, about: str = "") -> Transfer:
    """A transfer; the same few come up again and again, and are the same object then."""
    return Transfer(payer, payee, points, reason, about)


@dataclass(frozen=True, slots=True)
class Settlement:
    """All transfers of a hand, in the order in which they fell due."""

    transfers: tuple[Transfer, ...] = ()
    net: Mapping[Account, int] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "net", net_of(self.transfers))

    def seats(self) -> tuple[int, int, int, int]:
        """The net of the four seats; without bettors and pots it sums to zero."""
        east, south, west, north = (self.net.get(seat, 0) for seat in SEATS)
        return (east, south, west, north)

    def accounts(self) -> Mapping[str, int]:
        """The net of everybody else who has one, by name."""
        return {who.name: points for who, points in self.net.items() if isinstance(who, Outsider)}


def net_of(transfers: Iterable[Transfer]) -> dict[Account, int]:
    """What each account that occurs has won (positive) or lost; the values sum to zero."""
    net: Counter[Account] = Counter()
    for transfer in transfers:
        net[transfer.payer] -= transfer.points
        net[transfer.payee] += transfer.points
    return dict(net)


def each_pays(
    payers: Iterable[Account], payee: Account, points: int, reason: str, about: str = ""
) -> tuple[Transfer, ...]:
    """The same points from each payer; nothing where there are no points to pay."""
    if points == 0:
        return ()
    return tuple([transfer(payer, payee, points, reason, about) for payer in payers])
