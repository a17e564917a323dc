"""``queguan simulate``: one summary whatever the number of processes, and faults that are said."""

import json
from typing import Any

import pytest

from bot.__main__ import main
from bot.cli import simulate
from bot.cli.common import options_of
from bot.engine.actions import Action
from bot.engine.view import View
from bot.rules import REGISTRY


def simulated(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> dict[str, Any]:
    assert main(["simulate", "--json", *words]) == code
    return dict(json.loads(capsys.readouterr().out))


@pytest.mark.parametrize("rules", REGISTRY)
def test_the_summary_counts_every_hand_pattern_and_point(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    report = simulated(capsys, "--rules", rules, "--hands", "12")
    assert report["hands"] == 12
    assert report["wins"] + report["drawn"] >= 12
    assert sum(report["points"]) == 0
    assert report["hands_per_second"] > 0
    assert report["faults"] == []
    options = options_of(REGISTRY[rules], [], "")
    assert {*report["patterns"], *report["unseen"]} == set(REGISTRY[rules].scoring.patterns(options))
    assert not {*report["patterns"]} & {*report["unseen"]}


@pytest.mark.slow
def test_two_processes_play_the_same_hands(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--rules", "lishui", "--hands", "60", "--seed", "3")
    alone, together = simulated(capsys, *words), simulated(capsys, *words, "--jobs", "2")
    assert alone | {"hands_per_second": 0} == together | {"hands_per_second": 0}
    assert alone["points"] != simulated(capsys, *words[:-1], "4")["points"]


def test_a_fault_is_said_with_what_shows_it_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(_view: View) -> Action:
        raise ValueError("no idea")

    monkeypatch.setattr(simulate, "choose", lost)
    report = simulated(capsys, "--rules", "lishui", "--hands", "2", code=1)
    assert len(report["faults"]) == 2
    assert "seed 1000003 hand 1: ValueError: no idea" in report["faults"][1]


def test_as_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--rules", "lishui", "--hands", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Hands: 3,")
    assert lines[-1].endswith("0")


@pytest.mark.parametrize("words", [("--hands", "0"), ("--jobs", "0"), ("--rules", "nowhere")])
def test_what_cannot_be_played_is_asked_wrongly(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *words]) == 2
    assert capsys.readouterr().err
