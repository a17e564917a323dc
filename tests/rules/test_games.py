"""Every ``*.game`` script: what came of each hand, and which lines were refused."""

from pathlib import Path

import pytest

from bot.engine.replay import run_script
from bot.engine.script import parse_script
from bot.rules import REGISTRY
from tests.rules.cases import expectations, found, game_files, script_text


@pytest.mark.parametrize("path", game_files(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_game(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    wanted = expectations(text)
    results = run_script(REGISTRY, parse_script(script_text(text)))
    assert len(results) == len(wanted)
    assert any(wanted), "a script that expects nothing shows nothing"
    for number, (result, parts) in enumerate(zip(results, wanted, strict=True), 1):
        refused = [f"line {each.step.number}: {each.step.text} ({each.reason})" for each in result.refused]
        if not any(part.startswith("refused") for part in parts):
            assert not refused, f"{path.name} hand {number}: refused {refused}\n  again: queguan replay {path}"
        for part in parts:
            assert found(result, part) == part, (
                f"{path.name} hand {number}: {found(result, part)!r} instead of {part!r}; refused: {refused}\n"
                f"  again: queguan replay --json {path}"
            )
