"""Money: an estimate that is true, a ceiling that holds, prices by length."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from pathlib import Path

import pytest
from acceptance_http import HTTP_MODEL, counted_cases
from acceptance_project import LOONG_ROW, Bench
from loopback_server import LoopbackServer, Reply

from pytest_lcbench.documents.encodings import load_encoding

EXIT_USAGE, EXIT_INFRASTRUCTURE = 4, 12
WORST_OUTPUT = 1_000


def priced(bench: Bench, more: str = "") -> None:
    """Give the model a price: 10 USD per million tokens of output, little for input."""
    (bench.path / "pyproject.toml").write_text(
        f'[tool.lcbench.models."openai/loopback"]\ninput_price = 1\noutput_price = 10\n{more}\n', encoding="utf-8"
    )


def spending(server: LoopbackServer, *more: str) -> list[str]:
    return [
        "-q",
        "--lcbench-model=openai/loopback",
        f"--lcbench-api-base={server.base_url}",
        f"--lcbench-max-output={WORST_OUTPUT}",
        *more,
    ]


def resume_line(result: pytest.RunResult) -> list[str]:
    (line,) = [line for line in result.outlines if line.startswith("to resume, paying for nothing twice: ")]
    return shlex.split(line.partition(": ")[2])[1:]


def test_a_ceiling_ends_the_run_cleanly_below_it_and_the_printed_command_goes_on(bench: Bench, loopback: LoopbackServer) -> None:
    priced(bench)
    loopback.reply = lambda _prompt: Reply("12", completion_tokens=WORST_OUTPUT)
    options = [*counted_cases(bench, 30), *spending(loopback, "--lcbench-max-cost=0.125", "--lcbench-concurrency=4")]
    result = bench.run(*options)
    assert result.ret == EXIT_INFRASTRUCTURE
    rows = bench.rows()
    states = Counter(row["error_class"] or row["state"] for row in rows)
    assert states == {"scored": 12, "not_run": 18}, "each costs a cent and something for its input"
    assert sum(row["cost"] for row in rows if row["cost"]) <= 0.125
    assert loopback.counters.calls == 12, "nothing was sent for which there was no room"
    assert bench.summary()["overall"]["expected"] == 30
    said = result.stdout.str() + result.stderr.str()
    assert "Traceback" not in said
    assert "no answer could be got" not in said
    result.stdout.fnmatch_lines(["lcbench: exit 12, infrastructure: --lcbench-max-cost=0.125: * spent in this session,*"])
    again = bench.pytester.runpytest_inprocess(*resume_line(result))
    assert Counter(row["error_class"] or row["state"] for row in bench.rows()) == {"scored": 24, "not_run": 6}
    assert again.ret == EXIT_INFRASTRUCTURE
    assert bench.run(*options).ret == 0
    assert loopback.counters.calls == 30
    assert max(loopback.counters.prompts.values()) == 1


def test_calls_that_cost_more_than_they_may_exceed_the_ceiling_by_those_in_flight_at_most(
    bench: Bench, loopback: LoopbackServer
) -> None:
    priced(bench)
    loopback.latency = 0.05
    loopback.reply = lambda _prompt: Reply("12", completion_tokens=3 * WORST_OUTPUT)
    options = spending(loopback, "--lcbench-max-cost=0.1", "--lcbench-concurrency=4")
    assert bench.run(*counted_cases(bench, 30), *options).ret == EXIT_INFRASTRUCTURE
    spent = sum(row["cost"] for row in bench.rows() if row["cost"])
    assert spent > 0.089
    assert spent <= 0.1 + 4 * 0.0301


def test_a_ceiling_holds_over_all_workers(bench: Bench) -> None:
    bench.pytester.makeconftest(HTTP_MODEL)
    with LoopbackServer(latency=0.02, reply=lambda _prompt: Reply("12", completion_tokens=WORST_OUTPUT)) as server:
        options = spending(server, "--lcbench-model=http", "--lcbench-max-cost=0.0125", "-n2")
        result = bench.spawn(*counted_cases(bench, 30), *options)
        assert result.ret == EXIT_INFRASTRUCTURE
        spent = sum(row["cost"] for row in bench.rows() if row["cost"])
        assert 0.0105 < spent <= 0.0125
        assert server.counters.calls == sum(row["state"] == "scored" for row in bench.rows())
    result.stdout.fnmatch_lines(["to resume, *", "lcbench: exit 12, infrastructure: --lcbench-max-cost=0.0125: *"])


def test_a_ceiling_on_an_unknown_price_is_refused(bench: Bench, loopback: LoopbackServer) -> None:
    result = bench.run(*counted_cases(bench, 2), *spending(loopback, "--lcbench-max-cost=1"))
    assert result.ret == EXIT_USAGE
    result.stderr.fnmatch_lines(["ERROR: lcbench: --lcbench-max-cost: the price of 'openai/loopback' is unknown*"])
    assert loopback.counters.calls == 0


def test_a_long_prompt_has_the_price_of_its_tier(bench: Bench, loopback: LoopbackServer) -> None:
    priced(bench, "tiers = [{ above = 10000, input_price = 3, output_price = 30 }]")
    loopback.reply = lambda prompt: Reply("12", prompt_tokens=14_000 if len(prompt) > 10_000 else 40, completion_tokens=100)
    data = bench.loong([LOONG_ROW, LOONG_ROW | {"id": "second", "doc": ["long.md"]}], ("lamps.md", "long.md"))
    (bench.path / "loong" / "doc" / "paper" / "long.md").write_text("# Counting Lamps\n" + "The author counts lamps.\n" * 2_000)
    options = ["--lcbench-suite=loong", data, *spending(loopback)]
    estimate = bench.run(*options, "--lcbench-estimate").stdout.str()
    assert loopback.counters.calls == 0
    assert bench.run(*options).ret == 0
    costs = {row["case_id"]: row["cost"] for row in bench.rows()}
    assert costs == {
        "first": pytest.approx((40 * 1 + 100 * 10) / 1e6),
        "second": pytest.approx((14_000 * 3 + 100 * 30) / 1e6),
    }
    (told,) = [line for line in estimate.splitlines() if line.startswith("cost: ")]
    most = float(told.partition("..")[2].split()[0].lstrip("$"))
    tokens = 2_000 * 5
    assert most > WORST_OUTPUT * (10 + 30) / 1e6 + tokens * 3 / 1e6


def test_an_estimate_needs_no_key_and_calls_nobody(bench: Bench) -> None:
    result = bench.run(*counted_cases(bench, 2), "--lcbench-model=gpt-4o", "--lcbench-judge=claude-3-5-sonnet", "--lcbench-estimate")
    assert result.ret in {0, 5}
    result.stdout.fnmatch_lines(["estimate for gpt-4o, judge claude-3-5-sonnet; nothing was sent", "cost: $*"])
    assert not (bench.path / "reports").exists()


def test_the_estimate_is_within_five_percent_of_what_is_really_sent(
    bench: Bench, shared_data: Path, loopback: LoopbackServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-nobody-0123456789")
    sent: list[tuple[str, str]] = []

    def reply(prompt: str) -> str:
        judged = "[[" in prompt
        sent.append(("judge" if judged else "model", prompt))
        return "Rating: [[50]]" if judged else "word " * 400

    loopback.reply = reply
    options = ["--lcbench-suite=loong", f"--lcbench-data={shared_data / 'loong' / 'real_24.jsonl'}", "--lcbench-model=gpt-4o"]
    options += ["--lcbench-judge=gpt-4o", f"--lcbench-api-base={loopback.base_url}"]
    alone = bench.run(*options, "--lcbench-estimate")
    assert sent == []
    assert not list((bench.path / "reports").glob("*"))
    figures = in_all(alone)
    assert (figures["model"][0], figures["judge"][0]) == ("24", "24")
    spread = bench.spawn(*options, "--lcbench-estimate", "-n2")
    assert in_all(spread) == figures
    bench.run(*options).assert_outcomes(passed=24)
    encoding = load_encoding("o200k_base")
    for role in ("model", "judge"):
        really = sum(len(encoding.encode(prompt, disallowed_special=())) for kind, prompt in sent if kind == role)
        told = int(figures[role][1].partition("..")[0].replace(",", ""))
        assert told == pytest.approx(really, rel=0.05), role
    assert json.dumps(in_all(bench.run(*options, "--lcbench-estimate"))["model"]) == json.dumps(["0", "0", "0", "$0.00"])


def in_all(result: pytest.RunResult) -> dict[str, list[str]]:
    """Return the rows of the estimate's last table."""
    lines = [line.split() for line in result.outlines]
    start = lines.index(["in", "all"])
    return {line[0]: line[1:] for line in lines[start : start + 8] if line and line[0] in {"model", "judge", "retries"}}
