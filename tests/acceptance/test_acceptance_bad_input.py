"""Bad input, as a user meets it through pytest: one clear line, the right exit code, nothing lost, no key anywhere."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from acceptance_project import LOONG_ROW, Bench
from loopback_replies import error_body
from loopback_server import ErrorReply, Fault, LoopbackServer

from pytest_lcbench.models import retrying

EXIT_USAGE, EXIT_INFRASTRUCTURE = 4, 12
LOONG = "--lcbench-suite=loong"
CONCURRENCY = 3


@pytest.fixture(autouse=True)
def quick_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrying, "FIRST_WAIT_S", 0.001)


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with LoopbackServer() as running:
        yield running


def row(number: int = 0, **changes: Any) -> dict[str, Any]:
    return LOONG_ROW | {"id": f"row-{number}"} | changes


def refused_with_one_line(bench: Bench, result: pytest.RunResult) -> str:
    """Check that pytest refused to start, in one line, before any case; return that line."""
    assert result.ret == EXIT_USAGE
    lines = [line for line in result.stderr.lines if line.strip()]
    assert len(lines) == 1, lines
    assert lines[0].startswith("ERROR: lcbench: ")
    said = result.stdout.str() + result.stderr.str()
    assert "Traceback" not in said
    assert "passed" not in said
    assert not (bench.path / "reports").exists()
    return lines[0].removeprefix("ERROR: lcbench: ")


# -- the question file -----------------------------------------------------------------------------------------------------------

TEN_MEGABYTES = "lamp " * 2_000_000

BAD_ROWS: dict[str, tuple[list[dict[str, Any] | str], str]] = {
    "malformed JSON": ([row(0), row(1), '{"id": "row-2", "level": '], "loong.jsonl, line 3: "),
    "a row that is no object": ([row(0), "[1, 2]"], "loong.jsonl, line 2: "),
    "unknown level": ([row(0), row(1, level=5)], "loong.jsonl, line 2, field 'level': "),
    "duplicate ids": ([row(0), row(1), row(0)], "loong.jsonl, line 3, field 'id': 'row-0' is already the id of line 1"),
    "a name that leads out": ([row(0, doc=["../../etc/passwd"])], "loong.jsonl, line 1, field 'doc': "),
    "an absolute name": ([row(0, doc=["/etc/passwd"])], "loong.jsonl, line 1, field 'doc': "),
    "empty answer list": ([row(0), row(1, answer=[])], "loong.jsonl, line 2, field 'answer': "),
    "a question of 10 MB": ([row(0), row(1, question=TEN_MEGABYTES)], "loong.jsonl, line 2, field 'question': "),
    "a missing field": ([{name: value for name, value in row(0).items() if name != "answer"}], "loong.jsonl, line 1, field 'answer': "),
    "no rows": ([], "loong.jsonl"),
}


@pytest.mark.parametrize("what", BAD_ROWS)
def test_a_bad_row_is_one_line_that_says_where(bench: Bench, what: str) -> None:
    rows, place = BAD_ROWS[what]
    line = refused_with_one_line(bench, bench.run(LOONG, bench.loong(rows)))
    assert place in line
    assert len(line) < 700


def test_a_bad_row_of_longbench_is_one_line_that_says_where(bench: Bench) -> None:
    (bench.path / "data.json").write_text('[\n{"_id": "a", "domain": "Code Repository Understanding"},\n')
    line = refused_with_one_line(bench, bench.run("--lcbench-suite=longbench-v2", "--lcbench-data=data.json"))
    assert "data.json" in line


def test_a_native_document_that_leads_out_is_one_line(bench: Bench) -> None:
    folder = bench.path / "mine"
    (folder / "documents").mkdir(parents=True)
    card = {"name": "mine", "version": "1", "title": "t", "description": "d", "licence": "Apache-2.0", "languages": ["en"]}
    (folder / "card.json").write_text(json.dumps(card))
    case = {
        "id": "a",
        "task": "spotlight_locating",
        "subtask": "spotlight_locating",
        "length_set": "set1",
        "language": "en",
        "domain": "paper",
        "question": "q",
        "gold": "1",
        "answer_kind": "value",
        "documents": [{"file": "../../etc/passwd", "title": "t"}],
    }
    (folder / "cases.jsonl").write_text(json.dumps(case) + "\n")
    assert "cases.jsonl, line 1" in refused_with_one_line(bench, bench.run("--lcbench-suite=mine", "--lcbench-data=mine"))


def test_a_missing_folder_is_one_line_that_names_it(bench: Bench) -> None:
    assert "no-such-folder" in refused_with_one_line(bench, bench.run(LOONG, "--lcbench-data=no-such-folder"))


def test_a_suite_that_was_never_fetched_is_one_line_that_says_how(bench: Bench) -> None:
    assert "lcbench fetch loong" in refused_with_one_line(bench, bench.run(LOONG))


def test_bad_data_is_one_line_with_workers_too(bench: Bench) -> None:
    result = bench.spawn("-n2", LOONG, bench.loong([row(0), row(0)]))
    assert "line 2, field 'id'" in refused_with_one_line(bench, result)


def test_a_missing_document_makes_that_case_an_error_that_names_it(bench: Bench) -> None:
    rows: list[dict[str, Any] | str] = [row(number) for number in range(60)]
    rows[7] = row(7, doc=["lamps.md", "gone.md"])
    result = bench.run(LOONG, bench.loong(rows))
    result.assert_outcomes(passed=59, errors=1)
    assert result.ret == 0, "coverage is still sufficient"
    result.stdout.fnmatch_lines(["*infra_error: missing_document: *gone.md*", "*exit 0: 1 without points*"])
    held = {found["case_id"]: found for found in bench.rows()}
    assert (held["row-7"]["state"], held["row-7"]["error_class"], held["row-7"]["points"]) == ("infra_error", "missing_document", None)
    assert "gone.md" in held["row-7"]["error_message"]
    assert sum(found["state"] == "scored" for found in held.values()) == 59
    assert "Traceback" not in result.stdout.str()


# -- the server ------------------------------------------------------------------------------------------------------------------


def ask(bench: Bench, base_url: str, *more: str, cases: int = 40) -> pytest.RunResult:
    data = bench.loong([row(number, question=f"How many lamps are in room {number}?") for number in range(cases)])
    return bench.run(
        LOONG, data, "--lcbench-model=openai/loopback", f"--lcbench-api-base={base_url}", f"--lcbench-concurrency={CONCURRENCY}", *more
    )


def stopped_with_one_line(result: pytest.RunResult) -> str:
    """Check that the run was stopped as an infrastructure failure and said so once; return that line."""
    assert result.ret == EXIT_INFRASTRUCTURE
    assert "Traceback" not in result.stdout.str() + result.stderr.str()
    (line,) = [line for line in result.outlines if line.startswith("lcbench: exit ")]
    return line


def test_a_missing_key_is_one_line_before_the_first_case(bench: Bench) -> None:
    line = refused_with_one_line(bench, bench.run(LOONG, bench.loong([row()]), "--lcbench-model=gpt-4o"))
    assert "OPENAI_API_KEY" in line


def test_a_refused_key_stops_the_run_at_once(bench: Bench, server: LoopbackServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-wrong-key-0123456789")
    server.key = "sk-right"
    line = stopped_with_one_line(ask(bench, server.base_url))
    assert "bad_key" in line
    assert server.counters.calls <= CONCURRENCY
    assert {found["state"] for found in bench.rows()} == {"infra_error"}
    assert len(bench.rows()) == 40, "what was not run is named"


def test_a_model_unknown_at_the_server_stops_the_run_at_once(bench: Bench, server: LoopbackServer) -> None:
    server.models = ["another"]
    line = stopped_with_one_line(ask(bench, server.base_url))
    assert "unknown_model" in line
    assert "loopback" in line
    assert server.counters.calls <= CONCURRENCY


def test_a_judge_whose_key_is_refused_stops_the_run_and_keeps_the_answers(bench: Bench, server: LoopbackServer) -> None:
    server.models = ["loopback"]
    line = stopped_with_one_line(ask(bench, server.base_url, "--lcbench-judge=openai/judge"))
    assert "openai/judge: unknown_model" in line
    answers = server.counters.by_status[200]
    server.models = None
    again = ask_again(bench, server.base_url, "--lcbench-judge=openai/judge")
    assert again.ret == 0
    again.assert_outcomes(passed=40)
    assert server.counters.by_status[200] == 80, f"{answers} answers were not asked for again"


def ask_again(bench: Bench, base_url: str, *more: str) -> pytest.RunResult:
    return bench.run(
        LOONG,
        f"--lcbench-data={bench.path / 'loong'}",
        "--lcbench-model=openai/loopback",
        f"--lcbench-api-base={base_url}",
        f"--lcbench-concurrency={CONCURRENCY}",
        *more,
    )


def test_a_server_that_is_down_stops_the_run_after_a_few_cases(bench: Bench) -> None:
    with socket.socket() as taken:
        # Bound and not listening: nobody else gets the port, and every connection is refused.
        taken.bind(("127.0.0.1", 0))
        result = ask(bench, f"http://127.0.0.1:{taken.getsockname()[1]}/v1")
    line = stopped_with_one_line(result)
    assert "connection" in line
    assert "is a server running at http://127.0.0.1:" in line
    assert sum(found["error_class"] != "not_run" for found in bench.rows()) <= 3 * CONCURRENCY


def test_a_server_that_was_down_is_resumed_with_the_same_command(bench: Bench, server: LoopbackServer) -> None:
    server.faults = {Fault.BAD_REQUEST: 0.5}
    first = ask(bench, server.base_url)
    assert first.ret == EXIT_INFRASTRUCTURE
    answered = server.counters.by_status[200]
    assert 0 < answered < 40
    server.faults = {}
    ask_again(bench, server.base_url).assert_outcomes(passed=40)
    assert server.counters.by_status[200] == 40, "nothing that was answered is asked again"


# -- keys ------------------------------------------------------------------------------------------------------------------------

KEY = "sk-canary-Zq7Lw0Xv9Rt2Bn4Mk6Pj8Hg1"
HEADER = "canary-header-Uy3Fd5Sa7Qw9"


def nowhere(bench: Bench, result: pytest.RunResult, *secrets: str) -> None:
    """Check that no secret, nor a telling part of one, was said or written, the store's bytes included."""
    parts = [part for secret in secrets for part in (secret, secret[:14], secret[-12:])]
    said = result.stdout.str() + result.stderr.str()
    assert [part for part in parts if part in said] == []
    written = bench.everything_written()
    looked_into = {path.name for path in written}
    assert {"store.sqlite", "ledger.sqlite", "pacing.sqlite"} <= looked_into, "every file of the run was looked into"
    assert [(path.name, part) for path, content in written.items() for part in parts if part.encode() in content] == []


@pytest.mark.parametrize("loud", [(), ("-vv", "--showlocals", "--tb=long", "-rA", "--log-level=DEBUG")], ids=["plain", "loud"])
def test_a_key_that_the_server_repeats_is_nowhere(
    bench: Bench, server: LoopbackServer, monkeypatch: pytest.MonkeyPatch, loud: tuple[str, ...]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    server.faults = {Fault.KEY_ECHO: 1.0}
    headers = json.dumps({"extra_headers": {"X-Team": HEADER}})
    result = ask(bench, server.base_url, f"--lcbench-model-args={headers}", *loud, cases=8)
    assert "bad_key" in stopped_with_one_line(result)
    sent = server.counters.headers[-1]
    assert (sent["authorization"], sent["x-team"]) == (f"Bearer {KEY}", HEADER), "it was really sent"
    nowhere(bench, result, KEY, HEADER)


def test_header_values_that_the_server_repeats_are_nowhere(
    bench: Bench, server: LoopbackServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    server.reply = lambda _prompt: ErrorReply(
        400, error_body(f"bad header X-Team: {HEADER}, {HEADER[:14]}", "invalid_request_error", None)
    )
    headers = json.dumps({"extra_headers": {"X-Team": HEADER}})
    result = ask(bench, server.base_url, f"--lcbench-model-args={headers}", "--lcbench-judge=openai/judge", "-vv", "-l", cases=8)
    assert result.ret == EXIT_INFRASTRUCTURE
    nowhere(bench, result, KEY, HEADER)


def test_keys_of_a_run_that_goes_well_are_nowhere_either(bench: Bench, server: LoopbackServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    headers = json.dumps({"extra_headers": {"X-Team": HEADER}})
    result = ask(bench, server.base_url, f"--lcbench-model-args={headers}", "--lcbench-judge=openai/judge", cases=8)
    result.assert_outcomes(passed=8)
    assert server.counters.calls == 16
    assert all(sent["x-team"] == HEADER for sent in server.counters.headers), "the judge has the model's arguments"
    nowhere(bench, result, KEY, HEADER)


def test_a_key_in_the_arguments_is_refused_without_being_shown(bench: Bench) -> None:
    result = bench.run(LOONG, bench.loong([row()]), "--lcbench-model=openai/m", f'--lcbench-model-args={{"api_key": "{KEY}"}}')
    assert KEY not in refused_with_one_line(bench, result)


def test_the_store_is_kept_out_of_the_users_own_files(bench: Bench, server: LoopbackServer) -> None:
    ask(bench, server.base_url, cases=2)
    made = {path.relative_to(bench.path).parts[0] for path in bench.everything_written()}
    assert made - {"test_bench.py", "loong", "cache", "__pycache__"} == {"reports"}
    assert isinstance(bench.path, Path)
