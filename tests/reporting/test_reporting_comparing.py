"""Comparison and verdict over saved runs: one object, the same figures in every format, and who may not be compared."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from reporting_rows import HOSTILE, choice, row
from saved_run_parts import import_284, save, save_answered

from pytest_lcbench import cli
from pytest_lcbench.commands import printing
from pytest_lcbench.errors import SettingsError
from pytest_lcbench.reporting.comparing import Side, check_by, compare_runs
from pytest_lcbench.reporting.comparison_text import comparison_lines, comparison_markdown
from pytest_lcbench.reporting.gate_report import GateReport, gate_lines, gate_markdown
from pytest_lcbench.reporting.gating import Gating, judge, read_gating
from pytest_lcbench.reporting.saved_runs import SavedRun, load_saved_run
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.scoring.score import State
from pytest_lcbench.statistics.run_info import RunInfo, SuiteInfo

A = RunInfo(run_id="a", model="m", suites=(SuiteInfo(name="loong", fingerprint="f"),))
B = A.model_copy(update={"run_id": "b", "model": "other"})
OLD = [row(f"c{k:02}", float(k % 3) * 50, length_set=f"set{k % 2 + 1}", model="m") for k in range(30)]
NEW = [one.model_copy(update={"model": "other", "points": max((one.points or 0.0) - 10, 0.0)}) for one in OLD]


def test_the_object_holds_means_over_pairs_counts_and_the_interval() -> None:
    report = compare_runs(Side(A, OLD), [Side(B, NEW[3:])])
    overall, *sets = report.pairs[0].sections[0].tables[0].lines
    assert overall.baseline == 50.0
    assert overall.candidate == pytest.approx(50 - 20 / 3)
    assert overall.difference == pytest.approx(-20 / 3)
    assert overall.low is not None
    assert overall.high is not None
    assert overall.low < -20 / 3 < overall.high
    assert (overall.wins, overall.losses, overall.ties) == (0, 18, 9)
    assert (overall.planned, overall.paired, overall.candidate_missing) == (30, 27, 3)
    assert [line.label for line in sets] == ["set1", "set2"]
    assert [(table.measure.value, table.by) for table in report.pairs[0].sections[0].tables] == [
        (measure, by) for measure in ("avg", "perfect_rate") for by in ("length_set", "task", "subtask")
    ]


def test_every_format_has_the_same_figures() -> None:
    report = compare_runs(Side(A, OLD), [Side(B, NEW)])
    figures = r"-?[0-9]+\.[0-9]+"
    lines = "\n".join(line for line in comparison_lines(report) if "/" in line and ".." in line)
    markdown = "\n".join(line for line in comparison_markdown(report).splitlines() if line.startswith("|") and ".." in line)
    assert re.findall(figures, lines) == re.findall(figures, markdown) != []
    held = json.loads(report.model_dump_json())
    shown = [f"{line['difference']:+.2f}" for line in held["pairs"][0]["sections"][0]["tables"][0]["lines"]]
    assert all(difference in lines for difference in shown)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"suites": (SuiteInfo(name="mine", fingerprint="f"),)}, "suites: loong and mine"),
        ({"suites": (SuiteInfo(name="loong", fingerprint="other"),)}, "question file: "),
        ({"judge": "gpt-4o"}, "judge: none and gpt-4o"),
        ({"judge_prompt_hash": "0123"}, "judge prompt: unknown and 0123"),
        ({"fidelity": "official-code"}, "fidelity: paper and official-code"),
        ({"arm": "rag"}, "arm: full and rag"),
        ({"prompting": "cot"}, "prompting: direct and cot"),
        ({"window": 4000}, "window: unknown and 4,000 tokens"),
        ({"overlength": "middle"}, "overlength policy: documents and middle"),
        ({"seed": 7}, "seed: 0 and 7"),
    ],
)
def test_runs_that_were_not_made_alike_are_refused_or_labelled_in_every_format(changes: dict[str, Any], said: str) -> None:
    other = Side(B.model_copy(update=changes), NEW)
    with pytest.raises(SettingsError, match=re.escape(said)):
        compare_runs(Side(A, OLD), [other])
    report = compare_runs(Side(A, OLD), [other], force=True)
    assert any(said in reason for reason in report.pairs[0].not_comparable)
    assert any(line.startswith("not comparable: ") for line in comparison_lines(report))
    assert "**not comparable&#58; " in comparison_markdown(report)


def test_forced_across_arms_the_same_cases_are_paired() -> None:
    rag = Side(B.model_copy(update={"arm": "rag"}), [one.model_copy(update={"arm": "rag"}) for one in NEW])
    report = compare_runs(Side(A, OLD), [rag], force=True)
    assert report.pairs[0].sections[0].tables[0].lines[0].paired == 30


def test_models_differ_by_nature_and_other_wording_of_prompts_is_noted() -> None:
    report = compare_runs(Side(A, OLD), [Side(B.model_copy(update={"prompts_hash": "0123"}), NEW)])
    assert report.pairs[0].not_comparable == ()
    assert any("wording of the prompts: unknown and 0123" in note for note in report.pairs[0].notes)


def test_open_answers_and_choices_are_compared_apart() -> None:
    mixed = [*OLD, *(choice(f"x{k}", 100.0 * (k % 2), suite="loong", model="m") for k in range(4))]
    sections = compare_runs(Side(A, mixed), [Side(A, mixed)]).pairs[0].sections
    assert [(one.kind, one.tables[0].measure.value, one.tables[0].lines[0].paired) for one in sections] == [
        ("open", "avg", 30),
        ("choice", "accuracy", 4),
    ]


def test_an_unknown_property_names_those_there_are() -> None:
    grouped = [one.model_copy(update={"groups": {"year": "2024"}}) for one in OLD]
    assert check_by(["set", "year", " length_set "], grouped) == ("length_set", "year")
    with pytest.raises(SettingsError, match=r"--by=colour: no such property of the cases; there are set, suite, .*, year"):
        check_by(["colour"], grouped)


def hostile(points: float) -> list[ResultRow]:
    fields = ("task", "subtask", "length_set", "language", "domain", "arm", "prompting", "suite", "model")
    return [row(f"c{k}", points, **dict.fromkeys(fields, HOSTILE)) for k in range(30)]


def test_hostile_texts_stay_text_in_every_format(tmp_path: Path) -> None:
    info = A.model_copy(update={"run_id": HOSTILE, "model": HOSTILE, "judge": HOSTILE})
    report = compare_runs(Side(info.model_copy(update={"seed": 1}), hostile(50.0)), [Side(info, hostile(10.0))], force=True)
    verdict = judge(
        read_gating("avg drop < 5", SavedRun(tmp_path / "x", tuple(hostile(50.0)), info), hostile(10.0), tmp_path),
        info,
        hostile(10.0),
        tmp_path / "run",
    ).gate
    assert verdict is not None
    for lines in (comparison_lines(report), gate_lines(verdict)):
        assert all(line.isprintable() for line in lines)
    for text in (comparison_markdown(report), gate_markdown(verdict)):
        assert all(line.isprintable() for line in text.splitlines())
        assert "<img" not in text
        assert "](http" not in text


# -- the commands, on real answers ---------------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = cli.main(arguments)
    said = capsys.readouterr()
    return code, said.out + said.err


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory, shared_data: Path) -> Path:
    """The real answers, imported; a copy of them with hardly any change, and one with 60 % of the right ones made wrong."""
    folder = tmp_path_factory.mktemp("reports")
    for run_id, worse in {"official": 0.0, "alike": 0.01, "worse": 0.6}.items():
        import_284(folder, shared_data, run_id, worse=worse)
    save_answered(folder, "official")
    save_answered(folder, "worse")
    official = load_saved_run("official", folder)
    save(folder, official.rows, official.info.model_copy(update={"run_id": "seeded", "seed": 3}))
    return folder


@pytest.mark.parametrize("name", ["alike", "worse"])
def test_284_of_503_answers_are_too_few_to_judge(reports: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    code, said = run(capsys, "gate", name, "--baseline=official", "--policy=accuracy drop < 5", f"--reports={reports}")
    assert code == 12
    assert "INFRASTRUCTURE, exit 12: accuracy drop < 5: 56.4 % of the items have points on both sides (219 have not)" in said
    assert json.loads((reports / name / "gate.json").read_text(encoding="utf-8"))["verdict"] == "infrastructure"


def test_without_a_minimum_the_missing_219_leave_every_verdict_open(reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    policy = "--policy=accuracy drop < 5; minimum_coverage = 0"
    for name in ("alike", "worse"):
        code, said = run(capsys, "gate", name, "--baseline=official", policy, f"--reports={reports}")
        assert code == 11
        assert "the 219 missing items could turn it" in said


@pytest.mark.parametrize(("name", "code", "verdict"), [("alike", 0, "PASS"), ("worse", 10, "REGRESSION")])
def test_over_the_answered_284_alone_the_verdict_is_the_right_one(
    reports: Path, capsys: pytest.CaptureFixture[str], name: str, code: int, verdict: str
) -> None:
    policy = "--policy=accuracy drop < 5; cases = answered"
    found, said = run(capsys, "gate", name, "--baseline=official", policy, f"--reports={reports}")
    assert found == code
    assert f"{verdict}, exit {code} over the answered items alone, 219 items left out" in said


def test_runs_that_planned_the_284_alone_are_judged_as_they_are(reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, "gate", "worse-284", "--baseline=official-284", "--policy=accuracy drop < 5", f"--reports={reports}")
    assert code == 10
    assert "REGRESSION, exit 10: accuracy drop < 5" in said


def test_the_comparison_of_the_284_says_what_is_missing(reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, "compare", "official", "alike", "worse", f"--reports={reports}", "--by=difficulty")
    assert code == 0
    assert said.count("284/503") == 2
    assert "0+0+219" in said
    assert "hard" in said


def test_a_gate_command_refuses_what_the_plugin_refuses(reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = f"--reports={reports}"
    for arguments, words in [
        (("compare", "official", "seeded", where), "they differ in seed: 0 and 3"),
        (("gate", "seeded", "--baseline=official", "--policy=accuracy drop < 5", where), "they differ in seed: 0 and 3"),
        (("gate", "alike", "--policy=accuracy drop < 5", where), "none is given"),
        (("gate", "nobody", "--policy=accuracy drop < 5", where), "no run 'nobody'"),
        (("compare", "official", "alike", "--level=95", where), "lies above 0 and at 0.999999 or below"),
        (("compare", "official", "alike", "--level=0.9999999999999999", where), "lies above 0 and at 0.999999 or below"),
    ]:
        code, said = run(capsys, *arguments)
        assert (code, said.count("\n")) == (4, 1)
        assert words in said
    code, said = run(capsys, "gate", "seeded", "--baseline=official", "--policy=accuracy drop < 5; cases=answered", "--force", where)
    assert code == 0
    assert "(not comparable: seed: 0 and 3)" in said.splitlines()[-1]


@pytest.mark.parametrize("form", ["markdown", "json"])
def test_the_commands_write_markdown_and_json(reports: Path, capsys: pytest.CaptureFixture[str], form: str) -> None:
    for arguments in (("compare", "official", "alike"), ("gate", "alike", "--baseline=official", "--policy=accuracy drop < 5")):
        _, said = run(capsys, *arguments, f"--reports={reports}", f"--format={form}")
        if form == "json":
            assert json.loads(said)
        else:
            assert "| ---: |" in said


def test_the_commands_print_to_a_terminal_that_knows_ascii_alone(
    reports: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printing, "encoding", lambda: "ascii")
    for form in ("terminal", "markdown", "json"):
        _, said = run(capsys, "compare", "official", "alike", f"--reports={reports}", f"--format={form}")
        assert said.isascii()


def test_a_stopped_run_is_infrastructure_whatever_it_holds(tmp_path: Path) -> None:
    gating = read_gating("avg >= 1", None, OLD, tmp_path)
    assert judge(gating, A, OLD, tmp_path / "a").gate is not None
    found = judge(gating, A, OLD, tmp_path / "a", stopped="the key was rejected").gate
    assert isinstance(found, GateReport)
    assert (found.exit_code, found.reasons) == (12, ("the key was rejected",))


def test_the_answered_cases_hold_failures_of_the_model_but_nothing_that_was_not_answered(tmp_path: Path) -> None:
    silent = [one.model_copy(update={"state": State.MODEL_FAILURE, "points": None}) for one in OLD[:20]]
    unknown = [one.model_copy(update={"state": State.INFRA_ERROR, "points": None}) for one in OLD[20:25]]
    unread = [one.model_copy(update={"state": State.UNSCORED, "points": None}) for one in OLD[25:26]]
    rows = [*silent, *unknown, *unread, *OLD[26:]]
    found = judge(read_gating("avg >= 50; cases = answered", None, rows, tmp_path), A, rows, tmp_path / "a").gate
    assert found is not None
    assert (found.left_out, found.criteria[0].cases, found.criteria[0].missing) == (5, 24, 1)
    assert found.judge_failure == pytest.approx(1 / 25)
    assert found.exit_code == 12


def test_no_row_at_all_is_infrastructure(tmp_path: Path) -> None:
    gating = read_gating("avg >= 1", None, OLD, tmp_path)
    found = judge(Gating(None, gating.policy, "x"), A, [], tmp_path / "a").gate
    assert found is not None
    assert (found.exit_code, found.reasons) == (12, ("the run has no case",))
