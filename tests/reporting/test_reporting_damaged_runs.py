"""Saved runs that are not whole, not true or not two: what is concluded from them, and what is said of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from reporting_rows import row
from saved_run_parts import save

from pytest_lcbench.cli import main
from pytest_lcbench.statistics.run_info import RunInfo, Shard, SuiteInfo

INFO = RunInfo(run_id="a", model="m", suites=(SuiteInfo(name="loong", fingerprint="f"),))
ROWS = [row(f"c{k:02}", 95.0 + k % 2, model="m", run_id="a") for k in range(60)]


@pytest.fixture
def reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Runs ``a`` and ``b`` of 60 cases, and three shards of the same."""
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b"):
        save(tmp_path / "reports", ROWS, INFO.model_copy(update={"run_id": name}))
    for index in (1, 2, 3):
        shard = INFO.model_copy(update={"run_id": f"part-{index}of3", "shard": Shard(index=index, count=3, selection="s")})
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
