"""A ledger as files, for a message: as they are where they are small, otherwise as archives that Discord takes."""

import asyncio
import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.tables.ledger import csv_header, csv_rows, json_line
from bot.tables.ledger_values import AccountId, BookedItem, Scope
from bot.texts import text
from bot.ui.errors import Sorry
from bot.ui.ledgerask import Question, when_text
from bot.ui.post import Paper, Post

LARGEST: Final = 7_000_000
"""Bytes of a file; Discord takes eight million everywhere."""
MOST: Final = 10
"""Files of a message."""
CHUNK: Final = 500
"""Bookings that are written at once: far less than a million bytes."""


class Growing:
    """A file of any length: as it is while it is small, then in archives, each with the ``head`` above its part."""

    def __init__(self, stem: str, ending: str, head: str = "") -> None:
        self._stem, self._ending, self._head = stem, ending, head.encode()
        self._plain = bytearray(self._head)
        self._archives: list[_Archive] = []

    def write(self, words: str) -> None:
        """More lines, whole ones."""
        data = words.encode()
        if not self._archives and len(self._plain) + len(data) <= LARGEST // 2:
            self._plain += data
            return
        if not self._archives or self._archives[-1].size > LARGEST - 1_000_000:
            name = f"{self._stem}-{len(self._archives) + 1}.{self._ending}"
            self._archives.append(_Archive(name, self._head if self._archives else bytes(self._plain)))
            self._plain.clear()
        self._archives[-1].write(data)

    def papers(self) -> tuple[Paper, ...]:
        """The file, or the archives; nothing can be added afterwards."""
        if not self._archives:
            return (Paper(f"{self._stem}.{self._ending}", bytes(self._plain)),)
        return tuple(Paper(f"{each.name}.zip", each.closed()) for each in self._archives)


class _Archive:
    """An archive of one file that grows."""

    def __init__(self, name: str, head: bytes) -> None:
        self.name = name
        self._packed = io.BytesIO()
        self._archive = zipfile.ZipFile(self._packed, "w", zipfile.ZIP_DEFLATED)
        self._member = self._archive.open(name, "w", force_zip64=True)
        self._member.write(head)

    @property
    def size(self) -> int:
        return self._packed.tell()

    def write(self, data: bytes) -> None:
        self._member.write(data)

    def closed(self) -> bytes:
        self._member.close()
        self._archive.close()
        return self._packed.getvalue()


async def export_post(question: Question) -> Post:
    """All bookings that are asked for, as CSV and as JSON Lines."""
    papers, count = await export_papers(question, await question.scope())
    words = text(question.language, "ledger.exported", count=count)
    return Post(f"**{question.title('ledger.export_title')}**\n{words}", papers=bundled(papers))


async def export_papers(question: Question, scope: Scope) -> tuple[tuple[Paper, ...], int]:
    """The files, and how many bookings are in them."""
    stem = f"ledger-{question.guild}-{when_text(question.when)}"
    csv, lines = Growing(stem, "csv", "\ufeff" + csv_header()), Growing(stem, "jsonl")
    names: dict[AccountId, str] = {}
    chunk: list[BookedItem] = []
    count = 0
    async for item in question.house.store.ledger.export(question.guild, question.person, question.rules, scope):
        count += 1
        chunk.append(item)
        if len(chunk) == CHUNK:
            await _write(question, chunk, names, csv, lines)
            chunk = []
    await _write(question, chunk, names, csv, lines)
    return await asyncio.to_thread(lambda: (*csv.papers(), *lines.papers())), count


async def _write(
    question: Question, items: Sequence[BookedItem], names: dict[AccountId, str], csv: Growing, lines: Growing
) -> None:
    accounts = dict.fromkeys(entry.account for item in items for entry in item.entries)
    missing = [account for account in accounts if account not in names]
    names.update(await question.house.people.account_names(question.guild, missing))
    await asyncio.to_thread(_written, items, dict(names), csv, lines)


def _written(items: Sequence[BookedItem], names: Mapping[AccountId, str], csv: Growing, lines: Growing) -> None:
    csv.write("".join(csv_rows(item, names) for item in items))
    lines.write("".join(json_line(item, names) for item in items))


def bundled(papers: Iterable[Paper]) -> tuple[Paper, ...]:
    """The files as they are where a message holds so many, otherwise several to an archive.

    Raises ``Sorry`` for more than a message holds.
    """
    whole = tuple(papers)
    if len(whole) <= MOST:
        return whole
    groups: list[list[Paper]] = []
    size = LARGEST
    for paper in whole:
        size += len(paper.data) + 1000
        if size > LARGEST:
            groups.append([])
            size = len(paper.data)
        groups[-1].append(paper)
    if len(groups) > MOST:
        raise Sorry("sorry.export_large")
    return tuple(_bundle(f"files-{number}.zip", group) for number, group in enumerate(groups, 1))


def _bundle(name: str, papers: Iterable[Paper]) -> Paper:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for paper in papers:
            archive.writestr(paper.file, paper.data)
    return Paper(name, packed.getvalue())
