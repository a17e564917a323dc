"""Single moments at a table: what a player is shown and told, defaults of the stages, the price of leaving."""

from collections.abc import Mapping

import pytest

from bot.engine.actions import (
    HU,
    PASS,
    Act,
    Action,
    Chance,
    ChiClaim,
    Discard,
    Elapsed,
    GangClaim,
    Leave,
    Outside,
    PengClaim,
    Special,
    StartHand,
)
from bot.engine.decide import decide
from bot.engine.events import Forfeited, Noted
from bot.engine.legal import legal
from bot.engine.notation import parse_tile, parse_tiles
from bot.engine.ruleset import Badge, Rejected
from bot.engine.state import Over, Staged, State, Turn
from bot.engine.tiles import SEATS, SUIT_TILES, Seat, suit_of
from bot.engine.view import view
from bot.rules.sichuan import SICHUAN
from bot.rules.sichuan.extra import extra_of
from bot.texts import Language, rule_text
from tests.support.random_play import apply, new_match

DEAL = {
    0: "1235m 1479s 155p 18p 8s",
    1: "2345689m 147s 2p 9p 9s",
    2: "13479m 258s 5p 369p 3s",
    3: "123456789s 34p 77p",
}
"""Seat 3 waits on 2p and 5p."""
WALL = "1m 2m 4m 6m"
NO_OPTIONS: Mapping[str, object] = {}


def table(options: Mapping[str, object] = NO_OPTIONS, deal: Mapping[int, str] = DEAL, wall: str = WALL) -> State:
    """A hand that has just been dealt these tiles."""
    state = new_match(SICHUAN, options)
    hands = {seat: list(parse_tiles(tiles)) for seat, tiles in deal.items()}
    order = [hands[seat].pop(0) for seat in SICHUAN.flow.deal_order(state)] + list(parse_tiles(wall))
    rest = [tile for tile in SUIT_TILES for _ in range(4)]
    for tile in order:
        rest.remove(tile)
    dealt = (*order, *rest)
    break_at = (28 + 26 + 28 + 2) % 108
    dice = ((1, 1), (1, 1), (1, 1))
    built = dealt[108 - break_at :] + dealt[: 108 - break_at]
    state, _ = apply(state, StartHand(Chance(built, dice)))
    return state


def after(state: State, *moves: tuple[int, str]) -> State:
    """The table after these discards."""
    for seat, tile in moves:
        state, _ = apply(state, Act(Seat(seat), Discard(parse_tile(tile))))
    return state


def reason(state: State, seat: int, action: Action) -> str:
    """Why an action is refused."""
    rejected = decide(state, Act(Seat(seat), action))
    assert isinstance(rejected, Rejected)
    return rejected.reason


def badges(state: State, viewer: Seat | None, key: str) -> list[Badge]:
    """The badges of a key that somebody sees."""
    return [badge for badge in view(state, viewer).badges if badge.key == key]


def notes(state: State, viewer: Seat | None, name: str) -> list[Noted]:
    """The notes of a name that somebody sees."""
    return [note for note in view(state, viewer).notes if note.name == name]


# ---------------------------------------------------------------------- wins that were let go


def test_only_the_seat_itself_learns_what_it_has_let_go() -> None:
    state = after(table(), (0, "5p"))
    assert HU in legal(state, Seat(3))
    state, _ = apply(state, Act(Seat(3), PASS))
    (badge,) = badges(state, Seat(3), "barred")
    assert badge.tiles == parse_tiles("258p")
    (note,) = notes(state, Seat(3), "passed_win")
    assert (note.tiles, note.number) == (parse_tiles("5p"), 0)
    for other in (Seat(0), Seat(1), Seat(2), None):
        assert not badges(state, other, "barred")
        assert not notes(state, other, "passed_win")


def test_a_barred_win_is_explained_when_it_matters() -> None:
    state = after(table(), (0, "5p"))
    state, _ = apply(state, Act(Seat(3), PASS))
    state = after(state, (1, "2p"))
    assert isinstance(state.phase, Turn)
    assert reason(state, 3, HU) == "passed_win"
    assert len(notes(state, Seat(3), "barred_win")) == 1
    assert not notes(state, Seat(2), "barred_win")
    state = after(state, (2, "9p"), (3, "4m"))
    assert not badges(state, Seat(3), "barred")
    assert reason(state, 3, HU) == "nothing_offered"


def test_nothing_is_let_go_where_nothing_could_be_won() -> None:
    state = after(table(), (0, "8p"))
    assert extra_of(state).passed == ((), (), (), ())


# ---------------------------------------------------------------------- announcing


def test_a_singer_shows_nothing_and_a_dancer_the_waits() -> None:
    sung, _ = apply(after(table(), (0, "8s")), Act(Seat(3), Special("sing")))
    danced, _ = apply(after(table(), (0, "8s")), Act(Seat(3), Special("dance")))
    for viewer in (*SEATS, None):
        assert [badge.tiles for badge in badges(sung, viewer, "singing")] == [()]
        assert [badge.tiles for badge in badges(danced, viewer, "dancing")] == [parse_tiles("25p")]
        assert [note.tiles for note in notes(sung, viewer, "sing")] == [()]


def test_announcing_is_open_to_its_seat_alone() -> None:
    state = after(table(), (0, "8s"))
    assert Special("dance") in legal(state, Seat(3))
    assert Special("dance") not in legal(state, Seat(2))
    assert reason(state, 2, Special("dance")) == "not_ready"
    assert reason(state, 1, Special("sing")) == "announce_after_discard"


def test_a_claim_is_answered_before_the_hand_is_announced() -> None:
    state = after(table(), (0, "5p"))
    assert reason(state, 3, Special("sing")) == "answer_first"
    state, _ = apply(state, Act(Seat(3), PASS))
    state, _ = apply(state, Act(Seat(3), Special("sing")))
    assert badges(state, None, "singing")


def test_a_dancer_who_has_won_forbids_nothing_any_more() -> None:
    state, _ = apply(table(wall="1m 2m 2p"), Act(Seat(3), Special("dance")))
    assert reason(state, 0, Discard(parse_tile("5p"))) == "danced"
    state = after(state, (0, "8s"))
    assert reason(state, 1, Discard(parse_tile("2p"))) == "danced"
    state = after(state, (1, "9p"), (2, "9p"))
    state, _ = apply(state, Act(Seat(3), HU))
    assert Discard(parse_tile("5p")) in legal(state, Seat(0))


# ---------------------------------------------------------------------- reasons


def test_the_set_has_the_108_tiles_of_three_suits_and_there_is_no_chi() -> None:
    """S1."""
    assert sorted(SICHUAN.tiles(table().options)) == [tile for tile in SUIT_TILES for _ in range(4)]
    state = after(table(), (0, "5p"))
    assert reason(state, 1, ChiClaim(parse_tiles("46p"))) == "no_chi"  # type: ignore[arg-type]


def test_whoever_has_won_watches() -> None:
    state = after(table(), (0, "5p"))
    state, _ = apply(state, Act(Seat(3), HU))
    assert legal(state, Seat(3)) == ()
    for action in (HU, PASS, PengClaim(), GangClaim(), Discard(parse_tile("1s")), Special("sing")):
        assert reason(state, 3, action) == "won_already"
    assert view(state, Seat(0)).seats[3].shown == parse_tiles("3477p123456789s")
    (won,) = badges(state, None, "won")
    assert (won.tiles, won.params) == (parse_tiles("5p"), (("place", 1),))


def test_a_declared_suit_is_no_meld() -> None:
    deal = {**DEAL, 0: "1235m 1479s 115p 89p 8s", 2: "13479m 258s 69p 55p 3s"}
    state = table({"void_suit": "declared"}, deal)
    for seat, suit in enumerate("pppm"):
        state, _ = apply(state, Act(Seat(seat), Special("void", word=suit)))
    state = after(state, (0, "5p"))
    assert reason(state, 2, PengClaim()) == "void_meld"


# ---------------------------------------------------------------------- stages


def test_the_usual_suit_to_drop_is_the_shortest() -> None:
    state = table({"void_suit": "declared"})
    assert isinstance(state.phase, Staged)
    stage = next(each for each in SICHUAN.flow.stages if each.name == "void")
    assert stage.usual(state, Seat(3)) == Special("void", word="m")
    assert stage.usual(state, Seat(1)) == Special("void", word="p")


def test_the_usual_exchange_is_of_the_shortest_suit_that_has_three() -> None:
    state = table({"exchange_three": "on"})
    stage = next(each for each in SICHUAN.flow.stages if each.name == "exchange")
    given = stage.usual(state, Seat(3))
    assert isinstance(given, Special)
    assert given in stage.actions(state, Seat(3))
    assert set(given.tiles) <= set(parse_tiles("3477p"))
    state, _ = apply(state, Elapsed())
    assert isinstance(state.phase, Turn)


def test_the_best_three_of_each_suit_are_offered_first() -> None:
    state = table({"exchange_three": "on"})
    stage = next(each for each in SICHUAN.flow.stages if each.name == "exchange")
    for seat in SEATS:
        actions = stage.actions(state, seat)
        assert actions[0] == stage.usual(state, seat)
        assert len(set(actions)) == len(actions)
        suits = [suit_of(each.tiles[0]) for each in actions if isinstance(each, Special)]
        kinds = len({*suits})
        assert len({*suits[:kinds]}) == kinds
        lengths = [sum(suit_of(tile) == suit for tile in state.hands[seat].tiles()) for suit in suits[:kinds]]
        assert lengths == sorted(lengths)
        assert all(len({suit_of(tile) for tile in each.tiles}) == 1 for each in actions if isinstance(each, Special))


def test_everybody_learns_of_an_exchange_only_what_they_got() -> None:
    state, _ = apply(table({"exchange_three": "on"}), Elapsed())
    for seat in SEATS:
        (note,) = notes(state, seat, "exchange_received")
        assert note.seat == seat
        assert len(note.tiles) == 3
    assert not notes(state, None, "exchange_received")
    assert [note.number for note in notes(state, None, "exchange_direction")] == [1]


def test_the_stage_for_bets_ends_with_its_time_or_the_last_horse() -> None:
    state = table({"horses": 2})
    assert isinstance(state.phase, Staged)
    waited, _ = apply(state, Elapsed())
    assert isinstance(waited.phase, Turn)
    assert decide(waited, Outside("ann", Special("horse", number=3))) == Rejected("horses_closed")
    state, _ = apply(state, Outside("ann", Special("horse", number=3)))
    assert isinstance(state.phase, Staged)
    state, _ = apply(state, Outside("bob", Special("horse", number=4)))
    assert isinstance(state.phase, Turn)


def test_every_free_position_is_offered_while_bets_are_taken() -> None:
    state = table({"horses": 2})
    first = view(state, None).offer
    assert first == view(state, Seat(1)).offer
    assert first is not None
    assert first.name == "horse"
    assert first.numbers == tuple(range(55))
    state, _ = apply(state, Outside("ann", Special("horse", number=3)))
    second = view(state, None).offer
    assert second is not None
    assert second.numbers == (0, 1, 2, *range(4, 55))
    closed, _ = apply(state, Elapsed())
    assert view(closed, None).offer is None
    state, _ = apply(state, Outside("bob", Special("horse", number=4)))
    assert view(state, None).offer is None
    assert view(table({"void_suit": "declared"}), None).offer is None


def test_nobody_bets_between_two_hands() -> None:
    bet = Outside("ann", Special("horse", number=3))
    assert decide(new_match(SICHUAN, {"horses": 2}), bet) == Rejected("horses_closed")
    assert decide(new_match(SICHUAN, {}), bet) == Rejected("no_horses")


def test_bets_are_taken_while_suits_are_named() -> None:
    state = table({"horses": 1, "void_suit": "declared"})
    state, _ = apply(state, Outside("ann", Special("horse", number=0)))
    assert isinstance(state.phase, Staged)
    state, _ = apply(state, Elapsed())
    assert isinstance(state.phase, Turn)


def test_a_bet_is_public_and_its_tile_is_not() -> None:
    state, _ = apply(table({"horses": 1}), Outside("ann", Special("horse", number=0)))
    (note,) = notes(state, None, "horse_bought")
    assert (note.number, note.word, note.tiles, note.seat) == (0, "ann", (), None)
    assert extra_of(state).bets[0].tile == parse_tile("1m")
    assert extra_of(state).bets[0].seat == Seat(0)


# ---------------------------------------------------------------------- leaving


@pytest.mark.parametrize(("passes", "costs"), [(0, True), (7, True), (8, False)])
def test_leaving_before_the_agreed_rounds_costs_sixteen_stakes_to_each(passes: int, costs: bool) -> None:
    """S21: four hands are a 圈, eight are two."""
    state = new_match(SICHUAN, {"min_rounds": 2, "stake": 5}, length=4)._replace(passes=passes)
    _, events = apply(state, Leave(Seat(1)))
    (left,) = events
    assert isinstance(left, Forfeited)
    paid = [(transfer.payer, transfer.payee, transfer.points, str(transfer.reason)) for transfer in left.transfers]
    assert paid == ([(1, other, 80, "forfeit") for other in (0, 2, 3)] if costs else [])


def test_leaving_is_free_without_agreed_rounds_and_after_the_match() -> None:
    free = new_match(SICHUAN, {})
    over = new_match(SICHUAN, {"min_rounds": 8}, length=1)._replace(phase=Over(), passes=4)
    for state in (free, over):
        assert SICHUAN.flow.leave_price(state, Seat(0)) == ()


# ---------------------------------------------------------------------- computer players


def test_a_profile_says_what_must_be_known() -> None:
    state = table({"void_suit": "declared", "extras": "on"})
    profile = SICHUAN.profile(state, Seat(0))
    assert profile.kinds == SUIT_TILES
    assert (profile.max_suits, profile.dropped, profile.concealed, profile.ready) == (2, None, 1.0, 1.0)
    assert SICHUAN.profile(new_match(SICHUAN, {"check_ready": "off"}), Seat(0)).ready == 0.0
    state, _ = apply(state, Elapsed())
    assert SICHUAN.profile(state, Seat(3)).dropped == 0
    assert SICHUAN.profile(new_match(SICHUAN, {}), Seat(0)).dropped is None


@pytest.mark.parametrize(("language", "line"), [("en", "line"), ("zh", "线")])
def test_why_a_tile_is_barred_holds_for_every_way_of_barring(language: Language, line: str) -> None:
    """With ``passed_win=any`` a tile of another line is barred as well."""
    assert line not in rule_text(language, SICHUAN.id, "reason.passed_win")
