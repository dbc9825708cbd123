"""A kind of case: documents of one sort and the questions asked about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from pytest_lcbench.suites.case import AnswerKind
from pytest_lcbench.suites.synthetic.choices.lengths import SAMPLE, characters, sample_length, size_near
from pytest_lcbench.suites.synthetic.choices.options import crossed
from pytest_lcbench.suites.synthetic.drafts import DocumentPlan, Draft, Written
from pytest_lcbench.suites.synthetic.draw import Draw

NUMBERS = 60
"""Different documents of a kind in a world and language; each is asked about in several ways."""

INSTRUCTIONS = {
    "en": (
        "Exactly one option agrees with everything the text says, later changes and exceptions included.",
        "Work the answer out from the text alone; what it corrects or sets aside later no longer counts.",
        "Use only the text. Where it states a thing twice, mind which statement is in force.",
        "One of the four options is right. Rules and corrections stand in different places of the text.",
    ),
    "zh": (
        "四个选项中只有一个与全文相符，后文的更改和例外也要计入。",
        "请仅依据材料推断；材料后来更正或取消的内容不再有效。",
        "只能使用材料中的信息。同一事项前后说法不同的，以有效的说法为准。",
        "四个选项只有一个正确，有关的规则与更正分散在材料各处。",
    ),
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about one document.

    Args:
        question: as asked.
        answers: the right one, with the first step missed, with the second missed, with both missed.
        facts: on which the answer rests.
        hard: whether it takes more steps than an easy one of its kind: entries, rounds, exceptions, moves taken back.

    """

    question: str
    answers: tuple[str, str, str, str]
    facts: tuple[str, ...]
    hard: bool = True


class Kind(Protocol):
    """One subtask's documents and cases in one world."""

    @property
    def domain(self) -> str:
        """LongBench v2's domain."""

    @property
    def languages(self) -> tuple[str, ...]:
        """Languages that it has."""

    def draft(self, subtask: str, language: str, tokens: int, draw: Draw) -> Draft:
        """As ``Field.draft``."""

    def write(self, language: str, key: str, tokens: int) -> Written:
        """As ``Field.write``; *key* without the kind's name in front."""


def draft_of(
    asked: Asked, draw: Draw, *, subtask: str, language: str, domain: str, documents: tuple[DocumentPlan, ...]
) -> Draft | None:
    """Return the case of *asked*, or ``None`` where two of its answers are equal."""
    options = crossed(draw, asked.answers)
    if options is None:
        return None
    return Draft(
        subtask=subtask,
        language=language,
        domain=domain,
        question=asked.question,
        instruction=draw.pick(INSTRUCTIONS[language]),
        gold=options[1],
        answer_kind=AnswerKind.CHOICE,
        documents=documents,
        difficulty="hard" if asked.hard else "easy",
        choices=options[0],
    )


class SingleKind:
    """A kind whose cases have one document, known by its number.

    Args:
        world: number of the world.

    """

    name = ""
    domain = ""
    languages: tuple[str, ...] = ("en",)
    sample = SAMPLE

    def __init__(self, world: int) -> None:
        self._world = world

    def entity(self, language: str, number: int) -> Draw:
        """Return the stream from which everything about a document's facts is drawn."""
        return Draw("choices", self._world, self.name, language, number)

    def ask(self, language: str, number: int, draw: Draw) -> Asked:
        """Draw a question about the document *number*."""
        raise NotImplementedError

    def title(self, language: str, number: int) -> str:
        """Return the title of the document *number*."""
        raise NotImplementedError

    def register(self, number: int) -> str:  # noqa: ARG002 - kinds that write in several ways look at it
        """Return which register's length estimate fits the document *number*."""
        return self.name

    def render(self, language: str, number: int, length: int, draw: Draw) -> Written:
        """Write the document *number* with about *length* characters; *draw* decides what is no fact."""
        raise NotImplementedError

    def sample_of(self, language: str, tokens: int) -> int:
        """Return how many characters of a document of *tokens* are written to estimate the rest."""
        return sample_length(language, tokens, self.sample)

    def draft(self, subtask: str, language: str, tokens: int, draw: Draw) -> Draft:
        """Draw questions until one has four different answers."""
        while True:
            number = draw.below(NUMBERS)
            asked = self.ask(language, number, draw)
            plan = DocumentPlan(f"{self.name}.{number}", size_near(tokens), self.title(language, number), asked.facts)
            draft = draft_of(asked, draw, subtask=subtask, language=language, domain=self.domain, documents=(plan,))
            if draft is not None:
                return draft

    def write(self, language: str, key: str, tokens: int) -> Written:
        """Write the document of *key*, its number. Raises ``KeyError``."""
        if not key.isdecimal() or int(key) >= NUMBERS or language not in self.languages:
            raise KeyError(f"{self.name}.{key}")
        draw = self.entity(language, int(key)).fork("written", tokens)
        sample = self.render(language, int(key), self.sample_of(language, tokens), draw.fork("sample")).text
        return self.render(language, int(key), characters(self.register(int(key)), language, sample, tokens), draw)
