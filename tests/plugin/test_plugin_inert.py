"""The plugin does nothing where nobody asks for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SHORT_CASES = Path(__file__).resolve().parents[1] / "data" / "handwritten"
HEAVY = {"litellm", "tiktoken", "pydantic"}


def test_importing_the_plugin_imports_nothing_heavy() -> None:
    code = f"import pytest_lcbench.plugin, sys; print(sorted({HEAVY!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603 - our own interpreter
    assert done.stdout.strip() == "[]"


def test_a_project_that_does_not_use_it_runs_without_anything_heavy(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(
        f"""
        import sys
        def pytest_unconfigure(config):
            print("heavy:", sorted({HEAVY!r} & set(sys.modules)))
        """
    )
    pytester.makepyfile("def test_plain(): pass")
    result = pytester.runpytest_subprocess("-s")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["heavy: []"])


def test_a_project_that_does_not_use_it_gets_no_files_and_no_section(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_plain(): pass")
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider")
    assert not (pytester.path / "reports").exists()
    result.stdout.no_fnmatch_line("*lcbench*section*")
    result.stdout.no_fnmatch_line("*= lcbench =*")


def test_the_options_are_listed_in_help(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_inprocess("--help")
    result.stdout.fnmatch_lines(["*--lcbench-model=MODEL*", "*--lcbench-pass-score=N*"])


def test_help_is_shown_even_with_settings_that_cannot_work(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_inprocess("--help", "--lcbench-suite=nowhere")
    assert result.ret == 0


def test_collecting_only_writes_nothing(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_case(lcbench_score): pass")
    result = pytester.runpytest_inprocess("--collect-only", "-q", "-p", "no:cacheprovider", f"--lcbench-data={SHORT_CASES}")
    assert result.ret == 0
    assert not (pytester.path / "reports").exists()
