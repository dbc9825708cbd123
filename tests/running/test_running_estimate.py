from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from running_place import PRICED, Place

from pytest_lcbench.documents.encodings import load_encoding
from pytest_lcbench.models.model import PriceTier
from pytest_lcbench.reporting.estimate_report import estimate_lines
from pytest_lcbench.running.calls import case_context
from pytest_lcbench.running.estimate import RETRY_SHARE, TYPICAL_JUDGEMENT, TYPICAL_OPEN_ANSWER, Estimate, estimate


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.setattr("pytest_lcbench.running.run.counts_file", lambda: None)
    return Place(tmp_path)


def test_the_estimate_is_within_a_twentieth_of_what_is_then_sent(place: Place) -> None:
    run = place.run(judge=True, epochs=2)
    found = estimate(run)
    assert place.model.calls == place.judge.calls == 0
    assert not (place.path / "reports").exists(), "nothing is written"
    place.execute(run)
    assert found.total.model.calls == place.model.calls == 8
    assert found.total.judge.calls == place.judge.calls == 8
    assert found.total.model.prompt_tokens == pytest.approx(place.model.tokens, rel=0.05)
    assert found.total.judge.prompt_tokens == pytest.approx(place.judge.tokens, rel=0.05), "its answers were of the typical length"


def test_real_rows_are_estimated_within_a_twentieth(place: Place, shared_data: Path, tmp_path: Path) -> None:
    folder = tmp_path / "loong"
    folder.mkdir()
    (folder / "loong.jsonl").write_bytes((shared_data / "loong" / "real_24.jsonl").read_bytes())
    (folder / "doc").symlink_to(shared_data / "loong" / "doc")
    run = place.run(suites=("loong",), data={"loong": folder}, sample=6)
    found = estimate(run)
    evaluator_tokens = 0
    for item in run.items("loong"):
        prompt = case_context(run.settings, run.suites, item.case, run.prompts, run.counter).prompt
        evaluator_tokens += len(load_encoding("cl100k_base").encode(prompt, disallowed_special=()))
    assert found.total.items == 6
    assert found.total.model.prompt_tokens == pytest.approx(evaluator_tokens, rel=0.05)


def test_groups_add_up_and_costs_follow_the_prices(place: Place) -> None:
    found = estimate(place.run(judge=True))
    (suite,) = found.suites
    assert [line.label for line in suite.length_sets] == ["set1", "set2"]
    assert [line.items for line in suite.length_sets] == [2, 2]
    for lines in (suite.length_sets, suite.tasks):
        assert sum(line.model.prompt_tokens for line in lines) == found.total.model.prompt_tokens
        assert sum(line.judge.cost for line in lines) == pytest.approx(found.total.judge.cost)
    model, judge = found.total.model, found.total.judge
    assert (model.completion_tokens, model.completion_tokens_most) == (4 * TYPICAL_OPEN_ANSWER, 4 * 1024)
    assert judge.completion_tokens == 4 * TYPICAL_JUDGEMENT
    assert judge.prompt_tokens_most - judge.prompt_tokens == 4 * (1024 - TYPICAL_OPEN_ANSWER), "the judge reads the answer"
    assert model.cost == pytest.approx(model.prompt_tokens * 1e-6 + model.completion_tokens * 1e-5)
    assert model.cost_most == pytest.approx(model.prompt_tokens * 1e-6 + 4096 * 1e-5)
    assert found.retries.cost == pytest.approx(RETRY_SHARE * (model.cost + judge.cost))
    assert found.cost == pytest.approx((1 + RETRY_SHARE) * (model.cost + judge.cost))


def test_a_tier_is_chosen_call_by_call(place: Place) -> None:
    flat = estimate(place.run()).total.model
    lengths = [estimate(place.run(), [item.key]).total.model.prompt_tokens for item in place.run().items("mine")]
    place.model.info = replace(PRICED, tiers=(PriceTier(lengths[2], 2e-6, 1e-5),))
    assert estimate(place.run()).total.model.cost == pytest.approx(flat.cost + lengths[3] * 1e-6)


def test_what_is_in_the_store_costs_nothing_again(place: Place) -> None:
    run = place.run(judge=True)
    place.execute(run, only=3)
    found = estimate(run)
    assert (found.total.stored, found.total.model.calls, found.total.judge.calls) == (3, 1, 1)
    assert (found.stored_calls, found.stored_cost) == (6, 1.5)
    place.execute(run)
    done = estimate(run)
    assert (done.total.model.calls, done.total.judge.calls, done.cost) == (0, 0, 0.0)


def test_what_the_stored_answers_had_cost_is_no_zero_where_it_is_unknown(place: Place) -> None:
    place.model.cost = None
    run = place.run(judge=True)
    place.execute(run)
    found = estimate(run)
    assert (found.stored_calls, found.stored_cost, found.stored_unknown) == (8, 1.0, 4)
    assert "in the store, not paid again: 8 answers and judgements, $1.00 (unknown for 4 calls)" in estimate_lines(found)


def test_asking_afresh_counts_nothing_of_the_store(place: Place) -> None:
    place.execute(place.run(judge=True))
    fresh = estimate(place.run(judge=True, fresh=True))
    assert (fresh.total.model.calls, fresh.total.judge.calls, fresh.stored_calls) == (4, 4, 0)
    again = estimate(place.run(judge=True, rejudge=True))
    assert (again.total.model.calls, again.total.judge.calls, again.stored_calls) == (0, 4, 4)


def test_a_stored_answer_without_a_judgement_needs_the_judge_alone(place: Place) -> None:
    place.execute(place.run())
    found = estimate(place.run(judge=True))
    assert (found.total.model.calls, found.total.judge.calls) == (0, 4)
    before = place.judge.tokens
    place.execute(place.run(judge=True))
    assert found.total.judge.prompt_tokens == pytest.approx(place.judge.tokens - before, rel=0.05)


def test_unknown_prices_are_unknown_and_not_zero(place: Place) -> None:
    place.judge.info = replace(place.judge.info, output_price=None)
    found = estimate(place.run(judge=True))
    assert (found.cost, found.cost_most) == (None, None)
    assert found.total.judge.unknown_calls == 4
    lines = "\n".join(estimate_lines(found))
    assert "cost: unknown" in lines
    assert (
        'the price of judge is unknown: give input_price and output_price (USD per million tokens) under [tool.lcbench.models."judge"]'
        in lines
    )


def test_items_that_cannot_run_or_are_skipped_are_told(place: Place) -> None:
    (place.path / "data" / "documents" / "report-0.txt").unlink()
    found = estimate(place.run(window=9_000, overlength="skip", epochs=2))
    assert found.cannot_run == 2
    assert found.skipped > 0
    assert found.skipped + found.cannot_run + found.total.items == 8
    assert len(found.problems) == 1
    assert "report-0.txt" in found.problems[0]


def test_reasoning_is_in_the_output(place: Place) -> None:
    place.model.info = replace(PRICED, reasoning=True)
    model = estimate(place.run(reasoning_budget=5_000)).total.model
    assert model.completion_tokens == 4 * (TYPICAL_OPEN_ANSWER + 2_000)
    assert model.completion_tokens_most == 4 * (1024 + 5_000)


def test_the_estimate_is_plain_json_and_readable(place: Place) -> None:
    place.model.info = replace(PRICED, name="evil\x1b[31m|名")
    found = estimate(place.run(judge=True))
    assert Estimate.model_validate_json(found.model_dump_json()) == found
    lines = estimate_lines(found)
    text = "\n".join(lines)
    assert "\x1b" not in text
    assert "nothing was sent" in lines[0]
    assert "mine, by length set" in text
    assert "mine, by task" in text
    assert any(line.startswith("retries") for line in lines)
    assert max(map(len, lines)) < 230


def test_an_empty_selection_is_an_empty_estimate(place: Place) -> None:
    found = estimate(place.run(), [])
    assert (found.total.items, found.cost) == (0, 0.0)
    assert estimate_lines(found)
