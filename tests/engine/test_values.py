from dataclasses import FrozenInstanceError, dataclass, field, replace

import pytest

from bot.engine.values import Table, quick


@quick
@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int = 2


@quick
@dataclass(frozen=True, slots=True)
class Checked:
    x: int

    def __post_init__(self) -> None:
        if self.x < 0:
            raise ValueError("below zero")


def test_a_quick_value_is_what_a_dataclass_is() -> None:
    point = Point(1)
    assert (point.x, point.y) == (1, 2)
    assert point == Point(y=2, x=1) != Point(1, 3)
    assert hash(point) == hash(Point(1, 2))
    assert repr(point) == "Point(x=1, y=2)"
    assert replace(point, y=5) == Point(1, 5)


def test_a_quick_value_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        Point(1).x = 2  # type: ignore[misc]


@pytest.mark.parametrize("given", [(), (1, 2, 3)])
def test_a_quick_value_wants_its_fields(given: tuple[int, ...]) -> None:
    with pytest.raises(TypeError):
        Point(*given)


def test_a_quick_value_is_checked_as_it_is_made() -> None:
    assert Checked(0).x == 0
    with pytest.raises(ValueError, match="below zero"):
        Checked(-1)


def test_only_fields_that_are_simply_given_are_quick() -> None:
    @dataclass(frozen=True, slots=True)
    class Listed:
        items: list[int] = field(default_factory=list)

    with pytest.raises(TypeError, match=r"Listed\.items"):
        quick(Listed)


def test_a_table_finds_an_answer_once_and_stays_small() -> None:
    asked: list[int] = []

    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    table = Table(double, most=2)
    assert [table[number] for number in (1, 1, 2, 1)] == [2, 2, 4, 2]
    assert asked == [1, 2]
    assert table[3] == 6
    assert len(table) == 1
    assert [table[1], table[1]] == [2, 2]
    assert asked == [1, 2, 3, 1]
