"""The cache of numbers on disk: sound between processes, and never a reason for a run to fail."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from pytest_lcbench.documents import remembered
from pytest_lcbench.documents.counting import TokenCounter
from pytest_lcbench.documents.remembered import RememberedNumbers

KEY = ("hash", "cl100k_base", "count")


def test_a_number_is_known_before_and_after_its_commit(tmp_path: Path) -> None:
    numbers = RememberedNumbers(tmp_path / "n")
    assert numbers.get(*KEY) is None
    numbers.put(*KEY, 5)
    assert numbers.get(*KEY) == 5
    numbers.close()
    again = RememberedNumbers(tmp_path / "n")
    assert again.get(*KEY) == 5
    again.close()


def test_numbers_are_committed_many_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "_COMMIT_AFTER", 10)
    numbers = RememberedNumbers(tmp_path / "n")
    other = RememberedNumbers(tmp_path / "n")
    for index in range(9):
        numbers.put(str(index), "e", "count", index)
    assert other.get("0", "e", "count") is None
    numbers.put("9", "e", "count", 9)
    assert other.get("0", "e", "count") == 0
    numbers.close()
    other.close()


def test_numbers_of_a_dropped_object_are_committed(tmp_path: Path) -> None:
    numbers = RememberedNumbers(tmp_path / "n")
    numbers.put(*KEY, 5)
    del numbers
    again = RememberedNumbers(tmp_path / "n")
    assert again.get(*KEY) == 5
    again.close()


def test_many_processes_write_one_file_at_once(tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "from pytest_lcbench.documents.remembered import RememberedNumbers\n"
        "numbers = RememberedNumbers(Path(sys.argv[1]))\n"
        "for index in range(300):\n"
        "    numbers.put(f'{sys.argv[2]}-{index}', 'e', 'count', index)\n"
        "    index % 50 or numbers.flush()\n"
        "numbers.close()\n"
        "assert not numbers.trouble, numbers.trouble\n"
    )
    workers = [
        subprocess.Popen([sys.executable, "-W", "error", "-c", script, str(tmp_path / "n"), str(worker)])  # noqa: S603 - ours
        for worker in range(4)
    ]
    assert [worker.wait() for worker in workers] == [0, 0, 0, 0]
    with sqlite3.connect(tmp_path / "n") as connection:
        assert connection.execute(f"SELECT count(*) FROM {remembered._TABLE}").fetchone() == (1200,)  # noqa: S608
    connection.close()


def test_threads_share_one_object(tmp_path: Path) -> None:
    numbers = RememberedNumbers(tmp_path / "n")

    def work(worker: int) -> None:
        for index in range(200):
            numbers.put(f"{worker}-{index}", "e", "count", index)
            assert numbers.get(f"{worker}-{index}", "e", "count") == index

    threads = [threading.Thread(target=work, args=(worker,)) for worker in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    numbers.close()
    assert numbers.trouble == ""
    again = RememberedNumbers(tmp_path / "n")
    assert again.get("3-199", "e", "count") == 199
    again.close()


def test_a_corrupt_file_is_left_alone_and_named(tmp_path: Path) -> None:
    path = tmp_path / "n"
    path.write_bytes(b"not a database, though long enough to look like one " * 50)
    before = path.read_bytes()
    with TokenCounter("cl100k_base", path) as counter:
        assert counter.count("two words", "key") == 2
        assert str(path) in counter.trouble
    assert path.read_bytes() == before


def test_a_table_of_another_shape_is_survived(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "n") as connection:
        connection.execute(f"CREATE TABLE {remembered._TABLE} (x)")
    connection.close()
    with TokenCounter("cl100k_base", tmp_path / "n") as counter:
        assert counter.count("two words", "key") == 2
        assert counter.trouble


def test_a_folder_that_cannot_be_made_is_survived(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with TokenCounter("cl100k_base", tmp_path / "file" / "n") as counter:
        assert counter.count("two words", "key") == 2
        assert counter.trouble


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_read_only_folder_is_survived(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with TokenCounter("cl100k_base", tmp_path / "n") as counter:
        assert counter.count("two words", "key") == 2
        assert counter.trouble
    tmp_path.chmod(0o700)


def test_a_file_locked_by_another_is_survived(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "_BUSY_SECONDS", 0.01)
    RememberedNumbers(tmp_path / "n").put(*KEY, 5)
    holder = sqlite3.connect(tmp_path / "n", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with TokenCounter("cl100k_base", tmp_path / "n") as counter:
        assert counter.count("two words", "key") == 2
        counter.flush()
        counter.flush()
        assert counter.trouble == ""
        counter.flush()
        assert "locked" in counter.trouble
        assert counter.count("two words", "key") == 2
    holder.execute("ROLLBACK")
    holder.close()


def test_pending_numbers_survive_a_lock_that_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "_BUSY_SECONDS", 0.01)
    numbers = RememberedNumbers(tmp_path / "n")
    numbers.put(*KEY, 5)
    holder = sqlite3.connect(tmp_path / "n", isolation_level=None)
    numbers.get("other", "e", "count")
    holder.execute("BEGIN IMMEDIATE")
    numbers.flush()
    holder.execute("ROLLBACK")
    holder.close()
    numbers.close()
    again = RememberedNumbers(tmp_path / "n")
    assert again.get(*KEY) == 5
    again.close()


@pytest.mark.parametrize("damage", ["'text'", "-4", "9999999", "3.5"])
def test_a_damaged_number_is_counted_again(tmp_path: Path, damage: str) -> None:
    with TokenCounter("cl100k_base", tmp_path / "n") as counter:
        counter.count("two words", "key")
    with sqlite3.connect(tmp_path / "n") as connection:
        connection.execute(f"UPDATE {remembered._TABLE} SET value = {damage}")  # noqa: S608
    connection.close()
    with TokenCounter("cl100k_base", tmp_path / "n") as counter:
        assert counter.count("two words", "key") == 2
