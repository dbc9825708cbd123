"""Fetching from a loopback server that cuts, ignores, refuses and lies."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import socket
import sys
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import IO

import pytest

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.suites import downloading, fetching, unpacking
from pytest_lcbench.suites.downloading import FetchError
from pytest_lcbench.suites.fetching import FetchReport, fetch
from pytest_lcbench.suites.loong import LoongSuite
from pytest_lcbench.suites.unpacking import unpack

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
    "context": "text " * 1000,
}
PROMPT_SCRIPT = "def get(a):\n    prompt = '''[Question] {} [Gold] {} [Answer] {} rate it'''\n    raise SystemExit(a)\n"


def archive(members: dict[str, str] | None = None) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in (
            {"doc/financial/2024-百亚股份-年报.txt": "报告", "doc/.DS_Store": "x"} if members is None else members
        ).items():
            packed.writestr(name, text)
    return held.getvalue()


@dataclass
class Mirror:
    """What the server holds, and how it misbehaves."""

    files: dict[str, bytes]
    url: str = ""
    cut_after: dict[str, int] = field(default_factory=dict)
    ignores_range: bool = False
    status: int = 200
    ranges: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)


@pytest.fixture
def mirror() -> Iterator[Mirror]:
    held = Mirror(
        {
            "/loong/loong.jsonl": (json.dumps(LOONG_ROW, ensure_ascii=False) + "\n").encode() * 1,
            "/loong/doc.zip": archive(),
            "/loong/prompts/loong_prompt.py": PROMPT_SCRIPT.encode(),
            "/longbench-v2/data.json": json.dumps([LONGBENCH_ROW]).encode(),
            **{f"/longbench-v2/prompts/{name}": f"{name}: $DOC$ $Q$".encode() for name in fetching.PROMPT_SOURCES["longbench-v2"]},
        }
    )

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            """Keep the test's output clean."""

        def do_GET(self) -> None:
            held.requests.append(self.path)
            body = held.files.get(self.path)
            if body is None or held.status != 200:
                self.send_response(404 if body is None else held.status)
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            tag = f'"{hashlib.sha256(body).hexdigest()[:8]}"'
            begin = 0
            asked = self.headers.get("Range")
            if asked and not held.ignores_range and self.headers.get("If-Range") == tag:
                held.ranges.append(asked)
                begin = int(asked.removeprefix("bytes=").removesuffix("-"))
                self.send_response(206)
                self.send_header("Content-Range", f"bytes {begin}-{len(body) - 1}/{len(body)}")
            else:
                self.send_response(200)
            self.send_header("Content-Length", str(len(body) - begin))
            self.send_header("ETag", tag)
            self.end_headers()
            cut = held.cut_after.pop(self.path, None)
            self.wfile.write(body[begin:] if cut is None else body[begin:cut])
            if cut is not None:
                self.wfile.flush()
                self.connection.shutdown(socket.SHUT_RDWR)
                self.close_connection = True

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        held.url = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        yield held
        server.shutdown()
        thread.join()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(downloading, "_PAUSES", (0.0,))
    monkeypatch.setattr(downloading, "_CHUNK", 64)
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_, **__: str(tmp_path / "cache"))
    monkeypatch.delenv("LCBENCH_MIRROR", raising=False)
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


def run(mirror: Mirror, target: Path, name: str = "loong", *, prompts: bool = False) -> FetchReport:
    return fetch(name, target, progress=lambda *_: None, mirror=mirror.url, prompts=prompts)


def fault_of(mirror: Mirror, target: Path, name: str = "loong") -> str:
    with pytest.raises(FetchError) as caught:
        run(mirror, target, name)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_loong_arrives_and_is_ready(mirror: Mirror, tmp_path: Path) -> None:
    report = run(mirror, tmp_path / "loong")
    assert (report.cases, report.fetched, report.kept) == (1, ("loong.jsonl", "doc.zip", "doc"), ())
    assert sorted(path.name for path in (tmp_path / "loong").iterdir()) == ["doc", "doc.zip", "fetched.json", "loong.jsonl"]
    suite = LoongSuite(tmp_path / "loong")
    assert suite.documents(suite.cases()[0])[0].text == "报告"


def test_longbench_comes_from_a_mirror_without_the_hub(mirror: Mirror, tmp_path: Path) -> None:
    assert run(mirror, tmp_path, "longbench-v2").cases == 1


def test_a_second_fetch_brings_nothing(mirror: Mirror, tmp_path: Path) -> None:
    run(mirror, tmp_path)
    mirror.requests.clear()
    assert (run(mirror, tmp_path).kept, mirror.requests) == (("loong.jsonl", "doc.zip", "doc"), [])


def test_the_mirror_may_be_set_in_the_environment(mirror: Mirror, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LCBENCH_MIRROR", mirror.url + "/")
    assert fetch("loong", tmp_path, progress=lambda *_: None).cases == 1


def test_official_prompts_are_brought_and_the_judge_prompt_is_taken_out_unexecuted(mirror: Mirror, tmp_path: Path) -> None:
    run(mirror, tmp_path / "a", prompts=True)
    assert (tmp_path / "a" / "prompts" / "judge.txt").read_text(encoding="utf-8") == "[Question] {} [Gold] {} [Answer] {} rate it"
    run(mirror, tmp_path / "b", "longbench-v2", prompts=True)
    assert len(list((tmp_path / "b" / "prompts").iterdir())) == 5


@pytest.mark.parametrize("script", [b"def (", b"x = 1", b"\x00", b"<html>Please log in</html>"])
def test_a_script_without_the_judge_prompt_is_set_aside(mirror: Mirror, tmp_path: Path, script: bytes) -> None:
    sound = mirror.files["/loong/prompts/loong_prompt.py"]
    mirror.files["/loong/prompts/loong_prompt.py"] = script
    with pytest.raises(FetchError, match=r"judge prompt.*set aside as loong_prompt\.py\.bad"):
        run(mirror, tmp_path, prompts=True)
    mirror.files["/loong/prompts/loong_prompt.py"] = sound
    assert run(mirror, tmp_path, prompts=True).fetched == ("prompts/loong_prompt.py", "doc")


def test_a_cut_transfer_is_continued_where_it_stopped(mirror: Mirror, tmp_path: Path) -> None:
    mirror.cut_after["/longbench-v2/data.json"] = 1000
    run(mirror, tmp_path, "longbench-v2")
    assert len(mirror.ranges) == 1
    assert (tmp_path / "data.json").read_bytes() == mirror.files["/longbench-v2/data.json"]
    assert not list(tmp_path.glob("*.part*"))


def test_a_later_command_continues_too(mirror: Mirror, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(downloading, "_ATTEMPTS", 1)
    mirror.cut_after["/longbench-v2/data.json"] = 1000
    message = fault_of(mirror, tmp_path, "longbench-v2")
    assert "run the same command again, which continues there" in message
    kept = (tmp_path / "data.json.part").stat().st_size
    assert 0 < kept <= 1000
    run(mirror, tmp_path, "longbench-v2")
    assert mirror.ranges == [f"bytes={kept}-"]
    assert (tmp_path / "data.json").read_bytes() == mirror.files["/longbench-v2/data.json"]


def test_a_part_of_another_version_is_not_continued(mirror: Mirror, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(downloading, "_ATTEMPTS", 1)
    mirror.cut_after["/longbench-v2/data.json"] = 1000
    fault_of(mirror, tmp_path, "longbench-v2")
    mirror.files["/longbench-v2/data.json"] = json.dumps([{**LONGBENCH_ROW, "question": "Another?"}]).encode()
    run(mirror, tmp_path, "longbench-v2")
    assert (tmp_path / "data.json").read_bytes() == mirror.files["/longbench-v2/data.json"]


def test_a_server_that_ignores_ranges_is_begun_anew(mirror: Mirror, tmp_path: Path) -> None:
    mirror.ignores_range = True
    mirror.cut_after["/longbench-v2/data.json"] = 1000
    run(mirror, tmp_path, "longbench-v2")
    assert (tmp_path / "data.json").read_bytes() == mirror.files["/longbench-v2/data.json"]


@pytest.mark.parametrize("note", [b"", b"[]", b'{"url": 1}', b'{"validator": "\xc3\xa9"}'])
def test_a_part_whose_note_is_damaged_is_begun_anew(mirror: Mirror, tmp_path: Path, note: bytes) -> None:
    (tmp_path / "data.json.part").write_bytes(b"rubbish")
    (tmp_path / "data.json.part.json").write_bytes(note)
    run(mirror, tmp_path, "longbench-v2")
    assert (tmp_path / "data.json").read_bytes() == mirror.files["/longbench-v2/data.json"]


def test_progress_counts_up_to_the_whole(mirror: Mirror, tmp_path: Path) -> None:
    seen: list[tuple[str, int, int | None]] = []
    fetch("longbench-v2", tmp_path, progress=lambda *step: seen.append(step), mirror=mirror.url)
    size = len(mirror.files["/longbench-v2/data.json"])
    assert seen[0] == ("data.json", 0, size)
    assert seen[-1] == ("data.json", size, size)
    assert [step[1] for step in seen] == sorted(step[1] for step in seen)


def test_a_file_changed_here_since_is_not_accepted(mirror: Mirror, tmp_path: Path) -> None:
    run(mirror, tmp_path)
    (tmp_path / "loong.jsonl").write_text("changed", encoding="utf-8")
    assert "delete it to fetch it again" in fault_of(mirror, tmp_path)


def test_a_file_changed_at_its_source_is_not_accepted(mirror: Mirror, tmp_path: Path) -> None:
    run(mirror, tmp_path, "longbench-v2")
    (tmp_path / "data.json").unlink()
    mirror.files["/longbench-v2/data.json"] += b"\n"
    assert "SHA-256 differs" in fault_of(mirror, tmp_path, "longbench-v2")
    assert not (tmp_path / "data.json").exists()


def test_a_file_put_there_by_hand_is_taken(mirror: Mirror, tmp_path: Path) -> None:
    (tmp_path / "doc.zip").write_bytes(archive())
    assert run(mirror, tmp_path).kept == ("doc.zip",)
    assert json.loads((tmp_path / "fetched.json").read_text(encoding="utf-8"))["doc.zip"]["source"] == "by hand"


def test_a_folder_of_documents_that_is_not_ours_is_left_alone(mirror: Mirror, tmp_path: Path) -> None:
    (tmp_path / "doc").mkdir()
    (tmp_path / "doc" / "mine").write_text("x", encoding="utf-8")
    assert "doc" in run(mirror, tmp_path).kept
    assert [path.name for path in (tmp_path / "doc").iterdir()] == ["mine"]


@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.ENOSPC, "the disk is full"), (errno.EACCES, "may not be written"), (errno.EIO, "cannot be written")],
)
def test_a_disk_that_fails_is_one_line_and_the_part_is_kept(
    mirror: Mirror, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, words: str
) -> None:
    write = downloading._write

    def failing(file: IO[bytes], chunk: bytes) -> None:
        if file.tell() >= 640:
            raise OSError(number, "device says no")
        write(file, chunk)

    monkeypatch.setattr(downloading, "_write", failing)
    assert words in fault_of(mirror, tmp_path, "longbench-v2")
    assert (tmp_path / "data.json.part").stat().st_size == 640
    monkeypatch.setattr(downloading, "_write", write)
    run(mirror, tmp_path, "longbench-v2")
    assert mirror.ranges == ["bytes=640-"]


def test_a_target_that_is_a_file_is_one_line(mirror: Mirror, tmp_path: Path) -> None:
    (tmp_path / "target").write_text("", encoding="utf-8")
    assert "cannot be written" in fault_of(mirror, tmp_path / "target")


def test_offline_says_what_to_download_by_hand_and_where_to_put_it(tmp_path: Path) -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{held.getsockname()[1]}"
        with pytest.raises(FetchError) as caught:
            fetch("loong", tmp_path, progress=lambda *_: None, mirror=url)
    message = str(caught.value)
    assert f"download {url}/loong/loong.jsonl by hand, put it at {tmp_path / 'loong.jsonl'}" in message
    assert "\n" not in message


@pytest.mark.parametrize("status", [403, 404, 451])
def test_a_refusal_is_one_line(mirror: Mirror, tmp_path: Path, status: int) -> None:
    mirror.status = status
    assert f"HTTP {status}" in fault_of(mirror, tmp_path)
    assert len(mirror.requests) == 1


def test_a_busy_server_is_asked_a_few_times(mirror: Mirror, tmp_path: Path) -> None:
    mirror.status = 503
    assert "busy" in fault_of(mirror, tmp_path)
    assert len(mirror.requests) == 4


WHOLE = archive({"doc/a": "text " * 1000})
NOISY = WHOLE[:50] + b"\xff" * 20 + WHOLE[70:]  # its list of members is sound, its content is not
PAGE = b"<!DOCTYPE html><html>Please log in</html>"
CASES_OF_GARBAGE = [
    ("loong", "loong.jsonl", PAGE),
    ("loong", "loong.jsonl", b""),
    ("loong", "loong.jsonl", b"[1, 2]"),
    ("loong", "loong.jsonl", json.dumps({**LOONG_ROW, "level": 9}).encode()),
    ("loong", "doc.zip", PAGE),
    ("loong", "doc.zip", archive()[:-30]),
    ("loong", "doc.zip", NOISY),
    ("longbench-v2", "data.json", PAGE),
    ("longbench-v2", "data.json", json.dumps([LONGBENCH_ROW]).encode()[:-20]),
    ("longbench-v2", "data.json", json.dumps([{**LONGBENCH_ROW, "answer": "E"}]).encode()),
    ("longbench-v2", "prompts/0shot.txt", PAGE),
    ("longbench-v2", "prompts/0shot_rag.txt", b"\xff\xfe$Q$"),
]


@pytest.mark.parametrize(("suite", "file", "garbage"), CASES_OF_GARBAGE)
def test_what_is_not_of_its_format_is_set_aside_and_fetched_again(
    mirror: Mirror, tmp_path: Path, suite: str, file: str, garbage: bytes
) -> None:
    sound = mirror.files[f"/{suite}/{file}"]
    mirror.files[f"/{suite}/{file}"] = garbage
    for _ in range(2):
        with pytest.raises(FetchError, match=r"was set aside as .*: run the same command again") as caught:
            run(mirror, tmp_path, suite, prompts=True)
        assert "\n" not in str(caught.value)
        assert Path(file).name in str(caught.value)
        assert not (tmp_path / file).exists()
        assert (tmp_path / f"{file}.bad").read_bytes() == garbage
        assert file not in json.loads((tmp_path / "fetched.json").read_text("utf-8") if (tmp_path / "fetched.json").exists() else "{}")
    mirror.files[f"/{suite}/{file}"] = sound
    report = run(mirror, tmp_path, suite, prompts=True)
    assert file in report.fetched
    assert report.cases == 1
    assert (tmp_path / file).read_bytes() == sound


@pytest.mark.parametrize(("suite", "file", "garbage"), CASES_OF_GARBAGE)
def test_garbage_that_was_there_before_is_set_aside_too(mirror: Mirror, tmp_path: Path, suite: str, file: str, garbage: bytes) -> None:
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).write_bytes(garbage)
    # As an earlier version recorded it: the checksum agrees, the content does not.
    entry = {"sha256": hashlib.sha256(garbage).hexdigest(), "bytes": len(garbage), "source": "x"}
    (tmp_path / "fetched.json").write_text(json.dumps({file: entry}), encoding="utf-8")
    with pytest.raises(FetchError, match="set aside"):
        run(mirror, tmp_path, suite, prompts=True)
    assert run(mirror, tmp_path, suite, prompts=True).cases == 1


def test_a_sound_file_is_not_hidden_by_a_bad_one_nor_fetched_again(mirror: Mirror, tmp_path: Path) -> None:
    mirror.files["/loong/doc.zip"] = PAGE
    assert "doc.zip is damaged" in fault_of(mirror, tmp_path)
    mirror.files["/loong/doc.zip"] = archive()
    mirror.requests.clear()
    assert run(mirror, tmp_path).kept == ("loong.jsonl",)
    assert mirror.requests == ["/loong/doc.zip"]


def test_a_full_disk_while_unpacking_sets_nothing_aside(mirror: Mirror, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(unpacking, "_extract", full)
    assert "the disk is full" in fault_of(mirror, tmp_path)
    assert (tmp_path / "doc.zip").exists()


def test_user_password_and_query_of_a_mirror_reach_neither_messages_nor_record(mirror: Mirror, tmp_path: Path) -> None:
    mirror.url = mirror.url.replace("http://", "http://someone:canary-key@")
    run(mirror, tmp_path / "a")
    assert "canary" not in (tmp_path / "a" / "fetched.json").read_text(encoding="utf-8")
    mirror.status = 403
    assert "canary" not in fault_of(mirror, tmp_path / "b")


@pytest.mark.parametrize("url", ["ftp://host/x", "file:///etc", "nonsense", "http://"])
def test_a_mirror_that_is_no_url_is_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(SettingsError, match="mirror"):
        fetch("loong", tmp_path, progress=lambda *_: None, mirror=url)


def test_a_suite_that_cannot_be_fetched_lists_those_that_can(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="loong, longbench-v2"):
        fetch("synthetic", tmp_path, progress=lambda *_: None)


@pytest.mark.parametrize("record", [b"", b"[]", b'{"doc.zip": 3}'])
def test_a_damaged_record_is_one_line(mirror: Mirror, tmp_path: Path, record: bytes) -> None:
    (tmp_path / "fetched.json").write_bytes(record)
    assert "is damaged" in fault_of(mirror, tmp_path)


def test_without_the_hub_the_way_out_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(FetchError, match=r"pip install 'pytest-lcbench\[fetch\]'"):
        fetch("longbench-v2", tmp_path, progress=lambda *_: None)


def test_the_hub_brings_the_file_into_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def bring(repository: str, file: str, *, repo_type: str, local_dir: Path) -> str:
        assert (repository, repo_type) == ("zai-org/LongBench-v2", "dataset")
        (local_dir / file).write_text(json.dumps([LONGBENCH_ROW]), encoding="utf-8")
        return str(local_dir / file)

    monkeypatch.setattr("huggingface_hub.hf_hub_download", bring)
    assert fetch("longbench-v2", tmp_path, progress=lambda *_: None).fetched == ("data.json",)


@pytest.mark.parametrize(
    ("fault", "words"),
    [(ConnectionError("no route\nto host"), "when connected"), (OSError(errno.ENOSPC, "full"), "the disk is full")],
)
def test_a_fault_of_the_hub_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: OSError, words: str) -> None:
    def bring(*_: object, **__: object) -> str:
        raise fault

    monkeypatch.setattr("huggingface_hub.hf_hub_download", bring)
    with pytest.raises(FetchError, match=words) as caught:
        fetch("longbench-v2", tmp_path, progress=lambda *_: None)
    assert "\n" not in str(caught.value)


# Archives


def unpack_fault(tmp_path: Path, content: bytes) -> str:
    (tmp_path / "doc.zip").write_bytes(content)
    with pytest.raises(FetchError) as caught:
        unpack(tmp_path / "doc.zip", tmp_path / "out" / "doc", top="doc")
    assert not (tmp_path / "out" / "doc").exists()
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("name", ["../evil.txt", "doc/../../evil.txt", "/evil.txt", "doc/..\\..\\evil.txt", "C:\\evil.txt"])
def test_a_member_that_leads_out_is_refused(tmp_path: Path, name: str) -> None:
    assert "leads out" in unpack_fault(tmp_path, archive({"doc/ok.txt": "x", name: "x"}))
    assert not list(tmp_path.rglob("evil.txt"))


def test_a_link_is_refused(tmp_path: Path) -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as packed:
        info = zipfile.ZipInfo("doc/link")
        info.external_attr = 0o120777 << 16
        packed.writestr(info, "/etc/passwd")
    assert "a link" in unpack_fault(tmp_path, held.getvalue())


def test_a_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "_FREE_BYTES", 1000)
    assert "would unpack to" in unpack_fault(tmp_path, archive({"doc/a": "0" * 10_000_000}))


def test_too_many_members_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "MAX_FILES", 3)
    assert "would unpack to" in unpack_fault(tmp_path, archive({f"doc/{i}": "" for i in range(4)}))


@pytest.mark.parametrize("damage", ["cut", "noise", "empty"])
def test_a_damaged_archive_is_one_line_and_leaves_nothing(tmp_path: Path, damage: str) -> None:
    whole = archive({"doc/a": "text " * 1000})
    content = {"cut": whole[: len(whole) // 2], "noise": whole[:50] + b"\xff" * 20 + whole[70:], "empty": archive({})}[damage]
    assert {"empty": "is empty"}.get(damage, "is damaged") in unpack_fault(tmp_path, content)
    assert not list((tmp_path / "out").rglob("*"))


def test_names_without_the_utf8_flag_are_read_as_what_they_are(tmp_path: Path) -> None:
    for encoding in ("utf-8", "gb18030"):
        stand_in = "doc/" + "X" * len("百亚股份".encode(encoding))
        raw = archive({stand_in: "x"}).replace(stand_in.encode(), b"doc/" + "百亚股份".encode(encoding))
        (tmp_path / f"{encoding}.zip").write_bytes(raw)
        unpack(tmp_path / f"{encoding}.zip", tmp_path / encoding, top="doc")
        assert [path.name for path in (tmp_path / encoding).iterdir()] == ["百亚股份"]


def test_documents_at_the_root_of_the_archive_are_taken_too(tmp_path: Path) -> None:
    (tmp_path / "doc.zip").write_bytes(archive({"paper/1.md": "x", "__MACOSX/paper/._1.md": "x"}))
    assert unpack(tmp_path / "doc.zip", tmp_path / "doc", top="doc") == 1
    assert (tmp_path / "doc" / "paper" / "1.md").read_text(encoding="utf-8") == "x"
