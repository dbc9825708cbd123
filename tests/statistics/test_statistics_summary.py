from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statistics_rows import RUN, choice, failure, row

from pytest_lcbench.errors import DataError
from pytest_lcbench.running.row import DocumentRow, ResultRow
from pytest_lcbench.statistics.cells import Cell
from pytest_lcbench.statistics.run_info import SuiteInfo
from pytest_lcbench.statistics.summary import RunInfo, Section, Summary, Table, summarise
from pytest_lcbench.suites.loong import LoongSuite

_LABELS = {
    "suite": st.sampled_from(["loong", "synthetic"]),
    "task": st.sampled_from(["comparison", "clustering"]),
    "length_set": st.sampled_from(["set1", "set2"]),
    "language": st.sampled_from(["en", "zh"]),
    "answer_kind": st.sampled_from(["names", "choice"]),
}


@st.composite
def run_rows(draw: st.DrawFn) -> list[ResultRow]:
    rows = []
    for case in range(draw(st.integers(0, 12))):
        labels = {name: draw(values) for name, values in _LABELS.items()}
        points = draw(st.none() | st.floats(0, 100))
        names = draw(st.lists(st.sampled_from("abcd"), unique=True))
        documents = [DocumentRow(hash=name, name=name, tokens=1, kept=1) for name in names]
        rows.append(row(f"c{case}", points, cost=draw(st.none() | st.floats(0, 5)), documents=documents, **labels))
    return rows


def table(section: Section, title: str) -> Table:
    return next(found for found in section.tables if found.title == title)


def averages(found: Table) -> dict[str, float | None]:
    return {line.label: line.cell.average for line in found.lines}


def test_the_grid_crosses_length_sets_with_tasks_and_both_with_all() -> None:
    summary = summarise(
        [
            row("a", 10.0, task="spotlight_locating", length_set="set1"),
            row("b", 30.0, task="comparison", length_set="set1"),
            row("c", 80.0, task="comparison", length_set="set2"),
        ],
        RUN,
    )
    grid = summary.sections[0].grid
    assert grid is not None
    assert (grid.rows, grid.columns) == (("set1", "set2", "All"), ("spotlight_locating", "comparison", "All"))
    assert [[cell.average for cell in line] for line in grid.cells] == [[10.0, 30.0, 20.0], [None, 80.0, 80.0], [10.0, 55.0, 40.0]]


def test_open_suites_are_shown_by_subtask_and_by_language() -> None:
    rows = [row("a", 10.0), row("b", 20.0, language="zh"), row("c", 60.0, subtask="range_awareness", language="zh")]
    section = summarise(rows, RUN).sections[0]
    assert averages(table(section, "by subtask")) == {"extremum_acquisition": 15.0, "range_awareness": 60.0}
    assert averages(table(section, "by language")) == {"en": 10.0, "zh": 40.0}


def test_choices_are_shown_overall_by_difficulty_and_length_and_by_domain() -> None:
    rows = [
        choice("a", 100.0),
        choice("b", 0.0, difficulty="hard", length_set="long"),
        choice("c", 100.0, difficulty="hard", task="single_document_qa"),
        choice("d", 100.0, length_set="long"),
    ]
    section = summarise(rows, RUN).sections[0]
    assert section.grid is None
    assert averages(section.tables[0]) == {
        "overall": 75.0,
        "easy": 100.0,
        "hard": 50.0,
        "short": 100.0,
        "medium": None,
        "long": 50.0,
    }
    assert averages(table(section, "by domain (task)")) == {
        "single_document_qa": 100.0,
        "multi_document_qa": pytest.approx(200 / 3),
    }


def test_a_suite_with_both_kinds_of_answer_gets_a_section_each() -> None:
    rows = [row("a", 10.0, suite="synthetic"), choice("b", 100.0, suite="synthetic")]
    sections = summarise(rows, RUN).sections
    assert [(section.kind, section.overall.average) for section in sections] == [("open", 10.0), ("choice", 100.0)]


def test_suites_arms_and_promptings_get_a_section_each() -> None:
    rows = [row("a", 1.0), row("a", 2.0, arm="rag"), row("a", 3.0, prompting="cot"), row("a", 4.0, suite="aaa")]
    sections = summarise(rows, RUN).sections
    assert [(section.suite, section.arm, section.prompting) for section in sections] == [
        ("aaa", "full", "direct"),
        ("loong", "full", "cot"),
        ("loong", "full", "direct"),
        ("loong", "rag", "direct"),
    ]


def test_each_user_grouping_is_a_table_and_what_it_did_not_label_is_shown() -> None:
    rows = [row("a", 10.0, groups={"year": "2023"}), row("b", 20.0, groups={"year": "2024", "size": "big"}), row("c", 60.0)]
    section = summarise(rows, RUN).sections[0]
    assert averages(table(section, "by year")) == {"2023": 10.0, "2024": 20.0, "(none)": 60.0}
    assert averages(table(section, "by size")) == {"big": 20.0, "(none)": 35.0}


def test_scores_by_rules_are_not_comparable_with_published() -> None:
    assert summarise([row("a", 10.0)], RUN).sections[0].not_comparable == ("rules; not comparable with published",)


def test_the_published_judge_over_the_whole_context_is_comparable() -> None:
    run = RUN.model_copy(update={"judge": "openai/gpt-4-turbo-2024-04-09"})
    section = summarise([row("a", 10.0, scorer=run.judge)], run).sections[0]
    assert (section.not_comparable, section.notes) == ((), ())


def test_another_judge_another_arm_and_missing_items_are_not_comparable() -> None:
    run = RUN.model_copy(update={"judge": "gpt-4o"})
    rows = [row("a", 10.0, scorer="gpt-4o", arm="rag"), row("b", None, arm="rag")]
    assert summarise(rows, run).sections[0].not_comparable == (
        "judge is not gpt-4-turbo-2024-04-09; not comparable with published",
        "arm rag; not comparable with published",
        "coverage under the minimum; not comparable with published",
    )


@pytest.mark.parametrize(("fidelity", "noted"), [("paper", True), ("official-code", False)])
def test_link_the_links_is_noted_where_its_verdict_is_hidden(fidelity: str, *, noted: bool) -> None:
    run = RUN.model_copy(update={"fidelity": fidelity})
    notes = summarise([row("a", 10.0, subtask="link_the_links")], run).sections[0].notes
    assert any("link_the_links is asked without the verdict" in note for note in notes) is noted


@pytest.mark.parametrize(("missing", "reached"), [(0, True), (1, True), (2, False)])
def test_the_minimum_coverage_is_98_percent(missing: int, *, reached: bool) -> None:
    rows = [row(f"c{number}", None if number < missing else 50.0) for number in range(50)]
    assert summarise(rows, RUN).coverage_reached is reached


def test_a_run_without_rows_has_a_summary_that_claims_nothing() -> None:
    summary = summarise([], RUN)
    assert (summary.overall.average, summary.coverage_reached, summary.sections) == (None, False, ())


def test_an_unknown_window_is_noted() -> None:
    assert "window unknown, nothing is cut" in summarise([], RUN).notes
    known = RUN.model_copy(update={"window": 128_000})
    assert "window unknown, nothing is cut" not in summarise([], known).notes


def test_what_a_provider_rejected_and_what_loaders_remarked_is_noted() -> None:
    run = RUN.model_copy(update={"dropped_parameters": ("top_p", "temperature"), "data_notes": ("C fits 3 files",)})
    notes = summarise([], run).notes
    assert "parameters left out because the provider rejected them, temperature, top_p" in notes
    assert notes[-1] == "C fits 3 files"


def test_epochs_are_explained_only_where_there_are_several() -> None:
    def explained(run: RunInfo) -> bool:
        return any("mean over its epochs" in note for note in summarise([row("a", 1.0)], run).notes)

    assert explained(RUN.model_copy(update={"epochs": 3}))
    assert not explained(RUN)


def test_a_row_told_twice_counts_once_and_is_noted() -> None:
    summary = summarise([row("a", 10.0), row("a", None, error_class="worker_lost")], RUN)
    assert (summary.tally.items, summary.overall.average) == (1, 10.0)
    assert "rows that told of an item again and were left out, 1" in summary.notes


def test_rows_of_two_models_are_refused() -> None:
    with pytest.raises(DataError, match="rows of 2 models"):
        summarise([row("a", 1.0), row("b", 1.0, model="other")], RUN)


def test_identity_leaves_out_the_clock_the_store_and_the_name_of_the_run() -> None:
    first = summarise([row("a", 10.0, latency_s=1.0, cached=False, attempts=1)], RUN)
    again = summarise([row("a", 10.0, latency_s=9.0, cached=True, attempts=2)], RUN.model_copy(update={"run_id": "again"}))
    assert first.timing != again.timing
    assert first.identity() == again.identity()


def test_identity_sees_another_score_and_another_setting() -> None:
    first = summarise([row("a", 10.0)], RUN).identity()
    assert summarise([row("a", 11.0)], RUN).identity() != first
    assert summarise([row("a", 10.0)], RUN.model_copy(update={"seed": 1})).identity() != first


@settings(deadline=None)
@given(run_rows(), st.integers())
def test_a_summary_is_the_same_whatever_the_order_of_its_rows(rows: list[ResultRow], seed: int) -> None:
    shuffled = list(rows)
    random.Random(seed).shuffle(shuffled)  # noqa: S311 - no secret
    assert summarise(shuffled, RUN).model_dump_json() == summarise(rows, RUN).model_dump_json()


@settings(deadline=None)
@given(run_rows())
def test_counts_add_up_in_every_table(rows: list[ResultRow]) -> None:
    summary = summarise(rows, RUN)
    assert sum(summary.tally.states.values()) == summary.tally.items == summary.overall.expected == len(rows)
    assert len(summary.tally.missing) == summary.overall.items_expected - summary.overall.items
    assert sum(section.overall.expected for section in summary.sections) == len(rows)
    for section in summary.sections:
        whole = section.overall
        by_property = section.tables[1:] if section.kind == "choice" else section.tables
        for found in by_property:
            assert sum(line.cell.n for line in found.lines) == whole.n
            assert sum(line.cell.expected for line in found.lines) == whole.expected
        if section.grid is not None:
            assert section.grid.cells[-1][-1] == whole
            assert sum(cell.items for line in section.grid.cells[:-1] for cell in line[:-1]) == whole.items


def test_a_failed_model_is_told_from_a_failed_call_in_the_states_of_a_section() -> None:
    section = summarise([failure("a"), row("b", None)], RUN).sections[0]
    assert section.states == {"scored": 0, "model_failure": 1, "infra_error": 1, "unscored": 0}
    assert section.overall.average == 0.0


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"judge_prompt_source": "built in"}, "judge prompt in our own wording"),
        ({"window": 64_000, "window_set": True}, "window set by hand"),
        ({"suites": (SuiteInfo(name="loong", fingerprint="f", cases=1600),)}, "2 of the suite's 1600 cases"),
    ],
)
def test_what_differs_from_the_published_setting_is_said(changes: dict[str, object], reason: str) -> None:
    judge = {"judge": "openai/gpt-4-turbo-2024-04-09", "judge_prompt_source": "official.txt"}
    run = RUN.model_copy(update=judge | changes)
    (section,) = summarise([row("a", 10.0, scorer=run.judge), row("b", 10.0, scorer=run.judge)], run).sections
    assert section.not_comparable == (f"{reason}; not comparable with published",)


def test_choices_asked_in_our_own_wording_are_not_comparable() -> None:
    run = RUN.model_copy(update={"prompts_source": "built in"})
    section = next(found for found in summarise([choice("a", 100.0, suite="longbench-v2")], run).sections if found.kind == "choice")
    assert "prompt in our own wording; not comparable with published" in section.not_comparable


def cells(summary: Summary) -> list[Cell]:
    found = [summary.overall]
    for section in summary.sections:
        found += [section.overall, *(cell for cells in (section.grid.cells if section.grid else ()) for cell in cells)]
        found += [line.cell for one in section.tables for line in one.lines]
    return found


def test_an_interval_reads_as_worked_out_by_hand() -> None:
    # 100, 100, 0, 0 of four cases that share nothing. On 0..1: mean 1/2, variance 1/3, effective cases 4 (1/4) / (1/3) = 3; Student's
    # 97.5 % point of 3 degrees of freedom is 3.182446, its square over 3 is 3.375988; Wilson's half width is
    # sqrt(3.375988 (1/4 + 3.375988 / 4)) / 4.375988 = 0.439170.
    overall = summarise([row(name, points) for name, points in zip("abcd", (100.0, 100.0, 0.0, 0.0), strict=True)], RUN).overall
    assert overall.average_interval is not None
    assert overall.perfect_interval is not None
    assert (overall.average_interval.low, overall.average_interval.high) == pytest.approx((6.0830, 93.9170), abs=1e-4)
    # Points of 0 and 100 alone: the rate's interval is the average's.
    assert overall.perfect_interval.low == pytest.approx(overall.average_interval.low / 100)
    assert overall.perfect_interval.high == pytest.approx(overall.average_interval.high / 100)


def test_fewer_than_20_cases_are_descriptive_and_one_has_no_interval() -> None:
    for n, descriptive in ((2, True), (19, True), (20, False)):
        overall = summarise([row(f"c{number}", 50.0 + number) for number in range(n)], RUN).overall
        assert overall.average_interval is not None
        assert overall.perfect_interval is not None
        assert overall.average_interval.descriptive is overall.perfect_interval.descriptive is descriptive
    alone = summarise([row("a", 50.0), row("b", None)], RUN).overall
    assert (alone.average, alone.average_interval, alone.perfect_interval) == (50.0, None, None)


def test_cases_without_points_are_in_no_interval() -> None:
    some = [row(f"c{number}", 40.0 + number) for number in range(20)]
    missing = [row(f"m{number}", None) for number in range(5)]
    assert summarise(some, RUN).overall.average_interval == summarise([*some, *missing], RUN).overall.average_interval


def test_shared_documents_widen_an_interval() -> None:
    def width(cases_per_document: int) -> float:
        rows = [
            row(
                f"c{number:02d}",
                20.0 * (number // 10) + number % 10,
                documents=[DocumentRow(hash=f"{number // cases_per_document}", name="n", tokens=1, kept=1)],
            )
            for number in range(50)
        ]
        found = summarise(rows, RUN).overall.average_interval
        assert found is not None
        return found.high - found.low

    assert width(10) > 1.5 * width(1)


def test_several_arms_have_an_interval_each_and_none_together() -> None:
    summary = summarise([row(f"c{number}", number * 3.0, arm=arm) for number in range(30) for arm in ("full", "rag")], RUN)
    assert summary.overall.average_interval is None
    assert all(section.overall.average_interval is not None for section in summary.sections)


@settings(deadline=None)
@given(run_rows())
def test_every_interval_holds_its_figure_and_keeps_to_the_scale(rows: list[ResultRow]) -> None:
    for cell in cells(summarise(rows, RUN)):
        both = ((cell.average, cell.average_interval, 100.0), (cell.perfect_rate, cell.perfect_interval, 1.0))
        for figure, interval, top in both:
            assert (interval is not None) == (cell.n > 1)
            if figure is not None and interval is not None:
                assert 0 <= interval.low <= figure <= interval.high <= top
                assert interval.low < interval.high


def test_simultaneous_intervals_are_wider_and_say_so() -> None:
    rows = [row(f"c{number}", float(number), length_set=f"set{number % 2}") for number in range(40)]
    alone, together = summarise(rows, RUN), summarise(rows, RUN, simultaneous=True)
    # The whole and two length sets, two figures each; task, subtask and language have one label, so they are the whole again.
    assert (alone.interval_family, together.interval_family) == (1, 6)
    for one, other in zip(cells(alone), cells(together), strict=True):
        assert one.average == other.average
        assert one.average_interval is not None
        assert other.average_interval is not None
        assert other.average_interval.low < one.average_interval.low
    assert any("unadjusted" in note for note in alone.notes)
    assert any("all 6 at once" in note for note in together.notes)


def test_what_intervals_mean_is_noted_where_there_are_any() -> None:
    def noted(n: int, mark: str) -> bool:
        return any(mark in note for note in summarise([row(f"c{number}", 10.0) for number in range(n)], RUN).notes)

    assert [noted(n, "intervals are 95 %") for n in (1, 2, 20)] == [False, True, True]
    assert [noted(n, "~ marks") for n in (1, 2, 20)] == [False, True, False]


def test_longbench_carries_the_warning_about_lengths_and_loong_does_not() -> None:
    summary = summarise([choice("a", 100.0), row("b", 1.0)], RUN)
    warned = {section.suite: any("compare models within a length" in note for note in section.notes) for section in summary.sections}
    assert warned == {"longbench-v2": True, "loong": False}


def test_all_of_loong_is_summarised_in_well_under_a_second(shared_data: Path) -> None:
    rows = [
        row(
            case.id,
            float(number * 37 % 101),
            task=case.task,
            subtask=case.subtask,
            length_set=case.length_set,
            language=case.language,
            domain=case.domain,
            documents=[DocumentRow(hash="", name=f"{case.domain} {one.name}", tokens=1, kept=1) for one in case.documents],
        )
        for number, case in enumerate(LoongSuite(shared_data / "loong").cases())
    ]
    taken = []
    for _ in range(3):
        start = time.process_time()
        summary = summarise(rows, RUN)
        taken.append(time.process_time() - start)
    assert summary.overall.n == 1600
    assert min(taken) < 1.0
