from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopback_server import ErrorReply, Fault, LoopbackServer, Reply

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.models.litellm_client import create_litellm_model, sendable
from pytest_lcbench.models.model import ErrorClass, Model, ModelCallError, ModelInfo, Request, Response

E = ErrorClass
CANARY = "sk-canary-Zq81mPw0Lx5TnB7vRk3J"
INFO = ModelInfo(name="m", route="openai/m", window=1000, input_price=2e-6, output_price=8e-6)


@pytest.fixture(autouse=True)
def key_in_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


def request(prompt: str = "hello", **more: Any) -> Request:
    given: dict[str, Any] = {"temperature": 0.0, "max_output": 100, "timeout": 10.0} | more
    return Request(prompt=prompt, **given)


def ask(server: LoopbackServer, *requests: Request, info: ModelInfo = INFO, **more: Any) -> list[Response]:
    async def work() -> list[Response]:
        model = create_litellm_model(info, api_base=server.base_url, **more)
        try:
            return list(await asyncio.gather(*(model.complete(each) for each in requests)))
        finally:
            await model.close()

    return asyncio.run(work())


def fault_of(server: LoopbackServer, each: Request | None = None, **more: Any) -> ModelCallError:
    with pytest.raises(ModelCallError) as caught:
        ask(server, each or request(), **more)
    return caught.value


def test_an_answer_comes_with_its_usage_and_cost(loopback: LoopbackServer) -> None:
    loopback.reply = lambda _: Reply("Forty-two.", prompt_tokens=1000, completion_tokens=50)
    (response,) = ask(loopback, request())
    assert response.text == "Forty-two."
    assert response.finish_reason == "stop"
    assert (response.prompt_tokens, response.completion_tokens, response.reasoning_tokens) == (1000, 50, None)
    assert response.cost == pytest.approx(0.0024)
    assert response.attempts == 1
    assert response.latency_s > 0
    assert not response.refused
    assert response.dropped == ()
    assert loopback.counters.bodies[-1] == {"model": "m", "temperature": 0.0, "max_tokens": 100}
    assert loopback.counters.headers[-1]["authorization"] == f"Bearer {CANARY}"


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (Fault.RATE_LIMIT, E.RATE_LIMIT),
        (Fault.RATE_LIMIT_SILENT, E.RATE_LIMIT),
        (Fault.QUOTA, E.QUOTA),
        (Fault.SERVER_ERROR, E.SERVER),
        (Fault.BAD_GATEWAY, E.SERVER),
        (Fault.RESET, E.CONNECTION),
        (Fault.HANG, E.TIMEOUT),
        (Fault.MALFORMED_JSON, E.MALFORMED_REPLY),
        (Fault.NO_CHOICES, E.MALFORMED_REPLY),
        (Fault.CONTENT_FILTER_ERROR, E.CONTENT_FILTER),
        (Fault.BAD_KEY, E.BAD_KEY),
        (Fault.KEY_ECHO, E.BAD_KEY),
        (Fault.UNKNOWN_MODEL, E.UNKNOWN_MODEL),
        (Fault.CONTEXT_OVERFLOW, E.CONTEXT_OVERFLOW),
        (Fault.BAD_REQUEST, E.BAD_REQUEST),
    ],
)
def test_each_fault_gets_its_class_and_one_call(loopback: LoopbackServer, fault: Fault, expected: ErrorClass) -> None:
    loopback.faults = {fault: 1.0}
    error = fault_of(loopback, request(timeout=0.5 if fault is Fault.HANG else 10.0))
    assert error.error_class is expected
    assert error.attempts == 1
    assert loopback.counters.calls == 1
    assert error.retry_after == (0.05 if fault is Fault.RATE_LIMIT else None)
    assert str(error).startswith("openai/m: ")
    assert "\n" not in str(error)
    assert "litellm" not in str(error).lower()
    assert "Exception" not in str(error)
    assert CANARY not in str(error)
    assert CANARY[:8] not in str(error)
    assert CANARY[-8:] not in str(error)


@pytest.mark.parametrize(
    ("fault", "finish", "text", "refused"),
    [
        (Fault.EMPTY, "stop", "", False),
        (Fault.NULL, "stop", "", False),
        (Fault.CUT, "length", "The documents point to the it", False),
        (Fault.CONTENT_FILTER, "content_filter", "", True),
        (Fault.REFUSAL, "refusal", "", True),
    ],
)
def test_a_reply_without_a_full_answer_is_still_a_response(
    loopback: LoopbackServer, fault: Fault, finish: str, text: str, refused: bool
) -> None:
    loopback.faults = {fault: 1.0}
    (response,) = ask(loopback, request())
    assert (response.finish_reason, response.text, response.refused) == (finish, text, refused)


def test_what_is_left_of_the_quota_is_read_from_answers_and_from_refusals() -> None:
    with LoopbackServer(requests_per_second=1.0, tokens_per_minute=600) as server:
        (response,) = ask(server, request("word " * 8))
        assert response.quota is not None
        assert (response.quota.requests, response.quota.tokens) == (0, 590)
        assert response.quota.requests_reset_s == pytest.approx(1.0)
        assert response.quota.tokens_reset_s == pytest.approx(1.0)
        error = fault_of(server, request("word " * 8))
    assert error.error_class is E.RATE_LIMIT
    assert error.quota is not None
    assert error.quota.requests == 0
    assert error.retry_after is not None
    assert 0 < error.retry_after <= 1


def test_a_server_that_says_nothing_of_its_quota_has_none(loopback: LoopbackServer) -> None:
    (response,) = ask(loopback, request())
    assert response.quota is None
    loopback.faults = {Fault.RATE_LIMIT: 1.0}
    assert fault_of(loopback).quota is None


def test_no_server_is_a_connection_fault_that_names_the_address() -> None:
    with LoopbackServer() as server:
        address = server.base_url
    server.port = int(address.split(":")[2].split("/")[0])
    error = fault_of(server)
    assert error.error_class is E.CONNECTION
    assert address in str(error)


def test_a_wrong_path_stops_the_run_and_names_the_address(loopback: LoopbackServer) -> None:
    async def work() -> None:
        model = create_litellm_model(INFO, api_base=f"http://127.0.0.1:{loopback.port}/wrong?key=abc12345")
        try:
            await model.complete(request())
        finally:
            await model.close()

    with pytest.raises(ModelCallError) as caught:
        asyncio.run(work())
    assert caught.value.error_class is E.UNKNOWN_MODEL
    assert f"http://127.0.0.1:{loopback.port}/wrong" in str(caught.value)
    assert "abc12345" not in str(caught.value)


def test_a_hung_call_ends_at_its_time_limit(loopback: LoopbackServer) -> None:
    loopback.faults = {Fault.HANG: 1.0}
    error = fault_of(loopback, request(timeout=0.3))
    assert "no answer within 0.3 s" in str(error) or "timed out" in str(error).lower()


def test_the_whole_call_is_timed_not_each_silence(loopback: LoopbackServer) -> None:
    loopback.latency = 5.0
    assert fault_of(loopback, request(timeout=0.3)).error_class is E.TIMEOUT


def test_a_cancelled_call_is_cancelled_at_the_server(loopback: LoopbackServer) -> None:
    loopback.faults = {Fault.HANG: 1.0}

    async def work() -> None:
        model = create_litellm_model(INFO, api_base=loopback.base_url)
        task = asyncio.create_task(model.complete(request()))
        while not loopback.counters.in_flight:  # noqa: ASYNC110 - the server is in another thread
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await model.close()

    asyncio.run(work())
    until = time.monotonic() + 5.0  # the server sees it when its thread comes to it
    while not loopback.counters.disconnected and time.monotonic() < until:
        time.sleep(0.01)
    assert loopback.counters.disconnected == 1


def test_no_key_shows_in_error_log_or_traceback(loopback: LoopbackServer, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    header = "tok-0a1b2c3d4e5f6g7h"
    loopback.reply = lambda _: ErrorReply(
        401, {"error": {"message": f"bad {CANARY} / {CANARY[:10]}...{CANARY[-8:]} / {header} / https://u:{CANARY}@h/?key={CANARY}"}}
    )
    with pytest.raises(ModelCallError) as caught:
        ask(loopback, request("PROMPT-CANARY"), arguments={"extra_headers": {"X-Extra": f"Bearer {header}"}})
    assert loopback.counters.headers[-1]["x-extra"] == f"Bearer {header}"
    shown = [str(caught.value), repr(caught.value), caplog.text]
    # What pytest --showlocals would print of our own frames.
    trace = caught.value.__traceback__
    while trace is not None:
        if "pytest_lcbench" in trace.tb_frame.f_code.co_filename:
            shown += [repr(value) for value in trace.tb_frame.f_locals.values()]
        trace = trace.tb_next
    for secret in (CANARY, CANARY[:8], CANARY[-8:], header):
        assert not any(secret in text for text in shown)
    assert "PROMPT-CANARY" not in caplog.text
    assert caught.value.__cause__ is None


def test_a_key_that_a_server_repeats_in_its_answer_is_masked(loopback: LoopbackServer) -> None:
    loopback.reply = lambda _: Reply(f"You sent Bearer {CANARY} and team-7-4821-blue. The figure is 12.")
    (response,) = ask(loopback, request(arguments={"extra_headers": {"X-Team": "team-7-4821-blue"}}))
    assert response.text == "You sent Bearer *** and ***. The figure is 12."


def test_an_error_body_of_a_megabyte_does_not_hold_up_the_other_calls(loopback: LoopbackServer) -> None:
    body = {"error": {"message": "\x1b[31mBAD\x07\0\r\n" * 100_000}}
    loopback.reply = lambda prompt: ErrorReply(400, body) if "odd" in prompt else Reply("fine")

    async def slowest() -> float:
        model = create_litellm_model(INFO, api_base=loopback.base_url)
        waits = [0.0]

        async def watch() -> None:
            while True:
                before = asyncio.get_running_loop().time()
                await asyncio.sleep(0.01)
                waits.append(asyncio.get_running_loop().time() - before)

        watching = asyncio.create_task(watch())
        try:
            await model.complete(request())  # what is imported at the first call is not what is looked at
            waits.clear()
            outcomes = await asyncio.gather(*(model.complete(request(f"odd {number}")) for number in range(3)), return_exceptions=True)
            assert all(isinstance(outcome, ModelCallError) and len(str(outcome)) < 500 for outcome in outcomes)
        finally:
            watching.cancel()
            await model.close()
        return max(waits)

    # Searching such bodies whole for keys took several seconds each.
    assert asyncio.run(slowest()) < 2.0


def test_a_refused_parameter_is_left_out_once_and_remembered(loopback: LoopbackServer) -> None:
    loopback.rejects = ("temperature",)

    async def work() -> list[Response]:
        model = create_litellm_model(INFO, api_base=loopback.base_url)
        try:
            return [await model.complete(request(str(number))) for number in range(3)]
        finally:
            await model.close()

    responses = asyncio.run(work())
    assert [response.dropped for response in responses] == [("temperature",)] * 3
    assert [response.attempts for response in responses] == [2, 1, 1]
    assert loopback.counters.calls == 4


def test_calls_in_flight_together_all_learn_from_a_refusal(loopback: LoopbackServer) -> None:
    loopback.rejects = ("temperature",)
    loopback.latency = 0.05
    responses = ask(loopback, *(request(str(number)) for number in range(8)))
    assert all(response.dropped == ("temperature",) and response.text for response in responses)


@pytest.mark.parametrize(("refused", "used"), [("max_tokens", "max_completion_tokens"), ("max_completion_tokens", "max_tokens")])
def test_the_other_name_of_the_output_limit_is_tried(loopback: LoopbackServer, refused: str, used: str) -> None:
    loopback.rejects = (refused,)
    (response,) = ask(loopback, request(arguments={refused: 50}))
    assert loopback.counters.bodies[-1] == {"model": "m", "temperature": 0.0, used: 50}
    assert response.dropped == ()


def test_both_names_refused_leave_the_limit_out(loopback: LoopbackServer) -> None:
    loopback.rejects = ("max_tokens", "max_completion_tokens")
    (response,) = ask(loopback, request())
    assert loopback.counters.bodies[-1] == {"model": "m", "temperature": 0.0}
    assert "max_completion_tokens" in response.dropped or "max_tokens" in response.dropped


def test_a_limit_over_the_providers_is_lowered_to_it_and_reported(loopback: LoopbackServer) -> None:
    message = "max_tokens is too large: 9000. This model supports at most 4096 completion tokens, whereas you provided 9000."

    def reply(_: str) -> str | ErrorReply:
        if loopback.counters.bodies[-1].get("max_tokens", 0) > 4096:
            return ErrorReply(400, {"error": {"message": message, "type": "invalid_request_error", "param": "max_tokens"}})
        return "fine"

    loopback.reply = reply
    (response,) = ask(loopback, request(max_output=9000))
    assert response.text == "fine"
    assert loopback.counters.bodies[-1]["max_tokens"] == 4096
    assert response.dropped == ("max_tokens",)


def test_a_reasoning_model_gets_its_budget_and_no_temperature(loopback: LoopbackServer) -> None:
    loopback.reply = lambda _: Reply("", finish_reason="length", reasoning="hm " * 9, reasoning_tokens=1100)
    info = ModelInfo(name="o3", route="openai/o3", reasoning=True)
    (response,) = ask(loopback, request(reasoning_budget=1000), info=info)
    assert loopback.counters.bodies[-1] == {"model": "o3", "max_completion_tokens": 1100}
    assert response.dropped == ("temperature",)
    assert (response.text, response.finish_reason, response.reasoning_tokens) == ("", "length", 1100)


@pytest.mark.parametrize(
    "reply",
    [
        Reply("It is 7.", reasoning="Let me think"),
        Reply("<think>Let me think</think>\n\nIt is 7."),
        Reply("Let me think</think>\n\nIt is 7."),
    ],
)
def test_reasoning_is_not_part_of_the_answer(loopback: LoopbackServer, reply: Reply) -> None:
    loopback.reply = lambda _: reply
    (response,) = ask(loopback, request(), info=ModelInfo(name="r", route="hosted_vllm/deepseek-r1", reasoning=True))
    assert response.text == "It is 7."


def test_unknown_price_or_usage_is_unknown_cost(loopback: LoopbackServer) -> None:
    (unpriced,) = ask(loopback, request(), info=ModelInfo(name="m", route="openai/m", input_price=1e-6))
    assert unpriced.cost is None
    assert unpriced.prompt_tokens
    loopback.reply = lambda _: Reply("x", usage=False)
    (uncounted,) = ask(loopback, request())
    assert (uncounted.prompt_tokens, uncounted.completion_tokens, uncounted.cost) == (None, None, None)


def test_sixty_four_calls_are_in_flight_at_once(loopback: LoopbackServer) -> None:
    loopback.latency = 1.5
    responses = ask(loopback, *(request(f"{number} " + "x" * 1000) for number in range(64)))
    assert len({response.text for response in responses}) == 64
    assert loopback.counters.max_in_flight == 64


def test_two_models_on_one_loop_close_one_after_the_other(loopback: LoopbackServer) -> None:
    async def work() -> str:
        first, second = (create_litellm_model(INFO, api_base=loopback.base_url) for _ in range(2))
        await asyncio.gather(first.complete(request("a")), second.complete(request("b")))
        await first.close()
        response = await second.complete(request("c"))
        await second.close()
        await second.close()
        return response.text

    assert asyncio.run(work())


def test_a_model_serves_one_loop_after_another(loopback: LoopbackServer) -> None:
    model = create_litellm_model(INFO, api_base=loopback.base_url)

    async def once(each: Model) -> str:
        try:
            return (await each.complete(request())).text
        finally:
            await each.close()

    assert asyncio.run(once(model)) == asyncio.run(once(model)) != ""


def test_an_own_server_needs_no_key(loopback: LoopbackServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    (response,) = ask(loopback, request())
    assert response.text
    assert loopback.counters.headers[-1]["authorization"] == "Bearer not-needed"


@pytest.mark.parametrize(
    "route", ["hosted_vllm/x", "openrouter/a/b", "deepseek/deepseek-chat", "mistral/x", "together_ai/x", "xai/x", "groq/x"]
)
def test_other_providers_answer_through_the_same_client(loopback: LoopbackServer, route: str) -> None:
    (response,) = ask(loopback, request(), info=ModelInfo(name="x", route=route))
    assert response.text.startswith("The documents point to")


def test_an_odd_prompt_arrives_whole(loopback: LoopbackServer) -> None:
    prompt = "a\x00b\u202e <|endoftext|> {braces} %s 以上 \U0001f600" + "y" * 300_000
    ask(loopback, request(prompt))
    assert loopback.calls_of(prompt) == 1


def test_settings_that_cannot_be_given_are_refused_at_creation() -> None:
    with pytest.raises(SettingsError, match="api_key"):
        create_litellm_model(INFO, arguments={"api_key": "sk-1"})


def test_the_users_arguments_are_passed_on(loopback: LoopbackServer) -> None:
    ask(loopback, request(arguments={"seed": 7}), arguments={"top_p": 0.5, "seed": 1})
    assert loopback.counters.bodies[-1] == {"model": "m", "temperature": 0.0, "max_tokens": 100, "top_p": 0.5, "seed": 7}


def test_nothing_is_left_open_or_pending_under_strict_warnings(loopback: LoopbackServer) -> None:
    script = f"""
import asyncio, gc, os
from pytest_lcbench.models.litellm_client import create_litellm_model
from pytest_lcbench.models.model import ModelInfo, Request
async def main():
    model = create_litellm_model(ModelInfo(name="m", route="openai/m"), api_base={loopback.base_url!r})
    await asyncio.gather(*(model.complete(Request(str(n), 0.0, 10, timeout=10.0)) for n in range(8)))
    await model.close()
    assert len(asyncio.all_tasks()) == 1, asyncio.all_tasks()
# A bare loop, stopped without the clean-up of asyncio.run: what is pending or open would complain.
loop = asyncio.new_event_loop()
loop.run_until_complete(main())
loop.close()
gc.collect()
assert "LITELLM_MODE" not in os.environ
print("done")
"""
    done = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, "-W", "error", "-c", script],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ,
    )
    assert done.stdout.strip() == "done", done.stderr
    assert done.stderr == ""


def test_any_exception_of_the_library_becomes_a_call_error(monkeypatch: pytest.MonkeyPatch, loopback: LoopbackServer) -> None:
    import litellm  # noqa: PLC0415

    faults: list[Callable[[], Exception]] = [
        lambda: UserWarning("a warning turned into an error"),
        lambda: KeyError("choices"),
        lambda: OSError(24, "Too many open files"),
        RuntimeError,
    ]
    for make in faults:

        def fail(make: Callable[[], Exception] = make, **_: Any) -> Coroutine[Any, Any, Any]:
            raise make()

        monkeypatch.setattr(litellm, "acompletion", fail)
        error = fault_of(loopback)
        assert str(error).startswith("openai/m: ")
        assert len(str(error)) > len("openai/m: ")


def test_half_characters_in_a_prompt_are_replaced_and_the_call_is_made_once(loopback: LoopbackServer) -> None:
    asked: list[str] = []

    def answer(prompt: str) -> Reply:
        asked.append(prompt)
        return Reply("yes")

    loopback.reply = answer
    each = request("rate \ud83d this \udc00\ud83d\ude00 answer")
    (response,) = ask(loopback, each)
    assert (response.text, response.attempts, loopback.counters.calls) == ("yes", 1, 1)
    assert asked == ["rate \ufffd this \ufffd\U0001f600 answer"]
    assert "\ud83d" in each.prompt, "what is hashed and stored stays as it is"


@pytest.mark.parametrize(
    ("text", "sent"),
    [("a\ud800b", "a\ufffdb"), ("\ud83d\ude00", "\U0001f600"), ("\udc00\ud800", "\ufffd\ufffd"), ("考\ufeff", "考\ufeff")],
)
def test_surrogates_are_joined_or_replaced(text: str, sent: str) -> None:
    assert sendable(text) == sent


@given(st.text(st.integers(0, 0x10FFFF).map(chr)))
def test_whatever_is_sent_can_be_encoded_and_sound_text_stays(text: str) -> None:
    made = sendable(text)
    made.encode()
    if not any("\ud800" <= char <= "\udfff" for char in text):
        assert made == text


@pytest.mark.parametrize("failing", [False, True])
def test_a_key_that_the_environment_held_when_a_call_was_sent_is_masked_after_it_has_changed(
    loopback: LoopbackServer, monkeypatch: pytest.MonkeyPatch, *, failing: bool
) -> None:
    # As pytest's monkeypatch and keys that rotate do, while the call is in flight.
    def reply(_: str) -> Reply | ErrorReply:
        monkeypatch.setenv("OPENAI_API_KEY", "sk-another-7Tq2mPw0Lx5TnB7vRk3J")
        return ErrorReply(500, {"error": {"message": f"failed: {CANARY}"}}) if failing else Reply(f"The key is {CANARY}.")

    loopback.reply = reply
    said = str(fault_of(loopback)) if failing else ask(loopback, request())[0].text
    assert "***" in said
    assert CANARY not in said
