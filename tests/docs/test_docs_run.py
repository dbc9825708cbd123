"""What the documentation tells a reader to run works: each page's marked blocks, in order, in a fresh project."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from docs_pages import PAGES, Block, blocks_of

import pytest_lcbench

# The pages' commands on a handful of short cases: what the generated ones are like is not for these tests to tell.
SHORT_CASES = Path(__file__).resolve().parents[1] / "data" / "handwritten"
TESTED = {page: [block for block in blocks_of(page) if block.tested] for page in PAGES}
# Nothing of the developer's environment: no key, no proxy, no settings of a surrounding pytest or xdist.
_KEPT = ("HOME", "LANG", "LC_ALL", "SYSTEMROOT", "TMPDIR")


@pytest.mark.parametrize("page", [page for page, blocks in TESTED.items() if blocks], ids=lambda page: page.name)
def test_the_marked_blocks_of_a_page_run(page: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    environment = _environment(tmp_path)
    _run("lcbench init project", tmp_path, environment)
    (project / "pytest.ini").write_text(f"[pytest]\nlcbench_data = synthetic={SHORT_CASES}\n", encoding="utf-8")
    for block in TESTED[page]:
        if block.file:
            place = project / block.file
            place.parent.mkdir(parents=True, exist_ok=True)
            before = place.read_text(encoding="utf-8") if block.file == "conftest.py" and place.exists() else ""
            place.write_text(before + block.text, encoding="utf-8")
        else:
            _run(block.text, project, environment, block)


def test_some_blocks_of_the_readme_and_of_every_page_with_commands_are_run() -> None:
    scripts = {page.name for page, blocks in TESTED.items() if any(not block.file for block in blocks)}
    assert {"README.md", "contexts.md", "extending.md", "running.md", "suites.md"} <= scripts


def _environment(folder: Path) -> dict[str, str]:
    package = Path(pytest_lcbench.__file__).resolve().parent.parent
    return {name: os.environ[name] for name in _KEPT if name in os.environ} | {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), *os.environ.get("PATH", os.defpath).split(os.pathsep)]),
        # The package that this test imported, wheel or tree, is the one that the commands use.
        "PYTHONPATH": str(package),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "XDG_DATA_HOME": str(folder / "data"),
        # Whoever tries the network meets a proxy that is not there.
        **dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:9"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def _run(script: str, folder: Path, environment: dict[str, str], block: Block | None = None) -> None:
    done = subprocess.run(  # noqa: S603 - the commands are those of our own pages
        ["/bin/sh", "-e", "-c", script],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    expected = 0 if block is None else block.exit_code
    place = "lcbench init" if block is None else f"line {block.line}"
    assert done.returncode == expected, f"{place}: exit {done.returncode}\n{script}\n{done.stdout[-3000:]}\n{done.stderr[-2000:]}"
