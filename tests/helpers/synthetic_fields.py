"""Small fields for tests of the bundled suite's frame: every subtask, short to read, of any length."""

from __future__ import annotations

from typing import Any

from pytest_lcbench.suites.case import AnswerKind
from pytest_lcbench.suites.longbench_v2 import SUBTASKS
from pytest_lcbench.suites.loong_taxonomy import answer_kind
from pytest_lcbench.suites.synthetic.drafts import DocumentPlan, Draft, Field, Written
from pytest_lcbench.suites.synthetic.draw import Draw

DOMAINS = {"financial": "financial", "legal": "legal", "papers": "paper"}
SUBTASKS_OF = {
    "financial": (
        "spotlight_locating",
        "extremum_acquisition",
        "sequential_enumeration",
        "range_awareness",
        "report_integration",
        "temporal_analysis",
    ),
    "legal": (
        "spotlight_locating",
        "sequential_enumeration",
        "range_awareness",
        "case_classification",
        "link_the_links",
        "solitaire",
    ),
    "papers": ("citation_reference", "citation_chain"),
    "choices": tuple(subtask for _, subtask in SUBTASKS.values()),
}
PROSE = {"en": "The board met again and noted the {} matters before it.\n", "zh": "董事会再次开会，并讨论了{}项事宜。\n"}
TOKENS_OF_PROSE = {"en": 12.5, "zh": 19}


class FakeField:
    """Three documents, each with a figure; a figure or the names answer every question."""

    def __init__(self, name: str, world: int) -> None:
        self.name = name
        self.world = world
        self.written = 0

    @property
    def subtasks(self) -> tuple[str, ...]:
        return SUBTASKS_OF[self.name]

    def _company(self, at: int) -> str:
        return Draw("name", self.world, self.name, at).pick(("Alder", "Birch", "Cedar", "Damson", "Elder")) + f" {at} plc"

    def draft(self, subtask: str, language: str, tokens: int, draw: Draw) -> Draft:
        first = draw.below(1_000)
        companies = [first + step for step in range(3)]
        size = tokens // 3 // 100 * 100
        spotlight = subtask == "spotlight_locating"
        plans = tuple(
            DocumentPlan(
                f"{self.name}-{at}",
                size,
                f"判决文书{number}" if self.name == "legal" else self._company(at),
                ("figure",) if number == 1 or not spotlight else (),
                distractor=spotlight and number > 1,
            )
            for number, at in enumerate(companies, 1)
        )
        common: dict[str, Any] = {"subtask": subtask, "language": language, "difficulty": "easy"}
        titles = [plan.title for plan in plans]
        if self.name == "choices":
            return Draft(
                **common,
                domain={subtask: task for task, subtask in SUBTASKS.values()}[subtask],
                question=f"Which figure does {titles[0]} state?",
                instruction="",
                gold="A",
                answer_kind=AnswerKind.CHOICE,
                documents=(DocumentPlan(plans[0].key, tokens, "", ("figure",)),),
                choices=tuple(str(self._figure(companies[0]) + 17 * step) for step in range(4)),
            )
        kind = answer_kind(subtask, DOMAINS[self.name])
        shown = [f"《{title}》" if self.name == "legal" else title for title in titles]
        golds: dict[AnswerKind, Any] = {
            AnswerKind.VALUE: str(self._figure(companies[0])),
            AnswerKind.NAMES: shown[:2],
            AnswerKind.ORDERED: shown,
            AnswerKind.CHAIN: shown,
            AnswerKind.GROUPS: {"high": shown[:1], "low": shown[1:]},
            AnswerKind.PAIRS: {"first": shown[0], "second": shown[1]},
            AnswerKind.TREND: "It rises: 10 in 2022, 20 in 2023.",
        }
        return Draft(
            **common,
            domain=DOMAINS[self.name],
            question=f"{subtask}: what do the documents state of {titles[0]}?",
            instruction="Answer from the documents.",
            gold=golds[kind],
            answer_kind=kind,
            documents=plans,
            rules={"equal": [f"{self._figure(companies[0]):,}"]} if kind is AnswerKind.VALUE else {},
        )

    def _figure(self, at: int) -> int:
        return Draw("figure", self.world, self.name, at).between(1_000, 9_000)

    def write(self, language: str, key: str, tokens: int) -> Written:
        name, _, number = key.partition("-")
        if name != self.name:
            raise KeyError(key)
        self.written += 1
        head = f"{self._company(int(number))}\n"
        figure = str(self._figure(int(number)))
        before = int(tokens / TOKENS_OF_PROSE[language] / 2)
        text = head + "".join(PROSE[language].format(line) for line in range(before)) + "The figure is "
        start = len(text)
        text += figure + ".\n" + "".join(PROSE[language].format(before + line) for line in range(before))
        return Written(text, {"figure": ((start, start + len(figure)),)})


def make_fake(name: str, world: int) -> Field:
    return FakeField(name, world)
