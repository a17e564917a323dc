"""Garbage is looked for in small steps, and everywhere only while little is to do."""

import asyncio
import gc
import mmap
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import memory
from bot.memory import ENOUGH, MOST, MOST_BYTES, QUIET, is_due, resident, search_in_steps, search_when_quiet

BUSY = 2 * QUIET


class Knot:
    """Something that refers to itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.mark.parametrize(
    ("looks", "busy", "grown", "due"),
    [
        (ENOUGH - 1, 0.0, MOST_BYTES, False),
        (ENOUGH, 0.0, 0, True),
        (ENOUGH, BUSY, MOST_BYTES - 1, False),
        (ENOUGH, BUSY, MOST_BYTES, True),
        (MOST - 1, BUSY, 0, False),
        (MOST, BUSY, 0, True),
    ],
)
def test_a_busy_process_puts_it_off_but_not_for_ever(looks: int, busy: float, grown: int, due: bool) -> None:
    assert is_due(looks, busy, grown) is due


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system doesn't say how large a process is")
def test_a_process_knows_how_large_it_is() -> None:
    before = resident()
    # Memory of its own: what was freed before might be used again, and the process would not grow.
    with mmap.mmap(-1, MOST_BYTES // 2) as filled:
        filled.write(b"x" * len(filled))
        assert resident() - before > len(filled) // 2


def test_new_knots_go_in_small_steps_and_old_ones_stay() -> None:
    old = Knot()
    gc.collect()
    search_in_steps()
    young, kept = weakref.ref(Knot()), weakref.ref(old)
    del old
    made = [[] for _ in range(20 * memory.YOUNG)]  # type: ignore[var-annotated]
    assert young() is None
    assert kept() is not None
    assert made


async def test_what_has_grown_old_goes_at_a_quiet_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "ENOUGH", 0)
    monkeypatch.setattr(memory, "QUIET", 2.0)
    search_in_steps()
    knot = Knot()
    gc.collect(1)
    gone = weakref.ref(knot)
    del knot
    gc.collect(1)
    assert gone() is not None
    task = asyncio.create_task(search_when_quiet(0.01, 0.01))
    for _ in range(100):
        await asyncio.sleep(0.01)
        if gone() is None:
            break
    task.cancel()
    assert gone() is None
