"""A finished hand as one record: small, exact, and readable for ever."""

import json
import zlib
from hashlib import sha256
from importlib import resources
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules import REGISTRY
from bot.store.coder import Decoder, Encoder
from bot.store.model import Model, canonical, taught
from bot.store.packing import MODELLED, PLAIN, BadRecord, pack, unpack
from bot.store.primer import chosen
from tests.store.hands import hand_log, played_logs

words = st.text(st.characters(codec="utf-8")) | st.from_regex(r"[0-9a-f]{14,40}|[1-9][0-9]{8,20}", fullmatch=True)
scalars = st.none() | st.booleans() | st.integers() | st.floats() | words
values = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(words, inner), max_leaves=12)


@settings(deadline=None, max_examples=50)
@given(st.lists(values))
def test_json_comes_back_as_it_was(written: list[Any]) -> None:
    texts = tuple(map(canonical, written))
    assert unpack(pack(texts)) == texts


@settings(deadline=None)
@given(st.lists(st.text(st.characters(codec="utf-8"))))
def test_any_texts_come_back_as_they_were(texts: list[str]) -> None:
    assert unpack(pack(texts)) == tuple(texts)


@pytest.mark.parametrize(
    ("texts", "kind"),
    [
        ((), MODELLED),
        (("{}",), MODELLED),
        (("[" * 40 + "]" * 40,), MODELLED),
        (("[" * 90 + "]" * 90,), PLAIN),
        (("[" * 90000 + "]" * 90000,), PLAIN),
        (("",), PLAIN),
        (("{}", '{"a": 1}'), PLAIN),
        (('{"a":1,"a":2}',), PLAIN),
        (('{"a":1.50}',), PLAIN),
        (('"\\ud800"',), PLAIN),
        (("\0", "{"), PLAIN),
    ],
)
def test_texts_of_other_forms_are_kept_as_they_are(texts: tuple[str, ...], kind: int) -> None:
    record = pack(texts)
    assert record[0] == kind
    assert unpack(record) == texts


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(64, 65536 - 64), st.integers(0, 1)), max_size=300))
def test_bits_come_back_whatever_was_expected(bits: list[tuple[int, int]]) -> None:
    encoder = Encoder()
    for chance, bit in bits:
        encoder.bit(chance, bit)
    decoder = Decoder(encoder.finish())
    assert [decoder.bit(chance, 0) for chance, _ in bits] == [bit for _, bit in bits]


def test_expected_bits_cost_little() -> None:
    encoder = Encoder()
    for _ in range(10_000):
        encoder.bit(65536 - 64, 1)
    assert len(encoder.finish()) <= 3


def test_reading_and_writing_leave_the_base_as_it_was() -> None:
    base = taught([hand_log(Random(1))])
    before = (dict(base._chances), dict(base._followers), list(base._tokens))
    records = []
    for _ in range(2):
        encoder = Encoder()
        list(Model(encoder, base).texts(hand_log(Random(2))))
        records.append(encoder.finish())
    assert records[0] == records[1]
    assert tuple(Model(Decoder(records[0]), base).texts(None)) == hand_log(Random(2))
    assert (dict(base._chances), dict(base._followers), list(base._tokens)) == before


def test_hands_take_a_tenth_of_their_texts() -> None:
    logs = [hand_log(Random(seed)) for seed in range(12)]
    assert sum(len(pack(log)) for log in logs) <= 0.08 * sum(len(event.encode()) for log in logs for event in log)


@pytest.mark.slow
@pytest.mark.parametrize("rules", REGISTRY)
def test_hands_that_were_played_take_a_tenth_of_their_texts(rules: str) -> None:
    logs = played_logs(rules, 11, 2)
    records = [pack(log) for log in logs]
    assert [unpack(record) for record in records] == logs
    assert sum(map(len, records)) <= 0.09 * sum(len(event.encode()) for log in logs for event in log)


def test_new_events_only_cost_more() -> None:
    log = tuple(event.replace('"seat"', '"chair"').replace('"tile"', '"brick"') for event in hand_log(Random(1)))
    assert unpack(pack(log)) == log
    assert len(pack(log)) < 0.1 * sum(map(len, log))


def test_every_damage_is_noticed() -> None:
    record = pack(hand_log(Random(2)))
    for place in range(len(record)):
        damaged = bytearray(record)
        damaged[place] ^= 0x10
        with pytest.raises(BadRecord):
            unpack(bytes(damaged))
    for length in range(len(record)):
        with pytest.raises(BadRecord):
            unpack(record[:length])


def test_a_record_of_a_later_program_is_named() -> None:
    with pytest.raises(BadRecord, match=r"kind 02; this program knows \[0, 1\]"):
        unpack(b"\x02" + pack(["{}"])[1:])


def test_records_of_the_first_program_stay_readable() -> None:
    """Written once, never to be written anew: if one can't be read, the program must change, not the record."""
    primer = (resources.files("bot.store") / "primer_1.json").read_bytes()
    assert sha256(primer).hexdigest() == PRIMER
    assert unpack(bytes.fromhex(FIRST)) == FIRST_TEXTS
    assert unpack(bytes.fromhex(FIRST_PLAIN)) == ("{ }", "雀\0")


def test_the_primer_shows_many_forms() -> None:
    logs = [('{"a":1}', '{"a":2}'), ('{"a":1}', '{"b":2}'), ('{"c":1}',)]
    assert chosen(logs, 2) == (logs[0], logs[2])
    assert len(chosen(logs, 9)) == 3


def test_checksums_are_those_of_zlib() -> None:
    record = pack(["{}"])
    assert record[1:5] == zlib.crc32(record[5:]).to_bytes(4, "big")
    assert record[5:9] == zlib.crc32(b"{}").to_bytes(4, "big")


PRIMER = "e648e71c271fb7c6954b2ae83307f1f49f7562e376ef9fdaff2425bea09b6cca"
FIRST_TEXTS = tuple(
    json.dumps(event, ensure_ascii=False, separators=(",", ":"))
    for event in (
        {"seat": 1, "tile": 30, "end": "head", "e": "Drew"},
        {"seat": 1, "tile": 30, "drawn": True, "e": "Discarded"},
        {"seat": 2, "brick": [3, -1, 2.5, None, "雀馆", "00ff10a0b3c4d5e6", "1456074443980800006"], "e": "New"},
    )
)
FIRST = (
    "01353c7b5970c0c653f00c6748b24712fa04c0ec9ac13d221affdc2bf7fc42b6ed6aaba5358903900283274bb6700d67"
    "e32039bdcc1e2c22caed8c3abfece21d57f6d3"
)
FIRST_PLAIN = "00f1526e48c71bac6578da63606060ae56a8656060607939bb81010011aa0324"
