"""A finished hand as one record: small, exact, and readable for ever."""

import json
import zlib
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.store import packing
from bot.store.packing import BadRecord, pack, unpack
from bot.store.vocabulary import learned, split
from tests.store.hands import hand_log

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
values = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=12)


@given(st.lists(values.map(lambda value: json.dumps(value, ensure_ascii=False))))
def test_json_texts_come_back_as_they_were(texts: list[str]) -> None:
    try:
        "".join(texts).encode()
    except UnicodeEncodeError:
        return
    assert unpack(pack(texts)) == tuple(texts)


@given(st.lists(st.text(st.characters(codec="utf-8"))))
def test_any_texts_come_back_as_they_were(texts: list[str]) -> None:
    assert unpack(pack(texts)) == tuple(texts)


@pytest.mark.parametrize(
    "texts", [(), ("",), ("", ""), ("\0",), ('{"a":1}', '{"a":"\0"}'), ('{"a": 1.50e+3, "b":-0}',) * 3]
)
def test_odd_texts_come_back_as_they_were(texts: tuple[str, ...]) -> None:
    assert unpack(pack(texts)) == texts


def test_a_shape_has_a_hole_for_each_value_and_keeps_the_names() -> None:
    text = '{"seat":1,"e\\"x":"a\\",2:","list":[3,null,true],"deep":{"n":-1.5e3}}'
    shape, values = split(text)
    assert values == ["1", '"a\\",2:"', "3", "null", "true", "-1.5e3"]
    assert shape == '{"seat":\0,"e\\"x":\0,"list":[\0,\0,\0],"deep":{"n":\0}}'


def test_hands_take_a_tenth_of_their_rows() -> None:
    logs = [hand_log(Random(seed)) for seed in range(60)]
    rows = sum(len(event.encode()) for log in logs for event in log)
    assert sum(len(pack(log)) for log in logs) <= 0.08 * rows


def test_new_events_only_cost_more() -> None:
    log = [event.replace('"seat"', '"chair"').replace('"tile"', '"brick"') for event in hand_log(Random(1))]
    assert unpack(pack(log)) == tuple(log)
    assert len(pack(log)) < 0.2 * sum(map(len, log))


def test_every_damage_is_noticed() -> None:
    log = hand_log(Random(2))
    record = pack(log)
    for place in range(len(record)):
        damaged = bytearray(record)
        damaged[place] ^= 0x10
        try:
            found = unpack(bytes(damaged))
        except BadRecord:
            continue
        raise AssertionError(f"byte {place}: {len(found)} events, {found == log}")
    for length in range(len(record)):
        with pytest.raises(BadRecord):
            unpack(record[:length])


def test_a_record_of_a_later_program_is_named() -> None:
    later = bytes((packing.NEWEST + 1,)) + pack(["{}"])[1:]
    with pytest.raises(BadRecord, match="kind 02"):
        unpack(later)


def test_plain_records_stay_readable() -> None:
    texts = ("{}", "雀\0")
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = b"".join(bytes((len(text.encode()),)) + text.encode() for text in texts)
    record = b"\0" + zlib.crc32("\n".join(texts).encode()).to_bytes(4, "big") + deflate.compress(body) + deflate.flush()
    assert unpack(record) == texts


def test_vocabularies_are_learned_from_what_is_common() -> None:
    words = learned(['{"a":1}'] * 5 + ['{"a":2}'] * 9 + ['{"b":3}'] * 2)
    assert words.shapes == ('{"a":\0}',)
    assert words.values == ("2", "1")
