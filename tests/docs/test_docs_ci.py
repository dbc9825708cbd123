"""The CI recipes: they parse, name what exists, and their commands work from the first job to the last."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # its stubs are a package of their own
from docs_pages import DOCS, files_of

import pytest_lcbench
from pytest_lcbench.cli import build_parser
from pytest_lcbench.options import SPECS

PAGE = DOCS / "ci.md"
FILES = files_of(PAGE)
PULL_REQUEST, NIGHTLY, GITLAB = ".github/workflows/long-context.yml", ".github/workflows/nightly.yml", ".gitlab-ci.yml"
SHORT_CASES = Path(__file__).resolve().parents[1] / "data" / "handwritten"
OURS = ("pytest", "lcbench")


def _recipe(name: str) -> dict[Any, Any]:
    loaded: dict[Any, Any] = yaml.safe_load(FILES[name])
    return loaded


def _scripts(name: str) -> list[str]:
    """Return the shell scripts of a recipe, in order."""
    recipe = _recipe(name)
    if name == GITLAB:
        jobs = [recipe["default"], *(job for job in recipe.values() if isinstance(job, dict) and "script" in job)]
        return [line for job in jobs for part in ("before_script", "script", "after_script") for line in job.get(part, ())]
    return [step["run"] for job in recipe["jobs"].values() for step in job["steps"] if "run" in step]


def _commands(name: str) -> list[list[str]]:
    """Return our commands in a recipe, as words."""
    text = re.sub(r"\$\{\{.*?\}\}", "1", "\n".join(_scripts(name)))
    lines = [line for line in text.splitlines() if line.split(maxsplit=1)[:1] and line.split(maxsplit=1)[0] in OURS]
    return [shlex.split(re.sub(r"(>>|\|\|).*", "", line)) for line in lines]


@pytest.mark.parametrize("name", [PULL_REQUEST, NIGHTLY, GITLAB])
def test_every_command_of_a_recipe_is_one_of_ours_with_options_that_exist(name: str) -> None:
    commands = _commands(name)
    assert commands
    flags = {spec.flag: spec for spec in SPECS}
    for program, *words in commands:
        if program == "lcbench":
            build_parser().parse_args(words)
            continue
        for word in words:
            flag, equals, _ = word.partition("=")
            if flag.startswith("--lcbench"):
                assert bool(equals) is not flags[flag].switch, word


def test_the_recipes_use_the_commands_that_the_page_is_about() -> None:
    github = [words[:2] for words in _commands(PULL_REQUEST)]
    assert [words[1] for words in github if words[0] == "lcbench"] == ["merge", "gate", "report", "report"]
    assert [words[1] for words in _commands(GITLAB) if words[0] == "lcbench"] == ["merge", "gate", "report", "report"]


def test_the_shards_of_a_recipe_are_as_many_as_it_says() -> None:
    shards = _recipe(PULL_REQUEST)["jobs"]["part"]["strategy"]["matrix"]["shard"]
    assert shards == [1, 2, 3, 4]
    assert f"/{len(shards)} " in _scripts(PULL_REQUEST)[1]
    assert f"of{len(shards)}" in json.dumps(_recipe(PULL_REQUEST))
    assert _recipe(GITLAB)["part"]["parallel"] == len(shards)


@pytest.mark.parametrize("name", [PULL_REQUEST, NIGHTLY, GITLAB])
def test_no_recipe_writes_a_key_down(name: str) -> None:
    assert [value for value in re.findall(r"API_KEY: *(.+)", FILES[name]) if not value.startswith("${{ secrets.")] == []


class Workflow:
    """A workflow of GitHub's, run step by step in folders of this machine; artefacts are folders too.

    Args:
        folder: of everything.
        checkout: what a checkout holds.
        options: further options of pytest.

    """

    def __init__(self, folder: Path, checkout: Path, options: str) -> None:
        self._folder, self._checkout = folder, checkout
        self.summary = folder / "summary.md"
        self._artefacts = folder / "artefacts"
        package = Path(pytest_lcbench.__file__).resolve().parent.parent
        binaries = folder / "bin"
        binaries.mkdir()
        for name, module in (("pytest", "pytest"), ("lcbench", "pytest_lcbench.cli")):
            (binaries / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" -m {module} "$@"\n')
            (binaries / name).chmod(0o755)
        self._environment = {
            "PATH": os.pathsep.join([str(binaries), os.environ.get("PATH", os.defpath)]),
            "HOME": str(folder),
            "PYTHONPATH": str(package),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "MODEL": "lcbench/lexical",
            "PYTEST_ADDOPTS": options,
            "GITHUB_STEP_SUMMARY": str(self.summary),
            "PYTHONDONTWRITEBYTECODE": "1",
            **dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:9"),
        }

    def run(self, recipe: dict[Any, Any]) -> list[tuple[str, int]]:
        """Run every job, with each value of its matrix, and return the scripts with their exit codes."""
        done: list[tuple[str, int]] = []
        for number, job in enumerate(recipe["jobs"].values()):
            for value in job.get("strategy", {}).get("matrix", {}).get("shard", [None]):
                place = self._folder / f"job-{number}-{value}"
                shutil.copytree(self._checkout, place)
                for step in job["steps"]:
                    done += self._step(_filled(step, value), place)
        return done

    def _step(self, step: dict[str, Any], place: Path) -> Iterator[tuple[str, int]]:
        action, options = str(step.get("uses", "")).partition("@")[0], step.get("with", {})
        if action == "actions/upload-artifact":
            shutil.copytree(place / options["path"], self._artefacts / options["name"])
        elif action == "actions/download-artifact":
            # Each under its own name, as that action does with a pattern.
            for found in sorted(self._artefacts.glob(options["pattern"])):
                shutil.copytree(found, place / options["path"] / found.name)
        script = step.get("run", "")
        if script and not script.startswith("pip install"):
            ended = subprocess.run(  # noqa: S603 - the commands are those of our own page
                ["/bin/bash", "-e", "-c", script],
                cwd=place,
                env=self._environment,
                capture_output=True,
                text=True,
                timeout=120,
                check=False,
            )
            print(script, ended.stdout[-2_000:], ended.stderr[-2_000:])  # noqa: T201 - shown where the test fails
            yield script.split(" -", 1)[0].strip(), ended.returncode

    def artefact(self, name: str) -> Path:
        """Return the folder of an artefact."""
        return self._artefacts / name


def _filled(step: dict[str, Any], shard: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(step).replace("${{ matrix.shard }}", str(shard)))
    return found


def _project(folder: Path, ini: str) -> Path:
    project = folder / "checkout"
    (project / "cases").mkdir(parents=True)
    template = Path(pytest_lcbench.__file__).parent / "project_template"
    shutil.copy(template / "cases" / "test_synthetic.py", project / "cases")
    (project / "pytest.ini").write_text(f"[pytest]\n{ini}")
    for name, text in FILES.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text, encoding="utf-8")
    return project


def _baseline(project: Path, name: str, *options: str) -> None:
    """Make a run in *project* and keep its folder as a baseline of that name."""
    subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "-m", "pytest", "cases", "-q", "-p", "no:cacheprovider", f"--lcbench-run={name}", *options],
        cwd=project,
        env=os.environ | {"PYTHONPATH": str(Path(pytest_lcbench.__file__).resolve().parent.parent)},
        check=True,
        capture_output=True,
        timeout=120,
    )
    (project / "baselines").mkdir()
    shutil.copytree(project / "reports" / name, project / "baselines" / name)
    shutil.rmtree(project / "reports")


def test_the_pull_requests_workflow_runs_from_shards_to_report(tmp_path: Path) -> None:
    project = _project(tmp_path, f"lcbench_data = synthetic={SHORT_CASES}\n")
    _baseline(project, "main")
    workflow = Workflow(tmp_path, project, "-p no:cacheprovider")
    done = workflow.run(_recipe(PULL_REQUEST))
    assert done == [
        *[("pytest cases", 0)] * 4,
        ("lcbench merge parts/*", 0),
        ("lcbench gate pr", 0),
        ("lcbench report pr", 0),
        ("lcbench report pr", 0),
    ]
    report = workflow.artefact("report")
    assert {"report.html", "report_data", "gate.json", "results.jsonl", "summary.json"} <= {path.name for path in report.iterdir()}
    assert json.loads((report / "gate.json").read_text())["verdict"] == "pass"
    assert "pass" in workflow.summary.read_text().splitlines()[0].lower()
    baseline = (project / "baselines" / "main" / "results.jsonl").read_text().splitlines()
    assert len((report / "results.jsonl").read_text().splitlines()) == len(baseline)


def test_the_nightly_workflow_asks_on_a_fresh_world_and_on_the_same_cases(tmp_path: Path) -> None:
    few = "-p no:cacheprovider --lcbench-sample=20 --lcbench-lengths=8K-16K"
    project = _project(tmp_path, "")
    _baseline(project, "first-night", *few.split())
    workflow = Workflow(tmp_path, project, few)
    done = workflow.run(_recipe(NIGHTLY))
    codes = [code for script, code in done if script.startswith("pytest")]
    # What the reader is worth on twenty tiny cases is not the question here; that there is a verdict is.
    assert set(codes) <= {0, 10, 11}
    assert [code for script, code in done if script.startswith("lcbench")] == [0]
    reports = workflow.artefact("drift")
    fresh, same = (json.loads((reports / name / "gate.json").read_text()) for name in ("fresh", "same"))
    assert {fresh["verdict"], same["verdict"]} <= {"pass", "cannot tell", "regression"}
    fresh_ids, same_ids = (
        {json.loads(line)["case_id"] for line in (reports / name / "results.jsonl").read_text(encoding="utf-8").splitlines()}
        for name in ("fresh", "same")
    )
    assert fresh_ids
    assert same_ids
    assert not fresh_ids & same_ids
    assert (reports / "same" / "comparison.json").is_file()
    assert workflow.summary.read_text().count("avg") >= 2


def test_the_gitlab_pipelines_scripts_run(tmp_path: Path) -> None:
    project = _project(tmp_path, f"lcbench_data = synthetic={SHORT_CASES}\n")
    _baseline(project, "main")
    recipe = _recipe(GITLAB)
    count = recipe["part"]["parallel"]
    jobs = [{"steps": [{"run": recipe["part"]["script"][0]}]}] * count
    # All parts and the verdict work in one folder here: there artefacts come back to the paths they were taken from.
    lines = [
        *(
            job["steps"][0]["run"].replace("$CI_NODE_INDEX", str(number)).replace("$CI_NODE_TOTAL", str(count))
            for number, job in enumerate(jobs, 1)
        ),
        *recipe["verdict"]["script"],
        *recipe["verdict"]["after_script"],
    ]
    workflow = Workflow(tmp_path, project, "-p no:cacheprovider")
    done = workflow.run({"jobs": {"all": {"steps": [{"run": line} for line in lines]}}})
    assert [code for _, code in done] == [0] * (count + 4)
    assert recipe["verdict"]["allow_failure"]["exit_codes"] == [11]
