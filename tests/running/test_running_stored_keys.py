"""Under which keys the answers to items stand that a run has not run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from running_place import Place

from pytest_lcbench.running.cache import open_cache
from pytest_lcbench.running.run import Run
from pytest_lcbench.running.stored_keys import StoredKeys, stored_keys


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Place(tmp_path)


def found(place: Place, run: Run) -> StoredKeys:
    with open_cache(place.path / "reports") as store:
        return stored_keys(run, store, run.items("mine"))


@pytest.mark.parametrize("judge", [False, True])
def test_all_answers_and_judgements_of_a_run_are_found_by_another_of_the_same_settings(place: Place, *, judge: bool) -> None:
    place.execute(place.run(judge=judge))
    with open_cache(place.path / "reports") as store:
        stored = {kind: {call.key for call in store.calls() if call.kind == kind} for kind in ("model", "judge")}
    assert found(place, place.run(judge=judge)) == StoredKeys(stored["model"], stored["judge"])
    assert (len(stored["model"]), len(stored["judge"])) == (4, 4 * judge)


def test_items_without_an_answer_are_counted(place: Place) -> None:
    place.execute(place.run(), only=1)
    there = found(place, place.run())
    assert (len(there.model), there.unanswered) == (1, 3)
    assert found(place, place.run(max_output=77)) == StoredKeys(unanswered=4)


def test_answers_without_a_judgement_are_counted_and_empty_ones_need_none(place: Place) -> None:
    place.execute(place.run(), only=2)
    place.model.text = " "
    place.execute(place.run())
    there = found(place, place.run(judge=True))
    assert (len(there.model), len(there.judge), there.unanswered, there.unjudged) == (4, 0, 0, 2)


def test_an_item_whose_suite_fails_cannot_be_asked_and_is_not_counted(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    place.execute(place.run())
    run = place.run()
    documents = run.suites["mine"].documents

    def failing(case: Any, **more: Any) -> Any:
        if case.id == "c1":
            raise ValueError("no such volume")
        return documents(case, **more)

    monkeypatch.setattr(run.suites["mine"], "documents", failing)
    there = found(place, run)
    assert (len(there.model), there.unanswered) == (3, 0)
