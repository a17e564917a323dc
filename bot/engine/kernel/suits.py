"""One number for each suit key: how many wild tiles complete the suit.

``GAPS[suit][key]`` is the number of wild tiles that make nothing but sets of a suit's tiles. Where 64 is added to
it, one wild tile less makes sets and a pair; otherwise the pair costs two more. There is nothing in between: sets
take a multiple of three tiles and a pair two more, so the two numbers differ by 2 or by -1, as the remainder by 3
says. ``23m`` has 1: a wild tile makes 123m, and the pair costs two more. ``11m`` has 1 + 64: a wild tile makes 111m,
but as the pair it needs none.

How the tables come about. Read the ranks from 1 upwards. Of the ranks that are read only this matters later: how
many started runs still ask for the present rank (``older``) and for the present and the next one (``newer``),
whether the pair is made, and what the cheapest way there costs. Three equal runs are three triplets, so ``older``
and ``newer`` stop at 2. A *state* holds the cost of each such situation, less that of the cheapest one. There are
fewer than 256 states, so a byte can name one; and the states of all keys of ``n + 1`` ranks are those of their lower
``n`` ranks, run through ``bytes.translate`` once for each count of rank ``n + 1``. Nine rounds make the table of all
5**9 keys.
"""

from typing import Final

PAIR_SAVES: Final = 64
"""What is added to a gap where the pair costs one wild tile less than no pair, not two more."""

_State = tuple[tuple[int, int], ...]
"""Situations (their places in ``_SITUATIONS``) with their costs, in order."""
_SITUATIONS: Final = tuple((older, newer, pair) for older in range(3) for newer in range(3) for pair in range(2))
_START: Final[_State] = ((0, 0),)


def _choices(most_runs: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each situation what can be asked of the next rank, triplets left out, and which situation follows."""
    return tuple(
        tuple(
            (older + newer + new + 2 * more, _SITUATIONS.index((newer, new, pair + more)))
            for new in range(most_runs + 1)
            for more in range(2 - pair)
        )
        for older, newer, pair in _SITUATIONS
    )


_CHOICES: Final = {True: _choices(2), False: _choices(0)}
"""By whether runs can start at the rank."""
_WILD: Final = tuple(
    tuple(asked - held if asked >= held else (asked - held) % 3 for asked in range(9)) for held in range(5)
)
"""``[held][asked]``: the wild tiles that go into a rank; what it holds beyond what is asked becomes triplets."""


def _read(state: _State, held: int, runs: bool) -> tuple[_State, int]:
    """The state after one more rank, and how much its cheapest situation costs more than the one before."""
    choices, wild = _CHOICES[runs], _WILD[held]
    costs: dict[int, int] = {}
    for situation, cost in state:
        for asked, following in choices[situation]:
            total = cost + wild[asked]
            if total < costs.get(following, total + 1):
                costs[following] = total
    least = min(costs.values())
    return tuple(sorted((situation, cost - least) for situation, cost in costs.items())), least


class _Reader:
    """All states, numbered, and the translations of their numbers for each way to read a rank."""

    def __init__(self) -> None:
        self.states = [_START]
        self.next = {(runs, held): bytearray(256) for runs in (True, False) for held in range(5)}
        self.cost = {way: bytearray(256) for way in self.next}
        numbers = {_START: 0}
        for number, state in enumerate(self.states):
            for way in self.next:
                runs, held = way
                after, self.cost[way][number] = _read(state, held, runs)
                if after not in numbers:
                    numbers[after] = len(self.states)
                    self.states.append(after)
                self.next[way][number] = numbers[after]

    def gaps(self, *openings: bool) -> bytes:
        """The table of a suit; ``openings`` says for each rank whether runs can start there."""
        states, gaps = b"\0", b"\0"
        for runs in openings[:-1]:
            ways = [(runs, held) for held in range(5)]
            gaps = b"".join(_added(gaps, states.translate(self.cost[way])) for way in ways)
            states = b"".join(states.translate(self.next[way]) for way in ways)
        last = [self._last(openings[-1], held) for held in range(5)]
        return b"".join(_added(gaps, states.translate(left)) for left in last)

    def _last(self, runs: bool, held: int) -> bytes:
        """For each state what the last rank adds to the gap; then no run is left open."""
        cost, after = self.cost[runs, held], self.next[runs, held]
        closed = (self.states[number][0] == (0, 0) for number in after)
        return bytes(
            more + (0 if pair_is_dearer else 1 + PAIR_SAVES) for more, pair_is_dearer in zip(cost, closed, strict=True)
        )


def _added(left: bytes, right: bytes) -> bytes:
    """The sums of the bytes of two tables."""
    total = int.from_bytes(left, "little") + int.from_bytes(right, "little")
    return total.to_bytes(len(left), "little")


_READER: Final = _Reader()
SUITED: Final = _READER.gaps(*(True,) * 7, False, False)
HONOURS: Final = _READER.gaps(*(False,) * 7)
GAPS: Final = (SUITED, SUITED, SUITED, HONOURS)

BARE: Final = tuple(entry % PAIR_SAVES for entry in range(256))
"""The wild tiles that make nothing but sets, by an entry of the tables."""
PAIRED: Final = tuple(entry % PAIR_SAVES + (-1 if entry >= PAIR_SAVES else 2) for entry in range(256))
"""The wild tiles that make sets and a pair, by an entry of the tables."""
