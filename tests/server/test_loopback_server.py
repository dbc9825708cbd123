from __future__ import annotations

import json
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from loopback_server import ErrorReply, Fault, LoopbackServer, Reply, prompt_hash


def ask(server: LoopbackServer, prompt: str, **more: Any) -> httpx.Response:
    body = {"model": "m", "messages": [{"role": "user", "content": prompt}], **more}
    return httpx.post(f"{server.base_url}/chat/completions", json=body, headers={"Authorization": "Bearer sk-test-0123456789"})


def text_of(response: httpx.Response) -> str:
    return str(response.json()["choices"][0]["message"]["content"])


def test_the_same_prompt_gets_the_same_answer_and_another_prompt_another(loopback: LoopbackServer) -> None:
    first, again, other = ask(loopback, "one"), ask(loopback, "one"), ask(loopback, "two")
    assert text_of(first) == text_of(again) != text_of(other)
    assert loopback.calls_of("one") == 2
    assert loopback.counters.prompts[prompt_hash("two")] == 1


def test_a_prompt_that_asks_for_a_rating_gets_one(loopback: LoopbackServer) -> None:
    prompts = [f"Please rate answer {n} and end with [[rating]]" for n in range(24)]
    found = [int(text_of(ask(loopback, prompt)).rsplit("[[", 1)[1].removesuffix("]]")) for prompt in prompts]
    assert all(0 <= value <= 100 for value in found)
    assert len(set(found)) >= 10
    assert 100 in found


def test_a_multiple_choice_prompt_gets_a_letter(loopback: LoopbackServer) -> None:
    answer = text_of(ask(loopback, "(A) x (B) y (C) z (D) w\nSay: The correct answer is (letter)"))
    assert answer.startswith("The correct answer is (")


def test_vectors_of_texts_with_common_words_lie_close(loopback: LoopbackServer) -> None:
    texts = ["the grey heron stands", "a grey heron stands", "stock prices fell"]
    reply = httpx.post(f"{loopback.base_url}/embeddings", json={"model": "e", "input": texts}).json()
    first, near, far = (row["embedding"] for row in reply["data"])
    assert sum(a * b for a, b in zip(first, near, strict=True)) > sum(a * b for a, b in zip(first, far, strict=True))


def test_the_models_are_listed() -> None:
    with LoopbackServer(models=["a", "b"]) as server:
        assert [row["id"] for row in httpx.get(f"{server.base_url}/models").json()["data"]] == ["a", "b"]
        assert ask(server, "x").status_code == 404


@pytest.mark.parametrize(
    ("fault", "status"),
    [
        (Fault.RATE_LIMIT, 429),
        (Fault.RATE_LIMIT_SILENT, 429),
        (Fault.QUOTA, 429),
        (Fault.SERVER_ERROR, 500),
        (Fault.BAD_GATEWAY, 502),
        (Fault.NO_CHOICES, 200),
        (Fault.EMPTY, 200),
        (Fault.NULL, 200),
        (Fault.CUT, 200),
        (Fault.CONTENT_FILTER, 200),
        (Fault.CONTENT_FILTER_ERROR, 400),
        (Fault.REFUSAL, 200),
        (Fault.BAD_KEY, 401),
        (Fault.KEY_ECHO, 401),
        (Fault.UNKNOWN_MODEL, 404),
        (Fault.CONTEXT_OVERFLOW, 400),
        (Fault.BAD_REQUEST, 400),
    ],
)
def test_each_fault_has_its_status(loopback: LoopbackServer, fault: Fault, status: int) -> None:
    loopback.faults = {fault: 1.0}
    response = ask(loopback, "x")
    assert response.status_code == status
    assert ("retry-after" in response.headers) == (fault is Fault.RATE_LIMIT)
    assert loopback.counters.faults[fault] == 1


def test_a_reset_a_hang_and_a_broken_body_fail_at_the_client(loopback: LoopbackServer) -> None:
    loopback.first.extend([Fault.RESET, Fault.MALFORMED_JSON, Fault.HANG])
    with pytest.raises(httpx.TransportError):
        ask(loopback, "x")
    with pytest.raises(json.JSONDecodeError):
        ask(loopback, "x").json()
    with pytest.raises(httpx.ReadTimeout):
        httpx.post(
            f"{loopback.base_url}/chat/completions",
            json={"messages": [{"role": "user", "content": "x"}]},
            timeout=httpx.Timeout(5, read=0.2),
        )
    assert ask(loopback, "x").status_code == 200


def test_a_share_of_the_prompts_meets_a_fault_so_many_times() -> None:
    with LoopbackServer(faults={Fault.SERVER_ERROR: 0.3}, fault_times=1, seed=3) as server:
        prompts = [f"prompt {n}" for n in range(60)]
        first = [ask(server, prompt).status_code for prompt in prompts]
        second = [ask(server, prompt).status_code for prompt in prompts]
    assert 8 <= first.count(500) <= 28
    assert second == [200] * 60


def test_each_prompt_can_fail_its_first_calls() -> None:
    with LoopbackServer(fail_first=2) as server:
        assert [ask(server, "x").status_code for _ in range(3)] == [500, 500, 200]


def test_parameters_can_be_rejected_and_keys_demanded() -> None:
    with LoopbackServer(rejects=["temperature"], key="sk-other") as server:
        assert ask(server, "x").status_code == 401
        server.key = None
        response = ask(server, "x", temperature=0)
        assert response.status_code == 400
        assert response.json()["error"]["param"] == "temperature"
        assert ask(server, "x").status_code == 200
        assert server.counters.bodies[-1] == {"model": "m"}


def test_a_script_answers(loopback: LoopbackServer) -> None:
    loopback.reply = lambda prompt: Reply(prompt.upper(), reasoning="hm", reasoning_tokens=7) if prompt != "no" else ErrorReply(418, {})
    reply = ask(loopback, "yes").json()
    assert reply["choices"][0]["message"] == {"role": "assistant", "content": "YES", "reasoning_content": "hm"}
    assert reply["usage"]["completion_tokens_details"] == {"reasoning_tokens": 7}
    assert ask(loopback, "no").status_code == 418


def test_calls_in_flight_are_counted_and_limited() -> None:
    with LoopbackServer(latency=0.2) as server, ThreadPoolExecutor(8) as pool:
        assert {reply.status_code for reply in pool.map(lambda n: ask(server, str(n)), range(8))} == {200}
        assert 4 <= server.counters.max_in_flight <= 8
        assert server.counters.in_flight == 0
        server.most_in_flight = 1
        assert 429 in {reply.status_code for reply in pool.map(lambda n: ask(server, str(n)), range(8))}


def test_a_rate_is_kept_and_told() -> None:
    with LoopbackServer(requests_per_second=2.0) as server:
        replies = [ask(server, str(n)) for n in range(3)]
        assert [reply.status_code for reply in replies] == [200, 200, 429]
        assert replies[0].headers["x-ratelimit-remaining-requests"] == "1"
        assert 0 < float(replies[2].headers["retry-after"]) <= 0.5
    with LoopbackServer(tokens_per_minute=100, tells=False) as server:
        replies = [ask(server, "word" * 60), ask(server, "word" * 60)]
        assert [reply.status_code for reply in replies] == [200, 429]
        assert not {"retry-after", "x-ratelimit-remaining-tokens"} & set(replies[1].headers)


def test_it_runs_by_hand_and_stops_when_told() -> None:
    script = Path(__file__).with_name("loopback_server.py")
    command = [sys.executable, str(script), "--fault", "empty=1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own script
        assert process.stdout is not None
        base = process.stdout.readline().strip()
        body = {"messages": [{"role": "user", "content": "x"}]}
        reply = httpx.post(f"{base}/chat/completions", json=body).json()
        assert reply["choices"][0]["message"]["content"] == ""
        assert httpx.get(base.removesuffix("/v1") + "/counters").json()["faults"] == {"empty": 1}
        process.send_signal(signal.SIGTERM)
        assert '"calls": 1' in process.stdout.read()
        assert process.wait(10) == 0


def test_it_comes_back_on_the_same_port(loopback: LoopbackServer) -> None:
    base = loopback.base_url
    loopback.stop()
    with pytest.raises(httpx.ConnectError):
        ask(loopback, "x")
    loopback.start()
    assert loopback.base_url == base
    assert ask(loopback, "x").status_code == 200


def test_the_counters_tell_when_the_first_call_came_and_the_last_was_answered() -> None:
    with LoopbackServer(latency=0.05) as server:
        url = server.base_url.removesuffix("/v1") + "/counters"
        assert httpx.get(url).json()["first_request_at"] is None
        for prompt in ("one", "two"):
            ask(server, prompt)
        seen = httpx.get(url).json()
    assert seen["last_reply_at"] - seen["first_request_at"] >= 0.1
