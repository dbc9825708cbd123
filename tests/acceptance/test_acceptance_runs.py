"""Real rows with real documents, end to end: the embedded reader, a server with a judge, stored real answers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from acceptance_project import Bench
from loopback_server import LoopbackServer

REPLAY = """
import json, pathlib

from pytest_lcbench.models.model import ModelInfo, Request, Response

ANSWERS = json.loads(pathlib.Path(__file__).with_name("answers.json").read_text())


class Replay:
    '''Gives each question the answer that a real model once gave.'''

    info = ModelInfo(name="replay", route="replay", input_price=0.0, output_price=0.0)

    async def complete(self, request: Request) -> Response:
        (answer,) = [text for marks, text in ANSWERS if all(mark in request.prompt for mark in marks)]
        return Response(answer, "stop")

    async def close(self) -> None: ...


def pytest_lcbench_model(config, name):
    return Replay() if name == "replay" else None
"""


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with LoopbackServer() as running:
        yield running


def test_18_longbench_rows_run_end_to_end_without_key_or_network(bench: Bench, shared_data: Path) -> None:
    data = shared_data / "longbench-v2" / "data_18.json"
    result = bench.run("-q", "--lcbench-suite=longbench-v2", f"--lcbench-data={data}")
    result.assert_outcomes(passed=18)
    assert result.ret == 0
    rows = bench.rows()
    assert sorted(row["case_id"] for row in rows) == sorted(row["_id"] for row in json.loads(data.read_text(encoding="utf-8")))
    assert Counter(row["state"] for row in rows) == {"scored": 18}
    assert set(Counter(row["task"] for row in rows).values()) == {3}
    assert {row["points"] for row in rows} <= {0.0, 100.0}
    assert all(len(row["documents"]) == 1 and row["documents"][0]["hash"] for row in rows)
    result.stdout.fnmatch_lines(["*= lcbench =*", "reports: *"])
    right = sum(row["points"] == 100.0 for row in rows)
    overall = bench.summary()["overall"]
    assert (overall["average"], overall["expected"]) == (pytest.approx(100 * right / 18), 18)


def test_24_loong_rows_with_a_judge_give_the_same_in_one_process_and_over_four_workers(
    bench: Bench, shared_data: Path, server: LoopbackServer
) -> None:
    options = [
        "--lcbench-suite=loong",
        f"--lcbench-data={shared_data / 'loong' / 'real_24.jsonl'}",
        "--lcbench-model=openai/loopback",
        "--lcbench-judge=openai/loopback-judge",
        f"--lcbench-api-base={server.base_url}",
        "--lcbench-concurrency=8",
    ]
    one = bench.run("-n0", *options, "--lcbench-reports=one")
    one.assert_outcomes(passed=24)
    assert one.ret == 0
    assert server.counters.calls == 48, "a call and a judgement for each"
    four = bench.spawn("-n4", *options, "--lcbench-reports=four")
    four.assert_outcomes(passed=24)
    assert four.ret == 0
    assert server.counters.calls == 96

    rows = bench.stable_rows("one")
    assert rows == bench.stable_rows("four")
    assert len({row["points"] for row in rows}) >= 10
    assert {row["scorer"] for row in rows} == {"openai/loopback-judge"}
    assert all(row["rules_points"] is not None and row["judge_text"] for row in rows)
    first, second = bench.summary("one"), bench.summary("four")
    for summary in (first, second):
        assert summary.pop("timing") is not None
        assert summary["run"].pop("answered") is not None
    assert first == second
    tables = [_tables(result) for result in (one, four)]
    assert tables[0] == tables[1]
    assert len(tables[0]) > 20


def _tables(result: pytest.RunResult) -> list[str]:
    """Return the report's lines without those that may differ: what was spent in time, and where it lies."""
    lines = [line.rstrip() for line in result.outlines]
    start = next(number for number, line in enumerate(lines) if "= lcbench =" in line)
    stop = next(number for number, line in enumerate(lines) if line.startswith("reports: "))
    return [line for line in lines[start + 1 : stop] if "latency" not in line and "store" not in line]


def test_284_real_answers_give_the_94_right_ones_of_the_official_script(bench: Bench, shared_data: Path) -> None:
    folder = shared_data / "longbench-v2"
    given = [json.loads(line) for line in (folder / "predictions_284.jsonl").read_text(encoding="utf-8").splitlines()]
    questions = {
        row["_id"]: row for row in map(json.loads, (folder / "questions_503_no_context.jsonl").read_text(encoding="utf-8").splitlines())
    }
    # The context tells apart the few rows that share question and options.
    rows = [questions[row["_id"]] | {"context": f"Text of row {row['_id']}."} for row in given]
    (bench.path / "data.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    answers = [[[f"Text of row {row['_id']}."], row["response"]] for row in given]
    (bench.path / "answers.json").write_text(json.dumps(answers))
    bench.pytester.makeconftest(REPLAY)

    result = bench.run("-q", "--lcbench-suite=longbench-v2", "--lcbench-data=data.jsonl", "--lcbench-model=replay")
    result.assert_outcomes(passed=284)
    found = {row["case_id"]: row for row in bench.rows()}
    assert {name: row["answer"] for name, row in found.items()} == {row["_id"]: row["pred"] for row in given}
    assert {name: row["points"] == 100.0 for name, row in found.items()} == {row["_id"]: row["judge"] for row in given}
    overall = bench.summary()["overall"]
    assert overall["average"] == pytest.approx(100 * 94 / 284)
    result.stdout.fnmatch_lines(["overall *accuracy 33.1 [[]27.*], * n 284/284,*"])
    for length in ("short", "medium", "long"):
        right = sum(row["judge"] for row in given if row["length"] == length)
        held = [row for row in found.values() if row["length_set"] == length]
        assert sum(row["perfect"] for row in held) == right
