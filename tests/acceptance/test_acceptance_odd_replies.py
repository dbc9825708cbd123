"""What a user's pytest shows of replies with odd fields and headers: the scores, no key, and no answer paid for twice."""

from __future__ import annotations

import pytest
from acceptance_http import counted_cases
from acceptance_project import Bench
from loopback_server import ErrorReply, LoopbackServer

KEY = "sk-canary-Zq81mPw0Lx5TnB7vRk3J"
HEADERS = {"x-served-by": "Zürich", "x-echo": f"Bearer {KEY}"}


def odd_reply(_prompt: str) -> ErrorReply:
    return ErrorReply(
        200,
        {
            "id": 17,
            "object": "chat.completion",
            "created": f"Bearer {KEY}",
            "model": "m",
            "system_fingerprint": 17,
            "choices": [{"index": f"Bearer {KEY}", "message": {"role": "assistant", "content": "12"}, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 12, "completion_tokens": 1, "total_tokens": 13, "cost": f"Bearer {KEY}"},
        },
        HEADERS,
    )


@pytest.mark.parametrize("how", [(), ("-W", "error"), ("-W", "always", "-s")], ids=["usual", "errors", "shown"])
def test_odd_fields_and_headers_cost_no_answer_and_show_no_key(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, how: tuple[str, ...]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with LoopbackServer(reply=odd_reply) as server:
        cases = counted_cases(bench, 6)
        result = bench.run(*cases, "--lcbench-model=openai/loopback", f"--lcbench-api-base={server.base_url}", *how)
        result.assert_outcomes(passed=6)
        again = bench.run(*cases, "--lcbench-model=openai/loopback", f"--lcbench-api-base={server.base_url}/", *how)
        again.assert_outcomes(passed=6)
        assert server.counters.by_status == {200: 6}, "one call for each case, and none for a slash more in the address"
    shown = "".join(each.stdout.str() + each.stderr.str() for each in (result, again))
    written = b"".join(file.read_bytes() for file in bench.path.rglob("*") if file.is_file())
    assert "Pydantic" not in shown
    assert KEY[:12] not in shown
    assert KEY.encode() not in written
