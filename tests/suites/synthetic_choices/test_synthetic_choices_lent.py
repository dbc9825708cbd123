"""Choices over the fields that are part of this installation."""

from __future__ import annotations

import pytest

from pytest_lcbench.suites.synthetic.choices import ChoicesField
from pytest_lcbench.suites.synthetic.choices.over_worlds import available
from pytest_lcbench.suites.synthetic.draw import Draw

FIELD = ChoicesField(2)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("subtask", available())
def test_a_lent_case_is_written_by_its_own_field(subtask: str, language: str) -> None:
    draft = FIELD.draft(subtask, language, 10_000, Draw("lent"))
    assert len(draft.documents) >= 3
    assert len(set(draft.choices)) == 4
    for plan in draft.documents:
        written = FIELD.write(language, plan.key, plan.tokens)
        assert set(plan.facts) <= set(written.facts)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("subtask", available())
def test_the_length_of_an_option_does_not_tell_the_right_one(subtask: str, language: str) -> None:
    longest = shortest = 0.0
    cases = 60
    for number in range(cases):
        draft = FIELD.draft(subtask, language, (9000, 14_000, 20_000)[number % 3], Draw("options", number))
        lengths = [len(choice) for choice in draft.choices]
        right = lengths["ABCD".index(draft.gold)]
        longest += (right == max(lengths)) / lengths.count(right)
        shortest += (right == min(lengths)) / lengths.count(right)
    assert longest / cases <= 0.4
    assert shortest / cases <= 0.4
