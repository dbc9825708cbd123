"""Which part of the package may import which, and what may be imported when."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "pytest_lcbench"
PLUGIN_FILES = {
    "plugin.py",
    *("closing.py", "collecting.py", "early_stop.py", "fixtures.py", "hookspecs.py", "lookahead.py", "narrowing.py", "options.py"),
    *("pytest_items.py", "runtest.py", "session.py", "terminal.py", "user_hooks.py", "xdist.py"),
}
MODULES = sorted(
    path for path in PACKAGE.rglob("*.py") if "project_template" not in path.parts
)  # what `lcbench init` writes is a user's test code


def imported(tree: ast.AST) -> Iterator[tuple[str, ast.stmt]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name.partition(".")[0], node) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.partition(".")[0], node


def late(tree: ast.Module) -> set[int]:
    """Return the identities of the statements that do not run at import: inside functions, or for type checkers alone."""
    found: set[int] = set()
    for node in ast.walk(tree):
        checked = isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        if checked or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            bodies = node.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.If) else []
            found |= {id(inner) for statement in bodies for inner in ast.walk(statement)}
    return found


def importers(name: str, *, at_import: bool) -> set[str]:
    """Return the modules that import *name*; with *at_import*, only those that do so when they are imported themselves."""
    found = set()
    for path in MODULES:
        tree = ast.parse(path.read_bytes())
        delayed = late(tree)
        if any(name == top and not (at_import and id(node) in delayed) for top, node in imported(tree)):
            found.add(str(path.relative_to(PACKAGE)))
    return found


def test_the_folders_import_only_those_before_them() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())",
            "--no-cache",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Contracts: 2 kept, 0 broken." in done.stdout


def test_pytest_is_imported_by_the_plugin_files_alone() -> None:
    assert importers("pytest", at_import=False) == PLUGIN_FILES
    assert importers("_pytest", at_import=False) | importers("xdist", at_import=False) == set()


def test_litellm_is_imported_by_one_module_alone_and_only_inside_functions() -> None:
    assert importers("litellm", at_import=False) == {"models/litellm_library.py"}
    assert importers("litellm", at_import=True) == set()


@pytest.mark.parametrize("name", ["tiktoken", "huggingface_hub", "openai", "aiohttp"])
def test_what_takes_long_to_import_is_imported_only_inside_functions(name: str) -> None:
    assert importers(name, at_import=True) == set()


def test_the_plugin_files_import_nothing_of_the_package_that_imports_pydantic() -> None:
    code = (
        "import sys, importlib\n"
        f"for name in {sorted(PLUGIN_FILES)!r}: importlib.import_module('pytest_lcbench.' + name[:-3])\n"
        "print(sorted({'litellm', 'tiktoken', 'pydantic', 'httpx', 'platformdirs', 'tabulate', 'sqlite3'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603 - as above
    assert done.stdout.strip() == "[]"


def test_these_checks_see_what_they_are_to_see() -> None:
    tree = ast.parse(
        "import litellm\nfrom tiktoken.core import x\nif TYPE_CHECKING:\n    import a\ndef f():\n    import b\n"
        "    def g():\n        import c\n"
        "class K:\n    import d\n    def h(self):\n        import e\n"
    )
    delayed = late(tree)
    assert {top for top, node in imported(tree) if id(node) not in delayed} == {"litellm", "tiktoken", "d"}
    assert {top for top, _ in imported(tree)} == {"litellm", "tiktoken", "a", "b", "c", "d", "e"}
