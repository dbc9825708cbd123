"""What litellm makes of our answers besides the answer: nothing, unless somebody wants it."""

from __future__ import annotations

import asyncio
import importlib
from typing import Any

import pytest
from loopback_server import LoopbackServer, Reply

from pytest_lcbench.models.litellm_client import create_litellm_model
from pytest_lcbench.models.litellm_library import load_litellm
from pytest_lcbench.models.model import ModelInfo, Request

ROUTE = "openai/gpt-4o"
INFO = ModelInfo(name="gpt-4o", route=ROUTE, window=128_000)
A_MOMENT_S = 10.0


@pytest.fixture(autouse=True)
def key_in_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@pytest.fixture
def priced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the models whose price litellm looks up from here on."""
    load_litellm()
    module: Any = importlib.import_module("litellm.cost_calculator")
    own = module.completion_cost
    seen: list[str] = []

    def completion_cost(*args: Any, **more: Any) -> Any:
        seen.append(str(more.get("model")))
        return own(*args, **more)

    monkeypatch.setattr(module, "completion_cost", completion_cost)
    return seen


@pytest.fixture
def heard() -> asyncio.Event:
    """Return what is set once the listener has been told."""
    return asyncio.Event()


@pytest.fixture
def listener(monkeypatch: pytest.MonkeyPatch, heard: asyncio.Event) -> list[dict[str, Any]]:
    """Return the records that a listener of the user's gets."""
    litellm = load_litellm()
    base: Any = importlib.import_module("litellm.integrations.custom_logger").CustomLogger
    records: list[dict[str, Any]] = []

    class Listener(base):  # type: ignore[misc]  # a class that litellm makes known at run time only
        async def async_log_success_event(self, **event: Any) -> None:
            records.append(event["kwargs"])
            heard.set()

    names = (
        "callbacks",
        "success_callback",
        "failure_callback",
        "input_callback",
        "_async_success_callback",
        "_async_failure_callback",
    )
    for name in names:
        monkeypatch.setattr(litellm, name, [Listener()] if name == "callbacks" else [])
    return records


def ask(server: LoopbackServer, *, wait_for: asyncio.Event | None = None) -> str:
    async def work() -> str:
        model = create_litellm_model(INFO, api_base=server.base_url)
        try:
            answer = await model.complete(Request("hello", 0.0, 100, timeout=A_MOMENT_S))
            if wait_for is not None:
                await asyncio.wait_for(wait_for.wait(), A_MOMENT_S)
            return answer.text
        finally:
            await model.close()

    return asyncio.run(work())


def test_no_price_is_looked_up_and_no_record_made_where_nobody_wants_them(
    loopback: LoopbackServer, priced: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    logging: Any = importlib.import_module("litellm.litellm_core_utils.litellm_logging").Logging
    records: list[object] = []

    async def async_success_handler(self: object, *_: Any, **__: Any) -> None:
        records.append(self)

    monkeypatch.setattr(logging, "async_success_handler", async_success_handler)
    loopback.reply = lambda _: Reply("Forty-two.", prompt_tokens=1000, completion_tokens=50)
    assert ask(loopback) == "Forty-two."
    assert priced == []
    assert records == []


def test_a_listener_of_the_users_gets_its_record_with_the_price(
    loopback: LoopbackServer, priced: list[str], listener: list[dict[str, Any]], heard: asyncio.Event
) -> None:
    loopback.reply = lambda _: Reply("Forty-two.", prompt_tokens=1000, completion_tokens=50)
    assert ask(loopback, wait_for=heard) == "Forty-two."
    assert priced
    assert listener[0]["response_cost"] == pytest.approx(1000 * 2.5e-6 + 50 * 1e-5)


def test_calls_that_are_not_ours_are_priced_as_litellm_does(loopback: LoopbackServer, priced: list[str]) -> None:
    loopback.reply = lambda _: Reply("Forty-two.", prompt_tokens=1000, completion_tokens=50)
    litellm = load_litellm()
    model = create_litellm_model(INFO, api_base=loopback.base_url)

    async def work() -> Any:
        try:
            return await litellm.acompletion(
                model=ROUTE, messages=[{"role": "user", "content": "hello"}], api_base=loopback.base_url, max_retries=0
            )
        finally:
            await model.close()

    assert asyncio.run(work())._hidden_params["response_cost"] > 0
    assert priced
