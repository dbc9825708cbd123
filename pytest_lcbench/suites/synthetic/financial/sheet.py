"""A text under construction that knows where it states which fact, and about how many tokens it has."""

from __future__ import annotations

from pytest_lcbench.suites.synthetic.drafts import Written

_FIGURES = str.maketrans("", "", "0123456789,")
# Least squares over 1,000 sections of written reports, by cl100k: tokens for each letter, Chinese character, Chinese comma or stop,
# character of a figure, space, line end, bar, tab, dot of a leader, and run of three spaces.
_EN = (0.068, 1.1, 1.1, 0.377, 0.979, 2.771, 0.265, 2.25, 0.154, -1.254)
_ZH = (0.806, 1.039, 3.308, 0.459, 2.476, -1.28, -1.393, 3.248, -0.059, -5.801)
_MOSTLY = 0.1  # share of Chinese characters from which on a text counts as Chinese


def tokens_of(text: str) -> float:
    """Return about how many cl100k tokens *text* has: within a few hundredths for a section."""
    length = len(text)
    count = text.count
    han = (len(text.encode()) - length) // 2
    figures = length - len(text.translate(_FIGURES))
    spaces, ends, bars, tabs, dots = count(" "), count("\n"), count("|"), count("\t"), 2 * count("..")
    stops = count("，") + count("。") + count("、")
    letters = length - han - figures - spaces - ends - bars - tabs - dots
    numbers = (letters, han - stops, stops, figures, spaces, ends, bars, tabs, dots, count("   "))
    return sum(weight * number for weight, number in zip(_ZH if han > _MOSTLY * length else _EN, numbers, strict=True))


class Sheet:
    """Parts of a text and the places of facts in it."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._facts: dict[str, list[tuple[int, int]]] = {}

    def add(self, text: str) -> None:
        """Append *text*."""
        self._parts.append(text)
        self._length += len(text)

    def fact(self, key: str, text: str) -> None:
        """Append *text*, which states the fact *key*."""
        self._facts.setdefault(key, []).append((self._length, self._length + len(text)))
        self.add(text)

    def join(self, other: Sheet) -> None:
        """Append all of *other*."""
        for key, ranges in other._facts.items():
            self._facts.setdefault(key, []).extend((start + self._length, end + self._length) for start, end in ranges)
        self._parts.extend(other._parts)
        self._length += other._length

    @property
    def text(self) -> str:
        """What was added so far."""
        return "".join(self._parts)

    @property
    def length(self) -> int:
        """How many characters were added so far."""
        return self._length

    @property
    def tokens(self) -> float:
        """About how many tokens were added so far."""
        return tokens_of(self.text)

    def written(self) -> Written:
        """Return the document."""
        return Written(self.text, {key: tuple(ranges) for key, ranges in self._facts.items()})
