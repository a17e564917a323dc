"""What pictures and their words mark: what a tile plays as, discards that leave a hand ready, ready hands, the time."""

from dataclasses import replace
from datetime import timedelta, timezone
from random import Random

import pytest
from simcord import Env

from bot.engine.notation import parse_tile
from bot.engine.replay import run_script
from bot.engine.script import parse_script
from bot.engine.state import State
from bot.engine.tiles import SEATS, Seat, Tile
from bot.engine.view import Offered
from bot.render import Mark, Style
from bot.rules import REGISTRY
from bot.tables.api import Board, Screen
from bot.tables.meta import Chair, TableMeta, Where
from bot.tables.ports import TableId, TableStatus
from bot.tables.screens import board_of, ready_by, screen_of
from bot.tables.snapshot import Snapshot
from bot.ui.handpost import Setting, hand_post, table_shot
from bot.ui.pictures import Reader, hand_picture, table_picture
from bot.ui.resultpicture import result_picture
from bot.ui.resultpost import result_lines, result_words
from tests.support.random_play import new_match, play_hand, random_options
from tests.ui.dealt import PEOPLE, Walls, hand, sit_down, tells
from tests.ui.world import world_of

READER = Reader("en", lambda _board, seat: f"p{seat}", Style(), zone=timezone(timedelta(hours=8), "CST"))
SETTING = Setting("Rivendale", "mahjong", "")

WHITE_IN_CHI = """rules: lishui
== hand
wild: 5p
deal 0: 4p 1478m 258s 9p ESWN C
deal 1: 6pP 12378m 456m 1p1p7p
deal 2: 1478m 258s 369p ESW
deal 3: 1478m 258s 369p NCF
wall: 9s 9s 9s 9m
0 discard 4p
1 chi 6pP
"""
WON = "1 discard 7p\nplay 3\n1 hu\n"
DRAWN = """rules: lishui
== hand
wild: 9m
deal 1: 1478m 258s 369p ESW
deal 2: 1478m 258s 369p ESW
deal 3: 11p 123m 456m 678s FF
deal 0: 1478m 258s 369p NCF N
wall: 1s C .
0 discard N
play 2
"""
MAWAN_DRAWN = """rules: mawan
options: pot=off
== hand
deal 0: 123m 456m 789m 12p 55p C
deal 1: 37m37p269s ESWN FP
deal 2: 269m169p159s EN CF
deal 3: 159m149p148s SWN P
wall: C .
0 discard C
1 discard C
"""
ONE_AWAY = """rules: lishui
== hand
wild: E
deal 0: 123m 456m 789m 123p 5p 9s
"""


def snapshot_of(script: str, *, due: float | None = 9.0, turn_seconds: int | None = 45) -> Snapshot:
    state: State = run_script(REGISTRY, parse_script(script))[-1].state
    meta = TableMeta(
        rules=state.rules.id, options=dict(state.options), length=1, host=1, language="en", turn_seconds=turn_seconds,
        claim_seconds=8, created=0.0, chairs=tuple(Chair(number + 1) for number in SEATS), number=state.number, due=due,
    )  # fmt: skip
    return Snapshot(TableId("t"), Where(1, 2), TableStatus.RUNNING, meta, state)


def board(script: str) -> Board:
    return board_of(snapshot_of(script))


def screen(snapshot: Snapshot, user: int) -> Screen:
    found = screen_of(snapshot, user)
    assert found is not None
    return found


# ---------------------------------------------------------------------- what a tile plays as


def test_a_white_in_a_chi_is_marked_for_everybody_and_for_its_owner() -> None:
    here = snapshot_of(WHITE_IN_CHI)
    public = board_of(here)
    assert public.view is not None
    (meld,) = table_picture(public, public.view, READER).seats[1].melds
    assert [each and parse_tile("5p") == each for each in meld.plays_as].count(True) == 1
    own = screen(here, 2).view.own
    assert own is not None
    assert hand_picture(screen(here, 2), own, READER, "", ()).melds[0] == meld


def test_a_chi_without_a_white_has_no_marks() -> None:
    public = board(WHITE_IN_CHI.replace("1 chi 6pP", "1 chi 67p").replace("4p 1478m", "8p 1478m").replace(
        "0 discard 4p", "0 discard 8p"
    ))  # fmt: skip
    assert public.view is not None
    (meld,) = table_picture(public, public.view, READER).seats[1].melds
    assert meld.plays_as == ()


def test_a_winners_melds_are_marked_and_said() -> None:
    public = board(WHITE_IN_CHI + WON)
    assert public.view is not None
    (hand,) = result_picture(public, public.view, READER).hands
    assert any(hand.melds[0].plays_as)
    assert hand.winning is not None
    assert Mark.WINNING in hand.winning.marks


# ---------------------------------------------------------------------- discards that leave a hand ready


def test_discards_that_leave_the_hand_ready_are_marked_with_what_is_left() -> None:
    here = snapshot_of(ONE_AWAY)
    seen = screen(here, 1)
    found = ready_by(here, 1)
    assert {each.tile for each in found} >= {parse_tile("5p"), parse_tile("9s")}
    assert parse_tile("2m") not in {each.tile for each in found}
    post = hand_post(seen, READER, SETTING, found)
    own = seen.view.own
    assert own is not None
    picture = hand_picture(seen, own, READER, "", (), found)
    shown = [*picture.concealed, *((picture.drawn,) if picture.drawn else ())]
    marked = {each.tile: each.note for each in shown if Mark.READY in each.marks}
    assert set(marked) == {each.tile for each in found}
    assert marked[parse_tile("5p")].endswith(" left")
    assert "Discard 5p: ready for 9s" in post.content
    assert "Discard 5p: ready for 9s" in post.shots[0].words


def test_nothing_is_marked_unasked_and_nothing_for_whoever_has_no_discard() -> None:
    here = snapshot_of(ONE_AWAY)
    post = hand_post(screen(here, 1), READER, SETTING)
    assert "ready for" not in post.content
    assert ready_by(here, 2) == ()
    assert ready_by(here, 77) == ()
    far = snapshot_of(ONE_AWAY.replace("123m 456m 789m 123p 5p 9s", "1244m 258p 2369s 1p 4p 9p"))
    assert ready_by(far, 1) == ()
    assert "No discard leaves you ready" in hand_post(screen(far, 1), READER, SETTING, ()).content


def test_where_nearly_everything_leaves_the_hand_ready_the_words_stay_few() -> None:
    here = snapshot_of(ONE_AWAY.replace("123m 456m 789m 123p 5p 9s", "EEE 123m 456m 78m 12p 5p"))
    found = ready_by(here, 1)
    assert len(found) > 8
    post = hand_post(screen(here, 1), READER, SETTING, found)
    assert " kinds, " in post.content
    assert post.content.count("Discard ") == len(found)
    assert len(post.content) < 2000
    assert "ready_kinds" not in post.content


# ---------------------------------------------------------------------- drawn hands


def test_a_drawn_hand_shows_who_was_ready_and_nobody_else() -> None:
    public = board(DRAWN)
    assert public.view is not None
    assert [each.seat for each in public.ready] == [Seat(3)]
    (hand,) = result_picture(public, public.view, READER).hands
    assert (hand.name, hand.winning) == ("p3", None)
    assert {wait.tile for wait in hand.waits} >= {parse_tile("1p"), parse_tile("F")}
    assert "p3: 123456m11p678s FF  waits on" in result_words(public, public.view, READER)
    assert any(line.startswith("p3: Ready for") for line in result_lines(public, public.view, READER))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rules", REGISTRY)
def test_the_end_of_any_hand_can_be_shown(rules: str, seed: int) -> None:
    """The dealer and the streak of a state between two hands are those of the next one."""
    random = Random(seed)
    state = play_hand(new_match(REGISTRY[rules], random_options(REGISTRY[rules], random)), random, sense=0.5)
    public = board_of(replace(snapshot_of(ONE_AWAY), state=state))
    assert public.view is not None
    assert not public.view.running
    assert result_words(public, public.view, READER)


def test_what_mawan_was_ready_for_at_the_empty_wall() -> None:
    """The dealer's hand is asked for too, whom the next hand has not."""
    public = board(MAWAN_DRAWN)
    assert {each.seat for each in public.ready} == {Seat(0)}


def test_a_hand_that_was_won_shows_no_other_ready_hand() -> None:
    assert board(WHITE_IN_CHI + WON).ready == ()


# ---------------------------------------------------------------------- the time


def test_the_picture_says_until_when_in_the_zone_of_the_reader() -> None:
    public = board_of(snapshot_of(ONE_AWAY))
    assert public.view is not None
    assert table_picture(public, public.view, READER).until == "until 08:00:09 CST"
    assert "until 08:00:09 CST" in table_shot(public, public.view, READER).words


@pytest.mark.parametrize("turn_seconds", [3600, 86400, None])
def test_the_clock_of_a_slow_table_says_the_day(turn_seconds: int | None) -> None:
    public = board_of(snapshot_of(ONE_AWAY, due=86400.0, turn_seconds=turn_seconds))
    assert public.view is not None
    assert table_picture(public, public.view, READER).until == "until 01-02 08:00 CST"


def test_no_time_is_told_while_a_tile_is_offered_or_no_clock_runs() -> None:
    public = board(ONE_AWAY)
    assert public.view is not None
    offered = replace(public.view, offered=Offered(Tile(3), Seat(0)))
    assert table_picture(replace(public, view=offered), offered, READER).until == ""
    still = board_of(snapshot_of(ONE_AWAY, due=None))
    assert still.view is not None
    assert table_picture(still, still.view, READER).until == ""


def test_an_emoji_stands_in_the_lines_of_a_result_and_not_in_its_description() -> None:
    public = board(WHITE_IN_CHI + WON)
    assert public.view is not None
    shown = Reader("en", READER.name, Style(), emoji=lambda tile: f"<:t{tile}:1>" if tile != Tile(33) else "")
    won = public.view.wins[0].tile
    assert f"<:t{won}:1>" in "\n".join(result_lines(public, public.view, shown))
    assert "<:" not in result_words(public, public.view, shown)


# ---------------------------------------------------------------------- asked for


@pytest.mark.simcord(strict_sync=True, settle_timeout=5)
async def test_the_command_says_what_leaves_the_hand_ready_and_the_message_of_a_turn_does_not(
    simcord_env: Env, monkeypatch: pytest.MonkeyPatch
) -> None:
    walls = Walls("lishui")
    walls.use("\n".join(ONE_AWAY.splitlines()[2:]) + "\n")
    monkeypatch.setattr("bot.tables.draft.chance_of", walls.chance_of)
    world = world_of(simcord_env, *PEOPLE)
    await sit_down(world, "lishui")
    assert "Discard 5p" not in hand(world, "ann")
    told = await tells(world, "ann", "hand")
    assert "Discard 5p: ready for 9s" in told
    assert "Discard 2m" not in told
    assert "Discard" not in await tells(world, "bob", "hand")
