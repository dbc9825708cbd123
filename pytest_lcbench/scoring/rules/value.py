"""Kind ``value``: one figure, date or short text (spotlight locating)."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import replace
from typing import Any, Final

from pytest_lcbench.scoring.rules.golds import known_names
from pytest_lcbench.scoring.rules.members import compare_names
from pytest_lcbench.scoring.rules.mentions import find_mentions
from pytest_lcbench.scoring.rules.names import Directory, is_judgment, name_key, spell_judgments
from pytest_lcbench.scoring.rules.numbers import Figure, coarse, equal, find_figures, off_by_unit
from pytest_lcbench.scoring.rules.outcome import DOUBTED, FULL, Outcome, nothing, partial, some
from pytest_lcbench.scoring.rules.periods import Period, find_periods, month_number, same_period
from pytest_lcbench.scoring.rules.text import Sentences, clean, concluding_part, declines, denied, doubts, stated_part
from pytest_lcbench.scoring.rules.variants import of_the_asked_kind
from pytest_lcbench.scoring.rules.withdrawals import announced, hedged, reconsidered
from pytest_lcbench.suites.case import Case

_UNIT_WORDS: Final = re.compile(
    r"\b(?:in|of|us|usd|rmb|cny|thousands?|millions?|billions?|trillions?|dollars?"
    r"|shares?|per|share|approximately|about)\b|元|美元|人民币|股|每|约|份|家|个|[\W_]",
    re.IGNORECASE,
)


def score_value(case: Case, gold: Any, text: str, tolerance: float = 0.0) -> Outcome:
    """Compare the figure (date, name) that *text* claims with *gold*."""
    gold_text = clean(str(gold)).strip()
    text = clean(text)
    documents = known_names(case)
    periods = [(p.start, p.end) for p in find_periods(gold_text)]
    figures = find_figures(gold_text, periods)
    if len(figures) == 1 and not _UNIT_WORDS.sub("", gold_text[: figures[0].start] + gold_text[figures[0].end :]):
        return _score_figure(case, figures[0], text, documents, tolerance)
    if (
        periods
        and not figures
        and len(periods) == 1
        and not _UNIT_WORDS.sub("", gold_text[: periods[0][0]] + gold_text[periods[0][1] :])
    ):
        return _score_date(gold_text, text)
    spelled = spell_judgments(gold_text)
    if is_judgment(spelled):
        return compare_names([spelled], [], text)
    outcome = compare_names([gold_text], documents, text)
    if outcome.points == 0 and figures and name_key(gold_text) != name_key(text):
        return _score_figure(case, figures[0], text, documents, tolerance)
    return outcome


def _score_date(gold: str, text: str) -> Outcome:
    """Compare dates by day, month and year however they are written; a date cut to its month or year is partly right."""
    wanted = find_periods(gold)[0]
    given = [p for p in find_periods(text) if not denied(text, p.start, p.end)]
    if not given:
        return nothing("declines to answer" if declines(text) else "no date found")
    for part in (stated_part(text), concluding_part(text)):
        offset = text.rfind(part) if part else -1
        inside = [p for p in given if part and offset <= p.start < offset + len(part)]
        if inside:
            given = inside
            break
    shares = [_date_share(wanted, p, text) for p in given]
    shown = some(text[p.start : p.end] for p in given)
    if all(share == 1 for share in shares):
        return reconsidered(Outcome(FULL, shown, "date right"), text[given[-1].end :])
    points = partial(sum(shares) / len(shares))
    return Outcome(points, shown, "rival dates" if 1 in shares else "date less exact than the gold's" if points else "another date")


def _date_share(wanted: Period, given: Period, text: str) -> float:
    days = given.days
    if not days and (month := _MONTH_BEFORE.search(text[max(0, given.start - 16) : given.start])):
        days = frozenset({(month_number(month[1]), 0)})  # "March 2024"
    if not wanted.days:
        same = wanted.year == given.year and wanted.quarter in {None, given.quarter}
        return 1.0 if same else _LESS_EXACT * same_period(wanted, given, only_in_year=True)
    if wanted.year != given.year:
        return 0.0
    if not days:
        return _LESS_EXACT if same_period(wanted, given, only_in_year=True) else 0.0
    if days & wanted.days or ({(month, 0) for month, _ in days} & wanted.days):
        return 1.0  # a day within the gold's month is as exact as it asks
    return _LESS_EXACT if {(month, 0) for month, _ in wanted.days} & days else 0.0


_MONTH_BEFORE: Final = re.compile(r"\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,7}\.?,?\s$", re.IGNORECASE)
_LESS_EXACT: Final = 0.5


_SUBORDINATE: Final = re.compile(
    r"\b(?:compared (?:to|with)|versus|vs\.?|up from|down from|from|than|which"
    r"|whereas|while|with|including|include[sd]?|excluding|consisting|composed"
    r"|given|calculated|"
    r"less|minus|plus|as opposed|instead of|rather than|threshold|total assets|net of|of which|relative to|against)\b"
    r"|相比|较|同比|环比|其中|包括|而(?!是)|上年|去年|上期|期初|年初|比|由|加上|减去|不同于|上一",
    re.IGNORECASE,
)
_DIRECT: Final = re.compile(
    r"(?:^|\b(?:is|was|are|were|be|equals?|totals?|totall?ed|amount(?:s|ed|ing)? to"
    r"|reported|reports|recorded|shows?|stood at|stands at|at|of|approximately"
    r"|about|around|comes to|exactly)"
    r"|[:=|]|为|是|达到?|共计?|总计|合计|报告了|等于|约|有|\*\*|即|应为|\()[\s:*$¥\"'`(]*(?:approximately"
    r"|about|around|exactly|a total of|a loss of|a net loss of|RMB|USD|人民币|约)?[\s*:\"'`]*$",
    re.IGNORECASE,
)
_CONTEXT_QUANTITY: Final = re.compile(
    r"(?:\bwith|\bincluding|\bagainst|\band)\s[^,;.\d]{3,60}\s(?:of|at|being|is|was)\s*\W*$", re.IGNORECASE
)
_ALTERNATIVE: Final = re.compile(r"(?:\bor\b|或者?(?:是|为)?|还是|\bpossibly|\bperhaps|\bmaybe|也可能)[\s*$¥\"'(a-z]*$", re.IGNORECASE)
_ALSO: Final = re.compile(r"(?:\band|和|以及)[\s$¥]*$", re.IGNORECASE)
_UNITLESS_SHARE: Final = 0.5
_WINDOW: Final = 300


def _score_figure(case: Case, gold: Figure, text: str, documents: list[str], tolerance: float) -> Outcome:
    question = clean(case.question)
    in_thousands = re.search(r"\bin (thousand|million)s?\b", question, re.IGNORECASE)
    claims, wide = _claims(question, text, documents)
    if not claims:
        return nothing("declines to answer" if declines(text) else "no figure found")

    def right(figure: Figure) -> bool:
        if figure.change < 0:
            figure = replace(figure, signs=frozenset({1, -1}))  # "a decrease of 5" for -5
        if equal(gold, figure, tolerance):
            return True
        # The question names the unit, so a bare figure carries it.
        return (
            bool(in_thousands)
            and not figure.scaled
            and gold.scaled
            and equal(gold, figure.times(3 if in_thousands and in_thousands[1].lower() == "thousand" else 6))
        )

    shown = some((text[f.start : f.end].strip() for f in claims), 6)
    hits = [right(figure) for figure in claims]
    after = text[max(f.end for f in claims) :]
    if all(hits):
        if doubts(text) or hedged(after) or announced(after):
            return Outcome(DOUBTED, shown, "figure right; the response doubts it")
        return Outcome(FULL, shown, "figure right")
    if any(hits):
        return Outcome(partial(sum(hits) / len(hits) * 0.9), shown, f"rival figures: {shown}")
    if any(off_by_unit(gold, figure) for figure in claims):
        return Outcome(partial(_UNITLESS_SHARE / len(claims)), shown, "the digits are right, the unit is not")
    if any(coarse(gold, figure) for figure in claims):
        return Outcome(partial(_COARSE_SHARE / len(claims)), shown, "right, but rounded too far")
    if _cut_in(gold, text, claims[-1]):
        return Outcome(partial(_COARSE_SHARE), shown, "cut off inside the right figure")
    if any(right(figure) for figure in wide) and (not announced(text) or _MAYBE.search(text)):
        return Outcome(partial(0.15), shown, f"claims {shown}; the right figure stands elsewhere in the response")
    return Outcome(0.0, shown, f"claims {shown}")


def _cut_in(gold: Figure, text: str, last: Figure) -> bool:
    """Whether the response ends inside the figure, its digits so far being the gold's first."""
    tail = text[last.start :].rstrip()
    digits = re.sub(r"\D", "", tail)
    whole = re.sub(r"\D", "", f"{gold.amount:f}")
    return (
        re.fullmatch(r"[^\w\s]*[\d,.]+", tail) is not None
        and bool(last.signs & gold.signs)
        and whole.startswith(digits)
        and len(whole) > len(digits) >= max(3, len(whole) // 2)  # fewer digits say nothing
        and tail[-1] != "."
        and ("," in tail or "." in tail)
    )


_MAYBE: Final = re.compile(r"\b(?:may|might|could) be\b|可能", re.IGNORECASE)
_COARSE_SHARE: Final = 0.3


def _claims(question: str, text: str, documents: list[str]) -> tuple[list[Figure], list[Figure]]:
    """Return the figures put forward as the answer, and all figures of the response."""
    periods = find_periods(text)
    names = [(m.start, m.end) for m in find_mentions(text, Directory(documents))]
    every = find_figures(text, [*((p.start, p.end) for p in periods), *names])
    asked = find_figures(question, [(p.start, p.end) for p in find_periods(question)])
    figures = [f for f in every if not denied(text, f.start, f.end) and not f.change]
    figures = [f for f in figures if not any(f.amount == a.amount for a in asked)] or figures
    if not figures:
        figures = [f for f in every if not denied(text, f.start, f.end)]
    figures = of_the_asked_kind(question, text, figures)
    stated = stated_part(text)
    for part in (stated, concluding_part(text)):
        if part is None:
            continue
        # The part is a piece of the text: find where.
        offset = text.rfind(part)
        inside = [f for f in figures if offset <= f.start < offset + len(part)]
        if inside:
            if part is stated:
                # "Answer: 5. Acme has 7." answers with its first sentence.
                end = Sentences(text).around(inside[0].start)[1]
                inside = [f for f in inside if f.start < end]
            return _main(text, question, inside, periods, offset), every
    return _main(text, question, figures, periods, 0), every


def _main(text: str, question: str, figures: list[Figure], periods: list[Period], base: int) -> list[Figure]:
    """Of *figures*, those in main clauses about the asked period; all of them when none stands out."""
    if len(figures) <= 1:
        return figures
    bold = [f for f in figures if _is_bold(text, f)]
    if bold and len({f.value for f in bold}) == 1:
        return bold
    sentences = Sentences(text)
    direct: list[Figure] = []
    for number, figure in enumerate(figures):
        start = max(sentences.around(figure.start)[0], base, figure.start - _WINDOW)
        before = text[start : figure.start]
        clause = re.split(r"[,;，；]", before)[-1]
        # "5 on one date and 7 on another"
        coordinate = bool(direct) and direct[-1] is figures[number - 1] and _ALSO.search(before[-8:]) is not None
        if coordinate:
            mine, other = (_period_of(text, f, periods, sentences) for f in (figure, direct[-1]))
            coordinate = mine is not None and mine != other
        main = not _SUBORDINATE.search(clause) and _DIRECT.search(clause) and not _CONTEXT_QUANTITY.search(before[-80:])
        if coordinate or main or _ALTERNATIVE.search(before[-30:]):
            direct.append(figure)
    chosen = direct or figures
    asked = find_periods(question)
    labelled = {id(f): p for f in chosen if (p := _period_of(text, f, periods, sentences)) is not None}
    if len({p.key for p in labelled.values()}) > 1 or (labelled and len(labelled) < len(chosen)):
        if asked:
            kept = [
                f for f in chosen if id(f) not in labelled or any(same_period(labelled[id(f)], a, only_in_year=True) for a in asked)
            ]
        elif len(labelled) < len(chosen):
            kept = [f for f in chosen if id(f) not in labelled]
        else:
            latest_key = max((p.year, p.quarter or 4) for p in labelled.values())
            kept = [f for f in chosen if (labelled[id(f)].year, labelled[id(f)].quarter or 4) == latest_key]
        chosen = kept or chosen
    return _same_quantity(text, question, chosen, sentences)


def _period_of(text: str, figure: Figure, periods: list[Period], sentences: Sentences) -> Period | None:
    start, end = sentences.around(figure.start)
    following = bisect_left(periods, figure.end, key=lambda period: period.start)
    after = periods[following] if following < len(periods) and periods[following].start < end else None
    if after is not None and re.fullmatch(
        r"[\s*)(]*(?:in|for|as of|at|during|on|as at|\()?[\s*]*(?:the (?:year|end of)\s)?(?:ended\s)?",
        text[figure.end : after.start],
        re.IGNORECASE,
    ):
        return after
    earlier = bisect_left(periods, figure.start, key=lambda period: period.start) - 1
    return periods[earlier] if earlier >= 0 and periods[earlier].start >= start else None


def _same_quantity(text: str, question: str, figures: list[Figure], sentences: Sentences) -> list[Figure]:
    """Where only some sentences name what the question asks for, their figures are the claims."""
    if len({f.value for f in figures}) <= 1:
        return figures
    quantity = _quantity(question)
    if not quantity:
        return figures
    named = []
    for figure in figures:
        start, _ = sentences.around(figure.start)
        clauses = re.split(r"[,;，；]|\band\b", text[max(start, figure.start - _WINDOW) : figure.start])
        close = clauses[-1] if len(re.sub(r"\W", "", clauses[-1])) > 3 else " ".join(clauses[-2:])  # noqa: PLR2004 - too short to name anything
        if quantity in name_key(close):
            named.append(figure)
    return named or figures


def _quantity(question: str) -> str:
    """Return the key of the quantity that a question asks for (``accounts payable``, ``其他非流动资产``); empty when unclear."""
    for pattern in (
        r"what (?:is|was|are|were) (?:the )?(?:value of )?(?:the )?['\"]?(.+?)['\"]? (?:of|for|value|in|reported)\b",
        r"的\s*['\"]?([^的?？]{2,30}?)['\"]?\s*(?:是多少|为多少|有多少|是什么|金额|数额)",
    ):
        if match := re.search(pattern, question, re.IGNORECASE):
            return name_key(match[1])
    return ""


def _is_bold(text: str, figure: Figure) -> bool:
    opened = text.rfind("**", max(0, figure.start - 40), figure.start + 2)
    closed = text.find("**", figure.end - 1, figure.end + 40)
    return opened >= 0 and closed >= 0 and "\n" not in text[opened:closed]
