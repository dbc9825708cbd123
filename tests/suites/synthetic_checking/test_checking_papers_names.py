"""By what names a paper may be listed: its title, that without a subtitle, the one that it says it had before."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from checking_papers import Made, made

from pytest_lcbench.documents.document import Document
from pytest_lcbench.suites.synthetic.checking import faults
from pytest_lcbench.suites.synthetic.checking.papers.entries import spelled
from pytest_lcbench.suites.synthetic.checking.papers.reading import read_paper

PAPER = """# {title}

Bea Alder, Dee Crane
Tide Institute

Letters of Tides, 2013

## Abstract

{said}

## References

[1] B. Alder, “Ebb,” Tides, 2010.
"""


@pytest.mark.parametrize(
    "said",
    [
        "An earlier version of this paper was circulated under the title “Old Tides”.",
        "This paper was first circulated under the title “Old Tides”.",
        "This paper replaces our preprint “Old Tides”. We like it.",
        "A preprint of this work was posted as “Old Tides”.",
        "A preliminary version of this work appeared as “Old Tides”.",
    ],
)
def test_an_english_paper_tells_its_earlier_title(said: str) -> None:
    text = PAPER.format(title="Slow Tides: A Study", said=said)
    paper = read_paper(text, "en")
    assert (paper.short, paper.earlier) == ("slowtides", "oldtides")
    assert text[paper.earlier_start : paper.earlier_end] == "Old Tides"


@pytest.mark.parametrize("said", ["We know “Old Tides”.", "“Old Tides” appeared shortly before.", "It resembles that of “Old Tides”."])
def test_a_title_that_is_only_named_is_no_earlier_one(said: str) -> None:
    paper = read_paper(PAPER.format(title="Slow Tides", said=said), "en")
    assert (paper.short, paper.earlier) == ("", "")


@pytest.mark.parametrize(
    ("title", "short"),
    [
        ("缓流：潮汐的证据", "缓流"),
        ("需要多少潮汐？——以东海为例", "需要多少潮汐"),
        ("缓流还是急流？比较研究", ""),
        ("缓流的潮汐", ""),
    ],
)
@pytest.mark.parametrize("said", ["本文的初稿曾以《旧潮》为题公开。", "本文由预印本《旧潮》修订而成。", "本文的预印本题为《旧潮》。"])
def test_a_chinese_paper_tells_its_earlier_title(title: str, short: str, said: str) -> None:
    text = f"# {title}\n\n潮汐学报，2013年\n\n## 摘要\n\n{said}\n\n## 参考文献\n\n[1] 艾海. 涨潮[J]. 潮汐学报, 2009, 28(2): 80-91.\n"
    paper = read_paper(text, "zh")
    assert (paper.short, paper.earlier) == (short, "旧潮")


@pytest.mark.parametrize(("title", "short"), [("Are Tides Enough? Slow Clocks", "aretidesenough"), ("Can Clocks Replace Tides?", "")])
def test_a_question_before_a_subtitle_is_a_short_title(title: str, short: str) -> None:
    assert read_paper(PAPER.format(title=title, said="We say nothing."), "en").short == short


def listed_otherwise(case: Made, kind: str) -> tuple[int, int, int, int] | None:
    """Return a place with the span of an entry that lists another paper by *kind* of name, and that paper's place.

    The gold rests on the entry: a passage is there.
    """
    papers = [read_paper(document.text, case[0].language) for document in case[1]]
    for place, paper in enumerate(papers):
        for entry in paper.entries:
            for other, cited in enumerate(papers):
                used = (entry.start, entry.end) in case[1][place].passages
                if used and other != place and entry.title == getattr(cited, kind) != cited.name:
                    return place, entry.start, entry.end, other
    return None


def found(language: str, kind: str) -> tuple[Made, tuple[int, int, int, int]]:
    """Return a case with an entry that lists another paper by *kind* of name."""
    for seed in range(1, 30):
        case = made("citation_chain", language, seed, 30 + seed % 6, 20_000)
        spot = listed_otherwise(case, kind)
        if spot is not None:
            return case, spot
    raise AssertionError(f"no paper is listed by its {kind} title")


def with_document(documents: tuple[Document, ...], place: int, text: str) -> tuple[Document, ...]:
    return (*documents[:place], replace(documents[place], text=text), *documents[place + 1 :])


@pytest.mark.parametrize("kind", ["short", "earlier"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_case_with_a_paper_listed_by_another_name_is_proved(language: str, kind: str) -> None:
    case, _ = found(language, kind)
    assert faults(*case) == []


@pytest.mark.parametrize("kind", ["short", "earlier"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_another_name_by_other_authors_is_another_work(language: str, kind: str) -> None:
    (case, documents), (place, start, _, other) = found(language, kind)
    entry = next(entry for entry in read_paper(documents[place].text, language).entries if entry.start == start)
    text = documents[other].text
    head, rest = text[:700], text[700:]
    for name in re.findall(r"[A-Z][a-z]{2,}|[\u4e00-\u9fff]{2,4}", entry.authors):
        head = head.replace(name, "Q" * len(name))
    assert head != text[:700]
    assert faults(case, with_document(documents, other, head + rest))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_earlier_title_that_its_paper_no_longer_tells_is_found(language: str) -> None:
    (case, documents), (_, _, _, other) = found(language, "earlier")
    paper = read_paper(documents[other].text, language)
    text = documents[other].text
    silent = text[: paper.earlier_start] + "Q" * (paper.earlier_end - paper.earlier_start) + text[paper.earlier_end :]
    assert spelled(silent) != spelled(text)
    assert faults(case, with_document(documents, other, silent))
