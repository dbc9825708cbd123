from __future__ import annotations

import sqlite3
import time
from dataclasses import replace
from pathlib import Path

import pytest
from running_place import Place

from pytest_lcbench.cli import main
from pytest_lcbench.errors import SettingsError
from pytest_lcbench.models.ledger import Ledger, answered_call
from pytest_lcbench.models.model import Response
from pytest_lcbench.models.store import ResponseStore, call_key
from pytest_lcbench.running.cache import cache_info, explain, open_cache, plan_prune, prune
from pytest_lcbench.running.journal import Journal

DAY = 86_400.0


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.setattr("pytest_lcbench.running.run.counts_file", lambda: None)
    return Place(tmp_path)


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    """Return a folder whose store has, of each of two models, one answer in two generations and one of a judge."""
    folder = tmp_path / "reports"
    with ResponseStore(folder / "store.sqlite") as store:
        for route, cost in (("openai/gpt-4o", 0.5), ("evil/\x1b[31m\ud800", None)):
            for kind, times in (("model", 2), ("judge", 1)):
                parts = {"route": route, "kind": kind}
                for _ in range(times):
                    store.put(call_key(parts), Response("x" * 5_000, "stop", cost=cost), kind=kind, parts=parts)
    return folder


def age(reports: Path, days: float, where: str) -> None:
    with sqlite3.connect(reports / "store.sqlite") as connection:
        connection.execute(f"UPDATE responses SET written_at = ? WHERE {where}", (time.time() - days * DAY,))  # noqa: S608 - ours
    connection.close()


def cache(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str]:
    code = main(["cache", *argv])
    said = capsys.readouterr()
    return code, said.out + said.err


def test_info_counts_answers_generations_and_money_by_model_and_kind(reports: Path) -> None:
    with open_cache(reports) as store:
        info = cache_info(store)
        assert info.size > 20_000
    found = {
        (holding.route, holding.kind): (holding.answers, holding.superseded, holding.cost, holding.unknown) for holding in info.holdings
    }
    evil = "evil/\x1b[31m\ud800"
    assert found == {
        ("openai/gpt-4o", "model"): (1, 1, 1.0, 0),
        ("openai/gpt-4o", "judge"): (1, 0, 0.5, 0),
        (evil, "model"): (1, 1, 0.0, 2),
        (evil, "judge"): (1, 0, 0.0, 1),
    }


def test_info_is_printed_without_control_characters(reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = cache(capsys, "info", "--reports", str(reports))
    assert code == 0
    assert "openai/gpt-4o" in said
    assert "$1.00" in said
    assert "\\x1b[31m" in said
    assert all(line.isprintable() for line in said.splitlines())


def test_looking_makes_no_store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for action in (["info"], ["prune", "--superseded"], ["explain", "x", "--run", "y"]):
        code, said = cache(capsys, *action, "--reports", str(tmp_path / "none"))
        assert code == 4
        assert said.count("\n") == 1
        assert "no answer store at" in said
    assert not (tmp_path / "none").exists()


def test_a_file_that_is_no_store_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "store.sqlite").write_text("text" * 500)
    code, said = cache(capsys, "info", "--reports", str(tmp_path))
    assert (code, said.count("\n")) == (4, 1)
    assert "no database" in said


@pytest.mark.parametrize(
    ("conditions", "left"),
    [
        (["--superseded"], 4),
        (["--model", "gpt-4o"], 3),
        (["--model", "gpt-4o", "--superseded"], 5),
        (["--older-than", "10"], 4),
        (["--older-than", "10", "--superseded"], 5),
        (["--older-than", "40"], 6),
    ],
)
def test_prune_deletes_what_fulfils_every_condition(
    reports: Path, capsys: pytest.CaptureFixture[str], conditions: list[str], left: int
) -> None:
    age(reports, 30, "parts LIKE '%gpt%' AND kind = 'model'")
    code, said = cache(capsys, "prune", *conditions, "--reports", str(reports))
    with open_cache(reports) as store:
        assert (code, store.count()) == (0, 6), "nothing without --yes"
    assert ("add --yes" in said) == (left < 6)
    code, said = cache(capsys, "prune", *conditions, "--yes", "--reports", str(reports))
    assert code == 0
    with open_cache(reports) as store:
        assert store.count() == left
    assert ("deleted: " in said) == (left < 6)


def test_pruning_superseded_answers_keeps_the_newest_and_everything_else(place: Place) -> None:
    run = place.run(judge=True)
    place.execute(run)
    with open_cache(place.path / "reports") as store:
        keys = [call.key for call in store.calls()]
        for key in keys[:2]:
            store.put(key, Response("newer", "stop"), kind="model", parts={})
        rows = Journal(store).rows("r")
        size = store.size()
        assert prune(store, plan_prune(store, superseded=True))[0] == 2
        assert store.size() <= size
        assert [found.text for found in map(store.get, keys[:2]) if found] == ["newer", "newer"]
        assert Journal(store).rows("r") == rows
        info = cache_info(store)
        assert sum(holding.superseded for holding in info.holdings) == 0
        assert sum(holding.answers for holding in info.holdings) == 8


def test_nothing_is_deleted_under_a_run(reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with ResponseStore(reports / "store.sqlite") as store:
        code, said = cache(capsys, "prune", "--superseded", "--yes", "--reports", str(reports))
        assert code == 4
        assert "nothing was deleted: another process keeps it locked" in said
        assert store.count() == 6
        store.put("new", Response("x", "stop"), kind="model", parts={})
    assert cache(capsys, "prune", "--superseded", "--yes", "--reports", str(reports))[0] == 0
    with open_cache(reports) as store:
        assert store.count() == 5
        assert store._writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_what_a_prune_would_cost_is_told_first(reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, said = cache(capsys, "prune", "--model", "gpt-4o", "--reports", str(reports))
    assert "to be deleted: 3 answers, paid $1.50; 2 calls would have to be made again" in said


def test_what_superseded_answers_of_unknown_cost_had_cost_is_not_said_to_be_nothing(
    reports: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, said = cache(capsys, "prune", "--superseded", "--reports", str(reports))
    assert "to be deleted: 2 answers, paid $0.5000 (unknown for 1 call);" in said


@pytest.mark.parametrize(
    ("conditions", "match"),
    [
        ([], "say what to delete"),
        (["--model", "gpt-5\x1b"], "nothing of it is stored; there is evil/"),
        (["--older-than", "-1"], "number of days"),
        (["--older-than", "nan"], "number of days"),
    ],
)
def test_a_wrong_prune_is_one_line(reports: Path, capsys: pytest.CaptureFixture[str], conditions: list[str], match: str) -> None:
    code, said = cache(capsys, "prune", *conditions, "--yes", "--reports", str(reports))
    assert (code, said.count("\n")) == (4, 1)
    assert match in said
    assert "\x1b" not in said


def test_explain_finds_the_used_answer(place: Place) -> None:
    run = place.run()
    place.execute(run)
    with open_cache(place.path / "reports") as store:
        (found,) = explain(store, "c2", "r")
        assert found.answered
        assert [(call.used, call.differences) for call in found.calls] == [(True, ())]
        item = next(row.item or row.case_id for row in Journal(store).rows("r").values() if row.case_id == "c2")
        assert explain(store, f"cases/test_mine.py::test_mine[{item}]", "r") == [found]


def test_explain_tells_the_newest_answer_from_those_it_replaced(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    place.execute(place.run())
    with open_cache(place.path / "reports") as store:
        (found,) = explain(store, "c2", "r")
        store.put(found.calls[0].call.key, Response("newer", "stop"), kind="model", parts=found.calls[0].call.parts)
        (found,) = explain(store, "c2", "r")
    assert [(call.call.generation, call.used, call.superseded) for call in found.calls] == [(1, False, True), (2, True, False)]
    _, said = cache(capsys, "explain", "c2", "--run", "r", "--reports", str(place.path / "reports"))
    assert said.count(": superseded by a newer answer") == said.count(": used") == 1


def test_explain_names_the_part_of_the_key_that_differs(place: Place) -> None:
    place.execute(place.run(), run_id="first")
    place.execute(place.run(max_output=77), only=0, run_id="second")
    with open_cache(place.path / "reports") as store:
        # As if the second run had stopped before it asked: its row has the prompt and no answer.
        journal = Journal(store)
        for item, row in journal.rows("first").items():
            journal.put_row("second", item, row.model_copy(update={"run_id": "second"}))
        (found,) = explain(store, "c1", "second")
    assert not found.answered
    (call,) = found.calls
    assert [(part.name, part.stored, part.asked) for part in call.differences] == [("max_output", "1024", "77")]
    assert call.run_id == "second"


def test_explain_says_which_settings_changed_the_prompt(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    place.execute(place.run(), run_id="wide")
    place.execute(place.run(window=6_000), run_id="narrow")
    with open_cache(place.path / "reports") as store:
        (found,) = explain(store, "c3", "narrow")
    assert found.answered
    other = next(call for call in found.calls if not call.used)
    assert other.run_id == "wide"
    assert [part.name for part in other.differences] == ["prompt_hash"]
    assert [(part.name, part.stored, part.asked) for part in other.because] == [("model.window", "null", "6000")]
    code, said = cache(capsys, "explain", "c3", "--run", "narrow", "--reports", str(place.path / "reports"))
    assert code == 0
    assert "model.window: null stored, 6000 asked" in said
    assert "its answer is in the store" in said


def test_explain_knows_judgements_through_the_ledger(place: Place) -> None:
    place.execute(place.run(judge=True))
    place.judge.info = replace(place.judge.info, route="other-judge")
    run = place.run(judge=True)
    place.execute(run, run_id="later")
    (first, _) = [item.key.text for item in run.items("mine")][:2]
    with open_cache(place.path / "reports") as store, Ledger(place.path / "reports" / "ledger.sqlite") as ledger:
        judged = [call for call in store.calls() if call.kind == "judge"]
        for call in (judged[0], judged[4]):
            ledger.record(answered_call(Response("x", "stop"), "judge", first, store_key=call.key))
        (found,) = explain(store, "c0", "later")
    judges = [call for call in found.calls if call.call.kind == "judge"]
    assert [(call.used, [part.name for part in call.differences]) for call in judges] == [(False, ["route"]), (True, [])]


def test_explain_says_that_a_judgement_is_of_another_calls_answer(place: Place) -> None:
    place.execute(place.run(judge=True))
    place.execute(place.run(judge=True, window=6_000), run_id="narrow")
    with open_cache(place.path / "reports") as store:
        (found,) = explain(store, "c3", "narrow")
    judges = [call for call in found.calls if call.call.kind == "judge"]
    assert [(call.used, [part.name for part in call.differences]) for call in judges] == [(False, ["answer"]), (True, [])]


def test_an_unknown_run_or_case_is_one_line_with_what_there_is(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    place.execute(place.run(), only=2)
    reports = str(place.path / "reports")
    for argv, match in (
        (["c0", "--run", "\x1b"], "no run '\\x1b' in this store; there is r"),
        (["c01", "--run", "r"], "did you mean c1, c0"),
    ):
        code, said = cache(capsys, "explain", *argv, "--reports", reports)
        assert (code, said.count("\n")) == (4, 1)
        assert match in said


def test_a_run_without_recorded_calls_is_explained_as_far_as_it_goes(place: Place) -> None:
    run = place.run()
    place.execute(run)
    with open_cache(place.path / "reports") as store:
        Journal(store).record_run("r", run.settings.identity_json())
        (found,) = explain(store, "c0", "r")
        assert not found.complete
        assert [call.differences for call in found.calls] == [()]
        Journal(store).record_run("r", "[]")
        assert len(explain(store, "c0", "r")) == 1
        with pytest.raises(SettingsError):
            explain(store, "c0", "none")
