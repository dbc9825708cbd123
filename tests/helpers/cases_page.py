"""Writes docs/synthetic-cases.md: a case of every subtask of the generated suite, and what it measures.

Run: python tests/helpers/cases_page.py (from the root, after a change of the generator). A test holds the page to it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from pytest_lcbench.documents.document import Document
from pytest_lcbench.suites.case import AnswerKind, Case
from pytest_lcbench.suites.synthetic.plan import TASK_OF, VERSION, read_lengths
from pytest_lcbench.suites.synthetic.suite import SyntheticSuite

PAGE = Path(__file__).resolve().parents[2] / "docs" / "synthetic-cases.md"
WORLDS = range(8)
LENGTHS = "4K-6K"
_AROUND = 90
_EXCERPTS = 3
_LONGEST = 420

_LEAD = (
    f"Drawn by version {VERSION} of the generator in worlds {WORLDS[0]} to {WORLDS[-1]}, at 4,000 to 6,000 tokens so that they fit "
    "here; made by `tests/helpers/cases_page.py`. What stands in brackets […] was left out. [The generated suite](synthetic.md) "
    "tells the rest."
)
MEASURES = {
    "spotlight_locating": "Finding one fact among documents of the same kind that state the same sort of fact: one document matters, "
    "the others are rivals.",
    "extremum_acquisition": "Reading one line of every report, in its own unit and under its own name, and taking the highest or the "
    "lowest.",
    "sequential_enumeration": "Reading the same fact everywhere and putting all of them in order.",
    "range_awareness": "Testing every document against a bound; how many pass is not told.",
    "report_integration": "Sorting companies into bands or by the direction of a change, figure by figure.",
    "citation_reference": "Following reference lists in both directions from one paper, among titles that differ in a word.",
    "case_classification": "Telling what a court decided a dispute to be, while neighbouring kinds are pleaded and rejected.",
    "temporal_analysis": "Following one figure of one company through consecutive reports, restated and prior-year figures beside.",
    "citation_chain": "Joining citations of many papers to the one longest chain; branches and dead ends mislead.",
    "link_the_links": "Working out the outcome of each case from claims and findings and matching it to an order; some orders leave "
    "out a step.",
    "solitaire": "Giving each kind of dispute to the one judgment that was decided under it.",
    "single_document_event_ordering": "Reconstructing when things happened from a chronicle that tells them out of order and corrects "
    "itself.",
    "single_document_detective": "Drawing one conclusion from statements far apart, some of them withdrawn later.",
    "multi_document_news": "Adding up what several papers report, with corrections in later issues.",
    "multi_document_financial": "The questions of the reports above, as multiple choice.",
    "multi_document_legal": "The questions of the judgments above, as multiple choice.",
    "multi_document_academic": "The questions of the papers above, as multiple choice.",
    "new_language_translation": "Translating with a grammar and a dictionary that are only in the context.",
    "many_shot_learning": "Finding the hidden rule of many labelled examples and applying it to a new one.",
    "user_guide_qa": "Combining settings of a device that override one another.",
    "agent_history_qa": "Adding up the moves of players over many rounds.",
    "dialogue_history_qa": "Keeping track of plans that change over many sessions.",
    "code_repo_qa": "Following calls, settings and registrations through the files of a repository.",
    "knowledge_graph_reasoning": "Following relations over several steps of a list of triples, some of them replaced later.",
    "table_qa": "Filtering, joining and converting long tables.",
}


def page() -> str:
    """Return the page's text."""
    suite = SyntheticSuite(tuple(WORLDS), read_lengths(LENGTHS))
    chosen: dict[str, Case] = {}
    for case in suite.cases():
        # Of the subtasks in both languages, every other one is shown in Chinese.
        wanted = "zh" if list(MEASURES).index(case.subtask) % 2 else "en"
        held = chosen.get(case.subtask)
        if held is None or (held.language != wanted and case.language == wanted):
            chosen[case.subtask] = case
    lines = [
        "# A case of every subtask",
        "",
        _LEAD,
    ]
    for task in dict.fromkeys(TASK_OF[subtask] for subtask in MEASURES):
        lines += ["", f"## {task}"]
        for subtask in (subtask for subtask in MEASURES if TASK_OF[subtask] == task):
            case = chosen[subtask]
            lines += ["", *_shown(case, suite.documents(case))]
    return "\n".join(lines) + "\n"


def _shown(case: Case, documents: Sequence[Document]) -> Iterator[str]:
    title = f"### {case.subtask}"
    yield from ((title, "") if case.subtask != case.task else ())
    yield MEASURES[case.subtask]
    yield ""
    named = [f"{document.header.strip()} " if document.header else "" for document in documents]
    yield f"{len(documents)} document{'s' if len(documents) > 1 else ''}, {case.language}, {case.difficulty}. Some of what counts:"
    yield ""
    yield "```text"
    for name, document in list(zip(named, documents, strict=True)):
        if document.passages:
            yield from (f"{name}{text}" for text in _excerpts(document))
            if not case.choices:
                break
    yield "```"
    yield ""
    yield "```text"
    yield _cut(case.question)
    yield from (f"({letter}) {_cut(choice)}" for letter, choice in zip("ABCD", case.choices, strict=False))
    yield "```"
    yield ""
    gold = case.gold if case.answer_kind is AnswerKind.CHOICE else json.dumps(case.gold, ensure_ascii=False)
    yield "Gold:"
    yield ""
    yield "```text"
    yield str(gold)
    yield "```"


def _excerpts(document: Document) -> list[str]:
    text = document.text
    found = []
    for start, end in document.passages[:_EXCERPTS]:
        first, last = max(start - _AROUND, 0), min(end + _AROUND, len(text))
        found.append(f"[…]{_cut(text[first:last])}[…]")
    return found


def _cut(text: str) -> str:
    text = re.sub(r"\s+", " ", text).replace("`", "'")
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]} […] {text[-_LONGEST // 2 :]}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"written {PAGE.name}\n")
