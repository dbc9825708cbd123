"""Judgments of invented courts, in Chinese and English: lawsuits drawn from a world, and cases whose answers follow from them."""

from __future__ import annotations

from pytest_lcbench.suites.synthetic.drafts import Draft, Written
from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.legal.cases import SUBTASKS, Drafter
from pytest_lcbench.suites.synthetic.legal.rendering import write

__all__ = ["LegalField"]


class LegalField:
    """The law of one world.

    Args:
        world: its number.

    """

    def __init__(self, world: int) -> None:
        self._world = world

    @property
    def subtasks(self) -> tuple[str, ...]:
        """Loong's subtasks on judgments."""
        return SUBTASKS

    def draft(self, subtask: str, language: str, tokens: int, draw: Draw) -> Draft:
        """Draw a case of about *tokens* cl100k tokens.

        Raises ``SettingsError`` when the world has no such case, ``KeyError`` for a subtask or language that is not the field's.

        """
        if subtask not in SUBTASKS:
            raise KeyError(subtask)
        return Drafter(self._world, subtask, language, tokens, draw).draft()

    def write(self, language: str, key: str, tokens: int) -> Written:
        """Write the judgment *key*; ``-open`` at its end leaves the disposition out. Raises ``KeyError`` for an unknown key."""
        return write(self._world, language, key, tokens)
