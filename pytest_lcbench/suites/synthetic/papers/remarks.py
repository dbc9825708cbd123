"""What a paper says of its findings, sentence by sentence, each once."""

from __future__ import annotations

from collections.abc import Mapping

from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.papers.findings import Findings
from pytest_lcbench.suites.synthetic.papers.grammar import Composer, capitalised
from pytest_lcbench.suites.synthetic.papers.tables import hundredths, tenths

_ROUNDS = 2  # times that a remark on the analysis comes back, on other things
_COMPARED = 22  # comparisons of two figures at most


class Remarks:
    """The remarks of one paper on its findings.

    Args:
        found: its figures.
        composer: expands patterns.
        pools: the patterns by what they are for.
        draw: decides.
        english: whether in English.

    """

    def __init__(self, found: Findings, composer: Composer, pools: Mapping[str, tuple[str, ...]], draw: Draw, *, english: bool) -> None:
        self._found = found
        self._composer = composer
        self._pools = pools
        self._draw = draw
        self._english = english
        self._rates = draw.shuffled([(at, cause) for at in range(len(found.data_sets)) for cause in range(len(found.causes))])
        self._parts_left_out = draw.shuffled(found.ablation[1:])
        self._sets_told = draw.shuffled(found.data_sets)
        # What a rival suffers from is said once of it, and one thing more.
        rivals, count = len(found.main.rows) - 1, len(pools["rival"])
        self._rivals = draw.shuffled([(row, at) for row in range(rivals) for at in (draw.below(2), draw.between(2, count - 1))])
        self._compared: dict[tuple[int, int, int], None] = {}
        self._items: dict[tuple[str, int], None] = {}

    def result(self) -> str:
        """Return a comparison of two figures of the main table, or another remark."""
        roll = self._draw.share()
        if roll < 0.1:  # noqa: PLR2004 - shares of kinds of sentence
            return self.average()
        table = self._found.main
        column = self._draw.below(len(table.columns))
        one, two = self._draw.sample(range(len(table.rows)), 2)
        if self._draw.chance(0.5) and two != len(table.rows) - 1:
            one = len(table.rows) - 1
        if table.cells[one][column] < table.cells[two][column]:
            one, two = two, one
        high, low = table.cells[one][column], table.cells[two][column]
        known = (column, one, two) in self._compared or len(self._compared) >= _COMPARED
        if roll < 0.35 or high == low or known:  # noqa: PLR2004
            return self.analysed()
        self._compared[column, one, two] = None
        return self._say(
            "result",
            {
                "x": table.columns[column],
                "b": table.rows[one],
                "y": table.rows[two],
                "v": tenths(high),
                "w": tenths(low),
                "z": tenths(high - low),
            },
        )

    def average(self, *, own: bool = False) -> str:
        """Return a sentence on the averages of its own method and of the best other; elsewhere than in the abstract each once."""
        table = self._found.main
        last = len(table.rows) - 1
        other = max(range(last), key=lambda row: table.averages[row])
        if not own:
            if (-1, 0, 0) in self._compared:
                return self.analysed()
            self._compared[-1, 0, 0] = None
        one, two = (last, other) if table.averages[last] >= table.averages[other] else (other, last)
        high, low = table.averages[one], table.averages[two]
        return self._say(
            "average" if one == last else "average_behind",
            {"b": table.rows[one], "y": table.rows[two], "v": hundredths(high), "w": hundredths(low), "z": hundredths(high - low)},
        )

    def ablated(self) -> str:
        """Return what a part is worth that was not told yet, or another remark."""
        if not self._parts_left_out or self._draw.chance(0.4):
            return self.analysed()
        whole = self._found.ablation[0][1]
        part, value = self._parts_left_out.pop()
        return self._say("ablation", {"x": part, "v": hundredths(whole), "w": hundredths(value), "z": hundredths(whole - value)})

    def rate(self) -> str:
        """Return the share of a cause of errors that was not told yet, or another remark."""
        if not self._rates or self._draw.chance(0.3):
            return self.analysed()
        found = self._found
        at, cause = self._rates.pop()
        return self._say("rate", {"d": found.data_sets[at].name, "x": found.causes[cause], "v": tenths(found.shares[at][cause])})

    def about_data(self) -> str:
        """Return a sentence on a data set or on how the data were made ready; nothing when all is said."""
        if self._sets_told and self._draw.chance(0.35):
            data = self._sets_told.pop()
            return self._say("about", {"d": data.name, "size": self._size(data.size), "dsrc": data.source})
        return self._say("data", rounds=1)

    def analysed(self) -> str:
        """Return a remark on the findings: on errors in general, on one system, on one item. There is always one more."""
        roll = self._draw.share()
        if roll < 0.5:  # noqa: PLR2004 - shares of kinds of remark
            text = self._say("analysis", rounds=_ROUNDS)
            if text:
                return text
        if roll < 0.65 and self._rates:  # noqa: PLR2004
            return self.rate()
        if roll < 0.8 and self._rivals:  # noqa: PLR2004
            row, pattern = self._rivals.pop()
            table = self._found.main
            local = {"b": table.rows[row], "v": hundredths(table.averages[row])}
            return capitalised(self._composer.expand(self._pools["rival"][pattern], local))
        return self._case()

    def _case(self) -> str:
        """Return a sentence on one item of the data, which no other sentence is about."""
        draw, table = self._draw, self._found.main
        data = draw.pick(self._found.data_sets)
        item = draw.between(1, data.size)
        while (data.name, item) in self._items:
            item = draw.between(1, data.size)
        self._items[data.name, item] = None
        low = draw.between(11, 60)
        local = {
            "d": data.name,
            "i": self._size(item),
            "b": draw.pick(table.rows[:-1]),
            "v": str(low + draw.between(4, 38)),
            "w": str(low),
            "k": str(draw.between(2, 9)),
        }
        return self._say("case", local)

    def _say(self, pool: str, local: Mapping[str, str] | None = None, rounds: int | None = None) -> str:
        return self._composer.sentence(self._pools[pool], local, rounds)

    def _size(self, number: int) -> str:
        return f"{number:,}" if self._english else str(number)
