"""Questions about several newspapers: the sum of what each counted in its district, after every correction of its own and of others."""

# ruff: noqa: E501 - a sentence that the texts use stands in one line, as it is read

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from pytest_lcbench.documents.document import Document
from pytest_lcbench.suites.case import Case
from pytest_lcbench.suites.synthetic.checking.choices.reading import Reading, Span, Unreadable, lines

_NAME = r"[A-Z][a-z]+"
_ASKED = (
    re.compile(r"Taken over all the districts whose papers are shown, and with every count put right, how many (?P<what>[a-z ]+)\?"),
    re.compile(
        r"What is the total of (?P<thing>[a-z]+) that (?P<done>[a-z ]+), over all districts reported here, after all amendments\?"
    ),
    re.compile(r"各区合计（更正之后），(?P<done>\w+)的一共是多少(?P<thing>\w+)？"),
    re.compile(r"把所示各报所在地区合起来，并按全部更正计算，共有多少(?P<what>\w+)？"),
)
_FIGURE, _DISTRICT = r"(?P<figure>\d{1,9})", rf"(?P<district>{_NAME})"
_THING, _WHAT = r"(?P<thing>[a-z]+)", r"(?P<what>[a-z ]+?)"
_ZH_DISTRICT, _ZH_THING, _ZH_WHAT = r"(?P<district>\w{2})", r"(?P<thing>\w+?)", r"(?P<what>\w+)"
_COUNTS = (
    re.compile(rf"In the district of {_DISTRICT} {_FIGURE} {_WHAT}, as counted by {_NAME}\."),
    re.compile(rf"{_FIGURE} {_WHAT} in the district of {_DISTRICT}, our reporter learned from {_NAME}\."),
    re.compile(rf"{_NAME} has finished the count for the district of {_DISTRICT}: {_FIGURE} {_WHAT}\."),
    re.compile(rf"The list for the district of {_DISTRICT} is closed, and by it {_FIGURE} {_WHAT}\."),
    re.compile(rf"It is now certain that in the district of {_DISTRICT} {_FIGURE} {_WHAT}\."),
    re.compile(rf"{_NAME} signed the sheet of the district of {_DISTRICT} last night\. It says that {_FIGURE} {_WHAT}\."),
    re.compile(rf"据\w+?清点，{_ZH_DISTRICT}共有{_FIGURE}{_ZH_WHAT}。"),
    re.compile(rf"\w+?完成了{_ZH_DISTRICT}的统计：{_FIGURE}{_ZH_WHAT}。"),
    re.compile(rf"本报从\w+?处获悉，{_ZH_DISTRICT}有{_FIGURE}{_ZH_WHAT}。"),
    re.compile(rf"{_ZH_DISTRICT}的清册已经结清，计{_FIGURE}{_ZH_WHAT}。"),
    re.compile(rf"现已查明，{_ZH_DISTRICT}境内{_FIGURE}{_ZH_WHAT}。"),
    re.compile(rf"\w+?昨晚在{_ZH_DISTRICT}的底册上签了字，册载{_FIGURE}{_ZH_WHAT}。"),
)
_MORE = (
    re.compile(rf"Our count of {_THING} is short by {_FIGURE}: those in .* belong to the district all the same\."),
    re.compile(rf"To the number of {_THING} that we print must be added {_FIGURE} at .*, which is ours, whatever the map says\."),
    re.compile(rf"The {_FIGURE} {_THING} of .* were left out of our number by an oversight\. The district has that many more\."),
    re.compile(rf"Our printed number of {_THING} is {_FIGURE} too low\. The messenger from .* had been held up on the road\."),
    re.compile(rf"本报数目之外还应加上\w{{2}}的{_FIGURE}{_ZH_THING}，不管地图怎么画，那里归本区。"),
    re.compile(rf"本报所登的数目少了{_FIGURE}{_ZH_THING}：\w{{2}}的上报晚了，但仍属本区。"),
    re.compile(rf"本报数目漏计了\w{{2}}的{_FIGURE}{_ZH_THING}，本区应照数补上。"),
    re.compile(rf"\w{{2}}的信差路上耽搁，本报数目因此短了{_FIGURE}{_ZH_THING}。"),
)
_FEWER = (
    re.compile(rf"Our count of {_THING} is too high by {_FIGURE}: those at .* belong to no district\."),
    re.compile(rf"From the number of {_THING} that we print must be taken {_FIGURE} at .*, where no district begins\."),
    re.compile(rf"The {_FIGURE} {_THING} of .* were counted twice in our number\. The district has that many fewer\."),
    re.compile(rf"Our printed number of {_THING} is {_FIGURE} too large\. At .* two sheets had been added that were one\."),
    re.compile(rf"本报所登的数目多了{_FIGURE}{_ZH_THING}：\w{{2}}在界石以外，不属任何一区。"),
    re.compile(rf"本报数目中应减去\w{{2}}的{_FIGURE}{_ZH_THING}，那里不归任何一区。"),
    re.compile(rf"\w{{2}}的{_FIGURE}{_ZH_THING}在本报数目里算了两回，本区应照数扣除。"),
    re.compile(rf"\w{{2}}的两张单子原是一张，本报数目因此虚增{_FIGURE}{_ZH_THING}。"),
)
_OF_OTHERS = (
    re.compile(rf"A letter from {_DISTRICT} reached this paper: the {_THING} counted there were {_FIGURE}, and what was printed in that district rests on a slip\."),
    re.compile(rf"Our colleagues in {_DISTRICT} went to press with a wrong number of {_THING}\. {_NAME}, who counted there, has written to us since: the sheet, put right, says {_FIGURE}\."),
    re.compile(rf"The number of {_THING} in the paper of {_DISTRICT} is out of date\. After a second count it is {_FIGURE} there\."),
    re.compile(rf"{_NAME} asks us to print what the paper of {_DISTRICT} got wrong: not what stands there, but {_FIGURE} {_THING} is the count of that district\."),
    re.compile(rf"The sheet was misread in {_DISTRICT}\. The right number of {_THING} there is {_FIGURE}, by a second look that {_NAME} took at it\."),
    re.compile(rf"{_ZH_DISTRICT}来函：当地实为{_FIGURE}{_ZH_THING}，该区报上所登系笔误。"),
    re.compile(rf"{_ZH_DISTRICT}同行付印时用的数目有误。在那里清点的\w+事后来信说，改正后的底册上是{_FIGURE}{_ZH_THING}。"),
    re.compile(rf"{_ZH_DISTRICT}报上的数目已经过时，复点之后，那里是{_FIGURE}{_ZH_THING}。"),
    re.compile(rf"\w+?托本报代为声明：{_ZH_DISTRICT}报纸登错了，该区清点的结果是{_FIGURE}{_ZH_THING}。"),
    re.compile(rf"{_ZH_DISTRICT}那边看错了底册，经\w+?重新核对，该区应为{_FIGURE}{_ZH_THING}。"),
)  # fmt: skip
_SWAPPED = (
    re.compile(rf"Two digits were exchanged in {_DISTRICT}\. The right number of {_THING} there is {_FIGURE}, by the sheet that {_NAME} carries\."),
    re.compile(rf"In the number of {_THING} that {_DISTRICT} printed, two digits stand the wrong way round, says {_NAME}: read {_FIGURE}\."),
    re.compile(rf"{_ZH_DISTRICT}那边把两个数字写颠倒了，据\w+?所持底册，该区应为{_FIGURE}{_ZH_THING}。"),
    re.compile(rf"\w+?指出，{_ZH_DISTRICT}报上所登之数有两位数字颠倒，应作{_FIGURE}{_ZH_THING}。"),
)  # fmt: skip
_YIELDING = re.compile(
    "Should a colleague print a later count of this district, it takes the place of ours"
    "|Where another paper has the district's number from a later sheet, that one holds and ours does not"
    "|asks us to say that a correction in another paper goes before it"
    "|同行如登出本区更晚的清点结果，即以其数为准|别家报纸若据更晚的底册登出本区数目，应从其数|他报若有更正，以更正为准"
)
"""What a paper says of its own count so that another's correction of it counts."""
_HINT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class _Paper:
    """What one paper states of the thing asked for.

    Args:
        district: whose count it prints.
        counted: the count.
        adjusted: what its own corrections add or take.
        others: counts of other districts that it puts right.
        swapped: those of them that it puts down to two exchanged digits.
        yields: whether it lets corrections of others go before its own count.

    """

    district: str
    counted: int
    adjusted: int
    others: Mapping[str, int]
    swapped: frozenset[str] = frozenset()
    yields: bool = False
    spans: tuple[Span, ...] = field(default=(), compare=False)


def read(case: Case, documents: Sequence[Document]) -> Reading:
    """Return the sum over all papers. Raises ``Unreadable``."""
    asked = next((found for pattern in _ASKED if (found := pattern.fullmatch(case.question))), None)
    if asked is None:
        raise Unreadable("question: it does not ask for a sum over districts")
    parts = asked.groupdict()
    what = parts.get("what") or (f"{parts['thing']} {parts['done']}" if case.language == "en" else f"{parts['thing']}{parts['done']}")
    papers = [_paper(place, document.text, what) for place, document in enumerate(documents)]
    districts = [paper.district for paper in papers]
    if len(set(districts)) != len(districts):
        raise Unreadable("documents: two of them count one district")
    unknown = {district for paper in papers for district in paper.others} - set(districts)
    if unknown:
        raise Unreadable(f"documents: a correction is of {', '.join(sorted(unknown))}, whose paper is not shown")
    for paper in papers:
        _settled(paper, papers)
    total = _total(papers)
    right = tuple(_figure(option) == total for option in case.choices)
    matters = frozenset(place for place in range(len(papers)) if _can_change(papers, place, total))
    used = tuple(span for paper in papers for span in paper.spans)
    return Reading(right, used, (), matters, str(total))


def _settled(paper: _Paper, papers: Sequence[_Paper]) -> None:
    """Raise ``Unreadable`` if one of *papers* gives its count another value while *paper* stands by it, or a cause that is none."""
    for other in papers:
        right = other.others.get(paper.district)
        if right is None:
            continue
        if not paper.yields:
            raise Unreadable(f"documents: {paper.district} counts {paper.counted}, {other.district} corrects it, and both may hold")
        one, two = str(paper.counted), str(right)
        unlike = [(a, b) for a, b in zip(one, two, strict=False) if a != b]
        if paper.district in other.swapped and not (len(one) == len(two) and len(unlike) == 2 and unlike[0] == unlike[1][::-1]):  # noqa: PLR2004
            raise Unreadable(f"documents: no two digits of {one} are exchanged in {two}")


def _total(papers: Sequence[_Paper]) -> int:
    right = {district: figure for paper in papers for district, figure in paper.others.items()}
    return sum(right.get(paper.district, paper.counted) + paper.adjusted for paper in papers)


def _can_change(papers: Sequence[_Paper], place: int, total: int) -> bool:
    """Tell whether another figure in the paper at *place*, or another district that it is of, changes the sum."""
    own = papers[place]
    for other in (
        replace(own, counted=own.counted + 1),
        replace(own, others={district: figure + 1 for district, figure in own.others.items()}),
        replace(own, district=""),
    ):
        if _total([other if at == place else paper for at, paper in enumerate(papers)]) != total:
            return True
    return False


def _figure(option: str) -> int:
    if re.fullmatch(r"\d[\d,]{0,12}", option) is None:
        raise Unreadable(f"option: {option} is no figure")
    return int(option.replace(",", ""))


def _paper(place: int, text: str, what: str) -> _Paper:
    counts: list[tuple[str, int]] = []
    adjusted: list[int] = []
    others: dict[str, int] = {}
    swapped: set[str] = set()
    spans: list[Span] = []
    for at, line in lines(text):
        if _HINT.search(line) is None:
            continue
        for patterns in (_COUNTS, _MORE, _FEWER, _OF_OTHERS, _SWAPPED):
            found = next((found for pattern in patterns if (found := pattern.fullmatch(line))), None)
            if found is None:
                continue
            parts = found.groupdict()
            if not (parts["what"] == what if "what" in parts else what.startswith(parts["thing"])):
                break
            figure = int(parts["figure"])
            spans.append((place, at, at + len(line)))
            if patterns is _COUNTS:
                counts.append((parts["district"], figure))
            elif patterns in (_OF_OTHERS, _SWAPPED):
                if parts["district"] in others:
                    raise Unreadable(f"document {place}: it puts {parts['district']} right twice")
                others[parts["district"]] = figure
                if patterns is _SWAPPED:
                    swapped.add(parts["district"])
            else:
                adjusted.append(figure if patterns is _MORE else -figure)
            break
    if len(counts) != 1 or len(adjusted) > 1:
        raise Unreadable(f"document {place}: {len(counts)} counts of its district and {len(adjusted)} corrections of them")
    return _Paper(*counts[0], sum(adjusted), others, frozenset(swapped), _YIELDING.search(text) is not None, tuple(spans))
