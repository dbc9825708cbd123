from __future__ import annotations

from typing import Any

import pytest

from pytest_lcbench.models.model import ModelInfo, Request
from pytest_lcbench.models.parameters import DEFAULT_REASONING_BUDGET, call_parameters, reasoning_asked, reasons


def parameters(info: ModelInfo, *, temperature: float | None = 0.1, **arguments: Any) -> tuple[dict[str, Any], tuple[str, ...]]:
    return call_parameters(info, Request("p", temperature, 128, DEFAULT_REASONING_BUDGET, arguments=arguments))


def info(route: str, *, reasoning: bool | None = None, max_output: int | None = None) -> ModelInfo:
    return ModelInfo(name=route, route=route, reasoning=reasons(route) if reasoning is None else reasoning, max_output=max_output)


@pytest.mark.parametrize(
    "route",
    [
        "openai/o1",
        "openai/o1-preview",
        "openai/o3-mini-2025-01-31",
        "azure/o4-mini",
        "openai/gpt-5",
        "openai/gpt-5.1",
        "openai/gpt-5-mini",
        "openrouter/openai/o3",
        "deepseek/deepseek-reasoner",
        "together_ai/deepseek-ai/DeepSeek-R1",
        "ollama_chat/deepseek-r1:32b",
        "hosted_vllm/Qwen/QwQ-32B",
        "hosted_vllm/Qwen/Qwen3-32B",
        "hosted_vllm/Qwen/Qwen3-235B-A22B-Thinking-2507",
        "gemini/gemini-2.5-pro",
        "vertex_ai/gemini-2.5-flash",
        "gemini/gemini-3-pro-preview",
        "mistral/magistral-medium-latest",
        "xai/grok-4",
        "xai/grok-3-mini",
        "zai/glm-4.6",
        "moonshot/kimi-k2-thinking",
        "groq/openai/gpt-oss-120b",
        "minimax/MiniMax-M2",
        "xai/grok-4-fast-reasoning",
    ],
)
def test_these_models_reason_unasked(route: str) -> None:
    assert reasons(route)


@pytest.mark.parametrize(
    "route",
    [
        "openai/gpt-4o",
        "openai/gpt-4.1",
        "openai/gpt-5-chat-latest",
        "anthropic/claude-3-7-sonnet-20250219",
        "anthropic/claude-sonnet-4-5",
        "gemini/gemini-1.5-pro",
        "gemini/gemini-2.5-flash-lite",
        "deepseek/deepseek-chat",
        "hosted_vllm/Qwen/Qwen2.5-72B-Instruct",
        "hosted_vllm/Qwen/Qwen3-235B-A22B-Instruct-2507",
        "xai/grok-4-fast-non-reasoning",
        "moonshot/kimi-k2-0905-preview",
        "dashscope/qwen3-max",
        "openai/o200k-like",
        "meta/llama-3.1-r1x",
    ],
)
def test_these_models_do_not(route: str) -> None:
    assert not reasons(route)


def test_an_ordinary_model_gets_the_visible_limit_and_its_temperature() -> None:
    assert parameters(info("openai/gpt-4o")) == ({"temperature": 0.1, "max_tokens": 128}, ())


def test_no_temperature_asked_is_none_sent() -> None:
    assert parameters(info("openai/gpt-4o"), temperature=None) == ({"max_tokens": 128}, ())


def test_a_reasoning_model_gets_its_budget_on_top() -> None:
    assert parameters(info("openai/o3")) == ({"max_completion_tokens": 128 + DEFAULT_REASONING_BUDGET}, ("temperature",))
    sent, dropped = parameters(info("deepseek/deepseek-reasoner"))
    assert sent == {"temperature": 0.1, "max_tokens": 128 + DEFAULT_REASONING_BUDGET}
    assert dropped == ()


def test_nothing_is_dropped_that_was_not_asked_for() -> None:
    assert parameters(info("openai/o3"), temperature=None)[1] == ()


def test_the_limit_never_passes_the_models_own() -> None:
    assert parameters(info("openai/o3", max_output=1000))[0]["max_completion_tokens"] == 1000
    assert parameters(info("openai/gpt-4o", max_output=100))[0]["max_tokens"] == 100


def test_claude_reasons_when_thinking_is_asked_for() -> None:
    claude = info("anthropic/claude-sonnet-4-5", max_output=64_000)
    thinking = {"type": "enabled", "budget_tokens": 32_000}
    sent, dropped = parameters(claude, thinking=thinking)
    assert sent == {"max_tokens": 32_128, "thinking": thinking}
    assert dropped == ("temperature",)
    assert parameters(claude, thinking={"type": "disabled"})[0]["max_tokens"] == 128


def test_the_users_arguments_win_and_are_sent_unchanged() -> None:
    sent, dropped = parameters(info("openai/o3"), temperature=0.5, max_tokens=9, top_p=1)
    assert sent["max_tokens"] == 9
    assert "max_completion_tokens" not in sent
    assert sent["top_p"] == 1
    assert dropped == ("temperature",)
    request = Request("p", 0.1, 128, arguments={"temperature": 1})
    assert call_parameters(info("openai/o3"), request) == ({"temperature": 1, "max_completion_tokens": 128}, ())


@pytest.mark.parametrize(
    ("arguments", "asked"),
    [
        ({}, None),
        ({"top_p": 1}, None),
        ({"thinking": {"type": "enabled"}}, True),
        ({"thinking": {"type": "disabled"}}, False),
        ({"thinking": "odd"}, None),
        ({"reasoning_effort": "high"}, True),
        ({"reasoning_effort": "none"}, False),
        ({"extra_body": {"enable_thinking": False}}, False),
        ({"extra_body": {"chat_template_kwargs": {"enable_thinking": True}}}, True),
        ({"extra_body": {"thinking": {"type": "disabled"}}}, False),
        ({"extra_body": {"reasoning_effort": "low"}}, True),
        ({"extra_body": {"other": 1}}, None),
    ],
)
def test_whether_the_user_switches_reasoning_is_read_from_the_arguments(arguments: dict[str, Any], asked: bool | None) -> None:
    assert reasoning_asked(arguments) is asked


def test_reasoning_switched_off_gets_no_budget() -> None:
    assert parameters(info("hosted_vllm/qwen3-8b"), extra_body={"enable_thinking": False})[0]["max_tokens"] == 128
