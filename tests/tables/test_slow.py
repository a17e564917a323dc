"""Slow tables: when people are to be reminded, and clocks that stand still in a server's quiet hours."""

import json
from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.engine.actions import Discard
from bot.tables.api import Board
from bot.tables.codec import read_meta
from bot.tables.meta import VoteKind
from bot.tables.ports import Deadline, TableId, TableStatus, Unit
from bot.tables.quiet import QUIET, TIMEZONE
from tests.tables.world import ANN, GUILD, World, done, world

HOUR = 3600.0
BERLIN = "Europe/Berlin"


@pytest.fixture
async def w(tmp_path: Path) -> AsyncIterator[World]:
    async with world(tmp_path / "q.db") as made:
        made.clock.time = at("2026-06-10 20:00")
        yield made


def at(text: str, zone: str = BERLIN) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


def local(moment: float | None, zone: str = BERLIN) -> str:
    """To ten minutes: it may take some seconds until it is somebody's turn."""
    assert moment is not None
    return datetime.fromtimestamp(moment // 600 * 600, ZoneInfo(zone)).strftime("%m-%d %H:%M")


async def server(w: World, settings: dict[str, str | None], *, told: bool = True) -> None:
    """A server's settings; ``told`` is whether the tables hear of it."""

    def changed(text: str) -> str:
        data = {**json.loads(text), **settings}
        return json.dumps({key: value for key, value in data.items() if value is not None})

    await w.store.settings.change_server(GUILD, changed)
    if told:
        await w.tables.server_changed(GUILD)


async def night(w: World, hours: str = "22:00-08:00", zone: str = BERLIN) -> None:
    await server(w, {QUIET: hours, TIMEZONE: zone})


async def turn(w: World, hours: float, claim: int = 8) -> TableId:
    """A match in which it is ann's turn, at eight in the evening."""
    table = await w.match(ANN, turn_seconds=int(hours * HOUR), claim_seconds=claim)
    await w.until_turn(table, ANN)
    return table


def board(w: World, table: TableId) -> Board:
    found = w.tables.board(table)
    assert found is not None
    return found


async def discard(w: World, table: TableId) -> None:
    own = w.screen(table, ANN).view.own
    assert own is not None
    tile = next(each for each in own.asked if isinstance(each, Discard))
    done(await w.tables.act(table, ANN, tile, confirmed=True))


# ---------------------------------------------------------------------- reminders


@pytest.mark.parametrize(
    ("seconds", "before"),
    [(299, None), (300, 60), (3600, 720), (6 * 3600, 72 * 60), (5 * 86400, 86400), (7 * 86400, 86400), (None, 86400)],
)
async def test_a_fifth_of_the_clock_is_left_at_the_reminder_and_at_most_a_day(
    w: World, seconds: int | None, before: int | None
) -> None:
    table = await w.match(ANN, turn_seconds=seconds, claim_seconds=8)
    await w.until_turn(table, ANN)
    meta = board(w, table).meta
    assert meta.due is not None
    assert meta.remind == (None if before is None else meta.due - before)


async def test_the_listener_hears_when_it_is_time_and_nothing_changes(w: World) -> None:
    table = await turn(w, 6)
    meta = board(w, table).meta
    assert meta.remind is not None
    heard = len(w.heard.boards)
    await w.clock.advance(meta.remind - w.clock.now() - 1)
    assert len(w.heard.boards) == heard
    await w.clock.advance(2)
    assert len(w.heard.boards) == heard + 1
    assert board(w, table).meta == meta
    await w.clock.advance(HOUR)
    assert len(w.heard.boards) == heard + 1


async def test_lobbies_pauses_and_rests_between_hands_are_not_reminded_of(w: World) -> None:
    lobby = await w.lobby(ANN, turn_seconds=86400)
    assert board(w, lobby).meta.remind is None
    table = await turn(w, 24)
    done(await w.tables.vote(table, ANN, VoteKind.PAUSE))
    assert board(w, table).meta.remind is None
    done(await w.tables.resume(table, ANN))
    assert board(w, table).meta.remind is not None
    between = await w.play_hand(table, ANN)
    assert between.meta.remind is None


async def test_the_clock_is_kept_in_one_place(w: World) -> None:
    table = await turn(w, 6)
    meta = board(w, table).meta
    stored = await w.store.tables.table(table)
    assert stored is not None
    assert meta.due is not None
    assert meta.remind is not None
    assert stored.deadlines == (Deadline("table", meta.due, meta.due_for), Deadline("reminder", meta.remind))
    written = read_meta(stored.record.meta)
    assert (written.due, written.due_for, written.remind) == (None, "", None)
    await w.restart()
    assert board(w, table).meta == meta


async def test_a_clock_that_was_lost_is_set_anew(w: World) -> None:
    table = await turn(w, 6)
    await w.store.tables.commit(Unit(table=table, at=w.clock.now(), deadlines=()))
    w.clock.time += 60
    await w.restart()
    assert board(w, table).meta.due == w.clock.now() + 6 * HOUR


# ---------------------------------------------------------------------- quiet hours


async def test_what_is_left_in_the_evening_is_left_in_the_morning(w: World) -> None:
    await night(w)
    table = await turn(w, 6)
    due = board(w, table).meta.due
    assert local(due) == "06-11 12:00"
    prompt = w.screen(table, ANN).prompt
    await w.clock.advance(at("2026-06-11 11:59") - w.clock.now())
    assert w.screen(table, ANN).prompt == prompt
    await w.clock.advance(120)
    assert w.screen(table, ANN).prompt != prompt


@pytest.mark.parametrize(("hours", "claim", "due"), [(0.5, 8, "06-10 20:30"), (1.0, 8, "06-10 21:00")])
async def test_a_clock_that_ends_before_the_night_is_as_it_was(w: World, hours: float, claim: int, due: str) -> None:
    await night(w)
    assert local(board(w, await turn(w, hours, claim)).meta.due) == due


async def test_fast_tables_do_not_know_quiet_hours(w: World) -> None:
    await night(w, "19:00-08:00")
    table = await w.match(ANN, turn_seconds=3599, claim_seconds=8)
    await w.until_turn(table, ANN)
    due = board(w, table).meta.due
    assert due is not None
    assert due - w.clock.now() <= 3599
    slow = await turn(w, 1)
    assert local(board(w, slow).meta.due) == "06-11 09:00"


async def test_short_claims_at_a_slow_table_do_not_wait_for_the_morning(w: World) -> None:
    await night(w, "19:00-08:00")
    table = await turn(w, 24, claim=8)
    await discard(w, table)
    for _ in range(30):
        due = board(w, table).meta.due
        view = board(w, table).view
        assert due is not None
        assert view is not None
        if view.offered is not None:
            assert due - w.clock.now() <= 60
        if w.screen(table, ANN).asked:
            break
        await w.clock.fire_next()
    assert w.clock.now() < at("2026-06-10 21:00")


@pytest.mark.parametrize(("day", "due"), [("2026-03-28", "03-29 12:00"), ("2026-10-24", "10-25 12:00")])
async def test_a_night_in_which_clocks_are_put_forward_or_back(w: World, day: str, due: str) -> None:
    w.clock.time = at(f"{day} 20:00")
    await night(w)
    assert local(board(w, await turn(w, 6)).meta.due) == due


async def test_quiet_hours_that_are_changed_keep_the_time_that_is_left(w: World) -> None:
    table = await turn(w, 6)
    assert local(board(w, table).meta.due) == "06-11 02:00"
    await night(w)
    assert local(board(w, table).meta.due) == "06-11 12:00"
    await night(w, "21:00-09:00")
    assert local(board(w, table).meta.due) == "06-11 14:00"
    await w.clock.advance(4 * HOUR)
    await server(w, {QUIET: None})
    assert local(board(w, table).meta.due) == "06-11 05:00"
    prompt = w.screen(table, ANN).prompt
    await w.clock.advance(5 * HOUR - 60)
    assert w.screen(table, ANN).prompt == prompt
    await w.clock.advance(120)
    assert w.screen(table, ANN).prompt != prompt


async def test_another_time_zone_moves_the_night(w: World) -> None:
    await night(w)
    table = await turn(w, 6)
    await server(w, {TIMEZONE: "Asia/Shanghai"})
    meta = board(w, table).meta
    assert meta.quiet is not None
    assert meta.quiet.zone == "Asia/Shanghai"
    assert local(w.clock.now(), "Asia/Shanghai") == "06-11 02:00"
    assert local(meta.due, "Asia/Shanghai") == "06-11 14:00"


async def test_quiet_hours_of_its_own_stay_when_the_server_s_are_changed(w: World) -> None:
    await night(w)
    tables = [await w.match(ANN, turn_seconds=86400, claim_seconds=8, quiet=quiet) for quiet in ("", "12-13", None)]
    await night(w, "21:00-09:00", "Asia/Tokyo")
    quiet = [board(w, table).meta.quiet for table in tables]
    assert [hours and (hours.words, hours.zone) for hours in quiet] == [
        None, ("12:00-13:00", "Asia/Tokyo"), ("21:00-09:00", "Asia/Tokyo"),
    ]  # fmt: skip


async def test_a_change_that_the_tables_did_not_hear_of_holds_after_a_restart(w: World) -> None:
    await night(w)
    table = await turn(w, 6)
    await server(w, {QUIET: "21:00-09:00"}, told=False)
    await w.restart()
    assert local(board(w, table).meta.due) == "06-11 14:00"


async def test_a_restart_in_quiet_hours_changes_nothing(w: World) -> None:
    await night(w)
    table = await turn(w, 6)
    meta = board(w, table).meta
    await w.clock.advance(5 * HOUR)
    await w.restart()
    assert board(w, table).meta == meta
    heard = len(w.heard.boards)
    await w.clock.advance(at("2026-06-11 08:00") - w.clock.now())
    assert len(w.heard.boards) == heard + 1


async def test_a_pause_in_quiet_hours_gives_the_whole_clock_after_them(w: World) -> None:
    await night(w)
    table = await turn(w, 6)
    await w.clock.advance(3 * HOUR)
    done(await w.tables.vote(table, ANN, VoteKind.PAUSE))
    assert local(board(w, table).meta.due) == "06-17 23:00"
    done(await w.tables.resume(table, ANN))
    assert local(board(w, table).meta.due) == "06-11 14:00"


async def test_a_time_out_that_was_due_before_the_bot_stopped_is_not_put_off(w: World) -> None:
    await night(w)
    table = await turn(w, 1)
    prompt = w.screen(table, ANN).prompt
    await w.tables.stop()
    w.clock.time = at("2026-06-10 23:00")
    await w.restart()
    await w.clock.advance(1)
    assert w.screen(table, ANN).prompt != prompt


async def test_a_match_in_a_server_with_quiet_hours_ends_by_itself_and_never_in_them(w: World) -> None:
    await night(w)
    table = await w.match(ANN, turn_seconds=7200, claim_seconds=7200)
    for _ in range(2000):
        found = w.tables.board(table)
        if found is None:
            break
        quiet, due = found.meta.quiet, found.meta.due
        assert quiet is not None
        assert due is not None
        if found.view is not None and not found.view.over and not found.meta.paused:
            assert found.meta.due_for == "lobby" or quiet.until(due) is None
        await w.clock.fire_next()
    assert w.tables.board(table) is None
    assert w.heard.boards[-1].status is TableStatus.ENDED
    assert w.heard.faults == []
