"""Who is what in an invented town: each of its people has one trade, wherever the text speaks of them."""

# ruff: noqa: SIM905 - lists of words are read as lists, not as code

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from pytest_lcbench.suites.synthetic.draw import Draw

_TRADES: Mapping[str, Sequence[str]] = {
    "en": (
        "cooper glazier tanner carter weaver thatcher chandler farrier dyer sawyer ropemaker gardener mason baker miller saddler "
        "potter brewer cutler joiner tailor grocer carpenter shoemaker"
    ).split(),
    "zh": (
        "木匠 铁匠 篾匠 染匠 裁缝 银匠 石匠 瓦匠 鞋匠 船户 渔户 郎中 豆腐匠 伞匠 锡匠 药铺掌柜 布店掌柜 米行掌柜 油坊掌柜 "
        "茶馆掌柜 杂货掌柜 磨坊主 糕饼师傅 酱园师傅"
    ).split(),
}


def cast(language: str, people: Sequence[str], draw: Draw) -> dict[str, tuple[str, ...]]:
    """Return slots for sentences: ``person`` a name, ``crafter`` a name with its trade, of which each name has one.

    Args:
        language: of the text.
        people: names, few enough or the trades are had by several.
        draw: decides who has which trade; of the document's facts, so that the trade does not depend on the length.

    """
    trades = draw.shuffled(_TRADES[language])
    had = [(name, trades[at % len(trades)]) for at, name in enumerate(people)]
    crafters = [f"{name} the {trade}" if language == "en" else f"{trade}{name}" for name, trade in had]
    return {"person": tuple(people), "crafter": tuple(crafters)}


_TRIES = 5
"""Ways to say something without one name twice; people are many, so the first mostly is one."""


def each_once(say: Callable[[str], str], people: Sequence[str]) -> Callable[[str], str]:
    """Return *say*, but for sentences in which one of *people* deals with himself; they are said again with others."""
    names = re.compile("|".join(map(re.escape, people)))

    def once(slot: str) -> str:
        for _ in range(_TRIES):
            text = say(slot)
            found = names.findall(text)
            if len(set(found)) == len(found):
                break
        return text

    return once


_SLOT = re.compile(r"\{(\w+)\}")
_FIGURES = ("n", "hour", "late", "age")
_NAMES = 20
"""What a slot counts for that is filled from the document's own names."""


def by_variety(rules: Mapping[str, Sequence[str]], slot: str) -> dict[str, Sequence[str]]:
    """Return *rules* in which the sentences of *slot* that can be said in many ways stand several times.

    Without that, a sentence that knows five endings would come as often as one that knows a thousand, and in a long document the
    same words twenty times.
    """

    def ways(text: str) -> int:
        count = 1
        for inner in _SLOT.findall(text):
            if inner in _FIGURES:  # another figure is not another sentence
                count *= 2
            else:
                count *= sum(map(ways, rules[inner])) if inner in rules else _NAMES
        return count

    several = [text for text in rules[slot] for _ in range(1 + sum(ways(text) >= many for many in (12, 40, 150, 500, 2000)))]
    return {**rules, slot: several}
