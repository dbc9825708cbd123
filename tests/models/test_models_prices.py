from __future__ import annotations

import pytest

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.models.model import ModelInfo, PriceTier, Request
from pytest_lcbench.models.prices import call_cost, check_prices, output_limit, worst_cost
from pytest_lcbench.models.resolving import resolve_model

TIERED = ModelInfo(
    "m",
    "openai/m",
    input_price=1.0,
    output_price=10.0,
    encoding_exact=True,
    tiers=(PriceTier(100, 2.0, 20.0), PriceTier(200, 3.0, 30.0)),
)
KEYS = {"GEMINI_API_KEY": "k", "OPENAI_API_KEY": "k", "ANTHROPIC_API_KEY": "k", "DASHSCOPE_API_KEY": "k"}


@pytest.mark.parametrize(("prompt", "cost"), [(0, 10), (100, 110), (101, 202 + 20), (200, 400 + 20), (201, 603 + 30)])
def test_the_length_of_the_prompt_chooses_the_price_of_the_whole_call(prompt: int, cost: float) -> None:
    assert call_cost(TIERED, prompt, 1) == cost


def test_an_unknown_price_or_count_is_an_unknown_cost() -> None:
    assert call_cost(ModelInfo("m", "m", input_price=1.0), 1, 1) is None
    assert call_cost(TIERED, None, 1) is None
    assert call_cost(TIERED, 1, None) is None
    assert call_cost(ModelInfo("m", "m", input_price=1.0, output_price=1.0, tiers=(PriceTier(5, 1.0, None),)), 6, 1) is None


@pytest.mark.parametrize(
    ("name", "tiers"),
    [
        ("gemini-2.5-pro", [(200_000, 2.5, 15)]),  # our table
        ("gemini-1.5-flash-002", [(128_000, 0.15, 0.6)]),
        ("gpt-5.4", [(272_000, 5, 22.5)]),  # litellm's map, one key a tier
        ("dashscope/qwen3-max", [(32_000, 2.4, 12), (128_000, 3, 15)]),  # the same, a list of ranges
        ("gpt-4o", []),
    ],
)
def test_tiers_come_with_the_prices(name: str, tiers: list[tuple[int, float, float]]) -> None:
    info = resolve_model(name, environ=KEYS)
    assert [tier.above for tier in info.tiers] == [above for above, _, _ in tiers]
    for tier, (_, first, second) in zip(info.tiers, tiers, strict=True):
        assert tier.input_price == pytest.approx(first / 1e6)
        assert tier.output_price == pytest.approx(second / 1e6)


def test_a_map_of_ranges_alone_has_a_price_for_short_prompts_too() -> None:
    info = resolve_model("dashscope/qwen3-max", environ=KEYS)
    assert call_cost(info, 1_000_000, 0) == pytest.approx(3.0)
    assert call_cost(info, 1_000, 1_000) == pytest.approx(0.0012 + 0.006)


def test_a_price_of_the_users_own_is_flat_unless_he_gives_tiers() -> None:
    flat = resolve_model("gemini-2.5-pro", environ=KEYS, overrides={"gemini-2.5-pro": {"input_price": 1, "output_price": 2}})
    assert flat.tiers == ()
    table = {"tiers": [{"above": 500_000, "input_price": 9, "output_price": 90}, {"above": 10, "input_price": 0, "output_price": 1}]}
    tiered = resolve_model("gemini-2.5-pro", environ=KEYS, overrides={"gemini-2.5-pro": table})
    assert [tier.above for tier in tiered.tiers] == [10, 500_000]
    assert call_cost(tiered, 11, 1_000_000) == pytest.approx(1.0)
    assert call_cost(tiered, 500_001, 0) == pytest.approx(4.500009)
    assert tiered.input_price == pytest.approx(1.25e-6)


@pytest.mark.parametrize(
    "tiers",
    [
        5,
        [5],
        [{"above": 5, "input_price": 1}],
        [{"above": 5, "input_price": 1, "output_price": 1, "colour": 1}],
        [{"above": 0, "input_price": 1, "output_price": 1}],
        [{"above": True, "input_price": 1, "output_price": 1}],
        [{"above": 5, "input_price": -1, "output_price": 1}],
        [{"above": 5, "input_price": 1, "output_price": "1"}],
        [{"above": 5, "input_price": 1, "output_price": 1}] * 2,
    ],
)
def test_wrong_tiers_are_one_line_with_their_place(tiers: object) -> None:
    with pytest.raises(SettingsError, match=r'tool.lcbench.models."gpt-4o".*tier') as caught:
        resolve_model("gpt-4o", environ=KEYS, overrides={"gpt-4o": {"tiers": tiers}})
    assert "\n" not in str(caught.value)


def test_the_worst_case_has_the_whole_output_and_the_reasoning_at_the_tier_of_the_prompt() -> None:
    info = ModelInfo("r", "openai/r", None, 1_000, 1.0, 10.0, encoding_exact=True, reasoning=True, tiers=(PriceTier(100, 2.0, 20.0),))
    request = Request("x", 0.0, max_output=50, reasoning_budget=200)
    assert worst_cost(info, request, 84) == 100 + 250 * 10
    assert worst_cost(info, request, 85) == 101 * 2 + 250 * 20
    assert worst_cost(info, request, 84, arguments={"max_tokens": 7}) == 100 + 7 * 10, "the user's own limit wins"
    assert output_limit(info, Request("x", 0.0, 5_000, 5_000)) == 1_000, "never above what the model can give"


def test_the_worst_case_leaves_room_where_the_tokenizer_is_not_the_models_own() -> None:
    info = ModelInfo("m", "x/m", input_price=1.0, output_price=0.0)
    assert worst_cost(info, Request("x", 0.0, 1), 1_000) == 1_266
    assert worst_cost(ModelInfo("m", "m"), Request("x", 0.0, 1), 5) is None


def test_a_ceiling_needs_prices_and_says_how_to_give_them() -> None:
    check_prices(TIERED, ModelInfo("free", "free", input_price=0.0, output_price=0.0))
    for info in (ModelInfo("\x1b[31mx", "x"), ModelInfo("x", "x", input_price=1.0, output_price=1.0, tiers=(PriceTier(1, None, 1.0),))):
        with pytest.raises(SettingsError, match=r"price of .*x' is unknown.*input_price and output_price.*pyproject.toml") as caught:
            check_prices(TIERED, info)
        assert "\x1b" not in str(caught.value)
