from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_lcbench.models.budget import Limits
from pytest_lcbench.models.model import Quota
from pytest_lcbench.models.quota import FILE_NAME, SharedQuota

START = 5000.0


@given(
    rpm=st.integers(2, 30),
    tpm=st.integers(100, 400),
    steps=st.lists(st.tuples(st.integers(0, 3), st.floats(0, 8), st.integers(1, 100)), min_size=1, max_size=60),
)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_four_processes_together_keep_to_the_limits(
    tmp_path_factory: pytest.TempPathFactory, rpm: int, tpm: int, steps: list[tuple[int, float, int]]
) -> None:
    path = tmp_path_factory.mktemp("q") / FILE_NAME
    quotas = [SharedQuota(path, "s/m", Limits(rpm, tpm), processes=4, now=START) for _ in range(4)]
    now, sent = START, []
    for which, passed, tokens in steps:
        now += passed
        sent.append(quotas[which].reserve(tokens, now))
    for quota in quotas:
        assert quota.trouble is None
        quota.close()
    for each in sent:
        inside = [other for other in sent if each.at - 60 < other.at <= each.at]
        assert len(inside) <= rpm
        assert sum(other.tokens for other in inside) <= tpm
    assert all(a.at <= b.at for a, b in pairwise(sent))


def test_real_processes_that_ask_at_once_keep_to_the_limits(tmp_path: Path) -> None:
    script = (
        "import sys, json; from pathlib import Path; from pytest_lcbench.models.quota import SharedQuota\n"
        "from pytest_lcbench.models.budget import Limits\n"
        "quota = SharedQuota(Path(sys.argv[1]), 's/m', Limits(rpm=120, tpm=9000), processes=4, now=5000.0)\n"
        "ats = [quota.reserve(100, 5000.0).at for _ in range(60)]\n"
        "print(json.dumps([ats, quota.trouble]))\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path / FILE_NAME)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]  # noqa: S603 - our own script
    ats: list[float] = []
    for process in running:
        text, _ = process.communicate(timeout=60)
        found, trouble = json.loads(text)
        assert trouble is None
        ats += found
    assert len(ats) == 240
    for at in ats:
        assert len([other for other in ats if at - 60 < other <= at]) <= 90
    # And hardly less than they allow.
    assert max(ats) - START <= 60 * 240 / 90 + 5


def test_a_pause_holds_for_every_process_and_for_that_model_only(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    one, two, other = (SharedQuota(path, key, now=START) for key in ("s/m", "s/m", "s/judge"))
    one.pause(START + 9, START)
    assert two.pause_left(START + 2) == 7
    assert two.reserve(5, START + 2).at == START + 9
    assert other.pause_left(START) == 0
    assert other.reserve(5, START + 2).at == START + 2


def test_what_one_process_learns_slows_the_others(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    one, two = (SharedQuota(path, "s/m", now=START) for _ in range(2))
    one.learn(Quota(requests=4, requests_reset_s=20.0), one.reserve(1, START), START)
    assert two.reserve(1, START).at <= two.reserve(1, START).at - 5


def test_another_programs_file_is_left_as_it_is_and_each_process_keeps_its_share(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE theirs (x)")
    connection.close()
    before = path.read_bytes()
    quota = SharedQuota(path, "s/m", Limits(rpm=40), processes=4, now=START)
    assert quota.trouble is not None
    assert "\n" not in quota.trouble
    assert FILE_NAME in quota.trouble
    ats = [quota.reserve(1, START).at for _ in range(11)]
    assert ats[10] >= START + 60
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"no database at all, only words" * 40, b"SQLite format 3\x00" + b"\xff" * 500])
def test_a_damaged_file_does_not_end_the_run(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / FILE_NAME
    path.write_bytes(content)
    quota = SharedQuota(path, "s/m", now=START)
    assert quota.trouble is not None
    assert quota.reserve(1, START).at == START
    assert path.read_bytes() == content


def test_a_folder_in_its_place_does_not_end_the_run(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir()
    quota = SharedQuota(tmp_path / FILE_NAME, "s/m", now=START)
    assert quota.trouble is not None
    quota.pause(START + 5, START)
    assert quota.pause_left(START) == 5


def test_a_file_that_fails_in_use_keeps_what_was_known(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    quota = SharedQuota(path, "s/m", now=START)
    quota.pause(START + 50, START)
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TABLE pacing")
    connection.close()
    assert quota.trouble is None
    assert quota.reserve(1, START).at == START + 50
    assert quota.trouble is not None


def test_a_state_of_before_the_machine_was_started_is_discarded(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    old = SharedQuota(path, "s/m", now=START)
    old.pause(START + 100, START)
    old.close()
    assert SharedQuota(path, "s/m", now=10.0).reserve(1, 10.0).at == 10.0


def test_state_that_is_no_json_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    quota = SharedQuota(path, "s/m", now=START)
    quota.pause(START + 100, START)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE pacing SET state = '{'")
    connection.close()
    assert quota.reserve(1, START).at == START
    assert quota.trouble is None


def test_a_reservation_costs_less_than_a_millisecond(tmp_path: Path) -> None:
    quota = SharedQuota(tmp_path / FILE_NAME, "s/m", Limits(100_000, 100_000_000), now=START)
    began = time.process_time()
    for n in range(300):
        quota.reserve(10, START + n / 5)
    assert (time.process_time() - began) / 300 < 0.002  # twice that for a busy machine


def test_any_text_is_a_key(tmp_path: Path) -> None:
    quota = SharedQuota(tmp_path / FILE_NAME, "s/\udcff\x00'", now=START)
    quota.pause(START + 1, START)
    assert quota.trouble is None
    assert quota.pause_left(START) == 1
    quota.close()
    quota.close()
    assert quota.reserve(1, START).at == START + 1
