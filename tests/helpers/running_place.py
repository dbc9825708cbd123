"""A small native suite and counting models, run without pytest."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path

from pytest_lcbench.documents.encodings import load_encoding
from pytest_lcbench.models.model import ModelInfo, Request, Response
from pytest_lcbench.running.calls import recorded_settings
from pytest_lcbench.running.estimate import TYPICAL_OPEN_ANSWER
from pytest_lcbench.running.request import RunRequest
from pytest_lcbench.running.run import Place as Process
from pytest_lcbench.running.run import Run

PRICED = ModelInfo("priced", "priced", input_price=1e-6, output_price=1e-5, source="conftest")


class Counting:
    """Answers a fixed text and counts what it was sent with the real tokenizer."""

    def __init__(self, info: ModelInfo, text: str) -> None:
        self.info = info
        self.text = text
        self.cost: float | None = 0.25
        self.calls = 0
        self.tokens = 0

    async def complete(self, request: Request) -> Response:
        tokens = len(load_encoding(self.info.encoding).encode(request.prompt, disallowed_special=()))
        self.calls += 1
        self.tokens += tokens
        return Response(self.text, "stop", prompt_tokens=tokens, completion_tokens=3, cost=self.cost)

    async def close(self) -> None: ...


class Place:
    """A native suite of four cases and two models."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.model = Counting(PRICED, "word " * TYPICAL_OPEN_ANSWER)
        self.judge = Counting(replace(PRICED, name="judge", route="judge"), "Rating: [[70]]")
        (path / "data" / "documents").mkdir(parents=True)
        card = {"name": "mine", "version": "1", "title": "t", "description": "d", "licence": "Apache-2.0", "languages": ["en"]}
        (path / "data" / "card.json").write_text(json.dumps(card))
        rows = []
        for k in range(4):
            text = f"The revenue of Company {k} is {100 + k} million, 增长 {k}. " * (200 * (k + 1))
            (path / "data" / "documents" / f"report-{k}.txt").write_text(text, encoding="utf-8")
            place = {"task": "spotlight_locating", "subtask": "spotlight_locating", "length_set": f"set{k % 2 + 1}"}
            kind = {
                "language": "en",
                "domain": "financial",
                "question": f"Revenue of {k}?",
                "gold": str(100 + k),
                "answer_kind": "value",
            }
            rows.append({"id": f"c{k}", **place, **kind, "documents": [{"file": f"report-{k}.txt", "title": f"Report {k}"}]})
        (path / "data" / "cases.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))

    def run(self, *, judge: bool = False, **changes: object) -> Run:
        """Load a run of the suite."""
        asked = RunRequest(
            suites=("mine",),
            data={"mine": self.path / "data"},
            sample=None,
            seed=0,
            model="priced",
            model_args={},
            api_base=None,
            window=None,
            max_output=None,
            reasoning_budget=None,
            prompts=None,
            judge="judge" if judge else None,
            judge_args={},
            judge_api_base=None,
            judge_prompt=None,
            overlength=None,
            order="suite",
            epochs=1,
            fidelity="paper",
            concurrency=4,
            timeout=10.0,
            reports=self.path / "reports",
            run=None,
            pass_score=None,
        )
        found = {"priced": self.model, "judge": self.judge}
        return Run.load(replace(asked, **changes), find_model=found.get)  # type: ignore[arg-type]

    def execute(self, run: Run, only: int | None = None, *, run_id: str = "r") -> None:
        """Take every item, or the first few, through all stages."""

        async def work() -> None:
            with run.open_books("s", run_id) as books:
                books.journal.record_run(run_id, recorded_settings(run.settings, run.suites))
                evaluator = run.evaluator(books, Process(), custom_scorer=lambda _c, _t: None, groups=lambda _c: {})
                for item in run.items("mine")[:only]:
                    await evaluator.evaluate(item.key)

        asyncio.run(work())
