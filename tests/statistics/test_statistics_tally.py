from __future__ import annotations

from statistics_rows import failure, row

from pytest_lcbench.statistics.tally import make_tally, make_timing


def test_every_state_is_counted_and_those_that_did_not_occur_are_named() -> None:
    tally = make_tally([row("a", 1.0), row("b", 2.0), row("c", None), failure("d")])
    assert tally.states == {"scored": 2, "model_failure": 1, "infra_error": 1, "unscored": 0}
    assert sum(tally.states.values()) == tally.items == 4


def test_a_flag_counts_once_per_item() -> None:
    tally = make_tally([row("a", 1.0, flags=("output_cut", "unparsed", "output_cut")), row("b", 1.0, flags=("output_cut",))])
    assert tally.flags == {"output_cut": 2, "unparsed": 1}


def test_each_error_class_has_one_example_the_first_with_a_message() -> None:
    rows = [
        row("a", None, error_class="timeout"),
        row("b", None, error_class="timeout", error_message="took 600 s"),
        row("c", None, error_class="server", error_message="503"),
        row("d", None, error_class=None),
    ]
    found = [(error.error_class, error.count, error.item, error.message) for error in make_tally(rows).errors]
    assert found == [("server", 1, "c", "503"), ("timeout", 2, "b", "took 600 s"), ("unknown", 1, "d", "")]


def test_a_filtered_answer_is_an_error_class_although_it_has_points() -> None:
    tally = make_tally([failure("a", error_class="content_filter", error_message="no")])
    assert [error.error_class for error in tally.errors] == ["content_filter"]
    assert tally.missing == ()


def test_items_without_points_are_named() -> None:
    tally = make_tally([row("a", None, item="x-set1"), row("b", 1.0), row("c", None, state="unscored", error_class=None, epoch=2)])
    assert [(entry.item, entry.state, entry.error_class) for entry in tally.missing] == [
        ("x-set1", "infra_error", "not_run"),
        ("c-e2", "unscored", None),
    ]


def test_evidence_is_kept_or_cut_or_not_told() -> None:
    evidence = make_tally(
        [row("a", 1.0, evidence_kept=True), row("b", 1.0, evidence_kept=False), row("c", 1.0), row("d", 1.0)]
    ).evidence
    assert (evidence.kept, evidence.cut, evidence.unknown) == (1, 1, 2)


def test_calls_of_unknown_cost_are_counted_apart() -> None:
    cost = make_tally([row("a", 1.0, cost=0.25), row("b", 1.0, cost=0.5), row("c", 1.0), row("d", 1.0, cost=float("nan"))]).cost
    assert (cost.known, cost.known_calls, cost.unknown_calls) == (0.75, 2, 2)


def test_an_item_that_was_never_called_costs_nothing_but_a_timeout_may_have() -> None:
    cost = make_tally([row("a", None), row("b", None, error_class="timeout"), row("c", None, error_class="rate_limit")]).cost
    assert (cost.known_calls, cost.unknown_calls) == (0, 1)


def test_an_answer_whose_judge_failed_counts_among_the_tokens() -> None:
    tokens = make_tally(
        [row("a", 1.0, prompt_tokens=10), row("b", None, state="unscored", prompt_tokens=5), row("c", 1.0), row("d", None)]
    ).prompt_tokens
    assert (tokens.known, tokens.known_calls, tokens.unknown_calls) == (15, 2, 1)


def test_timing_tells_the_store_from_the_session() -> None:
    timing = make_timing([row("a", 1.0, cost=1.0, cached=True, attempts=1), row("b", 1.0, cost=2.0, attempts=3), row("c", None)])
    assert (timing.cached, timing.attempts, timing.spent.known) == (1, 4, 2.0)
    assert timing.latency is None


def test_latency_percentiles_are_by_nearest_rank() -> None:
    latency = make_timing([row(f"c{second}", 1.0, latency_s=float(second)) for second in range(1, 21)]).latency
    assert latency is not None
    assert (latency.n, latency.mean, latency.median, latency.p95, latency.longest) == (20, 10.5, 10.0, 19.0, 20.0)
