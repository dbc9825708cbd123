"""Headings of sections, numbered the way a journal does."""

from __future__ import annotations

from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.papers.skeletons import Wording

_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV")
_HAN = (*"一二三四五六七八九十", "十一", "十二", "十三", "十四", "十五")
_ENGLISH = ("## {n} {h}", "## {n}. {h}", "{n}. {h}", "## {h}", "{r}. {H}", "### {n} {h}", "{n} {H}", "**{h}**", "## {H}", "§{n} {h}")
_CHINESE = ("## {n} {h}", "{z}、{h}", "{n} {h}", "## {h}", "{n}. {h}", "## {z}、{h}", "**{n} {h}**", "【{h}】", "### {n}. {h}")
_UNNUMBERED = {"en": ("## {h}", "**{h}**", "{H}"), "zh": ("## {h}", "**{h}**", "{h}")}


class Headings:
    """The headings of one paper, in order.

    Args:
        draw: decides on style and words.
        wording: what sections are called.
        english: whether in English.

    """

    def __init__(self, draw: Draw, wording: Wording, *, english: bool) -> None:
        self._pattern = draw.pick(_ENGLISH if english else _CHINESE)
        marked = self._pattern[:2] if self._pattern[:2] in {"##", "**"} else ""
        plain = _UNNUMBERED["en" if english else "zh"]
        self._plain = plain[0] if marked == "##" else plain[1] if marked == "**" else plain[2]
        self._words = {key: draw.pick(options) for key, options in wording.headings.items()}
        # Some Chinese journals number the introduction 0.
        self._count = -1 if not english and "{n}" in self._pattern and draw.chance(0.3) else 0

    def next(self, key: str, *, numbered: bool) -> str:
        """Return the next section's heading."""
        if not numbered:
            return self.plain(key)
        self._count += 1
        return self._filled(self._pattern, self._words[key])

    def plain(self, key: str) -> str:
        """Return a heading without a number."""
        return self._filled(self._plain, self._words[key])

    def _filled(self, pattern: str, words: str) -> str:
        values = {
            "{n}": str(self._count),
            "{r}": _ROMAN[max(self._count - 1, 0)],
            "{z}": _HAN[max(self._count - 1, 0)],
            "{h}": words,
            "{H}": words.upper(),
        }
        for mark, value in values.items():
            pattern = pattern.replace(mark, value)
        return pattern
