"""``queguan waits``: lists of shapes, as sentences and as JSON (Mawan's M19)."""

import json

import pytest

from bot.__main__ import main
from bot.engine.shapes import shapes


def listed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["waits", "--rules", "mawan", *words]) == 0
    return capsys.readouterr().out


def test_the_one_shape_that_waits_on_nine(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.loads(listed(capsys, "--count", "9", "--json"))
    waits = [f"{rank}m" for rank in range(1, 10)]
    shape = {"tiles": "1112345678999m", "waits": waits, "core": True}
    assert answer == {"rules": "mawan", "count": 9, "shapes": [shape]}


def test_a_list_says_what_each_waits_on_and_how_many_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    lines = listed(capsys, "--count", "3", "--tiles", "4").splitlines()
    assert len(lines) == len(shapes(4, 3)) + 1 == 13
    assert "2223" in lines[0]
    assert "134" in lines[0]
    assert "12" in lines[-1]


def test_one_shape_is_not_several(capsys: pytest.CaptureFixture[str]) -> None:
    assert listed(capsys, "--count", "9").splitlines()[-1] == "Shapes that wait on 9 kinds: 1, cores among them: 1."


def test_cores_alone(capsys: pytest.CaptureFixture[str]) -> None:
    every = json.loads(listed(capsys, "--count", "3", "--tiles", "7", "--json"))["shapes"]
    cores = json.loads(listed(capsys, "--count", "3", "--tiles", "7", "--cores", "--json"))["shapes"]
    assert cores == [shape for shape in every if shape["core"]]
    assert 0 < len(cores) < len(every)


@pytest.mark.parametrize("words", [["--count", "0"], ["--count", "3", "--tiles", "5"], ["--tiles", "4"]])
def test_what_cannot_be_listed_is_asked_wrongly(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["waits", *words])
    assert stopped.value.code == 2
    assert capsys.readouterr().err


def test_rules_that_do_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["waits", "--rules", "nowhere", "--count", "3"]) == 2
    assert "mawan" in capsys.readouterr().err
