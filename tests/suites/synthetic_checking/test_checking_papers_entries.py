"""The entries of a reference list, in every bibliography style, and the paper around them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_lcbench.suites.synthetic.checking.papers.entries import read_entry, spelled
from pytest_lcbench.suites.synthetic.checking.papers.reading import read_paper
from pytest_lcbench.suites.synthetic.checking.papers.unreadable import Unreadable

ENGLISH = [
    ("Alder B, Crane D, et al. Slow tides in harbours. Letters of Tides. 2012;29(1):111-131.", "Slow tides in harbours", 2012),
    ("Alder B. Can tides replace clocks? In: Workshop on Tides. 2011;27-45.", "Can tides replace clocks", 2011),
    ("Alder B. Do slow tides help? A study of quays. Tide Archive. 2011;7-45.", "Do slow tides help? A study of quays", 2011),
    ("Alder B. Slow tides. In: Workshop on Tides, to appear.", "Slow tides", None),
    ("Bea Alder, Dee Crane. Slow Tides. Letters of Tides 32, 5 (2010), 841–853.", "Slow Tides", 2010),
    ("Bea Alder, et al. Slow Tides. Workshop on Tides (2010), 84–85.", "Slow Tides", 2010),
    ("Bea Alder. Slow Tides. Workshop on Tides (to appear).", "Slow Tides", None),
    ("Bea Alder and Dee Crane. 2020a. Slow tides: Evidence. In Workshop on Tides, pages 160–168.", "Slow tides: Evidence", 2020),
    ("Bea Alder. 2022. Can tides replace clocks? Letters of Tides, 36(4):262–272.", "Can tides replace clocks", 2022),
    ("Alder B, Crane D (2006) Slow Tides. Letters of Tides 22:964–984", "Slow Tides", 2006),
    ("Alder B (2006b) How Many Clocks? Workshop on Tides, pp 435–447", "How Many Clocks", 2006),
    ("Alder B (to appear) Slow Tides. Letters of Tides.", "Slow Tides", None),
    ("Alder, B. (to appear-a). Slow tides. Letters of Tides.", "Slow tides", None),
    ("Alder, B., & Crane, D. (2012). Slow tides or clocks? Letters of Tides, 26(2), 673–687.", "Slow tides or clocks", 2012),
    ("Alder, B. (2012). Slow tides. In Workshop on Tides (pp. 326–349).", "Slow tides", 2012),
    ("B. Alder and D. Crane, “Slow tides,” Letters of Tides, vol. 24, no. 4, pp. 640–658, 2010.", "Slow tides", 2010),
    ("B. Alder et al., “Do tides help?,” in Workshop on Tides, 2012, pp. 37–49.", "Do tides help", 2012),
    ("Alder B. How many clocks? A second look. Letters of Tides. 2012;29(1):111-131.", "How many clocks? A second look", 2012),
    ("B. Alder, “Slow tides, revisited,” Letters of Tides, vol. 24, no. 4, pp. 640–658, 2010.", "Slow tides, revisited", 2010),
    ("B. Alder, “Slow tides,” Ph.D. thesis, University of Ulm, 2009.", "Slow tides", 2009),
    ("Alder, Bea, and Dee Crane. “Slow Tides.” Letters of Tides 29, no. 6 (2017): 1097–1103.", "Slow Tides", 2017),
    ("Alder, Bea. “How Many Clocks?” Workshop on Tides, 2017a, 465–471.", "How Many Clocks", 2017),
    ("Alder, Bea. “Slow Tides.” PhD thesis, University of Ulm, 2011.", "Slow Tides", 2011),
    ("Bea Alder. 2011. Slow tides. PhD thesis, University of Ulm.", "Slow tides", 2011),
    ("Bea Alder. 2011b. Are tides enough? Slow clocks in harbours. Tide Archive.", "Are tides enough? Slow clocks in harbours", 2011),
    ("Alder B (2011) Ebb, or Tides without Clocks. PhD thesis, University of Ulm", "Ebb, or Tides without Clocks", 2011),
    ("Alder, B. (2011). Slow tides. Tide Archive.", "Slow tides", 2011),
    ("Bea Alder. Slow Tides. PhD thesis, University of Ulm (2011).", "Slow Tides", 2011),
    ("Alder B. Slow tides. Tide Archive. 2011.", "Slow tides", 2011),
]
CHINESE = [
    ("艾海, 崔潮, 等. 潮汐：缓流的证据[J]. 潮汐学报, 2009, 28(2): 80-91.", "潮汐：缓流的证据", 2009),
    ("艾海. 缓流的潮汐[C]//全国潮汐会议论文集. 2013: 43-66.", "缓流的潮汐", 2013),
    ("艾海. 缓流还是急流？比较研究[EB/OL]. 潮汐预印本平台, 2010.", "缓流还是急流？比较研究", 2010),
    ("艾海. 缓流的潮汐[J]. 潮汐学报，待刊。", "缓流的潮汐", None),
    ("艾海, 崔潮, 2010a. 缓流的潮汐[D]. 东海大学: 190-207.", "缓流的潮汐", 2010),
    ("艾海、崔潮（2012）。缓流的潮汐。潮汐学报（自然科学版），31（2），708–723。", "缓流的潮汐", 2012),
    ("艾海（2013a）。需要多少潮汐？——以东海为例。潮汐会议论文集，286–303。", "需要多少潮汐？——以东海为例", 2013),
    ("艾海（待刊）。缓流的潮汐。潮汐学报。", "缓流的潮汐", None),
    ("艾海（待刊a）。缓流的潮汐。潮汐学报。", "缓流的潮汐", None),
    ("艾海，崔潮．缓流：潮汐的证据．潮汐学报，2011，30卷1期，504～521", "缓流：潮汐的证据", 2011),
    ("艾海．缓流的潮汐．潮汐预印本平台，2012，122～138", "缓流的潮汐", 2012),
    ("艾海，崔潮．对“缓流——潮汐的证据”的再考察．潮汐学报，2011，30卷1期，504～521", "对“缓流：潮汐的证据”的再考察", 2011),
    ("艾海. AB 型潮汐: 缓流的证据（续）[J]. 潮汐学报, 2009, 28(2): 80-91.", "AB型潮汐：缓流的证据（续）", 2009),
    ("艾海：《“缓流的潮汐”一文的几点商榷》，《潮汐会议论文集》2011年第2—25页。", "“缓流的潮汐”一文的几点商榷", 2011),
    ("艾海、崔潮、等：《缓流的潮汐》，《潮汐会议论文集》2011年第2—25页。", "缓流的潮汐", 2011),
    ("艾海：《缓流的潮汐》，《潮汐学报》2011年第1期，第504—521页。", "缓流的潮汐", 2011),
    ("艾海：《缓流的潮汐》，《潮汐预印本平台》2011年。", "缓流的潮汐", 2011),
    ("艾海、崔潮、白浪等：《缓流的潮汐》，东海大学博士学位论文，2011年。", "缓流的潮汐", 2011),
    ("艾海（2011）。缓流的潮汐。东海大学博士学位论文。", "缓流的潮汐", 2011),
    ("艾海．缓流的潮汐．潮汐预印本平台，2012", "缓流的潮汐", 2012),
]


@pytest.mark.parametrize(("line", "title", "year"), ENGLISH)
def test_an_english_entry_gives_its_title_and_year(line: str, title: str, year: int | None) -> None:
    entry = read_entry(line, 0, len(line), "en")
    assert (entry.title, entry.year) == (spelled(title), year)
    assert spelled(line[entry.start : entry.end]) == spelled(title)


@pytest.mark.parametrize(("line", "title", "year"), CHINESE)
def test_a_chinese_entry_gives_its_title_and_year(line: str, title: str, year: int | None) -> None:
    entry = read_entry(line, 0, len(line), "zh")
    assert (entry.title, entry.year) == (spelled(title), year)
    assert spelled(line[entry.start : entry.end]) == spelled(title)


@pytest.mark.parametrize("line", [line for line, _, _ in ENGLISH])
def test_an_english_entry_reads_the_same_wherever_its_line_is_broken(line: str) -> None:
    whole = read_entry(line, 0, len(line), "en")
    for place in (place for place, char in enumerate(line) if char == " "):
        assert read_entry(line[:place] + "\n" + line[place + 1 :], 0, len(line), "en") == whole


@pytest.mark.parametrize("line", [line for line, _, _ in CHINESE])
def test_a_chinese_entry_reads_the_same_wherever_its_line_is_broken(line: str) -> None:
    whole = read_entry(line, 0, len(line), "zh")
    for place in range(1, len(line)):
        broken = line[:place] + "\n" + line[place:]
        entry = read_entry(broken, 0, len(broken), "zh")
        assert (entry.title, entry.year) == (whole.title, whole.year)
        assert spelled(broken[entry.start : entry.end]) == whole.title


@given(st.text(max_size=300), st.sampled_from(["en", "zh"]))
def test_any_line_is_an_entry_or_unreadable(line: str, language: str) -> None:
    try:
        entry = read_entry(line, 0, len(line), language)
    except Unreadable:
        return
    assert 0 <= entry.start < entry.end <= len(line)


def test_a_paragraph_is_no_entry_and_is_not_tried_as_one() -> None:
    with pytest.raises(Unreadable, match="has 5000 characters"):
        read_entry("a. " * 1666 + "aa", 0, 5000, "en")


PAPER = """# Slow Tides

Bea Alder
To cite this paper: Letters of Tides, 2013

## Abstract

We cite “Fast Tides” nowhere.

{heading}

{entries}
{rest}"""


def paper(entries: str, heading: str = "## References", rest: str = "") -> str:
    return PAPER.format(entries=entries, heading=heading, rest=rest)


def titles(text: str) -> list[str]:
    return [entry.title for entry in read_paper(text, "en").entries]


@pytest.mark.parametrize(
    "entries",
    [
        "[1] B. Alder, “Ebb,” Tides, 2010.\n[2] B. Alder, “Flow\nand Ebb,” Tide Archive,\n2011.\n[3] B. Alder, “Neap,” Tides, 2011.",
        "1. Alder B. Ebb. Tides. 2010;1-4.\n2. Alder B. Flow\nand Ebb. Tides of\n2011. 2011;2-6.\n3. Alder B. Neap. Tides. 2010;1-4.",
        "- Alder, B. (2010). Ebb. Tides (pp. 1–4).\n- Alder, B. (2010). Flow and Ebb. Tides.\n- Alder, B. (2011). Neap. Tides, 2, 1–4.",
        "Alder B (2010) Ebb. Tides 2:1–4\n\nAlder B (2010) Flow\nand Ebb. Tides 2:1–4\n\nAlder B (2010) Neap. Tides 2:1–4",
        "Alder B (2010) Ebb. Tides 2:1–4\nAlder B (2010) Flow and Ebb. Tides 2:1–4\nAlder B (2010) Neap. Tides 2:1–4",
        "[Ald10] Alder B. Ebb. Tides. 2010;1-4.\n[Ald11] Alder B. Flow and\nEbb. Tides. 2011;2-6.\n[AB+11] Alder B. Neap. T. 2010;1-4.",
    ],
)
@pytest.mark.parametrize("rest", ["", "\n## Appendix\n\nWe also read (Alder, 2020).\n", "\nSUPPLEMENTARY MATERIAL\n\nTable 5: Tides\n"])
def test_a_list_is_cut_into_its_entries_however_they_are_marked(entries: str, rest: str) -> None:
    text = paper(entries, rest=rest)
    assert titles(text) == ["ebb", "flowandebb", "neap"]
    read = read_paper(text, "en")
    assert text[read.list_start : read.list_end] == entries


def test_a_chinese_list_is_cut_at_wide_stops_behind_its_numbers_alone() -> None:
    entries = "1．艾海．涨\n潮．潮汐学报，2011，2卷1期，1～\n4\n2．艾海．退潮——涨潮之后．潮汐学报，2012，3卷2期，5～9"
    text = f"# 潮汐\n\n潮汐学报，2013年\n\n## 参考文献\n\n{entries}\n"
    assert [entry.title for entry in read_paper(text, "zh").entries] == ["涨潮", "退潮涨潮之后"]


def test_a_line_that_begins_with_the_next_number_by_its_year_is_no_mark() -> None:
    entries = "1. Alder B. Ebb. Tides of\n2011. 2011;1-4.\n2. Alder B. Neap. Tides. 2010;1-4."
    assert len(titles(paper(entries))) == 2


@pytest.mark.parametrize(
    "entries",
    [
        "1. Alder B. Ebb. Tides. 2010;1-4.\n3. Alder B. Neap. Tides. 2010;1-4.",
        "[1] B. Alder, “Ebb,” Tides, 2010.\n[3] B. Alder, “Neap,” Tides, 2010.",
        "- Alder, B. (2010). Ebb. Tides.\n Alder, B. (2010). Neap. Tides.",
        "Alder B (2010) Ebb. Tides 2:1–4\nAlder B (2010) Neap. Tides 2:1–4\n\nAlder B (2010) Flow. Tides 2:1–4",
    ],
)
def test_two_entries_run_together_are_not_read_as_one(entries: str) -> None:
    with pytest.raises(Unreadable, match="no known shape"):
        read_paper(paper(entries), "en")


@pytest.mark.parametrize("heading", ["REFERENCES", "**Works Cited**", "7 References", "VII. Bibliography", "## 9. Literature"])
def test_a_heading_may_be_marked_numbered_or_in_capitals(heading: str) -> None:
    assert titles(paper("[1] B. Alder, “Ebb,” Tide Archive, 2010.", heading)) == ["ebb"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no title"),
        ("Slow Tides\n", "no title"),
        ("# …\n\nx", "no title"),
        ("# Slow Tides\n\nBea Alder\n", "0 years"),
        (paper("[1] B. Alder, “Ebb,” Tide Archive, 2010.", "## Sources"), "0 headings"),
        (paper("[1] B. Alder, “Ebb,” Tide Archive, 2010.", "## References\n\n## References"), "2 headings"),
        (paper(""), "empty"),
        (paper("nothing"), "no known shape"),
        (paper("[1] B. Alder, “Ebb,” Tide Archive, 2010.").replace("Abstract", "x\n\nTides, 2012\n"), "2 years"),
    ],
)
def test_what_is_no_paper_says_what_is_missing(text: str, message: str) -> None:
    with pytest.raises(Unreadable, match=message):
        read_paper(text, "en")
