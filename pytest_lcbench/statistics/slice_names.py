"""The slices that a gate's policy may name: what stands after ``@``, and which cases there are for it.

``set3``, ``task=comparison``, ``set3 & zh``: labels of the cases, each with its field where it is needed to tell which is meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.statistics.labels import in_order
from pytest_lcbench.statistics.measures import FIELDS, Slice
from pytest_lcbench.untrusted import one_line

ALIASES = {"set": "length_set", "length": "length_set"}
"""Shorter words for fields."""
_UNLISTED = "case_id"
_SHOWN = 60
_SEVERAL = 2


class Labelled(Protocol):
    """What a slice is told by: a result row, or a planned item with the same fields."""

    @property
    def groups(self) -> dict[str, str]:
        """Labels of the user's groupings."""


class SliceNames:
    """The labels of some items, by field, each with the items that have it.

    Args:
        items: labels by field of each item (:func:`labels_of`).

    """

    def __init__(self, items: Iterable[Mapping[str, str]]) -> None:
        self._holders: dict[str, dict[str, set[int]]] = {}
        self.items = 0
        for number, labels in enumerate(items):
            self.items = number + 1
            for name, label in labels.items():
                if label:
                    self._holders.setdefault(name, {}).setdefault(label, set()).add(number)

    def read(self, text: str) -> Slice:
        """Return the slice that *text* names. Raises ``SettingsError`` that lists the slices there are."""
        where: dict[str, str] = {}
        for term in text.split("&"):
            name, label = self._term(term.strip())
            if where.setdefault(name, label) != label:
                raise SettingsError(f"no case has both {name} {one_line(where[name], _SHOWN)} and {name} {one_line(label, _SHOWN)}")
        self._held(where, text)
        label = " & ".join(self._shown(name, label) for name, label in where.items())
        return Slice(one_line(label, 4 * _SHOWN), tuple(where.items()))

    def there_are(self) -> str:
        """Return the slices there are, by field, for a message."""
        parts = []
        for name in (*FIELDS, *sorted(self._holders.keys() - set(FIELDS))):
            labels = in_order(self._holders.get(name, ()))
            if name == _UNLISTED or len(labels) < _SEVERAL:
                continue
            shown = ", ".join(one_line(label, _SHOWN) for label in labels[:20])
            parts.append(f"{one_line(name, _SHOWN)}: {shown}{', …' if len(labels) > 20 else ''}")  # noqa: PLR2004 - enough for a line
        return "; ".join(parts) or "none"

    def _term(self, term: str) -> tuple[str, str]:
        name, equals, label = (part.strip() for part in term.partition("="))
        if equals:
            field = ALIASES.get(name, name)
            if label not in self._holders.get(field, {}):
                raise SettingsError(f"no case has {one_line(name, _SHOWN)} '{one_line(label, _SHOWN)}'; there are {self.there_are()}")
            return field, label
        found = [field for field, labels in self._holders.items() if term in labels and field != _UNLISTED]
        if not found:
            raise SettingsError(f"no slice '{one_line(term, _SHOWN)}'; there are {self.there_are()}")
        if len({frozenset(self._holders[field][term]) for field in found}) > 1:
            ways = " or ".join(f"{field}={one_line(term, _SHOWN)}" for field in found)
            raise SettingsError(f"'{one_line(term, _SHOWN)}' is several slices: say {ways}")
        # The same cases under several fields: the first in the order of FIELDS names them.
        return min(found, key=lambda field: FIELDS.index(field) if field in FIELDS else len(FIELDS)), term

    def _held(self, where: Mapping[str, str], text: str) -> None:
        if where and not set.intersection(*(self._holders[name][label] for name, label in where.items())):
            raise SettingsError(f"no case is in all of '{one_line(text, 2 * _SHOWN)}'; there are {self.there_are()}")

    def _shown(self, name: str, label: str) -> str:
        others = [field for field, labels in self._holders.items() if label in labels and field not in {name, _UNLISTED}]
        several = len({frozenset(self._holders[field][label]) for field in (name, *others)}) > 1
        return f"{name}={label}" if several or name == _UNLISTED else label


def labels_of(item: Labelled) -> dict[str, str]:
    """Return the labels of a row, or of anything with its fields, by field; a grouping cannot stand for a field of its name."""
    return {**item.groups, **{name: str(getattr(item, name)) for name in FIELDS}}
