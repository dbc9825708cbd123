"""Messages of a worker with a store of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_lcbench.errors import DataError
from pytest_lcbench.models.store import ResponseStore
from pytest_lcbench.running.journal import Journal
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.running.streaming import Outbox, enter, read_message
from pytest_lcbench.running.waves import Answers, Draw, Wave
from pytest_lcbench.scoring.score import State


def _row(case: str, text: str = "an answer", points: float = 100.0) -> ResultRow:
    return ResultRow(
        run_id="run",
        suite="mine",
        case_id=case,
        task="comparison",
        subtask="comparison",
        length_set="set1",
        language="en",
        domain="financial",
        model="model",
        state=State.SCORED,
        points=points,
        response_text=text,
    )


W1 = Wave("run", "fresh", since=3)
DRAW = Draw("model", 2, 5, 7.5, "w1", earlier=(Draw("model", 1, 1, 2.5, ""),))


def outbox_of(settings: str = "{}", manifest: str | None = None) -> Outbox:
    return Outbox("run", settings, manifest, "here", lambda _key: Answers([DRAW], {"w1": W1, "w2": W1}))


@given(st.text(st.characters(), max_size=50))
def test_any_text_crosses_as_plain_ascii(text: str) -> None:
    outbox = outbox_of()
    outbox.put("key", _row("one", text))
    message = outbox.take()
    assert message is not None
    assert message.isascii()
    assert read_message(message).rows["key"].response_text == text


def test_with_a_row_it_is_told_how_its_answers_were_drawn_and_by_what() -> None:
    outbox = outbox_of()
    outbox.put("key", _row("one"))
    message = read_message(outbox.take() or "")
    assert message.store == "here"
    assert message.answers() == {"key": Answers([DRAW], {"w1": W1})}


def test_nothing_to_tell_is_no_message() -> None:
    assert outbox_of().take() is None


def test_manifest_and_settings_are_told_once() -> None:
    outbox = outbox_of('{"a": 1}', "[]")
    first = read_message(outbox.take() or "")
    outbox.put("key", _row("one"))
    second = read_message(outbox.take() or "")
    assert (first.settings, first.manifest) == ('{"a": 1}', "[]")
    assert (second.settings, second.manifest) == (None, None)


def test_a_row_is_told_once_and_the_last_of_an_item_counts() -> None:
    outbox = outbox_of()
    outbox.put("key", _row("one", points=0.0))
    outbox.put("key", _row("one", points=50.0))
    assert read_message(outbox.take() or "").rows["key"].points == 50.0
    assert outbox.take() is None


def test_the_controllers_journal_holds_what_was_told(tmp_path: Path) -> None:
    store = ResponseStore(tmp_path / "store.sqlite")
    journal = Journal(store)
    outbox = outbox_of('{"a": 1}', "[]")
    outbox.put("key", _row("one"))
    enter(read_message(outbox.take() or ""), journal, "session")
    assert journal.rows("run") == {"key": _row("one")}
    assert journal.get_manifest("session") == ("run", "[]")
    assert journal.run_settings("run") == '{"a": 1}'
    store.close()


def test_the_journal_tells_of_a_row_once_it_is_stored(tmp_path: Path) -> None:
    store = ResponseStore(tmp_path / "store.sqlite")
    journal = Journal(store)
    told: list[tuple[str, bool]] = []
    journal.on_row = lambda key, _row: told.append((key, key in journal.rows("run")))
    journal.put_row("run", "key", _row("one"))
    assert told == [("key", True)]
    store.close()


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"run_id": 7}', '{"run_id": "run", "rows": {"key": {"suite": "mine"}}}', "[" * 100_000]
)
def test_what_is_no_message_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(DataError, match="same version on every machine"):
        read_message(text)
