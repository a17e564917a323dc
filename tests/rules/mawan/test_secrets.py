"""What nobody else may see or be reminded of: 暗杠, a broken run, knocking."""

import pytest

from bot.engine.actions import Act, ChiClaim, PengClaim, Special
from bot.engine.decide import decide
from bot.engine.events import Noted
from bot.engine.legal import legal, waits_for_time
from bot.engine.melds import AnGang
from bot.engine.ruleset import Rejected
from bot.engine.state import Claims, Idle, Moving, Staged, State
from bot.engine.tiles import SEATS, Seat, Tile
from bot.engine.view import HiddenGang, view
from bot.rules.mawan import MAWAN
from bot.rules.mawan.pot import Pot, carry_of
from tests.rules.mawan.play import READY, after, moments
from tests.support.random_play import apply

KNOCK = Special("knock")
WITHDRAW = Special("withdraw")
GANG = """deal 0: 147m258p369sESWFC
deal 1: 123m456p78s99sNNN
wall: N 6s
tail: 1p
0 discard C
1 angang N
1 discard 1p"""
BROKEN = """deal 0: 6m199m147s2pESWNCF
deal 1: 345m2558s7pESWNP
0 discard 6m
1 chi 45m"""
ORDINARY = BROKEN.replace("345m2558s", "45m12558s")
CHI = ChiClaim((Tile(3), Tile(4)))
WON = f"""deal 0: 147m258p369sESWN5p
deal 1: {READY}
0 discard 5p
1 hu"""


def others(seat: int) -> list[Seat | None]:
    return [*(each for each in SEATS if each != seat), None]


def offered(lines: str, options: str = "") -> State:
    """The first moment in which a discard is offered and somebody is asked."""
    return next(
        state for state in moments(lines, options=options) if isinstance(state.phase, Claims) and state.phase.waiting
    )


# ---------------------------------------------------------------------- concealed gangs


def test_a_concealed_gang_is_face_down_for_everybody_else() -> None:
    state = after(GANG, options="scattered=off")
    for viewer in others(1):
        assert view(state, viewer).seats[1].melds == (HiddenGang(),)
    assert isinstance(view(state, Seat(1)).seats[1].melds[0], AnGang)


def test_a_concealed_gang_is_shown_when_its_owner_has_won_and_when_the_hand_is_over() -> None:
    states = list(moments(f"{GANG}\n2 discard 6s\n1 hu", options="scattered=off"))
    won = next(state for state in states if state.wins and isinstance(state.phase, Staged))
    assert isinstance(view(won, None).seats[1].melds[0], AnGang)
    drawn = list(moments(GANG.replace("wall: N 6s", "wall: N .") + "\nplay 1", options="scattered=off"))
    staged = next(state for state in drawn if isinstance(state.phase, Staged) and state.phase.name == "settling")
    assert view(staged, Seat(2)).seats[1].melds == (HiddenGang(),)
    assert isinstance(view(drawn[-1], Seat(2)).seats[1].melds[0], AnGang)


# ---------------------------------------------------------------------- breaking an own run


def test_a_broken_run_is_known_to_its_owner_alone() -> None:
    marked = after(BROKEN)
    assert "trousers" in [badge.key for badge in view(marked, Seat(1)).badges]
    assert "trousers" not in [badge.key for badge in view(after(ORDINARY), Seat(1)).badges]
    for viewer in others(1):
        seen = view(marked, viewer)
        assert "trousers" not in [badge.key for badge in seen.badges]
        assert "trousers" not in [note.name for note in seen.notes]


@pytest.mark.parametrize(
    ("responsible", "slug"), [("both", "trousers"), ("trousers", "trousers"), ("feeder", ""), ("off", "")]
)
def test_breaking_a_run_is_asked_about_where_it_costs(responsible: str, slug: str) -> None:
    state = offered(BROKEN, f"responsible={responsible}")
    assert CHI in legal(state, Seat(1))
    assert MAWAN.moves.confirm(state, Seat(1), CHI) == slug


def test_an_ordinary_chi_is_not_asked_about() -> None:
    assert MAWAN.moves.confirm(offered(ORDINARY), Seat(1), CHI) == ""


# ---------------------------------------------------------------------- knocking


@pytest.mark.parametrize("first", ["0 knock", "0 break_pot"])
def test_every_seat_can_knock_at_any_time_whether_or_not_a_pot_stands(first: str) -> None:
    states = [state for state in moments(f"{first}\n{WON}") if not isinstance(state.phase, Idle | Moving)]
    assert len(states) > 4
    for state in states:
        for seat in SEATS:
            assert MAWAN.moves.standing(state, seat) == (KNOCK,)
            assert not isinstance(decide(state, Act(seat, KNOCK)), Rejected)


def test_nobody_knocks_without_the_pot() -> None:
    for state in moments(WON, options="pot=off"):
        assert MAWAN.moves.standing(state, Seat(1)) == ()
        assert isinstance(decide(state, Act(Seat(1), KNOCK)), Rejected)


def test_a_knock_is_seen_by_nobody_else() -> None:
    state = offered(WON)
    knocked, events = apply(state, Act(Seat(1), KNOCK))
    assert [event.audience for event in events if isinstance(event, Noted)] == [frozenset((1,))]
    for viewer in others(1):
        assert view(knocked, viewer) == view(state, viewer)


def test_after_every_hand_the_same_ten_seconds_pass() -> None:
    for lines in (WON, f"{WON}\n1 knock", f"0 break_pot\n{WON}", WON.replace("1 hu", "play 200")):
        staged = [state for state in moments(lines) if isinstance(state.phase, Staged)]
        last = staged[-1]
        assert isinstance(last.phase, Staged)
        assert last.phase.name == "settling"
        assert waits_for_time(last)
        assert MAWAN.flow.stages[-1].seconds == 10


def test_the_seats_views_say_nothing_of_who_has_to_knock() -> None:
    state = next(state for state in moments(WON) if isinstance(state.phase, Staged) and state.phase.name == "settling")
    for seat in SEATS:
        own = view(state, seat).own
        assert own is not None
        assert own.asked == ()
        assert own.legal == (KNOCK,)


# ---------------------------------------------------------------------- a called peng


PENG = """deal 0: 147m258p369sESWN5p
deal 2: 55p147m258s369mEN
0 discard 5p
2 peng"""


def called(state: State) -> State:
    state, _ = apply(state, Act(Seat(2), PengClaim()))
    return state


def test_a_called_peng_rests_with_the_pot_on_whether_or_not_one_stands() -> None:
    assert waits_for_time(called(offered(PENG)))
    assert MAWAN.flow.hold_seconds == 2
    assert not waits_for_time(called(offered(PENG, "pot=off")))
    held = called(offered(PENG)._replace(carry=carry_of(Pot(1, (3, 0, 0, 0)))))
    assert waits_for_time(held)
    assert WITHDRAW not in legal(held, Seat(2))
    assert MAWAN.moves.why_not(held, Seat(2), WITHDRAW) == "pot_stands"


def test_only_who_called_can_take_it_back() -> None:
    state = called(offered(PENG))
    assert WITHDRAW in legal(state, Seat(2))
    for seat in (0, 1, 3):
        assert WITHDRAW not in legal(state, Seat(seat))
