"""The native format: ``cases.jsonl`` + ``documents/`` + ``card.json``, what ``lcbench build`` writes and a user may write by hand.

The models are the format's one definition: the loader validates with them and ``docs/native-format.schema.json`` is made from them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, field_validator, model_validator

from pytest_lcbench.errors import DataError
from pytest_lcbench.suites.case import AnswerKind
from pytest_lcbench.suites.gold import gold_fault
from pytest_lcbench.suites.paths import leads_out
from pytest_lcbench.untrusted import one_line

CASES = "cases.jsonl"
CARD = "card.json"
DOCUMENTS = "documents"
MAX_QUESTION = 2_000_000
"""Characters of a question, an instruction or a template."""

Word = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=60)]
"""A word of the taxonomy: snake_case, so that it serves as marker and in test names."""
Text = Annotated[str, Field(max_length=MAX_QUESTION)]
Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$", max_length=60)]
"""A suite's name: lower case words joined by ``-``, as ``--lcbench-suite`` takes it."""


class _Model(BaseModel):
    # Strict: "3" is not 3 and 1 is not true; a misspelt field is an error rather than silently unused.
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class NativeDocument(_Model):
    """One document of a case."""

    file: Annotated[str, Field(min_length=1, max_length=500, description="Path below documents/, with / between folders.")]
    title: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=500,
            description="Shown above the text as 《title》; without it nothing is put before the text.",
        ),
    ] = None

    @field_validator("file")
    @classmethod
    def _stays_inside(cls, file: str) -> str:
        if not file.strip() or leads_out(file):
            raise ValueError("leads out of documents/")
        return file

    @field_validator("title")
    @classmethod
    def _is_one_line(cls, title: str | None) -> str | None:
        if title is not None and (not title.strip() or len(title.splitlines()) > 1):
            raise ValueError("is not one line of text")
        return title


class NativeEvidence(_Model):
    """Where the answer rests: a document, or a passage of it."""

    document: Annotated[int, Field(ge=0, description="0-based place in the case's documents.")]
    start: Annotated[int | None, Field(ge=0, description="First character of the passage in the document's text.")] = None
    end: Annotated[int | None, Field(ge=1, description="Character after its last.")] = None

    @model_validator(mode="after")
    def _is_a_passage(self) -> NativeEvidence:
        if (self.start is None) != (self.end is None):
            raise ValueError("start and end go together")
        if self.start is not None and self.end is not None and self.end <= self.start:
            raise ValueError("end is not after start")
        return self


class NativeRules(_Model):
    """Hints for the rules scorer."""

    equal: Annotated[list[JsonValue], Field(description="Other gold answers that are just as right, of the same shape.")] = []
    tolerance: Annotated[
        float | None, Field(ge=0, lt=1, allow_inf_nan=False, strict=False, description="Relative error that a figure may have.")
    ] = None


class NativeCase(_Model):
    """One line of ``cases.jsonl``."""

    id: Annotated[str, Field(min_length=1, max_length=200, description="Unique in the suite.")]
    task: Annotated[Word, Field(description="First level of the taxonomy.")]
    subtask: Annotated[Word, Field(description="Second level; unique in the suite.")]
    length_set: Annotated[Word, Field(description="Length class, e.g. set1 or short.")]
    language: Annotated[str, Field(pattern=r"^[a-z]{2,3}$", description="ISO 639 code: en, zh …")]
    domain: Word
    difficulty: Word | None = None
    question: Annotated[Text, Field(description="Asked of the model; never cut.")]
    instruction: Annotated[Text, Field(description="What stands around the question.")] = ""
    gold: Annotated[JsonValue, Field(description="The right answer, in the shape that answer_kind asks for.")]
    answer_kind: Annotated[AnswerKind, Field(strict=False)]
    documents: Annotated[list[NativeDocument], Field(min_length=1, max_length=10_000)]
    choices: Annotated[list[str] | None, Field(description="Exactly four, for answer_kind choice only.")] = None
    shuffle: Annotated[bool, Field(description="Whether documents are shown in shuffled order.")] = False
    template: Annotated[
        Text | None, Field(description="Prompt template with {docs}, {instruction} and {question}; the suite's own when left out.")
    ] = None
    evidence: Annotated[list[NativeEvidence] | None, Field(description="Left out: not known.")] = None
    rules: NativeRules | None = None
    declared_tokens: Annotated[int | None, Field(ge=0, le=10**9)] = None

    @field_validator("id")
    @classmethod
    def _is_an_id(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("is blank")
        return value

    @model_validator(mode="after")
    def _fits_together(self) -> NativeCase:
        if not self.question.strip() and not self.instruction.strip():
            raise ValueError("question: is empty, and so is the instruction")
        self._check_answer()
        for item in self.evidence or ():
            if item.document >= len(self.documents):
                raise ValueError(f"evidence: document {item.document} is not one of the {len(self.documents)} (counted from 0)")
        if self.template is not None:
            for placeholder, needed in (("{docs}", "x"), ("{question}", self.question), ("{instruction}", self.instruction)):
                if needed.strip() and placeholder not in self.template:
                    raise ValueError(f"template: has no {placeholder}")
        return self

    def _check_answer(self) -> None:
        fault = gold_fault(self.gold, self.answer_kind)
        if fault:
            raise ValueError(f"gold: {fault}")
        for number, other in enumerate(self.rules.equal if self.rules else ()):
            fault = gold_fault(other, self.answer_kind)
            if fault:
                raise ValueError(f"rules.equal.{number}: {fault}")
        if self.answer_kind is AnswerKind.CHOICE:
            if self.choices is None or len(self.choices) != 4 or not all(choice.strip() for choice in self.choices):  # noqa: PLR2004
                raise ValueError("choices: exactly four are wanted, none blank, for answer_kind choice")
        elif self.choices is not None:
            raise ValueError("choices: only answer_kind choice has them")


class NativeDefaults(_Model):
    """How the suite is run unless an option says otherwise."""

    temperature: Annotated[float, Field(ge=0, le=2, allow_inf_nan=False, strict=False)] = 0.0
    max_output: Annotated[int, Field(ge=1, le=1_000_000, description="Tokens of visible answer.")] = 1024
    overlength: Literal["documents", "middle", "skip", "error"] = "documents"


class NativeCard(_Model):
    """``card.json``."""

    name: Name
    version: Annotated[str, Field(min_length=1, max_length=60)]
    title: Annotated[str, Field(min_length=1, max_length=200)]
    description: Annotated[str, Field(max_length=10_000)]
    licence: Annotated[str, Field(min_length=1, max_length=500)]
    languages: Annotated[list[Annotated[str, Field(pattern=r"^[a-z]{2,3}$")]], Field(min_length=1)]
    defaults: NativeDefaults = NativeDefaults()


def validate_case(row: dict[str, Any], *, path: Path | None = None, line: int | None = None) -> NativeCase:
    """Return *row* as a case. Raises ``DataError`` of one line with the first fault and its field."""
    try:
        return NativeCase.model_validate(row)
    except ValidationError as fault:
        raise _first(fault, path, line) from None


def validate_card(row: Any, *, path: Path | None = None) -> NativeCard:
    """Return *row* as a card. Raises ``DataError`` of one line with the first fault and its field."""
    try:
        return NativeCard.model_validate(row)
    except ValidationError as fault:
        raise _first(fault, path, None) from None


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of both files: ``$defs`` of a case (a line of ``cases.jsonl``) and of the card."""
    case = NativeCase.model_json_schema(ref_template="#/$defs/{model}")
    card = NativeCard.model_json_schema(ref_template="#/$defs/{model}")
    definitions = {**case.pop("$defs"), **card.pop("$defs"), "NativeCase": case, "NativeCard": card}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Native format of pytest-lcbench: a line of cases.jsonl, or card.json",
        "anyOf": [{"$ref": "#/$defs/NativeCase"}, {"$ref": "#/$defs/NativeCard"}],
        "$defs": dict(sorted(definitions.items())),
    }


def schema_text() -> str:
    """Return :func:`json_schema` as ``docs/native-format.schema.json`` holds it."""
    return json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"


_WORDS = {
    "missing": "is missing",
    "extra_forbidden": "is not a field of the native format",
    "string_pattern_mismatch": "is not of the form {pattern}",
    "string_too_long": "is too long: at most {max_length:,} characters",
    "string_too_short": "is empty",
    "too_short": "is empty",
    "enum": "is not one of {expected}",
    "literal_error": "is not one of {expected}",
    "model_type": "is not an object",
    "string_type": "is not text",
    "int_type": "is not a whole number",
    "bool_type": "is not true or false",
    "list_type": "is not a list",
}


def _first(fault: ValidationError, path: Path | None, line: int | None) -> DataError:
    found = fault.errors(include_url=False, include_input=False)[0]
    kind = found["type"]
    field = ".".join(str(part) for part in found["loc"])
    if kind == "value_error":
        what = str(found["ctx"]["error"])
        inner, colon, rest = what.partition(": ")
        if colon and not field:
            field, what = inner, rest
    elif kind in _WORDS:
        # Only our own limits and patterns are filled in, nothing that came from the row.
        what = _WORDS[kind].format(**found.get("ctx", {}))
    else:
        what = found["msg"][:1].lower() + found["msg"][1:]
    return DataError(one_line(what, 300), path=path, line=line, field=one_line(field, 80) or None)


if __name__ == "__main__":
    sys.stdout.write(schema_text())
