"""Files that fail, clocks that jump, two runs on one store: clear behaviour, and nothing that was stored is lost."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from acceptance_http import HTTP_MODEL, counted_cases, stored
from acceptance_project import Bench
from loopback_server import LoopbackServer

EXIT_USAGE, EXIT_INFRASTRUCTURE = 4, 12


@pytest.fixture
def project(bench: Bench) -> Bench:
    bench.pytester.makeconftest(HTTP_MODEL)
    return bench


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of one megabyte, where this process may mount one."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = shutil.which("mount")
    if mount is None or os.geteuid() != 0:
        pytest.skip("needs the right to mount")
    if subprocess.run([mount, "-t", "tmpfs", "-o", "size=1m", "none", place], check=False, capture_output=True).returncode:  # noqa: S603 - our own words
        pytest.skip("needs the right to mount")
    yield place
    subprocess.run(["umount", "-l", place], check=True)  # noqa: S603, S607 - as above


def asked(server: LoopbackServer, *more: str) -> list[str]:
    return ["-q", "--lcbench-model=http", f"--lcbench-api-base={server.base_url}", *more]


def said_by(result: pytest.RunResult) -> str:
    said = result.stdout.str() + result.stderr.str()
    assert "Traceback" not in said
    assert "INTERNALERROR" not in said
    return said


def test_two_runs_at_once_on_one_store_are_as_each_alone(project: Bench) -> None:
    selected = counted_cases(project, 60)
    with LoopbackServer(latency=0.05) as server:
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *selected]
        commands = [[*command, *asked(server, f"--lcbench-model={name}", f"--lcbench-run={run}")] for name, run in RUNS]
        started = [
            subprocess.Popen(each, cwd=project.path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)  # noqa: S603 - our own
            for each in commands
        ]
        said = [process.communicate(timeout=60)[0] for process in started]
        assert [process.returncode for process in started] == [0, 0, 0], said
        assert "passed" in said[0]
        # The two runs of one model may both ask before either has an answer; each other call is made once.
        assert 120 <= server.counters.calls <= 180
        assert stored(project.path / "reports" / "store.sqlite") == server.counters.calls
        for _, run in RUNS:
            lines = (project.path / "reports" / run / "results.jsonl").read_text(encoding="utf-8").splitlines()
            assert len(lines) == 60
            assert all('"state":"scored"' in line for line in lines)
        server.forget()
        for each in commands:
            again = subprocess.run(each, cwd=project.path, capture_output=True, text=True, check=False)  # noqa: S603 - as above
            assert again.returncode == 0, again.stdout
        assert server.counters.calls == 0


RUNS = (("http-one", "one"), ("http-two", "two"), ("http-two", "two-again"))


def test_a_full_disk_stops_the_run_at_once_and_loses_nothing_that_was_stored(project: Bench, small_disk: Path) -> None:
    options = [*counted_cases(project, 200), f"--lcbench-reports={small_disk}"]
    with LoopbackServer(latency=0.02, reply=lambda _prompt: "word " * 4_000) as server:
        result = project.run(*options, *asked(server, "--lcbench-concurrency=4"))
        said = said_by(result)
        assert result.ret == EXIT_INFRASTRUCTURE
        assert "the disk is full: free some space and run the same command again" in said
        kept = stored(small_disk / "store.sqlite")
        assert 0 < kept < 100
        assert server.counters.calls <= kept + 8, "those in flight and no more"
        subprocess.run(["mount", "-o", "remount,size=64m", small_disk], check=True)  # noqa: S603, S607 - as above
        server.forget()
        again = project.run(*options, *asked(server, "--lcbench-concurrency=4"))
        again.assert_outcomes(passed=200)
        assert server.counters.calls == 200 - kept


def test_a_full_disk_stops_all_workers(project: Bench, small_disk: Path) -> None:
    options = [*counted_cases(project, 200), f"--lcbench-reports={small_disk}", "-n2"]
    with LoopbackServer(latency=0.02, reply=lambda _prompt: "word " * 4_000) as server:
        result = project.spawn(*options, *asked(server, "--lcbench-concurrency=4"))
        said = said_by(result)
        assert result.ret == EXIT_INFRASTRUCTURE
        assert "the disk is full" in said
        assert server.counters.calls <= stored(small_disk / "store.sqlite") + 12


def test_files_that_may_grow_no_further_stop_the_run(project: Bench) -> None:
    limit = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (300_000, resource.RLIM_INFINITY))\n"
    project.pytester.makeconftest(HTTP_MODEL + limit)
    with LoopbackServer(latency=0.02, reply=lambda _prompt: "word " * 4_000) as server:
        options = [*counted_cases(project, 100), *asked(server, "--lcbench-concurrency=4")]
        result = project.spawn(*options)
        assert result.ret == EXIT_INFRASTRUCTURE
        assert "response store" in said_by(result)
        assert "may grow no further" in said_by(result)
        assert "run the same command again; everything stored before is kept" in said_by(result)
        kept = stored(project.path / "reports" / "store.sqlite")
        assert server.counters.calls <= kept + 8
        project.pytester.makeconftest(HTTP_MODEL)
        server.forget()
        project.run(*options).assert_outcomes(passed=100)
        assert server.counters.calls == 100 - kept


def test_a_read_only_folder_is_one_line_before_any_call(project: Bench, small_disk: Path) -> None:
    options = [*counted_cases(project, 3), f"--lcbench-reports={small_disk}"]
    with LoopbackServer() as server:
        project.run(*options, *asked(server)).assert_outcomes(passed=3)
        subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)  # noqa: S603, S607 - as above
        server.forget()
        result = project.run(*options, *asked(server, "--lcbench-epochs=2"))
        assert result.ret == EXIT_USAGE
        assert server.counters.calls == 0
    (line,) = [line for line in result.stderr.lines if line.strip()]
    assert line.startswith("ERROR: lcbench: response store ")
    assert "read-only" in line or "writable" in line
    assert "response store" not in result.stdout.str(), "told once"


@pytest.mark.parametrize(
    ("name", "how"),
    [("store.sqlite", "no database"), ("store.sqlite", "damaged"), ("store.sqlite", "cut"), ("ledger.sqlite", "damaged")],
)
def test_a_damaged_file_is_refused_in_one_line_and_left_alone(project: Bench, name: str, how: str) -> None:
    selected = counted_cases(project, 20)
    with LoopbackServer() as server:
        project.run(*selected, *asked(server)).assert_outcomes(passed=20)
        file = project.path / "reports" / name
        held = file.read_bytes()
        broken = {"no database": b"somebody's text\n" * 500, "damaged": held[:100] + b"\x5a" * (len(held) - 100), "cut": held[:3_000]}
        file.write_bytes(broken[how])
        server.forget()
        result = project.run(*selected, *asked(server, "--lcbench-seed=1"))
        assert (result.ret, server.counters.calls) == (EXIT_USAGE, 0), said_by(result)
        lines = [line for line in result.stderr.lines if line.strip()]
        assert len(lines) == 1, lines
        assert name in lines[0]
        assert name not in result.stdout.str(), "told once"
        assert file.read_bytes() == broken[how]
        file.write_bytes(held)
        project.run(*selected, *asked(server)).assert_outcomes(passed=20)
        assert server.counters.calls == 0


def test_a_damaged_pacing_file_is_told_and_does_no_harm(project: Bench) -> None:
    (project.path / "reports").mkdir()
    file = project.path / "reports" / "pacing.sqlite"
    file.write_bytes(b"somebody's text\n" * 500)
    with LoopbackServer() as server:
        result = project.run(*counted_cases(project, 5), *asked(server, "--lcbench-rpm=6000"))
    result.assert_outcomes(passed=5)
    assert result.ret == 0
    told = [line for line in said_by(result).splitlines() if line.startswith("lcbench: pacing file ")]
    assert len(told) == 1
    assert "each process keeps to its share of the limits" in told[0]
    assert file.read_bytes() == b"somebody's text\n" * 500


def test_an_answer_is_kept_although_it_cannot_be_entered_in_the_ledger(project: Bench) -> None:
    reports = project.path / "reports"

    def break_ledger(_prompt: str) -> str:
        with sqlite3.connect(reports / "ledger.sqlite") as connection:
            connection.execute("DROP TABLE IF EXISTS calls")
        return "12"

    with LoopbackServer(reply=break_ledger) as server:
        options = [*counted_cases(project, 20), *asked(server, "--lcbench-concurrency=1")]
        result = project.run(*options)
        assert result.ret == EXIT_INFRASTRUCTURE
        assert "money ledger" in said_by(result)
        assert 1 <= server.counters.calls <= 2
        assert stored(reports / "store.sqlite") == server.counters.by_status[200]


def test_no_clock_that_jumps_back_makes_a_paid_answer_be_asked_again(project: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    selected = counted_cases(project, 30)
    clock, jumped = time.time, [0.0]
    monkeypatch.setattr(time, "time", lambda: clock() - jumped[0])
    texts = ["11"]

    def reply(_prompt: str) -> str:
        jumped[0] += 86_400.0  # a day earlier with every call
        return texts[-1]

    with LoopbackServer(latency=0.01, reply=reply) as server:
        more = asked(server, "--lcbench-rpm=100000", "--lcbench-max-cost=1")
        project.run(*selected, *more).assert_outcomes(passed=30)
        texts.append("12")
        project.run(*selected, *more, "--lcbench-fresh").assert_outcomes(passed=30)
        assert server.counters.calls == 60
        project.run(*selected, *more).assert_outcomes(passed=30)
        assert server.counters.calls == 60
    assert {row["response_text"] for row in project.rows()} == {"12"}, "the newest counts, whatever the clock says"
    assert all(row["latency_s"] >= 0 for row in project.rows())


def test_files_that_may_not_grow_at_the_start_are_one_line_that_says_what_to_do(project: Bench) -> None:
    limit = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (20_000, resource.RLIM_INFINITY))\n"
    project.pytester.makeconftest(HTTP_MODEL + limit)
    with LoopbackServer() as server:
        result = project.spawn(*counted_cases(project, 100), *asked(server))
        assert (result.ret, server.counters.calls) == (EXIT_USAGE, 0)
    told = [line for line in said_by(result).splitlines() if "lcbench: response store" in line]
    assert len(told) == 1
    assert "ulimit -f" in told[0]


@pytest.mark.parametrize("workers", [(), ("-n2",)], ids=["alone", "workers"])
def test_an_empty_store_is_taken_as_new_and_said_to_be(project: Bench, workers: tuple[str, ...]) -> None:
    (project.path / "reports").mkdir()
    (project.path / "reports" / "store.sqlite").touch()
    with LoopbackServer() as server:
        options = [*counted_cases(project, 3), *asked(server, *workers)]
        result = project.spawn(*options)
        result.assert_outcomes(passed=3)
        told = [line for line in said_by(result).splitlines() if "taken as new" in line]
        assert told == ["response store: the file was empty, as a kill in its first moment leaves it: taken as new"]
        assert "taken as new" not in said_by(project.spawn(*options))


def test_two_fresh_sessions_of_one_run_at_once_are_one(project: Bench) -> None:
    selected = counted_cases(project, 40)
    with LoopbackServer(latency=0.2) as server:
        options = [*selected, *asked(server, "--lcbench-concurrency=4")]
        project.run(*options).assert_outcomes(passed=40)
        server.forget()
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options, "--lcbench-fresh"]
        started = [
            subprocess.Popen(command, cwd=project.path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)  # noqa: S603 - our own
            for _ in range(2)
        ]
        said = [process.communicate(timeout=60)[0] for process in started]
        assert [process.returncode for process in started] == [0, 0], said
        assert server.counters.calls == 40
    assert sum("goes on with what it began" in each for each in said) == 1


def test_a_stolen_case_that_was_looked_at_ahead_is_saved_once(project: Bench) -> None:
    selected = counted_cases(project, 60)
    project.pytester.makepyfile(
        test_bench="import time\n\ndef test_case(lcbench_score, worker_id):\n    time.sleep(0.1 if worker_id == 'gw0' else 0.0)\n"
    )
    with LoopbackServer() as server:
        options = [*selected, *asked(server)]
        workers = ["-n3", "--dist=worksteal"]
        project.spawn(*options, *workers).assert_outcomes(passed=60)
        assert server.counters.calls == 60
        result = project.spawn(*options, *workers)
    result.assert_outcomes(passed=60)
    with sqlite3.connect(project.path / "reports" / "ledger.sqlite") as ledger:
        counted = dict(ledger.execute("SELECT kind, COUNT(*) FROM calls GROUP BY kind").fetchall())
    ledger.close()
    assert counted == {"model": 60, "cached": 60}


@pytest.mark.parametrize("workers", [("-n0",), ("-n2",), ("-n2", "--dist=worksteal")], ids=" ".join)
def test_no_store_is_made_anew_where_the_reports_are_moved_during_a_run(project: Bench, workers: tuple[str, ...]) -> None:
    selected = counted_cases(project, 60)
    project.pytester.makepyfile(
        test_bench="""
        import os
        seen = []
        def test_case(lcbench_score):
            seen.append(1)
            if len(seen) == 6 and os.environ.get("MOVE"):
                try:
                    os.rename("reports", "moved")
                except FileNotFoundError:
                    pass
        """
    )
    moved, reports = project.path / "moved", project.path / "reports"
    with LoopbackServer(latency=0.1) as server:
        options = [*selected, *asked(server, "--lcbench-concurrency=4"), *workers]
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("MOVE", "1")
            result = project.spawn(*options)
        assert result.ret == EXIT_INFRASTRUCTURE
        assert "moved" in said_by(result)
        assert not (reports / "store.sqlite").exists()
        assert server.counters.calls <= stored(moved / "store.sqlite") + 8
        if reports.exists():
            shutil.rmtree(reports)
        moved.rename(reports)
        kept = stored(reports / "store.sqlite")
        server.forget()
        project.spawn(*options).assert_outcomes(passed=60)
        assert server.counters.calls == 60 - kept
