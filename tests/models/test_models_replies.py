from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_lcbench.models.model import ErrorClass, ModelCallError, ModelInfo, Response
from pytest_lcbench.models.replies import read_reply, visible_text

INFO = ModelInfo("m", "openai/m", input_price=1e-6, output_price=2e-6)


def reply(content: Any, *, finish: Any = "stop", usage: Any = None, **message: Any) -> SimpleNamespace:
    choice = SimpleNamespace(message=SimpleNamespace(content=content, **message), finish_reason=finish)
    return SimpleNamespace(choices=[choice], usage=usage)


def read(given_reply: Any) -> Response:
    return read_reply(given_reply, INFO, latency_s=1.0, attempts=1, dropped=())


@pytest.mark.parametrize(
    "broken",
    [
        None,
        {},
        SimpleNamespace(),
        SimpleNamespace(choices=None),
        SimpleNamespace(choices=[]),
        reply(5),
        reply({"a": 1}),
        reply([{"type": "image"}]),
    ],
)
def test_a_reply_without_a_text_is_malformed(broken: Any) -> None:
    with pytest.raises(ModelCallError) as caught:
        read(broken)
    assert caught.value.error_class is ErrorClass.MALFORMED_REPLY


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (None, ""),
        ("", ""),
        ("x", "x"),
        ([], ""),
        ([{"type": "thinking", "thinking": "t"}, {"type": "text", "text": "a"}, {"text": "b"}], "ab"),
    ],
)
def test_contents_of_several_shapes_are_read(content: Any, text: str) -> None:
    assert read(reply(content)).text == text


@pytest.mark.parametrize(
    ("finish", "refused"),
    [
        ("stop", False),
        ("length", False),
        ("content_filter", True),
        ("refusal", True),
        ("SAFETY", True),
        (None, False),
        ("\x1b[31m", False),
    ],
)
def test_a_refusal_is_what_the_provider_signals(finish: str | None, refused: bool) -> None:
    response = read(reply("x", finish=finish))
    assert response.refused is refused
    assert "\x1b" not in response.finish_reason


@pytest.mark.parametrize(
    ("usage", "counts"),
    [
        (None, (None, None, None)),
        (SimpleNamespace(prompt_tokens=0, completion_tokens=0), (None, None, None)),
        (SimpleNamespace(prompt_tokens=10, completion_tokens=0), (10, None, None)),
        (SimpleNamespace(prompt_tokens=10, completion_tokens=3), (10, 3, None)),
        (SimpleNamespace(prompt_tokens="10", completion_tokens=3), (None, None, None)),
        (
            SimpleNamespace(prompt_tokens=10, completion_tokens=30, completion_tokens_details=SimpleNamespace(reasoning_tokens=25)),
            (10, 30, 25),
        ),
    ],
)
def test_a_count_that_was_not_given_is_unknown(usage: Any, counts: tuple[int | None, int | None, int | None]) -> None:
    response = read(reply("said", usage=usage))
    assert (response.prompt_tokens, response.completion_tokens, response.reasoning_tokens) == counts
    assert (response.cost is None) is (None in counts[:2])


def test_nothing_said_may_have_cost_no_token() -> None:
    assert read(reply("", usage=SimpleNamespace(prompt_tokens=10, completion_tokens=0))).completion_tokens == 0


@pytest.mark.parametrize(
    ("content", "reasoning", "text"),
    [
        ("plain", False, "plain"),
        ("<think>a</think>b", False, "b"),
        ("\n <think>\na\n</think>\n\nb <think>c</think>", False, "b <think>c</think>"),
        ("<think>cut in the mid", False, ""),
        ("<think></think>", False, ""),
        ("thought</think>\nb", True, "b"),
        ("the tag </think> is closed", False, "the tag </think> is closed"),
        ("b <think>c</think>", False, "b <think>c</think>"),
    ],
)
def test_a_leading_block_of_thought_is_hidden(content: str, reasoning: bool, text: str) -> None:
    assert visible_text(content, reasoning=reasoning) == text


@given(st.text())
def test_an_answer_without_thought_is_kept_as_it_is(content: str) -> None:
    if "think" not in content and "reasoning" not in content:
        assert visible_text(content, reasoning=True) == content


@pytest.mark.parametrize(
    ("native", "broken"), [("network_error", True), ("ERROR", True), ("end_turn", False), (None, False), (7, False)]
)
def test_an_answer_broken_off_is_none_where_the_word_for_it_was_mapped_to_an_end(native: Any, *, broken: bool) -> None:
    given_reply = reply("the figure", finish="stop")
    given_reply.choices[0].provider_specific_fields = {"native_finish_reason": native}
    if not broken:
        assert read(given_reply).text == "the figure"
        return
    with pytest.raises(ModelCallError) as caught:
        read(given_reply)
    assert caught.value.error_class is ErrorClass.SERVER
