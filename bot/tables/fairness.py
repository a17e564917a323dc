"""The wall, made of a secret and of what the players throw in (docs/fairness.md)."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from bot.engine.actions import Chance
from bot.engine.tiles import Tile
from bot.tables.codec import Proof

T = TypeVar("T")

VERSION: Final = "queguan-wall-1"


def commitment(table: str, number: int, secret: str) -> str:
    """What is published before anybody throws: SHA-256 over the secret (64 hex digits) and the hand's identity."""
    return hashlib.sha256(f"{VERSION}|{table}|{number}|{secret}".encode()).hexdigest()


def chance_of(proof: Proof, tiles: Sequence[Tile]) -> Chance:
    """Wall, dice and winds of a hand: a function of the secret, the hand's identity and the four throws alone.

    ``tiles`` is the whole set of the rule set in canonical order.
    """
    numbers = _numbers(proof)
    wall = _shuffled(tiles, numbers)
    dice = [(1 + _below(6, numbers), 1 + _below(6, numbers)) for _ in range(3)]
    winds = _shuffled((0, 1, 2, 3), numbers)
    return Chance(tuple(wall), (dice[0], dice[1], dice[2]), (winds[0], winds[1], winds[2], winds[3]))


def _numbers(proof: Proof) -> Iterator[int]:
    """Whole numbers of 32 bits: the words of SHA-256 over seed and counter, one block after the other."""
    text = "|".join((VERSION, proof.table, str(proof.number), proof.secret, *proof.throws))
    seed = hashlib.sha256(text.encode()).digest()
    counter = 0
    while True:
        block = hashlib.sha256(seed + counter.to_bytes(8, "big")).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(block[at : at + 4], "big")
        counter += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    """A number below ``bound``, every one as likely: numbers from the last, incomplete round are passed over."""
    limit = 2**32 - 2**32 % bound
    return next(number for number in numbers if number < limit) % bound


def _shuffled(items: Sequence[T], numbers: Iterator[int]) -> list[T]:
    wall = list(items)
    for last in range(len(wall) - 1, 0, -1):
        other = _below(last + 1, numbers)
        wall[last], wall[other] = wall[other], wall[last]
    return wall
