"""Settings, presets, names; what a person can ask for, and how a name goes while sums stay."""

import asyncio
import json
from dataclasses import replace

import pytest

from bot.store.store import SqliteStore
from bot.tables.ledger_values import AllTime, TotalsQuery, is_pseudonym, kind_of
from bot.tables.ports import Change, PersonData, Preset, Seen, TableId, TableStatus, Unit
from tests.store.samples import ANN, BOB, CAT, DAN, GUILD, hand, record

USER = int(ANN)
PRESET = Preset(GUILD, "evening", "lishui", '{"base_cap":"open"}', USER)


def setting(name: str, value: int) -> Change:
    return lambda text: json.dumps({**json.loads(text), name: value})


async def test_settings_begin_empty_and_keep_every_change(store: SqliteStore) -> None:
    assert await store.settings.person(USER) == "{}"
    assert await store.settings.server(GUILD) == "{}"
    await asyncio.gather(*(store.settings.change_person(USER, setting(f"s{n}", n)) for n in range(10)))
    await asyncio.gather(*(store.settings.change_server(GUILD, setting(f"s{n}", n)) for n in range(10)))
    expected = {f"s{n}": n for n in range(10)}
    assert json.loads(await store.settings.person(USER)) == expected
    assert json.loads(await store.settings.server(GUILD)) == expected
    assert await store.settings.person(USER + 1) == "{}"
    assert await store.settings.server(GUILD + 1) == "{}"


async def test_a_change_that_fails_changes_nothing(store: SqliteStore) -> None:
    await store.settings.change_server(GUILD, setting("zone", 1))
    with pytest.raises(json.JSONDecodeError):
        await store.settings.change_server(GUILD, lambda text: json.dumps(json.loads(text + "?")))
    assert await store.settings.server(GUILD) == '{"zone": 1}'


async def test_the_end_of_a_season_leaves_the_settings(store: SqliteStore) -> None:
    await store.settings.change_server(GUILD, setting("zone", 1))
    await store.ledger.end_season(GUILD, 1, "spring", 1.0)
    await store.settings.change_server(GUILD, setting("role", 2))
    assert await store.settings.server(GUILD) == '{"zone": 1, "role": 2}'
    assert len(await store.ledger.seasons(GUILD)) == 2


async def test_presets_have_a_name_each(store: SqliteStore) -> None:
    await store.settings.save_preset(PRESET)
    await store.settings.save_preset(Preset(GUILD, "a lunch", "mawan", "{}", 5))
    newer = replace(PRESET, options="{}", rules="sichuan")
    await store.settings.save_preset(newer)
    await store.settings.save_preset(replace(PRESET, guild=GUILD + 1))
    assert await store.settings.presets(GUILD) == (Preset(GUILD, "a lunch", "mawan", "{}", 5), newer)
    assert await store.settings.drop_preset(GUILD, "evening")
    assert not await store.settings.drop_preset(GUILD, "evening")
    assert len(await store.settings.presets(GUILD)) == 1
    assert len(await store.settings.presets(GUILD + 1)) == 1


async def test_names_are_those_last_seen_in_the_server(store: SqliteStore) -> None:
    await store.settings.saw([Seen(GUILD, ANN, "ann", 1.0), Seen(GUILD, BOB, "bob", 1.0), Seen(None, ANN, "ann@", 1.0)])
    await store.settings.saw([Seen(GUILD, ANN, "安\u202e`@everyone`", 2.0), Seen(GUILD + 1, CAT, "cat", 2.0)])
    assert await store.settings.names(GUILD, (ANN, BOB, CAT, DAN)) == {ANN: "安\u202e`@everyone`", BOB: "bob"}
    assert await store.settings.names(GUILD + 1, (ANN, CAT)) == {ANN: "ann@", CAT: "cat"}
    assert await store.settings.names(None, (ANN, BOB)) == {ANN: "ann@"}


async def with_a_life(store: SqliteStore) -> None:
    """ann has settings, names, a preset, points in a server, a table that goes on and one that has ended."""
    await store.settings.change_person(USER, setting("sort", 1))
    await store.settings.saw([Seen(GUILD, ANN, "ann", 1.0), Seen(GUILD + 1, ANN, "annie", 2.0)])
    await store.settings.save_preset(PRESET)
    await store.ledger.book(hand(1))
    meta = json.dumps({"chairs": [{"user": USER}, {"user": int(BOB)}], "longer": USER * 10})
    for name, status in (("on", TableStatus.RUNNING), ("over", TableStatus.ENDED)):
        table = replace(record(TableId(name), status=status), meta=meta)
        await store.tables.commit(Unit(table=table.id, at=1.0, seq=0, record=table))


async def test_a_person_gets_all_that_is_kept(store: SqliteStore) -> None:
    await with_a_life(store)
    assert await store.settings.person_data(USER) == PersonData(
        settings='{"sort": 1}',
        names=(Seen(GUILD, ANN, "ann", 1.0), Seen(GUILD + 1, ANN, "annie", 2.0)),
        presets=(PRESET,),
        open_tables=(TableId("on"),),
        ended_tables=(TableId("over"),),
    )
    assert await store.settings.person_data(5) == PersonData("{}", (), (), (), ())
    assert [item.key async for item in store.ledger.export(GUILD, ANN)] == ["hand:K7QX:1"]


async def test_a_name_goes_and_the_sums_stay(store: SqliteStore) -> None:
    await with_a_life(store)
    forgotten = await store.settings.forget(USER)
    assert (forgotten.accounts, forgotten.open_tables) == (2, (TableId("on"),))
    rows = {row.account: row.earned for row in (await store.ledger.totals(TotalsQuery(guild=GUILD))).rows}
    (stranger,) = rows.keys() - {BOB, CAT, DAN}
    assert is_pseudonym(stranger)
    assert kind_of(stranger) == kind_of(BOB)
    assert rows[stranger] == 12
    item = await store.ledger.item("hand:K7QX:1")
    assert item is not None
    assert {line.payee for line in item.lines} == {stranger}
    assert await store.settings.person_data(USER) == PersonData("{}", (), (), (TableId("on"),), ())
    over = await store.tables.table(TableId("over"))
    assert over is not None
    assert json.loads(over.record.meta) == {"chairs": [{"user": 0}, {"user": int(BOB)}], "longer": USER * 10}
    assert (await store.settings.presets(GUILD))[0].author == 0


async def test_who_comes_back_begins_at_zero(store: SqliteStore) -> None:
    await with_a_life(store)
    await store.settings.forget(USER)
    await store.ledger.book(hand(2))
    balances = await store.ledger.balances(GUILD, AllTime())
    assert balances[ANN] == 12
    assert sorted(balances.values()) == [-8, -8, -8, 12, 12]


async def test_forgetting_twice_finds_nobody(store: SqliteStore) -> None:
    await with_a_life(store)
    await store.settings.forget(USER)
    assert (await store.settings.forget(USER)).accounts == 0
    assert (await store.settings.forget(5)).accounts == 0
