"""The embedded reader as a model."""

from __future__ import annotations

import asyncio
import time

from pytest_lcbench.models.lexical.answers import answer
from pytest_lcbench.models.model import ModelInfo, Request, Response

NAME = "lcbench/lexical"
"""What ``--lcbench-model`` takes; the default."""


class LexicalReader:
    """Answers by term overlap with the prompt alone. An honest floor, not a model of anything.

    It looks for the sentence, row or document that shares the most words (character bigrams in Chinese) with the question and
    gives back what stands there. It compares no figures, follows no citation, weighs no argument, and never sees the gold answer
    or the case. A language model that does not clearly beat it on a suite does little there but find words. It is deterministic,
    needs no network and costs nothing, so that a run without any key still goes through every step.

    It has no tokenizer: token counts are unknown, and limits on the output do not apply to it.
    """

    @property
    def info(self) -> ModelInfo:
        """No window (it reads everything), and a price that is known to be nothing."""
        return ModelInfo(name=NAME, route=NAME, input_price=0.0, output_price=0.0, source="built in")

    async def complete(self, request: Request) -> Response:
        """Answer in a thread, so that the event loop goes on. Cancelling abandons the thread's result."""
        return await asyncio.to_thread(_respond, request.prompt)

    async def close(self) -> None:
        """Do nothing: there is nothing to free."""


def _respond(prompt: str) -> Response:
    begin = time.perf_counter()
    text = answer(prompt)
    return Response(text=text, finish_reason="stop", cost=0.0, latency_s=time.perf_counter() - begin)
