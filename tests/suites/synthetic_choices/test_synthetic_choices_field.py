"""What the field promises the frame: subtasks, languages, drafts of the right shape, the same text everywhere."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from pytest_lcbench.documents.counting import TokenCounter
from pytest_lcbench.errors import SettingsError
from pytest_lcbench.suites.case import AnswerKind
from pytest_lcbench.suites.longbench_v2 import SUBTASKS
from pytest_lcbench.suites.synthetic.choices import ChoicesField
from pytest_lcbench.suites.synthetic.draw import Draw

FIELD = ChoicesField(3)
OWN = [subtask for subtask in FIELD.subtasks if not subtask.startswith("multi_document_") or subtask == "multi_document_news"]
EVERY = [(subtask, language) for subtask in OWN for language in FIELD.languages(subtask)]
DOMAIN_OF = {subtask: domain for domain, subtask in SUBTASKS.values()}

DIGEST = """
import hashlib
from pytest_lcbench.suites.synthetic.choices import ChoicesField
from pytest_lcbench.suites.synthetic.choices.over_worlds import available
from pytest_lcbench.suites.synthetic.draw import Draw
field = ChoicesField(5)
digest = hashlib.sha256()
lent = available()
for subtask in field.subtasks:
    for language in field.languages(subtask):
        draft = field.draft(subtask, language, 12_000 if subtask in lent else 2600, Draw("digest", subtask))
        digest.update(repr(draft).encode())
        for plan in draft.documents:
            written = field.write(language, plan.key, plan.tokens)
            digest.update(written.text.encode() + repr(sorted(written.facts.items())).encode())
print(digest.hexdigest())
"""


def test_each_domain_of_longbench_v2_has_a_subtask() -> None:
    assert {DOMAIN_OF[subtask] for subtask in FIELD.subtasks} == set(DOMAIN_OF.values())


@pytest.mark.parametrize("subtask", FIELD.subtasks)
def test_a_draft_has_the_domain_that_longbench_v2_gives_its_subtask(subtask: str) -> None:
    assert FIELD.draft(subtask, "en", 6000, Draw("domain")).domain == DOMAIN_OF[subtask]


def test_dialogues_tables_and_documents_are_there_in_chinese_too() -> None:
    for subtask in (
        "single_document_event_ordering",
        "single_document_detective",
        "multi_document_news",
        "dialogue_history_qa",
        "table_qa",
    ):
        assert FIELD.languages(subtask) == ("en", "zh")


def test_a_language_that_a_subtask_lacks_is_refused_in_one_line() -> None:
    with pytest.raises(SettingsError, match=r"^code_repo_qa has no cases in 'zh': it has en$"):
        FIELD.draft("code_repo_qa", "zh", 3000, Draw("x"))


def test_an_unknown_subtask_is_refused_with_those_that_exist() -> None:
    with pytest.raises(SettingsError, match="no multiple-choice cases for 'citation_chain': there are single_document"):
        FIELD.draft("citation_chain", "en", 3000, Draw("x"))


@pytest.mark.parametrize("key", ["nothing.1", "games.60", "games.x", "newspapers.1.40", "newspapers.1", ""])
def test_a_key_that_was_never_given_is_a_key_error(key: str) -> None:
    with pytest.raises(KeyError):
        FIELD.write("en", key, 2000)


@pytest.mark.parametrize(("subtask", "language"), EVERY)
def test_a_draft_has_four_different_options_and_a_letter(subtask: str, language: str) -> None:
    letters = set()
    for number in range(30):
        draft = FIELD.draft(subtask, language, 3000, Draw("shape", number))
        assert draft.answer_kind is AnswerKind.CHOICE
        assert len({choice.casefold() for choice in draft.choices}) == 4
        assert all(choice.strip() == choice and choice for choice in draft.choices)
        letters.add(draft.gold)
    assert letters == set("ABCD")


@pytest.mark.parametrize(("subtask", "language"), EVERY)
def test_many_drafts_are_different_cases(subtask: str, language: str) -> None:
    drafts = [FIELD.draft(subtask, language, 3000, Draw("many", number)) for number in range(60)]
    cases = {(draft.question, draft.documents[0].key, tuple(sorted(draft.choices))) for draft in drafts}
    assert len(cases) >= 40


@pytest.mark.parametrize(("subtask", "language"), EVERY)
def test_another_world_has_other_texts(subtask: str, language: str) -> None:
    draft = FIELD.draft(subtask, language, 3000, Draw("worlds"))
    plan = draft.documents[0]
    assert FIELD.write(language, plan.key, plan.tokens) != ChoicesField(4).write(language, plan.key, plan.tokens)


@pytest.mark.parametrize(("subtask", "language"), EVERY)
@pytest.mark.parametrize("tokens", [2000, 7000, 40_000])
def test_written_documents_have_the_length_planned(subtask: str, language: str, tokens: int) -> None:
    counter = TokenCounter("cl100k_base")
    draft = FIELD.draft(subtask, language, tokens, Draw("length", tokens))
    whole = 0
    for plan in draft.documents:
        number = counter.count(FIELD.write(language, plan.key, plan.tokens).text)
        assert number == pytest.approx(plan.tokens, rel=0.1)
        whole += number + counter.count(f"《{plan.title}》\n")
    assert whole == pytest.approx(tokens, rel=0.1 if tokens < 3000 else 0.08)


def test_a_million_tokens_can_be_had() -> None:
    draft = FIELD.draft("knowledge_graph_reasoning", "en", 1_000_000, Draw("million"))
    text = FIELD.write("en", draft.documents[0].key, draft.documents[0].tokens).text
    assert TokenCounter("cl100k_base").count(text) == pytest.approx(1_000_000, rel=0.08)


def test_the_same_bytes_come_under_any_hash_seed() -> None:
    digests = set()
    for seed in ("0", "77"):
        made = subprocess.run(  # noqa: S603 - a script of ours
            [sys.executable, "-c", DIGEST],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        digests.add(made.stdout)
    assert len(digests) == 1
