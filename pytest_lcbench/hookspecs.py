"""Hooks by which a project adds its own suites, scorers, models and groupings.

Implement them in a ``conftest.py`` or a plugin; each docstring holds a worked example.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    # Only for the annotations: the inert plugin loads this module in every project.
    from pytest_lcbench.models.model import Model
    from pytest_lcbench.scoring.score import Score
    from pytest_lcbench.suites.case import Case, Suite


@pytest.hookspec
def pytest_lcbench_suites(config: pytest.Config) -> Mapping[str, Callable[[Path | None], Suite]]:  # type: ignore[empty-body]  # a hook specification has no body
    """Return suites by name; each is made from the path given with ``--lcbench-data`` (or ``None``).

    A folder in the native format needs no hook. Use this for a format of your own::

        from pytest_lcbench.suites.native import NativeSuite

        def pytest_lcbench_suites(config):
            return {"contracts": lambda path: NativeSuite(path or config.rootpath / "contracts")}

    and run ``pytest --lcbench-suite=contracts``.
    """


@pytest.hookspec(firstresult=True)
def pytest_lcbench_score(config: pytest.Config, case: Case, response_text: str) -> Score | None:
    """Score a response, or return ``None`` to leave it to ``choice``, ``rules`` or the judge.

    Called off the main thread, for cases with some text in their response. Points are 0 to 100::

        from pytest_lcbench.scoring.score import Score

        def pytest_lcbench_score(config, case, response_text):
            if case.suite != "contracts":
                return None
            hit = str(case.gold) in response_text
            return Score(points=100.0 * hit, scorer="substring", answer=None, evidence=f"gold quoted: {hit}")
    """


@pytest.hookspec(firstresult=True)
def pytest_lcbench_model(config: pytest.Config, name: str) -> Model | None:
    """Return the model of that name, or ``None`` to leave it to the embedded reader and litellm.

    Asked for ``--lcbench-model`` and ``--lcbench-judge`` alike, before keys are looked for::

        from pytest_lcbench.models.model import ModelInfo, Request, Response

        class Parrot:
            info = ModelInfo(name="parrot", route="parrot", source="conftest")

            async def complete(self, request: Request) -> Response:
                return Response(text=request.prompt[-200:], finish_reason="stop")

            async def close(self) -> None: ...

        def pytest_lcbench_model(config, name):
            return Parrot() if name == "parrot" else None
    """


@pytest.hookspec
def pytest_lcbench_group(config: pytest.Config, case: Case) -> Mapping[str, str] | None:
    """Return further groupings of a case, one table each: ``{grouping: label}``.

    For instance, scores by number of documents::

        def pytest_lcbench_group(config, case):
            return {"documents": "up to 5" if len(case.documents) <= 5 else "6 and more"}
    """
