"""What calls cost by list price: for what came back, and at most for what is about to be sent.

Several providers charge more for a whole call once its prompt is longer than some length (Gemini above 200,000 tokens, for
instance). Unknown is never zero (DESIGN 5.6): where a price or a count is not known, neither is the cost.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.models.model import ModelInfo, PriceTier, Request
from pytest_lcbench.models.parameters import OUTPUT_LIMITS, call_parameters
from pytest_lcbench.untrusted import one_line

INEXACT_MARGIN = 1.25
"""Factor on our count of a prompt where it is not made by the model's own tokenizer, on the safe side for the usual ones."""
CHAT_MARGIN = 16
"""Tokens that a chat format puts around a message."""


def make_tiers(
    prices: tuple[float | None, float | None], steps: Iterable[tuple[int, float | None, float | None]]
) -> tuple[PriceTier, ...]:
    """Return tiers in order of length; a price that a step does not name stays what it is below.

    Args:
        prices: USD per input and per output token up to the first step.
        steps: tokens above which, USD per input token, USD per output token.

    """
    tiers: list[PriceTier] = []
    for above, input_price, output_price in sorted(steps, key=lambda step: step[0]):
        prices = (prices[0] if input_price is None else input_price, prices[1] if output_price is None else output_price)
        tiers.append(PriceTier(above, *prices))
    return tuple(tiers)


def prices_at(info: ModelInfo, prompt_tokens: int) -> tuple[float | None, float | None]:
    """Return USD per input and per output token of a call whose prompt has so many tokens."""
    prices = (info.input_price, info.output_price)
    for tier in info.tiers:
        if prompt_tokens > tier.above:
            prices = (tier.input_price, tier.output_price)
    return prices


def call_cost(info: ModelInfo, prompt_tokens: int | None, completion_tokens: int | None) -> float | None:
    """Return USD by list price; ``None`` when a price or a count is unknown."""
    if prompt_tokens is None or completion_tokens is None:
        return None
    input_price, output_price = prices_at(info, prompt_tokens)
    if input_price is None or output_price is None:
        return None
    return prompt_tokens * input_price + completion_tokens * output_price


def output_limit(info: ModelInfo, request: Request) -> int:
    """Return the largest number of output tokens, hidden ones included, that *request* lets the provider make.

    ``request.arguments`` must hold the user's own arguments too: an output limit in them wins.
    """
    parameters, _ = call_parameters(info, request)
    given = [limit for name in OUTPUT_LIMITS if isinstance(limit := parameters.get(name), int)]
    if given:
        return max(given)
    return info.max_output or request.max_output + request.reasoning_budget


def worst_cost(info: ModelInfo, request: Request, prompt_tokens: int, *, arguments: dict[str, object] | None = None) -> float | None:
    """Return what one call may cost at most: all of its prompt and the whole of its output limit; ``None`` for an unknown price.

    Args:
        info: of the model called.
        request: what will be sent.
        prompt_tokens: its prompt's length by our count. Where that is not made by the model's own tokenizer,
            :data:`INEXACT_MARGIN` is added, and the tier is chosen with it.
        arguments: the user's own call arguments.

    """
    merged = replace(request, arguments={**(arguments or {}), **request.arguments})
    tokens = CHAT_MARGIN + (prompt_tokens if info.encoding_exact else round(prompt_tokens * INEXACT_MARGIN))
    return call_cost(info, tokens, output_limit(info, merged))


def check_prices(*models: ModelInfo) -> None:
    """Raise ``SettingsError`` for a model with an unknown price: a ceiling on money cannot be kept without it."""
    for info in models:
        pairs = [(info.input_price, info.output_price), *((tier.input_price, tier.output_price) for tier in info.tiers)]
        if any(price is None for pair in pairs for price in pair):
            name = one_line(info.name, 80)
            raise SettingsError(
                f"--lcbench-max-cost: the price of '{name}' is unknown, so the ceiling could not be kept: give input_price and "
                f'output_price (USD per million tokens) under [tool.lcbench.models."{name}"] in pyproject.toml, '
                "or run without --lcbench-max-cost"
            )
