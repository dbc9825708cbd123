"""What the slots of a paper's sentences hold."""

from __future__ import annotations

from collections.abc import Sequence

from pytest_lcbench.suites.synthetic.papers.findings import Findings
from pytest_lcbench.suites.synthetic.papers.grammar import Filling
from pytest_lcbench.suites.synthetic.papers.lines import Line
from pytest_lcbench.suites.synthetic.papers.works import Paper


def slots_of(line: Line, paper: Paper, found: Findings) -> dict[str, Filling]:
    """Return what the slots of sentences hold in *paper*: its part of the words of its *line*, and its own figures."""
    draw = line.draw_for("slots", paper.index)
    field = line.subfield
    english = line.language.code == "en"
    words = line.words_of(paper.index)
    tasks = _first(words.get("t"), draw.shuffled(field.tasks))
    names = [data.name for data in found.data_sets]
    measures = draw.shuffled(field.measures)
    parts = _first(words.get("p"), draw.sample(field.parts, 6))
    others = [cause for cause in draw.shuffled(field.failures) if cause not in found.causes]
    heads = draw.shuffled(field.heads)
    # What it is compared with is not its own way, and bears no name of one of its parts.
    others_heads = [head for head in heads if not paper.approach.endswith(head) and head.removesuffix("s") not in parts]
    conditions = _first(words.get("c"), draw.shuffled(field.conditions))
    settings = _first(words.get("s"), draw.shuffled(field.settings))
    units = draw.shuffled(field.units)
    resources = _first(words.get("r"), draw.shuffled(field.resources))
    spared = words.get("rr", resources[3])
    resources = [resource for resource in resources if resource != spared]
    places = draw.shuffled(("before", "after") if english else ("前", "后"))
    sources = list(dict.fromkeys(data.source for data in found.data_sets))
    some: dict[str, Filling] = {
        "t": tasks[0],
        "t2": tuple(tasks[1:3]),
        "a": tuple(heads[:4]),
        "a2": tuple(others_heads[:4]),
        "q": line.qualifiers,
        "qa": paper.approach,
        "N": paper.method,
        "uu": units[0],
        "u": tuple(units[:3]),
        "s": tuple(settings[:3]),
        "s1": settings[0],
        "s2": settings[3],
        "c": tuple(conditions[:3]),
        "c2": conditions[3],
        "r": tuple(resources[:3]),
        "rr": spared,
        "pp": parts[0],
        "pq": parts[3],
        "pk": parts[1],
        "ba": places[0],
        "ab": places[1],
        "sig": draw.pick(("a paired permutation test", f"a bootstrap over {units[0]}") if english else ("配对置换检验", "自助法")),
        "p": tuple(parts[:3]),
        "p2": tuple(parts[3:]),
        "f": (*found.causes, *others[:1]),
        "f2": tuple(others[-2:]),
        "m": measures[0],
        "m2": measures[1],
        "src": tuple(sources[:2]),
        "inst": paper.affiliations[0],
        "area": field.area,
        "d": tuple(names),
        "d1": names[0],
        "bp": min(found.ablation[1:], key=lambda row: row[1])[0],
        "wf": max(zip(found.causes, zip(*found.shares, strict=True), strict=False), key=lambda row: sum(row[1]))[0],
        "d2": names[-1],
        "ds": _joined(names, english=english),
        "nd": _counted(len(names), english=english),
    }
    counted = {name: _counted(int(found.constants[name]), english=english) for name in ("annotators", "odds")}
    if english:
        counted |= {name: f"{int(found.constants[name]):,}" for name in ("excluded", "checked", "heldout", "second")}
    return some | dict(found.constants) | counted


def _first(own: str | None, words: list[str]) -> list[str]:
    """Return *words*, what the title names before the others."""
    return sorted(words, key=lambda word: word != own)


def _counted(number: int, *, english: bool) -> str:
    """Return a small number as prose has it: in a word in English."""
    return ("two", "three", "four", "five", "six", "seven")[number - 2] if english else str(number)


def _joined(names: Sequence[str], *, english: bool) -> str:
    between, last = (", ", " and ") if english else ("、", "和")
    return between.join(names[:-1]) + last + names[-1]
