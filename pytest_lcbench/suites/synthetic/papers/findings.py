"""What a paper found: figures that are the same wherever they are stated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.papers.lines import DataSet, Line
from pytest_lcbench.suites.synthetic.papers.works import Paper, Table

_TOP = 974  # tenths of a per cent
_OLD = 12  # methods from outside the line
_BEATEN = 0.18  # of the papers whose methods have better ones among those they cite, how many say so


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
        windows: widths of the window, each with the average that its own method reaches with it; the width it uses has the main one.

    """

    data_sets: tuple[DataSet, ...]
    main: Table
    ablation: tuple[tuple[str, int], ...]
    causes: tuple[str, ...]
    shares: tuple[tuple[int, ...], ...]
    runs: tuple[tuple[int, ...], ...]
    groups: tuple[tuple[str, int], ...]
    constants: dict[str, str]
    windows: tuple[tuple[int, int], ...]


def findings_of(line: Line, paper: Paper) -> Findings:
    """Draw what *paper* of *line* found."""
    draw = line.draw_for("findings", paper.index)
    field = line.subfield
    data_sets = tuple(draw.sample(line.data_sets, draw.pick((2, 3, 3, 4))))
    scores = {name: tuple(_score(line, name, data) for data in data_sets) for name in (*line.methods[-_OLD:], paper.method)}
    scores |= {line.methods[at]: tuple(_score(line, line.methods[at], data) for data in data_sets) for at in paper.cites}
    rivals = _rivals(line, paper, scores, draw)
    methods = (*rivals, paper.method)
    cells = tuple(scores[name] for name in methods)
    main = Table(methods, tuple(data.name for data in data_sets), cells, tuple(mean(row) for row in cells))
    own = cells[-1]
    seeds = draw.between(3, 6)
    whole = main.averages[-1]
    # Most parts are worth little, one or two much.
    drops = [min(draw.between(14, 620) for _ in range(draw.pick((1, 3, 3)))) for _ in range(draw.between(3, 5))]
    ablation = (("", whole), *((part, whole - drop) for part, drop in zip(draw.sample(field.parts, len(drops)), drops, strict=True)))
    named = line.words_of(paper.index).get("f")
    causes = tuple(sorted(draw.shuffled(field.failures), key=lambda cause: cause != named)[: draw.between(3, 4)])
    weights = (*sorted((draw.between(40, 240) for _ in causes), reverse=True), draw.between(30, 110))
    return Findings(
        data_sets=data_sets,
        main=main,
        ablation=ablation,
        causes=causes,
        shares=tuple(_shares(draw, weights) for _ in data_sets),
        runs=tuple(zip(*(_around(draw, value, seeds, 14) for value in own), strict=True)),
        groups=tuple(zip(draw.sample(field.settings, 4), _around(draw, own[0], 4, 60), strict=True)),
        constants=(constants := _constants(draw, seeds, data_sets[0].size)),
        windows=_windows(line.draw_for("windows", paper.index), int(constants["window"]), whole),
    )


def _windows(draw: Draw, used: int, whole: int) -> tuple[tuple[int, int], ...]:
    """Return averages at some widths of the window, falling off on both sides of the one that is *used*."""
    below, above = draw.between(1, 3), draw.between(2, 3)
    widths = sorted({*(max(used >> step, 2) for step in range(1, below + 1)), *(used << step for step in range(1, above + 1))})
    lost = 0
    found = {used: whole}
    for width in [width for width in reversed(widths) if width < used]:
        lost += draw.between(4, 130)
        found[width] = whole - lost
    lost = 0
    for width in [width for width in widths if width > used]:
        lost += draw.between(2, 90)
        found[width] = whole - lost
    return tuple(sorted(found.items()))


def sample_of(line: Line, paper: Paper, found: Findings, rows: int) -> list[tuple[int, str, str, int]]:
    """Return about *rows* items that the method of *paper* misread: number, data set, cause, score in hundredths.

    They are in the order of the data sets and of their numbers; a longer sample holds a shorter one.
    """
    draw = line.draw_for("sample", paper.index)
    sample: list[tuple[int, str, str, int]] = []
    for data in found.data_sets:
        own = draw.fork(data.name)
        items = {own.between(1, data.size): (own.pick(found.causes), own.between(3, 97)) for _ in range(rows // len(found.data_sets))}
        sample += [(item, data.name, *items[item]) for item in sorted(items)]
    return sample


def mean(values: tuple[int, ...]) -> int:
    """Return the mean of tenths in hundredths, rounded half up."""
    return (20 * sum(values) + len(values)) // (2 * len(values))


def _rivals(line: Line, paper: Paper, scores: Mapping[str, Sequence[int]], draw: Draw) -> list[str]:
    """Return the methods that a paper compares its own with: what it cites and old ones, few of them better than its own."""
    own = sum(scores[paper.method])
    cited = [line.methods[at] for at in paper.cites]
    better = [name for name in cited if sum(scores[name]) > own]
    worse = [name for name in cited if sum(scores[name]) < own]
    old = sorted((name for name in line.methods[-_OLD:] if sum(scores[name]) < own), key=lambda name: -sum(scores[name]))
    ahead = [draw.pick(better)] if better and draw.chance(_BEATEN) else []
    most = draw.between(3, 7)
    few = draw.sample(old, min(len(old), max(most - len(worse) - len(ahead), 1)))
    return draw.shuffled([*worse[-4:], *ahead, *few])


def _score(line: Line, method: str, data: DataSet) -> int:
    """Return what a method reaches on a data set, the same in every paper that reports it."""
    known = line.scores.get((method, data.name))
    if known is not None:
        return known
    place = line.methods.index(method)
    draw = line.draw_for("score", place)
    # How good it is everywhere, then how well it suits these data.
    strength = draw.between(-10, 12) + draw.between(-10, 12)
    gain = place if place < len(line.methods) - _OLD else -draw.between(8, 110)
    score = min(data.base + gain + strength + line.draw_for("score", place, data.name).between(-9, 9), _TOP)
    line.scores[method, data.name] = score
    return score


def _shares(draw: Draw, weights: Sequence[int]) -> tuple[int, ...]:
    """Return shares that are much the same on all data sets."""
    near = [weight * draw.between(65, 140) for weight in weights]
    shares = [1000 * weight // sum(near) for weight in near]
    shares[-1] += 1000 - sum(shares)
    return tuple(shares)


def _around(draw: Draw, value: int, count: int, spread: int) -> tuple[int, ...]:
    """Return *count* figures whose mean is *value*."""
    spread = max(1, min(spread, (995 - value) // 2))
    off = [draw.between(-spread, spread) for _ in range(count - 1)]
    while abs(sum(off)) > 2 * spread:
        off = [draw.between(-spread, spread) for _ in range(count - 1)]
    return tuple(value + step for step in (*off, -sum(off)))


def _constants(draw: Draw, seeds: int, size: int) -> dict[str, str]:
    epochs = draw.between(3, 40) * 2
    width, layers = draw.pick((96, 128, 192, 256, 320, 384, 512, 768)), draw.between(2, 14)
    weights = 12 * layers * width * width + draw.between(8, 50) * 1000 * width  # of the layers, of a vocabulary
    return {
        "seeds": str(seeds),
        "epochs": str(epochs),
        "freeze": str(draw.between(2, max(3, epochs // 3))),
        "batch": str(draw.pick((8, 16, 24, 32, 48, 64, 96, 128))),
        "lr": draw.pick(("1e-4", "2e-4", "3e-5", "5e-5", "0.001", "0.0005", "0.0002")),
        "width": str(width),
        "layers": str(layers),
        "params": str(max(1, weights // 1_000_000)),
        "hours": str(draw.between(2, 70)),
        "window": str(draw.pick((16, 24, 32, 40, 64, 80, 120, 128, 200))),
        "memory": str(draw.pick((50, 64, 100, 128, 256, 400, 500))),
        "weight": f"0.{draw.between(5, 95):02d}",
        "annotators": str(draw.between(2, 7)),
        "agree": f"0.{draw.between(66, 94)}",
        "excluded": str(draw.between(size // 150 + 6, size // 25 + 20)),
        "checked": str(draw.between(60, 320)),
        "heldout": str(draw.between(size // 40 + 20, size // 14 + 40)),
        "second": str(draw.between(size // 50 + 20, size // 20 + 30)),
        "patience": str(draw.between(2, 9)),
        "odds": draw.pick(("3", "4", "5", "6")),
        "weeks": str(draw.between(3, 90)),
    }
