"""The bundled suite as a suite: cases drawn when they are asked for, documents written when a case runs."""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pytest_lcbench.documents.document import Document, DocumentRef, content_hash, noting_repeated
from pytest_lcbench.errors import CaseRefusedError, DocumentError, SettingsError
from pytest_lcbench.suites.case import AnswerKind, Case, SuiteDefaults
from pytest_lcbench.suites.gold import LETTERS, gold_fault
from pytest_lcbench.suites.synthetic.drafts import DocumentPlan, Draft, Field, Written
from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.fields import FIELDS, make_field
from pytest_lcbench.suites.synthetic.plan import (
    LANGUAGES,
    TASK_OF,
    VERSION,
    Length,
    Planned,
    plan,
    read_lengths,
    read_worlds,
    shown_worlds,
)
from pytest_lcbench.untrusted import one_line

NAME = "synthetic"
DEFAULTS = SuiteDefaults(temperature=0.0, max_output=1024, overlength="documents")
ID_LENGTH = 16
"""Hexadecimal digits of an id: two of a million cases share one with a chance of 1 in 30 million."""

_KEPT_CHARACTERS = 8_000_000
"""Of written documents kept at hand: some ten of the longest cases, 8 to 16 MB."""
_KEPT_FIELDS = 16
"""Fields in worlds kept at hand: four worlds of four."""
_KEY = re.compile(r"[a-z0-9_-][a-z0-9._-]*")


@dataclass(frozen=True, slots=True)
class _Placed:
    """A document of a case: where it comes from, and under which name the case refers to it."""

    world: int
    field: str
    language: str
    plan: DocumentPlan
    name: str


class SyntheticSuite:
    """Cases drawn from worlds. Nothing is drawn before :meth:`cases`, nothing written before :meth:`documents`; safe for threads.

    Args:
        worlds: numbers of the worlds, as :func:`~pytest_lcbench.suites.synthetic.plan.read_worlds` gives them.
        lengths: as :func:`~pytest_lcbench.suites.synthetic.plan.read_lengths` gives them.
        fields: names of the fields, each known to *make*.
        make: gives a field in a world.
        check: looks at a case with its documents when they are first written, and says what is wrong with it; such a case is refused.

    """

    def __init__(
        self,
        worlds: Sequence[int] = (0,),
        lengths: Sequence[Length] | None = None,
        *,
        fields: Sequence[str] | None = None,
        make: Callable[[str, int], Field] | None = None,
        check: Callable[[Case, Sequence[Document]], list[str]] | None = None,
    ) -> None:
        self.worlds = tuple(worlds)
        self.lengths = tuple(read_lengths(None) if lengths is None else lengths)
        self._names = tuple(FIELDS if fields is None else fields)
        self._make = make_field if make is None else make
        self._lock = threading.RLock()
        self._fields: OrderedDict[tuple[str, int], Field] = OrderedDict()
        self._cases: tuple[Case, ...] | None = None
        self._placed: dict[str, tuple[_Placed, ...]] = {}
        self._written = _Kept(_KEPT_CHARACTERS)
        self._check = check
        self._proved: set[str] = set()

    @classmethod
    def asked(cls, world: str | None, lengths: str | None, options: str = "--lcbench-") -> SyntheticSuite:
        """Return the suite that ``world`` and ``lengths``, whose names begin with *options*, ask for. Raises ``SettingsError``.

        It refuses cases that the checker finds fault with, which reads their documents alone.
        """
        return cls(read_worlds(world, f"{options}world"), read_lengths(lengths, f"{options}lengths"), check=_proof)

    @property
    def name(self) -> str:
        """Its id."""
        return NAME

    @property
    def defaults(self) -> SuiteDefaults:
        """Temperature 0, 1,024 tokens of answer and whole documents."""
        return DEFAULTS

    @property
    def made_of(self) -> str:
        """Worlds, lengths and version of the generator, for whoever reads a report and wants the same cases."""
        return f"{shown_worlds(self.worlds)}; {', '.join(length.word for length in self.lengths)}; generator {VERSION}"

    @property
    def fingerprint(self) -> str:
        """SHA-256 (hex) of the generator's version, the worlds and the lengths: everything that decides the cases."""
        decides = [VERSION, self.worlds, [[length.word, length.low, length.high, length.aim] for length in self.lengths]]
        return hashlib.sha256(json.dumps(decides).encode()).hexdigest()

    def cases(self) -> Sequence[Case]:
        """Return every case, world by world. Raises ``SettingsError`` when a world has no case of a length."""
        with self._lock:
            if self._cases is None:
                self._cases = tuple(self._case(planned) for world in self.worlds for planned in self._planned(world))
            return self._cases

    def documents(self, case: Case, *, fidelity: str = "paper") -> list[Document]:  # noqa: ARG002 - the protocol's; no other code exists
        """Write the documents of *case*, in the order of the case.

        Raises ``DocumentError`` where the generator contradicts itself, ``CaseRefusedError`` where the text does not bear the case out.
        """
        self.cases()
        placed = self._placed.get(case.id)
        if placed is None or len(placed) != len(case.documents):
            raise DocumentError(f"case '{one_line(case.id, 80)}' is not of the worlds and lengths of this suite")
        documents = noting_repeated([self._document(one) for one in placed])
        if self._check is not None and case.id not in self._proved:
            faults = self._check(case, documents)
            if faults:
                raise CaseRefusedError(
                    f"case '{one_line(case.id, 80)}' is refused, for {one_line('; '.join(faults), 400)}: report this"
                )
            self._proved.add(case.id)
        return documents

    def _planned(self, world: int) -> list[Planned]:
        return list(plan((world,), self.lengths, {name: _offer(self._field(name, world)) for name in self._names}))

    def _case(self, planned: Planned) -> Case:
        planned, draft = self._draft(planned)
        case_id = hashlib.sha256(json.dumps(planned.key).encode()).hexdigest()[:ID_LENGTH]
        gold, choices = _arranged(draft, planned)
        fault = gold_fault(gold, draft.answer_kind)
        if fault or draft.subtask != planned.subtask or not draft.documents:
            raise ValueError(f"{planned.field} drew no sound case for {planned.key}: {fault or 'another subtask, or no document'}")
        placed = tuple(self._place(planned, document) for document in draft.documents)
        self._placed[case_id] = placed
        return Case(
            suite=NAME,
            id=case_id,
            task=TASK_OF[planned.subtask],
            subtask=planned.subtask,
            length_set=planned.length.word,
            language=planned.language,
            domain=draft.domain,
            question=draft.question,
            instruction=draft.instruction,
            gold=gold,
            answer_kind=draft.answer_kind,
            documents=tuple(DocumentRef(one.name, one.plan.title) for one in placed),
            difficulty=draft.difficulty,
            choices=choices,
            evidence=_evidence(draft),
            rules=dict(draft.rules),
            place=f"world {planned.world}",
        )

    def _draft(self, planned: Planned) -> tuple[Planned, Draft]:
        """Return the draft of a planned case, or of another subtask of its domain where a choice cannot be drawn at that length."""
        field = self._field(planned.field, planned.world)
        others: list[Planned] = []
        if planned.letter:
            for subtask, languages in _offer(field).items():
                if subtask != planned.subtask and TASK_OF[subtask] == TASK_OF[planned.subtask]:
                    language = planned.language if planned.language in languages else languages[0]
                    others.append(replace(planned, subtask=subtask, language=language))
        refusals: list[SettingsError] = []
        for one in (planned, *others):
            try:
                return one, field.draft(one.subtask, one.language, one.tokens, Draw("case", *one.key))
            except SettingsError as refusal:
                refusals.append(refusal)
        raise refusals[0]

    def _place(self, planned: Planned, document: DocumentPlan) -> _Placed:
        if _KEY.fullmatch(document.key) is None:
            raise ValueError(f"{planned.field} gave a document the key '{one_line(document.key, 80)}'")
        world = f"world-{planned.world}/" if len(self.worlds) > 1 else ""
        # A key may hold what a case asks for (a judgment's its kind); a name is shown in ledgers and exports, and tells nothing.
        parts = [planned.world, planned.field, planned.language, document.key, document.tokens]
        stem = hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:ID_LENGTH]
        name = f"{world}{planned.field}/{planned.language}/{stem}.txt"
        return _Placed(planned.world, planned.field, planned.language, document, name)

    def _document(self, placed: _Placed) -> Document:
        wanted = placed.plan
        key = (placed.world, placed.field, placed.language, wanted.key, wanted.tokens)
        with self._lock:  # a field need not be safe for threads
            found = self._written.get(key)
            if found is None:
                try:
                    written = self._field(placed.field, placed.world).write(placed.language, wanted.key, wanted.tokens)
                except KeyError as fault:
                    what = f"({wanted.key}) cannot be written by the field that drew it ({one_line(repr(fault), 120)})"
                    raise DocumentError(f"{one_line(placed.name)} {what}: report this") from fault
                found = self._written.keep(key, written)
        written, digest = found
        missing = [fact for fact in wanted.facts if not written.facts.get(fact)]
        if missing:
            raise DocumentError(
                f"{one_line(placed.name)} ({wanted.key}): does not state '{one_line(missing[0], 80)}', "
                "on which the case rests: report this"
            )
        passages = tuple(sorted({spot for fact in wanted.facts for spot in written.facts[fact]}))
        header = f"《{wanted.title}》\n" if wanted.title else ""
        return Document(name=placed.name, header=header, text=written.text, hash=digest, passages=passages)

    def _field(self, name: str, world: int) -> Field:
        key = (name, world)
        field = self._fields.pop(key, None)
        if field is None:
            field = self._make(name, world)
        self._fields[key] = field
        if len(self._fields) > _KEPT_FIELDS:
            self._fields.popitem(last=False)
        return field


def _offer(field: Field) -> dict[str, tuple[str, ...]]:
    """Return the subtasks of *field* and the languages of each: both, unless the field has a method ``languages`` that tells."""
    languages = getattr(field, "languages", lambda _subtask: LANGUAGES)
    return {subtask: tuple(languages(subtask)) for subtask in field.subtasks}


def _arranged(draft: Draft, planned: Planned) -> tuple[Any, tuple[str, ...]]:
    """Return gold and options, the right one under the letter that the plan has for it and the others in a drawn order."""
    if draft.answer_kind is not AnswerKind.CHOICE:
        return draft.gold, ()
    if len(draft.choices) != len(LETTERS) or draft.gold not in LETTERS or len(set(draft.choices)) != len(LETTERS):
        raise ValueError(f"{planned.field} drew no four different options with a letter for {planned.key}")
    right = LETTERS.index(draft.gold)
    wrong = Draw("options", *planned.key).shuffled([choice for at, choice in enumerate(draft.choices) if at != right])
    place = LETTERS.index(planned.letter)
    return planned.letter, (*wrong[:place], draft.choices[right], *wrong[place:])


def _evidence(draft: Draft) -> tuple[int, ...]:
    """Return which documents bear on the answer: those that hold its facts, and outside spotlight_locating all that are no decoys."""
    spotlight = draft.subtask == "spotlight_locating"
    return tuple(at for at, document in enumerate(draft.documents) if document.facts or not (document.distractor or spotlight))


class _Kept:
    """Written documents with their hashes, the longest unused forgotten when there are more characters than allowed."""

    def __init__(self, characters: int) -> None:
        self._most = characters
        self._held = 0
        self._texts: OrderedDict[tuple[int, str, str, str, int], tuple[Written, str]] = OrderedDict()

    def get(self, key: tuple[int, str, str, str, int]) -> tuple[Written, str] | None:
        """Return what is kept under *key*."""
        found = self._texts.get(key)
        if found is not None:
            self._texts.move_to_end(key)
        return found

    def keep(self, key: tuple[int, str, str, str, int], written: Written) -> tuple[Written, str]:
        """Keep *written* and return it with its hash."""
        entry = self._texts[key] = (written, content_hash(written.text))
        self._held += len(written.text)
        while self._held > self._most and len(self._texts) > 1:
            _, (oldest, _) = self._texts.popitem(last=False)
            self._held -= len(oldest.text)
        return entry


def _proof(case: Case, documents: Sequence[Document]) -> list[str]:
    from pytest_lcbench.suites.synthetic.checking import faults  # noqa: PLC0415 - not needed until a document is written

    return faults(case, documents)
