"""Assembling contexts under a window."""

from __future__ import annotations

import dataclasses
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_lcbench.contexts.assembly import CHAT_OVERHEAD, build_context
from pytest_lcbench.contexts.context import Context, ContextPlan, Fidelity, Order, Overlength
from pytest_lcbench.contexts.prompts import PromptSet
from pytest_lcbench.documents import counting
from pytest_lcbench.documents.counting import TokenCounter
from pytest_lcbench.documents.document import Document, DocumentRef, content_hash
from pytest_lcbench.documents.reading import FileTexts
from pytest_lcbench.errors import DataError, OverlengthError
from pytest_lcbench.suites.case import AnswerKind, Case

COUNTER = TokenCounter("cl100k_base")
PROMPTS = PromptSet(
    choice="{docs}\n?{question} {choice_a}/{choice_b}/{choice_c}/{choice_d}", open="{docs}\n\n{instruction}\n\n{question}"
)
LINE = "The quick brown fox reads 1,234 pages. 公司第一季度报告未经审计。\n"


def a_document(name: str, text: str, header: str | None = None, notes: tuple[str, ...] = ()) -> Document:
    return Document(name, f"《{name}》\n" if header is None else header, text, content_hash(text), notes)


def a_case(documents: int, **changes: Any) -> Case:
    case = Case(
        suite="loong",
        id="case-1",
        task="comparison",
        subtask="extremum_acquisition",
        length_set="set1",
        language="zh",
        domain="financial",
        question="Which is highest?",
        instruction="Read the reports.",
        gold="A",
        answer_kind=AnswerKind.NAMES,
        documents=tuple(DocumentRef(str(index)) for index in range(documents)),
    )
    return dataclasses.replace(case, **changes)


def a_plan(window: int | None = None, reserve: int = 0, **changes: Any) -> ContextPlan:
    return dataclasses.replace(ContextPlan(window, reserve, "cl100k_base", Overlength.DOCUMENTS), **changes)


def build(case: Case, documents: list[Document], plan: ContextPlan) -> Context:
    return build_context(case, documents, plan, COUNTER, PROMPTS)


def three() -> list[Document]:
    return [a_document(str(index), f"{index} {LINE}" * 20) for index in range(3)]


def kept(context: Context) -> list[int | None]:
    return [entry.kept for entry in context.ledger]


# What is shown, and in which order


def test_documents_stand_under_their_headers_before_instruction_and_question() -> None:
    context = build(a_case(2), [a_document("a", "one\n"), a_document("b", "two")], a_plan())
    assert context.prompt == "《a》\none\n\n\n《b》\ntwo\n\n\n\nRead the reports.\n\nWhich is highest?"
    assert context.shown == (0, 1)
    assert not context.cut


def test_the_bare_prompt_has_no_documents() -> None:
    assert build(a_case(3), three(), a_plan()).bare == "\n\nRead the reports.\n\nWhich is highest?"


def test_the_prompt_hash_is_that_of_the_prompt() -> None:
    context = build(a_case(3), three(), a_plan())
    assert context.prompt_hash == content_hash(context.prompt)


def test_placeholders_inside_documents_and_questions_are_plain_text() -> None:
    case = a_case(1, question="{docs}", instruction="{question}")
    assert build(case, [a_document("a", "{instruction}", "")], a_plan()).prompt == "{instruction}\n\n\n\n{question}\n\n{docs}"


def test_a_cases_own_template_is_used() -> None:
    case = a_case(1, template="{instruction}\n\n#Papers Provided:\n{docs}")
    assert build(case, [a_document("a", "x")], a_plan()).prompt == "Read the reports.\n\n#Papers Provided:\n《a》\nx\n\n"


@pytest.mark.parametrize("template", ["{question}", "{docs}{docs}{question}"])
def test_a_template_that_does_not_show_the_documents_once_is_refused(template: str) -> None:
    with pytest.raises(DataError, match=r"cases\.jsonl line 3.*exactly once"):
        build(a_case(1, template=template, place="cases.jsonl line 3"), [a_document("a", "x")], a_plan())


def test_the_one_text_of_a_choice_is_stripped_and_stands_alone() -> None:
    case = a_case(1, answer_kind=AnswerKind.CHOICE, instruction="", question=" Which? ", choices=(" a", "b ", "c", "d"))
    context = build(case, [a_document("context", "\n text \n", "")], a_plan())
    assert context.prompt == "text\n?Which? a/b/c/d"


def test_several_texts_of_a_choice_stand_as_documents() -> None:
    case = a_case(2, answer_kind=AnswerKind.CHOICE, instruction="", choices=("a", "b", "c", "d"))
    context = build(case, [a_document("a", "one", ""), a_document("b", "two", "")], a_plan())
    assert context.prompt.startswith("one\n\ntwo\n\n\n?")


def test_an_instruction_is_not_lost_to_a_template_without_a_place_for_it() -> None:
    case = a_case(1, answer_kind=AnswerKind.CHOICE, choices=("a", "b", "c", "d"))
    assert "Read the reports.\n\nWhich is highest?" in build(case, [a_document("a", "x", "")], a_plan()).prompt


def test_the_suites_order_shuffles_only_where_the_source_says_so() -> None:
    documents = [a_document(str(index), "x") for index in range(12)]
    assert build(a_case(12), documents, a_plan()).shown == tuple(range(12))
    shuffled = build(a_case(12, shuffle=True), documents, a_plan()).shown
    assert shuffled != tuple(range(12))
    assert sorted(shuffled) == list(range(12))


def test_given_and_shuffled_override_the_source() -> None:
    documents = [a_document(str(index), "x") for index in range(12)]
    assert build(a_case(12, shuffle=True), documents, a_plan(order=Order.GIVEN)).shown == tuple(range(12))
    assert build(a_case(12), documents, a_plan(order=Order.SHUFFLED)).shown != tuple(range(12))


def test_an_order_is_a_function_of_seed_and_case_on_every_platform() -> None:
    documents = [a_document(str(index), "x") for index in range(8)]
    case = a_case(8, shuffle=True)
    random.seed(1)
    assert build(case, documents, a_plan()).shown == (7, 3, 6, 5, 1, 4, 0, 2)
    assert build(case, documents, a_plan(seed=1)).shown != build(case, documents, a_plan()).shown
    assert build(dataclasses.replace(case, id="case-2"), documents, a_plan()).shown != build(case, documents, a_plan()).shown


def test_the_ledger_stays_in_the_sources_order() -> None:
    documents = [a_document(str(index), "x" * index) for index in range(12)]
    context = build(a_case(12, shuffle=True), documents, a_plan())
    assert [entry.name for entry in context.ledger] == [str(index) for index in range(12)]
    assert [entry.hash for entry in context.ledger] == [document.hash for document in documents]


def test_notes_of_documents_are_gathered_once() -> None:
    documents = [a_document("a", "x", notes=("ambiguous_document",)), a_document("b", "y", notes=("ambiguous_document", "other"))]
    assert build(a_case(2), documents, a_plan()).notes == ("ambiguous_document", "other")


def test_an_unknown_window_cuts_nothing_and_still_counts() -> None:
    context = build(a_case(3), three(), a_plan(None))
    assert not context.cut
    assert context.prompt_tokens == COUNTER.count(context.prompt)


# Cutting under the papers' rules


def test_the_first_document_that_does_not_fit_is_cut_and_later_ones_are_left_out() -> None:
    documents = [*three(), a_document("short", "x")]
    full = build(a_case(4), documents, a_plan())
    first, second, third, short = (entry.tokens or 0 for entry in full.ledger)
    context = build(a_case(4), documents, a_plan(window=first + second + 200))
    assert context.cut
    assert context.shown == (0, 1, 2)
    kept_first, kept_second, kept_third, kept_short = kept(context)
    assert (kept_first, kept_second, kept_short) == (first, second, 0)
    assert 100 < (kept_third or 0) < third
    assert short > 0
    assert documents[0].text in context.prompt
    assert documents[2].text.startswith(context.prompt.split("《2》\n")[1].split("\n\n\n\n")[0])


def test_the_question_is_never_cut() -> None:
    for policy in (Overlength.DOCUMENTS, Overlength.MIDDLE):
        context = build(a_case(3), three(), a_plan(window=200, overlength=policy))
        assert context.prompt.endswith("\n\nRead the reports.\n\nWhich is highest?")


def test_the_reserve_is_kept_free() -> None:
    context = build(a_case(3), three(), a_plan(window=500, reserve=300))
    assert COUNTER.count(context.prompt) <= 200 - CHAT_OVERHEAD


def test_a_window_of_exactly_the_need_cuts_nothing() -> None:
    need = build(a_case(3), three(), a_plan()).prompt_tokens or 0
    assert not build(a_case(3), three(), a_plan(window=need + CHAT_OVERHEAD)).cut
    assert build(a_case(3), three(), a_plan(window=need + CHAT_OVERHEAD - 1)).cut


def test_the_middle_policy_keeps_both_ends_of_the_joined_documents() -> None:
    documents = [a_document(str(index), f"start{index} " + LINE * 20 + f"end{index}\n") for index in range(5)]
    full = build(a_case(5), documents, a_plan())
    context = build(a_case(5), documents, a_plan(window=(full.prompt_tokens or 0) // 2, overlength=Overlength.MIDDLE))
    tokens = [entry.tokens for entry in full.ledger]
    numbers = kept(context)
    assert (numbers[0], numbers[2], numbers[4]) == (tokens[0], 0, tokens[4])
    assert 0 < (numbers[1] or 0) < (tokens[1] or 0)
    assert 0 < (numbers[3] or 0) < (tokens[3] or 0)
    assert context.shown == (0, 1, 3, 4)
    assert "start1" in context.prompt
    assert "end1" not in context.prompt
    assert "start3" not in context.prompt
    assert "end3" in context.prompt


def test_the_middle_of_a_single_text_is_cut_out_without_a_mark() -> None:
    case = a_case(1, answer_kind=AnswerKind.CHOICE, instruction="", choices=("a", "b", "c", "d"))
    text = "".join(f"line {index}\n" for index in range(500)).strip()
    context = build(case, [a_document("context", text, "")], a_plan(window=400, overlength=Overlength.MIDDLE))
    shown = context.prompt.split("\n?")[0]
    common = next(index for index in range(len(shown)) if not text.startswith(shown[: index + 1]))
    assert text.endswith(shown[common:])
    assert 0.4 < common / len(shown) < 0.6
    assert kept(context)[0] == pytest.approx(350, abs=30)


@pytest.mark.parametrize("policy", [Overlength.SKIP, Overlength.ERROR])
def test_skip_and_error_raise_before_any_call(policy: Overlength) -> None:
    with pytest.raises(OverlengthError, match=r"case-1.*--lcbench-overlength") as caught:
        build(a_case(3), three(), a_plan(window=300, overlength=policy))
    assert str(caught.value).isprintable()
    assert not build(a_case(3), three(), a_plan(window=100_000, overlength=policy)).cut


@pytest.mark.parametrize("policy", list(Overlength))
def test_a_question_longer_than_the_window_is_an_error_whatever_the_policy(policy: Overlength) -> None:
    with pytest.raises(OverlengthError, match="question and template alone"):
        build(a_case(3, question="word " * 500), three(), a_plan(window=300, overlength=policy))


def test_a_case_without_documents_fits_by_its_question_alone() -> None:
    for policy in Overlength:
        context = build(a_case(0), [], a_plan(window=100, overlength=policy))
        assert context.ledger == ()
        assert not context.cut


def test_whether_the_evidence_survived_is_told() -> None:
    documents = three()
    window = (build(a_case(3), documents, a_plan()).prompt_tokens or 0) - 10
    assert build(a_case(3), documents, a_plan(window)).evidence_kept is None
    assert build(a_case(3, evidence=(0, 1)), documents, a_plan(window)).evidence_kept is True
    assert build(a_case(3, evidence=(1, 2)), documents, a_plan(window)).evidence_kept is False
    assert build(a_case(3, evidence=()), documents, a_plan(window)).evidence_kept is True


def with_passages(document: Document, *passages: tuple[int, int]) -> Document:
    return dataclasses.replace(document, passages=passages)


def test_evidence_survives_a_cut_that_leaves_its_passages() -> None:
    documents = three()
    length = len(documents[2].text)
    window = (build(a_case(3), documents, a_plan()).prompt_tokens or 0) - 40
    plan = a_plan(window)
    context = build(a_case(3), documents, plan)
    start = context.prompt.index("《2》\n") + len("《2》\n")
    shown = context.prompt.index("\n\n\n\n", start) - start if "\n\n\n\n" in context.prompt[start:] else 0
    assert 50 < shown < length
    for passages, survives in (
        (((0, 10),), True),
        (((0, 10), (20, shown - 10)), True),
        (((0, 10), (length - 10, length)), False),
        (((shown - 10, shown + 200),), False),
        ((), False),
    ):
        last = with_passages(documents[2], *passages)
        assert build(a_case(3, evidence=(0, 2)), [*documents[:2], last], plan).evidence_kept is survives, passages


def test_evidence_in_a_document_that_is_left_out_is_lost() -> None:
    documents = [*three()[:2], with_passages(three()[2], (0, 1))]
    assert build(a_case(3, evidence=(2,)), documents, a_plan(window=300)).evidence_kept is False


def test_of_a_document_cut_in_the_middle_either_end_may_hold_the_evidence_but_not_both_parts_of_a_passage() -> None:
    document = a_document("0", "".join(f"line {index}\n" for index in range(1_000)))
    length = len(document.text)
    plan = a_plan(window=1_000, overlength=Overlength.MIDDLE)
    for passages, survives in (
        (((0, 50), (length - 50, length)), True),
        (((length // 2, length // 2 + 10),), False),
        (((50, length - 50),), False),
    ):
        context = build(a_case(1, evidence=(0,)), [with_passages(document, *passages)], plan)
        assert (context.cut, context.evidence_kept) == (True, survives), passages


def test_passages_of_a_text_that_is_shown_stripped_are_still_found() -> None:
    case = a_case(1, answer_kind=AnswerKind.CHOICE, instruction="", choices=("a", "b", "c", "d"), evidence=(0,))
    lead = " " * 3_000
    text = lead + "".join(f"line {index}\n" for index in range(1_000))
    plan = a_plan(window=500)
    kept_one = build(case, [with_passages(a_document("0", text, ""), (len(lead), len(lead) + 100))], plan)
    lost_one = build(case, [with_passages(a_document("0", text, ""), (len(text) - 3_100, len(text) - 3_000))], plan)
    assert (kept_one.cut, kept_one.evidence_kept, lost_one.evidence_kept) == (True, True, False)


def test_the_official_cut_tells_whether_the_passages_survived() -> None:
    case = a_case(1, answer_kind=AnswerKind.CHOICE, instruction="", choices=("a", "b", "c", "d"), evidence=(0,))
    text = "".join(f"line {index}\n" for index in range(1_000)).strip()
    plan = a_plan(fidelity=Fidelity.OFFICIAL_CODE, official_window=1_000)
    for passages, survives in (
        (((0, 100), (len(text) - 100, len(text))), True),
        (((len(text) // 2, len(text) // 2 + 5),), False),
        (((100, len(text) - 100),), False),
    ):
        context = build(case, [with_passages(a_document("0", text, ""), *passages)], plan)
        assert (context.cut, context.evidence_kept) == (True, survives), passages


def test_documents_are_encoded_once_for_many_cases_and_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    documents = three()
    cut = a_plan(window=700)
    with TokenCounter("cl100k_base", tmp_path / "n") as counter:
        before = build_context(a_case(3), documents, cut, counter, PROMPTS)
    encoded: list[int] = []
    original = counting._encodable

    def watched(piece: str) -> str:
        encoded.append(len(piece))
        return original(piece)

    monkeypatch.setattr(counting, "_encodable", watched)
    with TokenCounter("cl100k_base", tmp_path / "n") as counter:
        assert build_context(a_case(3), documents, cut, counter, PROMPTS) == before
        build_context(a_case(3, question="Another?", shuffle=True), documents, a_plan(window=2000), counter, PROMPTS)
    assert max(encoded) < 150


ANY = (
    st.text(max_size=60)
    | st.text(st.sampled_from("ab 1\n/.。中é👩\u0301"), max_size=60)
    | st.sampled_from([LINE * 3, LINE * 10, "x" * 90])
)


@settings(max_examples=250, deadline=None)
@given(
    texts=st.lists(ANY, max_size=5),
    headers=st.sampled_from(["", "h\n", "《判决文书1》\n", "\n"]),
    question=ANY,
    window=st.integers(20, 500),
    reserve=st.integers(0, 60),
    policy=st.sampled_from([Overlength.DOCUMENTS, Overlength.MIDDLE]),
    choice=st.booleans(),
)
def test_every_prompt_fits_and_its_ledger_adds_up(
    texts: list[str], headers: str, question: str, window: int, reserve: int, policy: Overlength, choice: bool
) -> None:
    case = a_case(len(texts), question=question, shuffle=True, answer_kind=AnswerKind.CHOICE if choice else AnswerKind.NAMES)
    documents = [a_document(str(index), text, headers) for index, text in enumerate(texts)]
    try:
        context = build(case, documents, a_plan(window, reserve, overlength=policy))
    except OverlengthError:
        assert COUNTER.count(question) + reserve + CHAT_OVERHEAD + 30 > window
        return
    tokens = COUNTER.count(context.prompt)
    assert tokens + reserve <= window
    assert context.prompt_tokens == pytest.approx(tokens, abs=8)
    assert all(0 <= (entry.kept or 0) <= (entry.tokens or 0) for entry in context.ledger)
    assert sum(entry.kept or 0 for entry in context.ledger) <= tokens + 8
    assert all(entry.kept == 0 for index, entry in enumerate(context.ledger) if index not in context.shown)
    assert context.cut or all(text.strip() in context.prompt for text in texts)


# The released scripts


def test_official_loong_passes_over_what_does_not_fit_and_tries_later_ones() -> None:
    documents = [a_document("0", LINE * 5), a_document("big", LINE * 100), a_document("2", LINE * 5)]
    plan = a_plan(window=50, reserve=10_000, fidelity=Fidelity.OFFICIAL_CODE, official_window=600)
    context = build(a_case(3, domain="paper"), documents, plan)
    assert context.shown == (0, 2)
    assert context.ledger[1].kept == 0
    assert context.cut


def test_official_loong_shuffles_financial_documents_before_and_after_fitting() -> None:
    documents = [a_document(str(index), LINE * 5) for index in range(12)]
    plan = a_plan(fidelity=Fidelity.OFFICIAL_CODE, official_window=1000)
    others = build(a_case(12, domain="paper", shuffle=True), documents, plan)
    assert sorted(others.shown) == list(range(len(others.shown)))
    assert list(others.shown) != sorted(others.shown)
    financial = build(a_case(12, shuffle=True), documents, plan)
    assert sorted(financial.shown) != list(range(len(financial.shown)))
    assert build(a_case(12, shuffle=True), documents, plan) == financial


def test_official_loong_fits_by_the_counts_of_the_script() -> None:
    documents = [a_document("0", LINE * 5), a_document("1", LINE * 9)]
    case = a_case(2, domain="paper")
    exact = COUNTER.count("\n\nRead the reports.\n\nWhich is highest?") + sum(
        COUNTER.count(f"{document.header}{document.text}\n\n") for document in documents
    )
    plan = a_plan(fidelity=Fidelity.OFFICIAL_CODE, official_window=exact)
    assert build(case, documents, plan).shown == (0, 1)
    assert build(case, documents, dataclasses.replace(plan, official_window=exact - 1)).shown == (0,)


def test_official_longbench_cuts_the_middle_of_the_whole_prompt() -> None:
    case = a_case(1, answer_kind=AnswerKind.CHOICE, instruction="", question="why " * 300, choices=("a", "b", "c", "d"))
    plan = a_plan(window=50, reserve=10_000, fidelity=Fidelity.OFFICIAL_CODE, official_window=400)
    text = LINE.strip() * 50
    context = build(case, [a_document("context", text, "")], plan)
    ids = COUNTER._loaded().encode(f"{text}\n?{('why ' * 300).strip()} a/b/c/d")
    assert context.prompt == COUNTER._loaded().decode(ids[:200]) + COUNTER._loaded().decode(ids[-200:])
    assert context.cut
    assert context.ledger[0].kept == 200
    assert context.prompt_tokens == COUNTER.count(context.prompt)


def test_official_longbench_leaves_a_prompt_that_fits() -> None:
    case = a_case(1, answer_kind=AnswerKind.CHOICE, instruction="", choices=("a", "b", "c", "d"))
    plan = a_plan(fidelity=Fidelity.OFFICIAL_CODE, official_window=400)
    context = build(case, [a_document("context", LINE, "")], plan)
    assert context == build(case, [a_document("context", LINE, "")], a_plan())


@settings(max_examples=100, deadline=None)
@given(texts=st.lists(ANY, max_size=4), question=ANY, window=st.integers(1, 200))
def test_official_longbench_ledgers_add_up(texts: list[str], question: str, window: int) -> None:
    case = a_case(len(texts), question=question, instruction="", answer_kind=AnswerKind.CHOICE, choices=("a", "b", "c", "d"))
    documents = [a_document(str(index), text) for index, text in enumerate(texts)]
    context = build(case, documents, a_plan(fidelity=Fidelity.OFFICIAL_CODE, official_window=window))
    assert COUNTER.count(context.prompt) <= window + 8
    assert all(0 <= (entry.kept or 0) <= (entry.tokens or 0) for entry in context.ledger)
    assert context.cut or all(entry.kept == entry.tokens for entry in context.ledger)


# Real inputs


def test_the_documents_of_real_rows_come_out_as_an_official_run_sent_them(shared_data: Path) -> None:
    folder = shared_data / "loong"
    rows = {row["id"]: row for row in map(json.loads, (folder / "real_24.jsonl").read_text(encoding="utf-8").splitlines())}
    sent = [json.loads(line) for line in (folder / "real_docs_text_3.jsonl").read_text(encoding="utf-8").splitlines()]
    texts = FileTexts(folder / "doc" / "financial")
    assert len(sent) == 3
    for official in sent:
        row = rows[official["id"]]
        documents = []
        for name in row["doc"]:
            (path,) = (
                path
                for path in (folder / "doc" / "financial").glob("*.txt")
                if f"-{name}-" in f"-{path.stem}-" and (row["level"] == 4 or path.stem.startswith("2024-"))
            )
            text, digest = texts.read(path)
            documents.append(Document(name, f"《{path.stem.rsplit('-', 1)[-1]}》\n", text, digest))
        case = a_case(len(documents), question="", instruction="", template="{docs}", shuffle=True)
        context = build(case, documents, a_plan())
        blocks = [f"{document.header}{document.text}\n\n" for document in documents]
        assert context.prompt == "".join(blocks[index] for index in context.shown)
        assert len(context.prompt) == len(official["docs"])
        rest = official["docs"]
        for block in blocks:
            assert block in rest
            rest = rest.replace(block, "", 1)
        assert rest == ""
        assert context.prompt_tokens == COUNTER.count(context.prompt)


def test_a_counter_of_another_encoding_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="o200k_base"):
        build(a_case(1), [a_document("a", "x")], a_plan(encoding="o200k_base"))
