"""What a run does with answers: scores, states, exit codes, reports."""

from __future__ import annotations

import json

from plugin_project import Project


def test_a_low_score_is_data_and_the_item_passes(project: Project) -> None:
    result = project.run()
    result.assert_outcomes(passed=4)
    assert result.ret == 0
    assert sorted(str(row["points"]) for row in project.rows()) == ["0.0", "0.0", "0.0", "100.0"]


def test_a_score_under_the_pass_score_is_a_failure_in_one_line(project: Project) -> None:
    result = project.run("--lcbench-pass-score=50")
    result.assert_outcomes(passed=1, failed=3)
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*score 0 is under --lcbench-pass-score=50*"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_tables_are_printed_under_q_too(project: Project) -> None:
    project.run("-q").stdout.fnmatch_lines(["*= lcbench =*", "*25.00*", "reports: *"])


def test_every_item_gets_a_row_in_stable_order_with_its_ledger(project: Project) -> None:
    project.run()
    rows = project.rows()
    assert [row["case_id"] for row in rows] == ["case-000", "case-001", "case-002", "case-003"]
    assert [document["name"] for document in rows[0]["documents"]] == ["report-0.txt"]  # type: ignore[attr-defined]  # json
    assert "The revenue of Company 0 is 317" not in json.dumps(rows), "document texts are never copied into reports"


def test_the_summary_and_the_tables_are_written_beside_the_rows(project: Project) -> None:
    project.run("--lcbench-run=nightly")
    folder = project.path / "reports" / "nightly"
    assert sorted(entry.name for entry in folder.iterdir()) == [
        "report.html",
        "report_data",
        "results.csv",
        "results.jsonl",
        "summary.json",
        "tables.csv",
        "tables.md",
    ]
    assert "25.00" in (folder / "tables.md").read_text()


def test_the_page_shows_what_each_case_asks_and_answers(project: Project) -> None:
    project.run("--lcbench-run=nightly")
    (details,) = (project.path / "reports" / "nightly" / "report_data").glob("*/0000.js")
    text = details.read_text(encoding="utf-8")
    assert "Company 1?" in text
    assert "made without them" not in text
    assert "The revenue of Company 0 is 317" not in text, "document texts are never copied into reports"


def test_an_empty_answer_is_a_model_failure_with_zero_points(project: Project) -> None:
    project.script("")
    result = project.run()
    result.assert_outcomes(passed=4)
    assert {row["state"] for row in project.rows()} == {"model_failure"}
    assert {row["points"] for row in project.rows()} == {0.0}


def test_a_content_filter_is_a_model_failure_and_is_not_asked_again(project: Project) -> None:
    project.script("100", **{"Company 1?": {"error": "content_filter"}})
    project.run()
    states = {row["case_id"]: row["state"] for row in project.rows()}
    assert states["case-001"] == "model_failure"
    before = len(project.calls)
    project.run()
    assert len(project.calls) == before


def test_a_call_that_cannot_be_made_is_an_error_at_setup_and_never_zero(project: Project) -> None:
    project.script("100", **{"Company 1?": {"error": "context_overflow", "message": "too long"}})
    result = project.run()
    result.assert_outcomes(passed=3, errors=1)
    (row,) = [row for row in project.rows() if row["case_id"] == "case-001"]
    assert (row["state"], row["points"], row["error_class"]) == ("infra_error", None, "context_overflow")
    result.stdout.fnmatch_lines(["*infra_error: context_overflow: too long*"])


def test_low_coverage_is_an_infrastructure_failure(project: Project) -> None:
    project.script("100", **{"Company 1?": {"error": "context_overflow"}})
    result = project.run()
    assert result.ret == 12
    result.stdout.fnmatch_lines(["*exit 12, infrastructure: coverage 75* is under 98*: 1 of 4 without points*"])


def test_one_missing_answer_in_many_leaves_exit_0_and_says_so(project: Project) -> None:
    project.suite(60)
    project.script("100", **{"Company 7?": {"error": "context_overflow"}})
    result = project.run()
    assert result.ret == 0
    result.stdout.fnmatch_lines(["*exit 0: 1 without points, coverage still sufficient*"])


def test_a_missing_document_makes_that_case_an_error_that_names_it(project: Project) -> None:
    (project.path / "data" / "documents" / "report-2.txt").unlink()
    result = project.run()
    result.assert_outcomes(passed=3, errors=1)
    result.stdout.fnmatch_lines(["*infra_error: missing_document*report-2.txt*"])
    assert len(project.calls) == 3


def test_a_failing_test_of_the_users_own_stays_a_failure(project: Project) -> None:
    project.pytester.makepyfile(test_own="def test_own(lcbench_score):\n    assert lcbench_score.points == 100")
    result = project.run()
    result.assert_outcomes(passed=1, failed=3)
    assert result.ret == 1


def test_a_rejected_key_stops_the_run_at_once(project: Project) -> None:
    project.suite(30)
    project.script("100", Company={"error": "bad_key", "message": "invalid key"})
    result = project.run("--lcbench-concurrency=3")
    assert result.ret == 12
    assert len(project.calls) <= 3
    result.stdout.fnmatch_lines(["*exit 12, infrastructure: scripted: bad_key: invalid key*"])


def test_cases_over_the_window_are_skipped_when_asked_and_not_expected(project: Project) -> None:
    result = project.run("--lcbench-window=20", "--lcbench-max-output=1", "--lcbench-overlength=skip")
    assert result.parseoutcomes() == {"skipped": 4}
    assert result.ret == 0


def test_cases_over_the_window_are_errors_when_asked(project: Project) -> None:
    result = project.run("--lcbench-window=20", "--lcbench-max-output=1", "--lcbench-overlength=error")
    result.assert_outcomes(errors=4)
    assert {row["error_class"] for row in project.rows()} == {"overlength"}


def test_user_properties_are_short_plain_scalars(project: Project) -> None:
    project.pytester.makepyfile(
        test_own="def test_own(lcbench_score, request):\n"
        "    found = dict(request.node.user_properties)\n"
        "    assert found['lcbench_state'] == 'scored' and found['lcbench_cost'] == 0.5\n"
        "    assert all(type(value) in (str, int, float) for value in found.values())\n"
    )
    project.run().assert_outcomes(passed=4)


def test_hostile_answers_reach_the_terminal_without_control_characters(project: Project) -> None:
    project.script("\x1b[31m100\u202e\x00 |<script>")
    result = project.run("--lcbench-pass-score=100", "-vv")
    assert "\x1b[31m100" not in result.stdout.str()
    assert "\u202e" not in result.stdout.str()
