"""Saved runs that are not whole, not true or not two: what is concluded from them, and what is said of them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from reporting_rows import row
from saved_run_parts import save

from pytest_lcbench.cli import main
from pytest_lcbench.scoring.score import State
from pytest_lcbench.statistics.run_info import Answered, Drawn, RunInfo, Selected, Shard, SuiteInfo

INFO = RunInfo(run_id="a", model="m", suites=(SuiteInfo(name="loong", fingerprint="f"),))
ROWS = [row(f"c{k:02}", 95.0 + k % 2, model="m", run_id="a") for k in range(60)]


@pytest.fixture
def reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Runs ``a`` and ``b`` of 60 cases, and three shards of the same."""
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b"):
        save(tmp_path / "reports", ROWS, INFO.model_copy(update={"run_id": name}))
    for index in (1, 2, 3):
        part = Shard(index=index, count=3, selection="s")
        shard = INFO.model_copy(update={"run_id": f"part-{index}of3", "shard": part, "selected": Selected(given=20, collected=20)})
        save(tmp_path / "reports", ROWS[index - 1 :: 3], shard)
    return tmp_path / "reports"


def _two_thirds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["merge", "part-1of3", "part-2of3", "--run=some"]) == 12
    capsys.readouterr()


@pytest.mark.usefixtures("reports")
@pytest.mark.parametrize("policy", ["avg >= 90", "avg >= 90; minimum_coverage = 0", "avg >= 90; cases = answered"])
def test_a_run_that_lacks_a_shard_never_passes(policy: str, capsys: pytest.CaptureFixture[str]) -> None:
    _two_thirds(capsys)
    assert main(["gate", "some", f"--policy={policy}"]) == 12
    assert "INFRASTRUCTURE, exit 12: the run is not whole: of 3 shards these are missing: 3" in capsys.readouterr().out


@pytest.mark.usefixtures("reports")
def test_a_baseline_that_lacks_a_shard_lets_nothing_pass_and_a_comparison_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    _two_thirds(capsys)
    assert main(["gate", "a", "--baseline=some", "--policy=avg drop < 5; cases = both"]) == 12
    assert "the baseline is not whole: of 3 shards these are missing: 3" in capsys.readouterr().out
    assert main(["compare", "some", "a"]) == 0
    assert "run 'some' is not whole: of 3 shards these are missing: 3" in capsys.readouterr().out


@pytest.mark.usefixtures("reports")
def test_the_whole_of_the_shards_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["merge", "part-1of3", "part-2of3", "part-3of3", "--run=all"]) == 0
    assert main(["gate", "all", "--policy=avg >= 90"]) == 0
    assert "PASS" in capsys.readouterr().out


@pytest.mark.usefixtures("reports")
def test_merging_again_removes_the_verdict_on_the_older_rows(reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["merge", "part-1of3", "part-2of3", "part-3of3", "--run=all"]) == 0
    assert main(["gate", "all", "--baseline=a", "--policy=avg >= 90; avg drop < 5"]) == 0
    made = {"gate.json", "gate.md", "comparison.json", "comparison.md", "verdicts.json"}
    assert made <= {path.name for path in (reports / "all").iterdir()}
    assert main(["merge", "part-1of3", "--run=all"]) == 12
    assert not made & {path.name for path in (reports / "all").iterdir()}
    capsys.readouterr()
    assert main(["report", "all", "--format=pr"]) == 0
    assert "PASS" not in capsys.readouterr().out


COMMANDS = [
    ["gate", "a", "--policy=avg >= 90"],
    ["gate", "b", "--baseline=a", "--policy=avg drop < 5"],
    ["report", "a"],
    ["report", "a", "--format=pr"],
    ["compare", "a", "b"],
    ["compare", "b", "a"],
    ["merge", "a", "--run=other"],
]


def _refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(arguments) == 4
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    return line


def _lines(reports: Path) -> list[str]:
    return (reports / "a" / "results.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)


def _write(reports: Path, lines: list[str]) -> None:
    (reports / "a" / "results.jsonl").write_text("".join(lines), encoding="utf-8")


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_rows_cut_at_the_end_of_a_line_are_refused_with_both_numbers(
    reports: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    _write(reports, _lines(reports)[:40])
    said = _refused(arguments, capsys)
    assert "holds 40 items, but summary.json beside it expects 60; restore the run's folder, or run, import or merge it again" in said
    assert str(Path("reports", "a", "results.jsonl")) in said


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_file_without_any_row_is_refused(reports: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    _write(reports, [])
    assert "holds 0 items, but summary.json beside it expects 60" in _refused(arguments, capsys)


@pytest.mark.usefixtures("reports")
@pytest.mark.parametrize("arguments", [["gate", "a", "--baseline=none", "--policy=avg drop < 5"], ["compare", "none", "a"]])
def test_a_baseline_that_never_had_a_row_is_refused(reports: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    save(reports, [], INFO.model_copy(update={"run_id": "none"}))
    assert "run 'none' has no row, and nothing can be compared with it" in _refused(arguments, capsys)


def test_rows_lost_and_others_put_in_their_place_are_refused(reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = _lines(reports)
    _write(reports, [line.replace('"state":"scored"', '"state":"unscored"') for line in lines[:1]] + lines[1:])
    said = _refused(["gate", "a", "--policy=avg >= 90"], capsys)
    assert "holds 59 scored, but summary.json beside it tells of 60; 1 unscored, but summary.json beside it tells of 0" in said


def test_points_that_the_summary_does_not_know_are_refused(reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = _lines(reports)
    _write(reports, [lines[0].replace('"points":95.0', '"points":5.0'), *lines[1:]])
    assert "comes to an average of 94.0, but summary.json beside it tells of 95.5" in _refused(["report", "a"], capsys)


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-1.0", "100.5", "null"])
@pytest.mark.parametrize("arguments", COMMANDS[:3], ids=" ".join)
def test_points_off_the_scale_are_refused_with_file_and_line(
    reports: Path, arguments: list[str], value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = _lines(reports)
    _write(reports, [*lines[:2], "\n", lines[2].replace('"points":95.0', f'"points":{value}'), *lines[3:]])
    said = _refused(arguments, capsys)
    assert f"{Path('reports', 'a', 'results.jsonl')}, line 4, field 'points': item 'c02'" in said
    assert "they must be 0 to 100" in said


@pytest.mark.parametrize("field", ["rules_points", "tolerant_points"])
def test_other_points_off_the_scale_are_refused_too(reports: Path, field: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = _lines(reports)
    _write(reports, [lines[0].replace(f'"{field}":null', f'"{field}":NaN'), *lines[1:]])
    assert f"line 1, field '{field}': item 'c00' has {field} nan; they must be 0 to 100" in _refused(["report", "a"], capsys)


@pytest.mark.usefixtures("reports")
@pytest.mark.parametrize(
    "arguments",
    [
        ["compare", "a", "a"],
        ["compare", "a", "b", "reports/a/results.jsonl"],
        ["gate", "a", "--baseline=reports/a", "--policy=avg drop < 5", "--force"],
    ],
    ids=" ".join,
)
def test_a_run_is_not_compared_with_itself(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert "the baseline 'a' is the run itself: name another run" in _refused(arguments, capsys)


@pytest.mark.usefixtures("reports")
@pytest.mark.parametrize("policy", ["", ";", " ; ;"])
def test_a_policy_that_says_nothing_is_one_clear_line(policy: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = _refused(["gate", "a", f"--policy={policy}"], capsys)
    assert "the gate's policy: demands nothing; write one or more demands, such as avg >= 50" in said


def test_a_merge_of_rows_that_disagree_in_points_is_not_whole(reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = [one.model_copy(update={"points": 20.0}) if k < 3 else one for k, one in enumerate(ROWS)]
    save(reports, other, INFO.model_copy(update={"run_id": "b"}))
    assert main(["merge", "a", "b", "--run=both"]) == 12
    said = "3 of the 60 items that several of the parts hold were answered or scored more than once"
    assert said in capsys.readouterr().out
    for name in ("summary.json", "tables.md", "report.html"):
        assert said in (reports / "both" / name).read_text(encoding="utf-8")


def test_the_baseline_merged_into_a_run_that_lacks_answers_passes_no_gate(reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = [
        one.model_copy(update={"points": None, "state": State.INFRA_ERROR} if k % 2 else {"response_text": "Another answer."})
        for k, one in enumerate(ROWS)
    ]
    save(reports, other, INFO.model_copy(update={"run_id": "new"}))
    assert main(["merge", "new", "a", "--run=both"]) == 12
    assert main(["gate", "both", "--baseline=a", "--policy=avg drop < 20"]) == 4
    assert main(["gate", "both", "--policy=avg >= 20"]) == 12
    assert "answered or scored more than once" in capsys.readouterr().out


AGAIN = Drawn(
    oldest=100.0,
    again=100.0,
    asked_anew=True,
    replaced=20.0,
    by=("w3",),
    replaced_by=("w1",),
    numbers=(2, 2),
    askings=(("part-1of3", 1),),
    times_asked=(2, 2),
)


@pytest.mark.parametrize(
    ("others", "code"),
    [
        (Drawn(oldest=90.0), 12),  # from before the first part was asked anew
        (Drawn(oldest=90.0, asked_anew=True), 0),  # asked anew as well, on a machine that had nothing to replace
        (Drawn(oldest=150.0), 0),  # got later
        (Drawn(oldest=110.0, again=110.0, asked_anew=True, replaced=40.0), 0),  # one shard after the other, others asked before
        (Drawn(oldest=120.0, again=120.0, asked_anew=True, replaced=110.0), 12),  # twice since the first was asked
        (Drawn(oldest=90.0, asked_anew=True, by=("w1",)), 12),  # left of an asking of which the first part was asked again
        (Drawn(oldest=110.0, again=110.0, asked_anew=True, forgotten=True, numbers=(2, 2)), 0),  # as often, whenever it was
        (Drawn(oldest=110.0, again=110.0, asked_anew=True, askings=(("part-2of3", 1),), times_asked=(7, 7)), 0),  # by name one round
        (Drawn(oldest=110.0, again=110.0, asked_anew=True, askings=(("part-2of3", 2),), times_asked=(2, 2)), 12),  # a second asking
        (Drawn(oldest=110.0, again=110.0, asked_anew=True, askings=(("other-2of3", 1),), times_asked=(3, 3)), 12),  # another round
        (Drawn(oldest=110.0, again=110.0, asked_anew=True, askings=(("other-2of3", 1),), times_asked=(2, 2)), 0),  # as often
        (Drawn(oldest=110.0, again=110.0, asked_anew=True, forgotten=True, numbers=(2, 3)), 12),
        (None, 0),  # not known
    ],
)
@pytest.mark.parametrize("kind", ["model", "judge"])
def test_a_shard_asked_anew_and_others_that_were_not_alike_make_no_whole_run(
    reports: Path, others: Drawn | None, code: int, kind: str
) -> None:
    for index in (1, 2, 3):
        part = Shard(index=index, count=3, selection="s")
        answered = Answered(**{kind: AGAIN if index == 1 else others})
        info = INFO.model_copy(update={"run_id": f"part-{index}of3", "shard": part, "selected": Selected(given=20, collected=20)})
        save(reports, ROWS[index - 1 :: 3], info.model_copy(update={"answered": answered}))
    assert main(["merge", "part-1of3", "part-2of3", "part-3of3", "--run=all"]) == code
    assert main(["gate", "all", "--policy=avg >= 90"]) == code
    assert main(["merge", "part-1of3", "part-2of3", "--run=two"]) == 12
    assert main(["merge", "two", "part-3of3", "--run=more"]) == code


@pytest.mark.parametrize(
    ("run", "baseline"), [("copy", "a"), ("a", "copy"), ("copy", "copy2"), ("again", "a"), ("all", "half")], ids="-".join
)
def test_a_run_merged_from_the_baselines_rows_is_not_judged_by_it(
    reports: Path, run: str, baseline: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["merge", "a", "a", "--run=copy"]) == 0
    assert main(["merge", "a", "--run=copy2"]) == 0
    assert main(["merge", "copy", "--run=again"]) == 0
    assert main(["merge", "part-1of3", "part-2of3", "part-3of3", "--run=all"]) == 0
    save(reports, ROWS[1::3], INFO.model_copy(update={"run_id": "other-2of3", "shard": Shard(index=2, count=3, selection="s")}))
    assert main(["merge", "part-1of3", "other-2of3", "--run=half"]) == 12
    capsys.readouterr()
    assert main(["gate", run, f"--baseline={baseline}", "--policy=avg drop < 20"]) == 4
    assert "hold the same rows" in capsys.readouterr().err


@pytest.mark.usefixtures("reports")
def test_rows_that_agree_are_no_matter_of_a_note(reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["merge", "a", "b", "--run=both"]) == 0
    assert "more than once" not in capsys.readouterr().out + (reports / "both" / "tables.md").read_text(encoding="utf-8")


COMMAND = [sys.executable, "-c", "import sys; from pytest_lcbench.cli import main; sys.exit(main())"]
PRINTING = [
    (["compare", "a", "b"], 0),
    (["gate", "a", "--policy=avg >= 99"], 10),
    (["gate", "a", "--policy=avg >= 90", "--format=json"], 0),
    (["merge", "part-1of3", "--run=other"], 12),
    (["report", "a", "--format=csv"], 0),
    (["report", "a"], 0),
    (["--help"], 0),
]


def _spawn(arguments: list[str], out: int) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(  # noqa: S603 - our own interpreter
        [*COMMAND, *arguments],
        stdout=out,
        stderr=subprocess.PIPE,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])},
    )


@pytest.mark.skipif(os.name != "posix", reason="pipes of a shell")
@pytest.mark.usefixtures("reports")
@pytest.mark.parametrize(("arguments", "code"), PRINTING, ids=[" ".join(arguments) for arguments, _ in PRINTING])
def test_whoever_stops_reading_changes_no_exit_code(arguments: list[str], code: int) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        done = _spawn(arguments, pipe.fileno())
    assert (done.returncode, done.stderr) == (code, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.usefixtures("reports")
@pytest.mark.parametrize("arguments", [arguments for arguments, _ in PRINTING[:-1]], ids=" ".join)
def test_a_full_disk_is_one_line_and_exit_4(arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = _spawn(arguments, full.fileno())
    assert (done.returncode, done.stderr) == (4, b"lcbench: standard output: cannot be written: No space left on device\n")
