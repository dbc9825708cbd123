"""The built wheel: what is in it, and that it does the main job alone."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

from pytest_lcbench.suites.synthetic.fields import FIELDS

ROOT = Path(__file__).resolve().parents[2]
SHORT_CASES = ROOT / "tests" / "data" / "handwritten"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel as it would be published, from this tree, with what is installed."""
    folder = tmp_path_factory.mktemp("wheel")
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def names(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as held:
        return held.namelist()


@pytest.fixture(scope="module")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as held:
        held.extractall(folder)
    return folder


def tracked(folder: str) -> set[str]:
    """Return the files of *folder* in this tree that are no leftovers of running it."""
    found = (ROOT / folder).rglob("*")
    return {str(entry.relative_to(ROOT)) for entry in found if entry.is_file() and "__pycache__" not in entry.parts}


def run(unpacked: Path, cwd: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run *command* by our interpreter with the unpacked wheel before every other installation of the package."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LCBENCH_", "PYTEST_", "XDG_"))}
    environment = kept | {
        "PYTHONPATH": str(unpacked),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "XDG_CACHE_HOME": str(cwd / ".cache"),
        "XDG_DATA_HOME": str(cwd / ".data"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, *command], cwd=cwd, env=environment, capture_output=True, text=True, check=False, timeout=120
    )


def test_the_wheel_holds_every_file_of_the_package(names: list[str]) -> None:
    assert {name for name in names if name.startswith("pytest_lcbench/")} == tracked("pytest_lcbench")


@pytest.mark.parametrize(
    "name",
    [
        "pytest_lcbench/py.typed",
        "pytest_lcbench/project_template/conftest.py",
        "pytest_lcbench/project_template/cases/test_synthetic.py",
    ],
)
def test_the_wheel_holds_the_packages_data(names: list[str], name: str) -> None:
    assert name in names


def test_the_wheel_holds_nothing_besides_the_package_and_its_description(names: list[str]) -> None:
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"pytest_lcbench"}
    assert not [name for name in names if "__pycache__" in name or "/tests/" in name or name.endswith(".sqlite")]


def test_the_wheel_names_plugin_command_and_licence(unpacked: Path) -> None:
    (info,) = unpacked.glob("*.dist-info")
    entries = (info / "entry_points.txt").read_text()
    assert "[pytest11]\nlcbench = pytest_lcbench.plugin" in entries
    assert "[console_scripts]\nlcbench = pytest_lcbench.cli:main" in entries
    assert "Apache License" in (info / "licenses" / "LICENSE").read_text()
    assert "License-Expression: Apache-2.0" in (info / "METADATA").read_text()


def test_the_wheel_alone_does_the_main_job_in_an_empty_folder(unpacked: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    made = run(unpacked, project, "-m", "pytest_lcbench.cli", "init")
    assert (made.returncode, made.stderr) == (0, "")
    (project / "conftest.py").write_text(
        (project / "conftest.py").read_text() + "\nimport pytest_lcbench.plugin\n\ndef pytest_unconfigure(config):\n"
        "    print('loaded from', pytest_lcbench.plugin.__file__)\n"
    )
    options = ("-q", "-p", "pytest_lcbench.plugin", "-p", "no:cacheprovider", f"--lcbench-data={SHORT_CASES}")
    done = run(unpacked, project, "-m", "pytest", *options)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"loaded from {unpacked / 'pytest_lcbench' / 'plugin.py'}" in done.stdout
    assert "= lcbench =" in done.stdout
    for file in ("results.jsonl", "summary.json", "tables.md", "report.html"):
        (found,) = (project / "reports").glob(f"*/{file}")
        assert found.stat().st_size > 0
    assert "citation_chain" in done.stdout


@pytest.mark.skipif(
    any(find_spec(place.partition(":")[0]) is None for place in FIELDS.values()),
    reason="a field of the generated suite is not here yet",
)
def test_the_wheel_alone_draws_the_default_cases(unpacked: Path, tmp_path: Path) -> None:
    assert run(unpacked, tmp_path, "-m", "pytest_lcbench.cli", "init").returncode == 0
    options = ("-q", "--collect-only", "-p", "pytest_lcbench.plugin", "-p", "no:cacheprovider")
    done = run(unpacked, tmp_path, "-m", "pytest", *options)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "100 tests collected" in done.stdout
