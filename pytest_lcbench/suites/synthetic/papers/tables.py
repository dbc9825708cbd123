"""Tables of a paper, in the ways in which papers come as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pytest_lcbench.suites.synthetic.papers.findings import Findings, mean
from pytest_lcbench.suites.synthetic.papers.page import tokens_of


def tenths(value: int) -> str:
    """Return a number of tenths with one decimal."""
    return f"{value // 10}.{value % 10}"


def hundredths(value: int) -> str:
    """Return a number of hundredths with two decimals."""
    return f"{value // 100}.{value % 100:02d}"


class Tables:
    """The tables of one paper.

    Args:
        found: its figures.
        labels: what columns are called.
        form: ``pipes``, ``spaces`` or ``tabs``.
        misread: items with their data set, cause and score, as :func:`.findings.sample_of` gives them.
        english: whether in English.

    """

    def __init__(
        self, found: Findings, labels: Mapping[str, str], form: str, misread: Sequence[tuple[int, str, str, int]], *, english: bool
    ) -> None:
        self._found = found
        self._labels = labels
        self._form = form
        self._misread = misread
        self._english = english

    def estimate(self, name: str) -> float:
        """Return about how many tokens table *name* has with its caption."""
        return tokens_of(self.render(name), "table", english=self._english) + 18

    def render(self, name: str) -> str:
        """Return table *name*, a key of the captions."""
        rows = {
            "main": self._main,
            "ablation": self._ablation,
            "data": self._data,
            "errors": self._errors,
            "seeds": self._runs,
            "settings": self._settings,
            "groups": self._groups,
            "sweep": self._sweep,
            "sample": self._sample,
        }[name]()
        return _drawn(rows, self._form)

    def _main(self) -> list[list[str]]:
        table, labels = self._found.main, self._labels
        head = [labels["method"], *table.columns, labels["average"]]
        return [head] + [
            [row, *map(tenths, cells), hundredths(average)]
            for row, cells, average in zip(table.rows, table.cells, table.averages, strict=True)
        ]

    def _ablation(self) -> list[list[str]]:
        labels = self._labels
        return [[labels["part"], labels["average"]]] + [
            [part or labels["whole"], hundredths(value)] for part, value in self._found.ablation
        ]

    def _data(self) -> list[list[str]]:
        labels = self._labels
        head = [labels["data"], labels["size"], labels["source"]]
        return [head] + [
            [data.name, f"{data.size:,}" if self._english else str(data.size), data.source] for data in self._found.data_sets
        ]

    def _errors(self) -> list[list[str]]:
        found, labels = self._found, self._labels
        head = [labels["cause"], *(data.name for data in found.data_sets)]
        causes = [*found.causes, labels["other"]]
        rows = [[cause, *(tenths(shares[at]) for shares in found.shares)] for at, cause in enumerate(causes)]
        return [head, *rows, [labels["sum"], *(tenths(sum(shares)) for shares in found.shares)]]

    def _runs(self) -> list[list[str]]:
        found, labels = self._found, self._labels
        rows = [[str(at), *map(tenths, cells)] for at, cells in enumerate(found.runs, start=1)]
        means = [hundredths(mean(column)) for column in zip(*found.runs, strict=True)]
        return [[labels["run"], *(data.name for data in found.data_sets)], *rows, [labels["average"], *means]]

    def _settings(self) -> list[list[str]]:
        labels = self._labels
        names = ("epochs", "batch", "lr", "width", "layers", "window", "memory", "weight", "seeds")
        return [[labels["setting"], labels["value"]]] + [[labels[name], self._found.constants[name]] for name in names]

    def _sweep(self) -> list[list[str]]:
        labels = self._labels
        return [[labels["window"], labels["average"]]] + [[str(width), hundredths(value)] for width, value in self._found.windows]

    def _sample(self) -> list[list[str]]:
        labels = self._labels
        head = [labels["data"], labels["item"], labels["own"], labels["read"]]
        return [head] + [
            [data, f"{item:,}" if self._english else str(item), hundredths(score), cause] for item, data, cause, score in self._misread
        ]

    def _groups(self) -> list[list[str]]:
        found, labels = self._found, self._labels
        rows = [[name, tenths(value)] for name, value in found.groups]
        total = hundredths(mean(tuple(value for _, value in found.groups)))
        return [[labels["group"], found.data_sets[0].name], *rows, [labels["average"], total]]


def _drawn(rows: Sequence[Sequence[str]], form: str) -> str:
    if form == "pipes":
        lines = [f"| {' | '.join(row)} |" for row in rows]
        return "\n".join((lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]))
    if form == "tabs":
        return "\n".join("\t".join(row) for row in rows)
    widths = [max(len(row[at]) for row in rows) + 2 for at in range(len(rows[0]))]
    return "\n".join("".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows)
