"""What the table does for somebody who is out of time."""

from bot.engine.actions import HU, Discard
from bot.engine.notation import parse_tile
from bot.engine.replay import run_script
from bot.engine.script import parse_script
from bot.engine.state import Source, Turn
from bot.engine.tiles import Seat
from bot.players import choose
from bot.rules import REGISTRY
from bot.tables.draft import Draft
from bot.tables.meta import TableMeta, Where
from bot.tables.ports import TableId, TableStatus
from bot.tables.snapshot import Snapshot


def draft(drawn: str) -> Draft:
    """A Lishui table where wild tiles (5p) can be discarded for a fine, in the turn of seat 1, which drew this tile."""
    script = f"""
        rules: lishui
        options: discarding_wild=fine
        == hand
        wild: 5p
        deal 0: 1478m 258s 369p ESWN
        deal 1: 1478m 258s 369p CFP
        wall: {drawn}
        0 discard N
    """
    (result,) = run_script(REGISTRY, parse_script(script))
    assert result.state.phase == Turn(Seat(1), parse_tile(drawn), Source.WALL)
    meta = TableMeta("lishui", {}, None, 1, "en", 45, 8, 0.0)
    snapshot = Snapshot(TableId("t"), Where(1, 2), TableStatus.RUNNING, meta, result.state)
    return Draft(snapshot, 0.0, choose=choose, preferences={}, secret=lambda: "0" * 64)


def test_the_drawn_tile_is_discarded() -> None:
    assert draft("9s").stand_in(Seat(1)) == Discard(parse_tile("9s"))


def test_what_costs_a_fine_is_never_discarded_by_the_table() -> None:
    """Out of time the 财神 is never discarded (RULES.md L15), though its player could after a confirmation."""
    table = draft("5p")
    action = table.stand_in(Seat(1))
    assert isinstance(action, Discard)
    assert action.tile != parse_tile("5p")


def test_a_player_who_is_away_never_wins_unasked() -> None:
    """The drawn 财神 completes the hand and can't be discarded: a tile goes, where the computer would win."""
    script = """
        rules: lishui
        == hand
        wild: 5p
        deal 0: 1478m 258s 369p ESWN
        deal 1: 123m 456m 789s 11p 23s
        wall: 5p
        0 discard N
    """
    (result,) = run_script(REGISTRY, parse_script(script))
    meta = TableMeta("lishui", {}, None, 1, "en", 45, 8, 0.0)
    snapshot = Snapshot(TableId("t"), Where(1, 2), TableStatus.RUNNING, meta, result.state)
    table = Draft(snapshot, 0.0, choose=choose, preferences={}, secret=lambda: "0" * 64)
    assert table.computer(Seat(1)) == HU
    assert isinstance(table.absent(Seat(1)), Discard)
