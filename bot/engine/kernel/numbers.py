"""Small numbers for things that come up again and again, to be used as places in tables."""

from collections.abc import Hashable
from itertools import count
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)


class Numbers(Generic[T]):
    """Numbers things in the order in which they come up, from ``start`` on in steps of ``step``.

    Threads can share it: a thing is entered under a new number before that becomes its number, so that no number is
    ever known without its thing, and no two things have one number.
    """

    def __init__(self, start: int = 0, step: int = 1) -> None:
        self._unused = count(start, step)
        self._numbers: dict[T, int] = {}
        self.things: dict[int, T] = {}

    def of(self, thing: T) -> int:
        """The number of a thing."""
        number = self._numbers.get(thing)
        if number is None:
            number = next(self._unused)
            self.things[number] = thing
            number = self._numbers.setdefault(thing, number)
        return number
