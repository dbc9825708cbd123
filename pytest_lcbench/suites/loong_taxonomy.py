"""Loong's two levels of tasks, and how a row of the official file is placed in them.

The official file says only the level. The paper (Wang et al., EMNLP 2024, section 3) gives eleven subtasks; the tests hold the
derivation to the counts of each in the released 1,600 rows.
"""

from __future__ import annotations

import re
from types import MappingProxyType

from pytest_lcbench.suites.case import AnswerKind

TASK_OF_LEVEL = MappingProxyType({1: "spotlight_locating", 2: "comparison", 3: "clustering", 4: "chain_of_reasoning"})
TYPES = ("financial", "legal", "paper")
LANGUAGES = ("en", "zh")

_PLACES = {
    "spotlight_locating": ("spotlight_locating", AnswerKind.VALUE),
    "extremum_acquisition": ("comparison", AnswerKind.NAMES),
    "sequential_enumeration": ("comparison", AnswerKind.ORDERED),
    "range_awareness": ("comparison", AnswerKind.NAMES),
    "report_integration": ("clustering", AnswerKind.GROUPS),
    "citation_reference": ("clustering", AnswerKind.GROUPS),
    "case_classification": ("clustering", AnswerKind.GROUPS),
    "temporal_analysis": ("chain_of_reasoning", AnswerKind.TREND),
    "citation_chain": ("chain_of_reasoning", AnswerKind.CHAIN),
    "link_the_links": ("chain_of_reasoning", AnswerKind.PAIRS),
    "solitaire": ("chain_of_reasoning", AnswerKind.PAIRS),
}
TASK_OF_SUBTASK = MappingProxyType({subtask: task for subtask, (task, _) in _PLACES.items()})
CLUSTERING_OF_TYPE = MappingProxyType(
    {"financial": "report_integration", "paper": "citation_reference", "legal": "case_classification"}
)

_EXTREMUM = re.compile(r"最高|最低|\bhighest\b|\blowest\b", re.IGNORECASE)
_SEQUENCE = re.compile(r"顺序|\border\b", re.IGNORECASE)
# Which judgments, or which few of these judgments: the legal questions that give no order for the answer.
_LEGAL_RANGE = ("以上所有判决文书中", "这些判决文书中，哪几篇")
VERDICTS = "判决结果"
"""The question of a link_the_links row offers these to be matched with the judgments."""


def derive_subtask(level: int, kind: str, question: str) -> str | None:
    """Return the subtask of a row of *level* 1–4 and type *kind* by its *question*; ``None`` where Loong has no such rows."""
    if level == 1:
        return "spotlight_locating"
    if level == 2:  # noqa: PLR2004 - Loong's own numbering
        if kind == "financial":
            if _EXTREMUM.search(question):
                return "extremum_acquisition"
            return "sequential_enumeration" if _SEQUENCE.search(question) else "range_awareness"
        if kind == "legal":
            return "range_awareness" if question.startswith(_LEGAL_RANGE) else "sequential_enumeration"
        return None
    if level == 3:  # noqa: PLR2004
        return CLUSTERING_OF_TYPE[kind]
    if kind == "legal":
        return "link_the_links" if VERDICTS in question else "solitaire"
    return "temporal_analysis" if kind == "financial" else "citation_chain"


def answer_kind(subtask: str, kind: str) -> AnswerKind:
    """Return the shape of the gold answer of *subtask* for documents of type *kind*.

    The answer of a legal spotlight question is the title of one judgment, a name with nothing to measure: it is compared as
    ``names``, where the financial ones are mostly figures (``value``).
    """
    if subtask == "spotlight_locating" and kind == "legal":
        return AnswerKind.NAMES
    return _PLACES[subtask][1]


def evidence_of(subtask: str, kind: str, question: str, gold: object, names: list[str]) -> tuple[int, ...] | None:
    """Return which documents bear on the answer.

    All of them, as the paper builds its cases, but for spotlight questions: there it is the judgment that the gold names by its
    number, or the company that the question (or, for "which company has …", the gold) names; ``None`` when neither says.
    """
    if subtask != "spotlight_locating":
        return tuple(range(len(names)))
    if kind == "legal":
        numbers = {int(number) for number in _JUDGMENT.findall(gold)} if isinstance(gold, str) else set()
        found = tuple(number - 1 for number in sorted(numbers))
        return found if found and found[0] >= 0 and found[-1] < len(names) else None
    named = [name for name in set(names) if _names_it(question, name)]
    # "HARTE HANKS INC" in a question is not about the company "C", nor about one called "HARTE HANKS".
    named = [name for name in named if not any(name != other and name in other for other in named)]
    if not named:
        named = [name for name in set(names) if name == gold]
    return tuple(index for index, name in enumerate(names) if name in named) or None


_JUDGMENT = re.compile(r"《判决文书([0-9]{1,4})》")


def _names_it(question: str, name: str) -> bool:
    start = question.find(name)
    while start >= 0:
        end = start + len(name)
        if not (_joined(question[start - 1 : start], name[0]) or _joined(name[-1], question[end : end + 1])):
            return True
        start = question.find(name, start + 1)
    return False


def _joined(left: str, right: str) -> bool:
    """Whether two neighbouring characters belong to one word of Latin letters; Chinese words have no visible ends."""
    return left.isascii() and left.isalnum() and right.isascii() and right.isalnum()
