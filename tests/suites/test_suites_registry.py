"""Finding a suite by name, and saying what to do when it is not there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.suites.case import Suite
from pytest_lcbench.suites.longbench_v2 import LongBenchV2Suite
from pytest_lcbench.suites.loong import LoongSuite
from pytest_lcbench.suites.native import NativeSuite
from pytest_lcbench.suites.registry import load_suite
from pytest_lcbench.suites.synthetic.suite import SyntheticSuite


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "user-data"
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *_, **__: str(folder))
    return folder


def native(folder: Path, name: str) -> Path:
    folder.mkdir(parents=True)
    card = {"name": name, "version": "1", "title": "T", "description": "", "licence": "CC0-1.0", "languages": ["en"]}
    (folder / "card.json").write_text(json.dumps(card), encoding="utf-8")
    (folder / "cases.jsonl").write_text("", encoding="utf-8")
    return folder


def loong(folder: Path) -> Path:
    (folder / "doc").mkdir(parents=True)
    (folder / "loong.jsonl").write_text("", encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", ["loong", "longbench-v2"])
def test_a_suite_not_fetched_says_how_to_fetch_it(name: str) -> None:
    with pytest.raises(SettingsError, match=f"'lcbench fetch {name}', or give --lcbench-data=PATH"):
        load_suite(name)


def test_a_fetched_suite_is_found_without_a_path(home: Path) -> None:
    loong(home / "loong")
    assert isinstance(load_suite("loong"), LoongSuite)


def test_a_path_decides_where_there_is_one(tmp_path: Path) -> None:
    folder = loong(tmp_path / "mine")
    by_file = load_suite("loong", folder / "loong.jsonl")
    assert isinstance(by_file, LoongSuite)
    assert by_file.questions == folder / "loong.jsonl"
    (tmp_path / "data.json").write_text("[]", encoding="utf-8")
    assert isinstance(load_suite("longbench-v2", tmp_path), LongBenchV2Suite)


def test_an_unknown_suite_lists_the_known_ones(home: Path) -> None:
    native(home / "house-rules", "house-rules")
    with pytest.raises(SettingsError, match="known are synthetic, loong, longbench-v2, from-a-hook, house-rules"):
        load_suite("lung", extra={"from-a-hook": lambda _: pytest.fail("not asked for")})


def test_a_native_folder_is_found_by_its_name_or_path(home: Path, tmp_path: Path) -> None:
    native(home / "house-rules", "house-rules")
    assert isinstance(load_suite("house-rules"), NativeSuite)
    other = native(tmp_path / "anywhere", "garden-rules")
    assert load_suite("garden-rules", other).name == "garden-rules"
    assert load_suite("garden-rules", other / "cases.jsonl").name == "garden-rules"


def test_a_card_of_another_suite_is_refused(tmp_path: Path) -> None:
    folder = native(tmp_path / "anywhere", "garden-rules")
    for asked in ("house-rules", "synthetic", "loong"):
        with pytest.raises(SettingsError, match="--lcbench-suite=garden-rules"):
            load_suite(asked, folder)


def test_the_synthetic_suite_is_generated_of_the_worlds_and_lengths_asked_for() -> None:
    suite = load_suite("synthetic", world="3,5", lengths="set2")
    assert isinstance(suite, SyntheticSuite)
    assert (suite.name, suite.worlds, [length.word for length in suite.lengths]) == ("synthetic", (3, 5), ["set2"])


def test_a_native_folder_stands_in_for_the_generated_suite(tmp_path: Path) -> None:
    assert isinstance(load_suite("synthetic", native(tmp_path / "own", "synthetic")), NativeSuite)


@pytest.mark.parametrize("name", ["loong", "house-rules", "longbench-v2"])
def test_a_path_that_is_not_there_is_one_line(tmp_path: Path, name: str) -> None:
    with pytest.raises(SettingsError, match="is not there"):
        load_suite(name, tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("name", "words"), [("loong", "holds no loong.jsonl"), ("longbench-v2", "holds no data.json"), ("mine", "holds no card.json")]
)
def test_a_folder_without_its_question_file_is_one_line(tmp_path: Path, name: str, words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        load_suite(name, tmp_path)


def test_loong_without_documents_is_said_before_the_first_case(tmp_path: Path) -> None:
    (tmp_path / "loong.jsonl").write_text("", encoding="utf-8")
    with pytest.raises(SettingsError, match="documents are missing"):
        load_suite("loong", tmp_path)


@pytest.mark.parametrize("name", ["../loong", "a/b", "", ".", "\x00", "\x1b[31m"])
def test_a_name_is_never_a_way_out_of_the_data_folder(home: Path, name: str) -> None:
    native(home / "loong" / "deep", "deep")
    with pytest.raises(SettingsError, match="no suite is called") as caught:
        load_suite(name)
    assert "\x1b" not in str(caught.value)


def test_a_hook_makes_its_own_suite_from_the_path(tmp_path: Path) -> None:
    suite = LoongSuite(tmp_path)
    asked: list[Path | None] = []

    def make(path: Path | None) -> Suite:
        asked.append(path)
        return suite

    assert load_suite("mine", tmp_path, {"mine": make}) is suite
    assert asked == [tmp_path]


def test_a_path_that_cannot_be_looked_at_is_one_line(tmp_path: Path) -> None:
    for name in ("loong", "house-rules", "x" * 5000):
        with pytest.raises(SettingsError, match="cannot be looked into"):
            load_suite(name, tmp_path / ("y" * 5000))
    with pytest.raises(SettingsError, match="cannot be looked into"):
        load_suite("x" * 5000)


def test_a_hook_cannot_take_a_built_in_name() -> None:
    with pytest.raises(SettingsError, match="built in"):
        load_suite("loong", extra={"loong": lambda _: pytest.fail("never called")})
