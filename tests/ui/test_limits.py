"""Whatever is sent fits: words, descriptions, rows of buttons, choices of menus, in every state of every game."""

import pytest

from bot.engine.tiles import SEATS
from bot.render import Style
from bot.rules import REGISTRY
from bot.ui.handpost import Setting, hand_post, table_shot
from bot.ui.pictures import Reader
from bot.ui.post import CONTENT, DESCRIPTION, LABEL, OPTIONS, Button, Menu, Post, cut
from tests.ui.test_secrecy import board_of, screen_of, states

LONGEST_NAME = "Ｗ" * 32
CUSTOM_ID = 100


def checked(post: Post) -> None:
    assert len(post.content) <= CONTENT
    for shot in post.shots:
        assert len(post.content) + len(shot.words) <= CONTENT or len(shot.words) <= DESCRIPTION, len(shot.words)
    rows: dict[int, int] = {}
    ids = []
    for control in post.controls:
        assert 0 <= control.row <= 4
        match control:
            case Button():
                rows[control.row] = rows.get(control.row, 0) + 1
                assert 1 <= len(cut(control.label, LABEL)) <= LABEL
                ids.append(control.id)
            case Menu():
                rows[control.row] = rows.get(control.row, 0) + 5
                assert 1 <= len(control.choices) <= OPTIONS
                assert len({each.value for each in control.choices}) == len(control.choices)
                assert control.count <= len(control.choices)
                assert all(1 <= len(each.value) <= CUSTOM_ID for each in control.choices)
                ids.append(control.id)
            case _:
                raise AssertionError(control)
    assert all(count <= 5 for count in rows.values()), rows
    assert len(set(ids)) == len(ids)
    assert all(1 <= len(each) <= CUSTOM_ID for each in ids)


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("rules", REGISTRY)
def test_every_message_of_a_hand_fits(rules: str, language: str) -> None:
    reader = Reader("zh" if language == "zh" else "en", lambda _board, _seat: LONGEST_NAME, Style())
    seen = 0
    for seed in range(4):
        for state in states(rules, seed + 40):
            board = board_of(state)
            assert board.view is not None
            words = table_shot(board, board.view, reader).words
            assert len(words) <= CONTENT, len(words)
            for seat in SEATS:
                checked(hand_post(screen_of(state, seat), reader, Setting("S" * 100, "c" * 100, "")))
                seen += 1
    assert seen > 200


def test_what_does_not_fit_would_be_found() -> None:
    with pytest.raises(AssertionError):
        checked(Post("x", controls=tuple(Button("b", f"q:{n}", 0) for n in range(6))))
    with pytest.raises(AssertionError):
        checked(Post("x" * 2001))
