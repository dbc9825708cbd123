"""Choosing the papers of a case, and proving that each of them matters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from pytest_lcbench.suites.case import AnswerKind
from pytest_lcbench.suites.synthetic.drafts import DocumentPlan, Draft
from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.papers import questions
from pytest_lcbench.suites.synthetic.papers.graphs import Chains, among, can_change_chain, can_change_sides, chains, longest_chain
from pytest_lcbench.suites.synthetic.papers.lengths import sizes
from pytest_lcbench.suites.synthetic.papers.lines import PAPERS, Line

_SEVERAL, _MANY = 13, 24  # papers from which a chain may be, and is, found rather than chosen
_SWAPS = 300
_FEW_REFERENCES = ((900, 2), (1_700, 4))  # most references of a paper where papers have fewer tokens than this on average
_FEW = 6  # papers of a case that is easy at most
_FEWEST = 4  # papers of a case below which two that are linked would leave none that is not
_SHORT = 4  # papers of a chain that is easy at most
_CHAIN_OF_SEVERAL = (4, 7)  # papers of a chain found among several papers
_ONE_SIDED = 0.14  # of the cases, how many have only references or only citations
_MISLEADING = ((8, 1), (14, 2), (PAPERS, 3))  # titles at least that seem to make a link where papers are fewer than this
_TOO_SHORT = 900  # tokens of a paper on average below which no list holds a longer title


def citation_reference(line: Line, tokens: int, count: int, draw: Draw) -> Draft | None:
    """Draw a paper of *line* and *count* - 1 others; ``None`` when this draw gives no sound case."""
    linked = round((count - 1) * (0.18 + 0.2 * draw.share()))
    linked = max(linked, 1 if count < _FEWEST or (count < _FEW and draw.chance(0.6)) else 2)
    roomy = _with_room(line, tokens, count)
    target = draw.pick(roomy[len(roomy) // 8 : -len(roomy) // 8])
    year = line.year_of(target)
    cited = [paper for paper in line.cites[target] if paper in roomy and line.year_of(paper) >= year - 1]
    citing = [paper for paper in roomy if target in line.cites[paper]]
    if len(cited) + len(citing) < min(linked, 4):
        return None
    linked = min(linked, len(cited) + len(citing))
    wanted = _references(linked, draw)
    references = max(min(wanted, len(cited)), linked - len(citing))
    if (references in (0, linked)) != (wanted in (0, linked)):
        return None
    chosen_cited = draw.sample(cited, references)
    chosen_citing = draw.sample(citing, linked - references)
    kept = [target, *chosen_cited, *chosen_citing]
    others = [
        paper
        for paper in roomy
        if paper not in kept and paper not in line.cites[target] and target not in line.cites[paper] and line.year_of(paper) >= year - 1
    ]
    if len(others) < count - len(kept):
        return None
    near = {paper: _nearness(line, target, paper, kept, tokens // count) + 1.5 * draw.share() for paper in others}
    kept += sorted(others, key=lambda paper: -near[paper])[: count - len(kept)]
    if not all(can_change_sides(target, kept, line.cites, {paper: line.year_of(paper) for paper in kept}).values()):
        return None
    code = line.language.code
    order = draw.shuffled(kept)
    lengths = _lengths(line, order, tokens, draw)
    if not _enough(_misread(line, lengths, lambda paper, other: target in (paper, other)), count, tokens):
        return None
    link = f"ref:{line.key_of(target)}"
    gold = {
        questions.REFERENCES: [line.title_of(paper) for paper in order if paper in chosen_cited],
        questions.CITATIONS: [line.title_of(paper) for paper in order if paper in chosen_citing],
    }
    facts: dict[int, tuple[str, ...]] = {
        paper: (link, "references") if paper in chosen_citing else ("title", "references") if paper in chosen_cited else ("references",)
        for paper in kept
    }
    facts[target] = ("references", *(f"ref:{line.key_of(paper)}" for paper in chosen_cited))
    links = [*((target, paper) for paper in chosen_cited), *((paper, target) for paper in chosen_citing)]
    facts |= _earlier_titles(line, links, facts)
    return Draft(
        subtask="citation_reference",
        language=code,
        domain="paper",
        question=draw.pick(questions.REFERENCE_QUESTIONS[code]).replace("{title}", line.title_of(target)),
        instruction=draw.pick(questions.REFERENCE_INSTRUCTIONS[code]),
        gold=gold,
        answer_kind=AnswerKind.GROUPS,
        documents=_plans(line, lengths, facts),
        difficulty="easy" if count <= _FEW and linked <= _FEW // 2 else "hard",
    )


def _references(linked: int, draw: Draw) -> int:
    """Return how many of *linked* papers the target cites: some of them mostly, so that no side is a safe guess."""
    if linked == 1 or draw.chance(_ONE_SIDED):
        return draw.pick((0, 0, linked))
    # A paper cites fewer of the others than cite it, mostly.
    return draw.between(1, linked - 1 if draw.chance(0.25) else max(1, linked // 2))


def _misread(line: Line, lengths: dict[int, int], matters: Callable[[int, int], bool]) -> tuple[int, int]:
    """Count the links that are none but seem to be, among papers written at *lengths*, of those that would change the answer.

    Returns how many a paper's text seems to make by naming the other's whole title, and how many its list by a longer title.
    """
    named = extended = 0
    for paper, length in lengths.items():
        cited = line.cites[paper]
        named += sum(other in lengths and matters(paper, other) for other in line.named_by(paper, length))
        extended += sum(other in lengths and other not in cited and matters(paper, other) for other in line.extended_by(paper, length))
    return named, extended


def _enough(misread: tuple[int, int], count: int, tokens: int) -> bool:
    """Tell whether a search for titles in *count* papers of *tokens* together is misled often enough."""
    least = next(least for papers, least in _MISLEADING if count < papers)
    return misread[0] >= least and misread[1] >= (least + 1) // 2 * (tokens >= _TOO_SHORT * count)


def _nearness(line: Line, target: int, paper: int, kept: Sequence[int], size: int) -> float:
    """Return how easily *paper* is taken for one that is linked with *target*, where both have about *size* tokens."""
    twin = 3.0 * line.cites_twin_of(paper, target) + 1.0 * line.cites_twin_of(target, paper)
    people = 1.0 * any(person in line.labs_of(target) for person in line.labs_of(paper))
    around = 0.5 * sum(other in line.cites[paper] or paper in line.cites[other] for other in kept[1:])
    named = 3.0 * (target in line.named_by(paper, size)) + 3.0 * (paper in line.named_by(target, size))
    named += 3.0 * (target in line.extended_by(paper, size)) + 3.0 * (paper in line.extended_by(target, size))
    return twin + people + named + min(around, 1.5) + 1.5 * (target in line.mentions_of(paper))


def citation_chain(line: Line, tokens: int, count: int, draw: Draw) -> Draft | None:
    """Draw a chain of *line* and papers that mislead about it, *count* in all; ``None`` when this draw gives no sound case."""
    if count > _MANY:
        return _drawn_chain(line, tokens, count, draw)
    if count > _SEVERAL:
        length = draw.between(*_CHAIN_OF_SEVERAL)
    else:
        length = max(2 if count <= _SHORT else 3, round(count * (0.32 + 0.2 * draw.share())))
    roomy = _with_room(line, tokens, count)
    chain = _walk(line, length, roomy, draw)
    if chain is None:
        return None
    papers = list(chain)
    if longest_chain(among(papers, line.cites)) != chain:
        return None
    measured = chains(among(papers, line.cites))
    linked = sorted(
        (paper for paper in roomy if paper not in chain),
        key=lambda paper: -_entangled(line, paper, chain, tokens // count) - 2.0 * draw.share(),
    )
    for paper in linked:
        if len(papers) == count:
            break
        if _stays_short(line, paper, measured, len(chain)):
            papers.append(paper)
            measured = chains(among(papers, line.cites))
    graph = among(papers, line.cites)
    if len(papers) < count or not _misleads(graph, chain):
        return None
    changes = can_change_chain(graph, chain, {paper: line.year_of(paper) for paper in papers})
    if not all(changes.values()):
        return None
    return _chain_draft(line, papers, chain, tokens, draw)


def _drawn_chain(line: Line, tokens: int, count: int, draw: Draw) -> Draft | None:
    """Draw *count* papers and exchange some until one longest chain stands out and all of them matter."""
    papers = draw.sample(range(PAPERS), count)
    for _ in range(_SWAPS):
        graph = among(papers, line.cites)
        chain = longest_chain(graph)
        useless = list(range(count))
        if chain is not None:
            changes = can_change_chain(graph, chain, {paper: line.year_of(paper) for paper in papers})
            useless = [at for at, paper in enumerate(papers) if not changes[paper]]
            if not useless and len(chain) >= _CHAIN_OF_SEVERAL[0]:
                return _chain_draft(line, papers, chain, tokens, draw)
        rest = [paper for paper in range(PAPERS) if paper not in graph]
        papers[draw.pick(useless)] = draw.pick(rest)
    return None


def _chain_draft(line: Line, papers: Sequence[int], chain: Sequence[int], tokens: int, draw: Draw) -> Draft | None:
    count, length = len(papers), len(chain)
    code = line.language.code
    direction = draw.pick((questions.FIRST_CITES_NONE, questions.FIRST_CITES_NONE, questions.LAST_CITES_NONE))
    titles = [line.title_of(paper) for paper in chain]
    lengths = _lengths(line, _shown(papers, chain, draw), tokens, draw)
    measured = chains(among(papers, line.cites))
    # A link from a paper to another that would make a longer chain, or round the other way a circle.
    longer = _misread(line, lengths, lambda paper, other: measured.ending[other] + measured.starting[paper] > measured.longest)
    if not _enough(longer, count, tokens):
        return None
    facts: dict[int, tuple[str, ...]] = dict.fromkeys(papers, ("references",))
    facts |= {paper: ("references", f"ref:{line.key_of(before)}") for before, paper in pairwise(chain)}
    facts |= _earlier_titles(line, [(paper, before) for before, paper in pairwise(chain)], facts)
    return Draft(
        subtask="citation_chain",
        language=code,
        domain="paper",
        question=draw.pick(questions.CHAIN_QUESTIONS[code][direction]),
        instruction=draw.pick(questions.CHAIN_INSTRUCTIONS[code]),
        gold=titles if direction == questions.FIRST_CITES_NONE else titles[::-1],
        answer_kind=AnswerKind.CHAIN,
        documents=_plans(line, lengths, facts),
        difficulty="easy" if count <= _FEW and length < _SHORT else "hard",
    )


def _with_room(line: Line, tokens: int, count: int) -> list[int]:
    """Return the papers of *line* that can be as short as *count* papers of *tokens* together have to be."""
    most = next((most for size, most in _FEW_REFERENCES if tokens < size * count), PAPERS)
    return [paper for paper in range(PAPERS) if len(line.cites[paper]) <= most]


def _walk(line: Line, length: int, roomy: Sequence[int], draw: Draw) -> list[int] | None:
    """Return *length* papers each citing the one before it."""
    chain = [draw.pick(roomy[: len(roomy) * 3 // 4])]
    while len(chain) < length:
        citing = [paper for paper in line.cited_by(chain[-1]) if paper in roomy]
        if not citing:
            return None
        # One of the next few in time: a chain that leaps is over soon.
        chain.append(draw.pick(citing[:3]))
    return chain


def _stays_short(line: Line, paper: int, measured: Chains, length: int) -> bool:
    """Tell whether every chain through *paper* would be shorter than *length* among papers whose chains are *measured*."""
    before = max((measured.ending[other] for other in line.cites[paper] if other in measured.ending), default=0)
    after = max((measured.starting[other] for other in line.cited_by(paper) if other in measured.starting), default=0)
    return before + 1 + after < length


def _entangled(line: Line, paper: int, chain: Sequence[int], size: int) -> float:
    """Return how much *paper*, where papers have about *size* tokens, looks as if it belonged to *chain*."""
    links = sum(other in line.cites[paper] or paper in line.cites[other] for other in chain)
    twins = sum(line.cites_twin_of(paper, other) for other in chain)
    # A title that seems to add a link before the first paper of the chain, or behind the last.
    first, last = chain[0], chain[-1]
    ends = (paper in line.named_by(first, size)) + (last in line.named_by(paper, size))
    ends += (paper in line.extended_by(first, size)) + (last in line.extended_by(paper, size))
    return 1.5 * min(links, 2) + min(twins, 3) + 3.0 * min(ends, 2)


def _misleads(graph: dict[int, tuple[int, ...]], chain: Sequence[int]) -> bool:
    """Tell whether there are links aside of *chain*, one long enough to be taken for it."""
    if len(chain) == 2:  # noqa: PLR2004 - any other link would be another chain of two
        return True
    aside = [(paper, other) for paper, cited in graph.items() for other in cited if not (paper in chain and other in chain)]
    rest = chains({paper: tuple(other for other in cited if (paper, other) in aside) for paper, cited in graph.items()})
    return rest.longest >= max(2, (len(chain) + 1) // 2)


def _shown(papers: Sequence[int], chain: Sequence[int], draw: Draw) -> list[int]:
    """Return *papers* in an order in which the chain's do not follow one another as in the chain, either way."""
    order = draw.shuffled(papers)
    for _ in range(8):
        there = [paper for paper in order if paper in chain]
        if there not in (list(chain), list(chain)[::-1]) or len(chain) < 3:  # noqa: PLR2004 - two have no third order
            break
        order = draw.shuffled(papers)
    return order


def _earlier_titles(line: Line, links: Sequence[tuple[int, int]], facts: Mapping[int, tuple[str, ...]]) -> dict[int, tuple[str, ...]]:
    """Return the facts of the papers that a paper of *links* lists by their earlier titles, with those titles among them."""
    early = dict.fromkeys(other for paper, other in links if line.listed_as(paper, other) == "earlier")
    return {other: (*facts[other], "earlier") for other in early}


def _lengths(line: Line, order: Sequence[int], tokens: int, draw: Draw) -> dict[int, int]:
    """Return the papers in *order*, each with its length."""
    return dict(zip(order, sizes(tokens, [line.long_by(paper) for paper in order], draw), strict=True))


def _plans(line: Line, lengths: dict[int, int], facts: dict[int, tuple[str, ...]]) -> tuple[DocumentPlan, ...]:
    return tuple(
        DocumentPlan(key=line.key_of(paper), tokens=length, title=line.title_of(paper), facts=facts[paper])
        for paper, length in lengths.items()
    )
