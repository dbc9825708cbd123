"""A user's project that evaluates the two benchmarks through pytest, in this process or with workers."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from pytest_lcbench.running.row import TRANSIENT_FIELDS

MODULE = """
def test_case(lcbench_score):
    assert lcbench_score.points is not None
"""

LOONG_ROW: dict[str, Any] = {
    "level": 1,
    "set": 1,
    "length": 50,
    "type": "paper",
    "language": "en",
    "question": "How many lamps does the author count?",
    "instruction": "Answer with the figure alone.",
    "prompt_template": "{docs}\n{instruction}\n{question}",
    "doc": ["lamps.md"],
    "answer": "12",
    "shuffle_doc": False,
    "id": "first",
}
"""A row of our own in Loong's form."""


class Bench:
    """The project, in pytester's folder."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester = pytester
        self.path = pytester.path
        pytester.makepyfile(test_bench=MODULE)

    def run(self, *options: str) -> pytest.RunResult:
        """Run in this process."""
        return self.pytester.runpytest_inprocess("-p", "no:cacheprovider", *options)

    def spawn(self, *options: str) -> pytest.RunResult:
        """Run in a process of its own, with its workers."""
        return self.pytester.runpytest_subprocess("-p", "no:cacheprovider", *options)

    def names(self, *options: str) -> list[str]:
        """Return what stands between the brackets of every collected item's node id."""
        result = self.run("--collect-only", "-q", *options)
        assert result.ret == 0, result.stdout.str() + result.stderr.str()
        return [line.partition("[")[2].removesuffix("]") for line in result.outlines if "::" in line]

    def rows(self, reports: str = "reports") -> list[dict[str, Any]]:
        """Return the result rows of the only run below *reports*."""
        (found,) = (self.path / reports).glob("*/results.jsonl")
        return [json.loads(line) for line in found.read_text(encoding="utf-8").splitlines()]

    def stable_rows(self, reports: str = "reports") -> list[dict[str, Any]]:
        """Return them without what may differ between two identical runs."""
        return [{name: value for name, value in row.items() if name not in TRANSIENT_FIELDS} for row in self.rows(reports)]

    def summary(self, reports: str = "reports") -> dict[str, Any]:
        """Return the summary of the only run below *reports*."""
        (found,) = (self.path / reports).glob("*/summary.json")
        held: dict[str, Any] = json.loads(found.read_text(encoding="utf-8"))
        return held

    def loong(self, rows: Iterable[dict[str, Any] | str], documents: Iterable[str] = ("lamps.md",)) -> str:
        """Write a suite in Loong's layout (a row may be raw text) and return the option that selects its data."""
        folder = self.path / "loong"
        (folder / "doc" / "paper").mkdir(parents=True)
        for name in documents:
            (folder / "doc" / "paper" / name).write_text("# Counting Lamps\nThe author counts 12 lamps.\n", encoding="utf-8")
        lines = [row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows]
        (folder / "loong.jsonl").write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        return f"--lcbench-data={folder}"

    def everything_written(self) -> dict[Path, bytes]:
        """Return every file below the project by path."""
        return {path: path.read_bytes() for path in self.path.rglob("*") if path.is_file()}
