"""Answering by term overlap, one function per form of answer."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence

from pytest_lcbench.models.lexical.forms import Ask, Form, read_ask, years_in
from pytest_lcbench.models.lexical.layout import Layout, Passage, labels_of, take_apart
from pytest_lcbench.models.lexical.terms import Unit, coverage, figure_in, match_passages, match_units, query_terms, terms

_NEAR = 0.6  # documents within this share of the best are listed with it
_OPTION_UNITS = 50  # best units of the text that options are compared with
_LONGEST_TITLE = 300


def answer(prompt: str) -> str:
    """Return the reader's answer to *prompt*: never empty, the same for the same prompt."""
    layout = take_apart(prompt)
    ask = read_ask(layout)
    return _ANSWERS[ask.form](layout, ask).strip() or _nothing(ask)


def _nothing(ask: Ask) -> str:
    return "未找到" if ask.chinese else "not found"


def _choice(layout: Layout, ask: Ask) -> str:
    """Take the option that the best-matching sentences share most with; the first of equals."""
    question = query_terms(ask.question)
    options = [query_terms(text) for text in ask.texts]
    units = match_units([passage.text for passage in layout.passages], question.union(*options))
    best = [0.0] * len(options)
    top = max((unit.score for unit in units), default=1.0) or 1.0
    for unit in sorted(units, key=lambda unit: -unit.score)[:_OPTION_UNITS]:
        for at, option in enumerate(options):
            best[at] = max(best[at], coverage(option - question, unit.matched) * (1.0 + unit.score / top))
    letter = ask.labels[best.index(max(best))]
    return f"The correct answer is ({letter})"


def _links(layout: Layout, ask: Ask) -> str:
    """Each document with the offered text that it shares most with."""
    scores = match_passages(_texts(layout), [query_terms(text) for text in ask.texts])
    return _json({label: ask.labels[row.index(max(row))] for label, row in zip(_labels(layout, ask), scores, strict=True)})


def _solitaire(layout: Layout, ask: Ask) -> str:
    """Each given label with the free document that it shares most with."""
    scores = match_passages(_texts(layout), [query_terms(label) for label in ask.labels])
    free = dict.fromkeys(range(len(layout.passages)))
    names = _labels(layout, ask)
    chosen: dict[str, str] = {}
    for at, label in enumerate(ask.labels):
        if free:
            best = max(free, key=lambda passage: scores[passage][at])
            del free[best]
            chosen[label] = names[best]
    return _json(chosen)


def _groups(layout: Layout, ask: Ask) -> str:
    """Every document under the category whose words it shares most, the first of equals."""
    scores = match_passages(_texts(layout), [query_terms(label) for label in ask.labels])
    groups: dict[str, list[str]] = {label: [] for label in ask.labels}
    for name, row in zip(_labels(layout, ask), scores, strict=True):
        groups[ask.labels[row.index(max(row))]].append(name)
    return _json(groups)


def _citations(layout: Layout, ask: Ask) -> str:
    """Every other paper on the side where title and text share more words."""
    asked = ask.question.lower()
    named = [passage for passage in layout.passages if passage.title and passage.title.lower() in asked]
    target = max(named, key=lambda passage: len(passage.title), default=None)
    target_terms = query_terms(target.title if target else ask.question)
    target_text = frozenset(terms(target.text)) if target else frozenset()
    sides: tuple[list[str], list[str]] = ([], [])
    for passage in layout.passages:
        if passage is not target:
            used = coverage(query_terms(passage.title), target_text)
            using = coverage(target_terms, frozenset(terms(passage.text)))
            sides[using > used].append(passage.title)
    # The key that speaks of being cited takes the papers that use the target.
    first_is_cited = ask.labels[0].lower().startswith(("cit", "被"))
    return _json({key: sides[at != first_is_cited] for at, key in enumerate(ask.labels)})


def _chain(layout: Layout, _ask: Ask) -> str:
    """All titles, those first whose text shares least with the other titles."""
    titles = [query_terms(passage.title) for passage in layout.passages]
    shared = Counter(term for title in titles for term in title)
    ranked = []
    for at, passage in enumerate(layout.passages):
        present = frozenset(terms(passage.text)) & shared.keys()
        ranked.append((sum(shared[term] - (term in titles[at]) for term in present), at))
    return _json([layout.passages[at].title for _, at in sorted(ranked)])


def _titles(layout: Layout, ask: Ask) -> str:
    """List the documents that share most with the topic, best first, or in their order when an order is spoken of."""
    scores = [row[0] for row in match_passages(_texts(layout), [query_terms(ask.topic)])]
    chosen = _near_best(scores, many=ask.many)
    if "顺序" in ask.question or "order" in ask.question.lower():
        chosen.sort()
    names = _labels(layout, ask)
    return ("，" if ask.chinese else ", ").join(names[at] for at in chosen)


def _company(layout: Layout, ask: Ask) -> str:
    """Name the company whose best-matching row matches best. It compares words, not figures."""
    names = _labels(layout, ask)
    rows = _best_rows(layout, ask, figures=False)
    chosen = _near_best([0.0 if row is None else row.score for row in rows], many=ask.many)
    return ", ".join(names[at] for at in chosen)


def _count(layout: Layout, ask: Ask) -> str:
    rows = _best_rows(layout, ask, figures=True)
    return str(len(_near_best([0.0 if row is None else row.score for row in rows], many=True)))


def _figure(layout: Layout, ask: Ask) -> str:
    """Give the figure in the row whose label matches best, among the documents that the question names."""
    best: Unit | None = None
    for row in _best_rows(layout, ask, figures=True):
        if row is not None and (best is None or row.score > best.score):
            best = row
    return best.figure if best is not None else _passage(layout, ask)


def _passage(layout: Layout, ask: Ask) -> str:
    """Give the sentence or row that matches best."""
    best = max(match_units(_texts(layout), query_terms(ask.question)), key=lambda unit: unit.score, default=None)
    return best.text.strip() if best is not None else ""


def _ordered(layout: Layout, ask: Ask) -> str:
    """Every document with its figure, in the order in which they stand: it does not sort."""
    rows = _best_rows(layout, ask, figures=True)
    pairs = zip(_labels(layout, ask), rows, strict=True)
    return ", ".join(f"({name}: {_nothing(ask) if row is None else row.figure})" for name, row in pairs)


def _trend(layout: Layout, ask: Ask) -> str:
    """Give the figure of each document by its year, and whether the last is above the first."""
    found: list[tuple[str, str]] = []
    for passage, row in zip(layout.passages, _best_rows(layout, ask, figures=True), strict=True):
        years = years_in(passage.title) or years_in(passage.text[:_LONGEST_TITLE])
        if row is not None:
            found.append((years[-1] if years else "", row.figure))
    found.sort(key=lambda pair: pair[0])
    if len(found) == 1:
        row = max((r for r in _best_rows(layout, ask, figures=True) if r is not None), key=lambda unit: unit.score)
        # Reports put the newest year in the first column.
        years = years_in(ask.question)[::-1]
        found = list(zip(years, _figures_of(row.text), strict=False))[::-1] or found
    if not found:
        return _passage(layout, ask)
    first, last = _number(found[0][1]), _number(found[-1][1])
    up = last > first
    if ask.chinese:
        listed = "；".join(f"{year}年：{figure}" for year, figure in found)
        return f"{listed}。总体趋势：{'不变' if last == first else '增加' if up else '减少'}。"
    listed = "; ".join(f"{year}: {figure}" for year, figure in found)
    return f"{listed}. Overall it {'stayed the same' if last == first else 'increased' if up else 'decreased'}."


def _texts(layout: Layout) -> list[str]:
    return [passage.text for passage in layout.passages]


def _labels(layout: Layout, ask: Ask) -> list[str]:
    return labels_of(layout.passages, companies=ask.companies)


def _best_rows(layout: Layout, ask: Ask, *, figures: bool) -> list[Unit | None]:
    """Return each document's best-matching row; ``None`` where nothing matches or the question names other documents."""
    named = [at for at, passage in enumerate(layout.passages) if _named(passage, ask.question)]
    topic = ask.topic
    for at in named:
        for name in (layout.passages[at].name, layout.passages[at].title):
            topic = topic.replace(name, " ") if name else topic
    kept = named or range(len(layout.passages))
    texts = [passage.text if at in kept else "" for at, passage in enumerate(layout.passages)]
    best: list[Unit | None] = [None] * len(texts)
    for unit in match_units(texts, query_terms(topic), figures=figures):
        held = best[unit.passage]
        if held is None or unit.score > held.score:
            best[unit.passage] = unit
    return best


def _named(passage: Passage, question: str) -> bool:
    asked = question.lower()
    return any(len(name) > 1 and name.lower() in asked for name in (passage.name, passage.title))


def _near_best(scores: Sequence[float], *, many: bool) -> list[int]:
    """Return the indices of the best scores, best first; one only unless *many*."""
    ranked = sorted(range(len(scores)), key=lambda at: -scores[at])
    if not ranked:
        return []
    return [at for at in ranked if scores[at] >= _NEAR * scores[ranked[0]]] if many else ranked[:1]


def _figures_of(row: str) -> list[str]:
    figures = []
    found = figure_in(row)
    while found is not None:
        at, figure = found
        figures.append(figure)
        row = row[at + len(figure) :]
        found = figure_in(row)
    return figures


def _number(figure: str) -> float:
    digits = "".join(char for char in figure if char in "0123456789.")
    value = float(digits) if digits.strip(".") else 0.0
    return -value if figure[0] in "(-−－" else value


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


_ANSWERS: dict[Form, Callable[[Layout, Ask], str]] = {
    Form.CHOICE: _choice,
    Form.LINKS: _links,
    Form.CHAIN: _chain,
    Form.CITATIONS: _citations,
    Form.GROUPS: _groups,
    Form.SOLITAIRE: _solitaire,
    Form.ORDERED: _ordered,
    Form.TREND: _trend,
    Form.COUNT: _count,
    Form.TITLES: _titles,
    Form.COMPANY: _company,
    Form.PASSAGE: _passage,
    Form.FIGURE: _figure,
}
