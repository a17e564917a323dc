"""What goes wrong in games at chat tables, and which test shows that it does not go wrong here."""

import ast
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent
COUNT: Final = 41

SHOWN_BY: Final[dict[int, tuple[str, ...]]] = {
    1: ("ui/test_delivery.py::test_private_messages_are_closed",),
    2: (
        "ui/test_delivery.py::test_private_messages_close_in_the_middle_of_a_hand",
        "ui/test_faults.py::test_a_table_is_ended_from_private_messages",
    ),
    3: ("ui/test_delivery.py::test_a_picture_that_fails_is_replaced_by_its_words",),
    4: (
        "ui/test_delivery.py::test_a_lost_message_is_sent_again",
        "ui/test_faults.py::test_a_route_that_fails_for_a_while",
        "ui/test_sent_again.py::test_a_hand_that_is_refused_as_it_is_is_sent_again",
    ),
    5: ("ui/test_late.py::test_after_twenty_minutes_without_tokens_the_table_is_still_shown",),
    6: (
        "ui/test_delivery.py::test_private_messages_are_closed",
        "ui/test_play.py::test_the_hand_is_shown_to_its_owner_alone",
    ),
    7: (
        "ui/test_play.py::test_a_private_message_says_where_it_belongs",
        "ui/test_people.py::test_two_tables_and_the_right_one_acts",
    ),
    8: (
        "ui/test_delivery.py::test_a_board_that_cannot_be_edited_is_posted_anew",
        "ui/test_requests.py::test_a_round_costs_few_requests",
    ),
    9: (
        "ui/test_delivery.py::test_an_answer_that_takes_long_is_deferred",
        "render/test_paint.py::test_painting_runs_off_the_loop",
    ),
    10: (
        "ui/test_delivery.py::test_after_a_restart_the_same_buttons_work",
        "ui/test_play.py::test_a_button_that_nobody_knows_any_more_is_answered",
    ),
    11: (
        "ui/test_play.py::test_two_presses_at_once_discard_once",
        "tables/test_service.py::test_two_presses_at_once_change_the_table_once",
    ),
    12: ("ui/test_play.py::test_an_old_button_is_refused_and_does_nothing",),
    13: (
        "ui/test_play.py::test_what_is_written_is_checked",
        "ui/test_play.py::test_autocomplete_shows_nobody_s_tiles_to_anybody_else",
    ),
    14: ("tables/test_clocks.py::test_a_press_and_the_clock_in_one_moment_act_once",),
    15: ("ui/test_delivery.py::test_commands_are_registered_once_for_servers_and_private_messages",),
    16: (
        "tables/test_clocks.py::test_every_wait_of_a_match_has_an_end",
        "ui/test_sichuan.py::test_who_is_late_gives_what_is_usual",
    ),
    17: ("tables/test_service.py::test_a_clock_of_the_last_hand_does_nothing_in_the_next",),
    18: ("tables/test_service.py::test_a_fault_in_one_table_leaves_it_and_the_others_as_they_were",),
    19: (
        "ui/test_faults.py::test_a_deleted_channel_ends_its_lobbies_and_matches_move",
        "ui/test_faults.py::test_removed_from_a_server_its_tables_end_and_players_are_free",
        "ui/test_faults.py::test_a_table_is_ended_from_private_messages",
    ),
    20: ("tables/test_killed.py::test_killed_a_dozen_times_a_match", "store/test_crash.py::test_killed_at_a_statement"),
    21: ("tables/test_service.py::test_an_ended_table_is_not_offered_again",),
    22: (
        "tables/test_service.py::test_a_lobby_that_nobody_starts_expires",
        "tables/test_service.py::test_anybody_closes_a_stale_lobby",
        "ui/test_table.py::test_four_tables_in_one_channel",
    ),
    23: (
        "tables/test_service.py::test_leaving_ends_nothing_and_coming_back_is_possible",
        "tables/test_people.py::test_who_has_left_acts_no_more_and_comes_back_to_the_same_seat",
    ),
    24: (
        "ui/test_secrecy.py::test_nothing_that_is_sent_depends_on_hidden_tiles",
        "ui/test_noninterference.py::test_nothing_depends_on_what_is_hidden",
        "ui/test_twins.py::test_a_gang_that_is_face_down_is_not_to_be_seen",
        "rules/mawan/test_secrets.py::test_a_concealed_gang_is_face_down_for_everybody_else",
        "ui/test_secret_logs.py::test_logs_hold_no_tiles_of_a_running_hand",
    ),
    25: (
        "ui/test_secrecy.py::test_the_board_does_not_show_who_may_claim",
        "ui/test_twins.py::test_who_could_claim_is_not_to_be_seen",
        "tables/test_service.py::test_claim_windows_of_even_length_last_whoever_can_claim",
        "tables/test_even_windows.py::test_windows_of_even_length_are_open_equally_long",
    ),
    26: (
        "rules/sichuan/test_play.py::test_the_answers_of_a_stage_are_secret_until_it_closes",
        "ui/test_twins.py::test_secret_choices_are_not_to_be_seen",
    ),
    27: ("ui/test_records.py::test_a_running_hand_is_not_shown",),
    28: ("rules/lishui/L08_priority.game", "rules/mawan/m05_priority.game"),
    29: ("rules/sichuan/together.game",),
    30: (
        "rules/lishui/test_oracle.py::test_worth_of_a_hand_with_three_wild_tiles",
        "render/test_pictures.py::test_the_reading_is_told_for_every_wild_tile",
    ),
    31: ("rules/lishui/L08_gangs.game", "rules/lishui/L10_robbed.game", "rules/sichuan/gangs.game"),
    32: ("rules/test_hands.py::test_hand", "store/test_ledger.py::test_the_file_itself_refuses_what_does_not_sum_up"),
    33: (
        "store/test_tables.py::test_a_booking_handed_in_twice_is_written_once",
        "store/test_tables.py::test_eight_tables_settle_at_one_moment",
    ),
    34: (
        "ui/test_ledger.py::test_a_correction_is_taken_back_and_brought_back",
        "store/test_ledger.py::test_a_reversal_can_be_reversed_and_nothing_twice",
    ),
    35: (
        "ui/test_sichuan.py::test_a_win_that_was_let_go_is_explained",
        "ui/test_sichuan.py::test_a_complete_hand_of_three_suits_is_told_why_it_does_not_win",
    ),
    36: ("rules/sichuan/ends.game", "rules/sichuan/readiness.game"),
    37: (
        "render/test_text.py::test_names_show_no_empty_box",
        "ui/test_pieces.py::test_names_are_no_markup_and_mention_nobody",
    ),
    38: ("ui/test_limits.py::test_every_message_of_a_hand_fits",),
    39: ("render/test_paint.py::test_every_tile_can_be_told_from_every_other_on_a_phone",),
    40: ("ui/test_late.py::test_one_notice_a_question_and_none_for_what_is_over",),
    41: ("tables/test_service.py::test_no_clock_is_no_clock", "tables/test_clocks.py::test_a_clock_of_seven_days"),
}


@cache
def names(file: Path) -> frozenset[str]:
    """The tests of a file."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return frozenset(
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    )


def exists(test: str) -> bool:
    """Whether there is such a test: a function, or a game script, all of which are run."""
    file, _, name = test.partition("::")
    path = ROOT / file
    return path.is_file() and (not name or name in names(path))


@pytest.mark.parametrize("number", range(1, COUNT + 1))
def test_every_pitfall_is_shown_not_to_be_one(number: int) -> None:
    assert SHOWN_BY[number]
    assert [test for test in SHOWN_BY[number] if not exists(test)] == []


def test_nothing_else_is_listed() -> None:
    assert set(SHOWN_BY) == set(range(1, COUNT + 1))


def test_a_missing_test_would_be_found() -> None:
    assert not exists("ui/test_play.py::test_there_is_none")
    assert not exists("rules/lishui/there_is_none.game")
