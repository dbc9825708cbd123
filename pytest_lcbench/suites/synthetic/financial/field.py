"""The field of finance: companies of a world, their reports, and cases about them."""

from __future__ import annotations

import re
from functools import partial

from pytest_lcbench.suites.synthetic.drafts import Draft, Written
from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.financial import names
from pytest_lcbench.suites.synthetic.financial.books import LAST_YEAR
from pytest_lcbench.suites.synthetic.financial.cases import MAKERS, Market
from pytest_lcbench.suites.synthetic.financial.company import COMPANIES, FIRST_REPORT, Company, by_size, make_company
from pytest_lcbench.suites.synthetic.financial.writing import write_report

_KEY = re.compile(r"c([0-9]{3})\.([0-9]{4})q([1-4])")
_LANGUAGES = ("en", "zh")


class FinancialField:
    """Reports of invented companies, and Loong's six financial subtasks over them.

    At most 240 companies a language are kept, some 30 KB each; documents are not.

    Args:
        world: number of the world.

    """

    def __init__(self, world: int) -> None:
        self._world = world
        self._companies: dict[tuple[str, int], Company] = {}
        self._brands: dict[str, list[str]] = {}
        self._markets: dict[str, Market] = {}

    @property
    def subtasks(self) -> tuple[str, ...]:
        """The subtasks that it has cases for."""
        return tuple(MAKERS)

    def draft(self, subtask: str, language: str, tokens: int, draw: Draw) -> Draft:
        """Draw a case whose documents have about *tokens* tokens together.

        Raises ``SettingsError`` when no unambiguous one was found, ``KeyError`` for a subtask or language that it does not have.
        """
        if language not in _LANGUAGES:
            raise KeyError(language)
        market = self._markets.get(language)
        if market is None:
            market = self._markets[language] = Market(partial(self.company, language), by_size(self._world, language))
        return MAKERS[subtask](market, language, tokens, draw)

    def write(self, language: str, key: str, tokens: int) -> Written:
        """Write the report *key* at a length of about *tokens*. Raises ``KeyError`` for a key that names no report of this world."""
        match = _KEY.fullmatch(key)
        if match is None or language not in _LANGUAGES:
            raise KeyError(key)
        index, year, quarter = map(int, match.groups())
        if index >= COMPANIES or not FIRST_REPORT <= year <= LAST_YEAR:
            raise KeyError(key)
        return write_report(self.company(language, index), year, quarter, tokens)

    def company(self, language: str, index: int) -> Company:
        """Return company number *index*, drawn when first asked for."""
        found = self._companies.get((language, index))
        if found is None:
            brands = self._brands.get(language)
            if brands is None:
                brands = self._brands[language] = names.brands(language, self._world, (COMPANIES + 1) // 2)
            found = self._companies[language, index] = make_company(self._world, language, index, brands)
        return found
