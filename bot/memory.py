"""When Python looks for reference cycles: at what is new in small steps, at everything only while little is to do.

A look at everything takes as long as there are tables in memory, and nobody is answered meanwhile. What tables are made
of has no cycles and goes without it, but what Discord's side is made of does: messages with buttons, interactions.
"""

import asyncio
import gc
import mmap
import time
from pathlib import Path
from typing import Final

YOUNG: Final = 700
"""After so many new objects those are looked at: a millisecond."""
OLDER: Final = 4
"""After so many such looks, what they left is looked at as well: a few milliseconds."""
NEVER: Final = 1 << 30

LOOK_SECONDS: Final = 60.0
SAMPLE_SECONDS: Final = 1.0
QUIET: Final = 0.05
"""The part of a second for which a process works that has little to do."""
ENOUGH: Final = 10
"""After so many looks at older objects there may be something to find."""
MOST: Final = 10_000
"""After so many everything is looked at however much else there is to do."""
MOST_BYTES: Final = 64 * 2**20
"""The same once the process has grown by so much."""
_STATM: Final = Path("/proc/self/statm")


def search_in_steps() -> None:
    """From now on only what is new is looked at, in small steps; what is there now stays."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, OLDER, NEVER)


def is_due(looks: int, busy: float, grown: int) -> bool:
    """Whether to look at everything now.

    ``looks`` at older objects were made since the last time, and the process has grown by so many bytes; for the part
    ``busy`` of the time it works.
    """
    return looks >= ENOUGH and (busy < QUIET or grown >= MOST_BYTES or looks >= MOST)


def resident() -> int:
    """How many bytes of memory the process has; 0 where the system doesn't say."""
    try:
        return int(_STATM.read_bytes().split()[1]) * mmap.PAGESIZE
    except OSError:
        return 0


async def search_when_quiet(look_seconds: float = LOOK_SECONDS, sample_seconds: float = SAMPLE_SECONDS) -> None:
    """Look at everything now and then, for as long as this runs."""
    before = resident()
    while True:
        await asyncio.sleep(look_seconds)
        worked, began = time.process_time(), time.perf_counter()
        await asyncio.sleep(sample_seconds)
        busy = (time.process_time() - worked) / (time.perf_counter() - began)
        if is_due(gc.get_count()[2], busy, resident() - before):
            gc.collect()
            before = resident()
