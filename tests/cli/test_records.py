"""``queguan verify``, ``replay --table`` and ``export --hand``: what they print and the codes they end with."""

import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.__main__ import main
from bot.engine.options import choose
from bot.rules import REGISTRY
from bot.store.packing import pack, unpack
from bot.store.store import opened_store
from bot.tables.booking import Book, hand_booking
from bot.tables.codec import entry_text, meta_text
from bot.tables.meta import Chair, TableMeta
from bot.tables.ports import HandEnd, TableId, TableRecord, TableStatus, Unit
from bot.tables.records import HandRecord, read_record, record_json, record_text
from tests.store.test_check import tampered
from tests.tables.hands import TABLE, match, played, record

GUILD = 10


@pytest.fixture(scope="module")
def hand() -> HandRecord:
    """A hand of Lishui that somebody has paid for."""
    rules = REGISTRY["lishui"]
    for seed in range(50):
        state, entries = played(match(rules, choose(rules.options, {})), Random(seed), sense=1.0)
        if state.wins:
            return record(state, entries)
    raise AssertionError("nobody ever wins")


@pytest.fixture
def file(hand: HandRecord, tmp_path: Path) -> Path:
    path = tmp_path / "hand.jsonl"
    path.write_text(record_text(hand), "utf-8")
    return path


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database with a table of two hands, both in the ledger."""
    path = tmp_path / "queguan.db"
    monkeypatch.setenv("QUEGUAN_DB", str(path))
    monkeypatch.setenv("QUEGUAN_LANGUAGE", "en")
    monkeypatch.chdir(tmp_path)
    asyncio.run(_fill(path))
    return path


async def _fill(path: Path) -> None:
    rules = REGISTRY["sichuan"]
    state = match(rules, choose(rules.options, {}))
    meta = TableMeta(
        rules="sichuan", options=dict(state.options), length=None, host=1, language="en", turn_seconds=45,
        claim_seconds=8, created=1.0, chairs=tuple(Chair(user) for user in (1, 2, 3, 4)), number=2,
    )  # fmt: skip
    table = TableId(TABLE)
    seq = 0
    async with opened_store(str(path)) as store:
        for number in (1, 2):
            state, entries = played(state, Random(number), sense=1.0)
            row = TableRecord(
                id=table, guild=GUILD, channel=20, status=TableStatus.RUNNING, meta=meta_text(meta), revision=number - 1
            )
            lines = tuple(entry_text(entry) for entry in entries)
            booking = hand_booking(Book(table, GUILD, 2.0, meta, state.seating), state)
            await store.tables.commit(
                Unit(
                    table=table, at=2.0, seq=seq, events=lines, record=row, bookings=(booking,),
                    hand=HandEnd(number, seq),
                )
            )  # fmt: skip
            seq += len(lines)


def changed(file: Path, old: str, new: str, *, line: int | None = None) -> None:
    """Change the first line that has a text (or that line)."""
    lines = file.read_text("utf-8").splitlines(keepends=True)
    place = next(n for n, text in enumerate(lines) if old in text) if line is None else line
    lines[place] = lines[place].replace(old, new)
    file.write_text("".join(lines), "utf-8")


# ---------------------------------------------------------------------- verify


def test_an_honest_hand_matches(file: Path, hand: HandRecord, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(file), "--commitment", hand.commitment]) == 0
    out = capsys.readouterr().out
    assert "✗" not in out
    assert "Everything matches." in out
    file.write_text(record_json(hand), "utf-8")
    assert main(["verify", str(file)]) == 0


def test_the_answer_as_json(file: Path, hand: HandRecord, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(file), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["ok"]
    assert (answer["table"], answer["hand"], answer["commitment"]) == (TABLE, 1, hand.commitment)
    claims = [check["claim"] for check in answer["checks"]]
    assert claims == ["identity", "commitment", "wall", "dice", "winds", "dealer", "digest", "play"]


def test_another_commitment_is_said_to_be_one(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(file), "--commitment", "00" * 32]) == 1
    assert "✗ The commitment is not the one that was published" in capsys.readouterr().out


def test_a_changed_tile_is_named(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = file.read_text("utf-8").splitlines()
    place = next(n for n, line in enumerate(lines) if '"e":"Drew"' in line)
    drew = json.loads(lines[place])
    changed(file, f'"tile":{drew["tile"]}', f'"tile":{(drew["tile"] + 1) % 27}', line=place)
    assert main(["verify", str(file)]) == 1
    out = capsys.readouterr().out
    assert f"✗ Line {place + 1}: a tile is not the one that the hand leads to" in out
    assert "✗ The entries are not those that were handed out" in out
    assert "✓ The wall of 136 tiles" in out


def test_a_changed_payment_is_named(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed(file, '"points":', '"points":1')
    assert main(["verify", str(file), "--json"]) == 1
    checks = {check["claim"]: check for check in json.loads(capsys.readouterr().out)["checks"]}
    assert checks["play"]["what"] == "payment"
    assert [claim for claim, check in checks.items() if not check["ok"]] == ["digest", "play"]


def test_a_swapped_secret_is_named(file: Path, hand: HandRecord, capsys: pytest.CaptureFixture[str]) -> None:
    changed(file, hand.proof.secret, "ab" * 32)
    assert main(["verify", str(file)]) == 1
    out = capsys.readouterr().out
    assert "✗ The secret does not match the commitment" in out
    assert "✗ The wall does not follow from the secret and the throws: tile " in out


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no exported record"),
        ("rules: lishui\n== hand\n", "no exported record"),
        ('{"format": "queguan-hand-1"}\n', "first line of the record lacks"),
        ('{"format": "queguan-hand-1"}\n{"e": "Nonsense"}\n', "Line 2 is no entry"),
    ],
)
def test_what_is_no_record_is_one_sentence(
    tmp_path: Path, text: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x"
    path.write_text(text, "utf-8")
    assert main(["verify", str(path)]) == 1
    err = capsys.readouterr().err
    assert sentence in err
    assert err.count("\n") == 1


def test_unknown_rules_and_options_are_named(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed(file, '"rules":"lishui"', '"rules":"elsewhere"', line=0)
    assert main(["verify", str(file)]) == 2
    assert "elsewhere" in capsys.readouterr().err
    changed(file, '"rules":"elsewhere"', '"rules":"mawan"', line=0)
    assert main(["verify", str(file)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("value", [None, [5], float("inf"), float("nan"), 10**30, "x", -1])
@pytest.mark.parametrize("path", ["hand", "options", "0.throws", "1.chance", "9.tile", "Paid.payer"])
def test_a_record_that_holds_something_else_is_one_sentence(
    hand: HandRecord, path: str, value: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = json.loads(record_json(hand))
    entries = whole["entries"]
    first_draw = next(number for number, entry in enumerate(entries) if "tile" in entry)
    paid = next(entry for entry in entries if entry.get("transfers"))
    place, _, key = path.rpartition(".")
    holders = {"": whole, "0": entries[0], "1": entries[1], "9": entries[first_draw], "Paid": paid["transfers"][0]}
    holders[place][key] = value
    file = tmp_path / "changed.json"
    file.write_text(json.dumps(whole), "utf-8")
    code = main(["verify", str(file)])
    printed = capsys.readouterr()
    assert code in (1, 2)
    assert "✗" in printed.out or len(printed.err.splitlines()) == 1


def test_a_record_that_is_nested_too_deep_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "deep.json"
    file.write_text('{"entries":' + "[" * 200_000, "utf-8")
    assert main(["verify", str(file)]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


# ---------------------------------------------------------------------- replay --table


def test_stored_hands_are_decided_once_more(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert database.exists()
    assert main(["replay", "--table", TABLE]) == 0
    out = capsys.readouterr().out
    assert "Hand 1: dealer" in out
    assert "Hand 2: dealer" in out
    assert out.count("The stored events are what today's rules decide.") == 2
    assert out.count("The ledger holds the same payments.") == 2


def test_one_hand_as_json(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert database.exists()
    assert main(["replay", "--table", TABLE, "--hand", "2", "--json"]) == 0
    (answer,) = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert answer["hand"] == 2
    assert answer["difference"] is None
    assert answer["booked"] is True
    assert sum(answer["payments"]) == 0


def test_a_payment_that_was_changed_in_the_ledger_is_found(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with sqlite3.connect(database) as conn:
        for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            conn.execute(f"DROP TRIGGER {name}")
        conn.execute(
            "UPDATE lines SET points = points + 1"
            " WHERE number = 0 AND booking IN (SELECT id FROM bookings WHERE hand = 1)"
        )
    assert main(["replay", "--table", TABLE, "--json"]) == 1
    first, second = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (first["booked"], second["booked"]) == (False, True)
    assert main(["replay", "--table", TABLE]) == 1
    assert "The ledger holds other payments than the hand" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["replay", "--table", "ffffffff"], 1, "ffffffff"),
        (["replay", "--table", TABLE, "--hand", "9"], 1, "no finished hand 9"),
        (["replay", "--hand", "1"], 2, "--table"),
        (["export", "--hand", "1"], 2, "--table"),
        (["export", "--format", "game"], 2, "--hand"),
        (["export", "--table", TABLE, "--format", "game"], 2, "--hand"),
        (["export", "--table", TABLE, "--hand", "9"], 1, "no finished hand 9"),
    ],
)
def test_what_is_not_there_is_one_sentence(
    database: Path, arguments: list[str], code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert database.exists()
    assert main(arguments) == code
    err = capsys.readouterr().err
    assert sentence in err
    assert err.count("\n") == 1


# ---------------------------------------------------------------------- export --hand


def test_an_exported_hand_is_verified(database: Path, tmp_path: Path) -> None:
    assert database.exists()
    for form in ("csv", "json"):
        target = tmp_path / f"hand.{form}"
        assert main(["export", "--table", TABLE, "--hand", "2", "--format", form, "--output", str(target)]) == 0
        assert read_record(target.read_text("utf-8")).number == 2
        assert main(["verify", str(target)]) == 0


def test_an_exported_script_comes_to_the_stored_settlement(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert database.exists()
    script = tmp_path / "hand.game"
    assert main(["export", "--table", TABLE, "--hand", "2", "--format", "game", "--output", str(script)]) == 0
    assert main(["replay", str(script), "--json"]) == 0
    assert main(["replay", "--table", TABLE, "--hand", "2", "--json"]) == 0
    played_again, stored = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert played_again["refused"] == []
    assert {key: stored[key] for key in played_again} == played_again


# ---------------------------------------------------------------------- records that were changed in the database


def repacked(database: Path, change: Callable[[list[dict[str, Any]]], None]) -> None:
    """Change the second hand, and pack it anew so that its checksums hold."""
    with closing(sqlite3.connect(database)) as conn:
        (packed,) = conn.execute("SELECT packed FROM hands WHERE hand = 2").fetchone()
        entries = [json.loads(line) for line in unpack(packed)]
        change(entries)
        lines = [json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in entries]
        conn.execute("UPDATE hands SET packed = ? WHERE hand = 2", (pack(lines),))
        conn.commit()


def first(entries: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    return next(entry for entry in entries if entry["e"] == kind and entry.get("transfers") != [])


def another_secret(entries: list[dict[str, Any]]) -> None:
    entries[0]["secret"] = "ab" * 32


def another_throw(entries: list[dict[str, Any]]) -> None:
    entries[0]["throws"][3] = "17"


def another_wall(entries: list[dict[str, Any]]) -> None:
    wall = entries[1]["chance"]["wall"]
    place = next(place for place, tile in enumerate(wall) if tile != wall[0])
    wall[0], wall[place] = wall[place], wall[0]


def another_draw(entries: list[dict[str, Any]]) -> None:
    drew = first(entries, "Drew")
    drew["tile"] = (drew["tile"] + 1) % 27


def another_payer(entries: list[dict[str, Any]]) -> None:
    paid = first(entries, "Paid")["transfers"][0]
    paid["payer"], paid["payee"] = paid["payee"], paid["payer"]


def nothing(entries: list[dict[str, Any]]) -> None:
    assert entries[0]["e"] == "Proof"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (another_secret, "The wall does not follow from the secret and the throws: tile 1 "),
        (another_throw, "The wall does not follow from the secret and the throws: tile 1 "),
        (another_wall, "The wall does not follow from the secret and the throws: tile 1 "),
        (another_draw, "where the wall has"),
        (another_payer, "The ledger holds other payments than the hand: "),
    ],
)
def test_a_changed_record_is_named_by_the_doctor_and_by_an_auditing_replay(
    database: Path,
    change: Callable[[list[dict[str, Any]]], None],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "t0ken")
    repacked(database, change)
    assert main(["doctor", "--offline"]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith(f"The record of {TABLE}/2 is not what was played: ")
    assert said in line
    assert main(["replay", "--table", TABLE]) == 1
    answer = capsys.readouterr().out
    assert (said if change is not another_draw else "a tile is not the one that the hand leads to") in answer


def no_such_tile_in_the_wall(entries: list[dict[str, Any]]) -> None:
    entries[1]["chance"]["wall"][60] = 99


def no_such_tile_drawn(entries: list[dict[str, Any]]) -> None:
    first(entries, "Drew")["tile"] = 42


def a_tile_below_all(entries: list[dict[str, Any]]) -> None:
    first(entries, "Drew")["tile"] = -1


def no_such_entry(entries: list[dict[str, Any]]) -> None:
    first(entries, "Drew")["e"] = "Dreamt"


@pytest.mark.parametrize("change", [no_such_tile_in_the_wall, no_such_tile_drawn, a_tile_below_all, no_such_entry])
def test_an_entry_that_cannot_be_read_is_one_sentence_everywhere(
    database: Path,
    change: Callable[[list[dict[str, Any]]], None],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "t0ken")
    repacked(database, change)
    assert main(["doctor", "--offline"]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith(f"The record of {TABLE}/2 is not what was played: Line ")
    assert line.endswith(" is no entry of a hand. Restore a backup.")
    for words in (["replay"], ["export", "--hand", "1"], ["export", "--hand", "2", "--format", "game"]):
        assert main([*words, "--table", TABLE]) == 1
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith("queguan: Line ")
        assert line.endswith(" is no entry of a hand.")


@pytest.mark.parametrize(
    ("statement", "doctor", "others"),
    [
        ("meta = '[]'", "The first line of the record ", "is damaged; restore"),
        ("meta = json_set(meta, '$.options', json('{\"bogus\": 1}'))", "no option bogus", "no option bogus"),
        ("meta = json_set(meta, '$.rules', 'bogus')", "no rule set 'bogus'", "no rule set 'bogus'"),
    ],
)
def test_a_table_that_cannot_be_read_is_one_sentence_everywhere(
    database: Path,
    statement: str,
    doctor: str,
    others: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "t0ken")
    tampered(str(database), f"UPDATE tables SET {statement}")
    assert main(["doctor", "--offline"]) == 1
    assert all(doctor in line for line in capsys.readouterr().out.splitlines())
    for words in (["replay"], ["export", "--hand", "2", "--format", "game"]):
        assert main([*words, "--table", TABLE]) in (1, 2)
        (line,) = capsys.readouterr().err.splitlines()
        assert others in line


@pytest.mark.parametrize(
    "detail", ["nonsense", "{}", "[]", '{"from": 0}', '{"from": "0", "to": 1, "for": ""}', "[" * 9999]
)
def test_a_booking_whose_details_were_changed_is_named_however_they_were(
    database: Path, detail: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "t0ken")
    tampered(str(database), f"UPDATE lines SET detail = '{detail}'")
    assert main(["doctor", "--offline"]) == 1
    assert "The ledger holds other payments than the hand: " in capsys.readouterr().out
    assert main(["replay", "--table", TABLE]) == 1
    assert "The ledger holds other payments than the hand: " in capsys.readouterr().out


def test_a_record_that_was_packed_anew_without_a_change(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "t0ken")
    repacked(database, nothing)
    assert main(["doctor", "--offline"]) == 0
    assert main(["replay", "--table", TABLE, "--json"]) == 0
    assert [json.loads(line)["unproved"] for line in capsys.readouterr().out.splitlines()[1:]] == [[], []]
