"""The books of invented companies, and the tables that reports print of them."""

from __future__ import annotations

import re

import pytest

from pytest_lcbench.suites.synthetic.drafts import Written
from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.financial import FinancialField
from pytest_lcbench.suites.synthetic.financial.books import FIRST_YEAR, LAST_YEAR, Books, Scale
from pytest_lcbench.suites.synthetic.financial.company import COMPANIES, by_size
from pytest_lcbench.suites.synthetic.financial.covers import UNIT_OF_STATEMENTS, cover_form
from pytest_lcbench.suites.synthetic.financial.items import ITEMS

FIELD = FinancialField(11)
LANGUAGES = ("en", "zh")


def amount(text: str) -> int:
    """Return the digits of a printed figure, the point left out."""
    digits = int(re.sub(r"[^0-9]", "", text) or 0)
    return -digits if text[:1] in "(-−－" and text != "-" else digits


def said(written: Written, key: str) -> int:
    """Return the one figure that every place of a fact states."""
    found = {abs(amount(written.text[start:end])) for start, end in written.facts[key]}
    assert len(found) == 1, (key, found)
    start, end = written.facts[key][0]
    return amount(written.text[start:end])


@pytest.mark.parametrize("chinese", [False, True])
def test_every_balance_sheet_balances_and_cash_follows_its_flows(chinese: bool) -> None:
    for number in range(12):
        books = Books(Scale(3_000_000, chinese, 700), Draw("books", number, int(chinese)))
        last = None
        for year in range(FIRST_YEAR, LAST_YEAR + 1):
            for quarter in range(1, 5):
                end, flow = books.end, books.quarter
                assert end("total_assets", year, quarter) == end("total_liabilities", year, quarter) + end("equity", year, quarter)
                cash = end("cash", year, quarter)
                assert cash > 0
                assert last is None or cash - last == flow("net_change", year, quarter)
                last = cash
                assert sum(flow(f"segment_{at}", year, quarter) for at in (1, 2, 3)) == flow("revenue", year, quarter)


def test_a_year_to_date_is_the_sum_of_its_quarters() -> None:
    books = FIELD.company("en", 5).books
    for item in ("revenue", "net", "cfo"):
        assert books.year_to_date(item, 2022, 3) == sum(books.quarter(item, 2022, quarter) for quarter in (1, 2, 3))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_parent_has_no_more_than_its_group_and_books_that_add_up(language: str) -> None:
    for index in range(30):
        company = FIELD.company(language, index)
        group, parent = company.books, company.parent_books()
        for year in (FIRST_YEAR + 1, 2021, LAST_YEAR):
            for quarter in range(1, 5):
                for item in ("cash", "receivables", "ppe", "total_assets", "short_debt", "payables", "total_liabilities"):
                    assert 0 <= parent.end(item, year, quarter) <= group.end(item, year, quarter)
                for item in ("revenue", "cost"):
                    assert 0 <= parent.quarter(item, year, quarter) <= group.quarter(item, year, quarter)
                flow = {item: parent.quarter(item, year, quarter) for item in ("revenue", "cost", "gross", "pretax", "tax", "net")}
                assert flow["gross"] == flow["revenue"] - flow["cost"]
                assert flow["net"] == flow["pretax"] - flow["tax"]
                assert flow["tax"] >= 0
                sums = [parent.end(f"{kind}current_assets", year, quarter) for kind in ("", "non_")]
                assert sum(sums) == parent.end("total_assets", year, quarter)
            assert parent.year_to_date("net", year, 3) == sum(parent.quarter("net", year, quarter) for quarter in (1, 2, 3))


def test_a_parent_has_no_cash_flow_statement() -> None:
    with pytest.raises(KeyError):
        FIELD.company("en", 1).parent_books().quarter("cfo", 2021, 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_order_by_size_is_that_of_the_books_about(language: str) -> None:
    order = by_size(11, language)
    assert sorted(order) == list(range(COMPANIES))
    sizes = []
    for index in order[::6]:
        company = FIELD.company(language, index)
        sizes.append(company.books.quarter("revenue", FIRST_YEAR, 1) * company.unit.grain)
    assert all(later > 0.4 * earlier for at, earlier in enumerate(sizes) for later in sizes[at + 1 :])
    assert sizes[-1] > 10 * sizes[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_unsigned_items_are_never_below_zero(language: str) -> None:
    for index in range(40):
        books = FIELD.company(language, index).books
        for item in ITEMS.values():
            if not item.signed:
                get = books.quarter if item.flow else books.end
                low = min(get(item.key, year, quarter) for year in range(FIRST_YEAR + 1, LAST_YEAR + 1) for quarter in range(1, 5))
                assert low >= 0, (index, item.key)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("tokens", [2_800, 9_750])
def test_printed_statements_add_up(language: str, tokens: int) -> None:
    for index in range(0, 40, 3):
        written = FIELD.write(language, f"c{index:03d}.2023q3", tokens)
        for column in ("end", "open"):
            assets, debts, equity = (said(written, f"{key}.{column}") for key in ("total_assets", "total_liabilities", "equity"))
            assert assets == debts + equity
            assert said(written, f"current_assets.{column}") + said(written, f"non_current_assets.{column}") == assets
        for column in ("ytd", "ytd.prior"):
            revenue, cost, gross = (said(written, f"{key}.{column}") for key in ("revenue", "cost", "gross"))
            assert revenue - abs(cost) == gross
            assert said(written, f"pretax.{column}") - said(written, f"net.{column}") in {
                said(written, f"tax.{column}"),
                -said(written, f"tax.{column}"),
            }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_comparative_column_is_what_that_year_reported(language: str) -> None:
    for index in range(0, 24, 2):
        now, before = (FIELD.write(language, f"c{index:03d}.{year}q2", 6_100) for year in (2023, 2022))
        for key in ("revenue.ytd", "net.ytd", "cfo.ytd"):
            assert said(now, f"{key}.prior") == said(before, key)
        year_end = FIELD.write(language, f"c{index:03d}.2022q4", 2_800)
        assert said(now, "total_assets.open") == said(year_end, "total_assets.end")


@pytest.mark.parametrize("language", LANGUAGES)
def test_facts_do_not_depend_on_the_length(language: str) -> None:
    for index in (3, 8, 21):
        short, long = (FIELD.write(language, f"c{index:03d}.2021q4", tokens) for tokens in (600, 15_500))
        shared = [key for key in short.facts if key in long.facts]
        assert len(shared) >= 10
        assert [said(short, key) for key in shared] == [said(long, key) for key in shared]


def test_a_restatement_moves_an_expense_and_leaves_the_profit() -> None:
    seen = 0
    for index in range(40):
        written = FIELD.write("en", f"c{index:03d}.2022q3", 5_250)
        before = FIELD.write("en", f"c{index:03d}.2021q3", 5_250)
        selling, admin = (abs(said(written, f"{key}.ytd.prior")) for key in ("selling", "admin"))
        first = [abs(said(before, f"{key}.ytd")) for key in ("selling", "admin")]
        assert selling + admin == sum(first)
        assert said(written, "net.ytd.prior") == said(before, "net.ytd")
        seen += selling != first[0]
    assert 2 <= seen <= 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_company_names_are_distinct_and_none_holds_another(language: str) -> None:
    titles = [FIELD.company(language, index).title.casefold() for index in range(COMPANIES)]
    assert len(set(titles)) == COMPANIES
    assert not [(one, other) for one in titles for other in titles if one != other and one in other]


@pytest.mark.parametrize("language", LANGUAGES)
def test_units_differ_from_company_to_company(language: str) -> None:
    counts: dict[str, int] = {}
    for index in range(COMPANIES):
        unit = FIELD.company(language, index).unit.key
        counts[unit] = counts.get(unit, 0) + 1
    assert len(counts) == 3
    assert min(counts.values()) > COMPANIES // 6


def test_notes_name_their_unit_where_the_cover_names_that_of_the_statements_alone() -> None:
    seen = 0
    for index in range(40):
        company = FIELD.company("zh", index)
        text = FIELD.write("zh", f"c{index:03d}.2023q2", 9_750).text
        heads = re.findall(r"^（[0-9]+）[^\n]+\n([^\n]*)\n", text, re.MULTILINE)
        if cover_form(company) in UNIT_OF_STATEMENTS and heads:
            assert set(heads) == {f"单位：{company.unit.key}"}
            seen += 1
    assert seen >= 5
