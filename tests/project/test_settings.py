"""Settings come from the environment over .env, and whatever is wrong with them is said at once."""

import dataclasses
import re
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.settings import TOKEN, Settings, SettingsError, load, variables
from tests.project.source import ROOT

NOWHERE = Path("there-is-no-such.env")
SECRET = "not-a-token.but-looks.like-one"


def problems(environ: dict[str, str], env_file: Path = NOWHERE, required: tuple[str, ...] = ()) -> dict[str, str]:
    """The reason by the name of the setting."""
    with pytest.raises(SettingsError) as caught:
        load(environ, env_file, required)
    return {problem.name: problem.reason for problem in caught.value.problems}


def test_nothing_set_is_fine() -> None:
    settings = load({}, NOWHERE)
    assert settings.token is None
    assert (settings.turn_seconds, settings.claim_seconds) == (45, 8)
    assert settings.health_port is None


def test_every_setting_is_read() -> None:
    settings = load(
        {
            "DISCORD_TOKEN": SECRET,
            "QUEGUAN_DB": "some/where.db",
            "QUEGUAN_LANGUAGE": "ZH",
            "QUEGUAN_TIMEZONE": "Asia/Shanghai",
            "QUEGUAN_TURN_SECONDS": "none",
            "QUEGUAN_CLAIM_SECONDS": " 5 ",
            "QUEGUAN_BOT_PACE": "0.5",
            "QUEGUAN_BACK": "blue",
            "QUEGUAN_LOG_LEVEL": "debug",
            "QUEGUAN_LOG_FORMAT": "json",
            "QUEGUAN_HEALTH_HOST": "0.0.0.0",
            "QUEGUAN_HEALTH_PORT": "8080",
        },
        NOWHERE,
        required=[TOKEN],
    )
    assert settings == Settings(
        token=SECRET,
        database=Path("some/where.db"),
        language="zh",
        timezone=ZoneInfo("Asia/Shanghai"),
        turn_seconds=None,
        claim_seconds=5,
        bot_pace=0.5,
        back="blue",
        log_level="debug",
        log_format="json",
        health_host="0.0.0.0",
        health_port=8080,
    )


def test_the_token_is_never_shown() -> None:
    settings = load({TOKEN: SECRET}, NOWHERE)
    assert SECRET not in repr(settings)
    assert SECRET not in str(settings)
    with pytest.raises(SettingsError) as caught:
        load({TOKEN: "two words-of-secret", "QUEGUAN_BACK": "red"}, NOWHERE)
    assert "secret" not in str(caught.value)
    assert "secret" not in repr(caught.value.problems)


def test_the_token_is_needed_only_where_it_is_asked_for() -> None:
    assert problems({}, required=(TOKEN,)) == {TOKEN: "settings.missing"}
    assert problems({TOKEN: "  "}, required=(TOKEN,)) == {TOKEN: "settings.missing"}
    assert load({TOKEN: SECRET}, NOWHERE, [TOKEN]).token == SECRET


def test_every_problem_is_reported_at_once() -> None:
    found = problems({"QUEGUAN_BACK": "red", "QUEGUAN_BOT_PACE": "soon", "QUEGUAN_BAKC": "blue"}, required=(TOKEN,))
    assert found == {
        "QUEGUAN_BACK": "settings.bad_choice",
        "QUEGUAN_BOT_PACE": "settings.bad_decimal",
        "QUEGUAN_BAKC": "settings.unknown",
        TOKEN: "settings.missing",
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DISCORD_TOKEN", "Bot abc"),
        ("DISCORD_TOKEN", "令牌"),
        ("QUEGUAN_DB", "."),
        ("QUEGUAN_DB", "~nobody-of-that-name/x.db"),
        ("QUEGUAN_LANGUAGE", "de"),
        ("QUEGUAN_TIMEZONE", "Mars/Olympus"),
        ("QUEGUAN_TIMEZONE", "../etc/passwd"),
        ("QUEGUAN_TIMEZONE", "Asia"),
        ("QUEGUAN_TURN_SECONDS", "9"),
        ("QUEGUAN_TURN_SECONDS", "604801"),
        ("QUEGUAN_TURN_SECONDS", "45.5"),
        ("QUEGUAN_TURN_SECONDS", "never"),
        ("QUEGUAN_CLAIM_SECONDS", "1"),
        ("QUEGUAN_CLAIM_SECONDS", "-8"),
        ("QUEGUAN_BOT_PACE", "-0.1"),
        ("QUEGUAN_BOT_PACE", "61"),
        ("QUEGUAN_BOT_PACE", "nan"),
        ("QUEGUAN_BOT_PACE", "inf"),
        ("QUEGUAN_BACK", "greenish"),
        ("QUEGUAN_LOG_LEVEL", "loud"),
        ("QUEGUAN_LOG_FORMAT", "xml"),
        ("QUEGUAN_HEALTH_HOST", "every where"),
        ("QUEGUAN_HEALTH_PORT", "0"),
        ("QUEGUAN_HEALTH_PORT", "65536"),
        ("QUEGUAN_HEALTH_PORT", "http"),
        ("QUEGUAN_NONSENSE", "1"),
    ],
)
def test_nonsense_is_refused_in_one_sentence(name: str, value: str) -> None:
    with pytest.raises(SettingsError) as caught:
        load({name: value}, NOWHERE)
    for language in ("zh", "en"):
        (sentence,) = caught.value.sentences(language)
        assert name in sentence
        assert "\n" not in sentence
        assert len(sentence) < 160


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("QUEGUAN_TURN_SECONDS", "10"),
        ("QUEGUAN_TURN_SECONDS", "604800"),
        ("QUEGUAN_TURN_SECONDS", "None"),
        ("QUEGUAN_CLAIM_SECONDS", "2"),
        ("QUEGUAN_BOT_PACE", "0"),
        ("QUEGUAN_BOT_PACE", "60"),
        ("QUEGUAN_HEALTH_PORT", "1"),
        ("QUEGUAN_HEALTH_PORT", "65535"),
        ("QUEGUAN_HEALTH_HOST", "::1"),
        ("QUEGUAN_BACK", "Green"),
        ("QUEGUAN_HEALTH_PORT", ""),
        ("SOMEBODY_ELSES", "nonsense"),
    ],
)
def test_the_last_value_that_makes_sense_is_taken(name: str, value: str) -> None:
    load({name: value}, NOWHERE)


def test_long_and_unprintable_values_are_shown_short() -> None:
    with pytest.raises(SettingsError) as caught:
        load({"QUEGUAN_BACK": "red\n\x1b[31m" + "x" * 500}, NOWHERE)
    assert len(str(caught.value)) < 160
    assert str(caught.value).isprintable()


def test_the_report_speaks_the_language_that_is_asked_for() -> None:
    def language(**environ: str) -> str:
        with pytest.raises(SettingsError) as caught:
            load({"QUEGUAN_BACK": "red", **environ}, NOWHERE)
        return caught.value.language

    assert language() == "en"
    assert language(LANG="zh_CN.UTF-8") == "zh"
    assert language(LANG="zh_CN.UTF-8", QUEGUAN_LANGUAGE="en") == "en"
    assert language(QUEGUAN_LANGUAGE="zh") == "zh"


# --- .env


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    env = tmp_path / ".env"
    env.write_text("# a comment\nexport QUEGUAN_BACK='blue'\nQUEGUAN_LANGUAGE=zh\nOTHERS=1\n", "utf-8")
    settings = load({"QUEGUAN_LANGUAGE": "en"}, env)
    assert (settings.back, settings.language) == ("blue", "en")


def test_a_token_with_a_dollar_is_taken_as_it_stands(tmp_path: Path) -> None:
    env = tmp_path / ".env"
    env.write_text("DISCORD_TOKEN=abc$HOME${X}def\n", "utf-8-sig")
    assert load({}, env).token == "abc$HOME${X}def"


def test_faults_of_the_file_are_reported_with_the_others(tmp_path: Path) -> None:
    env = tmp_path / ".env"
    env.write_text("QUEGUAN_BACK=red\n'oops\n", "utf-8")
    assert problems({}, env) == {"QUEGUAN_BACK": "settings.bad_choice", str(env): "settings.bad_line"}
    env.write_bytes(b"QUEGUAN_BACK=\xff\n")
    assert problems({}, env) == {str(env): "settings.not_utf8"}
    assert problems({}, tmp_path) == {str(tmp_path): "settings.unreadable"}


# --- .env.example


def example() -> dict[str, str]:
    """The settings of .env.example, those commented out too."""
    lines = (ROOT / ".env.example").read_text("utf-8").splitlines()
    matches = [re.fullmatch(r"#?([A-Z][A-Z_]+)=(.*)", line) for line in lines]
    return {match[1]: match[2] for match in matches if match}


def test_the_example_has_every_setting_in_order() -> None:
    assert tuple(example()) == variables()
    assert len(variables()) == len(dataclasses.fields(Settings))


def test_the_example_shows_the_defaults() -> None:
    assert load(example(), NOWHERE) == load({}, NOWHERE)
    assert load({}, ROOT / ".env.example") == load({}, NOWHERE)


def test_the_example_explains_every_setting() -> None:
    blocks = (ROOT / ".env.example").read_text("utf-8").strip().split("\n\n")[1:]
    assert len(blocks) == len(variables())
    for block in blocks:
        explanation = [line for line in block.splitlines() if line.startswith("# ")]
        assert explanation, block
        assert len(block.splitlines()) == len(explanation) + 1, block
