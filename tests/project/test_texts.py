"""The catalogue holds all that users read, the same in both languages, and the code holds none of it."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from bot.texts import LANGUAGES, Catalogue, MissingText, catalogue, command_text, language_of, text
from bot.texts.catalogue import fields, load
from tests.project.source import Module, called, module, modules, shape, strings

NO_SENTENCES = ("bot/engine/notation.py", "bot/render/art/")
"""Where Chinese is no text to translate: names of tiles as people type them, and characters that tiles bear."""

DYNAMIC = {
    "command.*": "names and descriptions, taken by the name of the command",
    "confirm.*": "warnings, taken by the slug of the reply that asks to confirm",
}
"""Keys put together at run time in a way that the code's strings don't show. f-strings are seen anyway."""

CJK = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uf900-\ufaff\uff01-\uff60\uffe0-\uffe6]")
KEY_AT = {"text": 1, "rule_text": 2, "command_text": 1}
SHOWING = {"send", "send_message", "reply", "respond", "edit", "edit_message", "edit_original_response", "followup"}
SHOWN = {"content", "label", "placeholder", "title", "description", "help", "epilog", "footer", "reason_text"}
WORDS = re.compile(r"[A-Za-z]{2,}")
SENTENCE = re.compile(r"[A-Za-z]{2,}[,:]? [A-Za-z]{2,}")
FILE = re.compile(r"\.(png|webp|gif|jpg|db|json|jsonl|toml|sql|csv|txt|md|game|ttf|otf|py)$")


# --- the catalogue itself


def test_both_languages_have_the_same_keys() -> None:
    chinese, english = (set(catalogue().sentences[language]) for language in LANGUAGES)
    assert chinese ^ english == set()


def test_both_languages_need_the_same_values() -> None:
    chinese, english = (catalogue().sentences[language] for language in LANGUAGES)
    assert [key for key in chinese if fields(chinese[key]) != fields(english.get(key, ""))] == []


def test_no_sentence_is_empty() -> None:
    empty = [key for each in catalogue().sentences.values() for key, sentence in each.items() if not sentence.strip()]
    assert empty == []


def test_english_sentences_hold_no_chinese_punctuation() -> None:
    english = catalogue().sentences["en"]
    assert [key for key, sentence in english.items() if re.search("[，。：；！？（）]", sentence)] == []


def test_traditional_chinese_has_the_commands_and_nothing_else() -> None:
    commands = {key for key in catalogue().sentences["en"] if key.startswith("command.")}
    assert set(catalogue().commands) ^ commands == set()


@pytest.mark.parametrize("locale", ["zh-CN", "zh-TW", "en-US"])
def test_discord_takes_every_command_text(locale: str) -> None:
    taken: dict[str, set[str]] = {}
    for key in catalogue().commands:
        words = command_text(locale, key)
        assert words is not None
        parent, kind = key.rsplit(".", 1)
        assert kind in ("name", "description"), key
        assert len(words) <= (32 if kind == "name" else 100), (key, words)
        if kind == "name":
            assert re.fullmatch(r"[-_'\w]+", words), (key, words)
            assert words == words.lower(), (key, words)
            siblings = taken.setdefault(parent.rsplit(".", 1)[0], set())
            assert words not in siblings, (key, words)
            siblings.add(words)


def test_the_names_of_the_moves_are_what_players_say() -> None:
    names = [command_text("zh-CN", f"command.{move}.name") for move in ("discard", "chi", "peng", "gang", "hu", "pass")]
    assert names == ["出", "吃", "碰", "杠", "胡", "过"]


# --- looking things up


def test_values_are_filled_in() -> None:
    sample = _sample()
    assert sample.text("en", "points", points=5) == "+5 points"
    assert sample.text("zh", "points", points=-5) == "-5 分"


def test_a_missing_key_or_value_is_our_fault() -> None:
    sample = _sample()
    with pytest.raises(MissingText, match="nothing"):
        sample.text("en", "nothing")
    with pytest.raises(MissingText, match="points"):
        sample.text("en", "points")
    with pytest.raises(MissingText):
        text("en", "settings")


def test_a_rule_set_can_say_it_in_its_own_words() -> None:
    sample = _sample()
    assert sample.rule_text("en", "lishui", "refused.late") == "Late, and wild"
    assert sample.rule_text("en", "mawan", "refused.late") == "Late"


def test_values_are_never_read_as_a_sentence() -> None:
    assert text("en", "settings.missing", name="{likely}").startswith("{likely} is not set")


def test_command_texts_by_locale() -> None:
    assert command_text("zh-CN", "command.gang.name") == "杠"
    assert command_text("zh-TW", "command.gang.name") == "槓"
    assert command_text("en-GB", "command.gang.name") == "gang"
    assert command_text("fr", "command.gang.name") is None


@pytest.mark.parametrize(
    ("locale", "language"), [("zh-CN", "zh"), ("zh-TW", "zh"), ("zh_CN.UTF-8", "zh"), ("en-GB", "en"), ("za", "en")]
)
def test_language_of_a_locale(locale: str, language: str) -> None:
    assert language_of(locale) == language


def _sample() -> Catalogue:
    return Catalogue(
        {
            "en": {"points": "{points:+d} points", "refused.late": "Late", "lishui.refused.late": "Late, and wild"},
            "zh": {"points": "{points:+d} 分"},
        },
        {},
    )


# --- reading the files


def test_files_are_read_with_those_of_every_rule_set(tmp_path: Path) -> None:
    _write(tmp_path, {"texts/zh.toml": "[a]\nb.c = '一'", "texts/en.toml": "a.b.c = 'one'", "texts/zh-TW.toml": ""})
    _write(tmp_path, {"rules/one/texts/zh.toml": "x = '二'", "rules/one/texts/en.toml": "x = 'two'"})
    read = load(tmp_path / "texts", tmp_path / "rules")
    assert read.sentences == {"zh": {"a.b.c": "一", "one.x": "二"}, "en": {"a.b.c": "one", "one.x": "two"}}
    assert read.commands == {}


@pytest.mark.parametrize(
    "wrong",
    ["a = 1", "a = ['x']", "a = '{}'", "a = '{0}'", "a = '{x.y}'", "a = '{x[0]}'", "a = '{x:{y}}'", "a = '{'", "a ="],
)
def test_what_is_no_sentence_is_named_with_its_file(tmp_path: Path, wrong: str) -> None:
    _write(tmp_path, {"zh.toml": wrong, "en.toml": "", "zh-TW.toml": ""})
    with pytest.raises(ValueError, match=r"zh\.toml"):
        load(tmp_path, tmp_path)


def test_a_rule_set_cannot_take_the_core_s_keys(tmp_path: Path) -> None:
    _write(tmp_path, {"zh.toml": "table.x = '一'", "en.toml": "", "zh-TW.toml": "", "table/texts/zh.toml": "x = '二'"})
    with pytest.raises(ValueError, match=r"table\.x is there twice"):
        load(tmp_path, tmp_path)


def _write(folder: Path, files: Mapping[str, str]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")


# --- keys and code


def asked(code: Iterable[Module]) -> Iterator[tuple[str, str, set[str] | None]]:
    """Place, key (``*`` for what is filled in) and names of the values (None: not to be seen) of every look-up."""
    for each in code:
        for node in ast.walk(each.tree):
            if not isinstance(node, ast.Call) or called(node) not in KEY_AT:
                continue
            at = KEY_AT[called(node)]
            key = shape(node.args[at]) if len(node.args) > at else None
            if key is not None:
                names = {word.arg for word in node.keywords if word.arg}
                yield f"{each.path}:{node.lineno}", key, names if len(names) == len(node.keywords) else None


def wrong_look_ups(code: Iterable[Module], sentences: Mapping[str, str], rule_sets: Iterable[str]) -> list[str]:
    """Look-ups of keys that don't exist, or with other values than their sentence needs."""
    fronts = ["", *(f"{rules}." for rules in rule_sets)]
    wrong = []
    for place, key, names in asked(code):
        meant = [each for each in sentences if any(fnmatchcase(each, front + key) for front in fronts)]
        if not meant:
            wrong.append(f"{place}: no key {key}")
        elif names is not None and "*" not in key and not any(names >= fields(sentences[each]) for each in meant):
            wrong.append(f"{place}: {key} needs {sorted(fields(sentences[meant[0]]))}")
    return wrong


def wrong_words(code: Iterable[Module], sentences: Mapping[str, str]) -> list[str]:
    """Strings that look like one of the catalogue's keys and are none."""
    tops = {key.split(".")[0] for key in sentences}
    whole = set(sentences) | {key.rsplit(".", n)[0] for key in sentences for n in range(1, key.count(".") + 1)}
    return [
        f"{each.path}:{line}: {word}"
        for each in code
        for line, word in strings(each.tree)
        if re.fullmatch(r"[a-z_]+(\.[a-z0-9_-]+)+", word) and word.split(".")[0] in tops
        if word not in whole and not FILE.search(word)
    ]


def unused(code: Iterable[Module], sentences: Iterable[str], rule_sets: Iterable[str]) -> list[str]:
    """Keys that no string of the code is, nor any f-string can become; a rule set's count without its id too."""
    shapes = {shape(node) or "" for each in code for node in ast.walk(each.tree)}
    words = {each for each in shapes if "*" not in each}
    globs = [each for each in shapes if "*" in each and "." in each and re.search("[a-z]", each)] + list(DYNAMIC)
    fronts = tuple(f"{rules}." for rules in rule_sets)

    def used(key: str) -> bool:
        names = [key, *(key.removeprefix(front) for front in fronts if key.startswith(front))]
        return any(name in words or any(fnmatchcase(name, each) for each in globs) for name in names)

    return [key for key in sentences if not used(key)]


def _rule_sets() -> set[str]:
    return {each.name.split(".")[2] for each in modules() if each.name.startswith("bot.rules.") and each.is_package}


def test_every_key_in_the_code_exists_and_gets_its_values() -> None:
    assert wrong_look_ups(modules(), catalogue().sentences["en"], _rule_sets()) == []
    assert wrong_words(modules(), catalogue().sentences["en"]) == []


def test_every_key_of_the_files_is_used() -> None:
    assert unused(modules(), catalogue().sentences["en"], _rule_sets()) == []


def test_checks_of_keys_can_fail() -> None:
    sentences = {"a.b": "{n}", "a.c": "", "lishui.d.e": ""}
    good = "text(l, 'a.b', n=1); text(l, f'a.{x}'); rule_text(l, r, 'd.e'); text(l, 'a.b', **more)"
    assert wrong_look_ups([module("m", good)], sentences, ["lishui"]) == []
    assert unused([module("m", good)], sentences, ["lishui"]) == []
    for bad in ("l, 'a.x'", "l, 'a.b'", "l, 'a.b', m=1", "l, f'b.{x}'"):
        assert len(wrong_look_ups([module("m", f"text({bad})")], sentences, ["lishui"])) == 1, bad
    assert len(wrong_look_ups([module("m", "rule_text(l, r, 'd.f')")], sentences, ["lishui"])) == 1
    some = module("m", "text(l, 'a.b', n=1); f'{x}'; f'{x}.{y}'")
    assert unused([some], sentences, ["lishui"]) == ["a.c", "lishui.d.e"]
    assert len(wrong_words([module("m", "x = 'a.d'")], sentences)) == 1
    assert wrong_words([module("m", "x = ['a.b', 'a', 'a.png', 'lishui.d', 'os.path']")], sentences) == []


# --- no text in code


def chinese(code: Iterable[Module]) -> list[str]:
    """Strings with Chinese characters or punctuation, outside docstrings."""
    return [
        f"{each.path}:{line}: {words}"
        for each in code
        if not each.path.startswith(NO_SENTENCES)
        for line, words in strings(each.tree)
        if CJK.search(words)
    ]


def english(code: Iterable[Module]) -> list[str]:
    """Words written into what is shown: sent, printed, put on a component, or the help of a command."""
    return [
        f"{each.path}:{node.lineno}: {words}"
        for each in code
        for node in ast.walk(each.tree)
        if isinstance(node, ast.Call)
        for words in _shown(node)
    ]


def _shown(call: ast.Call) -> Iterator[str]:
    for argument in call.args:
        words = shape(argument) or ""
        if (called(call) in SHOWING and WORDS.search(words)) or (called(call) == "print" and SENTENCE.search(words)):
            yield words
    for keyword in call.keywords:
        words = shape(keyword.value) or ""
        if keyword.arg in SHOWN and WORDS.search(words):
            yield words


def test_no_chinese_in_code() -> None:
    assert chinese(modules()) == []


def test_no_english_for_users_in_code() -> None:
    assert english(modules()) == []


def test_checks_of_words_can_fail() -> None:
    for bad in ("x = '财神'", "x = f'{n} 分'", "send('，')"):
        assert len(chinese([module("m", bad)])) == 1, bad
    assert chinese([module("m", '"""财神"""\ndef f():\n    """牌"""\nx = 1  # 白板')]) == []
    for bad in (
        "await channel.send('Hello')",
        "reply(f'{n} tiles')",
        "Button(label='Ready')",
        "p.add_argument('--x', help='How many')",
        "print('no such table')",
    ):
        assert len(english([module("m", bad)])) == 1, bad
    fine = "channel.send(words); Button(label=f'{n}'); print('{}'); log.info('Table %s is open'); send(f'{a} {b}')"
    assert english([module("m", fine)]) == []
