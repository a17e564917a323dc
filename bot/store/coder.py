"""Binary arithmetic coding: each bit costs what it was worth by the probability it was expected with."""

from typing import Final, Protocol

ONE: Final = 1 << 16
"""Probabilities are counted in parts of this; none is 0 or 1."""

_MASK: Final = (1 << 32) - 1
_TOP: Final = 24


class Coder(Protocol):
    """One side of the coding. Both sides make the same calls and get the same bits."""

    def bit(self, probability: int, bit: int) -> int:
        """The bit, expected to be 1 with ``probability``; a decoder knows it better than its caller."""


class Listener:
    """Writes nothing: for learning from what is known on both sides."""

    def bit(self, probability: int, bit: int) -> int:  # noqa: ARG002  # the others need it
        return bit


class Encoder:
    """Writes bits into as few bytes as they are worth."""

    def __init__(self) -> None:
        self._low, self._high = 0, _MASK
        self._out = bytearray()

    def bit(self, probability: int, bit: int) -> int:
        middle = self._low + ((self._high - self._low) * probability >> 16)
        if bit:
            self._high = middle
        else:
            self._low = middle + 1
        while (self._low ^ self._high) >> _TOP == 0:
            self._out.append(self._high >> _TOP)
            self._low = self._low << 8 & _MASK
            self._high = self._high << 8 & _MASK | 0xFF
        return bit

    def finish(self) -> bytes:
        """All bytes; the shortest ending that lies between the bounds, read on with zeros."""
        for size in range(1, 5):
            unit = 1 << 32 - 8 * size
            ending = -(-self._low // unit) * unit
            if ending <= self._high:
                break
        return bytes(self._out) + ending.to_bytes(4, "big")[:size]


class Decoder:
    """Reads what an ``Encoder`` wrote; beyond the end there are zeros."""

    def __init__(self, data: bytes) -> None:
        self._low, self._high = 0, _MASK
        self._data = data
        self._at = 4
        self._value = int.from_bytes(data[:4].ljust(4, b"\0"), "big")

    def bit(self, probability: int, bit: int) -> int:
        middle = self._low + ((self._high - self._low) * probability >> 16)
        bit = int(self._value <= middle)
        if bit:
            self._high = middle
        else:
            self._low = middle + 1
        while (self._low ^ self._high) >> _TOP == 0:
            self._low = self._low << 8 & _MASK
            self._high = self._high << 8 & _MASK | 0xFF
            self._value = self._value << 8 & _MASK | (self._data[self._at] if self._at < len(self._data) else 0)
            self._at += 1
        return bit
