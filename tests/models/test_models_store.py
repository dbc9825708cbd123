"""The response store: paid work is sacred."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pytest_lcbench
from pytest_lcbench.errors import LcbenchError, SettingsError
from pytest_lcbench.models import databases
from pytest_lcbench.models import store as store_module
from pytest_lcbench.models.model import Quota, Response
from pytest_lcbench.models.store import APPLICATION_ID, SCHEMA_VERSION, ResponseStore, StoreError, call_key

IMPORT_ROOT = Path(pytest_lcbench.__file__).resolve().parent.parent
PARTS = {"kind": "model", "model": "lcbench/lexical", "prompt": "0" * 64, "epoch": "1"}
ANSWER = Response(
    text="The figure is 42.",
    finish_reason="stop",
    prompt_tokens=100,
    completion_tokens=7,
    cost=0.1 + 0.2,
    latency_s=1.5,
    attempts=2,
    dropped=("temperature",),
)

WRITER = """
import sys
from pathlib import Path
from pytest_lcbench.models.model import Response
from pytest_lcbench.models.store import ResponseStore, call_key
path, name, number = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
with ResponseStore(path) as store:
    for index in range(number):
        parts = {"kind": "model", "writer": name, "index": str(index)}
        store.put(call_key(parts), Response(text=f"{name} {index}", finish_reason="stop"), kind="model", parts=parts)
        print(index, flush=True)
"""


def found(store: ResponseStore, keys: Iterable[str]) -> list[Response]:
    """Return the newest answers of those of *keys* that have one."""
    return [answer for key in keys if (answer := store.get(key)) is not None]


def start_writer(path: Path, name: str, number: int) -> subprocess.Popen[str]:
    return subprocess.Popen(  # noqa: S603 - our own script
        [sys.executable, "-c", WRITER, str(path), name, str(number)], cwd=IMPORT_ROOT, stdout=subprocess.PIPE, text=True
    )


def written_key(name: str, index: int) -> str:
    return call_key({"kind": "model", "writer": name, "index": str(index)})


def noise(seed: float) -> bytes:
    return random.Random(seed).randbytes(8192)  # noqa: S311 - rubbish, the same each time


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "reports" / "store.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[ResponseStore]:
    with ResponseStore(path) as opened:
        yield opened


def test_an_answer_comes_back_as_it_went_in(store: ResponseStore) -> None:
    store.put("k", ANSWER, kind="model", parts=PARTS)
    assert store.get("k") == ANSWER


def test_what_was_left_of_a_quota_is_not_stored(path: Path, store: ResponseStore) -> None:
    store.put("k", Response("yes", "stop", quota=Quota(requests=3)), kind="model", parts={})
    found = store.get("k")
    assert found is not None
    assert found.quota is None
    with closing(sqlite3.connect(path)) as connection:
        assert "quota" not in connection.execute("SELECT response FROM responses").fetchone()[0]


def test_an_unknown_key_has_no_answer(store: ResponseStore) -> None:
    assert store.get("k") is None


def test_an_answer_is_there_for_the_next_process_that_opens_the_file(path: Path) -> None:
    with ResponseStore(path) as first:
        first.put("k", ANSWER, kind="model", parts=PARTS)
    with ResponseStore(path) as second:
        assert second.get("k") == ANSWER


@pytest.mark.parametrize("text", ["", "a\0b", "lone \ud800 and \udfff", "\r\n\u2028\x1b[31m", "答案是 𝟘", '"\\'])
def test_odd_text_survives(store: ResponseStore, text: str) -> None:
    store.put("k", replace(ANSWER, text=text), kind="model", parts={"odd": text})
    found = store.get("k")
    assert found is not None
    assert found.text == text
    assert next(store.calls()).parts == {"odd": text}


@given(
    response=st.builds(
        Response,
        text=st.text(st.characters(exclude_categories=())),
        finish_reason=st.text(st.characters(exclude_categories=())),
        refused=st.booleans(),
        prompt_tokens=st.none() | st.integers(0, 2**62),
        completion_tokens=st.none() | st.integers(0, 2**62),
        reasoning_tokens=st.none() | st.integers(0, 2**62),
        cost=st.none() | st.floats(allow_nan=False),
        latency_s=st.floats(0, 1e6),
        attempts=st.integers(1, 99),
        dropped=st.lists(st.text(st.characters(exclude_categories=())), max_size=3).map(tuple),
    )
)
def test_any_answer_survives_the_round_trip(response: Response, tmp_path_factory: pytest.TempPathFactory) -> None:
    with ResponseStore(tmp_path_factory.getbasetemp() / "any.sqlite") as store:
        store.put("k", response, kind="model", parts={})
        assert store.get("k") == response


def test_a_second_answer_is_a_new_generation_and_the_newest_counts(store: ResponseStore) -> None:
    store.put("k", ANSWER, kind="model", parts=PARTS)
    store.put("k", replace(ANSWER, text="later"), kind="model", parts=PARTS, flushed=False)
    assert [call.generation for call in store.calls()] == [1, 2]
    found = store.get("k")
    assert found is not None
    assert found.text == "later"


def test_an_earlier_generation_is_never_rewritten(store: ResponseStore, path: Path) -> None:
    store.put("k", ANSWER, kind="model", parts=PARTS)
    with closing(sqlite3.connect(path)) as raw:
        before = raw.execute("SELECT * FROM responses WHERE generation = 1").fetchall()
        store.put("k", replace(ANSWER, text="later"), kind="model", parts=PARTS)
        assert raw.execute("SELECT * FROM responses WHERE generation = 1").fetchall() == before
    assert store.count() == 2


def test_a_fresh_session_does_not_see_older_answers(path: Path) -> None:
    with ResponseStore(path) as earlier:
        earlier.put("k", ANSWER, kind="model", parts=PARTS)
        mark = earlier.mark()
        assert earlier.get("k", after=mark) is None


def test_a_fresh_session_sees_its_own_answers_and_those_of_its_other_workers(path: Path) -> None:
    with ResponseStore(path) as one, ResponseStore(path) as other:
        mark = one.mark()
        one.put("k", ANSWER, kind="model", parts=PARTS)
        assert one.get("k", after=mark) == ANSWER
        assert other.get("k", after=mark) == ANSWER


def test_a_session_that_is_not_fresh_takes_the_newest_generation_of_all(path: Path) -> None:
    with ResponseStore(path) as earlier:
        earlier.put("k", ANSWER, kind="model", parts=PARTS)
    with ResponseStore(path) as fresh:
        fresh.put("k", replace(ANSWER, text="fresh"), kind="model", parts=PARTS)
    with ResponseStore(path) as later:
        assert later.get("k") == replace(ANSWER, text="fresh")


def test_the_parts_of_a_key_are_kept_for_explaining_it(store: ResponseStore) -> None:
    store.put(call_key(PARTS), ANSWER, kind="judge", parts=PARTS)
    (call,) = store.calls()
    assert (call.parts, call.kind, call.generation, call.key) == (PARTS, "judge", 1, call_key(PARTS))


def test_a_key_does_not_depend_on_the_order_of_its_parts() -> None:
    assert call_key({"a": "1", "b": "2"}) == call_key({"b": "2", "a": "1"})


@pytest.mark.parametrize(
    "other", [{"a": "1", "b": "3"}, {"a": "1"}, {"a": "1", "b": "2", "c": ""}, {"a": "2", "b": "1"}, {"a": '1","b":"2'}]
)
def test_a_key_changes_with_every_part(other: dict[str, str]) -> None:
    assert call_key(other) != call_key({"a": "1", "b": "2"})


def test_a_key_takes_lone_surrogates() -> None:
    assert call_key({"prompt": "\ud800"}) != call_key({"prompt": "\udfff"})


def test_a_part_that_is_not_text_is_refused() -> None:
    with pytest.raises(TypeError, match="int under 'epoch'"):
        call_key({"epoch": 1})  # type: ignore[dict-item]


def test_fields_of_a_later_version_are_ignored(store: ResponseStore, path: Path) -> None:
    store.put("k", ANSWER, kind="model", parts=PARTS)
    with sqlite3.connect(path) as raw:
        (text,) = raw.execute("SELECT response FROM responses").fetchone()
        raw.execute("UPDATE responses SET response = ?", (json.dumps(json.loads(text) | {"mood": "good"}),))
    raw.close()
    assert store.get("k") == ANSWER


@pytest.mark.parametrize(
    "stored",
    [
        "{",
        "[]",
        '{"text": 3, "finish_reason": "stop"}',
        '{"text": "", "finish_reason": "", "dropped": null}',
        "{}",
        "[" * 100_000,
        b"\x00\xff",
        '{"text": "a", "finish_reason": "stop", "prompt_tokens": "x"}',
        '{"text": "a", "finish_reason": "stop", "cost": "12"}',
        '{"text": "a", "finish_reason": "stop", "attempts": "z"}',
        '{"text": "a", "finish_reason": "stop", "attempts": null}',
        '{"text": "a", "finish_reason": "stop", "refused": 1}',
        '{"text": "a", "finish_reason": "stop", "dropped": [1]}',
    ],
)
def test_a_damaged_answer_is_none_is_counted_and_blocks_nothing_else(store: ResponseStore, path: Path, stored: str | bytes) -> None:
    for key in ("k", "other"):
        store.put(key, ANSWER, kind="model", parts=PARTS)
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE responses SET response = ?, written_at = 'x', parts = '[' WHERE key = 'k'", (stored,))
    raw.close()
    assert store.get("k") is None
    assert store.get("other") == ANSWER
    assert [answer for _, answer in store.entries()] == [None, ANSWER]
    assert [call.key for call in store.calls()] == ["k", "other"]
    assert store.damaged({"k", "other"}) == 0, "not asked for again"
    store.put("k", ANSWER, kind="model", parts=PARTS)
    assert store.get("k") == ANSWER
    assert (store.damaged({"k"}), store.damaged({"other"})) == (1, 0)


@pytest.mark.parametrize(
    "content",
    [b"hello", b"\0" * 5000, b"SQLite format 3\0" + b"\xff" * 5000, "考".encode() * 4000],
    ids=["text", "zeros", "broken", "chinese"],
)
def test_a_file_that_is_no_store_is_named_and_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(SettingsError, match=r"notes\.txt: cannot be (used|opened)") as caught:
        ResponseStore(path)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == content


def test_another_programs_database_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "theirs.sqlite"
    raw = sqlite3.connect(path)
    raw.execute("CREATE TABLE responses (mine TEXT)")
    raw.commit()
    raw.close()
    before = path.read_bytes()
    with pytest.raises(SettingsError, match="another program's SQLite file, left as it is"):
        ResponseStore(path)
    assert path.read_bytes() == before


def test_a_newer_format_asks_for_an_upgrade(path: Path) -> None:
    ResponseStore(path).close()
    raw = sqlite3.connect(path)
    raw.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    raw.close()
    with pytest.raises(SettingsError, match=f"format {SCHEMA_VERSION + 1}, this one reads {SCHEMA_VERSION}.*upgrade"):
        ResponseStore(path)


def test_the_file_carries_its_mark_and_version(path: Path) -> None:
    ResponseStore(path).close()
    raw = sqlite3.connect(path)
    assert raw.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    assert raw.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
    raw.close()


def test_commits_reach_the_disk_before_put_returns(store: ResponseStore) -> None:
    with store.writing("") as connection:
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_an_empty_file_left_by_a_crash_becomes_a_store(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    path.touch()
    with ResponseStore(path) as store:
        assert store.count() == 0


def test_a_folder_in_place_of_the_file_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"cannot be opened") as caught:
        ResponseStore(tmp_path)
    assert str(tmp_path) in str(caught.value)


def test_a_file_in_place_of_its_folder_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "reports").write_text("no folder")
    with pytest.raises(SettingsError, match=r"store\.sqlite: cannot be opened"):
        ResponseStore(tmp_path / "reports" / "store.sqlite")


def test_a_name_with_a_nul_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"cannot be opened"):
        ResponseStore(tmp_path / "a\0b")


def test_a_name_that_sqlite_reads_as_memory_is_still_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ResponseStore(Path(":memory:")).close()
    assert (tmp_path / ":memory:").is_file()


def test_a_full_disk_is_reported_and_everything_stored_before_is_kept(store: ResponseStore) -> None:
    store.put("k", ANSWER, kind="model", parts=PARTS)
    with store.writing("") as connection:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
    store._writer.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match=r"store\.sqlite: the answer was not stored: the disk is full: free some space"):
        store.put("big", replace(ANSWER, text="x" * 100_000), kind="model", parts=PARTS)
    assert store.get("k") == ANSWER
    assert store.get("big") is None


def test_after_a_full_disk_storing_works_again_once_there_is_space(store: ResponseStore) -> None:
    big = replace(ANSWER, text="x" * 100_000)
    store._writer.execute("PRAGMA max_page_count = 1")
    with pytest.raises(StoreError):
        store.put("big", big, kind="model", parts=PARTS)
    store._writer.execute("PRAGMA max_page_count = 1000000")
    store.put("big", big, kind="model", parts=PARTS)
    assert store.get("big") == big


def test_a_read_only_store_is_reported(store: ResponseStore) -> None:
    store._writer.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreError, match=r"store\.sqlite: the answer was not stored: it is read-only: make the file"):
        store.put("k", ANSWER, kind="model", parts=PARTS)


def test_a_read_only_store_is_refused_when_it_is_opened(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ResponseStore(path).close()

    def connect(store: ResponseStore) -> sqlite3.Connection:
        return sqlite3.connect(f"file:{store.path}?mode=ro", uri=True, isolation_level=None)

    # As the operating system refuses it to everybody but root, who runs these tests in containers.
    monkeypatch.setattr(ResponseStore, "_connect", connect)
    with pytest.raises(SettingsError, match="it is read-only"):
        ResponseStore(path)


def test_a_store_locked_by_another_process_is_reported(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "BUSY_SECONDS", 0.05)
    with ResponseStore(path) as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"store\.sqlite: the answer was not stored: another process keeps it locked"):
            store.put("k", ANSWER, kind="model", parts=PARTS)
        other.execute("ROLLBACK")
        other.close()
        store.put("k", ANSWER, kind="model", parts=PARTS)
        assert [call.generation for call in store.calls()] == [1]


def test_a_damaged_file_is_reported_while_reading(path: Path) -> None:
    with ResponseStore(path) as store:
        for index in range(200):
            store.put(f"k{index}", replace(ANSWER, text="x" * 1000), kind="model", parts=PARTS)
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (size - 4096))
    with (
        pytest.raises(LcbenchError, match=r"store\.sqlite: cannot be (used|read): the file is damaged, left as it is"),
        ResponseStore(path) as store,
    ):
        found(store, [f"k{index}" for index in range(200)])
    assert path.stat().st_size == size


@pytest.mark.parametrize("place", [0.1, 0.3, 0.5, 0.7, 0.9])
def test_random_bytes_inside_the_file_are_found_at_opening_and_left_as_they_are(path: Path, place: float) -> None:
    with ResponseStore(path) as store:
        for index in range(200):
            store.put(f"k{index}", replace(ANSWER, text="x" * 1000), kind="model", parts=PARTS)
    with path.open("r+b") as file:
        file.seek(int(path.stat().st_size * place))
        file.write(noise(place))
    before = path.read_bytes()
    with pytest.raises(
        SettingsError, match=r"store\.sqlite: cannot be used: the file is damaged, left as it is: move it aside"
    ) as caught:
        ResponseStore(path)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == before


def test_a_file_too_large_to_be_searched_is_opened_and_its_damage_told_when_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with ResponseStore(path) as store:
        for index in range(200):
            store.put(f"k{index}", replace(ANSWER, text="x" * 1000), kind="model", parts=PARTS)
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2)
        file.write(noise(1))
    monkeypatch.setattr(databases, "CHECKED_BYTES", 4096)
    with ResponseStore(path) as store, pytest.raises(StoreError, match="the file is damaged, left as it is"):
        list(store.entries())


def test_a_store_of_twenty_megabytes_opens_at_once(path: Path) -> None:
    with ResponseStore(path) as store, store.writing("not stored") as connection:
        rows = ((f"k{index:063}", 1, "model", 0.0, "{}", "x" * 20_000) for index in range(1000))
        connection.executemany("INSERT INTO responses VALUES (?, ?, ?, ?, ?, ?)", rows)
    assert path.stat().st_size > 20_000_000
    begun = time.process_time()
    ResponseStore(path).close()
    assert time.process_time() - begun < 0.2, "0.03 s are usual; a crowded machine is slower"


def test_a_closed_store_says_so(path: Path) -> None:
    store = ResponseStore(path)
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.put("k", ANSWER, kind="model", parts=PARTS)
    with pytest.raises(StoreError, match="closed"):
        store.get("k")


def test_an_exception_inside_a_transaction_leaves_nothing_behind(store: ResponseStore) -> None:
    def write_then_fail() -> None:
        with store.writing("nothing") as connection:
            connection.execute("INSERT INTO responses VALUES ('k', 1, 'model', 0, '{}', '{}')")
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        write_then_fail()
    assert store.count() == 0
    store.put("k", ANSWER, kind="model", parts=PARTS)
    assert [call.generation for call in store.calls()] == [1]


def test_threads_share_one_store(store: ResponseStore) -> None:
    def write(name: int) -> None:
        for index in range(10):
            store.put(f"{name}-{index}", replace(ANSWER, text=f"{name} {index}"), kind="model", parts=PARTS)
            store.put("shared", ANSWER, kind="model", parts=PARTS)

    threads = [threading.Thread(target=write, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    answers = found(store, (f"{name}-{index}" for name in range(4) for index in range(10)))
    assert {response.text for response in answers} == {f"{name} {index}" for name in range(4) for index in range(10)}
    assert sorted(call.generation for call in store.calls() if call.key == "shared") == list(range(1, 41))


def test_several_processes_create_and_write_the_same_file_at_once(path: Path) -> None:
    writers = [start_writer(path, f"w{number}", 25) for number in range(4)]
    for writer in writers:
        writer.communicate(timeout=120)
    assert [writer.returncode for writer in writers] == [0, 0, 0, 0]
    with ResponseStore(path) as store:
        assert store.count() == 100
        answers = found(store, (written_key(f"w{number}", index) for number in range(4) for index in range(25)))
    assert len(answers) == 100


def test_a_killed_process_loses_nothing_that_it_committed(path: Path) -> None:
    writer = start_writer(path, "w", 1_000_000)
    assert writer.stdout is not None
    told = [int(writer.stdout.readline()) for _ in range(20)]
    writer.kill()
    rest, _ = writer.communicate(timeout=60)
    told += [int(line) for line in rest.split("\n")[:-1]]
    with ResponseStore(path) as store:
        kept = found(store, (written_key("w", index) for index in told))
    assert {response.text for response in kept} == {f"w {index}" for index in told}


def test_answers_can_be_read_while_another_process_writes(path: Path) -> None:
    with ResponseStore(path) as store:
        writer = start_writer(path, "w", 1_000_000)
        assert writer.stdout is not None
        try:
            for _ in range(15):
                index = int(writer.stdout.readline())
                found = store.get(written_key("w", index))
                assert found is not None
                assert found.text == f"w {index}"
        finally:
            writer.kill()
            writer.communicate(timeout=60)


def test_a_look_up_does_not_wait_for_another_threads_transaction(store: ResponseStore) -> None:
    store.put("k", ANSWER, kind="model", parts=PARTS)
    found: list[Response | None] = []
    with store.writing("nothing"):
        reader = threading.Thread(target=lambda: found.append(store.get("k")))
        reader.start()
        reader.join(timeout=30)
    assert found == [ANSWER]


OPEN_AND_CLOSE = """
import pathlib, sys
from pytest_lcbench.models.store import ResponseStore
with ResponseStore(pathlib.Path(sys.argv[1])) as store:
    print(store.count())
"""


def test_another_process_that_comes_and_goes_leaves_the_log_of_one_that_stores(store: ResponseStore, path: Path) -> None:
    # On POSIX, closing any handle of a file takes away the locks of all the others that the process has on it.
    for number in range(4):
        store.put(f"k{number}", ANSWER, kind="model", parts=PARTS, flushed=False)
        store.flush()
        seen = subprocess.run(  # noqa: S603 - our own command
            [sys.executable, "-c", OPEN_AND_CLOSE, str(path)], capture_output=True, text=True, check=True
        )
        assert seen.stdout == f"{number + 1}\n"
    assert path.with_name(path.name + "-wal").exists()


@pytest.mark.parametrize("instead", [None, "text"])
@pytest.mark.skipif(os.name != "posix", reason="elsewhere an open file cannot be removed")
def test_a_file_that_is_removed_or_replaced_in_use_stores_nothing_silently(
    store: ResponseStore, path: Path, instead: str | None
) -> None:
    store.put("k", ANSWER, kind="model", parts=PARTS)
    path.rename(path.with_name("moved"))
    if instead is not None:
        path.write_text(instead, encoding="utf-8")
    for flushed in (True, False):
        with pytest.raises(StoreError, match="the answer was not stored: the file or its -wal was removed, moved or replaced"):
            store.put("k", ANSWER, kind="model", parts=PARTS, flushed=flushed)


@pytest.mark.skipif(os.name != "posix", reason="elsewhere an open file cannot be removed")
def test_a_log_that_is_removed_in_use_is_noticed_and_what_was_in_hand_is_kept(path: Path) -> None:
    with ResponseStore(path) as store:
        store.put("k", ANSWER, kind="model", parts=PARTS)
        for suffix in ("-wal", "-shm"):
            path.with_name(path.name + suffix).unlink()
        for flushed in (True, False):
            with pytest.raises(StoreError, match="the answer was not stored: the file or its -wal was removed"):
                store.put("l", ANSWER, kind="model", parts=PARTS, flushed=flushed)
        with pytest.raises(StoreError, match="what was stored may not be on disk"):
            store.flush()
    with ResponseStore(path) as store:
        assert store.get("k") == store.get("l") == ANSWER, "closing the file carries over what the lost log holds"


@pytest.mark.skipif(os.name != "posix", reason="needs links")
def test_the_log_of_a_store_behind_a_link_is_the_one_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    link = tmp_path / "store.sqlite"
    link.symlink_to(tmp_path / "disk" / "real.sqlite")
    with ResponseStore(link) as store:
        store.put("k", ANSWER, kind="model", parts=PARTS, flushed=False)
        store.flush()
        log = tmp_path / "disk" / "real.sqlite-wal"
        assert store.size() >= log.stat().st_size > 0
        log.unlink()
        with pytest.raises(StoreError, match="may not be on disk"):
            store.flush()
