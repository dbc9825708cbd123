"""Kind ``trend``: prose with a direction and figures by period (temporal analysis)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise
from typing import Any, Final

from pytest_lcbench.scoring.rules.facts import Account, Fact, read_account
from pytest_lcbench.scoring.rules.numbers import Figure, equal, off_by_unit
from pytest_lcbench.scoring.rules.outcome import DOUBTED, FULL, LEAST_PARTIAL, MOST_PARTIAL, Outcome, nothing, some
from pytest_lcbench.scoring.rules.periods import Period, same_period
from pytest_lcbench.scoring.rules.text import clean, declines, doubts
from pytest_lcbench.scoring.rules.withdrawals import hedged, reconsidered
from pytest_lcbench.suites.case import Case

_ASKS_TREND: Final = re.compile(r"\btrend|趋势", re.IGNORECASE)
_ASKS_PERCENT: Final = re.compile(r"\bpercent|百分|增长率|增幅|变动率", re.IGNORECASE)
_ASKS_AMOUNT: Final = re.compile(r"\bhow much\b|\b(?:total )?\w+ growth of\b|多少", re.IGNORECASE)
_ASKS_WHICH_PERIOD: Final = re.compile(r"\bwhich (?:year|quarter|period)|\bin (?:which|what) year|哪一?(?:年|个?季度)", re.IGNORECASE)
_ASKS_FIGURE_TOO: Final = re.compile(
    r"\b(?:give|add|state|name|tell|with|and)\b[^.?]{0,40}\bfigures?\b|\bhow much\b|写出|给出|列出|注明|并说明.{0,8}(?:金额|数)|多少",
    re.IGNORECASE,
)
_PERIOD_ALONE: Final = 60.0
_DIRECTION_SHARE: Final = 0.25
_WRONG_WEIGHT: Final = 0.5
_SUPPORTING_SHARE: Final = 0.1
_MANY_FACTS: Final = 400


def score_trend(case: Case, gold: Any, text: str, tolerance: float = 0.0) -> Outcome:
    """Compare figures by period and directions in *text* with *gold*.

    Full points need every figure of the gold (rounded is right) and no wrong figure or direction; a direction is needed only
    where the question asks for a trend and the gold states one. Figures count for three quarters, the direction for the rest.
    """
    question = clean(case.question)
    gold_account = read_account(clean(str(gold)))
    gold_account.levels = [_settled(fact, question) for fact in gold_account.levels]
    text = clean(text)
    said = read_account(text, question)
    if _ASKS_WHICH_PERIOD.search(question) and gold_account.periods:
        wants_figure = _ASKS_FIGURE_TOO.search(question) is not None
        return _which_period(gold_account, said, text, tolerance, wants_figure=wants_figure)
    required, optional = _required(question, gold_account)
    if not said.levels and not said.changes and not said.asides and not said.directed:
        return nothing("declines to answer" if declines(text) else "no figure and no direction found")
    check = _compare(gold_account, said, required, optional, tolerance)
    wrong_way = _wrong_direction(gold_account, said, check)
    needs_way = gold_account.directed and _ASKS_TREND.search(question) is not None
    way_said = said.directed
    way_right = way_said and not wrong_way
    shown = (
        some((f"{'/'.join(_name(p) for p in f.periods) or '?'}: {f.figure.value:,f}" for f in said.levels + said.changes), 30)
        or "a direction only"
    )
    evidence = f"{check.right} of {len(required)} figures right"
    if check.wrong:
        evidence += f"; wrong: {some(check.wrong)}"
    if wrong_way:
        evidence += f"; {wrong_way}"
    elif needs_way and not way_said:
        evidence += "; the trend itself is not stated"
    complete = check.right == len(required) and not check.wrong and not wrong_way and (not needs_way or way_said)
    if not required:
        complete = complete and way_right and _same_direction(gold_account, said)
    if complete:
        outcome = Outcome(FULL, shown, evidence)
        if doubts(text) or hedged(text):
            return Outcome(DOUBTED, shown, evidence + "; the response doubts it")
        # Before the last figure a correction shows in the figures themselves.
        last = max((text.rfind(digit) for digit in "0123456789"), default=-1)
        return reconsidered(outcome, text[last + 1 :])
    if not required:
        return Outcome(0.0, shown, evidence) if not way_right else Outcome(50.0, shown, evidence)
    figures = (check.right + 0.5 * check.unit_lost) / (len(required) + _WRONG_WEIGHT * len(check.wrong))
    direction = 1.0 if way_right and (gold_account.directed or check.right) else 0.0
    share = (1 - _DIRECTION_SHARE) * figures + _DIRECTION_SHARE * direction
    if not check.right and not check.unit_lost and check.wrong:
        share = min(share, 0.1) if way_right else 0.0
    if share <= 0 and check.supporting:
        share = _SUPPORTING_SHARE  # the figures from which what is asked follows
    points = 0.0 if share <= 0 else min(MOST_PARTIAL, max(LEAST_PARTIAL, round(100 * share, 2)))
    return Outcome(points, shown, evidence)


def _settled(fact: Fact, question: str) -> Fact:
    """Return a gold fact with its sign decided: a loss is below zero (unless losses are asked for), an aside in brackets above."""
    figure = fact.figure
    if len(figure.signs) == 1:
        return fact
    below = figure.loss and re.search(r"\bloss|亏损|deficit|outflow|流出", question, re.IGNORECASE) is None
    if figure.loss and not below:
        return fact
    return replace(fact, figure=replace(figure, signs=frozenset({-1 if below else 1})))


def _name(period: Period) -> str:
    return str(period.year) if period.quarter is None else f"{period.year}Q{period.quarter}"


def _required(question: str, gold: Account) -> tuple[list[Fact], list[Fact]]:
    """Split the gold's facts into those asked for and those that only support them."""
    if _ASKS_PERCENT.search(question) and "分别" not in question:
        percents = [fact for fact in gold.changes if fact.figure.percent]
        if percents and not re.search(r"\btrend|趋势|each|列出", question, re.IGNORECASE):
            return percents, gold.levels + [f for f in gold.changes if not f.figure.percent]
        if percents:
            return gold.levels + percents, [f for f in gold.changes if not f.figure.percent]
    if len(gold.levels) < 2:  # noqa: PLR2004 - nothing to derive a change from
        return gold.levels + gold.changes, []
    return gold.levels, gold.changes


@dataclass(slots=True)
class _Check:
    right: int
    unit_lost: int
    wrong: list[str]
    levels: list[tuple[Period, Decimal]]
    supporting: bool


def _fits(gold: Fact, claim: Fact, crowded: set[int]) -> bool:
    """Whether the periods of *claim* are those of *gold*, as far as both name any."""
    if not gold.periods or not claim.periods:
        return True
    if len(gold.periods) > 1 or len(claim.periods) > 1:
        low, high = min(p.year for p in gold.periods), max(p.year for p in gold.periods)
        return any(low <= p.year <= high for p in claim.periods)
    return same_period(gold.periods[0], claim.periods[0], only_in_year=gold.periods[0].year not in crowded)


def _compare(gold: Account, said: Account, required: list[Fact], optional: list[Fact], tolerance: float) -> _Check:
    years: dict[int, set[int | None]] = {}
    for fact in gold.levels:
        for period in fact.periods:
            years.setdefault(period.year, set()).add(period.quarter)
    crowded = {year for year, quarters in years.items() if len(quarters) > 1}
    claims = (said.levels + said.changes)[:_MANY_FACTS]
    stated = claims + said.asides[:_MANY_FACTS]
    right = unit_lost = 0
    for fact in required:
        fitting = [c for c in stated if _fits(fact, c, crowded)]
        if any(_same_figure(fact, c, tolerance) for c in fitting):
            right += 1
        elif any(off_by_unit(fact.figure, c.figure) for c in fitting):
            unit_lost += 1
    wrong = []
    known = required + optional
    for claim in claims:
        if any(_fits(fact, claim, crowded) and _same_figure(fact, claim, tolerance) for fact in known):
            continue
        if claim in said.changes or _looks_derived(claim.figure, gold, tolerance):
            if not _derived(claim.figure, gold) and _contradicts_change(claim, gold):
                wrong.append(_describe(claim))
        elif any(equal(fact.figure, claim.figure, tolerance) for fact in known) and not claim.periods:
            continue
        elif claim.periods:
            # The same figure under another period, another figure under this one, a period that the gold does not have.
            wrong.append(_describe(claim))
        elif not gold.levels and not gold.changes:
            continue
        else:
            wrong.append(_describe(claim))
    levels = [(fact.periods[0], fact.figure.value) for fact in gold.levels if len(fact.periods) == 1]
    supporting = bool(optional) and all(any(_fits(f, c, crowded) and _same_figure(f, c, tolerance) for c in claims) for f in optional)
    return _Check(right, unit_lost, wrong, levels, supporting)


def _same_figure(gold: Fact, claim: Fact, tolerance: float) -> bool:
    one, other = gold.figure, claim.figure
    if one.change and other.change and one.change != other.change:
        return False
    if one.change or other.change:
        # "a decrease of 5" is -5 however its sign is written.
        one, other = _absolute(one), _absolute(other)
    return equal(one, other, tolerance)


def _absolute(figure: Figure) -> Figure:
    return Figure(figure.amount, frozenset({1}), figure.place, figure.digits, figure.percent, figure.scaled, figure.money)


def _describe(fact: Fact) -> str:
    return f"{'/'.join(_name(p) for p in fact.periods[:2]) or 'a figure'} {fact.figure.value:,f}{'%' if fact.figure.percent else ''}"


def _looks_derived(figure: Figure, gold: Account, tolerance: float) -> bool:
    del tolerance
    return (figure.percent and not any(f.figure.percent for f in gold.levels)) or _derived(figure, gold)


def _derived(figure: Figure, gold: Account) -> bool:
    """Whether *figure* is a difference or a percentage that follows from the gold's figures (roughly, for it may be rounded)."""
    values = [fact.figure.value for fact in gold.levels][:40]
    for i, low in enumerate(values):
        for high in values[i + 1 :]:
            difference = abs(high - low)
            if figure.percent:
                for base in (low, high):
                    if base and abs(100 * difference / abs(base) - figure.amount) <= max(
                        Decimal("0.6"), figure.amount * Decimal("0.01")
                    ):
                        return True
            elif abs(difference - figure.amount) <= figure.amount * Decimal("0.005"):
                return True
    return False


def _contradicts_change(claim: Fact, gold: Account) -> bool:
    """Whether *claim*, a change that neither the gold gives nor its figures yield, is wrong: they could yield it."""
    if any(f.figure.percent == claim.figure.percent for f in gold.changes):
        return True
    return len(gold.levels) > 1 and claim.figure.amount != 0


def _wrong_direction(gold: Account, said: Account, check: _Check) -> str:
    """Return in words which direction of the response contradicts the gold; empty when none does."""
    levels = sorted(check.levels, key=lambda level: (level[0].year, level[0].quarter or 0))
    values = [value for _, value in levels]
    steps = [later - earlier for earlier, later in pairwise(values)]
    rises, falls = any(step > 0 for step in steps), any(step < 0 for step in steps)
    up, down = gold.up or rises, gold.down or falls
    if len({f.figure.value for f in gold.levels}) == 1 and (gold.flat or len(steps) > 0):
        up = down = False
    if said.up and not said.down and not said.mixed and not up and (down or gold.flat):
        return "says it rose"
    if said.down and not said.up and not said.mixed and not down and (up or gold.flat):
        return "says it fell"
    if said.flat and not (said.up or said.down or said.mixed) and (up or down) and not gold.flat:
        return "says it did not change"
    if said.mixed and not (said.up or said.down) and (up != down) and not gold.mixed and len(steps) > 1:
        return "says it fluctuated"
    if said.always == 1 and falls and not said.down and not (gold.always == 1 or gold.overall == 1):
        return "says it rose throughout"
    if said.always == -1 and rises and not said.up and not (gold.always == -1 or gold.overall == -1):
        return "says it fell throughout"
    if len(values) == 2 and steps[0] and not gold.mixed:  # noqa: PLR2004 - one step has one direction
        way = 1 if steps[0] > 0 else -1
        if gold.up != gold.down:
            way = 1 if gold.up else -1
        if (way > 0 and said.down and not said.up) or (way < 0 and said.up and not said.down):
            return "says it rose" if way < 0 else "says it fell"
    if said.overall and len(values) > 1 and values[0] != values[-1]:
        way = 1 if values[-1] > values[0] else -1
        if said.overall == -way and gold.overall in {0, way} and not said.mixed:
            return "says it " + ("rose" if said.overall > 0 else "fell") + " overall"
    return _wrong_step(said, gold)


def _wrong_step(said: Account, gold: Account) -> str:
    """Return in words which figure is said to be reached by a rise but lies below the one before it, in the text and in time."""
    if any(f.verb for f in said.levels):
        verbs = {f.periods[0].key: f.verb for f in gold.levels if f.verb and len(f.periods) == 1}
        in_time = sorted((f for f in gold.levels if len(f.periods) == 1), key=lambda f: (f.periods[0].year, f.periods[0].quarter or 0))
        for before, fact in zip([None, *said.levels], said.levels, strict=False):
            if not fact.verb or before is None or len(fact.periods) != 1:
                continue
            if verbs.get(fact.periods[0].key) == fact.verb:
                continue
            step = fact.figure.value - before.figure.value
            earlier = [
                f
                for f in in_time
                if (f.periods[0].year, f.periods[0].quarter or 0) < (fact.periods[0].year, fact.periods[0].quarter or 0)
            ]
            step_in_time = fact.figure.value - earlier[-1].figure.value if earlier else step
            if step * fact.verb < 0 and step_in_time * fact.verb < 0:
                return f"says it {'rose' if fact.verb > 0 else 'fell'} to {fact.figure.value:,f}"
    return ""


def _same_direction(gold: Account, said: Account) -> bool:
    """For golds without figures: the same kinds of movement are named."""
    if gold.flat and not (gold.up or gold.down):
        return said.flat and not (said.up or said.down)
    if gold.mixed or (gold.up and gold.down):
        return said.mixed or (said.up and said.down)
    return (gold.up, gold.down) == (said.up, said.down)


def _which_period(gold: Account, said: Account, text: str, tolerance: float, *, wants_figure: bool) -> Outcome:
    """Compare the period that the question asks for: the first one that the gold names; its figure supports it, or is asked for too."""
    wanted = gold.periods[0]
    if not said.periods:
        return nothing("declines to answer" if declines(text) else "no period found")
    aside = {id(p) for fact in said.changes + said.levels for p in fact.periods[1:]}
    named = [
        p
        for p in said.periods
        if not re.search(
            r"(?:\bfrom|\bthan|\bto|\bwith|\bbetween|\band|较|比|从|至|到|与|相比于?)\s*(?:the\s|year\s|fiscal\s)*$|[-~]\s*$",
            text[max(0, p.start - 16) : p.start],
            re.IGNORECASE,
        )
        and id(p) not in aside
    ]
    first = (named or said.periods)[0]
    hit = same_period(wanted, first, only_in_year=True)
    figures = [f for f in said.changes if f.figure.amount]
    off = gold.changes and figures and not any(_same_figure(g, f, tolerance) for g in gold.changes for f in figures)
    if hit and wants_figure and gold.levels:
        claims = [f for f in said.levels + said.changes if f.figure.amount]
        if not any(_same_figure(gold.levels[0], f, tolerance) for f in claims):
            return Outcome(_PERIOD_ALONE, _name(first), "period right; its figure is " + ("not" if claims else "missing"))
    if hit and not off and len({p.year for p in named}) <= 1 + _supporting(named, text):
        return Outcome(DOUBTED if doubts(text) else FULL, _name(first), "period right")
    if hit:
        return Outcome(
            _PERIOD_ALONE, _name(first), "period right" + ("; its figure is not" if off else "; another one is named beside it")
        )
    if any(same_period(wanted, p, only_in_year=True) for p in named):
        return Outcome(20.0, _name(first), f"names {_name(first)} first; the gold is {_name(wanted)}")
    return Outcome(0.0, _name(first), f"names {_name(first)}; the gold is {_name(wanted)}")


def _supporting(named: list[Period], text: str) -> int:
    """How many further periods are named without being put forward (``or 2022`` puts one forward)."""
    later = named[1:]
    return sum(not re.search(r"(?:\bor\b|或者?|以及|和)\s*$", text[max(0, p.start - 6) : p.start], re.IGNORECASE) for p in later)
