"""What a subfield of research is made of, in either language."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_lcbench.suites.synthetic.draw import Draw


@dataclass(frozen=True, slots=True)
class Subfield:
    """The vocabulary of one invented line of research.

    Args:
        area: its name, as venues and keywords have it.
        tasks: what is done, uncountable.
        heads: ways of doing it; in English plural, so that qualifiers can stand before them.
        units: what the data are made of, plural in English.
        settings: where it is done; after *in* (English) or before 中 (Chinese).
        conditions: what makes it hard; after *under*.
        resources: what it takes, countable plural in English.
        parts: pieces of a system, singular.
        failures: what goes wrong.
        measures: of quality in per cent; higher is better.
        sources: where data come from; the first words of data set names are drawn elsewhere.
        density: tokens of its titles as shares of those of other subfields' titles.

    """

    area: str
    tasks: tuple[str, ...]
    heads: tuple[str, ...]
    units: tuple[str, ...]
    settings: tuple[str, ...]
    conditions: tuple[str, ...]
    resources: tuple[str, ...]
    parts: tuple[str, ...]
    failures: tuple[str, ...]
    measures: tuple[str, ...]
    sources: tuple[str, ...]
    density: float = 1.0

    def narrowed(self, draw: Draw) -> Subfield:
        """Return the part of it that one line of research works on; so its titles are near one another, as titles are in life."""
        return Subfield(
            self.area,
            tuple(draw.sample(self.tasks, 3)),
            tuple(draw.sample(self.heads, 6)),
            tuple(draw.sample(self.units, 4)),
            tuple(draw.sample(self.settings, 4)),
            tuple(draw.sample(self.conditions, 4)),
            tuple(draw.sample(self.resources, 4)),
            tuple(draw.sample(self.parts, 6)),
            tuple(draw.sample(self.failures, 5)),
            self.measures,
            self.sources,
            self.density,
        )


def subfield(area: str, density: float = 1.0, **lists: str) -> Subfield:
    """Return a subfield whose lists are written as texts separated by ``;``."""
    return Subfield(area, density=density, **{name: tuple(item.strip() for item in text.split(";")) for name, text in lists.items()})
