"""What a player and a bystander can find out does not depend on what they can't know: every picture, word, button,
suggestion and refusal is the same when everything that is hidden from them is changed."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, islice
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest

from bot.engine.actions import Action, ChiClaim, Special
from bot.engine.events import Melded
from bot.engine.legal import asked_now, legal, why_not
from bot.engine.melds import AnGang
from bot.engine.ruleset import Rejected
from bot.engine.state import Claims, Held, Staged, State, Turn, Windows
from bot.engine.tiles import SEATS, SUIT_TILES, Seat
from bot.engine.view import Offered
from bot.engine.view import _offered as view_offered
from bot.engine.view import _seat as view_seat
from bot.render import Style
from bot.rules import REGISTRY
from bot.tables.api import Board, Screen
from bot.tables.meta import Chair, TableMeta, Where
from bot.tables.ports import TableId, TableStatus
from bot.tables.screens import board_of, screen_of
from bot.tables.snapshot import Snapshot
from bot.ui.boardpost import running_post
from bot.ui.handpost import Setting, hand_post
from bot.ui.house import House
from bot.ui.pictures import Reader
from tests.support.random_play import ANY
from tests.ui.hidden import otherwise, states

pytestmark = pytest.mark.slow

SPECIALS = ("ting", "unting", "sing", "dance", "knock", "withdraw", "break_pot", "exchange", "void", "horse")
TRIED: tuple[Action, ...] = (
    *ANY,
    *(ChiClaim((low, high)) for low, high in combinations(SUIT_TILES, 2) if high - low <= 2),
    *(Special(name) for name in SPECIALS),
)


def snapshot_of(state: State) -> Snapshot:
    meta = TableMeta(
        rules=state.rules.id, options=dict(state.options), length=1, host=1, language="en", turn_seconds=45,
        claim_seconds=8, created=0.0, chairs=tuple(Chair(number + 1) for number in SEATS), number=state.number, due=9.0,
    ).with_bettor(7)  # fmt: skip
    return Snapshot(TableId("t"), Where(1, 2), TableStatus.RUNNING, meta, state)


def user_at(state: State, seat: Seat) -> int:
    return state.seating[seat] + 1


def reader() -> Reader:
    return Reader("en", lambda _board, seat: f"p{seat}", Style())


def house() -> House:
    names = SimpleNamespace(
        chair_name=lambda _language, _board, number: f"c{number}", person_name=lambda _board, user: f"u{user}"
    )
    return cast(House, names)


def bare(board: Board) -> Board:
    """A board without its events, which are never shown as they are."""
    return replace(board, events=())


def seen_by_all(state: State) -> tuple[object, ...]:
    """All that a bystander gets to see, and what is refused to one who wants to bet."""
    board = board_of(snapshot_of(state))
    bets = [Special("horse", number=number) for number in (None, 0, 3, 200)]
    said = [state.rules.moves.outside(state, "out0", bet) for bet in bets]
    refused = [answer if isinstance(answer, Rejected) else None for answer in said]
    return bare(board), running_post(house(), board, reader()), refused


def seen_by(state: State, seat: Seat) -> tuple[object, ...]:
    """All that a player gets to see: the message, what is suggested, what is refused and why, what leaving costs."""
    screen = screen_of(snapshot_of(state), user_at(state, seat))
    assert screen is not None
    post = hand_post(screen, reader(), Setting("Rivendale", "mahjong", ""))
    price = state.rules.flow.leave_price(state, seat)
    return _suggested(screen), post, _refused(state, seat), price


def _suggested(screen: Screen) -> Screen:
    """What every suggestion is made of."""
    return replace(screen, events=(), board=bare(screen.board))


def _refused(state: State, seat: Seat) -> dict[Action, object]:
    allowed = legal(state, seat)
    return {action: why_not(state, seat, action) for action in TRIED if action not in allowed}


def check(rules: str, windows: Windows, seeds: range) -> Counter[str]:
    """Every third moment of some hands, for a bystander and for each player; which moments they were."""
    random = Random(f"{rules} {windows}")
    moments: Counter[str] = Counter()
    for seed in seeds:
        for state in islice(states(rules, seed, windows), seed % 3, None, 3):
            moments[type(state.phase).__name__] += 1
            assert seen_by_all(otherwise(state, None, random)) == seen_by_all(state), (seed, len(state.history))
            for viewer in SEATS:
                other = otherwise(state, viewer, random)
                assert seen_by_all(other) == seen_by_all(state), (seed, len(state.history), viewer)
                assert seen_by(other, viewer) == seen_by(state, viewer), (seed, len(state.history), viewer)
    return moments


@pytest.mark.parametrize("windows", Windows)
@pytest.mark.parametrize("rules", REGISTRY)
def test_nothing_depends_on_what_is_hidden(rules: str, windows: Windows) -> None:
    moments = check(rules, windows, range(3))
    assert moments[Turn.__name__] > 10
    assert moments[Claims.__name__] > 5
    assert windows is Windows.SHORT or moments[Held.__name__] > 0
    assert rules != "sichuan" or moments[Staged.__name__] > 0


@pytest.mark.slow
@pytest.mark.parametrize("rules", REGISTRY)
def test_nothing_depends_on_what_is_hidden_in_many_hands(rules: str) -> None:
    moments = check(rules, Windows.SHORT, range(10, 20)) + check(rules, Windows.EVEN, range(20, 30))
    assert moments.total() > 200
    assert rules == "lishui" or moments[Staged.__name__] > 0


def test_a_gang_that_is_face_down_is_another_one() -> None:
    random = Random(1)
    seen = changed = 0
    for seed in range(30):
        for state in states("mawan", seed):
            gangs = _gangs(state)
            if gangs:
                seen += 1
                changed += _gangs(otherwise(state, None, random)) != gangs
    assert seen
    assert changed > seen // 2


def _gangs(state: State) -> list[object]:
    laid = [event for event in state.history if isinstance(event, Melded) and isinstance(event.meld, AnGang)]
    return [*laid, *(meld for hand in state.hands for meld in hand.melds if isinstance(meld, AnGang))]


# ---------------------------------------------------------------------- leaks that are found


def _told_by_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refusals that differ once all who could claim have answered."""
    monkeypatch.setattr("bot.engine.legal.as_known", lambda state: state)


def _told_by_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    """Buttons with the number of all questions that were put to anybody."""
    monkeypatch.setattr("bot.tables.screens.prompt_of", lambda state, _seat: f"{state.number}.{state.prompt}")


def _told_by_gangs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Concealed gangs with their tiles."""
    monkeypatch.setattr("bot.engine.view._seat", lambda state, seat, _viewer: view_seat(state, seat, seat))


def _told_by_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that says for whom the table waits."""

    def leaky(state: State) -> Offered | None:
        shown = view_offered(state)
        waited = shown is None or len(asked_now(state)) % 2
        return shown if waited or shown is None else replace(shown, source=Seat((shown.source + 1) % 4))

    monkeypatch.setattr("bot.engine.view._offered", leaky)


@pytest.mark.parametrize(
    ("leak", "rules", "seed"),
    [
        (_told_by_words, "lishui", 0),
        (_told_by_words, "sichuan", 0),
        (_told_by_ids, "lishui", 0),
        (_told_by_gangs, "mawan", 22),
        (_told_by_waiting, "mawan", 0),
    ],
)
def test_a_leak_is_found(
    leak: Callable[[pytest.MonkeyPatch], None], rules: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError):
        check(rules, Windows.EVEN, range(seed, seed + 4))
