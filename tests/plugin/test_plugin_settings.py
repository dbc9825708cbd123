"""Settings that cannot work: one clear line, exit 4, before the first case."""

from __future__ import annotations

import pytest
from plugin_project import Project


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ("--lcbench-sample=0", "--lcbench-sample=0: must be at least 1"),
        ("--lcbench-sample=many", "--lcbench-sample=many: not a whole number"),
        ("--lcbench-pass-score=101", "--lcbench-pass-score=101: must be at least 0 and at most 100"),
        ("--lcbench-pass-score=nan", "--lcbench-pass-score=nan: must be*"),
        ("--lcbench-timeout=0", "--lcbench-timeout=0: must be*"),
        ("--lcbench-overlength=chop", "--lcbench-overlength=chop: choose one of documents, middle, skip, error"),
        ("--lcbench-fidelity=exact", "--lcbench-fidelity=exact: choose one of paper, official-code"),
        ("--lcbench-model-args={", "--lcbench-model-args: not a JSON object*"),
        ("--lcbench-model-args=[1]", "--lcbench-model-args: must be a JSON object*"),
        ('--lcbench-model-args={"api_key": "canary-4711"}', "--lcbench-model-args:*environment*"),
        ("--lcbench-run=../out", "--lcbench-run=../out: a run name becomes a folder*"),
        ("--lcbench-data=other=data", "--lcbench-data=other=data: suite 'other' is not among the selected: mine"),
        ("--lcbench-prompts=nowhere", "*nowhere*"),
        ("--lcbench-judge-prompt=nowhere.txt", "*no judge to read it*"),
        ("--lcbench-suite=unheard-of", "*unheard-of*"),
        ("--lcbench-epochs=99999999", "--lcbench-epochs=99999999: must be at most 1000"),
        ("--lcbench-run=Store.sqlite", "--lcbench-run=Store.sqlite: a run name becomes a folder*"),
        ("--lcbench-run=con", "--lcbench-run=con: a run name becomes a folder*"),
        ("--lcbench-run=a b", "--lcbench-run=a b: a run name becomes a folder*"),
        ("--lcbench-run=x-1of2", "--lcbench-run=x-1of2: is what a shard's run is called; give --lcbench-run=x --lcbench-shard=1/2,*"),
        ("--lcbench-run=x-1OF2", "--lcbench-run=x-1OF2: is what a shard's run is called; give --lcbench-run=x --lcbench-shard=1/2,*"),
        ("--lcbench-run=x.", "--lcbench-run=x.: a run name becomes a folder*"),
        ("--lcbench-api-base=foo", "--lcbench-api-base: not an address such as http://localhost:8000/v1"),
        ("--lcbench-api-base=http://", "--lcbench-api-base: not an address*"),
        ("--lcbench-api-base=file:///etc/passwd", "--lcbench-api-base: not an address*"),
        ("--lcbench-api-base=http://127.0.0.1:99999/v1", "--lcbench-api-base: not an address*"),
        ("--lcbench-api-base=http://[::1", "--lcbench-api-base: not an address*"),
        ("--lcbench-api-base=http://[x]/v1", "--lcbench-api-base: not an address*"),
        ("--lcbench-api-base=http://a\u2100b/v1", "--lcbench-api-base: not an address*"),
        ("--lcbench-api-base=http://user:canary-4711@host/v1", "--lcbench-api-base: holds *"),
        ("--lcbench-max-cost=1e999", "--lcbench-max-cost=1e999: must be*"),
    ],
)
def test_a_setting_that_cannot_work_is_one_line_and_exit_4(project: Project, option: str, expected: str) -> None:
    result = project.run(option)
    assert result.ret == 4
    lines = [line for line in result.stderr.lines if line.strip()]
    assert len(lines) == 1, lines
    result.stderr.fnmatch_lines([f"ERROR: *{expected}".replace("[", "[[]")])
    assert "canary-4711" not in result.stdout.str() + result.stderr.str()
    assert project.calls == []


def test_a_missing_data_folder_says_what_to_do(project: Project) -> None:
    result = project.pytester.runpytest_inprocess("--lcbench-suite=loong", "--lcbench-data=nowhere")
    assert result.ret == 4
    result.stderr.fnmatch_lines(["ERROR: *nowhere*"])


def test_a_missing_key_is_found_before_the_first_case(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    result = project.pytester.runpytest_inprocess("--lcbench-suite=mine", "--lcbench-data=data", "--lcbench-model=claude-3-5-sonnet")
    assert result.ret == 4
    result.stderr.fnmatch_lines(["ERROR: *ANTHROPIC_API_KEY*"])


def test_a_name_that_no_provider_has_is_found_before_the_first_case(project: Project) -> None:
    result = project.pytester.runpytest_subprocess(
        "--lcbench-suite=mine", "--lcbench-data=data", "--lcbench-model=no-such-model-at-all"
    )
    assert result.ret == 4
    result.stderr.fnmatch_lines(["ERROR: *no-such-model-at-all*"])


def test_ini_keys_set_defaults_that_options_override(project: Project) -> None:
    project.pytester.makeini("[pytest]\nlcbench_suite = mine\nlcbench_data = mine=data\nlcbench_model = scripted\nlcbench_sample = 3\n")
    project.pytester.runpytest_inprocess("-p", "no:cacheprovider").assert_outcomes(passed=3)
    project.pytester.runpytest_inprocess("-p", "no:cacheprovider", "--lcbench-sample=2").assert_outcomes(passed=2)


def test_ini_settings_that_cannot_work_do_not_disturb_other_tests(project: Project) -> None:
    project.pytester.makeini("[pytest]\nlcbench_suite = unheard-of\n")
    project.pytester.makepyfile(test_plain="def test_plain(): pass")
    project.pytester.runpytest_inprocess("test_plain.py").assert_outcomes(passed=1)


def test_ini_settings_that_cannot_work_are_one_line_once_a_case_is_collected(project: Project) -> None:
    project.pytester.makeini("[pytest]\nlcbench_suite = unheard-of\n")
    result = project.pytester.runpytest_inprocess()
    assert result.ret == 4
    result.stderr.fnmatch_lines(["ERROR: *unheard-of*"])
    assert "Traceback" not in result.stdout.str()


def test_a_model_can_be_described_in_pyproject(project: Project) -> None:
    (project.path / "pyproject.toml").write_text(
        '[tool.lcbench.models."my-vllm"]\nroute = "openai/my-vllm"\nwindow = 4096\n', encoding="utf-8"
    )
    result = project.pytester.runpytest_inprocess(
        "--collect-only",
        "--lcbench-suite=mine",
        "--lcbench-data=data",
        "--lcbench-model=my-vllm",
        "--lcbench-api-base=http://127.0.0.1:9/v1",
    )
    result.stdout.fnmatch_lines(["lcbench: model my-vllm as openai/my-vllm, window 4,096;*"])


def test_the_header_shows_the_effective_settings(project: Project) -> None:
    result = project.run("--lcbench-seed=7")
    result.stdout.fnmatch_lines(["lcbench: mine (4 cases)", "lcbench: model scripted, window unknown, nothing is cut; rules;*seed 7*"])
    result.stdout.fnmatch_lines(["lcbench: run *"])


@pytest.mark.parametrize("option", ["run", "model", "suite", "data", "reports", "judge"])
def test_a_key_given_as_an_option_is_refused_and_not_shown(project: Project, option: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-proj-canary-4711-canary")
    result = project.run(f"--lcbench-{option}=x-sk-proj-canary-4711-canary")
    assert result.ret == 4
    result.stderr.fnmatch_lines([f"ERROR: *--lcbench-{option}: holds the value of OPENAI_API_KEY*"])
    assert "canary" not in result.stdout.str() + result.stderr.str()


def test_a_file_in_the_place_of_the_runs_folder_is_found_before_the_first_case(project: Project) -> None:
    (project.path / "reports").mkdir()
    (project.path / "reports" / "nightly").write_text("")
    result = project.run("--lcbench-run=nightly")
    assert result.ret == 4
    assert project.calls == []


def test_an_ordinary_name_of_a_branch_is_a_run_name(project: Project) -> None:
    assert project.run("--lcbench-run=main+fix_2=x@y-1.0").ret == 0
    assert (project.path / "reports" / "main+fix_2=x@y-1.0" / "tables.md").is_file()


@pytest.mark.parametrize("said", ["is empty", "is not there", "leads nowhere"])
def test_a_store_cut_to_nothing_or_gone_beside_paid_calls_is_refused(project: Project, said: str) -> None:
    project.run()
    store = project.path / "reports" / "store.sqlite"
    for path in store.parent.glob("store.sqlite*"):
        path.unlink()
    if said == "is empty":
        store.touch()
    if said == "leads nowhere":
        store.symlink_to(project.path / "another disk.sqlite")  # as one that is not mounted
    result = project.run()
    assert result.ret == 4
    result.stderr.fnmatch_lines([f"ERROR: *store.sqlite: {said}, although calls have been made*"])
    assert len(project.calls) == 4
    assert store.exists() == (said == "is empty")
