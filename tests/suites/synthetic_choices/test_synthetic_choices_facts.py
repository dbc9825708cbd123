"""Facts stand where they are said to, far apart, and do not change with the length."""

from __future__ import annotations

import pytest

from pytest_lcbench.suites.synthetic.choices import ChoicesField, newspapers
from pytest_lcbench.suites.synthetic.choices.many_shot import ManyShot
from pytest_lcbench.suites.synthetic.draw import Draw

FIELD = ChoicesField(9)
OWN = [subtask for subtask in FIELD.subtasks if not subtask.startswith("multi_document_")]
EVERY = [(subtask, language) for subtask in OWN for language in FIELD.languages(subtask)]


def stated(text: str, ranges: tuple[tuple[int, int], ...]) -> list[str]:
    return [text[start:end] for start, end in ranges]


@pytest.mark.parametrize(("subtask", "language"), EVERY)
def test_what_a_fact_says_is_the_same_at_any_length(subtask: str, language: str) -> None:
    for number in range(4):
        draft = FIELD.draft(subtask, language, 3000, Draw("facts", number))
        plan = draft.documents[0]
        short, long = (FIELD.write(language, plan.key, tokens) for tokens in (3000, 12_000))
        for fact in plan.facts:
            told = stated(short.text, short.facts[fact])
            # Dialogue lines, remarks and order within a line may differ; what is stated may not.
            assert sorted(map(figures, told)) == sorted(map(figures, stated(long.text, long.facts[fact])))


def figures(text: str) -> str:
    return "".join(sorted(char for char in text if char.isdigit()))


@pytest.mark.parametrize(("subtask", "language"), EVERY)
def test_a_fact_is_a_whole_line_or_block(subtask: str, language: str) -> None:
    draft = FIELD.draft(subtask, language, 4000, Draw("lines"))
    plan = draft.documents[0]
    written = FIELD.write(language, plan.key, plan.tokens)
    for ranges in written.facts.values():
        for start, end in ranges:
            assert 0 <= start < end <= len(written.text)
            assert start == 0 or written.text[start - 1] == "\n"
            assert written.text[end : end + 1] in {"\n", ""}


@pytest.mark.parametrize(("subtask", "language"), EVERY)
def test_evidence_is_at_least_three_distant_spans(subtask: str, language: str) -> None:
    for number in range(6):
        draft = FIELD.draft(subtask, language, 12_000, Draw("spans", number))
        plan = draft.documents[0]
        written = FIELD.write(language, plan.key, plan.tokens)
        starts = sorted(start / len(written.text) for fact in plan.facts for start, _ in written.facts[fact])
        assert len(starts) >= 3
        assert starts[-1] - starts[0] > 0.3


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_newspaper_can_change_the_answer(language: str) -> None:
    for number in range(20):
        draft = FIELD.draft("multi_document_news", language, 30_000, Draw("papers", number))
        event = newspapers._event(9, language, int(draft.documents[0].key.split(".")[1]))
        shown = [int(plan.key.split(".")[2]) for plan in draft.documents]
        right = event.total(shown, mended=True, shifted=True)
        assert (f"{right:,}" if language == "en" else str(right)) == draft.choices["ABCD".index(draft.gold)]
        for at in shown:
            rest = [other for other in shown if other != at]
            assert event.total(rest, mended=True, shifted=True) != right


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_newspaper_prints_its_figure_where_the_fact_is(language: str) -> None:
    draft = FIELD.draft("multi_document_news", language, 9000, Draw("print"))
    for plan in draft.documents:
        number, at = (int(part) for part in plan.key.split(".")[1:])
        written = FIELD.write(language, plan.key, plan.tokens)
        told = stated(written.text, written.facts["figure"])
        assert len(told) == 1
        assert str(newspapers._event(9, language, number).districts[at].printed) in told[0]


def test_the_classes_of_a_short_inventory_fit_one_rule_only() -> None:
    from pytest_lcbench.suites.synthetic.choices import many_shot  # noqa: PLC0415 - its traits are what is looked into

    for number in range(12):
        rule = many_shot._rule(9, number)
        draw = Draw("unique", number)
        shots = [many_shot._record(draw) for _ in range(35)]
        fitting = []
        for first in range(len(many_shot._TRAITS)):
            for second in range(first):
                cells: dict[tuple[bool, bool], set[str]] = {}
                for shot in shots:
                    cell = (many_shot._TRAITS[first](shot), many_shot._TRAITS[second](shot))
                    cells.setdefault(cell, set()).add(rule.label(shot))
                if all(len(labels) == 1 for labels in cells.values()):
                    fitting.append({first, second})
        assert fitting == [set(rule.traits)]
    assert ManyShot.languages == ("en",)
