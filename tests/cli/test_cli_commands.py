"""The ``lcbench`` command: what it writes, what it fetches, what it says."""

from __future__ import annotations

import hashlib
import io
import json
import os
import socket
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import pytest_lcbench
from pytest_lcbench import cli
from pytest_lcbench.suites import downloading

ROOT = Path(__file__).resolve().parents[2]
WRITTEN = ["cases/test_longbench_v2.py", "cases/test_loong.py", "cases/test_own.py", "cases/test_synthetic.py", "conftest.py"]
LONGBENCH_ROW = {
    "_id": "66ec356a",
    "domain": "Code Repository Understanding",
    "sub_domain": "Code repo QA",
    "difficulty": "easy",
    "length": "short",
    "question": "Which?",
    "choice_A": "a",
    "choice_B": "b",
    "choice_C": "c",
    "choice_D": "d",
    "answer": "B",
    "context": "text " * 10,
}
LOONG_ROW = {
    "level": 1,
    "set": 1,
    "length": 5,
    "type": "financial",
    "language": "zh",
    "question": "百亚股份的收入是多少?",
    "instruction": "i",
    "prompt_template": "{docs}{instruction}{question}",
    "doc": ["百亚股份"],
    "answer": "5",
    "shuffle_doc": True,
    "id": "one",
}


def documents() -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as packed:
        packed.writestr("doc/financial/2024-百亚股份-年报.txt", "报告")
    return held.getvalue()


@pytest.fixture
def files() -> dict[str, bytes]:
    return {
        "/longbench-v2/data.json": json.dumps([LONGBENCH_ROW]).encode(),
        "/loong/loong.jsonl": json.dumps(LOONG_ROW, ensure_ascii=False).encode() + b"\n",
        "/loong/doc.zip": documents(),
    }


@pytest.fixture
def mirror(files: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Serve *files* on this machine."""

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Keep the test's output clean."""

        def do_GET(self) -> None:
            body = files.get(self.path)
            self.send_response(200 if body is not None else 404)
            self.send_header("Content-Length", str(len(body or b"")))
            self.end_headers()
            self.wfile.write(body or b"")

    monkeypatch.setattr(downloading, "_PAUSES", (0.0,))
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


def one_line_of(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    assert len(lines) == 1, lines
    assert "Traceback" not in text
    return lines[0]


# -- init ------------------------------------------------------------------------------------------------------------------------


def test_init_writes_the_test_modules_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["init", str(tmp_path)]) == 0
    assert sorted(str(entry.relative_to(tmp_path)) for entry in tmp_path.rglob("*") if entry.is_file()) == WRITTEN
    told = capsys.readouterr()
    assert told.out.splitlines()[:-1] == [f"written {name}" for name in WRITTEN]
    assert "pytest" in told.out.splitlines()[-1]
    assert told.err == ""


def test_init_goes_to_the_folder_one_stands_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["init"]) == 0
    assert (tmp_path / "conftest.py").is_file()


def test_init_makes_the_folder_it_is_given(tmp_path: Path) -> None:
    assert cli.main(["init", str(tmp_path / "new" / "project")]) == 0
    assert (tmp_path / "new" / "project" / "cases").is_dir()


def test_init_keeps_files_that_are_there_and_says_which(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "conftest.py").write_text("mine = True\n")
    assert cli.main(["init", str(tmp_path)]) == 0
    assert (tmp_path / "conftest.py").read_text() == "mine = True\n"
    lines = capsys.readouterr().out.splitlines()
    assert "kept    conftest.py" in lines
    assert "written cases/test_loong.py" in lines


def test_init_twice_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["init", str(tmp_path)])
    before = {entry: entry.stat().st_mtime_ns for entry in tmp_path.rglob("*")}
    capsys.readouterr()
    assert cli.main(["init", str(tmp_path)]) == 0
    assert {entry: entry.stat().st_mtime_ns for entry in tmp_path.rglob("*")} == before
    assert capsys.readouterr().out.splitlines()[:-1] == [f"kept    {name}" for name in WRITTEN]


def test_init_never_writes_through_a_link_that_leads_nowhere(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "conftest.py").symlink_to(tmp_path / "outside.py")
    cli.main(["init", str(project)])
    assert not (tmp_path / "outside.py").exists()


@pytest.mark.parametrize("place", ["file", "file/below"])
def test_init_where_a_file_stands_in_the_way_is_one_line_and_exit_4(
    tmp_path: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert cli.main(["init", str(tmp_path / place)]) == 4
    assert "cannot be written" in one_line_of(capsys.readouterr().err)


def test_init_where_a_file_is_called_cases_is_one_line_and_exit_4(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "cases").write_text("mine")
    assert cli.main(["init", str(tmp_path)]) == 4
    assert "cases: cannot be written" in one_line_of(capsys.readouterr().err)
    assert (tmp_path / "cases").read_text() == "mine"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_init_into_a_folder_that_may_not_be_written_is_one_line_and_exit_4(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tmp_path.chmod(0o500)
    assert cli.main(["init", str(tmp_path)]) == 4
    assert "cannot be written (Permission denied)" in one_line_of(capsys.readouterr().err)


def test_a_folder_whose_name_cannot_be_is_one_line_and_exit_4(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("x" * 5_000, "nul\0inside"):
        assert cli.main(["init", name]) == 4
        one_line_of(capsys.readouterr().err)


def test_the_modules_that_init_writes_are_the_ones_this_repository_runs() -> None:
    template = ROOT / "pytest_lcbench" / "project_template" / "cases"
    ours = {entry.name: entry.read_text() for entry in (ROOT / "cases").glob("*.py")}
    assert {entry.name: entry.read_text() for entry in template.glob("*.py")} == ours
    assert len(ours) == 4


# -- fetch -----------------------------------------------------------------------------------------------------------------------


def test_fetching_brings_a_suite_and_says_what_and_where(tmp_path: Path, mirror: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["fetch", "longbench-v2", "--to", str(tmp_path), "--mirror", mirror]) == 0
    told = capsys.readouterr()
    assert told.out.splitlines() == ["fetched data.json", f"done: 1 cases in {tmp_path}"]
    assert json.loads((tmp_path / "data.json").read_bytes()) == [LONGBENCH_ROW]


def test_fetching_again_keeps_what_is_there(tmp_path: Path, mirror: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["fetch", "loong", "--to", str(tmp_path), "--mirror", mirror]
    assert cli.main(arguments) == 0
    capsys.readouterr()
    assert cli.main(arguments) == 0
    assert capsys.readouterr().out.splitlines() == [
        "kept    loong.jsonl",
        "kept    doc.zip",
        "kept    doc",
        f"done: 1 cases in {tmp_path}",
    ]
    assert (tmp_path / "doc" / "financial" / "2024-百亚股份-年报.txt").read_text() == "报告"


def test_fetching_goes_by_default_to_where_pytest_looks(
    tmp_path: Path, mirror: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data home"))
    monkeypatch.setenv("LCBENCH_MIRROR", mirror)
    assert cli.main(["fetch", "longbench-v2"]) == 0
    folder = tmp_path / "data home" / "lcbench" / "longbench-v2"
    assert capsys.readouterr().out.splitlines()[-1] == f"done: 1 cases in {folder}"
    assert (folder / "data.json").is_file()


def test_a_file_that_is_no_longer_what_was_fetched_first_is_one_line_and_exit_4(
    tmp_path: Path, mirror: str, files: dict[str, bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["fetch", "longbench-v2", "--to", str(tmp_path), "--mirror", mirror]
    assert cli.main(arguments) == 0
    (tmp_path / "data.json").unlink()
    files["/longbench-v2/data.json"] = json.dumps([LONGBENCH_ROW | {"answer": "C"}]).encode()
    capsys.readouterr()
    assert cli.main(arguments) == 4
    assert "is not what was first fetched" in one_line_of(capsys.readouterr().err)
    assert not (tmp_path / "data.json").exists()
    assert hashlib.sha256(json.dumps([LONGBENCH_ROW]).encode()).hexdigest() in (tmp_path / "fetched.json").read_text()


def test_a_file_of_another_format_is_one_line_and_exit_4(
    tmp_path: Path, mirror: str, files: dict[str, bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    files["/longbench-v2/data.json"] = b"<html>login</html>"
    assert cli.main(["fetch", "longbench-v2", "--to", str(tmp_path), "--mirror", mirror]) == 4
    assert "data.json" in one_line_of(capsys.readouterr().err)


@pytest.mark.parametrize("suite", ["loong", "longbench-v2"])
def test_without_network_one_line_says_what_to_do_by_hand(
    tmp_path: Path, suite: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def no_network(*_: object, **__: object) -> object:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", no_network)
    monkeypatch.setattr(socket.socket, "connect", no_network)
    monkeypatch.setattr(downloading, "_PAUSES", (0.0,))
    monkeypatch.setattr("time.sleep", lambda _seconds: None)  # the hub's client waits between its retries
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "LCBENCH_MIRROR"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    # As in a process of its own: how much the hub's client says is settled when it is imported.
    for name in [name for name in sys.modules if name.partition(".")[0] == "huggingface_hub"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delenv("HF_HUB_VERBOSITY", raising=False)
    assert cli.main(["fetch", suite, "--to", str(tmp_path)]) == 4
    line = one_line_of(capsys.readouterr().err)
    assert "by hand" in line
    assert str(tmp_path) in line


@pytest.mark.parametrize("url", ["ftp://127.0.0.1/x", "nonsense", "http://", "http://[", "http://127.0.0.1:99999"])
def test_a_mirror_that_is_no_address_is_one_line_and_exit_4(tmp_path: Path, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["fetch", "loong", "--to", str(tmp_path / "t"), "--mirror", url]) == 4
    one_line_of(capsys.readouterr().err)


def test_interrupting_a_fetch_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr("pytest_lcbench.suites.fetching.fetch", interrupted)
    assert cli.main(["fetch", "loong", "--to", str(tmp_path)]) == 130
    assert "run the same command again" in one_line_of(capsys.readouterr().err)


# -- the command line itself -----------------------------------------------------------------------------------------------------


def test_the_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"pytest-lcbench {pytest_lcbench.__version__}\n"


@pytest.mark.parametrize("arguments", [[], ["no-such-command"], ["fetch"], ["fetch", "no-such-suite"], ["init", "a", "b"]])
def test_a_wrong_command_line_says_what_is_right_without_a_traceback(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(arguments)
    assert left.value.code == cli.EXIT_USAGE
    told = capsys.readouterr().err
    assert "lcbench" in told.splitlines()[-1]
    assert "error:" in told
    assert "Traceback" not in told


def test_the_command_runs_as_a_module_of_the_package(tmp_path: Path) -> None:
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-m", "pytest_lcbench.cli", "init", str(tmp_path / "project")],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "project" / "conftest.py").is_file()
