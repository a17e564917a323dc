"""Files that grow: as they are while they are small, in archives that Discord takes otherwise; nothing is left out."""

import io
import zipfile
from datetime import date
from random import Random

import pytest

from bot.tables.ledger import Period
from bot.tables.ledger_values import Season
from bot.ui.errors import Sorry
from bot.ui.exporting import LARGEST, MOST, Growing, bundled
from bot.ui.ledgerask import Days, chosen_when, read_when, when_text
from bot.ui.post import Paper

LINE = 100_000


def lines(count: int) -> list[str]:
    """Lines that can't be made shorter."""
    random = Random(1)
    return [random.randbytes(LINE // 2).hex() + "\n" for _ in range(count)]


def unpacked(paper: Paper) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(paper.data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_a_small_file_stays_as_it_is() -> None:
    file = Growing("ledger", "csv", "head\n")
    for line in ("one\n", "two\n"):
        file.write(line)
    assert file.papers() == (Paper("ledger.csv", b"head\none\ntwo\n"),)


def test_a_large_file_goes_on_in_archives_with_its_head_above_each_part(monkeypatch: pytest.MonkeyPatch) -> None:
    largest = 2_000_000
    monkeypatch.setattr("bot.ui.exporting.LARGEST", largest)
    written = lines(5 * largest // LINE)
    file = Growing("ledger", "csv", "head\n")
    for line in written:
        file.write(line)
    papers = file.papers()
    assert [paper.file for paper in papers] == [f"ledger-{number}.csv.zip" for number in range(1, len(papers) + 1)]
    assert len(papers) > 1
    assert all(len(paper.data) <= largest for paper in papers)
    parts = [unpacked(paper)[paper.file.removesuffix(".zip")].decode() for paper in papers]
    assert all(part.startswith("head\n") for part in parts)
    assert "".join(part.removeprefix("head\n") for part in parts) == "".join(written)


def test_more_files_than_a_message_holds_are_bundled() -> None:
    few = [Paper(f"{number}.csv", b"x") for number in range(MOST)]
    assert bundled(few) == tuple(few)
    many = [Paper(f"{number}.csv", bytes(LARGEST // 3)) for number in range(MOST + 3)]
    papers = bundled(many)
    assert len(papers) <= MOST
    assert all(len(paper.data) <= LARGEST for paper in papers)
    assert {name: data for paper in papers for name, data in unpacked(paper).items()} == {
        paper.file: paper.data for paper in many
    }


def test_what_no_message_holds_is_refused() -> None:
    with pytest.raises(Sorry, match="export_large"):
        bundled([Paper(f"{number}", bytes(LARGEST)) for number in range(MOST + 1)])


# ---------------------------------------------------------------------- the time that is asked for


@pytest.mark.parametrize("written", ["2026-01-05", "2026/1/5", "2026.1.05", "2026年1月5日", "20260105", " 2026-1-5 "])
def test_a_day_as_people_write_it(written: str) -> None:
    assert chosen_when(None, None, written, None) == Days(date(2026, 1, 5), None)


@pytest.mark.parametrize(
    "written",
    ["0001-01-01", "1969-12-31", "9999-12-31", "2026-02-30", "2026115", "2026-W02-1", "today", "-", "０２６-1-5"],
)
def test_what_is_no_day(written: str) -> None:
    for since, until in ((written, None), (None, written)):
        with pytest.raises(Sorry, match=r"sorry\.day"):
            chosen_when(None, None, since, until)


@pytest.mark.parametrize(
    "when",
    [*Period, Season(12), Days(date(1970, 1, 1), None), Days(None, date(9998, 12, 31))],
)
def test_a_button_remembers_the_time(when: Period | Season | Days) -> None:
    assert read_when(when_text(when)) == when
