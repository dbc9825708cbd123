"""Cases about research papers: those of the generator are proved, each tampering is found."""

from __future__ import annotations

from dataclasses import replace

import pytest
from checking_papers import Made, made, passages_of, place_of, with_passages, with_text
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_lcbench.suites.synthetic.checking import faults
from pytest_lcbench.suites.synthetic.checking.papers.entries import spelled

SUBTASKS = ("citation_reference", "citation_chain")
ALL = [(subtask, language) for subtask in SUBTASKS for language in ("en", "zh")]


@pytest.fixture(params=ALL, ids="-".join)
def sound(request: pytest.FixtureRequest) -> Made:
    return made(*request.param)


def link(case: Made) -> tuple[int, int, int]:
    """Return a place with the span of the title of another paper of the case that it lists, as a passage tells it."""
    titles = {spelled(reference.title) for reference in case[0].documents}
    for place, start, end in passages_of(case[1]):
        if start > 2 and spelled(case[1][place].text[start:end]) in titles:
            return place, start, end
    raise AssertionError("no listed title in the passages")


@pytest.mark.parametrize(("subtask", "language"), ALL)
@pytest.mark.parametrize(
    ("seed", "world", "tokens"), [(1, 3, 15_000), (2, 4, 15_000), (3, 11, 60_000), (4, 12, 60_000), (5, 13, 120_000)]
)
def test_a_case_as_generated_is_proved(subtask: str, language: str, seed: int, world: int, tokens: int) -> None:
    assert faults(*made(subtask, language, seed, world, tokens)) == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_gold_with_a_paper_too_few_or_too_many_is_found(language: str) -> None:
    case, documents = made("citation_reference", language)
    label = next(label for label, titles in case.gold.items() if titles)
    fewer = {**case.gold, label: case.gold[label][1:]}
    named = {title for titles in case.gold.values() for title in titles}
    more = {**case.gold, label: [*case.gold[label], next(ref.title for ref in case.documents if ref.title not in named)]}
    for gold in (fewer, more):
        assert [fault for fault in faults(replace(case, gold=gold), documents) if "gold: " in fault]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_gold_with_references_and_citations_exchanged_is_found(language: str) -> None:
    case, documents = made("citation_reference", language)
    gold = {"References": case.gold["Citations"], "Citations": case.gold["References"]}
    assert len(faults(replace(case, gold=gold), documents)) == 1


@pytest.mark.parametrize("gold", [None, [], {}, "x", {"References": "x", "Citations": None}, {"References": [1], "Citations": [[]]}])
@pytest.mark.parametrize("subtask", SUBTASKS)
def test_a_gold_of_another_shape_is_found(subtask: str, gold: object) -> None:
    case, documents = made(subtask, "en")
    assert len(faults(replace(case, gold=gold), documents)) == 1


def test_the_order_of_the_gold_counts_in_a_chain_alone() -> None:
    case, documents = made("citation_chain", "en")
    assert len(faults(replace(case, gold=case.gold[::-1]), documents)) == 1
    case, documents = made("citation_reference", "en", 3, 11, 60_000)
    gold = {label: titles[::-1] for label, titles in reversed(case.gold.items())}
    assert faults(replace(case, gold=gold), documents) == []


def test_a_title_of_the_gold_that_is_not_as_printed_is_found(sound: Made) -> None:
    case, documents = sound
    gold = (
        [title + " " for title in case.gold] if isinstance(case.gold, list) else {k: [t + " " for t in v] for k, v in case.gold.items()}
    )
    assert len(faults(replace(case, gold=gold), documents)) == 1


def test_a_citation_that_is_taken_from_the_list_is_found(sound: Made) -> None:
    case, documents = sound
    place, start, end = link(sound)
    text = documents[place].text
    # One word of the title becomes another of its length: a near title, and all passages stay where they are.
    other = text[:start] + "Q" * 3 + text[start + 3 :]
    tampered = replace(documents[place], text=other)
    found = faults(case, (*documents[:place], tampered, *documents[place + 1 :]))
    assert any("gold: " in fault or "longest chains" in fault or "answer: empty" in fault for fault in found)
    assert any(f"document {place}: passage {start} to {end} is neither" in fault for fault in found)


def test_a_title_that_only_the_running_text_names_is_no_citation(sound: Made) -> None:
    case, documents = sound
    heading = "\n\n附录\n\n" if case.language == "zh" else "\n\nAPPENDIX\n\n"
    note = heading + "\n".join(reference.title for reference in case.documents)
    for place, document in enumerate(documents):
        with_note = replace(document, text=document.text.rstrip("\n") + note)
        assert faults(case, (*documents[:place], with_note, *documents[place + 1 :])) == []


def test_a_document_removed_is_found(sound: Made) -> None:
    case, documents = sound
    assert len(faults(case, documents[:-1])) == 1
    assert len(faults(case, ())) == 1


def test_a_document_removed_from_case_and_documents_is_found(sound: Made) -> None:
    case, documents = sound
    place = link(sound)[0]
    kept = [at for at in range(len(documents)) if at != place]
    fewer = replace(case, documents=tuple(case.documents[at] for at in kept), evidence=None)
    assert any(
        "gold: " in fault or "answer: " in fault or "question: " in fault for fault in faults(fewer, [documents[at] for at in kept])
    )


def test_documents_swapped_are_found(sound: Made) -> None:
    case, documents = sound
    assert sum("the case has" in fault for fault in faults(case, (documents[1], documents[0], *documents[2:]))) == 2


def test_the_order_in_which_documents_are_shown_decides_nothing(sound: Made) -> None:
    case, documents = sound
    swapped = replace(case, documents=(case.documents[1], case.documents[0], *case.documents[2:]))
    assert faults(swapped, (documents[1], documents[0], *documents[2:])) == []


def test_documents_swapped_with_their_names_but_without_their_passages_are_found(sound: Made) -> None:
    case, documents = sound
    swapped = replace(case, documents=(case.documents[1], case.documents[0], *case.documents[2:]))
    first, second = (replace(documents[one], passages=documents[other].passages) for one, other in ((1, 0), (0, 1)))
    found = faults(swapped, (first, second, *documents[2:]))
    assert found
    assert all("passage" in fault for fault in found)


def test_a_document_repeated_is_found(sound: Made) -> None:
    case, documents = sound
    twice = replace(case, documents=(*case.documents, case.documents[0]))
    assert [fault for fault in faults(twice, (*documents, documents[0])) if "it has the title of document 0" in fault]


def test_a_document_replaced_by_another_paper_is_found(sound: Made) -> None:
    case, documents = sound
    other = made(case.subtask, case.language, 9, 17)[1][0]
    assert any("the case has" in fault for fault in faults(case, (other, *documents[1:])))


@pytest.mark.parametrize("shift", [(-1, 0), (0, 1), (1, 1), (3, -3)])
def test_a_passage_moved_is_found(sound: Made, shift: tuple[int, int]) -> None:
    case, documents = sound
    passages = passages_of(documents)
    for number, (place, start, end) in enumerate(passages):
        moved = [*passages[:number], (place, start + shift[0], end + shift[1]), *passages[number + 1 :]]
        found = faults(case, with_passages(documents, moved))
        # The mark behind a title may belong to it or not, as the style has it.
        assert found or (shift == (0, 1) and end - start < 300)


def test_a_passage_outside_the_documents_is_found(sound: Made) -> None:
    case, documents = sound
    for passage in ((0, 5, 5), (0, 0, len(documents[0].text) + 1), (1, -1, 5)):
        assert len(faults(case, with_passages(documents, [*passages_of(documents), passage]))) == 1


def test_a_reference_list_without_passage_is_found(sound: Made) -> None:
    case, documents = sound
    kept = [(place, start, end) for place, start, end in passages_of(documents) if place != 2 or end - start < 300]
    assert [fault for fault in faults(case, with_passages(documents, kept)) if fault.startswith(f"{case.id}: document 2: ")]


def test_a_document_that_matters_but_is_called_a_distractor_is_found(sound: Made) -> None:
    case, documents = sound
    assert case.evidence is not None
    found = faults(replace(case, evidence=case.evidence[1:]), documents)
    assert [fault for fault in found if "document 0: said to bear on nothing" in fault]


def test_evidence_outside_the_documents_is_found(sound: Made) -> None:
    case, documents = sound
    assert len(faults(replace(case, evidence=(0, len(documents))), documents)) == 1


def test_a_paper_too_old_to_cite_what_it_lists_is_found(sound: Made) -> None:
    case, documents = sound
    head, rest = documents[0].text[:600], documents[0].text[600:]
    year = max(int(head[at : at + 4]) for at in range(len(head)) if head[at : at + 2] in {"19", "20"} and head[at : at + 4].isdecimal())
    aged = replace(documents[0], text=head.replace(str(year), str(year - 9)) + rest)
    assert any("it lists a work of" in fault for fault in faults(case, (aged, *documents[1:])))


def test_a_paper_that_dates_another_otherwise_than_that_does_itself_is_found() -> None:
    case, documents = made("citation_chain", "en")
    place, start, end = link((case, documents))
    around = documents[place].text[max(0, start - 120) : end + 160]
    cited = documents[
        place_of(case, next(r.title for r in case.documents if spelled(r.title) == spelled(documents[place].text[start:end])))
    ]
    year = next(word for word in (str(y) for y in range(2030, 1990, -1)) if word in cited.text[:600])
    assert year in around
    found = faults(case, with_text(documents, place, around, around.replace(year, str(int(year) - 1))))
    assert any("whose own date is" in fault for fault in found)


def test_a_second_heading_of_a_reference_list_is_found(sound: Made) -> None:
    case, documents = sound
    heading = "## 参考文献" if case.language == "zh" else "## References"
    twice = replace(documents[0], text=f"{documents[0].text}\n\n{heading}\n\n[1] x\n")
    assert ["2 headings" in fault for fault in faults(case, (twice, *documents[1:]))] == [True]


def test_a_list_entry_of_no_known_shape_is_found(sound: Made) -> None:
    case, documents = sound
    place, start, _ = link(sound)
    text = documents[place].text
    garbled = replace(documents[place], text=text[: start - 4] + "[[[…" + text[start:])
    assert any(
        f"document {place} " in fault and "no known shape" in fault
        for fault in faults(case, (*documents[:place], garbled, *documents[place + 1 :]))
    )


def test_a_question_about_no_paper_or_no_end_of_the_chain_is_found() -> None:
    for subtask in SUBTASKS:
        for language in ("en", "zh"):
            case, documents = made(subtask, language)
            assert len(faults(replace(case, question="Which? 哪些？"), documents)) == 1


def test_a_chain_told_from_its_other_end_is_found() -> None:
    case, documents = made("citation_chain", "en")
    backwards = "each paper must cite the one that follows it"
    forwards = "each next paper must cite the one right before it"
    other = forwards if backwards in case.question or "cites the next one" in case.question else backwards
    assert len(faults(replace(case, question=other), documents)) == 1


def test_another_subtask_or_language_is_a_fault() -> None:
    case, documents = made("citation_chain", "en")
    assert len(faults(replace(case, subtask="solitaire"), documents)) == 1
    assert len(faults(replace(case, language="fr"), documents)) == 1


@given(text=st.text(max_size=400), language=st.sampled_from(["en", "zh"]), subtask=st.sampled_from(SUBTASKS))
@settings(max_examples=60, deadline=None)
def test_any_text_in_place_of_a_document_gives_faults_of_one_line_each(text: str, language: str, subtask: str) -> None:
    case, documents = made(subtask, language)
    found = faults(case, (replace(documents[0], text=text), *documents[1:]))
    assert found
    assert all(len(fault.splitlines()) == 1 for fault in found)


@given(data=st.data(), language=st.sampled_from(["en", "zh"]))
@settings(max_examples=40, deadline=None)
def test_a_document_with_a_piece_cut_out_never_crashes_the_checker(data: st.DataObject, language: str) -> None:
    case, documents = made("citation_chain", language)
    text = documents[0].text
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    cut = replace(documents[0], text=text[:start] + text[end:])
    assert all(len(fault.splitlines()) == 1 for fault in faults(case, (cut, *documents[1:])))
