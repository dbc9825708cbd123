"""``lcbench import`` on real result files, and its mistakes in one line each."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from pytest_lcbench.cli import main
from pytest_lcbench.reporting.files import read_summary
from pytest_lcbench.reporting.html import saved_questions
from pytest_lcbench.reporting.importing import told_by_name
from pytest_lcbench.reporting.saved_runs import load_saved_run
from pytest_lcbench.statistics.summary import summarise


@pytest.fixture
def predictions(shared_data: Path) -> list[str]:
    folder = shared_data / "longbench-v2"
    return [str(folder / "predictions_284.jsonl"), "--suite=longbench-v2", f"--data={folder / 'questions_503_no_context.jsonl'}"]


def _import(reports: Path, *arguments: str) -> int:
    return main(["import", *arguments, f"--reports={reports}"])


def test_real_longbench_predictions_give_their_official_accuracies(
    tmp_path: Path, predictions: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert _import(tmp_path, *predictions, "--run=old", "--model=llama") == 0
    out = capsys.readouterr().out
    assert "284/503 items have points, minimum 98.0 % NOT reached" in out
    found = load_saved_run("old", tmp_path)
    rows = [json.loads(line) for line in Path(predictions[0]).read_text(encoding="utf-8").splitlines()]
    scored = {row.case_id: row for row in found.rows if row.state == "scored"}
    assert {row["_id"]: row["judge"] for row in rows} == {case_id: row.perfect for case_id, row in scored.items()}
    assert {row["_id"]: row["pred"] for row in rows} == {case_id: row.answer for case_id, row in scored.items()}
    assert sum(bool(row.perfect) for row in scored.values()) == 94
    assert not any("official_score_differs" in row.flags for row in found.rows)
    summary = read_summary(tmp_path / "old" / "summary.json")
    (section,) = summary.sections
    for line in section.tables[0].lines:
        wanted = [row["judge"] for row in rows if line.label in ("overall", row["difficulty"], row["length"])]
        assert line.cell.n == len(wanted)
        assert line.cell.average == (pytest.approx(100 * sum(wanted) / len(wanted)) if wanted else None)
    assert Counter(row.error_class for row in found.rows) == {None: 284, "not_run": 219}
    assert (found.info.model, found.info.fidelity, found.info.made_by) == ("llama", "official-code", "import")
    assert "the file's own judge fields, 94 of 284 right (33.1)" in summary.notes


def test_an_imported_run_is_a_saved_run_whose_summary_follows_from_its_rows(tmp_path: Path, predictions: list[str]) -> None:
    assert _import(tmp_path, *predictions, "--run=old") == 0
    found = load_saved_run("old", tmp_path)
    assert summarise(found.rows, found.info) == read_summary(tmp_path / "old" / "summary.json")
    assert (tmp_path / "old" / "tables.md").is_file()


def test_an_imported_run_has_a_page_with_its_questions_and_no_older_verdict(tmp_path: Path, predictions: list[str]) -> None:
    assert _import(tmp_path, *predictions, "--run=old") == 0
    assert len(saved_questions(tmp_path / "old")) == 503
    assert main(["gate", "old", "--policy=accuracy >= 10; cases = answered", f"--reports={tmp_path}"]) == 0
    assert (tmp_path / "old" / "gate.json").is_file()
    assert _import(tmp_path, *predictions, "--run=old") == 0
    assert not (tmp_path / "old" / "gate.json").exists()
    assert not (tmp_path / "old" / "verdicts.json").exists()


def test_importing_again_gives_the_same_run(tmp_path: Path, predictions: list[str]) -> None:
    for _ in range(2):
        assert _import(tmp_path, *predictions) == 0
    assert len(list(tmp_path.iterdir())) == 1


def test_real_judged_loong_answers_keep_their_official_scores(tmp_path: Path, shared_data: Path) -> None:
    file = shared_data / "loong" / "judged_294.jsonl"
    arguments = ("--suite=loong", f"--data={shared_data / 'loong'}", "--judge=gpt-4-turbo-2024-04-09", "--model=qwen", "--run=old")
    assert _import(tmp_path, str(file), *arguments) == 0
    found = load_saved_run("old", tmp_path)
    scores = {row["id"]: row["score"] for row in map(json.loads, file.read_text(encoding="utf-8").splitlines())}
    assert {row.case_id: row.points for row in found.rows if row.points is not None} == scores
    assert len(found.rows) == 1_600
    assert found.info.judge == "gpt-4-turbo-2024-04-09"
    summary = read_summary(tmp_path / "old" / "summary.json")
    assert f"the released metric over the file, average {sum(scores.values()) / 294:.2f} and perfect rate 0.00 of 294 ratings" in (
        summary.notes
    )
    assert summary.sections[0].published is not None
    assert summary.sections[0].published.not_comparable == ("coverage under the minimum; not comparable with published",)


def test_a_whole_comparable_import_stands_among_the_published_rows(
    tmp_path: Path, shared_data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = shared_data / "longbench-v2" / "questions_503_no_context.jsonl"
    rows = [json.loads(line) for line in questions.read_text(encoding="utf-8").splitlines()]
    file = tmp_path / "GLM-9_cot.jsonl"
    answered = [row | {"response": "The correct answer is (A)", "response_cot": "Let me see."} for row in rows]
    file.write_text("".join(json.dumps(row) + "\n" for row in answered), encoding="utf-8")
    assert _import(tmp_path / "reports", str(file), "--suite=longbench-v2", f"--data={questions}", "--run=all-a") == 0
    out = capsys.readouterr().out
    assert "human experts" in out
    assert "random guessing" in out
    assert "this run" in out
    found = load_saved_run("all-a", tmp_path / "reports")
    assert (found.info.model, found.info.prompting, found.info.arm) == ("GLM-9", "cot", "full")


@pytest.mark.parametrize(
    ("name", "model", "arm"),
    [
        ("m_rag_5", "m", "rag"),
        ("m_no_context", "m", "closed_book"),
        ("m_cot", "m", "full"),
        ("m", "m", "full"),
        ("_cot", "_cot", "full"),
        ("m_rag_", "m_rag_", "full"),
    ],
)
def test_the_released_scripts_name_of_a_file_tells_model_and_arm(name: str, model: str, arm: str) -> None:
    assert told_by_name(Path("results") / f"{name}.jsonl", "longbench-v2") == (model, arm)


def test_loongs_released_scripts_name_the_folder_by_the_model() -> None:
    assert told_by_name(Path("output") / "qwen" / "loong_evaluate.jsonl", "loong") == ("qwen", "full")


def test_what_is_said_on_the_command_line_counts_over_the_files_name(tmp_path: Path, predictions: list[str]) -> None:
    assert _import(tmp_path, *predictions, "--run=r", "--arm=rag", "--prompting=cot", "--model=x") == 0
    found = load_saved_run("r", tmp_path)
    assert (found.info.model, found.info.arm, found.info.prompting) == ("x", "rag", "cot")
    assert (found.rows[0].model, found.rows[0].arm, found.rows[0].prompting) == ("x", "rag", "cot")


def _mistake(capsys: pytest.CaptureFixture[str]) -> str:
    (line,) = capsys.readouterr().err.splitlines()
    return line


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path, predictions: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert _import(tmp_path, str(tmp_path / "no"), *predictions[1:]) == 4
    assert "is not there" in _mistake(capsys)


@pytest.mark.parametrize("suite", ["loong", "longbench-v2"])
def test_data_that_is_not_there_is_one_line(
    tmp_path: Path, predictions: list[str], capsys: pytest.CaptureFixture[str], suite: str
) -> None:
    assert _import(tmp_path, predictions[0], f"--suite={suite}", f"--data={tmp_path / 'no'}") == 4
    assert "no: is not there" in _mistake(capsys)


def test_the_results_of_another_suite_are_one_line(tmp_path: Path, shared_data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = shared_data / "longbench-v2"
    arguments = ("--suite=longbench-v2", f"--data={folder / 'questions_503_no_context.jsonl'}")
    assert _import(tmp_path, str(shared_data / "loong" / "judged_294.jsonl"), *arguments) == 4
    assert "say --suite=loong" in _mistake(capsys)


def test_the_question_file_itself_is_no_result_file(tmp_path: Path, shared_data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = shared_data / "loong"
    assert _import(tmp_path, str(folder / "loong.jsonl"), "--suite=loong", f"--data={folder}") == 4
    assert "is no result file of loong: no row has generate_response or eval_response" in _mistake(capsys)


def test_a_judge_of_answers_that_nobody_judged_is_one_line(
    tmp_path: Path, predictions: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert _import(tmp_path, *predictions, "--judge=j") == 4
    assert "--judge: no row of the file has eval_response" in _mistake(capsys)


@pytest.mark.parametrize("name", ["../x", "a/b", "con", "store.sqlite"])
def test_a_run_id_that_is_no_folder_name_is_one_line(
    tmp_path: Path, predictions: list[str], capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert _import(tmp_path, *predictions, f"--run={name}") == 4
    assert "cannot be a folder's name" in _mistake(capsys)


def test_a_run_that_was_not_imported_is_not_replaced(
    tmp_path: Path, predictions: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "paid").mkdir()
    (tmp_path / "paid" / "results.jsonl").write_text("")
    assert _import(tmp_path, *predictions, "--run=paid") == 4
    assert "holds a run that was made otherwise, and is not replaced" in _mistake(capsys)
    assert (tmp_path / "paid" / "results.jsonl").read_text() == ""
