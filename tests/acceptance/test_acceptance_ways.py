"""The bundled cases in one process, over eight workers, as four shards merged, killed and resumed: the same figures in every format."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from acceptance_project import MODULE
from html_reading import read_html

from pytest_lcbench.cli import main
from pytest_lcbench.reporting.html import PAGE

ROOT = Path(__file__).resolve().parents[2]
CASES = 32
OPTIONS = ("-q", f"--lcbench-sample={CASES}", "--lcbench-run=way")
Figures = dict[str, list[str]]


def _figures(folder: Path) -> Figures:
    """What each format shows of a run in figures; times and the store's savings are another matter."""
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    markdown = (folder / "tables.md").read_text(encoding="utf-8").splitlines()
    page = read_html((folder / PAGE).read_text(encoding="utf-8"))
    return {
        "json": [json.dumps({name: summary[name] for name in ("overall", "sections")}, sort_keys=True)],
        "markdown": [line for line in markdown if line.startswith("|")],
        "csv": (folder / "tables.csv").read_text(encoding="utf-8").splitlines(),
        "html": ["; ".join(row) for row in page.rows],
    }


def _terminal(folder: Path) -> list[str]:
    """The tables as the terminal shows them, without the run's name, its times and what it notes of how it was run."""
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        assert main(["report", str(folder), "--format=terminal"]) == 0
    lines = shown.getvalue().splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("== "))
    return lines[start : lines.index("notes")]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ways")
    (folder / "test_bench.py").write_text(MODULE, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def whole(project: Path) -> tuple[Figures, list[str]]:
    folder = _run(project, "whole", "-n0") / "way"
    figures = _figures(folder)
    assert all(len(shown) > 20 for name, shown in figures.items() if name != "json")
    return figures, _terminal(folder)


def test_eight_workers_show_the_same(project: Path, whole: tuple[Figures, list[str]]) -> None:
    folder = _run(project, "eight", "-n8") / "way"
    assert (_figures(folder), _terminal(folder)) == whole


def test_four_shards_merged_show_the_same(project: Path, whole: tuple[Figures, list[str]]) -> None:
    for index in range(1, 5):
        reports = _run(project, "shards", f"--lcbench-shard={index}/4")
    assert main(["merge", *(f"way-{index}of4" for index in range(1, 5)), "--run=merged", f"--reports={reports}"]) == 0
    assert (_figures(reports / "merged"), _terminal(reports / "merged")) == whole


@pytest.mark.skipif(os.name != "posix", reason="process groups and SIGKILL are POSIX")
def test_a_run_killed_and_resumed_shows_the_same(project: Path, whole: tuple[Figures, list[str]]) -> None:
    reports = project / "killed"
    with subprocess.Popen(  # noqa: S603 - our own command
        _command(reports), cwd=project, env=_environment(project), stdout=subprocess.DEVNULL, start_new_session=True
    ) as running:
        deadline = time.monotonic() + 60
        while not _rows_written(reports) and running.poll() is None and time.monotonic() < deadline:
            time.sleep(0.02)
        os.killpg(running.pid, signal.SIGKILL)
    assert running.returncode == -signal.SIGKILL, "killed before it ended by itself"
    folder = _run(project, "killed") / "way"
    assert (_figures(folder), _terminal(folder)) == whole


def _command(reports: Path, *more: str) -> list[str]:
    return [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *OPTIONS, f"--lcbench-reports={reports}", *more]


def _environment(project: Path) -> dict[str, str]:
    # Workers import this tree, wherever else the package is installed.
    return {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(project / "cache")}


def _run(project: Path, reports: str, *more: str) -> Path:
    folder = project / reports
    done = subprocess.run(_command(folder, *more), cwd=project, env=_environment(project), capture_output=True, text=True, check=False)  # noqa: S603 - our own command
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def _rows_written(reports: Path) -> bool:
    return any(path.stat().st_size for path in reports.rglob("*.jsonl"))
