"""``queguan run`` and ``queguan play``: what is wrong with the database is said before anything else is begun."""

from pathlib import Path

import pytest

from bot import compose
from bot.__main__ import main
from bot.store import alone as module
from bot.store.alone import alone


class Begun(Exception):
    """Discord, or the local page, would have been begun with."""


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A bot with a token and a database of its own; nothing reaches Discord or the local page."""

    def reached(*_args: object, **_more: object) -> None:
        raise Begun

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "a.token.of.nobody")
    monkeypatch.setenv("QUEGUAN_DB", str(tmp_path / "queguan.db"))
    monkeypatch.setattr(compose, "make_bot", reached)
    monkeypatch.setattr(compose, "serve", reached)
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 0.0)
    return tmp_path / "queguan.db"


def refusal(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    """The one sentence with which a command fails."""
    assert main([command]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("queguan: ")
    assert said.err.count("\n") == 1
    return said.err


@pytest.mark.parametrize("command", ["run", "play"])
def test_a_second_bot_on_one_database_is_refused(
    command: str, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with alone(str(database)):
        said = refusal(command, capsys)
    assert str(database) in said
    assert "QUEGUAN_DB" in said


@pytest.mark.parametrize("command", ["run", "play"])
def test_a_database_that_cannot_be_used_is_said_before_anything_is_begun(
    command: str, database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database.write_bytes(b"a letter to ann" * 100)
    assert "is not a database of this bot" in refusal(command, capsys)


@pytest.mark.parametrize("command", ["run", "play"])
def test_one_that_can_be_used_is_begun_with(command: str, database: Path) -> None:
    with alone(str(database.with_name("other.db"))), pytest.raises(Begun):
        main([command])
    assert database.exists()
