"""One case through its stages: states, error classes, what is stored when, and what stops a run."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from running_parts import (
    RUN,
    SESSION,
    SUITE,
    MemorySuite,
    Parts,
    make_case,
    make_choice,
    make_parts,
)

from pytest_lcbench.documents.document import DocumentRef
from pytest_lcbench.models import retrying
from pytest_lcbench.models.holders import Holder
from pytest_lcbench.models.ledger import CallKind, Ledger
from pytest_lcbench.models.model import ErrorClass, ModelCallError, ModelInfo, Request, Response
from pytest_lcbench.models.store import StoreError
from pytest_lcbench.models.stored_answers import StoredCall
from pytest_lcbench.running import calling
from pytest_lcbench.running.calling import RunStoppedError
from pytest_lcbench.running.claims import Claims
from pytest_lcbench.running.evaluation import GONE_AFTER, JUDGE_TRIES, Outcome
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.running.run import Place
from pytest_lcbench.running.settings import ItemKey, ModelSettings
from pytest_lcbench.scoring.score import Score, State
from pytest_lcbench.suites.case import SuiteDefaults

Make = Callable[..., Parts]
CANARY = "Zq8canaryKJH4321poiuyt"


@pytest.fixture(autouse=True)
def quick_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrying, "FIRST_WAIT_S", 0.001)


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    made: list[Parts] = []

    def build(*arguments: Any, **options: Any) -> Parts:
        made.append(make_parts(tmp_path, *arguments, **options))
        return made[-1]

    yield build
    for parts in made:
        parts.books.close()


def key(number: int = 0, epoch: int = 1) -> ItemKey:
    return ItemKey(SUITE, f"case-{number}", epoch)


def run(parts: Parts, item: ItemKey | None = None, *, score: bool = True) -> Outcome:
    return asyncio.run(parts.evaluator.evaluate(item or key(), score=score, item="shown-id"))


def kept(parts: Parts) -> ResultRow:
    (row,) = parts.journal.rows(RUN).values()
    return row


def calls(parts: Parts) -> list[StoredCall]:
    return list(parts.store.calls())


# -- states ----------------------------------------------------------------------------------------------------------------------


def test_a_right_answer_is_scored_and_its_row_kept(make: Make) -> None:
    parts = make([make_case()], "100")
    row = run(parts).row
    assert (row.state, row.points, row.perfect, row.scorer) == (State.SCORED, 100.0, True, "rules")
    assert (row.item, row.response_text, row.cost, row.cached, row.attempts) == ("shown-id", "100", 0.5, False, 1)
    assert (row.error_class, row.error_message) == (None, None)
    assert kept(parts) == row


def test_a_choice_is_scored_by_its_letter_with_the_tolerant_reading_beside_it(make: Make) -> None:
    row = run(make([make_choice()], "The correct answer is (B)")).row
    assert (row.state, row.points, row.scorer, row.answer, row.tolerant_points) == (State.SCORED, 100.0, "choice", "B", 100.0)


def test_a_choice_is_never_judged(make: Make) -> None:
    parts = make([make_choice()], "The correct answer is (C)", judge=["[[100]]"])
    row = run(parts).row
    assert (row.points, row.scorer, row.judge) == (0.0, "choice", None)
    assert parts.judge is not None
    assert parts.judge.requests == []


@pytest.mark.parametrize("text", ["", " \n\t "])
def test_an_answer_without_text_is_a_model_failure_with_zero_points(make: Make, text: str) -> None:
    parts = make([make_case()], text, judge=["[[100]]"])
    row = run(parts).row
    assert (row.state, row.points, row.perfect, row.flags) == (State.MODEL_FAILURE, 0.0, False, ("empty",))
    assert parts.judge is not None
    assert parts.judge.requests == [], "what is no answer is not judged"


def test_a_refusal_that_the_provider_signals_is_a_model_failure(make: Make) -> None:
    row = run(make([make_case()], Response("I cannot.", "refusal", refused=True))).row
    assert (row.state, row.points, row.flags, row.response_text) == (State.MODEL_FAILURE, 0.0, ("refused",), "I cannot.")


def test_a_refusal_in_words_is_scored_as_it_stands(make: Make) -> None:
    row = run(make([make_case()], "I am sorry, I cannot help with that.")).row
    assert (row.state, row.points) == (State.SCORED, 0.0)


def test_a_content_filter_is_a_model_failure_stored_and_not_asked_again(make: Make) -> None:
    parts = make([make_case()], ErrorClass.CONTENT_FILTER)
    row = run(parts).row
    assert (row.state, row.points, row.finish_reason, row.flags) == (State.MODEL_FAILURE, 0.0, "content_filter", ("refused",))
    again = run(parts).row
    assert (again.state, again.cached, len(parts.model.requests)) == (State.MODEL_FAILURE, True, 1)


def test_a_choice_without_text_has_no_tolerant_points_either(make: Make) -> None:
    assert run(make([make_choice()], "")).row.tolerant_points == 0.0


NEVER_AGAIN = [ErrorClass.BAD_KEY, ErrorClass.UNKNOWN_MODEL, ErrorClass.QUOTA, ErrorClass.CONTEXT_OVERFLOW, ErrorClass.BAD_REQUEST]


@pytest.mark.parametrize("fault", NEVER_AGAIN)
def test_a_fault_that_waiting_does_not_mend_is_an_infra_error_after_one_call(make: Make, fault: ErrorClass) -> None:
    parts = make([make_case()], fault)
    outcome = run(parts)
    row = outcome.row
    assert (row.state, row.points, row.error_class, row.attempts) == (State.INFRA_ERROR, None, fault.value, 1)
    assert row.error_message == f"scripted {fault.value}"
    assert outcome.response is None
    assert (len(parts.model.requests), calls(parts), kept(parts)) == (1, [], row)


AGAIN = [fault for fault in ErrorClass if fault.retryable]


@pytest.mark.parametrize("fault", AGAIN)
def test_a_fault_that_may_pass_is_tried_again_before_it_is_an_infra_error(make: Make, fault: ErrorClass) -> None:
    parts = make([make_case()], fault)
    row = run(parts).row
    assert (row.state, row.points, row.error_class) == (State.INFRA_ERROR, None, fault.value)
    # Rate limits are repeated more often than other faults: only the case's deadline ends them soon.
    least = retrying.DEFAULT_ATTEMPTS
    assert row.attempts == len(parts.model.requests)
    assert len(parts.model.requests) > least if fault is ErrorClass.RATE_LIMIT else len(parts.model.requests) == least


def test_a_fault_that_passes_leaves_only_its_attempts_in_the_row(make: Make) -> None:
    row = run(make([make_case()], ErrorClass.SERVER, ErrorClass.TIMEOUT, "100")).row
    assert (row.state, row.points, row.attempts, row.error_class) == (State.SCORED, 100.0, 3, None)


def test_every_error_class_is_told_by_one_of_these_tests() -> None:
    assert {*NEVER_AGAIN, *AGAIN, ErrorClass.CONTENT_FILTER} == set(ErrorClass)


def test_a_missing_document_is_an_infra_error_that_names_it_and_costs_no_call(make: Make) -> None:
    parts = make([make_case(documents=(DocumentRef("missing"),))], "100")
    row = run(parts).row
    assert (row.state, row.error_class) == (State.INFRA_ERROR, "missing_document")
    assert row.error_message == "case 'case-0': document 'missing' is not there"
    assert (parts.model.requests, kept(parts)) == ([], row)


def test_a_generated_case_that_was_refused_is_an_infra_error_of_its_own_class(make: Make) -> None:
    parts = make([make_case(documents=(DocumentRef("refused"),))], "100")
    row = run(parts).row
    assert (row.state, row.error_class) == (State.INFRA_ERROR, "refused_case")
    assert (parts.model.requests, row.error_message) == ([], "case 'case-0' is refused")


@pytest.mark.parametrize(("policy", "error_class"), [("error", "overlength"), ("skip", "skipped_overlength")])
def test_a_case_over_the_window_is_told_by_its_policy_and_costs_no_call(make: Make, policy: str, error_class: str) -> None:
    info = ModelInfo(name="scripted", route="scripted", window=150)
    parts = make([make_case()], "100", info=info, overlength=policy)
    row = run(parts).row
    assert (row.state, row.error_class, parts.model.requests) == (State.INFRA_ERROR, error_class, [])


def test_an_error_message_is_one_printable_line(make: Make) -> None:
    fault = ModelCallError(ErrorClass.BAD_REQUEST, "first\nsecond \x1b[31m\u202e" + "x" * 2000)
    message = run(make([make_case()], fault)).row.error_message
    assert message is not None
    assert message.startswith("first second \\x1b[31m\\u202exxx")
    assert len(message) == 500


def test_an_answer_alone_is_not_scored_and_leaves_no_row(make: Make) -> None:
    parts = make([make_case()], "100", judge=["[[5]]"])
    outcome = run(parts, score=False)
    assert outcome.response is not None
    assert (outcome.response.text, parts.journal.rows(RUN)) == ("100", {})
    assert parts.judge is not None
    assert parts.judge.requests == []


# -- flags -----------------------------------------------------------------------------------------------------------------------


def test_an_answer_cut_by_the_output_limit_is_scored_and_flagged(make: Make) -> None:
    row = run(make([make_case()], Response("100", "length"))).row
    assert (row.state, row.points, row.flags) == (State.SCORED, 100.0, ("output_cut",))


def test_parameters_that_the_provider_rejected_are_flagged(make: Make) -> None:
    row = run(make([make_case()], Response("100", "stop", dropped=("temperature", "max_tokens")))).row
    assert row.flags == ("dropped_temperature", "dropped_max_tokens")


def test_a_cut_context_is_flagged_and_in_the_ledger(make: Make) -> None:
    info = ModelInfo(name="scripted", route="scripted", window=200)
    row = run(make([make_case(evidence=(0,))], "100", info=info)).row
    assert "context_cut" in row.flags
    (document,) = row.documents
    assert document.tokens is not None
    assert document.kept is not None
    assert 0 < document.kept < document.tokens
    assert row.evidence_kept is False


def test_unknown_usage_stays_unknown(make: Make) -> None:
    row = run(make([make_case()], Response("100", "stop"))).row
    assert (row.completion_tokens, row.reasoning_tokens, row.cost) == (None, None, None)


# -- a project's own scorer ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("points", [-0.5, 100.5, float("nan"), float("inf")])
def test_a_scorer_off_the_scale_leaves_the_case_unscored(make: Make, points: float) -> None:
    row = run(make([make_case()], "100", scorer=lambda _case, _text: Score(points, "own", None, ""))).row
    assert (row.state, row.points, row.error_class) == (State.UNSCORED, None, "scorer_fault")
    assert row.response_text == "100", "what was paid for stays in the row"


def test_a_scorer_of_the_projects_own_comes_before_choice_rules_and_judge(make: Make) -> None:
    parts = make([make_case()], "100", judge=["[[5]]"], scorer=lambda _case, _text: Score(7.5, "own", "x", "because", ("mark",)))
    row = run(parts).row
    assert (row.points, row.scorer, row.answer, row.score_evidence, row.flags) == (7.5, "own", "x", "because", ("mark",))
    assert parts.judge is not None
    assert parts.judge.requests == []


@pytest.mark.parametrize(
    "fault", [ZeroDivisionError(), SystemExit(3), StopIteration(), asyncio.CancelledError(), pytest.skip.Exception()]
)
def test_a_scorer_that_breaks_does_not_lose_the_answer(make: Make, fault: BaseException) -> None:
    def broken(_case: object, _text: str) -> Score:
        raise fault

    parts = make([make_case()], "100", scorer=broken)
    row = run(parts).row
    assert (row.state, row.error_class) == (State.UNSCORED, "scorer_fault")
    assert len(calls(parts)) == 1


@pytest.mark.parametrize("place", ["raises", "evidence", "answer"])
def test_a_key_in_what_a_scorer_of_the_projects_own_says_reaches_no_row(
    make: Make, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.setenv("MY_API_KEY", CANARY)

    def leaky(_case: object, _text: str) -> Score:
        if place == "raises":
            raise RuntimeError(f"GET https://127.0.0.1/?key={CANARY}")
        return Score(50.0, "own", *((CANARY, "") if place == "answer" else (None, CANARY)))

    parts = make([make_case()], "100", scorer=leaky)
    row = run(parts).row
    assert row.state is (State.UNSCORED if place == "raises" else State.SCORED)
    assert CANARY not in row.model_dump_json()
    assert "***" in row.model_dump_json()


def test_a_key_in_what_a_client_of_the_projects_own_says_reaches_no_row_and_no_store(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_API_KEY", CANARY)
    parts = make([make_case()], f"The key is {CANARY}.")
    assert run(parts).row.response_text == "The key is ***."
    ((_, stored),) = parts.store.entries()
    assert stored is not None
    assert stored.text == "The key is ***."


def test_a_key_in_an_error_of_a_client_of_the_projects_own_reaches_no_row(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_API_KEY", CANARY)
    parts = make([make_case()], "100")

    async def fail(_request: Request) -> Response:
        raise ModelCallError(ErrorClass.BAD_REQUEST, f"refused: {CANARY}")

    monkeypatch.setattr(parts.model, "complete", fail)
    row = run(parts).row
    assert row.error_message is not None
    assert "***" in row.error_message
    assert CANARY not in row.error_message


# -- the judge -------------------------------------------------------------------------------------------------------------------


def test_a_judge_rates_and_the_rules_stand_beside_it(make: Make) -> None:
    parts = make([make_case()], "The revenue is 100.", judge=["good [[80]]"])
    row = run(parts).row
    assert (row.state, row.points, row.scorer, row.judge) == (State.SCORED, 80.0, "judge-model", "judge-model")
    assert (row.rules_points, row.judge_text, row.judge_cost) == (100.0, "good [[80]]", 0.5)
    assert row.judge_prompt_hash == parts.evaluator.settings.judge_prompt_hash


def test_a_judge_sees_question_gold_and_answer_but_no_document(make: Make) -> None:
    parts = make([make_case()], "It is ninety-nine.", judge=["[[1]]"])
    run(parts)
    assert parts.judge is not None
    (request,) = parts.judge.requests
    assert request.temperature == 0.0
    for part in ("What is the revenue of Company 0?", "It is ninety-nine."):
        assert part in request.prompt
    assert "The revenue in report-0" not in request.prompt


def test_an_unreadable_reply_is_asked_again_and_each_reply_is_stored(make: Make) -> None:
    parts = make([make_case()], "100", judge=["no rating", "[[101]]", "[[60]]"])
    row = run(parts).row
    assert (row.state, row.points, row.judge_cost) == (State.SCORED, 60.0, 1.5)
    assert [(call.kind, call.parts["attempt"]) for call in calls(parts)] == [
        ("model", "1"),
        ("judge", "1"),
        ("judge", "2"),
        ("judge", "3"),
    ]
    assert len({call.key for call in calls(parts)}) == 4


def test_three_unreadable_replies_leave_the_case_unscored_with_the_last_one(make: Make) -> None:
    parts = make([make_case()], "100", judge=["one", "two", "three", "[[100]]"])
    row = run(parts).row
    assert (row.state, row.points, row.error_class, row.judge_text) == (State.UNSCORED, None, "judge_unreadable", "three")
    assert (row.flags, row.rules_points, row.judge_cost) == (("judge_failed",), 100.0, 1.5)
    assert parts.judge is not None
    assert len(parts.judge.requests) == JUDGE_TRIES == 3


@pytest.mark.parametrize(
    "filtered",
    [ErrorClass.CONTENT_FILTER, Response("", "content_filter", prompt_tokens=10, completion_tokens=0, cost=0.5, refused=True)],
    ids=["error", "reply"],
)
def test_a_judge_whose_provider_filters_is_asked_once(make: Make, filtered: ErrorClass | Response) -> None:
    parts = make([make_case()], "100", judge=[filtered])
    row = run(parts).row
    assert (row.state, row.points, row.error_class) == (State.UNSCORED, None, "judge_content_filter")
    assert row.flags == ("judge_failed",)
    assert parts.judge is not None
    assert len(parts.judge.requests) == 1


def test_a_judge_that_cannot_be_asked_leaves_the_case_unscored_with_the_class(make: Make) -> None:
    parts = make([make_case()], "100", judge=[ErrorClass.SERVER])
    row = run(parts).row
    assert (row.state, row.points, row.error_class) == (State.UNSCORED, None, "judge_server")
    assert (row.response_text, row.error_message, row.cost) == ("100", "scripted server", 0.5)


def test_what_earlier_replies_of_a_failing_judge_cost_is_not_forgotten(make: Make) -> None:
    row = run(make([make_case()], "100", judge=["unreadable", ErrorClass.BAD_REQUEST])).row
    assert (row.state, row.error_class) == (State.UNSCORED, "judge_bad_request")
    assert (row.judge_cost, row.judge_text) == (0.5, "unreadable")


def test_a_case_left_unscored_is_judged_on_the_next_run_without_asking_the_model_again(make: Make) -> None:
    parts = make([make_case()], "100", judge=[ErrorClass.BAD_REQUEST, "[[40]]"])
    assert run(parts).row.state is State.UNSCORED
    row = run(parts).row
    assert (row.state, row.points, row.error_class, row.flags) == (State.SCORED, 40.0, None, ())
    assert len(parts.model.requests) == 1


# -- the store -------------------------------------------------------------------------------------------------------------------


def test_an_answer_is_in_the_store_before_anything_else_happens_to_it(make: Make) -> None:
    seen: list[int] = []
    parts = make([make_case()], "100")
    store = parts.store
    parts.evaluator.custom_scorer = lambda _case, _text: seen.append(store.count())
    run(parts)
    assert seen == [1]


def test_stored_answers_are_used_without_a_call_and_say_so(make: Make) -> None:
    parts = make([make_case()], "100", judge=["[[90]]"])
    first = run(parts).row
    second = run(parts).row
    assert (len(parts.model.requests), second.cached) == (1, True)
    assert second.model_copy(update={"cached": False}) == first


def test_an_answer_that_arrived_between_the_look_and_the_claim_is_not_asked_for_again(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, parts = make([make_case()], "100"), make([make_case()], "100")
    take = parts.journal.claims.take

    def late(session: str, store_key: str, *, lasts: float) -> Holder | None:
        with ThreadPoolExecutor(1) as elsewhere:
            elsewhere.submit(run, other).result()
        return take(session, store_key, lasts=lasts)

    monkeypatch.setattr(parts.journal.claims, "take", late)
    row = run(parts).row
    assert (len(other.model.requests), len(parts.model.requests), row.points if row else None) == (1, 0, 100.0)


def test_a_task_cancelled_as_its_answer_arrives_loses_nothing(make: Make) -> None:
    parts = make([make_case()], "100")

    async def cancelled() -> None:
        def cancel(_request: Request) -> None:
            task = asyncio.current_task()
            assert task is not None
            task.cancel()

        parts.model.before = cancel
        await parts.evaluator.evaluate(key())

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(cancelled())
    assert [call.kind for call in calls(parts)] == ["model"]
    assert run(parts).row.cached is True


@pytest.mark.parametrize("then", ["100", "something else", ErrorClass.SERVER, ErrorClass.RATE_LIMIT])
def test_an_answer_that_the_client_hands_over_is_in_the_store_when_it_goes_on_and_counts(make: Make, then: str | ErrorClass) -> None:
    parts = make([make_case()], then)
    seen: list[int] = []

    def hand_over(request: Request) -> None:
        request.keep(Response("100", "stop", cost=0.25))
        seen.append(parts.store.count())

    parts.model.before = hand_over
    row = run(parts).row
    assert (seen, len(parts.model.requests), parts.store.count()) == ([1], 1, 1)
    assert (row.points, row.response_text, row.cost) == (100.0, "100", 0.25)
    assert [(call.kind, call.cost) for call in parts.books.ledger.calls()] == [(CallKind.MODEL, 0.25)]


def test_a_task_cancelled_after_its_answer_was_handed_over_loses_nothing(make: Make) -> None:
    parts = make([make_case()], "something else")

    async def cancelled() -> None:
        def cancel(request: Request) -> None:
            request.keep(Response("100", "stop"))
            raise asyncio.CancelledError

        parts.model.before = cancel
        await parts.evaluator.evaluate(key())

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(cancelled())
    assert [call.kind for call in calls(parts)] == ["model"]
    row = run(parts).row
    assert (row.cached, row.points, len(parts.model.requests)) == (True, 100.0, 1)


@pytest.mark.parametrize("handed_over", [False, True])
def test_a_client_that_does_not_come_back_holds_its_case_no_longer_than_to_its_deadline(
    make: Make, monkeypatch: pytest.MonkeyPatch, *, handed_over: bool
) -> None:
    monkeypatch.setattr(calling, "DEADLINE_TIMES", 1.0)
    monkeypatch.setattr(calling, "_LATE_S", 0.1)
    parts = make([make_case()], "100", timeout=0.1)

    async def hang(request: Request) -> Response:
        if handed_over:
            request.keep(Response("100", "stop", cost=0.5))
        await asyncio.sleep(60)
        raise AssertionError("nobody waits so long")

    monkeypatch.setattr(parts.model, "complete", hang)
    row = run(parts).row
    assert (row.points, row.error_class) == ((100.0, None) if handed_over else (None, "timeout"))
    (entry,) = parts.books.ledger.calls()
    assert (entry.error_class, entry.cost is None) == ((None, False) if handed_over else ("timeout", True))


def test_an_answer_that_was_handed_over_by_a_client_that_breaks_then_is_kept(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = make([make_case()], "100")

    async def broken(request: Request) -> Response:
        request.keep(Response("100", "stop"))
        raise KeyError("closing")

    monkeypatch.setattr(parts.model, "complete", broken)
    row = run(parts).row
    assert (row.points, row.error_class) == (100.0, None)


def test_a_call_that_finds_room_under_the_ceiling_after_its_deadline_only_is_not_sent(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calling, "DEADLINE_TIMES", 1.0)
    parts = make([make_case()], "100", timeout=0.2)

    async def reserve_in_turn(_amount: object, *, lasts: float) -> None:
        await asyncio.sleep(lasts + 60)

    monkeypatch.setattr(Ledger, "reserve_in_turn", lambda _self, amount, *, lasts: reserve_in_turn(amount, lasts=lasts))
    row = run(parts).row
    assert (row.state, row.error_class, len(parts.model.requests)) == (State.INFRA_ERROR, "timeout", 0)
    assert "no room under --lcbench-max-cost before its deadline" in str(row.error_message)


def test_a_call_is_claimed_for_as_long_as_it_may_be_in_flight(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = make([make_case()], "100", timeout=5.0)
    own, lasted = Claims.take, list[float]()

    def take(self: Claims, session: str, address: str, *, lasts: float) -> Holder | None:
        lasted.append(lasts)
        return own(self, session, address, lasts=lasts)

    monkeypatch.setattr(Claims, "take", take)
    run(parts)
    # What is sent just before the deadline takes one time limit more.
    assert lasted == [pytest.approx((calling.DEADLINE_TIMES + 1) * 5.0, abs=2.0)]
    assert lasted[0] > (calling.DEADLINE_TIMES + 1) * 5.0


def test_an_answer_that_was_handed_over_is_entered_in_the_ledger_at_once(make: Make) -> None:
    parts = make([make_case()], "100")
    seen: list[int] = []

    def hand_over(request: Request) -> None:
        request.keep(Response("100", "stop"))
        seen.append(len(parts.books.ledger.calls()))

    parts.model.before = hand_over
    run(parts)
    assert (seen, len(parts.books.ledger.calls())) == ([1], 1)


def test_an_answer_that_cannot_be_stored_is_an_error_and_no_row(make: Make) -> None:
    parts = make([make_case()], "100")
    parts.model.before = lambda _request: parts.books.close()
    with pytest.raises(StoreError):
        run(parts)


def key_of_call(folder: Path, *, case: Any = None, epoch: int = 1, timeout: float = 5.0, suite: Any = None, **changes: Any) -> str:
    folder.mkdir()
    parts = make_parts(folder, [case or make_case()], "100", timeout=timeout, suite=suite, **changes)
    with parts.store:
        run(parts, key(epoch=epoch))
        (call,) = parts.store.calls()
        return call.key


def other_model(**changes: Any) -> ModelSettings:
    return replace(ModelSettings(ModelInfo(name="scripted", route="scripted")), **changes)


CHANGES_THE_ANSWER: dict[str, dict[str, Any]] = {
    "epoch": {"epoch": 2},
    "question": {"case": make_case(question="And what else?")},
    "instruction": {"case": make_case(instruction="In words.")},
    "documents": {"case": make_case(documents=(DocumentRef("report-7"),))},
    "route": {"info": ModelInfo(name="scripted", route="other")},
    "api base": {"model": other_model(api_base="http://127.0.0.1:1/v1")},
    "arguments": {"model": other_model(arguments={"top_p": 0.5})},
    "output limit": {"max_output": 65},
    "the model's own output limit": {"info": ModelInfo(name="scripted", route="scripted", max_output=10)},
    "temperature": {"suite": MemorySuite([make_case()], defaults=SuiteDefaults(0.5, 64, "documents"))},
    "reasoning": {"info": ModelInfo(name="scripted", route="scripted", reasoning=True)},
    "window": {"info": ModelInfo(name="scripted", route="scripted", window=200)},
}
KEEPS_THE_ANSWER: dict[str, dict[str, Any]] = {
    "timeout": {"timeout": 99.0},
    "price": {"info": ModelInfo(name="scripted", route="scripted", input_price=1.0)},
    "name typed": {"info": ModelInfo(name="alias-of-scripted", route="scripted")},
    "a window that fits": {"info": ModelInfo(name="scripted", route="scripted", window=100_000)},
    "epochs": {"epochs": 5},
    "gold": {"case": make_case(gold="7")},
    "reasoning budget of a model that does not reason": {"reasoning_budget": 1},
    "seed of a case that is not shuffled": {"seed": 9},
}


@pytest.mark.parametrize("what", CHANGES_THE_ANSWER)
def test_what_can_change_an_answer_changes_its_address(tmp_path: Path, what: str) -> None:
    assert key_of_call(tmp_path / "a") != key_of_call(tmp_path / "b", **CHANGES_THE_ANSWER[what])


@pytest.mark.parametrize("what", KEEPS_THE_ANSWER)
def test_what_cannot_change_an_answer_keeps_its_address(tmp_path: Path, what: str) -> None:
    assert key_of_call(tmp_path / "a") == key_of_call(tmp_path / "b", **KEEPS_THE_ANSWER[what])


def test_an_answer_judged_by_another_model_is_judged_anew_but_not_asked_anew(make: Make) -> None:
    first = make([make_case()], "100", judge=["[[10]]"])
    run(first)
    second = make([make_case()], "never asked", judge=["[[20]]"])
    assert second.judge is not None
    assert second.evaluator.judging is not None
    second.evaluator.judging.caller.callee.settings = ModelSettings(ModelInfo(name="second", route="second"))
    row = run(second).row
    assert (row.points, len(second.model.requests), len(second.judge.requests)) == (20.0, 0, 1)


def test_the_store_holds_no_prompt_text(make: Make) -> None:
    parts = make([make_case()], "100")
    run(parts)
    assert "revenue" not in json.dumps([call.parts for call in calls(parts)])


# -- stopping --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", [fault for fault in ErrorClass if fault.fatal])
def test_a_fatal_fault_stops_every_process_of_the_session(make: Make, fault: ErrorClass) -> None:
    first = make([make_case(0), make_case(1)], fault)
    run(first)
    assert first.journal.stop_reason(SESSION) == f"scripted: {fault.value}: scripted {fault.value}"
    assert first.journal.stop_reason("another session") is None
    second = make([make_case(0), make_case(1)], "100")
    with pytest.raises(RunStoppedError, match=fault.value):
        run(second, key(1))
    assert second.model.requests == []


def test_a_judges_fatal_fault_stops_the_run_and_keeps_the_answer(make: Make) -> None:
    parts = make([make_case()], "100", judge=[ErrorClass.BAD_KEY])
    row = run(parts).row
    assert (row.state, row.error_class) == (State.UNSCORED, "judge_bad_key")
    assert parts.journal.stop_reason(SESSION) == "judge-model: bad_key: scripted bad_key"


def test_stored_answers_are_still_scored_after_a_stop(make: Make) -> None:
    parts = make([make_case(0), make_case(1)], "100")
    run(parts)
    parts.journal.stop(SESSION, "because")
    assert run(parts).row.state is State.SCORED
    with pytest.raises(RunStoppedError, match="because"):
        run(parts, key(1))


def test_a_server_that_is_gone_for_several_cases_in_a_row_stops_the_run(make: Make) -> None:
    parts = make([make_case(number) for number in range(9)], "100", ErrorClass.CONNECTION)
    for number in range(GONE_AFTER + 1):
        assert parts.journal.stop_reason(SESSION) is None
        run(parts, key(number))
    reason = parts.journal.stop_reason(SESSION)
    assert reason is not None
    assert "connection" in reason


def test_a_server_that_never_answered_stops_the_run_at_the_first_case(make: Make) -> None:
    parts = make([make_case(number) for number in range(9)], ErrorClass.CONNECTION)
    run(parts)
    assert parts.journal.stop_reason(SESSION) is not None


def test_a_judge_that_cannot_be_reached_stops_the_run_although_the_model_answers(make: Make) -> None:
    parts = make([make_case(number) for number in range(9)], "100", judge=[ErrorClass.CONNECTION])
    run(parts)
    assert parts.journal.stop_reason(SESSION) is not None


def test_an_answer_between_lost_connections_means_that_the_server_is_there(make: Make) -> None:
    lost: list[Any] = [ErrorClass.CONNECTION] * retrying.DEFAULT_ATTEMPTS
    parts = make([make_case(number) for number in range(9)], "100", *lost * 2, "100", *lost * 2, "100")
    for number in range(7):
        run(parts, key(number))
    assert parts.journal.stop_reason(SESSION) is None


def test_faults_of_one_case_do_not_stop_the_others(make: Make) -> None:
    parts = make([make_case(0), make_case(1)], ErrorClass.CONTEXT_OVERFLOW, "101")
    run(parts)
    assert run(parts, key(1)).row.points == 100.0


def test_closing_closes_only_clients_that_were_made(make: Make) -> None:
    parts = make([make_choice()], "The correct answer is (B)", judge=["[[1]]"])
    run(parts)
    asyncio.run(parts.evaluator.close())
    assert parts.judge is not None
    assert (parts.model.closed, parts.judge.closed) == (1, 0)


# -- what is asked ---------------------------------------------------------------------------------------------------------------


def test_a_reasoning_model_gets_its_budget_beside_the_visible_answer(make: Make) -> None:
    info = ModelInfo(name="scripted", route="scripted", reasoning=True)
    parts = make([make_case()], "100", info=info, reasoning_budget=500, timeout=7.0)
    run(parts)
    (request,) = parts.model.requests
    assert request == Request(request.prompt, 0.0, 64, 500, 7.0)


@pytest.mark.parametrize(("total", "workers"), [(8, 1), (8, 3), (2, 5), (1, 1), (64, 7)])
def test_calls_in_flight_are_divided_over_the_workers_at_least_one_each(total: int, workers: int) -> None:
    shares = [Place(index, workers).share(total) for index in range(workers)]
    assert sum(shares) == max(total, workers)
    assert max(shares) - min(shares) <= 1
