"""The field of multiple-choice cases: which kind has which subtask."""

from __future__ import annotations

from collections.abc import Callable

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.suites.synthetic.choices.chronicles import Chronicles
from pytest_lcbench.suites.synthetic.choices.dialogues import Dialogues
from pytest_lcbench.suites.synthetic.choices.games import Games
from pytest_lcbench.suites.synthetic.choices.graphs import Graphs
from pytest_lcbench.suites.synthetic.choices.guides import Guides
from pytest_lcbench.suites.synthetic.choices.inquiries import Inquiries
from pytest_lcbench.suites.synthetic.choices.kind import Kind
from pytest_lcbench.suites.synthetic.choices.languages import Languages
from pytest_lcbench.suites.synthetic.choices.many_shot import ManyShot
from pytest_lcbench.suites.synthetic.choices.newspapers import Newspapers
from pytest_lcbench.suites.synthetic.choices.over_worlds import SOURCES, OverWorlds, available
from pytest_lcbench.suites.synthetic.choices.registers import Registers
from pytest_lcbench.suites.synthetic.choices.repositories import Repositories
from pytest_lcbench.suites.synthetic.drafts import Draft, Written
from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.untrusted import one_line

_KINDS: dict[str, tuple[str, Callable[[int], Kind]]] = {
    "single_document_event_ordering": ("chronicles", Chronicles),
    "single_document_detective": ("inquiries", Inquiries),
    "multi_document_news": ("newspapers", Newspapers),
    "code_repo_qa": ("repositories", Repositories),
    "dialogue_history_qa": ("dialogues", Dialogues),
    "agent_history_qa": ("games", Games),
    "new_language_translation": ("languages", Languages),
    "user_guide_qa": ("guides", Guides),
    "many_shot_learning": ("many_shot", ManyShot),
    "table_qa": ("registers", Registers),
    "knowledge_graph_reasoning": ("graphs", Graphs),
}


class ChoicesField:
    """Cases with four options, of the six domains of LongBench v2.

    Args:
        world: number of the world; every text and fact is drawn from it.

    """

    def __init__(self, world: int) -> None:
        self._by_subtask: dict[str, Kind] = {}
        self._by_name: dict[str, Kind] = {}
        for subtask, (name, kind) in _KINDS.items():
            self._by_subtask[subtask] = self._by_name[name] = kind(world)
        for subtask in available():
            self._by_subtask[subtask] = self._by_name[SOURCES[subtask][0]] = OverWorlds.of(subtask, world)

    @property
    def subtasks(self) -> tuple[str, ...]:
        """LongBench v2's names of them."""
        return tuple(self._by_subtask)

    def languages(self, subtask: str) -> tuple[str, ...]:
        """Return the languages that *subtask* has, ``en`` first. Raises ``SettingsError`` for a subtask it has not."""
        return self._kind(subtask).languages

    def draft(self, subtask: str, language: str, tokens: int, draw: Draw) -> Draft:
        """As ``Field.draft``. Raises ``SettingsError`` for a subtask it has not, or a language that the subtask has not."""
        kind = self._kind(subtask)
        if language not in kind.languages:
            raise SettingsError(f"{subtask} has no cases in '{one_line(language, 20)}': it has {' and '.join(kind.languages)}")
        return kind.draft(subtask, language, tokens, draw)

    def write(self, language: str, key: str, tokens: int) -> Written:
        """As ``Field.write``. Raises ``KeyError`` for a key it never gave."""
        name, _, rest = key.partition(".")
        return self._by_name[name].write(language, rest, tokens)

    def _kind(self, subtask: str) -> Kind:
        if subtask not in self._by_subtask:
            raise SettingsError(f"no multiple-choice cases for '{one_line(subtask, 60)}': there are {', '.join(self._by_subtask)}")
        return self._by_subtask[subtask]
