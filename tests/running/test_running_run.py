"""From what was asked to what will run."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from running_parts import MemorySuite, ScriptedModel, make_case

from pytest_lcbench.errors import LcbenchError, SettingsError
from pytest_lcbench.models.model import Model
from pytest_lcbench.running.request import DEFAULT_MODEL, RunRequest
from pytest_lcbench.running.run import Run

SETS = ("set1", "set2", "set3")


def request(folder: Path, **changes: Any) -> RunRequest:
    values = RunRequest(
        suites=("mine",),
        data={},
        sample=None,
        seed=0,
        model="scripted",
        model_args={},
        api_base=None,
        window=None,
        max_output=None,
        reasoning_budget=None,
        prompts=None,
        judge=None,
        judge_args={},
        judge_api_base=None,
        judge_prompt=None,
        overlength=None,
        order="suite",
        epochs=1,
        fidelity="paper",
        concurrency=1,
        timeout=5.0,
        reports=folder / "reports",
        run=None,
        pass_score=None,
    )
    return replace(values, **changes)


def find(name: str) -> Model | None:
    return ScriptedModel(["x"], name) if name.startswith("scripted") else None


def load(folder: Path, *, count: int = 12, called: str = "mine", **changes: Any) -> Run:
    cases = [make_case(number, length_set=SETS[number % 3]) for number in range(count)]
    return Run.load(request(folder, **changes), extra_suites={"mine": lambda _path: MemorySuite(cases, name=called)}, find_model=find)


def ids(run: Run) -> list[str]:
    return [item.id for item in run.items("mine")]


def test_there_is_one_item_per_case_in_the_suites_order(tmp_path: Path) -> None:
    run = load(tmp_path)
    assert [item.key.case_id for item in run.items("mine")] == [f"case-{number}" for number in range(12)]
    assert len(set(ids(run))) == 12


def test_epochs_of_a_case_stand_side_by_side_and_show_in_the_id(tmp_path: Path) -> None:
    run = load(tmp_path, count=2, epochs=2)
    assert [(item.key.case_id, item.key.epoch, item.id[-3:]) for item in run.items("mine")] == [
        ("case-0", 1, "-e1"),
        ("case-0", 2, "-e2"),
        ("case-1", 1, "-e1"),
        ("case-1", 2, "-e2"),
    ]


def test_a_sample_keeps_the_ids_of_the_full_run_and_takes_from_each_stratum(tmp_path: Path) -> None:
    full, sample = load(tmp_path), load(tmp_path, sample=6, seed=3)
    assert [name for name in ids(full) if name in set(ids(sample))] == ids(sample)
    assert sorted(case.length_set for case in sample.cases["mine"]) == ["set1", "set1", "set2", "set2", "set3", "set3"]


def test_a_sample_depends_on_the_seed_alone(tmp_path: Path) -> None:
    samples = {seed: ids(load(tmp_path, sample=5, seed=seed)) for seed in range(6)}
    assert samples[2] == ids(load(tmp_path, sample=5, seed=2))
    assert len({tuple(sample) for sample in samples.values()}) > 1


def test_a_sample_larger_than_the_suite_is_the_suite(tmp_path: Path) -> None:
    assert ids(load(tmp_path, sample=99)) == ids(load(tmp_path))


def test_the_run_id_is_the_name_given_or_made_from_settings_and_selection(tmp_path: Path) -> None:
    run = load(tmp_path)
    keys = [item.key for item in run.items("mine")]
    assert run.run_id(keys) == run.settings.run_id(keys) != run.run_id(keys[:1])
    assert load(tmp_path, run="nightly").run_id(keys) == "nightly"


def test_loading_makes_no_client_and_no_file(tmp_path: Path) -> None:
    run = load(tmp_path, model="openai/m", api_base="http://127.0.0.1:1/v1")
    assert run.model._model is None
    assert list(tmp_path.iterdir()) == []


def test_a_projects_own_model_comes_before_every_other(tmp_path: Path) -> None:
    run = load(tmp_path, window=77)
    assert isinstance(asyncio.run(run.model.model()), ScriptedModel)
    assert (run.settings.model.info.name, run.settings.model.info.window) == ("scripted", 77)


def test_the_embedded_reader_is_the_default_and_needs_no_key(tmp_path: Path) -> None:
    run = load(tmp_path, model=DEFAULT_MODEL)
    assert run.settings.model.info.route == DEFAULT_MODEL
    assert asyncio.run(run.model.model()).info.name == DEFAULT_MODEL


def test_header_values_are_not_in_the_settings(tmp_path: Path) -> None:
    run = load(tmp_path, model_args={"extra_headers": {"X-Team": "canary-value-4711"}, "top_p": 0.5})
    assert "canary-value-4711" not in run.settings.identity_json()
    assert json.loads(run.settings.identity_json())["model"]["arguments"] == {"extra_headers": ["X-Team"], "top_p": 0.5}


def test_credentials_in_a_servers_address_are_not_in_the_settings(tmp_path: Path) -> None:
    run = load(tmp_path, model="openai/m", api_base="http://127.0.0.1:1/v1?key=canary-4711")
    assert "canary-4711" not in run.settings.identity_json()
    with pytest.raises(SettingsError, match="--lcbench-api-base: holds credentials"):
        load(tmp_path, model="openai/m", api_base="http://user:canary-4711@127.0.0.1:1/v1")


@pytest.mark.parametrize("address", ["http://[::1", "http://[x]/v1", "http://a\u2100b/v1", "http://[::1]:x/v1", "http://host:0/v1"])
def test_an_address_that_cannot_be_read_is_named_by_its_option(tmp_path: Path, address: str) -> None:
    with pytest.raises(SettingsError, match=r"^--lcbench-api-base: not an address such as"):
        load(tmp_path, model="openai/m", api_base=address)
    with pytest.raises(SettingsError, match=r"^--lcbench-judge-api-base: not an address such as"):
        load(tmp_path, judge="openai/j", judge_api_base=address)


def test_a_slash_at_the_end_of_an_address_makes_no_other_server(tmp_path: Path) -> None:
    written = set()
    for end in ("", "/", "//"):
        model, judge = f"http://127.0.0.1:1/v1{end}", f"http://127.0.0.1:2/v1{end}"
        run = load(tmp_path, model="openai/m", api_base=model, judge="openai/j", judge_api_base=judge)
        written.add(run.settings.identity_json())
    assert len(written) == 1
    assert all(f'"http://127.0.0.1:{port}/v1"' in written.copy().pop() for port in (1, 2))


def test_calls_go_to_an_address_as_it_is_recorded(tmp_path: Path) -> None:
    run = load(tmp_path, model="openai/m", api_base="http://127.0.0.1:1/v1/")
    assert vars(asyncio.run(run.model.model()))["_api_base"] == "http://127.0.0.1:1/v1"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"called": "other"}, "suite 'mine': what was loaded calls itself 'other'; ask for it by that name"),
        ({"judge_prompt": Path("judge.txt")}, "--lcbench-judge-prompt: there is no judge to read it"),
        ({"judge": "scripted", "judge_prompt": Path("nowhere.txt")}, "judge prompt nowhere.txt cannot be read"),
        ({"prompts": Path("nowhere")}, "prompt folder nowhere is not there"),
        ({"fidelity": "official-code"}, "suite 'mine' has no released script to reproduce"),
        ({"model_args": {"api_key": "canary-4711"}}, "--lcbench-model-args: model argument 'api_key'"),
        ({"judge": "scripted", "judge_args": {"api_key": "canary-4711"}}, "--lcbench-judge-args: model argument 'api_key'"),
        ({"suites": ("mine", "nowhere")}, "no suite is called 'nowhere'"),
        ({"model": "lcbench/unheard-of"}, "there is no built-in model 'lcbench/unheard-of'"),
        ({"sample": 0}, "a sample of 0 cases cannot be run"),
    ],
)
def test_what_cannot_work_is_one_line_before_anything_runs(tmp_path: Path, changes: dict[str, Any], expected: str) -> None:
    with pytest.raises(LcbenchError) as told:
        load(tmp_path, **changes)
    assert str(told.value).startswith(expected)
    assert "\n" not in str(told.value)
    assert "canary-4711" not in str(told.value)


def test_a_missing_key_names_its_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(SettingsError, match="OPENAI_API_KEY"):
        load(tmp_path, judge="gpt-4o")


def test_a_reports_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsError, match=r"--lcbench-reports: .*file/reports: cannot be made a folder"):
        load(tmp_path, reports=tmp_path / "file" / "reports").open_books("s")


def test_the_store_and_the_journal_share_a_file_under_the_reports_folder(tmp_path: Path) -> None:
    with load(tmp_path).open_books("s") as books:
        books.journal.stop("s", "r")
        assert books.store.path == tmp_path / "reports" / "store.sqlite"


def test_token_counts_are_remembered_in_the_users_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    run = load(tmp_path)
    assert run.counter("cl100k_base") is run.counter("cl100k_base")
    run.counter("cl100k_base").count("some text " * 2_000, "0" * 64)
    run.close()
    assert (tmp_path / "cache" / "lcbench" / "token-counts.sqlite").is_file()
