"""What a paper found: figures that are the same wherever they are stated."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.papers.lines import DataSet, Line
from pytest_lcbench.suites.synthetic.papers.works import Paper, Table

_TOP = 974  # tenths of a per cent


@dataclass(frozen=True, slots=True)
class Findings:
    """The figures of a paper.

    Args:
        data_sets: those it reports on.
        main: methods by data sets, its own method last.
        ablation: parts left out; averages over the data sets, hundredths; the first row is the whole method.
        causes: causes of errors, the last one for all others.
        shares: per data set the share of each cause, tenths of a per cent; they add up to 100.
        runs: per run the figures of its own method on each data set; their mean is the main table's.
        groups: names and figures of parts of the first data set, equal in size, whose mean is the main table's.
        constants: settings and counts by the slots that state them.

    """

    data_sets: tuple[DataSet, ...]
    main: Table
    ablation: tuple[tuple[str, int], ...]
    causes: tuple[str, ...]
    shares: tuple[tuple[int, ...], ...]
    runs: tuple[tuple[int, ...], ...]
    groups: tuple[tuple[str, int], ...]
    constants: dict[str, str]


def findings_of(line: Line, paper: Paper) -> Findings:
    """Draw what *paper* of *line* found."""
    draw = line.draw_for("findings", paper.index)
    field = line.subfield
    data_sets = tuple(draw.sample(line.data_sets, draw.pick((2, 3, 3, 4))))
    rivals = [line.methods[at] for at in paper.cites[-4:]] + line.methods[-draw.between(2, 4) :]
    methods = (*rivals, paper.method)
    cells = tuple(tuple(_score(line, name, data) for data in data_sets) for name in methods)
    main = Table(methods, tuple(data.name for data in data_sets), cells, tuple(mean(row) for row in cells))
    own = cells[-1]
    seeds = draw.between(3, 6)
    whole = main.averages[-1]
    parts = draw.sample(field.parts, draw.between(3, 5))
    ablation = (("", whole), *((part, whole - draw.between(12, 640)) for part in parts))
    causes = tuple(draw.sample(field.failures, draw.between(3, 4)))
    return Findings(
        data_sets=data_sets,
        main=main,
        ablation=ablation,
        causes=causes,
        shares=tuple(_shares(draw, len(causes) + 1) for _ in data_sets),
        runs=tuple(zip(*(_around(draw, value, seeds, 14) for value in own), strict=True)),
        groups=tuple(zip(draw.sample(field.settings, 4), _around(draw, own[0], 4, 60), strict=True)),
        constants=_constants(draw, seeds),
    )


def mean(values: tuple[int, ...]) -> int:
    """Return the mean of tenths in hundredths, rounded half up."""
    return (20 * sum(values) + len(values)) // (2 * len(values))


def _score(line: Line, method: str, data: DataSet) -> int:
    """Return what a method reaches on a data set, the same in every paper that reports it."""
    place = line.methods.index(method)
    draw = line.draw_for("score", place, data.name)
    gain = place % 96 * 2 if place < len(line.methods) - 12 else -20
    return min(data.base + gain + draw.between(-14, 46), _TOP)


def _shares(draw: Draw, count: int) -> tuple[int, ...]:
    weights = [3 + draw.below(20) for _ in range(count)]
    shares = [1000 * weight // sum(weights) for weight in weights]
    shares[-1] += 1000 - sum(shares)
    return tuple(shares)


def _around(draw: Draw, value: int, count: int, spread: int) -> tuple[int, ...]:
    """Return *count* figures whose mean is *value*."""
    spread = max(1, min(spread, (995 - value) // 2))
    off = [draw.between(-spread, spread) for _ in range(count - 1)]
    while abs(sum(off)) > 2 * spread:
        off = [draw.between(-spread, spread) for _ in range(count - 1)]
    return tuple(value + step for step in (*off, -sum(off)))


def _constants(draw: Draw, seeds: int) -> dict[str, str]:
    epochs = draw.between(3, 40) * 2
    return {
        "seeds": str(seeds),
        "epochs": str(epochs),
        "freeze": str(draw.between(2, max(3, epochs // 3))),
        "batch": str(draw.pick((8, 16, 24, 32, 48, 64, 96, 128))),
        "lr": draw.pick(("1e-4", "2e-4", "3e-5", "5e-5", "0.001", "0.0005", "0.0002")),
        "width": str(draw.pick((96, 128, 192, 256, 320, 384, 512, 768))),
        "layers": str(draw.between(2, 14)),
        "params": str(draw.between(4, 180)),
        "hours": str(draw.between(2, 70)),
        "window": str(draw.pick((16, 24, 32, 40, 64, 80, 120, 128, 200))),
        "memory": str(draw.pick((50, 64, 100, 128, 256, 400, 500))),
        "weight": f"0.{draw.between(5, 95):02d}",
        "annotators": str(draw.between(2, 7)),
        "agree": f"0.{draw.between(66, 94)}",
        "excluded": str(draw.between(14, 890)),
        "checked": str(draw.between(60, 990)),
        "heldout": str(draw.between(110, 2400)),
        "second": str(draw.between(40, 700)),
        "patience": str(draw.between(2, 9)),
        "odds": draw.pick(("3", "4", "5", "6")),
        "weeks": str(draw.between(3, 90)),
    }
