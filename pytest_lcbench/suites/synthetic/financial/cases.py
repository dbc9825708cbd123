"""Drawing the cases: which companies, which figure, which question, and the gold answer from the books."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import islice, pairwise
from typing import Any

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.suites.case import AnswerKind
from pytest_lcbench.suites.synthetic.drafts import DocumentPlan, Draft
from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.financial import phrases
from pytest_lcbench.suites.synthetic.financial.books import LAST_YEAR
from pytest_lcbench.suites.synthetic.financial.company import COMPANIES, FIRST_REPORT, Company
from pytest_lcbench.suites.synthetic.financial.layouts import Line
from pytest_lcbench.suites.synthetic.financial.lengths import count_of, sizes_of
from pytest_lcbench.suites.synthetic.financial.measures import UNITS_ASKED, Measure, draw_measure, exact, when, wording
from pytest_lcbench.suites.synthetic.financial.report import Report, detail_at
from pytest_lcbench.suites.synthetic.financial.traps import Values, misreadings, printed

_TRIES = 400
_SAME = 8
"""Tries with the same companies: others are asked for other lines and periods first, for a company is costly to draw."""
_ALL_TRAPS, _FIRST_TRAP = 250, 330
"""Tries in which every trap of the reports must spoil the answer, then at least the first of them."""
_ROUND = 6
"""Ways to cut one board into ranges or groups."""
_RIVALS = 14
"""Companies of about one size that those of a case are drawn from, at least."""
_MARGIN = Fraction(1, 100)


@dataclass(frozen=True, slots=True)
class Market:
    """The companies of one language.

    Args:
        company: returns the one of a number.
        by_size: all numbers, the smallest company first.

    """

    company: Callable[[int], Company]
    by_size: Sequence[int]


def key_of(company: int, year: int, quarter: int) -> str:
    """Return the key of a report."""
    return f"c{company:03d}.{year}q{quarter}"


@dataclass(frozen=True, slots=True)
class _Board:
    """Companies of one case with what is asked of them.

    Args:
        language: of the case.
        companies: in the order shown.
        year: of the reports.
        quarter: of the reports.
        sizes: tokens of each report.
        measure: asked for.
        values: of each company.
        misread: their values as hasty readers take them, one tuple for each trap of the reports that must not leave the answer right.
        digits: as printed, in whatever unit, if that must not leave it right either.
        draw: decides the rest.

    """

    language: str
    companies: tuple[Company, ...]
    year: int
    quarter: int
    sizes: tuple[int, ...]
    measure: Measure
    values: Values
    misread: tuple[Values, ...]
    digits: Values
    draw: Draw

    @property
    def titles(self) -> list[str]:
        """What the companies are called."""
        return [company.title for company in self.companies]

    def tells(self, solve: Callable[[Values], object], worth: int = 1) -> bool:
        """Whether nobody who falls into a trap gets the answer that *solve* gives for the right values.

        Args:
            solve: gives the answer for values of the companies.
            worth: of the unit that the question's own figures are in, if it has any.

        """
        right = solve(self.values)
        if self.digits and solve(tuple(value * worth for value in self.digits)) == right:
            return False
        return all(solve(values) != right for values in self.misread)

    def words(self, right: Sequence[int]) -> str:
        """Return what the question calls the measure so that it sounds like companies other than *right*."""
        ours = [self.companies[at] for at in right]
        theirs = [company for at, company in enumerate(self.companies) if at not in right]
        return wording(self.measure, self.language, self.year, theirs, ours, self.draw)

    def when(self) -> str:
        """Return the period in words."""
        if self.measure.growth and self.measure.over[1] == "open":
            first, last = (when(column, self.language, self.year, self.quarter).removeprefix("at ") for column in ("open", "end"))
            return f"{first}至{last}" if self.language == "zh" else f"from {first} to {last}"
        period = when(self.measure.column, self.language, self.year, self.quarter)
        return phrases.looking_back(self.language, period, self.measure.column)

    def unit(self) -> tuple[str, int]:
        """Return a unit to ask in and its worth in cents."""
        return self.draw.pick(UNITS_ASKED[self.language])

    def plans(self, *, only: int | None = None) -> tuple[DocumentPlan, ...]:
        """Return the documents; with *only* all but that one are decoys."""
        return tuple(
            DocumentPlan(
                key_of(company.index, self.year, self.quarter), size, company.title,
                self.measure.facts if only in {None, at} else (), distractor=only not in {None, at},
            )
            for at, (company, size) in enumerate(zip(self.companies, self.sizes, strict=True))
        )  # fmt: skip


def _ranked(values: Values, *, high: bool = True, first: int | None = None) -> list[int]:
    """Return the places of *values*, the highest first or the lowest; only the *first* of them if that is given."""
    order = sorted(range(len(values)), key=lambda at: -values[at])
    return (order if high else order[::-1])[:first]


def _at_ends(values: Values, kind: str, *, high: bool) -> list[int]:
    """Return the places asked for by *kind*."""
    order = _ranked(values, high=high)
    ends = {"first": order[:1], "second": order[1:2], "third": order[2:3], "two": order[:2], "both": [order[0], order[-1]]}
    return ends[kind]


def _succeeded(ranked: Sequence[Fraction], kind: str) -> bool:
    """Whether whoever follows the places asked for by *kind* is alone there: else no other figure in their reports has one answer."""
    last = len(ranked) - 1
    next_in_line = {"first": [1], "two": [2], "both": [1, last - 2]}.get(kind, [])
    return all(ranked[place] != ranked[place + 1] for place in next_in_line if 0 <= place < last)


def _set_at_ends(values: Values, kind: str, *, high: bool) -> frozenset[int]:
    return frozenset(_at_ends(values, kind, high=high))


def _inside(values: Values, lower: Fraction | None, upper: Fraction | None) -> list[int]:
    """Return the places of the *values* above *lower* and below *upper*, if there are such."""
    return [at for at, value in enumerate(values) if (lower is None or value > lower) and (upper is None or value < upper)]


def _banded(values: Values, limits: Sequence[Fraction]) -> list[int]:
    """Return of each value how many *limits* it does not reach."""
    return [sum(value < limit for limit in limits) for value in values]


def _apart(one: Fraction, other: Fraction) -> bool:
    """Whether two values differ by more than the margin."""
    return abs(one - other) > _MARGIN * max(abs(one), abs(other), Fraction(1, 10))


def _boards(market: Market, language: str, tokens: int, draw: Draw, *, prior: float, ratios: float) -> Iterator[_Board]:
    """Yield boards until the caller finds one that suits."""
    for attempt in range(_TRIES):
        if attempt % _SAME == 0:
            count = count_of(tokens, draw)
            sizes = sizes_of(tokens, count, draw)
            found = _rivals(market, count, draw)
        if _confusable([company.title for company in found]) or len({company.unit.key for company in found}) == 1:
            continue
        year, quarter = draw.between(FIRST_REPORT + 1, LAST_YEAR), draw.between(1, 4)
        measure = draw_measure(language, quarter, detail_at(language, min(sizes)), draw, prior=prior, ratios=ratios)
        reports = [Report(company, year, quarter, size) for company, size in zip(found, sizes, strict=True)]
        values = tuple(map(measure.value, reports))
        if any(value == 0 for value in values):
            continue
        kept = None if attempt < _ALL_TRAPS else 1 if attempt < _FIRST_TRAP else 0
        misread = tuple(islice(misreadings(measure, reports), kept))
        digits = printed(measure, reports) if kept is None else ()
        yield _Board(language, found, year, quarter, tuple(sizes), measure, values, misread, digits, draw)


def _rivals(market: Market, count: int, draw: Draw) -> tuple[Company, ...]:
    """Return *count* companies of about the same size: between others every reading would give the same order."""
    width = min(COMPANIES, max(_RIVALS, 2 * count))
    start = draw.below(COMPANIES - width + 1)
    chosen = draw.sample(market.by_size[start : start + width], count)
    if draw.chance(0.6):
        # The namesake of another company of the case.
        twin = chosen[0] ^ 1
        if twin not in chosen:
            chosen[-1] = twin
    return tuple(market.company(at) for at in draw.shuffled(chosen))


def _confusable(titles: Sequence[str]) -> bool:
    """Whether a title is, or is part of, another."""
    folded = [title.casefold() for title in titles]
    return any(one in other for at, one in enumerate(folded) for to, other in enumerate(folded) if at != to)


def _no_case(subtask: str, language: str, tokens: int) -> SettingsError:
    return SettingsError(f"no {subtask} case of {tokens} tokens in '{language}' in this world: ask for another length")


def spotlight(market: Market, language: str, tokens: int, draw: Draw) -> Draft:
    """Ask for one figure of one company."""
    for board in _boards(market, language, tokens, draw, prior=0.4, ratios=0.0):
        at = draw.below(len(board.companies))
        value = board.values[at]
        others = [other for to, other in enumerate(board.values) if to != at]
        if not all(_apart(value, other) for other in others) or any(values[at] == value for values in board.misread[:1]):
            continue
        company = board.companies[at]
        units = [unit for unit in UNITS_ASKED[language] if unit[1] != company.unit.cents]
        unit, worth = draw.pick(units) if draw.chance(0.8) else board.unit()
        own = wording(board.measure, language, board.year, board.companies, [company], draw)
        question = phrases.spotlight(language, draw, company.title, own, board.when(), unit)
        return _draft(board, "spotlight_locating", question, exact(value, worth), AnswerKind.VALUE, plans=board.plans(only=at))
    raise _no_case("spotlight_locating", language, tokens)


def extremum(market: Market, language: str, tokens: int, draw: Draw) -> Draft:
    """Ask which company is highest or lowest, second, or which two are."""
    for board in _boards(market, language, tokens, draw, prior=0.35, ratios=0.4):
        high = draw.chance(0.5)
        kind = draw.pick(("first", "first", "second", "both", "two", "third"))
        if kind == "third" and len(board.companies) < 5:  # noqa: PLR2004 - the third of four is nearly the last
            kind = "second"
        if not board.tells(partial(_set_at_ends, kind=kind, high=high)):
            continue
        order = _ranked(board.values, high=high)
        right = _at_ends(board.values, kind, high=high)
        values = [board.values[at] for at in order]
        edges = {"first": [0], "second": [0, 1], "third": [1, 2], "two": [1], "both": [0, len(order) - 2]}[kind]
        if not all(_apart(values[edge], values[edge + 1]) for edge in edges) or not _succeeded(values, kind):
            continue
        question = phrases.extremum(language, draw, board.words(right), board.when(), kind, high=high)
        names = [board.titles[at] for at in right]
        return _draft(board, "extremum_acquisition", question, names, AnswerKind.NAMES)
    raise _no_case("extremum_acquisition", language, tokens)


def sequence(market: Market, language: str, tokens: int, draw: Draw) -> Draft:
    """Ask for the companies, or their figures, in an order."""
    for board in _boards(market, language, tokens, draw, prior=0.4, ratios=0.0):
        high = draw.chance(0.5)
        order = _ranked(board.values, high=high)
        if not all(_apart(board.values[one], board.values[other]) for one, other in pairwise(order)):
            continue
        # Names alone are half right in any order: they are asked for less.
        kind = draw.pick(("figures", "figures", "figures", "given", "given", "names", "top"))
        if kind == "top":
            if len(order) < 5:  # noqa: PLR2004 - too few to leave some out
                kind = "figures"
            else:
                order = order[: draw.between(3, min(len(order) - 1, 8))]
        if not board.tells(partial(_ranked, high=high, first=len(order))):
            continue
        if kind == "given":
            order = draw.shuffled(range(len(order)))
        if _longest_run(order) > max(2, len(order) // 2) or order == sorted(order, reverse=True):
            continue  # the order shown must not answer it, nor the order shown backwards
        unit, worth = board.unit()
        names = [board.titles[at] for at in order]
        gold = names
        if kind in {"figures", "given"}:
            colon = "：" if language == "zh" else ": "
            gold = [f"{board.titles[at]}{colon}{exact(board.values[at], worth)}" for at in order]
        question = phrases.sequence(language, draw, board.words([]), board.when(), unit, kind, names, high=high)
        return _draft(board, "sequential_enumeration", question, gold, AnswerKind.ORDERED)
    raise _no_case("sequential_enumeration", language, tokens)


def _longest_run(order: Sequence[int]) -> int:
    """Return how many places of *order*, at most, stand in it as they are shown: what an answer in the order shown gets right."""
    tails: list[int] = []
    for place in order:
        at = bisect_left(tails, place)
        tails[at : at + 1] = [place]
    return len(tails)


def in_range(market: Market, language: str, tokens: int, draw: Draw) -> Draft:
    """Ask which, or how many, companies lie above, below or between."""
    for board in _boards(market, language, tokens, draw, prior=0.4, ratios=0.3):
        how_many = draw.chance(0.2)
        for _ in range(_ROUND):
            lower, upper = _limits(board, draw)
            right = _inside(board.values, lower, upper)
            if (lower is None and upper is None) or (how_many and len(right) < 2):  # noqa: PLR2004 - one is soon guessed
                continue
            unit, worth = ("%", 1) if board.measure.ratio else board.unit()
            if not board.tells(partial(_counted if how_many else _inside, lower=lower, upper=upper), worth):
                continue
            question = phrases.in_range(
                language, draw, board.words(right), board.when(), unit,
                _written(lower, worth), _written(upper, worth), how_many=how_many,
            )  # fmt: skip
            gold: Any = str(len(right)) if how_many else [board.titles[at] for at in right]
            return _draft(board, "range_awareness", question, gold, AnswerKind.NAMES)
    raise _no_case("range_awareness", language, tokens)


def _counted(values: Values, lower: Fraction | None, upper: Fraction | None) -> int:
    return len(_inside(values, lower, upper))


def _limits(board: _Board, draw: Draw) -> tuple[Fraction | None, Fraction | None]:
    """Return a lower and an upper limit that some companies lie between, one of them ``None`` when it is open, both when none was found."""
    order = _ranked(board.values)
    count = len(order)
    wanted = draw.between(1, max(1, count // 2)) if draw.chance(0.8) else draw.between(1, count - 1)
    kind = draw.pick(("above", "below", "between"))
    first = {"above": 0, "below": count - wanted}.get(kind)
    if first is None:
        if count - wanted < 2:  # noqa: PLR2004 - one outside at each end
            return None, None
        first = draw.between(1, count - wanted - 1)
    last = first + wanted - 1
    values = [board.values[at] for at in order]
    upper = _threshold(values[first - 1], values[first], ratio=bool(board.measure.ratio)) if first else None
    lower = _threshold(values[last], values[last + 1], ratio=bool(board.measure.ratio)) if last + 1 < count else None
    if (kind != "above" and upper is None) or (kind != "below" and lower is None):
        return None, None
    return lower, upper


def groups(market: Market, language: str, tokens: int, draw: Draw) -> Draft:
    """Ask to sort the companies into bands of a figure, or of its change."""
    for board in _boards(market, language, tokens, draw, prior=0.35, ratios=0.4):
        ratio = bool(board.measure.ratio)
        for _ in range(_ROUND):
            limits = _edges(board, draw)
            parts = [
                [at for at, band in enumerate(_banded(board.values, limits)) if band == wanted] for wanted in range(len(limits) + 1)
            ]
            unit, worth = ("%", 1) if ratio else board.unit()
            if not limits or not board.tells(partial(_banded, limits=limits), worth):
                continue
            if draw.chance(0.25) and not ratio:
                # A group that nobody belongs to.
                limits, parts = [_above(max(board.values)), *limits], [[], *parts]
            labels = phrases.labels(language, draw, len(parts))
            written = [_written(limit, worth) for limit in limits]
            listed = list(zip(labels, [*written, ""], ["", *written], strict=True))
            question = phrases.groups(language, draw, board.words([]), board.when(), unit, draw.shuffled(listed))
            gold = {label: [board.titles[at] for at in part] for label, part in zip(labels, parts, strict=True)}
            return _draft(board, "report_integration", question, gold, AnswerKind.GROUPS)
    raise _no_case("report_integration", language, tokens)


def _edges(board: _Board, draw: Draw) -> list[Fraction]:
    """Return the limits between three or four groups, the highest first; none when the companies fall into no such groups."""
    order = _ranked(board.values)
    count = len(order)
    bands = 3 if count < 5 or draw.chance(0.5) else 4  # noqa: PLR2004 - companies enough for four
    cuts = sorted(draw.sample(range(1, count), min(bands - 1, count - 1)))
    values = [board.values[at] for at in order]
    edges = [_threshold(values[cut - 1], values[cut], ratio=bool(board.measure.ratio)) for cut in cuts]
    limits = [edge for edge in edges if edge is not None]
    largest = max(end - start for start, end in pairwise([0, *cuts, count]))
    if len(limits) < len(edges) or len(limits) < 2 or largest > 0.65 * count:  # noqa: PLR2004 - three groups at least
        return []
    return limits


def over_time(market: Market, language: str, tokens: int, draw: Draw) -> Draft:
    """Ask how a figure of one company went over its reports."""
    for _ in range(_TRIES):
        count = count_of(tokens, draw, followed=True)
        sizes = sizes_of(tokens, count, draw)
        detail = detail_at(language, min(sizes))
        yearly = count <= LAST_YEAR - FIRST_REPORT and draw.chance(0.45)
        if yearly:
            first, quarter = draw.between(FIRST_REPORT, LAST_YEAR - count + 1), draw.between(1, 4)
            periods = [(first + at, quarter) for at in range(count)]
        else:
            start = draw.between(4 * FIRST_REPORT, 4 * (LAST_YEAR + 1) - count)
            periods = [divmod(start + at, 4) for at in range(count)]
            periods = [(year, quarter + 1) for year, quarter in periods]
        company = market.company(draw.below(COMPANIES))
        measure = draw_measure(language, periods[0][1] if yearly else 1, detail, draw, prior=0.0)
        item = measure.item
        if item.flow and not yearly:
            # The quarter alone is shown by income statements of English reports only; in a first quarter it is the year to date.
            if language == "zh" or item.cash_flow or detail == 0:
                continue
            columns = ["ytd" if quarter == 1 else "q" for _, quarter in periods]
        else:
            columns = ["ytd" if item.flow else "end"] * count
        values = [_own(company, year, quarter, item.key, column) for (year, quarter), column in zip(periods, columns, strict=True)]
        if any(value == 0 for value in values) or not all(_apart(one, other) for one, other in pairwise(values)):
            continue
        unit, worth = draw.pick([unit for unit in UNITS_ASKED[language] if unit[1] != company.unit.cents])
        labels = [
            phrases.period(language, year, quarter, column, yearly=yearly)
            for (year, quarter), column in zip(periods, columns, strict=True)
        ]
        figures = [exact(value, worth) for value in values]
        what = wording(measure, language, periods[0][0], [], [company], draw)
        span = (phrases.title_period(language, *periods[0]), phrases.title_period(language, *periods[-1]))
        which = count > 3 and draw.chance(0.15)  # noqa: PLR2004 - a peak among three is soon guessed
        if which:
            high = draw.chance(0.5)
            best = max(range(count), key=lambda at: values[at]) if high else min(range(count), key=lambda at: values[at])
            if best == 0:
                continue  # the period that a reader names first
            question = phrases.which_period(language, draw, company.title, what, span, unit, yearly=yearly, high=high, flow=item.flow)
            gold = phrases.which_gold(language, labels[best], figures[best], unit)
        else:
            question = phrases.over_time(language, draw, company.title, what, span, unit, yearly=yearly, flow=item.flow)
            gold = phrases.trend(language, what, labels, figures, values, unit)
        plans = [
            DocumentPlan(key_of(company.index, year, quarter), size, f"{company.title} {phrases.title_period(language, year, quarter)}" if language == "en"
                         else f"{company.title}{phrases.title_period(language, year, quarter)}报告", (f"{item.key}.{column}",))
            for (year, quarter), size, column in zip(periods, sizes, columns, strict=True)
        ]  # fmt: skip
        return Draft(
            "temporal_analysis", language, "financial", question, phrases.instruction(language, draw), gold, AnswerKind.TREND,
            tuple(draw.shuffled(plans)), "hard" if count > 5 or which else "easy",  # noqa: PLR2004 - many reports
        )  # fmt: skip
    raise _no_case("temporal_analysis", language, tokens)


def _own(company: Company, year: int, quarter: int, key: str, column: str) -> Fraction:
    value = Report(company, year, quarter, 0).value(company.books, Line(key, (key,)), column)
    return Fraction(value * company.unit.grain)


def _draft(
    board: _Board, subtask: str, question: str, gold: Any, kind: AnswerKind, *, plans: tuple[DocumentPlan, ...] | None = None
) -> Draft:
    hard = bool(board.measure.ratio) or board.measure.column.endswith(("prior", "open")) or len(board.companies) > 7  # noqa: PLR2004
    return Draft(
        subtask, board.language, "financial", question, phrases.instruction(board.language, board.draw), gold, kind,
        board.plans() if plans is None else plans, "hard" if hard else "easy",
    )  # fmt: skip


def _threshold(high: Fraction, low: Fraction, *, ratio: bool) -> Fraction | None:
    """Return the roundest number well between two values; for a ratio, a number of per mille; ``None`` when they are too near."""
    if not _apart(high, low) or (ratio and high - low < Fraction(1, 100)):
        return None
    middle, gap = (high + low) / 2, (high - low) * Fraction(2, 5)
    step = Fraction(1, 1000) if ratio else Fraction(1)
    best: Fraction | None = None
    while True:
        rounded = Fraction(round(middle / step)) * step
        if abs(rounded - middle) > gap:
            return best
        best = rounded
        step *= 10
        if step > abs(middle) * 100 + 1:
            return best


def _above(value: Fraction) -> Fraction:
    """Return a round number well above *value*, in cents."""
    step = Fraction(100)
    while step < abs(value):
        step *= 10
    return Fraction(int(value / step * 10) + 3) * step / 10


def _written(limit: Fraction | None, worth: int) -> str:
    """Write a limit: per cent of a ratio where *worth* is 1, else an amount."""
    if limit is None:
        return ""
    if worth == 1:
        tenths = round(limit * 1000)
        sign, size = "-" if tenths < 0 else "", abs(tenths)
        return f"{sign}{size // 10}{'.' + str(size % 10) if size % 10 else ''}%"
    return exact(limit, worth)


MAKERS: dict[str, Callable[[Market, str, int, Draw], Draft]] = {
    "spotlight_locating": spotlight,
    "extremum_acquisition": extremum,
    "sequential_enumeration": sequence,
    "range_awareness": in_range,
    "report_integration": groups,
    "temporal_analysis": over_time,
}
"""What draws the cases of each subtask."""
