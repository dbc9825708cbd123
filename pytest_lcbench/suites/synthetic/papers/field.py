"""The field of research papers."""

from __future__ import annotations

import re

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.suites.synthetic.drafts import Draft, Written
from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.papers.drafting import citation_chain, citation_reference
from pytest_lcbench.suites.synthetic.papers.languages import LANGUAGES
from pytest_lcbench.suites.synthetic.papers.lengths import number_of_papers
from pytest_lcbench.suites.synthetic.papers.lines import PAPERS, Line
from pytest_lcbench.suites.synthetic.papers.writer import write_paper

LINES = 24
"""Lines of research of a world in each language."""
_TRIES = 400
_TRIES_WITH_ONE = 16
_KEY = re.compile(r"l([0-9]{2})\.p([0-9]{2})")
_SHORTEST, _LONGEST = 2_000, 1_000_000
_DRAFTS = {"citation_reference": citation_reference, "citation_chain": citation_chain}


class PapersField:
    """Research papers that cite one another, in one world.

    Args:
        world: its number.

    """

    def __init__(self, world: int) -> None:
        self._world = world
        self._lines: dict[tuple[str, int], Line] = {}

    @property
    def subtasks(self) -> tuple[str, ...]:
        """``citation_reference`` and ``citation_chain``."""
        return tuple(_DRAFTS)

    def draft(self, subtask: str, language: str, tokens: int, draw: Draw) -> Draft:
        """Draw a case whose papers have about *tokens* cl100k tokens together.

        Raises ``SettingsError`` for a subtask or language that it has not, and for a length outside 2,000 to 1,000,000.
        """
        make = _DRAFTS.get(subtask)
        if make is None:
            raise SettingsError(f"research papers have no subtask '{subtask}': take one of {', '.join(_DRAFTS)}")
        if language not in LANGUAGES:
            raise SettingsError(f"research papers are not written in '{language}': take one of {', '.join(LANGUAGES)}")
        if not _SHORTEST <= tokens <= _LONGEST:
            raise SettingsError(f"a case of {tokens} tokens cannot be drawn: ask for {_SHORTEST} to {_LONGEST}")
        line = self._line(language, draw.below(LINES))
        for attempt in range(_TRIES):
            if attempt and attempt % _TRIES_WITH_ONE == 0:
                line = self._line(language, draw.below(LINES))
            made = make(line, tokens, number_of_papers(tokens, draw), draw)
            if made is not None:
                return made
        raise SettingsError(f"world {self._world} has no {subtask} case of {tokens} tokens: ask for another length or world")

    def write(self, language: str, key: str, tokens: int) -> Written:
        """Write paper *key* in *language* at a length of about *tokens*. Raises ``KeyError`` for a key that no draft holds."""
        found = _KEY.fullmatch(key)
        if language not in LANGUAGES or found is None or int(found[1]) >= LINES or int(found[2]) >= PAPERS:
            raise KeyError(key)
        return write_paper(self._line(language, int(found[1])), int(found[2]), tokens)

    def _line(self, language: str, number: int) -> Line:
        # There are few lines, so all are kept: 24 in each language.
        line = self._lines.get((language, number))
        if line is None:
            line = self._lines[language, number] = Line(self._world, LANGUAGES[language], number)
        return line
