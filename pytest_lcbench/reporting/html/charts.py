"""Bar charts as plain SVG. Positions are percentages, so that a chart fits any width while its text keeps its size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from pytest_lcbench.reporting.html.elements import add, label

_ROW = 44
_BAR = 14
_BAR_AT = 20
_AXIS = 20
_CAP = 4
_LABEL_LIMIT = 28


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar.

    Args:
        label: untrusted text.
        value: its length on the chart's scale; ``None``: nothing is known.
        text: the value as every report writes it.
        interval: ends of its interval.
        band: lowest and highest value it could have.
        weak: whether the interval is only descriptive.

    """

    label: str
    value: float | None
    text: str
    interval: tuple[float, float] | None = None
    band: tuple[float, float] | None = None
    weak: bool = False


def bar_chart(
    parent: Element, bars: Sequence[Bar], *, title: str, description: str, scale: float, ticks: Sequence[tuple[float, str]]
) -> None:
    """Append a chart of horizontal bars, from 0 to *scale*, with *ticks* (place, text) under them."""
    height = _ROW * len(bars) + _AXIS
    svg = add(parent, "svg", class_="chart", role="img", width="100%", height=str(height))
    add(svg, "title", label(title))
    add(svg, "desc", "; ".join([description, *(f"{label(bar.label)}: {bar.text}" for bar in bars)]))
    for place, text in ticks:
        at = _percent(place, scale)
        add(svg, "line", class_="grid", x1=at, x2=at, y1="0", y2=str(height - _AXIS))
        anchor = "start" if place <= 0 else "end" if place >= scale else "middle"
        add(svg, "text", text, class_="tick", x=at, y=str(height - 5), text_anchor=anchor)
    for number, bar in enumerate(bars):
        _bar(svg, bar, number * _ROW, scale)


def _bar(svg: Element, bar: Bar, top: int, scale: float) -> None:
    add(svg, "text", label(bar.label, _LABEL_LIMIT), class_="name", x="0", y=str(top + 14))
    add(svg, "text", bar.text, class_="value", x="100%", y=str(top + 14), text_anchor="end")
    y, middle = top + _BAR_AT, top + _BAR_AT + _BAR // 2
    add(svg, "rect", class_="track", x="0", y=str(y), width="100%", height=str(_BAR))
    if bar.band is not None and bar.band[0] < bar.band[1]:
        width = _percent(bar.band[1] - bar.band[0], scale)
        add(svg, "rect", class_="band", x=_percent(bar.band[0], scale), y=str(y), width=width, height=str(_BAR))
    if bar.value is not None:
        add(svg, "rect", class_="bar", x="0", y=str(y + 3), width=_percent(bar.value, scale), height=str(_BAR - 6))
    if bar.interval is not None:
        low, high = (_percent(end, scale) for end in bar.interval)
        kind = "whisker weak" if bar.weak else "whisker"
        add(svg, "line", class_=kind, x1=low, x2=high, y1=str(middle), y2=str(middle))
        for end in (low, high):
            add(svg, "line", class_="whisker", x1=end, x2=end, y1=str(middle - _CAP), y2=str(middle + _CAP))


def _percent(value: float, scale: float) -> str:
    share = value / scale if scale > 0 else 0.0
    return f"{100 * min(max(share, 0.0), 1.0):.2f}%"
