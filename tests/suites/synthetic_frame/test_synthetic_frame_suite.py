"""The generated suite as a suite, over fields of the tests' own."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from synthetic_fields import FakeField, make_fake

from pytest_lcbench.documents.counting import TokenCounter
from pytest_lcbench.documents.document import Document, content_hash
from pytest_lcbench.errors import DocumentError
from pytest_lcbench.suites.case import AnswerKind, Case
from pytest_lcbench.suites.items import item_ids
from pytest_lcbench.suites.paths import leads_out
from pytest_lcbench.suites.synthetic import suite as suite_module
from pytest_lcbench.suites.synthetic.checking import faults
from pytest_lcbench.suites.synthetic.drafts import DocumentPlan, Draft, Field, Written
from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.fields import FIELDS
from pytest_lcbench.suites.synthetic.plan import read_lengths, read_worlds
from pytest_lcbench.suites.synthetic.suite import SyntheticSuite

HELPERS = Path(__file__).resolve().parents[2] / "helpers"
ROOT = HELPERS.parents[1]


def fake(worlds: str = "0", lengths: str | None = None, make: Callable[[str, int], Field] = make_fake) -> SyntheticSuite:
    return SyntheticSuite(read_worlds(worlds), read_lengths(lengths), make=make)


def test_the_default_suite_has_a_hundred_cases_and_writes_nothing_for_them() -> None:
    made: list[FakeField] = []

    def make(name: str, world: int) -> Field:
        made.append(FakeField(name, world))
        return made[-1]

    cases = fake(make=make).cases()
    assert len(cases) == 100
    assert sorted(field.name for field in made) == sorted(FIELDS)
    assert [field.written for field in made] == [0, 0, 0, 0]


def test_ids_are_unique_over_many_worlds_and_lengths() -> None:
    cases = fake("0-19", "set1,set2,set3,set4,short,medium,8K-16K").cases()
    assert len({case.id for case in cases}) == len(cases) == 20 * 128
    assert all(re.fullmatch(r"[0-9a-f]{16}", case.id) for case in cases)
    assert len(set(item_ids(cases))) == len(cases)


def test_a_case_is_the_same_whatever_else_is_selected() -> None:
    alone = {case.id: replace(case, documents=()) for case in fake("3", "set2,short").cases()}
    among = {case.id: replace(case, documents=()) for case in fake("2-4").cases()}
    assert alone
    assert alone == {case_id: among[case_id] for case_id in alone}


def test_the_right_option_stands_under_its_letter_and_the_others_are_shuffled() -> None:
    orders = set()
    for case in fake("0-9").cases():
        if case.answer_kind is AnswerKind.CHOICE:
            right = str(min(map(int, case.choices)))  # the fake field's right option is its smallest
            assert case.choices["ABCD".index(case.gold)] == right
            orders.add(tuple(sorted(case.choices, key=int).index(choice) for choice in case.choices))
    assert len(orders) > 15


def test_documents_are_what_their_case_says_and_have_the_length_asked_for() -> None:
    suite = fake(lengths="set1,short,2K-3K")
    counter = TokenCounter("cl100k_base")
    lengths = {length.word: length for length in suite.lengths}
    for case in suite.cases():
        documents = suite.documents(case)
        assert [document.name for document in documents] == [reference.name for reference in case.documents]
        for document, reference in zip(documents, case.documents, strict=True):
            assert document.header == (f"《{reference.title}》\n" if reference.title else "")
            assert document.hash == content_hash(document.text)
            assert document.notes == ()
        tokens = sum(counter.count(document.header) + counter.count(document.text) for document in documents)
        assert lengths[case.length_set].low <= tokens <= lengths[case.length_set].high, case


def test_passages_are_where_the_text_states_the_facts_the_answer_rests_on() -> None:
    suite = fake(lengths="set1")
    case = next(case for case in suite.cases() if case.subtask == "spotlight_locating" and case.answer_kind is AnswerKind.VALUE)
    first, *others = suite.documents(case)
    assert case.evidence == (0,)
    assert [first.text[start:end] for start, end in first.passages] == [case.gold]
    assert [document.passages for document in others] == [(), ()]


def test_names_are_plain_paths_that_tell_the_world_where_there_are_several() -> None:
    names = [reference.name for case in fake().cases() for reference in case.documents]
    assert all(re.fullmatch(r"(financial|legal|papers|choices)/(en|zh)/[0-9a-f]{16}\.txt", name) for name in names)
    several = [reference.name for case in fake("4-5", "set1").cases() for reference in case.documents]
    assert all(re.fullmatch(r"world-[45]/[a-z]+/(en|zh)/[0-9a-f]{16}\.txt", name) for name in several)
    assert not any(map(leads_out, names + several))


def test_the_fingerprint_tells_worlds_lengths_and_versions_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    marks = [fake().fingerprint, fake("1").fingerprint, fake("0,1").fingerprint, fake(lengths="set1").fingerprint]
    marks.append(fake(lengths="set2").fingerprint)
    monkeypatch.setattr(suite_module, "VERSION", "next")
    marks.append(fake().fingerprint)
    assert len(set(marks)) == len(marks)
    assert fake("0").fingerprint == marks[-1]


DIGEST = """
import hashlib, json, sys
from synthetic_fields import make_fake
from pytest_lcbench.suites.synthetic.plan import read_lengths, read_worlds
from pytest_lcbench.suites.synthetic.suite import SyntheticSuite
suite = SyntheticSuite(read_worlds("0,7"), read_lengths("set1,short,8K-16K"), make=make_fake)
digest = hashlib.sha256(suite.fingerprint.encode())
for case in suite.cases():
    digest.update(repr(case).encode())
    for document in suite.documents(case):
        digest.update(repr(document).encode())
print(digest.hexdigest())
"""


def test_the_same_bytes_come_under_another_hash_seed() -> None:
    found = set()
    for seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join([str(ROOT), str(HELPERS)])}
        done = subprocess.run([sys.executable, "-c", DIGEST], env=environment, capture_output=True, text=True, check=True)  # noqa: S603 - our own interpreter
        found.add(done.stdout)
    assert len(found) == 1


def test_threads_that_ask_at_once_get_what_one_gets() -> None:
    wanted = fake(lengths="set1")
    suite = fake(lengths="set1")
    cases = list(wanted.cases())
    got: dict[str, list[str]] = {}

    def ask(start: int) -> None:
        for case in cases[start:] + cases[:start]:
            got.setdefault(case.id, []).extend(document.hash for document in suite.documents(case))

    threads = [threading.Thread(target=ask, args=(start,)) for start in (0, 7, 14)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for case in cases:
        hashes = {document.hash for document in wanted.documents(case)}
        assert set(got[case.id]) == hashes
        assert len(got[case.id]) == 3 * len(case.documents)


def test_a_document_is_written_once_while_it_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    fields: list[FakeField] = []

    def make(name: str, world: int) -> Field:
        fields.append(FakeField(name, world))
        return fields[-1]

    def written() -> int:
        return sum(field.written for field in fields)

    suite = fake(lengths="set1", make=make)
    case, other, *_ = (case for case in suite.cases() if case.subtask == "citation_chain")
    first = suite.documents(case)
    assert suite.documents(case) == first
    assert written() == 3
    monkeypatch.setattr(suite_module, "_KEPT_CHARACTERS", 10)
    fields.clear()
    small = fake(lengths="set1", make=make)
    for asked in (case, other, case):
        small.documents(asked)
    assert small.documents(case) == first
    assert written() == 12  # one document is kept, the last of its case, and its first one drives it out
    assert len(small._written._texts) == 1


def test_fields_of_many_worlds_are_not_all_kept() -> None:
    suite = fake("0-19", "set1")
    cases = suite.cases()
    assert len(suite._fields) == 16
    assert suite.documents(cases[0]) == fake("0-19", "set1").documents(cases[0])


def test_a_case_of_another_suite_is_no_case_of_this_one() -> None:
    with pytest.raises(DocumentError, match="not of the worlds"):
        fake("0").documents(fake("1").cases()[0])


class Spoilt(FakeField):
    """A field with a fault of a kind."""

    def __init__(self, name: str, world: int, **changes: object) -> None:
        super().__init__(name, world)
        self.changes = changes

    def draft(self, subtask: str, language: str, tokens: int, draw: Draw) -> Draft:
        return replace(super().draft(subtask, language, tokens, draw), **self.changes)  # type: ignore[arg-type]  # spoilt on purpose


@pytest.mark.parametrize(
    "changes",
    [
        {"gold": ""},
        {"subtask": "solitaire"},
        {"documents": ()},
        {"documents": (DocumentPlan("../up", 100),)},
        {"documents": (DocumentPlan("Up", 100),)},
        {"answer_kind": AnswerKind.CHOICE},
    ],
)
def test_a_draft_that_is_not_sound_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="financial"):
        fake(lengths="set1", make=lambda name, world: Spoilt(name, world, **changes)).cases()


def test_options_that_are_not_four_different_ones_are_refused() -> None:
    with pytest.raises(ValueError, match="no four different options"):
        fake(lengths="short", make=lambda name, world: Spoilt(name, world, choices=("a", "a", "b", "c"))).cases()


class Silent(FakeField):
    """Writes documents that do not state what they were drawn for."""

    def write(self, language: str, key: str, tokens: int) -> Written:
        return replace(super().write(language, key, tokens), facts={})


class Forgetful(FakeField):
    """Does not know its own keys."""

    def write(self, language: str, key: str, tokens: int) -> Written:
        raise KeyError(language, key, tokens)


@pytest.mark.parametrize(("kind", "words"), [(Silent, "does not state 'figure'"), (Forgetful, "cannot be written")])
def test_a_field_that_contradicts_itself_is_a_fault_of_the_document(kind: type[FakeField], words: str) -> None:
    suite = fake(lengths="set1", make=kind)
    with pytest.raises(DocumentError, match=words):
        suite.documents(suite.cases()[0])


def test_making_the_suite_loads_no_field_and_another_suite_none_of_the_generator() -> None:
    code = f"""
import sys
from pytest_lcbench.suites.registry import load_suite
assert not [name for name in sys.modules if "suites.synthetic" in name]
load_suite("synthetic", world="0-3", lengths="set1")
print([name for name in sys.modules if "suites.synthetic." in name and name.split(".")[3] in {tuple(FIELDS)!r}])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)  # noqa: S603 - our own interpreter
    assert done.stdout.strip() == "[]"


def test_the_draws_of_the_plan_are_what_they_were() -> None:
    """Ids and targets of world 0 stand here, so that no change of the frame moves them unnoticed: raise VERSION with a change."""
    cases = fake().cases()
    plan = json.dumps([[case.id, case.subtask, case.language, case.length_set, case.gold if case.choices else ""] for case in cases])
    assert hashlib.sha256(plan.encode()).hexdigest()[:16] == "c6cae3dfcf26e1b0"


def test_a_case_that_its_text_does_not_bear_out_is_refused_when_it_is_written() -> None:
    looked: list[str] = []

    def check(case: Case, documents: Sequence[Document]) -> list[str]:
        looked.append(case.id)
        assert all(document.text for document in documents)
        return ["the gold is wrong"] if len(looked) == 1 else []

    suite = SyntheticSuite((0,), read_lengths("2K-3K"), make=make_fake, check=check)
    first, second, *_ = suite.cases()
    with pytest.raises(DocumentError, match="is refused, for the gold is wrong"):
        suite.documents(first)
    suite.documents(second)
    suite.documents(second)
    assert looked == [first.id, second.id]


def test_the_suite_that_options_ask_for_proves_its_cases() -> None:
    suite = SyntheticSuite.asked("0", "4K-6K")
    case = next(case for case in suite.cases() if case.subtask == "citation_chain")
    suite.documents(case)
    with pytest.raises(DocumentError, match="is refused"):
        unproved(case).documents(case)


def unproved(case: Case) -> SyntheticSuite:
    """Return a suite whose checker is shown another gold for *case*."""
    return SyntheticSuite(
        (0,), read_lengths("4K-6K"), check=lambda seen, documents: faults(replace(seen, gold=case.gold[::-1]), documents)
    )


def test_a_choice_that_cannot_be_drawn_so_short_gives_way_to_another_of_its_domain() -> None:
    for world in range(3):
        cases = SyntheticSuite((world,), read_lengths("2K-3K")).cases()
        assert len([case for case in cases if case.choices]) == 6
