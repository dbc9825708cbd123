from __future__ import annotations

import csv
import json
from importlib import resources
from pathlib import Path
from typing import Any

from statistics_rows import choice, row

from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.statistics import published
from pytest_lcbench.statistics.published import OWN, PublishedTable
from pytest_lcbench.statistics.run_info import PUBLISHED_JUDGE, RunInfo, SuiteInfo
from pytest_lcbench.statistics.summary import summarise

TASKS = ("spotlight_locating", "comparison", "clustering", "chain_of_reasoning")


def _table(rows: list[ResultRow], **changes: Any) -> PublishedTable | None:
    suite = rows[0].suite
    settings: dict[str, Any] = {
        "run_id": "run",
        "model": "m",
        "judge": PUBLISHED_JUDGE,
        "judge_prompt_source": "file",
        "prompts_source": "file",
        "fidelity": "official-code",
        "suites": (SuiteInfo(name=suite, fingerprint="f", cases=len(rows)),),
    }
    (section,) = summarise(rows, RunInfo(**{**settings, **changes})).sections
    return section.published


def _loong(points: float, **more: Any) -> list[ResultRow]:
    return [row(f"{task}-{k}", points, task=task, scorer=PUBLISHED_JUDGE, **more) for task in TASKS for k in range(2)]


def _choices(right: int, of: int = 10, **more: Any) -> list[ResultRow]:
    return [choice(str(k), 100.0 if k < right else 0.0, length_set=("short", "medium", "long")[k % 3], **more) for k in range(of)]


def _near(table: PublishedTable) -> list[str]:
    return [table.rows[place].name for place in table.near]


def test_a_comparable_loong_run_stands_between_its_neighbours() -> None:
    table = _table(_loong(50.0))
    assert table is not None
    assert table.not_comparable == ()
    assert len(table.rows) == 12
    assert _near(table) == ["Gemini-1.5-pro", "GPT-4o", OWN, "Claude3.5-Sonnet"]
    own = next(row for row in table.rows if row.kind == "own")
    assert own.figures["overall"].average == 50.0
    assert own.figures["clustering"].perfect_rate == 0.0


def test_the_best_run_of_all_has_no_neighbour_above() -> None:
    table = _table(_loong(100.0))
    assert table is not None
    assert _near(table) == [OWN, "Gemini-1.5-pro"]


def test_the_worst_run_of_all_has_no_neighbour_below() -> None:
    table = _table(_loong(1.0))
    assert table is not None
    assert _near(table) == ["Gemini-1.5-pro", "Phi-3-mini", OWN]


def test_a_run_scored_by_rules_gets_the_reason_and_no_rows() -> None:
    table = _table(_loong(50.0), judge=None)
    assert table is not None
    assert not table.rows
    assert not table.near
    assert table.not_comparable == ("rules; not comparable with published",)


def test_a_part_of_the_suite_gets_the_reason_and_no_rows() -> None:
    rows = _loong(50.0)
    table = _table(rows, suites=(SuiteInfo(name="loong", fingerprint="f", cases=1_600),))
    assert table is not None
    assert not table.rows
    assert table.not_comparable == ("8 of the suite's 1600 cases; not comparable with published",)


def test_a_suite_of_unknown_size_is_not_taken_for_whole() -> None:
    table = _table(_loong(50.0), suites=())
    assert table is not None
    assert not table.rows
    assert table.not_comparable == ("it is not known how many cases the suite has",)


def test_without_verdicts_the_columns_that_hold_link_the_links_are_left_out() -> None:
    rows = [*_loong(50.0), row("l", 0.0, task="chain_of_reasoning", subtask="link_the_links", scorer=PUBLISHED_JUDGE)]
    table = _table(rows, fidelity="paper")
    assert table is not None
    assert table.columns == ("spotlight_locating", "comparison", "clustering")
    assert table.ranked_by == "spotlight_locating"
    assert all(set(found.figures) <= set(table.columns) for found in table.rows)
    assert any("link_the_links" in note for note in table.notes)


def test_longbench_rows_hold_humans_and_random_guessing_and_the_warning() -> None:
    table = _table(_choices(4))
    assert table is not None
    figures = {found.kind: found.figures["overall"].average for found in table.rows if found.kind != "model"}
    assert figures == {"humans": 53.7, "random": 25.0, "own": 40.0}
    assert {"human experts", "random guessing", OWN} <= set(_near(table))
    assert len(table.near) <= 6
    assert any("within a length" in note for note in table.notes)


def test_chain_of_thought_stands_beside_chain_of_thought() -> None:
    direct, cot = _table(_choices(4)), _table(_choices(4, prompting="cot"), prompting="cot")
    assert direct is not None
    assert cot is not None
    assert "DeepSeek-R1" in [found.name for found in cot.rows]
    assert "DeepSeek-R1" not in [found.name for found in direct.rows]  # published with chain of thought only


def test_a_prompting_of_ones_own_has_no_published_rows() -> None:
    table = _table(_choices(4, prompting="poem"), prompting="poem")
    assert table is not None
    assert table.not_comparable == ("no published rows with prompting poem",)


def test_another_suite_has_no_published_table() -> None:
    assert _table([row("a", 1.0, suite="mine", scorer=PUBLISHED_JUDGE)]) is None


def test_rows_are_in_descending_order_and_one_s_own_comes_after_its_equals() -> None:
    table = _table(_choices(3))  # 30.0, as two published models
    assert table is not None
    averages = [found.figures["overall"].average for found in table.rows]
    assert averages == sorted(averages, reverse=True)
    own = next(place for place, found in enumerate(table.rows) if found.kind == "own")
    assert averages[own - 1] == 30.0
    assert averages[own + 1] < 30.0


def test_the_data_file_names_paper_year_and_table_of_each_suite() -> None:
    found = json.loads((resources.files("pytest_lcbench.statistics") / "published.json").read_text(encoding="utf-8"))
    for suite in ("loong", "longbench-v2"):
        assert {"paper", "authors", "year", "table"} <= set(found[suite]["source"])


def test_the_figures_are_the_published_ones(shared_data: Path) -> None:
    found = published._published()
    rows = list(csv.DictReader((shared_data / "loong" / "published_scores.csv").read_text(encoding="utf-8").splitlines()))
    ours = {(model["model"], length): figures for model in found["loong"]["models"] for length, figures in model["figures"].items()}
    assert len(rows) == len(ours) == 55
    for line in rows:
        length = "all" if line["length_set"] == "all" else f"set{line['length_set']}"
        figures = ours[line["model"], length]
        for task in (*TASKS, "overall"):
            assert figures[task] == [float(line[f"{task}_avg_score"]), float(line[f"{task}_perfect_rate"])]
    lines = list(csv.DictReader((shared_data / "longbench-v2" / "published_accuracy.csv").read_text(encoding="utf-8").splitlines()))
    models = found["longbench-v2"]["models"]
    assert len(lines) == len(models)
    for line, model in zip(lines, models, strict=True):
        for prompting, ending in (("direct", ""), ("cot", "_cot")):
            for column in ("overall", "easy", "hard", "short", "medium", "long"):
                written = line[column + ending]
                assert (model[prompting] or {}).get(column) == (None if written == "-" else float(written))
