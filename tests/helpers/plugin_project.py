"""A small project to run the plugin in: a native suite of its own and a scripted model, no network."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

CONFTEST = """
import asyncio, json, os, pathlib

from pytest_lcbench.models.model import ErrorClass, ModelCallError, ModelInfo, Request, Response

LOG = pathlib.Path(__file__).with_name("calls.log")


class Scripted:
    '''Answers from script.json: {"default": text, "<word in the prompt>": answer}; notes every call.

    An answer is a text, {"error": class} or {"text": text, "after": seconds}, the latter from when the file "once" is there, if it
    is given.
    '''

    info = ModelInfo(name="scripted", route="scripted", window=None, input_price=0.0, output_price=0.0, source="conftest")

    def __init__(self):
        self.in_flight = 0

    async def complete(self, request: Request) -> Response:
        self.in_flight += 1
        with LOG.open("a") as log:
            log.write(json.dumps({"in_flight": self.in_flight, "pid": os.getpid(), "prompt": request.prompt[-400:]}) + "\\n")
        try:
            # Without a delay a call that was noted is answered: no moment is left in which it could be cancelled.
            if delay := float(os.environ.get("SCRIPTED_DELAY", "0")):
                await asyncio.sleep(delay)
        finally:
            self.in_flight -= 1
        script = json.loads(LOG.with_name("script.json").read_text())
        answer = next((value for word, value in script.items() if word != "default" and word in request.prompt), script["default"])
        if isinstance(answer, dict):
            if answer.get("error") == "kill":
                os.kill(os.getpid(), 9)
            if "after" in answer:
                while "once" in answer and not LOG.with_name(answer["once"]).exists():
                    await asyncio.sleep(0.01)
                await asyncio.sleep(answer["after"])
                return self.says(answer["text"])
            raise ModelCallError(ErrorClass(answer["error"]), answer.get("message", "scripted fault"))
        return self.says(answer)

    @staticmethod
    def says(text):
        return Response(text=text, finish_reason="stop", prompt_tokens=10, completion_tokens=2, cost=0.5, latency_s=0.01)

    async def close(self) -> None: ...


def pytest_lcbench_model(config, name):
    return Scripted() if name.startswith("scripted") else None
"""

NAMED = """

def named(name):
    import dataclasses
    model = Scripted()
    model.info = dataclasses.replace(model.info, name=name, route=name)
    return model
"""

MODULE = """
def test_own(lcbench_score):
    assert lcbench_score.points is not None
"""


class Project:
    """A pytester folder with a suite ``mine`` of N cases, each asking for a figure, and the scripted model."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester = pytester
        self.path = pytester.path

    def suite(self, cases: int = 4, folder: str = "data", name: str = "mine", **changes: object) -> Path:
        """Write the suite; case k's document says that its figure is 317 + k. *changes* go into every row."""
        root = self.path / folder
        (root / "documents").mkdir(parents=True, exist_ok=True)
        card = {"name": name, "version": "1", "title": "Mine", "description": "d", "licence": "Apache-2.0", "languages": ["en"]}
        (root / "card.json").write_text(json.dumps(card))
        rows = []
        for k in range(cases):
            (root / "documents" / f"report-{k}.txt").write_text(f"The revenue of Company {k} is {317 + k}.\n")
            row = {
                "id": f"case-{k:03d}",
                "task": "spotlight_locating",
                "subtask": "spotlight_locating",
                "length_set": f"set{k % 4 + 1}",
                "language": "en" if k % 2 else "zh",
                "domain": "financial",
                "question": f"What is the revenue of Company {k}?",
                "gold": str(317 + k),
                "answer_kind": "value",
                "documents": [{"file": f"report-{k}.txt", "title": f"Report {k}"}],
            }
            rows.append(row | changes)
        (root / "cases.jsonl").write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
        return root

    def script(self, default: str = "The revenue is 317.", **answers: object) -> None:
        """Write what the model answers."""
        (self.path / "script.json").write_text(json.dumps({**answers, "default": default}))

    def tell_models_apart(self) -> None:
        """Let ``scripted``, ``scripted-other`` and so on be different models, which answer alike."""
        conftest = self.path / "conftest.py"
        text = conftest.read_text(encoding="utf-8").replace("return Scripted() if", "return named(name) if")
        conftest.write_text(text + NAMED, encoding="utf-8")

    @property
    def calls(self) -> list[dict[str, object]]:
        """Every call made so far."""
        log = self.path / "calls.log"
        return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []

    def arguments(self, *more: str) -> list[str]:
        """Return the options that select suite and model."""
        return ["--lcbench-suite=mine", "--lcbench-data=data", "--lcbench-model=scripted", "-p", "no:cacheprovider", *more]

    def run(self, *more: str) -> pytest.RunResult:
        """Run in this process."""
        return self.pytester.runpytest_inprocess(*self.arguments(*more))

    def spawn(self, *more: str) -> pytest.RunResult:
        """Run in a process of its own, e.g. with workers."""
        return self.pytester.runpytest_subprocess(*self.arguments(*more))

    def rows(self) -> list[dict[str, object]]:
        """Return the result rows of the only run there is."""
        (found,) = (self.path / "reports").glob("*/results.jsonl")
        return [json.loads(line) for line in found.read_text().splitlines()]
