"""``lcbench build synthetic``."""

from __future__ import annotations

from pathlib import Path

import pytest
from synthetic_fields import make_fake

import pytest_lcbench.suites.synthetic.export as export_module
import pytest_lcbench.suites.synthetic.suite as suite_module
from pytest_lcbench import cli
from pytest_lcbench.suites.longbench_v2 import LongBenchV2Suite
from pytest_lcbench.suites.loong import LoongSuite
from pytest_lcbench.suites.native import NativeSuite


@pytest.fixture(autouse=True)
def _own_fields(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(suite_module, "make_field", make_fake)
    monkeypatch.setattr(suite_module, "_proof", lambda _case, _documents: [])  # no checker reads the fakes
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def build(capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, list[str], list[str]]:
    code = cli.main(["build", "synthetic", *options])
    said = capsys.readouterr()
    return code, said.out.splitlines(), said.err.splitlines()


def test_it_writes_the_native_form_and_says_so_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = build(capsys, "--out", str(tmp_path / "out"), "--world", "1-2", "--lengths", "2K-3K")
    cases = NativeSuite(tmp_path / "out").cases()
    assert (code, err, len(cases)) == (0, [], 2 * 28)
    (line,) = out
    assert line.startswith("done: 56 cases, ")
    assert line.endswith(f" tokens in {tmp_path / 'out'}")


def test_it_writes_the_two_official_layouts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert build(capsys, "--out", str(tmp_path / "a"), "--format", "loong", "--lengths=2K-3K")[0] == 0
    code, out, _ = build(capsys, "--out", str(tmp_path / "b"), "--format=longbench-v2", "--lengths=2K-3K")
    assert code == 0
    assert out[0].endswith("; 22 cases have no place in this format")
    assert (len(LoongSuite(tmp_path / "a").cases()), len(LongBenchV2Suite(tmp_path / "b").cases())) == (22, 6)


def test_a_sample_is_drawn_by_its_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ids = []
    for folder, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        assert build(capsys, "--out", str(tmp_path / folder), "--lengths=2K-3K", "--sample=8", f"--seed={seed}")[0] == 0
        ids.append([case.id for case in NativeSuite(tmp_path / folder).cases()])
    assert len(ids[0]) == 8
    assert ids[0] == ids[1] != ids[2]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--world=x",), "--world: 'x' is no world"),
        (("--lengths=1K",), "--lengths: '1K' is no length"),
        (("--sample=0",), "--sample: must be at least 1"),
        (("--lengths=set1", "--format=longbench-v2"), "no case has a place"),
    ],
)
def test_what_cannot_be_had_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], words: str
) -> None:
    code, out, err = build(capsys, "--out", str(tmp_path / "out"), *options)
    assert (code, out) == (4, [])
    (line,) = err
    assert line.startswith("lcbench: ")
    assert words in line
    assert not (tmp_path / "out").exists()


def test_a_folder_of_something_else_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    code, _, err = build(capsys, "--out", str(tmp_path), "--lengths=2K-3K")
    assert code == 4
    assert "holds something else than an earlier build" in err[0]


@pytest.mark.parametrize("at", ["_write", "_move"])
def test_an_interrupted_build_says_what_is_there_of_it(
    at: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> object:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(export_module, at, interrupted)
        code, out, err = build(capsys, "--out", str(tmp_path / "b"), "--lengths", "2K-3K")
    said = {"_write": "nothing was written to", "_move": "while files were put into"}[at]
    assert (code, out, len(err)) == (130, [], 1)
    assert said in err[0]
    assert "go on" not in err[0]
    assert [path.name for path in tmp_path.iterdir() if path.name != "cache"] == []


def test_an_interrupt_while_cases_are_drawn_wrote_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(suite_module.SyntheticSuite, "cases", interrupted)
    code, _, err = build(capsys, "--out", str(tmp_path / "b"), "--lengths", "2K-3K")
    assert code == 130
    assert err == [f"lcbench: interrupted; nothing was written to {tmp_path / 'b'}, and the same command starts anew"]
