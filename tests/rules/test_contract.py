"""What holds for every rule set in ``REGISTRY``, the next one too."""

from pathlib import Path

import pytest

from bot.engine.ruleset import RuleSet
from bot.rules import REGISTRY
from bot.texts import LANGUAGES, catalogue
from bot.texts.catalogue import fields
from tests.rules import contract

EACH = pytest.mark.parametrize("rules", REGISTRY.values(), ids=list(REGISTRY))


def texts(rules: RuleSet) -> dict[str, str]:
    """A rule set's own English sentences by their keys."""
    front = f"{rules.id}."
    sentences = catalogue().sentences["en"]
    return {key.removeprefix(front): words for key, words in sentences.items() if key.startswith(front)}


@EACH
def test_its_id_is_its_key_and_the_name_of_its_folder(rules: RuleSet) -> None:
    assert REGISTRY[rules.id] is rules
    assert (contract.folder(rules) / "RULES.md").exists()


@EACH
def test_all_that_it_names_has_words(rules: RuleSet) -> None:
    missing = [f"{rules.id}.{key}" for key in contract.named(rules) if key not in texts(rules)]
    lines = [slug for slug in contract.pattern_ids(rules) if not {f"pattern.{slug}", f"part.{slug}"} & {*texts(rules)}]
    assert missing + lines == []
    assert all(fields(catalogue().sentences[language][f"{rules.id}.worth"]) == {"count"} for language in LANGUAGES)


@EACH
@pytest.mark.parametrize("seed", range(contract.HANDS))
def test_all_that_it_says_has_words(rules: RuleSet, seed: int) -> None:
    """Notes may have none: then nobody reads them."""
    own, wrong = texts(rules), set[str]()
    for key, values in contract.said(rules, seed):
        if key not in own and not key.startswith("note."):
            wrong.add(f"{rules.id}.{key} is missing")
        elif key in own and not fields(own[key]) <= {*values}:
            wrong.add(f"{rules.id}.{key} asks for more than {sorted(values)}")
    assert sorted(wrong) == []


@EACH
def test_none_of_its_words_is_left_over(rules: RuleSet) -> None:
    assert contract.unused({*texts(rules)}, contract.slugs(rules)) == []


@EACH
def test_every_row_is_in_a_case(rules: RuleSet) -> None:
    assert sorted(contract.pattern_ids(rules) - contract.expected_lines(rules)) == []


@EACH
def test_the_numbers_of_its_rules(rules: RuleSet) -> None:
    """``RULES.md`` counts from 1 without a gap; every number is named by a test, and no other by the code."""
    letter, numbers = contract.rule_numbers(rules)
    assert numbers == list(range(1, len(numbers) + 1))
    code = sorted(contract.folder(rules).rglob("*.py"))
    assert sorted({*numbers} - contract.numbers_named(contract.tests(), letter)) == []
    assert sorted(contract.numbers_named([*code, *contract.cases_of(rules)], letter) - {*numbers}) == []


def test_checks_of_words_and_numbers_can_fail(tmp_path: Path) -> None:
    known = {"plain", "warned_*", "*"}
    assert contract.unused({"pattern.plain", "badge.warned_winds", "name", "option.x.v_y", "word.m"}, known) == []
    assert contract.unused({"pattern.gone", "badge.warn"}, known) == ["badge.warn", "pattern.gone"]
    (page := tmp_path / "a.py").write_text("RULES.md L2, L4–L6 b, M7; XL8, L9th, L10")
    assert contract.numbers_named([page], "L") == {2, 4, 5, 6, 10}
