"""Which checker reads a case, and that checkers share no code with the writers."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from checking_papers import made

from pytest_lcbench.suites.case import AnswerKind
from pytest_lcbench.suites.synthetic import checking

ROOT = Path(__file__).resolve().parents[3]
SYNTHETIC = ROOT / "pytest_lcbench" / "suites" / "synthetic"
NAME = "The checkers of the synthetic suite read its texts and share no code with their writers"


def test_a_case_is_read_by_the_checker_of_its_domain() -> None:
    case, documents = made("citation_chain", "en")
    assert checking.faults(case, documents) == []
    assert checking.faults(replace(case, gold=[]), documents) != []


def test_a_domain_without_a_checker_is_a_fault_of_one_line() -> None:
    case, documents = made("citation_chain", "en")
    found = checking.faults(replace(case, domain="poetry\n{x}"), documents)
    assert len(found) == 1
    assert found[0].startswith("domain poetry {x}: no checker reads it")
    assert "financial, legal, paper" in found[0]


@pytest.mark.parametrize("table", ["_FIELDS", "_CHOICES"])
def test_a_checker_that_is_not_there_is_missed_only_by_a_case_of_its_field(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, table, {**checking._FIELDS, "choir": "choir"} if table == "_FIELDS" else "choir")
    case, documents = made("citation_chain", "en")
    assert checking.faults(case, documents) == []
    other = replace(case, domain="choir") if table == "_FIELDS" else replace(case, answer_kind=AnswerKind.CHOICE)
    with pytest.raises(ImportError, match="choir"):
        checking.faults(other, documents)


def test_no_checker_is_imported_before_a_case_of_its_field_is_asked_for() -> None:
    code = (
        "import sys, pytest_lcbench.suites.synthetic.checking as c\n"
        "print([name for name in sys.modules if name.startswith((c.__name__ + '.', 'pytest_lcbench.suites.synthetic.'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603 - our own code
    assert done.stdout.strip() == "['pytest_lcbench.suites.synthetic.checking']"


def lint(root: Path) -> subprocess.CompletedProcess[str]:
    command = "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"
    arguments = [sys.executable, "-c", command, "--no-cache"]
    return subprocess.run(arguments, cwd=root, capture_output=True, text=True, check=False)  # noqa: S603 - our own code


@pytest.mark.parametrize("writer", ["drafts", "papers"])
def test_a_checker_that_imports_a_writer_breaks_the_contract(tmp_path: Path, writer: str) -> None:
    shutil.copytree(ROOT / "pytest_lcbench", tmp_path / "pytest_lcbench", ignore=shutil.ignore_patterns("__pycache__", "bundled"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    reading = tmp_path / "pytest_lcbench" / "suites" / "synthetic" / "checking" / "papers" / "reading.py"
    reading.write_text(
        f"{reading.read_text(encoding='utf-8')}\nfrom pytest_lcbench.suites.synthetic import {writer}\n", encoding="utf-8"
    )
    done = lint(tmp_path)
    said = re.sub(r"\s+", " ", done.stdout)
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"{NAME} BROKEN" in said
    assert f"checking.papers.reading -> pytest_lcbench.suites.synthetic.{writer}" in said


def test_the_contract_names_every_module_beside_the_checkers() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    forbidden = next(contract["forbidden_modules"] for contract in contracts if contract["name"] == NAME)
    beside = {path.stem for path in SYNTHETIC.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert {name.rpartition(".")[2] for name in forbidden} == beside - {"__init__", "checking"}
