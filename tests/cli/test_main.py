"""The command line itself: one line for whatever is wrong, and the exit code that goes with it."""

import json
import subprocess
import sys
from contextlib import suppress
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from bot.__main__ import main
from tests.project.source import ROOT


@pytest.fixture
def _quiet_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No settings of whoever runs the tests."""
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "QUEGUAN_DB", "QUEGUAN_LANGUAGE"):
        monkeypatch.delenv(name, raising=False)


pytestmark = pytest.mark.usefixtures("_quiet_environment")


def said(capsys: pytest.CaptureFixture[str]) -> str:
    """What was said of the error, which is one line."""
    err = capsys.readouterr().err
    assert err.startswith("queguan: ")
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize("arguments", [["bogus"], [], ["simulate", "--hands", "many"], ["score", "--loud"]])
def test_wrong_words_are_one_line_and_exit_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    said(capsys)


@pytest.mark.parametrize("port", ["-1", "80000"])
def test_a_port_that_there_is_not_is_no_port_in_use(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--port", port]) == 2
    assert "65535" in said(capsys)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "还缺：COMMAND。"),
        (["bogus"], "COMMAND 不能是 'bogus'；可用的有"),
        (["simulate", "--hands", "many"], "--hands 要写整数，不能是 'many'。"),
        (["simulate", "--hands"], "--hands 后面要写一个值。"),
        (["score", "--loud"], "看不懂：--loud。"),
    ],
)
def test_wrong_words_are_explained_in_the_language_of_the_settings(
    arguments: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("QUEGUAN_LANGUAGE", "zh")
    with pytest.raises(SystemExit):
        main(arguments)
    assert sentence in said(capsys)


@pytest.mark.parametrize("arguments", [["--help"], ["simulate", "--help"], ["score", "--help"]])
def test_the_help_is_in_one_language(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("QUEGUAN_LANGUAGE", "zh")
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 0
    help_text = capsys.readouterr().out
    assert help_text.startswith("用法：queguan")
    for word in ("usage", "arguments", "options:", "show "):
        assert word not in help_text


def test_the_version_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("queguan ")


def test_a_missing_token_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run"]) == 2
    assert "DISCORD_TOKEN" in said(capsys)


def test_settings_that_are_nonsense_are_all_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("QUEGUAN_TURN_SECONDS", "soon")
    monkeypatch.setenv("QUEGUAN_BACK", "red")
    assert main(["score"]) == 2
    sentence = said(capsys)
    assert "QUEGUAN_TURN_SECONDS" in sentence
    assert "QUEGUAN_BACK" in sentence


def test_a_database_whose_folder_cannot_be_made_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("QUEGUAN_DB", str(tmp_path / "file" / "deep" / "q.db"))
    assert main(["play", "--port", "0"]) == 1
    assert str(tmp_path / "file" / "deep" / "q.db") in capsys.readouterr().err.splitlines()[-1]


def test_help_is_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    assert "simulate" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["score", "/no\nwhere"], ["waits", "a\nb", "--count", "1"]])
def test_what_is_repeated_breaks_no_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with suppress(SystemExit):
        assert main(arguments) != 0
    assert "\\n" in said(capsys)


@pytest.mark.parametrize(("encoding", "words"), [("utf-8", "平胡"), ("ascii", r"\u5e73\u80e1")])
def test_output_takes_what_its_encoding_has_not_got(
    encoding: str, words: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    question = {"rules": "lishui", "hand": "123m456p789s11p EE", "tile": "E"}
    bad = {**question, "options": {"\ud800": 1}}
    (tmp_path / "hands").write_text("\n".join(map(json.dumps, (bad, question))))
    written = BytesIO()
    monkeypatch.setattr("sys.stdout", TextIOWrapper(written, encoding=encoding))
    monkeypatch.setenv("QUEGUAN_LANGUAGE", "zh")
    assert main(["score", "hands"]) == 1
    first, *rest = written.getvalue().decode(encoding).splitlines()
    assert "\\ud800" in first
    assert words in "".join(rest)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_output_that_finds_no_room_is_one_line() -> None:
    words = [sys.executable, "-m", "bot", "waits", "--count", "1", "--tiles", "4"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(words, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "No space left" in done.stderr
