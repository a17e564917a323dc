"""Every line of every ``*.hands`` table."""

import json

import pytest

from tests.rules.cases import Case, hand_cases, outcome


def _name(case: Case) -> str:
    return f"{case.path.parent.name}/{case.path.stem}:{case.number}"


@pytest.mark.parametrize("case", hand_cases(), ids=_name)
def test_hand(case: Case) -> None:
    got = outcome(case)
    request = json.dumps(case.request, ensure_ascii=False)
    assert got == case.expected, (
        f"{case.path.name}:{case.number} {case.name}\n  got      {got}\n  expected {case.expected}\n"
        f"  again: echo '{request}' | queguan score --json -"
    )
