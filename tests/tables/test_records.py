"""Records of hands: replayed, exported, audited, and what becomes of those that somebody has changed."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from bot.engine.actions import CallOff, Leave, Outside
from bot.engine.events import Dealt, Discarded, Drew, Event, HandBegan, HandEnded, Noted, Paid, Won
from bot.engine.money import Settlement, Transfer
from bot.engine.notation import print_tiles
from bot.engine.options import choose
from bot.engine.replay import run_script
from bot.engine.ruleset import RESEAT
from bot.engine.script import parse_script
from bot.engine.state import Over, State, Windows
from bot.engine.tiles import SEATS, Tile, lower
from bot.rules import REGISTRY
from bot.tables.audit import What, audit, follow
from bot.tables.codec import Entry
from bot.tables.proving import Claim, first_dealer, verify
from bot.tables.records import (
    HandRecord,
    RecordError,
    before,
    digest_of,
    finished_hands,
    read_record,
    record_json,
    record_text,
    states,
)
from bot.tables.scripts import script_text
from tests.support.random_play import apply, random_options
from tests.tables.hands import match, played, record, rule_sets

Hand = tuple[State, HandRecord]
EVEN = Windows.EVEN


@cache
def hands(rules_id: str, seed: int, windows: Windows = Windows.SHORT) -> tuple[Hand, ...]:
    """Two hands of a match with options at random, people who bet, and standing actions."""
    rules, rng = REGISTRY[rules_id], Random(seed)
    state = match(rules, choose(rules.options, random_options(rules, rng)), length=1, windows=windows)
    found: list[Hand] = []
    while len(found) < 2 and not isinstance(state.phase, Over):
        state, entries = played(state, rng, bettors=("701", "702"))
        found.append((state, record(state, entries)))
    return tuple(found)


@cache
def won_hand(rules_id: str) -> Hand:
    """A hand that somebody has won on a discard or a draw, and paid for."""
    rules = REGISTRY[rules_id]
    for seed in range(50):
        state = match(rules, choose(rules.options, {}))
        state, entries = played(state, Random(seed), sense=1.0)
        if state.wins and state.paid:
            return state, record(state, entries)
    raise AssertionError("nobody ever wins")


def with_events(hand: HandRecord, number: int, *events: Event) -> HandRecord:
    """The record with other events in the place of one (counted from 0), and its digest made to fit."""
    entries: tuple[Entry, ...] = (*hand.entries[: number + 1], *events, *hand.entries[number + 2 :])
    return replace(hand, entries=entries, digest=digest_of(entries))


def place_of(hand: HandRecord, kind: type[Event]) -> int:
    return next(number for number, event in enumerate(hand.events) if isinstance(event, kind))


def failing(hand: HandRecord, published: str | None = None) -> list[Claim]:
    return [check.claim for check in verify(REGISTRY[hand.rules], hand, published) if not check.holds]


# ---------------------------------------------------------------------- replay and script


@pytest.mark.parametrize("windows", list(Windows))
@pytest.mark.parametrize("rules_id", rule_sets())
def test_the_exported_script_comes_to_the_same_events(rules_id: str, windows: Windows) -> None:
    check_scripts(rules_id, 1, windows)


@pytest.mark.slow
@pytest.mark.parametrize("windows", list(Windows))
@pytest.mark.parametrize("seed", range(2, 8))
@pytest.mark.parametrize("rules_id", rule_sets())
def test_many_exported_scripts_come_to_the_same_events(rules_id: str, seed: int, windows: Windows) -> None:
    check_scripts(rules_id, seed, windows)


def check_scripts(rules_id: str, seed: int, windows: Windows) -> None:
    for state, hand in hands(rules_id, seed, windows):
        text = script_text(REGISTRY[rules_id], hand)
        (result,) = run_script(REGISTRY, parse_script(text))
        assert result.refused == (), text
        assert result.events[1:] == hand.events[1:], text
        assert result.settlement == Settlement(state.paid), text
        assert (result.dealer, result.streak) == (hand.began.dealer, hand.began.streak)


@pytest.mark.parametrize("rules_id", rule_sets())
def test_folding_a_record_gives_the_table_as_it_was(rules_id: str) -> None:
    for state, hand in hands(rules_id, 1):
        found = states(REGISTRY[rules_id], hand)
        assert len(found) == len(hand.events)
        assert found[-1]._replace(prompt=0) == state._replace(prompt=0)


def test_a_script_says_all_that_the_hand_depended_on() -> None:
    state, hand = hands("mawan", 1)[-1]
    text = script_text(REGISTRY["mawan"], hand)
    chance = hand.began.chance
    assert f"passes: {hand.began.passes}\n" in text
    assert "dice: " + " / ".join(f"{a} {b}" for a, b in chance.dice) in text
    dealt = next(event for event in hand.events if isinstance(event, Dealt))
    for seat in range(4):
        assert f"deal {seat}: {print_tiles(dealt.hands[seat])}\n" in text
    assert state.length == 1
    assert "length: 1\n" in text


def test_time_is_written_where_the_next_line_would_come_too_early() -> None:
    found = (script_text(REGISTRY["mawan"], hand) for seed in range(1, 9) for _, hand in hands("mawan", seed, EVEN))
    assert any("\ntime\n" in text for text in found)


def test_a_record_that_is_decided_differently_is_no_script() -> None:
    _, hand = won_hand("lishui")
    place = place_of(hand, Paid)
    with pytest.raises(RecordError, match="differs"):
        script_text(REGISTRY["lishui"], with_events(hand, place))


# ---------------------------------------------------------------------- text


@pytest.mark.parametrize("rules_id", rule_sets())
def test_both_text_forms_are_read_as_they_were_written(rules_id: str) -> None:
    for _, hand in hands(rules_id, 1):
        assert read_record(record_text(hand)) == hand
        assert read_record(record_json(hand)) == hand


@pytest.mark.parametrize(
    ("change", "reason", "line"),
    [
        (lambda _lines: [], "no_record", 1),
        (lambda lines: lines[1:], "no_record", 1),
        (lambda lines: [lines[0].replace('"hand":1', '"hand":"x"'), *lines[1:]], "no_head", 1),
        (lambda lines: [lines[0].replace('"windows":"short"', '"windows":"ajar"'), *lines[1:]], "no_head", 1),
        (lambda lines: [*lines[:5], lines[5][:-3], *lines[6:]], "no_entry", 6),
    ],
)
def test_what_is_no_record_is_named(change: object, reason: str, line: int) -> None:
    assert callable(change)
    lines = record_text(won_hand("lishui")[1]).splitlines()
    with pytest.raises(RecordError) as fault:
        read_record("\n".join(change(lines)))
    assert (fault.value.reason, fault.value.line) == (reason, line)


def test_a_record_without_its_proof_or_beginning_proves_nothing() -> None:
    _, hand = won_hand("lishui")
    rules = REGISTRY["lishui"]
    with pytest.raises(RecordError, match="no_proof"):
        verify(rules, replace(hand, entries=hand.entries[1:]))
    with pytest.raises(RecordError, match="no_beginning"):
        verify(rules, replace(hand, entries=(hand.entries[0], *hand.entries[2:])))


def test_an_event_that_can_not_be_is_named_by_its_line() -> None:
    _, hand = won_hand("lishui")
    place = place_of(hand, Discarded)
    event = hand.events[place]
    assert isinstance(event, Discarded)
    with pytest.raises(RecordError) as fault:
        states(REGISTRY["lishui"], with_events(hand, place, replace(event, tile=Tile(99))))
    assert (fault.value.reason, fault.value.line) == ("impossible", place + 3)


def test_the_hands_of_a_log_without_the_one_that_runs() -> None:
    log = [entry for _, hand in hands("sichuan", 1) for entry in hand.entries]
    expected = tuple(hand.entries for _, hand in hands("sichuan", 1))
    assert finished_hands(log) == expected
    assert finished_hands(log[:-1]) == expected[:-1]


# ---------------------------------------------------------------------- audit and proof


@pytest.mark.parametrize("windows", list(Windows))
@pytest.mark.parametrize("rules_id", rule_sets())
def test_an_untouched_record_is_proved(rules_id: str, windows: Windows) -> None:
    for _, hand in hands(rules_id, 1, windows):
        assert failing(hand, hand.commitment) == []


def test_a_match_goes_on_where_the_hand_before_has_left_it() -> None:
    rules = REGISTRY["lishui"]
    (before_state, _), (_, second) = hands("lishui", 1)[:2]
    assert follow(before_state, second.events).difference is None
    other = before_state._replace(streak=before_state.streak + 1)
    found = follow(other, second.events).difference
    assert found is not None
    assert found.what is What.BEGINNING
    assert before(rules, second).dealer == before_state.dealer


def test_seats_that_were_drawn_anew_are_audited_too() -> None:
    rules = REGISTRY["lishui"]
    start = match(rules, choose(rules.options, {}))._replace(carry=(RESEAT,), passes=16, number=20)
    state, entries = played(start, Random(5), sense=1.0)
    hand = record(state, entries)
    assert hand.began.seating != (0, 1, 2, 3)
    assert before(rules, hand).seating == (0, 1, 2, 3)
    assert failing(hand) == []


def test_a_changed_draw_is_found_and_named() -> None:
    _, hand = won_hand("lishui")
    place = place_of(hand, Drew)
    drew = hand.events[place]
    assert isinstance(drew, Drew)
    other = replace(drew, tile=Tile((drew.tile + 1) % 27))
    changed = with_events(hand, place, other)
    found = audit(REGISTRY["lishui"], changed)
    assert found is not None
    assert (found.number, found.what, found.logged, found.decided) == (place + 1, What.TILE, other, drew)
    assert failing(changed) == [Claim.PLAY]


def test_a_changed_deal_is_found_and_named() -> None:
    _, hand = won_hand("sichuan")
    place = place_of(hand, Dealt)
    dealt = hand.events[place]
    assert isinstance(dealt, Dealt)
    a, b, c, d = dealt.hands
    found = audit(REGISTRY["sichuan"], with_events(hand, place, replace(dealt, hands=(b, a, c, d))))
    assert found is not None
    assert (found.number, found.what) == (place + 1, What.TILE)


def test_a_changed_wall_is_found_and_its_place_named() -> None:
    _, hand = won_hand("lishui")
    began = hand.began
    wall = list(began.chance.wall)
    at = next(n for n in range(7, 130) if wall[n] != wall[n + 1])
    wall[at], wall[at + 1] = wall[at + 1], wall[at]
    changed = with_events(hand, 0, replace(began, chance=replace(began.chance, wall=tuple(wall))))
    checks = {check.claim: check for check in verify(REGISTRY["lishui"], changed)}
    assert not checks[Claim.WALL].holds
    assert dict(checks[Claim.WALL].details)["place"] == at + 1
    assert checks[Claim.DICE].holds


def test_a_discard_that_was_not_held_is_refused() -> None:
    _, hand = won_hand("lishui")
    place = place_of(hand, Discarded)
    event = hand.events[place]
    assert isinstance(event, Discarded)
    held = states(REGISTRY["lishui"], hand)[place - 1].hands[event.seat]
    other = next(tile for tile in range(34) if tile not in held.tiles())
    found = audit(REGISTRY["lishui"], with_events(hand, place, replace(event, tile=Tile(other))))
    assert found is not None
    assert (found.number, found.what, found.reason) == (place + 1, What.REFUSED, "not_held")


@pytest.mark.parametrize("rules_id", rule_sets())
def test_a_changed_payment_is_found_and_named(rules_id: str) -> None:
    _, hand = won_hand(rules_id)
    place = place_of(hand, Paid)
    paid = hand.events[place]
    assert isinstance(paid, Paid)
    first, *rest = paid.transfers
    richer = replace(paid, transfers=(replace(first, points=first.points + 1), *rest))
    for changed in (richer, replace(paid, transfers=(Transfer(first.payee, first.payer, 1, "win"), *rest))):
        found = audit(REGISTRY[rules_id], with_events(hand, place, changed))
        assert found is not None
        assert (found.number, found.what, found.decided) == (place + 1, What.PAYMENT, paid)


def test_a_payment_that_was_left_out_is_found() -> None:
    _, hand = won_hand("lishui")
    place = place_of(hand, Paid)
    found = audit(REGISTRY["lishui"], with_events(hand, place))
    assert found is not None
    assert found.number == place + 1


def test_a_win_that_counts_more_is_found_and_named() -> None:
    _, hand = won_hand("mawan")
    place = place_of(hand, Won)
    won = hand.events[place]
    assert isinstance(won, Won)
    changed = replace(won, win=replace(won.win, total=won.win.total + 1))
    found = audit(REGISTRY["mawan"], with_events(hand, place, changed))
    assert found is not None
    assert (found.number, found.what) == (place + 1, What.WORTH)


def test_another_dealer_of_the_next_hand_is_found() -> None:
    _, hand = won_hand("lishui")
    place = place_of(hand, HandEnded)
    ended = hand.events[place]
    assert isinstance(ended, HandEnded)
    found = audit(REGISTRY["lishui"], with_events(hand, place, replace(ended, streak=ended.streak + 1)))
    assert found is not None
    assert found.what is What.NEXT_HAND


def test_a_record_that_stops_too_early_is_found() -> None:
    _, hand = won_hand("lishui")
    for entries in (hand.entries[:-1], hand.entries[:40]):
        found = audit(REGISTRY["lishui"], replace(hand, entries=entries))
        assert found is not None
        assert found.what is What.MISSING


def test_a_note_of_nobody_is_found() -> None:
    _, hand = won_hand("sichuan")
    place = place_of(hand, Discarded)
    changed = with_events(hand, place, Noted("sing", hand.began.dealer), hand.events[place])
    found = audit(REGISTRY["sichuan"], changed)
    assert found is not None
    assert found.number == place + 1


def test_a_swapped_secret_is_found_and_named() -> None:
    _, hand = won_hand("lishui")
    proof = hand.proof
    other = replace(proof, secret="ab" * 32)
    entries: tuple[Entry, ...] = (other, *hand.entries[1:])
    swapped = replace(hand, entries=entries, digest=digest_of(entries))
    assert Claim.COMMITMENT in failing(swapped)
    assert Claim.WALL in failing(swapped)


def test_a_hand_made_of_another_secret_afterwards_is_not_the_one_that_was_published() -> None:
    _, hand = won_hand("lishui")
    rules = REGISTRY["lishui"]
    proof = replace(hand.proof, secret="ab" * 32)
    start = match(rules, choose(rules.options, {}))._replace(dealer=SEATS[first_dealer(rules, proof)])
    state, entries = played(start, Random(9), sense=0.0, proof=proof)
    forged = record(state, entries)
    assert failing(forged) == []
    assert failing(forged, hand.commitment) == [Claim.PUBLISHED]
    assert failing(hand, f" {hand.commitment.upper()}\n") == []


def test_other_throws_make_another_wall() -> None:
    _, hand = won_hand("lishui")
    a, _, c, d = hand.proof.throws
    entries: tuple[Entry, ...] = (replace(hand.proof, throws=(a, "1", c, d)), *hand.entries[1:])
    found = failing(replace(hand, entries=entries, digest=digest_of(entries)))
    assert Claim.COMMITMENT not in found
    assert Claim.WALL in found


def test_a_record_of_another_hand_is_not_this_one() -> None:
    _, hand = won_hand("lishui")
    assert Claim.IDENTITY in failing(replace(hand, table="ffffffff"))
    assert Claim.IDENTITY in failing(replace(hand, number=2))
    began = hand.began
    assert Claim.IDENTITY in failing(with_events(hand, 0, replace(began, number=7)))


def test_the_first_dealer_is_thrown_for() -> None:
    _, hand = won_hand("lishui")
    began = hand.began
    assert isinstance(began, HandBegan)
    other = replace(began, dealer=lower(began.dealer))
    assert Claim.DEALER in failing(with_events(hand, 0, other))


def test_any_other_change_is_found_by_the_digest() -> None:
    _, hand = won_hand("lishui")
    note = Noted("sing", hand.began.dealer)
    assert Claim.DIGEST in failing(replace(hand, entries=(*hand.entries, note)))


def test_other_options_lead_elsewhere() -> None:
    _, hand = won_hand("lishui")
    stake = int(str(hand.options["stake"]))
    changed = replace(hand, options={**hand.options, "stake": stake + 1})
    found = audit(REGISTRY["lishui"], changed)
    assert found is not None
    assert found.what is What.PAYMENT


def test_bets_are_commands_of_people_without_a_seat() -> None:
    rules = REGISTRY["sichuan"]
    state, entries = played(match(rules, choose(rules.options, {"horses": 2})), Random(3), bettors=("701", "702"))
    hand = record(state, entries)
    commands = [command for _, command in follow(before(rules, hand), hand.events).commands]
    assert [command.name for command in commands if isinstance(command, Outside)]
    assert "\nhorse 70" in script_text(rules, hand)


def test_a_hand_that_was_called_off_is_a_record_too() -> None:
    rules = REGISTRY["lishui"]
    _, hand = won_hand("lishui")
    place = place_of(hand, Discarded)
    _, events = apply(states(rules, hand)[place - 1], CallOff())
    called_off = replace(hand, entries=(*hand.entries[: place + 1], *events), digest="")
    assert finished_hands(called_off.entries) == (called_off.entries,)
    assert failing(called_off) == []
    (result,) = run_script(REGISTRY, parse_script(script_text(rules, called_off)))
    assert result.ended is None
    assert result.refused == ()


def test_somebody_who_leaves_changes_nothing_about_the_hand() -> None:
    rules = REGISTRY["sichuan"]
    _, hand = won_hand("sichuan")
    place = place_of(hand, Discarded)
    _, events = apply(states(rules, hand)[place - 1], Leave(SEATS[2]))
    left = with_events(hand, place, *events, hand.events[place])
    assert failing(left) == []
    text = script_text(rules, left)
    assert "# leaves: 2" in text
    (result,) = run_script(REGISTRY, parse_script(text))
    assert result.settlement == Settlement(states(rules, hand)[-1].paid)
