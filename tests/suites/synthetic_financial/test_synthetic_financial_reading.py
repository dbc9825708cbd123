"""What a reader would stumble over in a report: impossible figures, contradictions, sentences that do not hold together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from pytest_lcbench.suites.synthetic.financial import FinancialField, prose_en, prose_zh
from pytest_lcbench.suites.synthetic.financial.books import FIRST_YEAR, LAST_YEAR
from pytest_lcbench.suites.synthetic.financial.company import FIRST_REPORT, Company
from pytest_lcbench.suites.synthetic.financial.grammar import Pattern, fitting

LANGUAGES = ("en", "zh")
FIELDS = [FinancialField(world) for world in (61, 62, 63, 64, 65)]
MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]


@cache
def texts(language: str) -> list[tuple[Company, int, int, str]]:
    """Return reports of many companies: company, year, quarter, text."""
    found = []
    for number, field in enumerate(FIELDS):
        for index in range(number, 60, 7):
            year, quarter = 2018 + index % 8, 1 + (index + number) % 4
            tokens = (1_120, 2_800, 6_100, 13_300)[(index // 7) % 4]
            text = field.write(language, f"c{index:03d}.{year}q{quarter}", tokens).text
            found.append((field.company(language, index), year, quarter, text))
    return found


def rows(text: str, heading: str) -> Iterator[list[str]]:
    """Yield the cells of the rows under each line that matches *heading*, its own two lines of columns left out."""
    for match in re.finditer(rf"^{heading}[^\n]*\n((?:[^\n]+\n)+)", text, re.MULTILINE):
        for line in match[1].split("\n"):
            if re.match(r"(?:Schedule|附表)", line):
                break
            cells = [cell.strip() for cell in re.split(r"\||\t| \.{3,} +| {2,}", line.strip().strip("|"))]
            cells = [cell for cell in cells if cell]
            if len(cells) > 1 and re.fullmatch(r"-?[0-9][0-9,.]*", cells[-1]):
                yield cells


def quarters() -> Iterator[tuple[int, int]]:
    return ((year, quarter) for year in range(FIRST_YEAR + 1, LAST_YEAR + 1) for quarter in (1, 2, 3, 4))


@pytest.mark.parametrize("language", LANGUAGES)
def test_margins_and_sales_change_as_those_of_a_trade_do(language: str) -> None:
    for index in range(0, 240, 5):
        books = FIELDS[0].company(language, index).books
        for year, quarter in quarters():
            now, then = books.quarter("revenue", year, quarter), books.quarter("revenue", year - 1, quarter)
            assert 0.7 < now / then < 1.4
            assert abs(books.quarter("gross", year, quarter) / now - books.quarter("gross", year - 1, quarter) / then) < 0.08
            assert -0.15 < books.quarter("op_profit", year, quarter) / now < 0.3


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_company_heaps_up_securities_or_cash(language: str) -> None:
    for index in range(0, 240, 5):
        books = FIELDS[0].company(language, index).books
        for year, quarter in quarters():
            revenue = books.quarter("revenue", year, quarter)
            assert books.end("trading_assets", year, quarter) < 4 * revenue
            assert books.end("cash", year, quarter) < 3 * revenue
            assert books.end("equity", year, quarter) > 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_stands_twice_side_by_side(language: str) -> None:
    doubled = re.compile(
        r"\b([a-z]{2,}) \1\b|\b(?:was|were|is|are) (?:is|are|was|were)\b"
        if language == "en"
        else r"([^，。、\s]{2,8})、\1(?=[，。、等])|区区|镇镇|县县|市市"
    )
    for *_, text in texts(language):
        for line in text.split("\n"):
            assert not doubled.search(line), line


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_subsidiary_has_one_head_one_age_and_one_number_of_people(language: str) -> None:
    pattern = (
        r"^{name}: [^\n]*?(?:since|in) ([0-9]{{4}}) and (?:employs|has) ([0-9,]+) "
        if language == "en"
        else r"^{name}：[^\n]*?自([0-9]{{4}})年[^。]*员工([0-9,]+)人"
    )
    seen = 0
    for company, *_, text in texts(language):
        for firm in company.subsidiaries:
            for match in re.finditer(pattern.format(name=re.escape(firm.name)), text, re.MULTILINE):
                assert match.groups() == (str(firm.since), f"{firm.staff:,}")
                seen += 1
        posts = {firm.name: f"{firm.staff:,}" for firm in company.subsidiaries}
        for cells in rows(text, r"(?:Schedule [0-9]+\. Staff of|附表[0-9]+：子公司编制)"):
            assert posts[cells[0]] == cells[1]
            assert int(cells[2]) <= 1 + int(cells[1].replace(",", "")) // 30
            seen += 1
    assert seen > 15


@pytest.mark.parametrize("language", LANGUAGES)
def test_price_indices_go_on_without_leaps(language: str) -> None:
    seen = 0
    for *_, text in texts(language):
        for cells in rows(text, r"(?:Schedule [0-9]+\. Price index|附表[0-9]+：[^\n]*购销价格指数)"):
            numbers = [float(cell) for cell in cells[-3:]]
            assert max(numbers) - min(numbers) < 4
            seen += 1
    assert seen > 30


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_shipped_is_about_what_is_made(language: str) -> None:
    seen = 0
    for *_, text in texts(language):
        for cells in rows(
            text, r"(?:Schedule [0-9]+\. (?:Output|Use of|Users looked) |附表[0-9]+：[^\n]*(?:产销情况|业务量（单）|服务用户))"
        ):
            made, gone = (int(cell.replace(",", "")) for cell in cells[-3:-1])
            assert 0.85 * made - 2 < gone < 1.12 * made + 2
            seen += 1
    assert seen > 50


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_of_business_that_is_named_as_the_reason_moved_that_way(language: str) -> None:
    pattern = re.compile(
        r"(higher|lower) sales of the (.+?) line|(more|fewer) orders from .+? in the (.+?) line" if language == "en"
        else r"([^，。；]+?)业务(?:收入|的采购)(增加|减少)"
    )  # fmt: skip
    seen = 0
    for company, year, quarter, text in texts(language):
        for line in text.split("\n"):
            if not re.search(r"\$[0-9.]+ (?:million|billion)" if language == "en" else r"[0-9](?:万|亿)元", line):
                continue
            for match in pattern.finditer(line):
                words = [group for group in match.groups() if group]
                way, name = words if language == "en" else words[::-1]
                found = [at for at, segment in enumerate(company.words.segments, 1) if name.endswith(segment)]
                if not found:
                    continue
                now, then = (company.books.year_to_date(f"segment_{found[0]}", one, quarter) for one in (year, year - 1))
                assert (now > then) == (way in {"higher", "more", "增加"}), line
                seen += 1
    assert seen > 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_bank_supplies_competes_or_builds(language: str) -> None:
    trading = re.compile(
        r"(?:among them|one of which is|take [a-z -]+ from|given to|Should|against) [A-Z][^.;,]*\bBank\b" if language == "en"
        else r"(?:竞争对手包括|由|若|如果|与)[^，。]{2,12}银行(?:，竞争|承运|停止供货|的买卖合同|续签|签订)"
    )  # fmt: skip
    for *_, text in texts(language):
        assert not trading.search(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_closes_a_topic_does_not_open_it(language: str) -> None:
    closing = ("No other event", "Nothing else") if language == "en" else ("除上述事项外", "除此之外", "此外，公司")
    seen = 0
    for *_, text in texts(language):
        for section in text.split("\n\n"):
            lines = section.split("\n")
            assert not any(line.startswith(closing) for line in lines[1:2]) or len(lines) == 2
            seen += any(word in section for word in closing)
    assert seen > 5


@pytest.mark.parametrize("kind", ["soft", "service"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_who_makes_no_goods_tells_of_none(language: str, kind: str) -> None:
    goods = re.compile(
        r"Scrap|Endurance|Life tests|First-pass|lorry load|pieces\b.*sales units|Certification of" if language == "en"
        else "出厂价格|耐久试验|产销情况|库存商品|一次交验|报关备案"
    )  # fmt: skip
    reports = [text for company, *_, text in texts(language) if company.words.kind == kind]
    assert reports
    assert not [match for text in reports for match in goods.findall(text)]


def test_a_reference_to_a_note_leads_to_the_note_of_that_line() -> None:
    seen = 0
    for company, *_, text in texts("en"):
        notes = {number: label.lower() for number, label in re.findall(r"^Note ([0-9]+): (.+), [^,\n]*$", text, re.MULTILINE)}
        for label, number in re.findall(r"^\W*([A-Z][^|\n\t]*?) \(note ([0-9]+)\)", text, re.MULTILINE):
            if number in notes:
                assert notes[number] == label.lower(), company.name
                seen += 1
    assert seen > 20


def test_a_release_is_dated_after_its_period() -> None:
    seen = 0
    for _, year, quarter, text in texts("en"):
        found = re.search(
            r"^(?:[A-Z][\w ]+, |Released on )(?:(\d+) ([A-Z][a-z]+) (20\d\d)|([A-Z][a-z]+) (\d+), (20\d\d))(?: -| by|$)",
            text[:900],
            re.MULTILINE,
        )
        if found:
            month, at = found[2] or found[4], int(found[3] or found[6])
            assert 12 * at + MONTHS.index(month) + 1 == 12 * year + 3 * quarter + 2
            seen += 1
    assert seen > 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_plant_is_told_of_alike_in_two_reports(language: str) -> None:
    field = FIELDS[1]
    premises = [
        {
            tuple(cells[:-1])
            for cells in rows(
                field.write(language, f"c033.{year}q2", 33_600).text, r"(?:Schedule [0-9]+\. Premises|附表[0-9]+：主要经营场所)"
            )
        }
        for year in range(FIRST_REPORT, LAST_YEAR + 1)
    ]
    told = [one for one in premises if one]
    assert len(told) > 1
    assert all(one == told[0] for one in told)


def test_patterns_of_a_kind_are_left_to_it_and_a_fixed_word_is_said_once() -> None:
    topic = (Pattern("{gear} <product> runs."), Pattern("{soft last} <product> and <product>."), Pattern("All say this."))
    assert [pattern.text for pattern in fitting(topic, "gear")] == ["<product> runs.", "All say this."]
    assert [pattern.text for pattern in fitting(topic, "soft", ("product",))] == ["All say this."]
    assert topic[1].closes
    assert not topic[0].closes


@pytest.mark.parametrize("kind", ["gear", "goods", "service", "soft"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_trade_has_something_to_say_on_every_topic(language: str, kind: str) -> None:
    prose = prose_en if language == "en" else prose_zh
    for name, topic in prose.TOPICS.items():
        assert len(fitting(topic, kind)) >= 3, name
    assert sum(len(fitting(topic, kind)) for topic in prose.TOPICS.values()) > 70


@pytest.mark.parametrize("language", LANGUAGES)
def test_pay_rises_by_one_share_a_year_and_a_lease_ends_when_the_list_of_premises_says(language: str) -> None:
    field = FIELDS[2]
    rise = r"(?:Wages|Rates of pay) at .+? by ([0-9.]+) ?(?:%|per)"
    lease = (
        r"^(.+?) at (.+?), [A-Z]\w+: .*?until (20[0-9]{2})[;.]" if language == "en" else r"^(.+?)（[0-9]+月）：.*?合同至(20[0-9]{2})年"
    )
    seen = 0
    for index in range(3, 100, 7):
        company = field.company(language, index)
        text = field.write(language, f"c{index:03d}.2023q2", 39_200).text
        assert len(set(re.findall(rise, text))) <= 1
        ends = {
            f"{plant.site} {plant.place}".lower() if language == "en" else plant.place + plant.site: plant for plant in company.plants
        }
        for match in re.finditer(lease, text, re.MULTILINE):
            plant = ends[f"{match[1]} {match[2]}".lower() if language == "en" else match[1]]
            assert not plant.owned
            assert int(match[match.lastindex or 1]) == plant.lease_end(2023)
            seen += 1
    assert seen > 3


def test_the_gross_result_is_named_as_a_reason_only_if_it_moved_that_way() -> None:
    seen = 0
    for company, year, quarter, text in texts("en"):
        for way in re.findall(r"the (higher|lower) gross result", text):
            now, then = (company.books.year_to_date("gross", one, quarter) for one in (year, year - 1))
            assert (now > then) == (way == "higher"), company.name
            seen += 1
    assert seen > 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_change_of_nothing_is_reasoned_about(language: str) -> None:
    remarked = 0
    for company, _, _, text in texts(language):
        assert not re.search(r"[^0-9]0\.0%", text), company.name
        remarked += len(re.findall(r"[0-9]\.[0-9]% (?:above|below)|(?:增长|下降|回落|提高)[0-9]+\.[0-9]%", text))
    assert remarked > 50


def test_what_numbers_lines_of_a_chinese_statement_numbers_all_of_them() -> None:
    digits, numbered, plain = "一二三四五六七八", 0, 0
    lines = r"(?:营业总?收入|营业利润|利润总额|税前利润总额|净利润|其他综合收益的税后净额|综合收益总额)"
    flows = r"(?:经营活动[^|\n]*净额|投资活动[^|\n]*净额|筹资活动[^|\n]*净额|汇率变动|现金及现金等价物净增加额|期末现金)"
    for company, year, quarter, text in texts("zh"):
        for kind in (lines, flows):
            found = re.findall(rf"^(?:\| )?([{digits}])、{kind}", text, re.MULTILINE)
            assert "".join(found) == digits[: len(found)], (company.name, year, quarter)
            assert len(found) in {0, 4, 6}
            numbered += bool(found)
            plain += not found
    assert min(numbered, plain) > 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_measure_fits_what_it_is_of(language: str) -> None:
    # Runs on time are of ships, pieces and sets of machines; both lists have other things in them. Interest buys no material.
    wrong = r"准班率|准点率|台/套|停运|Punctuality of|Service on time of|, pieces\n|Interest rates (?:affect|bear on) purchases"
    for company, _, _, text in texts(language):
        assert not re.search(wrong, text), company.name
