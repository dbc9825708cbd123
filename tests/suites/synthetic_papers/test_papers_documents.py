"""Written papers: facts where they are said to be, sums that are right, the same bytes every time."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_lcbench.documents.counting import TokenCounter
from pytest_lcbench.suites.synthetic.papers import PapersField, bibliography
from pytest_lcbench.suites.synthetic.papers.bibliography import References
from pytest_lcbench.suites.synthetic.papers.findings import findings_of, mean
from pytest_lcbench.suites.synthetic.papers.lengths import SIZES
from pytest_lcbench.suites.synthetic.papers.lines import PAPERS
from pytest_lcbench.suites.synthetic.papers.titles import title_key

LANGUAGES = ("en", "zh")
ROOT = Path(__file__).resolve().parents[3]
KEYS = [f"l{line:02d}.p{paper:02d}" for line, paper in ((0, 0), (3, 12), (7, 40), (11, 55), (18, 71), (20, 83), (23, 95))]
_MANY = """
import hashlib
from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.papers import PapersField
field, digest = PapersField(9), hashlib.sha256()
for language in ("en", "zh"):
    for subtask in field.subtasks:
        draft = field.draft(subtask, language, 12_000, Draw("same", subtask))
        digest.update(repr(draft).encode())
        for plan in draft.documents:
            written = field.write(language, plan.key, plan.tokens)
            digest.update(repr((written.text, sorted(written.facts.items()))).encode())
print(digest.hexdigest())
"""


@pytest.fixture(scope="module")
def field() -> PapersField:
    return PapersField(5)


def test_another_hash_seed_gives_the_same_bytes() -> None:
    digests = []
    for seed in ("0", "4711"):
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(  # noqa: S603 - our own command
            [sys.executable, "-c", _MANY], env=environment, capture_output=True, text=True, check=True, timeout=60
        )
        digests.append(done.stdout)
    assert digests[0] == digests[1]
    assert digests[0].strip() != hashlib.sha256(b"").hexdigest()


def test_the_order_of_asking_changes_nothing() -> None:
    one, other = PapersField(2), PapersField(2)
    first = [one.write("en", key, 2_200).text for key in KEYS]
    assert [other.write("en", key, 2_200).text for key in reversed(KEYS)] == first[::-1]
    assert one.write("en", KEYS[0], 2_200).text == first[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_line_is_the_title(field: PapersField, language: str) -> None:
    for key in KEYS:
        written = field.write(language, key, 1_100)
        line = field._line(language, int(key[1:3]))
        assert written.text.split("\n", 1)[0] == f"# {line.title_of(int(key[5:]))}"
        ((start, end),) = written.facts["title"]
        assert written.text[start:end] == line.title_of(int(key[5:]))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("tokens", [560, 2_200, 8_800])
def test_every_reference_stands_where_its_fact_says(field: PapersField, language: str, tokens: int) -> None:
    for key in KEYS:
        written = field.write(language, key, tokens)
        line = field._line(language, int(key[1:3]))
        ((first, last),) = written.facts["references"]
        found = {fact: ranges for fact, ranges in written.facts.items() if fact.startswith("ref:")}
        assert found
        for fact, ranges in found.items():
            ((start, end),) = ranges
            assert first <= start < end <= last
            assert title_key(written.text[start:end]) == title_key(line.listed(int(key[5:]), fact[4:]).title)
            assert not written.text[start:end][0].isspace()
            assert not written.text[start:end][-1].isspace()
        inner = [line.key_of(at) for at in line.cites[int(key[5:])]]
        assert {f"ref:{one}" for one in inner} == {fact for fact in found if fact.startswith("ref:l")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_named_outside_the_list_are_of_cited_and_of_other_papers(field: PapersField, language: str) -> None:
    named = {"note": 0, "named": 0}
    line = field._line(language, 4)
    for at in range(20, 60, 3):
        for tokens in (560, 1_550, 6_200):
            written = field.write(language, line.key_of(at), tokens)
            ((first, last),) = written.facts["references"]
            others = {}
            for fact, ranges in written.facts.items():
                kind, _, key = fact.partition(":")
                if kind in named:
                    named[kind] += 1
                    assert (f"ref:{key}" in written.facts) == (kind == "named")
                    ((start, end),) = ranges
                    assert written.text[start:end] == line.title_of(int(key[-2:]))
                    assert end <= first or start >= last
                    others[int(key[-2:])] = kind
            assert tuple(other for other in line.named_by(at, tokens) if others[other] == "note") == line.named_by(at, tokens)
    assert named["note"] > named["named"] > 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_holds_works_whose_titles_hold_that_of_another_paper(field: PapersField, language: str) -> None:
    held = 0
    for number in (3, 9):
        line = field._line(language, number)
        for at in range(10, 90, 8):
            written = field.write(language, line.key_of(at), 6_200)
            for other in line.extended_by(at, 6_200):
                ((start, end),) = written.facts[f"ref:x{other:02d}"]
                listed, title = title_key(written.text[start:end]), title_key(line.title_of(other))
                assert title in listed
                assert title != listed
                assert 0 <= line.work(f"x{other:02d}").year - line.year_of(other) <= 1
                assert line.year_of(other) <= line.year_of(at)
                held += 1
    assert held > 50


def test_most_titles_of_a_chinese_list_are_not_there_as_on_the_first_page(field: PapersField) -> None:
    listed = verbatim = 0
    for number in range(24):
        line = field._line("zh", number)
        for at in (10, 40, 70):
            written = field.write("zh", line.key_of(at), 2_600)
            for fact, ((start, end), *_) in written.facts.items():
                if fact.startswith("ref:"):
                    listed += 1
                    verbatim += written.text[start:end] == line.work(fact[4:]).title
    assert verbatim < 0.45 * listed


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cited_that_appeared_more_than_a_year_later(field: PapersField, language: str) -> None:
    for number in (0, 17):
        line = field._line(language, number)
        for index in range(PAPERS):
            paper = line.paper(index)
            assert all(other < index for other in paper.cites)
            assert all(line.work(key).year <= paper.work.year + 1 for key in (*paper.twins, *paper.outside))


@pytest.mark.parametrize("language", LANGUAGES)
def test_rows_of_the_main_table_have_their_mean(field: PapersField, language: str) -> None:
    rows = 0
    for key in [f"l{line:02d}.p50" for line in range(0, 24, 2)]:
        line = field._line(language, int(key[1:3]))
        found = findings_of(line, line.paper(50))
        written = field.write(language, key, 2_600).text
        for name, averages in zip(found.main.rows, found.main.averages, strict=True):
            row = next(text for text in written.split("\n") if re.match(rf"\|? ?{re.escape(name)}[\s|]+\d", text))
            cells = [cell for cell in re.split(r"[|\t]|\s{2,}", row.strip("| ")) if cell.strip()][1:]
            values = [round(float(cell) * 10) for cell in cells[:-1]]
            assert mean(tuple(values)) == averages
            assert float(cells[-1]) == pytest.approx(sum(values) / len(values) / 10, abs=0.00501)
            rows += 1
    assert rows > 50


@pytest.mark.parametrize("language", LANGUAGES)
def test_figures_stated_twice_agree(field: PapersField, language: str) -> None:
    for number in range(0, 24, 4):
        line = field._line(language, number)
        for index in (10, 60):
            found = findings_of(line, line.paper(index))
            own = found.main.cells[-1]
            assert tuple(mean(column) for column in zip(*found.runs, strict=True)) == tuple(10 * value for value in own)
            assert mean(tuple(value for _, value in found.groups)) == 10 * own[0]
            assert found.ablation[0][1] == found.main.averages[-1]
            assert all(sum(shares) == 1000 for shares in found.shares)
            assert all(0 < share < 1000 for shares in found.shares for share in shares)
            written = field.write(language, line.key_of(index), 6_200)
            ((start, end),) = written.facts["average"]
            assert round(float(written.text[start:end]) * 100) == found.main.averages[-1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_method_has_one_figure_on_one_data_set_in_all_papers(field: PapersField, language: str) -> None:
    line = field._line(language, 8)
    seen: dict[tuple[str, str], int] = {}
    shared = 0
    for index in range(40, 70):
        table = findings_of(line, line.paper(index)).main
        for name, cells in zip(table.rows, table.cells, strict=True):
            for data, value in zip(table.columns, cells, strict=True):
                shared += (name, data) in seen
                assert seen.setdefault((name, data), value) == value
    assert shared > 50


@pytest.mark.parametrize("language", LANGUAGES)
def test_differences_in_prose_are_those_of_their_figures(field: PapersField, language: str) -> None:
    pattern = (
        r"by (\d+\.\d) points on [\w -]+ \((\d+\.\d) against (\d+\.\d)\)"
        if language == "en"
        else r"(\d+\.\d)个百分点（(\d+\.\d)对(\d+\.\d)）"
    )
    stated = 0
    for number in range(6):
        for difference, high, low in re.findall(pattern, field.write(language, f"l{number:02d}.p44", 10_500).text):
            stated += 1
            assert round(float(high) * 10) - round(float(low) * 10) == round(float(difference) * 10)
    assert stated


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_paper_is_as_long_as_planned(field: PapersField, language: str) -> None:
    counter = TokenCounter("cl100k_base")
    for at, tokens in enumerate(size for size in SIZES if 1_500 <= size <= 25_000):
        measured = [
            counter.count(field.write(language, f"l{(7 * at + shift) % 24:02d}.p{(13 * at + 5) % PAPERS:02d}", tokens).text)
            for shift in (0, 3)
        ]
        assert measured == pytest.approx([tokens, tokens], rel=0.1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_section_is_empty_and_no_slot_or_mark_is_left(field: PapersField, language: str) -> None:
    for key in KEYS:
        for tokens in (560, 1_100, 3_100, 8_800):
            text = field.write(language, key, tokens).text
            assert not re.search(r"\{\w+\}|~ |@\w+/|\ba~", text)
            assert not re.search(r"^## [^\n]*\n\n## ", text, re.MULTILINE)
            assert "\n\n\n" not in text
            assert not re.search(r"^《[^\n]*》$", text, re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_seldom_said_twice(field: PapersField, language: str) -> None:
    text = field.write(language, "l05.p33", 15_000).text
    body = text[: text.index(text[slice(*field.write(language, "l05.p33", 15_000).facts["references"][0])])]
    sentences = [part.strip() for part in re.split(r"(?<=[.?])\s+|(?<=。)", body) if len(part.strip()) > 20]
    assert len(sentences) > 110
    assert len(sentences) - len(set(sentences)) <= len(sentences) // 50


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_work_listed_by_number_is_cited_in_the_text(field: PapersField, language: str) -> None:
    checked = 0
    for key in [f"l{line:02d}.p{paper}" for line in range(0, 24, 3) for paper in (30, 61)]:
        written = field.write(language, key, 2_600)
        first, last = written.facts["references"][0]
        listed = re.findall(r"^\[(\d+)\] ", written.text[first:last], re.MULTILINE)
        if not listed:
            continue
        body = written.text[:first] + written.text[last:]
        cited = {number for group in re.findall(r"\[([\d, ]+)\]", body) for number in re.split(r", ?", group)}
        assert set(listed) <= cited
        checked += 1
    assert checked


def test_every_style_writes_every_kind_of_work_with_its_whole_title(field: PapersField) -> None:
    for language, styles in (("en", bibliography.ENGLISH), ("zh", bibliography.CHINESE)):
        line = field._line(language, 2)
        works = [line.work(key) for key in line.paper(50).outside]
        assert {work.kind for work in works} == {"journal", "conference", "preprint", "thesis"}
        for style in styles:
            for alphabetical in (False, True):
                references = References(works, line.year_of(50), style, english=language == "en", alphabetical=alphabetical)
                for (text, start, end), work in zip(references.entries(), references.works, strict=True):
                    assert title_key(text[start:end]) == title_key(work.title)
                    assert str(work.year) in text.replace("\n", "")
                    assert work.authors[0].family in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_work_still_to_appear_has_no_volume_and_no_pages(field: PapersField, language: str) -> None:
    line = field._line(language, 2)
    works = [line.work(key) for key in line.paper(50).outside[:40]]
    for style in bibliography.ENGLISH if language == "en" else bibliography.CHINESE:
        references = References(works, min(work.year for work in works) - 1, style, english=language == "en", alphabetical=True)
        for (text, start, end), work in zip(references.entries(), references.works, strict=True):
            assert title_key(text[start:end]) == title_key(work.title)
            flat = " ".join(text.split()) if language == "en" else text.replace("\n", "")
            assert ("to appear" if language == "en" else "待刊") in flat
            assert flat.endswith((".", "。"))
            assert str(work.last_page) not in text[end:]
            assert "待刊年" not in flat


def test_works_that_would_be_cited_alike_are_told_apart(field: PapersField) -> None:
    line = field._line("en", 2)
    works = [line.work(key) for key in line.paper(50).outside]
    for style in bibliography.ENGLISH:
        references = References(works, line.year_of(50), style, english=True, alphabetical=True)
        marks = [references.in_brackets([work]) for work in works]
        assert len(set(marks)) == len(marks)


def test_a_key_that_was_never_given_is_refused(field: PapersField) -> None:
    for language, key in (("en", "l24.p00"), ("en", "l00.p96"), ("en", "x"), ("fr", "l00.p00"), ("en", "l00.p00 ")):
        with pytest.raises(KeyError):
            field.write(language, key, 2_000)
