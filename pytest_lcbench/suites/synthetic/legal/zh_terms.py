"""Courts, dates, terms of imprisonment and lengths in Chinese."""

from __future__ import annotations

import datetime as dt

from pytest_lcbench.suites.synthetic.legal.facts import Lawsuit

_DIGITS = "〇一二三四五六七八九"
_HAN, _OTHER = 1.206, 0.498  # cl100k tokens of each, fitted to judgments of all lengths


def tokens_of(text: str) -> float:
    """Return about how many cl100k tokens *text* has: Chinese characters weigh more than the rest."""
    size = len(text.encode())
    han = (size - len(text)) / 2
    return _HAN * han + _OTHER * (len(text) - han)


def day(date: dt.date) -> str:
    """Return *date* as a judgment writes it in its text."""
    return f"{date.year}年{date.month}月{date.day}日"


def formal_day(date: dt.date) -> str:
    """Return *date* in Chinese numerals, as it stands under a judgment."""
    year = "".join(_DIGITS[int(digit)] for digit in str(date.year))
    return f"{year}年{count(date.month)}月{count(date.day)}日"


def count(number: int) -> str:
    """Return a number below a hundred in Chinese numerals; zero is empty."""
    tens, ones = divmod(number, 10)
    return ("" if not tens else "十" if tens == 1 else _DIGITS[tens] + "十") + (_DIGITS[ones] if ones else "")


def term(months: int) -> str:
    """Return a term of imprisonment in words."""
    years, rest = divmod(months, 12)
    return (f"{count(years)}年" if years else "") + (f"{count(rest)}个月" if rest else "")


def court_of(suit: Lawsuit) -> str:
    """Return the court that decided."""
    return f"{suit.town}市中级人民法院" if suit.instance == "appeal" else f"{suit.town}市{suit.district}人民法院"
