"""Prompt templates: our own wording, those of a user's folder, and filling them.

The official texts are not ours to ship; their files and placeholders are understood (DESIGN 4).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pytest_lcbench.documents.document import content_hash
from pytest_lcbench.errors import SettingsError
from pytest_lcbench.suites.case import AnswerKind, Case
from pytest_lcbench.untrusted import one_line

DOCS = "{docs}"
QUESTION = "{question}"
CHOICES = ("{choice_a}", "{choice_b}", "{choice_c}", "{choice_d}")

_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
_OFFICIAL_NAMES = {
    "$DOC$": DOCS,
    "$Q$": QUESTION,
    "$C_A$": CHOICES[0],
    "$C_B$": CHOICES[1],
    "$C_C$": CHOICES[2],
    "$C_D$": CHOICES[3],
}
_OFFICIAL = re.compile("|".join(re.escape(name) for name in _OFFICIAL_NAMES))

_CHOICE = """\
Read the text between the two lines of dashes. A question about it with four options follows; exactly one option is right.

--------
{docs}
--------

Question: {question}

(A) {choice_a}
(B) {choice_b}
(C) {choice_c}
(D) {choice_d}

Give your answer in exactly this form, with the letter of the right option in place of X: The correct answer is (X)
"""

_OPEN = """\
{docs}

{instruction}

{question}
"""


@dataclass(frozen=True, slots=True)
class PromptSet:
    """The templates of a run, for cases that bring none of their own.

    Args:
        choice: for multiple choice; placeholders ``{docs}``, ``{question}``, ``{choice_a}`` … ``{choice_d}``, ``{instruction}``.
        open: for every other kind of answer; placeholders ``{docs}``, ``{instruction}``, ``{question}``.
        source: ``built in``, or the folder they were read from.

    """

    choice: str = _CHOICE
    open: str = _OPEN
    source: str = "built in"

    @property
    def hash(self) -> str:
        """SHA-256 (hex) over the texts; part of what makes two runs comparable."""
        return content_hash(f"{self.choice}\0{self.open}")


def fill(template: str, values: Mapping[str, str]) -> str:
    """Replace each ``{name}`` that *values* has, in one pass: what is inserted is never looked at again, other braces stay."""
    return _PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), template)


def template_for(case: Case, prompts: PromptSet) -> str:
    """Return the case's own template if it has one (every Loong row does), else the run's for its kind of answer."""
    if case.template:
        return case.template
    return prompts.choice if case.answer_kind is AnswerKind.CHOICE else prompts.open


def load_prompts(directory: Path) -> PromptSet:
    """Read the templates of a folder: ``choice.txt``, ``open.txt``, or LongBench v2's own ``0shot.txt`` in place of ``choice.txt``.

    A file that is not there leaves our own wording in its place. Raises ``SettingsError`` where the folder or every file is
    missing, where a file cannot be read, or where a template lacks the documents, the question or an option.
    """
    shown = one_line(str(directory))
    if not _is_folder(directory):
        raise SettingsError(f"prompt folder {shown} is not there: name a folder with choice.txt, open.txt or 0shot.txt")
    choice = _read(directory / "choice.txt")
    official = _read(directory / "0shot.txt") if choice is None else None
    answer = _read(directory / "open.txt")
    if choice is None and official is None and answer is None:
        raise SettingsError(f"prompt folder {shown} holds none of choice.txt, open.txt and 0shot.txt: put one there")
    if official is not None:
        choice = _OFFICIAL.sub(lambda match: _OFFICIAL_NAMES[match[0]], official)
        names = {ours: theirs for theirs, ours in _OFFICIAL_NAMES.items()}
        _check(choice, (DOCS, QUESTION, *CHOICES), directory / "0shot.txt", names)
    elif choice is not None:
        _check(choice, (DOCS, QUESTION, *CHOICES), directory / "choice.txt", {})
    if answer is not None:
        _check(answer, (DOCS, QUESTION), directory / "open.txt", {})
    ours = PromptSet()
    return PromptSet(choice=choice or ours.choice, open=answer or ours.open, source=str(directory))


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # behind a folder that may not be entered
        return False


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as fault:
        reason = "it is not UTF-8 text" if isinstance(fault, UnicodeDecodeError) else fault.strerror or "unknown fault"
        raise SettingsError(f"prompt file {one_line(str(path))} cannot be read ({reason}): save it as UTF-8 text") from None


def _check(template: str, needed: tuple[str, ...], path: Path, names: Mapping[str, str]) -> None:
    missing = [names.get(placeholder, placeholder) for placeholder in needed if placeholder not in template]
    if missing:
        raise SettingsError(f"prompt file {one_line(str(path))} has no {', '.join(missing)}: put the placeholder where it belongs")
    if template.count(DOCS) > 1:
        raise SettingsError(f"prompt file {one_line(str(path))} has {names.get(DOCS, DOCS)} more than once: keep one")
