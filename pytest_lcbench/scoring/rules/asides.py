"""What prose around a figure makes of it: an operand, a figure of another item, a loss, a figure whose unit a table's head holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pytest_lcbench.scoring.rules.numbers import Figure

_SENTENCE: Final = re.compile(r"(?<=[。;!?\n])|(?<=\.)(?=\s)")
# Items of a statement, as far as a response may name one beside the item asked for.
_ITEM: Final = re.compile(
    r"(?:\b(?:total|net|gross|operating|current|non-?current|accounts|basic|diluted|shareholders'?|stockholders'?|long-?term"
    r"|short-?term|intangible|fixed|financing|investing|comprehensive|pre-?tax)\s+){0,3}"
    r"\b(?:assets|liabilities|revenues?|sales|income|profits?|earnings(?: per share)?|EPS|equity|cash(?: and cash equivalents)?"
    r"(?: flows?)?|expenses?|costs?|inventor(?:y|ies)|receivables?|payables?|debt|dividends?|goodwill|deposits|EBITDA)\b"
    r"|(?:总|净|流动|非流动|固定|无形|营业|利润|应收|应付|货币|综合|财务|管理|销售|研发|每股)?"
    r"(?:资产(?:总[计额]|合计)?|负债(?:合计|总[计额])?|收入|成本|利润|费用|账款|资金|现金流量?净?额?|存货|权益(?:合计)?|收益|借款|商誉|薪酬)",
    re.IGNORECASE,
)
_SAME_ITEM: Final = (
    frozenset(["profit", "income", "earnings", "利润", "收益", "盈利"]),
    frozenset(["revenue", "sales", "收入"]),
    frozenset(["cash", "现金", "资金"]),
)
_OPERATOR_AFTER: Final = re.compile(
    r"""
    [\s)%元]{0,4}
    (?:[×÷*/]|(?<=[\s)])[-+](?=[\s($\d])|[-+](?=\())  # a minus needs room around it, or "2021-2023" were one
    [\s($¥]{0,4} (?=[\d($\-.|])
    """,
    re.VERBOSE,
)
_OPERATOR_BEFORE: Final = re.compile(r"(?:[\d)%元]\s{0,2}[×÷*/]|[\d)元]\s?[-+]|[\d)]\s-)[\s($¥]{0,4}$")
_EQUALS_AFTER: Final = re.compile(r"[\s)%]{0,4}[=≈]")
_CALCULATES: Final = re.compile(r"[=≈]")


class Asides:
    """Tells the figures of a text that claim nothing about the quantity asked for.

    Args:
        text: cleaned.
        question: cleaned; empty when no item can be told from it.

    """

    def __init__(self, text: str, question: str) -> None:
        self.text = text
        self._spans: list[tuple[int, int]] = []
        asked = {_item_key(item[0]) for item in _ITEM.finditer(question)}
        if asked:
            self._find_other_items(question.casefold(), asked)
        self._at = 0

    def _find_other_items(self, question: str, asked: set[str]) -> None:
        """Keep the stretches that follow the name of another item, up to the end of the sentence or the next item."""
        start = 0
        for sentence in _SENTENCE.split(self.text):
            items = list(_ITEM.finditer(sentence))
            for i, item in enumerate(items):
                end = items[i + 1].start() if i + 1 < len(items) else len(sentence)
                if item[0].strip().casefold() not in question and _item_key(item[0]) not in asked:
                    self._spans.append((start + item.start(), start + end))
            start += len(sentence)

    def holds(self, figure: Figure) -> bool:
        """Whether *figure* is an aside; figures are asked for in the order of the text."""
        while self._at < len(self._spans) and self._spans[self._at][1] <= figure.start:
            self._at += 1
        if self._at < len(self._spans) and self._spans[self._at][0] <= figure.start:
            return True
        return self._is_operand(figure)

    def _is_operand(self, figure: Figure) -> bool:
        line_start = self.text.rfind("\n", max(0, figure.start - 200), figure.start) + 1 or max(0, figure.start - 200)
        line_end = self.text.find("\n", figure.end, figure.end + 200)
        line = self.text[line_start : line_end if line_end >= 0 else figure.end + 200]
        if not _CALCULATES.search(line):
            return False
        after = self.text[figure.end : figure.end + 12]
        if _OPERATOR_AFTER.match(after) or _EQUALS_AFTER.match(after):
            return True
        # A minus that the figure took for its sign is the operator: "22,928 - 20,388".
        digits = figure.start + len(re.match(r"[-+(\s]*", self.text[figure.start : figure.end])[0])  # type: ignore[index]  # matches empty
        return _OPERATOR_BEFORE.search(self.text[max(0, digits - 12) : digits]) is not None


def _item_key(item: str) -> str:
    """Return the item without what may be left out, one word for the words that mean the same."""
    item = item.casefold()
    for same in _SAME_ITEM:
        if any(word in item for word in same) and "per share" not in item and "每股" not in item:
            return min(same)
    return re.sub(r"[\s']|total|合计|总[计额]", "", item).rstrip("s")


_MOVED: Final = r"(?:widen|gr[eo]w|increas|deepen|rose|ris|narrow|shr[aiu]nk|reduc|fell|fall|declin|decreas|worsen|expand|improv)\w*"
_HAN_MOVED: Final = r"(?:扩大|收窄|增加|减少|缩小|加深|加剧|上升|下降|增|减|扩)"
_LOSS_MOVES: Final = re.compile(
    rf"(?:\bloss(?:es)?\b|\bdeficit\b|\boutflows?\b)[^.;\d]{{0,40}}?\b{_MOVED}[^.;\d]{{0,40}}?\b(?:from|to|at|reaching)\s[^.;\d]{{0,20}}$"
    rf"|(?:亏损|赤字|净流出)额?[^。;\d]{{0,14}}?{_HAN_MOVED}[^。;\d]{{0,6}}?[至到为达][^。;\d]{{0,6}}$",
    re.IGNORECASE,
)
_IN_A_YEAR: Final = r"(?:(?:in|for|during|as\s of)?\s?(?:(?:the|fiscal|year|FY)\s?)*(?:19|20)\d\d\s?年?度?)"
_GOES_ON: Final = re.compile(
    rf"""
    [\s)]* (?:(?:thousands?|millions?|billions?|元|USD)\s?)?    # the unit of the figure before
    (?:\(?\s?{_IN_A_YEAR}\s?\)?)?                              # its year
    [\s,、]* (?:and|then|followed\sby|to|和|及|与|以及)? [\s,、]*
    (?:then|of|a\sfurther|another|further|{_IN_A_YEAR})? [\s:为(]*  # the year of the next one
    """,
    re.IGNORECASE | re.VERBOSE,
)


_LOSS_MOVED_ON: Final = re.compile(
    rf"""
    [\s)]* (?:(?:thousands?|millions?|billions?|元|USD)\s?)? (?:\(?\s?{_IN_A_YEAR}\s?\)?)? [\s,、]*
    (?:(?:which|that|and|it|then|并|且|后|又)\s?){{0,2}} {_IN_A_YEAR}? [\s,]*
    (?:(?:then|further|also|进一步|继续)\s?)?
    (?:{_MOVED}|{_HAN_MOVED}) \s? (?:further\s|进一步)? (?:to\s|at\s|至|到|为) [\s$¥约(]*
    """,
    re.IGNORECASE | re.VERBOSE,
)


def losses_below(text: str, figures: Sequence[Figure]) -> list[Figure]:
    """Return *figures* with those that prose calls a loss from afar marked as one.

    ``the loss widened to 5``, ``亏损扩大至5``, and the later ones of ``losses of 5 in 2022 and 6 in 2023``.
    """
    done: list[Figure] = []
    for figure in figures:
        marked = figure
        if figure.amount and not figure.percent and not figure.change and figure.signs == {1}:
            before = text[max(0, figure.start - 90) : figure.start]
            before = before[max(before.rfind("\n"), before.rfind("。"), before.rfind(";")) + 1 :]
            last = done[-1] if done else None
            follows = (
                last is not None
                and last.loss
                and figure.start - last.end < 60  # noqa: PLR2004 - a list's next figure stands close
                and any(pattern.fullmatch(text[last.end : figure.start]) for pattern in (_GOES_ON, _LOSS_MOVED_ON))
            )
            if follows or _LOSS_MOVES.search(before):
                marked = replace(figure, signs=frozenset({1, -1}), loss=True)
        done.append(marked)
    return done


_TABLE_ROW: Final = re.compile(r"^\s*\|(.+)\|\s*$")
_RULE_ROW: Final = re.compile(r"^[\s|:+-]+$")
_HEAD_UNIT: Final = re.compile(
    r"""
    (?:\(|\[|/|,|:|\bin\b|单位) \s*                                                   # "(", ", in", "单位:"
    (?:单位[:为]?|in\s|all\s|人民币|RMB|USD|US\$|\$|¥|CNY|\s|of\s)*
    (?:(?P<han>亿|千万|百万|万|千)元?|(?P<word>thousand|million|billion)s?|(?P<letter>bn|mn|mm|[KMB])(?=\s*[)\]]))
    (?:元|\s?(?:USD|RMB|dollars))? \s* (?:[)\]]|$)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_BARE_CELL: Final = re.compile(r"\s*[*$¥(-]*\s?[-(]?\d[\d,]*(?:\.\d+)?\)?[*\s]*")
_BRACKETED_UNIT: Final = re.compile(
    r"\((?:单位[:为]?|人民币|in\s|USD|US\$|RMB|\$|¥|\s)*"
    r"(?:(?P<han>亿|千万|百万|万|千)元|(?P<word>thousand|million|billion)s?)\s?\)",
    re.IGNORECASE,
)


def with_units(text: str) -> str:
    """Return *text* with a unit that the head of a table's column or row holds written behind its bare figures.

    Outside of tables a bracketed unit (``营业收入(万元)``, ``Revenue ($ millions)``) is spelled as in a statement's heading.
    """
    lines = text.split("\n")
    if not any(_TABLE_ROW.match(line) for line in lines):
        return _BRACKETED_UNIT.sub(lambda unit: f"(单位:{unit['han']}元)" if unit["han"] else f"(in {unit['word']}s)", text)
    head: list[str] = []
    done = []
    for line in lines:
        row = _TABLE_ROW.match(line)
        if row is None:
            head = []
        elif not _RULE_ROW.match(line):
            cells = row[1].split("|")
            if not head:
                head = [_unit_of(cell) for cell in cells]
            else:
                own = _unit_of(cells[0])
                cells = [_scaled(cell, own or unit) for cell, unit in zip(cells, [*head, *[""] * len(cells)], strict=False)]
                line = "|" + "|".join(cells) + "|"  # noqa: PLW2901 - the line as it is kept
        done.append(line)
    return "\n".join(done)


def _unit_of(cell: str) -> str:
    unit = _HEAD_UNIT.search(cell)
    if unit is None:
        return ""
    letters = {"k": " thousand", "m": " million", "mm": " million", "mn": " million", "b": " billion", "bn": " billion"}
    return f"{unit['han']}元" if unit["han"] else f" {unit['word']}" if unit["word"] else letters[unit["letter"].lower()]


def _scaled(cell: str, unit: str) -> str:
    return f"{cell.rstrip(' *')}{unit} " if unit and _BARE_CELL.fullmatch(cell) and not _is_year(cell) else cell


def _is_year(cell: str) -> bool:
    return re.fullmatch(r"[\s*]*(?:19|20)\d\d[\s*]*", cell) is not None
